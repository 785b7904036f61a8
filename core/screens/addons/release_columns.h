// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <Qt>

namespace chartroom {

enum class ReleaseColumn {
    Name,
    Namespace,
    Chart,
    AppVersion,
    Revision,
    Status,
    Owner,
    Scope,
    Diverges,
    Updated,
};
inline constexpr int releaseColumnCount = int(ReleaseColumn::Updated) + 1;

enum ReleaseRole {
    SortRole = Qt::UserRole + 1, ///< raw value: a string, a number or a QDateTime
    KeyRole,                     ///< ReleaseKey
    SecondaryTextRole,           ///< shown muted beside the text: chart version, "never upgraded"
    StateRole,                   ///< int of VisualState, in column Status
    OwnerRole,                   ///< int of Owner in column Owner; -1 while not known
};

/// The column's heading, translated.
[[nodiscard]] QString releaseColumnTitle(ReleaseColumn column);
/// A stable word for settings: "name", "chart", ...
[[nodiscard]] QString releaseColumnId(ReleaseColumn column);

} // namespace chartroom
