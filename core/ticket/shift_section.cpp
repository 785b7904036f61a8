// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/moments.h"
#include "core/base/short_list.h"
#include "core/ticket/open_matters.h"
#include "core/ticket/sections.h"
#include "core/ticket/ticket_tr.h"
#include "core/ticket/told_facts.h"
#include "core/words/rollout_lane.h"

#include <QSet>

#include <algorithm>
#include <tuple>

namespace chartroom {

namespace {

constexpr qsizetype mostNodes = 8;
constexpr qsizetype mostDecisions = 8;

TicketBlocks listed(const QString &heading, const QStringList &items)
{
    if (items.isEmpty())
        return {TicketHeading{heading}, TicketParagraph{TicketTr::tr("No change observed by this program.")}};
    return {TicketHeading{heading}, TicketBullets{items}};
}

/// "gpu-003 (evicting since 22:38:02), ... and 4 more".
QString nodeStates(const QList<const NodeTrack *> &tracks, const QDateTime &now)
{
    QStringList texts;
    for (const NodeTrack *track : tracks) {
        const QString words = rolloutLane(*track).words;
        texts.append(track->since.isValid()
                         ? TicketTr::tr("%1 (%2 since %3 UTC)")
                               .arg(track->node, words, TicketTimes::briefUtc(track->since, now))
                         : QStringLiteral("%1 (%2)").arg(track->node, words));
    }
    return shortList(texts, mostNodes);
}

/// It was done before the driver that is wanted now was.
bool isOfEarlier(const NodeTrack &track)
{
    return track.times.target.isValid() && track.since < track.times.target;
}

QStringList doneItems(const TicketContext &desk)
{
    QStringList items;
    for (const ActivityEntry &operation : desk.facts.operations)
        if (operation.end == OperationResult::End::Done)
            items.append((operation.wasClosedLater ? TicketTr::tr("%1: %2, noted at %3. %4")
                                                   : TicketTr::tr("%1: %2 at %3. %4"))
                             .arg(operationText(operation), endWordNow(operation, desk.facts),
                                  desk.times.moment(operation.ended), endTextNow(operation, desk.facts))
                             .trimmed());
    for (const ComponentCount &count : componentCounts(desk.facts.tracks)) {
        const NodeTrack *last = nullptr;
        for (const NodeTrack *track : count.tracks)
            if (track->verdict == Verdict::Done && track->since.isValid() && !isOfEarlier(*track) &&
                (!last || std::tie(track->since, track->node) > std::tie(last->since, last->node)))
                last = track;
        QString item = TicketTr::tr("%1: %2 of %3 nodes")
                           .arg(componentText(count), QString::number(count.count(Verdict::Done)),
                                QString::number(count.total));
        if (last)
            item += TicketTr::tr(", the last one %1 at %2").arg(last->node, desk.times.moment(last->since));
        if (count.count(Verdict::Done) > 0)
            items.append(item);
    }
    return items + doubtTexts(desk.facts);
}

QString openOperation(const ActivityEntry &entry, const QDateTime &now)
{
    const auto step = std::find_if(entry.steps.crbegin(), entry.steps.crend(),
                                   [](const ActivityStep &one) { return !one.ended.isValid(); });
    QString text = step == entry.steps.crend() ? operationText(entry)
                                               : TicketTr::tr("%1: %2 since %3 UTC. %4")
                                                     .arg(operationText(entry), stepTitle(step->step),
                                                          TicketTimes::briefUtc(step->begun, now), step->text)
                                                     .trimmed();
    return entry.isHeld ? TicketTr::tr("%1 It runs at %2.").arg(text, entry.order.holder) : text;
}

const Pace *paceOfComponent(const TicketFacts &facts, const QString &component)
{
    const auto found = std::find_if(facts.paces.cbegin(), facts.paces.cend(),
                                    [&](const Pace &pace) { return pace.component == component; });
    return found == facts.paces.cend() ? nullptr : &*found;
}

/// All of its nodes that wait do so for autoUpgrade. A DaemonSet has no such switch.
bool isSwitchedOff(const TicketFacts &facts, const QString &component)
{
    const Pace *pace = paceOfComponent(facts, component);
    return pace && pace->isOff && !isPlainDaemonSet(component);
}

QStringList runningItems(const TicketContext &desk)
{
    QStringList items;
    for (const ActivityEntry &operation : desk.facts.operations)
        if (!operation.end && operation.isHeld)
            items.append(openOperation(operation, desk.facts.now));
    items += pendingTexts(desk.facts);
    for (const ComponentCount &count : componentCounts(desk.facts.tracks)) {
        QList<const NodeTrack *> moving;
        for (const NodeTrack *track : count.tracks)
            if (track->verdict == Verdict::Moving)
                moving.append(track);
        std::sort(moving.begin(), moving.end(),
                  [](const NodeTrack *a, const NodeTrack *b) { return a->node < b->node; });
        const int waiting = count.count(Verdict::Waiting);
        QStringList parts;
        if (!moving.isEmpty())
            parts.append(nodeStates(moving, desk.facts.now));
        if (waiting > 0)
            parts.append(TicketTr::tr("%n node(s) queued", nullptr, waiting) +
                         (isSwitchedOff(desk.facts, count.component)
                              ? TicketTr::tr("; paused (autoUpgrade is off): none starts")
                              : QString()));
        if (!parts.isEmpty())
            items.append(QStringLiteral("%1: %2").arg(titleOf(count), parts.join(QStringLiteral("; "))));
    }
    return items;
}

QString whoseTurn(const NodeTrack &track, const TicketContext &desk)
{
    switch (handOf(track, desk)) {
    case Hand::Ours:
        return TicketTr::tr("ours");
    case Hand::Support:
        return TicketTr::tr("Support's");
    case Hand::Operator:
        break;
    }
    // What is done, and looks as if it were not, no operator takes up again.
    const bool isOperators = !isTrouble(track.verdict) && !nodesToGo({track}).isEmpty();
    return isOperators ? TicketTr::tr("the operator") : TicketTr::tr("unknown");
}

QString holdText(const NodeTrack &track)
{
    const TrackNote *note = cause(track);
    QString text = note ? note->text : QString();
    for (const TrackNote &other : track.blockers)
        if (text.isEmpty())
            text = other.text;
    return text;
}

TicketBlocks blocked(const TicketContext &desk)
{
    TicketTable table{{TicketTr::tr("Node"), TicketTr::tr("Driver"), TicketTr::tr("State"),
                       TicketTr::tr("Since (UTC)"), TicketTr::tr("Blocked by"),
                       TicketTr::tr("Owner of the next step")},
                      {}};
    QList<const NodeTrack *> tracks = tracksToTell(desk);
    if (desk.options.nodes.isEmpty()) // what contradicts those that are done is said there
        tracks.removeIf([](const NodeTrack *track) { return track->verdict == Verdict::Done; });
    const QList<const NodeTrack *> told = tracks.first(qMin(2 * mostNodes, tracks.size()));
    for (const NodeRow &row : nodeRows(desk, told, holdText))
        table.rows.append(
            {row.track->node, row.drivers, row.words, row.since, row.known, whoseTurn(*row.track, desk)});
    if (table.rows.isEmpty())
        return listed(TicketTr::tr("Blocked"), {});
    TicketBlocks blocks{TicketHeading{TicketTr::tr("Blocked")}, table};
    if (tracks.size() > told.size())
        blocks.append(
            TicketParagraph{TicketTr::tr("%n more node(s) need attention; all are in the attached table.",
                                         nullptr, int(tracks.size() - told.size()))});
    return blocks;
}

/// The last moment at which a node of that component can start and be through before the window ends, as
/// three of four nodes so far were; without nodes so far the window's end.
QString byWhen(const TicketContext &desk, const QString &component)
{
    const std::optional<UpgradeWindow> window = windowOf(desk.facts);
    if (!window)
        return TicketTr::tr("no known window");
    if (window->end <= desk.facts.now)
        return TicketTr::tr("now: the window ended at %1").arg(desk.times.minute(window->end));
    const Pace *pace = paceOfComponent(desk.facts, component);
    if (!pace || pace->node.samples == 0)
        return TicketTr::tr("%1, when the window ends").arg(desk.times.minute(window->end));
    const QDateTime latest = laterBy(window->end, -pace->node.upperQuartile);
    const auto minutes = std::chrono::ceil<std::chrono::minutes>(pace->node.upperQuartile).count();
    return latest <= desk.facts.now ? TicketTr::tr("now: too late for this window, which ends at %1")
                                          .arg(desk.times.minute(window->end))
                                    : TicketTr::tr("%1: a node takes about %2 min, and the window ends at %3")
                                          .arg(desk.times.minute(latest), QString::number(minutes),
                                               desk.times.minute(window->end));
}

/// Whether a rollout that may not keep its window goes on.
void addOverruns(TicketTable &table, const TicketContext &desk)
{
    const std::optional<UpgradeWindow> window = windowOf(desk.facts);
    for (const Pace &pace : desk.facts.paces) {
        if (!window || !pace.isOpen || (pace.eta.latest.isValid() && pace.eta.latest <= window->end))
            continue;
        const bool isSure = pace.eta.earliest.isValid() && pace.eta.earliest > window->end;
        QString text =
            (isSure ? TicketTr::tr("The %1 will not complete in the window: does it continue after it?")
                    : TicketTr::tr("The %1 may not complete in the window: does it continue after it?"))
                .arg(componentTitle(pace.component));
        if (!pace.safeStop.isEmpty())
            text += u' ' + pace.safeStop;
        table.rows.append({text, byWhen(desk, pace.component)});
    }
}

/// No node that waits starts before that.
void addSwitches(TicketTable &table, const TicketContext &desk)
{
    for (const Pace &pace : desk.facts.paces)
        if (pace.waiting > 0 && isSwitchedOff(desk.facts, pace.component))
            table.rows.append(
                {TicketTr::tr("The %1 is paused (autoUpgrade is off): are the upgrades switched on again?")
                     .arg(componentTitle(pace.component)),
                 byWhen(desk, pace.component)});
}

void addOperations(TicketTable &table, const TicketContext &desk)
{
    for (const ActivityEntry &one : desk.facts.operations)
        if (one.isCut())
            table.rows.append({TicketTr::tr("%1 was interrupted, and no program is working on it: how should "
                                            "it continue? The page Activity shows the options.")
                                   .arg(openOperation(one, desk.facts.now)),
                               TicketTr::tr("now")});
        else if (isLeftUnsettled(one))
            table.rows.append({unsettledText(one), TicketTr::tr("now")});
    const std::optional<ActivityEntry> &operation = desk.facts.operation;
    if (!operation)
        return;
    const QDateTime watched = laterBy(operation->ended, operation->order.bake);
    if (operation->ended.isValid() && operation->order.bake.count() > 0 && watched > desk.facts.now)
        table.rows.append(
            {TicketTr::tr("%1 is still being observed: does it stay?").arg(operationText(*operation)),
             desk.times.minute(watched)});
    for (const QString &problem : operation->problems)
        table.rows.append({TicketTr::tr("What is not as planned: %1").arg(problem), QString()});
}

TicketBlocks decisions(const TicketContext &desk)
{
    TicketTable table{{TicketTr::tr("Decision"), TicketTr::tr("By when")}, {}};
    if (const QString own = desk.options.question.trimmed(); !own.isEmpty())
        table.rows.append({own, QString()});
    for (const QString &pending : othersPendingQuestions(desk.facts))
        table.rows.append({pending, TicketTr::tr("now")});
    addOperations(table, desk);
    addSwitches(table, desk);
    for (const QString &removed : removedTexts(desk))
        table.rows.append({TicketTr::tr("%1 Was the node removed on purpose?").arg(removed), QString()});
    QSet<QString> left;
    const QList<CauseGroup> groups = causeGroups(desk);
    for (const CauseGroup &group : groups) {
        if (table.rows.size() < mostDecisions)
            table.rows.append({decisionText(group, shortList(group.nodes, mostNodes), desk),
                               byWhen(desk, group.track->component)});
        else
            left += QSet<QString>(group.nodes.cbegin(), group.nodes.cend());
    }
    if (!left.isEmpty())
        table.rows.append({TicketTr::tr("%n more node(s) are blocked; all are in the attached table.",
                                        nullptr, int(left.size())),
                           QString()});
    if (const QStringList cordoned = nodesLeftCordoned(desk); !cordoned.isEmpty())
        table.rows.append({TicketTr::tr("Who cordoned %1, and may the cordon be removed?")
                               .arg(shortList(cordoned, mostNodes)),
                           QString()});
    addOverruns(table, desk);
    const QString heading = TicketTr::tr("Next decision, and by when");
    if (!table.rows.isEmpty())
        return {TicketHeading{heading}, table};
    return {TicketHeading{heading}, TicketParagraph{TicketTr::tr("None known to this program.")}};
}

} // namespace

TicketBlocks shiftSection(const TicketContext &desk)
{
    return listed(TicketTr::tr("Done"), doneItems(desk)) +
           listed(TicketTr::tr("Running"), runningItems(desk)) + blocked(desk) + decisions(desk);
}

} // namespace chartroom
