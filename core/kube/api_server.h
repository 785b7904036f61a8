// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/kube/connection_pool.h"
#include "core/kube/credentials.h"
#include "core/kube/http_answer.h"
#include "core/kube/kubeconfig.h"
#include "core/kube/transport.h"

#include <QNetworkRequest>
#include <QSslConfiguration>

namespace chartroom {

/// How the native transport waits. Tests shorten it.
struct NativeTiming
{
    /// Over HTTP/1.1 a watch has a socket of its own, which a probe says nothing about; a silence this long
    /// makes the Reflector open the next one (fault 7).
    std::chrono::milliseconds http1WatchIdle{std::chrono::seconds(20)};
    /// A request without an answer after this long, over an HTTP/2 connection that answered others before, is
    /// sent again over a new one: the server may have left the old (GOAWAY), which Qt 6.4.2 does not tell.
    std::chrono::milliseconds resendAfter{std::chrono::seconds(3)};
    /// A request given up after this long without a byte makes its connection suspect.
    std::chrono::milliseconds suspectAfter{std::chrono::seconds(5)};
    /// A rejected sign-in is not renewed more often.
    std::chrono::milliseconds renewEvery{std::chrono::seconds(30)};
};

/// One API server: its address, how to trust it, who asks, the connections, and its clock. Shared by all
/// requests of a NativeTransport and owned by it.
class ApiServer : public QObject
{
    Q_OBJECT
public:
    enum class Use { Get, Watch, Lines };

    ApiServer(KubeContext context, CredentialSource *source, const Clock *clock, NativeTiming timing,
              QObject *parent);

    /// Why no request can be sent to that context's server this way; Unsupported where kubectl could.
    [[nodiscard]] static std::optional<Error> obstacle(const KubeContext &context);

    [[nodiscard]] QFuture<Result<Credential>> credential() { return m_source->credential(); }
    /// The request as it goes out. Errors: of the proxy, the CA and the client certificate; Invalid for a
    /// header that cannot be sent.
    [[nodiscard]] Result<QNetworkRequest> prepare(const Request &request, const Credential &credential,
                                                  Use use);
    /// After a 401 for a credential of that generation. False when it was renewed too recently to try again
    /// (fault 29): then the 401 stands.
    [[nodiscard]] bool renewCredential(quint64 generation);
    [[nodiscard]] quint64 generation() const { return m_generation; }
    /// What the server refused, with the reason in front when the client certificate has expired.
    [[nodiscard]] Error explained(Error refusal) const;
    /// Whether the name in the server's certificate counts: over TLS, without insecure-skip-tls-verify.
    [[nodiscard]] bool verifiesName() const;
    /// Ends every request when the certificate is not for the server; false then.
    [[nodiscard]] bool accepts(const QSslCertificate &certificate);
    /// The name or address that its certificate must have.
    [[nodiscard]] QString verifiedName() const;
    /// The certificate was refused: the CA file may have changed since.
    void forgetTls();
    void sawHead(const HttpHead &head, const ConnectionPool::Connection &connection);

    [[nodiscard]] ConnectionPool &connections() { return m_connections; }
    [[nodiscard]] const NativeTiming &timing() const { return m_timing; }
    [[nodiscard]] const Clock *clock() const { return m_clock; }
    [[nodiscard]] std::optional<bool> http2() const { return m_connections.http2(); }
    [[nodiscard]] QString host() const { return m_base.host(); }
    [[nodiscard]] std::chrono::milliseconds skew() const
    {
        return m_skew.value_or(std::chrono::milliseconds(0));
    }
    [[nodiscard]] bool isClockKnown() const { return m_skew.has_value(); }

Q_SIGNALS:
    /// No request may go on: the server is another one than the kubeconfig names.
    void refused(const chartroom::Error &error);

private:
    [[nodiscard]] Result<void> readTls(const Credential &credential);
    void impersonate(QNetworkRequest &request) const;

    KubeContext m_context;
    CredentialSource *m_source;
    const Clock *m_clock;
    NativeTiming m_timing;
    QUrl m_base;
    bool m_compress = true;
    std::optional<Error> m_unusable; ///< no request can be made at all
    std::optional<QSslConfiguration> m_tls;
    QList<QSslCertificate> m_tlsChain;
    ConnectionPool m_connections;
    quint64 m_generation = 0;
    std::optional<std::chrono::milliseconds> m_renewedAt;
    std::optional<std::chrono::milliseconds> m_skew; ///< once an answer had a Date header
};

} // namespace chartroom
