// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/values/release_controller.h"

#include "core/helm/release_situation.h"

namespace chartroom {

void ReleaseController::follow(ReleaseSource *releases)
{
    if (m_releases)
        m_releases->disconnect(this);
    m_releases = releases;
    if (releases)
        connect(releases, &ReleaseSource::releasesChanged, this, &ReleaseController::followReleases);
    m_key = {};
    m_revealed = false;
    forget();
    restart();
}

void ReleaseController::setRelease(const ReleaseKey &key)
{
    if (key == m_key)
        return;
    m_key = key;
    m_revealed = false;
    forget();
    restart();
}

void ReleaseController::setRevealed(bool revealed)
{
    if (revealed == m_revealed)
        return;
    m_revealed = revealed;
    if (m_phase == ReadPhase::Ready)
        show();
    else
        Q_EMIT changed();
}

void ReleaseController::setActive(bool active)
{
    m_active = active;
    if (active && m_stale)
        restart();
}

/// A pending revision that ends keeps its number, and is what an upgrade starts from then.
std::tuple<int, ReleaseStatus, int> ReleaseController::state() const
{
    const Release *release = m_releases && !m_key.name.isEmpty() ? m_releases->find(m_key) : nullptr;
    return release ? std::tuple(release->newest().revision, release->newest().status,
                                upgradeBase(release->revisions))
                   : std::tuple(0, ReleaseStatus(), 0);
}

void ReleaseController::followReleases()
{
    if (state() != m_state)
        restart();
}

void ReleaseController::restart()
{
    outdate();
    clear();
    m_stale = !isWanted();
    const Release *release = m_releases && !m_key.name.isEmpty() ? m_releases->find(m_key) : nullptr;
    m_state = state();
    if (m_stale || !release)
        enter(ReadPhase::Idle);
    else
        read(*release);
}

void ReleaseController::enterUnreadable()
{
    enter(ReadPhase::Failed,
          {Error::Code::Unsupported, tr("This build cannot read the values of this cluster."), {}, {}});
}

void ReleaseController::enter(ReadPhase phase, const Error &error)
{
    m_phase = phase;
    m_error = error;
    Q_EMIT changed();
}

} // namespace chartroom
