// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/session_factory.h"

#include "core/kube/credentials.h"
#include "core/kube/native_transport.h"
#include "core/recording/recorded_transport.h"
#include "core/recording/recording_reader.h"

namespace chartroom {

SessionFactory::SessionFactory(Services services)
    : m_services(services)
{}

Result<std::unique_ptr<ClusterSession>> SessionFactory::forContext(const KubeContext &context) const
{
    if (!context.problem.isEmpty())
        return failure(Error::Code::Invalid, context.problem);
    ClusterSession::Parts parts;
    parts.name = context.name;
    parts.contextNamespace = context.namespaceName;
    parts.rules = m_services.rules;
    parts.clock = m_services.clock;
    parts.signIn =
        std::make_unique<CredentialSource>(context, m_services.runner, m_services.consent, m_services.clock);
    parts.transport = std::make_unique<NativeTransport>(context, parts.signIn.get(), m_services.clock);
    return std::make_unique<ClusterSession>(std::move(parts));
}

Result<std::unique_ptr<ClusterSession>> SessionFactory::forRecording(const QString &file) const
{
    auto recording = loadRecording(file);
    if (!recording)
        return tl::make_unexpected(std::move(recording.error()));
    const std::chrono::milliseconds end = (*recording)->duration();
    return forRecording(std::move(*recording), end);
}

std::unique_ptr<ClusterSession> SessionFactory::forRecording(std::shared_ptr<const Recording> recording,
                                                             std::chrono::milliseconds at) const
{
    auto transport = std::make_unique<RecordedTransport>(std::move(recording));
    transport->seek(at);
    ClusterSession::Parts parts;
    parts.name = transport->recording().header.cluster;
    parts.rules = m_services.rules;
    parts.ownClock = std::make_unique<RecordingClock>(transport.get());
    parts.clock = parts.ownClock.get();
    parts.transport = std::move(transport);
    return std::make_unique<ClusterSession>(std::move(parts));
}

} // namespace chartroom
