// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/rollout_store.h"

#include "core/rollout/driver_track.h"
#include "core/rollout/history_store.h"
#include "core/rollout/pace_store.h"
#include "core/rollout/pod_index.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QTimer>

#include <algorithm>
#include <array>

namespace chartroom {

namespace {

using namespace std::chrono_literals;

constexpr auto batchInterval = 100ms;
constexpr auto slice = 6ms;
constexpr std::array kinds{DriverKind::Gpu, DriverKind::InfiniBand};

/// Verdicts grow with time alone; this often the nodes under way are looked at again.
constexpr auto agingInterval = 5s;

ResourceQuery all(const char *path)
{
    return {QString::fromLatin1(path), {}, {}, false, 500};
}

} // namespace

struct RolloutStore::Private
{
    Private(Transport *transport, NodeStore *nodeStore, PodStore *podStore, const Clock *wallClock,
            HistorySource *past, RolloutStore *owner)
        : nodes(nodeStore)
        , pods(podStore)
        , clock(wallClock)
        , daemonSets(transport, all("/apis/apps/v1/daemonsets"), wallClock, nullptr)
        , revisions(transport, all("/apis/apps/v1/controllerrevisions"), wallClock, nullptr)
        , budgets(transport, all("/apis/policy/v1/poddisruptionbudgets"), wallClock, nullptr)
        , clusterPolicies(transport, all("/apis/nvidia.com/v1/clusterpolicies"), wallClock, nullptr)
        , nvidiaDrivers(transport, all("/apis/nvidia.com/v1alpha1/nvidiadrivers"), wallClock, nullptr)
        , nicPolicies(transport, all("/apis/mellanox.com/v1alpha1/nicclusterpolicies"), wallClock, nullptr)
        , histories(transport, past, wallClock)
        , paces([this] { return paceInputs(); })
        , q(owner)
    {}

    void takeNodes(const ObjectDelta &delta);
    void touchAll();
    void touchUnderWay(bool withQueue = true);
    void schedule();
    void work();
    void refreshFleets();
    void compute(const QString &node, QList<TrackKey> &changed);
    void forget(const QString &node, QList<TrackKey> &changed);
    [[nodiscard]] bool hasTracks();
    [[nodiscard]] std::optional<QList<PaceInput>> paceInputs();
    [[nodiscard]] std::array<ObjectStoreBase *, 8> stores();

    NodeStore *nodes;
    PodStore *pods;
    const Clock *clock;
    DaemonSetStore daemonSets;
    ControllerRevisionStore revisions;
    DisruptionBudgetStore budgets;
    DriverPolicyStore clusterPolicies;
    DriverPolicyStore nvidiaDrivers;
    DriverPolicyStore nicPolicies;

    PodIndex podIndex;
    QHash<QString, QString> nodeNames; ///< by uid
    QHash<QString, QString> nodeUids;  ///< by name
    HistoryStore histories;
    PaceStore paces;
    QHash<TrackKey, NodeTrack> tracks;
    std::array<DriverFleet, 2> fleets;
    bool fleetsAreOld = true;
    QSet<QString> dirty; ///< names of nodes
    QTimer timer;
    QTimer aging;
    bool wasComplete = false;
    RolloutStore *q;
};

std::array<ObjectStoreBase *, 8> RolloutStore::Private::stores()
{
    return {nodes, pods, &daemonSets, &revisions, &budgets, &clusterPolicies, &nvidiaDrivers, &nicPolicies};
}

void RolloutStore::Private::takeNodes(const ObjectDelta &delta)
{
    histories.look();
    for (const QString &uid : delta.removed) {
        const QString name = nodeNames.take(uid);
        if (nodeUids.value(name) == uid)
            nodeUids.remove(name);
        dirty << name;
    }
    for (const QStringList &uids : {delta.added, delta.changed}) {
        for (const QString &uid : uids) {
            const Node *node = nodes->find(uid);
            if (!node)
                continue;
            const bool isFirst = !nodeNames.contains(uid);
            nodeNames.insert(uid, node->name);
            nodeUids.insert(node->name, uid);
            for (const Sighting &sighting : sightings(*node))
                histories.see(sighting, isFirst);
            dirty << node->name;
        }
    }
    fleetsAreOld = true;
    schedule();
}

void RolloutStore::Private::touchAll()
{
    fleetsAreOld = true;
    for (const QString &name : std::as_const(nodeNames))
        dirty << name;
    schedule();
}

void RolloutStore::Private::touchUnderWay(bool withQueue)
{
    for (const NodeTrack &track : std::as_const(tracks)) {
        if (isUnderWay(track.step) || (withQueue && track.step == RolloutStep::Queued))
            dirty << track.node;
    }
    if (!dirty.isEmpty())
        schedule();
}

void RolloutStore::Private::schedule()
{
    if (!timer.isActive())
        timer.start(batchInterval);
}

void RolloutStore::Private::refreshFleets()
{
    if (!std::exchange(fleetsAreOld, false))
        return;
    QHash<QString, DriverPolicy> policies = clusterPolicies.objects();
    policies.insert(nvidiaDrivers.objects());
    policies.insert(nicPolicies.objects());
    const RolloutEvidence evidence{&nodes->objects(),    &pods->objects(),   &daemonSets.objects(),
                                   &revisions.objects(), &budgets.objects(), &policies};
    for (const DriverKind kind : kinds) {
        DriverFleet &fleet = fleets[size_t(kind)];
        DriverFleet fresh = driverFleet(kind, evidence, podIndex.hosts(kind));
        const bool queueChanged = fresh.taken != fleet.taken || fresh.unavailable != fleet.unavailable;
        fleet = std::move(fresh);
        if (queueChanged)
            touchUnderWay();
    }
}

void RolloutStore::Private::compute(const QString &name, QList<TrackKey> &changed)
{
    const Node *node = nodes->find(nodeUids.value(name));
    if (!node) {
        forget(name, changed);
        return;
    }
    const QList<const Pod *> onNode = podIndex.on(name, pods->objects());
    for (const DriverKind kind : kinds) {
        const TrackKey key{name, componentText(kind)};
        const bool isHost = std::any_of(onNode.cbegin(), onNode.cend(),
                                        [&](const Pod *pod) { return isDriverPod(*pod, kind); });
        const QString label = node->labels.value(driverKeys(kind).state);
        if (!isHost && label.isEmpty()) {
            if (tracks.remove(key))
                changed << key;
            continue;
        }
        const NodeHistory past = histories.node(key);
        const bool isPresent = !past.isEmpty() && past.intervals().last().label == label;
        NodeEvidence evidence{node,
                              onNode,
                              clock->now(),
                              isPresent ? past.since() : QDateTime(),
                              past.wasFoundCordoned(),
                              paces.usual(key.component, readStep(label))};
        evidence.stepBefore = past.before();
        evidence.healed = isPresent ? past.healedAt() : QDateTime();
        NodeTrack track = driverTrack(evidence, fleets[size_t(kind)]);
        NodeTrack &known = tracks[key];
        if (known == track)
            continue;
        known = std::move(track);
        changed << key;
    }
}

void RolloutStore::Private::forget(const QString &node, QList<TrackKey> &changed)
{
    for (const DriverKind kind : kinds) {
        const TrackKey key{node, componentText(kind)};
        histories.forget(key);
        if (tracks.remove(key))
            changed << key;
    }
}

void RolloutStore::Private::work()
{
    QElapsedTimer spent;
    spent.start();
    refreshFleets();
    QList<TrackKey> changed;
    while (!dirty.isEmpty() && std::chrono::milliseconds(spent.elapsed()) < slice) {
        const QString name = *dirty.cbegin();
        dirty.erase(dirty.cbegin());
        compute(name, changed);
    }
    if (!dirty.isEmpty())
        timer.start(0ms);
    if (!changed.isEmpty())
        Q_EMIT q->tracksChanged(changed);
    if (!changed.isEmpty() || !paces.isReady())
        paces.touch();
    if (!wasComplete && q->isComplete()) {
        wasComplete = true;
        Q_EMIT q->completed();
    }
}

RolloutStore::RolloutStore(Transport *transport, NodeStore *nodes, PodStore *pods, const Clock *clock,
                           HistorySource *past, QObject *parent)
    : QObject(parent)
    , d(std::make_unique<Private>(transport, nodes, pods, clock, past, this))
{
    d->timer.setSingleShot(true);
    d->timer.setTimerType(Qt::PreciseTimer);
    connect(&d->timer, &QTimer::timeout, this, [this] { d->work(); });
    d->aging.setInterval(agingInterval);
    connect(&d->aging, &QTimer::timeout, this, [this] {
        if (d->nodes->reflector().state() == Reflector::State::Live)
            d->histories.keepLooking();
        d->touchUnderWay();
    });
    connect(nodes, &NodeStore::objectsChanged, this,
            [this](const ObjectDelta &delta) { d->takeNodes(delta); });
    connect(pods, &PodStore::objectsChanged, this, [this](const ObjectDelta &delta) {
        for (const QString &node : d->podIndex.update(d->pods->objects(), delta))
            d->dirty << node;
        d->fleetsAreOld = true;
        d->schedule();
    });
    connect(nodes, &NodeStore::synced, this, [this] { d->histories.nodesAreKnown(); });
    connect(&d->histories, &HistoryStore::changed, this, [this](const QList<TrackKey> &keys) {
        for (const TrackKey &key : keys)
            d->dirty << key.node;
        d->schedule();
    });
    connect(&d->histories, &HistoryStore::ready, this, [this] { d->schedule(); });
    connect(&d->paces, &PaceStore::changed, this, [this] {
        d->touchUnderWay(false); // what is usual makes others slow
        Q_EMIT pacesChanged();
    });
    connect(&d->paces, &PaceStore::ready, this, [this] { d->schedule(); });
    for (ObjectStoreBase *store : d->stores()) {
        connect(store, &ObjectStoreBase::stateChanged, this, [this] { d->schedule(); });
        connect(store, &ObjectStoreBase::synced, this, [this] { d->schedule(); });
        if (store != nodes && store != pods)
            connect(store, &ObjectStoreBase::objectsChanged, this, [this] { d->touchAll(); });
    }
}

RolloutStore::~RolloutStore() = default;

bool RolloutStore::isStarted() const
{
    return d->aging.isActive();
}

void RolloutStore::start()
{
    if (isStarted())
        return;
    const auto isHere = [](const auto &objects) { return ObjectDelta{objects.keys(), {}, {}}; };
    d->podIndex.update(d->pods->objects(), isHere(d->pods->objects()));
    d->histories.start();
    d->takeNodes(isHere(d->nodes->objects()));
    if (d->nodes->reflector().hasSynced())
        d->histories.nodesAreKnown();
    for (ObjectStoreBase *store : d->stores())
        store->start();
    d->aging.start();
    d->paces.start();
}

void RolloutStore::stop()
{
    d->timer.stop();
    d->aging.stop();
    d->histories.stop();
    d->paces.stop();
    for (ObjectStoreBase *store : d->stores()) {
        if (store != d->nodes && store != d->pods)
            store->stop();
    }
}

void RolloutStore::retryNow()
{
    for (ObjectStoreBase *store : d->stores()) {
        if (store != d->nodes && store != d->pods)
            store->retryNow();
    }
}

bool RolloutStore::Private::hasTracks()
{
    const auto all = stores();
    return dirty.isEmpty() && !fleetsAreOld && histories.isReady() &&
           std::all_of(all.cbegin(), all.cend(), [](const ObjectStoreBase *store) {
               const Reflector &reflector = store->reflector();
               return reflector.hasSynced() || reflector.state() == Reflector::State::Missing ||
                      reflector.state() == Reflector::State::Denied;
           });
}

std::optional<QList<PaceInput>> RolloutStore::Private::paceInputs()
{
    if (!hasTracks())
        return std::nullopt;
    QList<PaceInput> inputs;
    for (const DriverKind kind : kinds) {
        PaceInput input{componentText(kind), clock->now(), {}, slotPolicy(fleets[size_t(kind)])};
        for (const NodeTrack &track : std::as_const(tracks)) {
            if (track.component == input.component)
                input.nodes << paceNode(track, histories.node({track.node, track.component}));
        }
        if (!input.nodes.isEmpty())
            inputs << input;
    }
    return inputs;
}

bool RolloutStore::isComplete() const
{
    return d->hasTracks() && d->paces.isReady();
}

QStringList RolloutStore::notices() const
{
    QStringList notices = d->histories.notices();
    for (const ObjectStoreBase *store : d->stores()) {
        const Reflector &reflector = store->reflector();
        if (reflector.state() == Reflector::State::Denied)
            notices << tr("What %1 says is not known: %2")
                           .arg(reflector.query().path.section(u'/', -1), reflector.lastError().message);
    }
    return notices;
}

QList<NodeTrack> RolloutStore::tracks() const
{
    QList<NodeTrack> tracks = d->tracks.values();
    std::sort(tracks.begin(), tracks.end(), [](const NodeTrack &a, const NodeTrack &b) {
        return std::tie(a.component, a.node) < std::tie(b.component, b.node);
    });
    return tracks;
}

const NodeTrack *RolloutStore::find(const TrackKey &key) const
{
    const auto track = d->tracks.constFind(key);
    return track == d->tracks.cend() ? nullptr : &*track;
}

QDateTime RolloutStore::now() const
{
    return d->clock->now();
}

NodeHistory RolloutStore::history(const TrackKey &key) const
{
    return d->histories.node(key);
}

QList<Pace> RolloutStore::paces() const
{
    return d->paces.paces();
}

} // namespace chartroom
