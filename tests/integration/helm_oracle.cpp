// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/helm_oracle.h"

#include "core/base/document.h"
#include "tests/integration/sandbox.h"

#include <QProcess>
#include <QTemporaryFile>

namespace chartroom::test {

namespace {

using namespace Qt::StringLiterals;

Value textList(const QStringList &texts)
{
    Value::List list;
    for (const QString &text : texts)
        list.append(Value(text));
    return Value(list);
}

Value dependencyYaml(const ChartDependency &dependency)
{
    Value::Map map{{u"name"_s, Value(dependency.name)}, {u"version"_s, Value(dependency.version)}};
    if (!dependency.alias.isEmpty())
        map.insert(u"alias"_s, Value(dependency.alias));
    if (!dependency.condition.isEmpty())
        map.insert(u"condition"_s, Value(dependency.condition));
    if (!dependency.tags.isEmpty())
        map.insert(u"tags"_s, textList(dependency.tags));
    if (!dependency.importValues.isEmpty())
        map.insert(u"import-values"_s, Value(dependency.importValues));
    return Value(map);
}

Value chartValue(const Chart &chart)
{
    Value::List charts;
    for (const Chart &sub : chart.dependencies)
        charts.append(chartValue(sub));
    Value::Map map{{u"metadata"_s, chartYaml(chart.metadata)},
                   {u"values"_s, chart.values},
                   {u"charts"_s, Value(charts)}};
    if (const auto schema = readJson(chart.schema))
        map.insert(u"schema"_s, *schema);
    return Value(map);
}

Value upgradesValue(const QList<OracleUpgrade> &upgrades)
{
    Value::List list;
    for (const OracleUpgrade &upgrade : upgrades)
        list.append(Value(Value::Map{{u"to"_s, chartValue(upgrade.to)},
                                     {u"edits"_s, upgrade.edits},
                                     {u"strategy"_s, Value(strategyText(upgrade.strategy))}}));
    return Value(list);
}

OracleAnswer readAnswer(const Value &value)
{
    const auto mapAt = [&value](const QString &key) {
        const Value found = value.at({key});
        return found.isMap() ? found : Value(Value::Map());
    };
    return {mapAt(u"config"_s), mapAt(u"chartValues"_s), mapAt(u"computed"_s),
            value.at({u"error"_s}).toString()};
}

} // namespace

Value chartYaml(const ChartMetadata &metadata)
{
    Value::Map map{{u"apiVersion"_s, Value(u"v2"_s)},
                   {u"name"_s, Value(metadata.name)},
                   {u"version"_s, Value(metadata.version)}};
    Value::List dependencies;
    for (const ChartDependency &dependency : metadata.dependencies)
        dependencies.append(dependencyYaml(dependency));
    if (!dependencies.isEmpty())
        map.insert(u"dependencies"_s, Value(dependencies));
    return Value(map);
}

QList<OracleAnswers> askHelm(int helmMajor, const QList<OracleQuestion> &questions)
{
    const QString name = u"values"_s + QString::number(helmMajor);
    const QString build = QString::fromUtf8(CHARTROOM_SANDBOX_FOLDER) + u"/build"_s;
    const Ran built = run(build, {name}, QProcessEnvironment::systemEnvironment(), 900);
    QTemporaryFile asked;
    if (built.exitCode != 0 || !asked.open()) {
        qWarning("%s", built.err.constData());
        return {};
    }
    for (const OracleQuestion &question : questions) {
        asked.write(writeJson(Value(Value::Map{{u"from"_s, chartValue(question.from)},
                                               {u"user"_s, question.userValues},
                                               {u"before"_s, upgradesValue(question.before)},
                                               {u"upgrades"_s, upgradesValue(question.upgrades)}}),
                              0));
        asked.write("\n");
    }
    asked.close();
    QProcess process;
    process.setStandardInputFile(asked.fileName());
    process.start(QString::fromUtf8(built.out).trimmed(), {});
    if (!process.waitForFinished(300'000) || process.exitCode() != 0) {
        qWarning("%s: %s", qPrintable(name), process.readAllStandardError().constData());
        return {};
    }
    QList<OracleAnswers> all;
    const QList<QByteArray> lines = process.readAllStandardOutput().trimmed().split('\n');
    for (const QByteArray &line : lines) {
        const Value read = readJson(line).value_or(Value());
        OracleAnswers answers{readAnswer(read.at({u"installed"_s})), {}};
        for (const Value &upgrade : read.at({u"upgrades"_s}).list())
            answers.upgrades.append(readAnswer(upgrade));
        all.append(answers);
    }
    return all;
}

} // namespace chartroom::test
