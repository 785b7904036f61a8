// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diff/manifest_diff.h"

#include "core/diff/quiet_object.h"
#include "core/kube/api_version.h"
#include "core/secrets/masked_values.h"

#include <QHash>

#include <algorithm>

namespace chartroom {

namespace {

struct ManifestObject
{
    ObjectRef ref;
    Value value;
    QString identity; ///< group, kind, namespace, name, and which of those that are the same in these
};

class ObjectReader
{
public:
    explicit ObjectReader(const QString &releaseNamespace)
        : m_releaseNamespace(releaseNamespace)
    {}

    QList<ManifestObject> objects;

    void read(const Value &document)
    {
        const Value::Map &root = document.map();
        const Value::Map &metadata = root.value(QStringLiteral("metadata")).map();
        const ObjectRef ref{root.value(QStringLiteral("apiVersion")).toString(),
                            root.value(QStringLiteral("kind")).toString(),
                            metadata.value(QStringLiteral("namespace")).toString(),
                            metadata.value(QStringLiteral("name")).scalarText()};
        if (ref.kind == u"List" && ref.apiVersion == u"v1") {
            for (const Value &item : root.value(QStringLiteral("items")).list())
                read(item);
            return;
        }
        if (ref.kind.isEmpty())
            return;
        const QString space = ref.namespaceName.isEmpty() ? m_releaseNamespace : ref.namespaceName;
        const QString identity =
            QStringList{apiGroupOf(ref.apiVersion), ref.kind, space, ref.name}.join(QChar(0));
        const int again = m_seen[identity]++;
        objects.append({ref, document, identity + QChar(0) + QString::number(again)});
    }

private:
    QString m_releaseNamespace;
    QHash<QString, int> m_seen;
};

QList<ManifestObject> objectsOf(const QList<Value> &documents, const QString &releaseNamespace)
{
    ObjectReader reader(releaseNamespace);
    for (const Value &document : documents)
        reader.read(document);
    return reader.objects;
}

QList<ValueChange> changesOf(const ManifestObject &before, const ManifestObject &after,
                             const ManifestDiffOptions &options)
{
    QList<ValueChange> changes;
    if (!options.quietServerFields) {
        changes = diffValues(before.value, after.value);
    } else {
        changes = diffValues(quietObject(before.value, options.releaseNamespace),
                             quietObject(after.value, options.releaseNamespace));
        const QString kind = after.ref.kind;
        changes.removeIf([&](const ValueChange &change) { return isQuietChange(kind, change); });
    }
    const bool isSecret = after.ref.kind == u"Secret" && apiGroupOf(after.ref.apiVersion).isEmpty();
    if (isSecret && !options.revealSecrets)
        std::transform(changes.cbegin(), changes.cend(), changes.begin(), maskedSecretChange);
    return changes;
}

} // namespace

ManifestDiff diffManifests(const QList<Value> &before, const QList<Value> &after,
                           const ManifestDiffOptions &options)
{
    const QList<ManifestObject> old = objectsOf(before, options.releaseNamespace);
    QHash<QString, const ManifestObject *> gone;
    for (const ManifestObject &object : old)
        gone.insert(object.identity, &object);
    ManifestDiff diff;
    const QList<ManifestObject> now = objectsOf(after, options.releaseNamespace);
    for (const ManifestObject &object : now) {
        const ManifestObject *was = gone.take(object.identity);
        if (!was) {
            diff.objects.append({ObjectChange::Kind::Added, object.ref, {}, {}});
            continue;
        }
        const QList<ValueChange> changes = changesOf(*was, object, options);
        if (changes.isEmpty()) {
            ++diff.same;
            continue;
        }
        const bool versionMoved = was->ref.apiVersion != object.ref.apiVersion;
        diff.objects.append({ObjectChange::Kind::Changed, object.ref,
                             versionMoved ? was->ref.apiVersion : QString(), changes});
    }
    for (const ManifestObject &object : old) {
        if (gone.contains(object.identity))
            diff.objects.append({ObjectChange::Kind::Removed, object.ref, {}, {}});
    }
    return diff;
}

} // namespace chartroom
