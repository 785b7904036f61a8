// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/value.h"
#include "core/kube/object_store.h"
#include "core/kube/pod.h"

namespace chartroom {

/// What a rollout needs of a PodDisruptionBudget (policy/v1).
struct DisruptionBudget
{
    QString uid;
    QString namespaceName;
    QString name;
    Value selector; ///< LabelSelector; null selects nothing, an empty map selects all (policy/v1)
    int allowed = 0;
    int healthy = 0;
    int desired = 0;
    int expected = 0;
    bool sparesUnready = true; ///< false: unhealthyPodEvictionPolicy AlwaysAllow
    bool isBehind = false;     ///< its controller has not seen its newest generation
    QString problem;           ///< why its controller cannot evaluate it (reason SyncFailed); "" when it can

    [[nodiscard]] static Result<DisruptionBudget> read(const KubeObject &object);
    /// Whether the API server refuses to evict a pod that this budget alone selects: not one that is not
    /// ready while enough others are.
    [[nodiscard]] bool keeps(const Pod &pod) const;
    [[nodiscard]] QString fullName() const { return namespaceName + u'/' + name; }

    friend bool operator==(const DisruptionBudget &, const DisruptionBudget &) = default;
};

/// Those that the API server asks before it evicts the pod, sorted by name. None for a pod that is Pending,
/// has ended or is being deleted. With more than one it refuses for good, whatever they allow (kubernetes
/// pkg/registry/core/pod/storage/eviction.go canIgnorePDB, Create@v1.36.3).
[[nodiscard]] QList<const DisruptionBudget *> budgetsOver(const Pod &pod,
                                                          const QList<DisruptionBudget> &budgets);

using DisruptionBudgetStore = ObjectStore<DisruptionBudget>;

} // namespace chartroom
