// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/charts/chart_sources.h"
#include "core/rollout/sriov_node_state.h"
#include "core/session/cluster_session.h"
#include "core/versions/audit_finding.h"

namespace chartroom {

/// The facts of one pod: of its component and of what runs beside a driver; none for a pod of no component.
[[nodiscard]] QList<PodFact> podFacts(const Pod &pod);
/// So that no hash's order is seen.
void sortPods(QList<PodFact> &pods);
/// What a session's stores have beside pods: nodes, releases by their newest record. Sorted, and what was
/// listed too, so that no hash's order is seen.
void takeSessionFacts(const ClusterSession &session, VersionFacts &facts);

/// The newest revision that was deployed; 0 when none that is kept was.
[[nodiscard]] int runningRevision(const Release &release);
/// gpu_operator, network_operator or sriov_operator of a chart's name; "" for any other.
[[nodiscard]] QString operatorOfChart(const QString &chart);

/// A release and its manifest, for imagesOf().
using ReleaseManifests = QList<std::pair<ReleaseKey, QByteArray>>;
/// Of the releases that some DaemonSet says it is of, and whose newest revision is deployed.
[[nodiscard]] ReleaseManifests manifestsWithDaemonSets(const ClusterSession &session,
                                                       const VersionFacts &facts);
/// Their DaemonSets' images; the other fields are empty. For the pool.
[[nodiscard]] QList<ReleaseFact> imagesOf(const ReleaseManifests &manifests);
void addImages(const QList<ReleaseFact> &images, VersionFacts &facts);

/// What an index lists.
[[nodiscard]] PublishedVersions publishedIn(const QString &component, const QString &chart,
                                            const ChartVersions &versions);

} // namespace chartroom
