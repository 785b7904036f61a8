// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/helm/release.h"
#include "core/rollout/driver_group.h"
#include "core/rollout/node_clocks.h"
#include "core/rollout/verdict_counts.h"
#include "core/session/visual_state.h"

#include <QDateTime>
#include <QHash>
#include <QString>

#include <optional>

namespace chartroom {

class ReleaseSource;
class RolloutModel;
struct NodeTenant;

/// Whether a node of which that is said moves or waits.
[[nodiscard]] constexpr bool isOnItsWay(Verdict verdict)
{
    return verdict == Verdict::Moving || verdict == Verdict::Slow || verdict == Verdict::Stuck ||
           verdict == Verdict::Waiting;
}

/// The nodes' clock: how many are where in the rollout of `component`, whose versions are its heading.
struct RolloutSummary : VerdictCounts
{
    int gpus = 0; ///< available, see GpuCount: on all nodes of the cluster
    int gpusTotal = 0;
    QString gpuParts; ///< gpuPartsText(), which are not among them
    /// Of the two drivers the one that goes on; where one has come to a standstill the other may be on its
    /// way. The first where none or both are.
    QString component;
    int lane = 0;               ///< of the component, in each row
    QList<DriverGroup> drivers; ///< of the component, those with nodes to go first; without their tracks

    friend bool operator==(const RolloutSummary &, const RolloutSummary &) = default;
};

[[nodiscard]] RolloutSummary rolloutSummary(const RolloutModel &model);

/// "3 moving · 1 slow · 3 waiting · 1 skipped"; "" where none is on its way.
[[nodiscard]] QString progressText(const VerdictCounts &counts);
/// "1 failed · 1 stuck · 1 lost · 1 contradicted"; "" without trouble.
[[nodiscard]] QString troubleText(const VerdictCounts &counts);
/// Both.
[[nodiscard]] QString restText(const VerdictCounts &counts);
/// "next: tenant-b/trainer (8 GPUs), tenant-a/inference (4 GPUs) and 2 more": who loses GPUs; "" for nobody.
[[nodiscard]] QString nextTenantsText(const QList<NodeTenant> &tenants, qsizetype most);
/// "GPU driver 580.82.07 → 580.105.08", as far as known; "GPU driver h100: 570 → 580 · a100: 535 → 570" where
/// several drivers are led by policies of their own.
[[nodiscard]] QString rolloutTitle(const RolloutSummary &summary);
/// Where that is too long: "GPU driver → 580.105.08".
[[nodiscard]] QString shortRolloutTitle(const RolloutSummary &summary);

/// The release's clock: what Helm says of the chart that brings a component.
struct ReleaseClock
{
    bool isKnown = false;
    bool isPending = false; ///< not known, and releases are still being read
    ReleaseKey key;
    VisualState state = VisualState::Unknown;
    QString status;
    QString name;
    QString chart; ///< "gpu-operator v25.10.1"
    int revision = 0;
    QDateTime updated;

    friend bool operator==(const ReleaseClock &, const ReleaseClock &) = default;
};

/// The release whose chart installs that component's operator; of several the one in the namespace of the
/// driver's pods, else one that is not the customer's own. `source` may be null.
[[nodiscard]] std::optional<ReleaseKey> releaseOf(const ReleaseSource *source, const QString &component,
                                                  const QString &driverNamespace);
/// The clocks of what each release brings, for every release whose chart brings a driver and is meant to be
/// in the cluster. `source` may be null.
[[nodiscard]] QHash<ReleaseKey, NodeClocks> clocksByRelease(const ReleaseSource *source,
                                                            const NodeClocks &clocks);
/// Of releaseOf().
[[nodiscard]] ReleaseClock releaseClock(const ReleaseSource *source, const QString &component,
                                        const QString &driverNamespace);

} // namespace chartroom
