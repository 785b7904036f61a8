// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kube/server_name.h"

#include "core/kube/kube_tr.h"

#include <QHostAddress>
#include <QRegularExpression>
#include <QSslCertificate>
#include <QUrl>

#include <algorithm>

namespace chartroom {

namespace {

QHostAddress addressOf(const QString &host)
{
    return QHostAddress(host.startsWith(u'[') && host.endsWith(u']') ? host.mid(1, host.size() - 2) : host);
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

} // namespace

bool isCertificateFor(const QSslCertificate &certificate, const QString &host)
{
    const auto names = certificate.subjectAlternativeNames();
    if (const QHostAddress address = addressOf(host); !address.isNull()) {
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

QString nameProblem(const QSslCertificate &certificate, const QString &host)
{
    const auto names = certificate.subjectAlternativeNames();
    if (!certificate.isNull() && names.isEmpty())
        return KubeTr::tr("The certificate of %1 has only the legacy Common Name, which kubectl does not "
                          "accept either; renew it with Subject Alternative Names (SANs).")
            .arg(host);
    if (!addressOf(host).isNull() && !certificate.isNull() && !names.contains(QSsl::IpAddressEntry))
        return KubeTr::tr("The certificate of %1 contains no IP address; use a host name that it contains as "
                          "the server's address or tls-server-name, or renew it with an IP SAN.")
            .arg(host);
    return KubeTr::tr("The certificate is not for %1; correct the server's address or tls-server-name.")
        .arg(host);
}

} // namespace chartroom
