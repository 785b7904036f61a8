// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/charts/repository_charts.h"

#include "core/base/on_finished.h"
#include "core/base/private_file.h"
#include "core/charts/chart_archive.h"
#include "core/charts/repository_download.h"
#include "core/charts/semantic_version.h"

#include <QDir>
#include <QtConcurrentRun>

#include <algorithm>
#include <optional>

namespace chartroom {

struct RepositoryCharts::Wanted
{
    HelmRepository repository;
    QString chart;
    QString version;
    Handler handler;
    std::optional<IndexEntry> entry;
    bool askedAnew = false;
    QString path; ///< in the cache
};

namespace {

/// The entry of a version: the same text first, as Helm looks, then the same version.
std::optional<IndexEntry> entryOf(const QList<IndexEntry> &entries, const QString &version)
{
    auto found = std::find_if(entries.cbegin(), entries.cend(), [&version](const IndexEntry &entry) {
        return entry.metadata.version == version;
    });
    if (found == entries.cend())
        found = std::find_if(entries.cbegin(), entries.cend(), [&version](const IndexEntry &entry) {
            return std::is_eq(compareVersions(entry.metadata.version, version));
        });
    return found == entries.cend() ? std::nullopt : std::optional(*found);
}

Result<Chart> readFile(const QString &path)
{
    const Result<QByteArray> bytes = readPlainFile(path, ArchiveLimits().maxPackedBytes);
    return bytes ? readChartArchive(*bytes) : tl::make_unexpected(bytes.error());
}

bool isAskedFor(const Chart &chart, const QString &name, const QString &version)
{
    return chart.metadata.name == name && std::is_eq(compareVersions(chart.metadata.version, version));
}

/// The first of the files that is the chart; without a digest only the program's own file is believed. What
/// another program fetched is copied to the own place, for that is where an upgrade takes it from.
std::optional<Chart> readFirst(const ChartCache &cache, const QStringList &paths, const QString &digest,
                               const QString &name, const QString &version)
{
    for (const QString &path : paths) {
        const Result<QByteArray> bytes = readPlainFile(path, ArchiveLimits().maxPackedBytes);
        Result<Chart> chart = bytes ? readChartArchive(*bytes) : tl::make_unexpected(bytes.error());
        const bool isOwn = path == paths.first();
        if (!chart || !isAskedFor(*chart, name, version) ||
            (digest.isEmpty() ? !isOwn : chart->digest != digest))
            continue;
        if (isOwn)
            ChartCache::markUsed(path);
        else if (cache.makeFolder()) // without a copy the chart can still be looked at
            (void)writePrivateFile(paths.first(), *bytes);
        return *std::move(chart);
    }
    return std::nullopt;
}

} // namespace

RepositoryCharts::RepositoryCharts(HelmSettings settings, ChartCache cache, RepositoryIndexes *indexes,
                                   RepositoryTiming timing, QObject *parent)
    : QObject(parent)
    , m_settings(std::move(settings))
    , m_cache(std::move(cache))
    , m_indexes(indexes)
    , m_timing(timing)
{}

void RepositoryCharts::get(const HelmRepository &repository, const QString &chart, const QString &version,
                           const Handler &handler)
{
    auto wanted = std::make_shared<Wanted>(Wanted{repository, chart, version, handler, {}, false, {}});
    wanted->path = m_cache.archivePath(repository.url, chart, version);
    look(wanted, m_timing.known);
}

void RepositoryCharts::look(const std::shared_ptr<Wanted> &wanted, std::chrono::milliseconds maxAge)
{
    m_indexes->read(
        wanted->repository, wanted->chart, maxAge, [this, wanted](const Result<IndexReading> &reading) {
            if (!reading)
                return readCached(wanted, reading.error());
            wanted->entry = entryOf(reading->entries, wanted->version);
            if (!wanted->entry && !std::exchange(wanted->askedAnew, true))
                return look(wanted, m_timing.asked);
            readCached(wanted, Error{Error::Code::NotFound,
                                     tr("The repository %1 does not list version %2 of the chart %3.")
                                         .arg(wanted->repository.name, wanted->version, wanted->chart),
                                     {},
                                     {}});
        });
}

void RepositoryCharts::readCached(const std::shared_ptr<Wanted> &wanted, const Error &otherwise)
{
    const QStringList paths{wanted->path,
                            QDir(m_settings.repositoryCache)
                                .filePath(QStringLiteral("%1-%2.tgz").arg(wanted->chart, wanted->version))};
    const QString digest = wanted->entry ? wanted->entry->digest : QString();
    auto reading = QtConcurrent::run(readFirst, m_cache, paths, digest, wanted->chart, wanted->version);
    onFinished(reading, this, [this, wanted, otherwise](const std::optional<Chart> &chart) {
        if (chart)
            wanted->handler(*chart);
        else if (wanted->entry)
            download(wanted);
        else
            wanted->handler(tl::make_unexpected(otherwise));
    });
}

void RepositoryCharts::download(const std::shared_ptr<Wanted> &wanted)
{
    if (wanted->entry->urls.isEmpty())
        return wanted->handler(failure(Error::Code::NotFound,
                                       tr("The repository %1 has no download address for %2 %3.")
                                           .arg(wanted->repository.name, wanted->chart, wanted->version)));
    const Result<QUrl> url = repositoryUrl(wanted->repository, wanted->entry->urls.first());
    if (!url)
        return wanted->handler(tl::make_unexpected(url.error()));
    if (const Result<void> made = m_cache.makeFolder(); !made)
        return wanted->handler(tl::make_unexpected(made.error()));
    RepositoryRequest request;
    request.url = *url;
    request.target = m_cache.freshPath();
    request.maxBytes = ArchiveLimits().maxPackedBytes;
    request.silence = m_timing.silence;
    request.total = m_timing.total;
    auto *fetching = new RepositoryDownload(wanted->repository, request);
    onFinished(fetching->start(), this,
               [this, wanted, fresh = request.target](const Result<RepositoryAnswer> &answer) {
                   if (answer)
                       accept(wanted, fresh, answer->sha256);
                   else
                       wanted->handler(tl::make_unexpected(answer.error()));
               });
}

void RepositoryCharts::accept(const std::shared_ptr<Wanted> &wanted, const QString &fresh,
                              const QString &sha256)
{
    const QString digest = wanted->entry->digest;
    if (!digest.isEmpty() && digest != sha256) {
        QFile::remove(fresh);
        return wanted->handler(failure(Error::Code::Damaged,
                                       tr("What the repository %1 sends for %2 %3 does not match its index; "
                                          "it was discarded. Notify the repository's owner if this persists.")
                                           .arg(wanted->repository.name, wanted->chart, wanted->version),
                                       QStringLiteral("sha256 %1, the index says %2").arg(sha256, digest)));
    }
    auto reading = QtConcurrent::run(readFile, fresh);
    onFinished(reading, this, [this, wanted, fresh](const Result<Chart> &chart) {
        Result<Chart> result = chart;
        if (chart && !isAskedFor(*chart, wanted->chart, wanted->version))
            result = failure(Error::Code::Damaged,
                             tr("What the repository %1 sends for %2 %3 is another chart.")
                                 .arg(wanted->repository.name, wanted->chart, wanted->version));
        if (!result)
            QFile::remove(fresh);
        else if (const Result<void> kept = m_cache.keepArchive(fresh, wanted->path); !kept)
            result = tl::make_unexpected(kept.error());
        wanted->handler(result);
    });
}

} // namespace chartroom
