// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kube/label_map.h"
#include "core/kube/object_store.h"

#include <optional>

namespace chartroom {

/// How many nodes of a kind may be drained at a time (SriovNetworkPoolConfig, sriovnetwork.openshift.io/v1).
struct SriovPool
{
    QString uid;
    QString name;
    QString maxUnavailable;    ///< a number or a percentage; "": no limit
    QString nodes;             ///< spec.nodeSelector as LabelSelector::parse() reads it; "": all
    bool isForOffload = false; ///< for hardware offload of switches: it bounds no drain

    [[nodiscard]] static Result<SriovPool> read(const KubeObject &object);
};

using SriovPoolStore = ObjectStore<SriovPool>;

/// Which nodes a node is drained beside.
struct SriovPoolChoice
{
    QString name;                 ///< "": of the default pool, that of all nodes that no pool selects
    std::optional<QString> limit; ///< maxUnavailable, "" for none; nothing: not known
    QString standstill;           ///< why none of them is drained, as a sentence; "" when they are

    friend bool operator==(const SriovPoolChoice &, const SriovPoolChoice &) = default;
};

/// As the operator chooses (k8snetworkplumbingwg/sriov-network-operator
/// controllers/drain_controller_helper.go findNodePoolConfig): of the default pool one node at a time. Not
/// known where a pool selects by labels that a Node here does not keep.
[[nodiscard]] SriovPoolChoice poolOf(const LabelMap &labels, const QList<SriovPool> &pools);

} // namespace chartroom
