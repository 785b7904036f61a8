// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/helm/release.h"
#include "core/helm/stored_record.h"
#include "core/helm/stored_revision.h"
#include "core/kube/object.h"

#include <QHash>
#include <QSet>

namespace chartroom {

/// Revisions grouped into releases; the highest revision is the newest, whatever its status. Every event may
/// come twice or out of order (faults 13, 14): an object is known by its uid.
class RevisionTable
{
public:
    /// The keys whose release came, changed or went.
    QSet<ReleaseKey> apply(const QList<ObjectEvent> &events, ReleaseStorage storage);
    void clear();

    [[nodiscard]] bool isEmpty() const { return m_releases.isEmpty(); }
    [[nodiscard]] QList<ReleaseKey> keys() const { return m_releases.keys(); }
    /// Valid until the next apply().
    [[nodiscard]] Release *find(const ReleaseKey &key);
    [[nodiscard]] const Release *find(const ReleaseKey &key) const;
    /// The revision that an object stores; null when there is none. Valid until the next change.
    [[nodiscard]] const RevisionEntry *entryOf(const QString &uid) const;
    /// Takes over what the record of an object says of its name, revision and status, where its labels say
    /// otherwise: the keys whose release changed. Holds while the labels stay as they are.
    QSet<ReleaseKey> correct(const StoredRecord &stored);
    /// Revisions whose record was read before their object changed, and contradicted its labels.
    [[nodiscard]] QList<RevisionEntry> outdated(const ReleaseKey &key) const;
    /// Keeps what the record of that object says of its date, which Helm never changes; whether that was
    /// news.
    bool keepDeployed(const ReleaseKey &key, const QString &uid, const QDateTime &deployed);

private:
    /// A record that contradicts the labels of its object.
    struct Correction
    {
        StoredRevision labels;   ///< as they were then
        ReleaseRecord record;    ///< only what identifies it
        QString resourceVersion; ///< of the object that was read
    };
    [[nodiscard]] StoredRevision corrected(const StoredRevision &labels);
    void put(const ReleaseKey &key, RevisionEntry entry);
    void drop(const QString &uid, QSet<ReleaseKey> &touched);

    QHash<ReleaseKey, Release> m_releases;
    QHash<QString, ReleaseKey> m_keys;        ///< by uid
    QHash<QString, Correction> m_corrections; ///< by uid
};

} // namespace chartroom
