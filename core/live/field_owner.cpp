// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/live/field_owner.h"

#include "core/base/document.h"

#include <algorithm>

namespace chartroom {

namespace {

const QString metadataKey = QStringLiteral("metadata");
const QString managedFieldsKey = QStringLiteral("managedFields");

/// The value of a key such as k:{"name":"driver"} or v:"x" behind its two letters.
Value keyValue(const QString &key)
{
    return readJson(key.mid(2).toUtf8()).value_or(Value());
}

bool hasKeys(const Value &element, const Value &keys)
{
    const Value::Map &wanted = keys.map();
    const Value::Map &found = element.map();
    return !wanted.isEmpty() && std::all_of(wanted.keyBegin(), wanted.keyEnd(), [&](const QString &key) {
        return found.contains(key) && found.value(key) == wanted.value(key);
    });
}

/// The place in `list` that a step means, -1 when it is not there.
qsizetype placeOf(const PathStep &step, const Value::List &list)
{
    if (step.kind == PathStep::Kind::Index)
        return step.index < list.size() ? step.index : -1;
    const QString field = step.field.isEmpty() ? QStringLiteral("name") : step.field;
    for (qsizetype i = 0; i < list.size(); ++i)
        if (list[i].map().value(field).scalarText() == step.text)
            return i;
    return -1;
}

/// The part of a set that stands for the list element at `place`.
std::optional<Value> elementFields(const Value::Map &fields, const Value &element, qsizetype place)
{
    for (auto it = fields.cbegin(); it != fields.cend(); ++it) {
        const bool isMeant = (it.key().startsWith(u"k:") && hasKeys(element, keyValue(it.key()))) ||
                             (it.key().startsWith(u"v:") && keyValue(it.key()) == element) ||
                             it.key() == QStringLiteral("i:%1").arg(place);
        if (isMeant)
            return *it;
    }
    return std::nullopt;
}

/// How many steps of the path the set holds; nothing when what stands at the path is not in it.
std::optional<qsizetype> ownedDepth(Value fields, Value here, const ValuePath &path)
{
    for (qsizetype depth = 0; depth < path.size(); ++depth) {
        const PathStep &step = path[depth];
        if (depth > 0 && fields.map().isEmpty())
            return depth; // the manager owns all below
        std::optional<Value> next;
        if (step.kind == PathStep::Kind::Key) {
            const auto found = fields.map().constFind(QStringLiteral("f:") + step.text);
            if (found != fields.map().cend())
                next = *found;
            here = here.map().value(step.text);
        } else if (const qsizetype place = placeOf(step, here.list()); place >= 0) {
            const Value element = here.list()[place];
            next = elementFields(fields.map(), element, place);
            here = element;
        }
        if (!next)
            return std::nullopt;
        fields = *next;
    }
    return path.size();
}

FieldOwner ownerIn(const Value::Map &entry)
{
    const auto text = [&entry](const char *name) { return entry.value(QLatin1String(name)).toString(); };
    return {text("manager"), text("operation"), text("subresource"),
            QDateTime::fromString(text("time"), Qt::ISODate)};
}

/// Those whose sets name most of the path, the last writer last.
QList<PartOwner> closestOwners(const Value &object, const ValuePath &path)
{
    QList<PartOwner> owners;
    const Value entries = object.at({metadataKey, managedFieldsKey});
    for (const Value &entry : entries.list()) {
        const auto depth = ownedDepth(entry.map().value(QStringLiteral("fieldsV1")), object, path);
        if (!depth || (!owners.isEmpty() && *depth < owners.first().depth))
            continue;
        if (!owners.isEmpty() && *depth > owners.first().depth)
            owners.clear();
        owners.append({ownerIn(entry.map()), *depth});
    }
    std::stable_sort(owners.begin(), owners.end(), [](const PartOwner &one, const PartOwner &other) {
        return one.owner.time < other.owner.time;
    });
    return owners;
}

} // namespace

std::optional<FieldOwner> fieldOwner(const Value &object, const ValuePath &path)
{
    const QList<PartOwner> owners = closestOwners(object, path);
    return owners.isEmpty() ? std::nullopt : std::optional(owners.last().owner);
}

std::optional<PartOwner> strangerOn(const Value &object, const ValuePath &path, const QString &helm)
{
    QList<PartOwner> owners = closestOwners(object, path);
    owners.removeIf(
        [&helm](const PartOwner &one) { return one.owner.manager == helm || one.owner.manager == u"helm"; });
    return owners.isEmpty() ? std::nullopt : std::optional(owners.last());
}

std::optional<PartOwner> strangerOn(const Value &object, const ValuePath &path)
{
    return strangerOn(object, path, helmManager(object));
}

QString helmManager(const Value &object)
{
    static const ValuePath annotation{{PathStep::Kind::Key, metadataKey},
                                      {PathStep::Kind::Key, QStringLiteral("annotations")},
                                      {PathStep::Kind::Key, QStringLiteral("meta.helm.sh/release-name")}};
    const auto owner = fieldOwner(object, annotation);
    return owner ? owner->manager : QStringLiteral("helm");
}

std::optional<FieldOwner> lastOwner(const Value &object)
{
    std::optional<FieldOwner> last;
    const Value entries = object.at({metadataKey, managedFieldsKey});
    for (const Value &entry : entries.list())
        if (const FieldOwner owner = ownerIn(entry.map()); !last || last->time <= owner.time)
            last = owner;
    return last;
}

Value withoutManagedFields(const Value &object)
{
    Value::Map root = object.map();
    const auto metadata = root.find(metadataKey);
    if (metadata == root.end() || !metadata->map().contains(managedFieldsKey))
        return object;
    Value::Map fields = metadata->map();
    fields.remove(managedFieldsKey);
    *metadata = Value(fields);
    return Value(root);
}

} // namespace chartroom
