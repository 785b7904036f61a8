// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kube/object_store.h"
#include "core/rollout/rollout_evidence.h"
#include "core/rollout/sighting.h"
#include "core/rollout/slot_policy.h"
#include "core/rollout/track_table.h"

#include <QHash>

#include <functional>

namespace chartroom {

struct AmdFleet;
struct DriverFleet;

/// Completes the evidence with what the past tells about the node in that component, of which
/// `present` is what is said now.
using TellPast = std::function<void(NodeEvidence &evidence, const Sighting &present)>;

/// One kind of rollout: what it reads beside the nodes, pods and DaemonSets that all share, and the tracks
/// that it makes of them. Its owner starts and stops its stores.
class RolloutAdapter : public QObject
{
    Q_OBJECT
public:
    /// Whose tracks differ after a change of what counts cluster-wide.
    enum class Reach {
        Nobody,
        Waiting, ///< nodes that wait for a slot
        Moving,  ///< those, and nodes under way
        Everybody,
    };

    using QObject::QObject;

    /// The stores that are this adapter's own.
    [[nodiscard]] virtual QList<ObjectStoreBase *> stores() = 0;
    /// What is said about the node now; for the history.
    [[nodiscard]] virtual QList<Sighting> sightings(const Node &node) const = 0;

    /// Reads again what counts cluster-wide; called before tracks are asked for, once for many changes.
    virtual Reach refresh() = 0;
    /// A node that is about to be asked for came or changed, or its pods did. Returns whether refresh() has
    /// something to tell now.
    /// `number` is the node's in the NodeTable.
    virtual bool noteNode(int number, const Node &node, const NodePods &pods) = 0;
    virtual bool forgetNode(int number, const QString &name) = 0;

    /// None for a node that no rollout of this kind concerns. What the past tells is not in `evidence` yet.
    virtual void addTracks(const NodeEvidence &evidence, const TellPast &past,
                           QList<SharedTrack> &tracks) const = 0;
    /// How many nodes may go at a time, of each queue, by this adapter's components.
    [[nodiscard]] virtual QHash<QString, SlotPolicies> slotPolicies() const = 0;
    /// What a driver's rollout goes by as of refresh(); null when the component is no such driver's, or
    /// another adapter's.
    [[nodiscard]] virtual const DriverFleet *fleetOf(const QString & /*component*/) const { return nullptr; }
    /// Those of AMD's whose DeviceConfig leads a node, as of refresh(); none of another adapter.
    [[nodiscard]] virtual QList<const AmdFleet *> amdFleets() const { return {}; }

Q_SIGNALS:
    /// Something else than the node or its pods changed, and says so about these nodes.
    void nodesTouched(const QStringList &names);
    /// What refresh() reads changed.
    void termsChanged();
};

} // namespace chartroom
