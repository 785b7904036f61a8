// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kube/http_answer.h"

#include "core/base/visible_text.h"
#include "core/kube/kube_tr.h"
#include "core/kube/server_name.h"
#include "core/kube/server_status.h"

#include <QSslCertificate>
#include <QSslError>
#include <QUrl>

namespace chartroom {

namespace {

QString firstCharacters(const QByteArray &body)
{
    return visibleText(QString::fromUtf8(body.left(1000)).simplified(), false, 200);
}

bool isHtml(const HttpHead &head, const QByteArray &body)
{
    return head.contentType.startsWith("text/html") ||
           body.left(200).trimmed().toLower().startsWith("<!doctype html") ||
           body.left(200).trimmed().toLower().startsWith("<html");
}

} // namespace

HttpHead HttpHead::of(const QNetworkReply &reply)
{
    HttpHead head;
    head.status = reply.attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
    head.contentType = reply.rawHeader("Content-Type").trimmed().toLower();
    head.contentEncoding = reply.rawHeader("Content-Encoding").trimmed().toLower();
    head.retryAfter = reply.rawHeader("Retry-After");
    head.location = reply.rawHeader("Location");
    head.date = httpDate(reply.rawHeader("Date"));
    head.http2 = reply.attribute(QNetworkRequest::Http2WasUsedAttribute).toBool();
    bool isNumber = false;
    const qint64 length = reply.rawHeader("Content-Length").toLongLong(&isNumber);
    head.contentLength = isNumber ? length : -1;
    return head;
}

bool isForeign(const HttpHead &head, const QByteArray &accept)
{
    return head.isSuccess() && accept.contains("json") && !head.contentType.startsWith("application/json");
}

Error foreignError(const HttpHead &head, const QByteArray &body)
{
    return {Error::Code::NotKubernetes,
            KubeTr::tr("This address does not respond as a Kubernetes API (%1): %2")
                .arg(visibleText(QString::fromLatin1(head.contentType), false, 60), firstCharacters(body)),
            {},
            {}};
}

Error refusalError(const HttpHead &head, const QByteArray &body, const QDateTime &now)
{
    if (head.status >= 300 && head.status < 400) {
        const QUrl target(QString::fromUtf8(head.location));
        return {Error::Code::NotKubernetes,
                KubeTr::tr("The server redirects to %1. A Kubernetes API does not, so this was not followed.")
                    .arg(visibleText(target.host().isEmpty() ? target.path() : target.host(), false, 200)),
                {},
                {}};
    }
    if (isHtml(head, body) && head.status >= 400 && head.status < 500 && head.status != 401 &&
        head.status != 429)
        return foreignError(head, body);
    ServerStatus status = readServerStatus(body);
    if (!status.isStatus()) {
        status.message = firstCharacters(body);
        status.json = status.message.toUtf8(); // still the server's own word
    }
    status.code = head.status;
    const auto wait = retryAfter(head.retryAfter, now);
    if (wait.count() > 0)
        status.retryAfterSeconds = int(std::chrono::ceil<std::chrono::seconds>(wait).count());
    return errorFromStatus(status);
}

Error connectionError(QNetworkReply::NetworkError code, const QString &text, const QString &host)
{
    const QString raw = QStringLiteral("QNetworkReply %1: ").arg(int(code)) + visibleText(text, false, 500);
    switch (code) {
    case QNetworkReply::OperationCanceledError:
        return {Error::Code::Cancelled, {}, {}, {}};
    case QNetworkReply::TimeoutError:
        return {Error::Code::Timeout,
                KubeTr::tr("%1 does not respond; check the network or VPN.").arg(host),
                raw,
                {}};
    case QNetworkReply::ConnectionRefusedError:
        return {Error::Code::Unreachable,
                KubeTr::tr("%1 refuses the connection; the API server may be down or restarting.").arg(host),
                raw,
                {}};
    case QNetworkReply::HostNotFoundError:
        return {Error::Code::Unreachable,
                KubeTr::tr("The host name %1 could not be resolved; check the network or VPN.").arg(host),
                raw,
                {}};
    case QNetworkReply::SslHandshakeFailedError:
        return {Error::Code::Tls,
                KubeTr::tr("A secure connection to %1 could not be established.").arg(host),
                raw,
                {}};
    case QNetworkReply::ProxyConnectionRefusedError:
    case QNetworkReply::ProxyConnectionClosedError:
    case QNetworkReply::ProxyNotFoundError:
    case QNetworkReply::ProxyTimeoutError:
    case QNetworkReply::ProxyAuthenticationRequiredError:
    case QNetworkReply::UnknownProxyError:
        return {Error::Code::Unreachable,
                KubeTr::tr("The proxy for %1 refuses the connection.").arg(host),
                raw,
                {}};
    default:
        return {
            Error::Code::Unreachable, KubeTr::tr("The connection to %1 was interrupted.").arg(host), raw, {}};
    }
}

Error certificateError(const QList<QSslError> &errors, const QString &host, const QString &name,
                       const QList<QSslCertificate> &trusted)
{
    QString message = KubeTr::tr("The certificate of %1 is not trusted.").arg(host);
    QStringList raw;
    int rank = 0; // the name and the date say more than a chain that cannot be built
    for (const QSslError &error : errors) {
        raw.append(visibleText(error.errorString(), false, 200));
        const auto take = [&](int weight, const QString &text) {
            if (weight > std::exchange(rank, std::max(rank, weight)))
                message = text;
        };
        const QString until = QLocale().toString(error.certificate().expiryDate(), QLocale::ShortFormat);
        switch (error.error()) {
        case QSslError::CertificateExpired:
            take(4, KubeTr::tr("The certificate of %1 expired on %2; it must be renewed on the cluster.")
                        .arg(host, until));
            break;
        case QSslError::CertificateNotYetValid:
            take(
                4,
                KubeTr::tr("The certificate of %1 is not valid yet; check this computer's clock.").arg(host));
            break;
        case QSslError::HostNameMismatch:
            take(3, nameProblem(error.certificate(), name));
            break;
        case QSslError::UnableToGetIssuerCertificate: // of one that is trusted: Go needs no root above it
            take(2, KubeTr::tr(
                        "The authority that the kubeconfig names for %1 is an intermediate one without its "
                        "root; add the root to certificate-authority, or start Chartroom with "
                        "--transport kubectl.")
                        .arg(host));
            break;
        case QSslError::UnableToGetLocalIssuerCertificate:
        case QSslError::UnableToVerifyFirstCertificate:
        case QSslError::SelfSignedCertificate:
        case QSslError::SelfSignedCertificateInChain:
        case QSslError::CertificateUntrusted:
            // Go stops at whatever is trusted (crypto/x509 verify.go@go1.24 Verify), OpenSSL wants its
            // issuer.
            if (trusted.contains(error.certificate()))
                take(2, KubeTr::tr("The kubeconfig names the own certificate of %1 in place of the authority "
                                   "that issued it; name that authority in certificate-authority, or start "
                                   "Chartroom with --transport kubectl.")
                            .arg(host));
            take(1, KubeTr::tr(
                        "The certificate of %1 was not issued by the authority the kubeconfig names; check "
                        "certificate-authority.")
                        .arg(host));
            break;
        default:
            break;
        }
    }
    return {Error::Code::Tls, message, raw.join(u'\n'), {}};
}

} // namespace chartroom
