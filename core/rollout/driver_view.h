// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/rollout/currency.h"
#include "core/rollout/driver_track.h"
#include "core/rollout/node_notes.h"

namespace chartroom {

/// The pods of one node that a driver's rollout is about, found once.
struct DriverView
{
    const NodeEvidence &evidence;
    const DriverFleet &fleet;
    const DriverShare &share; ///< of the fleet: the nodes that go by the same policy
    const DriverKeys &keys;
    const RolloutStep otherStep; ///< of the other driver on the same node
    const Pod *driver = nullptr; ///< the living one; a pod that leaves only when there is no other
    const Pod *toolkit = nullptr;
    const Pod *validator = nullptr;
    QList<const Pod *> otherDrivers; ///< of this driver, beside `driver`
    const Pod *plugin = nullptr;     ///< device plugin, or the RDMA shared device plugin
    const DriverSet *set = nullptr;  ///< of the driver pod, else the only one there is, or of its policy
    const DriverPolicy *ownPolicy = nullptr; ///< see DriverFleet::driverOf()
    Currency currency = Currency::NotKnown;  ///< of the driver pod; not known without one
    QString version;                         ///< that the driver pod's image tells
    DeviceCount devices;                     ///< GPUs, or RDMA devices
    QStringList paused;                      ///< labels nvidia.com/gpu.deploy.* that still say paused, sorted
    /// The switch by which the operator does not manage this driver here; "" where it does, and
    /// while a driver pod runs nevertheless.
    QString unmanagedBy;

    DriverView(const NodeEvidence &evidence, const DriverFleet &fleet);

    /// The pods that need the driver, container toolkit, device plugin and validator, that do not come up
    /// although it is ready; mostly none.
    [[nodiscard]] QList<const Pod *> brokenFollowers() const;
    /// "the validator's pod"
    [[nodiscard]] QString roleOf(const Pod *follower) const;
    /// Of a note about it: validator.
    [[nodiscard]] NoteKind kindOf(const Pod *follower) const;

    [[nodiscard]] const Node &node() const { return *evidence.node; }
    [[nodiscard]] bool isCurrent() const { return currency == Currency::Newest; }
    /// Of the newest template or, where that cannot be told, made since the step began.
    [[nodiscard]] bool isNew() const;
    /// The node's policy is known, and its autoUpgrade off.
    [[nodiscard]] bool isOff() const { return share.policy && !share.policy->autoUpgrade; }
    [[nodiscard]] bool isToolkitReady() const;
    [[nodiscard]] bool isReady() const;
    /// The DaemonSet of the driver pod no longer exists, so whether the pod is current is unknown.
    [[nodiscard]] bool isOrphan() const;
    /// Whether the driver pod is of the template is unknown until the DaemonSet's controller has seen that.
    [[nodiscard]] bool isUnobserved() const;
    /// The scheduler found no place for the driver pod, and no old one is on its way out.
    [[nodiscard]] bool isUnscheduled() const;
    /// The same for longer than an old pod takes to end.
    [[nodiscard]] bool isUnschedulable() const;
    /// Since when the template of its DaemonSet is wanted on the node, by the server's clock: also the first
    /// one of a DaemonSet that took the place of another. Invalid where that is unknown, and of a first
    /// driver.
    [[nodiscard]] QDateTime changedAt() const;
    /// A driver pod of the newest template is starting on the node or is still to be created, independent of
    /// the label: pods that are deleted by hand, as with autoUpgrade off, are recreated without any step.
    [[nodiscard]] bool isReloading() const;
    /// UTC, by our clock: the age of that pod, or when it was no longer ready; invalid while there is none.
    [[nodiscard]] QDateTime reloadingSince() const;
    /// The policy that the node's driver comes from; null where one of several, and which is unknown.
    [[nodiscard]] const DriverPolicy *source() const;
    /// The policy wants another version than the DaemonSet has: its operator has not taken that up.
    [[nodiscard]] bool isBehindPolicy() const;
    /// All is there that the step waits for, and the label has not moved for two of the operator's beats.
    [[nodiscard]] bool waitsForOperator(RolloutStep step) const;
    /// Another rollout that is at work on the node: its step; "" when there is none.
    [[nodiscard]] QString otherWork() const;
    /// The same where that one may have cordoned the node: not where its labels tell that it did not.
    [[nodiscard]] QString otherCordoner() const;
    /// The rollout cordoned the node, and its label was taken away before it came to its end. With the switch
    /// on again the operator sets a node with the newest driver to done and leaves the cordon
    /// (k8s-operator-libs pkg/upgrade/common_manager.go ProcessDoneOrUnknownNodes).
    [[nodiscard]] bool isLeftCordoned(RolloutStep step) const;
    /// How far a run came that left its cordon, as a part of a sentence: the last step that was seen, unless
    /// the driver pod tells that it came further, or that it had nothing to replace.
    [[nodiscard]] QString lastStepText(RolloutStep last) const;
    /// The rollout cordoned the node before a switch took it out of the operator's hands.
    [[nodiscard]] bool isAbandoned(RolloutStep step) const;
    /// The operator labels no nodes or calls this one done, and nothing tells who cordoned it.
    [[nodiscard]] bool isCordonUnexplained(RolloutStep step) const;
    /// A rollout cordons the node before it restarts the driver pod, unless the node was cordoned already
    /// (NVIDIA/k8s-operator-libs pkg/upgrade/common_manager.go).
    [[nodiscard]] bool mayHaveCordoned(DriverKind kind) const;
    [[nodiscard]] bool isGpu() const { return fleet.kind == DriverKind::Gpu; }
    /// By the operator as it came, or by its labels over time. An earlier run of the same rollout may have
    /// left that cordon, as where autoUpgrade was off in between.
    [[nodiscard]] bool wasFoundCordoned() const;
    /// And before its wanted template was made, so that no run of this rollout did it.
    [[nodiscard]] bool wasCordonedBefore() const;
    /// It was found, its time is unknown or no older than that template, and nothing tells whose it is.
    [[nodiscard]] bool isCordonDoubtful() const;
    /// By a person or a script, whenever that was: no run of either driver did it. Unknown where
    /// autoUpgrade is off: NVIDIA/k8s-driver-manager, which then empties the node itself, was a script with
    /// kubectl before v0.10 (driver-manager _cordon_k8s_node).
    [[nodiscard]] bool isCordonedWithKubectl() const;
    /// While it was at rest, as it is now, and by neither driver's rollout.
    [[nodiscard]] bool wasCordonedAfter() const;
    /// A step was in progress before and none is now: its label was removed, or the node failed and is queued
    /// again. The node stays cordoned if that step cordoned it.
    [[nodiscard]] bool wasLeft(RolloutStep step) const;
    /// The requests of this driver's operator, told by its requestor ID, for a NicNodePolicy with -nnp-NAME
    /// behind it (Mellanox/network-operator controllers/upgrade_controller.go
    /// newNodePolicyStateManager@v26.4.1). Where the ID could not be read, by what the charts and the library
    /// give by default: the ID nvidia.doca-driver-upgrade, and a name of network-operator-NODE or
    /// nvidia-operator-NODE (NVIDIA/k8s-operator-libs pkg/upgrade/upgrade_requestor.go).
    [[nodiscard]] QList<const NodeMaintenance *> ownMaintenances() const;
    /// There are requests, none is known as its own, and one may be: the ID could not be read.
    [[nodiscard]] bool areOwnMaintenancesUnknown() const;
    /// Its own, or, where that is unknown, all that may be.
    [[nodiscard]] QList<const NodeMaintenance *> possibleMaintenances() const;
    /// See NodeEvidence::isSettling(): of the node and its pods.
    [[nodiscard]] bool isSettling() const;
    /// An annotation requests an upgrade, independent of the revision.
    [[nodiscard]] bool isRequested() const;
    /// Lower bound of the step's duration; nothing while the step was not seen.
    [[nodiscard]] std::optional<std::chrono::seconds> atLeast() const;
    /// How long the node has been cordoned; nothing where that is unknown, or began before the step.
    [[nodiscard]] std::optional<std::chrono::seconds> sinceCordon() const;
    /// Seconds that an annotation's unix time lies back; nothing without it.
    [[nodiscard]] std::optional<std::chrono::seconds> sinceAnnotation(const QString &key) const;
};

/// Where label and evidence disagree (product truth 2).
[[nodiscard]] QList<TrackNote> contradictions(const DriverView &view, RolloutStep step);
/// What holds the node back, with names and numbers.
[[nodiscard]] QList<TrackNote> blockers(const DriverView &view, RolloutStep step);
/// The maintenance operator is gone, and the node's requests are not over: it empties nodes, and takes its
/// cordon away when a request is deleted.
void addMaintainer(const DriverView &view, NodeNotes &notes);
/// What holds back a node that a maintenance operator is asked to empty.
void addMaintenanceBlockers(const DriverView &view, NodeNotes &notes);

} // namespace chartroom
