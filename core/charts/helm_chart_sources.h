// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/charts/chart_pins.h"
#include "core/charts/chart_sources.h"
#include "core/charts/oci_charts.h"
#include "core/charts/repository_charts.h"
#include "core/charts/repository_indexes.h"

namespace chartroom {

/// Where HelmChartSources reads and writes.
struct ChartPlaces
{
    HelmSettings helm;   ///< read only
    QString cacheFolder; ///< the program's own
    QString pinFile;
    QString helmProgram; ///< absolute path, empty when there is none

    /// Those of the person who runs the program.
    [[nodiscard]] static ChartPlaces ofThisUser();
};

/// Chart sources by the user's repositories.yaml and helm's sign-ins. Requests go to the hosts that this
/// file, an index of these repositories, a redirect of theirs, or a pinned OCI address names, and to no
/// other. A cancelled future is silent; what was being fetched for it still goes to the cache.
class HelmChartSources final : public ChartSources
{
    Q_OBJECT
public:
    /// `runner` and `clock` must outlive this.
    HelmChartSources(ChartPlaces places, CommandRunner *runner, const Clock *clock,
                     RepositoryTiming timing = {}, QObject *parent = nullptr);

    [[nodiscard]] QFuture<Result<QList<ChartOrigin>>> candidates(const QString &cluster,
                                                                 const ReleaseRecord &record) override;
    [[nodiscard]] QFuture<Result<ChartVersions>> versions(const ChartOrigin &source) override;
    [[nodiscard]] QFuture<Result<Chart>> chart(const ChartOrigin &source, const QString &version) override;
    [[nodiscard]] Result<void> pin(const QString &cluster, const ReleaseKey &key,
                                   const ChartOrigin &source) override;

private:
    struct Search;
    using Repositories = Result<QList<HelmRepository>>;

    void withRepositories(const std::function<void(const Repositories &)> &handler);
    void withRepository(const ChartOrigin &source,
                        const std::function<void(const Result<HelmRepository> &)> &handler);
    void ask(const std::shared_ptr<Search> &search, const HelmRepository &repository, qsizetype place);
    void compare(const std::shared_ptr<Search> &search, const HelmRepository &repository, qsizetype place,
                 const IndexReading &reading);
    void concluded(const std::shared_ptr<Search> &search);

    ChartPlaces m_places;
    ChartCache m_cache;
    ChartPins m_pins;
    RepositoryTiming m_timing;
    RepositoryIndexes m_indexes;
    RepositoryCharts m_charts;
    OciCharts m_oci;
};

} // namespace chartroom
