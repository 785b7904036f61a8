// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/upgrade/refusal_table.h"

#include "core/upgrade/upgrade_tr.h"

namespace chartroom {

namespace {

using namespace Qt::StringLiterals;
using RowEffect = RefusalRow::Effect;
using RowWhen = RefusalRow::When;

/// How servers say that a field cannot be changed: apimachinery pkg/api/validation/objectmeta.go
/// FieldImmutableErrorMsg, kubernetes pkg/apis/core, storage, scheduling and rbac validation.go@v1.36, and
/// CEL rules of CRDs ("Value is immutable").
constexpr const char *cannotChange =
    "immutable|may not change once set|may not be changed|cannot be changed|can not be changed"
    "|cannot change roleRef|can not be unset|updates to \\w+ are forbidden";

// clang-format off
constexpr RefusalRow refusalTable[] = {
    // Webhooks and policies first: their words may hold any of the others.
    {"webhookDryRun", "", "", "", "admission webhook \"([^\"]+)\" does not support dry run", RowWhen::Always, RowEffect::Unproven,
     QT_TRANSLATE_NOOP("Upgrade", "The admission webhook {1} does not support dry run: the dry run is not conclusive for {object}."),
     QT_TRANSLATE_NOOP("Upgrade", "Ask the owner of {1} what it checks; its configuration needs sideEffects None or NoneOnDryRun."),
     "k8s.io/apiserver pkg/admission/plugin/webhook/errors/statuserror.go@v0.36 NewDryRunUnsupportedErr"},
    {"webhookDenied", "", "", "", "admission webhook \"([^\"]+)\" denied the request", RowWhen::Always, RowEffect::Refused,
     QT_TRANSLATE_NOOP("Upgrade", "The admission webhook {1} denies {object}; helm will get the same answer."),
     QT_TRANSLATE_NOOP("Upgrade", "Change what it denies in the values, or ask the webhook's owner for an exception. Its owner: {webhooks}"),
     "k8s.io/apiserver pkg/admission/plugin/webhook/errors/statuserror.go@v0.36 ToStatusErr"},
    {"webhookNoEndpoints", "", "", "", "failed calling webhook \"([^\"]+)\"[\\s\\S]*no endpoints available for service \"([^\"]+)\"", RowWhen::Always, RowEffect::Refused,
     QT_TRANSLATE_NOOP("Upgrade", "The admission webhook {1} cannot be called: its service {2} has no ready pod."),
     QT_TRANSLATE_NOOP("Upgrade", "Get the pods behind {2} ready first: {webhookPods}"),
     "k8s.io/apiserver pkg/util/webhook/error.go@v0.36, pkg/util/proxy/proxy.go"},
    {"webhookCertificate", "", "", "", "failed calling webhook \"([^\"]+)\"[\\s\\S]*(x509: [^\\n]*|tls: [^\\n]*)", RowWhen::Always, RowEffect::Refused,
     QT_TRANSLATE_NOOP("Upgrade", "The admission webhook {1} cannot be called: the server does not trust its certificate ({2})."),
     QT_TRANSLATE_NOOP("Upgrade", "Renew the webhook's certificate, or the caBundle in its configuration (often cert-manager's task). Its owner: {webhooks}"),
     "k8s.io/apiserver pkg/util/webhook/error.go@v0.36"},
    {"webhookTimeout", "", "", "", "failed calling webhook \"([^\"]+)\"[\\s\\S]*(context deadline exceeded|i/o timeout|Client.Timeout exceeded|connection refused|connection reset|no route to host|EOF)", RowWhen::Always, RowEffect::Refused,
     QT_TRANSLATE_NOOP("Upgrade", "The admission webhook {1} does not answer ({2})."),
     QT_TRANSLATE_NOOP("Upgrade", "Check its pods, and the network from the control plane to them: {webhookPods}"),
     "k8s.io/apiserver pkg/util/webhook/error.go@v0.36"},
    {"webhookFailed", "", "", "", "failed calling webhook \"([^\"]+)\"", RowWhen::Always, RowEffect::Refused,
     QT_TRANSLATE_NOOP("Upgrade", "The admission webhook {1} cannot be called."),
     QT_TRANSLATE_NOOP("Upgrade", "Check its service and its pods: {webhookPods}"),
     "k8s.io/apiserver pkg/util/webhook/error.go@v0.36 ErrCallingWebhook"},
    {"conversionWebhook", "", "", "", "conversion webhook for ([^,]+), Kind=(\\S+) failed", RowWhen::Always, RowEffect::Refused,
     QT_TRANSLATE_NOOP("Upgrade", "The conversion webhook of the CRD of {2} ({1}) fails: no object of it can be read or written."),
     QT_TRANSLATE_NOOP("Upgrade", "Get the service behind it ready; spec.conversion of the CRD names it: kubectl get customresourcedefinitions -o yaml"),
     "k8s.io/apiextensions-apiserver pkg/apiserver/conversion/webhook_converter.go@v0.36"},
    {"policyDenied", "", "", "", "ValidatingAdmissionPolicy '([^']+)'(?: with binding '([^']+)')? denied request", RowWhen::Always, RowEffect::Refused,
     QT_TRANSLATE_NOOP("Upgrade", "The ValidatingAdmissionPolicy {1} denies {object}; helm will get the same answer."),
     QT_TRANSLATE_NOOP("Upgrade", "Change what it denies in the values, or ask the policy's owner: kubectl get validatingadmissionpolicy {1} -o yaml"),
     "k8s.io/apiserver pkg/admission/plugin/policy/validating/dispatcher.go@v0.36"},

    // Fields that cannot be changed, by kind.
    {"jobEnded", "job", "", "spec", cannotChange, RowWhen::JobEnded, RowEffect::Refused,
     QT_TRANSLATE_NOOP("Upgrade", "{field} of a Job cannot be changed, and {object} has ended."),
     QT_TRANSLATE_NOOP("Upgrade", "Delete the Job, then {upgrade}; helm recreates it, and it runs again: {delete}"),
     "kubernetes pkg/apis/batch/validation/validation.go@v1.36 ValidateJobSpecUpdate"},
    {"jobRuns", "job", "", "spec", cannotChange, RowWhen::JobRuns, RowEffect::Refused,
     QT_TRANSLATE_NOOP("Upgrade", "{field} of a Job cannot be changed, and {object} has not ended yet."),
     QT_TRANSLATE_NOOP("Upgrade", "Wait until it ends ({wait}), then delete it and {upgrade}: {delete}"),
     "kubernetes pkg/apis/batch/validation/validation.go@v1.36 ValidateJobSpecUpdate"},
    {"job", "job", "", "spec", cannotChange, RowWhen::Always, RowEffect::Refused,
     QT_TRANSLATE_NOOP("Upgrade", "{field} of a Job cannot be changed; whether {object} has ended is unknown."),
     QT_TRANSLATE_NOOP("Upgrade", "Check that it has ended ({get}), then delete it and {upgrade}: {delete}"),
     "kubernetes pkg/apis/batch/validation/validation.go@v1.36 ValidateJobSpecUpdate"},
    {"selectorLabels", "deployment daemonset replicaset statefulset", "", "spec\\.template\\.metadata\\.labels", "`selector` does not match template `labels`", RowWhen::Always, RowEffect::Refused,
     QT_TRANSLATE_NOOP("Upgrade", "The selector of {object} does not match the labels of its pod template."),
     QT_TRANSLATE_NOOP("Upgrade", "Correct the labels in the values or the chart; the selector of a {kind} that exists cannot be changed."),
     "kubernetes pkg/apis/apps/validation/validation.go@v1.36"},
    {"selector", "deployment daemonset replicaset statefulset", "", "spec\\.selector", cannotChange, RowWhen::Always, RowEffect::Refused,
     QT_TRANSLATE_NOOP("Upgrade", "The selector of a {kind} cannot be changed."),
     QT_TRANSLATE_NOOP("Upgrade", "Delete {object} without its pods, then {upgrade}. The pods stay and keep running; those that the new selector does not match run beside the new ones until they are deleted by hand ({pods}): {orphan}"),
     "kubernetes pkg/apis/apps/validation/validation.go@v1.36, pkg/registry/apps/deployment/strategy.go"},
    {"statefulSet", "statefulset", "", "spec", "updates to statefulset spec for fields other than", RowWhen::Always, RowEffect::Refused,
     QT_TRANSLATE_NOOP("Upgrade", "A field of a StatefulSet changes that cannot be changed (volumeClaimTemplates, serviceName, podManagementPolicy or selector)."),
     QT_TRANSLATE_NOOP("Upgrade", "Delete {object} without its pods, then {upgrade}. The pods and their PersistentVolumeClaims stay, and the new StatefulSet takes over the pods that its selector matches; claims that exist keep their size and class: {orphan}"),
     "kubernetes pkg/apis/apps/validation/validation.go@v1.36 ValidateStatefulSetUpdate"},
    {"workload", "deployment daemonset replicaset statefulset", "", "spec", cannotChange, RowWhen::Always, RowEffect::Refused,
     QT_TRANSLATE_NOOP("Upgrade", "{field} of a {kind} cannot be changed."),
     QT_TRANSLATE_NOOP("Upgrade", "Delete {object} without its pods, then {upgrade}. The pods stay, and the new {kind} takes over those that its selector matches: {orphan}"),
     "k8s.io/apimachinery pkg/api/validation/objectmeta.go@v0.36 ValidateImmutableField"},
    {"pod", "pod", "", "", "pod updates may not change fields other than", RowWhen::Always, RowEffect::Refused,
     QT_TRANSLATE_NOOP("Upgrade", "Only images, tolerations and deadlines of a Pod can be changed."),
     QT_TRANSLATE_NOOP("Upgrade", "Delete the Pod, then {upgrade}; its processes end: {delete}"),
     "kubernetes pkg/apis/core/validation/validation.go@v1.36 ValidatePodUpdate"},
    {"nodePortType", "service", "", "spec\\.(ports|healthCheckNodePort)", "may not be used when ", RowWhen::Always, RowEffect::Refused,
     QT_TRANSLATE_NOOP("Upgrade", "{field} of {object} does not fit the type of the Service."),
     QT_TRANSLATE_NOOP("Upgrade", "Set the type NodePort or LoadBalancer in the values, or no node port."),
     "kubernetes pkg/apis/core/validation/validation.go@v1.36 ValidateService"},
    {"nodePortTaken", "service", "", "spec\\.(ports|healthCheckNodePort)", "port is already allocated", RowWhen::Always, RowEffect::Refused,
     QT_TRANSLATE_NOOP("Upgrade", "The node port of {object} belongs to another Service."),
     QT_TRANSLATE_NOOP("Upgrade", "Choose another node port, or let the server choose one. Its owner: kubectl get services --all-namespaces -o wide"),
     "kubernetes pkg/registry/core/service/portallocator/allocator.go@v1.36 ErrAllocated"},
    {"clusterIpTaken", "service", "", "spec\\.clusterIP", "IP is already allocated", RowWhen::Always, RowEffect::Refused,
     QT_TRANSLATE_NOOP("Upgrade", "The cluster IP of {object} belongs to another Service."),
     QT_TRANSLATE_NOOP("Upgrade", "Choose another clusterIP, or let the server choose one. Its owner: kubectl get services --all-namespaces -o wide"),
     "kubernetes pkg/registry/core/service/ipallocator/interfaces.go@v1.36 ErrAllocated"},
    {"service", "service", "", "spec", cannotChange, RowWhen::Always, RowEffect::Refused,
     QT_TRANSLATE_NOOP("Upgrade", "{field} of a Service cannot be changed once it is set."),
     QT_TRANSLATE_NOOP("Upgrade", "Leave {field} as it is, or delete the Service and then {upgrade}; its clients are cut off until then, and its IP may be another: {delete}"),
     "kubernetes pkg/apis/core/validation/validation.go@v1.36 validateUpgradeDowngradeClusterIPs"},
    {"claimResize", "persistentvolumeclaim", "", "", "only dynamically provisioned pvc can be resized", RowWhen::Always, RowEffect::Refused,
     QT_TRANSLATE_NOOP("Upgrade", "The StorageClass of {object} does not allow a larger size."),
     QT_TRANSLATE_NOOP("Upgrade", "Keep the size ({get}). Only if its driver can resize volumes, set allowVolumeExpansion: true in the StorageClass first: kubectl get storageclasses"),
     "kubernetes plugin/pkg/admission/storage/persistentvolume/resize/admission.go@v1.36"},
    {"claimShrinks", "persistentvolumeclaim", "", "spec\\.resources", "can not be less than", RowWhen::Always, RowEffect::Refused,
     QT_TRANSLATE_NOOP("Upgrade", "A PersistentVolumeClaim cannot become smaller."),
     QT_TRANSLATE_NOOP("Upgrade", "Set at least the current size: {get}"),
     "kubernetes pkg/apis/core/validation/validation.go@v1.36 ValidatePersistentVolumeClaimUpdate"},
    {"claim", "persistentvolumeclaim", "", "spec", cannotChange, RowWhen::Always, RowEffect::Refused,
     QT_TRANSLATE_NOOP("Upgrade", "The spec of a PersistentVolumeClaim cannot be changed, except for a larger size."),
     QT_TRANSLATE_NOOP("Upgrade", "Keep the current values ({get}), or move the data to a new claim. Deleting this claim can delete its data."),
     "kubernetes pkg/apis/core/validation/validation.go@v1.36 ValidatePersistentVolumeClaimUpdate"},
    {"volume", "persistentvolume", "", "spec", cannotChange, RowWhen::Always, RowEffect::Refused,
     QT_TRANSLATE_NOOP("Upgrade", "The source of a PersistentVolume cannot be changed."),
     QT_TRANSLATE_NOOP("Upgrade", "Keep the current values ({get}), or create a volume with another name. Deleting this one can delete its data."),
     "kubernetes pkg/apis/core/validation/validation.go@v1.36 ValidatePersistentVolumeUpdate"},
    {"storageClass", "storageclass", "", "", cannotChange, RowWhen::Always, RowEffect::Refused,
     QT_TRANSLATE_NOOP("Upgrade", "{field} of a StorageClass cannot be changed."),
     QT_TRANSLATE_NOOP("Upgrade", "Delete the StorageClass, then {upgrade}. Volumes that exist stay as they are; until then no new ones are provisioned: {delete}"),
     "kubernetes pkg/apis/storage/validation/validation.go@v1.36 ValidateStorageClassUpdate"},
    {"roleRef", "rolebinding clusterrolebinding", "", "roleRef", cannotChange, RowWhen::Always, RowEffect::Refused,
     QT_TRANSLATE_NOOP("Upgrade", "The role of a {kind} cannot be changed."),
     QT_TRANSLATE_NOOP("Upgrade", "Delete the {kind}, then {upgrade}; until then its subjects lack these permissions: {delete}"),
     "kubernetes pkg/apis/rbac/validation/validation.go@v1.36 ValidateRoleBindingUpdate"},
    {"priorityClass", "priorityclass", "", "", cannotChange, RowWhen::Always, RowEffect::Refused,
     QT_TRANSLATE_NOOP("Upgrade", "{field} of a PriorityClass cannot be changed."),
     QT_TRANSLATE_NOOP("Upgrade", "Delete the PriorityClass, then {upgrade}. Pods that exist keep their priority; until then no pod that names it can be created: {delete}"),
     "kubernetes pkg/apis/scheduling/validation/validation.go@v1.36 ValidatePriorityClassUpdate"},
    {"csiDriver", "csidriver", "", "spec", cannotChange, RowWhen::Always, RowEffect::Refused,
     QT_TRANSLATE_NOOP("Upgrade", "{field} of a CSIDriver cannot be changed."),
     QT_TRANSLATE_NOOP("Upgrade", "Delete the CSIDriver, then {upgrade}. Mounted volumes stay; start no pods with its volumes until then: {delete}"),
     "kubernetes pkg/apis/storage/validation/validation.go@v1.36 ValidateCSIDriverUpdate"},
    {"immutableConfig", "configmap secret", "", "", cannotChange, RowWhen::Always, RowEffect::Refused,
     QT_TRANSLATE_NOOP("Upgrade", "{field} of {object} cannot be changed."),
     QT_TRANSLATE_NOOP("Upgrade", "Delete the {kind}, then {upgrade}. Running pods keep what they have; until then no pod that needs it can start: {delete}"),
     "kubernetes pkg/apis/core/validation/validation.go@v1.36 ValidateConfigMapUpdate, ValidateSecretUpdate"},
    {"namespaceFixed", "namespace", "", "", cannotChange, RowWhen::Always, RowEffect::Refused,
     QT_TRANSLATE_NOOP("Upgrade", "{field} of a Namespace cannot be changed."),
     QT_TRANSLATE_NOOP("Upgrade", "Keep the current value ({get}). Do not delete the Namespace: everything in it would be deleted."),
     "kubernetes pkg/apis/core/validation/validation.go@v1.36 ValidateNamespaceUpdate"},
    {"storedVersions", "customresourcedefinition", "", "status\\.storedVersions", "(\\S+) was previously a storage version", RowWhen::Always, RowEffect::Refused,
     QT_TRANSLATE_NOOP("Upgrade", "The new CRD drops version {1}, in which objects may still be stored."),
     QT_TRANSLATE_NOOP("Upgrade", "Rewrite all of its objects in the new storage version (a storage version migration), then remove {1} from status.storedVersions (kubectl edit customresourcedefinition {name} --subresource=status), then {upgrade}. Do not delete the CRD: all of its objects would be deleted."),
     "k8s.io/apiextensions-apiserver pkg/apis/apiextensions/validation/validation.go@v0.36 ValidateCustomResourceDefinitionStoredVersions"},
    {"crdConversion", "customresourcedefinition", "", "spec\\.(conversion|preserveUnknownFields)", "", RowWhen::Always, RowEffect::Refused,
     QT_TRANSLATE_NOOP("Upgrade", "The conversion of the CRD {name} is not valid."),
     QT_TRANSLATE_NOOP("Upgrade", "Correct {field}: a webhook needs its service and caBundle, and preserveUnknownFields has to be false. Do not delete the CRD: all of its objects would be deleted."),
     "k8s.io/apiextensions-apiserver pkg/apis/apiextensions/validation/validation.go@v0.36 validateCustomResourceConversion"},
    {"crdFixed", "customresourcedefinition", "", "", cannotChange, RowWhen::Always, RowEffect::Refused,
     QT_TRANSLATE_NOOP("Upgrade", "{field} of a CRD cannot be changed."),
     QT_TRANSLATE_NOOP("Upgrade", "Keep the CRD as it is, or plan a migration with the chart's owner. Deleting the CRD deletes all of its objects."),
     "k8s.io/apiextensions-apiserver pkg/apis/apiextensions/validation/validation.go@v0.36 ValidateCustomResourceDefinitionUpdate"},
    {"apiService", "apiservice", "", "", cannotChange, RowWhen::Always, RowEffect::Refused,
     QT_TRANSLATE_NOOP("Upgrade", "{field} of an APIService cannot be changed."),
     QT_TRANSLATE_NOOP("Upgrade", "Delete the APIService, then {upgrade}; its API group is not served until then: {delete}"),
     "k8s.io/kube-aggregator pkg/apis/apiregistration/validation/validation.go@v0.36 ValidateAPIServiceUpdate"},
    {"fixed", "", "", ".", cannotChange, RowWhen::Always, RowEffect::Refused,
     QT_TRANSLATE_NOOP("Upgrade", "{field} of {object} cannot be changed."),
     QT_TRANSLATE_NOOP("Upgrade", "Keep the current value ({get}). Where nothing depends on the object, it can be deleted first: {delete}"),
     "k8s.io/apimachinery pkg/api/validation/objectmeta.go@v0.36 ValidateImmutableField"},

    // Server-side apply.
    {"conflict", "", "FieldManagerConflict", "", "conflicts? with ", RowWhen::ByServer, RowEffect::Refused,
     QT_TRANSLATE_NOOP("Upgrade", "Helm applies server-side, and fields that it sets are managed by others: {managers}."),
     QT_TRANSLATE_NOOP("Upgrade", "Remove these fields from the values, or set them to their current values. {helmUpgrade} --force-conflicts (Helm 4) takes them over: it overwrites what {managerNames} set, and a controller among them may set it again."),
     "k8s.io/apimachinery pkg/util/managedfields/internal/conflict.go@v0.36; helm/helm pkg/cmd/upgrade.go@v4.3.1"},
    {"undeclaredField", "", "", "", "field not declared in schema", RowWhen::ByServer, RowEffect::Refused,
     QT_TRANSLATE_NOOP("Upgrade", "Server-side apply refuses a field that the schema of {kind} does not have; client-side apply drops it."),
     QT_TRANSLATE_NOOP("Upgrade", "Correct the field in the values or the chart, or {upgrade} with {helmUpgrade} --server-side=false (Helm 4; its default auto keeps the apply method of the previous revision)."),
     "sigs.k8s.io/structured-merge-diff/v6 typed/validate.go@v6.3.2; helm/helm pkg/cmd/upgrade.go@v4.3.1"},
    {"duplicateEntry", "", "", "", "duplicate entries for key (\\[[^\\]]*\\])", RowWhen::ByServer, RowEffect::Refused,
     QT_TRANSLATE_NOOP("Upgrade", "Server-side apply refuses a list that has two entries with {1}; client-side apply accepts it."),
     QT_TRANSLATE_NOOP("Upgrade", "Remove one of the two entries from the values or the chart, or {upgrade} with {helmUpgrade} --server-side=false (Helm 4)."),
     "sigs.k8s.io/structured-merge-diff/v6 typed/validate.go@v6.3.2"},
    {"listKey", "", "", "", "associative list with keys has an element that omits (?:key field|all key fields) (\\[[^\\]]*\\]|\"[^\"]+\")", RowWhen::ByServer, RowEffect::Refused,
     QT_TRANSLATE_NOOP("Upgrade", "Server-side apply refuses a list entry without {1}, the key of the list."),
     QT_TRANSLATE_NOOP("Upgrade", "Set {1} for each entry in the values or the chart, or {upgrade} with {helmUpgrade} --server-side=false (Helm 4)."),
     "sigs.k8s.io/structured-merge-diff/v6 typed/helpers.go@v6.3.2 keyedAssociativeListItemToPathElement"},
    {"managedFields", "", "", "", "metadata\\.managedFields must be nil", RowWhen::ByServer, RowEffect::Refused,
     QT_TRANSLATE_NOOP("Upgrade", "The manifest contains metadata.managedFields, which server-side apply refuses."),
     QT_TRANSLATE_NOOP("Upgrade", "Remove metadata.managedFields from the chart's template, or {upgrade} with {helmUpgrade} --server-side=false (Helm 4)."),
     "k8s.io/apimachinery pkg/util/managedfields/internal/structuredmerge.go@v0.36 Apply"},
    {"onlyServerSide", "", "", "", "field not declared in schema|duplicate entries for key|associative list with keys|metadata\\.managedFields must be nil|Apply failed with \\d+ conflict", RowWhen::Always, RowEffect::OtherHelm,
     QT_TRANSLATE_NOOP("Upgrade", "Only server-side apply refuses this; this upgrade applies client-side."),
     QT_TRANSLATE_NOOP("Upgrade", "Correct it in the values or the chart before Helm 4 applies this release server-side."),
     "helm/helm pkg/action/upgrade.go@v4.3.1 getUpgradeServerSideValue"},
    {"wrongType", "", "", "", "expected (?:string|numeric|boolean|map|list|any scalar)[^\\n]*, got |cannot unmarshal ", RowWhen::Always, RowEffect::Refused,
     QT_TRANSLATE_NOOP("Upgrade", "A value of {object} has the wrong type."),
     QT_TRANSLATE_NOOP("Upgrade", "Correct the type in the values: a string that looks like a number or a boolean needs quotes or --set-string."),
     "sigs.k8s.io/structured-merge-diff/v6 typed/validate.go@v6.3.2 validateScalar"},
    {"unknownField", "", "", "", "strict decoding error: .*unknown field", RowWhen::Always, RowEffect::Refused,
     QT_TRANSLATE_NOOP("Upgrade", "The server's schema of {kind} does not have a field of the new manifest."),
     QT_TRANSLATE_NOOP("Upgrade", "Correct the field in the values, or apply the CRDs that have it first: {crds}"),
     "k8s.io/apimachinery pkg/runtime/error.go@v0.36 strictDecodingError"},

    // Limits and admission of Kubernetes itself.
    {"quota", "", "", "", "exceeded quota: ([^,]+), requested: (.+?), used: (.+?), limited: ([^\\n]+)", RowWhen::Always, RowEffect::Refused,
     QT_TRANSLATE_NOOP("Upgrade", "The ResourceQuota {1} of namespace {namespace} is exceeded: {2} requested, {3} used, {4} allowed."),
     QT_TRANSLATE_NOOP("Upgrade", "Request less in the values, free used resources, or raise the quota: kubectl describe resourcequota {1} --namespace {namespace}"),
     "k8s.io/apiserver pkg/admission/plugin/resourcequota/controller.go@v0.36"},
    {"quotaNeedsLimits", "", "", "", "failed quota: ([^:]+): must specify ([^\\n]+)", RowWhen::Always, RowEffect::Refused,
     QT_TRANSLATE_NOOP("Upgrade", "The ResourceQuota {1} of namespace {namespace} requires {2} in each container."),
     QT_TRANSLATE_NOOP("Upgrade", "Set requests and limits in the values, or defaults with a LimitRange in namespace {namespace}."),
     "kubernetes pkg/quota/v1/evaluator/core/pods.go@v1.36"},
    {"limitRange", "", "", "", "((?:minimum|maximum) \\S+ usage per \\S+ is [^\\n]+|\\S+ max limit to request ratio per [^\\n]+)", RowWhen::Always, RowEffect::Refused,
     QT_TRANSLATE_NOOP("Upgrade", "A LimitRange of namespace {namespace} does not allow {object}: {1}"),
     QT_TRANSLATE_NOOP("Upgrade", "Set requests and limits within its bounds: kubectl describe limitrange --namespace {namespace}"),
     "kubernetes plugin/pkg/admission/limitranger/admission.go@v1.36"},
    {"podSecurity", "", "", "", "violates PodSecurity \"([^\"]+)\"", RowWhen::Always, RowEffect::Refused,
     QT_TRANSLATE_NOOP("Upgrade", "Namespace {namespace} enforces PodSecurity {1}, which {object} violates."),
     QT_TRANSLATE_NOOP("Upgrade", "Set the security context in the values, or agree on another level: kubectl get namespace {namespace} --show-labels"),
     "k8s.io/pod-security-admission admission/admission.go@v0.36 EvaluatePod"},
    {"namespaceEnds", "", "", "", "(?:in namespace|namespaces?) \"?([a-z0-9.-]+)\"? because it is being terminated", RowWhen::Always, RowEffect::Refused,
     QT_TRANSLATE_NOOP("Upgrade", "Namespace {1} is being deleted: nothing can be created in it."),
     QT_TRANSLATE_NOOP("Upgrade", "Wait until it is gone, then create it again. What blocks its deletion: kubectl get namespace {1} -o yaml"),
     "k8s.io/apiserver pkg/admission/plugin/namespace/lifecycle/admission.go@v0.36"},
    {"namespaceComes", "", "", "", "namespaces \"([^\"]+)\" not found", RowWhen::NamespaceComes, RowEffect::Unproven,
     QT_TRANSLATE_NOOP("Upgrade", "This upgrade creates namespace {1}, so the dry run is not conclusive for {object}."),
     QT_TRANSLATE_NOOP("Upgrade", "To check these objects first, create the namespace: kubectl create namespace {1}"),
     "k8s.io/apiserver pkg/admission/plugin/namespace/lifecycle/admission.go@v0.36"},
    {"namespaceMissing", "", "", "", "namespaces \"([^\"]+)\" not found", RowWhen::Always, RowEffect::Refused,
     QT_TRANSLATE_NOOP("Upgrade", "Namespace {1} does not exist; helm upgrade does not create it."),
     QT_TRANSLATE_NOOP("Upgrade", "Create it first: kubectl create namespace {1}"),
     "k8s.io/apiserver pkg/admission/plugin/namespace/lifecycle/admission.go@v0.36"},
    {"serviceAccount", "", "", "", "error looking up service account ([^:]+):", RowWhen::Always, RowEffect::Refused,
     QT_TRANSLATE_NOOP("Upgrade", "The ServiceAccount {1} of {object} does not exist."),
     QT_TRANSLATE_NOOP("Upgrade", "Name one that exists in the values, or let the chart create it: kubectl get serviceaccounts --namespace {namespace}"),
     "kubernetes plugin/pkg/admission/serviceaccount/admission.go@v1.36"},
    {"escalation", "", "", "", "attempting to grant RBAC permissions not currently held", RowWhen::Always, RowEffect::Refused,
     QT_TRANSLATE_NOOP("Upgrade", "{object} grants permissions that you lack."),
     QT_TRANSLATE_NOOP("Upgrade", "Upgrade as a user who has them, or who may escalate and bind roles."),
     "kubernetes pkg/registry/rbac/validation/rule.go@v1.36 ConfirmNoEscalation"},
    {"permission", "", "", "", "User \"([^\"]*)\" cannot (\\S+) (?:resource|path) \"([^\"]+)\"(?: in API group \"[^\"]*\")?(?: (in the namespace \"[^\"]+\"|at the cluster scope))?", RowWhen::Always, RowEffect::Refused,
     QT_TRANSLATE_NOOP("Upgrade", "User {1} lacks permission to {2} {3} {4}."),
     QT_TRANSLATE_NOOP("Upgrade", "Get a Role with verb {2} on {3}, or upgrade as a user who has it."),
     "k8s.io/apiserver pkg/endpoints/handlers/responsewriters/errors.go@v0.36 forbiddenMessage"},

    // What helm says before it sends anything.
    {"otherRelease", "", "", "", "annotation validation error: key \"meta\\.helm\\.sh/release-name\" must equal \"[^\"]*\": current value is \"([^\"]*)\"", RowWhen::Always, RowEffect::Refused,
     QT_TRANSLATE_NOOP("Upgrade", "{object} belongs to the release {1}."),
     QT_TRANSLATE_NOOP("Upgrade", "Choose another name in the values. Only if {1} no longer needs it, take it over with helm upgrade --take-ownership or with: {adopt}"),
     "helm/helm pkg/action/validate.go@v4.3.1 checkOwnership"},
    {"ownership", "", "", "", "invalid ownership metadata", RowWhen::Always, RowEffect::Refused,
     QT_TRANSLATE_NOOP("Upgrade", "{object} already exists, and helm did not create it for this release."),
     QT_TRANSLATE_NOOP("Upgrade", "Delete it if nothing needs it, or take it over with helm upgrade --take-ownership or with: {adopt}"),
     "helm/helm pkg/action/validate.go@v4.3.1 existingResourceConflict"},
    {"removedInCurrent", "", "", "", "current release manifest contains removed kubernetes api", RowWhen::Always, RowEffect::Refused,
     QT_TRANSLATE_NOOP("Upgrade", "The stored manifest of this release has kinds that this Kubernetes version no longer serves, so helm cannot compare."),
     QT_TRANSLATE_NOOP("Upgrade", "Rewrite them in the stored record with the helm plugin mapkubeapis, then {upgrade}."),
     "helm/helm pkg/action/upgrade.go@v4.3.1; helm/helm-mapkubeapis"},
    {"builtinKind", "", "", "", "no matches for kind \"([^\"]+)\" in version \"((?:v1|(?:apps|autoscaling|batch|extensions|policy|(?:admissionregistration|apiextensions|apiregistration|authentication|authorization|certificates|coordination|discovery|events|internal\\.apiserver|networking|node|rbac\\.authorization|resource|scheduling|storage|storagemigration)\\.k8s\\.io|flowcontrol\\.apiserver\\.k8s\\.io)/\\w+))\"", RowWhen::Always, RowEffect::Refused,
     QT_TRANSLATE_NOOP("Upgrade", "This Kubernetes version does not serve {1} in {2}: {served}."),
     QT_TRANSLATE_NOOP("Upgrade", "Choose a chart version, or values, with an API version that this cluster serves: kubectl api-resources"),
     "k8s.io/apimachinery pkg/api/meta/errors.go@v0.36 NoKindMatchError"},
    {"customKind", "", "", "", "no matches for kind \"([^\"]+)\" in (?:version|group) \"([^\"]+)\"", RowWhen::Always, RowEffect::Refused,
     QT_TRANSLATE_NOOP("Upgrade", "The cluster has no CRD for {1} in {2}; helm looks kinds up before any hook runs ({comesWith})."),
     QT_TRANSLATE_NOOP("Upgrade", "Apply the CRDs first: {crds}"),
     "k8s.io/apimachinery pkg/api/meta/errors.go@v0.36; helm/helm pkg/action/upgrade.go@v4.3.1 prepareUpgrade"},

    // Size.
    {"appliedTooLong", "", "", "metadata\\.annotations", "Too long", RowWhen::ByKubectl, RowEffect::Unproven,
     QT_TRANSLATE_NOOP("Upgrade", "{object} is too large for kubectl's own annotation, which helm does not write: the dry run is not conclusive for it."),
     QT_TRANSLATE_NOOP("Upgrade", "This does not affect Helm. To check the object: kubectl apply --server-side --dry-run=server"),
     "k8s.io/apimachinery pkg/api/validation/objectmeta.go@v0.36 TotalAnnotationSizeLimitB"},
    {"annotationsTooLong", "", "", "metadata\\.annotations", "Too long", RowWhen::Always, RowEffect::Refused,
     QT_TRANSLATE_NOOP("Upgrade", "The annotations of {object} are larger than 256 KiB."),
     QT_TRANSLATE_NOOP("Upgrade", "Make them smaller in the values or the chart. If kubectl's last-applied-configuration fills them, remove it: {dropApplied}"),
     "k8s.io/apimachinery pkg/api/validation/objectmeta.go@v0.36 TotalAnnotationSizeLimitB"},
    {"tooLarge", "", "", "", "Request entity too large|etcdserver: request is too large|trying to send message larger than max|Too long: (?:must have at most|may not be more than) 1048576", RowWhen::Always, RowEffect::Refused,
     QT_TRANSLATE_NOOP("Upgrade", "{object} is larger than the server or etcd accepts (about 1.5 MiB; the data of a Secret or ConfigMap 1 MiB)."),
     QT_TRANSLATE_NOOP("Upgrade", "Make it smaller, or split it, in the values or the chart."),
     "k8s.io/apimachinery pkg/api/errors/errors.go@v0.36 NewRequestEntityTooLargeError; kubernetes pkg/apis/core/types.go MaxSecretSize"},

    // No answer to the question.
    {"changedMeanwhile", "", "", "", "the object has been modified; please apply your changes to the latest version", RowWhen::Always, RowEffect::Unproven,
     QT_TRANSLATE_NOOP("Upgrade", "{object} was changed during the dry run."),
     QT_TRANSLATE_NOOP("Upgrade", "Run the preflight again."),
     "k8s.io/apiserver pkg/registry/generic/registry/store.go@v0.36 OptimisticLockErrorMsg"},
    {"serverBusy", "", "", "", "Error from server \\((?:Timeout|ServerTimeout|ServiceUnavailable|TooManyRequests)\\)|etcdserver: (?:request timed out|leader changed)|the server is currently unable to handle the request|the server has received too many requests", RowWhen::Always, RowEffect::Unproven,
     QT_TRANSLATE_NOOP("Upgrade", "The server did not answer for {object}."),
     QT_TRANSLATE_NOOP("Upgrade", "Run the preflight again when the API server answers."),
     "k8s.io/apimachinery pkg/api/errors/errors.go@v0.36 NewGenericServerResponse"},

    // A value that the kind does not take.
    {"required", "", "", ".", "^Required value", RowWhen::Always, RowEffect::Refused,
     QT_TRANSLATE_NOOP("Upgrade", "{object} lacks {field}."),
     QT_TRANSLATE_NOOP("Upgrade", "Set it in the values."),
     "k8s.io/apimachinery pkg/util/validation/field/errors.go@v0.36 Required"},
    {"outsideSchema", "", "", ".", "^Invalid value: [\\s\\S]* in body (?:should|must) ([^\\n]+)", RowWhen::Always, RowEffect::Refused,
     QT_TRANSLATE_NOOP("Upgrade", "The schema of {kind} does not accept the value of {field}: it should {1}."),
     QT_TRANSLATE_NOOP("Upgrade", "Correct it in the values."),
     "k8s.io/kube-openapi pkg/validation/errors/schema.go"},
    {"notSupported", "", "", ".", "^Unsupported value", RowWhen::Always, RowEffect::Refused,
     QT_TRANSLATE_NOOP("Upgrade", "The value of {field} is not supported by {kind}."),
     QT_TRANSLATE_NOOP("Upgrade", "Set one of the supported values, which the server lists."),
     "k8s.io/apimachinery pkg/util/validation/field/errors.go@v0.36 NotSupported"},
};
// clang-format on

/// https://kubernetes.io/docs/reference/using-api/deprecation-guide/
struct RemovedApi
{
    const char *apiVersion;
    const char *kinds; ///< "" all
    const char *since;
    const char *instead; ///< "" none
};
constexpr RemovedApi removedApis[] = {
    {"extensions/v1beta1", "Ingress", "1.22", "networking.k8s.io/v1"},
    {"extensions/v1beta1", "NetworkPolicy", "1.16", "networking.k8s.io/v1"},
    {"extensions/v1beta1", "", "1.16", "apps/v1"},
    {"apps/v1beta1", "", "1.16", "apps/v1"},
    {"apps/v1beta2", "", "1.16", "apps/v1"},
    {"admissionregistration.k8s.io/v1beta1", "MutatingWebhookConfiguration ValidatingWebhookConfiguration",
     "1.22", "admissionregistration.k8s.io/v1"},
    {"apiextensions.k8s.io/v1beta1", "", "1.22", "apiextensions.k8s.io/v1"},
    {"apiregistration.k8s.io/v1beta1", "", "1.22", "apiregistration.k8s.io/v1"},
    {"certificates.k8s.io/v1beta1", "CertificateSigningRequest", "1.22", "certificates.k8s.io/v1"},
    {"coordination.k8s.io/v1beta1", "Lease", "1.22", "coordination.k8s.io/v1"},
    {"networking.k8s.io/v1beta1", "Ingress IngressClass", "1.22", "networking.k8s.io/v1"},
    {"rbac.authorization.k8s.io/v1beta1", "", "1.22", "rbac.authorization.k8s.io/v1"},
    {"scheduling.k8s.io/v1beta1", "PriorityClass", "1.22", "scheduling.k8s.io/v1"},
    {"storage.k8s.io/v1beta1", "CSIDriver CSINode StorageClass VolumeAttachment", "1.22",
     "storage.k8s.io/v1"},
    {"storage.k8s.io/v1beta1", "CSIStorageCapacity", "1.27", "storage.k8s.io/v1"},
    {"batch/v1beta1", "CronJob", "1.25", "batch/v1"},
    {"discovery.k8s.io/v1beta1", "EndpointSlice", "1.25", "discovery.k8s.io/v1"},
    {"events.k8s.io/v1beta1", "Event", "1.25", "events.k8s.io/v1"},
    {"autoscaling/v2beta1", "", "1.25", "autoscaling/v2"},
    {"autoscaling/v2beta2", "", "1.26", "autoscaling/v2"},
    {"policy/v1beta1", "PodDisruptionBudget", "1.25", "policy/v1"},
    {"policy/v1beta1", "PodSecurityPolicy", "1.25", ""},
    {"node.k8s.io/v1beta1", "RuntimeClass", "1.25", "node.k8s.io/v1"},
    {"flowcontrol.apiserver.k8s.io/v1beta1", "", "1.26", "flowcontrol.apiserver.k8s.io/v1"},
    {"flowcontrol.apiserver.k8s.io/v1beta2", "", "1.29", "flowcontrol.apiserver.k8s.io/v1"},
    {"flowcontrol.apiserver.k8s.io/v1beta3", "", "1.32", "flowcontrol.apiserver.k8s.io/v1"},
};

} // namespace

std::span<const RefusalRow> refusalRows()
{
    return refusalTable;
}

QString removedApiText(const QString &apiVersion, const QString &kind)
{
    for (const RemovedApi &one : removedApis) {
        const QStringList kinds = QString::fromLatin1(one.kinds).split(u' ', Qt::SkipEmptyParts);
        if (apiVersion != QLatin1String(one.apiVersion) || !(kinds.isEmpty() || kinds.contains(kind)))
            continue;
        const QString gone = UpgradeTr::tr("it was removed in Kubernetes %1").arg(QLatin1String(one.since));
        return *one.instead ? UpgradeTr::tr("%1; use %2").arg(gone, QLatin1String(one.instead)) : gone;
    }
    return {};
}

} // namespace chartroom
