// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/printout.h"
#include "core/helm/release.h"
#include "core/responsibility/ownership.h"

namespace chartroom {

/// A release as `list` shows it.
struct InventoryRow
{
    QString cluster;
    Release release;
    Ownership ownership;
};

/// One map of the `list` contract: cluster, namespace, name, chart, chartVersion, appVersion, revision,
/// status, updated, neverUpgraded, owner, supportScope, evidence[] {text, source}, divergence {changedPaths,
/// reference}.
[[nodiscard]] Value inventoryValue(const InventoryRow &row);

/// All rows, sorted by cluster, namespace and name. The cluster is a column when there is more than one.
[[nodiscard]] Printout inventoryPrintout(QList<InventoryRow> rows);

} // namespace chartroom
