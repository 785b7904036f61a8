// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/helm/record_queue.h"

#include "core/base/on_finished.h"
#include "core/helm/record_stream.h"
#include "core/helm/stored_revision.h"

#include <QtConcurrentRun>

#include <algorithm>

namespace chartroom {

namespace {

constexpr int requestsAtATime = 4;
constexpr qsizetype manyRecords = 8; ///< from here a list is cheaper than single requests
constexpr int recordsAPage = 50;     ///< about 8 MB of JSON at 150 kB a record

/// Faults that another try will not cure.
bool isFinal(const Error &error)
{
    switch (error.code) {
    case Error::Code::NotFound:
    case Error::Code::Forbidden:
    case Error::Code::TooLarge:
    case Error::Code::Damaged:
    case Error::Code::Invalid:
    case Error::Code::Unsupported:
        return true;
    default:
        return false;
    }
}

StoredRecord failed(const Error &error, const QString &uid)
{
    return {uid, {}, tl::make_unexpected(error)};
}

} // namespace

RecordQueue::RecordQueue(Transport *transport, QObject *parent)
    : QObject(parent)
    , m_transport(transport)
{
    m_retry.setSingleShot(true);
    connect(&m_retry, &QTimer::timeout, this, &RecordQueue::goOn);
}

RecordQueue::~RecordQueue() = default;

void RecordQueue::want(RecordRequest wish)
{
    QueuedRequest &held = m_wishes[{wish.key, wish.use}];
    const bool sameObject = held.wish.entry.uid == wish.entry.uid;
    if (sameObject && held.wish.entry.resourceVersion == wish.entry.resourceVersion)
        return;
    held.outdated = sameObject && (held.requested || held.streamed);
    if (!sameObject)
        held = {};
    held.wish = std::move(wish);
    schedulePump();
}

void RecordQueue::forget(const ReleaseKey &key, RecordUse use)
{
    m_wishes.remove({key, use});
}

void RecordQueue::prefer(const QList<ReleaseKey> &keys)
{
    m_preferred = keys;
    schedulePump();
}

QFuture<Result<ReleaseRecord>> RecordQueue::fetch(const ReleaseKey &key, const QString &objectName)
{
    auto promise = std::make_shared<QPromise<Result<ReleaseRecord>>>();
    promise->start();
    m_asks.push_back({key, objectName, promise});
    schedulePump();
    return promise->future();
}

void RecordQueue::clear()
{
    m_wishes.clear();
    m_preferred.clear();
    endStream();
    m_retry.stop();
    m_faults = 0;
    m_lastError = {Error::Code::Cancelled, {}, {}, {}};
}

void RecordQueue::retryNow()
{
    if (m_retry.isActive())
        goOn();
}

qsizetype RecordQueue::count(RecordUse use) const
{
    return std::count_if(m_wishes.keyBegin(), m_wishes.keyEnd(),
                         [use](const Id &id) { return id.use == use; });
}

void RecordQueue::schedulePump()
{
    if (m_pumpScheduled)
        return;
    m_pumpScheduled = true;
    QMetaObject::invokeMethod(
        this,
        [this] {
            m_pumpScheduled = false;
            pump();
        },
        Qt::QueuedConnection);
}

void RecordQueue::pump()
{
    while (m_inFlight < requestsAtATime && !m_asks.empty()) {
        const Ask ask = m_asks.front();
        m_asks.pop_front();
        requestAsk(ask);
    }
    if (m_retry.isActive())
        return;
    while (m_inFlight < requestsAtATime) {
        if (requestPreferred() || requestMany(RecordUse::Newest) || requestAny(RecordUse::Newest))
            continue;
        const bool newestFirst = count(RecordUse::Newest) > 0;
        if (newestFirst || !(requestMany(RecordUse::Reference) || requestAny(RecordUse::Reference)))
            break;
    }
}

bool RecordQueue::requestPreferred()
{
    for (const ReleaseKey &key : std::as_const(m_preferred)) {
        const Id id{key, RecordUse::Newest};
        const auto found = m_wishes.constFind(id);
        if (found != m_wishes.cend() && !found->requested) {
            requestOne(id);
            return true;
        }
    }
    return false;
}

bool RecordQueue::requestMany(RecordUse use)
{
    if (m_stream)
        return false;
    QHash<QString, QHash<QString, Id>> byPath;
    for (auto it = m_wishes.cbegin(); it != m_wishes.cend(); ++it) {
        if (it.key().use == use && !it->requested && !it->listed)
            byPath[it->wish.list.path].insert(it->wish.entry.uid, it.key());
    }
    const auto most = std::max_element(byPath.cbegin(), byPath.cend(),
                                       [](const auto &a, const auto &b) { return a.size() < b.size(); });
    if (most == byPath.cend() || most->size() < manyRecords)
        return false;
    m_streamed = *most;
    for (const Id &id : std::as_const(m_streamed))
        m_wishes[id].streamed = true;
    const Id &any = *m_streamed.cbegin();
    ResourceQuery query = m_wishes[any].wish.list;
    query.metadataOnly = false;
    query.pageSize = recordsAPage;
    // Helm marks every revision but the last as superseded, or leaves it deployed below a failed one.
    query.labelSelector +=
        use == RecordUse::Newest ? QStringLiteral(",status!=superseded") : QStringLiteral(",version=1");
    const QList<QString> uids = m_streamed.keys();
    m_stream = new RecordStream(m_transport, query, any.key.storage,
                                QSet<QString>(uids.cbegin(), uids.cend()), this);
    connect(m_stream, &RecordStream::recordsRead, this, &RecordQueue::streamRead);
    connect(m_stream, &RecordStream::stopped, this, &RecordQueue::streamStopped);
    ++m_inFlight;
    m_stream->start();
    return true;
}

bool RecordQueue::requestAny(RecordUse use)
{
    const auto found = std::find_if(m_wishes.cbegin(), m_wishes.cend(), [use](const QueuedRequest &wish) {
        return wish.wish.use == use && !wish.requested && !wish.streamed;
    });
    if (found == m_wishes.cend())
        return false;
    requestOne(found.key());
    return true;
}

void RecordQueue::requestOne(const Id &id)
{
    QueuedRequest &wish = m_wishes[id];
    wish.requested = true;
    wish.outdated = false;
    ++m_inFlight;
    Request request;
    request.path = recordPath(id.key, wish.wish.entry.objectName);
    onFinished(m_transport->get(request), this,
               [this, id, uid = wish.wish.entry.uid](Result<Response> &&answer) {
                   if (!answer) {
                       --m_inFlight;
                       answered(id, uid, failed(answer.error(), uid));
                       return;
                   }
                   onFinished(QtConcurrent::run([body = std::move(answer->body), storage = id.key.storage] {
                                  return readStoredRecord(body, storage);
                              }),
                              this, [this, id, uid](StoredRecord &&stored) {
                                  --m_inFlight;
                                  answered(id, uid, std::move(stored));
                              });
               });
}

void RecordQueue::requestAsk(const Ask &ask)
{
    ++m_inFlight;
    Request request;
    request.path = recordPath(ask.key, ask.objectName);
    const auto end = [this, promise = ask.promise](Result<ReleaseRecord> record) {
        --m_inFlight;
        promise->addResult(std::move(record));
        promise->finish();
        schedulePump();
    };
    onFinished(m_transport->get(request), this, [this, end, key = ask.key](Result<Response> &&answer) {
        if (!answer) {
            end(tl::make_unexpected(answer.error()));
            return;
        }
        onFinished(QtConcurrent::run([body = std::move(answer->body), storage = key.storage] {
                       return readStoredRecord(body, storage);
                   }),
                   this, [this, end, key](StoredRecord &&stored) {
                       Q_EMIT asked(key, stored);
                       end(std::move(stored.record));
                   });
    });
}

/// Whether the wish is fulfilled by this. The server may be ahead of the metadata we know, never behind a
/// change that came before the request.
bool RecordQueue::settle(QueuedRequest &wish, const StoredRecord &stored) const
{
    if (!wish.outdated || stored.resourceVersion == wish.wish.entry.resourceVersion)
        return true;
    wish.requested = false;
    wish.streamed = false;
    wish.outdated = false;
    return false;
}

void RecordQueue::answered(const Id &id, const QString &uid, StoredRecord stored)
{
    const auto found = m_wishes.find(id);
    if (found == m_wishes.end() || found->wish.entry.uid != uid) {
        schedulePump();
        return;
    }
    if (!stored.record && !isFinal(stored.record.error())) {
        found->requested = false;
        wait(stored.record.error());
        return;
    }
    m_faults = 0;
    if (settle(*found, stored)) {
        m_wishes.erase(found);
        stored.uid = uid;
        Q_EMIT fetched({FetchedRecord{id.key, id.use, std::move(stored)}});
    }
    schedulePump();
}

void RecordQueue::streamRead(const QList<StoredRecord> &records)
{
    QList<FetchedRecord> found;
    for (const StoredRecord &stored : records) {
        const auto id = m_streamed.constFind(stored.uid);
        const auto wish = id == m_streamed.cend() ? m_wishes.end() : m_wishes.find(*id);
        if (wish == m_wishes.end() || wish->wish.entry.uid != stored.uid || !settle(*wish, stored))
            continue;
        m_wishes.erase(wish);
        found.append({id->key, id->use, stored});
    }
    m_faults = 0;
    if (!found.isEmpty())
        Q_EMIT fetched(found);
}

void RecordQueue::streamStopped(const Error &error)
{
    const bool curable = error.code != Error::Code::Cancelled && !isFinal(error);
    const bool restart =
        error.code == Error::Code::Gone; // the continue token ran out: begin again, it is shorter now
    for (const Id &id : std::as_const(m_streamed)) {
        const auto wish = m_wishes.find(id);
        if (wish != m_wishes.end() && wish->streamed)
            wish->listed = !curable;
    }
    endStream();
    if (curable && !(restart && m_faults++ < 3))
        wait(error);
    else
        schedulePump();
}

void RecordQueue::endStream()
{
    if (!m_stream)
        return;
    --m_inFlight;
    m_stream->stop();
    m_stream->deleteLater();
    m_stream = nullptr;
    for (const Id &id : std::as_const(m_streamed)) {
        const auto wish = m_wishes.find(id);
        if (wish != m_wishes.end())
            wish->streamed = false;
    }
    m_streamed.clear();
}

void RecordQueue::wait(const Error &error)
{
    using namespace std::chrono_literals;
    constexpr auto longest = std::chrono::milliseconds(30s);
    const auto doubled = std::chrono::milliseconds(1s) * (1 << std::min(m_faults, 5));
    m_lastError = error;
    if (m_retry.isActive())
        return;
    ++m_faults;
    m_retry.start(std::clamp(std::max(doubled, error.retryAfter), std::chrono::milliseconds(0),
                             error.retryAfter > 0ms ? std::chrono::milliseconds(60s) : longest));
    Q_EMIT stalledChanged();
}

void RecordQueue::goOn()
{
    m_retry.stop();
    m_lastError = {Error::Code::Cancelled, {}, {}, {}};
    Q_EMIT stalledChanged();
    schedulePump();
}

} // namespace chartroom
