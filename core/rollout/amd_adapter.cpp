// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/amd_adapter.h"

#include <algorithm>
#include <utility>

namespace chartroom {

namespace {

const QString component = QStringLiteral("amd");

} // namespace

AmdAdapter::AmdAdapter(RolloutInputs *sources, QObject *parent)
    : RolloutAdapter(parent)
    , m_sources(sources)
    , m_configs(sources->transport, everyObject("/apis/amd.com/v1alpha1/deviceconfigs"), sources->clock,
                nullptr)
{
    connect(&m_configs, &ObjectStoreBase::objectsChanged, this, &AmdAdapter::takeConfigs);
}

/// One object tells about all nodes: only those of which it now says something else are touched.
void AmdAdapter::takeConfigs(const ObjectDelta &delta)
{
    QSet<QString> touched;
    for (const QStringList &uids : {delta.removed, delta.added, delta.changed}) {
        for (const QString &uid : uids) {
            const DeviceConfig before = m_last.take(uid);
            const DeviceConfig *found = m_configs.find(uid);
            const DeviceConfig after = found ? *found : DeviceConfig();
            const bool isOther = before.version != after.version || before.hasDriver != after.hasDriver ||
                                 before.offersGpus != after.offersGpus ||
                                 before.isRefused != after.isRefused || before.isReady != after.isReady;
            for (auto module = before.modules.cbegin(); module != before.modules.cend(); ++module) {
                if (!after.modules.contains(module.key()))
                    touched << module.key();
            }
            for (auto module = after.modules.cbegin(); module != after.modules.cend(); ++module) {
                if (isOther || !before.modules.contains(module.key()) ||
                    !(before.modules.value(module.key()) == *module))
                    touched << module.key();
            }
            if (found)
                m_last.insert(uid, after);
        }
    }
    for (const QString &node : std::as_const(touched))
        chooseConfig(node);
    Q_EMIT nodesTouched({touched.cbegin(), touched.cend()});
    Q_EMIT termsChanged();
}

void AmdAdapter::chooseConfig(const QString &node)
{
    const DeviceConfig *chosen = nullptr;
    for (const DeviceConfig &config : m_configs.objects()) { // one or a few
        if (config.modules.contains(node) && (!chosen || comesBefore(config, *chosen)))
            chosen = &config;
    }
    if (chosen)
        m_uids.insert(node, chosen->uid);
    else
        m_uids.remove(node);
}

const DeviceConfig *AmdAdapter::configOf(const QString &node) const
{
    const auto uid = m_uids.constFind(node);
    return uid == m_uids.cend() ? nullptr : m_configs.find(*uid);
}

bool AmdAdapter::leadsNodes(const DeviceConfig &config) const
{
    return std::any_of(m_uids.cbegin(), m_uids.cend(),
                       [&config](const QString &uid) { return uid == config.uid; });
}

QList<Sighting> AmdAdapter::sightings(const Node &node) const
{
    const DeviceConfig *config = configOf(node.name);
    if (!config)
        return {};
    const QString status = config->modules.value(node.name).status;
    const bool isCordoned = isCordonedForAmd(node);
    return {{{node.name, component},
             status,
             config->step(node.name, node.labels, isCordoned),
             isCordoned,
             false}};
}

RolloutAdapter::Reach AmdAdapter::refresh()
{
    const bool hasNone = m_configs.objects().isEmpty() && hasToldAll(m_configs);
    const bool isNews = std::exchange(m_hasNoConfig, hasNone) != hasNone;
    if (m_configs.objects().isEmpty() && m_fleets.isEmpty())
        return isNews ? Reach::Everybody : Reach::Nobody;
    const QString gone = m_sources->goneOperator(component);
    const bool isOther = std::exchange(m_gone, gone) != gone;
    m_fleets.clear();
    for (const DeviceConfig &config : m_configs.objects()) {
        AmdFleet fleet{m_sources->known(), config, {}, {}, m_sources->budgets.objects().values(), gone,
                       config.firstStart()};
        for (auto module = config.modules.cbegin(); module != config.modules.cend(); ++module) {
            if (module->holdsSlot())
                fleet.taken << module.key();
            if (module->isGivenUp())
                fleet.failed << module.key();
        }
        fleet.taken.sort();
        fleet.failed.sort();
        m_fleets.insert(config.uid, fleet);
    }
    return isOther || isNews ? Reach::Everybody : Reach::Moving; // nodes with the old driver wait for it too
}

void AmdAdapter::addTracks(const NodeEvidence &evidence, const TellPast &past,
                           QList<SharedTrack> &tracks) const
{
    const auto fleet = m_fleets.constFind(m_uids.value(evidence.node->name));
    if (fleet == m_fleets.cend()) {
        if (m_hasNoConfig && hasAmdLeftovers(*evidence.node))
            tracks.append(std::make_shared<const NodeTrack>(amdLeftoverTrack(evidence)));
        return;
    }
    NodeEvidence known = evidence;
    past(known, sightings(*evidence.node).first());
    tracks.append(std::make_shared<const NodeTrack>(amdTrack(known, *fleet)));
}

QHash<QString, SlotPolicies> AmdAdapter::slotPolicies() const
{
    SlotPolicies policies;
    for (const AmdFleet &fleet : m_fleets) {
        const DeviceConfig &config = fleet.config;
        if (config.isRefused && !leadsNodes(config)) // another one leads its nodes
            continue;
        SlotPolicy &policy = policies[config.fullName()];
        if (config.isRefused)
            policy.standstill = tr("The operator does nothing because of %1, whose condition Error is True.")
                                    .arg(config.fullName());
        else if (!config.hasDriver)
            policy.standstill = tr("Not managed: %1.", "a switch").arg(config.offSwitch());
        else if (!fleet.gone.isEmpty())
            policy.standstill = fleet.gone;
        else if (!config.upgrades)
            policy.standstill =
                tr("The upgrade policy of %1 is not enabled: no further node starts by itself.")
                    .arg(config.fullName());
        policy.limit = config.atOnce();
        if (policy.limit == 0 && policy.standstill.isEmpty())
            policy.standstill =
                (config.givenUp() > 0 ? tr("maxUnavailableNodes %1 is used up by the nodes that failed.")
                                      : tr("maxUnavailableNodes %1 allows no node."))
                    .arg(config.maxUnavailable);
        policy.isUnlimited = !policy.limit;
    }
    return {{component, policies}};
}

QList<const AmdFleet *> AmdAdapter::amdFleets() const
{
    QList<const AmdFleet *> fleets;
    for (const AmdFleet &fleet : m_fleets) {
        if (leadsNodes(fleet.config))
            fleets << &fleet;
    }
    return fleets;
}

} // namespace chartroom
