// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/values/three_way_controller.h"

#include <QtConcurrentRun>

#include <algorithm>

namespace chartroom {

void ThreeWayController::setSource(ReleaseSource *releases, SideReader *sides)
{
    if (releases == this->releases() && sides == m_sides)
        return;
    m_sides = sides;
    follow(releases);
}

void ThreeWayController::setUpgrade(const Side &upgrade)
{
    if (upgrade == m_upgrade)
        return;
    m_upgrade = upgrade;
    restart();
}

void ThreeWayController::clear()
{
    m_texts = {};
    m_shown = {};
}

void ThreeWayController::read(const Release & /*release*/)
{
    if (!m_sides) {
        enterUnreadable();
        return;
    }
    enter(m_upgrade.version.isEmpty() ? ReadPhase::Idle : ReadPhase::Reading);
    if (m_upgrade.version.isEmpty())
        return;
    Side manifest;
    manifest.kind = Side::Kind::Manifest;
    Side live;
    live.kind = Side::Kind::Live;
    for (const auto &[place, side] :
         {std::pair(Released, manifest), std::pair(Live, live), std::pair(Next, m_upgrade)})
        next(m_sides->read(key(), side), [this, place = place](const SideText &text) { take(place, text); });
}

void ThreeWayController::take(Place place, const SideText &text)
{
    m_texts[place] = text;
    if (std::all_of(m_texts.cbegin(), m_texts.cend(), [](const auto &one) { return one.has_value(); }))
        show();
}

void ThreeWayController::show()
{
    outdate();
    const auto compared = [released = *m_texts[Released], live = *m_texts[Live], next = *m_texts[Next],
                           releaseNamespace = key().namespaceName, isRevealed = isRevealed()] {
        ShownThreeWay shown = shownThreeWay(
            threeWay(released.documents, live.live, next.documents, releaseNamespace, isRevealed),
            isRevealed);
        shown.notices = released.notices + next.notices + shown.notices;
        shown.gaps = released.gaps + live.gaps + next.gaps;
        return shown;
    };
    next(QtConcurrent::run(compared), [this](const ShownThreeWay &shown) {
        m_shown = shown;
        enter(ReadPhase::Ready);
    });
}

} // namespace chartroom
