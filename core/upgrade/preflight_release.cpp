// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/moments.h"
#include "core/base/utc_text.h"
#include "core/helm/release_situation.h"
#include "core/upgrade/helm_commands.h"
#include "core/upgrade/overwritten_fields.h"
#include "core/upgrade/pending_text.h"
#include "core/upgrade/preflight_checks.h"
#include "core/upgrade/unapplied_fields.h"
#include "core/upgrade/upgrade_tr.h"

#include <algorithm>

namespace chartroom {

namespace {

using namespace Qt::StringLiterals;

/// k8s.io/apimachinery's limit for the data of a Secret or ConfigMap (MaxSecretSize).
constexpr qsizetype mostBytes = 1'048'576;

QString lastWriter(const PreflightEvidence &evidence)
{
    if (!evidence.recordOwner)
        return UpgradeTr::tr("Who wrote it is unknown: %1").arg(evidence.recordOwner.error().message);
    return UpgradeTr::tr("Last written by %1 at %2.")
        .arg(evidence.recordOwner->manager, evidence.recordOwner->time.toString(Qt::ISODate));
}

QString standText(const RevisionEntry &newest)
{
    const QDateTime changed = newest.changed();
    QString text = UpgradeTr::tr("Revision %1 is %2 since %3.")
                       .arg(QString::number(newest.revision), newest.statusText, sinceText(newest));
    if (changed.isValid() && timeBetween(newest.since(), changed) > std::chrono::seconds(1))
        text += u' ' + UpgradeTr::tr("It was last changed at %1.").arg(utcText(changed));
    if (!newest.contradiction.isEmpty())
        text += u' ' + newest.contradiction;
    return text;
}

/// What this machine's processes say; nothing about other machines.
QStringList helmHereText(const PreflightEvidence &evidence)
{
    if (!evidence.helmHere)
        return {};
    if (evidence.helmHere->isRunning())
        return {runningHelmText(*evidence.helmHere)};
    if (evidence.helmHere->isRuledOut())
        return {UpgradeTr::tr(
            "No helm process that changes it was found on this machine; other machines cannot be checked.")};
    return {UpgradeTr::tr("Whether a helm process on this machine changes it is unknown: %1")
                .arg(evidence.helmHere->unknown)};
}

PreflightFinding failedFinding(const QList<RevisionEntry> &revisions, const QStringList &lines)
{
    const int base = upgradeBase(revisions);
    if (base == revisions.first().revision) // helm/helm pkg/action/upgrade.go@v3.22.0, @v4.3.1
        return finding(
            "pending", Severity::Warning,
            UpgradeTr::tr("Revision %1 failed and none is deployed: helm would upgrade from the failed one.")
                .arg(base),
            lines, UpgradeTr::tr("Find out why it failed, and check what it left behind first."));
    return finding("pending", Severity::Warning,
                   UpgradeTr::tr("Revision %1 failed; helm would upgrade from revision %2.")
                       .arg(QString::number(revisions.first().revision), QString::number(base)),
                   lines, UpgradeTr::tr("Check what the failed revision left behind first."));
}

QString overwriteText(const RevisionEntry &atWork)
{
    return UpgradeTr::tr("Revision %1 is %2: an operation on this release may be in progress, and this one "
                         "would overwrite it.")
        .arg(QString::number(atWork.revision), statusText(atWork));
}

/// What a rollback meets: Helm asks nothing of the state that it goes back from (helm/helm
/// pkg/action/rollback.go@v3.22.0, @v4.3.1), and it is the way out of most.
PreflightFinding rollbackFinding(const PreflightEvidence &evidence, const ReleaseSituation &situation,
                                 const QStringList &lines)
{
    using Kind = ReleaseSituation::Kind;
    if (!situation.mayBeAtWork() && evidence.ownRemnants.contains(evidence.release->newest().revision))
        return finding("pending", Severity::Note,
                       UpgradeTr::tr("An operation of this machine created revision %1, and has ended.")
                           .arg(evidence.release->newest().revision),
                       lines);
    if (situation.mayBeAtWork() && situation.kind == Kind::Failed) // and an older one is pending
        return finding("pending", Severity::Severe,
                       UpgradeTr::tr("The operation of revision %1, which is still %2, was probably "
                                     "interrupted; this rollback fixes that.")
                           .arg(QString::number(situation.atWork->revision), statusText(*situation.atWork)),
                       lines, UpgradeTr::tr("Make sure that its helm no longer runs on any machine."));
    switch (situation.kind) {
    case Kind::AtWork:
        return finding("pending", Severity::Severe, overwriteText(*situation.atWork), lines,
                       UpgradeTr::tr("Find out who runs it, and wait until it completes."));
    case Kind::InstallCut:
    case Kind::UpgradeCut:
    case Kind::UninstallCut:
        return finding(
            "pending", situation.mayBeAtWork() ? Severity::Severe : Severity::Warning,
            UpgradeTr::tr("An earlier operation was probably interrupted; this rollback fixes that."), lines,
            UpgradeTr::tr("Make sure that its helm no longer runs on any machine."));
    case Kind::Failed:
        return finding("pending", Severity::Note,
                       UpgradeTr::tr("Revision %1 failed; this rollback fixes that.")
                           .arg(evidence.release->newest().revision),
                       lines);
    case Kind::Uninstalled:
        return finding("pending", Severity::Warning,
                       UpgradeTr::tr("The release is uninstalled: all its objects are recreated."), lines);
    case Kind::Unclear:
        return finding("pending", Severity::Unknown, UpgradeTr::tr("The state of the release is unclear."),
                       lines);
    case Kind::Settled:
    case Kind::SeveralDeployed:
        break;
    }
    if (!evidence.lease)
        return unknownFinding(
            "pending",
            UpgradeTr::tr("No Helm operation is pending; whether one is about to start is unknown."),
            evidence.lease.error());
    return finding("pending", Severity::Ok, UpgradeTr::tr("No operation is pending."), {lines.first()});
}

QString labelOrAnnotation(const Value &object, const QString &key)
{
    const Value metadata = object.map().value(u"metadata"_s);
    const QString label = metadata.at({u"labels"_s, key}).toString();
    return label.isEmpty() ? metadata.at({u"annotations"_s, key}).toString() : label;
}

/// The marks that GitOps tools leave on what they keep (argo-cd docs/user-guide/resource_tracking.md,
/// fluxcd/kustomize-controller and helm-controller API, rancher/fleet).
QString gitOpsMark(const Value &object)
{
    static const std::pair<QString, QString> marks[] = {
        {u"argocd.argoproj.io/instance"_s, u"Argo CD"_s},
        {u"argocd.argoproj.io/tracking-id"_s, u"Argo CD"_s},
        {u"helm.toolkit.fluxcd.io/name"_s, u"Flux (HelmRelease)"_s},
        {u"kustomize.toolkit.fluxcd.io/name"_s, u"Flux (Kustomization)"_s},
        {u"objectset.rio.cattle.io/id"_s, u"Rancher Fleet"_s},
    };
    for (const auto &[key, tool] : marks)
        if (const QString value = labelOrAnnotation(object, key); !value.isEmpty())
            return UpgradeTr::tr("%1, by %2=%3").arg(tool, key, value);
    return {};
}

struct Managers
{
    QStringList gitOps;
    QStringList strangers;
    QStringList unread;
    QStringList takenOver;
    bool dropsUnnamed = false;
};

Managers managersOf(const PreflightEvidence &evidence)
{
    Managers managers;
    for (const LiveObject &live : *evidence.live) {
        if (live.state == LiveObject::State::Forbidden || live.state == LiveObject::State::Unreadable)
            managers.unread << live.notice;
        if (live.state != LiveObject::State::Found)
            continue;
        if (const QString mark = gitOpsMark(live.value); !mark.isEmpty())
            managers.gitOps << shownRef(live.object) + u": "_s + mark;
    }
    if (evidence.dryRun && evidence.changes) {
        const OverwrittenFields overwritten = overwrittenFields(evidence);
        for (const OverwrittenField &one : overwritten.fields)
            managers.strangers << (one.owner.manager.isEmpty()
                                       ? UpgradeTr::tr("%1: %2 differs, and who set it is unknown")
                                             .arg(shownRef(one.object), one.path)
                                       : UpgradeTr::tr("%1: %2 was last set by %3 at %4")
                                             .arg(shownRef(one.object), one.path, one.owner.manager,
                                                  one.owner.time.toString(Qt::ISODate)));
        managers.unread += overwritten.unread;
        managers.takenOver = overwritten.takenOver;
        managers.dropsUnnamed = overwritten.dropsUnnamed;
    }
    // An object whose manifests are of two versions was read in both.
    for (QStringList *lines : {&managers.gitOps, &managers.strangers, &managers.takenOver, &managers.unread})
        lines->removeDuplicates();
    return managers;
}

} // namespace

PreflightFinding checkRevision(const PreflightEvidence &evidence)
{
    if (!evidence.release) {
        if (evidence.release.error().code == Error::Code::NotFound)
            return finding("revision", Severity::Severe, UpgradeTr::tr("The release no longer exists."),
                           {evidence.release.error().message},
                           UpgradeTr::tr("Create a new plan from the current state."));
        return unknownFinding(
            "revision", UpgradeTr::tr("Whether the release is still at the planned revision is unknown."),
            evidence.release.error());
    }
    const RevisionEntry &newest = evidence.release->newest();
    if (evidence.draft.plannedOn <= 0)
        return finding("revision", Severity::Unknown,
                       UpgradeTr::tr("The plan does not say which revision it is based on."),
                       {standText(newest)}, UpgradeTr::tr("Create a new plan from the current state."));
    if (newest.revision != evidence.draft.plannedOn)
        return finding("revision", Severity::Severe,
                       UpgradeTr::tr("The plan is based on revision %1, and the newest is now %2.")
                           .arg(evidence.draft.plannedOn)
                           .arg(newest.revision),
                       {standText(newest), lastWriter(evidence)},
                       UpgradeTr::tr("Check what the other revision changed and create a new plan."));
    return finding(
        "revision", Severity::Ok,
        UpgradeTr::tr("Revision %1, which the plan is based on, is still the newest.").arg(newest.revision));
}

PreflightFinding checkPending(const PreflightEvidence &evidence)
{
    using Kind = ReleaseSituation::Kind;
    if (!evidence.release || !evidence.now.isValid())
        return unknownFinding("pending", UpgradeTr::tr("Whether an operation is pending is unknown."),
                              evidence.release ? notAsked().value() : evidence.release.error());
    const ReleaseSituation situation =
        situationOf(*evidence.release, evidence.serverNow(), evidence.ownRemnants);
    QStringList lines{standText(evidence.release->newest()), lastWriter(evidence)};
    if (situation.atWork && situation.atWork->revision != evidence.release->newest().revision)
        lines.insert(1, standText(*situation.atWork));
    lines += helmHereText(evidence);
    if (!evidence.isClockKnown)
        lines += unknownClockText();
    if (evidence.lease && *evidence.lease && (*evidence.lease)->isHolderGone)
        lines += (*evidence.lease)->sentence();
    if (evidence.lease && *evidence.lease && (*evidence.lease)->isHeldAt(evidence.serverNow()))
        return finding("pending", Severity::Severe,
                       UpgradeTr::tr("Another Chartroom is changing this release now."),
                       QStringList{(*evidence.lease)->sentence()} + lines,
                       UpgradeTr::tr("Find out who runs it, and wait until it completes."));
    if (evidence.helmHere && evidence.helmHere->isRunning())
        return finding("pending", Severity::Severe,
                       !evidence.helmHere->unknown.isEmpty()
                           ? UpgradeTr::tr("A helm process on this machine may be changing this release now.")
                       : evidence.isRollback()
                           ? UpgradeTr::tr("A helm process on this machine is changing this release now: "
                                           "this operation would overwrite it.")
                           : UpgradeTr::tr("A helm process on this machine is changing this release now."),
                       lines, UpgradeTr::tr("Find out who runs it, and wait until it completes."));
    if (situation.below && situation.kind != Kind::AtWork) { // as movesFrom() has it
        lines.insert(1, standText(*situation.below));
        return finding("pending", Severity::Severe, belowText(*situation.below), lines,
                       UpgradeTr::tr("Find out who runs it, and wait until it completes."));
    }
    if (evidence.isRollback())
        return rollbackFinding(evidence, situation, lines);
    if (situation.mayBeAtWork() && situation.takesUpgrade()) // helm looks at the newest revision only
        return finding("pending", Severity::Severe, overwriteText(*situation.atWork), lines,
                       UpgradeTr::tr("Find out who runs it, and wait until it completes."));
    switch (situation.kind) {
    case Kind::Settled:
        if (!evidence.lease)
            return unknownFinding(
                "pending",
                UpgradeTr::tr("No Helm operation is pending; whether one is about to start is unknown."),
                evidence.lease.error());
        return finding("pending", Severity::Ok, UpgradeTr::tr("No operation is pending."), {lines.first()});
    case Kind::AtWork:
        return finding(
            "pending", Severity::Severe,
            UpgradeTr::tr("An operation on this release may be in progress: helm refuses until it ends."),
            lines, UpgradeTr::tr("Find out who runs it, and wait until it completes."));
    case Kind::InstallCut:
    case Kind::UninstallCut: // no rollback is a way out of the first, and of the second it undoes the wish
        return finding(
            "pending", Severity::Severe,
            UpgradeTr::tr("An earlier installation or uninstallation was probably interrupted: helm refuses "
                          "an upgrade."),
            lines,
            UpgradeTr::tr(
                "Make sure that its helm no longer runs on any machine; then helm uninstall removes what "
                "is left, and the release can be installed again."));
    case Kind::UpgradeCut:
        return finding(
            "pending", Severity::Severe,
            UpgradeTr::tr("An earlier operation was probably interrupted and left the release pending: helm "
                          "refuses."),
            lines,
            situation.wayBack > 0
                ? UpgradeTr::tr("Make sure that its helm no longer runs on any machine; then roll back to "
                                "revision %1.")
                      .arg(situation.wayBack)
                : UpgradeTr::tr("Make sure that its helm no longer runs on any machine. No revision that was "
                                "deployed is stored, so you cannot roll back."));
    case Kind::Failed:
        return failedFinding(evidence.release->revisions, lines);
    case Kind::SeveralDeployed:
        return finding("pending", Severity::Warning, severalDeployedText(situation.deployed), lines,
                       severalDeployedWayOut(situation.wayBack));
    case Kind::Uninstalled:
        return finding(
            "pending", Severity::Severe,
            UpgradeTr::tr("The release is uninstalled; only its history is kept."), lines,
            UpgradeTr::tr("Install it instead: helm install --replace reuses a name whose history is kept."));
    case Kind::Unclear:
        break;
    }
    return finding("pending", Severity::Unknown, UpgradeTr::tr("The state of the release is unclear."),
                   lines);
}

QString pendingText(const Release &release, const QDateTime &now, const QDateTime &serverNow)
{
    PreflightEvidence evidence;
    evidence.release = release;
    evidence.now = serverNow.isValid() ? serverNow : now;
    evidence.isClockKnown = serverNow.isValid();
    const PreflightFinding found = checkPending(evidence);
    return found.severity == Severity::Severe
               ? QStringLiteral("%1 %2").arg(found.sentence, found.evidence.value(0))
               : QString();
}

PreflightFinding checkManagers(const PreflightEvidence &evidence)
{
    if (!evidence.live)
        return unknownFinding("managers",
                              UpgradeTr::tr("Whether something else manages these objects is unknown."),
                              evidence.live.error());
    const Managers managers = managersOf(evidence);
    if (!managers.gitOps.isEmpty())
        return finding(
            "managers", Severity::Severe,
            UpgradeTr::tr("A GitOps tool manages these objects: it may revert the change."),
            managers.gitOps + managers.strangers + managers.takenOver + managers.unread,
            UpgradeTr::tr("Make the change in the tool's source, or pause the tool for the window."));
    const QString keep = UpgradeTr::tr("Add what should stay to the values.");
    if (!managers.strangers.isEmpty() && evidence.dryRun->applyMethod == u"ssa")
        return finding(
            "managers", Severity::Warning,
            UpgradeTr::tr("Others set fields in the cluster to other values: helm fails on the conflict."),
            managers.strangers + managers.takenOver + managers.unread, keep);
    if (!managers.strangers.isEmpty())
        return finding("managers", Severity::Warning,
                       UpgradeTr::tr("Fields that others set in the cluster are overwritten."),
                       managers.strangers + managers.takenOver + managers.unread, keep);
    if (managers.dropsUnnamed)
        return finding("managers", Severity::Warning,
                       UpgradeTr::tr("helm removes fields of objects that it takes over."),
                       managers.takenOver + managers.unread,
                       UpgradeTr::tr("Compare these objects with the target's manifest first."));
    if (!managers.unread.isEmpty())
        return finding("managers", Severity::Unknown,
                       UpgradeTr::tr("Not all objects could be checked for other managers."),
                       managers.takenOver + managers.unread);
    if (!evidence.dryRun || !evidence.changes)
        return unknownFinding(
            "managers",
            UpgradeTr::tr(
                "No GitOps tool was found; whether fields that others set are overwritten is unknown."),
            evidence.dryRun ? evidence.changes.error() : evidence.dryRun.error());
    return finding("managers", managers.takenOver.isEmpty() ? Severity::Ok : Severity::Note,
                   UpgradeTr::tr("No field that others set in the cluster is overwritten."),
                   managers.takenOver);
}

PreflightFinding checkTarget(const PreflightEvidence &evidence)
{
    const int revision = evidence.toRevision;
    if (evidence.target)
        return finding("target", Severity::Ok,
                       UpgradeTr::tr("Helm keeps revision %1, and it can be read: %2")
                           .arg(QString::number(revision),
                                chartStepText(evidence.fromVersion, evidence.target->chartVersion)));
    const Error &why = evidence.target.error();
    const QString whatToDo = UpgradeTr::tr("Choose another of the stored revisions.");
    if (why.code == Error::Code::NotFound)
        return finding(
            "target", Severity::Severe,
            UpgradeTr::tr("Helm does not keep revision %1: you cannot roll back to it.").arg(revision),
            {why.message}, whatToDo);
    if (why.code == Error::Code::Damaged || why.code == Error::Code::TooLarge)
        return finding("target", Severity::Severe,
                       UpgradeTr::tr("The record of revision %1 cannot be read: you cannot roll back to it.")
                           .arg(revision),
                       {why.message}, whatToDo);
    return unknownFinding(
        "target", UpgradeTr::tr("Whether you can roll back to revision %1 is unknown.").arg(revision), why);
}

PreflightFinding checkRecordSize(const PreflightEvidence &evidence)
{
    if (!evidence.dryRun || evidence.dryRun->storedBytes <= 0)
        return unknownFinding("recordSize", UpgradeTr::tr("The size of the next release record is unknown."),
                              evidence.dryRun ? notAsked().value() : evidence.dryRun.error());
    const qsizetype bytes = evidence.dryRun->storedBytes;
    const QString figures = UpgradeTr::tr("%1 of at most %2 bytes.").arg(bytes).arg(mostBytes);
    const QString less = UpgradeTr::tr("Remove parts of the chart or of the values that are not needed.");
    if (bytes > mostBytes)
        return finding(
            "recordSize", Severity::Severe,
            UpgradeTr::tr("The next release record would not fit into one object: helm would fail."),
            {figures}, less);
    if (bytes > mostBytes / 10 * 9)
        return finding("recordSize", Severity::Warning,
                       UpgradeTr::tr("The next release record barely fits into one object."), {figures},
                       less);
    return finding("recordSize", Severity::Ok, UpgradeTr::tr("The next release record fits."), {figures});
}

PreflightFinding checkHistory(const PreflightEvidence &evidence)
{
    if (!evidence.release)
        return unknownFinding("history",
                              UpgradeTr::tr("How many revisions helm removes from the history is unknown."),
                              evidence.release.error());
    const QList<RevisionEntry> &stored = evidence.release->revisions;
    const int limit = keptHistory(stored.size(), evidence.maxHistory);
    const QList<int> removed = removedRevisions(stored, limit);
    const QString flag =
        limit == 0
            ? UpgradeTr::tr("Runs with --history-max 0: no limit.")
            : UpgradeTr::tr("Runs with --history-max %1; stored now: %2.").arg(limit).arg(stored.size());
    if (removed.isEmpty())
        return finding("history", Severity::Ok, UpgradeTr::tr("Every stored revision stays in the history."),
                       {flag});
    QStringList numbers;
    for (const int revision : removed)
        numbers << QString::number(revision);
    const int deployed = upgradeBase(stored);
    QStringList lines{flag};
    if (evidence.isRollback() && removed.contains(evidence.toRevision))
        lines << UpgradeTr::tr("Revision %1 is read first and then removed: its contents become revision %2.")
                     .arg(evidence.toRevision)
                     .arg(evidence.release->newest().revision + 1);
    else if (evidence.isRollback())
        lines << UpgradeTr::tr("Revision %1, the target, stays.").arg(evidence.toRevision);
    if (!removed.contains(deployed))
        lines << UpgradeTr::tr("Revision %1, which you can roll back to afterwards, stays.").arg(deployed);
    return finding("history", Severity::Note,
                   UpgradeTr::tr("helm removes the %n oldest revision(s) from the history: %1.", nullptr,
                                 int(removed.size()))
                       .arg(numbers.join(QStringLiteral(", "))),
                   lines);
}

} // namespace chartroom
