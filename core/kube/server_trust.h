// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QSslCertificate>
#include <QSslError>

class QNetworkRequest;

namespace chartroom {

/// Whether a certificate is for that host, as for Go's crypto/x509 (verify.go@go1.24, VerifyHostname), which
/// kubectl and Helm follow: only Subject Alternative Names count, an IP address only as one of the kind IP,
/// and a wildcard only as the whole first label. Qt accepts the Common Name, and an address as a DNS name.
[[nodiscard]] bool isCertificateFor(const QSslCertificate &certificate, const QString &host);

/// Makes Qt ask before it trusts any server: prepare() lets every certificate fail Qt's check of the name, so
/// the reply emits sslErrors() in each handshake, before the request is sent. Where objections() finds none,
/// the receiver ignores exactly these errors; they contain the server's certificate, so a later connection
/// with another certificate asks again.
class ServerTrust
{
public:
    ServerTrust() = default;
    /// `host` is the name or address the certificate must have; `authorities` are those of the configuration.
    ServerTrust(QString host, QList<QSslCertificate> authorities);

    /// After the request has its TLS configuration.
    void prepare(QNetworkRequest &request) const;
    /// The errors for which the server must be refused. None when all that is missing is the issuer of a
    /// certificate that is itself one of the authorities: Go trusts those without a root above them.
    [[nodiscard]] QList<QSslError> objections(const QList<QSslError> &errors) const;

private:
    QString m_host;
    QList<QSslCertificate> m_authorities;
};

} // namespace chartroom
