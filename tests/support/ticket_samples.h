// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ticket/composer.h"

namespace chartroom::test {

inline const QDateTime ticketNow(QDate(2026, 11, 21), QTime(22, 40), Qt::UTC);

inline TicketRelease gpuOperatorRelease()
{
    TicketRelease one;
    one.release.key = {QStringLiteral("nvidia-gpu-operator"), QStringLiteral("gpu-operator"),
                       ReleaseStorage::Secret};
    RevisionEntry newest;
    newest.revision = 4;
    newest.status = ReleaseStatus::Deployed;
    newest.statusText = QStringLiteral("deployed");
    one.release.revisions = {newest};
    ReleaseRecord record;
    record.chartName = QStringLiteral("gpu-operator");
    record.chartVersion = QStringLiteral("v25.3.4");
    record.userValues =
        Value(Value::Map{{QStringLiteral("replicas"), Value(Value::Number{QStringLiteral("2")})}});
    one.release.record = record;
    Divergence divergence;
    divergence.reference = QStringLiteral("revision 1");
    ValueChange change;
    change.path = QStringLiteral("driver.version");
    change.before = Value(QStringLiteral("570.124.06"));
    change.after = Value(QStringLiteral("580.82.07"));
    divergence.changes = {change};
    one.release.divergence = divergence;
    one.ownership.owner = Owner::Shared;
    one.ownership.scope = SupportScope::Supported;
    one.ownership.interruption = Interruption::GpuWorkloads;
    one.ownership.interruptionText = QStringLiteral("Workloads on the nodes being updated.");
    PathNote note;
    note.path = change.path;
    note.text = QStringLiteral("Pinned: 570 breaks our NCCL.");
    one.notes = {note};
    return one;
}

inline NodeTrack ticketTrack(const QString &node, Verdict verdict, RolloutStep step)
{
    NodeTrack track;
    track.node = node;
    track.component = QStringLiteral("gpu");
    track.verdict = verdict;
    track.step = step;
    track.label = stepText(step);
    track.since = ticketNow.addSecs(-540);
    track.driverFrom = QStringLiteral("580.82.07");
    track.driverTo = QStringLiteral("580.105.08");
    return track;
}

/// The last line of a journal that ended as done: by itself, or closed by another program, and then where it
/// is verified by the check of a person.
inline JournalRecord doneRecord(bool isVerifying = false, bool wasClosedLater = false)
{
    Value::Map data{{QStringLiteral("end"), Value(endText(OperationResult::End::Done))},
                    {QStringLiteral("verifying"), Value(isVerifying)}};
    if (wasClosedLater)
        for (const auto &[key, isSo] : {std::pair("recovered", true), std::pair("checked", !isVerifying)})
            data.insert(QString::fromLatin1(key), Value(isSo));
    return {JournalRecord::Kind::Outcome, QStringLiteral("Finish"), ticketNow.addSecs(-2340), Value(data)};
}

/// A driver upgrade in a night in Berlin, before Support is asked.
inline TicketFacts factsBefore()
{
    TicketFacts facts;
    facts.now = ticketNow.addDays(-1);
    facts.cluster.name = QStringLiteral("prod-eu");
    facts.cluster.serverVersion = QStringLiteral("v1.36.3");
    facts.cluster.nodes = 18;
    facts.cluster.gpuNodes = 16;
    facts.cluster.accelerators = {{QStringLiteral("NVIDIA-H100-80GB-HBM3"), 16}};
    facts.releases = {gpuOperatorRelease()};
    facts.areTracksKnown = true;
    UpgradeDraft draft;
    draft.context = QStringLiteral("prod-eu");
    draft.release = facts.releases.first().release.key;
    draft.plannedOn = 4;
    draft.chart = {QStringLiteral("gpu-operator"),
                   QStringLiteral("nvidia"),
                   {},
                   QStringLiteral("v25.10.1"),
                   QString(64, u'a')};
    draft.strategy = Strategy::ResetThenReuse;
    const QDateTime start(QDate(2026, 11, 21), QTime(22, 0), Qt::UTC);
    draft.window = UpgradeWindow{start, start.addSecs(4LL * 3600), "Europe/Berlin"};
    facts.draft = draft;
    PreflightReport report;
    report.at = facts.now;
    report.impact.kind = NodeImpact::Kind::DriverReload;
    report.impact.component = QStringLiteral("gpu");
    report.findings = {
        finding("helm", Severity::Ok, QStringLiteral("Helm v4.3.1 would run.")),
        finding("nodes", Severity::Warning, QStringLiteral("Every node is cordoned and emptied.")),
        finding("ownership", Severity::Severe, QStringLiteral("notify Support first.")),
        finding("pending", Severity::Severe, QStringLiteral("Somebody is at work."), {},
                QStringLiteral("Wait for it."))};
    facts.preflight = report;
    return facts;
}

/// Two nodes done, one with a driver that does not start, one held by a budget of a tenant, one lost.
inline TicketFacts factsDuring()
{
    TicketFacts facts = factsBefore();
    facts.now = ticketNow;
    facts.draft.reset();
    facts.preflight.reset();
    NodeTrack failed = ticketTrack(QStringLiteral("gpu-011"), Verdict::Failed, RolloutStep::Failed);
    failed.stage = 4;
    failed.restarts = 12;
    failed.driverPod = QStringLiteral("nvidia-gpu-operator/nvidia-driver-x7k2p");
    failed.blockers = {
        {NoteKind::DriverPod,
         QStringLiteral("nvidia-driver-ctr of the driver pod nvidia-gpu-operator/nvidia-driver-x7k2p "
                        "restarted 12 times: CrashLoopBackOff: Could not resolve Linux kernel "
                        "version")},
        {NoteKind::Signature,
         QStringLiteral("\"Could not resolve Linux kernel version\": No kernel-header package fits "
                        "the running kernel.")}};
    NodeTrack held = ticketTrack(QStringLiteral("gpu-004"), Verdict::Stuck, RolloutStep::Evict);
    held.blockers = {
        {NoteKind::DisruptionBudget,
         QStringLiteral("tenant-b/trainer (PodDisruptionBudget) allows no disruption now (5 healthy, "
                        "5 needed): tenant-b/trainer-0 stays.")}};
    NodeTrack lost = ticketTrack(QStringLiteral("gpu-007"), Verdict::Lost, RolloutStep::DriverRestart);
    lost.blockers = {{NoteKind::NodeLost,
                      QStringLiteral("The node's kubelet has not responded since 2026-11-21T22:31:00Z.")}};
    facts.tracks = {ticketTrack(QStringLiteral("gpu-001"), Verdict::Done, RolloutStep::Done),
                    ticketTrack(QStringLiteral("gpu-002"), Verdict::Done, RolloutStep::Done), held, lost,
                    failed};
    return facts;
}

/// The same release after its upgrade ended, all nodes done.
inline TicketFacts factsAfter()
{
    TicketFacts facts = factsDuring();
    for (NodeTrack &track : facts.tracks) {
        track.verdict = Verdict::Done;
        track.step = RolloutStep::Done;
        track.blockers.clear();
    }
    facts.releases.first().release.revisions.first().revision = 5;
    ActivityEntry entry;
    entry.order.id = QStringLiteral("20261121t220013z-1");
    entry.order.kind = OperationKind::Upgrade;
    entry.order.context = QStringLiteral("prod-eu");
    entry.order.release = facts.releases.first().release.key;
    entry.order.version = QStringLiteral("v25.10.1");
    entry.order.holder = QStringLiteral("ada@desk-7 (process 12)");
    entry.order.started = ticketNow.addSecs(-2400);
    entry.ended = ticketNow.addSecs(-2340);
    entry.end = OperationResult::End::Done;
    entry.endText = QStringLiteral("Revision 5 is deployed.");
    entry.revision = 5;
    entry.commands = {QStringLiteral("helm upgrade gpu-operator gpu-operator-v25.10.1.tgz")};
    entry.steps = {{QStringLiteral("Helm"), ticketNow.addSecs(-2390), ticketNow.addSecs(-2350),
                    QStringLiteral("helm ended well"), false}};
    JournalRecord record;
    record.step = QStringLiteral("Helm");
    record.at = ticketNow.addSecs(-2390);
    record.data = Value(Value::Map{{QStringLiteral("text"), Value(QStringLiteral("runs helm"))}});
    entry.journal.records = {record, doneRecord()};
    facts.operation = entry;
    return facts;
}

/// Of an upgrade on a revision of that chart version, which set the driver's version.
inline JournalContents changeJournal(const QString &from)
{
    JournalRecord lease;
    lease.step = QStringLiteral("Lease");
    lease.data = Value(Value::Map{
        {QStringLiteral("edits"),
         Value(Value::Map{
             {QStringLiteral("driver"),
              Value(Value::Map{{QStringLiteral("version"), Value(QStringLiteral("580.126.20"))}})}})}});
    JournalRecord check;
    check.kind = JournalRecord::Kind::Outcome;
    check.step = QStringLiteral("Check");
    check.data = Value(Value::Map{{QStringLiteral("chartVersion"), Value(from)}});
    JournalContents journal;
    journal.records = {lease, check, doneRecord()};
    return journal;
}

inline TicketFacts factsOf(TicketPhase phase)
{
    return phase == TicketPhase::Before  ? factsBefore()
           : phase == TicketPhase::After ? factsAfter()
                                         : factsDuring();
}

inline TicketOptions optionsOf(TicketPhase phase)
{
    TicketOptions options;
    options.phase = phase;
    options.zone = "Europe/Berlin";
    return options;
}

/// The request in one sentence.
inline QString sentenceOf(const TicketFacts &facts, TicketPhase phase)
{
    const Ticket ticket = composeTicket(facts, optionsOf(phase));
    return std::get<TicketParagraph>(ticket.document.blocks().first()).text;
}

/// What Support is asked.
inline QStringList questionsOf(const TicketFacts &facts, TicketPhase phase)
{
    const Ticket ticket = composeTicket(facts, optionsOf(phase));
    for (const TicketBlock &block : ticket.document.blocks())
        if (const auto *bullets = std::get_if<TicketBullets>(&block))
            return bullets->items;
    return {};
}

} // namespace chartroom::test
