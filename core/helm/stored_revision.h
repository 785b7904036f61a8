// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/helm/release.h"
#include "core/kube/object.h"
#include "core/kube/resource_query.h"

#include <optional>

namespace chartroom {

/// One release Secret or ConfigMap as its metadata tells it.
struct StoredRevision
{
    ReleaseKey key;
    RevisionEntry entry;
};

/// Reads the labels Helm writes (owner, name, status, version: helm/helm pkg/storage/driver/util.go@v4.2.4)
/// and the object's own dates. A label that is missing or no number is replaced by what the object's
/// name says. Nothing for an object that is no release: a ConfigMap that only carries owner=helm.
[[nodiscard]] std::optional<StoredRevision> readRevision(const KubeObject &object, ReleaseStorage storage);

/// What the labels say, and where the record says otherwise what the record says, with the contradiction in a
/// sentence (fault 44). The namespace stays that of the object.
[[nodiscard]] StoredRevision asRecorded(StoredRevision labels, const ReleaseRecord &record);

/// All releases kept this way, "" for the whole cluster.
[[nodiscard]] ResourceQuery releaseQuery(ReleaseStorage storage, const QString &namespaceName);

/// The path of one record.
[[nodiscard]] QString recordPath(const ReleaseKey &key, const QString &objectName);

/// "Secrets" or "ConfigMaps", as Kubernetes names them.
[[nodiscard]] QString storageName(ReleaseStorage storage);

} // namespace chartroom
