// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/diff/value_diff.h"
#include "core/helm/manifest.h"

#include <QList>
#include <QSet>

namespace chartroom {

/// An object that differs between two manifests, matched by group, kind, namespace and name.
struct ObjectChange
{
    enum class Kind { Added, Removed, Changed };
    Kind kind = Kind::Changed;
    ObjectRef object;         ///< of the side that has it, the later one first
    QString apiVersionBefore; ///< with Changed, when the version within the group moved
    QList<ValueChange>
        changes; ///< with Changed; Secrets' data masked on both sides, changed or same stays true
};

struct ManifestDiff
{
    QList<ObjectChange> objects; ///< only those that differ, in the order of the later manifest
    int same = 0;
};

struct ManifestDiffOptions
{
    QString releaseNamespace;       ///< of objects that name none
    bool quietServerFields = false; ///< leave out what an API server fills in: status, uid, defaults, ...
};

/// Compares manifests object by object, each by path. A pure function for the pool.
[[nodiscard]] ManifestDiff diffManifests(const QList<Value> &before, const QList<Value> &after,
                                         const ManifestDiffOptions &options);

} // namespace chartroom
