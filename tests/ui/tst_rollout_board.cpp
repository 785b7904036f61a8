// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/rollout/rollout_proxy.h"
#include "core/words/node_timeline.h"
#include "tests/support/test_main.h"
#include "tests/ui/rollout_fixture.h"
#include "ui/panels/node_panel.h"
#include "ui/widgets/choice_button.h"
#include "ui/widgets/fact_label.h"
#include "ui/widgets/node_tiles.h"
#include "ui/widgets/rollout_clocks.h"
#include "ui/widgets/text_label.h"

#include <QAbstractEventDispatcher>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QGraphicsTextItem>
#include <QGraphicsView>
#include <QHeaderView>
#include <QLineEdit>
#include <QScrollBar>
#include <QTabBar>
#include <QTimer>

using namespace chartroom;
using namespace chartroom::test;

namespace HIDDEN_FROM_MOC tst_rollout_board {

/// The rows and tiles of the page of rollouts, and what is laid out around them.
class RolloutBoardTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theFirstRowsComeInTurnsOfTheirOwn();
    void aHeadingGoesBackToTroubleFirst();
    void aJumpToAnotherMomentIsPaintedWhenItIsThere();
    void theInspectorLetsTheRowsComeFirstButNotForEver();
    void tilesShowTheSameNodesAndShareTheSelection();
    void tilesFindTheirPlacesOnceTheyAreShown();
    void tilesOfAGroupBeginOnALineOfTheirOwn();
    void theBoardFitsANarrowWindowWithBothLanesAtWork();
    void whereRoomIsShortTheDriverThatGoesOnIsTold();
    void selectionSurvivesTheRollout();
    void theChosenNodeIsSelectedAgainWhereItIsBack();
    void theSameRowsAreSeenAfterAFilter();
    void nodesThatOnlyALabelCallsDoneAreNotThrough();
    void tabReachesWhatStandsAboveTheBoard();
    void theEndIsForetoldAsARangeWithTheCourseSoFar();
    void theCardsAreReadWholeInALowWindow();
    void theTimeInAStepKeepsItsUnit();
    void theNodesTimeInItsStepGoesOnInTheInspector();
    void beforeTheFirstMoveTheChartSaysWhy();
};

/// Clocks, board and inspector at once would hold the event loop for longer than a frame.
void RolloutBoardTest::theFirstRowsComeInTurnsOfTheirOwn()
{
    RolloutFixture f;
    f.openRollout();
    const auto *clocks = f.window->findChild<RolloutClocks *>();
    const auto *panel = f.window->findChild<NodePanel *>();
    const auto there = [&] {
        QStringList parts;
        if (clocks->isVisible())
            parts << QStringLiteral("clocks");
        if (f.board()->isVisible())
            parts << (f.board()->updatesEnabled() ? QStringLiteral("board") : QStringLiteral("its room"));
        if (!panel->node().isEmpty())
            parts << QStringLiteral("inspector");
        return parts;
    };
    QCOMPARE(there(), QStringList());
    QList<QStringList> turns;
    const auto look = [&] {
        if (const QStringList now = there(); turns.isEmpty() || turns.last() != now)
            turns << now;
    };
    const QAbstractEventDispatcher *loop = QAbstractEventDispatcher::instance();
    connect(loop, &QAbstractEventDispatcher::awake, panel, look);
    connect(loop, &QAbstractEventDispatcher::aboutToBlock, panel, look);
    fillMidWindow(*f.source());
    QTRY_COMPARE(panel->node(), QStringLiteral("gpu-011"));
    look();
    const QList<QStringList> expected{
        {},
        {QStringLiteral("clocks")},
        {QStringLiteral("clocks"), QStringLiteral("its room")},
        {QStringLiteral("clocks"), QStringLiteral("board")},
        {QStringLiteral("clocks"), QStringLiteral("board"), QStringLiteral("inspector")}};
    QCOMPARE(turns, expected);
}

void RolloutBoardTest::aHeadingGoesBackToTroubleFirst()
{
    RolloutFixture f;
    f.openMidWindow();
    QHeaderView *header = f.board()->horizontalHeader();
    const QPoint node(header->sectionViewportPosition(0) + 20, header->height() / 2);
    QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, node);
    QCOMPARE(f.nodes().first(), QStringLiteral("gpu-000"));
    QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, node);
    QCOMPARE(f.nodes().first(), QStringLiteral("gpu-015"));
    QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, node);
    QCOMPARE(f.nodes().first(), QStringLiteral("gpu-011"));
}

void RolloutBoardTest::aJumpToAnotherMomentIsPaintedWhenItIsThere()
{
    RolloutFixture f;
    f.openMidWindow();
    const auto all = [](Verdict verdict) {
        QList<NodeTrack> tracks;
        for (int i = 0; i < 200; ++i) {
            ShownTrack track;
            track.node = QStringLiteral("node-%1").arg(i);
            track.verdict = verdict;
            tracks.append(track.build());
        }
        return tracks;
    };
    f.source()->put(all(Verdict::Waiting));
    QTRY_COMPARE(f.board()->model()->rowCount(), 216);
    const RolloutModel *model = f.board()->proxy()->source();
    QTRY_VERIFY(model->isCurrent());
    QVERIFY(f.board()->updatesEnabled());
    QList<bool> painted;
    connect(model, &RolloutModel::rowsChanged, this, [&] { painted << f.board()->updatesEnabled(); });
    f.source()->setComputing(true);
    f.source()->put(all(Verdict::Failed));
    QTRY_VERIFY(!painted.isEmpty());
    QVERIFY(!painted.first());
    QTRY_VERIFY(model->isCurrent());
    QVERIFY(f.board()->updatesEnabled());
    QVERIFY(painted.last());
    QVERIFY(f.nodes().at(8).startsWith(QStringLiteral("node-"))); // trouble first
}

void RolloutBoardTest::theInspectorLetsTheRowsComeFirstButNotForEver()
{
    RolloutFixture f;
    f.openMidWindow();
    const QString before = f.texts("nodePanel");
    QVERIFY(!before.isEmpty());
    const RolloutModel *model = f.board()->proxy()->source();
    QString soonAfter;
    connect(model, &RolloutModel::rowsChanged, this, [&] {
        QTimer::singleShot(std::chrono::milliseconds(60), model, [&] { soonAfter = f.texts("nodePanel"); });
    });
    ShownTrack track;
    track.node = f.window->findChild<NodePanel *>()->node();
    track.label = QStringLiteral("validation-required");
    track.verdict = Verdict::Moving;
    f.source()->setComputing(true);
    f.source()->put(track);
    QTRY_COMPARE(soonAfter, before);
    QTRY_VERIFY(f.texts("nodePanel") != before);
    QVERIFY(!model->isAtRest());
}

void RolloutBoardTest::tilesShowTheSameNodesAndShareTheSelection()
{
    RolloutFixture f;
    f.openMidWindow();
    f.window->findChild<QAction *>(QStringLiteral("rolloutTiles"))->trigger();
    auto *tiles = f.window->findChild<NodeTiles *>();
    QVERIFY(tiles->isVisible());
    QVERIFY(!f.board()->isVisible());
    tiles->setFocus();
    f.press(Qt::Key_Home);
    f.press(Qt::Key_Right);
    QCOMPARE(f.label("nodeTitle"), QStringLiteral("gpu-004"));
    f.press(Qt::Key_C, Qt::ControlModifier);
    QVERIFY(QApplication::clipboard()->text().startsWith(QStringLiteral("**gpu-004**")));
    const QModelIndex third = f.board()->model()->index(2, 0);
    QTest::mouseClick(tiles->viewport(), Qt::LeftButton, {}, tiles->visualRect(third).center());
    QCOMPARE(f.label("nodeTitle"), QStringLiteral("gpu-003"));
    f.window->findChild<QAction *>(QStringLiteral("rolloutRows"))->trigger();
    QVERIFY(f.board()->isVisible());
    QCOMPARE(f.board()->selectedNodes(), QStringList{QStringLiteral("gpu-003")});
}

void RolloutBoardTest::tilesFindTheirPlacesOnceTheyAreShown()
{
    RolloutFixture f;
    f.fleet.addLive(prod);
    f.openRollout();
    fillMany(*f.source(), 300);
    QTRY_COMPARE(f.board()->model()->rowCount(), 300);
    const auto *tiles = f.window->findChild<NodeTiles *>();
    const QModelIndex last = f.board()->model()->index(299, 0);
    QVERIFY(tiles->visualRect(last).isNull());
    f.window->findChild<QAction *>(QStringLiteral("rolloutTiles"))->trigger();
    QTRY_VERIFY(tiles->isVisible());
    QVERIFY(tiles->visualRect(last).top() > tiles->visualRect(last.siblingAtRow(0)).top());
}

void RolloutBoardTest::tilesOfAGroupBeginOnALineOfTheirOwn()
{
    RolloutFixture f;
    f.fleet.addLive(prod);
    fillMany(*f.source(), 300);
    f.openRollout();
    f.window->findChild<QAction *>(QStringLiteral("rolloutTiles"))->trigger();
    auto *tiles = f.window->findChild<NodeTiles *>();
    auto *group = f.window->findChild<ChoiceButton *>(QStringLiteral("rolloutGroup"));
    QTRY_COMPARE(f.board()->model()->rowCount(), 300);
    QTRY_VERIFY(tiles->isVisible());
    group->setFocus();
    f.press(Qt::Key_Down);
    f.press(Qt::Key_Down); // zone
    QTRY_COMPARE(f.board()->model()->rowCount(), 303);
    int line = -1;
    for (int row = 0; row < 303; ++row) {
        const QModelIndex index = f.board()->model()->index(row, 0);
        const QRect rect = tiles->visualRect(index);
        if (index.data(GroupRole).isValid())
            QVERIFY(rect.top() > line);
        QVERIFY(rect.top() >= line);
        line = rect.top();
    }
    tiles->setFocus();
    f.press(Qt::Key_End);
    QVERIFY(tiles->visualRect(tiles->currentIndex()).bottom() <= tiles->viewport()->height());
    f.press(Qt::Key_Up);
    f.press(Qt::Key_PageUp);
    QVERIFY(!tiles->currentIndex().data(GroupRole).isValid());
}

void RolloutBoardTest::theBoardFitsANarrowWindowWithBothLanesAtWork()
{
    RolloutFixture f;
    f.openMidWindow();
    f.window->resize(1280, 720);
    ShownTrack track;
    track.node = QStringLiteral("gpu-000");
    track.component = QStringLiteral("ib");
    track.label = QStringLiteral("drain-required");
    track.verdict = Verdict::Stuck;
    f.source()->put(track);
    QTRY_VERIFY(f.texts("nodePanel").contains(QStringLiteral("gpu-011")));
    QVERIFY(f.shows("nodePanel"));
    const auto width = [&] { return f.board()->horizontalHeader()->length(); };
    QTRY_COMPARE(f.window->width(), 1280);
    QTRY_VERIFY2(width() <= f.board()->viewport()->width(), qPrintable(QString::number(width())));
    QVERIFY(f.board()->columnWidth(int(RolloutColumn::HeldBack)) >= 120);
}

void RolloutBoardTest::whereRoomIsShortTheDriverThatGoesOnIsTold()
{
    RolloutFixture f;
    f.openMidWindow();
    f.window->resize(1280, 720);
    QTRY_VERIFY(f.texts("nodePanel").contains(QStringLiteral("gpu-011")));
    QList<NodeTrack> tracks;
    for (const QString &node : f.nodes()) {
        ShownTrack gpu;
        gpu.node = node;
        if (node == u"gpu-011") {
            gpu.label = QStringLiteral("upgrade-failed");
            gpu.verdict = Verdict::Failed;
        }
        ShownTrack ib;
        ib.node = node;
        ib.component = QStringLiteral("ib");
        ib.label = QStringLiteral("pod-restart-required");
        ib.verdict = Verdict::Moving;
        tracks << gpu.build() << ib.build();
        tracks.last().driverFrom = QStringLiteral("doca3.1.0-25.07-0.9.7.0-0");
        tracks.last().driverTo = QStringLiteral("doca3.2.0-25.10-1.2.8.0-2");
    }
    f.source()->put(tracks);
    QTRY_COMPARE(f.label("rolloutTitle"), QStringLiteral("InfiniBand driver → doca3.2.0-25.10-1.2.8.0-2"));
    QVERIFY(f.window->findChild<QLabel *>(QStringLiteral("rolloutTitle"))
                ->toolTip()
                .contains(QStringLiteral("doca3.1.0-25.07-0.9.7.0-0")));
    QTRY_VERIFY(f.board()->columnWidth(int(RolloutColumn::SecondLane)) >
                f.board()->columnWidth(int(RolloutColumn::FirstLane)));
    QVERIFY(f.board()->horizontalHeader()->length() <= f.board()->viewport()->width());
    f.window->resize(1800, 720);
    QTRY_COMPARE(f.label("rolloutTitle"),
                 QStringLiteral("InfiniBand driver doca3.1.0-25.07-0.9.7.0-0 → doca3.2.0-25.10-1.2.8.0-2"));
}

void RolloutBoardTest::selectionSurvivesTheRollout()
{
    RolloutFixture f;
    f.openMidWindow();
    f.board()->selectNode(QStringLiteral("gpu-008"));
    fillAllDone(*f.source());
    QTRY_VERIFY(f.texts("nodeClock").contains(QStringLiteral("16 of 16")));
    QCOMPARE(f.board()->selectedNodes(), QStringList{QStringLiteral("gpu-008")});
    QCOMPARE(f.label("nodeTitle"), QStringLiteral("gpu-008"));
    QVERIFY(f.texts("nodeClock").contains(QStringLiteral("all done")));
    QTRY_VERIFY(f.texts("timeLeft").contains(QStringLiteral("since 03:21")));
}

void RolloutBoardTest::theChosenNodeIsSelectedAgainWhereItIsBack()
{
    RolloutFixture f;
    f.openMidWindow();
    const QString chosen = QStringLiteral("gpu-009");
    const QString match = QStringLiteral("gpu-004");
    f.page()->showNode(chosen);
    QTRY_COMPARE(f.board()->selectedNodes(), QStringList{chosen});
    auto *filter = f.window->findChild<QLineEdit *>(QStringLiteral("rolloutFilter"));
    filter->setText(QStringLiteral("zebra"));
    filter->clear();
    QTRY_COMPARE(f.board()->selectedNodes(), QStringList{chosen});
    filter->setText(QStringLiteral("budget"));
    QTRY_COMPARE(f.board()->selectedNodes(), QStringList{match});
    QTRY_COMPARE(f.label("nodeTitle"), match);
    filter->clear();
    QTRY_COMPARE(f.board()->selectedNodes(), QStringList{chosen});
    QTRY_COMPARE(f.label("nodeTitle"), chosen);
    filter->setText(QStringLiteral("budget"));
    QTest::keyClick(filter, Qt::Key_Return); // this one it is
    filter->clear();
    QTRY_COMPARE(f.board()->selectedNodes(), QStringList{match});
    // It goes, as in a recording that is wound back, and comes again.
    const NodeTracks tracks = f.source()->tracksOf(match);
    QList<NodeTrack> known;
    QList<TrackKey> keys;
    for (const NodeTrack *track : tracks) {
        known << *track;
        keys << TrackKey{match, track->component};
    }
    f.source()->remove(keys);
    QTRY_VERIFY(!f.nodes().contains(match));
    QTRY_COMPARE(f.board()->selectedNodes(), QStringList{f.nodes().first()});
    f.source()->put(known);
    QTRY_COMPARE(f.board()->selectedNodes(), QStringList{match});
}

void RolloutBoardTest::theSameRowsAreSeenAfterAFilter()
{
    RolloutFixture f;
    f.fleet.addLive(prod);
    fillMany(*f.source(), 300);
    f.openRollout();
    QTRY_COMPARE(f.board()->model()->rowCount(), 300);
    f.awaitNode();
    QScrollBar *bar = f.board()->verticalScrollBar();
    QTRY_VERIFY(bar->maximum() > 2000);
    bar->setValue(2000);
    const auto atTop = [&f] { return f.board()->indexAt(QPoint(0, 0)).siblingAtColumn(0).data().toString(); };
    const QString top = atTop();
    auto *filter = f.window->findChild<QLineEdit *>(QStringLiteral("rolloutFilter"));
    for (const char *text : {"gpu-0000", "zebra"}) {
        filter->setText(QString::fromLatin1(text));
        QVERIFY(f.board()->model()->rowCount() < 20);
        filter->clear();
        QCOMPARE(f.board()->model()->rowCount(), 300);
        QCOMPARE(atTop(), top);
        QCOMPARE(bar->value(), 2000);
    }
}

void RolloutBoardTest::nodesThatOnlyALabelCallsDoneAreNotThrough()
{
    RolloutFixture f;
    f.openMidWindow();
    fillAllDone(*f.source());
    QTRY_VERIFY(f.texts("nodeClock").contains(QStringLiteral("all done")));
    NodeTrack doubted = *f.source()->find({QStringLiteral("gpu-008"), QStringLiteral("gpu")});
    doubted.verdict = Verdict::NotKnown;
    f.source()->put({doubted});
    QTRY_VERIFY(f.texts("nodeClock").contains(QStringLiteral("15 of 16")));
    QVERIFY(f.texts("nodeClock").contains(QStringLiteral("1 unknown").replace(u' ', QChar::Nbsp)));
    QVERIFY(!f.texts("nodeClock").contains(QStringLiteral("all done")));
}

void RolloutBoardTest::tabReachesWhatStandsAboveTheBoard()
{
    RolloutFixture f;
    f.openMidWindow();
    f.window->findChild<QTabBar *>(QStringLiteral("pageTabs"))->setFocus();
    QStringList reached;
    for (int i = 0; i < 12 && f.window->focusWidget() != f.board(); ++i) {
        f.press(Qt::Key_Tab);
        reached.append(f.window->focusWidget()->objectName());
    }
    for (const char *name :
         {"rolloutFilter", "rolloutComponent", "rolloutOrder", "rolloutGroup", "rolloutWindow"})
        QVERIFY2(reached.contains(QLatin1String(name)), qPrintable(reached.join(u' ')));
    QCOMPARE(f.window->focusWidget(), f.board());
}

void RolloutBoardTest::theEndIsForetoldAsARangeWithTheCourseSoFar()
{
    RolloutFixture f;
    f.openMidWindow();
    QVERIFY(f.texts("timeLeft").contains(QStringLiteral("unknown so far")));
    fillMidWindowPast(*f.source());
    QTRY_VERIFY(f.texts("timeLeft").contains(QStringLiteral("12–20 min")));
    QVERIFY(f.texts("timeLeft").contains(QStringLiteral("finish 03:43–03:51")));
    const auto *chart = f.window->findChild<QWidget *>(QStringLiteral("rolloutChart"));
    QTRY_VERIFY(chart->accessibleName().contains(QStringLiteral("9 of 15 done")));
    const auto cut = [chart] {
        QStringList labels;
        const auto items = chart->findChild<QGraphicsView *>()->scene()->items();
        for (const QGraphicsItem *item : items)
            if (const auto *label = qgraphicsitem_cast<const QGraphicsTextItem *>(item))
                labels << label->toPlainText();
        return labels.filter(QStringLiteral("..."));
    };
    QTRY_COMPARE(cut(), QStringList());
    QStringList shown; // the legend names no band that no node was in
    const auto items = chart->findChild<QGraphicsView *>()->scene()->items();
    for (const QGraphicsItem *item : items)
        if (const auto *label = qgraphicsitem_cast<const QGraphicsTextItem *>(item);
            label && label->isVisible())
            shown << label->toPlainText();
    QVERIFY2(shown.contains(QStringLiteral("done")), qPrintable(shown.join(u'|')));
    QVERIFY2(!shown.contains(QStringLiteral("unknown")), qPrintable(shown.join(u'|')));
}

void RolloutBoardTest::theCardsAreReadWholeInALowWindow()
{
    RolloutFixture f;
    f.openMidWindow();
    const auto *clocks = f.window->findChild<RolloutClocks *>();
    QList<TextLabel *> labels;
    const auto facts = clocks->findChildren<FactLabel *>();
    for (const FactLabel *fact : facts)
        labels += fact->findChildren<TextLabel *>();
    QVERIFY(!labels.isEmpty());
    const auto isWhole = [](const TextLabel *label) {
        const int width = label->width();
        return !label->isCut() && label->height() >= (label->wordWrap() ? label->heightForWidth(width)
                                                                        : label->sizeHint().height());
    };
    for (const QSize size : {QSize(1280, 800), QSize(960, 480)}) {
        f.window->resize(size);
        QTRY_COMPARE(f.window->width(), size.width());
        for (const TextLabel *label : std::as_const(labels))
            if (label->isVisible())
                QTRY_VERIFY2(isWhole(label), qPrintable(label->text()));
    }
    QVERIFY(f.board()->height() > 0 && clocks->geometry().bottom() < f.page()->height());
    const auto *lines = f.window->findChild<QWidget *>(QStringLiteral("clockLines"));
    QTRY_VERIFY(lines->isVisible());
    QTRY_VERIFY2(f.texts("clockLines").contains(QStringLiteral("Nodes: 9 of 16")),
                 qPrintable(f.texts("clockLines")));
    const auto shortened = lines->findChildren<TextLabel *>();
    for (const TextLabel *label : shortened)
        QTRY_VERIFY2(isWhole(label), qPrintable(label->text()));
    QTRY_VERIFY(clocks->height() >= lines->heightForWidth(lines->width()));
    f.window->resize(1280, 800);
    QTRY_VERIFY(!lines->isVisible() && labels.first()->isVisible());
    FactLabel fact(QStringLiteral("Time left"), &f.theme);
    fact.say(QStringLiteral("2 nodes blocked or stuck"), {});
    fact.resize(120, 200);
    fact.show();
    const auto said = fact.findChildren<TextLabel *>();
    for (const TextLabel *label : said)
        if (label->isVisible())
            QTRY_VERIFY2(isWhole(label), qPrintable(label->text()));
}

void RolloutBoardTest::theNodesTimeInItsStepGoesOnInTheInspector()
{
    RolloutFixture f;
    f.fleet.addLive(prod);
    fillMidWindow(*f.source());
    fillMidWindowPast(*f.source());
    f.openRollout();
    f.awaitNode();
    QString moving;
    for (const TrackKey &key : f.source()->keys())
        if (key.component == u"gpu" && f.source()->find(key)->verdict == Verdict::Moving)
            moving = key.node;
    QVERIFY(!moving.isEmpty());
    QTRY_VERIFY(f.board()->isVisible());
    f.page()->showNode(moving);
    QTRY_COMPARE(f.window->findChild<NodePanel *>()->node(), moving);
    const auto last = [&] {
        return nodeTimeline(f.source()->history({moving, QStringLiteral("gpu")}), f.source()->now())
            .first()
            .elapsed;
    };
    const QString before = last();
    QTRY_VERIFY(f.texts("nodePanel").contains(before));
    f.source()->advance(std::chrono::minutes(7)); // and nothing else changes
    QVERIFY(last() != before);
    QTRY_VERIFY(f.texts("nodePanel").contains(last()));
}

void RolloutBoardTest::theTimeInAStepKeepsItsUnit()
{
    RolloutFixture f;
    const auto looks = f.usualLooks();
    f.openMidWindow();
    const auto text = [&f](int row) {
        return f.board()->model()->index(row, int(RolloutColumn::Since)).data().toString();
    };
    const auto areWhole = [&] {
        const QFontMetrics metrics(f.theme.font());
        for (int row = 0; row < f.board()->model()->rowCount(); ++row)
            if (metrics.horizontalAdvance(text(row)) + 18 > f.board()->columnWidth(int(RolloutColumn::Since)))
                return false;
        return true;
    };
    QVERIFY(areWhole());
    f.theme.setTextScale(150);
    QTRY_VERIFY(areWhole());
    ShownTrack old;
    old.node = QStringLiteral("gpu-004");
    old.label = QStringLiteral("pod-deletion-required");
    old.verdict = Verdict::Stuck;
    old.secondsAgo = 47 * 3600 + 58 * 60;
    f.source()->put(old);
    const auto hasHours = [&] {
        for (int row = 0; row < f.board()->model()->rowCount(); ++row)
            if (text(row) == u"47 h 58 min")
                return true;
        return false;
    };
    QTRY_VERIFY(hasHours());
    QTRY_VERIFY(areWhole());
}

void RolloutBoardTest::beforeTheFirstMoveTheChartSaysWhy()
{
    RolloutFixture f;
    f.openMidWindow();
    // Nobody saw how they came there: the card's count stands here, too.
    QTRY_VERIFY2(f.texts("rolloutChart").contains(QStringLiteral("9 of 16 nodes done")),
                 qPrintable(f.texts("rolloutChart")));
    QVERIFY(f.texts("nodeClock").contains(QStringLiteral("9 of 16")));
    QVERIFY(f.texts("rolloutChart").contains(QStringLiteral("the next step of a node")));
}

#include "tst_rollout_board.moc"
} // namespace tst_rollout_board

CHARTROOM_TEST(tst_rollout_board, RolloutBoardTest)
