// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/gpu_operator_sides.h"

#include "core/base/document.h"
#include "tests/support/fake_chart_sources.h"
#include "tests/support/fake_release_source.h"
#include "tests/support/fake_side_reader.h"

#include <QFile>

namespace chartroom::test {

namespace {

const QString chartFolder = QStringLiteral(CHARTROOM_SANDBOX_CHARTS "/gpu-operator/");

Value yamlFile(const QString &name)
{
    QFile file(chartFolder + name);
    if (!file.open(QIODevice::ReadOnly))
        qFatal("%s is missing", qUtf8Printable(file.fileName()));
    return readYaml(file.readAll()).value();
}

/// Maps merged, anything else replaced, null removes.
Value merged(const Value &below, const Value &over)
{
    if (!below.isMap() || !over.isMap())
        return over;
    Value::Map map = below.map();
    for (auto it = over.map().cbegin(); it != over.map().cend(); ++it) {
        if (it->isNull())
            map.remove(it.key());
        else
            map.insert(it.key(), merged(map.value(it.key()), *it));
    }
    return Value(map);
}

/// What the chart makes of the values, as far as the tests look at it. `parallel` as somebody set it in the
/// cluster.
QByteArray manifestOf(const Value &values, const QString &parallel = {})
{
    const auto at = [&](const char *path) {
        return values.at(QString::fromLatin1(path).split(u'.')).scalarText();
    };
    const QString managed =
        parallel.isEmpty()
            ? QString()
            : QStringLiteral("  managedFields:\n  - manager: kubectl-edit\n    operation: Update\n"
                             "    time: \"2026-11-19T22:10:00Z\"\n    fieldsV1: {\"f:spec\": {\"f:driver\": "
                             "{\"f:upgradePolicy\": {\"f:maxParallelUpgrades\": {}}}}}\n");
    return QStringLiteral("---\napiVersion: v1\nkind: ServiceAccount\nmetadata:\n  name: gpu-operator\n"
                          "---\napiVersion: nvidia.com/v1\nkind: ClusterPolicy\nmetadata:\n"
                          "  name: cluster-policy\n%1spec:\n  driver:\n    version: %2\n    upgradePolicy:\n"
                          "      maxParallelUpgrades: %3\n  devicePlugin:\n    version: %4\n  dcgm:\n"
                          "    version: %5\n  toolkit:\n    version: %6\n")
        .arg(managed, at("driver.version"),
             parallel.isEmpty() ? at("driver.upgradePolicy.maxParallelUpgrades") : parallel,
             at("devicePlugin.version"), at("dcgm.version"), at("toolkit.version"))
        .toUtf8();
}

} // namespace

QMap<QString, Value> gpuOperatorDefaults()
{
    QMap<QString, Value> defaults;
    Value values = yamlFile(QStringLiteral("values.yaml"));
    const Value::List versions =
        yamlFile(QStringLiteral("chart.yaml")).at({QStringLiteral("versions")}).list();
    for (const Value &version : versions) {
        values = merged(values, version.at({QStringLiteral("values")}).isMap()
                                    ? version.at({QStringLiteral("values")})
                                    : Value(Value::Map()));
        defaults.insert(version.at({QStringLiteral("version")}).toString(), values);
    }
    return defaults;
}

Value gpuOperatorUserValues(int revision)
{
    QByteArray yaml = R"(
driver:
  version: 580.105.08
  useOpenKernelModules: true
  upgradePolicy: {maxParallelUpgrades: 4, maxUnavailable: 25%, drain: {enable: true, timeoutSeconds: 600}}
  env:
  - {name: HTTPS_PROXY, value: "http://proxy.example:3128"}
  - {name: REGISTRY_TOKEN, value: planted-canary-4711}
toolkit: {version: v1.18.1}
dcgmExporter: {serviceMonitor: {enabled: true, interval: 30s}}
daemonsets:
  tolerations:
  - {key: nvidia.com/gpu, operator: Exists, effect: NoSchedule}
  - {key: crusoe.ai/maintenance, operator: Exists, effect: NoExecute}
imagePull: {registry: nvcr.io, username: "$oauthtoken", password: planted-canary-4712}
operator: {resources: {limits: {memory: 700Mi}}}
migManager: {enabled: false}
)";
    if (revision < 4)
        yaml.replace("580.105.08", "580.82.07")
            .replace("maxParallelUpgrades: 4", "maxParallelUpgrades: 1")
            .replace("v1.18.1", "v1.17.8-ubuntu20.04")
            .replace("canary-4712", "canary-4713")
            .replace("migManager: {enabled: false}\n", "");
    return readYaml(yaml).value();
}

void fillGpuOperatorSides(FakeSideReader &reader)
{
    const QMap<QString, Value> defaults = gpuOperatorDefaults();
    for (auto it = defaults.cbegin(); it != defaults.cend(); ++it)
        reader.put(QStringLiteral("default:") + it.key(),
                   "# Default values for gpu-operator.\n# This is a YAML-formatted file.\n" + writeYaml(*it),
                   QStringLiteral("default values of %1").arg(it.key()));
    const QString installed = QStringLiteral("v25.10.1");
    reader.put(QStringLiteral("default"), writeYaml(defaults.value(installed)),
               QStringLiteral("default values of %1").arg(installed));
    for (int revision = 0; revision <= 4; ++revision) { // 0: the newest
        const int number = revision == 0 ? 4 : revision;
        const Value user = gpuOperatorUserValues(number);
        const Value computed =
            merged(defaults.value(number < 4 ? QStringLiteral("v25.3.4") : installed), user);
        const auto side = [&](const char *kind) {
            return revision == 0 ? QString::fromLatin1(kind)
                                 : QStringLiteral("%1:%2").arg(QString::fromLatin1(kind)).arg(revision);
        };
        const QString of = QStringLiteral("revision %1").arg(number);
        reader.put(side("user"), writeYaml(user), QStringLiteral("user values of ") + of);
        reader.put(side("rev"), writeYaml(computed), QStringLiteral("computed values of ") + of);
        reader.put(side("manifest"), manifestOf(computed), QStringLiteral("manifest of ") + of);
    }
    const Value user = gpuOperatorUserValues(4);
    reader.put(QStringLiteral("live"),
               manifestOf(merged(defaults.value(installed), user), QStringLiteral("8")),
               QStringLiteral("live objects"));
    for (const char *strategy : {"reuse", "reset-then-reuse", "reset"})
        for (const char *version : {"v26.3.3", "v26.7.0"})
            reader.put(QStringLiteral("upgrade:%1@%2").arg(QLatin1String(strategy), QLatin1String(version)),
                       manifestOf(merged(defaults.value(QLatin1String(version)), user)),
                       QStringLiteral("manifest after --%1-values to %2")
                           .arg(QLatin1String(strategy), QLatin1String(version)));
    reader.put(QStringLiteral("reference"), writeYaml(gpuOperatorUserValues(1)),
               QStringLiteral("reference: revision 1"));
    for (const char *strategy : {"reuse", "reset-then-reuse"})
        reader.put(QStringLiteral("outcome:%1@v26.3.3").arg(QLatin1String(strategy)),
                   writeYaml(gpuOperatorUserValues(4)),
                   QStringLiteral("stored values after %1 to v26.3.3").arg(QLatin1String(strategy)));
    reader.put(QStringLiteral("outcome:reset@v26.3.3"), "{}\n",
               QStringLiteral("stored values after reset to v26.3.3"));
}

void fillGpuOperatorCharts(FakeChartSources &charts)
{
    charts.putSource(QStringLiteral("nvidia"));
    const QMap<QString, Value> defaults = gpuOperatorDefaults();
    for (auto it = defaults.cbegin(); it != defaults.cend(); ++it)
        charts.putChart(QStringLiteral("nvidia"), it.key(), writeYaml(*it));
}

void fillGpuOperatorRecord(FakeReleaseSource &source)
{
    source.setValues(
        {QStringLiteral("nvidia-gpu-operator"), QStringLiteral("gpu-operator"), ReleaseStorage::Secret},
        gpuOperatorUserValues(4), gpuOperatorDefaults().value(QStringLiteral("v25.10.1")));
}

} // namespace chartroom::test
