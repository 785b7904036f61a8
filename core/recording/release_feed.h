// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/helm/release_store.h"

#include <QHash>
#include <QQueue>

namespace chartroom {

/// Follows a ReleaseStore revision by revision: each change of a stored record is emitted once, with the
/// record, never two of one revision at a time. Asks for four records at once at most.
class ReleaseFeed : public QObject
{
    Q_OBJECT
public:
    ReleaseFeed(ReleaseStore *store, QObject *parent);
    void start();

Q_SIGNALS:
    /// `record` is empty when it cannot be read. `isNew` the first time a revision is seen.
    void revisionChanged(const chartroom::ReleaseKey &key, const chartroom::RevisionEntry &entry,
                         const std::optional<chartroom::ReleaseRecord> &record, bool isNew);
    void revisionGone(const chartroom::ReleaseKey &key, const chartroom::RevisionEntry &entry);
    /// Once: all that the store held when it was first complete was emitted.
    void synced();

private:
    struct Known
    {
        RevisionEntry entry;    ///< as emitted last, or wanted
        QString emittedVersion; ///< resourceVersion; "" before the first time
        bool underWay = false;
        bool waits = false;
    };
    using Revisions = QHash<int, Known>;

    void follow(const ReleaseKey &key);
    void want(const ReleaseKey &key, Known &known);
    void fetchNext();
    void fetched(const ReleaseKey &key, int revision, const QString &version,
                 const Result<ReleaseRecord> &record);
    void checkSynced();

    ReleaseStore *m_store;
    QHash<ReleaseKey, Revisions> m_known;
    QQueue<std::pair<ReleaseKey, int>> m_waiting;
    int m_underWay = 0;
    bool m_isSynced = false;
};

} // namespace chartroom
