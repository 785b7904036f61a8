// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/one_node.h"

#include "core/recording/recording_line.h"
#include "core/rollout/node_table.h"

#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace chartroom::test {

KubeObject kubeObject(const QJsonObject &told)
{
    const QJsonObject metadata = told["metadata"_L1].toObject();
    return {metadata["uid"_L1].toString(),
            metadata["namespace"_L1].toString(),
            metadata["name"_L1].toString(),
            {},
            QJsonDocument(told).toJson(QJsonDocument::Compact)};
}

KubeObject recordedObject(const QJsonObject &told)
{
    KubeObject object = kubeObject(told);
    object.json = recordableObject(object.json, "v1", "Pod").value_or(QByteArray());
    return object;
}

OneNode::OneNode(DriverKind kind, const char *state)
    : m_kind(kind)
{
    node.name = u"gpu-a"_s;
    if (*state)
        node.labels = {{driverKeys(kind).state, QString::fromLatin1(state)}};
    node.isCordoned = true;
    driver.name = u"ops/driver-gpu-a"_s;
    driver.ownerName = u"driver"_s;
    driver.labels = {
        {kind == DriverKind::Gpu ? u"app.kubernetes.io/component"_s : u"nvidia.com/ofed-driver"_s,
         u"nvidia-driver"_s},
        {u"controller-revision-hash"_s, u"new"_s}};
    DaemonSetSample set;
    set.name = u"ops/driver"_s;
    set.podLabels = driver.labels;
    put(m_sets, kubeObject(set.object()));
    put(m_revisions, kubeObject(set.revision(u"old"_s, 1)));
    put(m_revisions, kubeObject(set.revision(u"new"_s, 2)));
}

void OneNode::tellPolicy(const QByteArray &upgradePolicy, bool leavesDrivers)
{
    if (m_kind == DriverKind::InfiniBand) {
        const QJsonObject told{{u"upgradePolicy"_s, toldJson(upgradePolicy.constData())}};
        put(m_policies, kubeObject(anyObject(u"mellanox.com/v1alpha1"_s, u"NicClusterPolicy"_s,
                                             u"nic-cluster-policy"_s, {{u"ofedDriver"_s, told}}, {})));
        return;
    }
    const QJsonObject told{{u"useNvidiaDriverCRD"_s, leavesDrivers},
                           {u"upgradePolicy"_s, toldJson(upgradePolicy.constData())}};
    put(m_policies, kubeObject(anyObject(u"nvidia.com/v1"_s, u"ClusterPolicy"_s, u"cluster-policy"_s,
                                         {{u"driver"_s, told}}, {})));
}

void OneNode::tellNvidiaDriver(const QByteArray &upgradePolicy, const QString &name)
{
    QJsonObject spec{{u"version"_s, u"580.95.05"_s}};
    if (!upgradePolicy.isEmpty())
        spec.insert(u"upgradePolicy"_s, toldJson(upgradePolicy.constData()));
    put(m_policies, kubeObject(anyObject(u"nvidia.com/v1alpha1"_s, u"NVIDIADriver"_s, name, spec, {})));
}

void OneNode::tellMaintenanceTerms(const QByteArray &spec)
{
    put(m_maintenanceTerms,
        kubeObject(anyObject(u"maintenance.nvidia.com/v1alpha1"_s, u"MaintenanceOperatorConfig"_s,
                             u"ops/default"_s, toldJson(spec.constData()), {})));
}

void OneNode::tellOperator(int wanted, int available, const QString &unavailableSince, const QString &space)
{
    const QString image = m_kind == DriverKind::Gpu
                              ? u"nvcr.io/nvidia/gpu-operator:v25.10.1"_s
                              : u"nvcr.io/nvidia/cloud-native/network-operator:v25.7.0"_s;
    const QJsonObject container{{u"image"_s, image}};
    const QJsonObject pod{{u"spec"_s, QJsonObject{{u"containers"_s, QJsonArray{container}}}}};
    QJsonObject status{{u"availableReplicas"_s, available}};
    if (!unavailableSince.isEmpty())
        status.insert(u"conditions"_s, QJsonArray{QJsonObject{{u"type"_s, u"Available"_s},
                                                              {u"status"_s, u"False"_s},
                                                              {u"lastTransitionTime"_s, unavailableSince}}});
    put(m_deployments, kubeObject(anyObject(u"apps/v1"_s, u"Deployment"_s, space + u"/operator"_s,
                                            {{u"replicas"_s, wanted}, {u"template"_s, pod}}, status)));
}

ObjectMap<Pod> OneNode::pods() const
{
    ObjectMap<Pod> pods = m_pods;
    if (hasDriver)
        put(pods, kubeObject(placed(driver).object()));
    return pods;
}

DriverFleet OneNode::fleet() const
{
    ObjectMap<Node> nodes;
    QHash<QString, QString> hosts;
    if (hasDriver)
        hosts.insert(node.name, u"ops/"_s + driver.ownerName);
    put(nodes, kubeObject(node.object()));
    for (const NodeSample &other : m_others) {
        put(nodes, kubeObject(other.object()));
        hosts.insert(other.name, u"ops/"_s + driver.ownerName);
    }
    const ObjectMap<Pod> all = pods();
    RolloutEvidence evidence{&nodes,    &all,        &m_sets,         &m_revisions,       &m_budgets,
                             &m_claims, &m_policies, &m_maintenances, &m_maintenanceTerms};
    evidence.deployments = &m_deployments;
    evidence.known = m_known;
    evidence.serverNow = now().addMSecs(skew.count());
    return driverFleet(m_kind, evidence, hosts);
}

NodeTrack OneNode::track(std::chrono::minutes elapsed) const
{
    const Node own = Node::read(kubeObject(node.object())).value();
    const ObjectMap<Pod> all = pods();
    NodeEvidence evidence;
    evidence.node = &own;
    QStringList uids = all.keys();
    std::sort(uids.begin(), uids.end(), [&](const QString &one, const QString &other) {
        return all.constFind(one)->name < all.constFind(other)->name;
    });
    NodeTable table;
    NodeQueue touched;
    for (const QString &uid : std::as_const(uids))
        table.put(all.share(uid), touched);
    evidence.pods = table.pods(table.find(node.name));
    evidence.now = now();
    evidence.skew = skew;
    (isSinceKnown ? evidence.since : evidence.seenSince) =
        now().addSecs(-std::chrono::seconds(elapsed).count());
    evidence.wasRequested = wasRequested;
    evidence.devicesBefore = devicesBefore;
    evidence.usual = usual;
    evidence.stepBefore = stepBefore;
    evidence.beforeSince = beforeSince;
    evidence.brokenOff = brokenOff;
    evidence.cordon = cordon;
    evidence.otherCordon = otherCordon;
    evidence.relabelled = relabelled;
    evidence.healed = healed;
    evidence.wasCordonedBefore = wasFoundCordoned;
    for (const NodeMaintenance &maintenance : m_maintenances) {
        if (maintenance.node == node.name)
            evidence.maintenances << &maintenance;
    }
    return driverTrack(evidence, fleet());
}

PodSample OneNode::placed(PodSample pod) const
{
    pod.node = node.name;
    return pod;
}

} // namespace chartroom::test
