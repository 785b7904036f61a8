// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/sandbox_session.h"

namespace chartroom::test {

SandboxSession::SandboxSession(const Sandbox &sandbox, SessionFactory::Access access, const As &as)
{
    const Kubeconfig kubeconfig =
        loadKubeconfig({as.kubeconfig.isEmpty() ? sandbox.kubeconfig() : as.kubeconfig}, true);
    const QString name = as.context.isEmpty() ? sandbox.context() : as.context;
    const KubeContext *context = kubeconfig.find(name);
    if (!context)
        qFatal("%s is in no kubeconfig", qPrintable(name));
    const SessionFactory factory(
        {&m_runner, &m_consent, &m_rules, &m_clock, sandbox.text("kubectl"), as.helm});
    auto session = factory.forContext(*context, access);
    if (!session)
        qFatal("%s", qPrintable(session.error().message));
    m_session = std::move(*session);
    m_session->start();
}

} // namespace chartroom::test
