// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/diff/manifest.h"

namespace chartroom {

/// How far something is that rolls out after helm is done.
struct WorkloadState
{
    enum class State {
        Done,
        Rolling,
        HandedOver, ///< goes on without helm and without us: nodes one by one, or an operator
        Stuck,      ///< its controller gave up, or it is not what the manifest says
    };
    State state = State::Rolling;
    QString text;      ///< a sentence that names it
    int nodesToGo = 0; ///< with HandedOver: whose drivers follow one by one
    int nodes = 0;     ///< with HandedOver: that the driver is for
};

/// The list that holds the object, when it is one that rolls out: a Deployment, StatefulSet or DaemonSet, or
/// a resource of an operator with a state of its own (ClusterPolicy, NVIDIADriver, NicClusterPolicy,
/// NicNodePolicy, DeviceConfig); "" for all else. The object's namespace is filled in.
[[nodiscard]] QString workloadList(const ObjectRef &object);
/// Whether it belongs to an operator, which makes DaemonSets of it.
[[nodiscard]] bool isOperatorResource(const ObjectRef &object);

/// A workload by what its controller says (apps/v1 status), held to the images of the manifest.
[[nodiscard]] WorkloadState workloadState(const Value &planned, const Value &live);

/// An operator's resource by its status.state, of AMD's DeviceConfig by what it says of its nodes (domain:
/// gpu-operator api/nvidia/v1/clusterpolicy_types.go, network-operator
/// api/v1alpha1/nicclusterpolicy_types.go) and the DaemonSets that it owns. The state counts only once the
/// operator has made the driver's pods of the version that the resource names, and with `initImage` where
/// that is known: before, it is the state of the time before.
[[nodiscard]] WorkloadState operatorState(const Value &live, const QList<Value> &daemonSets,
                                          const QString &initImage = {});

/// Where an operator's resource names other versions or images than the manifest, a sentence; "" where not.
/// helm sends of a custom resource only what differs between the manifests of the newest record and of the
/// revision it goes to (helm/helm pkg/kube/client.go createPatch@v3.22.0, @v4.3.1; pkg/action/rollback.go
/// performRollback): what a helm that was cut off had not sent, the next one to the same does not send
/// either.
[[nodiscard]] QString otherVersions(const Value &planned, const Value &live);

/// What a network operator's Deployment says its NicClusterPolicy's drivers are made with beside what the
/// policy itself says: another image there rolls every node (NETOP pkg/state/state_ofed.go
/// getInitContainerConfig); "" for any other object.
[[nodiscard]] QString driverInitImage(const Value &deployment);
/// The one NicClusterPolicy that a network operator obeys (NETOP pkg/consts/consts.go).
[[nodiscard]] ObjectRef obeyedNicPolicy();

} // namespace chartroom
