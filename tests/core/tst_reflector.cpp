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

namespace HIDDEN_FROM_MOC tst_reflector {

using Bench = ReflectorBench;

namespace {

/// Changes it on the server, which delivers nothing: as a recording tells that.
ObjectEvent changed(Bench &b, const QString &name)
{
    b.cluster.put(name);
    const QStringList now = b.cluster.state().value(name).split(u'/');
    return {ObjectEvent::Type::Modified, {now[0], u"default"_s, name, now[1], {}}};
}

/// As of a recording: its watch remembers that it told all that is on the server.
void remember(const Bench &b)
{
    QList<KubeObject> told;
    const QMap<QString, QString> all = b.cluster.state();
    for (auto one = all.cbegin(); one != all.cend(); ++one) {
        const QStringList now = one->split(u'/');
        told.append({now[0], u"default"_s, one.key(), now[1], {}});
    }
    b.watch()->toldObjects = [told] { return told; };
}

} // namespace

class ReflectorTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eachPageOfTheFirstListIsABatch()
    {
        Bench b(fast(), 10);
        b.fill(35);
        QSignalSpy batches(&b.reflector, &Reflector::eventsReceived);
        QSignalSpy synced(&b.reflector, &Reflector::synced);
        GO_LIVE(b);
        QCOMPARE(batches.size(), 4);
        QCOMPARE(batches[0][0].value<QList<ObjectEvent>>().size(), 10);
        QCOMPARE(synced.size(), 1);
        QCOMPARE(b.transport.getCount(secrets), 4);
        const QUrlQuery first = b.transport.gets().first().query;
        QCOMPARE(first.queryItemValue(u"limit"_s), u"10");
        QCOMPARE(first.queryItemValue(u"labelSelector"_s, QUrl::FullyDecoded), u"owner=helm");
        QVERIFY(!first.hasQueryItem(u"resourceVersion"_s));
        QVERIFY(b.transport.gets().first().accept.contains("PartialObjectMetadataList"));
        QCOMPARE(b.reflector.lastContact(), b.clock.now());
    }

    void aLongListIsAnnouncedBeforeItsObjectsCome()
    {
        Bench b(fast(), 10);
        b.fill(35);
        QSignalSpy sizes(&b.reflector, &Reflector::sizeKnown);
        QList<qsizetype> sizesKnown;
        connect(&b.reflector, &Reflector::eventsReceived, this, [&] { sizesKnown << sizes.size(); });
        GO_LIVE(b);
        QCOMPARE(sizes.size(), 3);
        QCOMPARE(sizes[0][0].value<qsizetype>(), 35);
        QCOMPARE(sizesKnown, (QList<qsizetype>{1, 2, 3, 3}));
    }

    void theWatchAsksForBookmarksAndALimitedTime()
    {
        Bench b;
        b.fill(3);
        GO_LIVE(b);
        ScriptedWatch *watch = b.watch();
        QCOMPARE(watch->parameter(u"allowWatchBookmarks"_s), u"true");
        QCOMPARE(watch->parameter(u"resourceVersion"_s), QString::number(b.cluster.version()));
        const int seconds = watch->parameter(u"timeoutSeconds"_s).toInt();
        QVERIFY(seconds >= 300 && seconds <= 600);
        QVERIFY(watch->request.accept.contains("as=PartialObjectMetadata;"));
    }

    void aLongWayToAnotherMomentIsPassedOnPartByPart()
    {
        ReflectorTiming timing = fast();
        timing.batch = 1h;
        Bench b(timing);
        b.fill(3);
        GO_LIVE(b);
        b.cluster.put(u"new"_s);
        QTRY_VERIFY(b.isCurrent()); // from now on a batch waits
        b.cluster.setDelivers(false);
        const auto tell = [&](const QString &name, bool isLast) {
            const ObjectEvent event = changed(b, name);
            Q_EMIT b.watch()->objectsReceived({event}, isLast ? event.object.resourceVersion : QString());
        };
        tell(u"s00000"_s, false);
        QVERIFY(b.isCurrent());
        tell(u"s00001"_s, true);
        QVERIFY(b.isCurrent());
        tell(u"s00002"_s, true); // a way of one part is like any news
        QVERIFY(!b.isCurrent());
    }

    void aWayNotGoneToItsEndIsBegunAnewWithAList()
    {
        Bench b;
        b.fill(3);
        GO_LIVE(b);
        b.cluster.setDelivers(false);
        Q_EMIT b.watch()->objectsReceived({changed(b, u"s00000"_s)}, QString());
        remember(b);
        b.reflector.stop();
        b.cluster.setDelivers(true);
        b.reflector.start();
        QTRY_COMPARE(b.transport.getCount(secrets), 2);
        QTRY_VERIFY(b.isCurrent());
    }

    void aListAfterAWayToAnotherMomentEmitsOnlyDifferences()
    {
        Bench b;
        b.fill(4);
        GO_LIVE(b);
        b.cluster.setDelivers(false);
        ObjectEvent gone = changed(b, u"s00001"_s);
        gone.type = ObjectEvent::Type::Deleted;
        b.cluster.remove(u"s00001"_s);
        Q_EMIT b.watch()->objectsReceived({changed(b, u"s00000"_s), gone}, QString());
        remember(b);
        QVERIFY(b.isCurrent());
        const int before = b.applied.events();
        b.cluster.put(u"new"_s);
        b.cluster.compact();
        b.watch()->end(cut());
        QTRY_VERIFY(b.isCurrent());
        QCOMPARE(b.applied.events() - before, 1);
        b.cluster.setDelivers(true);
    }

    void changesArriveAndAreCurrent()
    {
        Bench b;
        b.fill(3);
        GO_LIVE(b);
        b.clock.advance(40s);
        b.cluster.put(u"new"_s);
        b.cluster.put(u"s00001"_s);
        b.cluster.remove(u"s00000"_s);
        QTRY_VERIFY(b.isCurrent());
        QCOMPARE(b.reflector.lastContact(), b.clock.now());
    }

    void fault01AGoneWatchListsAgainAndEmitsOnlyDifferences()
    {
        Bench b;
        b.fill(20);
        GO_LIVE(b);
        const int before = b.applied.events();
        b.cluster.setDelivers(false);
        b.cluster.put(u"s00003"_s);
        b.cluster.remove(u"s00004"_s);
        b.cluster.put(u"new"_s);
        b.cluster.compact();
        b.transport.refuseWatches(secrets,
                                  statusError(410, u"Expired"_s, u"too old resource version: 1 (2)"_s));
        b.watch()->end(cut());
        QTRY_VERIFY(b.isCurrent());
        QCOMPARE(b.applied.events() - before, 3);
        QVERIFY(b.reflector.state() != State::Live);
        b.transport.refuseWatches(secrets, std::nullopt);
        QTRY_COMPARE(b.reflector.state(), State::Live);
        QVERIFY(b.isCurrent());
    }

    void fault01TheListAgainMustHaveReachedTheLastVersion()
    {
        Bench b;
        b.fill(2);
        GO_LIVE(b);
        const QString last = QString::number(b.cluster.version());
        b.watch()->push(QByteArray(R"({"type":"ERROR","object":)") + statusJson(410, u"Expired"_s, u"old"_s) +
                        "}");
        QTRY_COMPARE(b.transport.getCount(secrets), 2);
        QCOMPARE(b.transport.gets().last().query.queryItemValue(u"resourceVersion"_s), last);
        QCOMPARE(b.transport.gets().last().query.queryItemValue(u"resourceVersionMatch"_s),
                 u"NotOlderThan"_s);
    }

    void fault01AVersionThatStaysGoneIsNotAskedForTwice()
    {
        Bench b;
        b.fill(2);
        GO_LIVE(b);
        b.transport.refuseWatches(secrets,
                                  statusError(410, u"Expired"_s, u"too old resource version: 1 (2)"_s));
        b.watch()->end(cut());
        QTRY_VERIFY(b.transport.getCount(secrets) >= 3);
        QVERIFY(!b.transport.gets()[2].query.hasQueryItem(u"resourceVersion"_s));
        b.transport.refuseWatches(secrets, std::nullopt);
        QTRY_COMPARE(b.reflector.state(), State::Live);
        QVERIFY(b.isCurrent());
    }

    void fault02AGoneEventInTheStreamListsAgain()
    {
        Bench b;
        b.fill(20);
        GO_LIVE(b);
        QSignalSpy synced(&b.reflector, &Reflector::synced);
        const int before = b.applied.events();
        b.cluster.setDelivers(false);
        b.cluster.remove(u"s00007"_s);
        b.cluster.compact();
        b.watch()->push(QByteArray(R"({"type":"ERROR","object":)") + statusJson(410, u"Expired"_s, u"old"_s) +
                        "}");
        QTRY_COMPARE(synced.size(), 1);
        QTRY_VERIFY(b.isCurrent());
        QCOMPARE(b.applied.events() - before, 1);
    }

    void fault03AnExpiredContinueTokenRestartsAndNeverShowsHalfAList_data()
    {
        QTest::addColumn<bool>("offered");
        QTest::newRow("with the inconsistent token") << true;
        QTest::newRow("without") << false;
    }

    void fault03AnExpiredContinueTokenRestartsAndNeverShowsHalfAList()
    {
        QFETCH(bool, offered);
        Bench b(fast(), 10);
        b.fill(100);
        b.cluster.setOffersInconsistentContinue(offered);
        QSignalSpy batches(&b.reflector, &Reflector::eventsReceived);
        connect(&b.reflector, &Reflector::eventsReceived, &b.applied, [&] {
            if (batches.size() == 3) { // what was read already changes, and the snapshot goes
                b.cluster.put(u"s00001"_s);
                b.cluster.remove(u"s00002"_s);
                b.cluster.put(u"zz"_s);
                b.cluster.compact();
            }
        });
        GO_LIVE(b);
        QCOMPARE(b.atSync.size(), 1);
        QCOMPARE(b.atSync.first(), b.cluster.state());
        QVERIFY(b.transport.getCount(secrets) <= 20);
    }

    void fault04ACutWatchResumesFromWhatWasApplied()
    {
        Bench b;
        b.fill(3);
        GO_LIVE(b);
        b.cluster.put(u"one"_s);
        const QString applied = QString::number(b.cluster.version());
        b.cluster.setDelivers(false);
        b.cluster.put(u"two"_s); // lost with the connection
        b.clock.advance(33s);
        const QDateTime contact = b.reflector.lastContact();
        b.watch()->end(cut());
        QCOMPARE(b.reflector.state(), State::Reconnecting);
        QCOMPARE(b.reflector.lastContact(), contact); // I1
        b.cluster.setDelivers(true);
        QTRY_COMPARE(b.reflector.state(), State::Live);
        QCOMPARE(b.watch()->parameter(u"resourceVersion"_s), applied);
        QTRY_VERIFY(b.isCurrent());                 // I2
        QCOMPARE(b.transport.getCount(secrets), 1); // I8: no second list
        QCOMPARE(b.transport.watchCount(secrets), 2);
    }

    void fault04ADamagedLineResumesAndASecondOneListsAgain()
    {
        Bench b;
        b.fill(3);
        GO_LIVE(b);
        b.watch()->push("{\"type\":\"ADDED\",\"object\":{\"metadata\":{\"na");
        QCOMPARE(b.reflector.state(), State::Reconnecting);
        QTRY_COMPARE(b.reflector.state(), State::Live);
        QCOMPARE(b.transport.getCount(secrets), 1);
        b.watch()->push("<html>");
        QTRY_COMPARE(b.transport.getCount(secrets), 2);
        QTRY_COMPARE(b.reflector.state(), State::Live);
        QVERIFY(b.isCurrent());
    }

    void fault06ACleanEndIsFollowedByTheNextWatchInSilence()
    {
        Bench b;
        b.fill(3);
        GO_LIVE(b);
        QSignalSpy states(&b.reflector, &Reflector::stateChanged);
        for (int i = 0; i < 20; ++i) {
            b.clock.advance(7min);
            ScriptedWatch *old = b.watch();
            old->end();
            QVERIFY(b.watch() && b.watch() != old);
            QTRY_COMPARE(b.reflector.lastContact(), b.clock.now());
        }
        QCOMPARE(states.size(), 0);
        QCOMPARE(b.transport.getCount(secrets), 1);
    }

    void fault06AWatchThatAlwaysEndsAtOnceIsNotHammered() // I8
    {
        ReflectorTiming timing = fast();
        timing.backoff = {10ms, 1s, 10s};
        Bench b(timing);
        b.transport.onWatch(secrets, [](ScriptedWatch *watch) { watch->end(); });
        QElapsedTimer since;
        since.start();
        b.reflector.start();
        QTRY_VERIFY(b.transport.watchCount(secrets) >= 6);
        QCOMPARE(b.reflector.state(), State::Reconnecting);
        // Each wait is at least twice the one before: 10 + 20 + 40 + 80 + 160 ms before the sixth.
        QVERIFY2(since.elapsed() >= 300, QByteArray::number(since.elapsed()).constData());
    }

    void anObjectThatCameAndWentBetweenTwoBatchesIsNotShown()
    {
        Bench b;
        GO_LIVE(b);
        const int before = b.applied.events();
        b.cluster.put(u"short"_s);
        b.cluster.remove(u"short"_s);
        b.cluster.put(u"stays"_s);
        QTRY_VERIFY(b.isCurrent());
        QCOMPARE(b.applied.events() - before, 1);
    }

    void aKindThatIsNotServedIsMissingUntilItIs()
    {
        Bench b;
        b.fill(1);
        b.transport.answerOnce(
            secrets, statusError(404, u"NotFound"_s, u"the server could not find the requested resource"_s));
        b.reflector.start();
        QTRY_COMPARE(b.reflector.state(), State::Live);
        QVERIFY(b.invariants.wasIn(State::Missing));
        QVERIFY(b.isCurrent());
    }

    void aKindThatWentAwayTakesItsObjectsWithIt()
    {
        Bench b;
        b.fill(3);
        GO_LIVE(b);
        const Error gone =
            statusError(404, u"NotFound"_s, u"the server could not find the requested resource"_s);
        b.transport.refuseWatches(secrets, gone);
        b.transport.answer(secrets, gone);
        b.watch()->end(cut());
        QTRY_COMPARE(b.reflector.state(), State::Missing);
        QTRY_VERIFY(b.applied.state().isEmpty());
        QCOMPARE(b.applied.violations(), 0);
    }

    void retryNowDoesNotWaitForTheBackoff()
    {
        ReflectorTiming timing = fast();
        timing.backoff = {1h, 4h, 10h};
        Bench b(timing);
        b.transport.answerOnce(secrets, cut());
        b.reflector.start();
        QTRY_COMPARE(b.reflector.state(), State::Reconnecting);
        b.reflector.retryNow();
        QTRY_COMPARE(b.reflector.state(), State::Live);
    }

    void stopEndsEveryRequestAndStartGoesOn()
    {
        Bench b;
        b.fill(3);
        GO_LIVE(b);
        b.reflector.stop();
        QCOMPARE(b.reflector.state(), State::Idle);
        QCOMPARE(b.transport.liveWatchCount(), 0);
        b.cluster.put(u"meanwhile"_s);
        b.reflector.start();
        QTRY_COMPARE(b.reflector.state(), State::Live);
        QTRY_VERIFY(b.isCurrent());
        QCOMPARE(b.transport.getCount(secrets), 1);
    }

    void deletingItMidListIsSilent()
    {
        ScriptedTransport transport;
        ScriptedCluster cluster(&transport, secrets);
        FakeClock clock;
        transport.hold();
        {
            Reflector reflector(&transport, {secrets, {}, {}}, &clock);
            reflector.start();
            QTRY_COMPARE(transport.heldCount(), 1);
        }
        transport.release();
        QCoreApplication::sendPostedEvents();
        QCOMPARE(transport.liveWatchCount(), 0);
    }

    /// Seeded perturbation: whatever the order of changes and faults, the end is the server's list (I2), no
    /// event contradicts an earlier one, and requests stay few (I8).
    void anyMixOfFaultsEndsCurrent_data()
    {
        QTest::addColumn<quint32>("seed");
        for (quint32 seed = 1; seed <= 25; ++seed)
            QTest::addRow("seed %u", seed) << seed;
    }

    void anyMixOfFaultsEndsCurrent()
    {
        QFETCH(quint32, seed);
        QRandomGenerator random(seed);
        Bench b(fast(), 7);
        b.fill(30);
        b.reflector.start();
        for (int step = 0; step < 120; ++step) {
            perturb(b, random);
            QTest::qWait(int(random.bounded(3)));
        }
        b.cluster.setDelivers(true);
        b.transport.release();
        b.transport.refuseWatches(secrets, std::nullopt);
        if (b.watch())
            b.watch()->end(cut());
        QTRY_VERIFY_WITH_TIMEOUT(b.reflector.state() == State::Live && b.isCurrent(), 60'000);
        b.mostRequests = 1500;
    }

private:
    static void perturb(Bench &b, QRandomGenerator &random)
    {
        const QString name = QStringLiteral("s%1").arg(random.bounded(40), 5, 10, QLatin1Char('0'));
        switch (random.bounded(12)) {
        case 0:
            if (b.watch())
                b.watch()->end(cut());
            break;
        case 1:
            b.cluster.compact();
            break;
        case 2:
            if (b.watch())
                b.watch()->push(QByteArray(R"({"type":"ADDED","object":{"metadata":)"));
            break;
        case 3:
            if (random.bounded(2))
                b.transport.hold();
            else
                b.transport.release();
            break;
        case 4:
            b.transport.answerOnce(secrets, statusError(429, u"TooManyRequests"_s, u"busy"_s));
            break;
        case 5:
            b.cluster.put(name, QStringLiteral("u%1").arg(random.generate()));
            break;
        case 6:
            if (b.cluster.state().contains(name))
                b.cluster.remove(name);
            break;
        case 7:
            b.cluster.bookmark();
            break;
        case 8:
            b.cluster.setOffersInconsistentContinue(random.bounded(2) == 0);
            break;
        default:
            b.cluster.put(name);
        }
    }
};

#include "tst_reflector.moc"
} // namespace tst_reflector

CHARTROOM_TEST(tst_reflector, ReflectorTest)
