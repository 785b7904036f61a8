// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/versions/matrix_schema.h"

#include "core/base/private_file.h"
#include "core/outcomes/schema_check.h"
#include "core/versions/versions_tr.h"

#include <algorithm>

// A static library's resources are registered by whoever uses them; the macro wants the global namespace.
static void registerVersions()
{
    Q_INIT_RESOURCE(versions);
}

namespace chartroom {

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 maxSchemaBytes = 1024 * 1024;

/// The schema's own words are about the form; these are about the matrix.
QString sentence(const Value &value, const QString &name)
{
    if (name == u"deployed" || name == u"target_date")
        return VersionsTr::tr("%1 is not a date; write it as 2026-11-22.").arg(name);
    switch (value.kind()) {
    case Value::Kind::Null:
        return VersionsTr::tr("%1 has no value.").arg(name);
    case Value::Kind::Number:
        return VersionsTr::tr("%1 is written as a number, which loses trailing zeros in most programs; put "
                              "it in quotes: \"%2\".")
            .arg(name, value.scalarText());
    case Value::Kind::Bool:
        return VersionsTr::tr("%1 is written as yes or no, not as a version; put it in quotes.").arg(name);
    case Value::Kind::List:
        return VersionsTr::tr("%1 is a list; a component has one version.").arg(name);
    case Value::Kind::String:
        return value.toString().isEmpty()
                   ? VersionsTr::tr("%1 has no value.").arg(name)
                   : VersionsTr::tr("%1 is not a text that a matrix can have there.").arg(name);
    case Value::Kind::Map:
        break;
    }
    return value.map().isEmpty()
               ? VersionsTr::tr("%1 is empty.").arg(name)
               : VersionsTr::tr("%1 is nested too deeply; a component may contain only texts.").arg(name);
}

/// Numbers and dates are read all the same; the rest says nothing that could be compared.
MatrixSeverity severityOf(const Value &value, const QString &name)
{
    const bool isMild = value.kind() == Value::Kind::Number || name == u"deployed" || name == u"target_date";
    return isMild ? MatrixSeverity::Warning : MatrixSeverity::Error;
}

/// The schema may refuse a whole component for what is wrong in one value of it.
QStringList deepestBad(const Value &root, QStringList path)
{
    for (bool isDeeper = true; isDeeper;) {
        isDeeper = false;
        const Value value = root.at(path);
        const Value::Map &map = value.map();
        for (auto it = map.cbegin(); path.size() >= 2 && it != map.cend(); ++it) {
            if (it.value().isString() && !it.value().toString().isEmpty())
                continue;
            path.append(it.key());
            isDeeper = true;
            break;
        }
    }
    return path;
}

MatrixProblem problemAt(const MatrixLayout &layout, const QStringList &keys)
{
    const QStringList path = deepestBad(layout.value(), keys);
    MatrixProblem problem;
    problem.kind = u"form"_s;
    problem.entry = path.value(0);
    problem.component = path.mid(1).join(u'.');
    const QString name = problem.component.isEmpty() ? problem.entry : problem.component;
    const Value value = layout.value().at(path);
    problem.severity = severityOf(value, name);
    problem.text = sentence(value, name);
    for (QStringList place = path; !place.isEmpty(); place.removeLast()) {
        if (const YamlPlace *found = layout.find(place)) {
            problem.place = found->kind == YamlPlace::Kind::Scalar || found->keyLine < 0
                                ? layout.shownPlace(*found)
                                : layout.shownPlace(found->keyLine, found->keyColumn);
            break;
        }
    }
    return problem;
}

} // namespace

Result<QByteArray> matrixSchema()
{
    registerVersions();
    return readPlainFile(u":/versions/matrix.schema.json"_s, maxSchemaBytes);
}

QList<MatrixProblem> schemaProblems(const MatrixLayout &layout)
{
    const Result<QByteArray> schema = matrixSchema();
    Chart chart;
    chart.metadata.name = u"matrix"_s;
    chart.schema = schema.value_or(QByteArray());
    const SchemaVerdict verdict = checkSchemas(chart, layout.value());
    QList<MatrixProblem> problems;
    for (const SchemaProblem &problem : verdict.problems) {
        const MatrixProblem placed = problemAt(layout, problem.keys);
        // The schema refuses a value, and the map that it is in, too.
        const bool isKnown = std::any_of(problems.cbegin(), problems.cend(), [&](const MatrixProblem &known) {
            return known.entry == placed.entry && known.component == placed.component;
        });
        if (!isKnown)
            problems.append(placed);
    }
    for (const QString &sentence : verdict.unchecked)
        problems.append({MatrixSeverity::Remark, u"unchecked"_s, sentence, {}, {}, {1, 1}});
    return problems;
}

} // namespace chartroom
