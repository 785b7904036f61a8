// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kube/native_transport.h"

#include "core/kube/native_get.h"
#include "core/kube/native_watch.h"

namespace chartroom {

NativeTransport::NativeTransport(const KubeContext &context, CredentialSource *source, const Clock *clock,
                                 QObject *parent)
    : NativeTransport(context, source, clock, NativeTiming(), parent)
{}

NativeTransport::NativeTransport(const KubeContext &context, CredentialSource *source, const Clock *clock,
                                 NativeTiming timing, QObject *parent)
    : Transport(parent)
    , m_server(new ApiServer(context, source, clock, timing, this))
{}

NativeTransport::~NativeTransport() = default;

QFuture<Result<Response>> NativeTransport::get(const Request &request)
{
    return (new NativeGet(m_server, request))->start();
}

WatchStream *NativeTransport::watch(const Request &request, QObject *parent)
{
    return new NativeWatch(m_server, request, ApiServer::Use::Watch, parent);
}

WatchStream *NativeTransport::lines(const Request &request, QObject *parent)
{
    return new NativeWatch(m_server, request, ApiServer::Use::Lines, parent);
}

std::chrono::milliseconds NativeTransport::clockSkew() const
{
    return m_server->skew();
}

bool NativeTransport::isClockKnown() const
{
    return m_server->isClockKnown();
}

} // namespace chartroom
