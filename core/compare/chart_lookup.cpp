// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/chart_lookup.h"

#include "core/base/on_finished.h"
#include "core/charts/semantic_version.h"

#include <algorithm>

namespace chartroom {

namespace {

QString nameOf(const ChartOrigin &source)
{
    return source.repository.isEmpty() ? source.url : source.repository;
}

/// The version as it is published there; null where it is not.
const ChartVersion *listed(const Result<ChartVersions> &published, const QString &version)
{
    if (!published)
        return nullptr;
    const auto found = std::find_if(
        published->versions.cbegin(), published->versions.cend(),
        [&version](const ChartVersion &one) { return std::is_eq(compareVersions(one.version, version)); });
    return found == published->versions.cend() ? nullptr : &*found;
}

/// Without the name of the algorithm, which some indexes have in front.
QString plainDigest(const QString &digest)
{
    return digest.section(u':', -1).toLower();
}

} // namespace

QFuture<Result<FoundChart>> ChartLookup::find(ChartSources *sources, const QString &cluster,
                                              const ReleaseRecord &record, const QString &version,
                                              QObject *owner, const QString &repository)
{
    auto *lookup = new ChartLookup(sources, cluster, record, version, owner, repository);
    return lookup->m_promise.future();
}

ChartLookup::ChartLookup(ChartSources *sources, const QString &cluster, const ReleaseRecord &record,
                         QString version, QObject *owner, QString repository)
    : QObject(owner)
    , m_sources(sources)
    , m_chart(record.chartName)
    , m_version(std::move(version))
    , m_repository(std::move(repository))
{
    m_promise.start();
    connect(&m_watcher, &QFutureWatcherBase::canceled, this, &QObject::deleteLater);
    m_watcher.setFuture(m_promise.future());
    onFinished(m_sources->candidates(cluster, record), this,
               [this](const Result<QList<ChartOrigin>> &candidates) { take(candidates); });
}

void ChartLookup::take(const Result<QList<ChartOrigin>> &candidates)
{
    if (!candidates) {
        finish(tl::make_unexpected(candidates.error()));
        return;
    }
    m_left = *candidates;
    if (m_left.isEmpty()) {
        finish(failure(Error::Code::NotFound,
                       tr("No Helm repository on this machine lists the chart %1. Add its repository with "
                          "helm repo add.")
                           .arg(m_chart)));
        return;
    }
    if (!m_repository.isEmpty())
        m_left.removeIf([this](const ChartOrigin &source) { return nameOf(source) != m_repository; });
    if (m_left.isEmpty()) {
        QStringList names;
        for (const ChartOrigin &source : *candidates)
            names << nameOf(source);
        finish(failure(Error::Code::Invalid, tr("%1 is not a repository with the chart %2: choose from %3.")
                                                 .arg(m_repository, m_chart, names.join(u", "))));
        return;
    }
    const QList<ChartOrigin> asked = m_left;
    m_open = asked.size(); // one may be a candidate twice
    for (const ChartOrigin &source : asked)
        onFinished(m_sources->versions(source), this,
                   [this, key = source.argument()](const Result<ChartVersions> &versions) {
                       m_versions.insert(key, versions);
                       if (--m_open == 0)
                           choose();
                   });
}

/// Those that list the version come first. Two that publish different archives as the same version are not
/// chosen between, unless a person said before which one it is.
void ChartLookup::choose()
{
    const auto listedIn = [this](const ChartOrigin &source) {
        return listed(m_versions.constFind(source.argument()).value(), m_version);
    };
    QList<ChartOrigin> having;
    for (const ChartOrigin &source : std::as_const(m_left)) {
        if (listedIn(source))
            having << source;
        else if (const auto &published = m_versions.constFind(source.argument()).value(); !published)
            note(source, published.error());
    }
    const bool isChosen = !having.isEmpty() && having.first().sureness == ChartOrigin::Sureness::Pinned;
    for (const ChartOrigin &source : std::as_const(having)) {
        const QString first = plainDigest(listedIn(having.first())->digest);
        const QString other = plainDigest(listedIn(source)->digest);
        if (isChosen || first.isEmpty() || other.isEmpty() || first == other)
            continue;
        return finish(failure(Error::Code::Invalid,
                              tr("%1 and %2 both have %3 %4, but not the same archive (sha256 %5 and %6). "
                                 "Choose one with --repository NAME.")
                                  .arg(nameOf(having.first()), nameOf(source), m_chart, m_version,
                                       first.left(12), other.left(12))));
    }
    std::stable_partition(m_left.begin(), m_left.end(), listedIn);
    askNext();
}

void ChartLookup::askNext()
{
    if (m_left.isEmpty()) {
        finish(tl::make_unexpected(*m_firstError));
        return;
    }
    const ChartOrigin source = m_left.takeFirst();
    onFinished(m_sources->chart(source, m_version), this, [this, source](const Result<Chart> &chart) {
        if (chart) {
            if (source.sureness == ChartOrigin::Sureness::NameOnly)
                m_notices << tr("The chart comes from %1; only its name is known.").arg(source.url);
            FoundChart found{source, *chart, m_notices};
            for (const Result<ChartVersions> &versions : std::as_const(m_versions))
                if (versions)
                    found.published << *versions;
            finish(found);
            return;
        }
        note(source, chart.error());
        const bool isBetter = m_firstError && m_firstError->code == Error::Code::NotFound &&
                              chart.error().code != Error::Code::NotFound;
        if (!m_firstError || isBetter) // it may well be where nobody could look
            m_firstError = chart.error();
        askNext();
    });
}

void ChartLookup::note(const ChartOrigin &source, const Error &error)
{
    if (const QString text = tr("%1: %2").arg(source.url, error.message); !m_notices.contains(text))
        m_notices << text;
}

void ChartLookup::finish(Result<FoundChart> result)
{
    m_promise.addResult(std::move(result));
    m_promise.finish();
    deleteLater();
}

} // namespace chartroom
