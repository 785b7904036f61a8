// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/moments.h"
#include "core/ticket/sections.h"
#include "core/ticket/ticket_tr.h"

#include <algorithm>

namespace chartroom {

namespace {

/// By the terms of which the rollout is planned.
QString effectText(const TicketFacts &facts)
{
    const PreflightReport &report = *facts.preflight;
    const PolicyChanges changes = facts.draft ? facts.draft->policy : PolicyChanges();
    return nodeEffectText(report.impact, report.rollout ? termsWith(*report.rollout, changes) : std::nullopt);
}

/// The classes of the CMK documents, where the model has no words of its own.
QString interruptionText(Interruption interruption)
{
    switch (interruption) {
    case Interruption::None:
        return TicketTr::tr("nothing");
    case Interruption::PodsRolling:
        return TicketTr::tr("its pods restart one node at a time; workloads continue");
    case Interruption::VolumeOperations:
        return TicketTr::tr("attaching and mounting volumes may be delayed briefly; workloads continue");
    case Interruption::GpuWorkloads:
        return TicketTr::tr("GPU workloads on the nodes that are updated");
    case Interruption::NodeNetwork:
        return TicketTr::tr("workloads and the network of the nodes that are updated, which may go offline");
    case Interruption::Unknown:
        break;
    }
    return TicketTr::tr("unknown");
}

/// What becomes of the nodes is said once, by the policy.
QString sentenceOf(const PreflightFinding &one, const TicketContext &desk)
{
    if (one.id != u"nodes")
        return one.sentence;
    return desk.options.without.contains(TicketPart::Impact)
               ? effectText(desk.facts)
               : TicketTr::tr("Effect on nodes: see \"What it interrupts\".");
}

/// Nobody looks for what is in a column of nothing.
TicketTable withoutEmptyColumns(TicketTable table)
{
    for (qsizetype column = table.titles.size(); column-- > 0;) {
        const bool isEmpty = std::all_of(table.rows.cbegin(), table.rows.cend(),
                                         [column](const QStringList &row) { return row[column].isEmpty(); });
        if (!isEmpty)
            continue;
        table.titles.removeAt(column);
        for (QStringList &row : table.rows)
            row.removeAt(column);
    }
    return table;
}

/// At most so many points of the course, the first and the last among them.
QList<PlanPoint> sampled(const QList<PlanPoint> &course)
{
    constexpr qsizetype most = 8;
    if (course.size() <= most)
        return course;
    QList<PlanPoint> points;
    for (qsizetype i = 0; i < most; ++i)
        points.append(course[i * (course.size() - 1) / (most - 1)]);
    return points;
}

} // namespace

TicketBlocks impactSection(const TicketContext &desk)
{
    TicketFactList list;
    QStringList lines;
    if (desk.facts.preflight) {
        const PreflightReport &report = *desk.facts.preflight;
        list.facts.append({TicketTr::tr("Effect on nodes"), effectText(desk.facts)});
        lines = report.impact.lines;
    }
    for (const TicketRelease &one : desk.facts.releases) {
        const Ownership &ownership = one.ownership;
        list.facts.append({one.release.key.name, ownership.interruptionText.isEmpty()
                                                     ? interruptionText(ownership.interruption)
                                                     : ownership.interruptionText});
    }
    if (list.facts.isEmpty())
        return {};
    TicketBlocks blocks{TicketHeading{TicketTr::tr("What it interrupts")}, list};
    if (!lines.isEmpty())
        blocks.append(TicketQuote{TicketTr::tr("The changed lines that determine this"), lines.join(u'\n')});
    return blocks;
}

TicketBlocks planSection(const TicketContext &desk)
{
    if (!desk.facts.plan)
        return {};
    const PlannedWindow &planned = *desk.facts.plan;
    TicketBlocks blocks{TicketHeading{TicketTr::tr("Nodes over time")}, TicketParagraph{planned.headline},
                        TicketBullets{planned.lines}};
    TicketTable table{{desk.times.clockTitle(), TicketTr::tr("Done"), TicketTr::tr("In progress"),
                       TicketTr::tr("Blocked"), TicketTr::tr("GPUs available")},
                      {}};
    const QList<PlanPoint> points = sampled(planned.plan.course);
    for (const PlanPoint &point : points)
        table.rows.append({desk.times.clock(laterBy(planned.start, point.at)), QString::number(point.done),
                           QString::number(point.moving), QString::number(point.held),
                           QString::number(point.gpus)});
    if (table.rows.size() > 1)
        blocks.append(table);
    if (!planned.assumptions.isEmpty()) {
        blocks.append(TicketParagraph{TicketTr::tr("Assumptions:")});
        blocks.append(TicketBullets{planned.assumptions});
    }
    return blocks;
}

TicketBlocks preflightSection(const TicketContext &desk)
{
    if (!desk.facts.preflight)
        return {};
    const PreflightReport &report = *desk.facts.preflight;
    TicketBlocks blocks{TicketHeading{TicketTr::tr("Preflight")},
                        TicketParagraph{TicketTr::tr("Findings at %1:").arg(desk.times.moment(report.at))}};
    TicketTable table{{TicketTr::tr("Weight"), TicketTr::tr("Finding"), TicketTr::tr("Next steps"),
                       TicketTr::tr("Our reason")},
                      {}};
    for (const Severity severity : {Severity::Severe, Severity::Unknown, Severity::Warning}) {
        for (const PreflightFinding &one : report.findings) {
            if (one.severity != severity || one.id == u"ownership") // Support is being told
                continue;
            const QString reason = desk.facts.draft ? desk.facts.draft->reasons.value(one.id) : QString();
            table.rows.append({severityText(severity), sentenceOf(one, desk), one.whatToDo, reason});
        }
    }
    if (table.rows.isEmpty())
        blocks.append(TicketParagraph{TicketTr::tr("no findings against it")});
    else
        blocks.append(withoutEmptyColumns(table));
    return blocks;
}

} // namespace chartroom
