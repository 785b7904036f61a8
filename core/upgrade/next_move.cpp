// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/upgrade/next_move.h"

#include "core/upgrade/pending_text.h"
#include "core/upgrade/upgrade_tr.h"

namespace chartroom {

namespace {

/// What the newest record tells of.
QString recordedText(ReleaseSituation::Kind kind)
{
    switch (kind) {
    case ReleaseSituation::Kind::Failed: // its helm has ended by itself
        return UpgradeTr::tr("failed operation");
    case ReleaseSituation::Kind::Uninstalled:
        return UpgradeTr::tr("uninstallation");
    default:
        return UpgradeTr::tr("interrupted operation");
    }
}

NextMove rollbackMove(const ReleaseSituation &situation)
{
    const int revision = situation.wayBack;
    QString text =
        situation.hasSeveralDeployed()
            ? severalDeployedAdvice(situation) + u' ' +
                  UpgradeTr::tr("Where the driver's version changes with it, the nodes roll.")
            : UpgradeTr::tr("Roll back to revision %1, the last one that was deployed. Helm's record of the "
                            "%2 stays and "
                            "does no harm. Where the driver's version changes with it, the nodes roll.")
                  .arg(QString::number(revision), recordedText(situation.kind));
    return {NextMove::Kind::Rollback, text, revision};
}

/// Whoever is at work.
QList<NextMove> waysFrom(const ReleaseSituation &situation, const Release &release)
{
    using Kind = ReleaseSituation::Kind;
    const NextMove uninstall{
        NextMove::Kind::Uninstall,
        UpgradeTr::tr("helm uninstall removes it, together with what it created in the cluster."), 0};
    const NextMove byHand{
        NextMove::Kind::ByHand,
        UpgradeTr::tr("No revision that was deployed is stored. As a last resort, the record %1 can be "
                      "deleted manually; what helm changed in the cluster then stays as it is.")
            .arg(release.newest().objectName),
        0};
    if (situation.below && situation.kind != Kind::AtWork)
        return {
            {NextMove::Kind::Wait,
             UpgradeTr::tr("The helm of revision %1 may still be running: ask who runs it, and wait until "
                           "it ends. Only when you know that it has ended, change the release with that as "
                           "the reason.")
                 .arg(situation.below->revision),
             0, true}};
    const bool hasTarget = situation.wayBack > 0;
    switch (situation.kind) {
    case Kind::Settled:
        return {};
    case Kind::AtWork:
        return {{NextMove::Kind::Wait,
                 UpgradeTr::tr(
                     "An operation on it may be in progress: ask who runs helm, and wait until it ends. Only "
                     "when you know that none is, roll back with that as the reason."),
                 0, true}};
    case Kind::InstallCut:
    case Kind::UninstallCut:
        return {uninstall};
    case Kind::UpgradeCut:
        if (!hasTarget)
            return {byHand};
        return {rollbackMove(situation)};
    case Kind::Failed: {
        if (situation.hasSeveralDeployed())
            return {rollbackMove(situation)};
        if (situation.mayBeAtWork()) // an upgrade would run over it, and Helm does not refuse one
            return {hasTarget ? rollbackMove(situation) : uninstall};
        // Also where none is deployed (helm/helm pkg/action/upgrade.go prepareUpgrade, since v3.2;
        // helm#7653).
        const NextMove upgrade{NextMove::Kind::Upgrade,
                               UpgradeTr::tr("Find out why it failed, correct the values, and upgrade again: "
                                             "Helm allows it."),
                               0};
        return {upgrade, hasTarget ? rollbackMove(situation) : uninstall};
    }
    case Kind::SeveralDeployed:
        return {rollbackMove(situation)};
    case Kind::Uninstalled:
        return {hasTarget ? rollbackMove(situation) : uninstall};
    case Kind::Unclear:
        break;
    }
    return {{NextMove::Kind::ByHand,
             UpgradeTr::tr("Compare the newest record with what runs before you change anything."), 0}};
}

} // namespace

bool NextMove::isWrite() const
{
    return kind == Kind::Rollback || kind == Kind::Upgrade || kind == Kind::Uninstall || kind == Kind::ByHand;
}

QList<NextMove> movesFrom(const ReleaseSituation &situation, const Release &release)
{
    QList<NextMove> moves = waysFrom(situation, release);
    for (NextMove &move : moves) {
        if (!situation.mayBeAtWork() || !move.isWrite())
            continue;
        move.text += u' ' + UpgradeTr::tr("A helm with a long timeout may still be running on another "
                                          "machine: ask first.");
        move.needsReason = move.kind == NextMove::Kind::Rollback; // the only one that the program does
        if (move.needsReason)
            move.text += u' ' + UpgradeTr::tr("To roll back anyway, give the reason that none is.");
    }
    return moves;
}

QList<NextMove> movesAgain(const ReleaseSituation &situation, const Release &release)
{
    if (situation.mayBeAtWork())
        return movesFrom(situation, release);
    return {{NextMove::Kind::PlanAgain, UpgradeTr::tr("You can run it again."), 0}};
}

QString wayOnText(const ReleaseSituation &situation, const Release &release)
{
    QString text;
    for (const NextMove &move : movesFrom(situation, release))
        text = text.isEmpty() ? move.text : UpgradeTr::tr("%1 Or: %2", "two ways on").arg(text, move.text);
    return text;
}

} // namespace chartroom
