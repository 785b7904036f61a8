// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/upgrade/upgrade_controller.h"
#include "core/words/window_plan.h"
#include "tests/support/test_main.h"
#include "tests/ui/upgrade_fixture.h"

#include <QSpinBox>

#include <algorithm>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_rollback_page {

/// The wizard of a rollback.
class RollbackPageTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QApplication::installTranslator(loadTranslator(QLocale::c()).release()); }

    void aRollbackFromTheHistorySaysWhatStays()
    {
        UpgradeFixture f;
        f.upgrades.answer->impact.kind = NodeImpact::Kind::NicDriver;
        f.upgrades.answer->findings = {found("nodes", Severity::Severe, "The network driver is reloaded.")};
        f.openWithAddons();
        f.fleet.setUpgrades(u"prod-eu"_s, &f.upgrades);
        f.window->showRelease(cilium);
        f.window->showRelease(gpuOperator);
        QTRY_VERIFY(f.button("rollBackTo3"));
        f.button("rollBackTo3")->click();
        QCOMPARE(f.label("wizardTitle"), u"Roll gpu-operator back to revision 3"_s);
        QCOMPARE(int(f.controller()->page()), int(WizardStep::Preflight));
        QTRY_VERIFY(f.edit("reason-nodes"));
        QCOMPARE(f.upgrades.judgedBack.last().toRevision, 3);
        QVERIFY(!f.next()->isEnabled());
        f.edit("reason-nodes")->setFocus();
        f.type("The other side is worse.");
        QVERIFY(f.next()->isEnabled());
        f.next()->click();
        QCOMPARE(int(f.controller()->page()), int(WizardStep::Review));
        QVERIFY(f.textsIn(f.wizard()).contains(u"are emptied and roll once more, and a node"_s));
        QVERIFY(!f.next()->isEnabled());
        QVERIFY(f.edit("rollbackReason")->hasFocus());
        f.type("It does not come up.");
        QVERIFY(f.label("wizardHoldback").contains(u"Support's ticket"_s));
        f.press(Qt::Key_Tab);
        QVERIFY(f.line("rollbackReference")->hasFocus());
        f.type("CS-78");
        auto *confirm = f.line("confirmChange");
        for (int i = 0; i < 3; ++i) // over the command and its button
            f.press(Qt::Key_Tab);
        QVERIFY(confirm->hasFocus());
        QCOMPARE(confirm->placeholderText(), u"Type gpu-operator@prod-eu"_s);
        QVERIFY(!f.next()->isEnabled());
        confirm->setFocus();
        f.type("gpu-operator@prod-eu");
        QVERIFY(f.next()->isEnabled());
        f.next()->click();
        QVERIFY(f.upgrades.operation->isStarted());
        QCOMPARE(f.upgrades.rolledBack.last().toRevision, 3);
        QCOMPARE(f.upgrades.rolledBack.last().reason, u"It does not come up."_s);
        QCOMPARE(f.upgrades.rolledBack.last().supportReference, u"CS-78"_s);
        QCOMPARE(f.upgrades.rolledBack.last().reasons.value(u"nodes"_s), u"The other side is worse."_s);
    }

    void aRollbackIsHeldAgainstTheGpusThatMustStay()
    {
        UpgradeFixture f;
        f.openRollback();
        QTRY_VERIFY(f.next()->isEnabled());
        QVERIFY(!f.upgrades.judgedBack.last().gpuFloor);
        auto *floor = f.wizard()->findChild<QSpinBox *>(u"gpuFloor"_s);
        QVERIFY(floor && floor->isVisible());
        // By keyboard alone: it is one Tab before the page's own button.
        QTRY_VERIFY(f.its("preflightAgain")->hasFocus());
        QTest::keyClick(f.its("preflightAgain"), Qt::Key_Backtab);
        QVERIFY(floor->hasFocus());
        floor->selectAll();
        f.upgrades.answer->findings = {found("capacity", Severity::Severe, "Fewer than 88 GPUs would stay.")};
        f.type("88");
        QVERIFY(!f.next()->isEnabled()); // what was found is of another floor
        QTRY_COMPARE(f.upgrades.judgedBack.last().gpuFloor, std::optional(88));
        QTRY_VERIFY(f.edit("reason-capacity"));
        QVERIFY(floor->hasFocus());
        QVERIFY(!f.next()->isEnabled());
        f.edit("reason-capacity")->setFocus();
        f.type("It is agreed.");
        f.edit("rollbackReason")->setPlainText(u"It does not come up."_s);
        f.goTo(WizardStep::Run);
        QCOMPARE(f.upgrades.rolledBack.last().gpuFloor, std::optional(88));
        f.upgrades.operation->end(OperationResult::End::NotStarted, u"Somebody was faster."_s, 4);
        f.goTo(WizardStep::Result);
        f.its("planAgain")->click();
        QTRY_COMPARE(int(f.controller()->page()), int(WizardStep::Preflight));
        QCOMPARE(f.wizard()->findChild<QSpinBox *>(u"gpuFloor"_s)->value(), 88);
        QCOMPARE(f.upgrades.judgedBack.last().gpuFloor, std::optional(88));
    }

    void theReviewOfARollbackSaysThatTheWindowEnded()
    {
        UpgradeFixture f;
        const QDateTime now = f.clock.now();
        f.settings.setValue(WindowPlan::settingsKey(u"prod-eu"_s),
                            WindowPlan{now.addSecs(-3600), now.addSecs(-1380), 0}.toText());
        f.openRollback();
        QTRY_VERIFY(f.next()->isEnabled());
        f.goTo(WizardStep::Review);
        const auto says = [&f] {
            const auto labels = f.wizard()->findChild<QWidget *>(u"reviewPlan"_s)->findChildren<QLabel *>();
            return std::any_of(labels.cbegin(), labels.cend(),
                               [](const QLabel *one) { return one->text().contains(u", 23 min ago."_s); });
        };
        QTRY_VERIFY(says());
    }

    void theFieldOfTheReasonShowsTwoLinesOfLargeText()
    {
        UpgradeFixture f;
        const auto looks = f.usualLooks();
        f.openRollback();
        QTRY_VERIFY(f.next()->isEnabled());
        f.goTo(WizardStep::Review);
        f.theme.setTextScale(150);
        const QPlainTextEdit *reason = f.edit("rollbackReason");
        for (const char *name : {"wizardStep2", "wizardStep4", "wizardStep5", "wizardStep6"})
            QTRY_VERIFY2(f.its(name)->width() >= f.its(name)->sizeHint().width(), name);
        QTRY_VERIFY2(reason->viewport()->height() >= 2 * QFontMetrics(reason->font()).lineSpacing(),
                     qPrintable(QString::number(reason->height())));
    }

    void aRollbackBeginsWithTheGpusOfItsReleasesPlan()
    {
        UpgradeFixture f;
        f.openUpgrade();
        const auto *plan = qobject_cast<UpgradeController *>(f.controller());
        qobject_cast<UpgradeController *>(f.controller())->setGpuFloor(40);
        f.window->showRollback(gpuOperator, 3);
        QTRY_VERIFY(!f.upgrades.judgedBack.isEmpty());
        QCOMPARE(f.upgrades.judgedBack.last().gpuFloor, std::optional(40));
        auto *floor = f.wizard()->findChild<QSpinBox *>(u"gpuFloor"_s);
        QCOMPARE(floor->value(), 40);
        floor->setValue(0);
        QTRY_VERIFY(!f.upgrades.judgedBack.last().gpuFloor);
        QCOMPARE(plan->gpuFloor(), std::optional(40)); // that is another change
    }

    void aRollbackIsPlannedAgainOnWhatIsTheNewestThen()
    {
        UpgradeFixture f;
        f.openRollback();
        f.edit("rollbackReason")->setPlainText(u"It does not come up."_s);
        f.goTo(WizardStep::Run);
        QCOMPARE(f.upgrades.rolledBack.last().plannedOn, 4);
        f.putRevision5();
        f.upgrades.operation->end(OperationResult::End::NotStarted, u"Somebody was faster."_s, 5);
        f.goTo(WizardStep::Result);
        f.its("planAgain")->click();
        QTRY_COMPARE(f.upgrades.judgedBack.last().plannedOn, 5);
        QTRY_COMPARE(int(f.controller()->page()), int(WizardStep::Preflight));
        QVERIFY(f.edit("rollbackReason")->toPlainText().isEmpty()); // that was of the revision before
        QVERIFY(f.controller()->confirmation().isEmpty());          // it is another change
        f.goTo(WizardStep::Review);
        QVERIFY(!f.next()->isEnabled());
    }

    void aRollbackThatTouchesNoDriverWaitsForNoNode()
    {
        UpgradeFixture f; // only pods change
        f.openRollback();
        f.edit("rollbackReason")->setPlainText(u"It does not come up."_s);
        f.goTo(WizardStep::Run);
        f.upgrades.operation->end(OperationResult::End::Done, u"Revision 5 is deployed."_s, 5);
        f.goTo(WizardStep::Result);
        QVERIFY(!f.its("watchNodes")->isVisible());
    }

    void theReviewNamesTheChartAndAllValuesThatGoBack()
    {
        UpgradeFixture f;
        f.upgrades.answer->fromChart = u"v26.3.3"_s;
        f.upgrades.answer->toChart = u"v25.10.1"_s;
        ValueShift shift;
        for (int i = 10; i < 24; ++i)
            shift.others << u"value%1: 2 → 1"_s.arg(i);
        f.upgrades.answer->values = shift;
        f.openRollback();
        f.edit("rollbackReason")->setPlainText(u"It does not come up."_s);
        f.goTo(WizardStep::Review);
        const QString step = u"The chart goes from v26.3.3 to v25.10.1."_s;
        const auto said = [&f] { return f.textsIn(f.wizard()->findChild<QWidget *>(u"reviewPlan"_s)); };
        QTRY_VERIFY2(said().contains(step), qPrintable(said()));
        for (const QString &value : std::as_const(shift.others))
            QTRY_VERIFY2(said().contains(value), qPrintable(said()));
        QTRY_VERIFY(f.controller()->reach());
        const QString decision = f.controller()->decisionText();
        QVERIFY2(decision.contains(step) && decision.contains(u"Values, 14 changes: "), qPrintable(decision));
    }

    void aRollbackIsHeadedAsOne()
    {
        UpgradeFixture f;
        f.openRollback();
        f.edit("rollbackReason")->setPlainText(u"It does not come up."_s);
        f.goTo(WizardStep::Run);
        f.upgrades.operation->end(OperationResult::End::Done, u"Revision 5 is deployed."_s, 5);
        f.goTo(WizardStep::Result);
        QCOMPARE(f.label("resultTitle"), u"Rolled back to revision 3"_s);
        QVERIFY(!f.its("rollBackResult")->text().contains(u'3')); // it is there
        for (const char *name : {"watchNodes", "showRelease", "rollBackResult", "planAgain"}) {
            const QAbstractButton *button = f.its(name); // 1280x800: none is cut off
            if (button->isVisible())
                QVERIFY2(button->mapTo(f.window.get(), QPoint(button->width(), 0)).x() <= f.window->width(),
                         name);
        }
    }
};

#include "tst_rollback_page.moc"
} // namespace tst_rollback_page

CHARTROOM_TEST(tst_rollback_page, RollbackPageTest)
