// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/words/activity_log.h"

namespace chartroom {

class Fleet;

/// How the nodes of a deployment went on that ended by itself, not verified: as its cluster shows it at
/// `now`, or that this is unknown; a sentence, safe to show. "" where nothing is to be told. The journal
/// stays as it is.
[[nodiscard]] QString nodesSinceText(const Fleet &fleet, const ActivityEntry &entry, const QDateTime &now);

} // namespace chartroom
