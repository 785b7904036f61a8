{{- /* SPDX-FileCopyrightText: 2026 The Chartroom authors */ -}}
{{- /* SPDX-License-Identifier: GPL-3.0-or-later */ -}}
{{- define "chart.name" -}}
{{- .Values.nameOverride | default .Chart.Name -}}
{{- end }}
{{- define "chart.fullname" -}}
{{- $name := include "chart.name" . -}}
{{- if .Values.fullnameOverride -}}{{ .Values.fullnameOverride }}
{{- else if contains $name .Release.Name -}}{{ .Release.Name }}
{{- else -}}{{ .Release.Name }}-{{ $name }}
{{- end -}}
{{- end }}
{{- define "chart.selector" -}}
app.kubernetes.io/name: {{ include "chart.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}
{{- define "chart.labels" -}}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version | replace "+" "_" }}
{{ include "chart.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}
