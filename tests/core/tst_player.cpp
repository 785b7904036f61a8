// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/played_recording.h"
#include "tests/support/test_main.h"

#include <QSignalSpy>
#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace std::chrono_literals;

namespace HIDDEN_FROM_MOC tst_player {

class PlayerTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void itStandsUntilItIsPlayed()
    {
        PlayedRecording f;
        f.clock.advance(10s);
        QVERIFY(!f.player.isPlaying());
        QCOMPARE(f.player.position(), 0ms);
        QCOMPARE(f.player.duration(), 100s);
    }

    void itPlaysAtItsSpeed()
    {
        PlayedRecording f;
        f.player.play();
        QVERIFY(f.player.isPlaying());
        f.clock.advance(2s);
        QTRY_COMPARE(f.player.position(), 2s);
        f.player.setSpeed(10);
        f.clock.advance(3s);
        QTRY_COMPARE(f.player.position(), 32s);
        QCOMPARE(f.player.time().toString(Qt::ISODate), QStringLiteral("2026-11-21T03:31:32Z"));
    }

    void atItsEndItStandsAndPlaysFromTheStartAgain()
    {
        PlayedRecording f;
        f.player.setSpeed(300);
        f.player.play();
        QSignalSpy states(&f.player, &Player::stateChanged);
        f.clock.advance(1s);
        QTRY_VERIFY(!f.player.isPlaying());
        QCOMPARE(f.player.position(), 100s);
        QCOMPARE(states.size(), 1);
        f.player.play();
        QCOMPARE(f.player.position(), 0ms);
    }

    void whileItPlaysItCanBeWound()
    {
        PlayedRecording f;
        f.player.play();
        f.clock.advance(1s);
        QTRY_COMPARE(f.player.position(), 1s);
        f.clock.advance(5s); // not yet played when the hand comes
        f.player.seek(50s);
        QCOMPARE(f.player.position(), 50s);
        f.clock.advance(1s);
        QTRY_COMPARE(f.player.position(), 51s);
        f.player.pause();
        f.clock.advance(1s);
        QCOMPARE(f.player.position(), 51s);
    }

    void aSpeedCountsFromNowOn()
    {
        PlayedRecording f;
        f.player.play();
        f.clock.advance(4s);
        f.player.setSpeed(10);
        QCOMPARE(f.player.position(), 4s);
    }

    void itJumpsFromChangeToChange()
    {
        PlayedRecording f;
        QList<std::chrono::milliseconds> moments;
        while (f.player.toNextChange())
            moments.append(f.player.position());
        QCOMPARE(moments, (QList<std::chrono::milliseconds>{10s, 30s, 40s, 100s}));
        moments.clear();
        while (f.player.toPreviousChange())
            moments.append(f.player.position());
        QCOMPARE(moments, (QList<std::chrono::milliseconds>{40s, 30s, 10s, 0s}));
    }

    void itJumpsToWhatOneNodeDid()
    {
        PlayedRecording f;
        const QString b = QStringLiteral("b");
        QVERIFY(f.player.toNextChange(b));
        QCOMPARE(f.player.position(), 10s);
        QVERIFY(f.player.toNextChange(b));
        QCOMPARE(f.player.position(), 40s);
        QVERIFY(!f.player.toNextChange(b));
        QCOMPARE(f.player.position(), 40s);
        QVERIFY(f.player.toPreviousChange(b));
        QCOMPARE(f.player.position(), 10s);
        QVERIFY(!f.player.toNextChange(QStringLiteral("absent")));
    }

    void itJumpsFromRemarkToRemark()
    {
        PlayedRecording f;
        QCOMPARE(f.player.notes().size(), 2);
        QVERIFY(f.player.toNextNote());
        QCOMPARE(f.player.position(), 25s);
        QVERIFY(f.player.toNextNote());
        QCOMPARE(f.player.position(), 50s);
        QVERIFY(!f.player.toNextNote());
        QVERIFY(f.player.toPreviousNote());
        QCOMPARE(f.player.position(), 25s);
        QCOMPARE(f.player.notes().first().text, QStringLiteral("half of it"));
    }

    void itCountsWhatHappensInEachPart()
    {
        PlayedRecording f;
        QCOMPARE(f.player.changeCounts(10).result(), (QList<int>{0, 2, 0, 1, 1, 0, 0, 0, 0, 1}));
    }

    void anEmptyRecordingPlaysToItsEndAtOnce()
    {
        PlayedRecording f;
        RecordedTransport transport(std::make_shared<Recording>());
        Player player(&transport, &f.clock);
        QVERIFY(!player.toNextChange() && !player.toPreviousChange() && !player.toNextNote());
        player.play();
        QTRY_VERIFY(!player.isPlaying());
        QCOMPARE(player.changeCounts(3).result(), QList<int>({0, 0, 0}));
    }
};

#include "tst_player.moc"
} // namespace tst_player

CHARTROOM_TEST(tst_player, PlayerTest)
