// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/rollout_lane.h"
#include "core/ticket/sections.h"

#include <QCoreApplication>

#include <algorithm>
#include <utility>

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

/// "580.95.05 → 580.126.20: 14 of 16 done, 2 failed".
QString versionsAndCount(const ComponentCount &count)
{
    if (count.to.isEmpty())
        return countText(count);
    const QString versions =
        count.from.isEmpty() ? count.to : QStringLiteral("%1 → %2").arg(count.from, count.to);
    return QStringLiteral("%1: %2").arg(versions, countText(count));
}

/// What holds the node and what contradicts its label, in sentences.
QString known(const NodeTrack &track)
{
    QList<TrackNote> notes = track.blockers;
    for (const TrackNote &note : track.contradictions)
        if (isDoubt(note))
            notes.append(note);
    if (!notes.isEmpty())
        return sentencesOf(notes);
    return track.evidence.join(QStringLiteral("; "));
}

QString tenantText(const NodeTenant &tenant)
{
    return Text::tr("%1/%2 (%n GPU(s))", nullptr, tenant.gpus).arg(tenant.namespaceName, tenant.workload);
}

/// What it means, and how far that can be relied on.
QString meaningText(const Diagnosis &one)
{
    switch (one.confidence) {
    case Confidence::Certain:
        return one.meaning;
    case Confidence::Likely:
        return Text::tr("%1 (likely)", "what a text means").arg(one.meaning);
    case Confidence::Guess:
        break;
    }
    return Text::tr("%1 (a guess)", "what a text means").arg(one.meaning);
}

/// "gpu-011, gpu-012 and 40 more".
QString nodeNames(const QStringList &nodes)
{
    constexpr qsizetype most = 8;
    const QString names = nodes.first(qMin(most, nodes.size())).join(QStringLiteral(", "));
    return nodes.size() <= most ? names
                                : Text::tr("%1 and %n more", nullptr, int(nodes.size() - most)).arg(names);
}

/// What waits for it, those that say the same together: "NVIDIA device plugin, GPU labels on gpu-011: ...".
QString behindText(const QList<Consequence> &all)
{
    QList<std::pair<QStringList, const Consequence *>> groups;
    for (const Consequence &one : all) {
        const auto same = std::find_if(groups.begin(), groups.end(), [&one](const auto &group) {
            return group.second->quote == one.quote && group.second->nodes == one.nodes;
        });
        if (same == groups.end())
            groups.append({{one.component}, &one});
        else if (!same->first.contains(one.component))
            same->first.append(one.component);
    }
    QStringList texts;
    for (const auto &[components, one] : std::as_const(groups)) {
        QString text = components.join(QStringLiteral(", "));
        if (!one->nodes.isEmpty())
            text += Text::tr(" on %1").arg(nodeNames(one->nodes));
        texts.append(one->quote.isEmpty() ? text : text + QStringLiteral(": ") + one->quote);
    }
    return texts.join(QStringLiteral("; "));
}

QString placeOf(const Diagnosis &one)
{
    if (one.nodes.isEmpty())
        return (one.component + u' ' + one.release).trimmed();
    return Text::tr("%1 on %2").arg(one.component, nodeNames(one.nodes));
}

/// Of a release that the ticket is about, whose part Add-ons says whose it is and why.
bool isOfRelease(const Diagnosis &one, const TicketDesk &desk)
{
    const QList<TicketRelease> &releases = desk.facts.releases;
    return std::any_of(releases.cbegin(), releases.cend(), [&one](const TicketRelease &release) {
        const ReleaseKey &key = release.release.key;
        return one.release == key.namespaceName + u'/' + key.name;
    });
}

/// Neither a cause nor of what the ticket is about: said in few words where there is something else to say.
bool isBeside(const Diagnosis &one, const TicketDesk &desk)
{
    return one.bearing != Bearing::Cause && one.nodes.isEmpty() && !isOfRelease(one, desk);
}

QString whoseText(const Diagnosis &one, const TicketDesk &desk)
{
    const QString whose = QStringLiteral("%1, %2.").arg(ownerText(one.owner), supportScopeText(one.scope));
    const bool isSaidBelow = isOfRelease(one, desk) && !desk.options.without.contains(TicketPart::AddOns);
    return isSaidBelow || one.ownership.isEmpty() ? whose : whose + u' ' + one.ownership;
}

QString inShort(const Diagnosis &one, const TicketDesk &desk)
{
    QString text = placeOf(one);
    if (one.since.isValid())
        text += Text::tr(" since %1").arg(desk.times.moment(one.since));
    text += QStringLiteral(": ") + meaningText(one);
    return one.quote.isEmpty() ? text : text + QStringLiteral(" \"%1\"").arg(one.quote);
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
    add(Text::tr("Means"), meaningText(one));
    add(Text::tr("Next"), one.nextStep);
    add(Text::tr("Whose"), whoseText(one, desk));
    add(Text::tr("Waits for it"), behindText(one.consequences));
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
    TicketBullets rest;
    qsizetype told = 0;
    const bool isAllBeside = std::all_of(findings.cbegin(), findings.cend(),
                                         [&](const Diagnosis &one) { return isBeside(one, desk); });
    for (const Diagnosis &one : findings) {
        if (told < most && (isAllBeside || !isBeside(one, desk))) {
            blocks += findingBlocks(one, desk);
            ++told;
        } else {
            rest.items.append(inShort(one, desk));
        }
    }
    if (!rest.items.isEmpty()) {
        blocks.append(TicketParagraph{Text::tr("Also found:")});
        blocks.append(rest);
    }
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
        list.facts.append({componentTitle(count.component), versionsAndCount(count)});
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
