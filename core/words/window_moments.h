// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/upgrade/draft.h"

#include <optional>

namespace chartroom {

/// Times as people read them off while a window is planned: in the window's zone, and in UTC. Without a
/// window the zone is this machine's.
class WindowMoments
{
public:
    explicit WindowMoments(const std::optional<UpgradeWindow> &window);

    /// "Sat 23:10", in the zone.
    [[nodiscard]] QString clock(const QDateTime &time) const;
    /// "Sat 23:10 Europe/Berlin (22:10 UTC)"; "Sat 22:10 UTC" where the zone is not off it then.
    [[nodiscard]] QString text(const QDateTime &time) const;

private:
    QTimeZone m_zone;
};

} // namespace chartroom
