// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/diagnosis/finding.h"
#include "core/diagnosis/release_statements.h"
#include "tests/support/bundled_rules.h"

namespace chartroom::test {

/// A cluster as a diagnosis sees it, put together object by object. All is well until something is said.
class DiagnosisScene
{
public:
    explicit DiagnosisScene(int nodes = 3)
    {
        evidence.now = at("2026-11-22T03:00:00Z");
        evidence.managedNamespaces = QStringList{where};
        for (int i = 0; i < nodes; ++i) {
            Node node;
            node.name = QStringLiteral("gpu-%1").arg(i + 1);
            node.uid = node.name;
            node.ready = true;
            node.readySince = at("2026-11-01T00:00:00Z");
            node.gpuCapacity = node.gpuAllocatable = 8;
            node.labels.insert(QStringLiteral("nvidia.com/gpu.present"), QStringLiteral("true"));
            evidence.nodes.insert(node.uid, node);
            add("'app.kubernetes.io/component':'nvidia-driver'", "driver", node.name);
            add("'app':'nvidia-container-toolkit-daemonset'", "toolkit", node.name);
            add("'app':'nvidia-device-plugin-daemonset'", "plugin", node.name);
            add("'app':'nvidia-operator-validator'", "validator", node.name);
        }
        Pod &controller = add("'app':'gpu-operator'", "controller", QStringLiteral("gpu-1"));
        controller.ownerKind = QStringLiteral("ReplicaSet");
        OwnedRelease release;
        release.key.namespaceName = where;
        release.key.name = QStringLiteral("gpu-operator");
        release.ownership.owner = Owner::Shared;
        release.ownership.scope = SupportScope::Supported;
        release.ownership.component = QStringLiteral("gpu-operator");
        evidence.releases.append(release);
    }

    struct Revision
    {
        int number = 0;
        ReleaseStatus status = ReleaseStatus::Deployed;
        std::chrono::seconds age = std::chrono::hours(30);
    };
    /// The revisions of one of the releases, newest first.
    void store(OwnedRelease &release, const QList<Revision> &revisions, const QString &words = {}) const
    {
        Release stored{release.key, {}, {}, {}, {}};
        for (const Revision &one : revisions) {
            RevisionEntry entry;
            entry.revision = one.number;
            entry.status = one.status;
            entry.statusText = releaseStatusText(one.status);
            entry.date.created = entry.date.written = evidence.now.addSecs(-one.age.count());
            stored.revisions.append(entry);
        }
        release.standing = standingOf(stored, evidence.now);
        release.standing.words = words;
    }

    static QDateTime at(const char *time)
    {
        return QDateTime::fromString(QString::fromLatin1(time), Qt::ISODate);
    }

    /// A pod that is well, named ROLE-NODE. The labels are JSON's members, with ' for ".
    Pod &add(const char *labels, const char *role, const QString &node)
    {
        Pod pod;
        pod.namespaceName = where;
        pod.name = QString::fromLatin1(role) + u'-' + node;
        pod.uid = pod.name;
        pod.node = node;
        pod.ownerKind = QStringLiteral("DaemonSet");
        pod.ownerName = QString::fromLatin1(role);
        pod.labels = QByteArray("{" + QByteArray(labels) + '}').replace('\'', '"');
        pod.phase = QStringLiteral("Running");
        pod.health = Pod::Health::Ready;
        pod.isReady = true;
        pod.created = at("2026-11-21T00:00:00Z");
        return evidence.pods[pod.uid] = pod;
    }

    Pod &pod(const char *role, const QString &node)
    {
        return evidence.pods[QString::fromLatin1(role) + u'-' + node];
    }

    void crash(const char *role, const QString &node, const QString &said = {},
               const QString &reason = QStringLiteral("CrashLoopBackOff"))
    {
        Pod &pod = this->pod(role, node);
        pod.health = Pod::Health::Unhealthy;
        pod.reason = reason;
        pod.reasonText = said;
        pod.reasonContainer = QStringLiteral("main");
        pod.notReadySince = at("2026-11-22T01:00:00Z");
        pod.mostRestarts = 14;
    }

    void wait(const char *role, const QString &node, const char *init)
    {
        Pod &pod = this->pod(role, node);
        pod.health = Pod::Health::Starting;
        pod.phase = QStringLiteral("Pending");
        pod.waitingInit = QString::fromLatin1(init);
        pod.notReadySince = at("2026-11-22T01:05:00Z");
    }

    void log(const char *role, const QString &node, const QString &text)
    {
        evidence.logs.append(
            {{where, QString::fromLatin1(role) + u'-' + node, QStringLiteral("main"), false}, text});
    }

    /// The driver of the node ends for want of kernel headers, and all that waits for it waits.
    void breakDriver(const QString &node)
    {
        crash("driver", node);
        log("driver", node,
            QStringLiteral("Proceeding with 6.8.0-1025\nCould not resolve Linux kernel version\n"));
        wait("toolkit", node, "driver-validation");
        wait("plugin", node, "toolkit-validation");
        wait("validator", node, "driver-validation");
        evidence.nodes[node].gpuAllocatable = 0;
        track(node, Verdict::Failed);
    }

    NodeTrack &track(const QString &node, Verdict verdict, const char *component = "gpu")
    {
        NodeTrack track;
        track.node = node;
        track.component = QString::fromLatin1(component);
        track.verdict = verdict;
        track.step = verdict == Verdict::Failed ? RolloutStep::Failed : RolloutStep::DriverRestart;
        track.label = verdict == Verdict::Failed ? QStringLiteral("upgrade-failed")
                                                 : QStringLiteral("pod-restart-required");
        track.since = at("2026-11-22T01:10:00Z");
        evidence.tracks.append(track);
        return evidence.tracks.last();
    }

    void warn(const char *role, const QString &node, const QString &reason, const QString &message)
    {
        WarningEvent event;
        event.kind = QStringLiteral("Pod");
        event.namespaceName = where;
        event.name = QString::fromLatin1(role) + u'-' + node;
        event.reason = reason;
        event.message = message;
        event.first = at("2026-11-22T02:00:00Z");
        event.last = at("2026-11-22T02:59:00Z");
        evidence.events.append(event);
    }

    /// The GPU Operator's policy has not been ready since then.
    void complain(const QDateTime &since)
    {
        ResourceStatus policy;
        policy.kind = QStringLiteral("ClusterPolicy");
        policy.name = QStringLiteral("cluster-policy");
        policy.complaints.append(
            {QStringLiteral("OperandNotReady"), QStringLiteral("states not ready: state-driver"), since});
        evidence.resources.append(policy);
    }

    QString where = QStringLiteral("nvidia-gpu-operator");
    DiagnosisEvidence evidence;
};

/// Judges a scene by the program's own signatures and rules.
class DiagnosisBench
{
protected:
    DiagnosisBench()
    {
        const auto signatures = Signatures::bundled();
        if (!signatures)
            qFatal("%s", qPrintable(signatures.error().message));
        m_signatures = *signatures;
    }
    [[nodiscard]] QList<Finding> judge(const DiagnosisScene &scene) const
    {
        return diagnose(scene.evidence, m_signatures, m_rules);
    }

    Signatures m_signatures;
    ResponsibilityRules m_rules = bundledRules();
};

/// Of the findings, in their order.
inline QStringList signaturesOf(const QList<Finding> &findings)
{
    QStringList ids;
    for (const Finding &finding : findings)
        ids.append(finding.signature);
    return ids;
}

} // namespace chartroom::test
