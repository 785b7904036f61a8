// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnosis/kernel_peers.h"

#include "core/rollout/node_notes.h"

namespace chartroom {

KernelPeers::KernelPeers(const DiagnosisEvidence &evidence)
{
    for (const Node &node : evidence.nodes)
        m_kernels.insert(node.name, node.kernelVersion);
    QHash<QString, QString> images; // by driver pod
    for (const NodeTrack &track : evidence.tracks)
        images.insert(track.driverPod, {});
    for (const Pod &pod : evidence.pods)
        if (const auto image = images.find(fullName(pod)); image != images.end())
            *image = pod.image;
    for (const NodeTrack &track : evidence.tracks) {
        // What the pod runs: after a rollback that of a failed node still tries the other version.
        DriverTag driver = driverTag(images.value(track.driverPod));
        if (driver.version.isEmpty() && (track.isDriverCurrent || track.verdict == Verdict::Done))
            driver = {track.driverTo, track.driverKernel};
        const QString kernel = m_kernels.value(track.node);
        if (kernel.isEmpty() || driver.version.isEmpty())
            continue;
        m_tried.insert({track.node, track.component}, driver);
        if (track.isDriverReady || track.verdict == Verdict::Done)
            m_took[{track.component, kernel, driver.version, driver.kernel}].append(track.node);
    }
    for (QStringList &nodes : m_took)
        nodes.sort();
}

QList<KernelPeers::Peers> KernelPeers::of(const QStringList &nodes, const QString &component) const
{
    QList<Peers> all;
    for (const QString &node : nodes) {
        const QString kernel = m_kernels.value(node);
        const DriverTag driver = m_tried.value({node, component});
        QStringList others = m_took.value({component, kernel, driver.version, driver.kernel});
        others.removeAll(node);
        if (others.isEmpty())
            return {};
        if (const Peers peers{kernel, driver.version, others}; !all.contains(peers))
            all.append(peers);
    }
    return all;
}

} // namespace chartroom
