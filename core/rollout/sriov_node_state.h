// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kube/object_store.h"

namespace chartroom {

/// A network port whose virtual functions the SR-IOV operator sets.
struct SriovPort
{
    QString address; ///< PCI
    QString name;
    int wanted = 0; ///< virtual functions
    int set = 0;

    friend bool operator==(const SriovPort &, const SriovPort &) = default;
};

/// How far a node's SR-IOV configuration is: SriovNetworkNodeState (sriovnetwork.openshift.io/v1), which
/// bears the node's name, and its drain annotations (SRIOV pkg/consts/constants.go@v1.6.0).
struct SriovNodeState
{
    QString uid;
    QString namespaceName;
    QString name;
    QString sync;      ///< status.syncStatus: Succeeded, Failed, InProgress; "" while the daemon said nothing
    QString lastError; ///< status.lastSyncError
    /// Conditions that are bad when True (isBadWhenTrue()) and are, with their messages; operators after v1.6
    /// write DrainDegraded and Degraded (k8snetworkplumbingwg/sriov-network-operator api/v1/conditions.go).
    QStringList degraded;
    QString desired; ///< what the node's daemon wants: Idle, Drain_Required, Reboot_Required
    QString current; ///< what the operator does: Idle, Draining, DrainComplete
    QList<SriovPort> ports;

    [[nodiscard]] static Result<SriovNodeState> read(const KubeObject &object);
    [[nodiscard]] QString fullName() const { return namespaceName + u'/' + name; }
    [[nodiscard]] bool asksNothing() const { return isRest(desired); }
    [[nodiscard]] bool isIdle() const { return asksNothing() && isRest(current); }
    /// The operator has taken the node: it counts against the pool's limit.
    [[nodiscard]] bool holdsSlot() const { return !isRest(current); }
    [[nodiscard]] int wanted() const;
    [[nodiscard]] int set() const;

private:
    [[nodiscard]] static bool isRest(const QString &drain) { return drain.isEmpty() || drain == u"Idle"; }
};

using SriovNodeStateStore = ObjectStore<SriovNodeState>;

} // namespace chartroom
