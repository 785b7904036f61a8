// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Of UpgradeController what is about the operation and the rollout that follows it.
#include "core/base/moments.h"
#include "core/base/visible_text.h"
#include "core/screens/upgrade/upgrade_controller.h"

#include <algorithm>

namespace chartroom {

using namespace std::chrono_literals;

QString UpgradeController::rolloutSwitch() const
{
    const RolloutFacts *facts = rollout();
    return facts && facts->policy && !facts->policy->name.isEmpty()
               ? facts->policy->kind + u' ' + facts->policy->name
               : QString();
}

QString UpgradeController::leftOut(Page page) const
{
    return page == Page::Nodes && !pages().contains(page) ? tr("Nodes: no driver") : QString();
}

Result<PauseOperation *> UpgradeController::makePause(bool pauses, QObject *owner)
{
    if (!upgrades() || rolloutSwitch().isEmpty())
        return ChangeController::makePause(pauses, owner);
    const DriverPolicy &policy = *rollout()->policy;
    return upgrades()->pause(
        {policy.kind, policy.name, pauses, title(), key(), isRunning() ? run()->id() : QString()}, owner);
}

/// As far as the preflight found out.
std::chrono::milliseconds UpgradeController::untilWindow() const
{
    return m_draft.window && releases() ? timeBetween(releases()->now(), m_draft.window->start)
                                        : std::chrono::milliseconds(0);
}

void UpgradeController::enter(Page page)
{
    if (page == Page::Version)
        takeOutcomes(); // what was run before may have made another revision
    if (page > Page::Version && page < Page::Run &&
        (preflightState() == PreflightState::Missing || isStale() || (page == Page::Review && isOld())))
        rerunPreflight();
    if (page == Page::Review && untilWindow() > 0ms)
        m_windowBegins.start(std::min<std::chrono::milliseconds>(untilWindow(), 24h * 7));
}

bool UpgradeController::looksAgain()
{
    if (!isOld())
        return false;
    rerunPreflight();
    return true;
}

QString UpgradeController::canaryIssue() const
{
    if (m_draft.canary.isEmpty() || !m_impact)
        return {};
    const RolloutFacts *facts = rollout();
    if (const QString why = holdRefusal(*m_impact, facts); !why.isEmpty())
        return why;
    const bool isThere = std::any_of(facts->nodes.cbegin(), facts->nodes.cend(),
                                     [this](const PlannedNode &node) { return node.name == m_draft.canary; });
    return isThere
               ? QString()
               : tr("%1 is none of the nodes that this upgrade reaches.").arg(visibleText(m_draft.canary));
}

void UpgradeController::setCanary(const QString &node)
{
    if (node == m_draft.canary)
        return;
    m_draft.canary = node;
    edited();
}

void UpgradeController::setBake(std::chrono::seconds length)
{
    if (length == m_draft.bake)
        return;
    m_draft.bake = length;
    edited();
}

Result<ReleaseOperation *> UpgradeController::makeOperation()
{
    if (!upgrades())
        return failure(Error::Code::Unreachable, tr("The cluster is not connected."));
    if (const QList<FieldIssue> issues = validate(m_draft); !issues.isEmpty())
        return failure(Error::Code::Invalid, issues.first().text);
    if (!m_draft.canary.isEmpty() && (preflightState() != PreflightState::Ready || isStale()))
        return failure(Error::Code::Invalid, tr("The preflight is still running."));
    const Result<NodeHold> hold = nodeHold(m_draft, report().impact, rollout());
    if (!hold)
        return tl::make_unexpected(hold.error());
    return upgrades()->upgrade(m_draft, *hold, nullptr);
}

} // namespace chartroom
