// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/helm_environment.h"

namespace chartroom {

void takeHelmEnvironment(Invocation &invocation)
{
    const bool isRecording = !invocation.recording.isEmpty() || !invocation.file.isEmpty();
    if (isRecording && invocation.verb != VerbName::Record)
        return;
    const QString context = qEnvironmentVariable("HELM_KUBECONTEXT");
    if (!context.isEmpty() && invocation.contexts.isEmpty() && !invocation.allContexts)
        invocation.contexts = {context};
    const bool isOfRelease = !invocation.release.isEmpty() && !invocation.release.contains(u'/');
    const bool isOfOperation = invocation.verb == VerbName::Recover;
    if (invocation.namespaceName.isEmpty() && !invocation.allNamespaces && !isOfOperation &&
        (isOfRelease || invocation.verb == VerbName::List))
        invocation.namespaceName = qEnvironmentVariable("HELM_NAMESPACE");
}

} // namespace chartroom
