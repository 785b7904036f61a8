// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kube/object.h"

#include <QDateTime>

#include <optional>

namespace chartroom {

/// An Event (core/v1) of type Warning.
struct WarningEvent
{
    QString kind; ///< of the object that it is about: Pod, Node, DaemonSet, ...
    QString namespaceName;
    QString name;
    QString reason;
    QString message; ///< as it came
    QDateTime first; ///< UTC
    QDateTime last;  ///< UTC

    /// Nothing for an event of another type, or of no object.
    [[nodiscard]] static std::optional<WarningEvent> read(const KubeObject &object);
};

} // namespace chartroom
