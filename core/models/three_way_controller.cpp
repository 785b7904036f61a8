// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/three_way_controller.h"

#include "core/base/on_finished.h"

#include <QtConcurrentRun>

#include <algorithm>

namespace chartroom {

void ThreeWayController::setSource(ReleaseSource *releases, SideReader *sides)
{
    if (releases == m_releases && sides == m_sides)
        return;
    if (m_releases)
        m_releases->disconnect(this);
    m_releases = releases;
    m_sides = sides;
    m_key = {};
    m_upgrade = {};
    m_revealed = false;
    if (releases)
        connect(releases, &ReleaseSource::releasesChanged, this, &ThreeWayController::followReleases);
    read();
}

void ThreeWayController::setRelease(const ReleaseKey &key)
{
    if (key == m_key)
        return;
    m_key = key;
    m_upgrade = {};
    m_revealed = false;
    read();
}

void ThreeWayController::setUpgrade(const Side &upgrade)
{
    if (upgrade == m_upgrade)
        return;
    m_upgrade = upgrade;
    read();
}

void ThreeWayController::setRevealed(bool revealed)
{
    if (revealed == m_revealed)
        return;
    m_revealed = revealed;
    if (m_phase == ReadPhase::Ready)
        work();
    else
        Q_EMIT changed();
}

void ThreeWayController::setActive(bool active)
{
    m_active = active;
    if (active && m_stale)
        read();
}

void ThreeWayController::retry()
{
    read();
}

void ThreeWayController::followReleases()
{
    const Release *release = m_releases->find(m_key);
    if ((release ? release->newest().revision : 0) != m_newest)
        read();
}

void ThreeWayController::read()
{
    const int question = ++m_question;
    m_texts = {};
    m_shown = {};
    m_stale = !m_active;
    const Release *release = m_releases ? m_releases->find(m_key) : nullptr;
    m_newest = release ? release->newest().revision : 0;
    if (!m_active || !release || !m_sides || m_upgrade.version.isEmpty()) {
        enter(ReadPhase::Idle);
        return;
    }
    enter(ReadPhase::Reading);
    Side manifest;
    manifest.kind = Side::Kind::Manifest;
    Side live;
    live.kind = Side::Kind::Live;
    for (const auto &[place, side] :
         {std::pair(Released, manifest), std::pair(Live, live), std::pair(Next, m_upgrade)})
        onFinished(m_sides->read(m_key, side), this,
                   [this, place = place, question](const Result<SideText> &text) {
                       if (question == m_question)
                           take(place, text);
                   });
}

void ThreeWayController::take(Place place, const Result<SideText> &text)
{
    if (!text) {
        ++m_question; // the other sides do not matter any more
        enter(ReadPhase::Failed, text.error());
        return;
    }
    m_texts[place] = *text;
    if (std::all_of(m_texts.cbegin(), m_texts.cend(), [](const auto &one) { return one.has_value(); }))
        work();
}

void ThreeWayController::work()
{
    const int question = ++m_question;
    const auto compared = [released = *m_texts[Released], live = *m_texts[Live], next = *m_texts[Next],
                           releaseNamespace = m_key.namespaceName, isRevealed = m_revealed] {
        ShownThreeWay shown = shownThreeWay(
            threeWay(released.documents, live.live, next.documents, releaseNamespace, isRevealed),
            isRevealed);
        shown.notices = released.notices + next.notices + shown.notices;
        return shown;
    };
    onFinished(QtConcurrent::run(compared), this, [this, question](const ShownThreeWay &shown) {
        if (question != m_question)
            return;
        m_shown = shown;
        enter(ReadPhase::Ready);
    });
}

void ThreeWayController::enter(ReadPhase phase, const Error &error)
{
    m_phase = phase;
    m_error = error;
    Q_EMIT changed();
}

} // namespace chartroom
