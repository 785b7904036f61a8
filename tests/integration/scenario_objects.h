// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>

namespace chartroom::test {

/// Refuses what preflight/fabric has.
inline constexpr const char *denyingPolicy = R"(apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: {name: deployments-name-their-team}
spec:
  failurePolicy: Fail
  matchConstraints:
    resourceRules: [{apiGroups: [apps], apiVersions: [v1], operations: [CREATE, UPDATE], resources: [deployments]}]
  validations: [{expression: "'team' in object.metadata.labels", message: "a Deployment names its team"}]
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: {name: deployments-name-their-team}
spec:
  policyName: deployments-name-their-team
  validationActions: [Deny]
  matchResources: {namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: preflight}}}
)";

/// What no eviction gets off a GPU node by the policy as it stands.
inline constexpr const char *stayingPods = R"(apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: {name: trainer, namespace: tenant-b}
spec: {minAvailable: 6, selector: {matchLabels: {app: trainer}}}
---
apiVersion: v1
kind: Pod
metadata: {name: loner, namespace: tenant-b}
spec: {containers: [{name: c, image: "registry.example/c:1", resources: {limits: {nvidia.com/gpu: "1"}}}]}
---
apiVersion: apps/v1
kind: ReplicaSet
metadata: {name: cache, namespace: tenant-b}
spec:
  replicas: 1
  selector: {matchLabels: {app: cache}}
  template:
    metadata: {labels: {app: cache}}
    spec:
      volumes: [{name: scratch, emptyDir: {}}]
      containers: [{name: c, image: "registry.example/c:1", resources: {limits: {nvidia.com/gpu: "1"}}}]
)";

/// Anna's, of Chartroom, taken now.
inline QByteArray leaseOf(const char *space, const char *release)
{
    return QByteArray(
               "apiVersion: coordination.k8s.io/v1\nkind: Lease\nmetadata:\n  name: chartroom-RELEASE\n"
               "  namespace: SPACE\n  labels: {app.kubernetes.io/managed-by: chartroom}\n"
               "spec: {holderIdentity: anna@laptop (process 4711), leaseDurationSeconds: 600, "
               "acquireTime: NOW, renewTime: NOW}\n---\n")
        .replace("RELEASE", release)
        .replace("SPACE", space)
        .replace("NOW", QDateTime::currentDateTimeUtc()
                            .toString(QStringLiteral("yyyy-MM-dd'T'HH:mm:ss.zzz'000Z'"))
                            .toUtf8());
}

} // namespace chartroom::test
