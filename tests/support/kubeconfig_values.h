// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/value.h"
#include "core/kube/kubeconfig.h"

namespace chartroom::test {

/// The merged kubeconfig as one value: current-context, and each context with all it refers to. Paths are cut
/// to their last part, because kubectl prints them as written.
[[nodiscard]] Value valueOf(const Kubeconfig &config);

/// The same from what `kubectl config view --raw -o json` printed.
[[nodiscard]] Value valueOfView(const Value &view);

} // namespace chartroom::test
