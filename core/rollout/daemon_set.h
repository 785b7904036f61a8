// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kube/label_map.h"
#include "core/kube/object_store.h"

#include <QDateTime>

namespace chartroom {

/// What a rollout needs of a DaemonSet (apps/v1).
struct DaemonSet
{
    QString uid;
    QString namespaceName;
    QString name;
    QString component;         ///< pod label app.kubernetes.io/component
    bool hasOfedLabel = false; ///< pod label nvidia.com/ofed-driver, with whatever value
    /// The NVIDIADriver or NicNodePolicy that its operator made it for, by its controller; "" for none.
    QString madeFor;
    QString updateStrategy;  ///< OnDelete, RollingUpdate; "": only its pods are known
    QString maxUnavailable;  ///< of RollingUpdate: a number or a percentage
    QString maxSurge;        ///< the same
    QString image;           ///< of the template's first container
    LabelMap nodeSelector;   ///< of the template: labels of the nodes that it is for
    int minReadySeconds = 0; ///< so long a pod has to be ready until it counts as available
    qint64 generation = 0;
    qint64 observedGeneration = 0;
    /// Of the template (annotation deprecated.daemonset.template.generation), which its pods carry too; 0
    /// when it is not told. Raised with the template alone, unlike `generation` (kubernetes
    /// pkg/registry/apps/daemonset/strategy.go PrepareForUpdate).
    int templateGeneration = 0;
    int desired = 0;
    int scheduled = 0;
    int misplaced = 0; ///< pods on nodes that are not, or no longer, meant for it
    int updated = 0;
    int available = 0;

    [[nodiscard]] static Result<DaemonSet> read(const KubeObject &object);
    [[nodiscard]] QString fullName() const { return namespaceName + u'/' + name; }
    /// Whether its controller has seen the present spec; until then status and revisions are of an older one.
    [[nodiscard]] bool isObserved() const { return observedGeneration >= generation; }
};

/// One template that a DaemonSet has had (apps/v1).
struct ControllerRevision
{
    QString uid;
    QString ownerUid;
    QString hash;        ///< label controller-revision-hash, which its pods carry too
    qint64 revision = 0; ///< the newest has the highest
    /// UTC: made, or taken again by a rollback. It is written at no other time (kubernetes
    /// pkg/controller/daemon/update.go constructHistory), so its managedFields tell that.
    QDateTime since;
    QDateTime created; ///< UTC

    [[nodiscard]] static Result<ControllerRevision> read(const KubeObject &object);
};

using DaemonSetStore = ObjectStore<DaemonSet>;
using ControllerRevisionStore = ObjectStore<ControllerRevision>;

/// The tag of an image: 580.82.07-ubuntu22.04; "" when it has none or a digest only.
[[nodiscard]] QString imageTag(const QString &image);
/// What the tag of a driver container tells, without the suffix of the operating system that the operators
/// add. A precompiled driver's names its branch and the kernel that it was built for
/// (535-5.15.0-118-generic-ubuntu22.04: NVIDIA/cloud-native-docs gpu-operator/precompiled-drivers.rst).
struct DriverTag
{
    QString version; ///< 580.82.07, doca3.4.0-26.04-0.8.6.0-0; of a precompiled one 535
    QString kernel;  ///< "" for one that is built on the node
};
[[nodiscard]] DriverTag driverTag(const QString &image);

} // namespace chartroom
