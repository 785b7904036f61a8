// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/charts/chart.h"
#include "core/helm/helm_version.h"
#include "core/outcomes/helm_tables.h"

#include <memory>

namespace chartroom {

/// One entry of `dependencies` while Helm works on it.
struct Requirement
{
    QString name; ///< the alias once the sub-charts are chosen
    ChartDependency written;
    bool enabled = true;
    bool imported = false; ///< Helm rewrites import-values in place and does not understand its own writing
};
using Requirements = QList<std::shared_ptr<Requirement>>;

struct HelmChartMetadata
{
    QString name; ///< the alias once chosen by one
    QString version;
    Requirements requirements;
};

/// A chart while Helm works on it. Copies share what Go's copies share: Helm 3 lets two aliases of one
/// sub-chart share the entries of their dependencies, Helm 4 only their sub-charts' metadata.
struct HelmChart
{
    std::shared_ptr<HelmChartMetadata> metadata;
    Table *values = nullptr;
    QList<std::shared_ptr<HelmChart>> dependencies;
    const Chart *source = nullptr;
};
using HelmChartPointer = std::shared_ptr<HelmChart>;

/// Helm's work on a chart before its templates are rendered (helm/helm
/// pkg/chartutil/{coalesce,dependencies}.go
/// @v3.22.0; pkg/chart/common/util/coalesce.go and pkg/chart/v2/util/dependencies.go@v4.3.1). Throws an Error
/// where Helm refuses.
class HelmRules
{
public:
    HelmRules(Tables &tables, const HelmVersion &helm)
        : m_tables(tables)
        , m_helmMajor(helm.major)
    {}

    /// `source` has to outlive the result.
    [[nodiscard]] HelmChartPointer load(const Chart &source);
    [[nodiscard]] Chart toChart(const HelmChart &chart) const;

    /// CoalesceValues or MergeValues: the chart's values and its sub-charts' below a copy of `values`.
    [[nodiscard]] Table *values(const HelmChart &chart, const Table *values, Tables::Mode mode);

    /// ProcessDependenciesWithMerge: leaves the sub-charts that are enabled, under their aliases, and imports
    /// values from them.
    void processDependencies(HelmChart &chart, const Table *values);

private:
    void layChart(const HelmChart &chart, Table *values, const QString &prefix, Tables::Mode mode);
    void layOwnValues(const HelmChart &chart, Table *values, const QString &prefix, Tables::Mode mode);
    void laySubcharts(const HelmChart &chart, Table *values, const QString &prefix, Tables::Mode mode);

    void enable(HelmChart &chart, const Table *values, const QString &path);
    void chooseSubcharts(HelmChart &chart);
    [[nodiscard]] HelmChartPointer aliased(const HelmChart &chart, const Requirement &requirement) const;
    void applyTags(const Requirements &requirements, Table *values);
    void applyConditions(const Requirements &requirements, Table *values, const QString &path);

    void importValues(HelmChart &chart);
    void importOwn(HelmChart &chart);

    Tables &m_tables;
    int m_helmMajor;
};

} // namespace chartroom
