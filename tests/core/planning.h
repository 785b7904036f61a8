// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/screens/upgrade/upgrade_controller.h"
#include "tests/support/fake_chart_sources.h"
#include "tests/support/fake_release_source.h"
#include "tests/support/fake_upgrades.h"
#include "tests/support/gpu_operator_sides.h"

#include <QTest>

namespace chartroom::test {

inline const ReleaseKey planningKey{QStringLiteral("nvidia-gpu-operator"), QStringLiteral("gpu-operator"),
                                    ReleaseStorage::Secret};
inline const QString planningCluster = QStringLiteral("prod-eu");

inline PreflightReport reportOf(NodeImpact::Kind kind, const QList<PreflightFinding> &findings = {})
{
    PreflightReport made;
    made.at = QDateTime(QDate(2026, 11, 21), QTime(3, 0), Qt::UTC);
    made.findings = findings;
    made.impact.kind = kind;
    return made;
}

/// A planned upgrade of gpu-operator v25.10.1 at revision 4.
struct Planning
{
    FakeReleaseSource releases;
    FakeChartSources charts;
    FakeUpgrades upgrades;
    std::unique_ptr<UpgradeController> controller;

    explicit Planning(Owner owner = Owner::Customer)
    {
        Ownership ownership;
        ownership.owner = owner;
        ownership.scope = owner == Owner::Customer ? SupportScope::CustomerOwned : SupportScope::Supported;
        ownership.confidence = Confidence::Certain;
        ShownRelease release;
        release.chart = QStringLiteral("gpu-operator");
        releases.put(release, ownership);
        fillGpuOperatorRecord(releases);
        fillGpuOperatorCharts(charts);
        upgrades.answer = reportOf(NodeImpact::Kind::PodsOnly);
        controller = std::make_unique<UpgradeController>(planningCluster, planningKey, &outcomes);
        controller->setSources(&releases, &upgrades, &charts);
        controller->outcomes()->setActive(true);
    }
    [[nodiscard]] bool isRead() const
    {
        return QTest::qWaitFor([this] { return controller->outcomes()->phase() == ReadPhase::Ready; },
                               20'000);
    }
    /// With the strategy chosen and the preflight read.
    [[nodiscard]] bool isPlanned()
    {
        if (!isRead())
            return false;
        controller->setStrategy(Strategy::ResetThenReuse);
        return QTest::qWaitFor(
            [this] { return controller->preflightState() == UpgradeController::PreflightState::Ready; },
            20'000);
    }
};

} // namespace chartroom::test
