// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/upgrade/refusal_table.h"
#include "tests/core/refusal_samples.h"
#include "tests/support/test_main.h"

#include <QRegularExpression>

namespace HIDDEN_FROM_MOC tst_refusal_table {

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

/// Which row of the table knows which words of kubectl, helm and the server.
class RefusalTableTest : public QObject
{
    Q_OBJECT

    static void row(const char *name, const char *said, const char *id, const char *words,
                    Severity severity = Severity::Severe)
    {
        QTest::newRow(name) << QString::fromUtf8(said) << QString::fromLatin1(id) << QString::fromUtf8(words)
                            << severity;
    }
    static void columns()
    {
        QTest::addColumn<QString>("said");
        QTest::addColumn<QString>("id");
        QTest::addColumn<QString>("words");
        QTest::addColumn<Severity>("severity");
    }
    static void compare(const PreflightEvidence &evidence)
    {
        QFETCH(QString, said);
        QFETCH(QString, id);
        QFETCH(QString, words);
        QFETCH(Severity, severity);
        const DryRunRefusal found = onlyRefusal(said, evidence);
        QCOMPARE(found.id, id);
        QCOMPARE(found.severity, severity);
        const QString text = found.meaning + u'\n' + found.wayOut;
        QVERIFY2(text.contains(words), qPrintable(text));
        QVERIFY2(!text.contains(u'{') && !text.contains(u'}'), qPrintable(text)); // every place is filled
    }

private Q_SLOTS:
    void jobsThatCannotBeChanged_data()
    {
        columns();
        row("kubectl, ended",
            "The Job \"token\" is invalid: spec.template: Invalid value: {\"metadata\":{}}: field is "
            "immutable",
            "jobEnded", "kubectl delete job token --namespace agents");
        row("Status, ended",
            "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"status\":\"Failure\",\"reason\":\"Invalid\","
            "\"code\":422,\"message\":\"Job.batch \\\"token\\\" is invalid: spec.template: Invalid value: "
            "{}: field is "
            "immutable\",\"details\":{\"group\":\"batch\",\"kind\":\"Job\",\"name\":\"token\",\"causes\":[{"
            "\"reason\":\"FieldValueInvalid\",\"field\":\"spec.template\",\"message\":\"Invalid value: {}: "
            "field is immutable\"}]}}",
            "jobEnded", "spec.template of a Job cannot be changed, and Job agents/token has ended.");
        row("helm, ended",
            "Error: UPGRADE FAILED: cannot patch \"token\" with kind Job: Job.batch \"token\" is invalid: "
            "spec.template: Invalid value: core.PodTemplateSpec{}: field is immutable",
            "jobEnded", "kubectl delete job token --namespace agents");
        row("several fields, one way out",
            "The Job \"broken\" is invalid: \n* spec.completions: Invalid value: 2: field is immutable\n* "
            "spec.template: Invalid value: {}: field is immutable",
            "jobEnded", "kubectl delete job broken --namespace agents");
        row("kubectl among several",
            "Error from server (Invalid): error when applying patch:\n{\"spec\":{}}\nto:\nResource: "
            "\"batch/v1, Resource=jobs\", GroupVersionKind: \"batch/v1, Kind=Job\"\nName: \"index\", "
            "Namespace: \"agents\"\nfor: \"STDIN\": error when patching \"STDIN\": Job.batch \"index\" is "
            "invalid: spec.selector: Invalid value: {}: field is immutable",
            "jobRuns", "kubectl wait --for=condition=complete job index --namespace agents");
        row("helm 4, by the server",
            "server-side apply failed for object agents/index batch/v1, Kind=Job: Job.batch \"index\" is "
            "invalid: [spec.completions: Invalid value: 3: field is immutable, spec.template: Invalid value: "
            "{}: field is immutable]",
            "jobRuns", "has not ended yet");
        row("not read", "The Job \"other\" is invalid: spec.template: Invalid value: {}: field is immutable",
            "job", "kubectl get job other -o yaml --namespace agents");
    }
    void jobsThatCannotBeChanged() { compare(refusalEvidence()); }

    void selectorsAndStatefulSets_data()
    {
        columns();
        row("Deployment by kubectl",
            "The Deployment \"web\" is invalid: spec.selector: Invalid value: "
            "{\"matchLabels\":{\"app\":\"new\"}}: field is immutable",
            "selector", "kubectl delete deployment web --cascade=orphan --namespace agents");
        row("its pods",
            "The Deployment \"web\" is invalid: spec.selector: Invalid value: "
            "{\"matchLabels\":{\"app\":\"new\"}}: field is immutable",
            "selector", "kubectl get pods --selector app=web,tier=a --namespace agents");
        row("DaemonSet by helm",
            "cannot patch \"driver\" with kind DaemonSet: DaemonSet.apps \"driver\" is invalid: "
            "spec.selector: Invalid value: v1.LabelSelector{MatchLabels:map[string]string{\"app\":\"x\"}}: "
            "field is immutable",
            "selector", "kubectl delete daemonset driver --cascade=orphan --namespace drivers");
        row("another field",
            "The DaemonSet \"driver\" is invalid: spec.minReadySeconds: Invalid value: 3: field is immutable",
            "workload", "kubectl delete daemonset driver --cascade=orphan --namespace drivers");
        row("StatefulSet as a Status",
            "{\"kind\":\"Status\",\"reason\":\"Invalid\",\"message\":\"StatefulSet.apps \\\"db\\\" is "
            "invalid\",\"details\":{\"kind\":\"StatefulSet\",\"name\":\"db\",\"causes\":[{\"reason\":"
            "\"FieldValueForbidden\",\"field\":\"spec\",\"message\":\"Forbidden: updates to statefulset spec "
            "for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', "
            "'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are "
            "forbidden\"}]}}",
            "statefulSet", "kubectl delete statefulset db --cascade=orphan --namespace agents");
        row("StatefulSet of an older server",
            "Error: UPGRADE FAILED: cannot patch \"db\" with kind StatefulSet: StatefulSet.apps \"db\" is "
            "invalid: spec: Forbidden: updates to statefulset spec for fields other than 'replicas', "
            "'template', and 'updateStrategy' are forbidden",
            "statefulSet", "The pods and their PersistentVolumeClaims stay");
    }
    void selectorsAndStatefulSets() { compare(refusalEvidence()); }

    void otherFieldsThatCannotBeChanged_data()
    {
        columns();
        row("clusterIPs",
            "The Service \"api\" is invalid: spec.clusterIPs[0]: Invalid value: [\"10.0.0.9\"]: may not "
            "change once set",
            "service", "kubectl delete service api --namespace agents");
        row("clusterIP",
            "Service \"api\" is invalid: spec.clusterIP: Invalid value: \"\": field is immutable", "service",
            "spec.clusterIP of a Service");
        row("clusterIP unset",
            "Service \"api\" is invalid: spec.clusterIPs[0]: Invalid value: null: primary clusterIP can not "
            "be unset",
            "service", "clients are cut off");
        row("node port",
            "Service \"api\" is invalid: spec.ports[0].nodePort: Invalid value: 30080: provided port is "
            "already allocated",
            "nodePortTaken", "belongs to another Service");
        row("node port without its type",
            "The Service \"s\" is invalid: spec.ports[0].nodePort: Forbidden: may not be used when `type` is "
            "'ClusterIP'",
            "nodePortType", "Set the type NodePort or LoadBalancer");
        row("claim that cannot grow",
            "Error from server (Forbidden): persistentvolumeclaims \"p\" is forbidden: only dynamically "
            "provisioned pvc can be resized and the storageclass that provisions the pvc must support resize",
            "claimResize", "allowVolumeExpansion: true");
        row("claim that cannot grow, by helm",
            "cannot patch \"p\" with kind PersistentVolumeClaim: persistentvolumeclaims \"p\" is forbidden: "
            "only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc "
            "must "
            "support resize",
            "claimResize", "allowVolumeExpansion: true");
        row("no service account",
            "Error from server (Forbidden): pods \"x\" is forbidden: error looking up service account "
            "default/sa: serviceaccount \"sa\" not found",
            "serviceAccount", "The ServiceAccount default/sa");
        row("conversion webhook",
            "Error from server: conversion webhook for nvidia.com/v1alpha1, Kind=NVIDIADriver failed: Post "
            "\"https://svc.ns.svc:443/convert?timeout=30s\": dial tcp 10.0.0.1:443: connect: connection "
            "refused",
            "conversionWebhook", "The conversion webhook of the CRD of NVIDIADriver (nvidia.com/v1alpha1)");
        row("labels beside the selector",
            "The DaemonSet \"d\" is invalid: spec.template.metadata.labels: Invalid value: {\"app\":\"x\"}: "
            "`selector` does not match template `labels`",
            "selectorLabels", "Correct the labels");
        row("a value outside of the schema",
            "The ClusterPolicy \"cluster-policy\" is invalid: "
            "spec.driver.upgradePolicy.maxParallelUpgrades: Invalid value: -1: "
            "spec.driver.upgradePolicy.maxParallelUpgrades in body should be greater than or equal to 0",
            "outsideSchema", "it should be greater than or equal to 0");
        row("claim",
            "The PersistentVolumeClaim \"data\" is invalid: spec: Forbidden: spec is immutable after "
            "creation except resources.requests and volumeAttributesClassName for bound claims\n  "
            "core.PersistentVolumeClaimSpec{\n  \tAccessModes: {\"ReadWriteOnce\"},\n- \tStorageClassName: "
            "&\"a\",\n+ \tStorageClassName: &\"b\",\n  }",
            "claim", "Deleting this claim can delete its data.");
        row("smaller claim",
            "PersistentVolumeClaim \"data\" is invalid: spec.resources.requests.storage: Forbidden: field "
            "can not be less than status.capacity",
            "claimShrinks", "cannot become smaller");
        row("StorageClass parameters",
            "The StorageClass \"fast\" is invalid: parameters: Forbidden: updates to parameters are "
            "forbidden.",
            "storageClass", "kubectl delete storageclass fast");
        row("StorageClass provisioner",
            "{\"kind\":\"Status\",\"reason\":\"Invalid\",\"message\":\"StorageClass.storage.k8s.io "
            "\\\"fast\\\" is "
            "invalid\",\"details\":{\"kind\":\"StorageClass\",\"name\":\"fast\",\"causes\":[{\"reason\":"
            "\"FieldValueInvalid\",\"field\":\"provisioner\",\"message\":\"Invalid value: \\\"x\\\": field "
            "is immutable\"}]}}",
            "storageClass", "provisioner of a StorageClass");
        row("RoleBinding",
            "The RoleBinding \"reader\" is invalid: roleRef: Invalid value: "
            "{\"apiGroup\":\"rbac.authorization.k8s.io\",\"kind\":\"Role\",\"name\":\"b\"}: cannot change "
            "roleRef",
            "roleRef", "kubectl delete rolebinding reader --namespace agents");
        row("ClusterRoleBinding",
            "cannot patch \"all\" with kind ClusterRoleBinding: ClusterRoleBinding.rbac.authorization.k8s.io "
            "\"all\" is invalid: roleRef: Invalid value: "
            "rbac.RoleRef{APIGroup:\"rbac.authorization.k8s.io\", Kind:\"ClusterRole\", Name:\"b\"}: cannot "
            "change roleRef",
            "roleRef", "kubectl delete clusterrolebinding all");
        row("PriorityClass",
            "The PriorityClass \"high\" is invalid: value: Forbidden: may not be changed in an update.",
            "priorityClass", "Pods that exist keep their priority");
        row("CSIDriver",
            "The CSIDriver \"csi.example\" is invalid: spec.attachedRequired: Invalid value: true: field is "
            "immutable",
            "csiDriver", "kubectl delete csidriver csi.example");
        row("ConfigMap",
            "The ConfigMap \"settings\" is invalid: data: Forbidden: field is immutable when `immutable` is "
            "set",
            "immutableConfig", "kubectl delete configmap settings --namespace agents");
        row("Secret type", "Secret \"keys\" is invalid: type: Invalid value: \"Opaque\": field is immutable",
            "immutableConfig", "kubectl delete secret keys --namespace agents");
        row("Namespace",
            "Namespace \"agents\" is invalid: metadata.labels[kubernetes.io/metadata.name]: Invalid value: "
            "\"x\": field is immutable",
            "namespaceFixed", "everything in it would be deleted");
        row("stored versions",
            "The CustomResourceDefinition \"things.example.com\" is invalid: status.storedVersions[0]: "
            "Invalid value: \"v1alpha1\": missing from spec.versions; v1alpha1 was previously a storage "
            "version, and must remain in spec.versions until a storage migration ensures no data remains "
            "persisted in v1alpha1 and removes v1alpha1 from status.storedVersions",
            "storedVersions", "remove v1alpha1 from status.storedVersions");
        row("conversion",
            "CustomResourceDefinition.apiextensions.k8s.io \"things.example.com\" is invalid: "
            "spec.conversion.webhookClientConfig: Required value: required when strategy is set to Webhook",
            "crdConversion", "Do not delete the CRD");
        row("scope",
            "CustomResourceDefinition.apiextensions.k8s.io \"things.example.com\" is invalid: spec.scope: "
            "Invalid value: \"Cluster\": field is immutable",
            "crdFixed", "Deleting the CRD deletes all of its objects");
        row("APIService",
            "APIService.apiregistration.k8s.io \"v1.metrics\" is invalid: metadata.name: Invalid value: "
            "\"v1.metrics\": field is immutable",
            "apiService", "not served until then");
        row("custom resource",
            "ClusterPolicy.nvidia.com \"p\" is invalid: spec.mode: Invalid value: \"string\": Value is "
            "immutable",
            "fixed", "spec.mode of ClusterPolicy");
    }
    void otherFieldsThatCannotBeChanged() { compare(refusalEvidence()); }

    void serverSideApply_data()
    {
        columns();
        row("conflict by kubectl",
            "error: Apply failed with 1 conflict: conflict with \"autoscaler\" using apps/v1: .spec.replicas",
            "conflict", "autoscaler (.spec.replicas)");
        row("conflict with a subresource",
            "Apply failed with 1 conflict: conflict with \"kubectl\" with subresource \"scale\" using "
            "apps/v1 at 2026-11-21T03:00:00Z: .spec.replicas",
            "conflict", "kubectl (.spec.replicas)");
        row("several by helm",
            "Error: UPGRADE FAILED: conflict occurred while applying object agents/web apps/v1, "
            "Kind=Deployment: Apply failed with 3 conflicts: conflicts with \"autoscaler\" using apps/v1:\n- "
            ".spec.replicas\nconflicts with \"kubectl-edit\" using apps/v1:\n- .spec.paused\n- "
            ".spec.template.spec.containers[name=\"web\"].image",
            "conflict",
            "autoscaler (.spec.replicas), kubectl-edit (.spec.paused, "
            ".spec.template.spec.containers[name=\"web\"].image)");
        row("conflict as a Status",
            "{\"kind\":\"Status\",\"reason\":\"Conflict\",\"code\":409,\"message\":\"Apply failed with 1 "
            "conflict: conflict with \\\"kubectl-edit\\\" using apps/v1: "
            ".spec.replicas\",\"details\":{\"causes\":[{\"reason\":\"FieldManagerConflict\",\"message\":"
            "\"conflict with \\\"kubectl-edit\\\" using apps/v1\",\"field\":\".spec.replicas\"}]}}",
            "conflict", "--force-conflicts (Helm 4) takes them over: it overwrites what kubectl-edit set");
        row("undeclared",
            "Error from server: failed to create typed patch object (agents/crusoe; /v1, "
            "Kind=ServiceAccount): .namespace: field not declared in schema",
            "undeclaredField", "--server-side=false");
        row("undeclared by helm",
            "server-side apply failed for object agents/web apps/v1, Kind=Deployment: failed to create typed "
            "patch object (agents/web; apps/v1, Kind=Deployment): "
            ".spec.template.spec.containers[name=\"web\"].enviroment: field not declared in schema",
            "undeclaredField", "--server-side=false");
        row("duplicate",
            "Error from server: failed to create typed patch object (agents/web; apps/v1, Kind=Deployment): "
            ".spec.template.spec.containers[name=\"web\"].env: duplicate entries for key [name=\"LEVEL\"]",
            "duplicateEntry", "two entries with [name=\"LEVEL\"]");
        row("key",
            "Error from server: failed to create typed patch object (agents/api; /v1, Kind=Service): "
            ".spec.ports: element 0: associative list with keys has an element that omits key field \"port\" "
            "(and doesn't have default value)",
            "listKey", "Set \"port\" for each entry");
        row("several keys",
            "server-side apply failed for object agents/api /v1, Kind=Service: failed to create typed patch "
            "object (agents/api; /v1, Kind=Service): .spec.ports: element 0: associative list with keys has "
            "an element that omits all key fields [\"port\" \"protocol\"] (and doesn't have default values "
            "for any key fields)",
            "listKey", "Set [\"port\" \"protocol\"] for each entry");
        row("managedFields", "Error from server (BadRequest): metadata.managedFields must be nil",
            "managedFields", "Remove metadata.managedFields");
        row("type",
            "Error from server: failed to create typed patch object (agents/web; apps/v1, Kind=Deployment): "
            ".spec.template.spec.containers[name=\"web\"].env[name=\"N\"].value: expected string, got "
            "&value.valueUnstructured{Value:1}",
            "wrongType", "--set-string");
    }
    void serverSideApply() { compare(refusalEvidence(u"ssa"_s)); }

    void webhooksAndPolicies_data()
    {
        columns();
        row("denied",
            "Error from server: error when creating \"STDIN\": admission webhook "
            "\"validate.kyverno.svc-fail\" denied the request: policy Deployment/agents/web for resource "
            "violation",
            "webhookDenied", "Its owner: kubectl get validatingwebhookconfigurations");
        row("denied with invalid fields",
            "{\"kind\":\"Status\",\"reason\":\"Invalid\",\"message\":\"admission webhook \\\"v.example\\\" "
            "denied the request: Job \\\"token\\\" is invalid: spec.template: Invalid value: 1: field is "
            "immutable\",\"details\":{\"causes\":[{\"reason\":\"FieldValueInvalid\",\"field\":\"spec."
            "template\",\"message\":\"Invalid value: 1: field is immutable\"}]}}",
            "webhookDenied", "The admission webhook v.example denies");
        row("without explanation", "admission webhook \"v.example\" denied the request without explanation",
            "webhookDenied", "ask the webhook's owner");
        row("no endpoints",
            "Error from server (InternalError): error when creating \"STDIN\": Internal error occurred: "
            "failed calling webhook \"webhook.cert-manager.io\": failed to call webhook: Post "
            "\"https://cert-manager-webhook.cert-manager.svc:443/validate?timeout=30s\": no endpoints "
            "available for service \"cert-manager-webhook\"",
            "webhookNoEndpoints", "kubectl get service,endpointslices,pods --namespace cert-manager");
        row("timeout",
            "Internal error occurred: failed calling webhook \"v.example\": failed to call webhook: Post "
            "\"https://hook.system.svc:443/v?timeout=10s\": context deadline exceeded",
            "webhookTimeout", "does not answer (context deadline exceeded)");
        row("refused",
            "Internal error occurred: failed calling webhook \"v.example\": failed to call webhook: Post "
            "\"https://hook.system.svc:443/v?timeout=10s\": dial tcp 10.0.0.1:443: connect: connection "
            "refused",
            "webhookTimeout", "--namespace system");
        row("certificate",
            "Internal error occurred: failed calling webhook \"v.example\": failed to call webhook: Post "
            "\"https://hook.system.svc:443/v?timeout=10s\": tls: failed to verify certificate: x509: "
            "certificate signed by unknown authority",
            "webhookCertificate", "caBundle");
        row("404",
            "Internal error occurred: failed calling webhook \"v.example\": failed to call webhook: the "
            "server could not find the requested resource",
            "webhookFailed", "cannot be called");
        row("no dry run",
            "Error from server (BadRequest): error when creating \"STDIN\": admission webhook \"v.example\" "
            "does not support dry run",
            "webhookDryRun", "is not conclusive", Severity::Unknown);
        row("policy",
            "The deployments \"web\" is invalid: : ValidatingAdmissionPolicy 'teams' with binding 'all' "
            "denied request: a Deployment names its team",
            "policyDenied", "kubectl get validatingadmissionpolicy teams -o yaml");
    }
    void webhooksAndPolicies() { compare(refusalEvidence()); }

    void limitsAndPermissions_data()
    {
        columns();
        row("quota",
            "Error from server (Forbidden): error when creating \"STDIN\": pods \"a\" is forbidden: exceeded "
            "quota: gpus, requested: requests.nvidia.com/gpu=8, used: requests.nvidia.com/gpu=16, limited: "
            "requests.nvidia.com/gpu=16",
            "quota", "kubectl describe resourcequota gpus --namespace agents");
        row("quota as a Status",
            "{\"kind\":\"Status\",\"reason\":\"Forbidden\",\"code\":403,\"message\":\"persistentvolumeclaims "
            "\\\"data\\\" is forbidden: exceeded quota: disks, requested: persistentvolumeclaims=1, used: "
            "persistentvolumeclaims=4, limited: "
            "persistentvolumeclaims=4\",\"details\":{\"name\":\"data\",\"kind\":\"persistentvolumeclaims\"}}",
            "quota", "persistentvolumeclaims=1 requested, persistentvolumeclaims=4 used");
        row("quota without limits",
            "pods \"a\" is forbidden: failed quota: compute: must specify limits.cpu for: main; requests.cpu "
            "for: main",
            "quotaNeedsLimits", "The ResourceQuota compute");
        row("LimitRange",
            "pods \"a\" is forbidden: [maximum cpu usage per Container is 1, but limit is 2, maximum memory "
            "usage per Container is 1Gi, but limit is 2Gi]",
            "limitRange", "kubectl describe limitrange --namespace agents");
        row("PodSecurity",
            "pods \"a\" is forbidden: violates PodSecurity \"restricted:latest\": allowPrivilegeEscalation "
            "!= false (container \"a\" must set securityContext.allowPrivilegeEscalation=false)",
            "podSecurity", "enforces PodSecurity restricted:latest");
        row("no namespace",
            "Error from server (NotFound): error when creating \"STDIN\": namespaces \"monitoring\" not "
            "found",
            "namespaceMissing", "kubectl create namespace monitoring");
        row("namespace ends",
            "configmaps \"a\" is forbidden: unable to create new content in namespace agents because it is "
            "being terminated",
            "namespaceEnds", "kubectl get namespace agents -o yaml");
        row("permission",
            "Error from server (Forbidden): error when retrieving current configuration of: deployments.apps "
            "\"web\" is forbidden: User \"ann\" cannot get resource \"deployments\" in API group \"apps\" in "
            "the namespace \"agents\"",
            "permission", "User ann lacks permission to get deployments in the namespace \"agents\".");
        row("permission of the cluster",
            "clusterroles.rbac.authorization.k8s.io \"a\" is forbidden: User \"ann\" cannot patch resource "
            "\"clusterroles\" in API group \"rbac.authorization.k8s.io\" at the cluster scope",
            "permission", "patch clusterroles at the cluster scope.");
        row("escalation",
            "roles.rbac.authorization.k8s.io \"a\" is forbidden: user \"ann\" "
            "(groups=[\"system:authenticated\"]) is attempting to grant RBAC permissions not currently "
            "held:\n{APIGroups:[\"\"], Resources:[\"secrets\"], Verbs:[\"get\"]}",
            "escalation", "permissions that you lack");
        row("annotations by kubectl",
            "The CustomResourceDefinition \"things.example.com\" is invalid: metadata.annotations: Too long: "
            "may not be more than 262144 bytes",
            "appliedTooLong", "which helm does not write", Severity::Unknown);
        row("too large",
            "Error from server (RequestEntityTooLarge): error when creating \"STDIN\": Request entity too "
            "large: limit is 3145728",
            "tooLarge", "split it");
        row("etcd", "Error from server: etcdserver: request is too large", "tooLarge", "split it");
        row("meanwhile",
            "Error from server (Conflict): error when patching \"STDIN\": Operation cannot be fulfilled on "
            "deployments.apps \"web\": the object has been modified; please apply your changes to the latest "
            "version and try again",
            "changedMeanwhile", "Run the preflight again.", Severity::Unknown);
        row("busy",
            "Error from server (ServiceUnavailable): error when creating \"STDIN\": the server is currently "
            "unable to handle the request",
            "serverBusy", "did not answer", Severity::Unknown);
    }
    void limitsAndPermissions() { compare(refusalEvidence()); }

    void whatHelmItselfRefuses_data()
    {
        columns();
        row("ownership",
            "Error: UPGRADE FAILED: unable to continue with update: Deployment \"api\" in namespace "
            "\"agents\" exists and cannot be imported into the current release: invalid ownership metadata; "
            "label validation error: missing key \"app.kubernetes.io/managed-by\": must be set to \"Helm\"; "
            "annotation validation error: missing key \"meta.helm.sh/release-name\": must be set to "
            "\"watch-agent\"",
            "ownership",
            "kubectl annotate --overwrite deployment api meta.helm.sh/release-name=watch-agent "
            "meta.helm.sh/release-namespace=agents --namespace agents");
        row("another release",
            "Error: UPGRADE FAILED: Unable to continue with update: ClusterRole \"api\" in namespace \"\" "
            "exists and cannot be imported into the current release: invalid ownership metadata; annotation "
            "validation error: key \"meta.helm.sh/release-name\" must equal \"watch-agent\": current value "
            "is \"old-agent\"",
            "otherRelease", "belongs to the release old-agent");
        row("no CRD",
            "Error: UPGRADE FAILED: unable to build kubernetes objects from new release manifest: resource "
            "mapping not found for name: \"a\" namespace: \"agents\" from \"\": no matches for kind "
            "\"ServiceMonitor\" in version \"monitoring.coreos.com/v1\"\nensure CRDs are installed first",
            "customKind", "kubectl apply --server-side -f -");
        row("removed",
            "resource mapping not found for name: \"a\" namespace: \"\" from \"\": no matches for kind "
            "\"PodDisruptionBudget\" in version \"policy/v1beta1\"\nensure CRDs are installed first",
            "builtinKind", "it was removed in Kubernetes 1.25; use policy/v1");
        row("too new",
            "resource mapping not found for name: \"a\" namespace: \"\" from \"\": no matches for kind "
            "\"DeviceClass\" in version \"resource.k8s.io/v9\"\nensure CRDs are installed first",
            "builtinKind", "too new for this server (v1.36.3)");
        row("stored manifest",
            "Error: UPGRADE FAILED: current release manifest contains removed kubernetes api(s) for this "
            "kubernetes version and it is therefore unable to build the kubernetes objects for performing "
            "the diff. error from kubernetes: resource mapping not found for name: \"a\" namespace: \"\" "
            "from \"\": no matches for kind \"PodSecurityPolicy\" in version \"policy/v1beta1\"",
            "removedInCurrent", "mapkubeapis");
        row("permission",
            "Error: UPGRADE FAILED: unable to continue with update: could not get information about the "
            "resource Deployment \"api\" in namespace \"agents\": deployments.apps \"api\" is forbidden: "
            "User \"ann\" cannot get resource \"deployments\" in API group \"apps\" in the namespace "
            "\"agents\"",
            "permission", "Get a Role with verb get on deployments");
    }
    void whatHelmItselfRefuses()
    {
        QFETCH(QString, said);
        QFETCH(QString, words);
        PreflightEvidence evidence = refusalEvidence();
        evidence.dryRun = tl::make_unexpected(helmError(said.toUtf8()));
        compare(evidence);
        const PreflightFinding found = checkRehearsal(evidence);
        QCOMPARE(found.severity, Severity::Severe);
        QVERIFY2((found.evidence.join(u' ') + found.whatToDo).contains(words), qPrintable(found.whatToDo));
    }

    void wordsThatNoRowKnowsStayUnknown_data()
    {
        QTest::addColumn<QString>("said");
        QTest::newRow("text")
            << u"Error from server (Teapot): error when creating \"STDIN\": short and stout"_s;
        QTest::newRow("cause") << u"The Widget \"w\" is invalid: spec.size: Invalid value: 3: must be even"_s;
        QTest::newRow("Status")
            << u"{\"kind\":\"Status\",\"reason\":\"Teapot\",\"message\":\"short and stout\"}"_s;
        QTest::newRow("kubectl") << u"kubectl ended with code 1 and gave no reason."_s;
    }
    void wordsThatNoRowKnowsStayUnknown()
    {
        QFETCH(QString, said);
        PreflightEvidence evidence = refusalEvidence();
        const DryRunRefusal found = onlyRefusal(said, evidence);
        QCOMPARE(found.id, QString());
        QCOMPARE(found.severity, Severity::Severe);
        QCOMPARE(found.meaning, u"What this means is unknown."_s);
        QVERIFY(!found.said.isEmpty());
        evidence.rehearsal->refusals << said;
        QVERIFY(checkRehearsal(evidence).evidence.contains(u"What this means is unknown."_s));
    }

    void everyRowHasItsSourceAndIsKnownByItsId()
    {
        QStringList ids;
        for (const RefusalRow &row : refusalRows()) {
            QVERIFY2(*row.id && *row.meaning && *row.wayOut && *row.source, row.id);
            QVERIFY2(QRegularExpression(QLatin1String(row.words)).isValid(), row.id);
            QVERIFY2(!ids.contains(QLatin1String(row.id)), row.id);
            ids << QLatin1String(row.id);
        }
    }
};

#include "tst_refusal_table.moc"
} // namespace tst_refusal_table

CHARTROOM_TEST(tst_refusal_table, RefusalTableTest)
