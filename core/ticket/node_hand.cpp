// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/retry.h"
#include "core/ticket/sections.h"
#include "core/ticket/ticket_tr.h"

#include <QHash>
#include <QSet>

#include <algorithm>

namespace chartroom {

NodeStep nodeStepOf(NoteKind kind)
{
    // The steps are those of resources/diagnosis/signatures.yaml, where the sources are.
    static const QHash<NoteKind, NodeStep> steps{
        {NoteKind::DisruptionBudget, NodeStep::Unblock},
        {NoteKind::SeveralBudgets, NodeStep::Unblock},
        {NoteKind::UnmanagedPod, NodeStep::Unblock},
        {NoteKind::EmptyDir, NodeStep::Unblock},
        {NoteKind::DaemonSetPod, NodeStep::Unblock},
        {NoteKind::SafeLoad, NodeStep::Unblock},
        {NoteKind::Jobs, NodeStep::Unblock},
        {NoteKind::SlowToEnd, NodeStep::Unblock},
        {NoteKind::LongGrace, NodeStep::Unblock},
        {NoteKind::SkipLabel, NodeStep::Unblock},
        {NoteKind::UnknownState, NodeStep::Unblock},
        {NoteKind::RequestorLeftover, NodeStep::Unblock},
        {NoteKind::DrainPool, NodeStep::Unblock},
        {NoteKind::AutoUpgradeOff, NodeStep::SwitchOn},
        {NoteKind::LeftCordoned, NodeStep::Uncordon},
        {NoteKind::NodeCordoned, NodeStep::AskWhoCordoned},
        {NoteKind::RetryLabelNow, NodeStep::Retry},
        {NoteKind::RetryLabelAfterOther, NodeStep::Retry},
        {NoteKind::OperatorGone, NodeStep::StartOperator},
        {NoteKind::MaintenanceOperatorGone, NodeStep::StartOperator},
        {NoteKind::MaintenanceUnanswered, NodeStep::CheckOperator},
        {NoteKind::OperatorBehind, NodeStep::CheckOperator},
        {NoteKind::WaitingForOperator, NodeStep::CheckOperator},
        {NoteKind::StaleBudget, NodeStep::CheckControlPlane},
        {NoteKind::NodeLost, NodeStep::Reach},
        {NoteKind::NodeNotReady, NodeStep::Reach},
        {NoteKind::Reboot, NodeStep::FinishReboot},
        {NoteKind::DriverAntiAffinity, NodeStep::DeleteOldPod},
        {NoteKind::DriverNotScheduled, NodeStep::Schedule},
        {NoteKind::UnscheduledPods, NodeStep::Schedule},
        {NoteKind::SurplusPods, NodeStep::Schedule},
        {NoteKind::ImagePull, NodeStep::ProvideImage},
        {NoteKind::DriverPod, NodeStep::Advise},
        {NoteKind::InitContainer, NodeStep::Advise},
        {NoteKind::SyncError, NodeStep::Advise},
        {NoteKind::Validator, NodeStep::Advise},
        {NoteKind::Toolkit, NodeStep::Advise},
        {NoteKind::DevicePlugin, NodeStep::Advise},
        {NoteKind::ModuleFailed, NodeStep::Advise},
        {NoteKind::NodeMaintenanceFailed, NodeStep::Advise},
    };
    return steps.value(kind, NodeStep::Wait);
}

NodeStep nodeStepOf(const NodeTrack &track)
{
    const TrackNote *note = cause(track);
    if (!note)
        return NodeStep::Wait;
    const NodeStep step = nodeStepOf(note->kind);
    return track.verdict == Verdict::Lost && step > NodeStep::Retry ? NodeStep::Reach : step;
}

namespace {

QString questionOf(NodeStep step)
{
    switch (step) {
    case NodeStep::Unblock:
        return TicketTr::tr("%1 (%2): %3 May we take the next step that the findings name?");
    case NodeStep::SwitchOn:
        return TicketTr::tr("%1 (%2): %3 May we switch it on?");
    case NodeStep::AskWhoCordoned:
        return TicketTr::tr("%1 (%2): %3 Did you cordon it, and may we remove the cordon?");
    case NodeStep::StartOperator:
        return TicketTr::tr("%1 (%2): %3 May we start the operator again, or is it stopped on purpose?");
    case NodeStep::CheckOperator:
        return TicketTr::tr("%1 (%2): %3 May we restart the operator, or will you look at its log first?");
    case NodeStep::CheckControlPlane:
        return TicketTr::tr("%1 (%2): %3 Is the disruption controller of the control plane running?");
    case NodeStep::Reach:
        return TicketTr::tr("Is %1 reachable for you, and should it be rebooted or replaced? %3");
    case NodeStep::FinishReboot: // both operators reboot nodes by themselves
        return TicketTr::tr("%1 (%2): %3 Is it reachable for you, and does its reboot complete?");
    case NodeStep::DeleteOldPod:
        return TicketTr::tr("%1 (%2): %3 May we delete the old driver pod once the node is empty?");
    case NodeStep::Schedule:
        return TicketTr::tr("%1 (%2): %3 Which of us removes the cause?");
    case NodeStep::ProvideImage:
        return TicketTr::tr("%1 (%2): %3 Can you make the image available, or should we use another one?");
    default:
        return TicketTr::tr("Please advise on %1 (%2): fix, retry or reboot? %3");
    }
}

QString decisionOf(NodeStep step)
{
    switch (step) {
    case NodeStep::Wait:
        return TicketTr::tr("What is the %2 waiting for on %1?");
    case NodeStep::SwitchOn:
        return TicketTr::tr("Are upgrades switched on for %1 (%2), or not?");
    case NodeStep::Uncordon:
        return TicketTr::tr("When is the cordon removed from %1 (%2)?");
    case NodeStep::AskWhoCordoned:
        return TicketTr::tr("Who cordoned %1 (%2), and may the cordon be removed?");
    case NodeStep::Retry:
        return TicketTr::tr("When do we retry %1 (%2)?");
    case NodeStep::StartOperator:
        return TicketTr::tr("With Support: is the operator started again for %1 (%2)?");
    case NodeStep::CheckOperator:
        return TicketTr::tr("With Support: is the operator restarted for %1 (%2)?");
    case NodeStep::CheckControlPlane:
        return TicketTr::tr("With Support: is the disruption controller running, for %1 (%2)?");
    case NodeStep::Reach:
        return TicketTr::tr("With Support: reboot or replace %1?");
    case NodeStep::FinishReboot:
        return TicketTr::tr("With Support: does the reboot of %1 complete?");
    case NodeStep::DeleteOldPod:
        return TicketTr::tr("With Support: is the old driver pod deleted on %1 (%2)?");
    case NodeStep::Schedule:
        return TicketTr::tr("With Support: who removes what keeps the pods of %1 (%2) from being scheduled?");
    case NodeStep::ProvideImage:
        return TicketTr::tr("With Support: which image does %1 (%2) get?");
    case NodeStep::Advise:
        return TicketTr::tr("With Support: what is the decision on %1 (%2): fix, retry or reboot?");
    case NodeStep::Unblock:
        break;
    }
    return TicketTr::tr("What unblocks %1 (%2), or do we wait?");
}

/// Not each text has all of them, which QString::arg() would not bear.
QString filled(QString text, const QString &nodes, const QString &drivers, const QString &said)
{
    return text.replace(QStringLiteral("%1"), nodes)
        .replace(QStringLiteral("%2"), drivers)
        .replace(QStringLiteral("%3"), said);
}

} // namespace

QString questionText(const CauseGroup &group, const QString &nodes, const QString &said)
{
    return filled(questionOf(nodeStepOf(*group.track)), nodes, group.titles, said);
}

QString decisionText(const CauseGroup &group, const QString &nodes, const TicketContext &desk)
{
    const NodeStep step = nodeStepOf(*group.track);
    const bool isOurs = step > NodeStep::Retry && handOf(*group.track, desk) == Hand::Ours;
    return filled(decisionOf(isOurs ? NodeStep::Unblock : step), nodes, group.titles, {});
}

Hand handOf(NoteKind kind)
{
    const NodeStep step = nodeStepOf(kind);
    return step == NodeStep::Wait ? Hand::Operator : step <= NodeStep::Retry ? Hand::Ours : Hand::Support;
}

QStringList nodesLeftCordoned(const TicketContext &desk)
{
    QSet<QString> nodes;
    QSet<QString> others;
    for (const NodeTrack *track : tracksToTell(desk))
        if (track->isCordoned && !needsHand(*track))
            nodes.insert(track->node);
    for (const NodeTrack &track : desk.facts.tracks)
        if (needsHand(track) || !nodesToGo({track}).isEmpty() || track.verdict == Verdict::Skipped)
            others.insert(track.node);
    for (const Finding &one : findingsToTell(desk))
        if (one.bearing == Bearing::Cause)
            others.unite(QSet<QString>(one.nodes.cbegin(), one.nodes.cend()));
    QStringList left = (nodes - others).values();
    left.sort();
    return left;
}

bool isSaidIn(const QString &quote, const QString &text)
{
    const QString said = quote.simplified();
    const QString note = text.simplified();
    return !said.isEmpty() && !note.isEmpty() && (note.contains(said) || said.contains(note));
}

bool isOfSameHold(const Finding &one, const TrackNote &note)
{
    const QString kind = QString(one.signature).remove(u'-');
    return kind.compare(noteWord(note.kind), Qt::CaseInsensitive) == 0 &&
           one.quote.section(u' ', 0, 0) == note.text.section(u' ', 0, 0);
}

Hand handOf(const NodeTrack &track, const TicketContext &desk)
{
    const TrackNote *note = cause(track);
    if (!note)
        return Hand::Operator;
    const NodeStep step = nodeStepOf(note->kind);
    if (step == NodeStep::Retry || step == NodeStep::Uncordon) // one command of ours, whoever owns the driver
        return Hand::Ours;
    const QList<Finding> &findings = desk.facts.findings;
    const auto told = std::find_if(findings.cbegin(), findings.cend(), [&](const Finding &one) {
        return one.nodes.contains(track.node) &&
               (isSaidIn(one.quotes.value(track.node, one.quote), note->text) || isOfSameHold(one, *note));
    });
    if (told != findings.cend())
        return told->owner == Owner::Customer ? Hand::Ours : Hand::Support;
    const TicketRelease *release = releaseOfTrack(desk.facts, track);
    const bool isCustomers = release && release->ownership.scope == SupportScope::CustomerOwned;
    return isCustomers && track.verdict != Verdict::Lost ? Hand::Ours : handOf(note->kind);
}

QString closedSentence(const QString &text)
{
    return QStringLiteral(".!?").contains(text.back()) ? text : text + u'.';
}

QString sentencesOf(const QList<TrackNote> &notes)
{
    QString all;
    for (const TrackNote &note : notes) {
        QString text = note.text.trimmed();
        const qsizetype quoteEnd = text.indexOf(QStringLiteral("\": "));
        if (note.kind == NoteKind::Signature && text.startsWith(u'"') && quoteEnd > 0 &&
            all.contains(text.mid(1, quoteEnd - 1)))
            text.remove(0, quoteEnd + 3);
        if (text.isEmpty())
            continue;
        if (!isRetryNote(note))
            text = closedSentence(text);
        all = all.isEmpty() ? text : closedSentence(all) + u' ' + text;
    }
    return all;
}

const TrackNote *cause(const NodeTrack &track)
{
    const TrackNote *ours = nullptr;
    for (const TrackNote &note : track.blockers) {
        if (handOf(note.kind) == Hand::Support)
            return &note;
        if (!ours && handOf(note.kind) == Hand::Ours)
            ours = &note;
    }
    return ours;
}

} // namespace chartroom
