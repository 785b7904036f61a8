// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/secrets/value_change.h"

namespace chartroom {

/// Whether the Kubernetes project defines this API group, so that its API server knows the defaults.
[[nodiscard]] bool isBuiltInGroup(const QString &group);

/// The object as an API server would hold it, less what only the server writes: without status, uid and the
/// like, with the server's defaults where a field of a built-in kind is left out, without empty fields, a
/// Secret's stringData as data, the namespace filled in. Two objects that mean the same become equal.
[[nodiscard]] Value quietObject(const Value &object, const QString &releaseNamespace);

/// Whether a change between two quiet objects says nothing: a field that a server or controller assigns
/// (clusterIP, nodePort) is on one side only, or a quantity is written another way.
[[nodiscard]] bool isQuietChange(const QString &kind, const ValueChange &change);

} // namespace chartroom
