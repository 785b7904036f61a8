// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/diagnosis/hook_job.h"
#include "core/diagnosis/log_text.h"
#include "core/diagnosis/operator_kinds.h"
#include "core/diagnosis/warning_event.h"
#include "core/kube/node.h"
#include "core/kube/pod.h"
#include "core/responsibility/board.h"
#include "core/rollout/device_offers.h"
#include "core/rollout/operator_deployment.h"
#include "core/rollout/track.h"

#include <QHash>
#include <QMap>
#include <QSet>

#include <chrono>
#include <stop_token>

namespace chartroom {

/// Everything that a diagnosis rests on, at one moment. What was not read stays empty and is then not judged.
struct DiagnosisEvidence
{
    ObjectMap<Node> nodes; ///< by uid, as the stores keep them: shared, not copied
    ObjectMap<Pod> pods;
    QList<NodeTrack> tracks;
    ClaimableGpusByNode claimable;                   ///< RolloutStore::claimableGpus()
    QMap<QString, OperatorDeployment> goneOperators; ///< RolloutStore::goneOperators()
    QList<WarningEvent> events;
    QMap<QString, QSet<DriverKind>> toldRollouts; ///< by node, of which events tell, or told
    QList<ResourceStatus> resources;
    QList<KindCount> counts; ///< of the OperatorKinds that were listed to their end
    QList<LogText> logs;
    QList<OwnedRelease> releases;
    /// By namespace/name, of hooks among `releases`: nothing for one that is gone.
    QHash<QString, std::optional<HookJob>> hookJobs;
    QStringList managedNamespaces; ///< where no tenant's pods are
    QDateTime now;                 ///< UTC, by the cluster's clock
    /// How far that is ahead of the clock by which `tracks` were seen and missing devices noticed.
    std::chrono::milliseconds skew{0};
    /// What keeps a node in its rollout is told at once, for a text that asks about that node at once.
    bool isUrgent = false;
    /// Once asked to stop, nobody wants to know any more: whoever goes through the evidence ends soon, and
    /// what he says then is only a part of it.
    std::stop_token stop = {};

    [[nodiscard]] bool isUnwanted() const { return stop.stop_requested(); }
};

} // namespace chartroom
