// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kube/server_status.h"

#include "core/base/moments.h"
#include "core/base/visible_text.h"
#include "core/kube/kube_tr.h"

#include <QLocale>

#include <simdjson.h>

namespace chartroom {

namespace {

constexpr qsizetype keptBytes = 16 * 1024;

QString stringAt(const simdjson::dom::object &object, std::string_view key)
{
    std::string_view text;
    if (object[key].get_string().get(text))
        return {};
    return QString::fromUtf8(text.data(), qsizetype(text.size()));
}

Error::Code codeFor(int status)
{
    switch (status) {
    case 400:
    case 405:
    case 406:
    case 422:
        return Error::Code::Invalid;
    case 401:
        return Error::Code::Unauthorized;
    case 403:
        return Error::Code::Forbidden;
    case 404:
        return Error::Code::NotFound;
    case 410:
        return Error::Code::Gone;
    case 429:
        return Error::Code::Throttled;
    default:
        return status >= 500 ? Error::Code::Server : Error::Code::NotKubernetes;
    }
}

QString sentence(Error::Code code, int status, const QString &said)
{
    switch (code) {
    case Error::Code::Unauthorized:
        return KubeTr::tr("The cluster did not accept the sign-in. Sign in again, then retry.");
    case Error::Code::Forbidden:
        return KubeTr::tr("The cluster does not allow this: %1").arg(said);
    case Error::Code::NotFound:
        return KubeTr::tr("The cluster does not have this resource: %1").arg(said);
    case Error::Code::Gone:
        return KubeTr::tr("The cluster no longer has the requested state; the list is read again.");
    case Error::Code::Throttled:
        return KubeTr::tr("The API server is busy and asks to wait.");
    case Error::Code::Invalid:
        return KubeTr::tr("The API server refused the request: %1").arg(said);
    case Error::Code::NotKubernetes:
        return KubeTr::tr(
                   "The server responded with HTTP status %1, which is not valid for a Kubernetes API here.")
            .arg(status);
    default:
        return KubeTr::tr("The API server failed with HTTP status %1: %2").arg(status).arg(said);
    }
}

} // namespace

ServerStatus readServerStatus(const QByteArray &json)
{
    ServerStatus status;
    status.json = json.left(keptBytes);
    simdjson::dom::parser parser;
    simdjson::dom::object root;
    if (parser.parse(json.constData(), size_t(json.size())).get_object().get(root))
        return status;
    if (stringAt(root, "kind") != u"Status")
        return status;
    int64_t number = 0;
    if (!root["code"].get_int64().get(number))
        status.code = int(std::clamp<int64_t>(number, 0, 999));
    status.reason = stringAt(root, "reason");
    status.message = stringAt(root, "message");
    if (!root["details"]["retryAfterSeconds"].get_int64().get(number))
        status.retryAfterSeconds = int(std::clamp<int64_t>(number, 0, 86400));
    return status;
}

Error errorFromStatus(const ServerStatus &status)
{
    Error error;
    error.code = codeFor(status.code);
    if (status.reason == u"Expired" || status.reason == u"Gone")
        error.code = Error::Code::Gone;
    if (status.code == 503 && status.retryAfterSeconds > 0)
        error.code = Error::Code::Throttled;
    const QString said = visibleText(status.message.isEmpty() ? status.reason : status.message, false, 500);
    error.message = sentence(error.code, status.code, said);
    error.detail = QString::fromUtf8(status.json);
    if (error.code == Error::Code::Throttled)
        error.retryAfter = std::chrono::seconds(status.retryAfterSeconds);
    return error;
}

QString inconsistentContinue(const Error &error)
{
    if (error.code != Error::Code::Gone)
        return {};
    const QByteArray json = error.detail.toUtf8();
    simdjson::dom::parser parser;
    std::string_view token;
    if (parser.parse(json.constData(), size_t(json.size()))["metadata"]["continue"].get_string().get(token))
        return {};
    return QString::fromUtf8(token.data(), qsizetype(token.size()));
}

bool isTooLargeResourceVersion(const Error &error)
{
    return error.message.contains(u"Too large resource version") ||
           error.detail.contains(u"Too large resource version");
}

std::chrono::milliseconds retryAfter(const QByteArray &header, const QDateTime &now)
{
    bool isNumber = false;
    const qlonglong seconds = header.trimmed().toLongLong(&isNumber);
    if (isNumber)
        return std::chrono::seconds(std::clamp<qlonglong>(seconds, 0, 86400));
    const QDateTime until = httpDate(header);
    if (!until.isValid())
        return {};
    return std::clamp<std::chrono::milliseconds>(timeBetween(now, until), std::chrono::milliseconds(0),
                                                 std::chrono::hours(24));
}

QDateTime httpDate(const QByteArray &header)
{
    QDateTime date = QLocale::c().toDateTime(QString::fromLatin1(header.trimmed()),
                                             QStringLiteral("ddd, dd MMM yyyy HH:mm:ss 'GMT'"));
    date.setTimeSpec(Qt::UTC);
    return date;
}

} // namespace chartroom
