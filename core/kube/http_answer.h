// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QDateTime>
#include <QNetworkReply>

namespace chartroom {

/// The head of an HTTP answer, as far as it matters here.
struct HttpHead
{
    int status = 0;
    QByteArray contentType;
    QByteArray contentEncoding;
    QByteArray retryAfter;
    QByteArray location;
    qint64 contentLength = -1;
    QDateTime date; ///< UTC, null when absent
    bool http2 = false;

    [[nodiscard]] static HttpHead of(const QNetworkReply &reply);
    [[nodiscard]] bool isSuccess() const { return status >= 200 && status < 300; }
};

/// A 2xx answer that is not JSON though JSON was asked for: a sign-in page, a captive portal (fault 17).
[[nodiscard]] bool isForeign(const HttpHead &head, const QByteArray &accept);
[[nodiscard]] Error foreignError(const HttpHead &head, const QByteArray &body);

/// What an answer outside 2xx means. A redirect is never followed (fault 28); a Status gives its message;
/// HTML is not Kubernetes, except where a proxy reports a 5xx.
[[nodiscard]] Error refusalError(const HttpHead &head, const QByteArray &body, const QDateTime &now);

/// A request that ended without a whole answer.
[[nodiscard]] Error connectionError(QNetworkReply::NetworkError code, const QString &text,
                                    const QString &host);

/// One sentence for what is wrong with the certificate of `host`, which must be for `name` (the same without
/// tls-server-name), by kind; the raw texts are the detail.
[[nodiscard]] Error certificateError(const QList<QSslError> &errors, const QString &host, const QString &name,
                                     const QList<QSslCertificate> &trusted = {});

} // namespace chartroom
