// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Qt>

namespace chartroom {

enum class FindingsColumn { Component, Meaning, Nodes, Since, Owner };
inline constexpr int findingsColumnCount = int(FindingsColumn::Owner) + 1;

enum FindingsRole {
    FindingStateRole = Qt::UserRole + 1, ///< int of VisualState
    FindingOwnerRole,                    ///< int of Owner
};

} // namespace chartroom
