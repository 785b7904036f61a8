// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/visible_text.h"
#include "core/words/relative_time.h"
#include "core/words/window_plan_text.h"
#include "core/words/words_tr.h"

namespace chartroom {

namespace {

using std::chrono::milliseconds;

} // namespace

QString plannedTimeText(milliseconds time)
{
    const auto minutes = std::chrono::round<std::chrono::minutes>(time).count();
    if (minutes < 90)
        return durationText(time);
    return WordsTr::tr("%1 h %2 min").arg(minutes / 60).arg(minutes % 60);
}

QString windowPlanGap(const NodeImpact &impact, const RolloutFacts *facts)
{
    if (!impact.mayTouchDrivers())
        return WordsTr::tr("It touches no driver: no node has to be gone through.");
    if (!facts && impact.component.isEmpty() && !impact.why.isEmpty())
        return WordsTr::tr("Nobody can tell which nodes it reaches: %1").arg(visibleText(impact.why));
    if (!facts)
        return WordsTr::tr("Which nodes it reaches could not be read.");
    return windowPlanGap(*facts);
}

QString windowPlanGap(const RolloutFacts &facts)
{
    if (facts.nodes.isEmpty())
        return WordsTr::tr("It reaches no node.");
    if (!facts.policy)
        return WordsTr::tr(
            "No upgrade policy of this driver is known, so the order of its nodes is unknown.");
    return {};
}

} // namespace chartroom
