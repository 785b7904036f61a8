// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/secrets/value_path.h"
#include "core/upgrade/preflight_evidence.h"

namespace chartroom {

/// A custom resource of the target's manifest that the cluster has with other values, where the manifests of
/// before and after are alike, or which an upgrade takes over.
struct UnappliedObject
{
    Value manifest;
    LiveObject live;
    QList<QStringList> fields; ///< keys into both; a list is one field, as of a merge patch (RFC 7386)
    bool isTakenOver = false;
};

struct UnappliedFields
{
    QList<UnappliedObject> objects; ///< in the manifest's order
    QStringList unread;             ///< a sentence for each custom resource that could not be compared
};
/// Wants the dry run, the changes and the live objects to be known. Pure; as slow as reading the manifest.
[[nodiscard]] UnappliedFields unappliedFields(const PreflightEvidence &evidence);

[[nodiscard]] QString shownRef(const ObjectRef &object); ///< "ClusterPolicy cluster-policy"
/// The keys of a path up to the first list.
[[nodiscard]] QStringList keysOf(const ValuePath &path);
/// What the cluster has of it, in the same version; null where that was not read.
[[nodiscard]] const LiveObject *foundLive(const PreflightEvidence &evidence, const ObjectRef &object);
/// Why the cluster's could not be compared; "" where it was read in the same version, or is gone.
[[nodiscard]] QString unreadText(const PreflightEvidence &evidence, const ObjectRef &object);
/// What the manifests have otherwise of it; null where they are alike.
[[nodiscard]] const ObjectChange *changeOf(const ManifestDiff &changes, const ObjectRef &object,
                                           const QString &releaseNamespace);
/// Whether the target has it and the manifest that helm starts from has not. Where the cluster has it all the
/// same helm takes it over. The patch of an upgrade then goes from the target to the target: of a built-in
/// kind it sets what the target names and the cluster has otherwise, of a custom resource nothing. That of a
/// rollback goes from the cluster to the target, and removes what the target does not name (helm/helm
/// pkg/action/upgrade.go performUpgrade, pkg/kube/client.go update, createPatch@v3.22.0, @v4.3.1).
[[nodiscard]] bool isNewInTarget(const ObjectChange *change);
/// Whether the manifests differ there, so that a patch made of them has it.
[[nodiscard]] bool isInPatch(const QStringList &field, const ObjectChange *change);

} // namespace chartroom
