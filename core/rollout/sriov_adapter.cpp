// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/sriov_adapter.h"

#include "core/rollout/node_notes.h"

#include <utility>

namespace chartroom {

SriovAdapter::SriovAdapter(RolloutInputs *sources, QObject *parent)
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
    connect(&m_pools, &ObjectStoreBase::objectsChanged, this, [this] {
        m_chosen.clear();
        Q_EMIT termsChanged();
    });
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

SriovPoolChoice SriovAdapter::choiceOf(const Node &node) const
{
    return m_arePoolsKnown ? poolOf(node.labels, m_pools.objects().values()) : SriovPoolChoice();
}

RolloutAdapter::Reach SriovAdapter::refresh()
{
    if (m_states.objects().isEmpty() && m_fleets.isEmpty())
        return Reach::Nobody;
    const bool areKnown = m_pools.reflector().hasSynced();
    if (std::exchange(m_arePoolsKnown, areKnown) != areKnown)
        m_chosen.clear();
    const bool isChosenAnew = m_chosen.isEmpty();
    if (isChosenAnew) {
        for (const Node &node : m_sources->nodes->objects())
            m_chosen.insert(node.name, choiceOf(node));
    }
    m_fleets.clear();
    for (const SriovPoolChoice &choice : std::as_const(m_chosen)) {
        SriovFleet &fleet = m_fleets[choice.name];
        fleet.pool = choice;
        ++fleet.nodes;
    }
    for (const SriovNodeState &state : m_states.objects()) {
        const auto choice = m_chosen.constFind(state.name);
        if (choice != m_chosen.cend() && state.holdsSlot())
            m_fleets[choice->name].taken << state.name;
    }
    for (SriovFleet &fleet : m_fleets) {
        fleet.known = m_sources->known();
        fleet.budgets = m_sources->budgets.objects().values();
        fleet.gone = m_sources->goneOperator(QStringLiteral("sriov"));
        fleet.taken.sort();
    }
    return isChosenAnew ? Reach::Everybody : Reach::Moving;
}

/// Whether it is drained beside others than it was.
bool SriovAdapter::noteNode(int, const Node &node, const NodePods &)
{
    if (m_chosen.isEmpty())
        return false; // refresh() goes through all of them
    const SriovPoolChoice now = choiceOf(node);
    const auto chosen = m_chosen.find(node.name);
    if (chosen != m_chosen.end() && *chosen == now)
        return false;
    m_chosen.insert(node.name, now);
    return true;
}

bool SriovAdapter::forgetNode(int, const QString &name)
{
    return m_chosen.remove(name) > 0;
}

void SriovAdapter::addTracks(const NodeEvidence &evidence, const TellPast &past,
                             QList<SharedTrack> &tracks) const
{
    const SriovNodeState *state = stateOf(evidence.node->name);
    if (!state)
        return;
    NodeEvidence known = evidence;
    past(known, sightings(*evidence.node).first());
    tracks.append(std::make_shared<const NodeTrack>(
        sriovTrack(known, *state, m_fleets.value(m_chosen.value(state->name).name))));
}

QHash<QString, SlotPolicies> SriovAdapter::slotPolicies() const
{
    SlotPolicies policies;
    for (auto fleet = m_fleets.cbegin(); fleet != m_fleets.cend(); ++fleet)
        policies.insert(fleet.key(), {fleet->atOnce(),
                                      fleet->isUnlimited(),
                                      fleet->gone.isEmpty() ? fleet->standstill() : fleet->gone,
                                      false,
                                      {}});
    return {{QStringLiteral("sriov"), policies}};
}

} // namespace chartroom
