// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnosis/kernel_peers.h"

namespace chartroom {

KernelPeers::KernelPeers(const DiagnosisEvidence &evidence)
{
    for (const Node &node : evidence.nodes)
        m_kernels.insert(node.name, node.kernelVersion);
    for (const NodeTrack &track : evidence.tracks) {
        const QString kernel = m_kernels.value(track.node);
        if (kernel.isEmpty() || track.driverTo.isEmpty())
            continue;
        if (track.isDriverCurrent) // after a rollback the pod of a failed node still tries the other one
            m_wanted.insert({track.node, track.component}, track.driverTo);
        if (track.verdict == Verdict::Done)
            m_took[{track.component, kernel, track.driverTo}].append(track.node);
    }
    for (QStringList &nodes : m_took)
        nodes.sort();
}

QList<KernelPeers::Peers> KernelPeers::of(const QStringList &nodes, const QString &component) const
{
    QList<Peers> all;
    for (const QString &node : nodes) {
        const QString kernel = m_kernels.value(node);
        const QString version = m_wanted.value({node, component});
        QStringList others = m_took.value({component, kernel, version});
        others.removeAll(node);
        if (others.isEmpty())
            return {};
        if (const Peers peers{kernel, version, others}; !all.contains(peers))
            all.append(peers);
    }
    return all;
}

} // namespace chartroom
