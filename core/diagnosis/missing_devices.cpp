// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnosis/missing_devices.h"

#include "core/base/moments.h"
#include "core/diagnosis/expected_amd_gpus.h"
#include "core/diagnosis/expected_rdma.h"
#include "core/diagnosis/statements.h"
#include "core/rollout/node_notes.h"

#include <QCoreApplication>
#include <QHash>
#include <QSet>

#include <algorithm>

namespace chartroom {

namespace {

using namespace Qt::StringLiterals;

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
        , m_expectedAmdGpus(evidence)
        , m_expectedRdma(evidence)
    {
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
                            [](const TrackNote &note) { return note.kind == NoteKind::DoneWithoutDevices; });
            if (isWithout && track.component == u"amd")
                m_withoutAmd.insert(track.node);
        }
    }

    QList<Statement> take()
    {
        for (const Node &node : m_evidence.nodes) {
            if (m_evidence.isUnwanted())
                break;
            if (!node.ready)
                continue;
            takePartition(node, u"mig"_s);
            takePartition(node, u"vgpu"_s);
            if (!isMoving(node, u"gpu"_s) && !isMoving(node, u"amd"_s)) {
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

    /// A change of how the node's GPUs are divided: `kind` is mig or vgpu. While it is in progress its
    /// manager keeps the operands off the node, and one that dies leaves their labels paused
    /// (NVIDIA/mig-parted pkg/mig/reconfigure/reconfigure.go Run, NVIDIA/vgpu-device-manager
    /// cmd/nvidia-k8s-vgpu-dm). While the driver is replaced the manager is off the node, and its labels are
    /// those of before: a change that had failed is told as that, one that is pending says nothing.
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
        QString text = (told + paused).join(u", "_s);
        const bool isReplaced = isMoving(node, u"gpu"_s);
        if (isReplaced)
            text +=
                u' ' + tr("(as last set: its manager may not have run since the rollout began on the node)");
        if (hasFailed || (isPending && !isReplaced))
            add(node, u"device-plugin"_s, kind + (hasFailed ? u"Failed"_s : u"Pending"_s), text,
                laterBy(m_seenToGo.value({node.name, u"gpu"_s}), m_evidence.skew), node.readySince);
        else if (kind == u"mig" && !isReplaced)
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

    void takeGpus(const Node &node)
    {
        if (m_withoutAmd.contains(node.name) || hasAmdGpus(node))
            takeAmdGpus(node);
        else
            takeNvidiaGpus(node);
    }

    /// A switch of the operator or of the node takes the GPUs from pods, as where DRA offers them.
    [[nodiscard]] bool offersNoneOnPurpose(const Node &node) const
    {
        return hasAmdGpus(node) ? m_expectedAmdGpus.on(node) == ExpectedAmdGpus::Expected::No
                                : !deviceSwitch(node.labels, m_switches).isEmpty();
    }

    [[nodiscard]] static bool isLabelled(const Node &node)
    {
        return node.labels.value(u"nvidia.com/gpu.present"_s) == u"true";
    }

    /// Of AMD's device plugin no pod is known: only who saw GPUs go knows when.
    void takeAmdGpus(const Node &node)
    {
        const bool mayClaim = takeClaimable(node, u"amd-driver"_s, u"amd"_s);
        const auto expected = m_expectedAmdGpus.on(node);
        if (expected == ExpectedAmdGpus::Expected::No)
            return;
        const bool shouldOffer =
            expected == ExpectedAmdGpus::Expected::Yes || m_withoutAmd.contains(node.name) || node.hasGpu();
        const auto addTo = [&](const QString &what, const QString &text) {
            add(node, u"amd-driver"_s, what, text,
                laterBy(m_seenToGo.value({node.name, u"amd"_s}), m_evidence.skew), node.readySince);
        };
        takeOffer(node, shouldOffer && !mayClaim, addTo);
    }

    /// Whether ResourceSlices offer GPUs of the node, or may: then the device plugin need not.
    bool takeClaimable(const Node &node, const QString &operand, const QString &component)
    {
        const ClaimableGpus gpus = m_evidence.claimable.value(node.name);
        if (!gpus.own.taints.isEmpty() || gpus.isAllTainted())
            add(node, operand, u"taintedGpus"_s,
                tr("Tainted, so that new claims do not get them: %1.", "devices").arg(taintsText(gpus)),
                laterBy(m_seenToGo.value({node.name, component}), m_evidence.skew), node.readySince);
        return gpus.isOffered() || gpus.isUnknown;
    }

    static QString someGpusText(const Node &node)
    {
        const QString kinds = gpuKindsText(node, true);
        return kinds.isEmpty() ? tr("%1 of %2 GPUs are allocatable.")
                                     .arg(node.gpuAllocatable.gpus)
                                     .arg(node.gpuCapacity.gpus)
                               : tr("%1 are allocatable.", "numbers of resources").arg(kinds);
    }

    /// `addTo(what, text)` says what is missing.
    template<typename Add>
    void takeOffer(const Node &node, bool shouldOffer, Add addTo)
    {
        if (shouldOffer && node.gpuAllocatable.isEmpty())
            addTo(u"gpus"_s, tr("None of the node's GPUs are allocatable."));
        else if (!node.gpuAllocatable.isEmpty() && node.gpuAllocatable.devices < node.gpuCapacity.devices)
            addTo(u"someGpus"_s, someGpusText(node));
    }

    void takeNvidiaGpus(const Node &node)
    {
        const QString plugin = u"device-plugin"_s;
        const bool mayClaim = takeClaimable(node, u"dra-driver"_s, u"gpu"_s);
        if (offersNoneOnPurpose(node))
            return;
        const bool shouldOffer = node.hasGpu() || (isLabelled(node) && m_present.contains(plugin));
        takeOffer(node, shouldOffer && !mayClaim, [&](const QString &what, const QString &text) {
            addDevices(node, plugin, u"gpu"_s, what, text);
        });
    }

    /// Crusoe names the accelerator of a node pool: crusoecloud/solutions-library.
    void takeGpuLabel(const Node &node)
    {
        const QString accelerator = node.labels.value(u"crusoe.ai/accelerator"_s);
        if (accelerator.startsWith(u"nvidia") && !isLabelled(node) && m_present.contains(u"gpu-operator"_s))
            add(node, u"node-feature-discovery"_s, u"gpuLabel"_s,
                tr("crusoe.ai/accelerator is %1, but nvidia.com/gpu.present is not set.").arg(accelerator),
                {}, node.readySince);
    }

    void takeNetwork(const Node &node)
    {
        // Mellanox/network-operator pkg/nodeinfo/attributes.go L34@v26.4.1
        const QString label = u"network.nvidia.com/operator.mofed.wait"_s;
        const QString wait = node.labels.value(label);
        if (wait == u"true")
            addDevices(node, u"ofed-driver"_s, u"ib"_s, u"mofed"_s, label + u"=true"_s);
        else
            takeRdma(node, wait == u"false");
    }

    /// The plugins' pods come to a node once its driver is ready (Mellanox/network-operator
    /// manifests/state-rdma-shared-device-plugin, state-sriov-device-plugin).
    void takeRdma(const Node &node, bool isDriverReady)
    {
        const QStringList gone = m_expectedRdma.goneFrom(node);
        for (const QString &resource : gone)
            addDevices(node, m_expectedRdma.operandOf(resource), u"ib"_s, u"rdma"_s,
                       tr("The node has devices of %1, but none are allocatable.").arg(resource));
        if (!gone.isEmpty() || !isDriverReady)
            return;
        const QStringList absent = m_expectedRdma.absentFrom(node, m_seenToGo.contains({node.name, u"ib"_s}));
        const QString operand = absent.isEmpty() ? QString() : m_expectedRdma.operandOf(absent.first());
        if (m_present.contains(operand))
            addDevices(node, operand, u"ib"_s, u"rdma"_s,
                       tr("The node has none of the expected RDMA devices: %1.").arg(absent.join(u", "_s)));
    }

    const DiagnosisEvidence &m_evidence;
    const Signatures &m_signatures;
    const GpuSwitches m_switches;
    const ExpectedAmdGpus m_expectedAmdGpus;
    const ExpectedRdma m_expectedRdma;
    QSet<QString> m_present; ///< operands that have a pod somewhere
    QSet<TrackKey> m_moving;
    QSet<QString> m_withoutAmd; ///< nodes that AMD's operator says are done, and that offer no GPU
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
