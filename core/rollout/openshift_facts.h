// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kube/object.h"

#include <QStringList>

namespace chartroom {

/// OpenShift's ClusterVersion (config.openshift.io/v1).
struct ClusterVersionFact
{
    QString name;
    QString desired;
    QString completed; ///< the newest that was installed to its end
    bool isProgressing = false;

    [[nodiscard]] static Result<ClusterVersionFact> read(const KubeObject &object);
};

/// How many of a pool's nodes have the system that they are to have: OpenShift's MachineConfigPool
/// (openshift/api machineconfiguration/v1/types.go).
struct MachinePoolFact
{
    QString name;
    int machines = 0;
    int updated = 0;
    bool isUpdated = false;
    bool isUpdating = false;
    bool isPaused = false; ///< nodes that are behind stay so

    [[nodiscard]] static Result<MachinePoolFact> read(const KubeObject &object);
    [[nodiscard]] bool isUnderWay() const { return isUpdating || (!isUpdated && updated < machines); }
};

/// What OpenShift tells of the cluster itself; nothing of any other cluster.
struct OpenShiftFacts
{
    QList<ClusterVersionFact> versions;
    QList<MachinePoolFact> pools;

    /// A line for each that is under way.
    [[nodiscard]] QStringList changes() const;
};

} // namespace chartroom
