// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/versions/audit.h"

namespace chartroom::test {

using namespace Qt::StringLiterals;

inline KubeObject kubeObject(const QString &name, const QByteArray &json, const QString &namespaceName = {})
{
    return {u"uid-"_s + name, namespaceName, name, u"1"_s, json};
}

inline QString gpuNode(int number)
{
    return u"gpu-%1"_s.arg(number, 3, 10, QChar(u'0'));
}

inline NodeFact gpuNodeFact(const QString &name, const QString &driver = u"580.105.08"_s)
{
    NodeFact node;
    node.name = name;
    node.kernel = u"5.15.0-153-generic"_s;
    node.kubelet = u"v1.33.4"_s;
    node.system = u"ubuntu 22.04"_s;
    node.hasGpu = true;
    node.labels = {{u"nvidia.com/cuda.driver-version.full"_s, driver},
                   {u"nvidia.com/cuda.runtime-version.full"_s, u"13.0"_s},
                   {u"nvidia.com/gpu-driver-upgrade-state"_s, u"upgrade-done"_s}};
    return node;
}

inline PodFact podFact(const QString &component, const QString &node, const QString &image)
{
    const bool isNetwork = component == u"mofed" || component == u"network_operator";
    PodFact pod;
    pod.namespaceName = isNetwork ? u"nvidia-network-operator"_s : u"nvidia-gpu-operator"_s;
    pod.name = component + u'-' + node;
    pod.node = node;
    pod.component = component;
    pod.image = image;
    pod.isReady = true;
    return pod;
}

/// A cluster whose GPU nodes are all alike: GPU Operator v25.10.1 and Network Operator 25.10.0 with what they
/// bring, Kubernetes 1.33.4 on Ubuntu 22.04.
inline VersionFacts usualCluster(int nodes = 16)
{
    VersionFacts facts;
    facts.cluster = u"cmk-training"_s;
    facts.serverVersion = u"v1.33.4"_s;
    for (int i = 0; i < nodes; ++i) {
        const QString name = gpuNode(i);
        facts.nodes << gpuNodeFact(name);
        facts.pods << podFact(u"gpu_driver"_s, name, u"nvcr.io/nvidia/driver:580.105.08-ubuntu22.04"_s)
                   << podFact(u"device_plugin"_s, name, u"nvcr.io/nvidia/k8s-device-plugin:v0.18.1"_s)
                   << podFact(u"container_toolkit"_s, name, u"nvcr.io/nvidia/k8s/container-toolkit:v1.18.1"_s)
                   << podFact(u"dcgm_exporter"_s, name,
                              u"nvcr.io/nvidia/k8s/dcgm-exporter:4.4.2-4.7.0-distroless"_s)
                   << podFact(u"mofed"_s, name,
                              u"nvcr.io/nvidia/mellanox/doca-driver:doca3.2.0-25.10-1.2.8.0-2-ubuntu22.04-"
                              "amd64"_s);
        PodFact nfd = podFact(u"nfd"_s, name, u"registry.k8s.io/nfd/node-feature-discovery:v0.18.2"_s);
        nfd.instance = u"gpu-operator"_s;
        facts.pods << nfd;
    }
    facts.pods << podFact(u"gpu_operator"_s, u"cpu-0"_s, u"nvcr.io/nvidia/gpu-operator:v25.10.1"_s)
               << podFact(u"network_operator"_s, u"cpu-0"_s,
                          u"nvcr.io/nvidia/cloud-native/network-operator:v25.10.0"_s);
    ReleaseFact gpu{u"nvidia-gpu-operator"_s,
                    u"gpu-operator"_s,
                    6,
                    u"deployed"_s,
                    u"gpu-operator"_s,
                    u"v25.10.1"_s,
                    u"v25.10.1"_s,
                    true,
                    {},
                    true};
    gpu.images = {{u"DaemonSet"_s, u"nvidia-gpu-operator"_s, u"gpu-operator-node-feature-discovery-worker"_s,
                   u"worker"_s, u"registry.k8s.io/nfd/node-feature-discovery:v0.18.2"_s}};
    ReleaseFact network = gpu;
    network.namespaceName = u"nvidia-network-operator"_s;
    network.name = network.chart = u"network-operator"_s;
    network.revision = 1;
    network.chartVersion = u"25.10.0"_s;
    network.appVersion = u"v25.10.0"_s;
    network.images.clear();
    facts.releases = {gpu, network};
    PolicyFact policy;
    policy.kind = u"ClusterPolicy"_s;
    policy.name = u"cluster-policy"_s;
    policy.state = u"ready"_s;
    policy.releaseNamespace = gpu.namespaceName;
    policy.releaseName = gpu.name;
    policy.versions = {{u"gpu_driver"_s, u"580.105.08"_s},
                       {u"device_plugin"_s, u"v0.18.1"_s},
                       {u"container_toolkit"_s, u"v1.18.1"_s},
                       {u"dcgm_exporter"_s, u"4.4.2-4.7.0-distroless"_s}};
    PolicyFact nic;
    nic.kind = u"NicClusterPolicy"_s;
    nic.name = u"nic-cluster-policy"_s;
    nic.state = u"ready"_s;
    nic.versions = {{u"mofed"_s, u"doca3.2.0-25.10-1.2.8.0-2"_s}};
    facts.policies = {policy, nic};
    DaemonSetFact nfd;
    nfd.namespaceName = nfd.releaseNamespace = gpu.namespaceName;
    nfd.releaseName = gpu.name;
    nfd.name = gpu.images.first().name;
    nfd.images = gpu.images;
    DaemonSetFact plugin;
    plugin.namespaceName = gpu.namespaceName;
    plugin.name = plugin.app = u"nvidia-device-plugin-daemonset"_s;
    plugin.ownerKind = policy.kind;
    plugin.ownerName = policy.name;
    plugin.images = {{u"DaemonSet"_s, gpu.namespaceName, plugin.name, u"nvidia-device-plugin"_s,
                      u"nvcr.io/nvidia/k8s-device-plugin:v0.18.1"_s}};
    facts.daemonSets = {nfd, plugin};
    return facts;
}

inline const QByteArray usualMatrix = "current_production:\n"
                                      "  kubernetes: \"v1.33.4\"\n"
                                      "  kernel: \"5.15.0-153-generic\"\n"
                                      "  gpu_operator: \"v25.10.1\"\n"
                                      "  gpu_driver: \"580.105.08\"\n"
                                      "  cuda: \"13.0\"\n"
                                      "  network_operator: \"v25.10.0\"\n"
                                      "  mofed: \"25.10-1.2.8.0\"\n"
                                      "  device_plugin: \"v0.18.1\"\n"
                                      "  status: \"production\"\n";

inline Compatibility bundledCompatibility()
{
    const Result<Compatibility> known = Compatibility::bundled();
    if (!known)
        qFatal("%s", qPrintable(known.error().message));
    return *known;
}

inline VersionMatrix matrixOf(const QByteArray &text)
{
    const Result<VersionMatrix> matrix = VersionMatrix::read(text);
    if (!matrix)
        qFatal("%s", qPrintable(matrix.error().message));
    return *matrix;
}

inline AuditParts auditParts(const VersionFacts &facts, const QByteArray &matrix = usualMatrix)
{
    AuditParts parts;
    parts.facts = facts;
    parts.matrix = matrixOf(matrix);
    parts.label = u"gpu-version-matrix.yaml"_s;
    parts.known = bundledCompatibility();
    parts.at = QDateTime({2026, 11, 22}, {4, 0}, Qt::UTC);
    return parts;
}

inline AuditRow rowOf(const VersionAudit &audit, const QString &name)
{
    for (const AuditRow &row : audit.rows)
        if (row.name == name)
            return row;
    qFatal("there is no row %s", qPrintable(name));
}

inline QList<AuditFinding> findingsOf(const VersionAudit &audit, AuditSeverity severity)
{
    QList<AuditFinding> found = audit.findings;
    found.removeIf([severity](const AuditFinding &finding) { return finding.severity != severity; });
    return found;
}

} // namespace chartroom::test
