// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/diagnosis/finding.h"
#include "core/session/rollout_source.h"

#include <QDateTime>

namespace chartroom {

/// A node of a rollout and all that is known of it at a moment.
struct NodeReport
{
    QString node;
    QString cluster;
    QString context;           ///< of kubectl; "" for a recording
    QStringList kubeconfigs{}; ///< that kubectl reads
    QDateTime now;
    QList<NodeTrack> tracks;
    QList<NodeTenant> tenants;
    bool knowsTenants = true;  ///< these are all
    QList<Finding> findings{}; ///< about it
};

/// For a ticket or a chat. Text from the cluster is escaped: nothing in it is read as markup.
[[nodiscard]] QString markdownReport(const NodeReport &report);

/// The commands to look further, as a person types them in a POSIX shell. None that names something which is
/// no name of Kubernetes.
[[nodiscard]] QStringList kubectlCommands(const NodeReport &report);

} // namespace chartroom
