// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/loop_watch.h"
#include "tests/support/test_main.h"
#include "tests/support/work_gate.h"
#include "ui/editor/diff_pane.h"
#include "ui/editor/diff_view.h"
#include "ui/theme/theme.h"

#include <QAction>
#include <QApplication>
#include <QLabel>
#include <QScrollBar>
#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace std::chrono_literals;

namespace HIDDEN_FROM_MOC tst_diff_view {

using Side = DiffLayout::Side;
using Mode = DiffLayout::Mode;

namespace {

constexpr auto frame = 16ms;

/// " same", "-removed", "+added".
std::shared_ptr<TextDiff> diffOf(const QStringList &lines)
{
    auto diff = std::make_shared<TextDiff>();
    int before = 0;
    int after = 0;
    for (const QString &text : lines) {
        DiffLine line;
        line.kind = text[0] == u'-'   ? DiffLine::Kind::Removed
                    : text[0] == u'+' ? DiffLine::Kind::Added
                                      : DiffLine::Kind::Same;
        line.before = line.kind == DiffLine::Kind::Added ? 0 : ++before;
        line.after = line.kind == DiffLine::Kind::Removed ? 0 : ++after;
        line.text = text.mid(1).toUtf8();
        diff->added += line.kind == DiffLine::Kind::Added ? 1 : 0;
        diff->removed += line.kind == DiffLine::Kind::Removed ? 1 : 0;
        diff->lines.append(line);
    }
    return diff;
}

QStringList unchanged(int count)
{
    QStringList lines;
    for (int i = 0; i < count; ++i)
        lines.append(QStringLiteral(" same%1: %1").arg(i));
    return lines;
}

/// Two changes: one line for one line, then two lines for nothing.
std::shared_ptr<TextDiff> twoChanges()
{
    auto diff =
        diffOf(unchanged(40) +
               QStringList{QStringLiteral("-version: 580.82.07"), QStringLiteral("+version: 580.105.08")} +
               unchanged(40) + QStringList{QStringLiteral("+cdi:"), QStringLiteral("+  enabled: true")} +
               unchanged(3));
    diff->lines[40].marks = {{13, 5}};
    diff->lines[41].marks = {{13, 6}};
    return diff;
}

std::shared_ptr<TextDiff> longDiff(int lines)
{
    QStringList texts;
    for (int i = 0; i < lines; ++i) {
        if (i % 20 == 0)
            texts << QStringLiteral("-    tag: \"v24.9.%1\"").arg(i)
                  << QStringLiteral("+    tag: \"v25.3.%1\"").arg(i);
        else
            texts << QStringLiteral("     repository: nvcr.io/nvidia/%1").arg(i);
    }
    return diffOf(texts);
}

struct Fixture
{
    Theme theme{nullptr};
    DiffView view{UiContext{nullptr, nullptr, &theme, nullptr, nullptr, nullptr, {}, {}}};

    Fixture()
    {
        view.resize(1100, 400);
        view.show();
        view.activateWindow();
    }
    void load(std::shared_ptr<const TextDiff> diff)
    {
        view.setDiff(std::move(diff), QStringLiteral("revision 3"), QStringLiteral("revision 4"));
        QTRY_VERIFY_WITH_TIMEOUT(view.isReady(), 20'000);
        QTRY_VERIFY(view.isActiveWindow());
        view.pane(Side::After)->setFocus();
    }
    [[nodiscard]] QString label(const char *name) const
    {
        return view.findChild<QLabel *>(QLatin1String(name))->text();
    }
    [[nodiscard]] QStringList shown(Side side) const
    {
        QStringList lines;
        const QTextDocument *document = view.pane(side)->document();
        for (QTextBlock block = document->begin(); block.isValid(); block = block.next())
            if (block.isVisible())
                lines.append(block.text());
        return lines;
    }
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) const
    {
        QTest::keyClick(QApplication::focusWidget(), key, modifiers);
    }
};

} // namespace

class DiffViewTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void removedAndAddedLinesFaceEachOther();
    void unifiedPutsThemBelowEachOther();
    void unchangedRunsFoldAndOpen();
    void changesAreGoneThroughByKey();
    void bothSidesScrollAsOne();
    void theModeKeepsItsPlace();
    void equalTextsSaySo();
    void aSignSaysWhatTheColourSays();
    void marksOfHostileTextStandOnWhatIsShown();
    void tenThousandLinesHoldNoFrame();
    void aHundredThousandLinesOpen();
};

void DiffViewTest::removedAndAddedLinesFaceEachOther()
{
    const DiffLayout layout =
        DiffLayout::of(*diffOf({QStringLiteral(" a"), QStringLiteral("-b"), QStringLiteral("-c"),
                                QStringLiteral("+B"), QStringLiteral(" d")}),
                       Mode::SideBySide);
    QCOMPARE(layout.text(Side::Before), QStringLiteral("a\nb\nc\nd"));
    QCOMPARE(layout.text(Side::After), QStringLiteral("a\nB\n\nd"));
    QCOMPARE(layout.changes().size(), 1);
    QCOMPARE(layout.lineNumber(3, Side::After), 3);
    QCOMPARE(layout.lineNumber(2, Side::After), 0);
    QCOMPARE(layout.rowOfLine(4, Side::Before), 3);
}

void DiffViewTest::unifiedPutsThemBelowEachOther()
{
    const DiffLayout layout = DiffLayout::of(
        *diffOf({QStringLiteral(" a"), QStringLiteral("-b"), QStringLiteral("+B"), QStringLiteral(" d")}),
        Mode::Unified);
    QCOMPARE(layout.text(Side::After), QStringLiteral("a\nb\nB\nd"));
    QCOMPARE(layout.kind(1, Side::Before), DiffLine::Kind::Removed);
    QCOMPARE(layout.kind(2, Side::After), DiffLine::Kind::Added);
}

void DiffViewTest::unchangedRunsFoldAndOpen()
{
    Fixture f;
    f.load(twoChanges());
    QStringList shown = f.shown(Side::After);
    QCOMPARE(shown.first(), QStringLiteral("⋯ 37 unchanged line(s)"));
    QCOMPARE(shown.size(), 1 + 3 + 1 + 3 + 1 + 3 + 2 + 3);
    QCOMPARE(f.shown(Side::Before).size(), shown.size());
    f.view.pane(Side::After)->goToLine(0);
    f.press(Qt::Key_Return);
    QCOMPARE(f.shown(Side::After).size(), shown.size() + 36);
    QCOMPARE(f.shown(Side::Before).size(), shown.size() + 36);
    f.press(Qt::Key_Period, Qt::ControlModifier);
    QVERIFY(!f.view.isFolding());
    QCOMPARE(f.shown(Side::After).size(), 40 + 1 + 40 + 2 + 3);
    f.press(Qt::Key_Period, Qt::ControlModifier);
    QCOMPARE(f.shown(Side::After), shown);
}

void DiffViewTest::changesAreGoneThroughByKey()
{
    Fixture f;
    f.load(twoChanges());
    QCOMPARE(f.label("diffPlace"), QStringLiteral("change 1 of 2"));
    QCOMPARE(f.label("diffCounts"), QStringLiteral("+3  −1"));
    f.press(Qt::Key_F7);
    QCOMPARE(f.label("diffPlace"), QStringLiteral("change 2 of 2"));
    QCOMPARE(f.view.pane(Side::After)->textCursor().block().text(), QStringLiteral("cdi:"));
    f.press(Qt::Key_F7);
    QCOMPARE(f.view.currentChange(), 1);
    f.press(Qt::Key_F7, Qt::ShiftModifier);
    QCOMPARE(f.view.currentChange(), 0);
    f.press(Qt::Key_Down, Qt::AltModifier);
    QCOMPARE(f.view.currentChange(), 1);
}

void DiffViewTest::bothSidesScrollAsOne()
{
    Fixture f;
    f.load(longDiff(2000));
    QScrollBar *before = f.view.pane(Side::Before)->verticalScrollBar();
    QScrollBar *after = f.view.pane(Side::After)->verticalScrollBar();
    QTRY_COMPARE(before->maximum(), after->maximum());
    after->setValue(150);
    QCOMPARE(before->value(), 150);
    before->setValue(70);
    QCOMPARE(after->value(), 70);
    QCOMPARE(f.view.pane(Side::Before)->topLine(), f.view.pane(Side::After)->topLine());
}

void DiffViewTest::theModeKeepsItsPlace()
{
    Fixture f;
    f.load(longDiff(2000));
    f.view.goToLine(1001, Side::After);
    f.press(Qt::Key_U, Qt::ControlModifier | Qt::ShiftModifier);
    QTRY_VERIFY(f.view.isReady());
    QCOMPARE(f.view.mode(), Mode::Unified);
    const int row = f.view.pane(Side::After)->currentLine();
    QCOMPARE(f.view.shownLayout().lineNumber(row, Side::After), 1001);
}

void DiffViewTest::equalTextsSaySo()
{
    Fixture f;
    f.load(diffOf(unchanged(20)));
    QCOMPARE(f.label("diffPlace"), QStringLiteral("no difference"));
    QCOMPARE(f.shown(Side::After).size(), 20);
}

void DiffViewTest::aSignSaysWhatTheColourSays()
{
    // Seen without colour, an added, a removed and an unchanged line with the same words still differ.
    Fixture f;
    f.view.setMode(Mode::Unified);
    f.load(diffOf({QStringLiteral("-x: 1"), QStringLiteral(" x: 1"), QStringLiteral("+x: 1")}));
    DiffPane *pane = f.view.pane(Side::After);
    const QImage image = pane->grab().toImage().convertToFormat(QImage::Format_Grayscale8);
    const int height = pane->fontMetrics().height();
    const int gutter = pane->viewport()->x();
    QList<QImage> signs;
    for (int row = 0; row < 3; ++row)
        signs.append(image.copy(gutter - 18, pane->viewport()->y() + 6 + row * height, 18, height)
                         .convertToFormat(QImage::Format_Mono, Qt::ThresholdDither));
    QVERIFY(signs[0] != signs[1]);
    QVERIFY(signs[1] != signs[2]);
    QVERIFY(signs[0] != signs[2]);
}

void DiffViewTest::marksOfHostileTextStandOnWhatIsShown()
{
    auto diff = diffOf({QStringLiteral("+a: \u202Eé x")});
    diff->lines[0].marks = {{6, 2}}; // the é, after three bytes of a direction override
    const DiffLayout layout = DiffLayout::of(*diff, Mode::SideBySide);
    QCOMPARE(layout.text(Side::After), QStringLiteral("a: \\u{202E}é x"));
    QCOMPARE(layout.marks(0, Side::After).size(), 1);
    QCOMPARE(layout.marks(0, Side::After)[0].column, 11);
    QCOMPARE(layout.marks(0, Side::After)[0].length, 1);
}

void DiffViewTest::tenThousandLinesHoldNoFrame()
{
    Fixture f;
    f.load(twoChanges());
    const auto diff = longDiff(10'000);
    LoopWatch watch;
    watch.start();
    f.load(diff);
    QScrollBar *bar = f.view.pane(Side::After)->verticalScrollBar();
    for (int step = 0; step < 200; ++step) {
        bar->setValue(bar->maximum() * step / 200);
        QTest::qWait(1);
    }
    for (int change = 0; change < 50; ++change) {
        f.press(Qt::Key_F7, change % 2 ? Qt::ShiftModifier : Qt::NoModifier);
        QTest::qWait(1);
    }
    watch.stop();
    qInfo("10,000 lines: longest work %lld us, longest gap %lld us", (long long)watch.longestWork().count(),
          (long long)watch.longestGap().count());
    VERIFY_WORK(watch.longestWork(), frame);
}

void DiffViewTest::aHundredThousandLinesOpen()
{
    Fixture f;
    f.load(twoChanges());
    const auto diff = longDiff(100'000);
    LoopWatch watch;
    QElapsedTimer timer;
    timer.start();
    watch.start();
    f.view.setDiff(diff, {}, {});
    QTRY_VERIFY_WITH_TIMEOUT(f.view.isReady(), 60'000);
    watch.stop();
    qInfo("100,000 lines: there after %lld ms, longest work %lld us", (long long)timer.elapsed(),
          (long long)watch.longestWork().count());
    VERIFY_WORK(watch.longestWork(), frame * 3);
    QCOMPARE(f.label("diffPlace"), QStringLiteral("change 1 of 5,000"));
}

#include "tst_diff_view.moc"
} // namespace tst_diff_view

CHARTROOM_TEST(tst_diff_view, DiffViewTest)
