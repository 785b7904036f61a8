// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/helm/release_rows.h"

#include "core/helm/stored_revision.h"

#include <algorithm>
#include <utility>

namespace chartroom {

QSet<ReleaseKey> ReleaseRows::apply(const QList<ObjectEvent> &events, ReleaseStorage storage)
{
    QSet<ReleaseKey> touched;
    for (const ObjectEvent &event : events) {
        if (event.type == ObjectEvent::Type::Deleted) {
            drop(event.object.uid, touched);
            continue;
        }
        const std::optional<StoredRevision> stored = readRevision(event.object, storage);
        const auto known = m_keys.constFind(event.object.uid);
        if (known != m_keys.cend() && (!stored || *known != stored->key))
            drop(event.object.uid, touched);
        if (!stored)
            continue;
        put(stored->key, stored->entry);
        touched.insert(stored->key);
    }
    return touched;
}

void ReleaseRows::clear()
{
    m_releases.clear();
    m_keys.clear();
}

Release *ReleaseRows::find(const ReleaseKey &key)
{
    const auto found = m_releases.find(key);
    return found == m_releases.end() ? nullptr : &*found;
}

const Release *ReleaseRows::find(const ReleaseKey &key) const
{
    const auto found = m_releases.constFind(key);
    return found == m_releases.cend() ? nullptr : &*found;
}

bool ReleaseRows::keepDeployed(const ReleaseKey &key, const QString &uid, const QDateTime &deployed)
{
    Release *release = find(key);
    if (!release || !deployed.isValid())
        return false;
    for (RevisionEntry &entry : release->revisions)
        if (entry.uid == uid)
            return std::exchange(entry.date.deployed, deployed) != deployed;
    return false;
}

void ReleaseRows::put(const ReleaseKey &key, RevisionEntry entry)
{
    m_keys.insert(entry.uid, key);
    Release &release = m_releases[key];
    release.key = key;
    QList<RevisionEntry> &revisions = release.revisions;
    revisions.removeIf([&](const RevisionEntry &other) {
        if (other.uid == entry.uid)
            entry.date.deployed = other.date.deployed;
        return other.uid == entry.uid;
    });
    const auto place = std::find_if(revisions.cbegin(), revisions.cend(), [&](const RevisionEntry &other) {
        return other.revision <= entry.revision;
    });
    revisions.insert(place, entry);
}

void ReleaseRows::drop(const QString &uid, QSet<ReleaseKey> &touched)
{
    if (!m_keys.contains(uid))
        return;
    const ReleaseKey key = m_keys.take(uid);
    const auto release = m_releases.find(key);
    if (release == m_releases.end())
        return;
    release->revisions.removeIf([&](const RevisionEntry &entry) { return entry.uid == uid; });
    if (release->revisions.isEmpty())
        m_releases.erase(release);
    touched.insert(key);
}

} // namespace chartroom
