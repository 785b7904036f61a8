// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/diff/manifest.h"
#include "core/process/command_runner.h"
#include "core/upgrade/preflight_evidence.h"

namespace chartroom {

/// Of a record's hooks those that Helm runs with an upgrade, or with a rollback to it.
[[nodiscard]] Value::List runningHooks(const Value &hooks, bool isRollback);

/// What Helm keeps, as the helm of that major sends it again. Damaged where its hooks cannot be read. For the
/// pool.
[[nodiscard]] Result<DryRun> storedRun(const ReleaseRecord &record, int helmMajor);

/// Today's objects and those of the dry run, taken apart once.
struct PlannedObjects
{
    QList<Value> before;
    QList<Value> after;
    QList<Value> hooks; ///< those that it runs
    ManifestDiff changes;
    bool isAppliedByServer = false; ///< helm sends every object, also those that stay as they are
    QStringList problems;           ///< documents that cannot be read

    /// What has to be looked at in the cluster, each object once: both manifests and the hooks.
    [[nodiscard]] QList<ObjectRef> references() const;
};

/// For the pool.
[[nodiscard]] PlannedObjects plannedObjects(const QByteArray &manifest, const DryRun &dryRun,
                                            bool isRollback = false);

/// What the draft's strategy makes of the values. For the pool.
[[nodiscard]] Result<Outcome> plannedOutcome(const ReleaseRecord &record, const Chart &target,
                                             const UpgradeDraft &draft, const HelmVersion &helm);
/// The manager that wrote last, by the metadata of an object.
[[nodiscard]] Result<FieldOwner> lastOwner(const QByteArray &json);
/// The leases of a list answer that Chartroom made.
[[nodiscard]] Result<QList<ReleaseInWork>> readReleasesInWork(const QByteArray &list);

/// The API group versions of the objects, each once; what cannot be one is left out, as it becomes a path.
[[nodiscard]] QStringList groupVersions(const QList<ObjectRef> &references);

/// Names of the CRDs that the chart and its sub-charts bring.
[[nodiscard]] QList<ObjectRef> crdReferences(const Chart &chart);

/// What helm asks the API server for during the upgrade, and Chartroom for its lease. Kinds that are not
/// served have no plural: they are in `unnamed`, and stay unanswered.
struct AccessQuestions
{
    QList<AccessReview> asked;
    QList<AccessReview> unnamed;
};
[[nodiscard]] AccessQuestions accessQuestions(const PlannedObjects &objects, const ReleaseKey &release,
                                              const QHash<QString, ServedKinds> &kinds);

/// What kubectl is told, so that the server is asked in the way that helm will: by patches, or as helm's
/// manager, so that only fields of others conflict, as with helm, which does not force (helm/helm
/// pkg/cmd/upgrade.go@v4.3.1: --force-conflicts is off).
[[nodiscard]] QStringList rehearsalArguments(const ReleaseRecord &dryRun);
/// The objects, each a document and with the namespace that helm would send it to. In a List kubectl would
/// check their fields itself, stop at the first unknown one and ask the server nothing (k8s.io/kubectl
/// pkg/validation/schema.go@v0.36 paramVerifyingSchema).
[[nodiscard]] QByteArray rehearsalObjects(const QList<Value> &objects, const QString &releaseNamespace,
                                          const QHash<QString, ServedKinds> &kinds);
/// What `kubectl apply --dry-run=server` says, line by line; an error when it did not get to the server.
[[nodiscard]] Result<RehearsedApply> readRehearsal(const CommandOutput &output);

/// Each object of a list answer as T; the first that cannot be read is the error.
template<typename T>
[[nodiscard]] Result<QList<T>> readObjects(const QByteArray &list)
{
    const Result<ObjectPage> page = readPage(list);
    if (!page)
        return tl::make_unexpected(page.error());
    QList<T> objects;
    for (const KubeObject &item : page->items) {
        Result<T> object = T::read(item);
        if (!object)
            return tl::make_unexpected(object.error());
        objects << std::move(*object);
    }
    return objects;
}

} // namespace chartroom
