// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/process/process_runner.h"
#include "core/rollout/rollout_store.h"
#include "core/session/session_factory.h"
#include "tests/integration/sandbox.h"
#include "tests/support/bundled_rules.h"
#include "tests/support/no_consent.h"

namespace chartroom::test {

/// A session on the sandbox's cluster, started, and what it stands on.
class SandboxSession
{
public:
    /// Who connects, where it is not the sandbox's admin, and the helm that is on the machine.
    struct As
    {
        QString kubeconfig{}; ///< "": that of the sandbox
        QString context{};
        QString helm{}; ///< "": there is none
    };
    /// Ends the test program when the kubeconfig does not hold the context.
    explicit SandboxSession(const Sandbox &sandbox,
                            SessionFactory::Access access = SessionFactory::Access::Native)
        : SandboxSession(sandbox, access, As())
    {}
    SandboxSession(const Sandbox &sandbox, SessionFactory::Access access, const As &as);

    [[nodiscard]] ClusterSession *operator->() const { return m_session.get(); }
    [[nodiscard]] ClusterSession *get() const { return m_session.get(); }

private:
    SystemClock m_clock;
    ProcessRunner m_runner;
    NoConsent m_consent;
    const ResponsibilityRules m_rules = bundledRules();
    std::unique_ptr<ClusterSession> m_session;
};

} // namespace chartroom::test
