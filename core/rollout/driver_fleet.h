// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/rollout/rollout_evidence.h"
#include "core/rollout/step.h"
#include "core/rollout/track.h"

#include <QDateTime>
#include <QHash>
#include <QMap>
#include <QSet>

#include <optional>
#include <vector>

namespace chartroom {

/// A DaemonSet of drivers and the template it wants on every node.
struct DriverSet
{
    DaemonSet set;
    QString newestHash; ///< of the newest ControllerRevision; "" while none is known
    QString version;    ///< that the image of the template tells
    /// Since when the newest revision is wanted, by the server's clock; invalid while none is known, and of a
    /// first one.
    QDateTime changedAt = {};
    /// Its only revision was made then, by the server's clock; invalid where it has had others.
    QDateTime firstAt = {};
    /// A rollback took an old revision again, and nothing tells when: some time after `changedAt`.
    bool isOlderAgain = false;

    /// Its present template is as old as that, first or not; invalid while nothing tells.
    [[nodiscard]] const QDateTime &wantedSince() const { return changedAt.isValid() ? changedAt : firstAt; }

    /// Compares what tracks are made of, not the counts of its status.
    friend bool operator==(const DriverSet &a, const DriverSet &b)
    {
        return a.newestHash == b.newestHash && a.set.image == b.set.image &&
               a.set.templateGeneration == b.set.templateGeneration &&
               a.set.isObserved() == b.set.isObserved();
    }
};

/// The nodes that go by one policy, and what they take from its limits.
struct DriverShare
{
    std::optional<DriverPolicy> policy;
    /// DaemonSets that keep the operator from these nodes, see DriverFleet::unscheduledSets.
    QString unscheduledSet;
    QString surplusSet;
    /// One that stops another NicNodePolicy. The operator lists them from its cache, in any order, and ends
    /// its pass at the first that it cannot do (Mellanox/network-operator controllers/upgrade_controller.go
    /// reconcileNodePolicyUpgrades@v26.4.1; kubernetes-sigs/controller-runtime
    /// pkg/cache/internal/cache_reader.go List): to those behind it comes with one of its next passes.
    QString otherStoppedSet;
    int managed = 0;         ///< nodes with a driver pod
    QStringList taken;       ///< nodes that hold a parallel slot; sorted
    QStringList unavailable; ///< cordoned, about to be, or not ready, whatever the cause; sorted
    QStringList foreign;     ///< those of them that no step of this rollout took away; sorted
    QList<TrackNote> usedUp; ///< slotNotes(): what holds each node back that waits for a slot

    friend bool operator==(const DriverShare &, const DriverShare &) = default;
};

/// What one driver's rollout is about, cluster-wide; the same for all nodes of one moment.
struct DriverFleet
{
    DriverKind kind = DriverKind::Gpu;
    KnownLists known;
    QList<DriverPolicy> policies; ///< in force; sorted by name, those that are refused last
    /// The switch by which its operator manages this driver on no node, and in which object; "" where it
    /// does. Not of nodes that a NicNodePolicy leads.
    QString offSwitch;
    GpuSwitches switches; ///< of the ClusterPolicy that counts
    RdmaNames rdma;       ///< what counts as an RDMA device
    /// What a ClusterPolicy says that leaves the drivers to NVIDIADriver objects: operators that know no
    /// upgradePolicy of those go by it.
    std::optional<DriverPolicy> clusterTerms;
    QHash<QString, DriverSet> sets; ///< by namespace/name
    QList<DisruptionBudget> budgets;
    ClaimedGpus claimed;
    /// Driver DaemonSets with fewer pods than nodes, or with more, or with one on a node that no longer
    /// exists: the library stops either way (k8s-operator-libs pkg/upgrade/upgrade_state.go BuildState,
    /// buildNodeUpgradeState). By the share that they stop; those under
    /// "" stop all: with a NicClusterPolicy that upgrades, the Network Operator does not come to the
    /// NicNodePolicies then (controllers/upgrade_controller.go Reconcile@v26.4.1).
    QMap<QString, QString> unscheduledSets;
    QMap<QString, QString> surplusSets;
    QSet<QString> lackingSets; ///< by namespace/name: driver DaemonSets with fewer pods than they want
    /// Of the operator that leads the nodes; nothing where none is known.
    std::optional<OperatorDeployment> controller;
    bool isControllerGone = false;
    bool hasToolkit = false; ///< the GPU Operator runs the container toolkit
    bool hasPlugin = false;  ///< and its device plugin

    /// By the name of the NVIDIADriver whose nodes they are, as the operator tells it by the label
    /// nvidia.com/gpu-operator.driver.owner: each is a rollout of its own (NVIDIA/gpu-operator
    /// controllers/upgrade_controller.go). By the name of the NicNodePolicy, see nodePolicyOf(). "" are the
    /// nodes without one, mostly all; it is always there.
    QMap<QString, DriverShare> shares{{QString(), {}}};

    /// Requestor mode, which the nodes of all policies are in or none: a maintenance operator empties them.
    bool asksMaintenance = false;
    int clusterNodes = 0;      ///< what that operator's percentages are of
    QStringList inMaintenance; ///< nodes that it is at work on, for whomever; sorted
    /// Nodes cordoned or not ready, in this rollout or not, and those of inMaintenance, which will be;
    /// sorted.
    QStringList clusterUnavailable;
    std::optional<MaintenanceOperatorConfig> maintenanceTerms;
    std::optional<OperatorDeployment> maintainer; ///< of the maintenance operator; nothing: none is known
    bool isMaintainerUnseen = false;              ///< Deployments were read, and none of it is there
    /// Nodes wait for a maintenance operator that does not run.
    [[nodiscard]] bool waitsForMaintainer() const { return asksMaintenance && isMaintainerGone; }
    bool isMaintainerGone = false;

    /// Here and below `driverSet` is the DaemonSet of the node's driver pod, namespace/name; "" without a
    /// pod. An empty one where it is unknown which policy leads the node.
    [[nodiscard]] const DriverShare &shareOf(const Node &node, const QString &driverSet) const;
    /// The switch by which the operator does not manage this driver on a node with these labels; "" where it
    /// does.
    [[nodiscard]] QString unmanagedBy(const LabelMap &labels) const;
    /// Of a node without a driver pod: one of lackingSets is for nodes with these labels.
    [[nodiscard]] bool lacksPod(const LabelMap &labels) const;
    /// How many of `policies` are not refused.
    [[nodiscard]] qsizetype effectivePolicies() const;
    /// Whose slots it takes: the key of its share, or "" where a maintenance operator has the slots.
    [[nodiscard]] QString queueOf(const Node &node, const QString &driverSet) const;
    /// The NicNodePolicy that leads a node with these labels, "" for the NicClusterPolicy; nothing where that
    /// is unknown. The operator goes by the DaemonSet of the driver pod (label ds-owner,
    /// Mellanox/network-operator controllers/upgrade_controller.go reconcileNodePolicyUpgrades@v26.4.1);
    /// without a pod the nodeSelectors tell which one it will make, but not where a NicClusterPolicy has a
    /// driver too: only a webhook that is off by default forbids that (pkg/policyoverlap/overlap.go,
    /// manifests/state-ofed-driver/0050_ofed-driver-ds.yaml).
    [[nodiscard]] std::optional<QString> nodePolicyOf(const LabelMap &labels, const QString &driverSet) const;
    /// The policy that a node's label names; null where it names none that is in force.
    [[nodiscard]] const DriverPolicy *named(const QString &owner) const;
    /// The NVIDIADriver that the node's driver comes from: by its label, else the one that `set`, of its
    /// driver pod, was made for, else the only one whose nodeSelector takes the node. Null where that is
    /// unknown, and where there are no such objects. Of a NIC's driver the policy of its share.
    [[nodiscard]] const DriverPolicy *driverOf(const Node &node, const DriverSet *set) const;
    /// The policy of all nodes; nothing where they have different ones, or an unknown one.
    [[nodiscard]] std::optional<DriverPolicy> policy() const;
    /// The known policies that nodes follow, each once.
    [[nodiscard]] QList<DriverPolicy> leading() const;
};

/// Which nodes take part in a driver's rollout and what they take from its limits. Kept node by node, so that
/// a change costs one node.
class FleetMembers
{
public:
    explicit FleetMembers(DriverKind kind)
        : m_kind(kind)
    {}

    /// `number` is the node's in a NodeTable; `isHost`: a pod of the driver runs on it, of `driverSet`. Both
    /// return whether the fleet's lists change.
    bool note(int number, const Node &node, bool isHost, const QString &driverSet = {});
    bool remove(int number);
    void fill(DriverFleet &fleet) const;

private:
    struct Member
    {
        QString owner;     ///< the policy's name; "" where no label tells it
        QString driverSet; ///< namespace/name, of a NIC's driver pod
        bool isHost = false;
        bool hasLabel = false;
        bool isRestarting = false; ///< its driver pod may be missing for a moment
        bool isIgnored = false;    ///< its label is no state that the library knows
        bool holdsSlot = false;
        bool isUnavailable = false; ///< cordoned or not ready
        bool isAboutToGo = false;   ///< told to be cordoned
        bool inRequestorMode = false;
        /// Its labels that may take the driver out of the operator's hands; of a NIC's driver all, which tell
        /// its policy.
        LabelMap labels;
        friend bool operator==(const Member &, const Member &) = default;
    };

    [[nodiscard]] static std::optional<QString> ownerOf(const Member &member, const DriverFleet &fleet);
    [[nodiscard]] static bool isManaged(const Member &member, const DriverFleet &fleet, bool byPods);
    static void count(const QString &node, const Member &member, DriverShare &share);
    /// Where a node of that name stands among those sorted, or would.
    [[nodiscard]] std::vector<int>::iterator placeOf(const QString &node);

    DriverKind m_kind;
    struct Place
    {
        QString node;
        std::optional<Member> member; ///< nothing while there is no such node
    };
    std::vector<Place> m_places; ///< by number
    std::vector<int> m_byName;   ///< the numbers of the nodes that there are, sorted by name
};

/// Of a cordon and a template, both told by the server in whole seconds; false where one is unknown.
[[nodiscard]] inline bool isNoOlder(const QDateTime &cordoned, const QDateTime &changed)
{
    return cordoned.isValid() && changed.isValid() && cordoned >= changed;
}

[[nodiscard]] bool isDriverSet(const DaemonSet &set, DriverKind kind);

/// The hash of each DaemonSet's newest revision, by the DaemonSet's uid.
[[nodiscard]] QHash<QString, const ControllerRevision *>
newestRevisions(const ObjectMap<ControllerRevision> &revisions);

/// All but what FleetMembers fills in. `arePoliciesKnown`: there are no policies but those of the evidence.
[[nodiscard]] DriverFleet driverTerms(DriverKind kind, const RolloutEvidence &evidence,
                                      bool arePoliciesKnown = false);
/// `hosts` are the nodes that a pod of the driver runs on, with its DaemonSet.
[[nodiscard]] DriverFleet driverFleet(DriverKind kind, const RolloutEvidence &evidence,
                                      const QHash<QString, QString> &hosts);
/// namespace/name of the DaemonSet of the node's driver pod; "" without one.
[[nodiscard]] QString driverSetOf(const NodePods &pods, DriverKind kind);
/// The node's driver is on its way by a maintenance operator: of the steps after one only its annotation
/// tells that, which may be left over at any other (k8s-operator-libs pkg/upgrade/upgrade_requestor.go).
[[nodiscard]] bool isInRequestorMode(const Node &node, RolloutStep step, const DriverKeys &keys);

} // namespace chartroom
