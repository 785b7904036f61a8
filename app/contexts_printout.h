// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/printout.h"
#include "core/kube/kubeconfig.h"

namespace chartroom {

/// The contexts of a kubeconfig; keys context, cluster, server, namespace, user, auth, current, problem.
[[nodiscard]] Printout contextsPrintout(const Kubeconfig &kubeconfig);

/// The word of the contract: clientCertificate, token, tokenFile, basic, exec, none.
[[nodiscard]] QString authText(AuthKind kind);

} // namespace chartroom
