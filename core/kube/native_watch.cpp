// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kube/native_watch.h"

#include "core/kube/unpack.h"

namespace chartroom {

NativeWatch::NativeWatch(ApiServer *server, const Request &request, ApiServer::Use use, QObject *parent)
    : WatchStream(parent)
    , m_exchange(server, request, use, nullptr)
{
    connect(&m_exchange, &HttpExchange::headReceived, this, [this, use] {
        if (use == ApiServer::Use::Lines && m_exchange.head().contentType.startsWith("text/html"))
            end({Error::Code::NotKubernetes, tr("The server responds with a web page."), {}, {}});
        else if (m_exchange.head().contentEncoding.isEmpty() ||
                 m_exchange.head().contentEncoding == "identity")
            Q_EMIT opened(m_exchange.head().date);
        else
            end({Error::Code::NotKubernetes,
                 tr("The server sends a compressed watch, which was not requested."),
                 {},
                 {}});
    });
    connect(&m_exchange, &HttpExchange::bytesReceived, this, &NativeWatch::take);
    connect(&m_exchange, &HttpExchange::succeeded, this, [this, use] {
        if (const QByteArray rest = m_splitter.takeRest(); use == ApiServer::Use::Lines) {
            if (!rest.isEmpty())
                Q_EMIT linesReceived({rest});
            end({Error::Code::Cancelled, {}, {}, {}});
        } else if (!rest.isEmpty() || m_splitter.overflowed())
            end({Error::Code::Unreachable,
                 tr("The watch was interrupted in the middle of an event."),
                 {},
                 {}});
        else
            end({Error::Code::Cancelled, {}, {}, {}});
    });
    connect(&m_exchange, &HttpExchange::failed, this, &NativeWatch::end);
    m_exchange.start();
}

void NativeWatch::stop()
{
    end({Error::Code::Cancelled, {}, {}, {}});
}

void NativeWatch::take(const QByteArray &bytes)
{
    const QList<QByteArray> lines = m_splitter.feed(bytes);
    if (!lines.isEmpty())
        Q_EMIT linesReceived(lines);
    if (m_splitter.overflowed())
        end(tooLargeError(LineSplitter::defaultMaxLine));
}

void NativeWatch::end(const Error &error)
{
    if (std::exchange(m_over, true))
        return;
    m_exchange.abort();
    Q_EMIT stopped(error);
}

} // namespace chartroom
