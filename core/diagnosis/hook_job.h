// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kube/object.h"

#include <QDateTime>

#include <optional>

namespace chartroom {

/// What the Job (batch/v1) of a hook says.
struct HookJob
{
    QString namespaceName;
    QString name;
    int active = 0;
    int ready = 0; ///< of the active ones
    int failed = 0;
    int succeeded = 0;
    bool isFailed = false;
    bool isComplete = false;
    bool isSuspended = false; ///< by a person or a queue such as Kueue's: it creates no pod
    QString queue;            ///< of Kueue, label kueue.x-k8s.io/queue-name; "" without one
    QDateTime created;        ///< UTC
    QString words; ///< of the condition that ended or suspended it: "Failed=True, BackoffLimitExceeded: ...";
                   ///< as it came
    QDateTime ended; ///< UTC, of that condition

    /// Conditions Failed and Complete that are True end it (kubernetes/api batch/v1/types.go
    /// JobConditionType).
    [[nodiscard]] static std::optional<HookJob> read(const KubeObject &object);
};

} // namespace chartroom
