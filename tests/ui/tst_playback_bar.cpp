// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/played_recording.h"
#include "tests/support/test_main.h"
#include "ui/theme/theme.h"
#include "ui/widgets/choice_button.h"
#include "ui/widgets/playback_bar.h"

#include <QLabel>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

using namespace chartroom;
using namespace chartroom::test;
using namespace std::chrono_literals;

namespace HIDDEN_FROM_MOC tst_playback_bar {

namespace {

/// The bar alone in a window, over a short recording.
struct BarFixture
{
    BarFixture()
    {
        window.resize(800, 60);
        bar.resize(800, 44);
        bar.setPlayer(&recording.player);
        window.show();
        window.activateWindow();
    }
    [[nodiscard]] PlaybackSlider *slider() const { return bar.findChild<PlaybackSlider *>(); }
    [[nodiscard]] QToolButton *button() const { return bar.findChild<QToolButton *>(QStringLiteral("play")); }
    [[nodiscard]] QString time() const
    {
        return bar.findChild<QLabel *>(QStringLiteral("playbackTime"))->text();
    }
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) const
    {
        QTest::keyClick(slider(), key, modifiers);
    }
    void click(int x) const { QTest::mouseClick(slider(), Qt::LeftButton, {}, {x, slider()->height() / 2}); }

    Theme theme{nullptr};
    PlayedRecording recording;
    QWidget window;
    PlaybackBar bar{&theme, &window};
    Player &player = recording.player;
};

} // namespace

class PlaybackBarTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void withoutAPlayerThereIsNoBar();
    void theMomentIsToldInWordsAndOnTheLine();
    void theButtonPlaysAndPauses();
    void theLineIsWoundByMouse();
    void aChosenSpeedIsPlayed();
    void itIsPlayedWoundAndJumpedByKeyboardAlone();
    void spaceOnTheButtonPlaysOnce();
    void aPlayerThatDiesLeavesABarThatDoesNothing();
    void controlsAreNamedForScreenReaders();
    void remarksAreMarkedAndReadUnderThePointer();
};

void PlaybackBarTest::withoutAPlayerThereIsNoBar()
{
    BarFixture f;
    QVERIFY(f.bar.isVisible());
    f.bar.setPlayer(nullptr);
    QVERIFY(!f.bar.isVisible());
    f.bar.setPlayer(&f.player);
    QVERIFY(f.bar.isVisible());
}

void PlaybackBarTest::theMomentIsToldInWordsAndOnTheLine()
{
    BarFixture f;
    QCOMPARE(f.time(), QStringLiteral("03:31:00 UTC · 0:00 of 1:40"));
    f.player.seek(73s);
    QCOMPARE(f.time(), QStringLiteral("03:32:13 UTC · 1:13 of 1:40"));
    QCOMPARE(f.slider()->value(), 73'000);
    QCOMPARE(f.slider()->maximum(), 100'000);
}

void PlaybackBarTest::theButtonPlaysAndPauses()
{
    BarFixture f;
    QTest::mouseClick(f.button(), Qt::LeftButton);
    QVERIFY(f.player.isPlaying());
    QCOMPARE(f.button()->accessibleName(), QStringLiteral("Pause"));
    f.recording.clock.advance(5s);
    QTRY_COMPARE(f.slider()->value(), 5000);
    QTest::mouseClick(f.button(), Qt::LeftButton);
    QVERIFY(!f.player.isPlaying());
    QCOMPARE(f.button()->accessibleName(), QStringLiteral("Play"));
}

void PlaybackBarTest::theLineIsWoundByMouse()
{
    BarFixture f;
    const int width = f.slider()->width();
    f.click(width / 2);
    QVERIFY(std::abs(f.player.position().count() - 50'000) < 300);
    f.click(0);
    QCOMPARE(f.player.position(), 0ms);
    QTest::mousePress(f.slider(), Qt::LeftButton, {}, {10, 16});
    QTest::mouseMove(f.slider(), {width, 16});
    QCOMPARE(f.player.position(), 100s);
    QTest::mouseRelease(f.slider(), Qt::LeftButton, {}, {width, 16});
    QTest::mouseMove(f.slider(), {10, 16});
    QCOMPARE(f.player.position(), 100s);
}

void PlaybackBarTest::aChosenSpeedIsPlayed()
{
    BarFixture f;
    auto *speed = f.bar.findChild<ChoiceButton *>();
    QCOMPARE(speed->text(), QStringLiteral("1×"));
    QTest::keyClick(speed, Qt::Key_Down);
    QTest::keyClick(speed, Qt::Key_Down);
    QCOMPARE(f.player.speed(), 60);
    f.player.setSpeed(300);
    QCOMPARE(speed->text(), QStringLiteral("300×"));
}

void PlaybackBarTest::itIsPlayedWoundAndJumpedByKeyboardAlone()
{
    BarFixture f;
    f.press(Qt::Key_Right);
    QCOMPARE(f.player.position(), 10s);
    f.press(Qt::Key_Right);
    f.press(Qt::Key_Left);
    QCOMPARE(f.player.position(), 10s);
    f.press(Qt::Key_Right, Qt::ShiftModifier);
    QCOMPARE(f.player.position(), 30s);
    f.press(Qt::Key_Left, Qt::ShiftModifier);
    QCOMPARE(f.player.position(), 10s);
    f.press(Qt::Key_Right, Qt::ControlModifier);
    QCOMPARE(f.player.position(), 25s);
    f.press(Qt::Key_End);
    QCOMPARE(f.player.position(), 100s);
    f.press(Qt::Key_Left, Qt::ControlModifier);
    QCOMPARE(f.player.position(), 50s);
    f.press(Qt::Key_PageDown);
    QCOMPARE(f.player.position(), 60s);
    f.press(Qt::Key_Home);
    QCOMPARE(f.player.position(), 0ms);
    f.press(Qt::Key_Space);
    QVERIFY(f.player.isPlaying());
    f.press(Qt::Key_Space);
    QVERIFY(!f.player.isPlaying());
}

void PlaybackBarTest::spaceOnTheButtonPlaysOnce()
{
    BarFixture f;
    QSignalSpy states(&f.player, &Player::stateChanged);
    QTest::keyClick(f.button(), Qt::Key_Space);
    QVERIFY(f.player.isPlaying());
    QCOMPARE(states.size(), 1);
}

void PlaybackBarTest::aPlayerThatDiesLeavesABarThatDoesNothing()
{
    BarFixture f;
    {
        Player other(&f.recording.transport, &f.recording.clock);
        f.bar.setPlayer(&other);
    }
    f.press(Qt::Key_Space);
    f.press(Qt::Key_Right);
    QTest::mouseClick(f.button(), Qt::LeftButton);
    QVERIFY(!f.player.isPlaying());
    QCOMPARE(f.player.position(), 0ms);
    f.bar.setPlayer(nullptr);
    QVERIFY(!f.bar.isVisible());
}

void PlaybackBarTest::controlsAreNamedForScreenReaders()
{
    BarFixture f;
    for (const QWidget *part : {static_cast<QWidget *>(f.button()), static_cast<QWidget *>(f.slider()),
                                static_cast<QWidget *>(f.bar.findChild<ChoiceButton *>())})
        QVERIFY(!part->accessibleName().isEmpty());
}

void PlaybackBarTest::remarksAreMarkedAndReadUnderThePointer()
{
    BarFixture f;
    const QList<int> counts = f.player.changeCounts(PlaybackSlider::parts).result();
    f.slider()->setMarks({}, counts);
    const QImage without = f.slider()->grab().toImage();
    f.bar.setPlayer(nullptr);
    f.bar.setPlayer(&f.player); // its remarks come at once, and how often it changed a little later
    QTRY_VERIFY(f.slider()->grab().toImage() != without);
    f.slider()->setMarks({}, {});
    QVERIFY(!f.slider()->grab().toImage().isNull());
}

#include "tst_playback_bar.moc"
} // namespace tst_playback_bar

CHARTROOM_TEST(tst_playback_bar, PlaybackBarTest)
