// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diff/server_defaults.h"

#include "core/base/document.h"

#include <array>

namespace chartroom {

namespace {

/// `pod` stands for the pod's spec in each kind that has one.
struct Row
{
    const char *kinds;
    const char *parent;
    const char *key;
    const char *json;
    const char *when = ""; ///< key=text
};

constexpr auto workloads =
    "Deployment DaemonSet StatefulSet ReplicaSet Job CronJob Pod ReplicationController";
constexpr auto running = "Deployment DaemonSet StatefulSet ReplicaSet Pod ReplicationController";
constexpr auto containers = "pod.containers|initContainers|ephemeralContainers";
constexpr auto probes =
    "pod.containers|initContainers|ephemeralContainers.livenessProbe|readinessProbe|startupProbe";

/// kubernetes pkg/apis/{core,apps,batch,rbac,admissionregistration,networking,storage,autoscaling,scheduling}
/// /*/defaults.go@v1.36.3, apiextensions-apiserver pkg/apis/apiextensions/v1/defaults.go@v0.36.3. A false or
/// 0 below is a field that Go's encoder leaves out at that value (omitempty, no pointer), so none is stored.
constexpr std::array rows{
    Row{"Deployment StatefulSet ReplicaSet ReplicationController", "spec", "replicas", "1"},
    Row{"Deployment DaemonSet StatefulSet", "spec", "revisionHistoryLimit", "10"},
    Row{"Deployment DaemonSet StatefulSet ReplicaSet", "spec", "minReadySeconds", "0"},
    Row{"Deployment", "spec", "progressDeadlineSeconds", "600"},
    Row{"Deployment", "spec", "paused", "false"},
    Row{"Deployment", "spec", "strategy", R"({"type":"RollingUpdate"})"},
    Row{"Deployment", "spec.strategy", "type", R"("RollingUpdate")"},
    Row{"Deployment", "spec.strategy", "rollingUpdate", R"({"maxSurge":"25%"})", "type=RollingUpdate"},
    Row{"Deployment", "spec.strategy.rollingUpdate", "maxSurge", R"("25%")"},
    Row{"Deployment", "spec.strategy.rollingUpdate", "maxUnavailable", R"("25%")"},
    Row{"DaemonSet StatefulSet", "spec", "updateStrategy", R"({"type":"RollingUpdate"})"},
    Row{"DaemonSet StatefulSet", "spec.updateStrategy", "type", R"("RollingUpdate")"},
    Row{"DaemonSet", "spec.updateStrategy", "rollingUpdate", R"({"maxSurge":0})", "type=RollingUpdate"},
    Row{"DaemonSet", "spec.updateStrategy.rollingUpdate", "maxSurge", "0"},
    Row{"DaemonSet", "spec.updateStrategy.rollingUpdate", "maxUnavailable", "1"},
    Row{"StatefulSet", "spec.updateStrategy", "rollingUpdate", R"({"partition":0})", "type=RollingUpdate"},
    Row{"StatefulSet", "spec.updateStrategy.rollingUpdate", "partition", "0"},
    Row{"StatefulSet", "spec", "podManagementPolicy", R"("OrderedReady")"},
    Row{"StatefulSet", "spec", "persistentVolumeClaimRetentionPolicy", R"({"whenDeleted":"Retain"})"},
    Row{"StatefulSet", "spec.persistentVolumeClaimRetentionPolicy", "whenDeleted", R"("Retain")"},
    Row{"StatefulSet", "spec.persistentVolumeClaimRetentionPolicy", "whenScaled", R"("Retain")"},
    Row{"StatefulSet", "spec.volumeClaimTemplates", "apiVersion", R"("v1")"},
    Row{"StatefulSet", "spec.volumeClaimTemplates", "kind", R"("PersistentVolumeClaim")"},
    Row{"StatefulSet", "spec.volumeClaimTemplates.spec", "volumeMode", R"("Filesystem")"},

    Row{"Job", "spec", "completions", "1"},
    Row{"Job CronJob", "spec|spec.jobTemplate.spec", "parallelism", "1"},
    Row{"Job CronJob", "spec|spec.jobTemplate.spec", "backoffLimit", "6"},
    Row{"Job CronJob", "spec|spec.jobTemplate.spec", "completionMode", R"("NonIndexed")"},
    Row{"Job", "spec", "suspend", "false"},
    Row{"Job", "spec", "manualSelector", "false"},
    Row{"Job", "spec", "podReplacementPolicy", R"("TerminatingOrFailed")"},
    Row{"CronJob", "spec", "concurrencyPolicy", R"("Allow")"},
    Row{"CronJob", "spec", "suspend", "false"},
    Row{"CronJob", "spec", "successfulJobsHistoryLimit", "3"},
    Row{"CronJob", "spec", "failedJobsHistoryLimit", "1"},

    Row{running, "pod", "restartPolicy", R"("Always")"},
    Row{"Pod", "spec", "enableServiceLinks", "true"},
    Row{workloads, "pod", "dnsPolicy", R"("ClusterFirst")"},
    Row{workloads, "pod", "schedulerName", R"("default-scheduler")"},
    Row{workloads, "pod", "terminationGracePeriodSeconds", "30"},
    Row{workloads, "pod", "hostNetwork", "false"},
    Row{workloads, "pod", "hostPID", "false"},
    Row{workloads, "pod", "hostIPC", "false"},
    Row{workloads, containers, "terminationMessagePath", R"("/dev/termination-log")"},
    Row{workloads, containers, "terminationMessagePolicy", R"("File")"},
    Row{workloads, containers, "stdin", "false"},
    Row{workloads, containers, "stdinOnce", "false"},
    Row{workloads, containers, "tty", "false"},
    Row{workloads, "pod.containers|initContainers.ports", "protocol", R"("TCP")"},
    Row{workloads, "pod.containers|initContainers.ports", "hostPort", "0"},
    Row{workloads, "pod.containers|initContainers.volumeMounts", "readOnly", "false"},
    Row{workloads, "pod.containers|initContainers.env.valueFrom.fieldRef", "apiVersion", R"("v1")"},
    Row{workloads, "pod.containers|initContainers.env.valueFrom.resourceFieldRef", "divisor", R"("0")"},
    Row{workloads, probes, "initialDelaySeconds", "0"},
    Row{workloads, probes, "timeoutSeconds", "1"},
    Row{workloads, probes, "periodSeconds", "10"},
    Row{workloads, probes, "successThreshold", "1"},
    Row{workloads, probes, "failureThreshold", "3"},
    Row{workloads,
        "pod.containers|initContainers|ephemeralContainers.livenessProbe|readinessProbe|startupProbe.httpGet",
        "path", R"("/")"},
    Row{workloads,
        "pod.containers|initContainers|ephemeralContainers.livenessProbe|readinessProbe|startupProbe.httpGet",
        "scheme", R"("HTTP")"},
    Row{workloads, "pod.containers|initContainers.lifecycle.preStop|postStart.httpGet", "scheme",
        R"("HTTP")"},
    Row{workloads, "pod.volumes.configMap|secret|downwardAPI|projected", "defaultMode", "420"},
    Row{workloads, "pod.volumes.downwardAPI.items.fieldRef", "apiVersion", R"("v1")"},
    Row{workloads, "pod.volumes.projected.sources.downwardAPI.items.fieldRef", "apiVersion", R"("v1")"},
    Row{workloads, "pod.volumes.projected.sources.serviceAccountToken", "expirationSeconds", "3600"},
    Row{workloads, "pod.volumes.ephemeral.volumeClaimTemplate.spec", "volumeMode", R"("Filesystem")"},

    Row{"Service", "spec", "type", R"("ClusterIP")"},
    Row{"Service", "spec", "sessionAffinity", R"("None")"},
    Row{"Service", "spec", "internalTrafficPolicy", R"("Cluster")", "type=ClusterIP"},
    Row{"Service", "spec", "internalTrafficPolicy", R"("Cluster")", "type=NodePort"},
    Row{"Service", "spec", "internalTrafficPolicy", R"("Cluster")", "type=LoadBalancer"},
    Row{"Service", "spec", "externalTrafficPolicy", R"("Cluster")", "type=NodePort"},
    Row{"Service", "spec", "externalTrafficPolicy", R"("Cluster")", "type=LoadBalancer"},
    Row{"Service", "spec", "allocateLoadBalancerNodePorts", "true", "type=LoadBalancer"},
    Row{"Service", "spec", "publishNotReadyAddresses", "false"},
    Row{"Service", "spec.ports", "protocol", R"("TCP")"},
    Row{"Secret", "", "type", R"("Opaque")"},
    Row{"PersistentVolume", "spec", "persistentVolumeReclaimPolicy", R"("Retain")"},
    Row{"PersistentVolume PersistentVolumeClaim", "spec", "volumeMode", R"("Filesystem")"},

    Row{"ClusterRoleBinding RoleBinding", "roleRef", "apiGroup", R"("rbac.authorization.k8s.io")"},
    Row{"ClusterRoleBinding RoleBinding", "subjects", "apiGroup", R"("rbac.authorization.k8s.io")",
        "kind=User"},
    Row{"ClusterRoleBinding RoleBinding", "subjects", "apiGroup", R"("rbac.authorization.k8s.io")",
        "kind=Group"},

    Row{"ValidatingWebhookConfiguration MutatingWebhookConfiguration", "webhooks", "failurePolicy",
        R"("Fail")"},
    Row{"ValidatingWebhookConfiguration MutatingWebhookConfiguration", "webhooks", "matchPolicy",
        R"("Equivalent")"},
    Row{"ValidatingWebhookConfiguration MutatingWebhookConfiguration", "webhooks", "namespaceSelector", "{}"},
    Row{"ValidatingWebhookConfiguration MutatingWebhookConfiguration", "webhooks", "objectSelector", "{}"},
    Row{"ValidatingWebhookConfiguration MutatingWebhookConfiguration", "webhooks", "timeoutSeconds", "10"},
    Row{"MutatingWebhookConfiguration", "webhooks", "reinvocationPolicy", R"("Never")"},
    Row{"ValidatingWebhookConfiguration MutatingWebhookConfiguration", "webhooks.rules", "scope", R"("*")"},
    Row{"ValidatingWebhookConfiguration MutatingWebhookConfiguration", "webhooks.clientConfig.service",
        "port", "443"},

    Row{"NetworkPolicy", "spec.ingress|egress.ports", "protocol", R"("TCP")"},
    Row{"StorageClass", "", "reclaimPolicy", R"("Delete")"},
    Row{"StorageClass", "", "volumeBindingMode", R"("Immediate")"},
    Row{"CSIDriver", "spec", "attachRequired", "true"},
    Row{"CSIDriver", "spec", "podInfoOnMount", "false"},
    Row{"CSIDriver", "spec", "storageCapacity", "false"},
    Row{"CSIDriver", "spec", "fsGroupPolicy", R"("ReadWriteOnceWithFSType")"},
    Row{"CSIDriver", "spec", "volumeLifecycleModes", R"(["Persistent"])"},
    Row{"CSIDriver", "spec", "requiresRepublish", "false"},
    Row{"CSIDriver", "spec", "seLinuxMount", "false"},
    Row{"HorizontalPodAutoscaler", "spec", "minReplicas", "1"},
    Row{"PriorityClass", "", "preemptionPolicy", R"("PreemptLowerPriority")"},
    Row{"PriorityClass", "", "globalDefault", "false"},
    Row{"CustomResourceDefinition", "spec", "conversion", R"({"strategy":"None"})"},
    Row{"CustomResourceDefinition", "spec", "preserveUnknownFields", "false"},
    Row{"CustomResourceDefinition", "spec.conversion.webhook.clientConfig.service", "port", "443"},
};

QList<QStringList> stepsOf(const QString &path)
{
    QList<QStringList> steps;
    for (const QString &step : path.split(u'.', Qt::SkipEmptyParts))
        steps.append(step.split(u'|'));
    return steps;
}

void append(QList<ServerDefault> &defaults, const Row &row, const QString &kind)
{
    QString parent = QString::fromLatin1(row.parent);
    if (parent == u"spec|spec.jobTemplate.spec")
        parent = kind == u"CronJob" ? QStringLiteral("spec.jobTemplate.spec") : QStringLiteral("spec");
    if (parent == u"pod" || parent.startsWith(QLatin1String("pod.")))
        parent.replace(0, 3, podSpecPath(kind));
    const QStringList when = QString::fromLatin1(row.when).split(u'=');
    defaults.append({kind, stepsOf(parent), QString::fromLatin1(row.key),
                     readJson(row.json).value_or(Value()), when.value(0), when.value(1)});
}

} // namespace

QString podSpecPath(const QString &kind)
{
    if (kind == u"Pod")
        return QStringLiteral("spec");
    if (kind == u"CronJob")
        return QStringLiteral("spec.jobTemplate.spec.template.spec");
    return QStringLiteral("spec.template.spec");
}

const QList<ServerDefault> &serverDefaults()
{
    static const QList<ServerDefault> all = [] {
        QList<ServerDefault> defaults;
        for (const Row &row : rows) {
            for (const QString &kind : QString::fromLatin1(row.kinds).split(u' '))
                append(defaults, row, kind);
        }
        return defaults;
    }();
    return all;
}

} // namespace chartroom
