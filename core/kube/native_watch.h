// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kube/http_exchange.h"
#include "core/kube/line_splitter.h"

namespace chartroom {

/// One watch of a NativeTransport, or the lines of one body (`use`).
class NativeWatch final : public WatchStream
{
    Q_OBJECT
public:
    NativeWatch(ApiServer *server, const Request &request, ApiServer::Use use, QObject *parent);
    void stop() override;

private:
    void take(const QByteArray &bytes);
    void end(const Error &error);

    HttpExchange m_exchange;
    LineSplitter m_splitter;
    bool m_over = false;
};

} // namespace chartroom
