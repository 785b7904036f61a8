// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/helm/revision_table.h"

#include <algorithm>
#include <utility>

namespace chartroom {

namespace {

/// What labels can contradict.
ReleaseRecord identityOf(const ReleaseRecord &record)
{
    ReleaseRecord identity;
    identity.name = record.name;
    identity.namespaceName = record.namespaceName;
    identity.revision = record.revision;
    identity.status = record.status;
    identity.statusText = record.statusText;
    return identity;
}

} // namespace

QSet<ReleaseKey> RevisionTable::apply(const QList<ObjectEvent> &events, ReleaseStorage storage)
{
    QSet<ReleaseKey> touched;
    for (const ObjectEvent &event : events) {
        if (event.type == ObjectEvent::Type::Deleted) {
            m_corrections.remove(event.object.uid);
            drop(event.object.uid, touched);
            continue;
        }
        std::optional<StoredRevision> stored = readRevision(event.object, storage);
        if (stored)
            stored = corrected(*stored);
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

void RevisionTable::clear()
{
    m_releases.clear();
    m_keys.clear();
    m_corrections.clear();
}

Release *RevisionTable::find(const ReleaseKey &key)
{
    const auto found = m_releases.find(key);
    return found == m_releases.end() ? nullptr : &*found;
}

const Release *RevisionTable::find(const ReleaseKey &key) const
{
    const auto found = m_releases.constFind(key);
    return found == m_releases.cend() ? nullptr : &*found;
}

/// The labels with the correction that was made to the same ones before; other labels are new ones of Helm.
StoredRevision RevisionTable::corrected(const StoredRevision &labels)
{
    const auto found = m_corrections.constFind(labels.entry.uid);
    if (found == m_corrections.cend())
        return labels;
    const StoredRevision &then = found->labels;
    if (labels.key == then.key && labels.entry.revision == then.entry.revision &&
        labels.entry.statusText == then.entry.statusText)
        return asRecorded(labels, found->record);
    m_corrections.erase(found);
    return labels;
}

const RevisionEntry *RevisionTable::entryOf(const QString &uid) const
{
    const Release *release = find(m_keys.value(uid));
    if (!release)
        return nullptr;
    const auto found = std::find_if(release->revisions.cbegin(), release->revisions.cend(),
                                    [&](const RevisionEntry &entry) { return entry.uid == uid; });
    return found == release->revisions.cend() ? nullptr : &*found;
}

QSet<ReleaseKey> RevisionTable::correct(const StoredRecord &stored)
{
    const RevisionEntry *entry = entryOf(stored.uid);
    if (!entry || !stored.record || entry->resourceVersion != stored.resourceVersion)
        return {}; // of another state of the object
    const ReleaseKey before = m_keys.value(stored.uid);
    const auto known = m_corrections.constFind(stored.uid);
    StoredRevision labels{before, *entry};
    if (known != m_corrections.cend()) {
        labels = known->labels;
        labels.entry.resourceVersion = entry->resourceVersion;
        labels.entry.date = entry->date;
    }
    const StoredRevision told = asRecorded(labels, *stored.record);
    const bool isNews = told.key != before || told.entry.contradiction != entry->contradiction;
    if (told.entry.contradiction.isEmpty())
        m_corrections.remove(stored.uid);
    else
        m_corrections.insert(stored.uid, {labels, identityOf(*stored.record), stored.resourceVersion});
    if (!isNews)
        return {};
    QSet<ReleaseKey> touched{told.key};
    if (told.key != before)
        drop(stored.uid, touched);
    put(told.key, told.entry);
    return touched;
}

QList<RevisionEntry> RevisionTable::outdated(const ReleaseKey &key) const
{
    QList<RevisionEntry> found;
    const Release *release = find(key);
    for (const RevisionEntry &entry : release ? release->revisions : QList<RevisionEntry>()) {
        const auto correction = m_corrections.constFind(entry.uid);
        if (correction != m_corrections.cend() && correction->resourceVersion != entry.resourceVersion)
            found.append(entry);
    }
    return found;
}

bool RevisionTable::keepDeployed(const ReleaseKey &key, const QString &uid, const QDateTime &deployed)
{
    Release *release = find(key);
    if (!release || !deployed.isValid())
        return false;
    for (RevisionEntry &entry : release->revisions)
        if (entry.uid == uid)
            return std::exchange(entry.date.deployed, deployed) != deployed;
    return false;
}

void RevisionTable::put(const ReleaseKey &key, RevisionEntry entry)
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

void RevisionTable::drop(const QString &uid, QSet<ReleaseKey> &touched)
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
