// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/masked.h"
#include "core/base/result.h"
#include "core/kube/exec_consent.h"
#include "core/kube/kubeconfig.h"
#include "core/process/command_runner.h"

#include <QDateTime>
#include <QFuture>
#include <QObject>
#include <QSslCertificate>
#include <QSslConfiguration>
#include <QSslKey>

#include <memory>
#include <optional>

namespace chartroom {

/// What a request carries to say who asks.
struct Credential
{
    Masked authorization; ///< value of the Authorization header, "Bearer ..." or "Basic ..."; empty for none
    QList<QSslCertificate> certificateChain;
    QSslKey key;
    QDateTime expires; ///< UTC; null when unknown
};

/// Signs in to one context, with client-go's order: a token file or token, else basic, else the id-token of
/// an oidc auth-provider, and a client certificate beside them; an exec plugin only when none of these is set
/// (plugin/pkg/client/auth/exec/exec.go@v0.36, UpdateTransportConfig). A server without TLS gets no
/// credentials. A token file is read again after a minute; a plugin runs again when its credential expires or
/// after invalidate(), once for all who wait, and never more often than every 5 s. Nothing is kept on disk.
class CredentialSource final : public QObject
{
    Q_OBJECT
public:
    /// `runner`, `consent` and `clock` must outlive this.
    CredentialSource(KubeContext context, CommandRunner *runner, const ExecConsent *consent,
                     const Clock *clock, QObject *parent = nullptr);
    ~CredentialSource() override;

    /// Errors: Invalid (the context cannot sign in; keys that do not fit; a token that no header can carry),
    /// NeedsConsent (see pendingConsent), Process, Timeout, TooLarge, NotFound and Damaged from the plugin,
    /// File, Unauthorized (an id-token has expired), Unsupported (the same, and kubectl can renew it).
    [[nodiscard]] QFuture<Result<Credential>> credential();
    /// After a 401: the next credential() runs the plugin again, or reads the files again.
    void invalidate();
    /// Whether the context's plugin may run, for kubectl, which runs it by itself: NeedsConsent (see
    /// pendingConsent), Forbidden, Unsupported, Invalid, File. Nothing to allow without a plugin.
    [[nodiscard]] Result<void> permission();
    /// What a person has to allow before credential() can run it; set after NeedsConsent.
    [[nodiscard]] std::optional<ExecRequest> pendingConsent() const;

private:
    struct Private;
    std::unique_ptr<Private> d;
};

/// TLS as the kubeconfig wants it: at least 1.2; its CA (data before file) replaces the system's roots; the
/// peer is verified unless insecure-skip-tls-verify is set; the client certificate when there is one.
/// `tls-server-name` is the caller's: QNetworkRequest::setPeerVerifyName. Errors: File, Invalid.
[[nodiscard]] Result<QSslConfiguration> tlsConfiguration(const ClusterEntry &cluster,
                                                         const Credential &credential = {});

/// The certificates of a PEM bundle that can be read (Go crypto/x509 AppendCertsFromPEM): the others are left
/// out, as are blocks with headers.
[[nodiscard]] QList<QSslCertificate> trustedCertificates(const QByteArray &pem);

/// When the first certificate expires, UTC; null when there is none.
[[nodiscard]] QDateTime certificateEnd(const QByteArray &pem);

/// A client certificate with its key from PEM. Names what is wrong: no certificate, an encrypted key, a key
/// of an unsupported kind, a key that does not fit the certificate. One that has expired is used, as by
/// kubectl: whether it counts is the server's business. Invalid or Unsupported.
[[nodiscard]] Result<Credential> readKeyPair(const QByteArray &certificatePem, const Masked &keyPem);

} // namespace chartroom
