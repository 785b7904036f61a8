// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/one_line.h"
#include "core/base/visible_text.h"
#include "core/kube/kubectl_transport.h"
#include "core/kube/server_status.h"

#include <QHash>
#include <QRegularExpression>

#include <simdjson.h>

namespace chartroom {

namespace {

/// k8s.io/apimachinery pkg/apis/meta/v1/types.go@v0.36 StatusReason, with the HTTP status each stands for.
int statusOf(const QString &reason)
{
    static const QHash<QString, int> statuses{
        {QStringLiteral("BadRequest"), 400},
        {QStringLiteral("Unauthorized"), 401},
        {QStringLiteral("Forbidden"), 403},
        {QStringLiteral("NotFound"), 404},
        {QStringLiteral("MethodNotAllowed"), 405},
        {QStringLiteral("NotAcceptable"), 406},
        {QStringLiteral("Gone"), 410},
        {QStringLiteral("Expired"), 410},
        {QStringLiteral("Invalid"), 422},
        {QStringLiteral("TooManyRequests"), 429},
        {QStringLiteral("InternalError"), 500},
        {QStringLiteral("ServiceUnavailable"), 503},
        {QStringLiteral("Timeout"), 504},
        {QStringLiteral("ServerTimeout"), 500},
    };
    return statuses.value(reason, 500);
}

Error::Code localCode(const QString &text)
{
    const auto says = [&text](QLatin1String words) { return text.contains(words, Qt::CaseInsensitive); };
    if (says(QLatin1String("x509:")) || says(QLatin1String("tls:")))
        return Error::Code::Tls;
    if (says(QLatin1String("must be logged in")) || says(QLatin1String("Unauthorized")) ||
        says(QLatin1String("getting credentials")))
        return Error::Code::Unauthorized;
    if (says(QLatin1String("forbidden")))
        return Error::Code::Forbidden;
    if (says(QLatin1String("could not find the requested resource")) || says(QLatin1String("page not found")))
        return Error::Code::NotFound;
    if (says(QLatin1String("i/o timeout")) || says(QLatin1String("deadline exceeded")))
        return Error::Code::Timeout;
    if (says(QLatin1String("does not exist")) || says(QLatin1String("invalid configuration")))
        return Error::Code::Invalid;
    return Error::Code::Unreachable;
}

constexpr qsizetype longestReason = 400;

} // namespace

Error kubectlError(const QByteArray &standardError)
{
    const QString text = visibleText(QString::fromUtf8(standardError).trimmed(), true, 4096);
    static const QRegularExpression fromServer(QStringLiteral("^Error from server \\((\\w+)\\): (.*)$"),
                                               QRegularExpression::MultilineOption);
    if (const auto match = fromServer.match(text); match.hasMatch()) {
        ServerStatus status;
        status.reason = match.captured(1);
        status.message = match.captured(2);
        status.code = statusOf(status.reason);
        Error error = errorFromStatus(status);
        error.detail = text;
        return error;
    }
    static const QRegularExpression logLine(QStringLiteral("^[EWI]\\d{4} .*$\n?"),
                                            QRegularExpression::MultilineOption);
    return {localCode(text),
            KubectlTransport::tr("kubectl could not read the cluster: %1")
                .arg(oneLine(QString(text).remove(logLine), longestReason)),
            text,
            {}};
}

QByteArray listMetadata(const QByteArray &list)
{
    simdjson::dom::parser parser;
    simdjson::dom::element root;
    simdjson::dom::element metadata;
    simdjson::dom::array items;
    if (parser.parse(list.constData(), size_t(list.size())).get(root) || root["metadata"].get(metadata) ||
        root["items"].get(items))
        return list;
    QByteArray out =
        "{\"metadata\":" + QByteArray::fromStdString(simdjson::minify(metadata)) + ",\"items\":[";
    bool first = true;
    for (const simdjson::dom::element item : items) {
        simdjson::dom::element part;
        if (item["metadata"].get(part))
            return list;
        if (!std::exchange(first, false))
            out += ',';
        out += "{\"metadata\":" + QByteArray::fromStdString(simdjson::minify(part)) + "}";
    }
    return out + "]}";
}

QByteArray eventMetadata(const QByteArray &line)
{
    simdjson::dom::parser parser;
    simdjson::dom::element root;
    simdjson::dom::element metadata;
    std::string_view type;
    if (parser.parse(line.constData(), size_t(line.size())).get(root) || root["type"].get(type) ||
        type == "ERROR" || root["object"]["metadata"].get(metadata))
        return line;
    return "{\"type\":\"" + QByteArray(type.data(), qsizetype(type.size())) +
           "\",\"object\":{\"metadata\":" + QByteArray::fromStdString(simdjson::minify(metadata)) + "}}";
}

QDateTime dateInTrace(const QByteArray &standardError)
{
    static const QRegularExpression header(
        QStringLiteral("^(?:I\\d{4} [^\\]]*\\])?\\s+Date: ([^\\r\\n]+?)\\r?$"),
        QRegularExpression::MultilineOption);
    return httpDate(header.match(QString::fromUtf8(standardError)).captured(1).toLatin1());
}

} // namespace chartroom
