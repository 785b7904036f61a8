// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/kube/credentials.h"
#include "core/kube/transport.h"
#include "core/process/process_runner.h"
#include "tests/support/no_consent.h"

#include <memory>

namespace chartroom::test {

/// A connection to the current context of a kubeconfig, made of the same parts as in the program. No plugin
/// is allowed to run.
class OpenCluster
{
public:
    explicit OpenCluster(const QString &kubeconfig);
    ~OpenCluster();

    /// Why there is no transport; empty when there is.
    [[nodiscard]] const QString &problem() const { return m_problem; }
    [[nodiscard]] Transport *transport() const { return m_transport.get(); }
    [[nodiscard]] const Clock *clock() const { return &m_clock; }

private:
    SystemClock m_clock;
    ProcessRunner m_runner;
    NoConsent m_consent;
    std::unique_ptr<CredentialSource> m_credentials;
    std::unique_ptr<Transport> m_transport;
    QString m_problem;
};

} // namespace chartroom::test
