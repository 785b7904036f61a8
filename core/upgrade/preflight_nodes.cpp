// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/short_list.h"
#include "core/rollout/node_notes.h"
#include "core/rollout/retry.h"
#include "core/upgrade/preflight_checks.h"
#include "core/upgrade/reached_nodes.h"
#include "core/upgrade/upgrade_tr.h"

#include <algorithm>

namespace chartroom {

namespace {

PreflightFinding untouched(const char *id, const NodeImpact &impact)
{
    QStringList lines{impact.off};
    lines.removeAll(QString());
    return finding(id, Severity::Ok, UpgradeTr::tr("No node is emptied."), lines);
}

/// Without a component nobody knows which nodes to look at.
std::optional<Error> missingComponent(const NodeImpact &impact)
{
    if (!impact.component.isEmpty())
        return std::nullopt;
    return Error{Error::Code::NotFound, impact.why, {}, {}};
}

/// Nodes that a label leaves out, and what can be done about them.
struct LeftOut
{
    QStringList lines;
    QString whatToDo;
};

LeftOut leftOutNodes(const PreflightEvidence &evidence, const QString &component)
{
    LeftOut found;
    const QList<HeldNode> held = heldOf(evidence.held.value_or(QList<HeldNode>()), component);
    for (const Node &node : evidence.nodes.value_or(QList<Node>())) {
        if (!isLeftOut(node, component))
            continue;
        const auto its = std::find_if(held.cbegin(), held.cend(),
                                      [&node](const HeldNode &one) { return one.name == node.name; });
        const QString holder = its == held.cend() ? QString() : its->operation;
        found.lines << (holder.isEmpty()
                            ? node.name
                            : UpgradeTr::tr("%1: on hold by operation %2").arg(node.name, holder));
    }
    QStringList commands;
    for (const QString &operation : holdersOf(held))
        commands << unholdCommand(operation, evidence.draft.context);
    found.whatToDo =
        commands.isEmpty()
            ? UpgradeTr::tr(
                  "Activity (on the command line: chartroom "
                  "recover) shows which of them wait for a canary node; ask whoever labelled the others.")
            : UpgradeTr::tr("Release the nodes that an earlier upgrade put on "
                            "hold: %1. Ask whoever labelled the others.")
                  .arg(commands.join(QStringLiteral("; ")));
    return found;
}

template<typename T>
std::optional<Error> missing(const Result<T> &result)
{
    return result ? std::nullopt : std::optional<Error>(result.error());
}

/// Its track where the rollout in progress has it cordoned, and uncordons it: the upgrade library marks nodes
/// that were cordoned before (NVIDIA/k8s-operator-libs pkg/upgrade/common_manager.go
/// ProcessDoneOrUnknownNodes). Null otherwise.
const NodeTrack *cordonedByRollout(const PreflightEvidence &evidence, const Node &node,
                                   const QString &component)
{
    for (const DriverKind kind : allDrivers)
        if (componentText(kind) == component &&
            node.annotations.value(driverKeys(kind).initialUnschedulable) != u"true")
            for (const NodeTrack &track : *evidence.tracks)
                if (track.node == node.name && track.component == component && isUnderWay(track.step))
                    return &track;
    return nullptr;
}

/// The step of another driver's rollout that has the node cordoned, as the component's track there has it; ""
/// where none has, or that is unknown.
QString otherCordoner(const PreflightEvidence &evidence, const Node &node, const QString &component)
{
    for (const NodeTrack &track : *evidence.tracks)
        if (track.node == node.name && track.component == component)
            return track.cordoner;
    return {};
}

/// Nodes that are not ready or cordoned.
struct AwayNodes
{
    QStringList lines;
    int staying = 0;          ///< that no rollout gives back
    bool hasOthers = false;   ///< cordoned by others than the rollouts that are in progress
    bool hasRollouts = false; ///< cordoned by those
};

AwayNodes awayNodes(const PreflightEvidence &evidence, const QString &component, const ReachedPart &part)
{
    AwayNodes away;
    for (const Node &node : *evidence.nodes) {
        const bool isIts = std::binary_search(part.skipped.cbegin(), part.skipped.cend(), node.name) ||
                           std::binary_search(part.names.cbegin(), part.names.cend(), node.name);
        if (!isIts || !isAway(node))
            continue;
        const NodeTrack *track = node.ready ? cordonedByRollout(evidence, node, component) : nullptr;
        const QString other = node.ready && !track ? otherCordoner(evidence, node, component) : QString();
        if (!node.ready)
            away.lines << UpgradeTr::tr("%1 is not ready: %2").arg(node.name, node.notReadyText);
        else if (track)
            away.lines << UpgradeTr::tr("%1 is cordoned in the rollout in progress: %2")
                              .arg(node.name, stepPhrase(track->step));
        else if (!other.isEmpty())
            away.lines
                << UpgradeTr::tr("%1 is cordoned by the rollout of another driver: %2").arg(node.name, other);
        else if (!node.cordonedBy.isEmpty())
            away.lines
                << UpgradeTr::tr("%1 is cordoned by the field manager %2").arg(node.name, node.cordonedBy);
        else
            away.lines << UpgradeTr::tr("%1 is cordoned").arg(node.name);
        away.staying += track && track->step != RolloutStep::Failed ? 0 : 1;
        away.hasOthers = away.hasOthers || (node.ready && !track && other.isEmpty());
        away.hasRollouts = away.hasRollouts || track || !other.isEmpty();
    }
    return away;
}

/// The first of what a check of nodes needs that could not be had.
std::optional<Error> missingForNodes(const PreflightEvidence &evidence)
{
    if (auto why = missing(evidence.tracks))
        return why;
    return missing(evidence.policies);
}

} // namespace

bool isAtRest(const NodeTrack &track)
{
    return track.step == RolloutStep::Idle || track.step == RolloutStep::Done;
}

QString stepLine(const NodeTrack &track)
{
    return track.since.isValid()
               ? UpgradeTr::tr("%1 (%2): %3 since %4")
                     .arg(track.node, track.component, stepPhrase(track.step),
                          track.since.toString(Qt::ISODate))
               : UpgradeTr::tr("%1 (%2): %3").arg(track.node, track.component, stepPhrase(track.step));
}

QString wayToEnd(const QList<const NodeTrack *> &underWay)
{
    QMap<QString, QStringList> labelled; // by component
    QMap<QString, QStringList> later;    // the same, once another rollout is through on them
    QStringList waiting;                 // for their own driver pod
    QStringList blocked;
    for (const NodeTrack *track : underWay) {
        const Retry retry = retryOf(*track);
        if (!isTrouble(track->verdict))
            continue;
        if (track->verdict != Verdict::Failed || retry == Retry::ByOperator)
            blocked << track->node;
        else if (retry == Retry::ByItself)
            waiting << track->node;
        else
            (retry == Retry::AfterOther ? later : labelled)[track->component] << track->node;
    }
    QStringList sentences;
    if (!waiting.isEmpty())
        sentences
            << UpgradeTr::tr(
                   "Nodes that failed with their new driver complete once its pod is ready. Find out why "
                   "it is not: %1.")
                   .arg(shortList(waiting));
    if (!blocked.isEmpty())
        sentences << UpgradeTr::tr("Find out what blocks %1.").arg(shortList(blocked));
    if (sentences.isEmpty() && labelled.isEmpty() && later.isEmpty())
        return UpgradeTr::tr("Wait until it is complete.");
    if (std::any_of(underWay.cbegin(), underWay.cend(),
                    [](const NodeTrack *track) { return !isTrouble(track->verdict); }))
        sentences << UpgradeTr::tr("Wait for the other nodes.");
    for (auto one = labelled.begin(); one != labelled.end(); ++one) {
        one->sort(); // last, so that nothing follows the command
        sentences << UpgradeTr::tr(
                         "Failed nodes are not retried automatically. Remove the cause, then run: %1")
                         .arg(retryCommand({one.key()}, *one));
    }
    for (auto one = later.begin(); one != later.end(); ++one) {
        one->sort();
        sentences << UpgradeTr::tr(
                         "On failed nodes another rollout is in progress. Once that is complete there "
                         "and the cause is removed, run: %1")
                         .arg(retryCommand({one.key()}, *one));
    }
    return sentences.join(u' ');
}

PreflightFinding checkBlockers(const PreflightEvidence &evidence)
{
    const QString unknown = UpgradeTr::tr("What would block nodes is unknown.");
    const NodeImpact impact = nodeImpact(evidence);
    if (!impact.mayTakeNodes())
        return untouched("blockers", impact);
    auto why = missingForNodes(evidence);
    if (!why)
        why = missing(evidence.pods);
    if (!why)
        why = missing(evidence.budgets);
    if (why)
        return unknownFinding("blockers", unknown, *why);
    const ReachedNodes reached = reachedNodes(evidence, impact.component);
    if (!reached.arePoliciesKnown())
        return finding("blockers", Severity::Unknown, unknown,
                       {UpgradeTr::tr("No upgrade policy was found for this driver.")});
    QStringList lines;
    const QMap<QString, QStringList> blockers = blockersByNode(evidence, reached);
    for (auto node = blockers.cbegin(); node != blockers.cend(); ++node)
        for (const QString &text : *node)
            lines << node.key() + QStringLiteral(": ") + text;
    const bool isEmptyDirKnown = std::all_of(evidence.pods->cbegin(), evidence.pods->cend(),
                                             [](const Pod &pod) { return pod.hasEmptyDir.has_value(); });
    if (!lines.isEmpty())
        return finding(
            "blockers", Severity::Warning,
            UpgradeTr::tr("Pods would currently stay on their nodes: eviction fails and so does the node."),
            lines, UpgradeTr::tr("Move these workloads before the window, or change the policy."));
    if (!isEmptyDirKnown)
        return finding("blockers", Severity::Unknown, unknown,
                       {UpgradeTr::tr("Which pods use an emptyDir is unknown.")});
    if (impact.component == componentText(DriverKind::Gpu))
        why = missing(evidence.claims);
    if (why)
        return unknownFinding(
            "blockers", UpgradeTr::tr("Which pods have GPUs through a ResourceClaim is unknown."), *why);
    return finding("blockers", Severity::Ok,
                   UpgradeTr::tr("No pod or budget would keep a node from being emptied currently."));
}

PreflightFinding checkUnavailable(const PreflightEvidence &evidence)
{
    const QString unknown = UpgradeTr::tr("Which nodes are cordoned or not ready is unknown.");
    const NodeImpact impact = nodeImpact(evidence);
    if (!impact.mayTakeNodes())
        return untouched("unavailable", impact);
    auto why = missingForNodes(evidence);
    if (!why)
        why = missing(evidence.nodes);
    if (!why)
        why = missingComponent(impact);
    if (why)
        return unknownFinding("unavailable", unknown, *why);
    const ReachedNodes reached = reachedNodes(evidence, impact.component);
    QStringList lines;
    bool hasOthers = false;
    bool hasRollouts = false;
    for (const ReachedPart &part : reached.parts) {
        const AwayNodes away = awayNodes(evidence, impact.component, part);
        lines << away.lines;
        hasOthers = hasOthers || away.hasOthers;
        hasRollouts = hasRollouts || away.hasRollouts;
    }
    if (lines.isEmpty())
        return finding("unavailable", Severity::Ok, UpgradeTr::tr("Every node is ready and schedulable."));
    if (!reached.arePoliciesKnown())
        return finding("unavailable", Severity::Unknown,
                       UpgradeTr::tr("Whether unavailable nodes use up the policy's limit is unknown."),
                       lines);
    if (reached.parts.first().policy->isOfAmd())
        return finding("unavailable", Severity::Warning,
                       UpgradeTr::tr("Some nodes are unavailable already: the operator does not start them."),
                       lines,
                       UpgradeTr::tr("Uncordon them, or find out why they are not ready. They do not count "
                                     "against maxUnavailableNodes."));
    for (const ReachedPart &part : reached.parts) {
        const auto limit = part.policy->unavailableLimit(int(part.names.size() + part.skipped.size()));
        const AwayNodes away = awayNodes(evidence, impact.component, part);
        if (!limit || away.staying == 0 || away.staying < *limit)
            continue;
        return finding(
            "unavailable", Severity::Severe,
            UpgradeTr::tr("Unavailable nodes use up maxUnavailable %1 (%2 nodes): no other node would start.")
                .arg(part.policy->maxUnavailable)
                .arg(*limit),
            away.lines,
            UpgradeTr::tr(
                "Make them available, or raise maxUnavailable. Nodes excluded by a label count too."));
    }
    QStringList whatToDo;
    if (hasOthers)
        whatToDo
            << (hasRollouts
                    ? UpgradeTr::tr("Find out who cordoned those that the rollout did not; a node "
                                    "cordoned before stays cordoned afterwards.")
                    : UpgradeTr::tr(
                          "Find out who cordoned them; a node cordoned before stays cordoned afterwards."));
    if (hasRollouts)
        whatToDo << UpgradeTr::tr("The rollout uncordons each of its nodes when it completes there.");
    return finding("unavailable", Severity::Warning,
                   UpgradeTr::tr("Some nodes are unavailable already, and count against the policy's limit."),
                   lines, whatToDo.join(u' '));
}

PreflightFinding checkLeftovers(const PreflightEvidence &evidence)
{
    const NodeImpact impact = nodeImpact(evidence);
    if (!impact.mayTouchDrivers())
        return untouched("leftovers", impact);
    auto why = missing(evidence.tracks);
    if (!why)
        why = missingComponent(impact);
    if (why)
        return unknownFinding("leftovers",
                              UpgradeTr::tr("Whether an earlier rollout is complete is unknown."), *why);
    QList<const NodeTrack *> underWay;
    QStringList odd;
    for (const NodeTrack *track : reachedNodes(evidence, impact.component).tracks) {
        if (!isAtRest(*track))
            underWay << track;
        for (const TrackNote &note : track->contradictions)
            if (note.kind != NoteKind::HealedByItself && note.kind != NoteKind::Relabelled) // no longer odd
                odd << track->node + QStringLiteral(": ") + note.text;
    }
    const LeftOut leftOut = leftOutNodes(evidence, impact.component);
    if (!underWay.isEmpty()) {
        QStringList moving;
        for (const NodeTrack *track : std::as_const(underWay))
            moving << stepLine(*track);
        return finding(
            // Of a rollback that may well be why.
            "leftovers", evidence.isRollback() ? Severity::Warning : Severity::Severe,
            UpgradeTr::tr("An earlier rollout of the same driver is not complete."),
            moving + odd + leftOut.lines, wayToEnd(underWay));
    }
    if (!odd.isEmpty())
        return finding("leftovers", Severity::Warning,
                       UpgradeTr::tr("Nodes that count as done show another state."), odd + leftOut.lines,
                       UpgradeTr::tr("Check these nodes on the Rollout page first."));
    if (!leftOut.lines.isEmpty())
        return finding("leftovers", Severity::Warning,
                       UpgradeTr::tr("Nodes are excluded by a label, and keep their current driver."),
                       leftOut.lines, leftOut.whatToDo);
    return finding("leftovers", Severity::Ok,
                   UpgradeTr::tr("Every node has completed the previous rollout."));
}

} // namespace chartroom
