// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/translator.h"
#include "core/upgrade/bake.h"
#include "tests/support/test_main.h"
#include "tests/ui/canary_fixture.h"

#include <QAbstractItemView>
#include <QCompleter>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace HIDDEN_FROM_MOC tst_upgrade_canary {

/// One node goes first: planned, seen while it runs, and followed by the others when a person lets them.
class UpgradeCanaryTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void withoutOneAllGoByThePolicy();
    void theNodeAndTheBakeAreChosenByKeys();
    void aNameThatIsNoNodeHoldsThePageBack();
    void whereTheOperatorHeedsNoLabelThePageSaysSo();
    void theRunAndTheResultNameWhoIsHeldBack();
    void theOthersFollowAfterTheirCommandWasSeen();
    void whatIsSeenOfTheCanaryIsNoted();
    void againstADoubtTheReasonIsAskedFor();
    void aReasonForOneDoubtConfirmsNothingAgainstAnother();
    void aDoubtThatArisesMeanwhileIsHeeded();
    void thatNobodyIsHeldBackAnyMoreIsSaid();
    void aRunWithOtherStepsThanTheOneBeforeIsShown();
    void aRollbackSaysWhoStaysHeldBackAndLetsHimGo();
};

void UpgradeCanaryTest::initTestCase()
{
    QApplication::installTranslator(loadTranslator(QLocale::c()).release());
}

void UpgradeCanaryTest::withoutOneAllGoByThePolicy()
{
    CanaryFixture f;
    f.openNodes();
    QVERIFY(f.field("canary")->isVisible() && f.field("canary")->text().isEmpty());
    QVERIFY(!f.field("ownBake")->isVisible());
    f.goTo(WizardStep::Run);
    QVERIFY(f.upgrades.holdsOf.last().isEmpty());
    f.upgrades.operation->end(OperationResult::End::Done, u"Revision 5 is deployed as planned."_s, 5);
    f.goTo(WizardStep::Result);
    QVERIFY(!f.its("unholdNodes")->isVisible());
}

void UpgradeCanaryTest::theNodeAndTheBakeAreChosenByKeys()
{
    CanaryFixture f;
    f.openNodes();
    f.field("canary")->setFocus();
    f.type("gpu-3");
    f.field("canary")->completer()->popup()->hide(); // as Enter does
    QCOMPARE(f.draft().canary, u"gpu-3"_s);
    QTRY_VERIFY2(f.label("planHeadline").startsWith(u"gpu-3 is the canary node. About 10 min"_s),
                 qPrintable(f.label("planHeadline")));
    f.press(Qt::Key_Tab);
    f.press(Qt::Key_Down);
    f.press(Qt::Key_Down);
    QVERIFY(f.draft().bake == 48h);
    QTRY_VERIFY(f.label("planLines").contains(u"It bakes for 48h first."_s));
    QVERIFY(f.label("planLines").contains(u"5 nodes are on hold by a label"_s));
    f.press(Qt::Key_Down);
    QVERIFY(f.field("ownBake")->isVisible());
    QVERIFY(f.label("wizardHoldback").contains(u"such as 48h"_s));
    f.press(Qt::Key_Tab);
    f.type("3d");
    QVERIFY(f.draft().bake == 72h);
    f.goTo(WizardStep::Review);
    QCOMPARE(f.upgrades.judged.last().canary, u"gpu-3"_s);
    QTRY_VERIFY(
        f.says(u"gpu-3 is the canary node; 5 nodes are on hold by a label until you release them."_s));
    QVERIFY(f.says(u"It bakes for 72h."_s));
    QCOMPARE(f.upgrades.holdsOf.last().canary, u"gpu-3"_s);
    QCOMPARE(f.upgrades.holdsOf.last().nodes.size(), 5);
}

void UpgradeCanaryTest::aNameThatIsNoNodeHoldsThePageBack()
{
    CanaryFixture f;
    f.openNodes();
    f.field("canary")->setText(u"cpu-1"_s);
    QVERIFY(f.label("wizardHoldback").contains(u"cpu-1 is not a node of this"_s));
    QVERIFY(!f.next()->isEnabled());
    f.field("canary")->setText(u"gpu-0"_s);
    QTRY_VERIFY(f.next()->isEnabled());
    f.field("canary")->clear();
    QTRY_VERIFY(f.next()->isEnabled());
}

void UpgradeCanaryTest::whereTheOperatorHeedsNoLabelThePageSaysSo()
{
    CanaryFixture f;
    f.upgrades.answer->rollout->policy->autoUpgrade = false;
    f.openNodes();
    f.field("canary")->setText(u"gpu-0"_s);
    QVERIFY(f.label("wizardHoldback").contains(u"autoUpgrade is off"_s));
}

void UpgradeCanaryTest::theRunAndTheResultNameWhoIsHeldBack()
{
    using Step = ReleaseOperation::Step;
    CanaryFixture f;
    f.openNodes();
    f.field("canary")->setText(u"gpu-1"_s);
    f.goTo(WizardStep::Run);
    QVERIFY(f.says(u"Put the other nodes on hold"_s));
    const QString held = holdText(f.upgrades.holdsOf.last());
    Q_EMIT f.upgrades.operation->stepChanged(Step::Hold, ReleaseOperation::StepState::Done, held);
    QVERIFY(f.says(u"gpu-1 is the canary node; 5 nodes are on hold by a label"_s));
    f.writeJournal();
    f.upgrades.operation->end(OperationResult::End::Done, u"Deployed."_s, 5, {}, {held});
    f.goTo(WizardStep::Result);
    QVERIFY(f.says(u"gpu-1 is the canary node; 5 nodes are on hold by a label"_s));
    QVERIFY(f.says(u"gpu-1 gets its driver now; the others keep theirs until you release them."_s));
}

void UpgradeCanaryTest::theOthersFollowAfterTheirCommandWasSeen()
{
    CanaryFixture f;
    f.openResult();
    f.putCanaryThrough();
    QTRY_VERIFY2(f.its("unholdNodes")->isEnabled(), qPrintable(f.label("unholdText")));
    QVERIFY(f.label("unholdText").contains(u"You can release the others"_s));
    QVERIFY(!f.field("unholdReason")->isVisible());
    f.its("unholdNodes")->setFocus();
    f.press(Qt::Key_Space);
    QTRY_VERIFY(f.its("confirmUnhold")->isVisible());
    QVERIFY(f.edit("unholdCommands")->toPlainText().contains(u"label nodes gpu-2 gpu-3 "_s));
    QVERIFY(f.its("leaveHeld")->hasFocus()); // a second Space changes nothing
    f.press(Qt::Key_Space);
    QTRY_VERIFY(f.its("unholdNodes")->isVisible());
    QVERIFY(f.label("unholdText").contains(u"ancelled before anything"_s));
    QCOMPARE(f.upgrades.held->size(), 2);
    f.press(Qt::Key_Space);
    QTRY_VERIFY(f.its("confirmUnhold")->isVisible());
    f.press(Qt::Key_Tab);
    QVERIFY(f.its("confirmUnhold")->hasFocus());
    f.press(Qt::Key_Space);
    QTRY_VERIFY2(f.label("unholdText").startsWith(u"2 nodes are released"_s),
                 qPrintable(f.label("unholdText")));
    QVERIFY(!f.its("unholdNodes")->isVisible());
    QCOMPARE(f.upgrades.unheld.last().operation, f.upgrades.operation->id());
    QCOMPARE(f.upgrades.unheld.last().doubt, QString());
}

void UpgradeCanaryTest::whatIsSeenOfTheCanaryIsNoted()
{
    CanaryFixture f;
    f.openResult();
    f.putCanaryThrough();
    const auto bake = bakeIn(*readJournal(f.upgrades.operation->folder()));
    QVERIFY(bake && bake->isCanarySeen);
    QCOMPARE(bake->begun, f.clock.now().addSecs(-600));
}

void UpgradeCanaryTest::againstADoubtTheReasonIsAskedFor()
{
    CanaryFixture f;
    f.openResult();
    QVERIFY(f.label("unholdText").contains(u"Whether the canary node gpu-1 is done is unknown"_s));
    QVERIFY(!f.its("unholdNodes")->isEnabled());
    f.field("unholdReason")->setFocus();
    f.type("the window ends");
    QVERIFY(f.its("unholdNodes")->isEnabled());
    f.its("unholdNodes")->click();
    QTRY_VERIFY(f.its("confirmUnhold")->isVisible());
    f.its("confirmUnhold")->click();
    QTRY_VERIFY(f.label("unholdText").contains(u"released: the operator"_s));
    QCOMPARE(f.upgrades.unheld.last().reason, u"the window ends"_s);
    QVERIFY(!f.upgrades.unheld.last().doubt.isEmpty());
}

void UpgradeCanaryTest::aReasonForOneDoubtConfirmsNothingAgainstAnother()
{
    CanaryFixture f;
    f.openResult();
    f.field("unholdReason")->setText(u"the window ends"_s);
    f.its("unholdNodes")->click();
    QTRY_VERIFY(f.its("confirmUnhold")->isVisible());
    ShownTrack track;
    track.node = u"gpu-1"_s;
    track.label = u"upgrade-failed"_s;
    track.verdict = Verdict::Failed;
    f.nodes().setComplete(true);
    f.nodes().put(track);
    QTRY_VERIFY(f.its("unholdNodes")->isVisible());
    QVERIFY(!f.its("confirmUnhold")->isVisible());
    QCOMPARE(f.upgrades.held->size(), 2);
}

void UpgradeCanaryTest::aDoubtThatArisesMeanwhileIsHeeded()
{
    CanaryFixture f;
    f.openResult();
    f.putCanaryThrough();
    f.its("unholdNodes")->click();
    QTRY_VERIFY(f.its("confirmUnhold")->isVisible());
    ShownTrack track;
    track.node = u"gpu-1"_s;
    track.contradiction = u"It shows something else."_s;
    f.nodes().put(track);
    QTRY_VERIFY(f.its("unholdNodes")->isVisible());
    QVERIFY(!f.its("unholdNodes")->isEnabled());
    QVERIFY(f.label("unholdText").contains(u"It shows something else."_s));
    QCOMPARE(f.upgrades.held->size(), 2);
}

void UpgradeCanaryTest::thatNobodyIsHeldBackAnyMoreIsSaid()
{
    CanaryFixture f;
    f.openResult();
    f.putCanaryThrough();
    f.upgrades.held = QList<HeldNode>();
    f.its("unholdNodes")->click();
    QTRY_VERIFY2(f.label("unholdText").contains(u"No node is on hold"_s), qPrintable(f.label("unholdText")));
    QVERIFY(!f.its("confirmUnhold")->isVisible());
}

void UpgradeCanaryTest::aRunWithOtherStepsThanTheOneBeforeIsShown()
{
    CanaryFixture f;
    f.openResult();
    f.its("planAgain")->click();
    QTRY_VERIFY(f.controller()->page() == WizardStep::Version);
    f.goTo(WizardStep::Nodes);
    f.field("canary")->clear();
    f.goTo(WizardStep::Run);
    QVERIFY(!f.says(u"Put the other nodes on hold"_s));
    QVERIFY(f.says(u"Run helm"_s));
}

void UpgradeCanaryTest::aRollbackSaysWhoStaysHeldBackAndLetsHimGo()
{
    CanaryFixture f;
    f.openResult();
    f.putCanaryThrough();
    const QString holder = f.upgrades.operation->id();
    const QList<HeldNode> held = *f.upgrades.held;
    f.window->showRollback(gpuOperator, 3);
    f.goTo(WizardStep::Review);
    QTRY_VERIFY(f.says(u"Operation %1 has put gpu-2, gpu-3 on hold."_s.arg(holder)));
    QVERIFY(f.says(u"Rolling back does not release nodes that are on hold."_s));
    QVERIFY(f.says(u"chartroom recover %1 --unhold --context prod-eu"_s.arg(holder)));
    f.edit("rollbackReason")->setPlainText(u"gpu-1 fails."_s);
    f.goTo(WizardStep::Run);
    QVERIFY(f.upgrades.operation->id() != holder);
    f.upgrades.operation->end(OperationResult::End::Done, u"Revision 6 is deployed as planned."_s, 6, {},
                              stillHeldTexts(held, u"prod-eu"_s), held);
    f.goTo(WizardStep::Result);
    QVERIFY(f.says(u"Operation %1 has put gpu-2, gpu-3 on hold."_s.arg(holder)));
    QTRY_VERIFY2(f.its("unholdNodes")->isEnabled(), qPrintable(f.label("unholdText")));
    f.its("unholdNodes")->click();
    QTRY_VERIFY(f.its("confirmUnhold")->isVisible());
    f.its("confirmUnhold")->click();
    QTRY_VERIFY2(f.label("unholdText").startsWith(u"2 nodes are released"_s),
                 qPrintable(f.label("unholdText")));
    QCOMPARE(f.upgrades.unheld.last().operation, holder);
}

#include "tst_upgrade_canary.moc"
} // namespace tst_upgrade_canary

CHARTROOM_TEST(tst_upgrade_canary, UpgradeCanaryTest)
