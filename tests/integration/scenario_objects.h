// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

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

} // namespace chartroom::test
