// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/upgrade/unapplied_fields.h"

#include "core/diff/quiet_object.h"
#include "core/kube/api_version.h"
#include "core/live/drift.h"
#include "core/upgrade/upgrade_tr.h"

#include <algorithm>

namespace chartroom {

namespace {

/// In any version of its group; without a namespace it is in the release's.
bool isSameObject(const ObjectRef &one, const ObjectRef &its, const QString &home)
{
    const auto space = [&home](const ObjectRef &object) {
        return object.namespaceName.isEmpty() ? home : object.namespaceName;
    };
    return one.kind == its.kind && one.name == its.name &&
           apiGroupOf(one.apiVersion) == apiGroupOf(its.apiVersion) && space(one) == space(its);
}

/// As asked for in this version; null where nobody asked.
const LiveObject *liveOf(const PreflightEvidence &evidence, const ObjectRef &its)
{
    const auto live =
        std::find_if(evidence.live->cbegin(), evidence.live->cend(), [&](const LiveObject &one) {
            return isSameObject(one.object, its, evidence.draft.release.namespaceName) &&
                   one.object.apiVersion == its.apiVersion;
        });
    return live == evidence.live->cend() ? nullptr : &*live;
}

void addFields(const QStringList &field, const Value &wanted, QList<QStringList> &fields)
{
    if (!wanted.map().isEmpty()) {
        for (auto one = wanted.map().cbegin(); one != wanted.map().cend(); ++one)
            addFields(field + QStringList{one.key()}, *one, fields);
    } else if (!fields.contains(field)) {
        fields << field;
    }
}

/// Fields of the manifest that differ in the cluster, or that it lacks.
QList<QStringList> staleFields(const Value &manifest, const LiveObject &live, const QString &releaseNamespace)
{
    QList<QStringList> fields;
    for (const DriftedObject &object : driftOf({manifest}, {live}, releaseNamespace).objects)
        for (const DriftedPath &one : object.paths) {
            const ValuePath path = readPath(one.change.path).value_or(ValuePath());
            const QStringList field = keysOf(path);
            if (one.change.kind == ValueChange::Kind::Changed ||
                one.change.kind == ValueChange::Kind::Removed || field.size() < path.size())
                addFields(field, field.size() < path.size() ? Value() : one.change.before, fields);
        }
    fields.removeIf([&manifest](const QStringList &field) { return manifest.at(field).isNull(); });
    return fields;
}

bool isWithin(const QStringList &field, const QStringList &other)
{
    return field.size() >= other.size() && field.first(other.size()) == other;
}

} // namespace

QString shownRef(const ObjectRef &object)
{
    return object.namespaceName.isEmpty() ? object.kind + u' ' + object.name
                                          : object.kind + u' ' + object.namespaceName + u'/' + object.name;
}

QStringList keysOf(const ValuePath &path)
{
    QStringList keys;
    for (const PathStep &step : path) {
        if (step.kind != PathStep::Kind::Key)
            break;
        keys << step.text;
    }
    return keys;
}

const LiveObject *foundLive(const PreflightEvidence &evidence, const ObjectRef &object)
{
    const LiveObject *live = evidence.live ? liveOf(evidence, object) : nullptr;
    return live && live->state == LiveObject::State::Found && live->notice.isEmpty() ? live : nullptr;
}

QString unreadText(const PreflightEvidence &evidence, const ObjectRef &object)
{
    const LiveObject *live = evidence.live ? liveOf(evidence, object) : nullptr;
    if (!live)
        return UpgradeTr::tr("%1 was not read.").arg(shownRef(object));
    return live->state == LiveObject::State::Gone ? QString() : live->notice;
}

const ObjectChange *changeOf(const ManifestDiff &changes, const ObjectRef &object,
                             const QString &releaseNamespace)
{
    const auto found =
        std::find_if(changes.objects.cbegin(), changes.objects.cend(), [&](const ObjectChange &one) {
            return isSameObject(one.object, object, releaseNamespace);
        });
    return found == changes.objects.cend() ? nullptr : &*found;
}

bool isNewInTarget(const ObjectChange *change)
{
    return change && change->kind == ObjectChange::Kind::Added;
}

bool isInPatch(const QStringList &field, const ObjectChange *change)
{
    if (!change || change->kind != ObjectChange::Kind::Changed)
        return change; // all of it, where only one has the object
    return std::any_of(change->changes.cbegin(), change->changes.cend(), [&field](const ValueChange &one) {
        const QStringList changed = keysOf(readPath(one.path).value_or(ValuePath()));
        return isWithin(field, changed) || isWithin(changed, field);
    });
}

UnappliedFields unappliedFields(const PreflightEvidence &evidence)
{
    const QString home = evidence.draft.release.namespaceName;
    UnappliedFields found;
    for (const Value &manifest : manifestDocuments(evidence.dryRun->manifest).documents) {
        const ObjectRef its = objectRef(manifest);
        if (isBuiltInGroup(apiGroupOf(its.apiVersion)))
            continue;
        const ObjectChange *change = changeOf(*evidence.changes, its, home);
        const bool isTakenOver = isNewInTarget(change);
        if (isTakenOver && (evidence.isRollback() || evidence.dryRun->applyMethod == u"ssa"))
            continue; // all of it is sent
        const LiveObject *live = foundLive(evidence, its);
        if (!live) {
            if (const QString why = unreadText(evidence, its); !why.isEmpty())
                found.unread << why;
            continue;
        }
        QList<QStringList> fields = staleFields(manifest, *live, home);
        if (!isTakenOver)
            fields.removeIf([change](const QStringList &field) { return isInPatch(field, change); });
        if (!fields.isEmpty())
            found.objects.append({manifest, *live, fields, isTakenOver});
    }
    return found;
}

} // namespace chartroom
