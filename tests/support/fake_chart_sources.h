// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/charts/chart_sources.h"

#include <QHash>

namespace chartroom::test {

/// Chart sources that hold what a test put into them.
class FakeChartSources final : public ChartSources
{
    Q_OBJECT
public:
    using ChartSources::ChartSources;

    /// A source of this repository name; the first one put is the surest.
    void putSource(const QString &repository, ChartOrigin::Sureness sureness = ChartOrigin::Sureness::Likely);
    /// A chart with these values (YAML) in a source.
    void putChart(const QString &repository, const QString &version, const QByteArray &values);
    /// The chart put before, to change it.
    [[nodiscard]] Chart &chartOf(const QString &repository, const QString &version)
    {
        return m_charts[repository][version];
    }
    /// What the index says of a chart's archive.
    void setDigest(const QString &repository, const QString &version, const QString &digest)
    {
        m_digests[repository].insert(version, digest);
    }
    /// What every chart says of the clusters it is for.
    void setKubeVersion(const QString &range) { m_kubeVersion = range; }
    /// When the index says that every chart was made.
    void setPublished(const QDateTime &time) { m_published = time; }
    /// The sources cannot be asked; what is known is of that time.
    void setCached(const QDateTime &time) { m_cachedAt = time; }
    /// What the source answers instead of charts.
    void breakSource(const QString &repository, const Error &error) { m_errors.insert(repository, error); }
    void mend() { m_errors.clear(); }

    [[nodiscard]] QFuture<Result<QList<ChartOrigin>>> candidates(const QString &cluster,
                                                                 const ReleaseRecord &record) override;
    [[nodiscard]] QFuture<Result<ChartVersions>> versions(const ChartOrigin &source) override;
    [[nodiscard]] QFuture<Result<Chart>> chart(const ChartOrigin &source, const QString &version) override;
    [[nodiscard]] Result<void> pin(const QString &cluster, const ReleaseKey &key,
                                   const ChartOrigin &source) override;

private:
    QList<ChartOrigin> m_sources;
    QHash<QString, QMap<QString, Chart>> m_charts; ///< by repository and version
    QHash<QString, QMap<QString, QString>> m_digests;
    QHash<QString, Error> m_errors;
    QString m_kubeVersion;
    QDateTime m_published;
    QDateTime m_cachedAt;
};

} // namespace chartroom::test
