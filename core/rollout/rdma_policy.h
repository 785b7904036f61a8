// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kube/node.h"

#include <QMap>
#include <QSet>
#include <QStringList>

namespace chartroom {

class LenientJson;

/// Which RDMA devices nodes are to offer, as a NicClusterPolicy or NicNodePolicy (mellanox.com/v1alpha1) or a
/// SriovNetworkNodePolicy (sriovnetwork.openshift.io/v1) declares them. Prefix and name are those of each
/// entry of a plugin's configuration: Mellanox/k8s-rdma-shared-dev-plugin pkg/resources/resources_manager.go
/// ValidateConfigs (prefix rdma where there is none), k8snetworkplumbingwg/sriov-network-device-plugin
/// cmd/sriovdp/main.go flagInit (intel.com; the Network Operator sets no other one).
struct RdmaPolicy
{
    QStringList shared; ///< resources of the RDMA shared device plugin
    /// Resources of an SR-IOV device plugin. "/NAME" has the prefix that its operator was started with
    /// (RESOURCE_PREFIX, k8snetworkplumbingwg/sriov-network-operator pkg/vars/vars.go), which may be any.
    QStringList functions;
    QStringList unreadable; ///< fields that hold a plugin's configuration, and none that can be read
    /// A plugin has no configuration here: the site's own ConfigMap holds it (Mellanox/network-operator
    /// api/v1alpha1/nicclusterpolicy_types.go ImageSpecWithConfig).
    bool isElsewhere = false;
    QMap<QString, QString> nodeSelector; ///< the nodes that it is for; empty: all

    [[nodiscard]] static RdmaPolicy read(const LenientJson &spec);
    [[nodiscard]] static Result<RdmaPolicy> read(const KubeObject &object);
    [[nodiscard]] bool declaresNothing() const
    {
        return shared.isEmpty() && functions.isEmpty() && unreadable.isEmpty() && !isElsewhere;
    }

    friend bool operator==(const RdmaPolicy &, const RdmaPolicy &) = default;
};

using RdmaPolicyStore = ObjectStore<RdmaPolicy>;

/// Whether the resource is one that the Network Operator's plugins offer by default: rdma/..., or
/// nvidia.com/hostdev of its examples.
[[nodiscard]] bool isUsualRdma(QStringView resource);

/// The resources that are RDMA devices in a cluster: the usual ones and those that policies declare.
class RdmaNames
{
public:
    void add(const QStringList &resources);
    void add(const RdmaPolicy &policy);
    [[nodiscard]] bool has(const QString &resource) const;

    friend bool operator==(const RdmaNames &, const RdmaNames &) = default;

private:
    QSet<QString> m_declared;
};

struct DeviceCount
{
    int allocatable = 0;
    int total = 0; ///< 0 where the node knows of none

    friend bool operator==(const DeviceCount &, const DeviceCount &) = default;
};
[[nodiscard]] DeviceCount rdmaDevices(const Node &node, const RdmaNames &names);

} // namespace chartroom
