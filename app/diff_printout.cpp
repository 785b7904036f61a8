// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/diff_printout.h"

#include "app/command_line_tr.h"
#include "core/base/document.h"
#include "core/base/visible_text.h"
#include "core/compare/side_texts.h"
#include "core/diff/diff_export.h"
#include "core/secrets/masked_values.h"

namespace chartroom {

namespace {

constexpr qsizetype widestCell = 60;

QString objectKindText(ObjectChange::Kind kind)
{
    switch (kind) {
    case ObjectChange::Kind::Added:
        return QStringLiteral("added");
    case ObjectChange::Kind::Removed:
        return QStringLiteral("removed");
    case ObjectChange::Kind::Changed:
        break;
    }
    return QStringLiteral("changed");
}

QString objectText(const ObjectRef &object, bool reveal)
{
    const QString where = object.namespaceName.isEmpty() ? QString() : object.namespaceName + u'/';
    const QString text = object.kind + u' ' + where + object.name;
    return reveal ? text : maskedText(text);
}

/// A null that is written is told from nothing at all.
QString sideCell(const ValueChange &change, const Value &side)
{
    const bool isWritten = change.kind == ValueChange::Kind::Changed && side.isNull();
    return isWritten ? QStringLiteral("null") : cellText(side);
}

Value sideValue(const SideText &side)
{
    return Value(Value::Map{{QStringLiteral("side"), Value(sideText(side.side))},
                            {QStringLiteral("title"), Value(side.title)}});
}

Value pathValue(const DriftedPath &path, const ValueChange &shown)
{
    Value::Map fields = changeFields(shown);
    const FieldOwner owner = path.owner.value_or(FieldOwner());
    fields.insert(QStringLiteral("manager"), textOrNull(owner.manager));
    fields.insert(QStringLiteral("operation"), textOrNull(owner.operation));
    fields.insert(QStringLiteral("managedAt"), timeOrNull(owner.time));
    return Value(fields);
}

Value objectValue(const ComparedObject &object, const Value::List &paths, bool reveal)
{
    return Value(Value::Map{
        {QStringLiteral("change"), Value(objectKindText(object.kind))},
        {QStringLiteral("apiVersion"), textOrNull(object.object.apiVersion)},
        {QStringLiteral("apiVersionBefore"), textOrNull(object.apiVersionBefore)},
        {QStringLiteral("kind"), Value(object.object.kind)},
        {QStringLiteral("namespace"), textOrNull(object.object.namespaceName)},
        {QStringLiteral("name"), Value(reveal ? object.object.name : maskedText(object.object.name))},
        {QStringLiteral("paths"), Value(paths)}});
}

QList<Column> changedColumns()
{
    return {{QStringLiteral("PATH"), 0, Column::Fit::CutStart, 24},
            {QStringLiteral("FROM"), 0, Column::Fit::Cut, 12},
            {QStringLiteral("TO"), 0, Column::Fit::Cut, 12}};
}

Value addObjects(Printout &printout, const DiffReport &report, bool reveal)
{
    const bool isLive = report.from.side.kind == Side::Kind::Live || report.to.side.kind == Side::Kind::Live;
    printout.columns = {{QStringLiteral("CHANGE")}, {QStringLiteral("OBJECT"), 0, Column::Fit::Cut, 24}};
    printout.columns += changedColumns();
    if (isLive)
        printout.columns += {{QStringLiteral("SET BY"), 2, Column::Fit::Cut, 12}, {QStringLiteral("AT"), 3}};
    Value::List objects;
    for (const ComparedObject &object : report.comparison.objects) {
        const auto addRow = [&](QStringList row, const FieldOwner &owner) {
            if (isLive)
                row << owner.manager << timeText(owner.time);
            printout.rows.append(row);
        };
        Value::List paths;
        for (const DriftedPath &path : object.paths) {
            const ValueChange shown = reveal ? path.change : maskedChange(path.change);
            paths.append(pathValue(path, shown));
            addRow({changeKindText(shown.kind), objectText(object.object, reveal), shown.path,
                    sideCell(shown, shown.before), sideCell(shown, shown.after)},
                   path.owner.value_or(FieldOwner()));
        }
        if (object.paths.isEmpty())
            addRow({objectKindText(object.kind),
                    objectText(object.object, reveal),
                    {},
                    object.apiVersionBefore,
                    object.apiVersionBefore.isEmpty() ? QString() : object.object.apiVersion},
                   {});
        objects.append(objectValue(object, paths, reveal));
    }
    return Value(objects);
}

Value addChanges(Printout &printout, const DiffReport &report, bool reveal)
{
    printout.columns = QList<Column>{{QStringLiteral("CHANGE")}} + changedColumns();
    Value::List changes;
    for (const ValueChange &change : report.comparison.changes) {
        const ValueChange shown = reveal ? change : maskedChange(change);
        changes.append(Value(changeFields(shown)));
        printout.rows.append({changeKindText(shown.kind), shown.path, sideCell(shown, shown.before),
                              sideCell(shown, shown.after)});
    }
    return Value(changes);
}

} // namespace

QString changeKindText(ValueChange::Kind kind)
{
    switch (kind) {
    case ValueChange::Kind::Added:
        return QStringLiteral("added");
    case ValueChange::Kind::Removed:
        return QStringLiteral("removed");
    case ValueChange::Kind::Moved:
        return QStringLiteral("moved");
    case ValueChange::Kind::Changed:
        break;
    }
    return QStringLiteral("changed");
}

Value::Map changeFields(const ValueChange &change)
{
    return {{QStringLiteral("kind"), Value(changeKindText(change.kind))},
            {QStringLiteral("path"), Value(change.path)},
            {QStringLiteral("before"), change.before},
            {QStringLiteral("after"), change.after}};
}

QString cellText(const Value &value)
{
    if (value.isNull())
        return {};
    QString text = value.isMap() || value.isList() ? QString::fromUtf8(writeJson(value, 0)).trimmed()
                                                   : value.scalarText();
    return cutText(visibleText(text), widestCell);
}

Printout diffPrintout(const DiffReport &report, bool reveal)
{
    Printout printout;
    const Comparison &found = report.comparison;
    Value changes;
    Value objects;
    if (found.isManifest)
        objects = addObjects(printout, report, reveal);
    else
        changes = addChanges(printout, report, reveal);
    Value equal(found.sameness() == Comparison::Sameness::Equal);
    if (found.sameness() == Comparison::Sameness::Unknown)
        equal = Value();
    const QStringList paths{report.from.side.path, report.to.side.path};
    Value::List notices;
    for (const QString &notice : found.notices)
        notices.append(Value(reveal ? notice : maskedAroundPaths(notice, paths)));
    printout.data = Value(Value::Map{{QStringLiteral("release"), Value(report.release.name)},
                                     {QStringLiteral("namespace"), Value(report.release.namespaceName)},
                                     {QStringLiteral("from"), sideValue(report.from)},
                                     {QStringLiteral("to"), sideValue(report.to)},
                                     {QStringLiteral("equal"), equal},
                                     {QStringLiteral("changes"), changes},
                                     {QStringLiteral("objects"), objects},
                                     {QStringLiteral("sameObjects"), numberValue(found.sameObjects)},
                                     {QStringLiteral("notices"), Value(notices)}});
    return printout;
}

QByteArray diffExport(const DiffReport &report, OutputFormat format, bool reveal)
{
    const SideTexts texts = sideTexts(report.from, report.to, report.comparison, reveal);
    ExportedComparison exported;
    exported.title = CommandLineTr::tr("%1 in %2").arg(report.release.name, report.release.namespaceName);
    exported.beforeTitle = sideText(report.from.side);
    exported.afterTitle = sideText(report.to.side);
    exported.before = texts.from;
    exported.after = texts.to;
    exported.notices = report.comparison.notices;
    exported.paths = {report.from.side.path, report.to.side.path};
    for (const ValueChange &change : report.comparison.changes)
        exported.changes.append({{}, change});
    for (const ComparedObject &object : report.comparison.objects) {
        for (const DriftedPath &path : object.paths)
            exported.changes.append({objectText(object.object, reveal), path.change});
        if (object.kind != ObjectChange::Kind::Changed)
            exported.changes.append({objectText(object.object, reveal),
                                     {object.kind == ObjectChange::Kind::Added ? ValueChange::Kind::Added
                                                                               : ValueChange::Kind::Removed,
                                      {},
                                      {},
                                      {}}});
    }
    const Secrets secrets = reveal ? Secrets::Revealed : Secrets::Masked;
    if (format == OutputFormat::Html)
        return exportHtml(exported, secrets);
    return format == OutputFormat::Markdown ? exportMarkdown(exported, secrets)
                                            : exportPatch(exported, secrets);
}

} // namespace chartroom
