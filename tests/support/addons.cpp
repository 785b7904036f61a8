// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/fake_release_source.h"

namespace chartroom::test {

namespace {

Ownership owned(Owner owner, SupportScope scope, Interruption interruption, const QString &interrupts,
                const QList<Evidence> &evidence)
{
    Ownership ownership;
    ownership.owner = owner;
    ownership.scope = scope;
    ownership.confidence = Confidence::Certain;
    ownership.interruption = interruption;
    ownership.interruptionText = interrupts;
    ownership.evidence = evidence;
    return ownership;
}

struct Addon
{
    const char *name;
    const char *namespaceName;
    const char *chart;
    const char *version;
    int revision;
    ReleaseStatus status;
    Owner owner;
    int changedPaths; // -1: no reference
    int minutesOld;
    const char *component;
};

ReleasePods podsOf(const Addon &addon, int count, bool failing)
{
    ReleasePods pods;
    pods.all = count;
    pods.others = int(failing);
    pods.ready = count - pods.others;
    if (!failing)
        return pods;
    ReleasePod pod;
    pod.namespaceName = QString::fromLatin1(addon.namespaceName);
    pod.name = QString::fromLatin1(addon.name) + QStringLiteral("-x7k20");
    pod.node = QStringLiteral("gpu-000");
    pod.state = VisualState::Failed;
    pod.stateText = QStringLiteral("CrashLoopBackOff");
    pod.containers = 1;
    pod.restarts = 14;
    pods.troubled.append(pod);
    return pods;
}

Ownership ownershipOf(const Addon &addon)
{
    const QString secret =
        QStringLiteral("Secret %1/sh.helm.release.v1.%2.v1")
            .arg(QString::fromLatin1(addon.namespaceName), QString::fromLatin1(addon.name));
    switch (addon.owner) {
    case Owner::Crusoe:
        return owned(
            Owner::Crusoe, SupportScope::Supported, Interruption::PodsRolling,
            QStringLiteral("Its pods restart one after the other; workloads keep running."),
            {{QStringLiteral("A baseline component that Crusoe installs on every cluster."),
              QStringLiteral("rule networking/cni")},
             {QStringLiteral("Revision 1 was installed within four minutes of the cluster."), secret}});
    case Owner::Shared:
        return owned(Owner::Shared, SupportScope::Supported, Interruption::GpuWorkloads,
                     QStringLiteral("GPU workloads on each node while its driver reloads."),
                     {{QStringLiteral("Crusoe's chart in Crusoe's namespace."),
                       QStringLiteral("rule add-ons/gpu-operator")},
                      {QStringLiteral("Revision 1 was installed with the cluster."), secret},
                      {QStringLiteral("Three values differ from revision 1; none is structural."), secret}});
    case Owner::Customer:
        break;
    }
    return owned(Owner::Customer, SupportScope::CustomerOwned, Interruption::Unknown,
                 QStringLiteral("Not known: this chart is not part of the CMK documents."),
                 {{QStringLiteral("The chart matches no Crusoe add-on in its namespace."),
                   QStringLiteral("rule add-ons/third-party")}});
}

} // namespace

void fillWithAddons(FakeReleaseSource &source)
{
    using S = ReleaseStatus;
    using O = Owner;
    static const Addon addons[] = {
        {"gpu-operator", "nvidia-gpu-operator", "gpu-operator", "v25.10.1", 4, S::Deployed, O::Shared, 3, 2,
         "gpu-operator"},
        {"network-operator", "nvidia-network-operator", "network-operator", "25.10.0", 1, S::Deployed,
         O::Shared, 0, 59040, "network-operator"},
        {"cilium", "kube-system", "cilium", "1.17.2", 1, S::Deployed, O::Crusoe, 0, 59050, "cilium"},
        {"coredns", "kube-system", "coredns", "1.39.0", 1, S::Deployed, O::Crusoe, 0, 59050, "coredns"},
        {"crusoe-watch-agent", "crusoe-system", "crusoe-watch-agent", "0.3.1", 2, S::Deployed, O::Crusoe, 0,
         30240, "watch-agent"},
        {"crusoe-csi-driver", "crusoe-system", "crusoe-csi-driver", "0.4.9", 3, S::Deployed, O::Shared, 1,
         8640, "csi-driver"},
        {"cluster-autoscaler", "kube-system", "cluster-autoscaler", "9.46.0", 2, S::PendingUpgrade, O::Shared,
         2, 7, "cluster-autoscaler"},
        {"registry-token-rotator", "crusoe-system", "crusoe-registry-token-rotator", "1.0.0", 1, S::Deployed,
         O::Shared, 0, 59040, "ccr-token-rotation"},
        {"my-gpu-operator", "tenant-b", "gpu-operator", "v24.9.2", 7, S::Failed, O::Customer, -1, 63,
         "own-operator"},
        {"kube-prometheus-stack", "monitoring", "kube-prometheus-stack", "88.5.3", 11, S::Deployed,
         O::Customer, -1, 4300, "application-monitoring"},
        {"volcano", "volcano-system", "volcano", "1.15.1", 2, S::Deployed, O::Customer, -1, 20160,
         "third-party-charts"},
    };
    const QDateTime now = QDateTime::fromString(QStringLiteral("2026-11-21T03:31:00Z"), Qt::ISODate);
    QList<ShownRelease> builders;
    for (const Addon &addon : addons) {
        ShownRelease b;
        b.name = QString::fromLatin1(addon.name);
        b.namespaceName = QString::fromLatin1(addon.namespaceName);
        b.chart = QString::fromLatin1(addon.chart);
        b.chartVersion = b.appVersion = QString::fromLatin1(addon.version);
        b.revision = addon.revision;
        b.status = addon.status;
        b.changedPaths = std::max(0, addon.changedPaths);
        b.referenceKnown = addon.changedPaths >= 0;
        b.updated = now.addSecs(-60 * addon.minutesOld);
        b.notes = QStringLiteral("Thank you for installing %1.\n\nCheck it with:\n  helm status %1 -n %2")
                      .arg(b.name, b.namespaceName);
        Ownership ownership = ownershipOf(addon);
        ownership.component = QString::fromLatin1(addon.component);
        source.setOwnership(b.key(), ownership);
        source.setPods(b.key(), podsOf(addon, addon.revision == 4 ? 24 : 3, addon.status == S::Failed));
        builders.append(b);
    }
    source.put(builders);
}

QList<ShownRelease> manyReleases(int count)
{
    static const ReleaseStatus statuses[] = {ReleaseStatus::Deployed, ReleaseStatus::Deployed,
                                             ReleaseStatus::Deployed, ReleaseStatus::Failed,
                                             ReleaseStatus::PendingUpgrade};
    QList<ShownRelease> builders;
    builders.reserve(count);
    for (int i = 0; i < count; ++i) {
        ShownRelease b;
        b.name = QStringLiteral("release-%1").arg(i * 7919 % count, 5, 10, QLatin1Char('0'));
        b.namespaceName = QStringLiteral("tenant-%1").arg(i % 23);
        b.chart = QStringLiteral("chart-%1").arg(i % 57);
        b.chartVersion = b.appVersion = QStringLiteral("1.%1.%2").arg(i % 40).arg(i % 7);
        b.revision = 1 + i % 9;
        b.status = statuses[i % 5];
        b.changedPaths = i % 4;
        b.updated = b.updated.addSecs(-61 * i);
        builders.append(b);
    }
    return builders;
}

} // namespace chartroom::test
