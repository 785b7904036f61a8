// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/duration_text.h"
#include "core/base/moments.h"
#include "core/base/short_list.h"
#include "core/ticket/open_matters.h"
#include "core/ticket/sections.h"
#include "core/ticket/ticket_tr.h"
#include "core/words/rollout_lane.h"

#include <QSet>

#include <algorithm>
#include <array>

namespace chartroom {

namespace {

QString releaseNames(const TicketFacts &facts)
{
    QStringList names;
    for (const TicketRelease &one : facts.releases)
        names.append(one.release.key.name);
    return names.join(QStringLiteral(", "));
}

/// That a rollout concerns.
int nodesIn(const QList<NodeTrack> &tracks)
{
    QSet<QString> nodes;
    for (const NodeTrack &track : tracks)
        if (track.verdict != Verdict::NotPart)
            nodes.insert(track.node);
    return int(nodes.size());
}

/// That failed in this rollout and went on by themselves.
QStringList healedNodes(const QList<NodeTrack> &tracks)
{
    QStringList nodes;
    for (const NodeTrack &track : tracks)
        if (std::any_of(track.contradictions.cbegin(), track.contradictions.cend(), isHealed))
            nodes.append(track.node);
    nodes.sort();
    nodes.removeDuplicates();
    return nodes;
}

/// How the nodes stand, all components: "GPU driver 580.82.07 → 580.105.08: 9 of 16 done, 1 failed".
QString nodesText(const TicketFacts &facts)
{
    QStringList parts;
    const QList<ComponentCount> counts = componentCounts(facts.tracks);
    for (const ComponentCount &count : counts)
        if (!count.isAllDone() || counts.size() == 1)
            parts.append(QStringLiteral("%1: %2").arg(componentText(count), countText(count)));
    if (parts.isEmpty() && !counts.isEmpty())
        return TicketTr::tr("all %n node(s) are done", nullptr, nodesIn(facts.tracks));
    return parts.join(QStringLiteral("; "));
}

/// When a node of it moved last, as far as that is known.
QDateTime lastMoveOf(const QString &component, const TicketFacts &facts)
{
    QDateTime last;
    for (const Pace &pace : facts.paces)
        if (pace.component == component)
            last = pace.end.isValid() ? pace.end : pace.start;
    return last;
}

/// In the rollout's queue or taken by it; one that is only in trouble, or waits for a switch, is not.
bool isTaken(const NodeTrack &track)
{
    return track.step == RolloutStep::Queued || isUnderWay(track.step);
}

/// Of those with nodes that are not through those that move, else all of them; else the one that moved last,
/// else those that have another version to come. Nothing where none is seen to have moved, but for an only
/// driver that one of the releases brings, or none.
QStringList movedComponents(const QList<ComponentCount> &counts, const TicketFacts &facts)
{
    static constexpr std::array open{Verdict::Failed, Verdict::Stuck,  Verdict::Lost,
                                     Verdict::Slow,   Verdict::Moving, Verdict::Waiting};
    QStringList moving;
    QStringList notDone;
    QStringList changing;
    QString last;
    for (const ComponentCount &count : counts) {
        for (const NodeTrack *track : count.tracks) {
            if (std::find(open.begin(), open.end(), track->verdict) == open.end())
                continue;
            notDone.append(count.component);
            if (isTaken(*track))
                moving.append(count.component);
        }
        if (!count.from.isEmpty() && !count.to.isEmpty() && !isSameDriver(count.from, count.to))
            changing.append(count.component);
        const QDateTime move = lastMoveOf(count.component, facts);
        if (move.isValid() && (last.isEmpty() || move > lastMoveOf(last, facts)))
            last = count.component;
    }
    for (QStringList *found : {&moving, &notDone})
        if (!found->isEmpty())
            return *found;
    if (!last.isEmpty() || !changing.isEmpty())
        return last.isEmpty() ? changing : QStringList{last};
    const bool isOnly = counts.first().component == counts.last().component;
    return isOnly && (facts.releases.isEmpty() || releaseOfTrack(facts, *counts.first().tracks.first()))
               ? QStringList{counts.first().component}
               : QStringList();
}

/// "GPU driver 580.82.07 → 580.105.08": each driver of the component that the rollout moves; of several
/// components their names alone.
QString driversText(const QList<ComponentCount> &counts, const TicketFacts &facts)
{
    QStringList moved = movedComponents(counts, facts);
    moved.removeDuplicates(); // one of each node, and of each driver
    QStringList texts;
    for (const ComponentCount &count : counts)
        if (moved.contains(count.component))
            texts.append(moved.size() > 1 ? titleOf(count) : componentText(count));
    return texts.join(QStringLiteral(", "));
}

QString sentenceBefore(const TicketFacts &facts)
{
    if (!facts.draft)
        return facts.releases.isEmpty()
                   ? TicketTr::tr("We ask for a maintenance window on %1.").arg(facts.cluster.name)
                   : TicketTr::tr("We ask for a maintenance window on %1 for %2.")
                         .arg(facts.cluster.name, releaseNames(facts));
    const UpgradeDraft &draft = *facts.draft;
    const TicketRelease *subject = subjectOf(facts);
    const QString from =
        subject && subject->release.record ? subject->release.record->chartVersion : TicketTr::tr("unknown");
    if (keepsChart(facts)) {
        const QStringList values = plannedValues(facts);
        const QString what = values.isEmpty()
                                 ? TicketTr::tr("its chart stays, and which values change is unknown")
                                 : shortList(values, 3);
        return TicketTr::tr("We ask for a maintenance window to change %1 %2 on %3: %4.")
            .arg(draft.release.name, draft.chart.version, draft.context, what);
    }
    return TicketTr::tr("We ask for a maintenance window to upgrade %1 on %2 from %3 to %4.")
        .arg(draft.release.name, draft.context, from, draft.chart.version);
}

bool isBeforeWindow(const TicketFacts &facts)
{
    const std::optional<UpgradeWindow> window = windowOf(facts);
    return window && facts.now.isValid() && facts.now < window->start;
}

/// Whether the operation, else the window, is over; "" where neither is known.
QString overText(const TicketFacts &facts)
{
    const QString &cluster = facts.cluster.name;
    if (facts.operation && isDoneNow(facts))
        return TicketTr::tr("%1 on %2 is deployed").arg(operationText(*facts.operation), cluster);
    if (facts.operation && facts.operation->end)
        return TicketTr::tr("%1 on %2 ended (result: %3)")
            .arg(operationText(*facts.operation), cluster, endWordNow(*facts.operation, facts));
    if (facts.operation)
        return TicketTr::tr("%1 on %2 is not complete").arg(operationText(*facts.operation), cluster);
    const std::optional<UpgradeWindow> window = windowOf(facts);
    if (!window || !facts.now.isValid())
        return {};
    return isBeforeWindow(facts)     ? TicketTr::tr("The window on %1 has not started").arg(cluster)
           : facts.now < window->end ? TicketTr::tr("The window on %1 has not ended yet").arg(cluster)
                                     : TicketTr::tr("The window on %1 has ended").arg(cluster);
}

/// No node is on its way.
QString restText(const TicketFacts &facts, const QString &nodes)
{
    QString text = TicketTr::tr("No rollout on %1 is in progress: %2.").arg(facts.cluster.name, nodes);
    if (const QStringList healed = healedNodes(facts.tracks); !healed.isEmpty())
        text +=
            u' ' + TicketTr::tr("%1 failed before and recovered automatically.").arg(shortList(healed, 8));
    QStringList odd;
    const QList<const NodeTrack *> looks = tracksInTrouble(facts.tracks);
    for (const NodeTrack *track : looks)
        if (!odd.contains(track->node))
            odd.append(track->node);
    if (!odd.isEmpty())
        text += u' ' + TicketTr::tr("Other facts contradict that on %1.").arg(shortList(odd, 8));
    return text;
}

bool needsHands(const TicketFacts &facts)
{
    return std::any_of(facts.tracks.cbegin(), facts.tracks.cend(), needsHand);
}

/// A person has to act, and no node is in progress meanwhile.
bool isBlocked(const TicketFacts &facts)
{
    return needsHands(facts) &&
           std::none_of(facts.tracks.cbegin(), facts.tracks.cend(), [](const NodeTrack &track) {
               return track.verdict == Verdict::Moving && !needsHand(track);
           });
}

QString sentenceDuring(const TicketFacts &facts)
{
    const QString nodes = nodesText(facts);
    const bool isToGo = !nodesToGo(facts.tracks).isEmpty();
    const QString early =
        isBeforeWindow(facts) ? u' ' + TicketTr::tr("The agreed window has not started.") : QString();
    if (isToGo && isPaused(facts))
        return TicketTr::tr("The rollout on %1 is paused (autoUpgrade is off): %2.")
                   .arg(facts.cluster.name, nodes) +
               early;
    if (needsHands(facts) && !isBlocked(facts))
        return TicketTr::tr("A rollout on %1 is in progress and needs attention: %2.")
                   .arg(facts.cluster.name, nodes) +
               early;
    if (isBlocked(facts))
        return TicketTr::tr("The rollout on %1 is blocked: %2.").arg(facts.cluster.name, nodes) + early;
    if (isToGo)
        return TicketTr::tr("A rollout on %1 is in progress: %2.").arg(facts.cluster.name, nodes) + early;
    const bool isAtWork = facts.operation && !facts.operation->end && !facts.operation->isCut();
    if (!nodes.isEmpty() && !isAtWork)
        return restText(facts, nodes);
    if (isAtWork)
        return TicketTr::tr("%1 on %2 is in progress and needs attention.")
            .arg(operationText(*facts.operation), facts.cluster.name);
    return facts.operation ? overText(facts) + u'.'
                           : TicketTr::tr("%1 needs attention.").arg(facts.cluster.name);
}

/// What may still change the cluster comes before what is known of the nodes.
QString withOpenChanges(const TicketFacts &facts, const QString &sentence)
{
    QStringList sentences = openChanges(facts) << sentence;
    sentences.removeAll(QString());
    return sentences.join(u' ');
}

QString sentenceAfter(const TicketFacts &facts)
{
    const QString over = overText(facts);
    QString nodes = nodesText(facts);
    if (nodes.isEmpty())
        return over.isEmpty() ? TicketTr::tr("What was done on %1.").arg(facts.cluster.name) : over + u'.';
    if (!nodesToGo(facts.tracks).isEmpty())
        nodes = TicketTr::tr("the nodes are not complete: %1").arg(nodes);
    return over.isEmpty() ? TicketTr::tr("So far on %1: %2.").arg(facts.cluster.name, nodes)
                          : QStringLiteral("%1; %2.").arg(over, nodes);
}

QString sentenceHandover(const TicketFacts &facts)
{
    QStringList parts;
    if (const auto &operation = facts.operation)
        parts.append(isDoneNow(facts) ? TicketTr::tr("%1 is deployed").arg(operationText(*operation))
                     : operation->end ? TicketTr::tr("%1 ended (result: %2)")
                                            .arg(operationText(*operation), endWordNow(*operation, facts))
                                      : TicketTr::tr("%1 is not complete").arg(operationText(*operation)));
    if (const QString nodes = nodesText(facts); !nodes.isEmpty())
        parts.append(nodes);
    if (!parts.isEmpty())
        return QStringLiteral("%1: %2.").arg(facts.cluster.name, parts.join(QStringLiteral("; ")));
    return openChanges(facts).isEmpty()
               ? TicketTr::tr("%1: no operation in progress is known.").arg(facts.cluster.name)
               : QString();
}

QString sentence(const TicketContext &desk)
{
    if (!desk.options.request.trimmed().isEmpty())
        return desk.options.request.trimmed();
    switch (desk.options.phase) {
    case TicketPhase::Before:
        return sentenceBefore(desk.facts);
    case TicketPhase::During:
        return withOpenChanges(desk.facts, sentenceDuring(desk.facts));
    case TicketPhase::After:
        return sentenceAfter(desk.facts);
    case TicketPhase::Handover:
        break;
    }
    return withOpenChanges(desk.facts, sentenceHandover(desk.facts));
}

QString windowText(const TicketContext &desk)
{
    const std::optional<UpgradeWindow> window = windowOf(desk.facts);
    if (!window)
        return TicketTr::tr("not agreed yet");
    const QString range = desk.times.range(window->start, window->end);
    return windowEndText(desk).isEmpty()
               ? range
               : TicketTr::tr("%1; ended %2 ago", "a window")
                     .arg(range, elapsedText(timeBetween(window->end, desk.facts.now)));
}

/// When the last node is through, of each rollout that goes on; none where the ticket calls it blocked.
void addEnds(TicketFactList &list, const TicketContext &desk)
{
    if (isBlocked(desk.facts))
        return;
    for (const Pace &pace : desk.facts.paces) {
        const QString name = TicketTr::tr("%1, end").arg(componentTitle(pace.component));
        const QString without = pace.eta.without.join(QStringLiteral(", "));
        if (!pace.isOpen || !pace.eta.earliest.isValid()) {
            if (!without.isEmpty())
                list.facts.append(
                    {name, TicketTr::tr("unknown: %1 blocked until someone acts", "nodes").arg(without)});
            continue;
        }
        QString text =
            pace.eta.latest.isValid()
                ? TicketTr::tr("earliest %1, latest %2")
                      .arg(desk.times.minute(pace.eta.earliest), desk.times.minute(pace.eta.latest))
                : TicketTr::tr("not before %1").arg(desk.times.minute(pace.eta.earliest));
        if (!without.isEmpty())
            text += u' ' + TicketTr::tr("(excluding %1: blocked until someone acts)").arg(without);
        list.facts.append({name, text});
    }
}

void addDraft(TicketFactList &list, const UpgradeDraft &draft)
{
    QString release = TicketTr::tr("%1 in namespace %2").arg(draft.release.name, draft.release.namespaceName);
    if (draft.plannedOn > 0)
        release = TicketTr::tr("%1, revision %2").arg(release, QString::number(draft.plannedOn));
    list.facts.append({TicketTr::tr("Release"), release});
    QString chart = QStringLiteral("%1 %2").arg(draft.chart.name, draft.chart.version);
    if (!draft.chart.digest.isEmpty()) // a digest is no secret, and said to be one
        chart += QStringLiteral(", sha256:") + draft.chart.digest;
    list.facts.append({TicketTr::tr("Chart"), chart});
    list.facts.append({TicketTr::tr("Values"), strategyText(draft.strategy)});
    if (!draft.canary.isEmpty())
        list.facts.append({TicketTr::tr("Canary node"), draft.canary});
    if (!draft.consent.trimmed().isEmpty())
        list.facts.append({TicketTr::tr("Agreed"), draft.consent.trimmed()});
}

} // namespace

QString windowEndText(const TicketContext &desk)
{
    const std::optional<UpgradeWindow> window = windowOf(desk.facts);
    if (!window || !desk.facts.now.isValid() || desk.facts.now < window->end)
        return {};
    return TicketTr::tr("The window ended at %1, %2 ago")
        .arg(desk.times.minute(window->end), elapsedText(timeBetween(window->end, desk.facts.now)));
}

QString operationText(const ActivityEntry &entry)
{
    const OperationHeader &order = entry.order;
    if (order.kind == OperationKind::Rollback)
        return TicketTr::tr("Rollback of %1 to revision %2")
            .arg(order.release.name, QString::number(order.toRevision));
    if (const QStringList values = changedValues(entry); !values.isEmpty())
        return TicketTr::tr("Change of %1 %2: %3")
            .arg(order.release.name, order.version, shortList(values, 2));
    if (order.kind == OperationKind::Upgrade)
        return TicketTr::tr("Upgrade of %1 to %2").arg(order.release.name, order.version);
    if (order.kind == OperationKind::Unhold)
        return TicketTr::tr("Release of the nodes of %1 that were on hold").arg(order.release.name);
    if (order.kind == OperationKind::Pause)
        return TicketTr::tr("Pause of the rollout of %1").arg(order.release.name);
    if (order.kind == OperationKind::Resume)
        return TicketTr::tr("Resumed rollout of %1").arg(order.release.name);
    return QStringLiteral("%1 %2").arg(order.kindWord, order.release.name);
}

QString endWord(const ActivityEntry &entry)
{
    return resultText(entry);
}

QString ticketTitle(const TicketContext &desk)
{
    const TicketFacts &facts = desk.facts;
    const QString &cluster = facts.cluster.name;
    if (desk.options.phase == TicketPhase::Handover)
        return TicketTr::tr("Handover of %1").arg(cluster);
    if (facts.operation && desk.options.phase != TicketPhase::Before)
        return TicketTr::tr("%1 on %2").arg(operationText(*facts.operation), cluster);
    if (facts.draft)
        return (keepsChart(facts) ? TicketTr::tr("Planned change of %1 on %2")
                                  : TicketTr::tr("Planned upgrade of %1 on %2"))
            .arg(facts.draft->release.name, facts.draft->context);
    const QList<ComponentCount> counts = componentCounts(facts.tracks);
    QString names = releaseNames(facts);
    if (desk.options.phase != TicketPhase::Before && !counts.isEmpty())
        if (const QString drivers = driversText(counts, facts); !drivers.isEmpty())
            names = drivers;
    return names.isEmpty() ? TicketTr::tr("Maintenance of %1").arg(cluster)
                           : TicketTr::tr("%1 on %2").arg(names, cluster);
}

TicketBlocks requestSection(const TicketContext &desk)
{
    const TicketFacts &facts = desk.facts;
    TicketBlocks blocks{TicketParagraph{sentence(desk), true}};
    TicketFactList list;
    if (windowOf(facts) || desk.options.phase == TicketPhase::Before)
        list.facts.append({TicketTr::tr("Window"), windowText(desk)});
    if (desk.options.phase == TicketPhase::During || desk.options.phase == TicketPhase::Handover)
        addEnds(list, desk);
    if (facts.draft)
        addDraft(list, *facts.draft);
    else if (desk.options.phase == TicketPhase::Before)
        list.facts.append({TicketTr::tr("Upgrade"), TicketTr::tr("no version is planned yet")});
    QString reference = facts.draft ? supportReferenceOf(*facts.draft) : QString();
    if (reference.isEmpty())
        reference = facts.supportReference;
    if (!reference.isEmpty())
        list.facts.append({TicketTr::tr("Support's reference"), reference});
    if (facts.now.isValid())
        list.facts.append({TicketTr::tr("As of"), desk.times.moment(facts.now)});
    if (!list.facts.isEmpty())
        blocks.append(list);
    return blocks;
}

} // namespace chartroom
