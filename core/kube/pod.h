// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kube/gpu_amount.h"
#include "core/kube/object_store.h"

#include <QDateTime>
#include <QMap>
#include <QStringList>

#include <optional>

namespace chartroom {

/// What the console needs of a Pod (core/v1).
struct Pod
{
    enum class Health {
        Ready,     ///< running with every container ready, or succeeded
        Starting,  ///< pending or not ready yet, nothing wrong reported
        Unhealthy, ///< crash loop, image pull, failed, evicted: see `reason`
        Leaving,   ///< being deleted
    };

    QString uid;
    QString namespaceName;
    QString name;
    QString node;
    /// The node that its DaemonSet made it for, while no scheduler has bound it (kubernetes
    /// pkg/controller/daemon/util/daemonset_util.go ReplaceDaemonSetPodNodeNameNodeAffinity); else "".
    QString wantedNode;
    QString ownerKind; ///< of the controlling ownerReference: ReplicaSet, DaemonSet, StatefulSet, Job, ...
    QString ownerName;
    QString instance;     ///< label app.kubernetes.io/instance
    QString app;          ///< label app
    QString component;    ///< label app.kubernetes.io/component
    QString revisionHash; ///< label controller-revision-hash: of a DaemonSet's or StatefulSet's template
    int templateGeneration = 0; ///< label pod-template-generation of a DaemonSet's pod; 0 without it
    bool hasOfedLabel = false;  ///< label nvidia.com/ofed-driver, with whatever value
    QByteArray labels;          ///< all of them, the JSON object as it came; "" without any
    QString image;              ///< of the first container
    /// Images of what may run beside a GPU driver, by container: nvidia-fs-ctr, nvidia-gdrcopy-ctr.
    QMap<QString, QString> sideImages;
    QString phase; ///< Pending, Running, Succeeded, Failed, Unknown
    Health health = Health::Starting;
    QString reason;           ///< CrashLoopBackOff, ImagePullBackOff, Evicted, ...; "" when nothing is wrong
    QString reasonText;       ///< the message beside it, the last termination's where a crash loop says more
    QString reasonContainer;  ///< which container it is, "" for the pod itself
    QString endedContainer;   ///< of a failed pod, the first that ended badly; "" without one
    QString ending;           ///< how that ended: "OOMKilled, exit code 137"
    QString notScheduledText; ///< why no node took it; "" when one did
    QString waitingInit;      ///< the init container that has not ended; "" when all have
    /// As in kubectl's column READY: of all containers that keep running, sidecars among the init containers
    /// too, also while the pod is being deleted (kubernetes pkg/printers/internalversion/printers.go
    /// printPod).
    int containersReady = 0;
    int containers = 0;
    bool isReady = false; ///< running, READY is full, and the condition Ready is not False
    int restarts = 0;     ///< of all containers
    int mostRestarts = 0; ///< of the one that restarted most, init containers too
    /// nvidia.com/gpu* and nvidia.com/mig-* that its containers ask for, by the names of the resources alone:
    /// what nvidia.com/gpu is on its node, gpusOn() tells.
    GpuAmount gpus;
    GpuAmount amdGpus;        ///< of AMD (isAmdGpu()), which no operator of NVIDIA's minds
    bool asksDevices = false; ///< others than GPUs: virtual functions, RDMA devices
    /// Holds an emptyDir, which deletion loses; nothing when volumes are not known (an old recording).
    std::optional<bool> hasEmptyDir;
    QDateTime created;
    /// UTC; invalid while it is ready. Of one that no node took: since when that is so.
    QDateTime notReadySince;
    QDateTime readySince; ///< UTC; invalid while it is not ready
    QDateTime deleting;   ///< deletionTimestamp: until when it may take; invalid when it is not being deleted
    int deletionGrace = 0;  ///< deletionGracePeriodSeconds, of one that is being deleted
    QStringList finalizers; ///< the object stays until their controllers have removed them; mostly none

    /// Where it is, or will be; "" while nobody knows.
    [[nodiscard]] const QString &place() const { return node.isEmpty() ? wantedNode : node; }
    /// Wanted and not ready, whatever its containers say: not one that succeeded or is being deleted.
    [[nodiscard]] bool isUnready() const
    {
        return !isReady && phase != QStringLiteral("Succeeded") && health != Health::Leaving;
    }
    [[nodiscard]] static Result<Pod> read(const KubeObject &object);
};

using PodStore = ObjectStore<Pod>;

} // namespace chartroom
