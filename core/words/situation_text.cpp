// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/situation_text.h"

#include "core/base/duration_text.h"
#include "core/base/visible_text.h"
#include "core/upgrade/lease.h"
#include "core/upgrade/pending_text.h"
#include "core/words/words_tr.h"

#include <algorithm>

namespace chartroom {

namespace {

QString statusOf(const Release &release)
{
    const RevisionEntry &newest = release.newest();
    return visibleText(newest.statusText.isEmpty() ? releaseStatusText(newest.status) : newest.statusText);
}

/// Of one that was probably interrupted; "" while somebody is likely to be at work below it.
QString wayOut(const ReleaseSituation &situation)
{
    if (situation.isBusy())
        return {};
    if (situation.kind == ReleaseSituation::Kind::InstallCut)
        return WordsTr::tr("Nothing was deployed before it: once no helm is working on it, helm uninstall "
                           "removes it.");
    if (situation.kind == ReleaseSituation::Kind::UninstallCut)
        return WordsTr::tr("Once no helm is working on it, helm uninstall completes it.");
    if (situation.wayBack == 0)
        return WordsTr::tr("No earlier revision that was deployed is stored, so you cannot roll back.");
    return WordsTr::tr("Once no helm is working on it, helm rollback to revision %1 fixes this; the record "
                       "of the interrupted revision need not be deleted.")
        .arg(situation.wayBack);
}

QString failedText(const Release &release, const ReleaseSituation &situation)
{
    const int failed = release.newest().revision;
    if (!situation.deployed.isEmpty())
        return WordsTr::tr("Revision %1 failed; revision %2 is still marked deployed.")
            .arg(failed)
            .arg(situation.deployed.first());
    if (situation.rollbackTargets.isEmpty())
        return WordsTr::tr("Revision %1 failed, and no revision that was deployed is stored: the next helm "
                           "upgrade starts from the failed one.")
            .arg(failed);
    return WordsTr::tr("Revision %1 failed; the last one that was deployed is revision %2.")
        .arg(failed)
        .arg(situation.rollbackTargets.first());
}

/// Of the revisions down to the last one that was deployed.
QString textAbove(const Release &release, const ReleaseSituation &situation)
{
    using Kind = ReleaseSituation::Kind;
    const QString age = durationText(situation.age.value_or(std::chrono::milliseconds(0)));
    switch (situation.kind) {
    case Kind::Settled:
    case Kind::SeveralDeployed: // said of every kind
        return {};
    case Kind::AtWork:
        if (situation.atWork->revision != release.newest().revision)
            return WordsTr::tr("Revision %1 below the newest is still %2: someone may be working on it now.",
                               "number, status")
                .arg(QString::number(situation.atWork->revision), statusText(*situation.atWork));
        if (situation.outlastsHelm())
            return WordsTr::tr(
                       "It has been %1 for %2, longer than helm waits by default: it was interrupted, "
                       "or someone is still working on it with a longer --timeout.")
                .arg(statusOf(release), age);
        return situation.age ? WordsTr::tr("It has been %1 for %2: someone may be working on it now.")
                                   .arg(statusOf(release), age)
               : release.newest().changed().isValid()
                   ? WordsTr::tr("It is %1: someone may be working on it now.").arg(statusOf(release)) +
                         u' ' + unknownClockText()
                   : WordsTr::tr("It is %1, since when is unknown: someone may be working on it now.")
                         .arg(statusOf(release));
    case Kind::InstallCut:
        return WordsTr::tr(
                   "An installation was started %1 ago and has not ended: it was probably interrupted.")
            .arg(age);
    case Kind::UpgradeCut:
        return WordsTr::tr(
                   "It has been %1 for %2: the command was probably interrupted, and helm refuses the next "
                   "upgrade.")
            .arg(statusOf(release), age);
    case Kind::UninstallCut:
        return WordsTr::tr(
                   "An uninstallation was started %1 ago and has not ended: it was probably interrupted.")
            .arg(age);
    case Kind::Failed:
        return failedText(release, situation);
    case Kind::Uninstalled:
        return WordsTr::tr("It was uninstalled; only its history is kept.");
    case Kind::Unclear:
        return WordsTr::tr("The newest record is marked “%1”, which does not tell the actual state.")
            .arg(statusOf(release));
    }
    return {};
}

} // namespace

QString situationText(const Release &release, const ReleaseSituation &situation)
{
    QStringList sentences{textAbove(release, situation)};
    if (situation.isCut())
        sentences << wayOut(situation);
    if (situation.hasSeveralDeployed())
        sentences << severalDeployedAdvice(situation);
    if (situation.below)
        sentences << belowText(*situation.below);
    sentences.removeAll(QString());
    return sentences.join(u' ');
}

QString earlierRevisionsText(const Release &release, const QDateTime &now)
{
    const auto isUnusual = [](const RevisionEntry &one) {
        return isPending(one.status) || one.status == ReleaseStatus::Deployed;
    };
    if (std::none_of(release.revisions.cbegin() + 1, release.revisions.cend(), isUnusual))
        return {};
    const ReleaseSituation situation = situationOf(release, now);
    QStringList words;
    if (situation.hasSeveralDeployed())
        words << WordsTr::tr("revisions %1 deployed", "numbers").arg(revisionsText(situation.deployed));
    if (situation.below)
        words << WordsTr::tr("revision %1 %2", "number, status")
                     .arg(QString::number(situation.below->revision),
                          visibleText(situation.below->statusText));
    return words.join(QStringLiteral(" · "));
}

QString comparedTitle(const Release &release)
{
    if (!release.record || release.revisions.isEmpty())
        return WordsTr::tr("Now");
    const RevisionEntry &compared = comparedRevision(release);
    const bool isNewest = compared.revision == release.newest().revision;
    const int shown =
        isNewest ? release.record->revision : compared.revision; // it may still be the one before
    for (const RevisionEntry &one : release.revisions)
        if (one.revision == shown && (!isNewest || one.status != ReleaseStatus::Deployed))
            return WordsTr::tr("In revision %1, %2", "number, status").arg(shown).arg(one.statusText);
    return WordsTr::tr("Now");
}

QString comparedText(const Release &release)
{
    if (release.revisions.isEmpty())
        return {};
    const RevisionEntry &compared = comparedRevision(release);
    if (compared.revision == release.newest().revision)
        return {};
    return WordsTr::tr("Revision %1 is %2; these are the values of revision %3, which is deployed.",
                       "number, status, number")
        .arg(QString::number(release.newest().revision), statusOf(release),
             QString::number(compared.revision));
}

} // namespace chartroom
