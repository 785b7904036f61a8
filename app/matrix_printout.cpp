// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/matrix_printout.h"

#include "core/base/visible_text.h"
#include "core/diff/text_diff.h"
#include "core/versions/matrix_component.h"
#include "core/versions/version_text.h"

namespace chartroom {

using namespace Qt::StringLiterals;

namespace {

QString directionOf(const MatrixDifference &difference)
{
    if (difference.before.isEmpty())
        return u"added"_s;
    if (difference.after.isEmpty())
        return u"removed"_s;
    switch (compareSpellings(difference.before, difference.after)) {
    case VersionOrder::Older:
        return u"newer"_s;
    case VersionOrder::Newer:
        return u"older"_s;
    case VersionOrder::Equal:
    case VersionOrder::Within:
        return u"spelling"_s;
    case VersionOrder::Different:
        break;
    }
    return u"other"_s;
}

QString titleOf(const QString &name)
{
    const auto component = matrixComponent(name);
    return component ? component->title : name;
}

Value sideValue(const MatrixSide &side)
{
    return Value(
        Value::Map{{u"entry"_s, Value(side.entry.name)}, {u"revision"_s, textOrNull(side.revision)}});
}

/// As --from and --to take it.
QString sideTitle(const MatrixSide &side)
{
    return side.revision.isEmpty() ? side.entry.name : side.entry.name + u'@' + side.revision;
}

Value placed(Value::Map fields, const MatrixPlace &place)
{
    fields.insert(u"line"_s, place.line > 0 ? numberValue(place.line) : Value());
    fields.insert(u"column"_s, place.column > 0 ? numberValue(place.column) : Value());
    return Value(fields);
}

} // namespace

QString matrixSeverityText(MatrixSeverity severity)
{
    switch (severity) {
    case MatrixSeverity::Error:
        return u"error"_s;
    case MatrixSeverity::Warning:
        return u"warning"_s;
    case MatrixSeverity::Remark:
        break;
    }
    return u"remark"_s;
}

bool isSameMatrixSide(const MatrixSide &from, const MatrixSide &to)
{
    for (const MatrixDifference &difference : matrixDifferences(from.entry, to.entry)) {
        if (directionOf(difference) != u"spelling")
            return false;
    }
    return true;
}

Printout matrixDiffPrintout(const ChosenMatrix &source, const MatrixSide &from, const MatrixSide &to)
{
    Printout printout;
    printout.columns = {{u"COMPONENT"_s},
                        {sideTitle(from), 0, Column::Fit::Cut},
                        {sideTitle(to), 0, Column::Fit::Cut},
                        {u"DIRECTION"_s}};
    Value::List changes;
    for (const MatrixDifference &difference : matrixDifferences(from.entry, to.entry)) {
        changes.append(placed({{u"component"_s, Value(difference.name)},
                               {u"title"_s, Value(titleOf(difference.name))},
                               {u"before"_s, textOrNull(difference.before)},
                               {u"after"_s, textOrNull(difference.after)},
                               {u"direction"_s, Value(directionOf(difference))}},
                              difference.place));
        printout.rows.append({difference.name, difference.before, difference.after, directionOf(difference)});
    }
    Value::List problems;
    for (const MatrixProblem &problem : allMatrixProblems(source.matrix))
        problems.append(placed({{u"severity"_s, Value(matrixSeverityText(problem.severity))},
                                {u"kind"_s, Value(problem.kind)},
                                {u"entry"_s, textOrNull(problem.entry)},
                                {u"component"_s, textOrNull(problem.component)},
                                {u"text"_s, Value(problem.text)}},
                               problem.place));
    printout.data = Value(Value::Map{{u"matrix"_s, Value(source.text.label)},
                                     {u"from"_s, sideValue(from)},
                                     {u"to"_s, sideValue(to)},
                                     {u"equal"_s, Value(isSameMatrixSide(from, to))},
                                     {u"changes"_s, Value(changes)},
                                     {u"problems"_s, Value(problems)}});
    return printout;
}

QByteArray matrixPatch(const ChosenMatrix &source, const MatrixPlan &plan)
{
    const QString name = source.git ? source.git->path : source.map ? source.map->matrixKey() : source.file;
    const QByteArray patch =
        unifiedPatch(diffText(plan.commit.before, plan.commit.after), u"a/"_s + name, u"b/"_s + name);
    return visibleText(QString::fromUtf8(patch), true, patch.size() + 1).toUtf8();
}

Value matrixPlanValue(const QString &action, const ChosenMatrix &source, const MatrixPlan &plan,
                      const std::optional<MatrixCommitted> &written, const QString &resourceVersion)
{
    Value::List changes;
    for (const MatrixChange &change : plan.edit.changes())
        changes.append(Value(Value::Map{{u"entry"_s, Value(change.entry)},
                                        {u"component"_s, Value(change.name)},
                                        {u"before"_s, textOrNull(change.before)},
                                        {u"after"_s, textOrNull(change.after)}}));
    Value::List gates;
    for (const UpgradePathGate &gate : plan.gates)
        gates.append(Value(Value::Map{
            {u"id"_s, Value(gate.id)}, {u"open"_s, Value(gate.isOpen)}, {u"text"_s, Value(gate.text)}}));
    const MatrixCommitted done = written.value_or(MatrixCommitted());
    const QString tag = written ? done.tag : plan.commit.tag;
    return Value(Value::Map{
        {u"action"_s, Value(action)},
        {u"matrix"_s, Value(source.text.label)},
        {u"written"_s, Value(written.has_value())},
        {u"changes"_s, Value(changes)},
        {u"gates"_s, plan.gates.isEmpty() ? Value() : Value(gates)},
        {u"notes"_s, textList(plan.edit.notes() + done.notes)},
        {u"message"_s, source.git ? Value(commitMessage(plan.commit, plan.edit.changes())) : Value()},
        {u"branch"_s, textOrNull(done.branch)},
        {u"tag"_s, textOrNull(tag)},
        {u"commit"_s, textOrNull(done.commit)},
        {u"resourceVersion"_s, textOrNull(resourceVersion)},
        {u"patch"_s, Value(QString::fromUtf8(matrixPatch(source, plan)))}});
}

} // namespace chartroom
