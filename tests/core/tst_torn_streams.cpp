// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kube/line_splitter.h"
#include "tests/support/test_main.h"
#include "tests/support/torn_bench.h"

#include <QDirIterator>
#include <QLoggingCategory>

using namespace chartroom;
using namespace chartroom::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_torn_streams {

namespace {

/// Whether a file of the folder holds the planted token.
bool holdsTheToken(const QString &folder)
{
    QDirIterator files(folder, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        QFile file(files.next());
        if (file.open(QIODevice::ReadOnly) && file.readAll().contains(planted))
            return true;
    }
    return false;
}

} // namespace

// clang-format off
/// Waits until every mirror has the server's list; then I1, I2, I6, I7 and I8 hold.
#define RECOVERS(bench, requestsEach)                                                                        \
    QTRY_VERIFY2_WITH_TIMEOUT((bench).areCurrent(), (bench).report().constData(), 60'000);                                                  \
    assertInvariants(bench, requestsEach);                                                                   \
    if (QTest::currentTestFailed())                                                                          \
        return
// clang-format on

class TornStreamsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QVERIFY(startLog(m_state.path()));
        QLoggingCategory::setFilterRules(u"qt.network.http2=false"_s); // a warning for each torn stream
        const FaultProgram server({});
        QCOMPARE(server.problem(), QString());
    }

    void fault04AWatchTornAtEveryByteOffsetEndsCurrent_data() { protocols(); }
    void fault04AWatchTornAtEveryByteOffsetEndsCurrent() // I1, I2, I6, I7, I8
    {
        QFETCH(bool, http2);
        const qsizetype length = streamBytes().size();
        QJsonArray rules;
        for (int at = 0; at <= length; ++at) {
            const QString path = u"/torn/%1/pods"_s.arg(at);
            rules.append(listRule(path));
            rules.append(rule(path, {u"watch=1"_s},
                              {{u"lines"_s, events}, {u"cutAfter"_s, at}, {u"end"_s, u"cut"_s}}, 1));
            appendWatches(rules, path);
        }
        TornBench b(rules, http2);
        constexpr int atOnce = 40;
        for (int first = 0; first <= length; first += atOnce) {
            b.mirrors.clear();
            for (int at = first; at < first + atOnce && at <= length; ++at)
                b.mirror(u"/torn/%1/pods"_s.arg(at));
            RECOVERS(b, 3);
            for (const auto &mirror : b.mirrors)
                QVERIFY(mirror->wasCut);
        }
        QCOMPARE(b.native.transport.http2(), std::optional(http2));
    }

    void faults04And09AResetConnectionTakesAllItsWatchesDownAndAllComeBack_data() { protocols(); }
    void faults04And09AResetConnectionTakesAllItsWatchesDownAndAllComeBack()
    {
        QFETCH(bool, http2);
        QJsonArray rules;
        constexpr int lists = 12;
        for (int i = 0; i < lists; ++i) {
            const QString path = u"/reset/%1/pods"_s.arg(i);
            rules.append(listRule(path));
            if (i % 4 == 3)
                rules.append(rule(path, {u"watch=1"_s},
                                  {{u"lines"_s, events}, {u"cutAfter"_s, i * 9}, {u"end"_s, u"rst"_s}}, 1));
            appendWatches(rules, path);
        }
        TornBench b(rules, http2);
        for (int i = 0; i < lists; ++i)
            b.mirror(u"/reset/%1/pods"_s.arg(i));
        RECOVERS(b, 12);
    }

    void aConnectionTheServerLeavesLetsWatchesGoOnAndTakesNoNewRequest() // --goaway-chance of kube-apiserver
    {
        // "Connection: close" is how kube-apiserver asks Go's HTTP/2 for GOAWAY
        // (k8s.io/apiserver/pkg/server/filters/goaway.go@v0.36).
        const QJsonObject leaves{{u"headers"_s, QJsonObject{{u"Connection"_s, u"close"_s}}}};
        QJsonArray rules;
        constexpr int lists = 10;
        for (int i = 0; i < lists; ++i) {
            const QString path = u"/leave/%1/pods"_s.arg(i);
            rules.append(listRule(path, leaves));
            appendWatches(rules, path, leaves);
        }
        NativeTiming timing;
        timing.resendAfter = 50ms;
        TornBench b(rules, true, timing);
        for (int i = 0; i < lists; ++i) { // one after the other, each while the earlier ones watch
            b.mirror(u"/leave/%1/pods"_s.arg(i));
            RECOVERS(b, 6);
        }
        for (const auto &mirror : b.mirrors)
            QVERIFY(!mirror->wasCut); // nobody need notice
    }

    void fault10ABusyServerIsLeftAloneAsLongAsItAsks_data() { protocols(); }
    void fault10ABusyServerIsLeftAloneAsLongAsItAsks()
    {
        QFETCH(bool, http2);
        const QJsonObject busy{{u"status"_s, 429},
                               {u"headers"_s, QJsonObject{{u"Retry-After"_s, u"1"_s}}},
                               {u"json"_s, status(429, u"TooManyRequests"_s)}};
        QJsonArray rules{rule(u"/busy/pods"_s, {}, busy, 1), rule(u"/busy/pods"_s, {u"watch=1"_s}, busy, 1),
                         listRule(u"/busy/pods"_s)};
        appendWatches(rules, u"/busy/pods"_s);
        TornBench b(rules, http2);
        b.mirror(u"/busy/pods"_s);
        RECOVERS(b, 4);
        const QJsonArray requests = b.requests();
        QCOMPARE(requests.size(), 4); // list, list, watch, watch
        for (const int refused : {0, 2})
            QVERIFY(requests[refused + 1][u"ms"_s].toInteger() - requests[refused][u"ms"_s].toInteger() >=
                    1000);
    }

    void faults01And02And05WhatTheServerForgotIsListedAgain_data()
    {
        QTest::addColumn<bool>("http2");
        QTest::addColumn<QJsonObject>("gone");
        const QJsonObject inStream{
            {u"lines"_s,
             QJsonArray{QJsonObject{{u"type"_s, u"ERROR"_s}, {u"object"_s, status(410, u"Expired"_s)}}}}};
        const QJsonObject asStatus{{u"status"_s, 410}, {u"json"_s, status(410, u"Expired"_s)}};
        // One line that no cap allows for.
        const QJsonObject tooLong{{u"body"_s, QString(LineSplitter::defaultMaxLine + 4096, u'x')}};
        const QJsonObject junk{{u"body"_s, u"{\"type\":\"ADDED\",\"object\":{]}\n"_s}};
        for (const bool http2 : {true, false}) {
            const char *protocol = http2 ? "HTTP/2" : "HTTP/1.1";
            QTest::addRow("410 in the stream, %s", protocol) << http2 << inStream;
            QTest::addRow("410 as status, %s", protocol) << http2 << asStatus;
            QTest::addRow("a line over the cap, %s", protocol) << http2 << tooLong;
            QTest::addRow("a line that is no JSON, %s", protocol) << http2 << junk;
        }
    }

    void faults01And02And05WhatTheServerForgotIsListedAgain()
    {
        QFETCH(bool, http2);
        QFETCH(QJsonObject, gone);
        const QJsonObject later{
            {u"json"_s, QJsonObject{{u"kind"_s, u"PodList"_s},
                                    {u"metadata"_s, QJsonObject{{u"resourceVersion"_s, u"14"_s}}},
                                    {u"items"_s, QJsonArray{object(u"a"_s, 12), object(u"b"_s, 14),
                                                            object(u"c"_s, 9)}}}}};
        QJsonArray rules;
        QJsonObject first = listRule(u"/gone/pods"_s);
        first[u"times"_s] = 1;
        rules.append(first);
        rules.append(rule(u"/gone/pods"_s, {}, later));
        rules.append(rule(u"/gone/pods"_s, {u"watch=1"_s, u"resourceVersion=10&"_s}, gone));
        appendWatches(rules, u"/gone/pods"_s);
        TornBench b(rules, http2);
        b.mirror(u"/gone/pods"_s);
        RECOVERS(b, 5); // the line that is no JSON is tried twice
        QVERIFY(b.mirrors.front()->wasCut);
        QCOMPARE(b.mirrors.front()->applied.events(),
                 4); // a and c; a changed and b came: no row went meanwhile
    }

    void fault03AListThatExpiresHalfWayIsReadToItsEnd_data()
    {
        QTest::addColumn<bool>("http2");
        QTest::addColumn<bool>("inconsistent");
        QTest::newRow("HTTP/2") << true << false;
        QTest::newRow("HTTP/2, a token to go on with") << true << true;
        QTest::newRow("HTTP/1.1") << false << false;
    }

    void fault03AListThatExpiresHalfWayIsReadToItsEnd()
    {
        QFETCH(bool, http2);
        QFETCH(bool, inconsistent);
        const QJsonArray items{object(u"a"_s, 12), object(u"b"_s, 14), object(u"c"_s, 9)};
        QJsonObject list{{u"kind"_s, u"PodList"_s},
                         {u"apiVersion"_s, u"v1"_s},
                         {u"resourceVersion"_s, u"14"_s},
                         {u"items"_s, items}};
        const QJsonObject whole{{u"list"_s, list}};
        list.insert(u"expireAtPage"_s, 3);
        list.insert(u"inconsistent"_s, inconsistent);
        QJsonArray rules{rule(u"/pages/pods"_s, {}, {{u"list"_s, list}}, inconsistent ? 0 : 3),
                         rule(u"/pages/pods"_s, {}, whole)};
        appendWatches(rules, u"/pages/pods"_s);
        TornBench b(rules, http2);
        b.mirror(u"/pages/pods"_s, 1);
        RECOVERS(b, 8);
        QCOMPARE(b.mirrors.front()->applied.events(), 3);
    }

private:
    static void protocols()
    {
        QTest::addColumn<bool>("http2");
        QTest::newRow("HTTP/2") << true;
        QTest::newRow("HTTP/1.1") << false;
    }

    [[nodiscard]] static QJsonObject status(int code, const QString &reason)
    {
        return QJsonDocument::fromJson(statusJson(code, reason, u"said by the test"_s)).object();
    }

    void assertInvariants(TornBench &b, int requestsEach)
    {
        b.loop.stop();
        QMap<QString, int> asked;
        for (const QJsonValue &request : b.requests()) {
            ++asked[request[u"path"_s].toString()];
            QCOMPARE(request[u"headers"_s][u"Authorization"_s].toString(),
                     u"Bearer "_s + QString::fromLatin1(planted));
        }
        for (const auto &mirror : b.mirrors) {
            QCOMPARE(mirror->invariants.lies(), 0); // I1, I6
            QVERIFY(mirror->reflector.lastContact() <= b.native.clock.now());
            QCOMPARE(mirror->applied.state(), truth); // I2
            QCOMPARE(mirror->applied.violations(), 0);
            const int requests = asked.value(mirror->reflector.query().path);
            QVERIFY2(requests >= 2 && requests <= requestsEach,
                     QByteArray::number(requests).constData()); // I8
        }
        QVERIFY(!holdsTheToken(m_state.path())); // I6
        QVERIFY(!holdsTheToken(u"/proc/self/cmdline"_s));
        Invariants::heldNoLoop(b.loop);
        b.loop.start();
    }

    QTemporaryDir m_state;
};

#include "tst_torn_streams.moc"
} // namespace tst_torn_streams

CHARTROOM_TEST(tst_torn_streams, TornStreamsTest)
