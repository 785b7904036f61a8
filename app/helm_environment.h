// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/invocation.h"

namespace chartroom {

/// Takes what the command line leaves open from HELM_KUBECONTEXT and HELM_NAMESPACE, as helm does
/// (helm/helm pkg/cli/environment.go, New): the context of every verb that connects, the namespace of
/// `list` and of a release that is named without one. Verbs about a whole cluster stay about all of it.
void takeHelmEnvironment(Invocation &invocation);

} // namespace chartroom
