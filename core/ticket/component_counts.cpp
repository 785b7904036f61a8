// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/visible_text.h"
#include "core/rollout/driver_components.h"
#include "core/rollout/node_notes.h"
#include "core/rollout/retry.h"
#include "core/signatures/signatures.h"
#include "core/ticket/sections.h"
#include "core/ticket/ticket_tr.h"
#include "core/words/rollout_lane.h"

#include <QMap>

#include <algorithm>
#include <tuple>
#include <utility>

namespace chartroom {

namespace {

bool needsLook(const NodeTrack &track)
{
    return needsHand(track) || track.verdict == Verdict::Slow ||
           (track.verdict != Verdict::NotPart && !isVerifying(track) &&
            std::any_of(track.contradictions.cbegin(), track.contradictions.cend(),
                        [](const TrackNote &note) { return isDoubt(note) && !isOfThePast(note); }));
}

} // namespace

bool isHealed(const TrackNote &note)
{
    return note.kind == NoteKind::HealedByItself;
}

bool isOfThePast(const TrackNote &note)
{
    return isHealed(note) || note.kind == NoteKind::Relabelled;
}

bool needsHand(const NodeTrack &track)
{
    const auto keepsNode = [](const TrackNote &note) {
        return isOfBudget(note) || note.kind == NoteKind::UnmanagedPod || note.kind == NoteKind::EmptyDir ||
               note.kind == NoteKind::DaemonSetPod;
    };
    const auto isIgnored = [](const TrackNote &note) { return note.kind == NoteKind::UnknownState; };
    return isTrouble(track.verdict) ||
           (track.verdict == Verdict::Moving &&
            std::any_of(track.blockers.cbegin(), track.blockers.cend(), keepsNode)) ||
           std::any_of(track.blockers.cbegin(), track.blockers.cend(), isIgnored);
}

QList<ComponentCount> componentCounts(const QList<NodeTrack> &tracks)
{
    QMap<QString, QList<const NodeTrack *>> components;
    for (const NodeTrack &track : tracks)
        components[track.component] << &track;
    QList<ComponentCount> list;
    for (auto component = components.cbegin(); component != components.cend(); ++component)
        for (const DriverGroup &group : driverGroups(*component))
            list.append({group, component.key()});
    std::stable_sort(list.begin(), list.end(), [](const ComponentCount &a, const ComponentCount &b) {
        return (a.trouble() > 0) > (b.trouble() > 0);
    });
    return list;
}

QStringList removedTexts(const TicketContext &desk)
{
    QMap<QString, const RemovedNode *> removed; // of several drivers the one that was in progress
    for (const RemovedNode &one : desk.facts.removed) {
        const RemovedNode *&told = removed[one.key.node];
        if (!told || (!isUnderWay(readStep(told->label)) && isUnderWay(readStep(one.label))))
            told = &one;
    }
    QStringList texts;
    for (const RemovedNode *one : std::as_const(removed))
        texts.append((one->isSeen
                          ? TicketTr::tr("%1: removed from the cluster, seen at %3. The last upgrade label "
                                         "of its %2 was %4.")
                          : TicketTr::tr("%1: no longer in the cluster. The last upgrade label of its %2 was "
                                         "set at %3: %4."))
                         .arg(one->key.node, componentTitle(one->key.component), desk.times.moment(one->at),
                              visibleText(one->label)));
    return texts;
}

QStringList nodesToGo(const QList<NodeTrack> &tracks)
{
    static const QList<Verdict> open{Verdict::Moving, Verdict::Slow, Verdict::Waiting, Verdict::NotKnown};
    QStringList nodes;
    for (const NodeTrack &track : tracks)
        if (open.contains(track.verdict) && !isUpgraded(track))
            nodes.append(track.node);
    nodes.sort();
    nodes.removeDuplicates();
    return nodes;
}

bool isPaused(const TicketFacts &facts)
{
    const auto isOff = [](const Pace &pace) { return pace.isOff && !isPlainDaemonSet(pace.component); };
    const auto isOn = [&](const Pace &pace) { return pace.isOpen && !isOff(pace); };
    return std::none_of(facts.paces.cbegin(), facts.paces.cend(), isOn) &&
           std::any_of(facts.paces.cbegin(), facts.paces.cend(), isOff);
}

QString countText(const ComponentCount &count)
{
    QStringList parts{TicketTr::tr("%1 of %2 done").arg(count.count(Verdict::Done)).arg(count.total)};
    if (count.doubted > 0)
        parts.append(TicketTr::tr("%1 contradicted", "nodes").arg(count.doubted));
    if (count.verifying > 0)
        parts.append(TicketTr::tr("%1 verifying", "nodes").arg(count.verifying));
    for (const Verdict verdict : {Verdict::Failed, Verdict::Stuck, Verdict::Lost, Verdict::Slow,
                                  Verdict::Moving, Verdict::Waiting, Verdict::Skipped, Verdict::NotKnown})
        if (const int nodes = count.count(verdict); nodes > 0)
            parts.append(QStringLiteral("%1 %2").arg(nodes).arg(verdictWord(verdict)));
    return parts.join(QStringLiteral(", "));
}

QString titleOf(const ComponentCount &count)
{
    const QString title = componentTitle(count.component);
    return count.driver.isEmpty() ? title : title + u' ' + visibleText(count.driver);
}

QString componentText(const ComponentCount &count)
{
    return (titleOf(count) + u' ' + count.versions()).trimmed();
}

namespace {

/// The state of another release, or of its pods, moves no node but those that it names.
bool isBesideTheWindow(const Finding &one, const TicketContext &desk)
{
    if (one.sparesNodes)
        return true;
    const bool isOfOther = !one.release.isEmpty() && !isOfRelease(one, desk) &&
                           (one.operand == Signatures::release || one.operand == Signatures::addOn);
    const auto namesNodes = [](const auto &what) { return !what.nodes.isEmpty(); };
    return isOfOther && !namesNodes(one) &&
           std::none_of(one.consequences.cbegin(), one.consequences.cend(), namesNodes);
}

void sortWorstFirst(QList<const NodeTrack *> &tracks)
{
    const auto key = [](const NodeTrack *track) {
        return std::tuple(rolloutLane(*track).rank, track->node, track->component);
    };
    std::sort(tracks.begin(), tracks.end(),
              [&](const NodeTrack *a, const NodeTrack *b) { return key(a) < key(b); });
}

} // namespace

QList<const NodeTrack *> tracksInTrouble(const QList<NodeTrack> &tracks)
{
    QList<const NodeTrack *> found;
    for (const NodeTrack &track : tracks)
        if (needsLook(track))
            found.append(&track);
    sortWorstFirst(found);
    return found;
}

QList<const NodeTrack *> tracksToTell(const TicketContext &desk)
{
    const QStringList &nodes = desk.options.nodes;
    if (nodes.isEmpty())
        return tracksInTrouble(desk.facts.tracks);
    QList<const NodeTrack *> found;
    for (const NodeTrack &track : desk.facts.tracks)
        if (nodes.contains(track.node) && track.verdict != Verdict::NotPart)
            found.append(&track);
    sortWorstFirst(found);
    return found;
}

bool isOfRelease(const Finding &one, const TicketContext &desk)
{
    const QList<TicketRelease> &releases = desk.facts.releases;
    return std::any_of(releases.cbegin(), releases.cend(), [&one](const TicketRelease &release) {
        const ReleaseKey &key = release.release.key;
        return one.release == key.namespaceName + u'/' + key.name;
    });
}

bool isRetryTold(const NodeTrack &track, const TicketContext &desk)
{
    const QString label = retryLabel(track.component);
    if (label.isEmpty() || desk.options.without.contains(TicketPart::Findings))
        return false;
    const QList<Finding> findings = findingsToTell(desk);
    return std::any_of(findings.cbegin(), findings.cend(), [&](const Finding &one) {
        return one.nodes.contains(track.node) && one.nextStep.contains(label);
    });
}

bool isStandingCause(const Finding &one, const NodeTrack &track)
{
    const QString label = retryLabel(track.component);
    return one.bearing == Bearing::Cause && one.signature != retryDueSignature &&
           one.nodes.contains(track.node) && !label.isEmpty() && one.nextStep.contains(label);
}

QList<Finding> findingsToTell(const TicketContext &desk)
{
    const QStringList &nodes = desk.options.nodes;
    QList<Finding> found = desk.facts.findings;
    found.removeIf([&](const Finding &one) { return isBesideTheWindow(one, desk); });
    if (!nodes.isEmpty())
        found.removeIf([&](const Finding &one) {
            return !one.nodes.isEmpty() &&
                   std::none_of(one.nodes.cbegin(), one.nodes.cend(),
                                [&](const QString &node) { return nodes.contains(node); });
        });
    std::stable_sort(found.begin(), found.end(), [](const Finding &a, const Finding &b) {
        return (a.scope == SupportScope::CustomerOwned) < (b.scope == SupportScope::CustomerOwned);
    });
    return found;
}

const TicketRelease *releaseOfTrack(const TicketFacts &facts, const NodeTrack &track)
{
    const QString space = track.driverPod.section(u'/', 0, 0);
    const TicketRelease *best = nullptr;
    for (const TicketRelease &one : facts.releases) {
        if (!one.release.record || !driverComponents(one.release.record->chartName).contains(track.component))
            continue;
        if (one.release.key.namespaceName == space)
            return &one;
        if (!best || (best->ownership.owner == Owner::Customer && one.ownership.owner != Owner::Customer))
            best = &one;
    }
    return best;
}

const TicketRelease *subjectOf(const TicketFacts &facts)
{
    const auto find = [&](const ReleaseKey &key) -> const TicketRelease * {
        for (const TicketRelease &one : facts.releases)
            if (one.release.key.name == key.name && one.release.key.namespaceName == key.namespaceName)
                return &one;
        return nullptr;
    };
    if (facts.draft)
        return find(facts.draft->release);
    if (facts.operation)
        return find(facts.operation->order.release);
    return facts.releases.size() == 1 ? &facts.releases.first() : nullptr;
}

std::optional<UpgradeWindow> windowOf(const TicketFacts &facts)
{
    return facts.draft && facts.draft->window ? facts.draft->window : facts.window;
}

} // namespace chartroom
