// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/fake_findings_source.h"

#include "tests/support/fake_clock.h"

namespace chartroom::test {

void FakeFindingsSource::found(const QList<Finding> &findings, const QStringList &notices)
{
    m_result = {findings, notices, {now(), 16, 112, 3, 2, 1}};
    m_problem.reset();
    Q_EMIT changed();
}

void FakeFindingsSource::fail(const Error &error)
{
    m_problem = error;
    Q_EMIT changed();
}

QDateTime FakeFindingsSource::now() const
{
    return FakeClock().now().addMSecs(m_passed.count());
}

Finding headersFinding()
{
    Finding one;
    one.signature = QStringLiteral("kernel-headers-unresolved");
    one.operand = one.concerns = QStringLiteral("gpu-driver");
    one.component = QStringLiteral("GPU driver");
    one.namespaceName = QStringLiteral("nvidia-gpu-operator");
    one.release = QStringLiteral("nvidia-gpu-operator/gpu-operator");
    one.nodes = QStringList{QStringLiteral("gpu-011")};
    one.objects = QStringList{QStringLiteral("Pod nvidia-gpu-operator/nvidia-driver-daemonset-x7k2p")};
    one.since = FakeClock().now().addSecs(-9 * 60);
    one.where = QStringLiteral("the container nvidia-driver-ctr of Pod "
                               "nvidia-gpu-operator/nvidia-driver-daemonset-x7k2p");
    one.quote = QStringLiteral("Could not resolve Linux kernel version");
    one.meaning = QStringLiteral("No kernel-header package fits the running kernel; the kernel or the driver "
                                 "image has to change.");
    one.nextStep = QStringLiteral("Compare the node's kernel with those of the driver image; choose a driver "
                                  "version built for it, or boot the node with a kernel that has headers.");
    one.source = QStringLiteral("NVIDIA/gpu-driver-container ubuntu22.04/nvidia-driver L69");
    one.owner = Owner::Shared;
    one.scope = SupportScope::Supported;
    one.ownership = QStringLiteral("Crusoe's chart and namespace, upgraded by you. Support answers for it.");
    one.consequences = {{QStringLiteral("validator"), QStringLiteral("GPU Operator validator"),
                         QStringLiteral("init-waits"), QStringList{QStringLiteral("gpu-011")}, 2,
                         QStringLiteral("Init:0/4")}};
    return one;
}

QList<Finding> badNight()
{
    Finding pull = headersFinding();
    pull.signature = QStringLiteral("image-pull");
    pull.operand = pull.concerns = QStringLiteral("ofed-driver");
    pull.component = QStringLiteral("InfiniBand driver");
    pull.namespaceName = QStringLiteral("nvidia-network-operator");
    pull.release = QStringLiteral("nvidia-network-operator/network-operator");
    pull.nodes.clear();
    for (int node = 4; node < 10; ++node)
        pull.nodes.append(QStringLiteral("gpu-00%1").arg(node));
    pull.quote = QStringLiteral("Back-off pulling image \"nvcr.io/nvidia/mellanox/doca-driver:25.10\"");
    pull.meaning = QStringLiteral("The image cannot be pulled: its name or tag is wrong, or the registry "
                                  "refuses.");
    pull.nextStep = QStringLiteral("Read the event's message; compare the image with the chart's values.");
    pull.confidence = Confidence::Likely;
    pull.consequences.clear();
    Finding budget = headersFinding();
    budget.signature = QStringLiteral("disruption-budget");
    budget.concerns = QStringLiteral("workloads");
    budget.nodes = QStringList{QStringLiteral("gpu-004")};
    budget.release.clear();
    budget.quote = QStringLiteral("PodDisruptionBudget tenant-b/trainer: 5 of 6 needed");
    budget.meaning = QStringLiteral("A disruption budget of a tenant lets no pod go, so the node cannot be "
                                    "emptied.");
    budget.nextStep = QStringLiteral("Ask the tenant to let one pod go, or to add another one elsewhere.");
    budget.owner = Owner::Customer;
    budget.scope = SupportScope::CustomerOwned;
    budget.ownership = QStringLiteral("The tenant's own.");
    budget.consequences.clear();
    Finding symptom = headersFinding();
    symptom.signature = QStringLiteral("operand-unschedulable");
    symptom.operand = symptom.concerns = QStringLiteral("add-on");
    symptom.component = QStringLiteral("Add-on");
    symptom.bearing = Bearing::Symptom;
    symptom.release = QStringLiteral("crusoe-system/cluster-autoscaler");
    symptom.nodes.clear();
    symptom.since = {};
    symptom.quote = QStringLiteral("0/16 nodes are available: 16 node(s) had untolerated taint");
    symptom.meaning = QStringLiteral("No node takes the pod.");
    symptom.confidence = Confidence::Guess;
    symptom.owner = Owner::Crusoe;
    symptom.consequences.clear();
    return {pull, headersFinding(), budget, symptom};
}

} // namespace chartroom::test
