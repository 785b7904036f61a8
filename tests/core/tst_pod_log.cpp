// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/objects/log_model.h"
#include "core/screens/objects/pod_log.h"
#include "tests/support/loop_watch.h"
#include "tests/support/scripted_transport.h"
#include "tests/support/test_main.h"
#include "tests/support/work_gate.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_pod_log {

namespace {

const QString logPath = u"/api/v1/namespaces/ops/pods/driver-a/log"_s;
const LogRequest driverLog{u"ops"_s, u"driver-a"_s, u"ctr"_s, false};

QByteArray stamped(int second, const QByteArray &text)
{
    return "2026-11-29T12:00:" + QByteArray::number(second).rightJustified(2, '0') + ".000000000Z " + text;
}

/// What one line is shown as.
QString shownLine(const QByteArray &line)
{
    return LogLineReader().read({line}).first().text;
}

struct Followed
{
    ScriptedTransport transport;
    PodLog log;
    QStringList texts;

    explicit Followed(const LogRequest &request = driverLog, PodLog::Options options = {})
        : log(&transport, request, options, nullptr)
    {
        QObject::connect(&log, &PodLog::linesRead, &log, [this](const QList<LogLine> &lines) {
            for (const LogLine &line : lines)
                texts << line.text;
        });
    }
    [[nodiscard]] ScriptedWatch *stream() const { return transport.liveWatch(logPath); }
};

QList<LogLine> manyLines(int from, int to)
{
    QList<LogLine> lines;
    for (int i = from; i < to; ++i)
        lines.append({{}, u"line %1 %2"_s.arg(i).arg(i % 1000 == 0 ? u"FATAL"_s : u"ok"_s)});
    return lines;
}

} // namespace

class PodLogTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theEndOfTheRightContainerIsAskedFor()
    {
        Followed f({u"ops"_s, u"driver-a"_s, u"ctr"_s, true});
        f.log.start(false);
        QTRY_VERIFY(f.stream());
        QCOMPARE(f.stream()->parameter(u"container"_s), u"ctr"_s);
        QCOMPARE(f.stream()->parameter(u"previous"_s), u"true"_s);
        QCOMPARE(f.stream()->parameter(u"tailLines"_s), u"100000"_s);
        QVERIFY(!f.stream()->parameter(u"limitBytes"_s).isEmpty());
        QVERIFY(f.stream()->parameter(u"follow"_s).isEmpty());
        QVERIFY(!f.stream()->request.accept.contains("json"));
        f.stream()->push({stamped(1, "first"), stamped(2, "second")});
        f.stream()->end();
        QTRY_COMPARE(f.texts, (QStringList{u"first"_s, u"second"_s}));
        QTRY_VERIFY(!f.log.isReading());
        QVERIFY(!f.log.problem());
    }

    void followingGoesOnBehindTheLastLine()
    {
        Followed f;
        f.log.start(false);
        QTRY_VERIFY(f.stream());
        f.stream()->push({stamped(1, "one"), stamped(2, "two")});
        f.stream()->end();
        QTRY_COMPARE(f.texts.size(), 2);
        f.log.start(true);
        QTRY_VERIFY(f.stream());
        QVERIFY(f.log.isFollowing());
        QCOMPARE(f.stream()->parameter(u"follow"_s), u"true"_s);
        QVERIFY(f.stream()->parameter(u"limitBytes"_s).isEmpty());
        QCOMPARE(f.stream()->parameter(u"sinceTime"_s), u"2026-11-29T12:00:02.000000000Z"_s);
        f.stream()->push({stamped(2, "two"), stamped(3, "three")});
        QTRY_COMPARE(f.texts, (QStringList{u"one"_s, u"two"_s, u"three"_s}));
        f.stream()->push(stamped(4, "four"));
        QTRY_COMPARE(f.texts.last(), u"four"_s);
        f.log.stop();
        QVERIFY(!f.log.isFollowing());
        QVERIFY(!f.stream());
    }

    void aSilentContainerIsAskedAgain()
    {
        Followed f;
        f.log.start(true);
        QTRY_VERIFY(f.stream());
        f.stream()->push(stamped(1, "one"));
        QTRY_COMPARE(f.texts.size(), 1);
        f.stream()->end({Error::Code::Timeout, u"silent"_s, {}, {}});
        QTRY_COMPARE(f.transport.watchCount(logPath), 2);
        QVERIFY(f.log.isFollowing());
        QVERIFY(!f.log.problem());
    }

    void soIsOneThatHasLoggedNothingYetAndNotAServerThatDoesNotAnswer()
    {
        Followed f;
        f.log.start(true);
        QTRY_VERIFY(f.stream() && f.stream()->isOpen());
        f.transport.setOpensWatches(false);
        f.stream()->end({Error::Code::Timeout, u"silent"_s, {}, {}});
        QCOMPARE(f.transport.watchCount(logPath), 2);
        QVERIFY(f.log.isFollowing());
        QVERIFY(!f.log.problem());
        f.stream()->end({Error::Code::Timeout, u"silent"_s, {}, {}});
        QVERIFY(f.log.problem());
        QVERIFY(!f.log.isFollowing());
        QCOMPARE(f.transport.watchCount(logPath), 2);
    }

    void secretsAreMasked()
    {
        QVERIFY(!shownLine("2026-11-29T12:00:01.0Z password=hunter2hunter2 refused").contains(u"hunter2"));
        // A terminal's colours do not hide one.
        QVERIFY(!shownLine("password=\x1b[31mhunter2hunter2\x1b[0m refused").contains(u"hunter2"));
        LogLineReader reader;
        const QByteArray body = "MIIEpAIBAAKCAQEAy8Dbv8prpJ";
        QList<LogLine> lines = reader.read({"key: -----BEGIN RSA PRIVATE KEY-----", stamped(1, body)});
        lines += reader.read({stamped(1, "c2hvcnQ="), "-----END RSA PRIVATE KEY-----", "all is well"});
        QStringList texts;
        for (const LogLine &line : std::as_const(lines))
            texts << line.text;
        QVERIFY2(!texts.join(u'\n').contains(QString::fromLatin1(body)), qPrintable(texts.join(u'\n')));
        QVERIFY(!texts.join(u'\n').contains(u"c2hvcnQ"));
        QCOMPARE(texts.last(), u"all is well"_s);
        // What only looks like the start of a block hides no more than itself.
        lines = LogLineReader().read({"-----BEGIN PHASE-----", "loading module nvidia: version 580"});
        QCOMPARE(lines.last().text, u"loading module nvidia: version 580"_s);
    }

    void coloursGoAndControlCharactersAreSeen()
    {
        QCOMPARE(shownLine("\x1b[1;31mERROR\x1b[0m no \x1b]0;title\x07headers"), u"ERROR no headers"_s);
        const QString shown = shownLine("a\x08"
                                        "b\x07 \xe2\x80\xae");
        QVERIFY(!shown.contains(u'\b') && !shown.contains(u'\a') && !shown.contains(QChar(0x202e)));
        QVERIFY(shown.startsWith(u'a') && shown.contains(u'b'));
        QCOMPARE(shownLine("text\r"), u"text"_s);
        QVERIFY(shownLine(QByteArray(100'000, 'x')).size() <= 4'001);
    }

    void timesAreKeptApart()
    {
        const QList<LogLine> lines = LogLineReader().read(
            {stamped(1, "text"), "2026-11-29T12:00:01.5+02:00 zone", "failed to watch file"});
        QCOMPARE(lines[0], (LogLine{u"2026-11-29T12:00:01.000000000Z"_s, u"text"_s}));
        QCOMPARE(lines[1], (LogLine{u"2026-11-29T12:00:01.5+02:00"_s, u"zone"_s}));
        QCOMPARE(lines[2], (LogLine{{}, u"failed to watch file"_s}));
    }

    void whyThereIsNoLogIsSaid_data()
    {
        QTest::addColumn<int>("code");
        QTest::addColumn<QString>("word");
        QTest::newRow("denied") << int(Error::Code::Forbidden) << u"get pods/log"_s;
        QTest::newRow("gone") << int(Error::Code::NotFound) << u"driver-a"_s;
        QTest::newRow("waiting") << int(Error::Code::Invalid) << u"the server's words"_s;
    }

    void whyThereIsNoLogIsSaid()
    {
        QFETCH(int, code);
        QFETCH(QString, word);
        Followed f;
        f.transport.refuseWatches(logPath, Error{Error::Code(code), u"the server's words"_s, {}, {}});
        f.log.start(true);
        QTRY_VERIFY(f.log.problem());
        QCOMPARE(int(f.log.problem()->code), code);
        QVERIFY2(f.log.problem()->message.contains(word), qPrintable(f.log.problem()->message));
        QVERIFY(!f.log.isFollowing() && !f.log.isReading());
    }

    void anEndThatTheLimitCutOffIsSaid()
    {
        PodLog::Options options;
        options.bytes = 64;
        Followed f(driverLog, options);
        f.log.start(false);
        QTRY_VERIFY(f.stream());
        f.stream()->push({stamped(1, "one"), stamped(2, "two"), stamped(3, "three")});
        f.stream()->end();
        QTRY_VERIFY(f.log.problem());
        QCOMPARE(f.log.problem()->code, Error::Code::TooLarge);
        QVERIFY(f.log.skipped() > 0); // more waited than may
    }

    void oneThatIsFollowedHasNoLimit()
    {
        PodLog::Options options;
        options.bytes = 64;
        Followed f(driverLog, options);
        f.log.start(true);
        QTRY_VERIFY(f.stream());
        f.stream()->push({stamped(1, "one"), stamped(2, "two"), stamped(3, "three")});
        f.stream()->end();
        QTRY_VERIFY(!f.log.isReading());
        QCOMPARE(f.texts.value(f.texts.size() - 1), u"three"_s);
        QVERIFY2(!f.log.problem(), f.log.problem() ? qPrintable(f.log.problem()->message) : "");
        QVERIFY(!f.log.isFollowing());
    }

    void theOldestLinesGoAndAreCounted()
    {
        LogModel model({1000, 1024 * 1024}, nullptr);
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.search(u"line 990 "_s);
        model.append(manyLines(0, 900));
        model.append(manyLines(900, 1001));
        QCOMPARE(model.rowCount() + model.dropped(), 1001);
        QVERIFY(model.rowCount() <= 1000 && model.rowCount() >= 900);
        QVERIFY(model.text(0).startsWith(u"line %1 "_s.arg(model.dropped())));
        QCOMPARE(model.foundCount(), 1);
        QCOMPARE(model.nextFound(-1, true), int(990 - model.dropped()));
    }

    void longLinesCountToo()
    {
        LogModel model({100'000, 10'000}, nullptr);
        model.append({{{}, QString(6'000, u'x')}, {{}, QString(6'000, u'y')}});
        QCOMPARE(model.rowCount(), 1);
        QVERIFY(model.text(0).startsWith(u'y'));
        QCOMPARE(model.dropped(), 1);
    }

    void foundLinesAreGoneThroughBothWays()
    {
        LogModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.append(manyLines(0, 3001));
        model.search(u"fatal"_s);
        QTRY_VERIFY(!model.isSearching());
        QCOMPARE(model.foundCount(), 4);
        QCOMPARE(model.nextFound(-1, true), 0);
        QCOMPARE(model.nextFound(0, true), 1000);
        QCOMPARE(model.nextFound(3000, true), 0); // round
        QCOMPARE(model.nextFound(0, false), 3000);
        QCOMPARE(model.placeOf(2000), 2);
        QCOMPARE(model.placeOf(2001), -1);
        QVERIFY(model.index(2000).data(LogFoundRole).toBool());
        model.append(manyLines(4000, 4001)); // found as it comes
        QCOMPARE(model.foundCount(), 5);
        model.search({});
        QCOMPARE(model.foundCount(), 0);
    }

    void linesThatComeWhileItSearchesAreFoundOnce()
    {
        LogModel model;
        model.append(manyLines(0, 2000));
        model.search(u"fatal"_s);
        model.append(manyLines(2000, 4000));
        QTRY_VERIFY(!model.isSearching());
        QCOMPARE(model.foundCount(), 4);
    }

    void aHundredThousandLinesDoNotHoldTheLoop()
    {
        constexpr std::chrono::milliseconds frame{16};
        ScriptedTransport transport;
        PodLog log(&transport, driverLog);
        LogModel model;
        connect(&log, &PodLog::linesRead, &model, &LogModel::append);
        log.start(false);
        QTRY_VERIFY(transport.liveWatch(logPath));
        QList<QList<QByteArray>> chunks(50);
        for (int i = 0; i < 100'000; ++i)
            chunks[i / 2000].append(
                stamped(i % 60, "level=info msg=\"loading kernel module\" attempt=" + QByteArray::number(i)));
        LoopWatch watch;
        watch.start();
        for (const QList<QByteArray> &chunk : std::as_const(chunks)) {
            transport.liveWatch(logPath)->push(chunk);
            QTest::qWait(1);
        }
        transport.liveWatch(logPath)->end();
        QTRY_COMPARE_WITH_TIMEOUT(model.rowCount(), 100'000, 60'000);
        model.search(u"attempt=99"_s);
        QTRY_VERIFY(!model.isSearching() && model.foundCount() > 0);
        watch.stop();
        QCOMPARE(model.foundCount(), 1 + 10 + 100 + 1000);
        QCOMPARE(model.dropped(), 0);
        VERIFY_WORK(watch.longestWork(), frame);
    }
};

#include "tst_pod_log.moc"
} // namespace tst_pod_log

CHARTROOM_TEST(tst_pod_log, PodLogTest)
