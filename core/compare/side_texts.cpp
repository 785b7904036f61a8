// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/side_texts.h"

#include "core/base/document.h"
#include "core/base/masked.h"
#include "core/compare/compare_tr.h"
#include "core/diff/value_diff.h"
#include "core/kube/api_version.h"
#include "core/secrets/masked_values.h"

#include <QMap>

namespace chartroom {

namespace {

Value changedSecret()
{
    return Value(CompareTr::tr("%1 (changed)").arg(Masked("x").toString()));
}

bool isStep(const PathStep &step, const Value &element, qsizetype place)
{
    if (step.kind == PathStep::Kind::Index)
        return step.index == place;
    return element.map().value(step.field).scalarText() == step.text;
}

/// `root` with `value` at the path, or without what is there. A list element that is not there is appended.
Value withValueAt(const Value &root, const ValuePath &path, const std::optional<Value> &value,
                  qsizetype depth = 0)
{
    if (depth == path.size())
        return value.value_or(root);
    const PathStep &step = path[depth];
    const bool removes = depth + 1 == path.size() && !value;
    if (step.kind == PathStep::Kind::Key) {
        Value::Map map = root.map();
        if (removes)
            map.remove(step.text);
        else
            map.insert(step.text, withValueAt(map.value(step.text), path, value, depth + 1));
        return Value(map);
    }
    Value::List list = root.list();
    qsizetype place = 0;
    while (place < list.size() && !isStep(step, list[place], place))
        ++place;
    if (removes && place < list.size())
        list.removeAt(place);
    else if (!removes && place < list.size())
        list[place] = withValueAt(list[place], path, value, depth + 1);
    else if (!removes)
        list.append(withValueAt(Value(), path, value, depth + 1));
    return Value(list);
}

/// `after` masked, with a word where a secret differs from that of `before`.
Value maskedAfter(const Value &before, const Value &after)
{
    Value shown = maskedValues(after);
    const bool isSecret = objectRef(after).kind == u"Secret";
    for (const ValueChange &change : changedSettings(before, after)) {
        if (change.kind != ValueChange::Kind::Changed || change.after.isMap() || change.after.isList())
            continue;
        const ValueChange masked = isSecret ? maskedSecretChange(change) : maskedChange(change);
        const auto path = readPath(change.path);
        if (path && masked.before == masked.after)
            shown = withValueAt(shown, *path, changedSecret());
    }
    return shown;
}

/// The object's document on the live side: the manifest's, with what has drifted.
Value drifted(Value document, const QList<DriftedPath> &paths, bool isReversed)
{
    for (const DriftedPath &path : paths) {
        const auto where = readPath(path.change.path);
        const auto gone = isReversed ? ValueChange::Kind::Added : ValueChange::Kind::Removed;
        if (where)
            document = withValueAt(document, *where,
                                   path.change.kind == gone ? std::nullopt
                                   : isReversed             ? std::optional(path.change.before)
                                                            : std::optional(path.change.after));
    }
    return document;
}

QString orderKey(const ObjectRef &object)
{
    return object.kind + u'/' + object.name + u'/' + apiGroupOf(object.apiVersion) + u'/';
}

QMap<QString, Value> byObject(const QList<Value> &documents)
{
    QMap<QString, Value> found;
    for (const Value &document : documents) {
        const ObjectRef object = objectRef(document);
        found.insert(orderKey(object) + object.namespaceName, document);
    }
    return found;
}

/// The live side told through the manifest: no field that a server filled in gets into the text.
QList<Value> liveDocuments(const SideText &manifest, const SideText &live, const Comparison &comparison,
                           bool isReversed)
{
    const auto differing = [&](const Value &document) {
        const ObjectRef object = objectRef(document);
        return std::find_if(
            comparison.objects.cbegin(), comparison.objects.cend(), [&](const ComparedObject &one) {
                return orderKey(one.object) == orderKey(object) &&
                       (object.namespaceName.isEmpty() || object.namespaceName == one.object.namespaceName);
            });
    };
    const auto onlyLive = isReversed ? ObjectChange::Kind::Removed : ObjectChange::Kind::Added;
    QList<Value> documents;
    for (const Value &document : manifest.documents) {
        const auto found = differing(document);
        if (found == comparison.objects.cend())
            documents.append(document);
        else if (found->kind == ObjectChange::Kind::Changed)
            documents.append(drifted(document, found->paths, isReversed));
    }
    for (const Value &document : live.documents) {
        const auto found = differing(document);
        if (found != comparison.objects.cend() && found->kind == onlyLive)
            documents.append(document);
    }
    return documents;
}

QByteArray joined(const QMap<QString, Value> &documents)
{
    QByteArray text;
    for (const Value &document : documents)
        text += "---\n" + writeYaml(document);
    return text;
}

SideTexts objectTexts(const QList<Value> &from, const QList<Value> &to, bool isRevealed)
{
    QMap<QString, Value> before = byObject(from);
    QMap<QString, Value> after = byObject(to);
    if (!isRevealed) {
        for (auto it = after.begin(); it != after.end(); ++it)
            *it = maskedAfter(before.value(it.key()), *it);
        for (Value &document : before)
            document = maskedValues(document);
    }
    return {joined(before), joined(after)};
}

bool isOpen(const SideText &side)
{
    return maskedValues(side.documents.value(0)) == side.documents.value(0) &&
           maskedText(QString::fromUtf8(side.text)) == QString::fromUtf8(side.text);
}

bool hasComments(const SideText &side)
{
    return side.side.kind == Side::Kind::Default || side.side.kind == Side::Kind::File;
}

} // namespace

SideTexts sideTexts(const SideText &from, const SideText &to, const Comparison &comparison, bool isRevealed)
{
    if (comparison.isManifest) {
        const bool fromLive = from.side.kind == Side::Kind::Live;
        const bool toLive = to.side.kind == Side::Kind::Live;
        return objectTexts(fromLive && !toLive ? liveDocuments(to, from, comparison, true) : from.documents,
                           toLive && !fromLive ? liveDocuments(from, to, comparison, false) : to.documents,
                           isRevealed);
    }
    if (hasComments(from) && hasComments(to) && (isRevealed || (isOpen(from) && isOpen(to))))
        return {from.text, to.text};
    const Value before = from.documents.value(0);
    const Value after = to.documents.value(0);
    if (isRevealed)
        return {writeYaml(before), writeYaml(after)};
    return {writeYaml(maskedValues(before)), writeYaml(maskedAfter(before, after))};
}

} // namespace chartroom
