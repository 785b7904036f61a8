// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kube/native_get.h"

#include "core/base/on_finished.h"
#include "core/kube/unpack.h"

#include <QtConcurrentRun>

namespace chartroom {

namespace {
constexpr qint64 spare = 64; ///< room behind the body, so that simdjson need not copy it
}

NativeGet::NativeGet(ApiServer *server, const Request &request)
    : QObject(server)
    , m_exchange(server, request, ApiServer::Use::Get, nullptr)
    , m_maxBytes(request.maxBytes)
{
    connect(&m_exchange, &HttpExchange::headReceived, this, &NativeGet::reserve);
    connect(&m_exchange, &HttpExchange::bytesReceived, this,
            [this](const QByteArray &bytes) { m_body.append(bytes); });
    connect(&m_exchange, &HttpExchange::succeeded, this, &NativeGet::received);
    connect(&m_exchange, &HttpExchange::failed, this,
            [this](const Error &error) { finish(tl::make_unexpected(error)); });
    connect(&m_watcher, &QFutureWatcherBase::canceled, this, [this] {
        m_exchange.abort();
        deleteLater();
    });
}

QFuture<Result<Response>> NativeGet::start()
{
    m_promise.start();
    m_watcher.setFuture(m_promise.future());
    m_exchange.start();
    return m_promise.future();
}

void NativeGet::reserve()
{
    m_body.clear();
    if (const qint64 length = m_exchange.head().contentLength; length > 0)
        m_body.reserve(qsizetype(std::min(length, m_maxBytes) + spare));
}

void NativeGet::received()
{
    const HttpHead &head = m_exchange.head();
    Response response;
    response.status = head.status;
    response.contentType = head.contentType;
    if (head.date.isValid())
        response.serverDate = head.date;
    response.wireBytes = m_body.size();
    if (head.contentEncoding != "gzip") {
        response.body = std::move(m_body);
        finish(std::move(response));
        return;
    }
    const auto unpacked = QtConcurrent::run(unpackedBody, std::move(m_body), m_maxBytes);
    onFinished(unpacked, this, [this, response = std::move(response)](Result<QByteArray> body) mutable {
        if (!body) {
            finish(tl::make_unexpected(body.error()));
            return;
        }
        response.body = std::move(*body);
        finish(std::move(response));
    });
}

void NativeGet::finish(Result<Response> result)
{
    m_promise.addResult(std::move(result));
    m_promise.finish();
    deleteLater();
}

} // namespace chartroom
