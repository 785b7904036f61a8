// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/short_list.h"
#include "core/kube/gpu_count.h"
#include "core/rollout/retry.h"
#include "core/ticket/open_matters.h"
#include "core/ticket/sections.h"
#include "core/ticket/ticket_tr.h"
#include "core/words/rollout_lane.h"

#include <algorithm>
#include <utility>

namespace chartroom {

namespace {

constexpr qsizetype mostRows = 16;
constexpr qsizetype mostTenants = 6;

/// "580.95.05 → 580.126.20: 14 of 16 done, 2 failed"; "580.95.05 on 16 of 16 nodes" where none has gone.
QString versionsAndCount(const ComponentCount &count)
{
    if (count.to.isEmpty())
        return countText(count);
    if (count.from.isEmpty() && count.isAllDone())
        return TicketTr::tr("%1 on %2 of %2 nodes").arg(count.to, QString::number(count.total));
    return QStringLiteral("%1: %2").arg(count.versions(), countText(count));
}

/// The ticket has a finding that says the same, or that explains what was quoted there.
bool isExplained(const TrackNote &note, const NodeTrack &track, const TicketContext &desk)
{
    if (note.kind == NoteKind::RetryLabel)
        return isRetryTold(track, desk);
    if (desk.options.without.contains(TicketPart::Findings))
        return false;
    const QList<Finding> findings = findingsToTell(desk);
    return std::any_of(findings.cbegin(), findings.cend(), [&](const Finding &one) {
        const auto isQuoted = [&one](const TrackNote &said) {
            return !one.quote.isEmpty() && said.text.contains(one.quote);
        };
        // What a quote usually means; the finding says what it means here.
        const bool isMeant = note.kind == NoteKind::Signature &&
                             ((!one.meaning.isEmpty() && note.text.contains(one.meaning)) ||
                              std::any_of(track.blockers.cbegin(), track.blockers.cend(), isQuoted));
        return one.nodes.contains(track.node) && (isMeant || isQuoted(note));
    });
}

/// What holds the node and what contradicts its label, in sentences.
QString known(const NodeTrack &track, const TicketContext &desk)
{
    QList<TrackNote> notes;
    for (const TrackNote &note : track.blockers)
        if (!isExplained(note, track, desk))
            notes.append(note);
    for (const TrackNote &note : track.contradictions)
        if (isDoubt(note))
            notes.append(note);
    if (!notes.isEmpty())
        return sentencesOf(notes);
    if (!track.blockers.isEmpty())
        return TicketTr::tr("See Findings.");
    return track.evidence.lines().join(QStringLiteral("; "));
}

/// "GPU driver: 4 of 4 slots in use, also by nodes that failed; 6 nodes wait".
QString slotsText(const Pace &pace)
{
    const QString text =
        pace.held > 0 ? TicketTr::tr("%1: %2 of %3 slots in use, including failed nodes; %n node(s) waiting",
                                     nullptr, pace.waiting)
                      : TicketTr::tr("%1: %2 of %3 slots in use; %n node(s) waiting", nullptr, pace.waiting);
    const QString said = text.arg(componentTitle(pace.component), QString::number(pace.slotsInUse),
                                  QString::number(*pace.slotLimit));
    return pace.slotsInUse > *pace.slotLimit
               ? TicketTr::tr(
                     "%1 (more than allowed: the operator takes a node that was cordoned without a slot)")
                     .arg(said)
               : said;
}

QString tenantText(const NodeTenant &tenant)
{
    return TicketTr::tr("%1/%2 (%3)", "namespace/workload (GPUs)")
        .arg(tenant.namespaceName, tenant.workload, gpuAmountText(tenant.gpus));
}

} // namespace

TicketBlocks nodeSection(const TicketContext &desk)
{
    const QList<ComponentCount> counts = componentCounts(desk.facts.tracks);
    if (counts.isEmpty())
        return {};
    TicketBlocks blocks{TicketHeading{TicketTr::tr("Nodes")}};
    TicketFactList list;
    for (const ComponentCount &count : counts)
        list.facts.append({titleOf(count), versionsAndCount(count)});
    for (const Pace &pace : desk.facts.paces)
        if (pace.isOpen && pace.waiting > 0 && pace.slotLimit)
            list.facts.append({TicketTr::tr("Slots"), slotsText(pace)});
    const GpuCount &gpus = desk.facts.cluster.gpus;
    const QString parts = gpuPartsText(gpus);
    if (gpus.total.gpus > 0 && desk.options.phase != TicketPhase::Before)
        list.facts.append({TicketTr::tr("GPUs available"),
                           TicketTr::tr("%1 of %2").arg(gpus.available.gpus).arg(gpus.total.gpus)});
    if (!parts.isEmpty() && desk.options.phase != TicketPhase::Before)
        list.facts.append({TicketTr::tr("Parts of GPUs available"), parts});
    for (const QString &removed : removedTexts(desk))
        list.facts.append({TicketTr::tr("Removed node"), removed});
    QStringList tenants;
    for (const NodeTenant &tenant : desk.facts.tenants)
        tenants.append(tenantText(tenant));
    if (!tenants.isEmpty())
        list.facts.append({TicketTr::tr("Workloads on nodes still to go"), shortList(tenants, mostTenants)});
    blocks.append(list);
    const QList<const NodeTrack *> trouble = tracksToTell(desk);
    if (trouble.isEmpty())
        return blocks;
    TicketTable table{{TicketTr::tr("Node"), TicketTr::tr("Driver"), TicketTr::tr("State"),
                       TicketTr::tr("Since (UTC)"), TicketTr::tr("Known facts")},
                      {}};
    const QList<NodeRow> rows = nodeRows(desk, trouble.first(qMin(mostRows, trouble.size())),
                                         [&desk](const NodeTrack &track) { return known(track, desk); });
    for (const NodeRow &row : rows)
        table.rows.append({row.track->node, row.drivers, row.words, row.since, row.known});
    blocks.append(table);
    TicketFactList machines;
    for (const NodeTrack *track : trouble.first(qMin(mostRows, trouble.size()))) {
        const std::pair machine(track->node, desk.facts.machines.value(track->node));
        if (!machine.second.isEmpty() && !machines.facts.contains(machine))
            machines.facts.append(machine);
    }
    if (!machines.facts.isEmpty())
        blocks.append(machines);
    if (trouble.size() > mostRows)
        blocks.append(
            TicketParagraph{TicketTr::tr("%n more node(s) need attention; all are in the attached table.",
                                         nullptr, int(trouble.size() - mostRows))});
    return blocks;
}

namespace {

/// What was said when it was asked for: why, whose ticket, what was agreed on.
TicketFactList wordsOf(const ActivityEntry &entry)
{
    TicketFactList list;
    if (entry.journal.records.isEmpty())
        return list;
    const Value &order = entry.journal.records.first().data;
    const auto add = [&](const QString &name, const QString &text) {
        if (!text.trimmed().isEmpty())
            list.facts.append({name, text.trimmed()});
    };
    const auto said = [&order](const char *name) { return order.at({QLatin1String(name)}).toString(); };
    add(TicketTr::tr("Support's reference"), said("supportReference"));
    add(TicketTr::tr("Agreed"), said("consent"));
    add(TicketTr::tr("Reason"), said("reason"));
    const Value reasons = order.at({QStringLiteral("reasons")});
    for (auto it = reasons.map().cbegin(); it != reasons.map().cend(); ++it)
        add(TicketTr::tr("Reason for overriding %1").arg(it.key()), it->toString());
    return list;
}

TicketBlocks operationBlocks(const TicketContext &desk, const ActivityEntry &entry)
{
    TicketFactList list;
    const auto add = [&](const QString &name, const QString &text) {
        if (!text.isEmpty())
            list.facts.append({name, text});
    };
    add(TicketTr::tr("Operation"), entry.order.id);
    add(TicketTr::tr("By"), entry.order.holder);
    add(TicketTr::tr("Started"), desk.times.moment(entry.order.started));
    add(entry.wasClosedLater ? TicketTr::tr("Journal closed") : TicketTr::tr("Ended"),
        desk.times.moment(entry.ended));
    add(TicketTr::tr("Result"), endWordNow(entry, desk.facts));
    add(TicketTr::tr("Details"), endTextNow(entry, desk.facts));
    if (entry.revision > 0)
        add(TicketTr::tr("Current revision"), QString::number(entry.revision));
    list.facts += wordsOf(entry).facts;
    TicketBlocks blocks{list};
    if (!entry.problems.isEmpty()) {
        blocks.append(TicketParagraph{TicketTr::tr("Not as planned:")});
        blocks.append(TicketBullets{entry.problems});
    }
    if (!entry.commands.isEmpty())
        blocks.append(TicketCode{entry.commands.join(u'\n')});
    TicketTable table{{TicketTr::tr("Started (UTC)"), TicketTr::tr("Ended (UTC)"), TicketTr::tr("Step"),
                       TicketTr::tr("What")},
                      {}};
    for (const ActivityStep &step : entry.steps)
        table.rows.append({TicketTimes::inUtc(step.begun), TicketTimes::inUtc(step.ended),
                           stepTitle(step.step), step.text});
    if (!table.rows.isEmpty())
        blocks.append(table);
    return blocks;
}

/// "2026-11-30 01:13 UTC: revision 6 of gpu-operator, v26.3.3, by someone else: Upgrade complete".
QString othersText(const TicketContext &desk, const OthersRevision &one)
{
    QString what = TicketTr::tr("revision %1 of %2").arg(one.revision).arg(one.release);
    if (!one.words.chartVersion.isEmpty())
        what += QStringLiteral(", ") + one.words.chartVersion;
    const QString text = TicketTr::tr("%1: %2, by someone else (helm)", "a time, a revision")
                             .arg(desk.times.moment(one.at), what);
    return one.words.description.isEmpty() ? text : text + QStringLiteral(": ") + one.words.description;
}

} // namespace

TicketBlocks timelineSection(const TicketContext &desk)
{
    const QList<ActivityEntry> &operations = desk.facts.operations;
    QList<OthersRevision> others = desk.facts.others;
    if (operations.isEmpty() && others.isEmpty())
        return {};
    TicketBlocks blocks{TicketHeading{TicketTr::tr("Timeline")}};
    const bool hasSeveral = operations.size() + others.size() > 1;
    const auto addOthers = [&](const QDateTime &before) {
        TicketBullets bullets;
        while (!others.isEmpty() && (!before.isValid() || others.first().at < before))
            bullets.items.append(othersText(desk, others.takeFirst()));
        if (!bullets.items.isEmpty())
            blocks.append(bullets);
    };
    for (const ActivityEntry &entry : operations) {
        addOthers(entry.order.started);
        if (hasSeveral)
            blocks.append(TicketParagraph{operationText(entry), true});
        blocks += operationBlocks(desk, entry);
    }
    addOthers({});
    return blocks;
}

} // namespace chartroom
