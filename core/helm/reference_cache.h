// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/helm/pinned_reference.h"
#include "core/helm/release.h"
#include "core/helm/stored_record.h"

#include <QHash>

#include <optional>

namespace chartroom {

/// What the values of the releases of a cluster are compared with: the file that is pinned for one, else its
/// revision 1 once that was fetched.
class ReferenceCache
{
public:
    struct Reference
    {
        Divergence unchanged;      ///< that of equal values, or of nothing to compare with
        std::optional<Value> from; ///< to be compared; none where the result is known already
    };

    /// False when these are pinned already.
    bool pin(const QList<PinnedReference> &pinned);
    [[nodiscard]] std::optional<PinnedReference> pinned(const ReleaseKey &key) const;

    /// Sentences about what is pinned for these and cannot be read.
    [[nodiscard]] QStringList problems(const QList<ReleaseKey> &keys) const;

    /// The entry of revision 1 where it is still to be fetched, else null.
    [[nodiscard]] const RevisionEntry *missing(const Release &release) const;
    void keepFirst(const ReleaseKey &key, const StoredRecord &stored);
    void forget(const ReleaseKey &key) { m_first.remove(key); }
    void clear() { m_first.clear(); }

    /// Of a release with a record; nullopt while revision 1 is still to come.
    [[nodiscard]] std::optional<Reference> of(const Release &release) const;

private:
    struct First
    {
        QString uid;
        QString problem;
        Value values;
    };
    QList<PinnedReference> m_pinned;
    QHash<ReleaseKey, First> m_first; ///< revisions 1, so that none is fetched twice
};

/// The entry of that revision if it is stored, else null; of several the one whose object is named after it.
[[nodiscard]] const RevisionEntry *storedRevision(const Release &release, int revision);

} // namespace chartroom
