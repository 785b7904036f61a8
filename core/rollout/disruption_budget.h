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

    [[nodiscard]] static Result<DisruptionBudget> read(const KubeObject &object);
    [[nodiscard]] bool selects(const Pod &pod) const;
    /// Whether the API server refuses to evict the pod now: not one that is Pending or on its way out, nor
    /// one that is not ready while enough others are (kubernetes pkg/registry/core/pod/storage/eviction.go).
    [[nodiscard]] bool keeps(const Pod &pod) const;
    [[nodiscard]] QString fullName() const { return namespaceName + u'/' + name; }

    friend bool operator==(const DisruptionBudget &, const DisruptionBudget &) = default;
};

using DisruptionBudgetStore = ObjectStore<DisruptionBudget>;

} // namespace chartroom
