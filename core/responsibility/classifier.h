// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/helm/release.h"
#include "core/responsibility/rules.h"

#include <QDateTime>
#include <QList>
#include <QStringList>

#include <optional>

namespace chartroom {

/// What is known of the other releases of a cluster, for telling a second instance from the first.
struct ReleaseOverview
{
    ReleaseKey key;
    QString chartName; ///< empty while the record is not read
    QStringList origins;
    QDateTime firstDeployed;
    bool isInstalled = true; ///< false when only the history of an uninstalled release is kept

    [[nodiscard]] static ReleaseOverview of(const Release &release);
};

/// The cluster around a release. What was not looked at stays empty and is then not used.
struct ClusterEvidence
{
    QString cluster;   ///< kubeconfig context, for decisions
    QDateTime created; ///< creation of the namespace kube-system
    QList<ReleaseOverview> releases;
    std::optional<QStringList> crds;
    std::optional<QStringList> csiDrivers;
};

/// Whose a release is. Pure: the same input gives the same answer.
///
/// The chart name leads to a component; namespace, home and sources, images, other releases of the same
/// chart, the time of the first deployment and CRDs confirm or contradict it, and each says so in a sentence.
/// A namespace alone decides nothing. A GPU or Network Operator outside of the Crusoe-provided one's
/// namespace, or a second one beside it, is the customer's. Divergence from the reference is shown and never
/// judged; a person's decision overrides the owner. All text from the cluster is made visible (rule S15).
[[nodiscard]] Ownership classify(const Release &release, const ClusterEvidence &cluster,
                                 const ResponsibilityRules &rules);

} // namespace chartroom
