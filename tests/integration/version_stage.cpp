// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/version_stage.h"

#include "core/upgrade/recovery.h"

#include <QFile>
#include <QJsonArray>

namespace chartroom::test {

using namespace Qt::StringLiterals;

namespace {

const QByteArray openShiftKinds = R"(
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: clusterserviceversions.operators.coreos.com}
spec:
  group: operators.coreos.com
  scope: Namespaced
  names: {kind: ClusterServiceVersion, plural: clusterserviceversions, singular: clusterserviceversion}
  versions:
  - name: v1alpha1
    served: true
    storage: true
    schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}
---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: clusterversions.config.openshift.io}
spec:
  group: config.openshift.io
  scope: Cluster
  names: {kind: ClusterVersion, plural: clusterversions, singular: clusterversion}
  versions:
  - name: v1
    served: true
    storage: true
    schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}
)";

/// As of a cluster that was updated once; OLM copies a version into other namespaces.
const QByteArray openShiftObjects = R"(
apiVersion: config.openshift.io/v1
kind: ClusterVersion
metadata: {name: version}
spec: {channel: stable-4.18}
status:
  desired: {version: 4.18.20}
  history: [{state: Completed, version: 4.18.20}, {state: Completed, version: 4.18.11}]
  conditions: [{type: Available, status: "True"}, {type: Progressing, status: "False"}]
---
apiVersion: operators.coreos.com/v1alpha1
kind: ClusterServiceVersion
metadata: {name: sriov-network-operator.v4.18.0-202507081733, namespace: nvidia-network-operator}
spec: {version: 4.18.0-202507081733, displayName: SR-IOV Network Operator}
status: {phase: Succeeded}
---
apiVersion: operators.coreos.com/v1alpha1
kind: ClusterServiceVersion
metadata: {name: gpu-operator-certified.v25.10.1, namespace: nvidia-gpu-operator}
spec: {version: 25.10.1, displayName: NVIDIA GPU Operator}
status: {phase: Succeeded}
---
apiVersion: operators.coreos.com/v1alpha1
kind: ClusterServiceVersion
metadata:
  name: gpu-operator-certified.v25.10.0
  namespace: default
  labels: {olm.copiedFrom: nvidia-gpu-operator}
spec: {version: 25.10.0, displayName: NVIDIA GPU Operator}
status: {phase: Succeeded, reason: Copied}
)";

QString line(const QJsonObject &component)
{
    const QString verdict = component[u"verdict"].toString();
    QStringList versions;
    const QJsonArray observed = component[u"observed"].toArray();
    for (const QJsonValue &one : observed)
        versions << (verdict == u"mixed" ? u"%1 on %2"_s.arg(one[u"version"].toString(),
                                                             QString::number(one[u"nodes"].toArray().size()))
                                         : one[u"version"].toString());
    return u"%1 %2: %3"_s.arg(component[u"name"].toString(), verdict, versions.join(u", "_s));
}

} // namespace

const VersionStage::Installed VersionStage::gpuOperator{u"nvidia-gpu-operator"_s, u"gpu-operator"_s,
                                                        u"--reset-then-reuse-values"_s};
const VersionStage::Installed VersionStage::networkOperator{u"nvidia-network-operator"_s,
                                                            u"network-operator"_s, u"--reuse-values"_s};
const QString VersionStage::configMap = u"gpu-version-matrix"_s;

QStringList Audit::reported() const
{
    if (root.isEmpty())
        return {u"no audit, exit code %1"_s.arg(exitCode)};
    QStringList lines;
    for (const QJsonValue &one : root[u"components"].toArray())
        if (one[u"verdict"] != u"match"_s && one[u"verdict"] != u"notObservable"_s)
            lines << line(one.toObject());
    for (const QJsonValue &one : root[u"findings"].toArray())
        if (one[u"severity"] == u"broken"_s || one[u"severity"] == u"warning"_s)
            lines << (QStringList{one[u"kind"].toString()} + one[u"components"].toVariant().toStringList())
                         .join(u' ');
    for (const QJsonValue &one : root[u"problems"].toArray())
        if (one[u"severity"] == u"error"_s)
            lines << u"error %1 %2"_s.arg(one[u"kind"].toString(), one[u"component"].toString());
    lines.sort();
    return lines;
}

QJsonObject Audit::component(const QString &name) const
{
    for (const QJsonValue &one : root[u"components"].toArray())
        if (one[u"name"] == name)
            return one.toObject();
    return {};
}

QJsonObject Audit::finding(const QString &kind, const QString &component) const
{
    for (const QJsonValue &one : root[u"findings"].toArray())
        if (one[u"kind"] == kind &&
            (component.isEmpty() || one[u"components"].toVariant().toStringList().contains(component)))
            return one.toObject();
    return {};
}

QStringList Audit::objectsOf(const QJsonObject &component)
{
    QStringList objects;
    for (const QJsonValue &observed : component[u"observed"].toArray())
        for (const QJsonValue &evidence : observed[u"evidence"].toArray())
            objects << evidence[u"object"].toString();
    for (const QJsonValue &evidence : component[u"wantedEvidence"].toArray())
        objects << evidence[u"object"].toString();
    return objects;
}

VersionStage::VersionStage(const Sandbox &sandbox, const QString &program)
    : m_sandbox(sandbox)
    , m_program(sandbox, "helm4", program)
{}

Audit VersionStage::audit(const QStringList &arguments) const
{
    Audit audit;
    audit.root = m_program.json(QStringList{u"versions"_s, u"audit"_s} + arguments, &audit.exitCode).object();
    return audit;
}

QStringList VersionStage::reportedOfWhatRuns() const
{
    const Ran ran = chartroom({u"versions"_s, u"init"_s});
    if (ran.exitCode != 0)
        return {QString::fromUtf8(ran.err)};
    return audit({u"--matrix"_s, m_program.home().write(u"what-runs.yaml"_s, ran.out)}).reported();
}

QString VersionStage::write(const QByteArray &text)
{
    return m_program.home().write(u"matrix-%1.yaml"_s.arg(++m_files), text);
}

bool VersionStage::run(const char *tool, const QStringList &arguments) const
{
    const Ran ran = qstrcmp(tool, "ctl") == 0 ? m_sandbox.ctl(arguments) : m_sandbox.tool(tool, arguments);
    if (ran.exitCode != 0)
        qWarning("%s %s: %s", tool, qPrintable(arguments.join(u' ')), ran.err.constData());
    return ran.exitCode == 0;
}

bool VersionStage::kubectl(const QStringList &arguments, const QStringList &back)
{
    if (!back.isEmpty())
        m_back.append([this, back] { return run("kubectl", back); });
    return run("kubectl", arguments);
}

bool VersionStage::ctl(const QStringList &arguments, const QStringList &back)
{
    m_back.append([this, back] { return run("ctl", back); });
    return run("ctl", arguments);
}

bool VersionStage::setImage(const QString &daemonSet, const QString &image)
{
    const QStringList where{u"--namespace"_s, gpuOperator.namespaceName};
    const QString set = u"daemonset/"_s + daemonSet;
    return kubectl(where + QStringList{u"set"_s, u"image"_s, set, image},
                   where + QStringList{u"rollout"_s, u"undo"_s, set});
}

bool VersionStage::install(const Installed &release, const QString &chart, const QString &version)
{
    const QStringList where{release.name, u"--namespace"_s, release.namespaceName};
    m_back.append([this, where] { return run("helm4", QStringList{u"uninstall"_s} + where); });
    return run("helm4", QStringList{u"install"_s} + where +
                            QStringList{chart, u"--version"_s, version, u"--create-namespace"_s});
}

bool VersionStage::upgrade(const Installed &release, const QString &chart, const QString &version)
{
    const QStringList where{release.name, u"--namespace"_s, release.namespaceName};
    const Ran status =
        m_sandbox.tool("helm4", QStringList{u"status"_s} + where + QStringList{u"-o"_s, u"json"_s});
    const int revision = QJsonDocument::fromJson(status.out).object()[u"version"].toInt();
    if (revision == 0)
        return false;
    m_back.append([this, where, revision] {
        return run("helm4", QStringList{u"rollback"_s} + where + QStringList{QString::number(revision)});
    });
    QStringList arguments = QStringList{u"upgrade"_s} + where + QStringList{chart, release.strategy};
    if (!version.isEmpty())
        arguments += {u"--version"_s, version};
    return run("helm4", arguments);
}

QString VersionStage::repacked(const QString &chart, const QString &from, const QString &to) const
{
    const QString folder = m_program.home().filePath(u"charts"_s);
    if (!run("helm4",
             {u"pull"_s, u"sandbox/"_s + chart, u"--version"_s, from, u"--untar"_s, u"--untardir"_s, folder}))
        return {};
    const QString name = folder + u'/' + chart + u"/Chart.yaml"_s;
    QFile file(name);
    if (!file.open(QIODevice::ReadWrite))
        return {};
    QByteArray text = file.readAll();
    text.replace("\nversion: " + from.toUtf8(), "\nversion: " + to.toUtf8());
    text.replace("appVersion: v" + from.toUtf8(), "appVersion: v" + to.toUtf8());
    if (!file.resize(0) || !file.seek(0) || file.write(text) != text.size())
        return {};
    return folder + u'/' + chart;
}

bool VersionStage::createConfigMap(const QByteArray &matrix)
{
    const QStringList where{u"--namespace"_s, gpuOperator.namespaceName};
    return kubectl(where + QStringList{u"create"_s, u"configmap"_s, configMap,
                                       u"--from-file=matrix.yaml="_s + write(matrix),
                                       u"--from-literal=other=kept"_s},
                   where + QStringList{u"delete"_s, u"configmap"_s, configMap});
}

bool VersionStage::applyAs(const QString &manager, const QByteArray &matrix) const
{
    const QJsonObject object{
        {u"apiVersion"_s, u"v1"_s},
        {u"kind"_s, u"ConfigMap"_s},
        {u"metadata"_s, QJsonObject{{u"name"_s, configMap}, {u"namespace"_s, gpuOperator.namespaceName}}},
        {u"data"_s, QJsonObject{{u"matrix.yaml"_s, QString::fromUtf8(matrix)}}}};
    const QString file = m_program.home().write(u"applied.json"_s, QJsonDocument(object).toJson());
    return run("kubectl", {u"apply"_s, u"--server-side"_s, u"--force-conflicts"_s,
                           u"--field-manager="_s + manager, u"--filename"_s, file});
}

bool VersionStage::createOpenShift()
{
    const QString kinds = write(openShiftKinds);
    const QString objects = write(openShiftObjects);
    return kubectl({u"apply"_s, u"--filename"_s, kinds}, {u"delete"_s, u"--filename"_s, kinds}) &&
           run("kubectl",
               {u"wait"_s, u"--for=condition=Established"_s, u"--timeout=60s"_s, u"--filename"_s, kinds}) &&
           run("kubectl", {u"apply"_s, u"--filename"_s, objects});
}

void VersionStage::undo()
{
    while (!m_back.isEmpty())
        (void)m_back.takeLast()();
}

QJsonObject VersionStage::storedConfigMap() const
{
    return QJsonDocument::fromJson(m_sandbox.get(u"/api/v1/namespaces/%1/configmaps/%2"_s.arg(
                                       gpuOperator.namespaceName, configMap)))
        .object();
}

QByteArray VersionStage::configMapText() const
{
    return storedConfigMap()[u"data"][u"matrix.yaml"].toString().toUtf8();
}

QString VersionStage::leaseHolder() const
{
    return QJsonDocument::fromJson(
               m_sandbox.get(u"/apis/coordination.k8s.io/v1/namespaces/%1/leases/chartroom-%2"_s.arg(
                   gpuOperator.namespaceName, configMap)))
        .object()[u"spec"][u"holderIdentity"]
        .toString();
}

QStringList VersionStage::journaledKinds() const
{
    QStringList kinds;
    for (const QString &folder : operationFolders(m_program.operations()))
        kinds << operationHeaderIn(readJournal(folder).value_or(JournalContents()))
                     .value_or(OperationHeader())
                     .kindWord;
    return kinds;
}

} // namespace chartroom::test
