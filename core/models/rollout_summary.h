// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/helm/release.h"
#include "core/models/visual_state.h"
#include "core/rollout/track.h"

#include <QDateTime>
#include <QString>

#include <array>
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

/// The nodes' clock: how many are where. A node counts once, by the driver that is worse off.
struct RolloutSummary
{
    std::array<int, allVerdicts.size()> nodes{}; ///< by verdict
    int total = 0;                               ///< without those that no rollout concerns
    int gpus = 0;                                ///< that pods can be given now
    int gpusTotal = 0;
    /// Of the two drivers the one that goes on; where one has come to a standstill the other may be on its
    /// way. The first where none or both are.
    QString component;
    int lane = 0; ///< of the component, in each row
    QString from; ///< the version most nodes come from; "" where nothing is known
    QString to;

    [[nodiscard]] int count(Verdict verdict) const { return nodes[size_t(verdict)]; }
    [[nodiscard]] int done() const { return count(Verdict::Done); }
    [[nodiscard]] int moving() const
    {
        return count(Verdict::Moving) + count(Verdict::Slow) + count(Verdict::Stuck);
    }
    [[nodiscard]] bool isUnderWay() const { return moving() + count(Verdict::Waiting) > 0; }
    [[nodiscard]] int trouble() const
    {
        return count(Verdict::Failed) + count(Verdict::Stuck) + count(Verdict::Lost);
    }

    friend bool operator==(const RolloutSummary &, const RolloutSummary &) = default;
};

[[nodiscard]] RolloutSummary rolloutSummary(const RolloutModel &model);

/// "3 moving · 1 slow · 3 waiting · 1 skipped"; "" where none is on its way.
[[nodiscard]] QString progressText(const RolloutSummary &summary);
/// "1 failed · 1 stuck · 1 lost"; "" without trouble.
[[nodiscard]] QString troubleText(const RolloutSummary &summary);
/// Both.
[[nodiscard]] QString restText(const RolloutSummary &summary);
/// "next: tenant-b/trainer (8 GPUs), tenant-a/inference (4 GPUs), 2 more": who loses GPUs; "" for nobody.
[[nodiscard]] QString nextTenantsText(const QList<NodeTenant> &tenants, qsizetype most);
/// "GPU driver 580.82.07 → 580.105.08", as far as known.
[[nodiscard]] QString rolloutTitle(const RolloutSummary &summary);
/// Where that is too long: "GPU driver → 580.105.08".
[[nodiscard]] QString shortRolloutTitle(const RolloutSummary &summary);

/// The release's clock: what Helm says of the chart that brings a component.
struct ReleaseClock
{
    bool isKnown = false;
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
/// Of releaseOf().
[[nodiscard]] ReleaseClock releaseClock(const ReleaseSource *source, const QString &component,
                                        const QString &driverNamespace);

} // namespace chartroom
