// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/helm/helm_version.h"
#include "core/outcomes/outcomes.h"

namespace chartroom {

/// What `helm upgrade` makes of values before any template is rendered.
struct HelmUpgrade
{
    Value stored;         ///< `config` of the new record; a map
    Value computed;       ///< .Values as the chart's own templates see it; a map, empty with a problem
    Chart chart;          ///< the target with the sub-charts that are enabled, under their aliases, and the
                          ///< values that the new record would store of it
    QStringList warnings; ///< Helm's own words, without the values that it prints into them
    Error problem;        ///< with a message when Helm refuses
};

/// As action.Upgrade computes it, without the schema check (helm/helm pkg/action/upgrade.go@v3.22.0 and
/// @v4.3.1, prepareUpgrade and reuseValues). Where Go's map order decides inside Helm itself (sub-charts that
/// Chart.yaml does not name, when they share nested globals; two archives in charts/ that fit one entry) the
/// order of the archive decides here.
[[nodiscard]] HelmUpgrade helmUpgrade(const InstalledValues &installed, const Chart &target,
                                      const Value &edits, Strategy strategy, const HelmVersion &helm);

/// `helm get values --all`: the chart's values below the user's, sub-charts included.
[[nodiscard]] Result<Value> helmComputedValues(const Chart &chart, const Value &userValues,
                                               const HelmVersion &helm);

/// The defaults of the target chart with the sub-charts that `values` enables, nothing overridden.
[[nodiscard]] Result<Value> helmDefaults(const Chart &target, const Value &values, const HelmVersion &helm);

/// The chart without the sub-charts that a condition or tag disables, under their aliases. As it is where
/// Helm would refuse the values.
[[nodiscard]] Chart helmEnabledChart(const Chart &chart, const Value &userValues, const HelmVersion &helm);

} // namespace chartroom
