// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kube/credentials.h"

namespace chartroom {

/// The policy for plugins in kubectl's preferences (kuberc, kind Preference of kubectl.config.k8s.io,
/// Kubernetes 1.35; k8s.io/kubectl/pkg/config/v1beta1/types.go@v0.36).
struct PluginPolicy
{
    enum class Kind { AllowAll, DenyAll, Allowlist };
    Kind kind = Kind::AllowAll;
    QStringList allowlist; ///< names and absolute paths, as written

    /// Exact match with the command or the program, or the entry resolves to the program.
    [[nodiscard]] bool allows(const ExecRequest &request) const;
};

/// $KUBERC, else ~/.kube/kuberc; "off" and a missing file allow all. Invalid when the file or the policy in
/// it makes no sense: then nothing may run, for a policy may be meant.
[[nodiscard]] Result<PluginPolicy> readPluginPolicy();

/// What would run for this context; NotFound with the kubeconfig's install hint when the command does not
/// exist.
[[nodiscard]] Result<ExecRequest> pluginRequest(const KubeContext &context);

/// The command line, KUBERNETES_EXEC_INFO included (ExecCredential with spec.interactive false, and the
/// cluster when provideClusterInfo is set). `caData` stands for the cluster's CA, read already.
[[nodiscard]] CommandLine pluginCommand(const ExecRequest &request, const KubeContext &context,
                                        const QByteArray &caData);

/// Reads what the plugin printed, JSON or YAML (client-go exec.go@v0.36, refreshCredsLocked). Errors:
/// Damaged; those of readKeyPair.
[[nodiscard]] Result<Credential> readExecCredential(const QByteArray &output, const QString &apiVersion);

} // namespace chartroom
