// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kube/api_server.h"
#include "core/kube/transport.h"

namespace chartroom {

/// Reads a cluster's API over its own HTTPS connection: HTTP/2 where the server offers it, else HTTP/1.1 with
/// a budget for watches. Everything of the kubeconfig counts: CA, client certificate, token, plugin, proxy,
/// tls-server-name.
class NativeTransport final : public Transport
{
    Q_OBJECT
public:
    /// `source` and `clock` must outlive this.
    NativeTransport(const KubeContext &context, CredentialSource *source, const Clock *clock,
                    QObject *parent = nullptr);
    NativeTransport(const KubeContext &context, CredentialSource *source, const Clock *clock,
                    NativeTiming timing, QObject *parent = nullptr);
    ~NativeTransport() override;

    [[nodiscard]] QFuture<Result<Response>> get(const Request &request) override;
    [[nodiscard]] WatchStream *watch(const Request &request, QObject *parent) override;
    [[nodiscard]] WatchStream *lines(const Request &request, QObject *parent) override;
    [[nodiscard]] std::chrono::milliseconds clockSkew() const override;
    [[nodiscard]] bool isClockKnown() const override;
    /// Whether the last answer came over HTTP/2; nullopt before the first.
    [[nodiscard]] std::optional<bool> http2() const { return m_server->http2(); }

private:
    ApiServer *m_server;
};

} // namespace chartroom
