// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/diff/manifest.h"
#include "core/diff/value_diff.h"

#include <QList>

namespace chartroom {

/// An object that differs between two manifests, matched by group, kind, namespace and name.
struct ObjectChange
{
    enum class Kind { Added, Removed, Changed };
    Kind kind = Kind::Changed;
    ObjectRef object;           ///< of the side that has it, the later one first
    QString apiVersionBefore;   ///< with Changed, when the version within the group moved
    QList<ValueChange> changes; ///< with Changed; a Secret's data is masked on both sides
};

struct ManifestDiff
{
    QList<ObjectChange>
        objects; ///< only those that differ, in the order of the later manifest, removed ones last
    int same = 0;
};

struct ManifestDiffOptions
{
    QString releaseNamespace; ///< of objects that name none
    /// Leave out what an API server fills in (status, uid, defaults, ...) and what means the same: 1000m and
    /// 1, an empty field and none. A field that is left out counts as its default.
    bool quietServerFields = false;
    /// Show Secrets' data: only when a person asked to unmask this comparison.
    bool revealSecrets = false;
};

/// Compares manifests object by object, each by path; the items of a v1 List count as objects, documents that
/// are no objects do not. A pure function for the pool.
[[nodiscard]] ManifestDiff diffManifests(const QList<Value> &before, const QList<Value> &after,
                                         const ManifestDiffOptions &options);

} // namespace chartroom
