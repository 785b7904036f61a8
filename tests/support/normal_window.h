// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/ticket_samples.h"

namespace chartroom::test {

/// 16 nodes with GPUs and two operators, as a real cluster tells of them.
inline TicketFacts normalCluster()
{
    using namespace Qt::StringLiterals;
    TicketFacts facts;
    facts.now = ticketNow.addSecs(-2400);
    facts.areTracksKnown = true;
    TicketCluster &cluster = facts.cluster;
    cluster.name = u"cmk-training"_s;
    cluster.serverVersion = u"v1.36.3"_s;
    cluster.nodes = 24;
    cluster.gpuNodes = 16;
    cluster.accelerators = {{u"NVIDIA-H100-80GB-HBM3"_s, 16}};
    cluster.fabrics = {{u"training"_s, 16}};
    cluster.instanceTypes = {{u"h100-80gb-sxm-ib.8x"_s, 16}, {u"c1a.16x"_s, 8}};
    cluster.kernels = {{u"5.15.0-153-generic"_s, 24}};
    cluster.projects = {u"244210e4-8437-4b65-a698-0a70249a9930"_s};
    TicketRelease gpu = gpuOperatorRelease();
    gpu.release.revisions.first().date.created = ticketNow.addSecs(-8000);
    gpu.ownership.interruptionText = u"GPU workloads on each node while its driver reloads."_s;
    const auto changed = [](const QString &path, const QString &after) {
        ValueChange change;
        change.path = path;
        change.after = Value(after);
        return change;
    };
    gpu.release.divergence->changes = {
        changed(u"dcgmExporter.serviceMonitor.enabled"_s, u"true"_s),
        changed(u"driver.upgradePolicy.gpuPodDeletion.timeoutSeconds"_s, u"40"_s),
        changed(u"driver.upgradePolicy.maxParallelUpgrades"_s, u"4"_s),
        changed(u"driver.upgradePolicy.maxUnavailable"_s, u"25%"_s),
        changed(u"driver.version"_s, u"580.126.20"_s)};
    const QString crusoes = u"Crusoe installs it and makes critical upgrades; configuration is shared, "
                            u"routine upgrades are yours: first agreed with Crusoe Support, then made by "
                            u"you."_s;
    gpu.ownership.summary =
        crusoes +
        u" Chart and namespace are as expected for NVIDIA GPU Operator. 5 values differ from the reference; there is no fixed threshold for a significant modification."_s;
    TicketRelease network = gpu;
    network.release.key = {u"nvidia-network-operator"_s, u"network-operator"_s, ReleaseStorage::Secret};
    network.release.revisions.first().revision = 1;
    network.release.record->chartName = u"network-operator"_s;
    network.release.record->chartVersion = u"25.7.0"_s;
    network.release.divergence->changes.clear();
    network.ownership.interruptionText =
        u"The whole node for a time, its Ethernet included, while the InfiniBand driver reloads."_s;
    network.ownership.summary =
        crusoes +
        u" Chart and namespace are as expected for NVIDIA Network Operator. Its values are those of the reference."_s;
    network.notes.clear();
    facts.releases = {gpu, network};
    for (int i = 0; i < 16; ++i) {
        NodeTrack track =
            ticketTrack(u"gpu-%1"_s.arg(i, 3, 10, QChar(u'0')), Verdict::Done, RolloutStep::Done);
        facts.tracks.append(track);
        track.component = u"ib"_s;
        track.driverFrom = u"doca3.1.0-25.07-0.9.7.0-0"_s;
        track.driverTo = u"doca3.2.0-25.10-1.2.8.0-2"_s;
        facts.tracks.append(track);
        facts.machines[track.node] =
            u"instance de8e6cdc-2bbd-4229-a22f-660ccbce2a40, kernel 5.15.0-153-generic, h100-training, us-east1-a, cordoned"_s;
    }
    return facts;
}

/// A window is asked for, with its plan and what a preflight found.
inline TicketFacts normalRequest()
{
    using namespace Qt::StringLiterals;
    using namespace std::chrono_literals;
    TicketFacts facts = normalCluster();
    const TicketFacts before = factsBefore();
    facts.draft = before.draft;
    facts.draft->reasons = {{u"window"_s, u"Agreed with the tenants' leads by mail."_s}};
    for (NodeTrack &track : facts.tracks)
        track.driverFrom = track.driverTo;
    PreflightReport report;
    report.at = facts.now;
    report.impact = before.preflight->impact;
    report.impact.lines = {u"ClusterPolicy cluster-policy: spec.driver.version: 580.95.05 -> 580.126.20"_s,
                           u"ClusterPolicy cluster-policy: spec.gdrcopy.version: v2.5.1 -> v2.5.2"_s};
    const QString reloaded = u"Every node is cordoned, and its driver is reloaded: GPU workloads end."_s;
    report.findings = {
        finding("nodes", Severity::Warning, reloaded, {},
                u"Agree on a maintenance window, and watch the nodes until the last one is complete."_s),
        finding("window", Severity::Unknown, u"Whether the nodes fit into the window is unknown."_s),
        finding("budgets", Severity::Warning,
                u"tenant-b/trainer (PodDisruptionBudget) allows no disruption on 2 nodes."_s, {},
                u"Ask the workload's owner to scale it up, or to relax the budget."_s)};
    facts.preflight = report;
    PlannedWindow planned;
    planned.start = facts.draft->window->start;
    for (int i = 0; i < 5; ++i)
        planned.plan.course.append({8min * i, 4 * i, i < 4 ? 4 : 0, 0, i < 4 ? 96 : 128});
    planned.headline = u"About 32 min by assumed node times, which fits into the window."_s;
    planned.lines = {
        u"Finish: earliest Sat 23:08 Europe/Berlin (22:08 UTC), expected Sat 23:32 Europe/Berlin (22:32 UTC), latest Sun 00:40 Europe/Berlin (23:40 UTC)."_s,
        u"Last safe start: Sun 01:20 Europe/Berlin (00:20 UTC)."_s,
        u"GPUs available: 128 at the start, 88 to 96 at minimum; the capacity floor of 64 is kept."_s,
        u"Namespaces that lose GPUs, in this order: tenant-b (40 GPUs from Sat 23:00), "
        u"tenant-a (24 GPUs from Sat 23:16)."_s};
    planned.assumptions = {
        u"4 of 16 nodes at a time (maxParallelUpgrades 4, maxUnavailable 25%, which is 4)."_s,
        u"The operator's upgrade policy is from the values of this upgrade (ClusterPolicy cluster-policy)."_s,
        u"No node time has been observed yet. Assumed per node: 2 min at best, 8 min expected, 25 min at worst, based on the operator's own time limits. A free slot may wait 2 min for the operator's next reconcile: the latest finish includes it, the others do not."_s,
        u"While a new driver pod is unscheduled, the operator does not count its node, and may start one more than allowed: 88 GPUs then."_s,
        u"The order in which the operator takes nodes is unknown in advance: here by name, nodes that are already cordoned first. A node's GPUs are unavailable from its slot until it is done."_s};
    facts.plan = planned;
    return facts;
}

/// One driver does not start, one node is held by a tenant's budget.
inline TicketFacts normalTrouble()
{
    using namespace Qt::StringLiterals;
    TicketFacts facts = normalCluster();
    facts.now = ticketNow;
    facts.cluster.gpus = {112, 128};
    facts.tenants = {{u"tenant-c"_s, u"StatefulSet notebook"_s, 1, 1}};
    const QString pod = u"nvidia-gpu-operator/nvidia-driver-daemonset-xwqw6"_s;
    const QString budget = u"tenant-c/notebook (PodDisruptionBudget) allows no disruption now (1 healthy, 1 "
                           u"needed): tenant-c/notebook-0 stays."_s;
    for (NodeTrack &track : facts.tracks) {
        facts.kernels[track.node] = u"5.15.0-153-generic"_s;
        if (track.node == u"gpu-005") {
            track.verdict = Verdict::Failed;
            track.step = RolloutStep::Drain;
            track.blockers = {{NoteKind::DisruptionBudget, budget}};
        } else if (track.node == u"gpu-011" && track.component == u"gpu") {
            track.verdict = Verdict::Failed;
            track.step = RolloutStep::DriverRestart;
            track.driverPod = pod;
            track.blockers = {{NoteKind::DriverPod, u"nvidia-driver-ctr of the driver pod "_s + pod +
                                                        u" restarted 411 times: CrashLoopBackOff: Could not "
                                                        u"resolve Linux kernel version"_s}};
        }
    }
    Finding headers;
    headers.signature = u"kernel-headers-unresolved"_s;
    headers.operand = headers.concerns = u"gpu-driver"_s;
    headers.component = u"GPU driver"_s;
    headers.release = u"nvidia-gpu-operator/gpu-operator"_s;
    headers.nodes = {u"gpu-011"_s};
    headers.since = ticketNow.addSecs(-420);
    headers.where = u"the container nvidia-driver-ctr of Pod "_s + pod;
    headers.quote = u"Could not resolve Linux kernel version"_s;
    headers.meaning = u"The driver's container finds no kernel-header package on this node, though other "
                      u"nodes with the same kernel took the same version."_s;
    headers.nextStep = u"Compare this node's package source and egress with those of gpu-000, gpu-001, "
                       u"gpu-002, then delete the driver pod for another try."_s;
    headers.confidence = Confidence::Likely;
    headers.owner = Owner::Shared;
    headers.scope = SupportScope::Supported;
    headers.consequences = {
        {u"device-plugin"_s,
         u"NVIDIA device plugin"_s,
         u"sandbox"_s,
         {u"gpu-011"_s},
         1,
         u"Failed to create pod sandbox: rpc error: code = Unknown desc = failed to get sandbox runtime: no "
         u"runtime for \"nvidia\" is configured"_s}};
    Finding held;
    held.signature = u"disruption-budget"_s;
    held.operand = u"gpu-driver"_s;
    held.concerns = u"workload-objects"_s;
    held.component = u"GPU driver"_s;
    held.nodes = {u"gpu-005"_s};
    held.since = ticketNow.addSecs(-360);
    held.where = u"the rollout on Node gpu-005"_s;
    held.quote = budget;
    held.meaning = u"A PodDisruptionBudget of the tenant allows no eviction, so the node cannot be emptied "
                   u"and keeps its slot."_s;
    held.nextStep = u"Ask the workload's owner to scale it up, to relax the budget, or to end the pod."_s;
    held.consequences = {{u"ofed-driver"_s,
                          u"InfiniBand driver"_s,
                          u"drain-failed"_s,
                          {u"gpu-005"_s},
                          1,
                          u"Failed to drain the node, error when evicting pods/\"notebook-0\" -n "
                          u"\"tenant-c\": global timeout reached: 5m0s"_s}};
    Finding autoscaler;
    autoscaler.component = u"Add-on"_s;
    autoscaler.release = u"crusoe-system/cluster-autoscaler"_s;
    autoscaler.since = ticketNow.addSecs(-540);
    autoscaler.scope = SupportScope::Supported;
    autoscaler.confidence = Confidence::Likely;
    autoscaler.bearing = Bearing::Symptom;
    autoscaler.meaning =
        u"The pod finds no node: a label that it asks for is missing, Node Feature Discovery "
        u"has not run, or nodes are full or tainted."_s;
    autoscaler.quote = u"0/24 nodes are available: 2 node(s) were unschedulable, 22 node(s) didn't match "
                       u"Pod's node affinity/selector. no new claims to deallocate, preemption: 0/24 nodes "
                       u"are available: 24 Preemption is not helpful for scheduling."_s;
    facts.findings = {headers, held, autoscaler};
    return facts;
}

} // namespace chartroom::test
