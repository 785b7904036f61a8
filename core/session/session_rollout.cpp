// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/session_rollout.h"

#include "core/base/moments.h"
#include "core/rollout/amd_track.h"
#include "core/rollout/driver_fleet.h"
#include "core/rollout/eviction_holds.h"
#include "core/rollout/rollout_store.h"
#include "core/session/tenant_sum.h"

#include <algorithm>
#include <utility>

namespace chartroom {

namespace {

/// Thousands of nodes that change are counted so often at most.
constexpr std::chrono::milliseconds countPause(100);

QString workloadOf(const Pod &pod)
{
    return pod.ownerKind.isEmpty() ? pod.name : pod.ownerKind + u' ' + pod.ownerName;
}

} // namespace

SessionRollout::SessionRollout(ClusterSession *session, QObject *parent)
    : RolloutSource(parent)
    , m_session(session)
{
    connect(session, &ClusterSession::stateChanged, this, &RolloutSource::stateChanged);
    m_countSoon.setSingleShot(true);
    m_countSoon.setInterval(countPause);
    connect(&m_countSoon, &QTimer::timeout, this, &SessionRollout::count);
    connect(session->nodes(), &ObjectStoreBase::objectsChanged, this, [this] {
        if (!m_hasEvidence) // else the tracks tell
            countSoon();
    });
    for (const auto signal : {&ObjectStoreBase::synced, &ObjectStoreBase::stateChanged})
        connect(session->nodes(), signal, this, &SessionRollout::count);
    count();
}

void SessionRollout::countSoon()
{
    if (!m_countSoon.isActive())
        m_countSoon.start();
}

void SessionRollout::count()
{
    NodeClocks fresh = counted();
    if (fresh == m_clocks)
        return;
    m_clocks = std::move(fresh);
    Q_EMIT clocksChanged();
}

NodeClocks SessionRollout::counted() const
{
    const Reflector &nodes = m_session->nodes()->reflector();
    if (!nodes.hasSynced()) {
        NodeClocks none;
        if (nodes.state() == Reflector::State::Denied || nodes.state() == Reflector::State::Missing)
            none.refusal = nodes.lastError();
        return none;
    }
    if (!m_hasEvidence)
        return clocksByLabels(m_session->nodes()->objects());
    NodeClocks clocks = clocksByEvidence(m_store->sharedTracks());
    for (NodeClock &clock : clocks.components) {
        clock.gone = m_store->goneOperator(clock.component);
        clock.pendingOperator = m_store->pendingOperator(clock.component);
    }
    clocks.unread = m_store->unreadComponents();
    for (const NodeClock &clock : clocks.components) // what its labels tell is counted
        clocks.unread.removeAll(clock.component);
    return clocks;
}

void SessionRollout::start()
{
    if (m_store)
        return;
    m_store = m_session->rollout();
    connect(m_store, &RolloutStore::tracksChanged, this, &SessionRollout::countSoon);
    connect(m_store, &RolloutStore::tracksChanged, this, &RolloutSource::tracksChanged);
    connect(m_store, &RolloutStore::rested, this, &RolloutSource::rested);
    connect(m_store, &RolloutStore::pacesChanged, this, &RolloutSource::pacesChanged);
    connect(m_store, &RolloutStore::completed, this, &RolloutSource::stateChanged);
    connect(m_store, &RolloutStore::noticesChanged, this, &RolloutSource::stateChanged);
    connect(m_store, &RolloutStore::noticesChanged, this, &SessionRollout::countSoon);
    if (const QList<TrackKey> known = keys(); !known.isEmpty())
        Q_EMIT tracksChanged(known);
    m_store->whenComplete(this, [this] {
        m_hasEvidence = true;
        count();
    });
}

bool SessionRollout::isComplete() const
{
    return m_store && m_store->isComplete();
}

bool SessionRollout::isComputing() const
{
    return m_store && m_store->isComputing();
}

QStringList SessionRollout::notices() const
{
    return m_store ? m_store->notices() : QStringList();
}

std::optional<Error> SessionRollout::refusal() const
{
    return m_store ? m_store->refusal() : std::nullopt;
}

QList<TrackKey> SessionRollout::keys() const
{
    return m_store ? m_store->keys() : QList<TrackKey>();
}

const NodeTrack *SessionRollout::find(const TrackKey &key) const
{
    return m_store ? m_store->find(key) : nullptr;
}

NodeTracks SessionRollout::tracksOf(const QString &node) const
{
    return m_store ? m_store->tracksOf(node) : NodeTracks();
}

QDateTime SessionRollout::now() const
{
    return m_store ? m_store->now() : QDateTime();
}

NodeHistory SessionRollout::history(const TrackKey &key) const
{
    return m_store ? m_store->history(key) : NodeHistory();
}

std::optional<Pace> SessionRollout::pace(const QString &component) const
{
    const QList<Pace> paces = m_store ? m_store->paces() : QList<Pace>();
    const auto found = std::find_if(paces.cbegin(), paces.cend(),
                                    [&](const Pace &pace) { return pace.component == component; });
    return found == paces.cend() ? std::nullopt : std::optional(*found);
}

QList<QList<GpuSample>> SessionRollout::gpuCourses() const
{
    return m_store ? m_store->gpuCourses() : QList<QList<GpuSample>>();
}

RolloutNode SessionRollout::node(const QString &name) const
{
    RolloutNode facts;
    const Node *node = m_store ? m_store->node(name) : nullptr;
    if (!node)
        return facts;
    facts.pool = node->labels.value(QStringLiteral("crusoe.ai/nodepool.name"));
    facts.zone = node->labels.value(QStringLiteral("topology.kubernetes.io/zone"));
    facts.gpusTotal = node->gpuCapacity.gpus;
    facts.gpus = node->gpusForPods().gpus;
    facts.gpuParts = gpuPartsText({node->gpusForPods(), node->gpuCapacity});
    facts.isCordoned = node->unschedulable;
    facts.isReady = node->ready;
    facts.notReadyText = node->notReadyText;
    for (const DriverKind kind : allDrivers)
        if (node->labels.value(driverKeys(kind).skip) == u"true")
            facts.skippedBy << componentText(kind);
    return facts;
}

GpuCount SessionRollout::gpuCount() const
{
    return chartroom::gpuCount(m_session->nodes()->objects());
}

std::optional<DriverPolicy> SessionRollout::policy(const QString &component) const
{
    if (const AmdFleet *amd = amdFleet(component))
        return amd->config.terms();
    const DriverFleet *fleet = m_store ? m_store->fleet(component) : nullptr;
    return fleet ? fleet->policy() : std::nullopt;
}

const AmdFleet *SessionRollout::amdFleet(const QString &component) const
{
    const QList<const AmdFleet *> fleets =
        m_store && component == u"amd" ? m_store->amdFleets() : QList<const AmdFleet *>();
    return fleets.size() == 1 ? fleets.first() : nullptr;
}

QList<DriverPolicy> SessionRollout::policies(const QString &component) const
{
    const DriverFleet *fleet = m_store ? m_store->fleet(component) : nullptr;
    return fleet ? fleet->leading() : QList<DriverPolicy>();
}

std::optional<QStringList> SessionRollout::holds(const TrackKey &key, const DriverPolicy &policy) const
{
    if (const AmdFleet *amd = amdFleet(key.component); amd && amd->known.pods && amd->known.budgets)
        return evictionHolds(policy, m_store->pods(key.node), amd->budgets, {},
                             laterBy(m_store->now(), m_session->transport()->clockSkew()));
    const DriverFleet *fleet = m_store ? m_store->fleet(key.component) : nullptr;
    if (!fleet || !fleet->known.pods || !fleet->known.budgets ||
        (fleet->kind == DriverKind::Gpu && !fleet->known.claims))
        return std::nullopt;
    return evictionHolds(policy, m_store->pods(key.node), fleet->budgets, fleet->claimed,
                         laterBy(m_store->now(), m_session->transport()->clockSkew()));
}

/// Before start() by a look at all pods.
QList<const Pod *> SessionRollout::podsOn(const QSet<QString> &nodes) const
{
    QList<const Pod *> pods;
    if (m_store) {
        for (const QString &node : nodes)
            pods += m_store->pods(node);
        return pods;
    }
    for (const Pod &pod : m_session->pods()->objects())
        if (nodes.contains(pod.node))
            pods << &pod;
    return pods;
}

/// Before start() by a look at all nodes.
QHash<QString, LabelMap> SessionRollout::labelsOf(const QSet<QString> &nodes) const
{
    QHash<QString, LabelMap> labels;
    if (m_store) {
        for (const QString &name : nodes)
            if (const Node *node = m_store->node(name))
                labels.insert(name, node->labels);
        return labels;
    }
    for (const Node &node : m_session->nodes()->objects())
        if (nodes.contains(node.name))
            labels.insert(node.name, node.labels);
    return labels;
}

QList<NodeTenant> SessionRollout::tenants(const QSet<QString> &nodes) const
{
    TenantSum sum;
    const DriverFleet *fleet = m_store ? m_store->fleet(componentText(DriverKind::Gpu)) : nullptr;
    const ClaimedGpus claimed = fleet ? fleet->claimed : ClaimedGpus();
    const QHash<QString, LabelMap> labels = labelsOf(nodes);
    const QList<const Pod *> pods = podsOn(nodes);
    for (const Pod *pod : pods)
        if (const auto gpus = gpusLost(*pod, claimed, labels.value(pod->node)))
            sum.add({pod->namespaceName, workloadOf(*pod), 1, *gpus});
    return sum.sorted();
}

bool SessionRollout::knowsTenants() const
{
    const DriverFleet *fleet = m_store ? m_store->fleet(componentText(DriverKind::Gpu)) : nullptr;
    return m_session->pods()->reflector().hasSynced() && (!fleet || fleet->known.claims);
}

} // namespace chartroom
