// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/helm/reference_cache.h"

#include "core/helm/helm_tr.h"

#include <algorithm>

namespace chartroom {

bool ReferenceCache::pin(const QList<PinnedReference> &pinned)
{
    if (m_pinned == pinned)
        return false;
    m_pinned = pinned;
    return true;
}

std::optional<PinnedReference> ReferenceCache::pinned(const ReleaseKey &key) const
{
    const auto found = std::find_if(m_pinned.cbegin(), m_pinned.cend(), [&](const PinnedReference &one) {
        return one.namespaceName == key.namespaceName && one.release == key.name;
    });
    return found == m_pinned.cend() ? std::nullopt : std::optional(*found);
}

QStringList ReferenceCache::problems(const QList<ReleaseKey> &keys) const
{
    QStringList found;
    for (const ReleaseKey &key : keys)
        if (const auto one = pinned(key); one && !one->problem.isEmpty() && !found.contains(one->problem))
            found.append(one->problem);
    found.sort(); // not in the order of a hash
    return found;
}

const RevisionEntry *ReferenceCache::missing(const Release &release) const
{
    const RevisionEntry *first = storedRevision(release, 1);
    if (!first || release.newest().revision == 1 || pinned(release.key))
        return nullptr;
    return m_first.value(release.key).uid == first->uid ? nullptr : first;
}

void ReferenceCache::keepFirst(const ReleaseKey &key, const StoredRecord &stored)
{
    QString problem = stored.record ? QString() : stored.record.error().message;
    if (stored.record && !stored.record->hasUserValues)
        problem = HelmTr::tr("its values were not recorded.");
    m_first.insert(key, {stored.uid, problem, stored.record ? stored.record->userValues : Value()});
}

std::optional<ReferenceCache::Reference> ReferenceCache::of(const Release &release) const
{
    if (const std::optional<PinnedReference> pin = pinned(release.key)) {
        if (!pin->problem.isEmpty())
            return Reference{Divergence{{}, pin->problem, {}}, {}};
        return Reference{Divergence{pin->name(), {}, {}}, pin->values};
    }
    const Divergence none{HelmTr::tr("revision 1", "what values are compared with"), {}, {}};
    const RevisionEntry *first = storedRevision(release, 1);
    if (!first)
        return Reference{
            Divergence{
                {},
                HelmTr::tr("Revision 1 is no longer in the history; there is nothing to compare with."),
                {}},
            {}};
    if (release.newest().revision == 1)
        return Reference{none, {}};
    const First known = m_first.value(release.key);
    if (known.uid != first->uid)
        return {};
    if (!known.problem.isEmpty())
        return Reference{Divergence{{}, HelmTr::tr("Revision 1 cannot be read: %1").arg(known.problem), {}},
                         {}};
    return Reference{none, known.values};
}

const RevisionEntry *storedRevision(const Release &release, int revision)
{
    const RevisionEntry *found = nullptr;
    for (const RevisionEntry &entry : release.revisions) {
        if (entry.revision != revision)
            continue;
        // Helm reads a revision by the name of its object (pkg/storage/storage.go makeKey).
        if (entry.objectName.endsWith(QStringLiteral(".v%1").arg(revision)))
            return &entry;
        if (!found)
            found = &entry;
    }
    return found;
}

} // namespace chartroom
