// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/helm_command.h"

#include "core/base/document.h"
#include "core/charts/chart_archive.h"
#include "core/helm/release_record.h"

#include <QDir>
#include <QFile>

namespace chartroom::test {

namespace {

using namespace Qt::StringLiterals;

const QString namespaceName = u"outcomes"_s;

bool writeWithFolder(const QString &path, const QByteArray &text)
{
    QDir().mkpath(path.section(u'/', 0, -2));
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(text) == text.size();
}

bool writeNotes(const QString &folder)
{
    return writeWithFolder(folder + u"/templates/NOTES.txt"_s, "{{ .Values | toJson }}");
}

bool writeChart(const Chart &chart, const QString &folder)
{
    bool written =
        writeWithFolder(folder + u"/Chart.yaml"_s, writeYaml(chartYaml(chart.metadata))) &&
        writeWithFolder(folder + u"/values.yaml"_s, writeYaml(chart.values)) &&
        (chart.schema.isEmpty() || writeWithFolder(folder + u"/values.schema.json"_s, chart.schema));
    for (const Chart &sub : chart.dependencies)
        written = written && writeChart(sub, folder + u"/charts/"_s + sub.metadata.name);
    return written;
}

Value mapAt(const Value &value, const QStringList &path)
{
    const Value found = value.at(path);
    return found.isMap() ? found : Value(Value::Map());
}

} // namespace

std::optional<ProbeChart> pullProbe(const Sandbox &sandbox, const QString &name, const QString &version,
                                    const QString &folder)
{
    QDir().mkpath(folder);
    const Ran pulled = sandbox.tool("helm4", {u"pull"_s, name, u"--repo"_s, sandbox.chartRepository(),
                                              u"--version"_s, version, u"-d"_s, folder});
    const QStringList archives = QDir(folder).entryList({u"*.tgz"_s});
    QFile archive(folder + u'/' + archives.value(0));
    if (pulled.exitCode != 0 || archives.size() != 1 || !archive.open(QIODevice::ReadOnly)) {
        qWarning("%s", pulled.err.constData());
        return std::nullopt;
    }
    const auto chart = readChartArchive(archive.readAll());
    if (!chart) {
        qWarning("%s", qPrintable(chart.error().message));
        return std::nullopt;
    }
    const Ran unpacked = run(u"tar"_s, {u"-xzf"_s, archive.fileName(), u"-C"_s, folder});
    const QString unpackedFolder = folder + u'/' + name;
    QStringList parts{unpackedFolder};
    for (const Chart &sub : chart->dependencies)
        parts.append(unpackedFolder + u"/charts/"_s + sub.metadata.name);
    for (const QString &part : std::as_const(parts)) {
        QDir(part + u"/templates"_s).removeRecursively();
        QDir(part + u"/crds"_s).removeRecursively();
    }
    if (unpacked.exitCode != 0 || !writeNotes(unpackedFolder))
        return std::nullopt;
    return ProbeChart{*chart, unpackedFolder};
}

std::optional<ProbeChart> writeProbe(const Chart &chart, const QString &folder)
{
    if (!writeChart(chart, folder) || !writeNotes(folder))
        return std::nullopt;
    return ProbeChart{chart, folder};
}

Ran HelmRelease::helm(const QStringList &arguments) const
{
    return sandbox->tool(helmMajor == 3 ? "helm3" : "helm4", arguments + QStringList{u"-n"_s, namespaceName});
}

QString HelmRelease::valuesFile(const QString &purpose, const Value &values) const
{
    const QString path = folder + u'/' + name + u'-' + purpose + u".yaml"_s;
    return writeWithFolder(path, writeYaml(values)) ? path : QString();
}

std::optional<InstalledValues> HelmRelease::install(const ProbeChart &chart, const Value &userValues) const
{
    const Ran installed = helm({u"install"_s, name, chart.folder, u"--create-namespace"_s,
                                u"--skip-schema-validation"_s, u"-f"_s, valuesFile(u"user"_s, userValues)});
    if (installed.exitCode != 0) { // generated values may clash with a sub-chart's name
        qInfo("%s: %s", qPrintable(name), installed.err.trimmed().constData());
        return std::nullopt;
    }
    const QByteArray secret =
        sandbox->get(u"/api/v1/namespaces/%1/secrets/sh.helm.release.v1.%2.v1"_s.arg(namespaceName, name));
    const auto record = decodeReleaseObject(secret, ReleaseStorage::Secret);
    if (!record) {
        qWarning("%s", qPrintable(record.error().message));
        return std::nullopt;
    }
    InstalledValues values;
    values.chart.metadata.name = record->chartName;
    values.chart.metadata.version = record->chartVersion;
    values.chart.values = readJson(record->chartValuesJson).value_or(Value());
    values.userValues = record->userValues;
    return values;
}

OracleAnswer HelmRelease::dryRun(const ProbeChart &target, const Value &edits, Strategy strategy) const
{
    QStringList arguments{u"upgrade"_s,           name,    target.folder, u"--dry-run=server"_s,
                          strategyFlag(strategy), u"-o"_s, u"json"_s};
    if (!edits.map().isEmpty())
        arguments += {u"-f"_s, valuesFile(strategyText(strategy), edits)};
    const Ran ran = helm(arguments);
    if (ran.exitCode != 0)
        return {{}, {}, {}, QString::fromUtf8(ran.err + ran.out).trimmed() + u' '};
    const auto release = readJson(ran.out);
    const auto computed = release ? readJson(release->at({u"info"_s, u"notes"_s}).toString().toUtf8())
                                  : Result<Value>(tl::make_unexpected(release.error()));
    if (!computed)
        return {{}, {}, {}, u"unreadable: "_s + QString::fromUtf8(ran.out.left(500))};
    return {mapAt(*release, {u"config"_s}), mapAt(*release, {u"chart"_s, u"values"_s}), *computed, {}};
}

} // namespace chartroom::test
