// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/charts/chart_sources.h"

#include <QFuture>
#include <QFutureWatcher>
#include <QObject>
#include <QPromise>

namespace chartroom {

/// A chart in a version, and where it was had.
struct FoundChart
{
    ChartSource source;
    Chart chart;
    QStringList notices; ///< about sources that could not give it, and how sure the one is
};

/// Asks a release's candidate sources for a version of its chart, the surest first, until one has it.
/// Deletes itself when it is done or its future was cancelled. `owner` and `sources` outlive it.
class ChartLookup final : public QObject
{
    Q_OBJECT
public:
    /// NotFound when no source lists the chart or none has that version; the error of the surest source when
    /// all of them failed otherwise.
    [[nodiscard]] static QFuture<Result<FoundChart>> find(ChartSources *sources, const QString &cluster,
                                                          const ReleaseRecord &record, const QString &version,
                                                          QObject *owner);

private:
    ChartLookup(ChartSources *sources, const QString &cluster, const ReleaseRecord &record, QString version,
                QObject *owner);
    void take(const Result<QList<ChartSource>> &candidates);
    void askNext();
    void finish(Result<FoundChart> result);

    ChartSources *m_sources;
    QString m_chart;
    QString m_version;
    QList<ChartSource> m_left;
    std::optional<Error> m_firstError;
    QStringList m_notices;
    QPromise<Result<FoundChart>> m_promise;
    QFutureWatcher<Result<FoundChart>> m_watcher;
};

} // namespace chartroom
