// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kube/exec_consent.h"
#include "core/kube/kubeconfig.h"
#include "core/process/command_runner.h"
#include "core/recording/recording.h"
#include "core/session/cluster_session.h"

#include <memory>

namespace chartroom {

/// Makes sessions out of contexts and recordings; what window and verbs share. The session owns all that is
/// made for it; the services outlive every session.
class SessionFactory
{
public:
    struct Services
    {
        CommandRunner *runner = nullptr;
        ExecConsent *consent = nullptr;
        const ResponsibilityRules *rules = nullptr;
        const Clock *clock = nullptr;
        QString kubectl{}; ///< absolute path; empty when there is none
        QString helm{};    ///< the same
    };
    /// How a cluster is read: over the program's own connection or through kubectl.
    enum class Access { Native, Kubectl };

    explicit SessionFactory(Services services);

    /// Invalid when the context is broken, NotFound when there is no kubectl to read it through.
    [[nodiscard]] Result<std::unique_ptr<ClusterSession>> forContext(const KubeContext &context,
                                                                     Access access = Access::Native) const;
    /// A recording at a moment since its start.
    [[nodiscard]] std::unique_ptr<ClusterSession> forRecording(std::shared_ptr<const Recording> recording,
                                                               std::chrono::milliseconds at) const;

private:
    Services m_services;
};

} // namespace chartroom
