// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/rollout/rollout_proxy.h"
#include "core/screens/rollout/rollout_summary.h"
#include "tests/support/fake_release_source.h"
#include "tests/support/fake_rollout_source.h"
#include "tests/support/loop_watch.h"
#include "tests/support/test_main.h"
#include "tests/support/work_gate.h"

#include <QAbstractItemModelTester>
#include <QRandomGenerator>
#include <QSignalSpy>
#include <QTest>
#include <QTimer>

#include <algorithm>

using namespace chartroom;
using namespace chartroom::test;
using namespace std::chrono_literals;

namespace HIDDEN_FROM_MOC tst_rollout_model {

namespace {

struct Board
{
    Board() { fillMidWindow(source); }
    explicit Board(int count) { fillMany(source, count); }

    FakeRolloutSource source;
    RolloutModel model{&source};
    RolloutProxy proxy{&model};
    QAbstractItemModelTester modelTester{&model, QAbstractItemModelTester::FailureReportingMode::QtTest};
    QAbstractItemModelTester proxyTester{&proxy, QAbstractItemModelTester::FailureReportingMode::QtTest};
    QSignalSpy modelReset{&model, &QAbstractItemModel::modelReset};
    QSignalSpy proxyReset{&proxy, &QAbstractItemModel::modelReset};

    [[nodiscard]] bool isCurrent() const { return model.rowCount() > 0 && model.isCurrent(); }
    /// Names in the order shown, headings as "[title]".
    [[nodiscard]] QStringList names() const
    {
        QStringList names;
        for (int row = 0; row < proxy.rowCount(); ++row) {
            const QModelIndex index = proxy.index(row, 0);
            const QVariant group = index.data(GroupRole);
            names << (group.isValid() ? u'[' + group.toString() + u']' : index.data().toString());
        }
        return names;
    }
    [[nodiscard]] QString text(const char *node, RolloutColumn column) const
    {
        return proxy.indexOf(QString::fromLatin1(node), column).data().toString();
    }
};

ShownTrack waiting(const QString &node)
{
    ShownTrack track;
    track.node = node;
    track.label = QStringLiteral("upgrade-required");
    track.verdict = Verdict::Waiting;
    return track;
}

} // namespace

class RolloutModelTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aNodeIsOneRowWithItsDriversSideBySide();
    void partsOfGpusStandBesideTheGpus();
    void troubleComesFirst();
    void whatHoldsANodeBackIsNamed();
    void aContradictionIsShownWhereTheLabelSaysDone();
    void fault25AnUnknownLabelIsShownAsText();
    void timeInAStepCountsUp();
    void aChangeTellsItsRowOnly();
    void manyThatChangeFindTheirPlaces();
    void theyFindThemAtOnceWhenNoMoreCome();
    void nodesComeAndGoWithoutAReset();
    void theFilterLooksAtEverythingARowSays();
    void whatChangesWhileOneFiltersComesAndGoes();
    void aNodeThatWentAndComesBackIsOneRow();
    void nodesAreGroupedByPoolAndZone();
    void numbersInNamesSortByValue();
    void oneComponentCanBeShownAlone();
    void theChosenComponentIsTheFirstOfANode();
    void whileHeldNoRowMoves();
    void bothDriversAreNamedWhereBothNeedALook();
    void theSummaryCountsTheDriverOfItsHeading();
    void theBoardIsAboutTheDriverThatGoesOn();
    void theReleaseOfTheDriversNamespaceIsTheClock();
    void whatIsPendingBelowIsInTheReleasesClock();
    void aRandomHistoryLeavesTheModelEqualToTheSource();
    void fiveThousandNodesNeverHoldTheLoopForAFrame();
};

void RolloutModelTest::partsOfGpusStandBesideTheGpus()
{
    FakeRolloutSource source;
    fillMidWindow(source);
    RolloutNode mixed = source.node(QStringLiteral("gpu-000"));
    mixed.gpuParts = QStringLiteral("14 of 14 MIG slices");
    source.setNode(QStringLiteral("gpu-000"), mixed);
    RolloutNode sliced = mixed;
    sliced.gpus = sliced.gpusTotal = 0;
    source.setNode(QStringLiteral("gpu-001"), sliced);
    const RolloutModel model(&source);
    QTRY_VERIFY(model.rowCount() > 0 && model.isCurrent());
    int seen = 0;
    for (int row = 0; row < model.rowCount(); ++row) {
        const QModelIndex index = model.index(row, int(RolloutColumn::Gpus));
        const QString toolTip = index.data(Qt::ToolTipRole).toString();
        if (model.rows()[row].node == u"gpu-000") {
            QVERIFY(index.data().toString().endsWith(u"/ 8"));
            QVERIFY(toolTip.endsWith(u"GPUs are allocatable\n14 of 14 MIG slices"));
            ++seen;
        } else if (model.rows()[row].node == u"gpu-001") {
            QCOMPARE(index.data().toString(), mixed.gpuParts);
            QCOMPARE(toolTip, mixed.gpuParts);
            ++seen;
        }
    }
    QCOMPARE(seen, 2);
}

void RolloutModelTest::aNodeIsOneRowWithItsDriversSideBySide()
{
    Board board;
    QTRY_VERIFY(board.isCurrent());
    QCOMPARE(board.model.rowCount(), 16);
    QVERIFY(board.model.hasSecondLane());
    QCOMPARE(board.text("gpu-007", RolloutColumn::FirstLane), QStringLiteral("driver reload"));
    QCOMPARE(board.text("gpu-007", RolloutColumn::SecondLane), QStringLiteral("done"));
    QCOMPARE(board.text("gpu-007", RolloutColumn::Gpus), QStringLiteral("0 / 8"));
    QCOMPARE(board.proxy.indexOf(QStringLiteral("gpu-007"), RolloutColumn::FirstLane)
                 .data(Qt::AccessibleTextRole)
                 .toString(),
             QStringLiteral("GPU driver: driver reload, step 4 of 7"));
}

void RolloutModelTest::troubleComesFirst()
{
    Board board;
    QTRY_VERIFY(board.isCurrent());
    QCOMPARE(board.names().first(8),
             (QStringList{QStringLiteral("gpu-011"), QStringLiteral("gpu-004"), QStringLiteral("gpu-003"),
                          QStringLiteral("gpu-007"), QStringLiteral("gpu-008"), QStringLiteral("gpu-012"),
                          QStringLiteral("gpu-013"), QStringLiteral("gpu-014")}));
    QCOMPARE(board.names().value(8), QStringLiteral("gpu-000"));
}

void RolloutModelTest::whatHoldsANodeBackIsNamed()
{
    Board board;
    QTRY_VERIFY(board.isCurrent());
    QVERIFY(board.text("gpu-004", RolloutColumn::HeldBack).contains(QStringLiteral("tenant-b/trainer")));
    QCOMPARE(board.text("gpu-004", RolloutColumn::FirstLane), QStringLiteral("evicting · stuck"));
    ShownTrack network;
    network.node = QStringLiteral("gpu-000");
    network.component = QStringLiteral("ib");
    network.label = QStringLiteral("drain-required");
    network.verdict = Verdict::Moving;
    network.blocker = QStringLiteral("A pod stays.");
    board.source.put(network);
    QTRY_COMPARE(board.text("gpu-000", RolloutColumn::HeldBack),
                 QStringLiteral("InfiniBand driver: A pod stays."));

    NodeTrack done = *board.source.find({QStringLiteral("gpu-001"), QStringLiteral("gpu")});
    QCOMPARE(done.verdict, Verdict::Done);
    done.isCordoned = true;
    DriverFacts facts;
    facts.isCordoned = facts.wasCordonedBefore = true;
    done.evidence = facts;
    board.source.put(QList<NodeTrack>{done});
    QTRY_COMPARE(board.text("gpu-001", RolloutColumn::HeldBack),
                 QStringLiteral("Was already cordoned when the rollout began on it, and stays cordoned."));
}

void RolloutModelTest::aContradictionIsShownWhereTheLabelSaysDone()
{
    Board board;
    QTRY_VERIFY(board.isCurrent());
    const QModelIndex held = board.proxy.indexOf(QStringLiteral("gpu-003"), RolloutColumn::HeldBack);
    QVERIFY(held.data(RolloutRemarkRole).toBool());
    QCOMPARE(VisualState(held.data(RolloutStateRole).toInt()), VisualState::Attention);
    QCOMPARE(held.data().toString(),
             QStringLiteral("Label says upgrade-done, but the node is still cordoned."));
}

void RolloutModelTest::fault25AnUnknownLabelIsShownAsText()
{
    Board board;
    ShownTrack track;
    track.label = QStringLiteral("firmware-flash-required");
    track.verdict = Verdict::NotKnown;
    board.source.put(track);
    QTRY_COMPARE(board.text("gpu-000", RolloutColumn::FirstLane),
                 QStringLiteral("unknown state: firmware-flash-required"));
    const QModelIndex index = board.proxy.indexOf(QStringLiteral("gpu-000"));
    QCOMPARE(VisualState(index.data(RolloutStateRole).toInt()), VisualState::Unknown);
}

void RolloutModelTest::timeInAStepCountsUp()
{
    Board board;
    QTRY_VERIFY(board.isCurrent());
    QCOMPARE(board.text("gpu-008", RolloutColumn::Since), QStringLiteral("22 s"));
    board.source.advance(1min);
    QSignalSpy changed(&board.proxy, &QAbstractItemModel::dataChanged);
    board.model.refreshTimes();
    QVERIFY(!changed.isEmpty());
    QCOMPARE(changed.first().at(0).toModelIndex().column(), int(RolloutColumn::Since));
    QCOMPARE(board.text("gpu-008", RolloutColumn::Since), QStringLiteral("1 m 22 s"));
    QCOMPARE(board.text("gpu-000", RolloutColumn::Since), QString()); // done: nothing counts
}

void RolloutModelTest::aChangeTellsItsRowOnly()
{
    Board board;
    QTRY_VERIFY(board.isCurrent());
    QSignalSpy changed(&board.model, &QAbstractItemModel::dataChanged);
    ShownTrack track;
    track.node = QStringLiteral("gpu-007");
    track.label = QStringLiteral("validation-required");
    track.verdict = Verdict::Moving;
    board.source.put(track);
    QTRY_COMPARE(changed.size(), 1);
    const auto range = changed.takeFirst();
    QCOMPARE(range.at(0).toModelIndex().row(), range.at(1).toModelIndex().row());
    QCOMPARE(board.model.row(range.at(0).toModelIndex().row()).node, track.node);
    board.source.put(track); // nothing new
    QTRY_VERIFY(board.model.isCurrent());
    QCOMPARE(changed.size(), 0);
}

void RolloutModelTest::manyThatChangeFindTheirPlaces()
{
    Board board(1000);
    QTRY_VERIFY(board.isCurrent());
    QSignalSpy settled(&board.model, &RolloutModel::changesEnd);
    QList<NodeTrack> tracks;
    for (int i = 0; i < 500; ++i) {
        ShownTrack track = waiting(QStringLiteral("gpu-%1").arg(i * 2, 5, 10, QLatin1Char('0')));
        track.verdict = i % 3 ? Verdict::Failed : Verdict::Waiting;
        track.label = i % 3 ? QStringLiteral("upgrade-failed") : QStringLiteral("upgrade-required");
        tracks.append(track.build());
    }
    board.source.put(tracks);
    QTRY_VERIFY(!settled.isEmpty());
    QTRY_VERIFY(board.model.isCurrent());
    const QStringList shown = board.names();
    const RolloutProxy fresh(&board.model);
    QStringList expected;
    for (int row = 0; row < fresh.rowCount(); ++row)
        expected << fresh.index(row, 0).data().toString();
    QCOMPARE(shown, expected);
    QVERIFY(!shown.isEmpty() && shown.first().startsWith(QStringLiteral("gpu-")));
}

void RolloutModelTest::theyFindThemAtOnceWhenNoMoreCome()
{
    Board board(1000);
    QTRY_VERIFY(board.isCurrent());
    board.source.setComputing(true);
    bool doMoreCome = false;
    QStringList order;
    QTimer aLittleLater;
    aLittleLater.setSingleShot(true);
    aLittleLater.setTimerType(Qt::PreciseTimer);
    connect(&aLittleLater, &QTimer::timeout, this, [&order] { order << QStringLiteral("a little later"); });
    connect(&board.model, &RolloutModel::changesEnd, this, [&order] { order << QStringLiteral("settled"); });
    connect(&board.model, &RolloutModel::rowsChanged, this, [&] {
        if (!board.model.isSettling())
            return;
        aLittleLater.start(5);
        board.source.setComputing(doMoreCome);
    });
    const auto all = [](Verdict verdict) {
        QList<NodeTrack> tracks;
        for (int i = 0; i < 100; ++i) { // many, and still one slice
            ShownTrack track = waiting(QStringLiteral("gpu-%1").arg(i * 2, 5, 10, QLatin1Char('0')));
            track.verdict = verdict;
            tracks.append(track.build());
        }
        return tracks;
    };
    board.source.put(all(Verdict::Failed));
    QTRY_COMPARE(order, (QStringList{QStringLiteral("settled"), QStringLiteral("a little later")}));
    order.clear();
    doMoreCome = true;
    board.source.setComputing(true);
    board.source.put(all(Verdict::Waiting));
    QTRY_COMPARE(order, (QStringList{QStringLiteral("a little later"), QStringLiteral("settled")}));
}

void RolloutModelTest::nodesComeAndGoWithoutAReset()
{
    Board board;
    QTRY_VERIFY(board.isCurrent());
    const QPersistentModelIndex kept = board.proxy.indexOf(QStringLiteral("gpu-013"));
    board.source.remove({{QStringLiteral("gpu-001"), QStringLiteral("gpu")},
                         {QStringLiteral("gpu-001"), QStringLiteral("ib")},
                         {QStringLiteral("gpu-002"), QStringLiteral("gpu")}});
    QTRY_COMPARE(board.model.rowCount(), 15); // gpu-002 keeps its network driver
    board.source.put(waiting(QStringLiteral("gpu-100")));
    QTRY_COMPARE(board.model.rowCount(), 16);
    QVERIFY(kept.isValid());
    QCOMPARE(kept.data().toString(), QStringLiteral("gpu-013"));
    QCOMPARE(board.modelReset.size() + board.proxyReset.size(), 0);
}

void RolloutModelTest::theFilterLooksAtEverythingARowSays()
{
    Board board;
    QTRY_VERIFY(board.isCurrent());
    board.proxy.setFilter(QStringLiteral("budget"));
    QCOMPARE(board.names(), QStringList{QStringLiteral("gpu-004")});
    board.proxy.setFilter(QStringLiteral("queued"));
    QCOMPARE(board.names(), (QStringList{QStringLiteral("gpu-012"), QStringLiteral("gpu-013")}));
    board.proxy.setFilter({});
    QCOMPARE(board.proxy.rowCount(), 16);
}

void RolloutModelTest::whatChangesWhileOneFiltersComesAndGoes()
{
    Board board;
    QTRY_VERIFY(board.isCurrent());
    board.proxy.setFilter(QStringLiteral("queued"));
    QCOMPARE(board.names(), (QStringList{QStringLiteral("gpu-012"), QStringLiteral("gpu-013")}));
    board.source.put(waiting(QStringLiteral("gpu-100")));
    ShownTrack done;
    done.node = QStringLiteral("gpu-012");
    board.source.put(done);
    QTRY_COMPARE(board.names(), (QStringList{QStringLiteral("gpu-013"), QStringLiteral("gpu-100")}));
}

void RolloutModelTest::aNodeThatWentAndComesBackIsOneRow()
{
    Board board;
    QTRY_VERIFY(board.isCurrent());
    const QString node = QStringLiteral("gpu-012");
    board.source.remove({{node, QStringLiteral("gpu")}, {node, QStringLiteral("ib")}});
    QTRY_COMPARE(board.model.rowCount(), 15);
    QCOMPARE(board.model.rowOf(node), -1);
    board.source.put(waiting(node));
    board.source.remove({{node, QStringLiteral("gpu")}}); // before it has a row
    board.source.put(waiting(node));
    QTRY_COMPARE(board.model.rowCount(), 16);
    QCOMPARE(board.model.row(board.model.rowOf(node)).node, node);
    QCOMPARE(board.model.components().value(QStringLiteral("gpu")), 16);
}

void RolloutModelTest::nodesAreGroupedByPoolAndZone()
{
    Board board(20);
    board.source.setNode(QStringLiteral("gpu-00003"), {});
    QTRY_VERIFY(board.isCurrent());
    board.proxy.setGrouping(RolloutProxy::Grouping::Zone);
    QCOMPARE(board.names().first(), QStringLiteral("[us-east1-a]"));
    QVERIFY(board.names().contains(QStringLiteral("[No known zone]")));
    board.proxy.setGrouping(RolloutProxy::Grouping::Component);
    QCOMPARE(board.names().first(), QStringLiteral("[GPU driver · InfiniBand driver]"));
    QCOMPARE(board.proxy.index(0, 0).data(GroupSizeRole).toInt(), 20);
    board.proxy.toggleGroup(board.proxy.index(0, 0));
    QCOMPARE(board.proxy.rowCount(), 1);
}

void RolloutModelTest::numbersInNamesSortByValue()
{
    FakeRolloutSource source;
    source.put({waiting(QStringLiteral("n-10")).build(), waiting(QStringLiteral("n-9")).build(),
                waiting(QStringLiteral("n-2")).build()});
    RolloutModel model(&source);
    RolloutProxy proxy(&model);
    proxy.sort(int(RolloutColumn::Node));
    QTRY_COMPARE(proxy.rowCount(), 3);
    QCOMPARE(proxy.index(0, 0).data().toString(), QStringLiteral("n-2"));
    QCOMPARE(proxy.index(2, 0).data().toString(), QStringLiteral("n-10"));
    proxy.sort(int(RolloutColumn::Node), Qt::DescendingOrder);
    QCOMPARE(proxy.index(0, 0).data().toString(), QStringLiteral("n-10"));
}

void RolloutModelTest::oneComponentCanBeShownAlone()
{
    Board board;
    ShownTrack agent = waiting(QStringLiteral("cpu-1"));
    agent.component = QStringLiteral("kube-system/cilium");
    board.source.put(agent);
    QTRY_COMPARE(board.model.components().size(), 3);
    QTRY_VERIFY(board.isCurrent());
    QCOMPARE(board.model.rowCount(), 16); // no driver on that node
    board.model.setComponent(agent.component);
    QTRY_COMPARE(board.names(), QStringList{QStringLiteral("cpu-1")});
    QVERIFY(!board.model.hasSecondLane());
    board.model.setComponent({});
    QTRY_COMPARE(board.model.rowCount(), 16);
}

void RolloutModelTest::theChosenComponentIsTheFirstOfANode()
{
    Board board;
    ShownTrack agent = waiting(QStringLiteral("gpu-001"));
    agent.component = QStringLiteral("kube-system/cilium");
    board.source.put(agent);
    const auto first = [&] { return board.model.tracks(agent.node).first()->component; };
    QCOMPARE(board.model.tracks(agent.node).size(), 3);
    QCOMPARE(first(), QStringLiteral("gpu"));
    board.model.setComponent(agent.component);
    QCOMPARE(first(), agent.component);
    board.model.setComponent(QStringLiteral("ib"));
    QCOMPARE(first(), QStringLiteral("ib"));
}

void RolloutModelTest::bothDriversAreNamedWhereBothNeedALook()
{
    Board board;
    QTRY_VERIFY(board.isCurrent());
    const auto words = [&board] {
        return board.model.row(board.model.rowOf(QStringLiteral("gpu-015"))).words();
    };
    ShownTrack track;
    track.node = QStringLiteral("gpu-015");
    track.label = QStringLiteral("upgrade-failed");
    track.verdict = Verdict::Failed;
    board.source.put(track);
    QTRY_COMPARE(words(), QStringLiteral("failed"));
    track.component = QStringLiteral("ib");
    track.label = QStringLiteral("drain-required");
    track.verdict = Verdict::Stuck;
    board.source.put(track);
    QTRY_COMPARE(words(), QStringLiteral("GPU driver: failed · InfiniBand driver: draining · stuck"));
}

void RolloutModelTest::whileHeldNoRowMoves()
{
    Board board;
    QTRY_VERIFY(board.isCurrent());
    const QStringList before = board.names();
    board.proxy.setOrderHeld(true);
    ShownTrack track;
    track.node = QStringLiteral("gpu-015");
    track.label = QStringLiteral("upgrade-failed");
    track.verdict = Verdict::Failed;
    board.source.put(track);
    QTRY_COMPARE(board.text("gpu-015", RolloutColumn::FirstLane), QStringLiteral("failed"));
    QCOMPARE(board.names(), before);
    board.proxy.setOrderHeld(false);
    QCOMPARE(board.names().indexOf(QStringLiteral("gpu-015")), 0);
}

void RolloutModelTest::theSummaryCountsTheDriverOfItsHeading()
{
    Board board;
    QTRY_VERIFY(board.isCurrent());
    const RolloutSummary summary = rolloutSummary(board.model);
    QCOMPARE(summary.total, 16);
    QCOMPARE(summary.done(), 9);
    QCOMPARE(summary.moving(), 3);
    QCOMPARE(summary.trouble(), 2);
    QCOMPARE(summary.gpusTotal, 128);
    QCOMPARE(summary.gpus, 96);
    QCOMPARE(restText(summary),
             QStringLiteral("2 moving · 2 waiting · 1 skipped · 1 failed · 1 stuck · 1 contradicted"));
    QCOMPARE(rolloutTitle(summary), QStringLiteral("GPU driver 580.82.07 → 580.105.08"));
}

void RolloutModelTest::theBoardIsAboutTheDriverThatGoesOn()
{
    Board board;
    QTRY_VERIFY(board.isCurrent());
    for (const char *node : {"gpu-007", "gpu-008"}) { // the GPU driver's rollout comes to a standstill
        ShownTrack track;
        track.node = QString::fromLatin1(node);
        board.source.put(track);
    }
    ShownTrack network;
    network.node = QStringLiteral("gpu-000");
    network.component = QStringLiteral("ib");
    network.label = QStringLiteral("drain-required");
    network.verdict = Verdict::Waiting;
    board.source.put(network);
    QTRY_COMPARE(board.text("gpu-007", RolloutColumn::FirstLane), QStringLiteral("done"));
    QCOMPARE(rolloutSummary(board.model).component, QStringLiteral("gpu")); // nodes of either wait
    network.verdict = Verdict::Moving;
    board.source.put(network);
    QTRY_COMPARE(rolloutSummary(board.model).component, QStringLiteral("ib"));
    const RolloutSummary summary = rolloutSummary(board.model);
    QCOMPARE(summary.total, 16);
    QCOMPARE(summary.done(), 15);
    QCOMPARE(summary.moving(), 1);
    QCOMPARE(summary.trouble(), 0); // the GPU driver's failed node is not this driver's
}

void RolloutModelTest::theReleaseOfTheDriversNamespaceIsTheClock()
{
    FakeReleaseSource releases;
    fillWithAddons(releases); // a customer's own gpu-operator is among them, and failed
    const ReleaseClock clock =
        releaseClock(&releases, QStringLiteral("gpu"), QStringLiteral("nvidia-gpu-operator"));
    QVERIFY(clock.isKnown);
    QCOMPARE(clock.name, QStringLiteral("gpu-operator"));
    QCOMPARE(clock.status, QStringLiteral("deployed"));
    QCOMPARE(clock.revision, 4);
    QCOMPARE(releaseClock(&releases, QStringLiteral("gpu"), QStringLiteral("tenant-b")).name,
             QStringLiteral("my-gpu-operator"));
    // Where no driver pod tells, it is not the customer's own, in whatever order they are held.
    FakeReleaseSource others;
    ShownRelease own;
    own.name = QStringLiteral("an-operator");
    own.namespaceName = QStringLiteral("a-tenant");
    own.chart = QStringLiteral("gpu-operator");
    Ownership ownership;
    ownership.owner = Owner::Customer;
    others.put(own, ownership);
    QCOMPARE(releaseClock(&others, QStringLiteral("gpu"), {}).name, QStringLiteral("an-operator"));
    fillWithAddons(others);
    QCOMPARE(releaseClock(&others, QStringLiteral("gpu"), {}).name, QStringLiteral("gpu-operator"));
    QVERIFY(!releaseClock(nullptr, QStringLiteral("gpu"), {}).isKnown);
}

void RolloutModelTest::whatIsPendingBelowIsInTheReleasesClock()
{
    FakeReleaseSource releases;
    ShownRelease shown;
    shown.chart = QStringLiteral("gpu-operator");
    shown.pending = 3;
    releases.put(shown);
    const ReleaseClock clock = releaseClock(&releases, QStringLiteral("gpu"), shown.namespaceName);
    QCOMPARE(clock.status, QStringLiteral("deployed · revision 3 pending-upgrade")); // as in Add-ons
    QCOMPARE(clock.state, VisualState::Attention);
}

void RolloutModelTest::aRandomHistoryLeavesTheModelEqualToTheSource()
{
    FakeRolloutSource source;
    RolloutModel model(&source);
    RolloutProxy proxy(&model);
    const QAbstractItemModelTester modelTester(&model,
                                               QAbstractItemModelTester::FailureReportingMode::QtTest);
    const QAbstractItemModelTester proxyTester(&proxy,
                                               QAbstractItemModelTester::FailureReportingMode::QtTest);
    QRandomGenerator random(7);
    const std::array labels{"upgrade-done", "upgrade-required", "drain-required", "upgrade-failed"};
    const std::array verdicts{Verdict::Done, Verdict::Waiting, Verdict::Moving, Verdict::Failed};
    for (int round = 0; round < 200; ++round) {
        QList<NodeTrack> changed;
        QList<TrackKey> gone;
        for (int i = 0; i < 20; ++i) {
            ShownTrack track;
            track.node = QStringLiteral("n-%1").arg(random.bounded(60));
            track.component = random.bounded(2) ? QStringLiteral("gpu") : QStringLiteral("ib");
            const int kind = random.bounded(5);
            if (kind == 4) {
                gone.append({track.node, track.component});
                continue;
            }
            track.label = QString::fromLatin1(labels[size_t(kind)]);
            track.verdict = verdicts[size_t(kind)];
            changed.append(track.build());
        }
        source.put(changed);
        source.remove(gone);
        if (round % 7 == 0)
            QTRY_VERIFY(model.isCurrent());
    }
    QTRY_VERIFY(model.isCurrent());
    QSet<QString> nodes;
    for (const TrackKey &key : source.keys())
        nodes.insert(key.node);
    QCOMPARE(model.rowCount(), int(nodes.size()));
    QCOMPARE(proxy.rowCount(), int(nodes.size()));
    for (int row = 0; row < proxy.rowCount(); ++row) {
        const QModelIndex index = proxy.index(row, int(RolloutColumn::FirstLane));
        const auto lane = index.data(RolloutLaneRole).value<RolloutLane>();
        const NodeTrack *track = source.find({index.data(RolloutNodeRole).toString(), QStringLiteral("gpu")});
        QCOMPARE(lane, track ? rolloutLane(*track) : RolloutLane());
        if (row > 0)
            QVERIFY(model.row(proxy.sourceRow(proxy.index(row - 1, 0))).lead().rank <=
                    model.row(proxy.sourceRow(index)).lead().rank);
    }
}

void RolloutModelTest::fiveThousandNodesNeverHoldTheLoopForAFrame()
{
    constexpr int nodes = 5000;
    FakeRolloutSource source;
    fillMany(source, nodes);
    QList<QList<NodeTrack>> batches;
    for (int batch = 0; batch < 20; ++batch) { // two hundred changes every tenth of a second
        QList<NodeTrack> tracks;
        for (int i = 0; i < 200; ++i) {
            ShownTrack track =
                waiting(QStringLiteral("gpu-%1").arg((batch * 200 + i) * 7 % nodes, 5, 10, QLatin1Char('0')));
            track.verdict = i % 2 ? Verdict::Moving : Verdict::Failed;
            track.label = i % 2 ? QStringLiteral("drain-required") : QStringLiteral("upgrade-failed");
            tracks.append(track.build());
        }
        batches.append(tracks);
    }
    LoopWatch watch;
    watch.start();
    RolloutModel model(&source);
    RolloutProxy proxy(&model);
    QTRY_COMPARE_WITH_TIMEOUT(proxy.rowCount(), nodes, 60'000); // under the sanitizers, too
    const auto loading = watch.longestWork();
    for (const QList<NodeTrack> &batch : std::as_const(batches)) {
        source.put(batch);
        QTRY_VERIFY(model.isCurrent());
    }
    const auto changing = watch.longestWork();
    proxy.setFilter(QStringLiteral("failed"));
    proxy.setFilter({});
    proxy.sort(int(RolloutColumn::Node));
    watch.stop();
    qInfo("longest hold in ms: loading %.1f, changing %.1f, filtering and sorting %.1f",
          double(loading.count()) / 1000, double(changing.count()) / 1000,
          double(watch.longestWork().count()) / 1000);
    VERIFY_WORK(changing, 16ms);
}

#include "tst_rollout_model.moc"
} // namespace tst_rollout_model

CHARTROOM_TEST(tst_rollout_model, RolloutModelTest)
