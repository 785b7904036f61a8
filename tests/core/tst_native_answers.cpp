// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kube/native_transport.h"
#include "tests/support/native_bench.h"
#include "tests/support/scripted_cluster.h"
#include "tests/support/test_main.h"

#include <QElapsedTimer>
#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_native_answers {

namespace {

QByteArray bigList(int items)
{
    QByteArray list = "{\"kind\":\"PodList\",\"metadata\":{\"resourceVersion\":\"5\"},\"items\":[";
    for (int i = 0; i < items; ++i)
        list += (i ? "," : "") + ("{\"metadata\":{\"name\":\"p" + QByteArray::number(i) + "\"},\"spec\":\"" +
                                  QByteArray(4000, 'x') + "\"}");
    return list + "]}";
}

} // namespace

class NativeAnswersTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    // Go trusts an intermediate authority alone, OpenSSL through Qt does not: kubectl is the way out.
    void anAuthorityWithoutItsRootIsNamed_data()
    {
        QTest::addColumn<QList<QSslError>>("errors");
        QTest::addColumn<QString>("words");
        const QSslError rootless(QSslError::UnableToGetIssuerCertificate);
        const QSslError untrusted(QSslError::CertificateUntrusted);
        const QSslError otherName(QSslError::HostNameMismatch);
        QTest::newRow("alone") << QList<QSslError>{rootless} << u"--transport kubectl"_s;
        QTest::newRow("behind another") << QList<QSslError>{untrusted, rootless} << u"--transport kubectl"_s;
        QTest::newRow("another authority") << QList<QSslError>{untrusted} << u"check certificate-authority"_s;
        QTest::newRow("another name as well")
            << QList<QSslError>{rootless, otherName} << u"tls-server-name"_s;
    }

    void anAuthorityWithoutItsRootIsNamed()
    {
        QFETCH(QList<QSslError>, errors);
        QFETCH(QString, words);
        const Error error = certificateError(errors, u"a.example"_s, u"a.example"_s);
        QCOMPARE(error.code, Error::Code::Tls);
        QVERIFY2(error.message.contains(words), qPrintable(error.message));
    }

    void fault10ARetryAfterHeaderIsPassedOn_data()
    {
        QTest::addColumn<int>("status");
        QTest::addColumn<QByteArray>("header");
        QTest::addColumn<int>("seconds");
        QTest::newRow("429") << 429 << QByteArray("Retry-After: 7") << 7;
        QTest::newRow("429 without") << 429 << QByteArray("X: y") << 0;
        QTest::newRow("429 with a date")
            << 429 << QByteArray("Retry-After: Sat, 21 Nov 2026 03:31:30 GMT") << 30;
        QTest::newRow("503") << 503 << QByteArray("Retry-After: 1") << 1;
    }

    void fault10ARetryAfterHeaderIsPassedOn()
    {
        QFETCH(int, status);
        QFETCH(QByteArray, header);
        QFETCH(int, seconds);
        ServerBench b;
        b.onRequest([&](FaultConnection *c, const SeenRequest &) {
            c->answer(status, "busy", "text/plain", {header});
        });
        Answer answer(b.transport.get(NativeBench::request(pods)));
        QTRY_VERIFY(answer.isThere());
        QCOMPARE(answer.error().code, Error::Code::Throttled);
        QCOMPARE(answer.error().retryAfter, std::chrono::seconds(seconds));
    }

    void fault11FiftyWatchesOverHttp1DoNotStarveAGet()
    {
        ServerBench b;
        b.onRequest([](FaultConnection *c, const SeenRequest &seen) {
            if (seen.isWatch())
                c->startChunked();
            else
                c->answer(200, emptyList);
        });
        Answer first(b.transport.get(NativeBench::request(pods)));
        QTRY_VERIFY(first.isThere());
        QObject owner;
        std::vector<std::unique_ptr<WatchLog>> watches;
        for (int i = 0; i < 50; ++i)
            watches.push_back(
                std::make_unique<WatchLog>(b.transport.watch(NativeBench::request(pods), &owner)));
        const auto openCount = [&] {
            return std::count_if(watches.cbegin(), watches.cend(),
                                 [](const auto &w) { return w->opened == 1; });
        };
        QTRY_COMPARE(openCount(), 50);
        Answer answer(b.transport.get(NativeBench::request(pods)));
        QTRY_VERIFY(answer.isThere()); // a starved one never is
        QCOMPARE(answer.response().status, 200);
    }

    void fault17APageThatIsNoApiIsNamed_data()
    {
        QTest::addColumn<int>("status");
        QTest::addColumn<QByteArray>("type");
        QTest::newRow("sign-in page") << 200 << QByteArray("text/html");
        QTest::newRow("plain text") << 200 << QByteArray("text/plain");
        QTest::newRow("forbidden page") << 403 << QByteArray("text/html; charset=utf-8");
        QTest::newRow("missing page") << 404 << QByteArray("text/html");
    }

    void fault17APageThatIsNoApiIsNamed()
    {
        QFETCH(int, status);
        QFETCH(QByteArray, type);
        ServerBench b;
        const QByteArray page = "<html>\x1b[31mPlease sign in \xe2\x80\xae" + QByteArray(5000, 'x');
        b.onRequest([&](FaultConnection *c, const SeenRequest &) { c->answer(status, page, type); });
        Answer answer(b.transport.get(NativeBench::request(pods)));
        QTRY_VERIFY(answer.isThere());
        QCOMPARE(answer.error().code, Error::Code::NotKubernetes);
        QVERIFY(answer.error().message.contains(u"Please sign in"));
        QVERIFY(!answer.error().message.contains(QChar(0x1b)) &&
                !answer.error().message.contains(QChar(0x202e)));
        QVERIFY(answer.error().message.size() < 320);
        QObject owner;
        WatchLog log(b.transport.watch(NativeBench::request(pods), &owner));
        QTRY_COMPARE(log.stops.size(), 1);
        QCOMPARE(log.stops.first().code, Error::Code::NotKubernetes);
        QCOMPARE(log.opened, 0);
    }

    void fault18AShortBodyFails()
    {
        ServerBench b;
        b.onRequest([](FaultConnection *c, const SeenRequest &) {
            c->write("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n" +
                     emptyList);
            c->close();
        });
        Answer answer(b.transport.get(NativeBench::request(pods)));
        QTRY_VERIFY(answer.isThere());
        QCOMPARE(answer.error().code, Error::Code::Unreachable);
    }

    void fault18ATruncatedGzipWithTheRightLengthFails()
    {
        ServerBench b;
        const QByteArray packed = gzipped(bigList(5));
        for (const qsizetype length :
             {packed.size() - 1, packed.size() - 8, packed.size() / 2, qsizetype(5)}) {
            b.onRequest([&](FaultConnection *c, const SeenRequest &) {
                c->answer(200, packed.left(length), "application/json", {"Content-Encoding: gzip"});
            });
            Answer answer(b.transport.get(NativeBench::request(pods)));
            QTRY_VERIFY(answer.isThere());
            QCOMPARE(answer.error().code, Error::Code::Damaged);
        }
    }

    void fault18AChangedByteInAGzipFails()
    {
        ServerBench b;
        QByteArray packed = gzipped(bigList(5));
        packed[packed.size() - 6] = char(packed[packed.size() - 6] ^ 1); // the CRC
        b.onRequest([&](FaultConnection *c, const SeenRequest &) {
            c->answer(200, packed, "application/json", {"Content-Encoding: gzip"});
        });
        Answer answer(b.transport.get(NativeBench::request(pods)));
        QTRY_VERIFY(answer.isThere());
        QCOMPARE(answer.error().code, Error::Code::Damaged);
    }

    void fault19AGoodListThatPacksWellIsNotABomb()
    {
        ServerBench b;
        const QByteArray list = bigList(5500);
        const QByteArray packed = gzipped(list);
        QVERIFY(list.size() > 20'000'000 && list.size() / packed.size() > 60);
        b.onRequest([&](FaultConnection *c, const SeenRequest &) {
            c->answer(200, packed, "application/json", {"Content-Encoding: gzip"});
        });
        Answer answer(b.transport.get(NativeBench::request(pods)));
        QTRY_VERIFY(answer.isThere());
        QVERIFY(answer.response().body == list);
        QCOMPARE(answer.response().wireBytes, packed.size());
    }

    // S7: a body is capped after unpacking.
    void fault20ABombIsGivenUpAtTheCap()
    {
        ServerBench b;
        const QByteArray bomb = gzipped(QByteArray(200'000'000, ' '));
        b.onRequest([&](FaultConnection *c, const SeenRequest &) {
            c->answer(200, bomb, "application/json", {"Content-Encoding: gzip"});
        });
        Request request = NativeBench::request(pods);
        request.maxBytes = 4'000'000;
        Answer answer(b.transport.get(request));
        QTRY_VERIFY(answer.isThere());
        QCOMPARE(answer.error().code, Error::Code::TooLarge);
    }

    // S7: a body that does not end is capped.
    void fault20AnEndlessBodyIsGivenUpAtTheCap()
    {
        ServerBench b;
        b.onRequest([&](FaultConnection *c, const SeenRequest &) {
            c->startChunked();
            for (int i = 0; i < 40; ++i)
                c->chunk(QByteArray(100'000, ' '));
        });
        Request request = NativeBench::request(pods);
        request.maxBytes = 1'000'000;
        Answer answer(b.transport.get(request));
        QTRY_VERIFY(answer.isThere());
        QCOMPARE(answer.error().code, Error::Code::TooLarge);
        QTRY_COMPARE(b.openConnections(), 0);
    }

    void fault27TheServersClockIsCompared()
    {
        ServerBench b;
        b.onRequest([&](FaultConnection *c, const SeenRequest &) {
            c->answer(200, emptyList, "application/json", {"Date: Sun, 22 Nov 2026 03:31:00 GMT"});
        });
        Answer answer(b.transport.get(NativeBench::request(pods)));
        QTRY_VERIFY(answer.isThere());
        QCOMPARE(b.transport.clockSkew(), 24h);
        QCOMPARE(answer.response().serverDate->time(), QTime(3, 31));
    }

    // S6: no redirect is followed.
    void fault28ARedirectIsNotFollowed()
    {
        FaultServer other;
        ServerBench b;
        b.onRequest([&](FaultConnection *c, const SeenRequest &) {
            c->answer(302, {}, "text/html", {"Location: " + other.address().toUtf8() + "/login"});
        });
        Answer answer(b.transport.get(NativeBench::request(pods)));
        QTRY_VERIFY(answer.isThere());
        QCOMPARE(answer.error().code, Error::Code::NotKubernetes);
        QTest::qWait(50);
        QCOMPARE(other.connections(), 0);
    }
};

#include "tst_native_answers.moc"
} // namespace tst_native_answers

CHARTROOM_TEST(tst_native_answers, NativeAnswersTest)
