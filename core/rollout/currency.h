// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kube/pod.h"
#include "core/rollout/daemon_set.h"

namespace chartroom {

/// Whether a pod is of the newest template of its DaemonSet.
enum class Currency { NotKnown, Old, Newest };

/// By its revision; where revisions are not known ("" for `newestHash`), by what template and pod tell of
/// each other. So too where the hashes are equal and the DaemonSet is not observed: its controller makes the
/// revision of a new template before it writes observedGeneration (kubernetes
/// pkg/controller/daemon/daemon_controller.go syncDaemonSet), and until then the newest one may be of the
/// template before. NVIDIA's library goes by the hashes alone (k8s-operator-libs pkg/upgrade/pod_manager.go
/// GetDaemonsetControllerRevisionHash). A pod that is being deleted is old.
[[nodiscard]] Currency currencyOf(const Pod &pod, const DaemonSet &set, const QString &newestHash);

} // namespace chartroom
