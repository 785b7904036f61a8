// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/translator.h"
#include "tests/support/test_main.h"
#include "tests/ui/upgrade_fixture.h"

#include <QGraphicsObject>
#include <QGraphicsView>
#include <QLabel>
#include <QSpinBox>

#include <algorithm>
#include <utility>

using namespace chartroom;
using namespace chartroom::test;

namespace HIDDEN_FROM_MOC tst_upgrade_plan {

namespace {

/// Where the entries of a chart's legend stand, from the left.
QList<QRectF> legendEntries(const QWidget &chart)
{
    QList<QRectF> entries;
    const auto items = chart.findChild<QGraphicsView *>()->scene()->items();
    for (const QGraphicsItem *item : items)
        if (item->isVisible() && item->toGraphicsObject() &&
            item->toGraphicsObject()->inherits("LegendMarkerItem"))
            entries.append(item->sceneBoundingRect());
    std::sort(entries.begin(), entries.end(),
              [](const QRectF &left, const QRectF &right) { return left.x() < right.x(); });
    return entries;
}

/// Side by side, every one with its place.
bool areClose(const QList<QRectF> &entries)
{
    for (qsizetype i = 0; i < entries.size(); ++i) {
        if (entries[i].isEmpty())
            return false;
        if (i > 0 && std::abs(entries[i].left() - entries[i - 1].right()) > 1)
            return false;
    }
    return true;
}

} // namespace

/// What the wizard lets a person edit, and hold back: values, policy, window, the rollout's switch.
class UpgradePlanTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void theNodesPageShowsHowTheNodesWouldGo();
    void theLegendHasNoRoomForWhatIsNotDrawn();
    void whereNothingIsKnownThePlanSaysWhy();
    void theJobsThatAreWaitedForAreEditedByKeys();
    void theNodesArePausedByTheOperatorsSwitchAfterItsCommandWasSeen();
    void theRunShowsTheNodesBesideTheRelease();
    void aSwitchThatCannotBeSetSaysWhy();
    void withoutADriverThereIsNothingToPause();
};

void UpgradePlanTest::initTestCase()
{
    QApplication::installTranslator(loadTranslator(QLocale::c()).release());
}

void UpgradePlanTest::theNodesPageShowsHowTheNodesWouldGo()
{
    UpgradeFixture f;
    f.planDrivers();
    f.openPlanned();
    f.goTo(WizardStep::Nodes);
    QTRY_COMPARE(f.label("planHeadline"), QStringLiteral("About 60 min from its start; no window is set."));
    auto *chart = f.wizard()->findChild<QWidget *>(QStringLiteral("planChart"));
    QVERIFY(chart->isVisible());
    QVERIFY2(chart->accessibleName().contains(QStringLiteral("32 to 40 of 48 GPUs")),
             qPrintable(chart->accessibleName()));
    QVERIFY(f.label("planAssumptions").contains(QStringLiteral("2 nodes observed before")));
    QVERIFY(f.label("planAssumptions")
                .contains(QStringLiteral("is the one in the cluster (ClusterPolicy cluster-policy).")));
    f.wizard()->findChild<QSpinBox *>(QStringLiteral("maxParallelUpgrades"))->setValue(2);
    QTRY_COMPARE(f.label("planHeadline"), QStringLiteral("About 30 min from its start; no window is set."));
    const auto impactSays = [&f](const QString &part) {
        const auto labels =
            f.wizard()->findChild<QWidget *>(QStringLiteral("nodeImpact"))->findChildren<QLabel *>();
        return std::any_of(labels.cbegin(), labels.cend(),
                           [&part](const QLabel *label) { return label->text().contains(part); });
    };
    QVERIFY(impactSays(QStringLiteral("Nodes at a time: 2.")));
    QVERIFY(impactSays(QStringLiteral("the node is not drained")));
    f.wizard()->findChild<QSpinBox *>(QStringLiteral("gpuFloor"))->setValue(40);
    QTRY_VERIFY(f.label("planLines")
                    .contains(QStringLiteral("32 at minimum, which is below the capacity floor of 40")));
    f.its("hasWindow")->click();
    QTRY_VERIFY(f.label("planHeadline").contains(QStringLiteral("into the window")));
    QVERIFY(f.label("planLines").contains(QStringLiteral("Last safe start")));
    f.wizard()->findChild<QLineEdit *>(QStringLiteral("maxUnavailable"))->setText(QStringLiteral("many"));
    QTRY_VERIFY(!chart->isVisible());
    QVERIFY(f.label("planHeadline").contains(QStringLiteral("a percentage such as 25%")));
}

void UpgradePlanTest::theLegendHasNoRoomForWhatIsNotDrawn()
{
    UpgradeFixture f;
    f.planDrivers();
    f.openPlanned();
    f.goTo(WizardStep::Nodes);
    const auto *chart = f.wizard()->findChild<QWidget *>(QStringLiteral("planChart"));
    QTRY_VERIFY(chart->isVisible());
    auto *floor = f.wizard()->findChild<QSpinBox *>(QStringLiteral("gpuFloor"));
    QTRY_VERIFY(areClose(legendEntries(*chart)));
    const qsizetype entries = legendEntries(*chart).size() - (floor->value() > 0 ? 1 : 0);
    QVERIFY(entries >= 4); // the bands that nodes are in, the GPUs, the ends
    for (const int gpus : {0, 40, 0}) {
        floor->setValue(gpus);
        QTRY_COMPARE(legendEntries(*chart).size(), entries + (gpus > 0 ? 1 : 0));
        QTRY_VERIFY(areClose(legendEntries(*chart)));
    }
}

void UpgradePlanTest::whereNothingIsKnownThePlanSaysWhy()
{
    UpgradeFixture f;
    f.upgrades.answer->impact.kind = NodeImpact::Kind::DriverReload;
    f.openPlanned();
    f.goTo(WizardStep::Nodes);
    QVERIFY(!f.wizard()->findChild<QWidget *>(QStringLiteral("planChart"))->isVisible());
    QCOMPARE(f.label("planHeadline"), QStringLiteral("Which nodes it affects could not be read."));
    UpgradeFixture other;
    other.planDrivers();
    other.upgrades.answer->rollout->policy.reset();
    other.openPlanned();
    other.goTo(WizardStep::Nodes);
    QVERIFY(other.label("planHeadline")
                .startsWith(QStringLiteral("The upgrade policy of this driver is unknown")));
}

void UpgradePlanTest::theJobsThatAreWaitedForAreEditedByKeys()
{
    UpgradeFixture f;
    f.planDrivers();
    f.openPlanned();
    f.goTo(WizardStep::Nodes);
    QVERIFY(!f.wizard()->findChild<QWidget *>(QStringLiteral("jobSelector"))->isVisible());
    f.its("changesJobs")->setFocus();
    f.press(Qt::Key_Space);
    f.press(Qt::Key_Tab);
    f.type("app=trainer");
    f.press(Qt::Key_Tab);
    f.press(Qt::Key_Up);
    QTRY_VERIFY(f.label("planAssumptions").contains(QStringLiteral("app=trainer takes up to 60 s")));
    f.goTo(WizardStep::Preflight);
    QVERIFY(f.upgrades.judged.last().policy.jobSelector == QStringLiteral("app=trainer"));
    QVERIFY(f.upgrades.judged.last().policy.jobTimeout == std::chrono::seconds(60));
}

void UpgradePlanTest::theNodesArePausedByTheOperatorsSwitchAfterItsCommandWasSeen()
{
    UpgradeFixture f;
    f.planDrivers();
    f.openPlanned();
    f.goTo(WizardStep::Run);
    QVERIFY(f.label("pauseText").contains(QStringLiteral("autoUpgrade of ClusterPolicy cluster-policy")));
    QVERIFY(f.label("pauseText")
                .contains(QStringLiteral("stay cordoned until they are uncordoned manually, "
                                         "even if it is on again")));
    f.its("pauseNodes")->setFocus();
    const int place = f.its("pauseNodes")->x();
    f.press(Qt::Key_Space);
    QTRY_VERIFY(f.its("confirmPause")->isVisible());
    QTRY_COMPARE(f.its("leavePause")->x(), place); // nor does a second click
    QVERIFY(f.label("pauseCommand")
                .remove(QChar(0x200B)) // where a long word may be broken
                .contains(QStringLiteral("patch clusterpolicies.v1.nvidia.com cluster-policy")));
    const auto isWhole = [&f] { // at 1280x800
        const auto *command = f.wizard()->findChild<QLabel *>(QStringLiteral("pauseCommand"));
        const QWidget *page = command->parentWidget()->parentWidget();
        return command->height() >= command->heightForWidth(command->width()) &&
               command->minimumSizeHint().width() <= command->width() &&
               command->mapTo(page, QPoint(0, command->height())).y() <= page->height() &&
               f.its("confirmPause")->mapTo(page, QPoint()).y() < page->height();
    };
    QTRY_VERIFY(isWhole());
    QVERIFY(f.its("confirmPause")->isEnabled());
    QVERIFY(f.its("leavePause")->hasFocus()); // a second Space changes nothing
    f.press(Qt::Key_Space);
    QTRY_VERIFY(f.its("pauseNodes")->isVisible());
    QVERIFY(f.label("pauseText").contains(QStringLiteral("ancelled before anything")));
    f.press(Qt::Key_Space);
    QTRY_VERIFY(f.its("confirmPause")->isVisible());
    f.its("confirmPause")->setFocus();
    f.press(Qt::Key_Space);
    QTRY_VERIFY(f.label("pauseText").startsWith(QStringLiteral("Paused: ")));
    QVERIFY(f.its("pauseNodes")->text().contains(QStringLiteral("&Resume")));
    QVERIFY(f.its("pauseNodes")->hasFocus());
    f.press(Qt::Key_Space);
    QTRY_VERIFY(f.its("confirmPause")->isVisible());
    QVERIFY(f.label("pauseText").contains(QStringLiteral("does not uncordon nodes")));
    f.its("confirmPause")->click();
    QTRY_VERIFY(f.label("pauseText").startsWith(QStringLiteral("Resumed: ")));
    QCOMPARE(f.upgrades.paused.last().pauses, false);
    QCOMPARE(f.upgrades.paused.last().during, f.upgrades.operation->id()); // which has the lease
    QCOMPARE(f.upgrades.paused.last().release, gpuOperator);
}

void UpgradePlanTest::theRunShowsTheNodesBesideTheRelease()
{
    using Step = ReleaseOperation::Step;
    UpgradeFixture f;
    f.planDrivers();
    f.openPlanned();
    f.goTo(WizardStep::Run);
    const auto nodes = [&] { return f.wizard()->findChild<QLabel *>(QStringLiteral("runNodes")); };
    Q_EMIT f.upgrades.operation->stepChanged(Step::Helm, ReleaseOperation::StepState::Done, {});
    QVERIFY(!nodes()); // what the nodes do before that is not of this upgrade
    Q_EMIT f.upgrades.operation->stepChanged(Step::ReadBack, ReleaseOperation::StepState::Done, {});
    QVERIFY(nodes());
    QTRY_COMPARE(nodes()->text(), QStringLiteral("The operator has not started any yet."));
    fillMidWindow(*f.fleet.rolloutSource(QStringLiteral("prod-eu")));
    QTRY_VERIFY2(nodes()->text().contains(QStringLiteral(" complete · ")), qPrintable(nodes()->text()));
    QVERIFY2(nodes()->text().contains(QStringLiteral("1 failed")), qPrintable(nodes()->text()));
    for (const char *node : {"gpu-007", "gpu-008"}) { // only the other driver goes on
        ShownTrack done;
        done.node = QString::fromLatin1(node);
        f.fleet.rolloutSource(QStringLiteral("prod-eu"))->put(done);
    }
    ShownTrack network;
    network.node = QStringLiteral("gpu-000");
    network.component = QStringLiteral("ib");
    network.label = QStringLiteral("drain-required");
    network.verdict = Verdict::Moving;
    f.fleet.rolloutSource(QStringLiteral("prod-eu"))->put(network);
    QTRY_VERIFY2(nodes()->text().contains(QStringLiteral("11 of 16 complete")), qPrintable(nodes()->text()));
    QVERIFY2(nodes()->text().startsWith(QStringLiteral("GPU driver")), qPrintable(nodes()->text()));
    // A container that restarts every second says something new, and no row changes.
    FakeRolloutSource *source = f.fleet.rolloutSource(QStringLiteral("prod-eu"));
    Q_EMIT source->tracksChanged(source->keys());
    Q_EMIT source->stateChanged();
    QVERIFY2(nodes()->text().contains(QStringLiteral("1 failed")), qPrintable(nodes()->text()));
}

void UpgradePlanTest::aSwitchThatCannotBeSetSaysWhy()
{
    UpgradeFixture f;
    f.planDrivers();
    f.upgrades.pauseRefusal = QStringLiteral("Error from server (Forbidden): no");
    f.openPlanned();
    f.goTo(WizardStep::Run);
    f.its("pauseNodes")->click();
    QTRY_VERIFY(f.its("confirmPause")->isVisible());
    f.its("confirmPause")->click();
    QTRY_VERIFY(f.label("pauseText").contains(QStringLiteral("The switch was not changed")));
    QVERIFY(f.its("pauseNodes")->text().startsWith(QStringLiteral("&Pause")));
    f.upgrades.pauseRefusal.clear();
    f.upgrades.leaseHolder = QStringLiteral("ben@desk (process 7)");
    f.its("pauseNodes")->click();
    QTRY_VERIFY(f.its("confirmPause")->isVisible());
    f.its("confirmPause")->click();
    QTRY_VERIFY(
        f.label("pauseText")
            .startsWith(QStringLiteral("ben@desk (process 7) has been working on this release since ")));
}

void UpgradePlanTest::withoutADriverThereIsNothingToPause()
{
    UpgradeFixture f;
    f.openPlanned();
    f.goTo(WizardStep::Run);
    QVERIFY(!f.its("pauseNodes"));
}

#include "tst_upgrade_plan.moc"
} // namespace tst_upgrade_plan

CHARTROOM_TEST(tst_upgrade_plan, UpgradePlanTest)
