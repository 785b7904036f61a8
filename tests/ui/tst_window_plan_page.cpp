// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/translator.h"
#include "core/screens/tickets/ticket_controller.h"
#include "tests/support/test_main.h"
#include "tests/ui/window_fixture.h"
#include "ui/pages/rollout_page.h"
#include "ui/pages/tickets_page.h"
#include "ui/pages/window_plan_page.h"
#include "ui/widgets/choice_button.h"

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QSlider>
#include <QSpinBox>
#include <QTabBar>
#include <QThread>
#include <QThreadPool>
#include <QTimer>

using namespace chartroom;
using namespace chartroom::test;

namespace HIDDEN_FROM_MOC tst_window_plan_page {

namespace {

/// A window whose page of plans is shown by its key.
struct PlanFixture : WindowFixture
{
    void openPlan()
    {
        if (!fleet.source(prod))
            fleet.addLive(prod);
        fillWithAddons(*fleet.source(prod));
        open();
        press(Qt::Key_5, Qt::ControlModifier);
        QVERIFY(page()->isVisible());
    }
    void openPlanned(int nodes = 16)
    {
        fleet.addLive(prod);
        fillBeforeWindow(*source(), nodes);
        openPlan();
        QTRY_VERIFY(page()->planned());
    }
    [[nodiscard]] FakeRolloutSource *source() const { return fleet.rolloutSource(prod); }
    [[nodiscard]] WindowPlanPage *page() const { return window->findChild<WindowPlanPage *>(); }
    template<typename T>
    [[nodiscard]] T *its(const char *name) const
    {
        return page()->findChild<T *>(QLatin1String(name));
    }
    /// The texts of the comparison, row by row.
    [[nodiscard]] QStringList compared() const
    {
        return its<QWidget>("planComparison")->accessibleName().split(QStringLiteral("; "));
    }
};

} // namespace

class WindowPlanPageTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void withoutADriverItSaysWhatWouldBeHere();
    void thePageReadsWhatItShows();
    void whileNodesAreListedItSaysSo();
    void aClusterThatCannotBeReadSaysWhy();
    void withoutAPolicyItSaysWhy();
    void theNodesAreSimulatedByTheClustersOwnPolicy();
    void policiesStandSideBySide();
    void onlyPlansOfTheSameNodesAreCompared();
    void theSliderMovesTheChart();
    void aWindowIsComparedWithThePlan();
    void thePlanFollowsTheClock();
    void whatCannotBePlannedWithIsSaid();
    void theKeyboardAlonePlansAndCopies();
    void thePlanGoesIntoATicket();
    void eachClusterKeepsWhatWasChosen();
    void theAgreedWindowIsThatOfTheRollout();
    void theWindowThatIsAgreedOnLaterIsThePlans();
    void rolloutAndWindowPlanHaveOneWindow();
    void aSettingIsShownAsItIsSet();
    void theOtherDriverIsPlannedByItsOwnPolicy();
    void amdsPolicyHasNeitherDrainNorJobs();
    void markupFromAClusterIsShownAsText();
    void aClusterThatIsDisconnectedShowsNoOldPlan();
    void theWholePlanFitsASmallWindow();
};

void WindowPlanPageTest::initTestCase()
{
    QApplication::installTranslator(loadTranslator(QLocale::c()).release());
}

void WindowPlanPageTest::withoutADriverItSaysWhatWouldBeHere()
{
    PlanFixture f;
    f.openPlan();
    QCOMPARE(f.label("messageTitle"), QStringLiteral("No driver rollout on prod-eu"));
    QVERIFY(!f.shows("planChart"));
    QVERIFY(!f.shows("copyPlan"));
}

void WindowPlanPageTest::thePageReadsWhatItShows()
{
    PlanFixture f;
    f.fleet.addLive(prod);
    f.open();
    const int before = f.source()->starts();
    f.press(Qt::Key_5, Qt::ControlModifier);
    QCOMPARE(f.source()->starts(), before + 1);
}

void WindowPlanPageTest::whileNodesAreListedItSaysSo()
{
    PlanFixture f;
    f.fleet.addLive(prod);
    fillBeforeWindow(*f.source(), 16);
    f.source()->setComplete(false);
    f.openPlan();
    QCOMPARE(f.label("messageTitle"), QStringLiteral("Reading the nodes of prod-eu"));
    f.source()->setComplete(true);
    QTRY_VERIFY(f.shows("planChart"));
}

void WindowPlanPageTest::aClusterThatCannotBeReadSaysWhy()
{
    PlanFixture f;
    FleetEntry entry;
    entry.name = prod;
    entry.state = ClusterSession::State::Failed;
    entry.problem = {Error::Code::Unreachable, QStringLiteral("The server does not answer."), {}, {}};
    f.fleet.put(entry);
    f.open();
    f.press(Qt::Key_5, Qt::ControlModifier);
    QCOMPARE(f.label("messageTitle"), QStringLiteral("prod-eu cannot be read"));
    QCOMPARE(f.label("messageText"), QStringLiteral("The server does not answer."));
}

void WindowPlanPageTest::withoutAPolicyItSaysWhy()
{
    PlanFixture f;
    f.fleet.addLive(prod);
    fillMidWindow(*f.source());
    f.openPlan();
    QTRY_VERIFY(
        f.label("planHeadline").startsWith(QStringLiteral("The upgrade policy of this driver is unknown")));
    QVERIFY(!f.shows("planChart"));
    QVERIFY(!f.shows("maxParallelUpgrades"));
}

void WindowPlanPageTest::theNodesAreSimulatedByTheClustersOwnPolicy()
{
    PlanFixture f;
    f.openPlanned();
    // Ten minutes each, four at a time, one slot of which a held node keeps.
    QCOMPARE(f.label("planHeadline"),
             QStringLiteral("It does not finish while 1 node is blocked. Without blocked nodes: About 50 min "
                            "from its start; no window is set."));
    QVERIFY(f.label("planLines").contains(QStringLiteral("96 at minimum")));
    QVERIFY(f.label("planLines").contains(QStringLiteral("gpu-005 is blocked: tenant-c/notebook")));
    QVERIFY(f.label("planLines").contains(QStringLiteral("in this order: tenant-b (8 GPUs from ")));
    QVERIFY(f.label("planAssumptions").contains(QStringLiteral("16 nodes observed before: 10 min")));
    QVERIFY(f.label("planAssumptions").contains(QStringLiteral("ClusterPolicy cluster-policy")));
    auto *chart = f.its<QWidget>("planChart");
    QVERIFY2(chart->accessibleName().contains(QStringLiteral("88 to 96 of 128 GPUs")),
             qPrintable(chart->accessibleName()));
    QVERIFY(f.its<QSpinBox>("maxParallelUpgrades")->text().contains(QStringLiteral("current: 4")));
}

void WindowPlanPageTest::policiesStandSideBySide()
{
    PlanFixture f;
    f.openPlanned();
    QTRY_COMPARE(f.compared().size(), 3);
    QVERIFY(f.compared()[0].startsWith(QStringLiteral("1, does not finish, ")));
    QVERIFY(f.compared()[0].endsWith(QStringLiteral(", 112 to 120 of 128")));
    QVERIFY(f.compared()[1].startsWith(QStringLiteral("20% (4), ")));
    QVERIFY(f.compared()[2].startsWith(
        QStringLiteral("your setting (4), does not finish (the other nodes: 50 min), ")));
    f.its<QSpinBox>("maxParallelUpgrades")->setValue(2);
    QTRY_VERIFY(f.compared()[2].startsWith(
        QStringLiteral("your setting (2), does not finish (the other nodes: 2 h 10 min), ")));
    QVERIFY(f.compared()[1].startsWith(QStringLiteral("20% (4), "))); // which does not move
}

void WindowPlanPageTest::onlyPlansOfTheSameNodesAreCompared()
{
    QThreadPool *pool = QThreadPool::globalInstance();
    pool->setMaxThreadCount(1); // one plan after the other
    const auto restore = qScopeGuard([pool] { pool->setMaxThreadCount(QThread::idealThreadCount()); });
    PlanFixture f;
    f.openPlanned();
    QTRY_COMPARE(f.compared().size(), 3);
    const QString kept = QStringLiteral("your setting (4, 3 at a time)");
    int mixed = 0;
    QTimer sampler;
    connect(&sampler, &QTimer::timeout, this, [&] {
        const bool isBefore = f.compared().value(0).endsWith(QStringLiteral(", 112 to 120 of 128"));
        mixed += isBefore == f.compared().value(2).startsWith(kept) ? 1 : 0;
    });
    sampler.start(std::chrono::milliseconds(0));
    ShownTrack failed;
    failed.node = QStringLiteral("gpu-007");
    failed.label = QStringLiteral("upgrade-failed");
    failed.verdict = Verdict::Failed;
    f.source()->put(failed);
    QTRY_VERIFY(f.compared()[2].startsWith(kept));
    QVERIFY2(!f.compared()[0].contains(QStringLiteral(" to ")), qPrintable(f.compared()[0])); // none starts
    QCOMPARE(mixed, 0);
}

void WindowPlanPageTest::theSliderMovesTheChart()
{
    PlanFixture f;
    f.openPlanned();
    auto *slider = f.its<QSlider>("nodesAtOnce");
    QCOMPARE(slider->value(), 4);
    QCOMPARE(slider->maximum(), 16);
    slider->setValue(3);
    QCOMPARE(f.its<QSpinBox>("maxParallelUpgrades")->value(), 3);
    auto *chart = f.its<QWidget>("planChart");
    QTRY_VERIFY(chart->accessibleName().contains(QStringLiteral("96 to 104 of 128 GPUs")));
    f.its<QSpinBox>("maxParallelUpgrades")->setValue(0);
    QVERIFY(f.shows("unlimited"));
    QTRY_VERIFY(chart->accessibleName().contains(QStringLiteral("88 to 96 of 128 GPUs"))); // 25%
}

void WindowPlanPageTest::aWindowIsComparedWithThePlan()
{
    PlanFixture f;
    f.openPlanned();
    QVERIFY(!f.shows("windowEnd"));
    f.its<QAbstractButton>("hasWindow")->click();
    QVERIFY(f.shows("windowEnd"));
    QTRY_VERIFY(f.label("planHeadline").contains(QStringLiteral("into the window")));
    QVERIFY(!f.label("planLines").contains(QStringLiteral("ast safe start"))); // one node is blocked
    f.its<QSpinBox>("gpuFloor")->setValue(100);
    QTRY_VERIFY(f.label("planLines")
                    .contains(QStringLiteral("96 at minimum, which is below the capacity floor of 100")));
}

void WindowPlanPageTest::thePlanFollowsTheClock()
{
    PlanFixture f;
    f.openPlanned();
    f.its<QAbstractButton>("hasWindow")->click();
    QTRY_VERIFY(f.page()->planned()->window.isSet());
    f.source()->advance(std::chrono::minutes(5)); // and no node changes
    QTRY_VERIFY_WITH_TIMEOUT(f.page()->planned()->start == f.source()->now(), 12'000);
    f.press(Qt::Key_1, Qt::ControlModifier);
    f.source()->advance(std::chrono::hours(3));
    f.press(Qt::Key_5, Qt::ControlModifier);
    QTRY_VERIFY_WITH_TIMEOUT(f.label("planHeadline").startsWith(QStringLiteral("The window ended at ")),
                             2'000);
    f.source()->advance(std::chrono::minutes(7));
    QApplication::clipboard()->clear();
    f.its<QAbstractButton>("copyPlan")->click();
    QTRY_VERIFY(!QApplication::clipboard()->text().isEmpty());
    QCOMPARE(f.page()->planned()->start, f.source()->now());
    QVERIFY(QApplication::clipboard()->text().contains(QStringLiteral("The window ended at ")));
}

void WindowPlanPageTest::whatCannotBePlannedWithIsSaid()
{
    PlanFixture f;
    f.openPlanned();
    f.its<QLineEdit>("maxUnavailable")->setText(QStringLiteral("many"));
    QTRY_VERIFY(f.label("planHeadline").contains(QStringLiteral("a percentage such as 25%")));
    QVERIFY(!f.shows("planChart"));
    QVERIFY(!f.shows("planComparison"));
    QVERIFY(!f.its<QAbstractButton>("copyPlan")->isEnabled());
    f.its<QLineEdit>("maxUnavailable")->setText(QStringLiteral("50%"));
    QTRY_VERIFY(f.shows("planChart"));
}

void WindowPlanPageTest::theKeyboardAlonePlansAndCopies()
{
    PlanFixture f;
    f.openPlanned();
    f.press(Qt::Key_1, Qt::ControlModifier);
    f.press(Qt::Key_5, Qt::ControlModifier);
    auto *parallel = f.its<QSpinBox>("maxParallelUpgrades");
    QVERIFY(parallel->hasFocus());
    f.press(Qt::Key_Up); // from "as it is" to no limit
    f.press(Qt::Key_Up);
    f.press(Qt::Key_Up);
    QTRY_VERIFY(f.compared().size() == 3 && f.compared()[2].startsWith(QStringLiteral("your setting (2)")));
    f.press(Qt::Key_Tab);
    QVERIFY(f.its<QSlider>("nodesAtOnce")->hasFocus());
    f.press(Qt::Key_Right);
    QTRY_VERIFY(f.compared()[2].startsWith(QStringLiteral("your setting (3)")));
    f.press(Qt::Key_Tab);
    f.type("100%");
    f.press(Qt::Key_Tab);
    f.press(Qt::Key_Tab);
    QVERIFY(f.its<QCheckBox>("changesJobs")->hasFocus());
    f.press(Qt::Key_Space);
    f.press(Qt::Key_Tab);
    f.type("app=trainer");
    f.press(Qt::Key_Tab);
    f.press(Qt::Key_Up);
    QTRY_VERIFY(f.label("planLines").contains(QStringLiteral("Waiting for jobs moves the latest finish")) &&
                f.compared().size() == 3 && f.compared()[2].startsWith(QStringLiteral("your setting (3)")));
    QApplication::clipboard()->clear(); // of a plan that was copied before
    f.press(Qt::Key_K, Qt::ControlModifier);
    f.type("copy the window plan");
    f.press(Qt::Key_Return);
    QTRY_VERIFY(QApplication::clipboard()->text().startsWith(QStringLiteral("## Window plan of prod")));
    QVERIFY2(QApplication::clipboard()->text().contains(QStringLiteral("| your setting (3")),
             qPrintable(QApplication::clipboard()->text()));
    f.press(Qt::Key_Escape);
    QCOMPARE(f.pageTitle(), QStringLiteral("Add-ons"));
}

void WindowPlanPageTest::thePlanGoesIntoATicket()
{
    PlanFixture f;
    f.openPlanned();
    QVERIFY(f.shows("planToTicket"));
    f.its<QAbstractButton>("hasWindow")->click();
    QTRY_VERIFY(f.page()->planned()->window.isSet());
    f.its<QAbstractButton>("planToTicket")->click();
    QTRY_VERIFY(f.window->findChild<TicketsPage *>()->isVisible());
    QCOMPARE(f.window->findChild<TicketController *>()->draft().phase, TicketPhase::Before);
}

void WindowPlanPageTest::eachClusterKeepsWhatWasChosen()
{
    PlanFixture f;
    f.openPlanned();
    f.its<QSpinBox>("maxParallelUpgrades")->setValue(2);
    f.fleet.addLive(QStringLiteral("prod-us"));
    fillBeforeWindow(*f.fleet.rolloutSource(QStringLiteral("prod-us")), 8);
    f.window->showCluster(QStringLiteral("prod-us"));
    QTRY_VERIFY(f.page()->planned() && f.page()->planned()->plan.gpusNow == 64);
    QCOMPARE(f.its<QSpinBox>("maxParallelUpgrades")->value(), -1);
    f.window->showCluster(prod);
    QTRY_VERIFY(f.page()->planned() && f.page()->planned()->plan.gpusNow == 128);
    QCOMPARE(f.its<QSpinBox>("maxParallelUpgrades")->value(), 2);
    QCOMPARE(f.page()->planned()->plan.atOnce, 2);
}

void WindowPlanPageTest::theAgreedWindowIsThatOfTheRollout()
{
    PlanFixture f;
    const QDateTime now = f.clock.now();
    const WindowPlan agreed{now, now.addSecs(4 * 3600), 88};
    f.settings.setValue(WindowPlan::settingsKey(prod), agreed.toText());
    f.openPlanned();
    QCOMPARE(f.page()->planned()->window.end.toSecsSinceEpoch(), agreed.end.toSecsSinceEpoch());
    QCOMPARE(f.its<QSpinBox>("gpuFloor")->value(), 88);
    QVERIFY(f.its<QAbstractButton>("hasWindow")->isChecked());
}

void WindowPlanPageTest::theWindowThatIsAgreedOnLaterIsThePlans()
{
    PlanFixture f;
    f.openPlanned();
    QVERIFY(!f.page()->planned()->window.isSet());
    const QDateTime now = f.clock.now();
    const WindowPlan agreed{now, now.addSecs(4 * 3600), 88}; // as the page Rollout takes one over
    f.settings.setValue(WindowPlan::settingsKey(prod), agreed.toText());
    f.press(Qt::Key_1, Qt::ControlModifier);
    f.press(Qt::Key_5, Qt::ControlModifier);
    QTRY_COMPARE(f.page()->planned()->window.end.toSecsSinceEpoch(), agreed.end.toSecsSinceEpoch());
    QCOMPARE(f.its<QSpinBox>("gpuFloor")->value(), 88);
}

void WindowPlanPageTest::rolloutAndWindowPlanHaveOneWindow()
{
    PlanFixture f;
    f.openPlanned();
    f.press(Qt::Key_3, Qt::ControlModifier); // Rollout has no window yet
    f.press(Qt::Key_5, Qt::ControlModifier);
    f.its<QAbstractButton>("hasWindow")->click();
    f.its<QSpinBox>("gpuFloor")->setValue(80);
    QTRY_VERIFY(f.page()->planned()->window.isSet());
    const WindowPlan set = keptWindow(&f.settings, prod);
    QVERIFY(set.isSet());
    QCOMPARE(set.gpuFloor, 80);
    f.press(Qt::Key_3, Qt::ControlModifier);
    auto *rollout = f.window->findChild<RolloutPage *>();
    QVERIFY(rollout->isVisible());
    const auto *button = rollout->findChild<QAbstractButton *>(QStringLiteral("rolloutWindow"));
    QTRY_VERIFY(button->text().endsWith(set.end.toLocalTime().toString(QStringLiteral("HH:mm"))));
    const WindowPlan later{set.start, set.end.addSecs(3600), 88};
    rollout->setWindowPlan(later);
    f.press(Qt::Key_5, Qt::ControlModifier);
    QTRY_COMPARE(f.page()->planned()->window, later);
    QCOMPARE(f.its<QSpinBox>("gpuFloor")->value(), 88);
    f.open(); // after a restart
    f.press(Qt::Key_5, Qt::ControlModifier);
    QTRY_VERIFY(f.page()->planned());
    QCOMPARE(f.page()->planned()->window, later);
    f.its<QAbstractButton>("hasWindow")->click();
    QVERIFY(!keptWindow(&f.settings, prod).isSet());
}

void WindowPlanPageTest::aSettingIsShownAsItIsSet()
{
    PlanFixture f;
    f.openPlanned();
    ShownTrack failed;
    failed.node = QStringLiteral("gpu-003");
    failed.label = QStringLiteral("upgrade-failed");
    failed.verdict = Verdict::Failed;
    f.source()->put(failed);
    QTRY_VERIFY2(f.compared().size() == 3 &&
                     f.compared()[2].startsWith(QStringLiteral("your setting (4, 3 at a time)")),
                 qPrintable(f.compared().join(u'\n')));
}

void WindowPlanPageTest::theOtherDriverIsPlannedByItsOwnPolicy()
{
    PlanFixture f;
    f.openPlanned();
    QVERIFY(!f.shows("planComponent")); // there is one driver only
    DriverPolicy network;
    network.kind = QStringLiteral("NicClusterPolicy");
    network.name = QStringLiteral("nic-cluster-policy");
    network.driver = DriverKind::InfiniBand;
    network.maxParallel = 2;
    f.source()->setPolicy(QStringLiteral("ib"), network);
    ShownTrack track;
    track.component = QStringLiteral("ib");
    f.source()->put(track);
    QTRY_VERIFY(f.shows("planComponent"));
    auto *component = f.its<ChoiceButton>("planComponent");
    component->setFocus();
    f.press(Qt::Key_Down);
    QTRY_VERIFY(f.label("planAssumptions").contains(QStringLiteral("NicClusterPolicy nic-cluster-policy")));
    QVERIFY(!f.shows("maxUnavailable")); // which it does not know
}

void WindowPlanPageTest::amdsPolicyHasNeitherDrainNorJobs()
{
    PlanFixture f;
    f.openPlanned();
    QVERIFY(f.shows("drain") && f.shows("changesJobs"));
    DriverPolicy config;
    config.kind = QStringLiteral("DeviceConfig");
    config.name = QStringLiteral("kube-amd-gpu/mi300x");
    config.autoUpgrade = true;
    config.maxUnavailable = QStringLiteral("25%");
    config.reboots = true;
    f.source()->setPolicy(QStringLiteral("amd"), config);
    ShownTrack track;
    track.component = QStringLiteral("amd");
    f.source()->put(track);
    QTRY_VERIFY(f.shows("planComponent"));
    f.its<ChoiceButton>("planComponent")->setFocus();
    f.press(Qt::Key_Down);
    QTRY_VERIFY(f.label("planLines").contains(QStringLiteral("Each node reboots (rebootRequired)")));
    QVERIFY(f.shows("maxUnavailable"));
    QVERIFY(!f.shows("drain") && !f.shows("changesJobs"));
}

void WindowPlanPageTest::markupFromAClusterIsShownAsText()
{
    PlanFixture f;
    f.fleet.addLive(prod);
    fillBeforeWindow(*f.source(), 4);
    f.source()->setHolds(QStringLiteral("gpu-001"), {QStringLiteral("<b>bold</b> \x1b[31m")});
    f.openPlan();
    QTRY_VERIFY(f.label("planLines").contains(QStringLiteral("<b>bold</b>")));
    QVERIFY(!f.label("planLines").contains(u'\x1b'));
    QCOMPARE(f.its<QLabel>("planLines")->textFormat(), Qt::PlainText);
}

void WindowPlanPageTest::aClusterThatIsDisconnectedShowsNoOldPlan()
{
    PlanFixture f;
    f.openPlanned();
    f.fleet.dropRollout(prod);
    FleetEntry entry = f.fleet.entry(prod);
    entry.state = ClusterSession::State::Off;
    f.fleet.put(entry);
    QCOMPARE(f.label("messageTitle"), QStringLiteral("prod-eu is not connected"));
    QVERIFY(!f.page()->planned());
}

void WindowPlanPageTest::theWholePlanFitsASmallWindow()
{
    PlanFixture f;
    f.openPlanned();
    f.window->resize(1280, 720);
    QTRY_COMPARE(f.window->width(), 1280);
    auto *comparison = f.its<QWidget>("planComparison");
    const QRect seen(comparison->mapTo(f.window.get(), QPoint()), comparison->size());
    QVERIFY(f.window->rect().contains(seen));
    QVERIFY(f.its<QSpinBox>("gpuFloor")->visibleRegion().boundingRect().height() > 0);
}

#include "tst_window_plan_page.moc"
} // namespace tst_window_plan_page

CHARTROOM_TEST(tst_window_plan_page, WindowPlanPageTest)
