// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace chartroom {

/// Whether a condition of that type is bad while it is True, by the last words of the type; of every other
/// type of an operator's resource False is bad, or only means that something is not in progress. The names
/// that no last word tells are Grafana's (grafana/grafana-operator controllers/controller_shared.go@v5.24.0).
[[nodiscard]] constexpr bool isBadWhenTrue(std::string_view type)
{
    return type.ends_with("Error") || type.ends_with("Degraded") || type.ends_with("Failed") ||
           type == "NoMatchingInstance" || type == "NoMatchingFolder" || type == "FolderUIDMismatch" ||
           type == "InvalidSpec" || type == "NotificationPolicyLoopDetected";
}

} // namespace chartroom
