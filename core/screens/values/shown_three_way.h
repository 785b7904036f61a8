// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/three_way.h"
#include "core/session/visual_state.h"

#include <array>

namespace chartroom {

/// A line of the three-way view: an object, or one of its paths below it.
struct ThreeWayRow
{
    bool isObject = false;
    QString title;    ///< "DaemonSet gpu/driver", or the path; fit to show
    QString filter;   ///< what a filter matches: the object, for a path with it behind
    QString released; ///< in one line; empty: not there
    QString live;
    QString next;
    VisualState state = VisualState::Unknown;
    QString word;  ///< "conflict"
    QString owner; ///< who set what is live, "" when nobody is named
    QDateTime since;
};

struct ShownThreeWay
{
    QList<ThreeWayRow> rows;
    std::array<int, 4> counts{}; ///< paths by ThreeWayPath::Kind
    QStringList notices;
    QStringList gaps; ///< of the notices, what keeps it unknown whether more differs
    int hidden = 0;   ///< paths with a value that is dots
};

[[nodiscard]] QString threeWayWord(ThreeWayPath::Kind kind);
[[nodiscard]] VisualState threeWayState(ThreeWayPath::Kind kind);

/// Values masked unless revealed. A pure function for the pool.
[[nodiscard]] ShownThreeWay shownThreeWay(const ThreeWay &compared, bool isRevealed);

} // namespace chartroom
