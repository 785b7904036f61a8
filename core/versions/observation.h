// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/versions/version_facts.h"

namespace chartroom {

/// What tells a version, what tells it best first.
enum class VersionSource {
    ClusterVersion,
    NodeInfo,
    NodeLabel, ///< of the driver that is loaded, or the site's own
    NicDevice,
    HelmRelease,
    ClusterServiceVersion,
    PodImage,
    ApiServer,
    NodeFeature,
    Report,
    PolicySpec,     ///< what an operator is told to bring
    DaemonSetImage, ///< what its pods are to run
    SriovNodeState, ///< how far the operator is with a node; no version
    FailedRelease,  ///< of a revision that was never deployed
};
[[nodiscard]] QString versionSourceText(VersionSource source); ///< stable: clusterVersion, nodeInfo, ...

/// One thing that tells a version.
struct VersionEvidence
{
    VersionSource source = VersionSource::NodeInfo;
    QString object; ///< ClusterPolicy cluster-policy, Node gpu-1; of several the first
    QString text;   ///< a sentence

    friend bool operator==(const VersionEvidence &, const VersionEvidence &) = default;
};

/// A version that runs, and where.
struct ObservedVersion
{
    QString version;   ///< without the image's suffix
    QStringList nodes; ///< sorted; empty: of the cluster as a whole
    QList<VersionEvidence> evidence;

    friend bool operator==(const ObservedVersion &, const ObservedVersion &) = default;
};

/// Whether something that runs itself tells it: a ready pod, a kubelet, the API server, the cluster's version
/// operator. A label, a release or another object may be left of what is gone.
[[nodiscard]] bool isSeenRunning(const ObservedVersion &version);

/// What a cluster really runs of one component.
struct Observation
{
    QString component;
    QList<ObservedVersion> versions; ///< that with the most nodes first; empty when nothing tells
    QStringList untold;              ///< nodes that have it and do not say which; sorted
    QString wanted;                  ///< what its operator is told to bring; "" when nobody tells it
    QList<VersionEvidence> wantedBy;
    QList<VersionEvidence> remarks; ///< contradictions and circumstances

    [[nodiscard]] bool isMixed() const { return versions.size() > 1; }
    /// The only version there is, "" for none or several.
    [[nodiscard]] QString single() const { return versions.size() == 1 ? versions[0].version : QString(); }

    friend bool operator==(const Observation &, const Observation &) = default;
};

/// In the order of matrixComponents(), then by name; a component of which nothing is there has none. A pure
/// function.
[[nodiscard]] QList<Observation> observe(const VersionFacts &facts);
/// Sentences about nodes that something tells of and that the cluster does not have: that does not count.
[[nodiscard]] QStringList strangersIn(const VersionFacts &facts);
/// Null for one that is not there.
[[nodiscard]] const Observation *observationOf(const QList<Observation> &all, QStringView component);

/// An instance of Node Feature Discovery.
struct NfdInstance
{
    QString name; ///< namespace/instance
    QString version;
    QString object;
};
/// By name.
[[nodiscard]] QList<NfdInstance> nfdInstances(const VersionFacts &facts);

/// 580.82.07 of nvcr.io/nvidia/driver:580.82.07-ubuntu22.04; "" for an image with a digest only.
[[nodiscard]] QString imageVersion(const QString &image);
/// The same of a version as a policy spells it; "" for a digest.
[[nodiscard]] QString plainVersion(const QString &version);

} // namespace chartroom
