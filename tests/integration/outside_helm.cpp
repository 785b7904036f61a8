// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/outside_helm.h"

#include "tests/integration/chart_file.h"

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QTest>

namespace chartroom::test {

using namespace Qt::StringLiterals;

namespace {

QByteArray templateOf(OutsideHelm::Chart kind)
{
    switch (kind) {
    case OutsideHelm::Chart::Good:
        break;
    case OutsideHelm::Chart::Broken: // accepted by helm, refused by the server
        return "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: Not_A_Name\n";
    case OutsideHelm::Chart::Hanging: // nothing runs this Job, so the hook never ends
        return "apiVersion: batch/v1\nkind: Job\nmetadata:\n  name: {{ .Release.Name }}-hook\n"
               "  annotations: {helm.sh/hook: \"pre-upgrade\", helm.sh/hook-weight: \"-1000\"}\n"
               "spec:\n  suspend: true\n  template:\n    spec:\n      restartPolicy: Never\n"
               "      containers: [{name: c, image: example.org/never:1}]\n";
    case OutsideHelm::Chart::Waiting: // for a node that there is not
        return "apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: {{ .Release.Name }}-waits\n"
               "spec:\n  selector: {matchLabels: {app: waits}}\n  template:\n"
               "    metadata: {labels: {app: waits}}\n    spec:\n      nodeSelector: {never: there}\n"
               "      containers: [{name: c, image: example.org/never:1}]\n";
    }
    return "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: {{ .Release.Name }}-app\n"
           "data:\n  colour: {{ .Values.colour | quote }}\n";
}

} // namespace

OutsideHelm::OutsideHelm(QString helm, QString kubeconfig)
    : m_helm(std::move(helm))
    , m_kubeconfig(std::move(kubeconfig))
{}

void OutsideHelm::start(QProcess &process, const QStringList &arguments, const QString &driver) const
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"KUBECONFIG"_s, m_kubeconfig);
    environment.insert(u"HELM_CONFIG_HOME"_s, m_folder.filePath(u"config"_s));
    environment.insert(u"HELM_CACHE_HOME"_s, m_folder.filePath(u"cache"_s));
    environment.insert(u"HELM_DATA_HOME"_s, m_folder.filePath(u"data"_s));
    if (!driver.isEmpty())
        environment.insert(u"HELM_DRIVER"_s, driver);
    process.setProcessEnvironment(environment);
    process.start(m_helm, arguments);
}

int OutsideHelm::run(const QStringList &arguments, const QString &driver)
{
    QProcess process;
    start(process, arguments, driver);
    const bool ended = QTest::qWaitFor([&] { return process.state() == QProcess::NotRunning; }, 60'000);
    m_output = process.readAllStandardOutput();
    m_errors = process.readAllStandardError();
    return ended ? process.exitCode() : -1;
}

QJsonArray OutsideHelm::list(const QString &driver)
{
    const QStringList arguments{u"list"_s,         u"-A"_s,
                                u"-m"_s,           u"0"_s,
                                u"-o"_s,           u"json"_s,
                                u"--deployed"_s,   u"--failed"_s,
                                u"--pending"_s,    u"--uninstalled"_s,
                                u"--superseded"_s, u"--uninstalling"_s};
    if (run(arguments, driver) != 0)
        qWarning("%s", m_errors.constData());
    return QJsonDocument::fromJson(m_output).array();
}

QString OutsideHelm::chart(const QString &version, Chart kind)
{
    const QString folder = m_folder.filePath(u"outside-%1-%2"_s.arg(version).arg(int(kind)));
    QDir().mkpath(folder + u"/templates"_s);
    writeChartFile(folder + u"/Chart.yaml"_s,
                   "apiVersion: v2\nname: outside-app\nversion: " + version.toUtf8() + "\nappVersion: \"v" +
                       version.toUtf8() + "\"\n");
    writeChartFile(folder + u"/values.yaml"_s, "colour: blue\n");
    writeChartFile(folder + u"/templates/all.yaml"_s, templateOf(kind));
    return folder;
}

QString OutsideHelm::hangingChart(const QString &repository, const QString &name, const QString &version)
{
    if (run({u"pull"_s, name, u"--repo"_s, repository, u"--version"_s, version, u"--untar"_s, u"--untardir"_s,
             m_folder.path()}) != 0) {
        qWarning("%s", m_errors.constData());
        return {};
    }
    writeChartFile(m_folder.filePath(name + u"/templates/never.yaml"_s), templateOf(Chart::Hanging));
    return m_folder.filePath(name);
}

} // namespace chartroom::test
