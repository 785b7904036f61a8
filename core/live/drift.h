// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/diff/manifest_diff.h"
#include "core/live/field_owner.h"
#include "core/live/live_objects.h"

namespace chartroom {

/// One path where the cluster is not what the manifest says.
struct DriftedPath
{
    ValueChange change; ///< from the manifest to the cluster
    /// Who last set it; nothing when no manager is named, as for a field that was taken away.
    std::optional<FieldOwner> owner;
};

struct DriftedObject
{
    ObjectRef object;
    bool isGone = false;      ///< the manifest has it, the cluster does not
    QList<DriftedPath> paths; ///< empty when it is gone
};

struct Drift
{
    QList<DriftedObject> objects; ///< in the manifest's order
    int same = 0;
    QStringList notices; ///< what could not be compared, or only across versions, and why
};

/// Compares a release's manifest with the live objects by path, quieted of what the API server fills in.
/// What an object has beyond its manifest counts only when a manager other than Helm's set it: a default is
/// booked to who sent the object (k8s.io/apiserver pkg/endpoints/handlers/fieldmanager@v0.36), and Helm's
/// manager is the one that owns the annotation meta.helm.sh/release-name. `live` answers for `manifest`, in
/// its order. Secrets' data is masked unless `isRevealed`. A pure function for the pool.
[[nodiscard]] Drift driftOf(const QList<Value> &manifest, const QList<LiveObject> &live,
                            const QString &releaseNamespace, bool isRevealed = false);

} // namespace chartroom
