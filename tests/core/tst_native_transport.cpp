// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kube/native_transport.h"
#include "core/kube/reflector.h"
#include "tests/support/native_bench.h"
#include "tests/support/scripted_cluster.h"
#include "tests/support/test_main.h"

#include <QTest>
#include <QTimer>

using namespace chartroom;
using namespace chartroom::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_native_transport {

namespace {

/// A reflector on a server whose first watch breaks off at byte `at` of three events.
struct TornStream : ServerBench
{
    explicit TornStream(qsizetype at)
        : reflector(&transport, {pods, {}, {}}, &clock, timing())
    {
        onRequest([this, at](FaultConnection *c, const SeenRequest &seen) { serve(c, seen, at); });
        QObject::connect(&reflector, &Reflector::eventsReceived, &applied, &AppliedSet::apply);
        reflector.start();
    }

    [[nodiscard]] static QByteArray object(const char *name, int version)
    {
        return "{\"metadata\":{\"name\":\"" + QByteArray(name) + "\",\"uid\":\"u-" + name +
               "\",\"resourceVersion\":\"" + QByteArray::number(version) + "\"}}";
    }
    [[nodiscard]] static QList<QByteArray> lines()
    {
        return {"{\"type\":\"ADDED\",\"object\":" + object("ä", 11) + "}\n",
                "{\"type\":\"MODIFIED\",\"object\":" + object("a", 12) + "}\n",
                "{\"type\":\"DELETED\",\"object\":" + object("ä", 13) + "}\n"};
    }
    [[nodiscard]] static ReflectorTiming timing()
    {
        ReflectorTiming timing;
        timing.backoff = {1ms, 4ms, 1s};
        timing.batch = 1ms;
        return timing;
    }
    [[nodiscard]] bool isCurrent() const
    {
        return torn && reflector.state() == Reflector::State::Live &&
               applied.state() == QMap<QString, QString>{{u"a"_s, u"u-a/12"_s}};
    }
    void serve(FaultConnection *c, const SeenRequest &seen, qsizetype at)
    {
        if (!seen.isWatch()) {
            c->answer(200, "{\"metadata\":{\"resourceVersion\":\"10\"},\"items\":[" + object("a", 9) + "]}");
            return;
        }
        const int from = QUrlQuery(seen.url).queryItemValue(u"resourceVersion"_s).toInt();
        const QByteArray stream = lines().mid(from - 10).join();
        const QByteArray sent = torn ? stream : stream.left(at);
        c->startChunked();
        if (!sent.isEmpty()) // an empty chunk would be a clean end
            c->chunk(sent);
        if (!std::exchange(torn, true))
            c->close();
    }

    bool torn = false;
    Reflector reflector;
    AppliedSet applied;
};

} // namespace

class NativeTransportTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    // S6: requests carry the program's own User-Agent.
    void aGetSendsWhatWasAskedAndReturnsTheBody()
    {
        ServerBench b;
        b.answersAlways(emptyList);
        Request request = NativeBench::request(pods);
        request.query.addQueryItem(u"limit"_s, u"500"_s);
        request.accept = "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1";
        Answer answer(b.transport.get(request));
        QTRY_VERIFY(answer.isThere());
        QCOMPARE(answer.response().body, emptyList);
        QCOMPARE(answer.response().wireBytes, emptyList.size());
        const SeenRequest &seen = b.requests().first();
        QCOMPARE(seen.url, QUrl(u"/api/v1/pods?limit=500"_s));
        QCOMPARE(seen.headers.value("accept"), request.accept);
        QVERIFY(seen.headers.value("user-agent").startsWith("chartroom/"));
        QVERIFY(!seen.headers.contains("upgrade"));
    }

    void aServerBehindAPathKeepsIt()
    {
        FaultServer server;
        server.onRequest([](FaultConnection *c, const SeenRequest &) { c->answer(200, emptyList); });
        NativeBench b(NativeBench::contextFor(server.address() + u"/k8s/clusters/c-1/"_s));
        Answer answer(b.transport.get(NativeBench::request(pods)));
        QTRY_VERIFY(answer.isThere());
        QCOMPARE(server.requests().first().url.path(), u"/k8s/clusters/c-1/api/v1/pods");
    }

    void aCancelledGetEndsItsRequestAndIsSilent()
    {
        ServerBench b;
        b.onRequest([](FaultConnection *, const SeenRequest &) {});
        QFuture<Result<Response>> future = b.transport.get(NativeBench::request(pods));
        Answer answer(future);
        QTRY_COMPARE(b.requests().size(), 1);
        future.cancel();
        QTRY_COMPARE(b.openConnections(), 0);
        QVERIFY(!answer.isThere());
    }

    void aTransportMayGoWhileItsRequestsRun()
    {
        FaultServer server;
        auto b = std::make_unique<NativeBench>(NativeBench::contextFor(server.address()));
        QObject owner;
        WatchLog log(b->transport.watch(NativeBench::request(pods), &owner));
        Answer answer(b->transport.get(NativeBench::request(pods)));
        QTRY_COMPARE(server.requests().size(), 2);
        b.reset();
        QCOMPARE(log.stops.size(), 1);
        QTRY_COMPARE(server.openConnections(), 0);
    }

    void linesAreReadAsTheyComeAndTheLastNeedsNoEnd()
    {
        ServerBench b;
        b.onRequest([](FaultConnection *c, const SeenRequest &) {
            c->startChunked("text/plain");
            c->chunk("first\nsec");
            c->chunk("ond\nno end");
            c->lastChunk();
        });
        Request request = NativeBench::request(pods);
        request.accept = "*/*";
        QObject owner;
        WatchLog log(b.transport.lines(request, &owner));
        QTRY_COMPARE(log.stops.size(), 1);
        QCOMPARE(log.lines, (QList<QByteArray>{"first", "second", "no end"}));
        QCOMPARE(log.stops.first().code, Error::Code::Cancelled);
        QVERIFY(!b.requests().first().isWatch());
    }

    void aWebPageIsNoLog()
    {
        ServerBench b;
        b.onRequest([](FaultConnection *c, const SeenRequest &) {
            c->answer(200, "<html>sign in</html>\n", "text/html");
        });
        Request request = NativeBench::request(pods);
        request.accept = "*/*";
        QObject owner;
        WatchLog log(b.transport.lines(request, &owner));
        QTRY_COMPARE(log.stops.size(), 1);
        QCOMPARE(log.stops.first().code, Error::Code::NotKubernetes);
        QVERIFY(log.lines.isEmpty());
    }

    void fault04ACutWatchGivesOnlyWholeLinesAndSaysSo()
    {
        ServerBench b;
        b.onRequest([](FaultConnection *c, const SeenRequest &) {
            c->startChunked();
            c->chunk("{\"a\":1}\n{\"b\":");
            c->close();
        });
        QObject owner;
        WatchLog log(b.transport.watch(NativeBench::request(pods), &owner));
        QTRY_COMPARE(log.stops.size(), 1);
        QCOMPARE(log.lines, QList<QByteArray>{"{\"a\":1}"});
        QCOMPARE(log.stops.first().code, Error::Code::Unreachable);
        QCOMPARE(b.requests().first().url.query(), u"watch=1");
    }

    void fault04ATornLineAtACleanEndIsACutToo()
    {
        ServerBench b;
        b.onRequest([](FaultConnection *c, const SeenRequest &) {
            c->startChunked();
            c->chunk("{\"a\":1}\n{\"b\":");
            c->lastChunk();
        });
        QObject owner;
        WatchLog log(b.transport.watch(NativeBench::request(pods), &owner));
        QTRY_COMPARE(log.stops.size(), 1);
        QCOMPARE(log.stops.first().code, Error::Code::Unreachable);
    }

    void fault05LinesInOneByteChunksComeWhole()
    {
        ServerBench b;
        const QByteArray line = "{\"name\":\"größe-😀\"}";
        b.onRequest([&](FaultConnection *c, const SeenRequest &) {
            c->startChunked();
            for (const char byte : line + "\n" + line + "\n")
                c->chunk(QByteArray(1, byte));
        });
        QObject owner;
        WatchLog log(b.transport.watch(NativeBench::request(pods), &owner));
        QTRY_COMPARE(log.lines, QList<QByteArray>({line, line}));
        QCOMPARE(log.opened, 1);
        log.stream->stop();
        log.stream->stop();
        QCOMPARE(log.stops.size(), 1);
        QCOMPARE(log.stops.first().code, Error::Code::Cancelled);
        QTRY_COMPARE(b.openConnections(), 0);
    }

    void fault06ACleanEndIsNoError()
    {
        ServerBench b;
        b.onRequest([](FaultConnection *c, const SeenRequest &) {
            c->startChunked();
            c->lastChunk();
        });
        QObject owner;
        WatchLog log(b.transport.watch(NativeBench::request(pods), &owner));
        QTRY_COMPARE(log.stops.size(), 1);
        QCOMPARE(log.stops.first().code, Error::Code::Cancelled);
        QCOMPARE(log.opened, 1);
    }

    void fault07ASilentWatchOverHttp1EndsSoThatTheNextOneProvesTheConnection()
    {
        NativeTiming timing;
        timing.http1WatchIdle = 50ms;
        ServerBench b(timing);
        b.onRequest([](FaultConnection *c, const SeenRequest &) { c->startChunked(); });
        QObject owner;
        WatchLog log(b.transport.watch(NativeBench::request(pods, 75s), &owner));
        QTRY_COMPARE(log.stops.size(), 1);
        QCOMPARE(log.stops.first().code, Error::Code::Timeout);
        QVERIFY(NativeTiming().http1WatchIdle + ReflectorTiming().answerWithin <= 45s);
    }

    void fault08AStalledAnswerIsGivenUp_data()
    {
        QTest::addColumn<QByteArray>("sent");
        QTest::newRow("nothing") << QByteArray();
        QTest::newRow("the head") << QByteArray(
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n");
        QTest::newRow("half the body") << QByteArray(
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{\"kind\"");
    }

    // S6: an answer that stalls is given up after the request's time.
    void fault08AStalledAnswerIsGivenUp()
    {
        QFETCH(QByteArray, sent);
        ServerBench b;
        b.onRequest([&](FaultConnection *c, const SeenRequest &) { c->write(sent); });
        Answer answer(b.transport.get(NativeBench::request(pods, 60ms)));
        QTRY_VERIFY(answer.isThere());
        QCOMPARE(answer.error().code, Error::Code::Timeout);
        b.answersAlways(emptyList); // and the next one is not caught behind it
        Answer next(b.transport.get(NativeBench::request(pods)));
        QTRY_VERIFY(next.isThere());
        QCOMPARE(next.response().body, emptyList);
    }

    void fault09NoServerIsUnreachable()
    {
        QString address;
        {
            FaultServer gone;
            address = gone.address();
        }
        NativeBench b(NativeBench::contextFor(address));
        Answer answer(b.transport.get(NativeBench::request(pods)));
        QTRY_VERIFY(answer.isThere());
        QCOMPARE(answer.error().code, Error::Code::Unreachable);
    }

    void fault09AResetConnectionIsUnreachable()
    {
        ServerBench b;
        b.onRequest([](FaultConnection *c, const SeenRequest &) {
            c->write("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{");
            QTimer::singleShot(20, c, [c] { c->reset(); });
        });
        Answer answer(b.transport.get(NativeBench::request(pods)));
        QTRY_VERIFY(answer.isThere());
        QCOMPARE(answer.error().code, Error::Code::Unreachable);
        QVERIFY(b.requests().size() <= 3); // I8
    }

    void anUnknownApiIsNotFoundThoughItAnswersInPlainText() // what kube-apiserver sends for an absent CRD
    {
        ServerBench b;
        b.onRequest([](FaultConnection *c, const SeenRequest &) {
            c->answer(404, "404 page not found\n", "text/plain; charset=utf-8");
        });
        Answer answer(b.transport.get(NativeBench::request(pods)));
        QTRY_VERIFY(answer.isThere());
        QCOMPARE(answer.error().code, Error::Code::NotFound);
        QCOMPARE(answer.error().detail, u"404 page not found"_s); // a recording has no such word
    }

    void aStatusBodyGivesItsMessage()
    {
        ServerBench b;
        b.onRequest([](FaultConnection *c, const SeenRequest &) {
            c->answer(403,
                      statusJson(403, u"Forbidden"_s, u"secrets is forbidden: User \"x\" cannot list"_s));
        });
        Answer answer(b.transport.get(NativeBench::request(pods)));
        QTRY_VERIFY(answer.isThere());
        QCOMPARE(answer.error().code, Error::Code::Forbidden);
        QVERIFY(answer.error().message.contains(u"cannot list"));
    }

    void anAddressThatIsNoUrlIsInvalid()
    {
        for (const QString &server : {u""_s, u"ftp://x"_s, u"https://"_s, u"10.0.0.1:6443/path"_s}) {
            NativeBench b(NativeBench::contextFor(server));
            Answer answer(b.transport.get(NativeBench::request(pods)));
            QTRY_VERIFY(answer.isThere());
            QCOMPARE(answer.error().code, Error::Code::Invalid);
        }
    }

    void fault04AWatchTornAtEveryByteOffsetEndsCurrent() // I2, I8
    {
        const qsizetype length = TornStream::lines().join().size();
        constexpr qsizetype atOnce = 30;
        for (qsizetype first = 0; first <= length; first += atOnce) {
            std::vector<std::unique_ptr<TornStream>> streams;
            for (qsizetype at = first; at <= std::min(length, first + atOnce - 1); ++at)
                streams.push_back(std::make_unique<TornStream>(at));
            QTRY_VERIFY(
                std::all_of(streams.cbegin(), streams.cend(), [](const auto &s) { return s->isCurrent(); }));
            for (const auto &stream : streams) {
                QCOMPARE(stream->applied.violations(), 0);
                QVERIFY(stream->requests().size() <= 4);
            }
        }
    }
};

#include "tst_native_transport.moc"
} // namespace tst_native_transport

CHARTROOM_TEST(tst_native_transport, NativeTransportTest)
