// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/printout.h"
#include "core/helm/release.h"
#include "core/responsibility/ownership.h"
#include "core/rollout/node_clocks.h"

namespace chartroom {

/// A release as `list` shows it.
struct InventoryRow
{
    QString cluster;
    Release release;
    Ownership ownership;
    std::optional<NodeClocks> nodes{}; ///< of what it brings; nothing where it brings no driver
    QString earlier{};                 ///< see earlierRevisionsText()
};

/// One map of the `list` contract: cluster, namespace, name, chart, chartVersion, appVersion, revision,
/// status, updated, neverUpgraded, owner, supportScope, evidence[] {text, source}, divergence {changedPaths,
/// unknownPaths, reference, revision (whose values are compared: while the newest is pending the deployed
/// one)}, rollout {basis (labels|evidence, null while no node can be read), components[] {component, nodes,
/// done, contradicted and verifying (of those done), waiting, moving, stuck, failed, lost, skipped, notKnown,
/// cordoned (of those done), unlabelled (of those not known), operatorNotice (that the operator does not run,
/// or its own update is not complete; null: it does, or unknown)}, unread[], unlabelled[] (components of
/// which no node has an upgrade label)}, null for a release that brings no driver, deployedRevisions[]
/// (newest first; more than one where two helms were at work at once).
[[nodiscard]] Value inventoryValue(const InventoryRow &row);

/// All rows, sorted by cluster, namespace and name. The cluster is a column when there is more than one.
[[nodiscard]] Printout inventoryPrintout(QList<InventoryRow> rows);

} // namespace chartroom
