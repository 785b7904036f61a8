// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/open_cluster.h"

#include "core/kube/kubeconfig.h"
#include "core/kube/native_transport.h"

namespace chartroom::test {

OpenCluster::OpenCluster(const QString &kubeconfig)
{
    const Kubeconfig loaded = loadKubeconfig({kubeconfig}, true);
    const KubeContext *context = loaded.find(loaded.currentContext);
    if (!context || !context->problem.isEmpty()) {
        m_problem = !loaded.problems.isEmpty() ? loaded.problems.first().message
                    : context                  ? context->problem
                                               : QStringLiteral("no current context in ") + kubeconfig;
        return;
    }
    m_credentials = std::make_unique<CredentialSource>(*context, &m_runner, &m_consent, &m_clock);
    m_transport = std::make_unique<NativeTransport>(*context, m_credentials.get(), &m_clock);
}

OpenCluster::~OpenCluster() = default;

} // namespace chartroom::test
