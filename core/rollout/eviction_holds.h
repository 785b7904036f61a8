// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kube/label_map.h"
#include "core/kube/pod.h"
#include "core/rollout/disruption_budget.h"
#include "core/rollout/driver_policy.h"
#include "core/rollout/node_notes.h"

#include <QStringList>

#include <optional>

namespace chartroom {

/// What a policy lets its driver's rollout do to pods: with `isDrain` by its drain, else by the deletion of
/// pods with GPUs. Points at `claimed`.
[[nodiscard]] EvictionOptions evictionTerms(const DriverPolicy &policy, bool isDrain,
                                            const ClaimedGpus &claimed);

/// What AMD's operator takes of these: the pods that ask for its GPUs, past the filters of a drain. (And its
/// own, and those that mount /dev/dri, of which a Pod here does not tell; ROCm/gpu-operator
/// internal/controllers/upgrademgr.go getPodsToDrainOrDelete, deleteOrDrainPods.)
[[nodiscard]] EvictionOptions amdEvictionTerms(const QList<const Pod *> &pods);

/// What emptying a node by that policy would meet as things are, sentences; `pods` are those on the node.
[[nodiscard]] QStringList evictionHolds(const DriverPolicy &policy, const QList<const Pod *> &pods,
                                        const QList<DisruptionBudget> &budgets, const ClaimedGpus &claimed,
                                        const QDateTime &now);

/// What it loses when its node, which has these labels, is emptied: 0 GPUs where it shares those of another
/// pod, nothing for one that has none.
[[nodiscard]] std::optional<GpuAmount> gpusLost(const Pod &pod, const ClaimedGpus &claimed,
                                                const LabelMap &labels);

} // namespace chartroom
