// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/words/activity_log.h"

namespace chartroom {

class Fleet;

struct NodesNow
{
    QString text; ///< a sentence, safe to show; "" where nothing is to be told
    ActivityEntry::NodesNow state = ActivityEntry::NodesNow::Untold;
};

/// How the nodes of a deployment went on that ended by itself, not verified: as its cluster shows it at
/// `now`, or that this is unknown. The journal stays as it is.
[[nodiscard]] NodesNow nodesNow(const Fleet &fleet, const ActivityEntry &entry, const QDateTime &now);

} // namespace chartroom
