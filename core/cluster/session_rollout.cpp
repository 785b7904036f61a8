// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/session_rollout.h"

#include "core/rollout/rollout_store.h"

#include <QMap>

#include <algorithm>

namespace chartroom {

namespace {

bool isTenant(const Pod &pod, const QSet<QString> &nodes)
{
    return pod.gpus > 0 && nodes.contains(pod.node) && pod.ownerKind != u"DaemonSet" &&
           pod.phase != u"Succeeded" && pod.phase != u"Failed";
}

} // namespace

SessionRollout::SessionRollout(ClusterSession *session, QObject *parent)
    : RolloutSource(parent)
    , m_session(session)
{
    connect(session, &ClusterSession::stateChanged, this, &RolloutSource::stateChanged);
}

void SessionRollout::start()
{
    if (m_store)
        return;
    const NodeStore *nodes = m_session->nodes();
    connect(nodes, &NodeStore::objectsChanged, this, &SessionRollout::index);
    index({nodes->objects().keys(), {}, {}});
    m_store = m_session->rollout();
    connect(m_store, &RolloutStore::tracksChanged, this, &RolloutSource::tracksChanged);
    connect(m_store, &RolloutStore::pacesChanged, this, &RolloutSource::pacesChanged);
    connect(m_store, &RolloutStore::completed, this, &RolloutSource::stateChanged);
    if (const QList<TrackKey> known = keys(); !known.isEmpty())
        Q_EMIT tracksChanged(known);
}

void SessionRollout::index(const ObjectDelta &delta)
{
    for (const QString &uid : delta.added)
        if (const Node *node = m_session->nodes()->find(uid))
            m_nodes.add(*node);
    for (const QString &uid : delta.removed)
        m_nodes.remove(uid);
}

bool SessionRollout::isComplete() const
{
    return m_store && m_store->isComplete();
}

QStringList SessionRollout::notices() const
{
    return m_store ? m_store->notices() : QStringList();
}

QList<TrackKey> SessionRollout::keys() const
{
    QList<TrackKey> keys;
    const QList<NodeTrack> tracks = m_store ? m_store->tracks() : QList<NodeTrack>();
    for (const NodeTrack &track : tracks)
        keys.append({track.node, track.component});
    return keys;
}

const NodeTrack *SessionRollout::find(const TrackKey &key) const
{
    return m_store ? m_store->find(key) : nullptr;
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

QList<GpuSample> SessionRollout::gpus(const QString &node) const
{
    return m_store ? m_store->gpus(node) : QList<GpuSample>();
}

RolloutNode SessionRollout::node(const QString &name) const
{
    RolloutNode facts;
    const Node *node = m_nodes.find(name, m_session->nodes()->objects());
    if (!node)
        return facts;
    facts.pool = node->labels.value(QStringLiteral("crusoe.ai/nodepool.name"));
    facts.zone = node->labels.value(QStringLiteral("topology.kubernetes.io/zone"));
    facts.gpusTotal = node->gpuCapacity;
    facts.gpus = node->gpusForPods();
    return facts;
}

QList<NodeTenant> SessionRollout::tenants(const QSet<QString> &nodes) const
{
    QMap<std::pair<QString, QString>, NodeTenant> found;
    for (const Pod &pod : m_session->pods()->objects()) {
        if (!isTenant(pod, nodes))
            continue;
        const QString workload = pod.ownerKind.isEmpty() ? pod.name : pod.ownerKind + u' ' + pod.ownerName;
        NodeTenant &tenant = found[{pod.namespaceName, workload}];
        tenant.namespaceName = pod.namespaceName;
        tenant.workload = workload;
        ++tenant.pods;
        tenant.gpus += pod.gpus;
    }
    QList<NodeTenant> tenants = found.values();
    std::stable_sort(tenants.begin(), tenants.end(),
                     [](const NodeTenant &a, const NodeTenant &b) { return a.gpus > b.gpus; });
    return tenants;
}

} // namespace chartroom
