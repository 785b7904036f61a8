// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/values/shown_comparison.h"

#include "core/base/document.h"
#include "core/base/masked.h"
#include "core/compare/side_texts.h"
#include "core/screens/screens_tr.h"
#include "core/screens/values/set_form.h"
#include "core/secrets/masked_values.h"

#include <algorithm>

namespace chartroom {

namespace {

QString objectTitle(const ObjectRef &object)
{
    const QString name =
        object.namespaceName.isEmpty() ? object.name : object.namespaceName + u'/' + object.name;
    return object.kind + u' ' + name;
}

ExportedComparison exported(const SideText &from, const SideText &to, const Comparison &comparison)
{
    ExportedComparison out;
    const SideTexts texts = sideTexts(from, to, comparison, true);
    out.beforeTitle = from.title;
    out.afterTitle = to.title;
    out.before = texts.from;
    out.after = texts.to;
    for (const ValueChange &change : comparison.changes)
        out.changes.append({QString(), change});
    for (const ComparedObject &object : comparison.objects)
        for (const DriftedPath &path : object.paths)
            out.changes.append({objectTitle(object.object), path.change});
    out.notices = comparison.notices;
    out.paths = {from.side.path, to.side.path};
    return out;
}

/// The path with places instead of names, as an outline has it.
ValuePath byPlace(const Value &root, const ValuePath &path)
{
    ValuePath out;
    Value at = root;
    for (PathStep step : path) {
        if (step.kind == PathStep::Kind::Key) {
            at = Value(at.map().value(step.text));
        } else {
            const Value::List list = at.list();
            if (step.kind == PathStep::Kind::Name) {
                const QString field = step.field.isEmpty() ? QStringLiteral("name") : step.field;
                qsizetype index = 0;
                while (index < list.size() && list[index].map().value(field).scalarText() != step.text)
                    ++index;
                step = {PathStep::Kind::Index, {}, index, {}};
            }
            at = list.value(step.index);
        }
        out.append(step);
    }
    return out;
}

qsizetype documentOf(const QList<Value> &documents, const ObjectRef &object)
{
    for (qsizetype i = 0; i < documents.size(); ++i) {
        const Value metadata = documents[i].at({QStringLiteral("metadata")});
        const QString where = metadata.at({QStringLiteral("namespace")}).toString();
        if (documents[i].at({QStringLiteral("kind")}).toString() == object.kind &&
            metadata.at({QStringLiteral("name")}).toString() == object.name &&
            (where.isEmpty() || object.namespaceName.isEmpty() || where == object.namespaceName))
            return i;
    }
    return -1;
}

/// Values with no value in them: no text at all says that better than "{}".
bool isNothing(const SideText &side)
{
    return !side.isManifest && std::all_of(side.documents.cbegin(), side.documents.cend(),
                                           [](const Value &values) { return values.map().isEmpty(); });
}

QString titleOf(const SideText &side)
{
    return isNothing(side) ? ScreensTr::tr("%1: nothing is set").arg(side.title) : side.title;
}

int dotsIn(const QByteArray &text)
{
    return int(text.count(Masked("x").toString().toUtf8()));
}

} // namespace

Result<ShownComparison> shownComparison(const SideText &from, const SideText &to,
                                        const QString &releaseNamespace, bool isRevealed)
{
    Result<Comparison> comparison = compareSides(from, to, releaseNamespace, isRevealed);
    if (!comparison)
        return tl::make_unexpected(comparison.error());
    ShownComparison shown;
    shown.isRevealed = isRevealed;
    shown.from = titleOf(from);
    shown.to = titleOf(to);
    SideTexts texts = sideTexts(from, to, *comparison, isRevealed);
    for (const auto &[side, text] : {std::pair(&from, &texts.from), std::pair(&to, &texts.to)})
        if (isNothing(*side) && text->trimmed() == "{}")
            text->clear();
    shown.text = std::make_shared<const TextDiff>(diffText(texts.from, texts.to));
    shown.fromOutline = YamlOutline::of(QString::fromUtf8(texts.from));
    shown.toOutline = YamlOutline::of(QString::fromUtf8(texts.to));
    shown.fromDocuments = readYamlDocuments(texts.from).value_or(QList<Value>());
    shown.toDocuments = readYamlDocuments(texts.to).value_or(QList<Value>());
    shown.hidden = isRevealed ? 0 : std::max(dotsIn(texts.from), dotsIn(texts.to));
    const Result<Comparison> whole = isRevealed ? comparison : compareSides(from, to, releaseNamespace, true);
    shown.exported = exported(from, to, whole ? *whole : *comparison);
    for (const ComparedObject &object : std::as_const(comparison->objects)) {
        ObjectChange change{object.kind, object.object, object.apiVersionBefore, {}};
        for (const DriftedPath &path : object.paths)
            change.changes.append(path.change);
        shown.objects.append(change);
    }
    shown.comparison = *std::move(comparison);
    return shown;
}

int ShownComparison::count() const
{
    qsizetype all = comparison.changes.size();
    for (const ObjectChange &object : objects)
        all += std::max<qsizetype>(1, object.changes.size());
    return int(all);
}

std::shared_ptr<const ChangeTree> ShownComparison::tree(const QString &filter) const
{
    return comparison.isManifest ? ChangeTree::ofObjects(objects, filter)
                                 : ChangeTree::ofChanges(comparison.changes, filter);
}

SideLine ShownComparison::lineOf(int object, const QString &path) const
{
    const ValuePath steps = readPath(path).value_or(ValuePath());
    if (steps.isEmpty() && object < 0)
        return {};
    SideLine found;
    for (const bool after : {true, false}) {
        const QList<Value> &documents = after ? toDocuments : fromDocuments;
        const YamlOutline &outline = after ? toOutline : fromOutline;
        const qsizetype document = object < 0 ? 0 : documentOf(documents, objects.value(object).object);
        if (document < 0)
            continue;
        const ValuePath place = byPlace(documents.value(document), steps);
        const int line =
            place.isEmpty()
                ? outline.lineOf({{PathStep::Kind::Key, QStringLiteral("kind"), 0, {}}}, int(document))
                : outline.lineOf(place, int(document));
        // A side that has the path itself is better than one that only has what it was in.
        if (line >= 0 && outline.pathAt(line) == place)
            return {line + 1, after};
        if (found.number == 0 && line >= 0)
            found = {line + 1, after};
    }
    return found;
}

ShownSetting ShownComparison::settingOn(const SideLine &line) const
{
    const YamlOutline &outline = line.isAfter ? toOutline : fromOutline;
    const ValuePath place = outline.pathAt(line.number - 1);
    if (line.number < 1 || place.isEmpty())
        return {};
    const Value document =
        (line.isAfter ? toDocuments : fromDocuments).value(outline.documentAt(line.number - 1));
    return {pathText(place), comparison.isManifest ? ValuePath() : place, valueAt(document, place)};
}

ShownSetting ShownComparison::settingAt(int object, const QString &path) const
{
    const ValuePath steps = readPath(path).value_or(ValuePath());
    if (steps.isEmpty())
        return {};
    ShownSetting setting;
    setting.path = isRevealed ? path : maskedPath(path);
    for (const QList<Value> &documents : {toDocuments, fromDocuments}) {
        const qsizetype document = object < 0 ? 0 : documentOf(documents, objects.value(object).object);
        const Value root = document < 0 ? Value() : documents.value(document);
        const ValuePath place = byPlace(root, steps);
        setting.value = valueAt(root, place);
        if (!setting.value)
            continue;
        setting.place = comparison.isManifest ? ValuePath() : place;
        return setting;
    }
    return setting;
}

} // namespace chartroom
