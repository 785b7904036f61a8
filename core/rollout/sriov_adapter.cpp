// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/sriov_adapter.h"

#include "core/rollout/node_notes.h"

namespace chartroom {

SriovAdapter::SriovAdapter(RolloutSources *sources, QObject *parent)
    : RolloutAdapter(parent)
    , m_sources(sources)
    , m_states(sources->transport, everyObject("/apis/sriovnetwork.openshift.io/v1/sriovnetworknodestates"),
               sources->clock, nullptr)
    , m_pools(sources->transport, everyObject("/apis/sriovnetwork.openshift.io/v1/sriovnetworkpoolconfigs"),
              sources->clock, nullptr)
{
    connect(&m_states, &ObjectStoreBase::objectsChanged, this, [this](const ObjectDelta &delta) {
        Q_EMIT nodesTouched(m_index.update(m_states.objects(), delta,
                                           [](const SriovNodeState &state) { return state.name; }));
        Q_EMIT termsChanged();
    });
    connect(&m_pools, &ObjectStoreBase::objectsChanged, this, &RolloutAdapter::termsChanged);
}

const SriovNodeState *SriovAdapter::stateOf(const QString &node) const
{
    const QList<const SriovNodeState *> states = m_index.on(node, m_states.objects());
    return states.isEmpty() ? nullptr : states.first();
}

QList<Sighting> SriovAdapter::sightings(const Node &node) const
{
    const SriovNodeState *state = stateOf(node.name);
    if (!state)
        return {};
    return {{{node.name, QStringLiteral("sriov")},
             sriovLabel(*state),
             sriovStep(*state, node.unschedulable),
             node.unschedulable,
             false}};
}

RolloutAdapter::Reach SriovAdapter::refresh()
{
    if (m_states.objects().isEmpty())
        return Reach::Nobody;
    m_fleet.known = m_sources->known();
    m_fleet.budgets = m_sources->budgets.objects().values();
    m_fleet.nodes = int(m_states.objects().size());
    m_fleet.taken.clear();
    for (const SriovNodeState &state : m_states.objects()) {
        if (state.holdsSlot())
            m_fleet.taken << state.name;
    }
    m_fleet.taken.sort();
    const QList<SriovPool> pools = m_pools.objects().values();
    m_fleet.limit.reset();
    if (pools.size() == 1)
        m_fleet.limit = pools.first().maxUnavailable;
    else if (pools.isEmpty() && m_pools.reflector().hasSynced())
        m_fleet.limit = QStringLiteral("1"); // the operator's default pool
    return Reach::Moving;
}

QList<NodeTrack> SriovAdapter::tracks(const NodeEvidence &evidence, const TellPast &past) const
{
    const SriovNodeState *state = stateOf(evidence.node->name);
    if (!state)
        return {};
    NodeEvidence known = evidence;
    past(known, sightings(*evidence.node).first());
    QList<NodeTrack> tracks;
    tracks.append(sriovTrack(known, *state, m_fleet));
    return tracks;
}

std::optional<SlotPolicies> SriovAdapter::slotPoliciesOf(const QString &component) const
{
    if (component != u"sriov")
        return std::nullopt;
    SlotPolicy policy;
    policy.limit = m_fleet.atOnce();
    policy.isUnlimited = m_fleet.limit && !policy.limit;
    return SlotPolicies{{QString(), policy}};
}

} // namespace chartroom
