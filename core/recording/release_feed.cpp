// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recording/release_feed.h"

#include "core/base/on_finished.h"

namespace chartroom {

namespace {
constexpr int atOnce = 4;
}

ReleaseFeed::ReleaseFeed(ReleaseStore *store, QObject *parent)
    : QObject(parent)
    , m_store(store)
{}

void ReleaseFeed::start()
{
    connect(m_store, &ReleaseStore::releasesChanged, this, [this](const ReleaseDelta &delta) {
        for (const ReleaseKey &key : delta.added + delta.changed + delta.removed)
            follow(key);
        fetchNext();
        checkSynced();
    });
    connect(m_store, &ReleaseStore::stateChanged, this, &ReleaseFeed::checkSynced);
    for (const ReleaseKey &key : m_store->keys())
        follow(key);
    fetchNext();
    checkSynced();
}

void ReleaseFeed::follow(const ReleaseKey &key)
{
    const Release *release = m_store->find(key);
    const QList<RevisionEntry> revisions = release ? release->revisions : QList<RevisionEntry>();
    Revisions &known = m_known[key];
    QSet<int> stored;
    for (const RevisionEntry &entry : revisions) {
        stored.insert(entry.revision);
        Known &one = known[entry.revision];
        const bool isSame = one.entry.uid == entry.uid && one.entry.resourceVersion == entry.resourceVersion;
        one.entry = entry;
        if (!isSame)
            want(key, one);
    }
    for (auto it = known.begin(); it != known.end();) {
        if (stored.contains(it.key())) {
            ++it;
            continue;
        }
        if (!it->emittedVersion.isEmpty())
            Q_EMIT revisionGone(key, it->entry);
        it = known.erase(it);
    }
    if (known.isEmpty())
        m_known.remove(key);
}

void ReleaseFeed::want(const ReleaseKey &key, Known &known)
{
    if (known.waits)
        return;
    known.waits = true;
    if (!known.underWay)
        m_waiting.enqueue({key, known.entry.revision});
}

void ReleaseFeed::fetchNext()
{
    while (m_underWay < atOnce && !m_waiting.isEmpty()) {
        const auto [key, revision] = m_waiting.dequeue();
        const auto release = m_known.find(key);
        if (release == m_known.end() || !release->contains(revision))
            continue;
        Known &known = (*release)[revision];
        known.waits = false;
        known.underWay = true;
        ++m_underWay;
        onFinished(m_store->record(key, revision), this,
                   [this, key = key, revision = revision, version = known.entry.resourceVersion](
                       const Result<ReleaseRecord> &record) { fetched(key, revision, version, record); });
    }
}

void ReleaseFeed::fetched(const ReleaseKey &key, int revision, const QString &version,
                          const Result<ReleaseRecord> &record)
{
    --m_underWay;
    const auto release = m_known.find(key);
    if (release != m_known.end() && release->contains(revision)) {
        Known &known = (*release)[revision];
        known.underWay = false;
        const bool isNew = known.emittedVersion.isEmpty();
        known.emittedVersion = version;
        if (known.waits)
            m_waiting.enqueue({key, revision});
        const RevisionEntry entry = known.entry;
        Q_EMIT revisionChanged(key, entry, record ? std::optional(*record) : std::nullopt, isNew);
    }
    fetchNext();
    checkSynced();
}

void ReleaseFeed::checkSynced()
{
    if (m_isSynced || m_underWay > 0 || !m_waiting.isEmpty() || !m_store->isRead() || m_store->hasNews())
        return;
    m_isSynced = true;
    Q_EMIT synced();
}

} // namespace chartroom
