// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/three_way.h"

#include <QHash>

namespace chartroom {

namespace {

QString identity(const ObjectRef &object, const QString &releaseNamespace)
{
    const QString where = object.namespaceName.isEmpty() ? releaseNamespace : object.namespaceName;
    const QString group =
        object.apiVersion.contains(u'/') ? object.apiVersion.section(u'/', 0, 0) : QString();
    return QStringList{group, object.kind, where, object.name}.join(u'\n');
}

/// The objects that differ, each once.
class Objects
{
public:
    explicit Objects(QString releaseNamespace)
        : m_namespace(std::move(releaseNamespace))
    {}

    ThreeWayObject &of(const ObjectRef &object)
    {
        const QString key = identity(object, m_namespace);
        const auto known = m_places.constFind(key);
        if (known != m_places.cend())
            return list[*known];
        m_places.insert(key, list.size());
        list.append({object, false, false, false, {}});
        return list.last();
    }

    QList<ThreeWayObject> list;

private:
    QString m_namespace;
    QHash<QString, qsizetype> m_places;
};

void addChange(ThreeWayObject &object, const ValueChange &change)
{
    using Kind = ThreeWayPath::Kind;
    const auto drifted = std::find_if(object.paths.begin(), object.paths.end(),
                                      [&](const ThreeWayPath &path) { return path.path == change.path; });
    if (drifted == object.paths.end()) {
        object.paths.append({Kind::Change, change.path, change.before, change.before, change.after, {}});
        return;
    }
    drifted->next = change.after;
    drifted->kind = drifted->live == drifted->next ? Kind::Agreed : Kind::Conflict;
}

} // namespace

ThreeWay threeWay(const QList<Value> &manifest, const QList<LiveObject> &live, const QList<Value> &next,
                  const QString &releaseNamespace, bool isRevealed)
{
    Objects objects(releaseNamespace);
    const Drift drift = driftOf(manifest, live, releaseNamespace, isRevealed);
    for (const DriftedObject &one : drift.objects) {
        ThreeWayObject &object = objects.of(one.object);
        object.isGone = one.isGone;
        for (const DriftedPath &path : one.paths)
            object.paths.append({ThreeWayPath::Kind::Drift, path.change.path, path.change.before,
                                 path.change.after, path.change.before, path.owner});
    }
    const ManifestDiff diff = diffManifests(manifest, next, {releaseNamespace, false, isRevealed});
    for (const ObjectChange &one : diff.objects) {
        ThreeWayObject &object = objects.of(one.object);
        object.isNew = one.kind == ObjectChange::Kind::Added;
        object.isDropped = one.kind == ObjectChange::Kind::Removed;
        for (const ValueChange &change : one.changes)
            addChange(object, change);
    }
    return {objects.list, drift.notices};
}

} // namespace chartroom
