// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/clusters/clusters_model.h"
#include "core/screens/values/outcome_model.h"
#include "tests/support/test_main.h"
#include "tests/ui/window_fixture.h"
#include "ui/pages/addons_page.h"
#include "ui/pages/fleet_page.h"

#include <QAbstractItemModelTester>
#include <QPushButton>
#include <QTabBar>
#include <QTableView>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_fleet_page {

namespace {

FleetEntry entryOf(const QString &name, ClusterSession::State state)
{
    FleetEntry entry;
    entry.name = name;
    entry.state = state;
    return entry;
}

QStringList column(const QAbstractItemModel &model, ClusterColumn which)
{
    QStringList cells;
    for (int row = 0; row < model.rowCount(); ++row) {
        const QModelIndex cell = model.index(row, int(which));
        cells << (cell.data(FateStateRole).isValid() ? cell.data(FateWordRole) : cell.data()).toString();
    }
    return cells;
}

ShownTrack track(Verdict verdict)
{
    ShownTrack shown;
    shown.label = u"upgrade-failed"_s;
    shown.verdict = verdict;
    return shown;
}

struct FleetFixture : WindowFixture
{
    [[nodiscard]] FleetPage *page() const { return window->findChild<FleetPage *>(); }
    [[nodiscard]] QTableView *clusters() const { return window->findChild<QTableView *>(u"fleetTable"_s); }
    [[nodiscard]] QPushButton *connectAll() const
    {
        return window->findChild<QPushButton *>(u"connectAll"_s);
    }
    /// prod-eu with its add-ons and others that are off.
    void openWith(int others)
    {
        fillWithAddons(*fleet.addLive(prod));
        for (int i = 0; i < others; ++i)
            fleet.put(entryOf(u"other-%1"_s.arg(i), ClusterSession::State::Off));
        open();
    }
};

} // namespace

class FleetPageTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aClusterWithTroubleIsFirstAndOneThatIsOffLast()
    {
        FakeFleet fleet;
        fleet.put(entryOf(u"off"_s, ClusterSession::State::Off));
        fillWithAddons(*fleet.addLive(u"calm"_s));
        fillWithAddons(*fleet.addLive(u"bad"_s));
        fleet.rolloutSource(u"bad"_s)->put(track(Verdict::Failed));
        ClustersModel model(&fleet);
        const QAbstractItemModelTester tester(&model);
        QCOMPARE(column(model, ClusterColumn::Name), (QStringList{u"bad"_s, u"calm"_s, u"off"_s}));
        QVERIFY(column(model, ClusterColumn::Rollout)[0].contains(u"1 failed"));
        // Of one that is off nothing is said, also not that nothing is wrong.
        for (int which = int(ClusterColumn::Kubernetes); which < clusterColumnCount; ++which)
            QCOMPARE(column(model, ClusterColumn(which))[2], QString());
        QCOMPARE(column(model, ClusterColumn::State)[2], u"off"_s);
    }

    void whatWasNotLookedAtIsNotWell()
    {
        FakeFleet fleet;
        fillWithAddons(*fleet.addLive(prod));
        ClustersModel model(&fleet);
        const auto state = [&model](ClusterColumn which) {
            return VisualState(model.index(0, int(which)).data(FateStateRole).toInt());
        };
        QCOMPARE(state(ClusterColumn::Findings), VisualState::Unknown);
        QVERIFY(state(ClusterColumn::State) != VisualState::Done);
        fleet.findingsSource(prod)->found(badNight());
        QTRY_VERIFY(state(ClusterColumn::Findings) != VisualState::Unknown);
        QVERIFY(column(model, ClusterColumn::Findings)[0].contains(u'4'));
        FleetEntry entry = fleet.entry(prod);
        entry.dataAge.reset(); // its releases are still to be listed
        fleet.put(entry);
        QTRY_COMPARE(state(ClusterColumn::Releases), VisualState::Unknown);
    }

    void releasesThatFailedOrArePendingAreCounted()
    {
        FakeFleet fleet;
        fillWithAddons(*fleet.addLive(prod));
        int failed = 0;
        int pending = 0;
        const QList<ReleaseKey> keys = fleet.source(prod)->keys();
        for (const ReleaseKey &key : keys) {
            const ReleaseStatus status = fleet.source(prod)->find(key)->newest().status;
            failed += status == ReleaseStatus::Failed;
            pending += isPending(status);
        }
        QVERIFY(failed > 0 && pending > 0);
        ClustersModel model(&fleet);
        QCOMPARE(column(model, ClusterColumn::Releases)[0],
                 u"%1 · %2 failed · %3 pending"_s.arg(keys.size()).arg(failed).arg(pending));
    }

    void theFilterFindsByNameAndByTrouble()
    {
        FakeFleet fleet;
        fillWithAddons(*fleet.addLive(u"calm"_s));
        fillWithAddons(*fleet.addLive(u"bad"_s));
        fleet.rolloutSource(u"bad"_s)->put(track(Verdict::Stuck));
        ClustersModel model(&fleet);
        const QAbstractItemModelTester tester(&model);
        model.setFilter(u"CAL"_s);
        QCOMPARE(column(model, ClusterColumn::Name), QStringList{u"calm"_s});
        model.setFilter(u"stuck"_s);
        QCOMPARE(column(model, ClusterColumn::Name), QStringList{u"bad"_s});
        model.setFilter({});
        QCOMPARE(model.rowCount(), 2);
    }

    void ofOneClusterThereIsNoSuchPage()
    {
        FleetFixture f;
        f.openWith(0);
        const auto *tabs = f.window->findChild<QTabBar *>(u"pageTabs"_s);
        QVERIFY(!tabs->isTabVisible(0));
        QVERIFY(f.window->findChild<AddonsPage *>()->isVisible());
        f.press(Qt::Key_0, Qt::ControlModifier);
        QVERIFY(f.window->findChild<AddonsPage *>()->isVisible());
        f.fleet.put(entryOf(u"second"_s, ClusterSession::State::Off));
        QVERIFY(tabs->isTabVisible(0));
        f.press(Qt::Key_0, Qt::ControlModifier);
        QVERIFY(f.page()->isVisible());
        f.fleet.remove(u"second"_s);
        QVERIFY(f.window->findChild<AddonsPage *>()->isVisible());
    }

    void enterOpensAClusterAndConnectsToOneThatIsOff()
    {
        FleetFixture f;
        f.openWith(1);
        f.press(Qt::Key_0, Qt::ControlModifier);
        f.page()->focusContent();
        f.clusters()->selectRow(1);
        QCOMPARE(f.clusters()->currentIndex().data().toString(), u"other-0"_s);
        f.press(Qt::Key_Return);
        QVERIFY(f.fleet.calls.contains(u"connect other-0"_s));
        QCOMPARE(f.window->currentCluster(), u"other-0"_s);
        QVERIFY(f.window->findChild<AddonsPage *>()->isVisible());
    }

    /// A hundred contexts do not sign in at once.
    void allAreConnectedAFewAtATime()
    {
        FleetFixture f;
        f.openWith(20);
        f.press(Qt::Key_0, Qt::ControlModifier);
        QVERIFY(f.connectAll()->isVisible());
        f.connectAll()->click();
        const auto asked = [&f] { return f.fleet.calls.filter(u"connect other-"_s).size(); };
        QCOMPARE(asked(), 8);
        f.fleet.put(entryOf(u"other-0"_s, ClusterSession::State::Failed));
        QCOMPARE(asked(), 9);
        for (int i = 1; i < 20; ++i)
            f.fleet.put(entryOf(u"other-%1"_s.arg(i), ClusterSession::State::Failed));
        QCOMPARE(asked(), 20);
        QTRY_VERIFY(!f.connectAll()->isVisible());
        QTRY_COMPARE(column(*f.clusters()->model(), ClusterColumn::State).count(u"cannot connect"_s), 20);
        QVERIFY(f.label("summary").contains(u"20 cannot be reached"));
    }

    void itReadsNodesAndFindingsOfWhatIsConnectedOnceItIsShown()
    {
        FleetFixture f;
        f.openWith(0);
        fillWithAddons(*f.fleet.addLive(u"second"_s));
        QCOMPARE(f.fleet.findingsSource(u"second"_s)->starts(), 0);
        f.press(Qt::Key_0, Qt::ControlModifier);
        QVERIFY(f.fleet.findingsSource(u"second"_s)->starts() > 0);
    }
};

#include "tst_fleet_page.moc"
} // namespace tst_fleet_page

CHARTROOM_TEST(tst_fleet_page, FleetPageTest)
