// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/value.h"
#include "core/secrets/value_path.h"

#include <QDateTime>

#include <optional>

namespace chartroom {

/// Who an API server says manages a field (metadata.managedFields,
/// k8s.io/apimachinery pkg/apis/meta/v1/types.go@v0.36 ManagedFieldsEntry).
struct FieldOwner
{
    QString manager;     ///< helm, kubectl-edit, kubectl-patch, gpu-operator, ...
    QString operation;   ///< Apply or Update
    QString subresource; ///< "" for the object itself, else status, scale, ...
    QDateTime time;      ///< UTC: when this manager last changed any of its fields; null when not told

    friend bool operator==(const FieldOwner &, const FieldOwner &) = default;
};

/// The manager that last set what stands at `path` of a live object, by its FieldsV1 sets: f: (field), k:
/// (list element by its keys), v: (element of a set), i: (by position); an empty set below a field means all
/// of it. Nothing when the object names none, as for a field that was taken away. A pure function.
[[nodiscard]] std::optional<FieldOwner> fieldOwner(const Value &object, const ValuePath &path);

/// Who owns a part of an object, and how many steps of the path to it the manager's set names: fewer than all
/// where it owns a list or map as a whole.
struct PartOwner
{
    FieldOwner owner;
    qsizetype depth = 0;
};

/// The manager besides Helm's that owns what stands at `path`, as closely as any; the last one of several.
/// Nothing where only Helm's owns it. Helm's are `helm` and one of that name. A pure function.
[[nodiscard]] std::optional<PartOwner> strangerOn(const Value &object, const ValuePath &path,
                                                  const QString &helm);
/// By helmManager().
[[nodiscard]] std::optional<PartOwner> strangerOn(const Value &object, const ValuePath &path);

/// The manager that Helm's own annotation meta.helm.sh/release-name is booked to; "helm" where none is told.
/// Helm 3 and 4 use the name of their program.
[[nodiscard]] QString helmManager(const Value &object);

/// Who wrote last to the object, or to a part of it; nothing when no manager is told.
[[nodiscard]] std::optional<FieldOwner> lastOwner(const Value &object);

/// The object without metadata.managedFields, for people.
[[nodiscard]] Value withoutManagedFields(const Value &object);

} // namespace chartroom
