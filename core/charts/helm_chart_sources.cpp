// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/charts/helm_chart_sources.h"

#include "core/base/document.h"
#include "core/base/on_finished.h"
#include "core/base/private_file.h"
#include "core/charts/chart_archive.h"
#include "core/charts/chart_match.h"
#include "core/process/program_search.h"
#include "core/secrets/log.h"
#include "core/secrets/masked_text.h"

#include <QDir>
#include <QPromise>
#include <QtConcurrentRun>

#include <vector>

namespace chartroom {

namespace {

template<typename T>
using Promise = std::shared_ptr<QPromise<Result<T>>>;

template<typename T>
Promise<T> startedPromise()
{
    auto promise = std::make_shared<QPromise<Result<T>>>();
    promise->start();
    return promise;
}

template<typename T>
void keep(const Promise<T> &promise, Result<T> result)
{
    promise->addResult(std::move(result));
    promise->finish();
}

/// Equal, numbers by what they count: a record's went through Go's float64.
bool isSameValue(const Value &a, const Value &b)
{
    if (a.kind() != b.kind())
        return false;
    if (a.kind() == Value::Kind::Number)
        return a == b || a.scalarText().toDouble() == b.scalarText().toDouble();
    if (a.isList())
        return std::equal(a.list().cbegin(), a.list().cend(), b.list().cbegin(), b.list().cend(),
                          isSameValue);
    if (a.isMap())
        return a.map().keys() == b.map().keys() &&
               std::equal(a.map().cbegin(), a.map().cend(), b.map().cbegin(), isSameValue);
    return a == b;
}

/// Whether the archive in the cache, if there is one, holds the default values that the release stores.
bool holdsSameValues(const QString &archive, const ReleaseRecord &record)
{
    const Result<QByteArray> bytes = readPlainFile(archive, ArchiveLimits().maxPackedBytes);
    const Result<Chart> chart = bytes ? readChartArchive(*bytes) : tl::make_unexpected(bytes.error());
    const Result<Chart> stored = chart ? chartOfRecord(record) : chart;
    return stored && !stored->values.map().isEmpty() && isSameValue(stored->values, chart->values);
}

ChartVersions chartVersions(const ChartOrigin &source, const IndexReading &reading)
{
    ChartVersions versions;
    versions.source = source;
    versions.indexTime = reading.time;
    versions.isFromCache = reading.isFromCache;
    versions.notice = reading.notice;
    for (const IndexEntry &entry : reading.entries) {
        ChartVersion version;
        version.version = entry.metadata.version;
        version.appVersion = entry.metadata.appVersion;
        version.kubeVersion = entry.metadata.kubeVersion;
        version.digest = entry.digest;
        version.created = entry.created;
        version.deprecated = entry.metadata.deprecated;
        versions.versions.append(version);
    }
    return versions;
}

bool isSameSource(const ChartOrigin &source, const ChartPin &pin)
{
    return source.repository == pin.repository && maskedText(source.url) == maskedText(pin.url);
}

} // namespace

/// A search for the sources of one release's chart: one answer a repository.
struct HelmChartSources::Search
{
    QString cluster;
    ReleaseRecord record;
    Promise<QList<ChartOrigin>> promise;
    std::vector<std::optional<ChartOrigin>> found; ///< by place in repositories.yaml
    qsizetype pending = 0;
};

ChartPlaces ChartPlaces::ofThisUser()
{
    return {helmSettings(), chartCacheFolder(),
            QDir(stateFolder()).filePath(QStringLiteral("chart-pins.json")),
            findProgram(QStringLiteral("helm"))};
}

HelmChartSources::HelmChartSources(ChartPlaces places, CommandRunner *runner, const Clock *clock,
                                   RepositoryTiming timing, QObject *parent)
    : ChartSources(parent)
    , m_places(std::move(places))
    , m_cache(m_places.cacheFolder)
    , m_pins(m_places.pinFile)
    , m_timing(timing)
    , m_indexes(m_places.helm, m_cache, clock, timing, nullptr)
    , m_charts(m_places.helm, m_cache, &m_indexes, timing, nullptr)
    , m_oci(m_places.helm, m_cache, m_places.helmProgram, runner, clock, nullptr)
{
    (void)QtConcurrent::run([cache = m_cache, now = clock->now()] { cache.removeOld(now); });
}

QFuture<Result<QList<ChartOrigin>>> HelmChartSources::candidates(const QString &cluster,
                                                                 const ReleaseRecord &record)
{
    auto search = std::make_shared<Search>();
    search->cluster = cluster;
    search->record = record;
    search->promise = startedPromise<QList<ChartOrigin>>();
    withRepositories([this, search](const Repositories &repositories) {
        if (!repositories)
            return keep(search->promise,
                        Result<QList<ChartOrigin>>(tl::make_unexpected(repositories.error())));
        search->found.resize(size_t(repositories->size()));
        search->pending = repositories->size();
        if (search->pending == 0)
            return concluded(search);
        for (qsizetype place = 0; place < repositories->size(); ++place)
            ask(search, repositories->at(place), place);
    });
    return search->promise->future();
}

void HelmChartSources::ask(const std::shared_ptr<Search> &search, const HelmRepository &repository,
                           qsizetype place)
{
    m_indexes.read(repository, search->record.chartName, m_timing.known,
                   [this, search, repository, place](const Result<IndexReading> &reading) {
                       if (reading && !reading->entries.isEmpty())
                           return compare(search, repository, place, *reading);
                       if (!reading) {
                           logLine(reading.error());
                           search->found.at(size_t(place)) = ChartOrigin{repository.name,
                                                                         repository.url,
                                                                         search->record.chartName,
                                                                         ChartOrigin::Sureness::Unread,
                                                                         {reading.error().message}};
                       }
                       if (--search->pending == 0)
                           concluded(search);
                   });
}

void HelmChartSources::compare(const std::shared_ptr<Search> &search, const HelmRepository &repository,
                               qsizetype place, const IndexReading &reading)
{
    const ReleaseRecord &record = search->record;
    const QString archive = m_cache.archivePath(repository.url, record.chartName, record.chartVersion);
    onFinished(QtConcurrent::run(holdsSameValues, archive, record), this,
               [this, search, repository, place, reading](bool isSame) {
                   auto source =
                       matchOffer(search->record, {repository.name, repository.url, reading.entries, isSame});
                   if (source && reading.isFromCache)
                       source->reasons.append(reading.notice);
                   search->found.at(size_t(place)) = std::move(source);
                   if (--search->pending == 0)
                       concluded(search);
               });
}

void HelmChartSources::concluded(const std::shared_ptr<Search> &search)
{
    const ReleaseRecord &record = search->record;
    QList<ChartOrigin> sources;
    for (const std::optional<ChartOrigin> &source : search->found) {
        if (source)
            sources.append(*source);
    }
    for (const ChartPin &pin : m_pins.all()) {
        if (pin.chart != record.chartName)
            continue;
        const bool isOwn = pin.cluster == search->cluster && pin.key.namespaceName == record.namespaceName &&
                           pin.key.name == record.name;
        auto source = std::find_if(sources.begin(), sources.end(),
                                   [&pin](const ChartOrigin &each) { return isSameSource(each, pin); });
        const bool isOci = pin.url.startsWith(u"oci://");
        if (source == sources.end() && !isOci)
            continue; // no longer one of Helm's repositories, or without the chart
        if (source == sources.end())
            source = sources.insert(
                sources.end(), {pin.repository, pin.url, pin.chart, ChartOrigin::Sureness::NameOnly, {}});
        if (isOwn) {
            source->sureness = ChartOrigin::Sureness::Pinned;
            source->reasons.prepend(tr("You selected this source for the release's chart."));
        } else if (source->sureness >= ChartOrigin::Sureness::Likely) {
            source->sureness = ChartOrigin::Sureness::Likely;
            source->reasons.append(tr("You selected it for the release %1 in %2 of the cluster %3.")
                                       .arg(pin.key.name, pin.key.namespaceName, pin.cluster));
        }
    }
    sortBySureness(sources);
    keep(search->promise, Result<QList<ChartOrigin>>(sources));
}

QFuture<Result<ChartVersions>> HelmChartSources::versions(const ChartOrigin &source)
{
    auto promise = startedPromise<ChartVersions>();
    if (source.isOci()) {
        m_oci.versions(source, [promise](const Result<ChartVersions> &versions) { keep(promise, versions); });
        return promise->future();
    }
    withRepository(source, [this, source, promise](const Result<HelmRepository> &repository) {
        if (!repository)
            return keep(promise, Result<ChartVersions>(tl::make_unexpected(repository.error())));
        m_indexes.read(
            *repository, source.chart, m_timing.asked,
            [source, promise](const Result<IndexReading> &reading) {
                if (!reading)
                    return keep(promise, Result<ChartVersions>(tl::make_unexpected(reading.error())));
                if (reading->entries.isEmpty())
                    return keep(promise,
                                Result<ChartVersions>(failure(
                                    Error::Code::NotFound, tr("The repository %1 does not list the chart %2.")
                                                               .arg(source.repository, source.chart))));
                keep(promise, Result<ChartVersions>(chartVersions(source, *reading)));
            });
    });
    return promise->future();
}

QFuture<Result<Chart>> HelmChartSources::chart(const ChartOrigin &source, const QString &version)
{
    auto promise = startedPromise<Chart>();
    const auto finish = [promise](const Result<Chart> &chart) { keep(promise, chart); };
    if (source.isOci()) {
        m_oci.get(source, version, finish);
        return promise->future();
    }
    withRepository(source, [this, source, version, finish](const Result<HelmRepository> &repository) {
        if (repository)
            m_charts.get(*repository, source.chart, version, finish);
        else
            finish(tl::make_unexpected(repository.error()));
    });
    return promise->future();
}

Result<void> HelmChartSources::pin(const QString &cluster, const ReleaseKey &key, const ChartOrigin &source)
{
    if (source.isOci() && !OciCharts::isAddress(source.url))
        return failure(Error::Code::Invalid,
                       tr("%1 is not the address of a chart in an OCI registry.").arg(source.url.left(200)));
    return m_pins.add({cluster, key, source.chart, source.repository, source.url});
}

void HelmChartSources::withRepositories(const std::function<void(const Repositories &)> &handler)
{
    onFinished(QtConcurrent::run(readRepositories, m_places.helm.repositoryConfig), this,
               [handler](const Repositories &repositories) { handler(repositories); });
}

void HelmChartSources::withRepository(const ChartOrigin &source,
                                      const std::function<void(const Result<HelmRepository> &)> &handler)
{
    withRepositories([source, handler](const Repositories &repositories) {
        if (!repositories)
            return handler(tl::make_unexpected(repositories.error()));
        for (const HelmRepository &repository : *repositories) {
            if (repository.name == source.repository && repository.url == source.url)
                return handler(repository);
        }
        handler(
            failure(Error::Code::NotFound,
                    tr("Helm no longer has the repository %1 at %2; “helm repo list” shows the current ones.")
                        .arg(source.repository, source.url)));
    });
}

} // namespace chartroom
