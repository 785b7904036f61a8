// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/cluster_session.h"

#include "core/base/moments.h"
#include "core/base/visible_text.h"
#include "core/kube/discovering_transport.h"
#include "core/responsibility/classifier.h"
#include "core/responsibility/rules.h"
#include "core/rollout/rollout_store.h"
#include "core/secrets/masked_values.h"
#include "core/session/cluster_facts.h"

#include <QTimer>

#include <unordered_map>
#include <utility>

namespace chartroom {

namespace {

using namespace std::chrono_literals;

/// Data older than this is never shown as live (invariant I1).
constexpr std::chrono::milliseconds oldAge = 45s;

/// Thousands of nodes that change are counted so often at most.
constexpr auto countInterval = 100ms;

/// What trying again does not mend: a certificate that expired, a plugin that fails, a file that is gone. The
/// connection is tried on and comes back by itself once a person has acted.
bool needsPerson(const Error &error)
{
    if (error.message.isEmpty())
        return false;
    switch (error.code) {
    case Error::Code::Invalid:
    case Error::Code::Unsupported:
    case Error::Code::Process:
    case Error::Code::File:
        return true;
    default:
        return false;
    }
}

/// A recording is read as it is.
ClusterSession::Parts discovering(ClusterSession::Parts parts)
{
    if (!parts.ownClock)
        parts.transport = std::make_unique<DiscoveringTransport>(std::move(parts.transport));
    return parts;
}

std::optional<std::chrono::milliseconds> ageAt(const QDateTime &now, const QDateTime &contact)
{
    if (!contact.isValid())
        return std::nullopt;
    return ageOf(contact, now);
}

} // namespace

struct ClusterSession::Private
{
    Private(Parts given, ClusterSession *session)
        : parts(discovering(std::move(given)))
        , facts(parts.transport.get())
        , releases(parts.transport.get(), parts.clock, parts.contextNamespace)
        , nodes(parts.transport.get(), {QStringLiteral("/api/v1/nodes"), {}, {}, false, 500}, parts.clock,
                nullptr)
        , pods(parts.transport.get(), {QStringLiteral("/api/v1/pods"), {}, {}, false, 500}, parts.clock,
               nullptr)
        , rollout(parts.transport.get(), &nodes, &pods, parts.clock, parts.past.get())
        , live(parts.transport.get())
        , q(session)
    {}

    PodStore &podsOf(const QString &namespaceName);
    void tellOf(PodStore &store);
    void refreshState();
    void countNodes();
    void pinReferences();
    void classifyAll(ReleaseDelta delta);
    [[nodiscard]] State computeState() const;

    Parts parts;
    ClusterFacts facts;
    ReleaseStore releases;
    NodeStore nodes;
    PodStore pods;
    std::unordered_map<QString, PodStore> podsByNamespace; ///< where listing all pods is forbidden
    RolloutStore rollout;
    LiveObjects live;
    QHash<ReleaseKey, Ownership> owners;
    bool started = false;
    State state = State::Off;
    NodeCounts nodeCounts;
    QTimer ageTimer;
    QTimer countTimer;
    ClusterSession *q;
};

ClusterSession::ClusterSession(Parts parts, QObject *parent)
    : QObject(parent)
    , d(std::make_unique<Private>(std::move(parts), this))
{
    connect(&d->releases, &ReleaseStore::stateChanged, this, [this] { d->refreshState(); });
    connect(&d->releases, &ReleaseStore::releasesChanged, this,
            [this](const ReleaseDelta &delta) { d->classifyAll(delta); });
    connect(&d->facts, &ClusterFacts::changed, this, [this] {
        d->classifyAll({});
        Q_EMIT stateChanged();
    });
    d->countTimer.setSingleShot(true);
    d->countTimer.setInterval(countInterval);
    connect(&d->countTimer, &QTimer::timeout, this, [this] { d->countNodes(); });
    connect(&d->nodes, &NodeStore::objectsChanged, this, [this] {
        if (!d->countTimer.isActive())
            d->countTimer.start();
    });
    connect(&d->nodes, &NodeStore::synced, this, [this] {
        d->countNodes();
        Q_EMIT stateChanged();
    });
    d->tellOf(d->pods);
    d->ageTimer.setInterval(5s);
    connect(&d->ageTimer, &QTimer::timeout, this, [this] { d->refreshState(); });
}

ClusterSession::~ClusterSession() = default;

void ClusterSession::start()
{
    if (d->started)
        return;
    d->started = true;
    d->ageTimer.start();
    d->facts.fetch();
    d->pinReferences();
    d->releases.start();
    d->nodes.start();
    d->refreshState();
}

void ClusterSession::stop()
{
    d->started = false;
    d->ageTimer.stop();
    d->releases.stop();
    d->nodes.stop();
    d->rollout.stop();
    d->pods.stop();
    d->podsByNamespace.clear();
    d->refreshState();
}

void ClusterSession::retryNow()
{
    d->facts.fetch();
    d->releases.retryNow();
    d->nodes.retryNow();
    if (d->pods.isStarted())
        d->pods.retryNow();
    for (auto &[name, store] : d->podsByNamespace)
        store.retryNow();
    if (d->rollout.isStarted())
        d->rollout.retryNow();
}

void ClusterSession::applyRules()
{
    d->pinReferences();
    d->classifyAll({});
}

QString ClusterSession::name() const
{
    return d->parts.name;
}

ClusterIdentity ClusterSession::identity() const
{
    return {d->parts.name, d->facts.clusterUid()};
}

ClusterSession::State ClusterSession::state() const
{
    return d->state;
}

Error ClusterSession::problem() const
{
    return d->releases.lastError();
}

QString ClusterSession::serverVersion() const
{
    return d->facts.serverVersion();
}

QString ClusterSession::server() const
{
    return d->parts.server;
}

QString ClusterSession::contextNamespace() const
{
    return d->parts.contextNamespace.isEmpty() ? QStringLiteral("default") : d->parts.contextNamespace;
}

QDateTime ClusterSession::now() const
{
    return d->parts.clock->now();
}

std::optional<std::chrono::milliseconds> ClusterSession::dataAge() const
{
    return ageAt(now(), d->releases.lastContact());
}

std::optional<std::chrono::milliseconds> ClusterSession::nodesAge() const
{
    return ageAt(now(), d->nodes.reflector().lastContact());
}

QStringList ClusterSession::notices() const
{
    QStringList notices = d->parts.notices + d->releases.notices();
    if (d->nodes.reflector().state() == Reflector::State::Denied)
        notices << tr("Nodes are hidden: listing them is forbidden.");
    if (d->pods.reflector().state() == Reflector::State::Denied)
        notices << tr("Pods are hidden: listing those of the whole cluster is forbidden.");
    if (const auto &old = d->facts.helm2Releases(); old && !old->isEmpty())
        notices
            << tr("Helm 2 left the records of %1 in kube-system. Helm 3 and 4 cannot read them, so they are "
                  "not shown below.")
                   .arg(visibleText(old->join(QStringLiteral(", ")), false, 200));
    if (d->nodeCounts.notReady > 0) // one line, be it one node or all of them (fault 22)
        notices << tr("%1 of %2 nodes are not ready.").arg(d->nodeCounts.notReady).arg(d->nodeCounts.all);
    return notices;
}

std::optional<ExecRequest> ClusterSession::pendingConsent() const
{
    return d->parts.signIn ? d->parts.signIn->pendingConsent() : std::nullopt;
}

bool ClusterSession::isSettled() const
{
    return !d->facts.isUnderWay();
}

Transport *ClusterSession::transport() const
{
    return d->parts.transport.get();
}

ReleaseStore *ClusterSession::releases() const
{
    return &d->releases;
}

const NodeCounts &ClusterSession::nodeCounts() const
{
    return d->nodeCounts;
}

NodeStore *ClusterSession::nodes() const
{
    return &d->nodes;
}

PodStore *ClusterSession::pods() const
{
    if (d->started)
        d->pods.start();
    return &d->pods;
}

const PodStore *ClusterSession::podsIn(const QString &namespaceName) const
{
    const PodStore *all = pods();
    const bool isForbidden =
        all->reflector().state() == Reflector::State::Denied && !all->reflector().hasSynced();
    return d->started && isForbidden ? &d->podsOf(namespaceName) : all;
}

RolloutStore *ClusterSession::rollout() const
{
    if (d->started)
        d->rollout.start();
    return &d->rollout;
}

Ownership ClusterSession::ownership(const ReleaseKey &key) const
{
    return d->owners.value(key);
}

LiveObjects *ClusterSession::liveObjects() const
{
    return d->parts.ownClock ? nullptr : &d->live;
}

HelmClient *ClusterSession::helm() const
{
    return d->parts.helm.get();
}

KubectlClient *ClusterSession::kubectl() const
{
    return d->parts.kubectl.get();
}

PodStore &ClusterSession::Private::podsOf(const QString &namespaceName)
{
    const auto known = podsByNamespace.find(namespaceName);
    if (known != podsByNamespace.end())
        return known->second;
    const ResourceQuery query{
        QStringLiteral("/api/v1/namespaces/%1/pods").arg(namespaceName), {}, {}, false, 500};
    PodStore &store =
        podsByNamespace.try_emplace(namespaceName, parts.transport.get(), query, parts.clock, nullptr)
            .first->second;
    tellOf(store);
    store.start();
    return store;
}

void ClusterSession::Private::tellOf(PodStore &store)
{
    for (const auto signal : {&PodStore::synced, &PodStore::stateChanged})
        connect(&store, signal, q, &ClusterSession::podsChanged);
    connect(&store, &PodStore::objectsChanged, q, &ClusterSession::podsChanged);
}

ClusterSession::State ClusterSession::Private::computeState() const
{
    if (!started)
        return State::Off;
    const bool everSeen = releases.lastContact().isValid();
    switch (releases.state()) {
    case ReleaseStore::State::Denied:
    case ReleaseStore::State::Failed:
        return State::Failed;
    case ReleaseStore::State::Reconnecting:
        return everSeen && !needsPerson(releases.lastError()) ? State::Reconnecting : State::Failed;
    case ReleaseStore::State::Idle:
    case ReleaseStore::State::Connecting:
        return State::Connecting;
    case ReleaseStore::State::Partial:
    case ReleaseStore::State::Complete:
        break;
    }
    const auto age = q->dataAge();
    return age && *age > oldAge ? State::Reconnecting : State::Live;
}

void ClusterSession::Private::refreshState()
{
    const State before = std::exchange(state, computeState());
    if (state == State::Live && before != State::Live)
        facts.fetch();
    Q_EMIT q->stateChanged();
}

void ClusterSession::Private::countNodes()
{
    NodeCounts counts;
    counts.gpus = gpuCount(nodes.objects());
    for (const Node &node : nodes.objects()) {
        ++counts.all;
        counts.withGpus += node.hasGpu() ? 1 : 0;
        counts.notReady += node.ready ? 0 : 1;
    }
    if (std::exchange(nodeCounts, counts) != counts)
        Q_EMIT q->stateChanged();
}

void ClusterSession::Private::pinReferences()
{
    if (!parts.rules)
        return;
    QList<PinnedReference> pinned = parts.rules->references(parts.name);
    if (parts.ownClock) // what a recording holds is masked
        for (PinnedReference &one : pinned)
            one.values = maskedValues(one.values);
    releases.setReferences(pinned);
}

void ClusterSession::Private::classifyAll(ReleaseDelta delta)
{
    // One release can change what another is (a second GPU operator), so all are classified: a pure function
    // over a few hundred small values.
    ClusterEvidence evidence{parts.name, facts.created(), {}, facts.crds(), facts.csiDrivers()};
    QList<const Release *> all;
    for (const ReleaseKey &key : releases.keys()) {
        all.append(releases.find(key));
        evidence.releases.append(ReleaseOverview::of(*all.last()));
    }

    const QSet<ReleaseKey> named(delta.changed.cbegin(), delta.changed.cend());
    const QSet<ReleaseKey> isNew(delta.added.cbegin(), delta.added.cend());
    for (const ReleaseKey &key : std::as_const(delta.removed))
        owners.remove(key);
    for (const Release *release : std::as_const(all)) {
        Ownership ownership = classify(*release, evidence, *parts.rules);
        Ownership &known = owners[release->key];
        if (known == ownership)
            continue;
        known = std::move(ownership);
        if (!named.contains(release->key) && !isNew.contains(release->key))
            delta.changed.append(release->key);
    }
    if (!delta.isEmpty())
        Q_EMIT q->releasesChanged(delta);
}

} // namespace chartroom
