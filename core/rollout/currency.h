// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kube/pod.h"
#include "core/rollout/daemon_set.h"

namespace chartroom {

/// Whether a pod is of the newest template of its DaemonSet.
enum class Currency { NotKnown, Old, Newest };

/// By its revision; where revisions are not known ("" for `newestHash`), by what template and pod tell of
/// each other. A pod that is being deleted is old.
[[nodiscard]] Currency currencyOf(const Pod &pod, const DaemonSet &set, const QString &newestHash);

} // namespace chartroom
