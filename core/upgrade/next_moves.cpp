// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Of recovery.h the way out of each state that Helm can leave a release in.
#include "core/upgrade/recovery.h"
#include "core/upgrade/upgrade_tr.h"

namespace chartroom {

namespace {

NextMove rollbackMove(int revision, bool mayBeAtWork = false)
{
    QString text =
        UpgradeTr::tr(
            "Roll back to revision %1, the last one that was deployed. Helm's record of what was cut "
            "off stays and does no harm. Where the driver's version changes with it, the nodes roll.")
            .arg(revision);
    if (mayBeAtWork)
        text += u' ' + UpgradeTr::tr(
                           "A helm with a long timeout may still be at work on another machine: ask first. "
                           "The rollback takes that nobody is as a reason: --reason pending=TEXT.");
    return {NextMove::Kind::Rollback, text, revision};
}

} // namespace

QList<NextMove> movesFrom(const ReleaseSituation &situation, const Release &release)
{
    using Kind = ReleaseSituation::Kind;
    const NextMove uninstall{
        NextMove::Kind::Uninstall,
        UpgradeTr::tr("helm uninstall clears it away; what it made in the cluster goes too."), 0};
    const NextMove byHand{
        NextMove::Kind::ByHand,
        UpgradeTr::tr(
            "No revision that was deployed is kept. As the very last means, and by hand only, the record "
            "%1 can be deleted; what helm changed in the cluster stays as it is then.")
            .arg(release.newest().objectName),
        0};
    const bool hasTarget = !situation.rollbackTargets.isEmpty();
    switch (situation.kind) {
    case Kind::Settled:
        return {};
    case Kind::AtWork:
        return {{NextMove::Kind::Wait,
                 UpgradeTr::tr(
                     "Somebody may be at work on it: ask who runs helm, and wait until it has ended. Only "
                     "when you know that nobody is, a rollback takes that as a reason: --reason "
                     "pending=TEXT."),
                 0}};
    case Kind::InstallCut:
    case Kind::UninstallCut:
        return {uninstall};
    case Kind::UpgradeCut:
        if (!hasTarget)
            return {byHand};
        return {rollbackMove(situation.rollbackTargets.first(), situation.mayBeAtWork())};
    case Kind::Failed: {
        // Also where none is deployed (helm/helm pkg/action/upgrade.go prepareUpgrade, since v3.2;
        // helm#7653).
        const NextMove upgrade{NextMove::Kind::Upgrade,
                               UpgradeTr::tr("Find out why it failed, and upgrade again: Helm allows it."),
                               0};
        return {upgrade, hasTarget ? rollbackMove(situation.rollbackTargets.first()) : uninstall};
    }
    case Kind::SeveralDeployed:
        return {{NextMove::Kind::Upgrade,
                 UpgradeTr::tr("Helm takes the newest; the next upgrade goes on from it."), 0}};
    case Kind::Uninstalled:
        return {hasTarget ? rollbackMove(situation.rollbackTargets.first()) : uninstall};
    case Kind::Unclear:
        break;
    }
    return {{NextMove::Kind::ByHand,
             UpgradeTr::tr("Compare the newest record with what runs before you change anything."), 0}};
}

} // namespace chartroom
