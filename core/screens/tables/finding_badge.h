// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/diagnosis/finding.h"
#include "core/session/visual_state.h"

#include <QHash>

namespace chartroom {

/// Of any table's row: a FindingBadge in the column that names it, where it has one.
inline constexpr int FindingBadgeRole = Qt::UserRole + 90;

/// The mark beside a node or a release that something was found about it.
struct FindingBadge
{
    VisualState state = VisualState::Unknown; ///< of the most urgent finding
    QString words;                            ///< what the findings say, a line each

    friend bool operator==(const FindingBadge &, const FindingBadge &) = default;
};

/// By the node's raw name, and by the release's namespace/name as it is shown.
[[nodiscard]] QHash<QString, QList<Finding>> findingsByNode(const QList<Finding> &findings);
[[nodiscard]] QHash<QString, QList<Finding>> findingsByRelease(const QList<Finding> &findings);
/// Of the findings about each thing, the most urgent first.
[[nodiscard]] QHash<QString, FindingBadge> badgesOf(const QHash<QString, QList<Finding>> &findings);

} // namespace chartroom
