// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kube/paged_list.h"

#include "core/base/on_finished.h"
#include "core/kube/server_status.h"

#include <QtConcurrentRun>

#include <algorithm>

namespace chartroom {

namespace {
constexpr qsizetype parsedInPlace = 256 * 1024;   ///< bytes; well under a millisecond
constexpr std::int64_t mostAnnounced = 1'000'000; ///< objects; no server's word makes room for more
} // namespace

PagedList::PagedList(Transport *transport, ResourceQuery query, QObject *parent)
    : QObject(parent)
    , m_transport(transport)
    , m_query(std::move(query))
{}

void PagedList::begin(const QString &notOlderThan)
{
    cancel();
    m_notOlderThan = notOlderThan;
    m_continue.clear();
    m_whole = m_inconsistent = false;
    request();
}

void PagedList::resume()
{
    cancel();
    request();
}

void PagedList::cancel()
{
    ++m_round;
    m_get.cancel();
    m_parse.cancel();
}

void PagedList::request()
{
    Request request;
    request.path = m_query.path;
    request.accept = m_query.listAccept();
    request.query = m_query.selectors();
    if (!m_whole)
        request.query.addQueryItem(QStringLiteral("limit"), QString::number(m_query.pageSize));
    if (!m_continue.isEmpty()) {
        request.query.addQueryItem(QStringLiteral("continue"),
                                   QString::fromLatin1(QUrl::toPercentEncoding(m_continue)));
    } else if (!m_notOlderThan.isEmpty()) { // not allowed together with continue
        request.query.addQueryItem(QStringLiteral("resourceVersion"), m_notOlderThan);
        // Without it a list with a limit is of exactly that version, which a watch may then be refused
        // (kubernetes.io/docs/reference/using-api/api-concepts, "Semantics for get and list").
        request.query.addQueryItem(QStringLiteral("resourceVersionMatch"), QStringLiteral("NotOlderThan"));
    }
    m_get = m_transport->get(request);
    onFinished(m_get, this, [this](Result<Response> result) { answered(std::move(result)); });
}

void PagedList::restartWhole()
{
    m_whole = true;
    m_inconsistent = false;
    m_continue.clear();
    m_notOlderThan.clear();
    const int round = m_round;
    Q_EMIT restarted();
    if (round == m_round)
        request();
}

void PagedList::answered(Result<Response> result)
{
    if (!result) {
        const bool expired = result.error().code == Error::Code::Gone && !m_continue.isEmpty();
        if (!expired) {
            Q_EMIT failed(result.error());
            return;
        }
        m_continue = inconsistentContinue(result.error());
        if (m_continue.isEmpty()) {
            restartWhole();
            return;
        }
        m_inconsistent = true;
        request();
        return;
    }
    if (result->body.size() <= parsedInPlace) {
        pageParsed(readPage(result->body, m_query.reader));
        return;
    }
    m_parse = QtConcurrent::run(
        [body = std::move(result->body), reader = m_query.reader] { return readPage(body, reader); });
    onFinished(m_parse, this, [this](Result<ObjectPage> page) { pageParsed(std::move(page)); });
}

void PagedList::pageParsed(Result<ObjectPage> result)
{
    if (!result) {
        Q_EMIT failed(result.error());
        return;
    }
    m_continue = result->continueToken;
    const bool last = m_continue.isEmpty();
    if (!last)
        request(); // the next page travels while this one is taken in
    const int round = m_round;
    if (result->remaining > 0)
        Q_EMIT sizeKnown(result->items.size() + qsizetype(std::min(result->remaining, mostAnnounced)));
    Q_EMIT pageRead(result->items);
    if (!last || round != m_round)
        return;
    if (m_inconsistent)
        restartWhole();
    else
        Q_EMIT finished(result->resourceVersion);
}

} // namespace chartroom
