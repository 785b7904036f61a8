// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/diagnosis/diagnosis_evidence.h"
#include "core/rollout/daemon_set.h"

#include <QMap>

namespace chartroom {

/// Nodes on which the same driver came up with the same kernel, be it the newest or one that a rollback is
/// taking away. A driver is built for a kernel, so where there are some, kernel and version are not what is
/// wrong.
class KernelPeers
{
public:
    explicit KernelPeers(const DiagnosisEvidence &evidence);

    struct Peers
    {
        QString kernel;
        QString version;   ///< of the driver
        QStringList nodes; ///< sorted

        friend bool operator==(const Peers &, const Peers &) = default;
    };
    /// Of these nodes in the rollout of that component, each kernel and version once. Nothing unless every
    /// one of them has a peer.
    [[nodiscard]] QList<Peers> of(const QStringList &nodes, const QString &component) const;

private:
    QHash<QString, QString> m_kernels;     ///< by node
    QMap<QStringList, QStringList> m_took; ///< nodes by component, kernel, version and kernel of the image
    QHash<TrackKey, DriverTag> m_tried;    ///< that the driver pod has, by track
};

} // namespace chartroom
