// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/invocation.h"
#include "core/compare/chart_lookup.h"
#include "core/session/cluster_session.h"
#include "core/upgrade/draft.h"

namespace chartroom {

/// A release and the chart version that the command line wants for it, as they were found.
struct UpgradeTarget
{
    ReleaseKey release;
    int newest = 0;       ///< its newest revision
    ReleaseRecord record; ///< of the one that helm would start from, see upgradeBase()
    Value edits;          ///< what --values and --set come to
    QString version;
    FoundChart found;
    QString canary;
    std::chrono::seconds bake{0};
    std::optional<int> gpuFloor;
    std::optional<std::chrono::seconds> timeout; ///< of helm

    [[nodiscard]] UpgradeDraft draft(const QString &context, Strategy strategy) const;
};

/// Errors: those of findRelease(), of the record, of the files and of ChartLookup; Unsupported in a
/// recording, which has no charts. All that it is given outlives the answer.
[[nodiscard]] QFuture<Result<UpgradeTarget>> findTarget(const Invocation &invocation, ClusterSession *session,
                                                        ChartSources *charts, QObject *owner);

} // namespace chartroom
