// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/fabric_charts.h"

#include "tests/integration/chart_file.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

namespace chartroom::test {

using namespace Qt::StringLiterals;

namespace {

const char *objects = R"(apiVersion: v1
kind: ConfigMap
metadata: {name: {{ .Release.Name }}-settings}
data:
  colour: {{ .Values.colour | quote }}
  {{- with .Values.ballast }}
  ballast: {{ . | quote }}
  {{- end }}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: {{ .Release.Name }}, labels: {app: {{ .Release.Name }}}}
spec:
  replicas: 1
  selector: {matchLabels: {app: {{ .Release.Name }}}}
  template:
    metadata: {labels: {app: {{ .Release.Name }}}}
    spec:
      containers:
        - {name: agent, image: "registry.example/fabric-agent:{{ .Chart.AppVersion }}"}
{{- if .Values.hook }}
---
apiVersion: batch/v1
kind: Job
metadata: {name: {{ .Release.Name }}-hook, annotations: {helm.sh/hook: "pre-upgrade,pre-rollback"}}
spec:
  suspend: true
  template:
    spec:
      restartPolicy: Never
      containers:
        - name: hook
          image: registry.example/hook:1
          command: [/usr/bin/manage-crds]
          args: [apply, --filepath=/opt/fabric/fabrics.yaml]
{{- end }}
{{- if .Values.task }}
---
apiVersion: batch/v1
kind: Job
metadata: {name: {{ .Release.Name }}-task}
spec:
  suspend: true
  template:
    spec:
      restartPolicy: Never
      containers:
        - {name: task, image: "registry.example/task:{{ .Chart.AppVersion }}"}
{{- end }}
{{- if .Values.misplaced }}
---
apiVersion: v1
kind: ServiceAccount
metadata: {name: {{ .Release.Name }}}
namespace: {{ .Release.Namespace }}
{{- end }}
{{- with .Values.asks }}
---
apiVersion: fabric.example/v1
kind: Fabric
metadata: {name: {{ $.Release.Name }}}
spec: {{ toJson . }}
{{- end }}
{{- if .Values.nic }}
---
apiVersion: mellanox.com/v1alpha1
kind: NicClusterPolicy
metadata: {name: fabric-nics}
spec: {ofedDriver: {image: doca-driver, repository: registry.example, version: "3.2.0"}}
{{- end }}
)";

/// Below `folder`; what the version has of its own goes into its Chart.yaml.
void writeChart(const QString &folder, const QString &version, const QByteArray &own)
{
    if (!QDir().mkpath(folder + u"/templates"_s) || !QDir().mkpath(folder + u"/crds"_s))
        qFatal("%s cannot be made", qPrintable(folder));
    const QByteArray number = version.toUtf8();
    writeChartFile(folder + u"/Chart.yaml"_s, "apiVersion: v2\nname: " + FabricCharts::name.toUtf8() +
                                                  "\nversion: " + number + "\nappVersion: \"" + number +
                                                  "\"\n" + own);
    writeChartFile(folder + u"/values.yaml"_s,
                   "colour: blue\nhook: false\nnic: false\nasks: {}\ntask: false\nmisplaced: false\n");
    writeChartFile(folder + u"/templates/objects.yaml"_s, objects);
    writeChartFile(folder + u"/crds/fabrics.yaml"_s, FabricCharts::crd(version));
}

void helm(const Sandbox &sandbox, const QStringList &arguments)
{
    if (const Ran ran = sandbox.tool("helm4", arguments); ran.exitCode != 0)
        qFatal("%s", ran.err.constData());
}

} // namespace

FabricCharts::FabricCharts(const Sandbox &sandbox)
    : m_url(sandbox.chartRepository() + u"/fabric"_s)
{
    const QString place = sandbox.text("dir") + u"/charts/fabric"_s;
    const QTemporaryDir work;
    if (!QDir().mkpath(place))
        qFatal("%s cannot be made", qPrintable(place));
    for (const auto &[version, own] : {std::pair<const char *, const char *>{"1.0.0", ""},
                                       {"1.1.0", "kubeVersion: \">=1.25.0-0\"\n"},
                                       {"1.2.0", ""},
                                       {"1.3.0", "deprecated: true\n"},
                                       {"2.0.0", "kubeVersion: \"<1.30.0-0\"\n"},
                                       {"3.0.0", ""}}) {
        const QString folder = work.filePath(QLatin1String(version));
        writeChart(folder, QLatin1String(version), own);
        helm(sandbox, {u"package"_s, folder, u"--destination"_s, place});
    }
    helm(sandbox, {u"repo"_s, u"index"_s, place, u"--url"_s, m_url});
}

QByteArray FabricCharts::crd(const QString &version)
{
    QByteArray text = R"(apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: fabrics.fabric.example}
spec:
  group: fabric.example
  scope: Cluster
  names: {kind: Fabric, listKind: FabricList, plural: fabrics, singular: fabric}
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec: {type: object, properties: {rails: {type: integer}}}
)";
    if (version == u"1.2.0")
        text.replace("rails: {type: integer}", "rails: {type: integer}, sharp: {type: boolean}");
    return text;
}

} // namespace chartroom::test
