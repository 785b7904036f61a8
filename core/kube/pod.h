// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kube/object_store.h"

#include <QDateTime>

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
    QString ownerKind; ///< of the controlling ownerReference: ReplicaSet, DaemonSet, StatefulSet, Job, ...
    QString ownerName;
    QString instance; ///< label app.kubernetes.io/instance
    Health health = Health::Starting;
    QString reason; ///< CrashLoopBackOff, ImagePullBackOff, Evicted, ...; "" when nothing is wrong
    int containersReady = 0;
    int containers = 0;
    int restarts = 0; ///< of all containers
    QDateTime created;

    [[nodiscard]] static Result<Pod> read(const KubeObject &object);
};

using PodStore = ObjectStore<Pod>;

} // namespace chartroom
