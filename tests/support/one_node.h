// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/rollout/driver_track.h"
#include "tests/support/told_window.h"

namespace chartroom::test {

[[nodiscard]] KubeObject kubeObject(const QJsonObject &told);
/// The same object as a recording of it gives it back.
[[nodiscard]] KubeObject recordedObject(const QJsonObject &told);

/// Of tenant-b, without a controller.
[[nodiscard]] inline PodSample tenantPod(const QString &name, const QString &app)
{
    PodSample pod;
    pod.name = QStringLiteral("tenant-b/") + name;
    pod.labels = {{QStringLiteral("app"), app}};
    return pod;
}

/// One node with its driver pod, which is ready and of the newest revision, at some step; the caller gives
/// the rest.
class OneNode
{
public:
    OneNode(DriverKind kind, const char *state);

    void tell(const PodSample &pod) { put(m_pods, kubeObject(placed(pod).object())); }
    /// A pod of another node.
    void tellElsewhere(PodSample pod, const QString &where)
    {
        pod.node = where;
        put(m_pods, kubeObject(pod.object()));
    }
    void tellAsRecorded(const PodSample &pod) { put(m_pods, recordedObject(placed(pod).object())); }
    void tellPolicy(const QByteArray &upgradePolicy, bool leavesDrivers = false);
    /// Without a policy of its own for "".
    void tellNvidiaDriver(const QByteArray &upgradePolicy, const QString &name = QStringLiteral("a100"));
    void tellPolicyObject(const QJsonObject &policy) { put(m_policies, kubeObject(policy)); }
    void tellSet(const DaemonSetSample &set) { put(m_sets, kubeObject(set.object())); }
    void tellRevision(const QJsonObject &revision) { put(m_revisions, kubeObject(revision)); }
    void tellBudget(const QJsonObject &budget) { put(m_budgets, kubeObject(budget)); }
    void tellClaim(const QJsonObject &claim) { put(m_claims, kubeObject(claim)); }
    void tellMaintenance(const QJsonObject &maintenance) { put(m_maintenances, kubeObject(maintenance)); }
    void tellMaintenanceTerms(const QByteArray &spec);
    /// Its Deployment, of the driver's own operator, in the driver's namespace.
    void tellOperator(int wanted, int available, const QString &unavailableSince = {},
                      const QString &space = QStringLiteral("ops"));
    void tellDeployment(const QJsonObject &deployment) { put(m_deployments, kubeObject(deployment)); }
    /// Of DaemonSets and their revisions nothing may be read.
    void hideSets()
    {
        m_sets = {};
        m_revisions = {};
        m_known.daemonSets = m_known.revisions = false;
    }
    /// Another node of the cluster, with a driver pod.
    void tellOther(const NodeSample &other) { m_others.append(other); }

    /// After so long in its step.
    [[nodiscard]] NodeTrack track(std::chrono::minutes elapsed = std::chrono::minutes(1)) const;
    [[nodiscard]] DriverFleet fleet() const;
    [[nodiscard]] static QDateTime now() { return QDateTime({2026, 11, 21}, {4, 0}, Qt::UTC); }

    NodeSample node;
    PodSample driver;
    bool hasDriver = true;
    bool isSinceKnown = true; ///< else the label is there at least so long
    bool wasRequested = false;
    std::optional<int> devicesBefore;
    std::optional<std::chrono::milliseconds> usual; ///< for its step, as other nodes took
    std::optional<RolloutStep> stepBefore;
    QDateTime beforeSince;
    std::optional<StepInterval> brokenOff;
    CordonPlace cordon;
    CordonPlace otherCordon; ///< in the labels of the other driver
    bool wasFoundCordoned = false;
    std::optional<StepInterval> relabelled;
    QDateTime healed;
    std::chrono::milliseconds skew{0}; ///< of the server's clock to ours, which shows now()

private:
    [[nodiscard]] PodSample placed(PodSample pod) const;
    [[nodiscard]] ObjectMap<Pod> pods() const;
    template<typename T>
    static void put(ObjectMap<T> &all, const KubeObject &object)
    {
        all.insert(object.uid, T::read(object).value());
    }

    DriverKind m_kind;
    KnownLists m_known;
    QList<NodeSample> m_others;
    ObjectMap<Pod> m_pods;
    ObjectMap<DaemonSet> m_sets;
    ObjectMap<ControllerRevision> m_revisions;
    ObjectMap<DriverPolicy> m_policies;
    ObjectMap<DisruptionBudget> m_budgets;
    ObjectMap<ResourceClaim> m_claims;
    ObjectMap<NodeMaintenance> m_maintenances;
    ObjectMap<MaintenanceOperatorConfig> m_maintenanceTerms;
    ObjectMap<OperatorDeployment> m_deployments;
};

} // namespace chartroom::test
