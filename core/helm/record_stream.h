// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/helm/stored_record.h"
#include "core/kube/resource_query.h"
#include "core/kube/transport.h"

#include <QObject>

namespace chartroom {

/// Many records by one chunked list with data, decoded on the pool while the next page is on its way: one
/// list of 200 records costs the server less than 200 requests. At most one request and two pages are held at
/// a time. Owned by its requester; after stop() or deletion it is silent.
class RecordStream : public QObject
{
    Q_OBJECT
public:
    /// `query` must not be metadataOnly. Only objects whose uid is in `uids` are decoded.
    RecordStream(Transport *transport, ResourceQuery query, ReleaseStorage storage, QSet<QString> uids,
                 QObject *parent);

    void start();
    void stop();

Q_SIGNALS:
    void recordsRead(const QList<chartroom::StoredRecord> &records);
    /// Exactly once, after the records of every page that came. Code Cancelled: the list is complete.
    void stopped(const chartroom::Error &error);

private:
    void requestPage();
    void pageAnswered(Result<Response> answer);
    void pageSplit(Result<ObjectPage> page);
    void pageDecoded(const QList<StoredRecord> &records);
    void fail(const Error &error);
    void finishIfDone();

    Transport *m_transport;
    ResourceQuery m_query;
    ReleaseStorage m_storage;
    QSet<QString> m_uids;
    QString m_continue;
    int m_decoding = 0;       ///< pages on the pool
    bool m_more = true;       ///< pages are left to ask for
    bool m_requested = false; ///< a page is on its way or being split
    bool m_over = false;
    Error m_error{Error::Code::Cancelled, {}, {}, {}};
};

} // namespace chartroom
