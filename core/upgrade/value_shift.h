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
    QStringList edits;  ///< given along by a person: --set, a values file, the form
    int sameEdits = 0;  ///< of these, set to the value of today
    QStringList moved;  ///< and the rest of them
    QStringList others; ///< beside those: overrides that are lost, defaults that move
    int since = 0;      ///< the revision that it is compared with, where that is not the newest

    /// What is in force today is in force then.
    [[nodiscard]] bool isEmpty() const { return edits.size() == sameEdits && others.isEmpty(); }
};

/// Of an upgrade: the values in force today against those of the outcome.
[[nodiscard]] ValueShift valueShift(const Outcome &outcome);
/// Of a rollback: the user values of both revisions.
[[nodiscard]] ValueShift valueShift(const Value &before, const Value &after);

} // namespace chartroom
