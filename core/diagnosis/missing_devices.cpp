// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnosis/missing_devices.h"

#include "core/base/moments.h"
#include "core/diagnosis/statements.h"
#include "core/rollout/node_notes.h"

#include <QCoreApplication>
#include <QHash>
#include <QSet>

#include <algorithm>

namespace chartroom {

namespace {

using namespace Qt::StringLiterals;

constexpr QStringView rdmaPrefix = u"rdma/";

/// Of the ClusterPolicy that counts.
GpuSwitches switchesOf(const QList<ResourceStatus> &resources)
{
    QList<DriverPolicy> policies;
    for (const ResourceStatus &resource : resources) {
        if (resource.policy && resource.policy->kind == u"ClusterPolicy")
            policies.append(*resource.policy);
    }
    const auto counting =
        std::find_if(policies.cbegin(), policies.cend(),
                     [&policies](const DriverPolicy &policy) { return !isPassedOver(policy, policies); });
    return counting == policies.cend() ? GpuSwitches() : counting->switches;
}

class Inventory
{
    Q_DECLARE_TR_FUNCTIONS(Diagnosis)
public:
    Inventory(const DiagnosisEvidence &evidence, const Signatures &signatures)
        : m_evidence(evidence)
        , m_signatures(signatures)
        , m_switches(switchesOf(evidence.resources))
    {
        for (const ResourceStatus &resource : evidence.resources)
            m_meantOfAmd.unite(
                QSet<QString>(resource.nodesWithoutGpus.cbegin(), resource.nodesWithoutGpus.cend()));
        QSet<std::pair<QByteArray, std::pair<QString, QString>>> seen; // of one workload one pod tells
        for (const Pod &pod : evidence.pods) {
            if (evidence.isUnwanted())
                return;
            const qsizetype before = seen.size();
            seen.insert({pod.labels, {pod.namespaceName, pod.ownerName}});
            if (pod.ownerName.isEmpty() || seen.size() > before)
                m_present.insert(operandIdOf(pod, evidence, signatures));
        }
        for (const NodeTrack &track : evidence.tracks) {
            if (track.verdict == Verdict::Moving || track.verdict == Verdict::Slow)
                m_moving.insert(TrackKey{track.node, track.component});
            if (track.fewerSince.isValid())
                m_seenToGo.insert({track.node, track.component}, track.fewerSince);
            const bool isWithout =
                std::any_of(track.contradictions.cbegin(), track.contradictions.cend(),
                            [](const TrackNote &note) { return note.kind == u"doneWithoutDevices"; });
            if (isWithout && track.component == u"amd")
                m_withoutAmd.insert(track.node);
        }
        for (const Node &node : evidence.nodes)
            m_hasUsualPrefix = m_hasUsualPrefix || std::any_of(node.devices.keyBegin(), node.devices.keyEnd(),
                                                               [](const QString &device) {
                                                                   return device.startsWith(rdmaPrefix);
                                                               });
    }

    QList<Statement> take()
    {
        for (const Node &node : m_evidence.nodes) {
            if (m_evidence.isUnwanted())
                break;
            if (!node.ready)
                continue;
            if (!isMoving(node, u"gpu"_s) && !isMoving(node, u"amd"_s)) {
                takePartition(node, u"mig"_s);
                takePartition(node, u"vgpu"_s);
                takeGpus(node);
                takeGpuLabel(node);
            }
            if (!isMoving(node, u"ib"_s))
                takeNetwork(node);
        }
        return m_missing;
    }

private:
    [[nodiscard]] bool isMoving(const Node &node, const QString &component) const
    {
        return m_moving.contains(TrackKey{node.name, component});
    }

    /// The pod of the operand there; null for none.
    [[nodiscard]] const Pod *podOn(const QString &node, const QString &operand)
    {
        if (m_pods.isEmpty()) // few nodes miss anything, and a cluster has thousands of pods
            for (const Pod &pod : m_evidence.pods)
                if (const Operand *its = m_signatures.operandOfLabels(pod); its && !pod.node.isEmpty())
                    prefer(m_pods[{pod.node, its->id}], &pod);
        return m_pods.value({node, operand});
    }

    /// Devices go when the pod does that offers them. Where it is ready again, nobody saw when.
    void addDevices(const Node &node, const QString &operand, const QString &component, const QString &what,
                    const QString &text)
    {
        const Pod *pod = podOn(node.name, operand);
        QDateTime since = laterBy(m_seenToGo.value({node.name, component}), m_evidence.skew);
        if (!since.isValid() && pod)
            since = pod->notReadySince;
        const QDateTime calm =
            pod ? std::max({node.readySince, pod->created, pod->readySince}) : node.readySince;
        add(node, operand, what, text, since, calm);
    }

    void add(const Node &node, const QString &operand, const QString &what, const QString &text,
             const QDateTime &since, const QDateTime &calmSince)
    {
        if (!m_signatures.operand(operand))
            return;
        Statement missing;
        missing.kind = StatementKind::Missing;
        missing.operand = operand;
        missing.node = node.name;
        missing.object = u"Node "_s + node.name;
        missing.reason = what;
        missing.text = text;
        missing.since = since;
        missing.calmSince = calmSince;
        m_missing.append(missing);
    }

    /// The prefix of the RDMA device plugin's resources may be a site's own
    /// (Mellanox/k8s-rdma-shared-dev-plugin README, resourcePrefix). Where no node has the usual one, any
    /// device but a GPU may be one of those.
    [[nodiscard]] bool mayOfferRdma(const Node &node) const
    {
        const auto mayBeRdma = [this](const QString &device) {
            if (m_hasUsualPrefix)
                return device.startsWith(rdmaPrefix);
            return !device.startsWith(u"nvidia.com/gpu") && !device.startsWith(u"nvidia.com/mig-") &&
                   !isAmdGpu(device.toStdString());
        };
        return std::any_of(node.devices.keyBegin(), node.devices.keyEnd(), [&](const QString &device) {
            return mayBeRdma(device) && node.devices.value(device) > 0;
        });
    }

    [[nodiscard]] bool hasAmdGpus(const Node &node) const
    {
        return m_withoutAmd.contains(node.name) ||
               std::any_of(node.devices.keyBegin(), node.devices.keyEnd(),
                           [](const QString &device) { return isAmdGpu(device.toStdString()); });
    }

    /// A change of how the node's GPUs are divided: `kind` is mig or vgpu. While it is in progress its
    /// manager keeps the operands off the node, and one that dies leaves their labels paused
    /// (NVIDIA/mig-parted pkg/mig/reconfigure/reconfigure.go Run, NVIDIA/vgpu-device-manager
    /// cmd/nvidia-k8s-vgpu-dm).
    void takePartition(const Node &node, const QString &kind)
    {
        const QString config = u"nvidia.com/%1.config"_s.arg(kind);
        const QString state = node.labels.value(config + u".state"_s);
        QStringList told;
        for (const QString &label : {config, config + u".state"_s})
            if (node.labels.contains(label))
                told << label + u'=' + node.labels.value(label);
        const QString pausedValue = u"paused-for-%1-change"_s.arg(kind);
        QStringList paused;
        for (const auto &[label, value] : node.labels)
            if (value == pausedValue)
                paused << label + u'=' + value;
        paused.sort();
        const bool isManaged = hasPartitionManager(node.labels, m_switches, kind);
        const bool hasFailed = isManaged && state == u"failed";
        const bool isPending =
            isManaged && (state == u"pending" || state == u"rebooting" || !paused.isEmpty());
        if (hasFailed || isPending)
            add(node, u"device-plugin"_s, kind + (hasFailed ? u"Failed"_s : u"Pending"_s),
                (told + paused).join(u", "_s),
                laterBy(m_seenToGo.value({node.name, u"gpu"_s}), m_evidence.skew), node.readySince);
        else if (kind == u"mig")
            takeInvalidMig(node);
    }

    /// NVIDIA/k8s-device-plugin internal/lm/mig-strategy.go newInvalidMigStrategyLabeler
    void takeInvalidMig(const Node &node)
    {
        const QString product = node.labels.value(u"nvidia.com/gpu.product"_s);
        if (product.endsWith(u"-MIG-INVALID") && !offersNoneOnPurpose(node))
            add(node, u"device-plugin"_s, u"migInvalid"_s, u"nvidia.com/gpu.product="_s + product, {},
                node.readySince);
    }

    void addGpus(const Node &node, const QString &what, const QString &text)
    {
        if (!hasAmdGpus(node))
            addDevices(node, u"device-plugin"_s, u"gpu"_s, what, text);
        else // of AMD's device plugin no pod is known: only who saw them go knows when
            add(node, u"amd-driver"_s, what, text,
                laterBy(m_seenToGo.value({node.name, u"amd"_s}), m_evidence.skew), node.readySince);
    }

    /// A switch of the operator or of the node takes the GPUs from pods, as where DRA offers them.
    [[nodiscard]] bool offersNoneOnPurpose(const Node &node) const
    {
        return hasAmdGpus(node) ? m_meantOfAmd.contains(node.name)
                                : !deviceSwitch(node.labels, m_switches).isEmpty();
    }

    [[nodiscard]] static bool isLabelled(const Node &node)
    {
        return node.labels.value(u"nvidia.com/gpu.present"_s) == u"true";
    }

    void takeGpus(const Node &node)
    {
        if (offersNoneOnPurpose(node))
            return;
        const bool shouldOffer = m_withoutAmd.contains(node.name) || node.hasGpu() ||
                                 (isLabelled(node) && m_present.contains(u"device-plugin"_s));
        if (shouldOffer && node.gpuAllocatable == 0)
            addGpus(node, u"gpus"_s, tr("None of the node's GPUs can be given to pods."));
        else if (node.gpuAllocatable > 0 && node.gpuAllocatable < node.gpuCapacity)
            addGpus(node, u"someGpus"_s,
                    tr("%1 of %2 GPUs are allocatable.").arg(node.gpuAllocatable).arg(node.gpuCapacity));
    }

    /// Crusoe names the accelerator of a node pool: crusoecloud/solutions-library.
    void takeGpuLabel(const Node &node)
    {
        const QString accelerator = node.labels.value(u"crusoe.ai/accelerator"_s);
        if (accelerator.startsWith(u"nvidia") && !isLabelled(node) && m_present.contains(u"gpu-operator"_s))
            add(node, u"node-feature-discovery"_s, u"gpuLabel"_s,
                tr("crusoe.ai/accelerator is %1, and nvidia.com/gpu.present is not set.").arg(accelerator),
                {}, node.readySince);
    }

    void takeNetwork(const Node &node)
    {
        // Mellanox/network-operator pkg/nodeinfo/attributes.go L34@v26.4.1
        const QString label = u"network.nvidia.com/operator.mofed.wait"_s;
        const QString wait = node.labels.value(label);
        if (wait == u"true")
            addDevices(node, u"ofed-driver"_s, u"ib"_s, u"mofed"_s, label + u"=true"_s);
        const QString plugin = u"rdma-plugin"_s;
        if (wait == u"false" && m_present.contains(plugin) && !mayOfferRdma(node))
            addDevices(node, plugin, u"ib"_s, u"rdma"_s, tr("The node offers no RDMA device."));
    }

    const DiagnosisEvidence &m_evidence;
    const Signatures &m_signatures;
    const GpuSwitches m_switches;
    QSet<QString> m_meantOfAmd; ///< nodes that a DeviceConfig lets offer no GPUs to pods
    QSet<QString> m_present;    ///< operands that have a pod somewhere
    QSet<TrackKey> m_moving;
    QSet<QString> m_withoutAmd;    ///< nodes that AMD's operator says are done, and that offer no GPU
    bool m_hasUsualPrefix = false; ///< some node knows of RDMA devices by the default name
    QHash<TrackKey, QDateTime> m_seenToGo;
    QHash<std::pair<QString, QString>, const Pod *> m_pods; ///< by node and operand
    QList<Statement> m_missing;
};

} // namespace

QList<Statement> missingDevices(const DiagnosisEvidence &evidence, const Signatures &signatures)
{
    return Inventory(evidence, signatures).take();
}

} // namespace chartroom
