// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/helm/record_stream.h"

#include "core/base/on_finished.h"

#include <QtConcurrentRun>

namespace chartroom {

namespace {

constexpr int pagesOnThePool = 2;

} // namespace

RecordStream::RecordStream(Transport *transport, ResourceQuery query, ReleaseStorage storage,
                           QSet<QString> uids, QObject *parent)
    : QObject(parent)
    , m_transport(transport)
    , m_query(std::move(query))
    , m_storage(storage)
    , m_uids(std::move(uids))
{}

void RecordStream::start()
{
    requestPage();
}

void RecordStream::stop()
{
    m_over = true;
}

void RecordStream::requestPage()
{
    if (m_over || m_requested || !m_more || m_decoding >= pagesOnThePool)
        return;
    m_requested = true;
    Request request;
    request.path = m_query.path;
    request.query = m_query.selectors();
    request.query.addQueryItem(QStringLiteral("limit"), QString::number(m_query.pageSize));
    if (!m_continue.isEmpty())
        request.query.addQueryItem(QStringLiteral("continue"), m_continue);
    onFinished(m_transport->get(request), this,
               [this](Result<Response> &&answer) { pageAnswered(std::move(answer)); });
}

void RecordStream::pageAnswered(Result<Response> answer)
{
    if (m_over)
        return;
    if (!answer) {
        fail(answer.error());
        return;
    }
    onFinished(QtConcurrent::run([body = std::move(answer->body)] { return readPage(body); }), this,
               [this](Result<ObjectPage> &&page) { pageSplit(std::move(page)); });
}

void RecordStream::pageSplit(Result<ObjectPage> page)
{
    if (m_over)
        return;
    if (!page) {
        fail(page.error());
        return;
    }
    m_requested = false;
    m_continue = page->continueToken;
    m_more = !m_continue.isEmpty();
    ++m_decoding;
    onFinished(QtConcurrent::run([items = std::move(page->items), uids = m_uids, storage = m_storage] {
                   return readStoredRecords(items, uids, storage);
               }),
               this, [this](QList<StoredRecord> &&records) { pageDecoded(records); });
    requestPage();
}

void RecordStream::pageDecoded(const QList<StoredRecord> &records)
{
    --m_decoding;
    if (m_over)
        return;
    if (!records.isEmpty())
        Q_EMIT recordsRead(records);
    requestPage();
    finishIfDone();
}

void RecordStream::fail(const Error &error)
{
    m_error = error;
    m_more = false;
    m_requested = false;
    finishIfDone();
}

void RecordStream::finishIfDone()
{
    if (m_over || m_more || m_requested || m_decoding > 0)
        return;
    m_over = true;
    Q_EMIT stopped(m_error);
}

} // namespace chartroom
