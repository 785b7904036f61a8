// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/node_clocks.h"

#include "core/rollout/driver_keys.h"
#include "core/rollout/gpu_switches.h"

#include <algorithm>

namespace chartroom {

namespace {

bool isAnyUnderWay(const Node &node)
{
    return std::any_of(allDrivers.begin(), allDrivers.end(), [&node](DriverKind kind) {
        return isUnderWay(readStep(node.labels.value(driverKeys(kind).state)));
    });
}

/// Whose driver the operator manages, as far as labels tell (NVIDIA/gpu-operator
/// controllers/state_manager.go: nvidia.com/gpu.present).
bool hasManagedGpu(const Node &node)
{
    return node.labels.value(u"nvidia.com/gpu.present") == u"true" && driverSwitch(node.labels, {}).isEmpty();
}

/// `label` is not that of a node without a part in the rollout.
Verdict verdictByLabel(const Node &node, RolloutStep step, const DriverKeys &keys)
{
    if (node.isLost)
        return Verdict::Lost;
    switch (step) {
    case RolloutStep::Done:
        return Verdict::Done;
    case RolloutStep::Maintenance: // all nodes ask at once; the maintenance operator cordons those it takes
        return node.unschedulable ? Verdict::Moving : Verdict::Waiting;
    case RolloutStep::Failed:
        return Verdict::Failed;
    case RolloutStep::Queued:
        return node.labels.value(keys.skip) == u"true" ? Verdict::Skipped : Verdict::Waiting;
    case RolloutStep::Unknown:
        return Verdict::NotKnown;
    default:
        return Verdict::Moving;
    }
}

/// Without those that concern no node, in an order that does not depend on hashes.
NodeClocks sorted(NodeClocks clocks)
{
    clocks.components.removeIf([](const NodeClock &clock) { return clock.total == 0; });
    std::sort(clocks.components.begin(), clocks.components.end(),
              [](const NodeClock &a, const NodeClock &b) { return a.component < b.component; });
    return clocks;
}

} // namespace

bool NodeClocks::areUnderWay() const
{
    return std::any_of(components.cbegin(), components.cend(),
                       [](const NodeClock &clock) { return clock.isUnderWay(); });
}

NodeClocks clocksByLabels(const ObjectMap<Node> &nodes)
{
    NodeClocks clocks;
    clocks.basis = NodeClocks::Basis::Labels;
    for (const DriverKind kind : allDrivers) {
        const DriverKeys &keys = driverKeys(kind);
        NodeClock clock;
        clock.component = componentText(kind);
        for (const Node &node : nodes) {
            const RolloutStep step = readStep(node.labels.value(keys.state));
            if (step == RolloutStep::Idle) {
                clock.unlabelled += kind == DriverKind::Gpu && hasManagedGpu(node) ? 1 : 0;
                continue;
            }
            const Verdict verdict = verdictByLabel(node, step, keys);
            clock.add(verdict);
            // A cordon that stays may be the rollout's: DriverView::isLeftCordoned()
            clock.cordoned += verdict == Verdict::Done && node.unschedulable && !isAnyUnderWay(node) ? 1 : 0;
        }
        if (clock.total == 0)
            clocks.unlabelled.append(clock.component);
        for (int i = 0; clock.total > 0 && i < clock.unlabelled; ++i)
            clock.add(Verdict::NotKnown);
        clocks.components.append(clock);
    }
    return sorted(std::move(clocks));
}

NodeClocks clocksByEvidence(const SharedTracks &tracks)
{
    NodeClocks clocks;
    clocks.basis = NodeClocks::Basis::Evidence;
    QList<NodeClock> &known = clocks.components;
    for (const QList<SharedTrack> &ofNode : tracks) {
        for (const SharedTrack &track : ofNode) {
            auto clock = std::find_if(known.begin(), known.end(), [&](const NodeClock &one) {
                return one.component == track->component;
            });
            if (clock == known.end())
                clock = known.insert(known.end(), NodeClock{{}, track->component, {}});
            clock->add(*track);
            clock->cordoned += isInDoubt(*track) && track->isCordoned ? 1 : 0;
            if (clock->driverNamespace.isEmpty())
                clock->driverNamespace = track->driverPod.section(u'/', 0, 0);
        }
    }
    return sorted(std::move(clocks));
}

} // namespace chartroom
