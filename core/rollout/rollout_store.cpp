// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/rollout_store.h"

#include "core/base/visible_text.h"
#include "core/rollout/daemon_set_adapter.h"
#include "core/rollout/driver_components.h"
#include "core/rollout/driver_fleet.h"
#include "core/rollout/rollout_store_private.h"
#include "core/rollout/rollout_tr.h"

#include <algorithm>

namespace chartroom {

namespace {

using namespace std::chrono_literals;

/// Verdicts grow with time alone; this often the nodes under way are looked at again.
constexpr auto agingInterval = 5s;

} // namespace

RolloutStore::RolloutStore(Transport *transport, NodeStore *nodes, PodStore *pods, const Clock *clock,
                           HistorySource *past, QObject *parent)
    : QObject(parent)
    , d(std::make_unique<Private>(transport, nodes, pods, clock, past, this))
{
    QObject *listener = &d->listener;
    d->timer.setSingleShot(true);
    d->timer.setTimerType(Qt::PreciseTimer);
    connect(&d->timer, &QTimer::timeout, listener, [this] { d->work(); });
    d->aging.setInterval(agingInterval);
    connect(&d->aging, &QTimer::timeout, listener, [this] {
        if (d->sources.nodes->reflector().state() == Reflector::State::Live)
            d->histories.keepLooking();
        d->touch(isUnderWay);
        d->queueIsOld = true;
        d->termsAreOld = true; // the news of a rollout that ended grow old
        d->schedule();
        d->tellNotices();
    });
    connect(nodes, &NodeStore::objectsChanged, this, [this, nodes] { d->takeNodes(nodes->changes()); });
    connect(pods, &PodStore::objectsChanged, listener, [this] { d->takePods(); });
    if (past) {
        connect(past, &HistorySource::left, listener, [this] {
            if (!d->sinceSeek.isValid())
                d->sinceSeek.start();
            Q_EMIT seeking();
        });
        connect(past, &HistorySource::arrived, listener, [this] { d->arrive(); });
        connect(past, &HistorySource::moved, this, &RolloutStore::moved);
    }
    connect(nodes, &NodeStore::synced, listener, [this] {
        if (d->presentNodes.isEmpty())
            d->histories.nodesAreKnown();
    });
    connect(&d->histories, &HistoryStore::changed, listener, [this](const QList<TrackKey> &keys) {
        for (const TrackKey &key : keys)
            d->dirty.add(d->sources.table.number(key.node));
        d->schedule();
    });
    connect(&d->histories, &HistoryStore::ready, listener, [this] { d->arrive(); });
    connect(&d->paces, &PaceStore::changed, listener, [this] {
        d->touch(isUnderWay); // what is usual makes others slow
        d->schedule();
        Q_EMIT pacesChanged();
    });
    connect(&d->paces, &PaceStore::ready, listener, [this] { d->schedule(); });
    const auto renew = [this] {
        d->termsAreOld = true;
        d->schedule();
    };
    for (ObjectStoreBase *store : d->all()) {
        for (auto news : {&ObjectStoreBase::stateChanged, &ObjectStoreBase::synced})
            connect(store, news, listener, [this, renew] {
                d->rounds = 0;
                renew();
                d->tellNotices();
            });
    }
    for (ObjectStoreBase *store : d->sources.own())
        connect(store, &ObjectStoreBase::objectsChanged, listener, renew);
    const auto see = [this](const QStringList &names) { d->seeNodes(names); };
    connect(&d->sources.offers, &DeviceOffers::changed, listener, see);
    for (const auto &adapter : d->adapters.all()) {
        connect(adapter.get(), &RolloutAdapter::termsChanged, listener, renew);
        connect(adapter.get(), &RolloutAdapter::nodesTouched, this, see);
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
    d->histories.start();
    d->presentNodes = d->sources.nodes->objects().keys();
    d->presentPods = d->sources.pods->objects().keys();
    if (d->presentNodes.isEmpty() && d->sources.nodes->reflector().hasSynced())
        d->histories.nodesAreKnown();
    d->schedule();
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

bool RolloutStore::isComplete() const
{
    return d->hasTracks() && d->paces.isReady();
}

void RolloutStore::whenComplete(const QObject *context, const std::function<void()> &then)
{
    if (isComplete())
        then();
    else
        connect(
            this, &RolloutStore::rested, context, [this, context, then] { whenComplete(context, then); },
            Qt::SingleShotConnection);
}

bool RolloutStore::isSettled() const
{
    return isComplete() && !d->termsAreOld && !d->queueIsOld && !hasNews();
}

bool RolloutStore::hasNews() const
{
    const QList<ObjectStoreBase *> stores = d->all();
    return std::any_of(stores.cbegin(), stores.cend(),
                       [](const ObjectStoreBase *store) { return store->reflector().hasNews(); });
}

bool RolloutStore::isComputing() const
{
    return !d->isIdle();
}

QStringList RolloutStore::notices() const
{
    return operatorNotices() + d->histories.notices() + d->sources.notices(d->all());
}

QStringList RolloutStore::unread() const
{
    return d->sources.unread(d->all());
}

QStringList RolloutStore::operatorNotices() const
{
    QStringList notices;
    for (const OperatorDeployment &gone : goneOperators())
        notices << goneText(gone);
    QStringList components = componentsWithoutKind();
    for (const DriverKind kind : allDrivers)
        components << componentText(kind);
    for (const QString &component : components)
        if (const QString pending = pendingOperator(component); !pending.isEmpty())
            notices << pending;
    return notices;
}

QMap<QString, OperatorDeployment> RolloutStore::goneOperators() const
{
    QMap<QString, OperatorDeployment> gone;
    for (const DriverKind kind : allDrivers) {
        const DriverFleet *driven = fleet(componentText(kind));
        if (driven && driven->isControllerGone)
            gone.insert(componentText(kind), *driven->controller);
        if (driven && driven->waitsForMaintainer())
            gone.insert(QStringLiteral("maintenance"), *driven->maintainer);
    }
    for (const QString &component : componentsWithoutKind())
        if (const auto found = d->sources.goneDeployment(component); found && d->hasTracksOf(component))
            gone.insert(component, *found);
    return gone;
}

QString RolloutStore::goneOperator(const QString &component) const
{
    const QMap<QString, OperatorDeployment> gone = goneOperators();
    const auto found = gone.constFind(component);
    return found == gone.cend() ? QString() : goneText(*found);
}

QString RolloutStore::pendingOperator(const QString &component) const
{
    const QDateTime now = d->sources.evidence().serverNow;
    const DriverFleet *driven = fleet(component);
    const auto leader =
        driven ? driven->controller : operatorOf(component, {}, d->sources.deployments.objects(), now);
    const bool isPending = leader && leader->isPending() && !leader->isGone(now);
    return isPending && d->hasTracksOf(component) ? pendingText(*leader) : QString();
}

QStringList RolloutStore::workloadsWithoutPods(const QSet<QString> &namespaces) const
{
    const auto told = [](const char *kind, const QString &name, int made, int wanted) {
        return RolloutTr::tr("%1 %2: %3 of %4 pods exist.")
            .arg(QLatin1String(kind), visibleText(name))
            .arg(made)
            .arg(wanted);
    };
    QSet<QString> gone;
    for (const OperatorDeployment &one : goneOperators())
        gone.insert(one.fullName());
    QStringList workloads;
    for (const DaemonSet &set : d->sources.daemonSets.objects())
        if (namespaces.contains(set.namespaceName) && set.scheduled < set.desired)
            workloads << told("DaemonSet", set.fullName(), set.scheduled, set.desired);
    for (const OperatorDeployment &one : d->sources.deployments.objects())
        if (namespaces.contains(one.namespaceName) && one.made < one.wanted && !gone.contains(one.fullName()))
            workloads << told("Deployment", one.fullName(), one.made, one.wanted);
    workloads.sort();
    return workloads;
}

QStringList RolloutStore::unreadComponents() const
{
    const auto isUnread = [](const ObjectStoreBase &store) {
        return store.reflector().state() == Reflector::State::Denied && !store.reflector().hasSynced();
    };
    QStringList components;
    if (isUnread(*d->sources.pods))
        for (const DriverKind kind : allDrivers)
            components << componentText(kind);
    for (const ObjectStoreBase *store : d->adapters.stores()) {
        const QString &path = store->reflector().query().path;
        if (isUnread(*store) && path.endsWith(u"/sriovnetworknodestates"))
            components << QStringLiteral("sriov");
        else if (isUnread(*store) && path.endsWith(u"/deviceconfigs"))
            components << QStringLiteral("amd");
    }
    return components;
}

std::optional<Error> RolloutStore::refusal() const
{
    return d->sources.refusal();
}

std::optional<QMap<QString, QString>> RolloutStore::daemonSets() const
{
    if (!d->sources.known().daemonSets)
        return std::nullopt;
    QMap<QString, QString> sets;
    for (const DaemonSet &set : d->sources.daemonSets.objects()) {
        sets.insert(set.fullName(), set.fullName());
        for (const DriverKind kind : allDrivers)
            if (isDriverSet(set, kind))
                sets.insert(set.fullName(), componentText(kind));
    }
    return sets;
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
    return sortedTracks(d->tracks.all());
}

SharedTracks RolloutStore::sharedTracks() const
{
    return d->tracks.all();
}

const NodeTrack *RolloutStore::find(const TrackKey &key) const
{
    return d->tracks.find(d->sources.table.find(key.node), key.component);
}

NodeTracks RolloutStore::tracksOf(const QString &node) const
{
    return d->tracks.of(d->sources.table.find(node));
}

QDateTime RolloutStore::now() const
{
    return d->sources.clock->now();
}

QList<RemovedNode> RolloutStore::removedNodes() const
{
    QList<RemovedNode> removed =
        d->histories.all().removed([this](const QString &name) { return node(name) != nullptr; });
    removed.removeIf([](const RemovedNode &one) { return isPlainDaemonSet(one.key.component); });
    return removed;
}

NodeHistory RolloutStore::history(const TrackKey &key) const
{
    return d->histories.node(key);
}

QList<QList<GpuSample>> RolloutStore::gpuCourses() const
{
    return d->histories.all().gpuCourses();
}

RolloutMoment RolloutStore::moment() const
{
    const std::optional<PaceEvidence> evidence = d->paceEvidence();
    return {tracks(), evidence ? pacesOf(*evidence) : QList<Pace>()};
}

QList<Pace> RolloutStore::paces() const
{
    return d->paces.paces();
}

const DriverFleet *RolloutStore::fleet(const QString &component) const
{
    return d->adapters.fleetOf(component);
}

QList<const AmdFleet *> RolloutStore::amdFleets() const
{
    return d->adapters.amdFleets();
}

const ClaimableGpusByNode &RolloutStore::claimableGpus() const
{
    return d->sources.offers.byNode();
}

const Node *RolloutStore::node(const QString &name) const
{
    return d->sources.table.node(d->sources.table.find(name));
}

QList<const Pod *> RolloutStore::pods(const QString &node) const
{
    return d->sources.table.pods(d->sources.table.find(node)).all();
}

} // namespace chartroom
