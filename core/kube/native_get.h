// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kube/http_exchange.h"

#include <QFutureWatcher>
#include <QPromise>

namespace chartroom {

/// One GET of a NativeTransport, from request to unpacked body. Deletes itself when its future is done or
/// cancelled.
class NativeGet final : public QObject
{
    Q_OBJECT
public:
    NativeGet(ApiServer *server, const Request &request);
    [[nodiscard]] QFuture<Result<Response>> start();

private:
    void reserve();
    void received();
    void finish(Result<Response> result);

    HttpExchange m_exchange;
    qint64 m_maxBytes;
    QByteArray m_body;
    QPromise<Result<Response>> m_promise;
    QFutureWatcher<Result<Response>> m_watcher;
};

} // namespace chartroom
