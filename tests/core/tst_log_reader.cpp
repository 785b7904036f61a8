// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/on_finished.h"
#include "core/diagnosis/log_reader.h"
#include "tests/support/scripted_transport.h"
#include "tests/support/test_main.h"

#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_log_reader {

namespace {

QString pathOf(const QString &pod)
{
    return u"/api/v1/namespaces/ops/pods/%1/log"_s.arg(pod);
}

Response plainText(const QByteArray &body)
{
    Response response;
    response.status = 200;
    response.contentType = "text/plain";
    response.body = body;
    return response;
}

} // namespace

class LogReaderTest : public QObject
{
    Q_OBJECT

private:
    ReadLogs read(LogReader &reader, const QList<LogRequest> &requests)
    {
        ReadLogs logs;
        bool isOver = false;
        onFinished(reader.read(requests), &reader, [&](const ReadLogs &read) {
            logs = read;
            isOver = true;
        });
        [&] { QTRY_VERIFY(isOver); }();
        return logs;
    }

private Q_SLOTS:
    void theEndOfTheRightContainerIsAskedFor()
    {
        ScriptedTransport transport;
        transport.answer(pathOf(u"driver-a"_s), [](const Request &) { return plainText("last words\n"); });
        LogReader reader(&transport);
        const ReadLogs logs = read(reader, {{u"ops"_s, u"driver-a"_s, u"nvidia-driver-ctr"_s, true}});
        QCOMPARE(logs.logs.size(), 1);
        QCOMPARE(logs.logs.first().text, u"last words\n"_s);
        const Request asked = transport.gets().first();
        QCOMPARE(asked.query.queryItemValue(u"container"_s), u"nvidia-driver-ctr"_s);
        QCOMPARE(asked.query.queryItemValue(u"previous"_s), u"true"_s);
        QCOMPARE(asked.query.queryItemValue(u"tailLines"_s), u"200"_s);
        QCOMPARE(asked.query.queryItemValue(u"limitBytes"_s), u"1048576"_s);
        QVERIFY(!asked.accept.contains("json")); // or the transport takes plain text for a stranger's answer
    }

    void aSecretIsMaskedBeforeAnybodySeesIt()
    {
        ScriptedTransport transport;
        transport.answer(pathOf(u"driver-a"_s),
                         [](const Request &) { return plainText("token=hunter2hunter2\nfailed\n"); });
        LogReader reader(&transport);
        const ReadLogs logs = read(reader, {{u"ops"_s, u"driver-a"_s, {}, false}});
        QCOMPARE(logs.logs.size(), 1);
        QVERIFY(!logs.logs.first().text.contains(u"hunter2"));
        QVERIFY(logs.logs.first().text.contains(u"failed"));
    }

    void aLineThatTheLimitCutIsLeftOut()
    {
        ScriptedTransport transport;
        LogReader::Options options;
        options.bytes = 32;
        transport.answer(pathOf(u"driver-a"_s), [](const Request &) {
            return plainText("a whole line\ntoken=abcdefghijklmnopqrst");
        });
        LogReader reader(&transport, options, nullptr);
        const ReadLogs logs = read(reader, {{u"ops"_s, u"driver-a"_s, {}, false}});
        QCOMPARE(logs.logs.size(), 1);
        QCOMPARE(logs.logs.first().text, u"a whole line\n"_s);
        QCOMPARE(logs.problems.size(), 1); // the end is missing
    }

    void ofManyLogsTheFirstAreReadAndThatIsSaid()
    {
        ScriptedTransport transport;
        transport.answer(pathOf(u"driver-a"_s), [](const Request &) { return plainText("failed\n"); });
        LogReader reader(&transport);
        const QList<LogRequest> forty(40, {u"ops"_s, u"driver-a"_s, {}, false});
        QVERIFY(read(reader, forty).problems.isEmpty());
        const ReadLogs logs = read(reader, forty + forty.first(2));
        QCOMPARE(logs.logs.size(), 40);
        QVERIFY2(logs.problems.value(0).contains(u"40 of 42"), qPrintable(logs.problems.value(0)));
    }

    void ofLongLinesTheEndIsKept()
    {
        ScriptedTransport transport;
        transport.answer(pathOf(u"driver-a"_s), [](const Request &) {
            const QByteArray line = "line " + QByteArray(2000, '.') + '\n';
            return plainText(line.repeated(200) + "FATAL: no kernel headers\n");
        });
        LogReader reader(&transport);
        const ReadLogs logs = read(reader, {{u"ops"_s, u"driver-a"_s, {}, false}});
        QCOMPARE(logs.logs.size(), 1);
        const QString &text = logs.logs.first().text;
        QVERIFY(text.endsWith(u"\nFATAL: no kernel headers\n"));
        QVERIFY(text.startsWith(u"line ..."));
        QVERIFY(text.size() > 60 * 1024 && text.size() <= 64 * 1024);
        QVERIFY(logs.problems.isEmpty());
    }

    void ofOneLongLineTheEndIsKeptAndNoHalfOfASecret()
    {
        ScriptedTransport transport;
        LogReader::Options options;
        options.kept = 64;
        const QByteArray secret = "token=" + QByteArray("hunter2").repeated(6);
        for (const QByteArray &last : {QByteArray("\n"), QByteArray(), QByteArray("\nexit 1\n")}) {
            transport.answer(pathOf(u"driver-a"_s), [secret, last](const Request &) {
                return plainText("before\n" + QByteArray("much ").repeated(100) + secret +
                                 " then the driver failed to load" + last);
            });
            LogReader reader(&transport, options, nullptr);
            const ReadLogs logs = read(reader, {{u"ops"_s, u"driver-a"_s, {}, false}});
            QCOMPARE(logs.logs.size(), 1);
            const QString &text = logs.logs.first().text;
            QVERIFY(text.endsWith(u"then the driver failed to load"_s + QString::fromLatin1(last)));
            QVERIFY(text.size() <= 64);
            QVERIFY(!text.contains(u"hunter2"));
        }
    }

    void aLineThatDoesNotEndIsSpokenOf()
    {
        ScriptedTransport transport;
        transport.answer(pathOf(u"driver-a"_s),
                         [](const Request &) { return plainText(QByteArray(1024 * 1024, 'x')); });
        LogReader reader(&transport);
        const ReadLogs logs = read(reader, {{u"ops"_s, u"driver-a"_s, {}, false}});
        QVERIFY(logs.logs.isEmpty());
        QCOMPARE(logs.problems.size(), 1);
    }

    void onlyAFewAreReadAtATimeAndTheOrderStays()
    {
        ScriptedTransport transport;
        transport.hold();
        QList<LogRequest> requests;
        for (int i = 0; i < 10; ++i) {
            const QString pod = u"driver-%1"_s.arg(i);
            transport.answer(pathOf(pod), [pod](const Request &) { return plainText(pod.toUtf8()); });
            requests.append({u"ops"_s, pod, {}, false});
        }
        LogReader reader(&transport);
        ReadLogs logs;
        onFinished(reader.read(requests), &reader, [&](const ReadLogs &read) { logs = read; });
        QCOMPARE(transport.gets().size(), 4);
        transport.release();
        QTRY_COMPARE(logs.logs.size(), 10);
        for (int i = 0; i < 10; ++i)
            QCOMPARE(logs.logs[i].text, u"driver-%1"_s.arg(i));
    }

    void aLogThatIsNotThereIsNothingToSpeakOf()
    {
        ScriptedTransport transport;
        transport.answer(pathOf(u"a"_s),
                         Error{Error::Code::Invalid, u"previous terminated container"_s, {}, {}});
        LogReader reader(&transport);
        const ReadLogs logs = read(reader, {{u"ops"_s, u"a"_s, {}, true}, {u"ops"_s, u"gone"_s, {}, false}});
        QVERIFY(logs.logs.isEmpty());
        QVERIFY(logs.problems.isEmpty());
    }

    void whereLogsAreForbiddenOneSentenceSaysSo()
    {
        ScriptedTransport transport;
        for (const QString &pod : {u"a"_s, u"b"_s})
            transport.answer(pathOf(pod), Error{Error::Code::Forbidden, u"no"_s, {}, {}});
        LogReader reader(&transport);
        const ReadLogs logs = read(reader, {{u"ops"_s, u"a"_s, {}, false}, {u"ops"_s, u"b"_s, {}, false}});
        QVERIFY(logs.logs.isEmpty());
        QCOMPARE(logs.problems.size(), 1);
    }

    void aSignInPageIsNoLog()
    {
        ScriptedTransport transport;
        transport.answer(pathOf(u"a"_s), [](const Request &) {
            Response page = plainText("<html>sign in</html>");
            page.contentType = "text/html";
            return page;
        });
        LogReader reader(&transport);
        QVERIFY(read(reader, {{u"ops"_s, u"a"_s, {}, false}}).logs.isEmpty());
    }

    void nothingAskedForIsAnsweredAtOnce()
    {
        ScriptedTransport transport;
        LogReader reader(&transport);
        QVERIFY(read(reader, {}).logs.isEmpty());
        QVERIFY(transport.gets().isEmpty());
    }

    void aDestroyedReaderIsSilent()
    {
        ScriptedTransport transport;
        transport.hold();
        transport.answer(pathOf(u"a"_s), [](const Request &) { return plainText("x"); });
        auto reader = std::make_unique<LogReader>(&transport);
        QObject guard;
        bool isAnswered = false;
        onFinished(reader->read({{u"ops"_s, u"a"_s, {}, false}}), &guard,
                   [&](const ReadLogs &) { isAnswered = true; });
        reader.reset();
        transport.release();
        QCoreApplication::sendPostedEvents();
        QVERIFY(!isAnswered);
    }
};

#include "tst_log_reader.moc"
} // namespace tst_log_reader

CHARTROOM_TEST(tst_log_reader, LogReaderTest)
