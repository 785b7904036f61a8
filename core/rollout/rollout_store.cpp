// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/rollout_store.h"

#include "core/rollout/driver_track.h"
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

/// A label that changed while nobody looked for longer than this changed at a time that is not known: after a
/// reconnection, or a jump in a recording.
constexpr auto longestBlink = 10s;

/// Verdicts grow with time alone; this often the nodes under way are looked at again.
constexpr auto agingInterval = 5s;

ResourceQuery all(const char *path)
{
    return {QString::fromLatin1(path), {}, {}, false, 500};
}

} // namespace

size_t qHash(const TrackKey &key, size_t seed)
{
    return qHashMulti(seed, key.node, key.component);
}

struct RolloutStore::Private
{
    struct Label
    {
        QString text;
        bool foundCordoned = false; ///< the annotation said so, and the node was not uncordoned since
        QDateTime since;            ///< invalid: it was there when we came, or came while we did not look
    };

    Private(Transport *transport, NodeStore *nodeStore, PodStore *podStore, const Clock *wallClock,
            RolloutStore *owner)
        : nodes(nodeStore)
        , pods(podStore)
        , clock(wallClock)
        , daemonSets(transport, all("/apis/apps/v1/daemonsets"), wallClock, nullptr)
        , revisions(transport, all("/apis/apps/v1/controllerrevisions"), wallClock, nullptr)
        , budgets(transport, all("/apis/policy/v1/poddisruptionbudgets"), wallClock, nullptr)
        , clusterPolicies(transport, all("/apis/nvidia.com/v1/clusterpolicies"), wallClock, nullptr)
        , nvidiaDrivers(transport, all("/apis/nvidia.com/v1alpha1/nvidiadrivers"), wallClock, nullptr)
        , nicPolicies(transport, all("/apis/mellanox.com/v1alpha1/nicclusterpolicies"), wallClock, nullptr)
        , q(owner)
    {}

    void takeNodes(const ObjectDelta &delta);
    void noteLabels(const Node &node, bool isFirst, const QDateTime &changed);
    [[nodiscard]] QDateTime look();
    void touchAll();
    void touchUnderWay();
    void schedule();
    void work();
    void refreshFleets();
    void compute(const QString &node, QList<TrackKey> &changed);
    void forget(const QString &node, QList<TrackKey> &changed);
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
    QHash<TrackKey, Label> labels;
    QHash<TrackKey, NodeTrack> tracks;
    std::array<DriverFleet, 2> fleets;
    bool fleetsAreOld = true;
    QSet<QString> dirty; ///< names of nodes
    QTimer timer;
    QTimer aging;
    QDateTime lastLook;
    bool wasComplete = false;
    RolloutStore *q;
};

std::array<ObjectStoreBase *, 8> RolloutStore::Private::stores()
{
    return {nodes, pods, &daemonSets, &revisions, &budgets, &clusterPolicies, &nvidiaDrivers, &nicPolicies};
}

/// When what is seen now for the first time happened: just now, or nobody knows.
QDateTime RolloutStore::Private::look()
{
    const QDateTime now = clock->now();
    const std::chrono::milliseconds away(lastLook.isValid() ? lastLook.msecsTo(now) : -1);
    lastLook = now;
    return away >= 0ms && away <= longestBlink ? now : QDateTime();
}

void RolloutStore::Private::takeNodes(const ObjectDelta &delta)
{
    const QDateTime changed = look();
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
            noteLabels(*node, isFirst, changed);
            dirty << node->name;
        }
    }
    fleetsAreOld = true;
    schedule();
}

void RolloutStore::Private::noteLabels(const Node &node, bool isFirst, const QDateTime &changed)
{
    for (const DriverKind kind : kinds) {
        const TrackKey key{node.name, componentText(kind)};
        const QString text = node.labels.value(driverKeys(kind).state);
        Label &label = labels[key];
        const bool isFound = node.annotations.value(driverKeys(kind).initialUnschedulable) == u"true";
        label.foundCordoned = node.unschedulable && (isFound || label.foundCordoned);
        if (isFirst || label.text != text) {
            label.since = isFirst ? QDateTime() : changed;
            label.text = text;
        }
    }
}

void RolloutStore::Private::touchAll()
{
    fleetsAreOld = true;
    for (const QString &name : std::as_const(nodeNames))
        dirty << name;
    schedule();
}

void RolloutStore::Private::touchUnderWay()
{
    for (const NodeTrack &track : std::as_const(tracks)) {
        if (isUnderWay(track.step) || track.step == RolloutStep::Queued)
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
        const Label label = labels.value(key);
        if (!isHost && label.text.isEmpty()) {
            if (tracks.remove(key))
                changed << key;
            continue;
        }
        NodeTrack track =
            driverTrack({node, onNode, clock->now(), label.since, label.foundCordoned, std::nullopt},
                        fleets[size_t(kind)]);
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
        labels.remove(key);
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
    if (!wasComplete && q->isComplete()) {
        wasComplete = true;
        Q_EMIT q->completed();
    }
}

RolloutStore::RolloutStore(Transport *transport, NodeStore *nodes, PodStore *pods, const Clock *clock,
                           QObject *parent)
    : QObject(parent)
    , d(std::make_unique<Private>(transport, nodes, pods, clock, this))
{
    d->timer.setSingleShot(true);
    d->timer.setTimerType(Qt::PreciseTimer);
    connect(&d->timer, &QTimer::timeout, this, [this] { d->work(); });
    d->aging.setInterval(agingInterval);
    connect(&d->aging, &QTimer::timeout, this, [this] {
        if (d->nodes->reflector().state() == Reflector::State::Live)
            d->lastLook = d->clock->now();
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
    d->takeNodes(isHere(d->nodes->objects()));
    for (ObjectStoreBase *store : d->stores())
        store->start();
    d->aging.start();
}

void RolloutStore::stop()
{
    d->timer.stop();
    d->aging.stop();
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

bool RolloutStore::isComplete() const
{
    const auto stores = d->stores();
    return d->dirty.isEmpty() && !d->fleetsAreOld &&
           std::all_of(stores.cbegin(), stores.cend(), [](const ObjectStoreBase *store) {
               const Reflector &reflector = store->reflector();
               return reflector.hasSynced() || reflector.state() == Reflector::State::Missing ||
                      reflector.state() == Reflector::State::Denied;
           });
}

QStringList RolloutStore::notices() const
{
    QStringList notices;
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

} // namespace chartroom
