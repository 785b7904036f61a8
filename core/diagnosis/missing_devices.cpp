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

class Inventory
{
    Q_DECLARE_TR_FUNCTIONS(Diagnosis)
public:
    Inventory(const DiagnosisEvidence &evidence, const Signatures &signatures)
        : m_evidence(evidence)
        , m_signatures(signatures)
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
        }
    }

    QList<Statement> take()
    {
        for (const Node &node : m_evidence.nodes) {
            if (m_evidence.isUnwanted())
                break;
            if (!node.ready)
                continue;
            if (!isMoving(node, u"gpu"_s) && !isMoving(node, u"amd"_s))
                takeGpus(node);
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

    static bool offers(const Node &node, const QString &prefix)
    {
        return std::any_of(node.devices.keyBegin(), node.devices.keyEnd(), [&](const QString &device) {
            return device.startsWith(prefix) && node.devices.value(device) > 0;
        });
    }

    static bool hasAmdGpus(const Node &node)
    {
        return std::any_of(node.devices.keyBegin(), node.devices.keyEnd(),
                           [](const QString &device) { return isAmdGpu(device.toStdString()); });
    }

    void addGpus(const Node &node, const QString &what, const QString &text)
    {
        if (!hasAmdGpus(node))
            addDevices(node, u"device-plugin"_s, u"gpu"_s, what, text);
        else // of AMD's device plugin no pod is known: only who saw them go knows when
            add(node, u"amd-driver"_s, what, text,
                laterBy(m_seenToGo.value({node.name, u"amd"_s}), m_evidence.skew), node.readySince);
    }

    void takeGpus(const Node &node)
    {
        const QString plugin = u"device-plugin"_s;
        const bool isLabelled = node.labels.value(u"nvidia.com/gpu.present"_s) == u"true";
        const bool isForContainers =
            node.labels.value(u"nvidia.com/gpu.workload.config"_s, u"container"_s) == u"container";
        const bool shouldOffer =
            node.hasGpu() || (isLabelled && isForContainers && m_present.contains(plugin));
        if (shouldOffer && node.gpuAllocatable == 0)
            addGpus(node, u"gpus"_s, tr("None of the node's GPUs can be given to pods."));
        else if (node.gpuAllocatable > 0 && node.gpuAllocatable < node.gpuCapacity)
            addGpus(node, u"someGpus"_s,
                    tr("%1 of %2 GPUs are allocatable.").arg(node.gpuAllocatable).arg(node.gpuCapacity));
        // Crusoe names the accelerator of a node pool: crusoecloud/solutions-library.
        const bool isSaidToHave = node.labels.value(u"crusoe.ai/accelerator"_s).startsWith(u"nvidia");
        if (isSaidToHave && !isLabelled && m_present.contains(u"gpu-operator"_s))
            add(node, u"node-feature-discovery"_s, u"gpuLabel"_s,
                tr("crusoe.ai/accelerator is %1, and nvidia.com/gpu.present is not set.")
                    .arg(node.labels.value(u"crusoe.ai/accelerator"_s)),
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
        if (wait == u"false" && m_present.contains(plugin) && !offers(node, u"rdma/"_s))
            addDevices(node, plugin, u"ib"_s, u"rdma"_s, tr("The node offers no RDMA device."));
    }

    const DiagnosisEvidence &m_evidence;
    const Signatures &m_signatures;
    QSet<QString> m_present; ///< operands that have a pod somewhere
    QSet<TrackKey> m_moving;
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
