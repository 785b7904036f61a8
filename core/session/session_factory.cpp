// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/session_factory.h"

#include "core/kube/credentials.h"
#include "core/kube/kubectl_transport.h"
#include "core/kube/native_transport.h"
#include "core/recording/recorded_transport.h"
#include "core/rollout/recorded_history.h"
#include "core/session/session_tr.h"

namespace chartroom {

SessionFactory::SessionFactory(Services services)
    : m_services(std::move(services))
{}

Result<std::unique_ptr<ClusterSession>> SessionFactory::forContext(const KubeContext &context,
                                                                   Access access) const
{
    if (!context.problem.isEmpty())
        return failure(Error::Code::Invalid, context.problem);
    if (access == Access::Kubectl && m_services.kubectl.isEmpty())
        return failure(Error::Code::NotFound,
                       SessionTr::tr("kubectl is not installed on this machine. Install it, add it to $PATH, "
                                     "or use the built-in connection."));
    ClusterSession::Parts parts;
    parts.name = context.name;
    parts.contextNamespace = context.namespaceName;
    parts.server = context.clusterEntry.hostAndPort();
    parts.rules = m_services.rules;
    parts.clock = m_services.clock;
    parts.signIn =
        std::make_unique<CredentialSource>(context, m_services.runner, m_services.consent, m_services.clock);
    parts.helm =
        std::make_unique<HelmClient>(m_services.helm, HelmClient::Access{context.files, context.name},
                                     m_services.runner, parts.signIn.get());
    parts.kubectl = std::make_unique<KubectlClient>(m_services.kubectl, context.files, context.name,
                                                    m_services.runner, parts.signIn.get());
    const auto obstacle = ApiServer::obstacle(context);
    const bool onlyKubectlCan =
        obstacle && obstacle->code == Error::Code::Unsupported && !m_services.kubectl.isEmpty();
    if (onlyKubectlCan && access == Access::Native)
        parts.notices.append(
            SessionTr::tr(
                "%1 is read with kubectl: the built-in connection does not support its proxy or its groups.")
                .arg(context.name));
    if (access == Access::Kubectl || onlyKubectlCan)
        parts.transport =
            std::make_unique<KubectlTransport>(m_services.kubectl, context.files, context.name,
                                               m_services.runner, m_services.clock, parts.signIn.get());
    else
        parts.transport = std::make_unique<NativeTransport>(context, parts.signIn.get(), m_services.clock);
    return std::make_unique<ClusterSession>(std::move(parts));
}

std::unique_ptr<ClusterSession> SessionFactory::forRecording(std::shared_ptr<const Recording> recording,
                                                             std::chrono::milliseconds at) const
{
    auto transport = std::make_unique<RecordedTransport>(recording);
    transport->seek(at);
    ClusterSession::Parts parts;
    parts.name = transport->recording().header.cluster;
    parts.notices = transport->recording().notices;
    parts.rules = m_services.rules;
    parts.ownClock = std::make_unique<RecordingClock>(transport.get());
    parts.clock = parts.ownClock.get();
    parts.past = std::make_unique<RecordedHistory>(std::move(recording), transport.get());
    parts.transport = std::move(transport);
    return std::make_unique<ClusterSession>(std::move(parts));
}

} // namespace chartroom
