// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/rollout_lane.h"
#include "core/ticket/sections.h"

#include <QCoreApplication>

namespace chartroom {

namespace {

constexpr qsizetype mostRows = 16;
constexpr qsizetype mostTenants = 6;

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(chartroom::Ticket)
};

QString versions(const NodeTrack &track)
{
    if (track.driverTo.isEmpty() || track.driverFrom == track.driverTo)
        return track.driverFrom;
    return track.driverFrom.isEmpty() ? track.driverTo
                                      : track.driverFrom + QStringLiteral(" → ") + track.driverTo;
}

/// What holds the node and what contradicts its label, in sentences.
QString known(const NodeTrack &track)
{
    QStringList texts;
    for (const TrackNote &note : track.blockers)
        texts.append(note.text);
    for (const TrackNote &note : track.contradictions)
        if (isDoubt(note))
            texts.append(note.text);
    if (!texts.isEmpty())
        return texts.join(u' ');
    return track.evidence.join(QStringLiteral("; "));
}

QString tenantText(const NodeTenant &tenant)
{
    return Text::tr("%1/%2 (%n GPU(s))", nullptr, tenant.gpus).arg(tenant.namespaceName, tenant.workload);
}

QString certainty(Confidence confidence)
{
    switch (confidence) {
    case Confidence::Certain:
        return Text::tr("certain");
    case Confidence::Likely:
        return Text::tr("likely");
    case Confidence::Guess:
        break;
    }
    return Text::tr("a guess");
}

/// "gpu-011, gpu-012 and 40 more".
QString nodeNames(const QStringList &nodes)
{
    constexpr qsizetype most = 8;
    const QString names = nodes.first(qMin(most, nodes.size())).join(QStringLiteral(", "));
    return nodes.size() <= most ? names
                                : Text::tr("%1 and %n more", nullptr, int(nodes.size() - most)).arg(names);
}

QString behindText(const Consequence &one)
{
    QString text = one.component;
    if (!one.nodes.isEmpty())
        text += Text::tr(" on %1").arg(nodeNames(one.nodes));
    return one.quote.isEmpty() ? text : text + QStringLiteral(": ") + one.quote;
}

QString placeOf(const Diagnosis &one)
{
    if (one.nodes.isEmpty())
        return (one.component + u' ' + one.release).trimmed();
    return Text::tr("%1 on %2").arg(one.component, nodeNames(one.nodes));
}

TicketBlocks findingBlocks(const Diagnosis &one, const TicketDesk &desk)
{
    TicketBlocks blocks{TicketParagraph{placeOf(one), true}};
    if (!one.quote.isEmpty())
        blocks.append(TicketQuote{one.where, one.quote});
    TicketFactList list;
    const auto add = [&](const QString &name, const QString &text) {
        if (!text.isEmpty())
            list.facts.append({name, text});
    };
    add(Text::tr("Since"), desk.times.moment(one.since));
    add(Text::tr("Means"), one.meaning);
    add(Text::tr("Next"), one.nextStep);
    add(Text::tr("Whose"),
        QStringLiteral("%1, %2 (%3). %4")
            .arg(ownerText(one.owner), supportScopeText(one.scope), certainty(one.confidence), one.ownership)
            .trimmed());
    QStringList behind;
    for (const Consequence &consequence : one.consequences)
        behind.append(behindText(consequence));
    add(Text::tr("Waits for it"), behind.join(QStringLiteral("; ")));
    blocks.append(list);
    return blocks;
}

} // namespace

TicketBlocks findingSection(const TicketDesk &desk)
{
    constexpr qsizetype most = 12;
    const QList<Diagnosis> findings = findingsToTell(desk);
    if (findings.isEmpty())
        return {};
    TicketBlocks blocks{TicketHeading{Text::tr("Findings")}};
    for (const Diagnosis &one : findings.first(qMin(most, findings.size())))
        blocks += findingBlocks(one, desk);
    TicketBullets rest;
    for (const Diagnosis &one : findings.mid(most))
        rest.items.append(QStringLiteral("%1: %2").arg(placeOf(one), one.meaning));
    if (!rest.items.isEmpty())
        blocks.append(rest);
    return blocks;
}

TicketBlocks nodeSection(const TicketDesk &desk)
{
    const QList<ComponentCount> counts = componentCounts(desk.facts.tracks);
    if (counts.isEmpty())
        return {};
    TicketBlocks blocks{TicketHeading{Text::tr("Nodes")}};
    TicketFactList list;
    for (const ComponentCount &count : counts)
        list.facts.append({componentText(count), countText(count)});
    QStringList tenants;
    for (const NodeTenant &tenant : desk.facts.tenants)
        if (tenants.size() < mostTenants)
            tenants.append(tenantText(tenant));
    if (!tenants.isEmpty())
        list.facts.append({Text::tr("Workloads on them"), tenants.join(QStringLiteral(", "))});
    blocks.append(list);
    const QList<const NodeTrack *> trouble = tracksToTell(desk);
    if (trouble.isEmpty())
        return blocks;
    TicketTable table{{Text::tr("Node"), Text::tr("Driver"), Text::tr("State"), Text::tr("Since (UTC)"),
                       Text::tr("What is known")},
                      {}};
    for (const NodeTrack *track : trouble.first(qMin(mostRows, trouble.size()))) {
        const QString driver =
            QStringLiteral("%1 %2").arg(componentTitle(track->component), versions(*track)).trimmed();
        table.rows.append({track->node, driver, rolloutLane(*track).words, TicketTimes::inUtc(track->since),
                           known(*track)});
    }
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
        blocks.append(TicketParagraph{Text::tr("%n more node(s) need a look; all are in the attached table.",
                                               nullptr, int(trouble.size() - mostRows))});
    return blocks;
}

TicketBlocks timelineSection(const TicketDesk &desk)
{
    if (!desk.facts.operation || !desk.facts.operation->problem.isEmpty())
        return {};
    const ActivityEntry &entry = *desk.facts.operation;
    TicketFactList list;
    const auto add = [&](const QString &name, const QString &text) {
        if (!text.isEmpty())
            list.facts.append({name, text});
    };
    add(Text::tr("Operation"), entry.order.id);
    add(Text::tr("By"), entry.order.holder);
    add(Text::tr("Begun"), desk.times.moment(entry.order.started));
    add(Text::tr("Ended"), desk.times.moment(entry.ended));
    add(Text::tr("Result"), entry.end ? endText(*entry.end) : Text::tr("open"));
    add(Text::tr("In words"), entry.endText);
    if (entry.revision > 0)
        add(Text::tr("Revision now"), QString::number(entry.revision));
    TicketBlocks blocks{TicketHeading{Text::tr("Timeline")}, list};
    if (!entry.problems.isEmpty()) {
        blocks.append(TicketParagraph{Text::tr("Not as planned:")});
        blocks.append(TicketBullets{entry.problems});
    }
    if (!entry.commands.isEmpty())
        blocks.append(TicketCode{entry.commands.join(u'\n')});
    TicketTable table{{Text::tr("Begun (UTC)"), Text::tr("Ended (UTC)"), Text::tr("Step"), Text::tr("What")},
                      {}};
    for (const ActivityStep &step : entry.steps)
        table.rows.append(
            {TicketTimes::inUtc(step.begun), TicketTimes::inUtc(step.ended), step.step, step.text});
    if (!table.rows.isEmpty())
        blocks.append(table);
    return blocks;
}

} // namespace chartroom
