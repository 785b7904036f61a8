// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/outcomes/outcomes.h"

#include <QStringList>

namespace chartroom {

/// What a change does to values, one line each: "driver.version: 580.95.05 → 595.71.05", masked and safe to
/// show. The one source of what is said about values, so that no page, verb or ticket counts for itself.
struct ValueShift
{
    QStringList edits;               ///< given along by a person: --set, a values file, the form
    int sameEdits = 0;               ///< of these, set to the value of today
    QStringList moved;               ///< and the rest of them
    QStringList others;              ///< beside those: overrides that are lost, defaults that move
    bool areDefaultsUnknown = false; ///< a record does not have the chart's own values: only the users' count
    int since = 0;                   ///< the revision that it is compared with, where that is not the newest

    /// What is in force today is in force then.
    [[nodiscard]] bool isEmpty() const { return edits.size() == sameEdits && others.isEmpty(); }
};

/// Of an upgrade: the values in force today against those of the outcome.
[[nodiscard]] ValueShift valueShift(const Outcome &outcome);
/// Of a rollback: the values in force of both revisions, chart defaults included; the user values alone where
/// a record does not have its chart's. For the pool.
[[nodiscard]] ValueShift valueShift(const ReleaseRecord &before, const ReleaseRecord &after,
                                    const HelmVersion &helm);

/// "The chart goes from v26.3.3 to v25.10.1."; a version that is unknown is "".
[[nodiscard]] QString chartStepText(const QString &from, const QString &to);

} // namespace chartroom
