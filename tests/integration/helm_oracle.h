// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/outcomes/outcomes.h"

namespace chartroom::test {

/// One `helm upgrade` to a chart.
struct OracleUpgrade
{
    Chart to;
    Value edits;
    Strategy strategy = Strategy::Reuse;
};

/// A release of `from`, upgraded for good by each of `before`, then asked about each of `upgrades`.
struct OracleQuestion
{
    Chart from;
    Value userValues;
    QList<OracleUpgrade> before;
    QList<OracleUpgrade> upgrades;
};

/// What Helm stores and computes; with an error neither.
struct OracleAnswer
{
    Value config; ///< a map
    Value chartValues;
    Value computed;
    QString error;
};

struct OracleAnswers
{
    OracleAnswer installed;
    QList<OracleAnswer> upgrades; ///< none when `installed` has an error
};

/// Asks Helm's own packages (tests/sandbox/values3 or values4). Blocks, so only for tests; nothing, with a
/// warning in the log, when the program fails.
[[nodiscard]] QList<OracleAnswers> askHelm(int helmMajor, const QList<OracleQuestion> &questions);

/// A chart as Chart.yaml says it, dependencies included.
[[nodiscard]] Value chartYaml(const ChartMetadata &metadata);

} // namespace chartroom::test
