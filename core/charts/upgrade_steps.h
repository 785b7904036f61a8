// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/charts/chart_sources.h"
#include "core/charts/semantic_version.h"

#include <QStringList>

namespace chartroom {

/// How far an upgrade of some charts may go in one step (resources/versions/steps.yaml).
struct UpgradeRule
{
    /// Month: a year and a month, which the makers call a major (v25.10, v26.3).
    enum class Line { Major, Minor, Month };
    enum class Skipping { Discouraged, Unsupported };
    QStringList charts; ///< empty: nobody says anything of the chart, and only skipped majors are noticed
    Line line = Line::Major;
    bool isConsecutive = false; ///< minors of one major follow each other by ones, so no index is needed
    Skipping skipping = Skipping::Discouraged;
    bool goesBackAlike = false; ///< the same holds for going back
    QString source;             ///< where it was read; "" without charts
    QString date;               ///< when, yyyy-MM-dd
};

/// Errors: Invalid, Unsupported for a newer form of the file.
[[nodiscard]] Result<QList<UpgradeRule>> readUpgradeRules(const QByteArray &yaml);
/// Of those that ship with the program, the one for this chart, else what holds where nobody says anything.
[[nodiscard]] const UpgradeRule &upgradeRule(const QString &chart);

/// The chart's makers call both the same major: 26.3.0 and 26.7.0 are two of them by Line::Month.
[[nodiscard]] bool isSameMajor(const UpgradeRule &rule, const SemanticVersion &a, const SemanticVersion &b);

/// From one version of a chart to another, by its rule.
struct UpgradeStep
{
    enum class Kind {
        Within,  ///< of the same line
        Next,    ///< to the line that follows
        Skips,   ///< over some: `between`
        Back,    ///< to an older one; `between` names what is skipped where the rule minds that
        Unknown, ///< no versions, or no list of what lies between
    };
    Kind kind = Kind::Unknown;
    QStringList between; ///< in the order to go: the newest published of each line, else the line
};

/// `versions` is null where the index could not be read.
[[nodiscard]] UpgradeStep upgradeStep(const UpgradeRule &rule, const ChartVersions *versions,
                                      const QString &from, const QString &to);

} // namespace chartroom
