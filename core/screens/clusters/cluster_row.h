// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/screens/addons/standing.h"

namespace chartroom {

class Fleet;

/// What is said of one cluster or recording beside the others. Text is safe to show (rule S15); what was not
/// read is empty, and its Standing unknown.
struct ClusterRow
{
    QString name; ///< as the fleet has it: the key
    QString shownName;
    bool isConnected = false; ///< what follows after `standing` is of a connection
    Standing standing;        ///< the worst of all
    QString kubernetes;       ///< "v1.33.4"
    QString nodes;            ///< "16 of 20"; "" until the nodes are listed
    QString gpus;             ///< available of all, see GpuCount: "120 of 128"
    Standing releases;        ///< the worst of them: "15 · 1 failed"
    Standing rollout;
    Standing findings;

    friend bool operator==(const ClusterRow &, const ClusterRow &) = default;
};

[[nodiscard]] ClusterRow clusterRow(const Fleet &fleet, const QString &name);
/// Of clusters in this order: what needs somebody first.
[[nodiscard]] int urgency(const ClusterRow &row);

} // namespace chartroom
