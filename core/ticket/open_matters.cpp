// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ticket/open_matters.h"

#include "core/base/moments.h"
#include "core/base/short_list.h"
#include "core/helm/release_situation.h"
#include "core/rollout/driver_components.h"
#include "core/rollout/verdict_counts.h"
#include "core/ticket/sections.h"
#include "core/ticket/ticket_tr.h"
#include "core/ticket/told_facts.h"
#include "core/upgrade/pending_text.h"
#include "core/words/rollout_lane.h"

#include <QMap>

#include <algorithm>

namespace chartroom {

namespace {

constexpr qsizetype longestReason = 80; ///< a policy that is not ready names each of its parts

/// Sorted, each once.
template<typename IsMeant>
QStringList nodesOf(const QList<NodeTrack> &tracks, IsMeant isMeant)
{
    QStringList nodes;
    for (const NodeTrack &track : tracks)
        if (isMeant(track))
            nodes.append(track.node);
    nodes.sort();
    nodes.removeDuplicates();
    return nodes;
}

bool isInTrouble(const NodeTrack &track)
{
    return isTrouble(track.verdict);
}

QStringList doubtsOf(const NodeTrack &track)
{
    QStringList doubts;
    for (const TrackNote &note : track.contradictions)
        if (isInDoubt(track) && isDoubt(note) && !isOfThePast(note))
            doubts.append(note.text);
    return doubts;
}

void addDoubts(const QList<NodeTrack> &tracks, QStringList &matters)
{
    constexpr QStringView done = u"upgrade-done";
    QMap<QString, QStringList> odd; // nodes by the driver whose label is doubted
    for (const NodeTrack &track : tracks)
        if (track.label == done && !doubtsOf(track).isEmpty())
            odd[componentTitle(track.component)].append(track.node);
    for (auto driver = odd.cbegin(); driver != odd.cend(); ++driver)
        matters.append(TicketTr::tr("Label of the %1 says upgrade-done, but other facts contradict it on %2.")
                           .arg(driver.key(), shortList(*driver, 8)));
    QMap<QString, QStringList> others; // nodes by what is doubted: no such label is on them
    for (const NodeTrack &track : tracks)
        if (track.label != done)
            for (const QString &doubt : doubtsOf(track))
                others[doubt].append(track.node);
    for (auto doubt = others.cbegin(); doubt != others.cend(); ++doubt)
        matters.append(QStringLiteral("%1: %2").arg(shortList(*doubt, 8), doubt.key()));
}

void addNodes(const QList<NodeTrack> &tracks, QStringList &matters)
{
    if (const QStringList held = nodesOf(tracks, isInTrouble); !held.isEmpty())
        matters.append(TicketTr::tr("%n node(s) are failed, stuck or lost: %1.", nullptr, int(held.size()))
                           .arg(shortList(held, 8)));
    const auto isSkipped = [](const NodeTrack &track) { return track.verdict == Verdict::Skipped; };
    if (const QStringList skipped = nodesOf(tracks, isSkipped); !skipped.isEmpty())
        matters.append(
            TicketTr::tr("%n node(s) are on hold by the skip label: %1.", nullptr, int(skipped.size()))
                .arg(shortList(skipped, 8)));
    const QStringList cordoned = nodesOf(tracks, [](const NodeTrack &track) { return track.isCordoned; });
    if (!cordoned.isEmpty())
        matters.append(TicketTr::tr("%n node(s) are cordoned: %1.", nullptr, int(cordoned.size()))
                           .arg(shortList(cordoned, 8)));
    addDoubts(tracks, matters);
    if (const QStringList young = nodesOf(tracks, isVerifying); !young.isEmpty())
        matters.append(
            TicketTr::tr("%n node(s) are done, and still being verified: %1.", nullptr, int(young.size()))
                .arg(shortList(young, 8)));
}

void addOperators(const QList<TicketOperator> &operators, QStringList &matters)
{
    for (const TicketOperator &one : operators) {
        if (!one.gone.isEmpty() && !matters.contains(one.gone))
            matters.append(one.gone);
        // Its operator obeys another one (NVIDIA/gpu-operator controllers/clusterpolicy_controller.go,
        // Mellanox/network-operator controllers/nicclusterpolicy_controller.go: "ignored", "ignore").
        const bool isIgnored = one.state.startsWith(u"ignore");
        if (one.policy.isEmpty() || one.state == u"ready" || isIgnored)
            continue;
        if (one.state.isEmpty())
            matters.append(TicketTr::tr("Whether %1 is ready is unknown: it has no status.").arg(one.policy));
        else if (one.stateText.isEmpty() || one.stateText.size() > longestReason)
            matters.append(TicketTr::tr("%1 is %2.").arg(one.policy, one.state));
        else
            matters.append(TicketTr::tr("%1 is %2: %3").arg(one.policy, one.state, one.stateText));
    }
}

/// A revision whose helm has not ended, or was killed: anything of it may still change.
struct PendingChange
{
    const TicketRelease &of;
    const RevisionEntry &revision;
    const ActivityEntry *maker; ///< the operation of this machine that made it; null: somebody else
    bool isReplaced = false;    ///< a later revision was deployed since

    /// In `text` stand the revision, its release's namespace and name, and its status.
    [[nodiscard]] QString fill(const QString &text) const
    {
        return text.arg(revision.revision)
            .arg(of.release.key.namespaceName, of.release.key.name, revision.statusText);
    }
};

/// Below the newest too; below a deployed one those of others whose helm may still be running.
QList<PendingChange> pendingChanges(const TicketFacts &facts)
{
    QList<PendingChange> pending;
    for (const TicketRelease &one : facts.releases) {
        if (one.release.revisions.isEmpty())
            continue;
        QList<int> own; // of them it is known whether somebody is at work
        for (const ActivityEntry &operation : facts.operations)
            if (operation.order.release == one.release.key)
                own.append(lastRevisionOf(operation));
        const auto below = situationOf(one.release, facts.now, own).below;
        bool isBelow = false;
        for (const RevisionEntry &revision : one.release.revisions) {
            isBelow = isBelow || revision.status == ReleaseStatus::Deployed ||
                      revision.status == ReleaseStatus::Superseded;
            if (!isPending(revision.status) || (isBelow && (!below || below->revision != revision.revision)))
                continue;
            const auto made = std::find_if(facts.operations.crbegin(), facts.operations.crend(),
                                           [&](const ActivityEntry &operation) {
                                               return operation.order.release == one.release.key &&
                                                      lastRevisionOf(operation) == revision.revision;
                                           });
            pending.append({one, revision, made == facts.operations.crend() ? nullptr : &*made, isBelow});
        }
    }
    return pending;
}

QString helmText(const ActivityEntry *made)
{
    if (made && made->helm && made->helm->isRuledOut())
        return TicketTr::tr("its helm no longer runs on this machine");
    if (made && made->helm && made->helm->isRunning())
        return TicketTr::tr("its helm is still running on this machine (process %1)")
            .arg(made->helm->process->pid);
    return TicketTr::tr("its helm may still be running");
}

void addPending(const TicketFacts &facts, QStringList &matters)
{
    for (const PendingChange &one : pendingChanges(facts)) {
        QString text = one.fill(TicketTr::tr("Revision %1 of %2/%3 is %4: %5.")).arg(helmText(one.maker));
        if (one.isReplaced)
            text += u' ' + belowIsHarmlessText();
        matters.append(text);
    }
}

/// Two helms were at work at once: which of the revisions runs is unknown.
void addSeveralDeployed(const TicketFacts &facts, QStringList &matters)
{
    for (const TicketRelease &one : facts.releases) {
        if (one.release.revisions.isEmpty())
            continue;
        const ReleaseSituation situation = situationOf(one.release, facts.now);
        if (situation.hasSeveralDeployed())
            matters.append(QStringLiteral("%1/%2: %3")
                               .arg(one.release.key.namespaceName, one.release.key.name,
                                    severalDeployedAdvice(situation)));
    }
}

bool isDeployedOnly(const TicketFacts &facts)
{
    return facts.operation && isUnverified(facts.operation->journal);
}

/// There are nodes to go by, and by now an operator whose pod was replaced leads and has looked (see
/// OperationParts::settleTime).
bool canTellSince(const TicketFacts &facts)
{
    constexpr std::chrono::minutes toTakeUp(2);
    return !facts.tracks.isEmpty() && laterBy(facts.operation->ended, toTakeUp) <= facts.now;
}

/// It is the main change, and its nodes may tell more of it than its journal.
bool tellsNow(const ActivityEntry &operation, const TicketFacts &facts)
{
    return facts.operation && operation.order.id == facts.operation->order.id && isDeployedOnly(facts) &&
           !awaitsCheck(operation.journal) && facts.areTracksKnown && canTellSince(facts);
}

/// Of the drivers that its release brings to nodes.
QList<NodeTrack> itsTracks(const ActivityEntry &operation, const TicketFacts &facts)
{
    QStringList components;
    for (const TicketRelease &one : facts.releases)
        if (one.release.key == operation.order.release && one.release.record)
            components = driverComponents(one.release.record->chartName);
    QList<NodeTrack> tracks = facts.tracks;
    tracks.removeIf([&](const NodeTrack &track) { return !components.contains(track.component); });
    return tracks;
}

} // namespace

QString unsettledText(const ActivityEntry &operation)
{
    const QString what = operationText(operation);
    if (operation.isCut())
        return TicketTr::tr("%1 was cut off, and its journal is open: see the page Activity.").arg(what);
    if (awaitsCheck(operation.journal))
        return TicketTr::tr("%1 is deployed, not verified: check what runs, then confirm it on the page "
                            "Activity.")
            .arg(what);
    return TicketTr::tr("The result of %1 is unknown: see the page Activity.").arg(what);
}

bool isDoneNow(const TicketFacts &facts)
{
    return isDeployedOnly(facts) &&
           (facts.operation->problems.isEmpty() || facts.operation->areProblemsOfNodes) &&
           nodesToGo(facts.tracks).isEmpty() && openMatters(facts).isEmpty();
}

QString endWordNow(const ActivityEntry &operation, const TicketFacts &facts)
{
    using Now = ActivityEntry::NodesNow;
    VerdictCounts counts;
    for (const NodeTrack &track : itsTracks(operation, facts))
        counts.add(track);
    ActivityEntry seen = operation;
    if (facts.operation && operation.order.id == facts.operation->order.id && isDoneNow(facts))
        seen.nodesNow = Now::Done;
    else if (tellsNow(operation, facts))
        seen.nodesNow = counts.count(Verdict::Failed) > 0 ? Now::Failed
                        : counts.isAllDone()              ? Now::Done
                                                          : Now::Untold;
    return endWord(seen);
}

QString endTextNow(const ActivityEntry &operation, const TicketFacts &facts)
{
    const QList<NodeTrack> tracks = itsTracks(operation, facts);
    QStringList counts;
    for (const ComponentCount &count : componentCounts(tracks))
        counts << QStringLiteral("%1: %2").arg(componentText(count), countText(count));
    return counts.isEmpty() || !tellsNow(operation, facts)
               ? operation.endText
               : nodesEndText(lastRevisionOf(operation), counts.join(QStringLiteral("; ")), facts.now);
}

QStringList pendingTexts(const TicketFacts &facts)
{
    QStringList texts;
    for (const PendingChange &one : pendingChanges(facts)) {
        if (!one.maker)
            texts.append(one.fill(TicketTr::tr("Revision %1 of %2/%3 is %4 by someone else, whose helm may "
                                               "still be running.")));
        else if (!one.maker->isHeld)
            texts.append(one.fill(TicketTr::tr("Revision %1 of %2/%3 is %4: %5.")).arg(helmText(one.maker)));
    }
    return texts;
}

QStringList othersPendingQuestions(const TicketFacts &facts)
{
    QStringList texts;
    for (const PendingChange &one : pendingChanges(facts))
        if (!one.maker)
            texts.append(one.fill(TicketTr::tr("Who runs the change of %2/%3 whose revision %1 is %4: do we "
                                               "wait for it, or ask them?")));
    return texts;
}

QStringList doubtTexts(const TicketFacts &facts)
{
    QList<NodeTrack> tracks = facts.tracks;
    QMap<QString, QStringList> cordoned; // nodes by driver
    for (NodeTrack &track : tracks) {
        const auto ofCordon = [](const TrackNote &note) { return note.kind == NoteKind::DoneUnschedulable; };
        if (isUpgraded(track) && track.contradictions.removeIf(ofCordon) > 0)
            cordoned[componentTitle(track.component)].append(track.node);
    }
    QStringList texts;
    for (auto driver = cordoned.cbegin(); driver != cordoned.cend(); ++driver)
        texts.append(
            TicketTr::tr("%1: done, but still cordoned: %2").arg(driver.key(), shortList(*driver, 8)));
    addDoubts(tracks, texts);
    return texts;
}

QStringList openChanges(const TicketFacts &facts)
{
    QStringList changes;
    addPending(facts, changes);
    for (const ActivityEntry &one : facts.operations)
        if (isLeftUnsettled(one) && !awaitsCheck(one.journal))
            changes.append(unsettledText(one));
    return changes;
}

QStringList openMatters(const TicketFacts &facts)
{
    QStringList matters = openChanges(facts);
    addSeveralDeployed(facts, matters);
    for (const ActivityEntry &one : facts.operations)
        if (awaitsCheck(one.journal))
            matters.append(unsettledText(one));
    if (isDeployedOnly(facts) && !awaitsCheck(facts.operation->journal) && !canTellSince(facts))
        matters.append(TicketTr::tr("%1 is deployed, and what runs was not verified.")
                           .arg(operationText(*facts.operation)));
    if (!facts.areTracksKnown)
        matters.append(TicketTr::tr("Whether the nodes are done is unknown."));
    addNodes(facts.tracks, matters);
    addOperators(facts.operators, matters);
    if (!facts.notRunning.isEmpty())
        matters.append(TicketTr::tr("%n pod(s) are not ready: %1.", nullptr, int(facts.notRunning.size()))
                           .arg(shortList(facts.notRunning)));
    matters += facts.withoutPods;
    const bool goesOn =
        std::any_of(facts.paces.cbegin(), facts.paces.cend(), [](const Pace &pace) { return pace.isOpen; });
    if (goesOn && matters.isEmpty())
        matters.append(TicketTr::tr("A rollout is in progress."));
    return matters + facts.unknown;
}

} // namespace chartroom
