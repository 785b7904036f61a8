// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/helm/stored_record.h"
#include "core/kube/resource_query.h"
#include "core/kube/transport.h"

#include <QFuture>
#include <QHash>
#include <QPointer>
#include <QPromise>
#include <QSet>
#include <QTimer>

#include <deque>
#include <memory>

namespace chartroom {

class RecordStream;

/// What a record is fetched for; the newest ones come first.
enum class RecordUse { Newest, Reference };

struct RecordRequest
{
    ReleaseKey key;
    RecordUse use = RecordUse::Newest;
    RevisionEntry entry;
    ResourceQuery list; ///< a list that is allowed and holds this record, for fetching many at once
};

/// A record that was wished for. Its error is final; what a later try may cure is tried again first.
struct FetchedRecord
{
    ReleaseKey key;
    RecordUse use = RecordUse::Newest;
    StoredRecord stored;
};

/// Fetches and decodes the records that are wanted: what the user looks at by single requests, many by one
/// list with data, at most four requests at a time (invariant I8). After a fault it waits 1-30 s, or as long
/// as the server says, and goes on.
class RecordQueue : public QObject
{
    Q_OBJECT
public:
    RecordQueue(Transport *transport, QObject *parent);
    ~RecordQueue() override;

    /// Takes the place of an earlier wish for the same key and use.
    void want(RecordRequest wish);
    void forget(const ReleaseKey &key, RecordUse use);
    void prefer(const QList<ReleaseKey> &keys);
    /// One record, before all others, not tried again.
    [[nodiscard]] QFuture<Result<ReleaseRecord>> fetch(const ReleaseKey &key, const QString &objectName);

    /// Drops all wishes; what is under way is ignored.
    void clear();
    void retryNow();

    /// Wishes for this use that are not fulfilled yet.
    [[nodiscard]] qsizetype count(RecordUse use) const;
    /// The fault it waits after; code Cancelled when it does not wait.
    [[nodiscard]] const Error &lastError() const { return m_lastError; }

Q_SIGNALS:
    void fetched(const QList<chartroom::FetchedRecord> &records);
    /// What fetch() brought, before it answers.
    void asked(const chartroom::ReleaseKey &key, const chartroom::StoredRecord &stored);
    /// It began to wait after a fault, or goes on.
    void stalledChanged();

private:
    struct Id
    {
        ReleaseKey key;
        RecordUse use;
        friend bool operator==(const Id &, const Id &) = default;
        friend size_t qHash(const Id &id, size_t seed) { return qHashMulti(seed, id.key, int(id.use)); }
    };
    struct QueuedRequest
    {
        RecordRequest wish;
        bool requested = false; ///< by a single request
        bool streamed = false;  ///< by the running list
        bool listed = false;    ///< a list did not bring it
        bool outdated = false;  ///< it changed after it was requested
    };
    struct Ask
    {
        ReleaseKey key;
        QString objectName;
        std::shared_ptr<QPromise<Result<ReleaseRecord>>> promise;
    };

    void schedulePump();
    void pump();
    bool requestPreferred();
    bool requestMany(RecordUse use);
    bool requestAny(RecordUse use);
    void requestOne(const Id &id);
    void requestAsk(const Ask &ask);
    void answered(const Id &id, const QString &uid, StoredRecord stored);
    void streamRead(const QList<StoredRecord> &records);
    void streamStopped(const Error &error);
    void endStream();
    void wait(const Error &error);
    void goOn();
    [[nodiscard]] bool settle(QueuedRequest &wish, const StoredRecord &stored) const;

    Transport *m_transport;
    QHash<Id, QueuedRequest> m_wishes;
    QList<ReleaseKey> m_preferred;
    std::deque<Ask> m_asks;
    RecordStream *m_stream = nullptr;
    QHash<QString, Id> m_streamed; ///< what the running list should bring, by uid
    int m_inFlight = 0;            ///< requests, the list among them
    int m_faults = 0;              ///< in a row
    Error m_lastError{Error::Code::Cancelled, {}, {}, {}};
    QTimer m_retry;
    bool m_pumpScheduled = false;
};

} // namespace chartroom
