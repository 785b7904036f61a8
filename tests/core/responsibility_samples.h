// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/responsibility/classifier.h"

#include <algorithm>

/// Releases as the sandbox installs them, for the tests of the classifier.
namespace chartroom {

inline const QDateTime created(QDate(2026, 7, 11), QTime(8, 0), Qt::UTC);

inline QString utf8(const char *text)
{
    return QString::fromUtf8(text);
}

/// One line of the sandbox's default set; `home` as the real chart states it.
struct Sample
{
    const char *name;
    const char *namespaceName;
    const char *chart;
    const char *home;
    const char *owner;
    const char *scope;
    Confidence confidence;
    Interruption interruption;
    const char *component;
};

inline const char *const nvidia = "https://github.com/NVIDIA/gpu-operator";
inline const char *const crusoe = "https://github.com/crusoecloud/charts";

inline const Sample sandbox[] = {
    {"cilium", "kube-system", "cilium", "https://cilium.io/", "crusoe", "supported", Confidence::Certain,
     Interruption::NodeNetwork, "cilium"},
    {"coredns", "kube-system", "coredns", "https://coredns.io", "crusoe", "supported", Confidence::Certain,
     Interruption::PodsRolling, "coredns"},
    {"network-operator", "nvidia-network-operator", "network-operator",
     "https://mellanox.github.io/network-operator", "shared", "supported", Confidence::Certain,
     Interruption::NodeNetwork, "network-operator"},
    {"gpu-operator", "nvidia-gpu-operator", "gpu-operator", nvidia, "shared", "supported",
     Confidence::Certain, Interruption::GpuWorkloads, "gpu-operator"},
    {"my-gpu-operator", "ml-platform", "gpu-operator", nvidia, "customer", "customer-owned",
     Confidence::Certain, Interruption::GpuWorkloads, "own-operator"},
    {"crusoe-csi-driver", "crusoe-system", "crusoe-csi-driver", crusoe, "shared", "supported",
     Confidence::Certain, Interruption::VolumeOperations, "csi-driver"},
    {"crusoe-watch-agent", "crusoe-system", "crusoe-watch-agent", crusoe, "crusoe", "supported",
     Confidence::Certain, Interruption::PodsRolling, "watch-agent"},
    {"cluster-autoscaler", "crusoe-system", "cluster-autoscaler", crusoe, "shared", "supported",
     Confidence::Certain, Interruption::PodsRolling, "cluster-autoscaler"},
    {"registry-token-rotator", "crusoe-system", "crusoe-registry-token-rotator", crusoe, "shared",
     "supported", Confidence::Certain, Interruption::PodsRolling, "ccr-token-rotation"},
    {"volcano", "volcano-system", "volcano", "https://volcano.sh", "customer", "customer-owned",
     Confidence::Certain, Interruption::Unknown, "custom-schedulers"},
    {"kube-prometheus-stack", "monitoring", "kube-prometheus-stack",
     "https://github.com/prometheus-operator/kube-prometheus", "customer", "customer-owned",
     Confidence::Certain, Interruption::Unknown, "application-monitoring"},
    {"grafana-operator", "monitoring", "grafana-operator", "https://github.com/grafana/grafana-operator",
     "customer", "customer-owned", Confidence::Certain, Interruption::Unknown, "application-monitoring"},
    {"tenant-portal", "tenant-a", "tenant-portal", "", "customer", "customer-owned", Confidence::Likely,
     Interruption::Unknown, "third-party-charts"},
    {"legacy-exporter", "legacy", "legacy-exporter", "", "customer", "customer-owned", Confidence::Likely,
     Interruption::Unknown, "third-party-charts"},
};

inline Release release(const QString &name, const QString &namespaceName, const QString &chart,
                       const QString &home = {})
{
    Release made;
    made.key = {namespaceName, name, ReleaseStorage::Secret};
    RevisionEntry entry;
    entry.revision = 1;
    entry.objectName = QStringLiteral("sh.helm.release.v1.%1.v1").arg(name);
    made.revisions = {entry};
    ReleaseRecord record;
    record.name = name;
    record.namespaceName = namespaceName;
    record.revision = 1;
    record.chartName = chart;
    record.chartHome = home;
    record.firstDeployed = created.addSecs(300);
    made.record = record;
    return made;
}

inline Release release(const char *name, const char *namespaceName, const char *chart, const char *home = "")
{
    return release(utf8(name), utf8(namespaceName), utf8(chart), utf8(home));
}

/// One piece of evidence holds the text.
inline bool says(const Ownership &ownership, const char *text)
{
    return std::any_of(ownership.evidence.cbegin(), ownership.evidence.cend(),
                       [&](const Evidence &e) { return e.text.contains(utf8(text)); });
}

/// A cluster with all of them.
inline ClusterEvidence sandboxCluster()
{
    ClusterEvidence cluster;
    cluster.cluster = QStringLiteral("prod-eu");
    cluster.created = created;
    for (const Sample &s : sandbox)
        cluster.releases += ReleaseOverview::of(release(s.name, s.namespaceName, s.chart, s.home));
    return cluster;
}

} // namespace chartroom
