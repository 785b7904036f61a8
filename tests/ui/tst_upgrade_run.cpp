// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_main.h"
#include "tests/ui/canary_fixture.h"
#include "ui/pages/rollout_page.h"
#include "ui/pages/upgrade_page.h"

#include <QMessageBox>
#include <QSignalSpy>

#include <algorithm>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_upgrade_run {

/// A change that runs, its result, and a window that is to be closed meanwhile.
class UpgradeRunTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QApplication::installTranslator(loadTranslator(QLocale::c()).release()); }

    void theRunShowsWhatHelmPrintsAndCancelSaysWhatGoesOn()
    {
        UpgradeFixture f;
        f.openPlanned();
        f.goTo(WizardStep::Run);
        Q_EMIT f.upgrades.operation->stepChanged(
            ReleaseOperation::Step::Lease, ReleaseOperation::StepState::Running, u"Taking the lease."_s);
        Q_EMIT f.upgrades.operation->outputReceived({u"Pulled: <b>chart</b>"_s});
        QCOMPARE(f.edit("runOutput")->toPlainText(), u"Pulled: <b>chart</b>"_s);
        QVERIFY(!f.next()->isEnabled());
        f.its("cancelRun")->click();
        QCOMPARE(f.label("cancelText"), u"helm keeps running."_s);
        QVERIFY(!f.its("cancelRun")->isEnabled());
    }

    void theInspectorSaysSinceWhenThisProgramRunsItAndShowsIt()
    {
        UpgradeFixture f;
        f.openPlanned();
        f.goTo(WizardStep::Run);
        QTRY_COMPARE(f.openOperations->ownRuns().size(), 1);
        const OwnRun own = f.openOperations->ownRuns().first();
        QCOMPARE(own.title, f.controller()->title());
        QVERIFY(own.since.isValid() && own.since == f.controller()->startedAt());
        ShownRelease pending;
        pending.chart = u"gpu-operator"_s;
        pending.revision = 5;
        pending.status = ReleaseStatus::PendingUpgrade;
        f.fleet.source(prod)->put(pending);
        f.window->showRelease(gpuOperator);
        QTRY_COMPARE(f.label("inspectorProblem"), ownRunText(own));
        QVERIFY(!f.shows("inspectorRefusal"));
        QTRY_VERIFY(f.button("inspectorUpgrade")->isVisible());
        f.button("inspectorUpgrade")->click();
        QTRY_VERIFY(f.window->findChild<UpgradePage *>()->isVisible());
        QCOMPARE(int(f.controller()->page()), int(WizardStep::Run));
        f.upgrades.operation->end(OperationResult::End::Done, u"Revision 5 is deployed."_s, 5);
        QTRY_VERIFY(f.openOperations->ownRuns().isEmpty());
    }

    void aFailedUpgradeOffersTheWayBack()
    {
        UpgradeFixture f;
        f.openPlanned();
        f.goTo(WizardStep::Run);
        ShownRelease failed;
        failed.chart = u"gpu-operator"_s;
        failed.revision = 5;
        failed.status = ReleaseStatus::Failed;
        f.fleet.source(u"prod-eu"_s)->put(failed);
        f.upgrades.operation->end(OperationResult::End::Failed, u"Revision 5 failed."_s, 5);
        f.next()->click();
        QCOMPARE(f.label("resultTitle"), u"The new revision failed"_s);
        QTRY_VERIFY(f.its("rollBackResult")->isVisible());
        f.its("rollBackResult")->click();
        QCOMPARE(f.label("wizardTitle"), u"Roll gpu-operator back to revision 4"_s);
    }

    void whereSeveralAreDeployedTheWayBackIsTheOneThatHelmUses()
    {
        UpgradeFixture f;
        f.openPlanned();
        f.goTo(WizardStep::Run);
        ShownRelease both;
        both.chart = u"gpu-operator"_s;
        both.revision = 5;
        both.deployed = 4;
        f.fleet.source(u"prod-eu"_s)->put(both);
        f.upgrades.operation->end(OperationResult::End::Done, u"Revision 5 is deployed."_s, 5);
        f.next()->click();
        QTRY_VERIFY(f.its("rollBackResult")->text().contains(u"revision 5"_s));
        QTRY_VERIFY2(f.textsIn(f.wizard()).contains(u"Revisions 5, 4 are all marked deployed"_s),
                     qPrintable(f.textsIn(f.wizard())));
    }

    void theResultSaysWhatTheClusterDoes()
    {
        const QStringList facts{u"Deployment <b>gpu-operator</b> runs with 1 of 1 pods."_s,
                                u"ClusterPolicy cluster-policy goes on by itself."_s};
        for (const QStringList &said : {facts, QStringList()}) {
            UpgradeFixture f;
            f.openPlanned();
            f.goTo(WizardStep::Run);
            f.upgrades.operation->end(OperationResult::End::Done, u"Revision 5 is deployed."_s, 5, {}, said);
            f.next()->click();
            QCOMPARE(f.label("resultText"), u"Revision 5 is deployed."_s);
            auto *section = f.wizard()->findChild<QWidget *>(u"resultFacts"_s);
            QCOMPARE(section->isVisible(), !said.isEmpty());
            const auto shown =
                [&] { // what an earlier refresh showed goes with the next turn of the event loop
                    QStringList texts;
                    const auto labels = section->findChildren<QLabel *>();
                    for (const QLabel *one : labels)
                        if (one->textFormat() == Qt::PlainText && said.contains(one->text()))
                            texts << one->text();
                    return texts;
                };
            QTRY_COMPARE(shown(), said);
        }
    }

    void theResultSaysThatNoNodeFollowsByItself()
    {
        UpgradeFixture f;
        f.planDrivers();
        f.upgrades.answer->impact.off = u"autoUpgrade is off in ClusterPolicy cluster-policy."_s;
        f.openPlanned();
        f.goTo(WizardStep::Run);
        f.upgrades.operation->end(OperationResult::End::Done, u"Revision 5 is deployed."_s, 5);
        f.next()->click();
        QCOMPARE(int(f.controller()->page()), int(WizardStep::Result));
        const QString said = f.textsIn(f.wizard());
        QVERIFY2(said.contains(f.upgrades.answer->impact.off), qPrintable(said));
        QVERIFY2(!said.contains(u"their drivers follow"_s), qPrintable(said));
    }

    void theNodesAreWatchedWithTheWindowThatWasPlanned()
    {
        UpgradeFixture f;
        f.upgrades.answer->impact.kind = NodeImpact::Kind::DriverReload;
        f.openPlanned();
        f.goTo(WizardStep::Nodes);
        f.its("hasWindow")->click();
        f.goTo(WizardStep::Run);
        f.upgrades.operation->end(OperationResult::End::Done, u"Done."_s, 5);
        f.next()->click();
        QVERIFY(f.its("watchNodes")->isVisible());
        f.its("watchNodes")->click();
        QVERIFY(f.window->findChild<RolloutPage *>()->isVisible());
        const QStringList keys = f.settings.allKeys();
        QVERIFY(std::any_of(keys.begin(), keys.end(), [&f](const QString &key) {
            return WindowPlan::fromText(f.settings.value(key).toString()).isSet();
        }));
    }

    void theResultFollowsTheNodes()
    {
        UpgradeFixture f;
        f.upgrades.answer->impact.kind = NodeImpact::Kind::DriverReload;
        f.openPlanned();
        FakeRolloutSource *nodes = f.fleet.rolloutSource(u"prod-eu"_s);
        ShownTrack one;
        one.label = u"pod-restart-required"_s;
        one.verdict = Verdict::Moving;
        ShownTrack other = one;
        other.node = u"gpu-001"_s;
        for (const ShownTrack &track : {one, other})
            nodes->put(track);
        f.goTo(WizardStep::Run);
        f.upgrades.operation->end(OperationResult::End::Done,
                                  u"Revision 5 is deployed; 0 of 2 nodes rolled, verifying."_s, 5);
        f.next()->click();
        const auto *section = f.wizard()->findChild<QWidget *>(u"resultNodes"_s);
        QTRY_VERIFY(f.textsIn(section).contains(u"0 of 2 nodes done"_s));
        one.label = u"upgrade-done"_s;
        one.verdict = Verdict::Done;
        nodes->put(one);
        QTRY_VERIFY(f.textsIn(section).contains(u"1 of 2 nodes done"_s));
        QTRY_VERIFY(!f.textsIn(section).contains(u"0 of 2 nodes done"_s));
    }

    void theResultConcludesWhenNoNodeGoesOn()
    {
        UpgradeFixture f;
        f.upgrades.answer->impact.kind = NodeImpact::Kind::DriverReload;
        f.openPlanned();
        FakeRolloutSource *nodes = f.fleet.rolloutSource(u"prod-eu"_s);
        ShownTrack one;
        one.label = u"upgrade-done"_s;
        one.verdict = Verdict::Done; // of the rollout before
        ShownTrack other = one;
        other.node = u"gpu-001"_s;
        nodes->setComplete(true);
        for (const ShownTrack &track : {one, other})
            nodes->put(track);
        f.goTo(WizardStep::Run);
        f.upgrades.operation->end(OperationResult::End::Done, u"Revision 5 is deployed."_s, 5, {}, {}, {}, 2);
        f.next()->click();
        const auto inSteps = [&f] {
            return std::pair(f.controller()->stateOf(WizardStep::Result),
                             f.its("wizardStep6")->text().section(u": "_s, 1));
        };
        QCOMPARE(f.label("resultTitle"), u"Deployed, not verified"_s);
        QCOMPARE(inSteps(), std::pair(VisualState::Moving, u"verifying"_s));
        one.label = other.label = u"pod-restart-required"_s;
        one.verdict = other.verdict = Verdict::Moving;
        for (const ShownTrack &track : {one, other})
            nodes->put(track);
        QCOMPARE(f.label("resultTitle"), u"Deployed, not verified"_s);
        other.label = u"upgrade-failed"_s;
        other.verdict = Verdict::Failed;
        nodes->put(ShownTrack(other));
        QTRY_COMPARE(f.label("resultTitle"), u"Deployed, but not as planned"_s); // while the other goes on
        one.label = u"upgrade-done"_s;
        one.verdict = Verdict::Done;
        nodes->put(ShownTrack(one));
        QTRY_COMPARE(f.label("resultTitle"), u"Deployed, but not as planned"_s);
        QCOMPARE(inSteps(), std::pair(VisualState::Attention, u"needs attention"_s));
        nodes->put(ShownTrack(one));
        other.label = one.label;
        other.verdict = one.verdict;
        nodes->put(other);
        QTRY_COMPARE(f.label("resultTitle"), u"Deployed as planned"_s);
        QCOMPARE(inSteps(), std::pair(VisualState::Done, u"done"_s));
    }

    /// One operation has one verdict, also where the journal is read.
    void whatTheResultSaysOfTheNodesStandsInTheJournal()
    {
        CanaryFixture f;
        f.openPlanned();
        ShownTrack one;
        one.label = u"pod-restart-required"_s;
        one.verdict = Verdict::Moving;
        ShownTrack other = one;
        other.node = u"gpu-001"_s;
        f.nodes().setComplete(true);
        for (const ShownTrack &track : {one, other})
            f.nodes().put(track);
        f.goTo(WizardStep::Run);
        f.writeJournal();
        f.upgrades.operation->end(OperationResult::End::Done,
                                  u"Revision 5 is deployed; 0 of 2 nodes rolled, verifying."_s, 5, {}, {}, {},
                                  2);
        f.goTo(WizardStep::Result);
        const QString folder = f.upgrades.operation->folder();
        QCOMPARE(f.label("resultTitle"), u"Deployed, not verified"_s);
        QVERIFY(!readActivityEntry(folder).areProblemsOfNodes);
        one.label = u"upgrade-done"_s;
        one.verdict = Verdict::Done;
        f.nodes().put(one);
        other.label = u"upgrade-failed"_s;
        other.verdict = Verdict::Failed;
        f.nodes().put(ShownTrack(other));
        QTRY_COMPARE(f.label("resultTitle"), u"Deployed, but not as planned"_s);
        QTRY_COMPARE(resultText(readActivityEntry(folder)), u"deployed, but not as planned"_s);
        QTRY_VERIFY(readActivityEntry(folder).endText.contains(u"1 of 2 nodes done · 1 failed"));
        QVERIFY(f.label("resultText").contains(u"1 of 2 nodes done · 1 failed"));
        other.label = u"pod-restart-required"_s; // it is retried
        other.verdict = Verdict::Moving;
        f.nodes().put(ShownTrack(other));
        QTRY_COMPARE(f.label("resultTitle"), u"Deployed, not verified"_s);
        QCOMPARE(resultText(readActivityEntry(folder)), u"deployed, not verified"_s);
        other.label = one.label;
        other.verdict = one.verdict;
        f.nodes().put(other);
        QTRY_COMPARE(f.label("resultTitle"), u"Deployed as planned"_s);
        QCOMPARE(resultText(readActivityEntry(folder)), u"done"_s);
    }

    void theResultNamesItsFailedNodes()
    {
        UpgradeFixture f;
        f.upgrades.answer->impact.kind = NodeImpact::Kind::DriverReload;
        f.openPlanned();
        FakeRolloutSource *nodes = f.fleet.rolloutSource(u"prod-eu"_s);
        ShownTrack track;
        track.node = u"gpu-007"_s;
        track.label = u"upgrade-failed"_s;
        track.verdict = Verdict::Failed;
        nodes->setComplete(true);
        nodes->put(track);
        f.goTo(WizardStep::Run);
        f.upgrades.operation->end(OperationResult::End::Done, u"Revision 5 is deployed."_s, 5, {}, {}, {}, 1);
        f.next()->click();
        const auto *section = f.wizard()->findChild<QWidget *>(u"resultNodes"_s);
        QTRY_VERIFY2(f.textsIn(section).contains(u"gpu-007"_s), qPrintable(f.textsIn(section)));
    }

    void theResultSaysThatOthersMadeANewerRevision()
    {
        UpgradeFixture f;
        f.upgrades.answer->impact.kind = NodeImpact::Kind::DriverReload;
        f.openPlanned();
        FakeRolloutSource *nodes = f.fleet.rolloutSource(u"prod-eu"_s);
        ShownTrack track;
        track.label = u"pod-restart-required"_s;
        track.verdict = Verdict::Moving;
        nodes->setComplete(true);
        nodes->put(track);
        f.goTo(WizardStep::Run);
        f.putRevision5();
        f.upgrades.operation->end(OperationResult::End::Done, u"Revision 5 is deployed."_s, 5, {}, {}, {}, 1);
        f.next()->click();
        QCOMPARE(f.controller()->stateOf(WizardStep::Result), VisualState::Moving);
        QTRY_VERIFY(f.its("rollBackResult")->isVisible());
        const auto *section = f.wizard()->findChild<QWidget *>(u"resultNodes"_s);
        QTRY_VERIFY(section->isVisible());
        FakeReleaseSource &releases = *f.fleet.source(u"prod-eu"_s);
        ShownRelease newer;
        newer.chart = u"gpu-operator"_s;
        newer.revision = 6;
        newer.status = ReleaseStatus::PendingUpgrade;
        newer.deployed = 5;
        releases.put(newer, releases.ownership(gpuOperator));
        QTRY_VERIFY2(f.label("resultTitle").contains(u"revision 6"_s), qPrintable(f.label("resultTitle")));
        QVERIFY(!f.label("resultTitle").contains(u"verifying"_s));
        QCOMPARE(f.controller()->stateOf(WizardStep::Result), VisualState::Unknown);
        QVERIFY(!f.its("rollBackResult")->isVisible());
        QVERIFY(!section->isVisible()); // they follow revision 6
        QTRY_VERIFY(f.textsIn(f.wizard()).contains(u"pending-upgrade"_s));
        newer.status = ReleaseStatus::Deployed;
        newer.deployed = 0;
        releases.put(newer, releases.ownership(gpuOperator));
        QTRY_VERIFY(f.textsIn(f.wizard()).contains(u"its status is deployed"_s));
        QVERIFY(!f.its("rollBackResult")->isVisible());
    }

    void closingWaitsForTheOperation()
    {
        UpgradeFixture f;
        f.openPlanned();
        f.goTo(WizardStep::Run);
        f.window->close();
        QVERIFY(f.window->isVisible());
        auto *box = f.window->findChild<QMessageBox *>(u"closingBox"_s);
        QVERIFY(box && box->text().contains(u"gpu-operator on prod-eu"_s));
        box->findChild<QAbstractButton *>(u"closeLater"_s)->click();
        QVERIFY(f.window->isVisible());
        QVERIFY(f.upgrades.operation);
        f.upgrades.operation->end(OperationResult::End::Done, u"Done."_s, 5);
        QTRY_VERIFY(!f.window->isVisible());
    }

    void aWindowThatWasToCloseStaysWhereAnUpgradeFails()
    {
        UpgradeFixture f;
        f.openPlanned();
        f.goTo(WizardStep::Run);
        f.window->close();
        f.window->findChild<QMessageBox *>(u"closingBox"_s)
            ->findChild<QAbstractButton *>(u"closeLater"_s)
            ->click();
        QSignalSpy changed(f.window->findChild<UpgradePage *>(), &UpgradePage::runningChanged);
        f.upgrades.operation->end(OperationResult::End::Failed, u"Revision 5 failed."_s, 5);
        QCOMPARE(changed.size(), 1);
        QCoreApplication::sendPostedEvents();
        QVERIFY(f.window->isVisible());
    }

    void upgradeOpensANewChangeAndNotTheLastResult()
    {
        UpgradeFixture f;
        f.openPlanned();
        f.goTo(WizardStep::Run);
        f.window->showUpgrade(gpuOperator);
        QCOMPARE(int(f.controller()->page()), int(WizardStep::Run)); // what runs is shown
        f.upgrades.operation->end(OperationResult::End::Done, u"Done."_s, 5);
        f.next()->click();
        QCOMPARE(int(f.controller()->page()), int(WizardStep::Result));
        f.window->showRelease(gpuOperator);
        f.press(Qt::Key_U, Qt::ControlModifier);
        QCOMPARE(int(f.controller()->page()), int(WizardStep::Version));
        QVERIFY(!f.controller()->hasEnded());
    }
};

#include "tst_upgrade_run.moc"
} // namespace tst_upgrade_run

CHARTROOM_TEST(tst_upgrade_run, UpgradeRunTest)
