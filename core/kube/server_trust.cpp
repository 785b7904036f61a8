// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kube/server_trust.h"

#include <QDateTime>
#include <QHostAddress>
#include <QNetworkRequest>
#include <QRegularExpression>
#include <QSslConfiguration>
#include <QUrl>
#include <QUuid>

#include <algorithm>

namespace chartroom {

namespace {

QString withoutBrackets(const QString &host)
{
    return host.startsWith(u'[') && host.endsWith(u']') ? host.mid(1, host.size() - 2) : host;
}

/// Lower case, without a final dot.
QByteArray plainName(const QString &host)
{
    const QByteArray ace = QUrl::toAce(host);
    QByteArray name = (ace.isEmpty() ? host.toUtf8() : ace).toLower();
    if (name.endsWith('.'))
        name.chop(1);
    return name;
}

bool isHostName(const QByteArray &name)
{
    static const QRegularExpression labels(
        QStringLiteral("\\A[a-z0-9_][-a-z0-9_]*(\\.[a-z0-9_][-a-z0-9_]*)*\\z"));
    return labels.match(QString::fromLatin1(name)).hasMatch();
}

bool isMatch(const QByteArray &pattern, const QByteArray &name)
{
    if (pattern.startsWith("*.") && isHostName(name))
        return name.contains('.') && name.mid(name.indexOf('.')) == pattern.mid(1);
    return !name.isEmpty() && pattern == name;
}

bool isInDate(const QSslCertificate &certificate)
{
    const QDateTime now = QDateTime::currentDateTimeUtc();
    return certificate.effectiveDate() <= now && now <= certificate.expiryDate();
}

bool isAboutIssuer(QSslError::SslError error)
{
    return error == QSslError::UnableToGetIssuerCertificate ||
           error == QSslError::UnableToGetLocalIssuerCertificate ||
           error == QSslError::UnableToVerifyFirstCertificate ||
           error == QSslError::SelfSignedCertificateInChain || error == QSslError::CertificateUntrusted;
}

} // namespace

bool isCertificateFor(const QSslCertificate &certificate, const QString &host)
{
    const auto names = certificate.subjectAlternativeNames();
    if (const QHostAddress address(withoutBrackets(host)); !address.isNull()) {
        const QStringList addresses = names.values(QSsl::IpAddressEntry);
        return std::any_of(addresses.cbegin(), addresses.cend(), [&](const QString &each) {
            return QHostAddress(each).isEqual(address, QHostAddress::ConvertV4MappedToIPv4);
        });
    }
    const QByteArray name = plainName(host);
    const QStringList patterns = names.values(QSsl::DnsEntry);
    return std::any_of(patterns.cbegin(), patterns.cend(),
                       [&](const QString &pattern) { return isMatch(pattern.toUtf8().toLower(), name); });
}

ServerTrust::ServerTrust(QString host, QList<QSslCertificate> authorities)
    : m_host(std::move(host))
    , m_authorities(std::move(authorities))
{}

void ServerTrust::prepare(QNetworkRequest &request) const
{
    const bool isAddress = !QHostAddress(withoutBrackets(m_host)).isNull();
    if (!isAddress && !QUrl::toAce(m_host).isEmpty()) {
        // No certificate names it with the dot, which Qt leaves out of the name that it tells the server.
        request.setPeerVerifyName(QString::fromLatin1(plainName(m_host)) + u'.');
        return;
    }
    static const QString nobody = QUuid::createUuid().toString(QUuid::WithoutBraces);
    QSslConfiguration configuration = request.sslConfiguration();
    configuration.setSslOption(QSsl::SslOptionDisableServerNameIndication, true);
    request.setSslConfiguration(configuration);
    request.setPeerVerifyName(nobody);
}

QList<QSslError> ServerTrust::objections(const QList<QSslError> &errors) const
{
    const auto named = std::find_if(errors.cbegin(), errors.cend(), [](const QSslError &error) {
        return error.error() == QSslError::HostNameMismatch;
    });
    if (named == errors.cend())
        return errors;
    const QSslCertificate server = named->certificate();
    const bool isNamed = isCertificateFor(server, m_host);
    const bool isAuthority = m_authorities.contains(server) && isInDate(server);
    QList<QSslError> left = errors;
    left.removeIf([&](const QSslError &error) {
        return error.error() == QSslError::HostNameMismatch ? isNamed
                                                            : isAuthority && isAboutIssuer(error.error());
    });
    return left;
}

} // namespace chartroom
