// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/upgrade/preflight_evidence.h"
#include "core/upgrade/preflight_finding.h"

namespace chartroom {

/// The checks of the preflight: each is a pure function of the evidence. What the evidence does not hold
/// makes a check Unknown.

// Tools and rights (preflight_tooling.cpp)
[[nodiscard]] PreflightFinding checkHelm(const PreflightEvidence &evidence);
[[nodiscard]] PreflightFinding checkRights(const PreflightEvidence &evidence);

// The release (preflight_release.cpp)
[[nodiscard]] PreflightFinding checkRevision(const PreflightEvidence &evidence);
[[nodiscard]] PreflightFinding checkPending(const PreflightEvidence &evidence);
/// What it says of a release that helm may be at work on, or that it refuses, by the revisions alone: before
/// anything else is looked at. "" for none.
[[nodiscard]] QString pendingText(const Release &release, const QDateTime &now, const QDateTime &serverNow);
[[nodiscard]] PreflightFinding checkTarget(const PreflightEvidence &evidence); ///< only of a rollback
[[nodiscard]] PreflightFinding checkManagers(const PreflightEvidence &evidence);
[[nodiscard]] PreflightFinding checkRecordSize(const PreflightEvidence &evidence);
/// What becomes of the revisions that are stored.
[[nodiscard]] PreflightFinding checkHistory(const PreflightEvidence &evidence);

// Values and chart (preflight_chart.cpp)
[[nodiscard]] PreflightFinding checkValues(const PreflightEvidence &evidence);
[[nodiscard]] PreflightFinding checkPin(const PreflightEvidence &evidence);
[[nodiscard]] PreflightFinding checkKubeVersion(const PreflightEvidence &evidence);
[[nodiscard]] PreflightFinding checkVersionStep(const PreflightEvidence &evidence);
[[nodiscard]] PreflightFinding checkDeprecated(const PreflightEvidence &evidence);

// What helm would leave as it is in the cluster, although the manifest says otherwise
// (preflight_unapplied.cpp)
/// Custom resources: of them a client-side helm sends the JSON merge patch from the manifest that it starts
/// from to the target's, without a look at the cluster; applied by the server, every field is sent (helm/helm
/// pkg/kube/client.go@v3.21.4, @v4.2.4 createPatch, patchResourceServerSide). A rollback starts from the
/// newest record whatever its status, an upgrade from upgradeBase() (pkg/action/rollback.go prepareRollback).
[[nodiscard]] PreflightFinding checkUnapplied(const PreflightEvidence &evidence);

// What the upgrade brings to the cluster (preflight_cluster.cpp, preflight_crds.cpp)
[[nodiscard]] PreflightFinding checkCrds(const PreflightEvidence &evidence);
[[nodiscard]] PreflightFinding checkHooks(const PreflightEvidence &evidence);
[[nodiscard]] PreflightFinding checkRehearsal(const PreflightEvidence &evidence);
[[nodiscard]] PreflightFinding checkNodeImpact(const PreflightEvidence &evidence);

// The nodes that it reaches (preflight_nodes.cpp)
/// In no step of a rollout.
[[nodiscard]] bool isAtRest(const NodeTrack &track);
[[nodiscard]] QString stepLine(const NodeTrack &track); ///< "gpu-003 (ib): cordon since ..."
/// What ends a rollout in which these nodes are: time, or somebody's hand where it never would.
[[nodiscard]] QString wayToEnd(const QList<const NodeTrack *> &underWay);
[[nodiscard]] PreflightFinding checkBlockers(const PreflightEvidence &evidence);
[[nodiscard]] PreflightFinding checkUnavailable(const PreflightEvidence &evidence);
[[nodiscard]] PreflightFinding checkLeftovers(const PreflightEvidence &evidence);

// What else is new or under way: another driver, a release, the cluster itself
// (preflight_one_at_a_time.cpp)
[[nodiscard]] PreflightFinding checkOneAtATime(const PreflightEvidence &evidence);

// The node that goes first (preflight_canary.cpp); only with one
[[nodiscard]] PreflightFinding checkCanary(const PreflightEvidence &evidence);

// Capacity and time (preflight_window.cpp)
[[nodiscard]] PreflightFinding checkCapacity(const PreflightEvidence &evidence);
/// Its id is windowEnd once the window is over: why nodes may take longer than a window is no reason to run
/// without one.
[[nodiscard]] PreflightFinding checkWindow(const PreflightEvidence &evidence);
/// Only with a window, and when the upgrade follows at once: too early wants a reason of its own.
[[nodiscard]] PreflightFinding checkWindowStart(const PreflightEvidence &evidence);

// Whose it is (preflight_ownership.cpp)
[[nodiscard]] PreflightFinding checkOwnership(const PreflightEvidence &evidence);

/// All of them, in this order; of a rollback those that can speak of one. Some ten milliseconds: for the
/// pool.
[[nodiscard]] QList<PreflightFinding> preflightFindings(const PreflightEvidence &evidence);

} // namespace chartroom
