// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnosis/missing_devices.h"

#include "core/diagnosis/statements.h"

#include <QCoreApplication>
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

    void add(const Node &node, const QString &operand, const QString &what, const QString &text)
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
        missing.since = node.readySince;
        m_missing.append(missing);
    }

    static bool offers(const Node &node, const QString &prefix)
    {
        return std::any_of(node.devices.keyBegin(), node.devices.keyEnd(), [&](const QString &device) {
            return device.startsWith(prefix) && node.devices.value(device) > 0;
        });
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
            add(node, plugin, u"gpus"_s, tr("None of the node's GPUs can be given to pods."));
        else if (node.gpuAllocatable > 0 && node.gpuAllocatable < node.gpuCapacity)
            add(node, plugin, u"someGpus"_s,
                tr("%1 of %2 GPUs can be given to pods.").arg(node.gpuAllocatable).arg(node.gpuCapacity));
        // Crusoe names the accelerator of a node pool: crusoecloud/solutions-library.
        const bool isSaidToHave = node.labels.value(u"crusoe.ai/accelerator"_s).startsWith(u"nvidia");
        if (isSaidToHave && !isLabelled && m_present.contains(u"gpu-operator"_s))
            add(node, u"node-feature-discovery"_s, u"gpuLabel"_s,
                tr("crusoe.ai/accelerator is %1, and nvidia.com/gpu.present is not set.")
                    .arg(node.labels.value(u"crusoe.ai/accelerator"_s)));
    }

    void takeNetwork(const Node &node)
    {
        // Mellanox/network-operator pkg/nodeinfo/attributes.go L34@v26.4.1
        const QString label = u"network.nvidia.com/operator.mofed.wait"_s;
        const QString wait = node.labels.value(label);
        if (wait == u"true")
            add(node, u"ofed-driver"_s, u"mofed"_s, label + u"=true"_s);
        const QString plugin = u"rdma-plugin"_s;
        if (wait == u"false" && m_present.contains(plugin) && !offers(node, u"rdma/"_s))
            add(node, plugin, u"rdma"_s, tr("The node offers no RDMA device."));
    }

    const DiagnosisEvidence &m_evidence;
    const Signatures &m_signatures;
    QSet<QString> m_present; ///< operands that have a pod somewhere
    QSet<TrackKey> m_moving;
    QList<Statement> m_missing;
};

} // namespace

QList<Statement> missingDevices(const DiagnosisEvidence &evidence, const Signatures &signatures)
{
    return Inventory(evidence, signatures).take();
}

} // namespace chartroom
