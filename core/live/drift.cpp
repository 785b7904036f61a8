// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/live/drift.h"

namespace chartroom {

namespace {

using Kind = ValueChange::Kind;

/// A map that is new as a whole, field by field: each may be somebody else's.
void appendLeaves(const ValueChange &change, QList<ValueChange> &leaves)
{
    if (change.kind != Kind::Added || !change.after.isMap() || change.after.map().isEmpty()) {
        leaves.append(change);
        return;
    }
    const ValuePath path = readPath(change.path).value_or(ValuePath{});
    const Value::Map &fields = change.after.map();
    for (auto it = fields.cbegin(); it != fields.cend(); ++it)
        appendLeaves({Kind::Added, pathText(path + ValuePath{{PathStep::Kind::Key, it.key(), 0}}), {}, *it},
                     leaves);
}

QList<DriftedPath> driftedPaths(const QList<ValueChange> &changes, const Value &live)
{
    QList<ValueChange> leaves;
    for (const ValueChange &change : changes)
        appendLeaves(change, leaves);
    const QString helm = helmManager(live);
    QList<DriftedPath> paths;
    for (const ValueChange &change : std::as_const(leaves)) {
        const auto path = readPath(change.path);
        const auto owner = path && change.kind != Kind::Removed ? fieldOwner(live, *path) : std::nullopt;
        // Only where the cluster serves the kind in another version than the manifest's: see its notice.
        const bool isVersion = change.path == u"apiVersion";
        const bool isFilledIn = change.kind == Kind::Added &&
                                (!owner || owner->manager == helm || owner->subresource == u"status");
        if (!isFilledIn && !isVersion)
            paths.append({change, owner});
    }
    return paths;
}

} // namespace

Drift driftOf(const QList<Value> &manifest, const QList<LiveObject> &live, const QString &releaseNamespace,
              bool isRevealed)
{
    Drift drift;
    for (qsizetype i = 0; i < qMin(manifest.size(), live.size()); ++i) {
        const LiveObject &now = live[i];
        if (now.state == LiveObject::State::Gone) {
            drift.objects.append({now.object, true, {}});
            continue;
        }
        if (!now.notice.isEmpty() && !drift.notices.contains(now.notice))
            drift.notices.append(now.notice);
        if (now.state != LiveObject::State::Found)
            continue;
        const ManifestDiff diff = diffManifests({manifest[i]}, {withoutManagedFields(now.value)},
                                                {releaseNamespace, true, isRevealed});
        QList<DriftedPath> paths;
        for (const ObjectChange &change : diff.objects)
            paths += driftedPaths(change.changes, now.value);
        if (paths.isEmpty())
            ++drift.same;
        else
            drift.objects.append({now.object, false, paths});
    }
    return drift;
}

} // namespace chartroom
