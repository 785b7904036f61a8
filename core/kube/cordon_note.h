// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QString>

#include <memory>
#include <string_view>

namespace chartroom {

/// Who wrote a node's spec.unschedulable.
struct CordonNote
{
    QString by; ///< the field manager: kubectl
    /// UTC. The time of an entry of managedFields is that of the last change of any of its fields
    /// (kubernetes/apimachinery pkg/apis/meta/v1/types.go ManagedFieldsEntry), so that it is invalid for an
    /// entry with other fields.
    QDateTime at;
};

/// From a node's managedFields; null where none or several wrote it.
[[nodiscard]] std::shared_ptr<const CordonNote> cordonNote(std::string_view managedFields);

} // namespace chartroom
