// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/reflector_bench.h"
#include "tests/support/test_main.h"

#include <QRandomGenerator>
#include <QSignalSpy>
#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_reflector_faults {

using Bench = ReflectorBench;

class ReflectorFaultsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void fault16WatchListIsNotAskedForSoItCannotBeRefused()
    {
        Bench b;
        GO_LIVE(b);
        QVERIFY(!b.watch()->request.query.hasQueryItem(u"sendInitialEvents"_s));
    }

    void fault07ASilentConnectionIsProbedAndReplaced()
    {
        ReflectorTiming timing = fast();
        timing.probeAfter = 20ms;
        timing.answerWithin = 500ms;
        Bench b(timing);
        b.fill(3);
        GO_LIVE(b);
        b.clock.advance(5s);
        QTRY_COMPARE(b.reflector.lastContact(), b.clock.now()); // an answered probe proves it
        QCOMPARE(b.transport.watchCount(secrets), 1);
        b.transport.hold(); // now nothing comes back, from a new watch neither
        b.transport.setOpensWatches(false);
        QTRY_VERIFY(b.transport.heldCount() > 0);
        b.clock.advance(5s);
        const QDateTime contact = b.reflector.lastContact();
        QTRY_COMPARE(b.reflector.state(), State::Reconnecting);
        QCOMPARE(b.reflector.lastError().code, Error::Code::Timeout);
        QCOMPARE(b.reflector.lastContact(), contact); // I1
        b.cluster.put(u"meanwhile"_s);
        b.transport.setOpensWatches(true);
        b.transport.release();
        QTRY_COMPARE(b.reflector.state(), State::Live);
        QTRY_VERIFY(b.isCurrent());
    }

    void fault07TheDefaultsNoticeADeadConnectionWithin45Seconds()
    {
        const ReflectorTiming timing;
        QVERIFY(timing.probeAfter + timing.answerWithin + timing.backoff.initial * 2 <= 45s);
    }

    void fault08AWatchThatNeverOpensIsGivenUp()
    {
        ReflectorTiming timing = fast();
        timing.answerWithin = 20ms;
        Bench b(timing);
        b.transport.setOpensWatches(false);
        b.reflector.start();
        QTRY_COMPARE(b.reflector.state(), State::Reconnecting);
        QCOMPARE(b.reflector.lastError().code, Error::Code::Timeout);
        b.transport.setOpensWatches(true);
        QTRY_COMPARE(b.reflector.state(), State::Live);
    }

    void fault09ARestartingServerIsWaitedFor()
    {
        Bench b;
        b.fill(5);
        GO_LIVE(b);
        const int before = b.applied.events();
        b.transport.refuseWatches(secrets, cut());
        b.watch()->end(cut());
        QTRY_VERIFY(b.transport.watchCount(secrets) >= 3);
        b.transport.refuseWatches(secrets, statusError(503, u"ServiceUnavailable"_s, u"starting"_s));
        QTRY_COMPARE(b.reflector.lastError().code, Error::Code::Server);
        QCOMPARE(b.reflector.state(), State::Reconnecting);
        b.transport.refuseWatches(secrets, std::nullopt);
        QTRY_COMPARE(b.reflector.state(), State::Live);
        QVERIFY(b.isCurrent());
        QCOMPARE(b.applied.events(), before);
    }

    void fault10RetryAfterIsHonouredUpToItsCap()
    {
        Bench b;
        b.transport.answerOnce(secrets, statusError(429, u"TooManyRequests"_s, u"busy"_s, 86400));
        QElapsedTimer since;
        since.start();
        b.reflector.start();
        QTRY_COMPARE(b.reflector.state(), State::Live);
        QVERIFY(b.invariants.hadError(Error::Code::Throttled));
        QVERIFY(since.elapsed() >= 60); // the cap of this bench
    }

    void fault10AThrottledPageGoesOnWhereItWas()
    {
        Bench b(fast(), 10);
        b.fill(25);
        b.transport.hold();
        b.reflector.start();
        QTRY_COMPARE(b.transport.heldCount(), 1);
        b.transport.release();
        b.transport.answerOnce(secrets, statusError(429, u"TooManyRequests"_s, u"busy"_s));
        QTRY_COMPARE(b.reflector.state(), State::Live);
        QVERIFY(b.isCurrent());
        QCOMPARE(b.transport.getCount(secrets), 4);
    }

    void fault12AServerThatIsBehindIsAskedForWhatItHas()
    {
        Bench b;
        b.fill(3);
        GO_LIVE(b);
        b.transport.refuseWatches(
            secrets, statusError(504, u"Timeout"_s, u"Too large resource version: 9, current: 3"_s));
        b.watch()->end(cut());
        QTRY_VERIFY(b.transport.getCount(secrets) >= 2);
        QVERIFY(!b.transport.gets()[1].query.hasQueryItem(u"resourceVersion"_s));
        b.transport.refuseWatches(secrets, std::nullopt);
        QTRY_COMPARE(b.reflector.state(), State::Live);
        QVERIFY(b.isCurrent());
    }

    void fault12ATooLargeVersionOnTheListAsksForTheNewest()
    {
        Bench b;
        b.fill(3);
        GO_LIVE(b);
        b.transport.answerOnce(
            secrets, statusError(504, u"Timeout"_s, u"Too large resource version: 9, current: 3"_s));
        b.watch()->push(QByteArray(R"({"type":"ERROR","object":)") + statusJson(410, u"Expired"_s, u"old"_s) +
                        "}");
        QTRY_COMPARE(b.transport.getCount(secrets), 3);
        QVERIFY(!b.transport.gets().last().query.hasQueryItem(u"resourceVersion"_s));
        QTRY_COMPARE(b.reflector.state(), State::Live);
    }

    void fault13RepeatedAndUnknownEventsChangeNothingTwice()
    {
        Bench b;
        b.fill(2);
        GO_LIVE(b);
        b.cluster.setDelivers(false); // the stream says what no list does
        const QByteArray known =
            R"({"metadata":{"name":"s00000","namespace":"default","uid":"uid-s00000","resourceVersion":"101"}})";
        const QByteArray unknown =
            R"({"metadata":{"name":"ghost","namespace":"default","uid":"g","resourceVersion":"102"}})";
        b.watch()->push(
            {R"({"type":"ADDED","object":)" + known + "}", R"({"type":"DELETED","object":)" + unknown + "}"});
        b.watch()->push(
            R"({"type":"MODIFIED","object":{"metadata":{"name":"late","namespace":"default","uid":"l","resourceVersion":"103"}}})");
        QTRY_VERIFY(b.applied.state().contains(u"late"_s));
        QCOMPARE(b.applied.violations(), 0);
        QCOMPARE(b.applied.state().size(), 3);
    }

    void fault14ANewUidUnderAnOldNameIsADeletionAndAnAddition_data()
    {
        QTest::addColumn<bool>("seenByTheWatch");
        QTest::newRow("watched") << true;
        QTest::newRow("found by a list") << false;
    }

    void fault14ANewUidUnderAnOldNameIsADeletionAndAnAddition()
    {
        QFETCH(bool, seenByTheWatch);
        Bench b;
        b.fill(3);
        GO_LIVE(b);
        QSignalSpy batches(&b.reflector, &Reflector::eventsReceived);
        b.cluster.setDelivers(seenByTheWatch);
        b.cluster.put(u"s00001"_s, u"another"_s);
        if (!seenByTheWatch) {
            b.cluster.compact();
            b.watch()->push(QByteArray(R"({"type":"ERROR","object":)") +
                            statusJson(410, u"Expired"_s, u"old"_s) + "}");
        }
        QTRY_VERIFY(b.isCurrent());
        const auto events = batches.last()[0].value<QList<ObjectEvent>>();
        QCOMPARE(events.size(), 2);
        QCOMPARE(events[0].type, ObjectEvent::Type::Deleted);
        QCOMPARE(events[0].object.uid, u"uid-s00001");
        QCOMPARE(events[1].type, ObjectEvent::Type::Added);
    }

    void fault15BookmarksMoveTheVersionAndEmitNothing()
    {
        Bench b;
        b.fill(3);
        GO_LIVE(b);
        const int batches = b.applied.batches();
        for (int minute = 0; minute < 60; ++minute) {
            b.cluster.setDelivers(false);
            b.cluster.put(u"elsewhere"_s); // another list's change moves the version
            b.cluster.remove(u"elsewhere"_s);
            b.clock.advance(1min);
            b.cluster.bookmark();
            QCOMPARE(b.reflector.lastContact(), b.clock.now());
        }
        QCOMPARE(b.applied.batches(), batches);
        b.watch()->end();
        QCOMPARE(b.watch()->parameter(u"resourceVersion"_s), QString::number(b.cluster.version()));
    }

    void fault21AStormIsCoalescedToTheLatestOfEachObject()
    {
        ReflectorTiming timing = fast();
        timing.batch = 100ms;
        Bench b(timing);
        b.fill(50);
        GO_LIVE(b);
        const int before = b.applied.events();
        const int batches = b.applied.batches();
        QElapsedTimer since;
        since.start();
        for (int i = 0; i < 20'000; ++i)
            b.cluster.put(u"s%1"_s.arg(i % 50, 5, 10, QLatin1Char('0')));
        b.loop.start(); // the script told all that without a turn of the loop
        QTRY_VERIFY(b.isCurrent());
        QVERIFY(b.applied.batches() - batches <= 2 + since.elapsed() / 100);
        QVERIFY(b.applied.events() - before <= 50 * (b.applied.batches() - batches));
        QCOMPARE(quint64(b.applied.events() - before) + b.reflector.mergedEvents(), quint64(20'000));
    }

    void fault24RightsLostMidWatchKeepWhatIsShown_data()
    {
        QTest::addColumn<int>("status");
        QTest::newRow("401") << 401;
        QTest::newRow("403") << 403;
    }

    void fault24RightsLostMidWatchKeepWhatIsShown()
    {
        QFETCH(int, status);
        Bench b;
        b.fill(4);
        GO_LIVE(b);
        const auto rows = b.applied.state();
        b.transport.refuseWatches(secrets, statusError(status, u"x"_s, u"secrets is forbidden"_s));
        b.watch()->end();
        QTRY_COMPARE(b.reflector.state(), State::Denied);
        QCOMPARE(b.reflector.lastError().code,
                 status == 401 ? Error::Code::Unauthorized : Error::Code::Forbidden);
        QCOMPARE(b.applied.state(), rows);
        b.cluster.put(u"later"_s);
        b.transport.refuseWatches(secrets, std::nullopt);
        QTRY_COMPARE(b.reflector.state(), State::Live);
        QTRY_VERIFY(b.isCurrent());
    }
};

#include "tst_reflector_faults.moc"
} // namespace tst_reflector_faults

CHARTROOM_TEST(tst_reflector_faults, ReflectorFaultsTest)
