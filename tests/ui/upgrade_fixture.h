// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/fake_upgrades.h"
#include "tests/support/patience.h"
#include "tests/ui/values_fixture.h"
#include "ui/wizard/change_wizard.h"

#include <QLineEdit>
#include <QPlainTextEdit>

namespace chartroom::test {

using WizardStep = ChangeController::Page;

inline PreflightFinding found(const char *id, Severity severity, const char *sentence)
{
    return finding(id, severity, QString::fromLatin1(sentence), {QStringLiteral("the evidence")},
                   QStringLiteral("Do this."));
}

/// The window with gpu-operator, shared, on a cluster that can be changed.
struct UpgradeFixture : ValuesFixture
{
    FakeUpgrades upgrades;

    UpgradeFixture()
    {
        upgrades.answer = PreflightReport();
        upgrades.answer->at = clock.now();
        upgrades.answer->impact.kind = NodeImpact::Kind::PodsOnly;
        upgrades.answer->findings = {found("helm", Severity::Ok, "helm is fine.")};
    }
    /// It reloads the drivers of six nodes, ten minutes each.
    void planDrivers()
    {
        upgrades.answer->impact.kind = NodeImpact::Kind::DriverReload;
        upgrades.answer->impact.component = QStringLiteral("gpu");
        RolloutFacts facts;
        facts.component = QStringLiteral("gpu");
        facts.policy = DriverPolicy();
        facts.policy->kind = QStringLiteral("ClusterPolicy");
        facts.policy->name = QStringLiteral("cluster-policy");
        facts.policy->maxUnavailable = QStringLiteral("50%");
        facts.policy->autoUpgrade = true;
        facts.gpusTotal = 48;
        facts.areHoldsKnown = true;
        facts.seen.times = {std::chrono::minutes(10), std::chrono::minutes(10)};
        for (int i = 0; i < 6; ++i)
            facts.nodes.append({QStringLiteral("gpu-%1").arg(i), 8, false, true, {}});
        upgrades.answer->rollout = facts;
    }
    void openRecorded()
    {
        openWithAddons();
        fillGpuOperatorRecord(*fleet.source(prod));
        fleet.setUpgrades(prod, &upgrades);
    }
    void openUpgrade()
    {
        openRecorded();
        window->showUpgrade(gpuOperator);
        QTRY_VERIFY(button("strategy-reset-then-reuse")->isEnabled());
    }
    /// With everything there to go on.
    void openPlanned()
    {
        openUpgrade();
        button("strategy-reset-then-reuse")->click();
        QTRY_VERIFY(!upgrades.judged.isEmpty() && next()->isEnabled());
        QTRY_VERIFY(controller()->isReachable(WizardStep::Review) || !upgrades.answer);
    }
    void openRollback()
    {
        openWithAddons();
        fleet.setUpgrades(prod, &upgrades);
        window->showRollback(gpuOperator, 3);
    }
    /// As of somebody who was faster.
    void putRevision5()
    {
        FakeReleaseSource &releases = *fleet.source(prod);
        ShownRelease newer;
        newer.chart = QStringLiteral("gpu-operator");
        newer.revision = 5;
        releases.put(newer, releases.ownership(gpuOperator));
    }
    [[nodiscard]] ChangeWizard *wizard() const
    {
        const auto found = window->findChildren<ChangeWizard *>();
        for (ChangeWizard *one : found)
            if (one->isVisible())
                return one;
        return nullptr;
    }
    [[nodiscard]] ChangeController *controller() const { return wizard()->controller(); }
    /// The one in the wizard that is seen.
    [[nodiscard]] QAbstractButton *its(const char *name) const
    {
        return wizard()->findChild<QAbstractButton *>(QLatin1String(name));
    }
    [[nodiscard]] QAbstractButton *next() const { return its("wizardNext"); }
    [[nodiscard]] QPlainTextEdit *edit(const char *name) const
    {
        return wizard()->findChild<QPlainTextEdit *>(QLatin1String(name));
    }
    [[nodiscard]] QLineEdit *line(const char *name) const
    {
        return wizard()->findChild<QLineEdit *>(QLatin1String(name));
    }
    /// Types what the last page asks for.
    void confirmReview()
    {
        if (QLineEdit *reference = line("rollbackReference"))
            reference->setText(QStringLiteral("CS-1"));
        line("confirmChange")->setText(controller()->confirmationWish());
    }
    void goTo(WizardStep page)
    {
        while (controller()->page() < page) {
            const WizardStep before = controller()->page();
            if (before == WizardStep::Review)
                confirmReview();
            QVERIFY2(QTest::qWaitFor([this] { return next()->isEnabled(); }, 20'000),
                     qPrintable(label("wizardHoldback")));
            next()->click();
            QVERIFY(controller()->page() != before);
        }
    }
};

} // namespace chartroom::test
