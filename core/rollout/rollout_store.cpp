// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/rollout_store.h"

#include "core/rollout/daemon_set_adapter.h"
#include "core/rollout/history_store.h"
#include "core/rollout/pace_store.h"
#include "core/rollout/rollout_adapters.h"
#include "core/rollout/track_table.h"

#include <QElapsedTimer>
#include <QTimer>

#include <algorithm>
#include <utility>

namespace chartroom {

namespace {

using namespace std::chrono_literals;

constexpr auto batchInterval = 100ms;
constexpr auto slice = 6ms;

/// Verdicts grow with time alone; this often the nodes under way are looked at again.
constexpr auto agingInterval = 5s;

/// Thousands of nodes may wait for the same few slots; this often they learn who holds them.
constexpr auto queueInterval = 1s;

/// Where each round over the nodes finds new ones changed, so many rounds make the board complete.
constexpr int mostRounds = 3;

} // namespace

struct RolloutStore::Private
{
    Private(Transport *transport, NodeStore *nodes, PodStore *pods, const Clock *clock, HistorySource *past,
            RolloutStore *owner);

    void takeNodes(const ObjectDelta &delta);
    void seeNodes(const QStringList &names);
    void touchAll();
    void touch(bool (*wanted)(RolloutStep));
    void touchQueued();
    void schedule();
    void work();
    void refresh();
    void compute(const QString &node, QList<TrackKey> &changed);
    void forget(const QString &node, QList<TrackKey> &changed);
    void tellPast(NodeEvidence &evidence, const Sighting &present) const;
    [[nodiscard]] bool isSteady() const { return !termsAreOld && (wasComplete || !queueIsOld); }
    [[nodiscard]] bool hasTracks();
    [[nodiscard]] std::optional<QList<PaceInput>> paceInputs();
    [[nodiscard]] QList<ObjectStoreBase *> own();
    [[nodiscard]] QList<ObjectStoreBase *> all();

    RolloutSources sources;
    RolloutAdapters adapters;
    HistoryStore histories;
    PaceStore paces;
    TrackTable tracks;
    bool termsAreOld = true;
    bool queueIsOld = false;
    QElapsedTimer sinceQueue;
    QSet<QString> dirty; ///< names of nodes
    QTimer timer;
    QTimer aging;
    bool wasComplete = false;
    int rounds = 0; ///< over all dirty nodes, since it was settled or a list answered
    RolloutStore *q;
};

RolloutStore::Private::Private(Transport *transport, NodeStore *nodes, PodStore *pods, const Clock *clock,
                               HistorySource *past, RolloutStore *owner)
    : sources(transport, nodes, pods, clock)
    , adapters(&sources)
    , histories(transport, past, clock)
    , paces([this] { return paceInputs(); })
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

void RolloutStore::Private::takeNodes(const ObjectDelta &delta)
{
    histories.look();
    for (const QString &uid : delta.removed)
        dirty << sources.nodeIndex.remove(uid);
    for (const QStringList &uids : {delta.added, delta.changed}) {
        for (const QString &uid : uids) {
            const Node *node = sources.nodes->find(uid);
            if (!node)
                continue;
            const bool isFirst = sources.nodeIndex.add(*node);
            for (const Sighting &sighting : adapters.sightings(*node))
                histories.see(sighting, isFirst);
            dirty << node->name;
        }
    }
    schedule();
}

/// Something beside the nodes speaks of these.
void RolloutStore::Private::seeNodes(const QStringList &names)
{
    histories.look();
    for (const QString &name : names) {
        dirty << name;
        const Node *node = sources.node(name);
        for (const Sighting &sighting : node ? adapters.sightings(*node) : QList<Sighting>())
            histories.see(sighting, histories.node(sighting.key).isEmpty());
    }
    schedule();
}

void RolloutStore::Private::touchAll()
{
    for (const QString &name : sources.nodeIndex.names())
        dirty << name;
}

void RolloutStore::Private::touch(bool (*wanted)(RolloutStep))
{
    for (const NodeTrack &track : tracks.all()) {
        if (wanted(track.step))
            dirty << track.node;
    }
}

void RolloutStore::Private::touchQueued()
{
    queueIsOld = false;
    sinceQueue.start();
    touch([](RolloutStep step) { return step == RolloutStep::Queued; });
}

void RolloutStore::Private::schedule()
{
    if (!timer.isActive())
        timer.start(batchInterval);
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
    const bool isTime = !wasComplete || !sinceQueue.isValid() ||
                        std::chrono::milliseconds(sinceQueue.elapsed()) >= queueInterval;
    if (queueIsOld && isTime)
        touchQueued();
}

void RolloutStore::Private::tellPast(NodeEvidence &evidence, const Sighting &present) const
{
    evidence.usual = paces.usual(present.key.component, present.step);
    chartroom::tellPast(histories.node(present.key), present, evidence);
}

void RolloutStore::Private::compute(const QString &name, QList<TrackKey> &changed)
{
    const Node *node = sources.node(name);
    if (!node) {
        forget(name, changed);
        return;
    }
    NodeEvidence evidence;
    evidence.node = node;
    evidence.pods = sources.podIndex.on(name, sources.pods->objects());
    evidence.now = sources.clock->now();
    termsAreOld = adapters.noteNode(*node, evidence.pods) || termsAreOld;
    const auto past = [this](NodeEvidence &one, const Sighting &present) { tellPast(one, present); };
    tracks.replace(name, adapters.tracks(evidence, past), changed);
}

void RolloutStore::Private::forget(const QString &name, QList<TrackKey> &changed)
{
    termsAreOld = adapters.forgetNode(name) || termsAreOld;
    const qsizetype known = changed.size();
    tracks.replace(name, {}, changed);
    for (qsizetype i = known; i < changed.size(); ++i)
        histories.forget(changed[i]);
}

void RolloutStore::Private::work()
{
    QElapsedTimer spent;
    spent.start();
    refresh();
    QList<TrackKey> changed;
    auto next = dirty.cbegin(); // found once: in a hash that empties, its beginning is far away
    while (next != dirty.cend() && std::chrono::milliseconds(spent.elapsed()) < slice) {
        compute(*next, changed);
        next = dirty.erase(next);
    }
    if (dirty.isEmpty())
        rounds = isSteady() ? 0 : rounds + 1;
    if (!dirty.isEmpty() || termsAreOld || queueIsOld)
        timer.start(dirty.isEmpty() && wasComplete ? batchInterval : 0ms);
    if (!changed.isEmpty())
        Q_EMIT q->tracksChanged(changed);
    if (!changed.isEmpty() || !paces.isReady())
        paces.touch();
    const bool isComplete =
        q->isComplete(); // until a node's label asks for lists that were not needed before
    if (!std::exchange(wasComplete, isComplete) && isComplete)
        Q_EMIT q->completed();
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
        if (d->sources.nodes->reflector().state() == Reflector::State::Live)
            d->histories.keepLooking();
        d->touch(isUnderWay);
        d->queueIsOld = true;
        d->termsAreOld = true; // the news of a rollout that ended grow old
        d->schedule();
    });
    connect(nodes, &NodeStore::objectsChanged, this,
            [this](const ObjectDelta &delta) { d->takeNodes(delta); });
    connect(pods, &PodStore::objectsChanged, this, [this](const ObjectDelta &delta) {
        for (const QString &node : d->sources.podIndex.update(d->sources.pods->objects(), delta))
            d->dirty << node;
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
        d->touch(isUnderWay); // what is usual makes others slow
        d->schedule();
        Q_EMIT pacesChanged();
    });
    connect(&d->paces, &PaceStore::ready, this, [this] { d->schedule(); });
    const auto renew = [this] {
        d->termsAreOld = true;
        d->schedule();
    };
    for (ObjectStoreBase *store : d->all()) {
        for (auto news : {&ObjectStoreBase::stateChanged, &ObjectStoreBase::synced})
            connect(store, news, this, [this, renew] {
                d->rounds = 0;
                renew();
            });
    }
    for (ObjectStoreBase *store : d->sources.own())
        connect(store, &ObjectStoreBase::objectsChanged, this, renew);
    for (const auto &adapter : d->adapters.all()) {
        connect(adapter.get(), &RolloutAdapter::termsChanged, this, renew);
        connect(adapter.get(), &RolloutAdapter::nodesTouched, this,
                [this](const QStringList &names) { d->seeNodes(names); });
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
    d->sources.podIndex.update(d->sources.pods->objects(), isHere(d->sources.pods->objects()));
    d->histories.start();
    d->takeNodes(isHere(d->sources.nodes->objects()));
    if (d->sources.nodes->reflector().hasSynced())
        d->histories.nodesAreKnown();
    for (ObjectStoreBase *store : d->all())
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
    for (ObjectStoreBase *store : d->own())
        store->stop();
}

void RolloutStore::retryNow()
{
    for (ObjectStoreBase *store : d->own())
        store->retryNow();
}

bool RolloutStore::Private::hasTracks()
{
    const QList<ObjectStoreBase *> stores = all();
    return dirty.isEmpty() && (isSteady() || rounds >= mostRounds) && histories.isReady() &&
           std::all_of(stores.cbegin(), stores.cend(),
                       [](const ObjectStoreBase *store) { return hasAnswered(*store); });
}

std::optional<QList<PaceInput>> RolloutStore::Private::paceInputs()
{
    if (!hasTracks())
        return std::nullopt;
    return adapters.paceInputs(tracks, histories, sources.clock->now());
}

bool RolloutStore::isComplete() const
{
    return d->hasTracks() && d->paces.isReady();
}

bool RolloutStore::isSettled() const
{
    return isComplete() && !d->termsAreOld && !d->queueIsOld;
}

QStringList RolloutStore::notices() const
{
    return d->histories.notices() + d->sources.notices(d->all());
}

std::optional<Error> RolloutStore::refusal() const
{
    return d->sources.refusal();
}

void RolloutStore::follow(const QString &daemonSet)
{
    d->adapters.daemonSets()->follow(daemonSet);
}

QList<TrackKey> RolloutStore::keys() const
{
    return d->tracks.keys();
}

QList<NodeTrack> RolloutStore::tracks() const
{
    return d->tracks.sorted();
}

const NodeTrack *RolloutStore::find(const TrackKey &key) const
{
    return d->tracks.find(key);
}

QDateTime RolloutStore::now() const
{
    return d->sources.clock->now();
}

NodeHistory RolloutStore::history(const TrackKey &key) const
{
    return d->histories.node(key);
}

QList<GpuSample> RolloutStore::gpus(const QString &node) const
{
    return d->histories.gpus(node);
}

QList<Pace> RolloutStore::paces() const
{
    return d->paces.paces();
}

const DriverFleet *RolloutStore::fleet(const QString &component) const
{
    return d->adapters.fleetOf(component);
}

QList<const Pod *> RolloutStore::pods(const QString &node) const
{
    return d->sources.podIndex.on(node, d->sources.pods->objects());
}

} // namespace chartroom
