// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/free_soon.h"
#include "core/base/loop_slice.h"
#include "core/base/share_work.h"
#include "core/rollout/driver_components.h"
#include "core/rollout/driver_fleet.h"
#include "core/rollout/driver_keys.h"
#include "core/rollout/rollout_store_private.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

namespace chartroom {

namespace {

using namespace std::chrono_literals;
using std::chrono::milliseconds;

/// Of tracks, while a recording is being wound.
constexpr auto longestHold = 300ms;

/// Thousands of nodes may wait for the same few slots; this often they learn who holds them.
constexpr auto queueInterval = 1s;

/// Where each round over the nodes finds new ones changed, so many rounds make the board complete.
constexpr int mostRounds = 3;

/// Nothing for a component that is no driver of NVIDIA's.
std::optional<DriverKind> otherDriver(const QString &component)
{
    for (const DriverKind kind : allDrivers)
        if (component == componentText(kind))
            return kind == DriverKind::Gpu ? DriverKind::InfiniBand : DriverKind::Gpu;
    return std::nullopt;
}

/// The operator of the node's other driver found it cordoned while this driver was at rest: so the cordon is
/// neither's.
bool wasFoundByOther(const NodeHistory &own, const NodeHistory &other)
{
    if (!other.wasFoundCordoned() || own.isEmpty() || !isResting(own.intervals().last().step))
        return false;
    const QList<NodeRun> runs = other.runs();
    const StepInterval &rest = own.intervals().last();
    return !runs.isEmpty() && runs.last().taken.isValid() &&
           (!rest.isStartKnown || rest.start <= runs.last().taken);
}

} // namespace

RolloutStore::Private::Private(Transport *transport, NodeStore *nodes, PodStore *pods, const Clock *clock,
                               HistorySource *history, RolloutStore *owner)
    : past(history)
    , sources(transport, nodes, pods, clock)
    , adapters(&sources)
    , histories(transport, history, clock)
    , paces([this] { return paceEvidence(); })
    , q(owner)
{}

QList<ObjectStoreBase *> RolloutStore::Private::own()
{
    return sources.own() + adapters.stores();
}

QList<ObjectStoreBase *> RolloutStore::Private::all()
{
    return QList<ObjectStoreBase *>({sources.nodes, sources.pods}) + own();
}

void RolloutStore::Private::takeNodes(const std::vector<NodeStore::Change> &changes)
{
    histories.look();
    for (const NodeStore::Change &change : changes) {
        if (change.before && (!change.now || change.before->name != change.now->name))
            sources.table.remove(*change.before, unnoted);
        if (!change.now)
            continue;
        const bool isFirst = sources.table.put(change.now, unnoted);
        if (past)
            continue; // it knows what nodes did without anybody who looks
        for (const Sighting &sighting : adapters.sightings(*change.now))
            histories.see(sighting, isFirst);
    }
    schedule();
}

void RolloutStore::Private::takePods()
{
    sources.table.update(sources.pods->changes(), unnoted);
    schedule();
}

/// What was there before the start: all of a large cluster at once would hold the event loop. Whether all is
/// taken in.
bool RolloutStore::Private::takePresent(const LoopSlice &slice)
{
    constexpr qsizetype atOnce = 128;
    const auto next = [](QStringList &uids) {
        const qsizetype left = std::max<qsizetype>(uids.size() - atOnce, 0);
        const QStringList taken = uids.sliced(left);
        uids.resize(left);
        return taken;
    };
    while (!isTaken() && !slice.isOver()) {
        if (presentNodes.isEmpty()) {
            for (const QString &uid : next(presentPods)) {
                if (auto pod = sources.pods->objects().share(uid))
                    sources.table.put(std::move(pod), unnoted);
            }
            continue;
        }
        std::vector<NodeStore::Change> came;
        for (const QString &uid : next(presentNodes)) {
            if (auto node = sources.nodes->objects().share(uid))
                came.push_back({{}, std::move(node)});
        }
        takeNodes(came);
        if (presentNodes.isEmpty() && sources.nodes->reflector().hasSynced())
            histories.nodesAreKnown();
    }
    return isTaken();
}

/// Something beside the nodes speaks of these.
void RolloutStore::Private::seeNodes(const QStringList &names)
{
    histories.look();
    for (const QString &name : names) {
        const int number = sources.table.number(name);
        unnoted.add(number);
        const Node *node = past ? nullptr : sources.table.node(number);
        for (const Sighting &sighting : node ? adapters.sightings(*node) : QList<Sighting>())
            histories.see(sighting, histories.node(sighting.key).isEmpty());
    }
    schedule();
}

void RolloutStore::Private::touchAll()
{
    for (int node = 0; node < sources.table.size(); ++node) {
        if (sources.table.node(node))
            unnoted.add(node);
    }
}

void RolloutStore::Private::touch(bool (*wanted)(RolloutStep))
{
    for (int node = 0; node < tracks.all().size(); ++node) {
        const QList<SharedTrack> &own = tracks.all()[node];
        const bool isMeant = std::any_of(own.cbegin(), own.cend(), [wanted](const SharedTrack &track) {
            return wanted(track->step) || track->keepsSlot || // which may last too long as well
                   track->isSettling || isReloadingAtRest(track->step, track->verdict);
        });
        if (isMeant && !dirty.contains(node))
            later.add(node);
    }
}

void RolloutStore::Private::tellNotices()
{
    if (const QStringList now = q->notices(); std::exchange(toldNotices, now) != now)
        Q_EMIT q->noticesChanged();
}

void RolloutStore::Private::touchQueued()
{
    queueIsOld = false;
    sinceQueue.start();
    touch([](RolloutStep step) { return step == RolloutStep::Queued; });
}

/// At once, unless the last batch is younger than the interval.
void RolloutStore::Private::schedule()
{
    if (timer.isActive())
        return;
    const auto rested = sinceWork.isValid() ? milliseconds(sinceWork.elapsed()) : batchInterval;
    timer.start(std::clamp<milliseconds>(batchInterval - rested, 0ms, batchInterval));
}

void RolloutStore::Private::refresh()
{
    if (std::exchange(termsAreOld, false)) {
        switch (adapters.refresh()) {
        case RolloutAdapter::Reach::Nobody:
            break;
        case RolloutAdapter::Reach::Moving:
            touch(isUnderWay);
            [[fallthrough]];
        case RolloutAdapter::Reach::Waiting:
            queueIsOld = true;
            break;
        case RolloutAdapter::Reach::Everybody:
            touchAll();
            break;
        }
    }
    const bool isTime =
        !wasComplete || !sinceQueue.isValid() || milliseconds(sinceQueue.elapsed()) >= queueInterval;
    if (queueIsOld && isTime)
        touchQueued();
}

void RolloutStore::Private::tellPast(NodeEvidence &evidence, const Sighting &present) const
{
    // At rest, a driver pod alone takes time: as it does in its step, or where no step is told, a node.
    evidence.usual = isResting(present.step) ? paces.usualReload(present.key.component)
                                             : paces.usual(present.key.component, present.step);
    const NodeHistory &own = histories.node(present.key);
    chartroom::tellPast(own, present, evidence);
    const auto kind = present.isCordoned ? otherDriver(present.key.component) : std::nullopt;
    if (!kind)
        return;
    const NodeHistory &other = histories.node({present.key.node, componentText(*kind)});
    const DriverFleet *fleet = adapters.fleetOf(componentText(*kind));
    const DriverSet set = fleet ? fleet->sets.value(driverSetOf(evidence.pods, *kind)) : DriverSet();
    tellOtherCordon(other, *kind, evidence, set.changedAt);
    if (wasFoundByOther(own, other))
        evidence.wasCordonedBefore = true;
}

/// Of a node that may be gone. Changes nothing: several are computed at a time.
std::optional<QList<SharedTrack>> RolloutStore::Private::compute(int node, const QDateTime &now) const
{
    NodeEvidence evidence;
    evidence.node = sources.table.node(node);
    if (!evidence.node)
        return std::nullopt;
    evidence.pods = sources.table.pods(node);
    evidence.now = now;
    evidence.skew = sources.transport->clockSkew();
    evidence.claimable = sources.offers.byNode().value(evidence.node->name);
    const auto tell = [this](NodeEvidence &one, const Sighting &present) { tellPast(one, present); };
    return adapters.tracks(evidence, tell);
}

void RolloutStore::Private::forget(int node, QList<TrackKey> &changed)
{
    termsAreOld = adapters.forgetNode(node, sources.table.name(node)) || termsAreOld;
    const qsizetype known = changed.size();
    tracks.replace(node, {}, changed);
    for (qsizetype i = known; i < changed.size(); ++i)
        histories.forget(changed[i]);
}

/// What counts cluster-wide is gathered from all that changed before any track is computed by it.
void RolloutStore::Private::noteSome(const LoopSlice &slice, QList<TrackKey> &changed)
{
    constexpr int betweenLooks = 32; // at the clock
    while (!unnoted.isEmpty() && !slice.isOver()) {
        for (int i = 0; i < betweenLooks && !unnoted.isEmpty(); ++i) {
            const int next = unnoted.take();
            const Node *node = sources.table.node(next);
            if (!node) {
                forget(next, changed);
                continue;
            }
            termsAreOld = adapters.noteNode(next, *node, sources.table.pods(next)) || termsAreOld;
            dirty.add(next);
        }
    }
}

/// Tracks of two moments are nobody's: they wait until all is read and what was before is known, but not for
/// ever, as somebody may keep winding.
bool RolloutStore::Private::isHeld()
{
    if (!sinceSeek.isValid())
        return false;
    const bool isUnderWay = past->isOnTheWay() || !histories.isReady();
    if (isUnderWay && milliseconds(sinceSeek.elapsed()) < longestHold)
        return true;
    sinceSeek.invalidate();
    hadSought = true;
    return false;
}

/// Something that a hold waits for is there.
void RolloutStore::Private::arrive()
{
    if (sinceSeek.isValid() && !isHeld())
        timer.start(0ms);
    else
        schedule();
}

void RolloutStore::Private::computeSome(NodeQueue &waiting, const LoopSlice &slice, QList<TrackKey> &changed)
{
    constexpr size_t atOnce = 128;
    const QDateTime now = sources.clock->now();
    std::vector<std::optional<TrackTable::Change>> old;
    while (!waiting.isEmpty() && !slice.isOver()) {
        std::vector<int> nodes;
        while (nodes.size() < atOnce && !waiting.isEmpty())
            nodes.push_back(waiting.take());
        std::vector<std::optional<TrackTable::Change>> fresh(nodes.size());
        shareWork(int(nodes.size()), [&](int i) {
            const int node = nodes[size_t(i)];
            if (const auto computed = compute(node, now))
                fresh[size_t(i)] = tracks.changeOf(node, *computed);
        });
        for (size_t i = 0; i < nodes.size(); ++i) {
            if (fresh[i])
                tracks.take(*fresh[i], changed);
            else
                forget(nodes[i], changed);
        }
        std::move(fresh.begin(), fresh.end(), std::back_inserter(old));
    }
    freeSoon(std::move(old)); // as many as are new
}

void RolloutStore::Private::work()
{
    if (isHeld()) {
        timer.start(longestHold - milliseconds(sinceSeek.elapsed()));
        return;
    }
    const LoopSlice slice(2ms);
    sinceWork.start();
    QList<TrackKey> changed;
    if (takePresent(slice))
        noteSome(slice, changed);
    if (isTaken() && unnoted.isEmpty())
        refresh();
    if (isTaken() && unnoted.isEmpty()) { // still, as everybody's terms may have changed
        computeSome(dirty, slice, changed);
        computeSome(later, slice, changed);
    }
    if (isIdle())
        rounds = isSteady() ? 0 : rounds + 1;
    if (!isIdle() || termsAreOld || queueIsOld)
        timer.start(isIdle() && wasComplete ? batchInterval : 0ms);
    if (!changed.isEmpty())
        Q_EMIT q->tracksChanged(changed);
    if (isIdle())
        Q_EMIT q->rested();
    if (isIdle() && std::exchange(hadSought, false))
        paces.noteSeek();
    else if (!changed.isEmpty() || !paces.isReady())
        paces.touch();
    const bool isComplete =
        q->isComplete(); // until a node's label asks for lists that were not needed before
    if (!std::exchange(wasComplete, isComplete) && isComplete)
        Q_EMIT q->completed();
}

bool RolloutStore::Private::hasTracks()
{
    const QList<ObjectStoreBase *> stores = all();
    return isIdle() && (isSteady() || rounds >= mostRounds) && histories.isReady() &&
           std::all_of(stores.cbegin(), stores.cend(),
                       [](const ObjectStoreBase *store) { return hasAnswered(*store); });
}

bool RolloutStore::Private::hasTracksOf(const QString &component) const
{
    return std::any_of(tracks.all().cbegin(), tracks.all().cend(),
                       [&](const QList<SharedTrack> &own) { return trackIn(own, component); });
}

void RolloutStore::Private::noteReturn(const QString &component,
                                       const std::optional<OperatorDeployment> &leader)
{
    if (!leader || std::exchange(availableSince[component + leader->uid], leader->availableSince) ==
                       leader->availableSince)
        return;
    const std::chrono::milliseconds skew = sources.transport->clockSkew();
    if (const auto end = returnOf(*leader, sources.pods->objects()))
        outages.noteReturn(component, {laterBy(end->from, -skew), laterBy(end->to, -skew)});
}

std::optional<PaceEvidence> RolloutStore::Private::paceEvidence()
{
    if (!hasTracks())
        return std::nullopt;
    const QDateTime now = sources.clock->now();
    for (const DriverKind kind : allDrivers) {
        const DriverFleet *fleet = adapters.fleetOf(componentText(kind));
        outages.note(componentText(kind), fleet && (fleet->isControllerGone || fleet->waitsForMaintainer()),
                     now);
        if (fleet)
            noteReturn(componentText(kind), fleet->controller);
        if (fleet && fleet->asksMaintenance)
            noteReturn(componentText(kind), fleet->maintainer);
    }
    for (const QString &component : componentsWithoutKind()) {
        outages.note(component, !sources.goneOperator(component).isEmpty(), now);
        noteReturn(component, operatorOf(component, {}, sources.deployments.objects(),
                                         laterBy(now, sources.transport->clockSkew())));
    }
    const QHash<QString, SlotPolicies> policies = adapters.slotPolicies();
    for (auto own = policies.cbegin(); own != policies.cend(); ++own)
        for (auto queue = own->cbegin(); queue != own->cend(); ++queue)
            outages.note(OutageLog::queueOf(own.key(), queue.key()), queue->isOff, now);
    return PaceEvidence{tracks.all(), histories.all(), policies, now, outages};
}

} // namespace chartroom
