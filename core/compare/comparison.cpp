// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/comparison.h"

#include "core/compare/compare_tr.h"
#include "core/helm/known_changes.h"
#include "core/kube/api_version.h"

namespace chartroom {

namespace {

void append(Comparison &comparison, const ManifestDiff &diff)
{
    for (const ObjectChange &change : diff.objects) {
        ComparedObject object{change.kind, change.object, change.apiVersionBefore, {}};
        for (const ValueChange &path : change.changes)
            object.paths.append({path, std::nullopt});
        comparison.objects.append(object);
    }
    comparison.sameObjects += diff.same;
}

/// The live object that a document of a manifest means.
const LiveObject *liveOf(const Value &document, const QList<LiveObject> &live,
                         const QString &releaseNamespace)
{
    const ObjectRef wanted = objectRef(document);
    for (const LiveObject &one : live) {
        const ObjectRef &object = one.object;
        const QString where = wanted.namespaceName.isEmpty() ? releaseNamespace : wanted.namespaceName;
        const bool isThere = object.namespaceName.isEmpty() || object.namespaceName == where;
        if (object.kind == wanted.kind && object.name == wanted.name && isThere &&
            apiGroupOf(object.apiVersion) == apiGroupOf(wanted.apiVersion))
            return &one;
    }
    return nullptr;
}

/// From the manifest to the cluster.
void compareWithLive(Comparison &comparison, const QList<Value> &manifest, const QList<LiveObject> &live,
                     const QString &releaseNamespace, bool isRevealed)
{
    QList<Value> documents;
    QList<LiveObject> objects;
    for (const Value &document : manifest) {
        const LiveObject *found = liveOf(document, live, releaseNamespace);
        if (found) {
            documents.append(document);
            objects.append(*found);
        } else {
            comparison.objects.append({ObjectChange::Kind::Removed, objectRef(document), {}, {}});
        }
    }
    const Drift drift = driftOf(documents, objects, releaseNamespace, isRevealed);
    for (const DriftedObject &object : drift.objects)
        comparison.objects.append({object.isGone ? ObjectChange::Kind::Removed : ObjectChange::Kind::Changed,
                                   object.object,
                                   {},
                                   object.paths});
    for (const LiveObject &one : live) {
        const bool isKnown = std::any_of(objects.cbegin(), objects.cend(),
                                         [&](const LiveObject &other) { return other.object == one.object; });
        if (!isKnown && one.state == LiveObject::State::Found)
            comparison.objects.append({ObjectChange::Kind::Added, one.object, {}, {}});
    }
    comparison.sameObjects = drift.same;
    for (const QString &notice : drift.notices) {
        if (!comparison.notices.contains(notice))
            comparison.notices.append(notice);
        if (!comparison.gaps.contains(notice))
            comparison.gaps.append(notice);
    }
}

void reverse(Comparison &comparison)
{
    using Objects = ObjectChange::Kind;
    using Paths = ValueChange::Kind;
    for (ComparedObject &object : comparison.objects) {
        if (object.kind != Objects::Changed)
            object.kind = object.kind == Objects::Added ? Objects::Removed : Objects::Added;
        for (DriftedPath &path : object.paths) {
            std::swap(path.change.before, path.change.after);
            if (path.change.kind == Paths::Added || path.change.kind == Paths::Removed)
                path.change.kind = path.change.kind == Paths::Added ? Paths::Removed : Paths::Added;
        }
    }
}

void addUnknown(Comparison &comparison, const QStringList &paths)
{
    if (paths.isEmpty())
        return;
    const QString text =
        CompareTr::tr("Values are masked here, so whether they differ is %1.").arg(unknownPathsText(paths));
    comparison.notices.append(text);
    comparison.gaps.append(text);
}

} // namespace

Comparison::Sameness Comparison::sameness() const
{
    if (!changes.isEmpty() || !objects.isEmpty())
        return Sameness::Different;
    return gaps.isEmpty() ? Sameness::Equal : Sameness::Unknown;
}

Result<Comparison> compareSides(const SideText &from, const SideText &to, const QString &releaseNamespace,
                                bool isRevealed)
{
    for (const SideText *side : {&from, &to})
        if (isPlainText(side->side.kind))
            return failure(
                Error::Code::Invalid,
                CompareTr::tr("%1 is plain text: it has no paths to compare.").arg(sideText(side->side)));
    if (from.isManifest != to.isManifest)
        return failure(
            Error::Code::Invalid,
            CompareTr::tr("%1 and %2 cannot be compared: one contains values and the other one objects.")
                .arg(sideText(from.side), sideText(to.side)));
    Comparison comparison;
    comparison.isManifest = from.isManifest;
    comparison.notices = from.notices + to.notices;
    comparison.notices.removeDuplicates();
    comparison.gaps = from.gaps + to.gaps;
    comparison.gaps.removeDuplicates();
    const bool fromLive = from.side.kind == Side::Kind::Live;
    const bool toLive = to.side.kind == Side::Kind::Live;
    if (!comparison.isManifest) {
        const KnownChanges known = knownChanges(from.documents.value(0), to.documents.value(0));
        comparison.changes = known.changes;
        addUnknown(comparison, known.unknown);
    } else if (fromLive == toLive) {
        append(comparison,
               diffManifests(from.documents, to.documents, {releaseNamespace, false, isRevealed}));
    } else {
        compareWithLive(comparison, (toLive ? from : to).documents, (toLive ? to : from).live,
                        releaseNamespace, isRevealed);
        if (fromLive)
            reverse(comparison);
    }
    return comparison;
}

} // namespace chartroom
