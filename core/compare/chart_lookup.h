// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/charts/chart_sources.h"

#include <QFuture>
#include <QFutureWatcher>
#include <QMap>
#include <QObject>
#include <QPromise>

namespace chartroom {

/// A chart in a version, and where it was had.
struct FoundChart
{
    ChartOrigin source;
    Chart chart;
    QStringList notices; ///< about sources that could not give it, and how sure the one is
    /// What each source publishes, as far as it could be asked: that of `source` and of all the others.
    QList<ChartVersions> published = {};
};

/// Looks into all of a release's candidate sources for a version of its chart, and takes the surest that has
/// it. Deletes itself when it is done or its future was cancelled. `owner` and `sources` outlive it.
class ChartLookup final : public QObject
{
    Q_OBJECT
public:
    /// `repository` is the one that a person chose; "" for any. NotFound when no source lists the chart or
    /// none has that version; Invalid when two list it with different archives and nobody chose, or when the
    /// chosen one is no candidate; the error of the surest source that could not be asked otherwise.
    [[nodiscard]] static QFuture<Result<FoundChart>> find(ChartSources *sources, const QString &cluster,
                                                          const ReleaseRecord &record, const QString &version,
                                                          QObject *owner, const QString &repository = {});

private:
    ChartLookup(ChartSources *sources, const QString &cluster, const ReleaseRecord &record, QString version,
                QObject *owner, QString repository);
    void take(const Result<QList<ChartOrigin>> &candidates);
    void choose();
    void askNext();
    void note(const ChartOrigin &source, const Error &error);
    void finish(Result<FoundChart> result);

    ChartSources *m_sources;
    QString m_chart;
    QString m_version;
    QString m_repository;
    QList<ChartOrigin> m_left;
    qsizetype m_open = 0;                            ///< sources that have not answered
    QMap<QString, Result<ChartVersions>> m_versions; ///< by how helm is told of the source
    std::optional<Error> m_firstError;
    QStringList m_notices;
    QPromise<Result<FoundChart>> m_promise;
    QFutureWatcher<Result<FoundChart>> m_watcher;
};

} // namespace chartroom
