// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/pace_store.h"

#include "core/base/on_finished.h"

#include <QtConcurrentRun>

#include <algorithm>
#include <utility>

namespace chartroom {

namespace {

using namespace std::chrono_literals;

constexpr auto shortestInterval = 1s;
constexpr auto seekInterval = 250ms;
constexpr auto usualInterval = 50ms;
constexpr int mostDelays = 3; ///< while somebody winds on
constexpr auto paceAgingInterval = 5s;

/// What tracks take their verdicts by.
bool tellUsual(const QList<Pace> &paces)
{
    return std::any_of(paces.cbegin(), paces.cend(), [](const Pace &pace) {
        const bool isMoving = pace.moving > 0;
        return (isMoving && isEnough(pace.loading)) ||
               std::any_of(pace.steps.cbegin(), pace.steps.cend(), isEnough) ||
               (isMoving && std::any_of(pace.earlierSteps.cbegin(), pace.earlierSteps.cend(), isEnough));
    });
}

} // namespace

PaceStore::PaceStore(Present present, QObject *parent)
    : QObject(parent)
    , m_present(std::move(present))
{
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &PaceStore::compute);
    m_aging.setInterval(paceAgingInterval);
    connect(&m_aging, &QTimer::timeout, this, &PaceStore::touch);
}

void PaceStore::start()
{
    m_aging.start();
    touch();
}

void PaceStore::stop()
{
    m_aging.stop();
    m_timer.stop();
}

void PaceStore::touch()
{
    m_isTouched = true;
    schedule();
}

void PaceStore::noteSeek()
{
    if (m_hasSought && m_timer.isActive() && m_delays < mostDelays) {
        ++m_delays;
        m_timer.stop();
    }
    m_hasSought = true;
    touch();
}

void PaceStore::schedule()
{
    if (m_isComputing || !m_aging.isActive())
        return;
    std::chrono::milliseconds in = shortestInterval;
    if (!m_isReady)
        in = 0ms;
    else if (m_hasSought)
        in = seekInterval;
    else if (m_isUsualNew)
        in = usualInterval;
    if (!m_timer.isActive() || m_timer.remainingTimeAsDuration() > in)
        m_timer.start(in);
}

void PaceStore::compute()
{
    m_isTouched = false;
    std::optional<PaceEvidence> evidence = m_present();
    if (!evidence)
        return;
    const bool hadSought = std::exchange(m_hasSought, false);
    m_isUsualNew = false;
    m_delays = 0;
    m_isComputing = true;
    onFinished(QtConcurrent::run(pacesOf, std::move(*evidence)), this,
               [this, hadSought](const QList<Pace> &paces) {
                   m_isComputing = false;
                   const bool wasReady = m_isReady;
                   m_isReady = wasReady || !m_paces.isEmpty() || !tellUsual(paces);
                   if (std::exchange(m_paces, paces) != paces) {
                       m_isUsualNew = hadSought;
                       Q_EMIT changed();
                   }
                   if (m_isReady && !wasReady)
                       Q_EMIT ready();
                   if (m_isTouched)
                       schedule();
               });
}

const Pace *PaceStore::find(const QString &component) const
{
    const auto found = std::find_if(m_paces.cbegin(), m_paces.cend(),
                                    [&](const Pace &pace) { return pace.component == component; });
    return found == m_paces.cend() ? nullptr : &*found;
}

std::optional<std::chrono::milliseconds> PaceStore::usual(const QString &component, RolloutStep step) const
{
    const Pace *pace = find(component);
    return pace ? usualTime(*pace, step) : std::nullopt;
}

std::optional<std::chrono::milliseconds> PaceStore::usualReload(const QString &component) const
{
    const Pace *pace = find(component);
    if (pace && isEnough(pace->loading))
        return pace->loading.median;
    if (const auto restart = usual(component, RolloutStep::DriverRestart); restart || !pace)
        return restart;
    return isEnough(pace->node) ? std::optional(pace->node.median) : std::nullopt;
}

} // namespace chartroom
