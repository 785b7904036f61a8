// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/upgrade/overwritten_fields.h"

#include "core/diff/quiet_object.h"
#include "core/kube/api_version.h"
#include "core/live/drift.h"
#include "core/upgrade/unapplied_fields.h"
#include "core/upgrade/upgrade_tr.h"

#include <algorithm>

namespace chartroom {

namespace {

/// How helm changes an object (helm/helm pkg/kube/client.go@v3.22.0, @v4.3.1 createPatch,
/// patchResourceServerSide).
enum class Sending {
    ServerSide,     ///< the whole target
    StrategicPatch, ///< what differs between the target and the cluster, and what the target no longer has
    MergePatch,     ///< of a custom resource: what differs between the manifests, lists whole
};

Sending sendingOf(const PreflightEvidence &evidence, const ObjectRef &object)
{
    if (evidence.dryRun->applyMethod == u"ssa")
        return Sending::ServerSide;
    return isBuiltInGroup(apiGroupOf(object.apiVersion)) ? Sending::StrategicPatch : Sending::MergePatch;
}

/// What stands there is in a part of the manifest before that the target no longer has.
bool isTakenAway(const ValuePath &path, const ObjectChange *change)
{
    const QList<ValueChange> changes = change ? change->changes : QList<ValueChange>();
    return std::any_of(changes.cbegin(), changes.cend(), [&path](const ValueChange &one) {
        const ValuePath gone = readPath(one.path).value_or(path + path);
        return one.kind == ValueChange::Kind::Removed && gone.size() <= path.size() &&
               std::equal(gone.cbegin(), gone.cend(), path.cbegin());
    });
}

/// The part that helm writes at a path where the cluster differs from the target; nothing where it leaves
/// what the cluster has.
std::optional<ValuePath> writtenPart(const ValuePath &path, ValueChange::Kind kind, qsizetype ownedDepth,
                                     Sending sending, const ObjectChange *change)
{
    using Kind = ValueChange::Kind;
    if (kind == Kind::Moved)
        return std::nullopt;
    const bool isLeft = kind == Kind::Added && !isTakenAway(path, change);
    if (sending == Sending::MergePatch) {
        const QStringList keys = keysOf(path);
        const bool isInList = keys.size() < path.size();
        return (isLeft && !isInList) || !isInPatch(keys, change) ? std::nullopt
                                                                 : std::optional(path.first(keys.size()));
    }
    const bool isWhole = ownedDepth < path.size() &&
                         (sending == Sending::ServerSide || path[ownedDepth].kind != PathStep::Kind::Key);
    if (isWhole)
        return path.first(ownedDepth);
    const bool isKept = kind == Kind::Added && sending == Sending::ServerSide;
    return isKept || isLeft ? std::nullopt : std::optional(path);
}

void addFields(const Value &manifest, const LiveObject &live, const PreflightEvidence &evidence,
               QList<OverwrittenField> &found)
{
    const QString home = evidence.draft.release.namespaceName;
    const ObjectRef its = objectRef(manifest);
    const ObjectChange *change = changeOf(*evidence.changes, its, home);
    QStringList seen;
    for (const DriftedObject &object : driftOf({manifest}, {live}, home).objects)
        for (const DriftedPath &one : object.paths) {
            const ValuePath path = readPath(one.change.path).value_or(ValuePath());
            const auto stranger = strangerOn(live.value, path);
            if (path.isEmpty() || !stranger)
                continue;
            const auto part =
                writtenPart(path, one.change.kind, stranger->depth, sendingOf(evidence, its), change);
            if (!part || seen.contains(pathText(*part)))
                continue;
            seen << pathText(*part);
            found.append({live.object, seen.last(), stranger->owner});
        }
}

} // namespace

OverwrittenFields overwrittenFields(const PreflightEvidence &evidence)
{
    OverwrittenFields found;
    for (const Value &manifest : manifestDocuments(evidence.dryRun->manifest).documents) {
        const ObjectRef its = objectRef(manifest);
        if (const LiveObject *live = foundLive(evidence, its))
            addFields(manifest, *live, evidence, found.fields);
        else if (const QString why = unreadText(evidence, its); !why.isEmpty())
            found.unread << why;
    }
    return found;
}

} // namespace chartroom
