// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/diagnosis/diagnosis_evidence.h"

#include <QSet>

namespace chartroom {

/// Which RDMA resources a node should offer. A plugin chooses cards by vendor, device and interface, which
/// nobody sees from outside, and on a node without such a card it offers 0 of its resource
/// (Mellanox/k8s-rdma-shared-dev-plugin pkg/resources/resources_manager.go InitServers). So it is expected of
/// nodes that have the devices or had them, and of those like them.
class ExpectedRdma
{
public:
    explicit ExpectedRdma(const DiagnosisEvidence &evidence);

    /// Resources of which the node has devices, and none that can be allocated. Not those of the RDMA plugin
    /// where each policy is for other nodes: of a plugin that went the kubelet keeps the devices for some
    /// minutes (kubernetes pkg/kubelet/cm/devicemanager/endpoint.go endpointStopGracePeriod@v1.36.3).
    [[nodiscard]] QStringList goneFrom(const Node &node) const;
    /// What is declared for the node, where it offers nothing of that and should: it did (`wasSeenToGo`),
    /// nodes of its type do, or no node at all does. Empty too where that is unknown.
    [[nodiscard]] QStringList absentFrom(const Node &node, bool wasSeenToGo) const;
    /// The plugin that offers the resource: rdma-plugin or sriov-plugin.
    [[nodiscard]] QString operandOf(const QString &resource) const;

private:
    struct Declared
    {
        QStringList resources;
        bool isKnown = true;
    };
    [[nodiscard]] Declared declaredFor(const Node &node) const;

    QList<RdmaPolicy> m_policies; ///< of the Network Operator, those that count
    RdmaNames m_names;            ///< of all policies
    RdmaNames m_functions;
    QStringList m_usual;                       ///< that some node knows of
    QHash<QString, QSet<QString>> m_typesWith; ///< of nodes that offer it, by resource
};

} // namespace chartroom
