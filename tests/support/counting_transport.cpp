// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/counting_transport.h"

#include "core/base/on_finished.h"

#include <algorithm>

namespace chartroom::test {

CountingTransport::CountingTransport(Transport *inner, QObject *parent)
    : Transport(parent)
    , m_inner(inner)
{}

QFuture<Result<Response>> CountingTransport::get(const Request &request)
{
    ++m_requests;
    m_mostAtOnce = std::max(m_mostAtOnce, ++m_open);
    auto promise = std::make_shared<QPromise<Result<Response>>>();
    promise->start();
    onFinished(m_inner->get(request), this, [this, promise](Result<Response> &&answer) {
        --m_open;
        if (answer)
            m_wireBytes += answer->wireBytes;
        promise->addResult(std::move(answer));
        promise->finish();
    });
    return promise->future();
}

WatchStream *CountingTransport::watch(const Request &request, QObject *parent)
{
    ++m_requests;
    return m_inner->watch(request, parent);
}

} // namespace chartroom::test
