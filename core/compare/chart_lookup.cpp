// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/chart_lookup.h"

#include "core/base/on_finished.h"

namespace chartroom {

QFuture<Result<FoundChart>> ChartLookup::find(ChartSources *sources, const QString &cluster,
                                              const ReleaseRecord &record, const QString &version,
                                              QObject *owner)
{
    auto *lookup = new ChartLookup(sources, cluster, record, version, owner);
    return lookup->m_promise.future();
}

ChartLookup::ChartLookup(ChartSources *sources, const QString &cluster, const ReleaseRecord &record,
                         QString version, QObject *owner)
    : QObject(owner)
    , m_sources(sources)
    , m_chart(record.chartName)
    , m_version(std::move(version))
{
    m_promise.start();
    connect(&m_watcher, &QFutureWatcherBase::canceled, this, &QObject::deleteLater);
    m_watcher.setFuture(m_promise.future());
    onFinished(m_sources->candidates(cluster, record), this,
               [this](const Result<QList<ChartSource>> &candidates) { take(candidates); });
}

void ChartLookup::take(const Result<QList<ChartSource>> &candidates)
{
    if (!candidates) {
        finish(tl::make_unexpected(candidates.error()));
        return;
    }
    if (candidates->isEmpty()) {
        finish(failure(Error::Code::NotFound,
                       tr("No Helm repository on this machine lists the chart %1. Add its repository with "
                          "helm repo add.")
                           .arg(m_chart)));
        return;
    }
    m_left = *candidates;
    askNext();
}

void ChartLookup::askNext()
{
    if (m_left.isEmpty()) {
        finish(tl::make_unexpected(*m_firstError));
        return;
    }
    const ChartSource source = m_left.takeFirst();
    onFinished(m_sources->chart(source, m_version), this, [this, source](const Result<Chart> &chart) {
        if (chart) {
            if (source.sureness == ChartSource::Sureness::NameOnly)
                m_notices << tr("The chart comes from %1, which is known by its name only.").arg(source.url);
            finish(FoundChart{source, *chart, m_notices});
            return;
        }
        m_notices << tr("%1: %2").arg(source.url, chart.error().message);
        if (!m_firstError)
            m_firstError = chart.error();
        askNext();
    });
}

void ChartLookup::finish(Result<FoundChart> result)
{
    m_promise.addResult(std::move(result));
    m_promise.finish();
    deleteLater();
}

} // namespace chartroom
