// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/three_way.h"

#include "core/kube/api_version.h"
#include "core/secrets/masked_values.h"
#include "core/secrets/value_path.h"

#include <QHash>

#include <algorithm>

namespace chartroom {

namespace {

QString identity(const ObjectRef &object, const QString &releaseNamespace)
{
    const QString where = object.namespaceName.isEmpty() ? releaseNamespace : object.namespaceName;
    return QStringList{apiGroupOf(object.apiVersion), object.kind, where, object.name}.join(u'\n');
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

/// One path lies above the other, or is it.
bool isOneWay(const QString &a, const QString &b)
{
    const ValuePath one = readPath(a).value_or(ValuePath{});
    const ValuePath other = readPath(b).value_or(ValuePath{});
    const qsizetype shorter = std::min(one.size(), other.size());
    return std::equal(one.cbegin(), one.cbegin() + shorter, other.cbegin());
}

template<typename Changes>
bool isBelow(const QString &path, const Changes &changes)
{
    return std::any_of(changes.cbegin(), changes.cend(), [&path](const auto &change) {
        return change.path.size() > path.size() && isOneWay(change.path, path);
    });
}

/// A map that comes or goes as a whole, field by field where the other side has something inside it.
void appendApart(const ValueChange &change, const auto &others, QList<ValueChange> &apart)
{
    using Kind = ValueChange::Kind;
    const Value &whole = change.kind == Kind::Added ? change.after : change.before;
    const bool isWhole = change.kind == Kind::Added || change.kind == Kind::Removed;
    if (!isWhole || !whole.isMap() || whole.map().isEmpty() || !isBelow(change.path, others)) {
        apart.append(change);
        return;
    }
    const ValuePath path = readPath(change.path).value_or(ValuePath{});
    for (auto it = whole.map().cbegin(); it != whole.map().cend(); ++it) {
        ValueChange field = change;
        field.path = pathText(path + ValuePath{{PathStep::Kind::Key, it.key(), 0}});
        (change.kind == Kind::Added ? field.after : field.before) = *it;
        appendApart(field, others, apart);
    }
}

void addDrift(ThreeWayObject &object, const DriftedPath &drifted, const QList<ValueChange> &next)
{
    QList<ValueChange> apart;
    appendApart(drifted.change, next, apart);
    for (const ValueChange &change : std::as_const(apart))
        object.paths.append({ThreeWayPath::Kind::Drift, change.path, change.before, change.after,
                             change.before, drifted.owner});
}

/// Where one side changes what the other has inside, neither is right for both.
void addChange(ThreeWayObject &object, const ValueChange &change)
{
    using Kind = ThreeWayPath::Kind;
    bool isAlone = true;
    for (ThreeWayPath &drifted : object.paths) {
        if (drifted.kind == Kind::Change || !isOneWay(drifted.path, change.path))
            continue;
        const bool isSame = drifted.path == change.path;
        if (isSame)
            drifted.next = change.after;
        drifted.kind = isSame && drifted.live == drifted.next ? Kind::Agreed : Kind::Conflict;
        isAlone = isAlone && !isSame;
    }
    if (isAlone)
        object.paths.append({Kind::Change, change.path, change.before, change.before, change.after, {}});
}

void mask(ThreeWayPath &path)
{
    const ValueChange live = maskedSecretChange({{}, path.path, path.released, path.live, {}});
    path.next = maskedSecretChange({{}, path.path, {}, path.next, {}}).after;
    path.released = live.before;
    path.live = live.after;
}

} // namespace

ThreeWay threeWay(const QList<Value> &manifest, const QList<LiveObject> &live, const QList<Value> &next,
                  const QString &releaseNamespace, bool isRevealed)
{
    Objects objects(releaseNamespace);
    QHash<QString, QList<ValueChange>> changes;
    const ManifestDiff diff = diffManifests(manifest, next, {releaseNamespace, false, true});
    for (const ObjectChange &one : diff.objects)
        changes.insert(identity(one.object, releaseNamespace), one.changes);
    const Drift drift = driftOf(manifest, live, releaseNamespace, true);
    for (const DriftedObject &one : drift.objects) {
        ThreeWayObject &object = objects.of(one.object);
        object.isGone = one.isGone;
        for (const DriftedPath &path : one.paths)
            addDrift(object, path, changes.value(identity(one.object, releaseNamespace)));
    }
    for (const ObjectChange &one : diff.objects) {
        ThreeWayObject &object = objects.of(one.object);
        object.isNew = one.kind == ObjectChange::Kind::Added;
        object.isDropped = one.kind == ObjectChange::Kind::Removed;
        QList<ValueChange> apart;
        for (const ValueChange &change : one.changes)
            appendApart(change, object.paths, apart);
        for (const ValueChange &change : std::as_const(apart))
            addChange(object, change);
    }
    if (!isRevealed)
        for (ThreeWayObject &object : objects.list)
            if (object.object.kind == u"Secret" && object.object.apiVersion == u"v1")
                std::for_each(object.paths.begin(), object.paths.end(), mask);
    return {objects.list, drift.notices};
}

} // namespace chartroom
