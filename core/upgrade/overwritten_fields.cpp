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

using namespace Qt::StringLiterals;

namespace {

/// How helm changes an object (helm/helm pkg/kube/client.go@v3.22.0, @v4.3.1 createPatch,
/// patchResourceServerSide).
enum class Sending {
    ServerSide,     ///< the whole target
    StrategicPatch, ///< what differs between the target and the cluster, and what the target no longer has
    MergePatch,     ///< of a custom resource: what differs between the manifests, lists whole
    Nothing,        ///< of a custom resource that an upgrade takes over
};

Sending sendingOf(const PreflightEvidence &evidence, const ObjectRef &object, const ObjectChange *change)
{
    if (evidence.dryRun->applyMethod == u"ssa")
        return Sending::ServerSide;
    if (isBuiltInGroup(apiGroupOf(object.apiVersion)))
        return Sending::StrategicPatch;
    return isNewInTarget(change) && !evidence.isRollback() ? Sending::Nothing : Sending::MergePatch;
}

/// Its patch goes from what the cluster has, not from a manifest.
bool startsFromCluster(const PreflightEvidence &evidence, const ObjectChange *change)
{
    return isNewInTarget(change) && evidence.isRollback() && evidence.dryRun->applyMethod != u"ssa";
}

/// Whose value helm would write over; without a name where no manager is told. Of an object that is taken
/// over Helm's annotation tells nothing: who made the object wrote it too.
std::optional<PartOwner> ownerOf(const LiveObject &live, const DriftedPath &drifted, const ValuePath &path,
                                 bool isTakenOver)
{
    if (!isTakenOver)
        return strangerOn(live.value, path);
    const bool isOfNobody = drifted.change.kind == ValueChange::Kind::Changed && !drifted.owner;
    return isOfNobody ? PartOwner{{}, path.size()} : strangerOn(live.value, path, u"helm"_s);
}

QString takenOverText(const ObjectRef &object, Sending sending, bool dropsUnnamed)
{
    const QString text =
        sending == Sending::Nothing
            ? UpgradeTr::tr("%1 exists and is not in the release's manifest: helm takes it over and changes "
                            "no field of it.")
        : dropsUnnamed
            ? UpgradeTr::tr("%1 exists and is not in the release's manifest: helm takes it over and removes "
                            "the fields that the target's manifest does not name.")
            : UpgradeTr::tr("%1 exists and is not in the release's manifest: helm takes it over. Fields that "
                            "the target's manifest does not name stay.");
    return text.arg(shownRef(object));
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
                                     Sending sending, const ObjectChange *change, bool dropsUnnamed)
{
    using Kind = ValueChange::Kind;
    if (kind == Kind::Moved || sending == Sending::Nothing)
        return std::nullopt;
    const bool isLeft = kind == Kind::Added && !dropsUnnamed && !isTakenAway(path, change);
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
               OverwrittenFields &found)
{
    const QString home = evidence.draft.release.namespaceName;
    const ObjectRef its = objectRef(manifest);
    const ObjectChange *change = changeOf(*evidence.changes, its, home);
    const Sending sending = sendingOf(evidence, its, change);
    const bool dropsUnnamed = startsFromCluster(evidence, change);
    if (isNewInTarget(change))
        found.takenOver << takenOverText(live.object, sending, dropsUnnamed);
    found.dropsUnnamed = found.dropsUnnamed || dropsUnnamed;
    QStringList seen;
    for (const DriftedObject &object : driftOf({manifest}, {live}, home).objects)
        for (const DriftedPath &one : object.paths) {
            const ValuePath path = readPath(one.change.path).value_or(ValuePath());
            const auto owner = ownerOf(live, one, path, isNewInTarget(change));
            if (path.isEmpty() || !owner)
                continue;
            // What the manifest leaves out is compared with its default, and is no value that helm sends.
            const QStringList keys = keysOf(path);
            const bool isUnnamed = keys.size() == path.size() && manifest.at(keys).isNull();
            const auto kind = isUnnamed ? ValueChange::Kind::Added : one.change.kind;
            const auto part = writtenPart(path, kind, owner->depth, sending, change, dropsUnnamed);
            if (!part || seen.contains(pathText(*part)))
                continue;
            seen << pathText(*part);
            found.fields.append({live.object, seen.last(), owner->owner});
        }
}

} // namespace

OverwrittenFields overwrittenFields(const PreflightEvidence &evidence)
{
    OverwrittenFields found;
    for (const Value &manifest : manifestDocuments(evidence.dryRun->manifest).documents) {
        const ObjectRef its = objectRef(manifest);
        if (const LiveObject *live = foundLive(evidence, its))
            addFields(manifest, *live, evidence, found);
        else if (const QString why = unreadText(evidence, its); !why.isEmpty())
            found.unread << why;
    }
    return found;
}

} // namespace chartroom
