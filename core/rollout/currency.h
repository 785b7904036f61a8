// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kube/pod.h"
#include "core/rollout/daemon_set.h"

namespace chartroom {

/// Whether a pod is of the newest template of its DaemonSet.
enum class Currency { NotKnown, Old, Newest };

/// Compares the pod's revision with `newestHash`. Where revisions are unknown ("" for `newestHash`), and
/// where the hashes are equal but the DaemonSet is not observed, compares the pod with the template itself:
/// its controller makes the revision of a new template before it writes observedGeneration (kubernetes
/// pkg/controller/daemon/daemon_controller.go syncDaemonSet), and until then the newest one may be of the
/// template before. NVIDIA's library goes by the hashes alone (k8s-operator-libs pkg/upgrade/pod_manager.go
/// GetDaemonsetControllerRevisionHash). A pod that is being deleted is old.
[[nodiscard]] Currency currencyOf(const Pod &pod, const DaemonSet &set, const QString &newestHash);

} // namespace chartroom
