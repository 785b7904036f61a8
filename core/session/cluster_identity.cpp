// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/cluster_identity.h"

#include "core/base/document.h"
#include "core/base/on_finished.h"
#include "core/kube/transport.h"

#include <QPromise>

#include <memory>

namespace chartroom {

QFuture<Result<QString>> readClusterUid(Transport *transport, QObject *owner)
{
    const auto promise = std::make_shared<QPromise<Result<QString>>>();
    promise->start();
    Request request;
    request.path = QStringLiteral("/api/v1/namespaces/kube-system");
    request.timeout = std::chrono::seconds(10);
    request.maxBytes = 1024 * 1024;
    onFinished(transport->get(request), owner, [promise](const Result<Response> &answer) {
        const Result<Value> read = answer ? readJson(answer->body) : tl::make_unexpected(answer.error());
        promise->addResult(
            read ? Result<QString>(read->at({QStringLiteral("metadata"), QStringLiteral("uid")}).toString())
                 : tl::make_unexpected(read.error()));
        promise->finish();
    });
    return promise->future();
}

} // namespace chartroom
