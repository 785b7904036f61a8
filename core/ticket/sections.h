// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/rollout/driver_group.h"
#include "core/secrets/redactor.h"
#include "core/ticket/ticket_document.h"
#include "core/ticket/ticket_facts.h"
#include "core/ticket/ticket_options.h"
#include "core/ticket/ticket_times.h"

#include <array>
#include <functional>

namespace chartroom {

/// What a section is written from.
struct TicketContext
{
    const TicketFacts &facts;
    const TicketOptions &options;
    Redactor &redactor; ///< for values, which are hidden by their keys
    TicketTimes times;
};

using TicketBlocks = QList<TicketBlock>;

/// Each begins with its heading, but for the request, and is empty where no fact is.
[[nodiscard]] TicketBlocks requestSection(const TicketContext &desk);
[[nodiscard]] TicketBlocks questionSection(const TicketContext &desk);
/// For the next shift: each of its headings stands, so that nobody wonders.
[[nodiscard]] TicketBlocks shiftSection(const TicketContext &desk);
[[nodiscard]] TicketBlocks findingSection(const TicketContext &desk);
[[nodiscard]] TicketBlocks nodeSection(const TicketContext &desk);
[[nodiscard]] TicketBlocks addOnSection(const TicketContext &desk);
[[nodiscard]] TicketBlocks impactSection(const TicketContext &desk);
[[nodiscard]] TicketBlocks planSection(const TicketContext &desk);
[[nodiscard]] TicketBlocks preflightSection(const TicketContext &desk);
[[nodiscard]] TicketBlocks configurationSection(const TicketContext &desk);
[[nodiscard]] TicketBlocks timelineSection(const TicketContext &desk);
[[nodiscard]] TicketBlocks versionSection(const TicketContext &desk);
[[nodiscard]] TicketBlocks clusterSection(const TicketContext &desk);

/// "The window ended at 2026-11-21 23:00 UTC, 23 min ago"; "" while it has not, or none is known.
[[nodiscard]] QString windowEndText(const TicketContext &desk);
/// "Upgrade of gpu-operator on prod-eu".
[[nodiscard]] QString ticketTitle(const TicketContext &desk);
/// The draft goes to the chart's version that runs.
[[nodiscard]] bool keepsChart(const TicketFacts &facts);
/// What it changes of the values, "driver.version 580.95.05 → 580.126.20"; without a preflight what it sets.
[[nodiscard]] QStringList plannedValues(const TicketFacts &facts);
/// The release's own values without those that the draft replaces.
[[nodiscard]] QList<ValueChange> valuesToKeep(const TicketRelease &one, const TicketFacts &facts);
/// What the operation did or does, without a cluster: "Upgrade of gpu-operator to v26.3.0".
[[nodiscard]] QString operationText(const ActivityEntry &entry);
/// How it ended: "done" only where what runs was seen as planned; else "deployed, not verified", "failed",
/// ...
[[nodiscard]] QString endWord(const ActivityEntry &entry);

/// The nodes of one of a component's drivers, counted.
struct ComponentCount : DriverGroup
{
    QString component;
};
/// "GPU driver", and the policy that leads it where there are several: "GPU driver h100".
[[nodiscard]] QString titleOf(const ComponentCount &count);
/// What it means, and how far that can be relied on.
[[nodiscard]] QString meaningText(const Finding &one);
/// "GPU driver on gpu-011".
[[nodiscard]] QString placeOf(const Finding &one);
/// By component and driver, those with trouble first.
[[nodiscard]] QList<ComponentCount> componentCounts(const QList<NodeTrack> &tracks);
/// "gpu-012: removed from the cluster, seen at 02:31 UTC. The last upgrade label ..."; once a node.
[[nodiscard]] QStringList removedTexts(const TicketContext &desk);
/// That are on their way, wait for their turn, or of which nobody knows whether they are upgraded: by name,
/// each once.
[[nodiscard]] QStringList nodesToGo(const QList<NodeTrack> &tracks);
/// Every rollout with nodes to go waits until autoUpgrade is switched on, by Pace::isOff. A DaemonSet has no
/// such switch.
[[nodiscard]] bool isPaused(const TicketFacts &facts);
/// "9 of 16 done, 3 moving, 1 failed".
[[nodiscard]] QString countText(const ComponentCount &count);
/// "GPU driver 580.82.07 → 580.105.08", as far as known.
[[nodiscard]] QString componentText(const ComponentCount &count);
/// In trouble, or not yet: it is to be emptied, and a pod stays until somebody acts; or the operator ignores
/// it.
[[nodiscard]] bool needsHand(const NodeTrack &track);
/// A note of a failure that the operator ended by itself.
[[nodiscard]] bool isHealed(const TrackNote &note);
/// A note of what was wrong and is no more.
[[nodiscard]] bool isOfThePast(const TrackNote &note);
/// Those that a person has to look at, the worst first.
[[nodiscard]] QList<const NodeTrack *> tracksInTrouble(const QList<NodeTrack> &tracks);
/// The same of the nodes that the ticket is about; where it is about some, all of them, in trouble or not.
[[nodiscard]] QList<const NodeTrack *> tracksToTell(const TicketContext &desk);
/// Drivers of one node that fare alike, as a row of a table.
struct NodeRow
{
    const NodeTrack *track; ///< the first of them
    QString drivers;        ///< with their versions where those are not the usual ones
    QString words;
    QString since; ///< UTC
    QString known;
};
/// In the order of the tracks; `says` is what is known of each.
[[nodiscard]] QList<NodeRow> nodeRows(const TicketContext &desk, const QList<const NodeTrack *> &tracks,
                                      const std::function<QString(const NodeTrack &)> &says);
/// All drivers of the node that wait for the same: one budget holds them all.
[[nodiscard]] QString titlesWithSameCause(const QList<const NodeTrack *> &tracks, const NodeTrack &track);
/// Nodes that need somebody's hand for one cause.
struct CauseGroup
{
    const NodeTrack *track; ///< of the first of them
    QString titles;         ///< of their drivers
    QStringList nodes;
    bool areDriversReady; ///< of all of them
};
/// Of the nodes that the ticket is about, the worst first; a node with two causes is in two groups.
[[nodiscard]] QList<CauseGroup> causeGroups(const TicketContext &desk);
/// Of a release that the ticket is about, whose part Add-ons says whose it is and why.
[[nodiscard]] bool isOfRelease(const Finding &one, const TicketContext &desk);
/// The findings that may concern the ticket's rollouts: not those that spare the nodes, nor what Helm or a
/// pod says of another release without naming a node. Only those on the nodes of the ticket, or on none; what
/// is ours alone comes last.
[[nodiscard]] QList<Finding> findingsToTell(const TicketContext &desk);
/// A finding of the ticket has the command by which a node that failed is retried once its cause is gone.
[[nodiscard]] bool isRetryTold(const NodeTrack &track, const TicketContext &desk);
/// The node failed for it: the finding has its own next step, and then that command.
[[nodiscard]] bool isStandingCause(const Finding &one, const NodeTrack &track);

/// Who can do something about what holds a node.
enum class Hand {
    Operator, ///< it waits as it should
    Ours,     ///< our workloads and settings
    Support,  ///< drivers, images, nodes
};
/// What has to be done about a node, by what blocks it; those up to Retry are ours, where they are any.
enum class NodeStep {
    Wait, ///< for the operator, which does it by itself
    Unblock,
    SwitchOn,
    Uncordon,
    AskWhoCordoned,
    Retry,
    StartOperator,
    CheckOperator,
    CheckControlPlane,
    Reach,
    FinishReboot,
    DeleteOldPod,
    Schedule,
    ProvideImage,
    Advise, ///< nothing known tells it
};
[[nodiscard]] NodeStep nodeStepOf(NoteKind kind);
/// By its cause; a node that is lost is to be reached first, unless it waits for us.
[[nodiscard]] NodeStep nodeStepOf(const NodeTrack &track);
/// What Support is asked where that step is not ours; `nodes` as they are named, `said` of what blocks them.
[[nodiscard]] QString questionText(const CauseGroup &group, const QString &nodes, const QString &said);
/// What the next shift has to decide.
[[nodiscard]] QString decisionText(const CauseGroup &group, const QString &nodes, const TicketContext &desk);
/// By the kind of a blocker.
[[nodiscard]] Hand handOf(NoteKind kind);
/// Nodes that are cordoned although nothing is to be done on them any more, and no cause was found for it:
/// sorted. No operator removes such a cordon.
[[nodiscard]] QStringList nodesLeftCordoned(const TicketContext &desk);
/// Of what blocks the node: the owner of the finding that tells of it, so that both name the same one; else
/// the customer where the release that brings the driver is theirs, else by the kind.
[[nodiscard]] Hand handOf(const NodeTrack &track, const TicketContext &desk);
/// Whether one of both is said in the other.
[[nodiscard]] bool isSaidIn(const QString &quote, const QString &text);
/// A signature of a rollout has the name of the note that it knows: disruption-budget, disruptionBudget.
/// Whose pod or budget it is stands first in what both say.
[[nodiscard]] bool isOfSameHold(const Finding &one, const TrackNote &note);
/// The blocker that somebody can do something about; null when there is none.
[[nodiscard]] const TrackNote *cause(const NodeTrack &track);
/// With a full stop, where it has none. No command that is to be pasted ends with one.
[[nodiscard]] QString closedSentence(const QString &text);
/// Notes as sentences, one after another; what a container said is not quoted again by what it means.
[[nodiscard]] QString sentencesOf(const QList<TrackNote> &notes);
/// The release that brings a node's driver: the operator in the namespace of the driver's pod, else the
/// provider's before a customer's own; null when none is among the facts.
[[nodiscard]] const TicketRelease *releaseOfTrack(const TicketFacts &facts, const NodeTrack &track);
/// The release that the draft or the operation is about, else the only one; null when there is none.
[[nodiscard]] const TicketRelease *subjectOf(const TicketFacts &facts);

} // namespace chartroom
