// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/fake_chart_sources.h"

#include "core/base/document.h"
#include "core/base/on_finished.h"
#include "core/charts/semantic_version.h"

#include <QCryptographicHash>

#include <algorithm>

namespace chartroom::test {

void FakeChartSources::putSource(const QString &repository, ChartOrigin::Sureness sureness)
{
    m_sources.append({repository,
                      QStringLiteral("https://%1.example/charts").arg(repository),
                      QStringLiteral("gpu-operator"),
                      sureness,
                      {}});
}

void FakeChartSources::putChart(const QString &repository, const QString &version, const QByteArray &values)
{
    Chart chart;
    chart.metadata.name = QStringLiteral("gpu-operator");
    chart.metadata.version = version;
    chart.values = readYaml(values).value();
    chart.valuesText = values;
    chart.digest =
        QString::fromLatin1(QCryptographicHash::hash(version.toUtf8(), QCryptographicHash::Sha256).toHex());
    m_charts[repository].insert(version, chart);
}

QFuture<Result<QList<ChartOrigin>>> FakeChartSources::candidates(const QString &, const ReleaseRecord &)
{
    return readyFuture(Result<QList<ChartOrigin>>(m_sources));
}

QFuture<Result<ChartVersions>> FakeChartSources::versions(const ChartOrigin &source)
{
    if (m_errors.contains(source.repository))
        return readyFuture(Result<ChartVersions>(tl::make_unexpected(m_errors.value(source.repository))));
    ChartVersions versions;
    versions.source = source;
    QStringList names = m_charts.value(source.repository).keys();
    std::sort(names.begin(), names.end(),
              [](const QString &a, const QString &b) { return compareVersions(a, b) > 0; });
    for (const QString &version : std::as_const(names))
        versions.versions.append({version,
                                  {},
                                  m_kubeVersion,
                                  m_digests.value(source.repository).value(version),
                                  m_published,
                                  false});
    versions.isFromCache = m_cachedAt.isValid();
    versions.indexTime = m_cachedAt;
    if (versions.isFromCache)
        versions.notice = QStringLiteral("The repository %1 does not answer.").arg(source.repository);
    return readyFuture(Result<ChartVersions>(versions));
}

QFuture<Result<Chart>> FakeChartSources::chart(const ChartOrigin &source, const QString &version)
{
    if (m_errors.contains(source.repository))
        return readyFuture(Result<Chart>(tl::make_unexpected(m_errors.value(source.repository))));
    const QMap<QString, Chart> charts = m_charts.value(source.repository);
    if (!charts.contains(version))
        return readyFuture(Result<Chart>(
            failure(Error::Code::NotFound, QStringLiteral("%1 is not in the index.").arg(version))));
    return readyFuture(Result<Chart>(charts.value(version)));
}

Result<void> FakeChartSources::pin(const QString &, const ReleaseKey &, const ChartOrigin &source)
{
    m_sources.removeIf([&](const ChartOrigin &other) { return other.url == source.url; });
    m_sources.prepend(source);
    m_sources.first().sureness = ChartOrigin::Sureness::Pinned;
    return {};
}

} // namespace chartroom::test
