// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/charts/chart.h"
#include "core/helm/helm_version.h"
#include "core/helm/release.h"
#include "core/helm/strategy.h"

#include <QList>
#include <QString>

#include <array>
#include <optional>

namespace chartroom {

/// The release as it stands. `chart` is what the record stores of it: metadata and values.
struct InstalledValues
{
    Chart chart;
    Value userValues;
};

/// What one path comes to.
struct PathFate
{
    enum class Kind {
        Kept,              ///< an override that stays
        Set,               ///< this upgrade itself sets another value, or takes one away
        LostOverride,      ///< an override of today that would be gone
        NewDefaultMissing, ///< the new chart sets it, and with reuse it would not be there
        DefaultMoved,      ///< not overridden; the chart's default changes the value
        StaleDefault,      ///< not overridden; reuse keeps the old chart's default
        NewDefault,        ///< not overridden; new in the chart
        Gone,              ///< the new chart no longer knows the overridden path, renamed or removed
        TypeChanged,       ///< the override's type is not that of the new default
        FailsSchema,       ///< the new chart's values.schema.json refuses it
    };
    Kind kind = Kind::Kept;
    QString path;
    Value before;        ///< in force today
    Value after;         ///< in force then
    QString text;        ///< one sentence
    QString renamedTo;   ///< with Gone: the path that seems to take its place, else ""
    bool isEdit = false; ///< a person gives it along: --set, a values file, the form; whatever comes of it
};

/// What an upgrade with one strategy would make.
struct Outcome
{
    Strategy strategy = Strategy::Reuse;
    Value stored;   ///< the user values that Helm would store (`config`)
    Value computed; ///< what the templates would see as .Values
    QList<PathFate> fates;
    QStringList warnings; ///< what Helm itself would print
    Error problem;        ///< with a message when Helm would refuse (schema, type clash); else empty
};

struct Advice
{
    Strategy recommended = Strategy::ResetThenReuse;
    QString argument; ///< two sentences
    QString vendor;   ///< the vendor's advice when it differs, else ""
};

struct Outcomes
{
    std::array<Outcome, 3> all; ///< by Strategy
    Advice advice;

    [[nodiscard]] const Outcome &of(Strategy strategy) const & { return all[size_t(strategy)]; }
    /// Of a temporary by value, so that no reference outlives it.
    [[nodiscard]] Outcome of(Strategy strategy) const && { return all[size_t(strategy)]; }
};

/// Computed as Helm 3 and 4 do (pkg/action/upgrade.go, pkg/chartutil/{coalesce,dependencies}.go); where their
/// versions differ, that of `helm` decides. `edits` is what --set and -f would add. Pure, for the pool.
[[nodiscard]] Outcomes outcomes(const InstalledValues &installed, const Chart &target, const Value &edits,
                                const HelmVersion &helm = assumedHelm());

} // namespace chartroom
