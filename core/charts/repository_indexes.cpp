// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/charts/repository_indexes.h"

#include "core/base/moments.h"
#include "core/base/on_finished.h"
#include "core/charts/repository_download.h"

#include <QFileInfo>
#include <QLocale>
#include <QtConcurrentRun>

namespace chartroom {

namespace {

constexpr qsizetype keptReadings = 200;

QString keyOf(const HelmRepository &repository)
{
    return repository.name + u'\n' + repository.url + u'\n' + repository.username;
}

} // namespace

RepositoryIndexes::RepositoryIndexes(HelmSettings settings, ChartCache cache, const Clock *clock,
                                     RepositoryTiming timing, QObject *parent)
    : QObject(parent)
    , m_settings(std::move(settings))
    , m_cache(std::move(cache))
    , m_clock(clock)
    , m_timing(timing)
{}

void RepositoryIndexes::read(const HelmRepository &repository, const QString &chart,
                             std::chrono::milliseconds maxAge, Handler handler)
{
    find(repository, maxAge, [this, chart, handler = std::move(handler)](const Result<Copy> &copy) {
        if (copy)
            readCopy(*copy, chart, handler);
        else
            handler(tl::make_unexpected(copy.error()));
    });
}

void RepositoryIndexes::find(const HelmRepository &repository, std::chrono::milliseconds maxAge, Found found)
{
    const std::optional<CachedIndex> cached = m_cache.index(repository);
    if (cached && timeBetween(cached->fetched, m_clock->now()) < maxAge)
        return found(Copy{cached->path, cached->fetched, {}});
    const QString key = keyOf(repository);
    std::vector<Found> &waiting = m_waiting[key];
    waiting.push_back(std::move(found));
    if (waiting.size() == 1)
        download(repository, key);
}

void RepositoryIndexes::download(const HelmRepository &repository, const QString &key)
{
    const Result<QUrl> url = repositoryUrl(repository, QStringLiteral("index.yaml"));
    if (!url)
        return fallBack(repository, key, url.error());
    if (const Result<void> made = m_cache.makeFolder(); !made)
        return fallBack(repository, key, made.error());
    RepositoryRequest request;
    request.url = *url;
    request.target = m_cache.freshPath();
    request.maxBytes = IndexLimits().maxBytes;
    request.silence = m_timing.silence;
    request.total = m_timing.total;
    const std::optional<CachedIndex> cached = m_cache.index(repository);
    if (cached) {
        request.etag = cached->etag;
        request.lastModified = cached->lastModified;
    }
    auto *fetching = new RepositoryDownload(repository, request);
    onFinished(
        fetching->start(), this,
        [this, repository, key, cached, fresh = request.target](const Result<RepositoryAnswer> &answer) {
            if (!answer)
                return fallBack(repository, key, answer.error());
            CachedIndex index = answer->isUnchanged && cached
                                    ? *cached
                                    : CachedIndex{{}, answer->etag, answer->lastModified, {}};
            index.fetched = m_clock->now();
            if (!answer->isUnchanged)
                return check(repository, key, fresh, index);
            const Result<CachedIndex> kept = m_cache.confirmIndex(repository, index);
            tell(key, kept ? Result<Copy>(Copy{kept->path, kept->fetched, {}})
                           : tl::make_unexpected(kept.error()));
        });
}

void RepositoryIndexes::check(const HelmRepository &repository, const QString &key, const QString &fresh,
                              const CachedIndex &index)
{
    auto reading = QtConcurrent::run([fresh] { return readRepositoryIndex(fresh, {}); });
    onFinished(reading, this, [this, repository, key, fresh, index](const Result<RepositoryIndex> &read) {
        if (!read) {
            QFile::remove(fresh);
            return fallBack(repository, key, read.error());
        }
        const Result<CachedIndex> kept = m_cache.keepIndex(repository, fresh, index);
        tell(key,
             kept ? Result<Copy>(Copy{kept->path, kept->fetched, {}}) : tl::make_unexpected(kept.error()));
    });
}

void RepositoryIndexes::fallBack(const HelmRepository &repository, const QString &key, const Error &error)
{
    if (const std::optional<CachedIndex> cached = m_cache.index(repository))
        return tell(key, Copy{cached->path, cached->fetched, error.message});
    const QFileInfo helms(m_settings.cachedIndex(repository.name));
    if (helms.isFile())
        return tell(key, Copy{helms.filePath(), helms.lastModified().toUTC(), error.message});
    tell(key, tl::make_unexpected(error));
}

void RepositoryIndexes::tell(const QString &key, const Result<Copy> &copy)
{
    for (const Found &found : m_waiting.take(key))
        found(copy);
}

void RepositoryIndexes::readCopy(const Copy &copy, const QString &chart, const Handler &handler)
{
    IndexReading reading;
    reading.time = copy.time;
    reading.isFromCache = !copy.problem.isEmpty();
    if (reading.isFromCache)
        reading.notice = tr("%1 Showing the index of %2 (UTC).")
                             .arg(copy.problem, copy.time.toString(QStringLiteral("yyyy-MM-dd HH:mm")));
    const QString key =
        QStringLiteral("%1\n%2\n%3").arg(copy.path, copy.time.toString(Qt::ISODateWithMs), chart);
    if (const auto known = m_entries.constFind(key); known != m_entries.cend()) {
        reading.entries = *known;
        return handler(reading);
    }
    auto future = QtConcurrent::run([path = copy.path, chart] { return readRepositoryIndex(path, {chart}); });
    onFinished(future, this,
               [this, reading, key, chart, handler](const Result<RepositoryIndex> &index) mutable {
                   if (!index)
                       return handler(tl::make_unexpected(index.error()));
                   reading.entries = index->charts.value(chart);
                   if (m_entries.size() >= keptReadings)
                       m_entries.clear();
                   m_entries.insert(key, reading.entries);
                   handler(reading);
               });
}

} // namespace chartroom
