// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/value.h"
#include "core/secrets/value_change.h"

#include <QList>
#include <QStringList>

namespace chartroom {

/// What is known of how values changed, where some may be masked, as those of a recording are: two that are
/// dots look alike, and may differ.
struct KnownChanges
{
    QList<ValueChange> changes; ///< as changedSettings() has them
    QStringList unknown;        ///< paths that are masked where they would have to be compared
};

/// A pure function for the pool.
[[nodiscard]] KnownChanges knownChanges(const Value &before, const Value &after);

/// "unknown for a.b, c.d and more", for people; paths as they may be shown.
[[nodiscard]] QString unknownPathsText(const QStringList &paths);

} // namespace chartroom
