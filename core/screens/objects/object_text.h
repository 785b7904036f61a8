// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/screens/objects/object_description.h"

namespace chartroom {

/// The description as `kubectl describe` would print it, conditions and events first; ages count from `now`
/// (UTC). A part that could not be read, and one of which there is nothing, is a sentence. Masked as the
/// description is, not made visible yet.
[[nodiscard]] QString objectText(const ObjectDescription &description, const QDateTime &now);

/// "DaemonSet gpu-operator/nvidia-driver-daemonset", safe to show.
[[nodiscard]] QString objectTitle(const ObjectRef &object);

} // namespace chartroom
