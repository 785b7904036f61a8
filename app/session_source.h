// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/invocation.h"
#include "core/kube/kubeconfig.h"
#include "core/recording/recording.h"

namespace chartroom {

/// Where a recording is to be looked at: a length of time since its start, or a UTC time (RFC 3339); its end
/// for "". Invalid when the text is neither or lies outside.
[[nodiscard]] Result<std::chrono::milliseconds> playMoment(const QString &text, const Recording &recording);

/// The contexts that the command line means: --context, --all-contexts or the current one, each once. A
/// --context that no context is named is a pattern where it has *, ? or [...]. Errors: Invalid for an unknown
/// or broken one, a pattern that matches none, and one that matches several where one is to be read;
/// Unreachable when there is none.
[[nodiscard]] Result<QList<KubeContext>> chosenContexts(const Invocation &invocation,
                                                        const Kubeconfig &kubeconfig);

} // namespace chartroom
