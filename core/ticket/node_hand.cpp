// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/retry.h"
#include "core/ticket/sections.h"

#include <QHash>

#include <algorithm>

namespace chartroom {

Hand handOf(NoteKind kind)
{
    static const QHash<NoteKind, Hand> hands{
        {NoteKind::DisruptionBudget, Hand::Ours},
        {NoteKind::SeveralBudgets, Hand::Ours},
        {NoteKind::UnmanagedPod, Hand::Ours},
        {NoteKind::EmptyDir, Hand::Ours},
        {NoteKind::DaemonSetPod, Hand::Ours},
        {NoteKind::SafeLoad, Hand::Ours},
        {NoteKind::Jobs, Hand::Ours},
        {NoteKind::SlowToEnd, Hand::Ours},
        {NoteKind::LongGrace, Hand::Ours},
        {NoteKind::SkipLabel, Hand::Ours},
        {NoteKind::AutoUpgradeOff, Hand::Ours},
        {NoteKind::LeftCordoned, Hand::Ours},
        {NoteKind::UnknownState, Hand::Ours},
        {NoteKind::RequestorLeftover, Hand::Ours},
        {NoteKind::NodeCordoned, Hand::Ours},
        {NoteKind::DrainPool, Hand::Ours},
        {NoteKind::RetryLabelNow, Hand::Ours},
        {NoteKind::RetryLabelAfterOther, Hand::Ours},
        {NoteKind::StaleBudget, Hand::Support},
        {NoteKind::NodeLost, Hand::Support},
        {NoteKind::NodeNotReady, Hand::Support},
        {NoteKind::DriverPod, Hand::Support},
        {NoteKind::ImagePull, Hand::Support},
        {NoteKind::InitContainer, Hand::Support},
        {NoteKind::SyncError, Hand::Support},
        {NoteKind::Reboot, Hand::Support},
        {NoteKind::Validator, Hand::Support},
        {NoteKind::Toolkit, Hand::Support},
        {NoteKind::DevicePlugin, Hand::Support},
        {NoteKind::ModuleFailed, Hand::Support},
        {NoteKind::DriverAntiAffinity, Hand::Support},
        {NoteKind::DriverNotScheduled, Hand::Support},
        {NoteKind::OperatorGone, Hand::Support},
        {NoteKind::MaintenanceOperatorGone, Hand::Support},
        {NoteKind::MaintenanceUnanswered, Hand::Support},
        {NoteKind::OperatorBehind, Hand::Support},
        {NoteKind::WaitingForOperator, Hand::Support},
        {NoteKind::UnscheduledPods, Hand::Support},
        {NoteKind::SurplusPods, Hand::Support},
        {NoteKind::NodeMaintenanceFailed, Hand::Support},
    };
    return hands.value(kind, Hand::Operator);
}

bool isOperatorGone(const TrackNote &note)
{
    return note.kind == NoteKind::OperatorGone || note.kind == NoteKind::MaintenanceOperatorGone;
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
    if (isRetryNote(*note) ||
        note->kind == NoteKind::LeftCordoned) // one command of ours, whoever owns the driver
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
        if (!QStringLiteral(".!?").contains(text.back()))
            text += u'.';
        all += (all.isEmpty() ? QString() : QStringLiteral(" ")) + text;
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
