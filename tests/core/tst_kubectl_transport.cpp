// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kube/kubectl_transport.h"
#include "core/kube/object.h"
#include "core/process/process_runner.h"
#include "tests/support/fake_clock.h"
#include "tests/support/fake_runner.h"
#include "tests/support/native_bench.h"
#include "tests/support/test_main.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using std::chrono::milliseconds;

namespace HIDDEN_FROM_MOC tst_kubectl_transport {

namespace {

const QString secrets = u"/api/v1/secrets"_s;
const QByteArray list =
    R"({"kind":"SecretList","metadata":{"resourceVersion":"7"},"items":[{"metadata":{"name":"a","uid":"u","resourceVersion":"3"},"data":{"release":"canary"}}]})";
const QByteArray eventLine =
    R"({"type":"ADDED","object":{"metadata":{"name":"a","uid":"u","resourceVersion":"3"},"data":{"release":"canary"}}})";

Request metadataRequest()
{
    Request request = NativeBench::request(secrets);
    request.accept = "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1";
    request.query.addQueryItem(u"labelSelector"_s, u"owner%3Dhelm"_s);
    return request;
}

} // namespace

class KubectlTransportTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aGetRunsKubectlWithTheContextAndTheWholeQuery()
    {
        FakeRunner runner;
        const FakeClock clock;
        runner.answerWith(list);
        KubectlTransport transport(u"/usr/bin/kubectl"_s, {u"/a"_s, u"/b"_s}, u"cmk"_s, &runner, &clock);
        Answer answer(transport.get(metadataRequest()));
        QTRY_VERIFY(answer.isThere());
        const CommandLine &command = runner.commands.first();
        QCOMPARE(command.program, u"/usr/bin/kubectl");
        QCOMPARE(command.arguments, QStringList({u"--context=cmk"_s, u"get"_s,
                                                 u"--raw=/api/v1/secrets?labelSelector=owner%3Dhelm"_s}));
        QCOMPARE(command.environment.first(), std::pair(u"KUBECONFIG"_s, u"/a:/b"_s));
    }

    void metadataIsCutOutHere()
    {
        FakeRunner runner;
        const FakeClock clock;
        runner.answerWith(list);
        KubectlTransport transport(u"/usr/bin/kubectl"_s, {}, u"cmk"_s, &runner, &clock);
        Answer answer(transport.get(metadataRequest()));
        QTRY_VERIFY(answer.isThere());
        const auto page = readPage(answer.response().body);
        QVERIFY(page);
        QCOMPARE(page->items.size(), 1);
        QVERIFY(!answer.response().body.contains("canary"));
        QCOMPARE(answer.response().wireBytes, list.size());
    }

    void standardErrorBecomesTheSameErrorAsOverHttp_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<Error::Code>("code");
        const auto row = [](const char *text, Error::Code code) {
            QTest::newRow(text) << QByteArray(text) << code;
        };
        row("Error from server (Forbidden): secrets is forbidden: User \"x\"", Error::Code::Forbidden);
        row("Error from server (NotFound): the server could not find the requested resource",
            Error::Code::NotFound);
        row("Error from server (Expired): The provided continue parameter is too old", Error::Code::Gone);
        row("Error from server (TooManyRequests): busy", Error::Code::Throttled);
        row("error: You must be logged in to the server (Unauthorized)", Error::Code::Unauthorized);
        row("Unable to connect to the server: dial tcp 127.0.0.1:1: connect: connection refused",
            Error::Code::Unreachable);
        row("The connection to the server 127.0.0.1:1 was refused", Error::Code::Unreachable);
        row("Unable to connect to the server: tls: failed to verify certificate: x509: certificate has "
            "expired",
            Error::Code::Tls);
        row("Unable to connect to the server: dial tcp 10.0.0.1:443: i/o timeout", Error::Code::Timeout);
        row("error: context \"x\" does not exist", Error::Code::Invalid);
    }

    void standardErrorBecomesTheSameErrorAsOverHttp()
    {
        QFETCH(QByteArray, text);
        QFETCH(Error::Code, code);
        FakeRunner runner;
        const FakeClock clock;
        runner.answer = [text](const CommandLine &) { return CommandOutput{1, {}, text}; };
        KubectlTransport transport(u"/usr/bin/kubectl"_s, {}, u"cmk"_s, &runner, &clock);
        Answer answer(transport.get(metadataRequest()));
        QTRY_VERIFY(answer.isThere());
        QCOMPARE(answer.error().code, code);
    }

    void theServersClockIsReadFromKubectl_data()
    {
        QTest::addColumn<int>("exitCode");
        QTest::addColumn<QByteArray>("trace");
        QTest::addColumn<bool>("isKnown");
        const QByteArray date = "Date: Sat, 21 Nov 2026 03:21:00 GMT\n"; // ten minutes behind FakeClock
        QTest::newRow("kubectl 1.33") << 0
                                      << QByteArray("I1121 03:21:00.213161   13406 round_trippers.go:632] "
                                                    "\"Response\" status=\"200 OK\" headers=<\n"
                                                    "\tContent-Length: 49\n\t") +
                                             date + " > milliseconds=1\n"
                                      << true;
        QTest::newRow("kubectl 1.20")
            << 0
            << QByteArray("I1121 03:21:00.213161   13406 round_trippers.go:454] Response Headers:\n"
                          "I1121 03:21:00.213161   13406 round_trippers.go:457]     ") +
                   date
            << true;
        QTest::newRow("line ends of Windows") << 0 << "\t" + date.chopped(1) + "\r\n" << true;
        QTest::newRow("refused, which tells the time as well")
            << 1 << "\t" + date + "Error from server (Forbidden): no" << true;
        QTest::newRow("nothing printed") << 0 << QByteArray() << false;
        QTest::newRow("no date") << 0 << QByteArray("\tDate: soon\n") << false;
        QTest::newRow("in a body") << 0 << QByteArray("I1121 03:21:00 body=\"{} Date: x\"\n") << false;
        QTest::newRow("not reached") << 1 << QByteArray("Unable to connect to the server: x") << false;
    }
    void theServersClockIsReadFromKubectl()
    {
        QFETCH(int, exitCode);
        QFETCH(QByteArray, trace);
        QFETCH(bool, isKnown);
        FakeRunner runner;
        const FakeClock clock;
        runner.answer = [&](const CommandLine &command) {
            return command.arguments.contains(u"-v=8"_s) ? CommandOutput{exitCode, {}, trace}
                                                         : CommandOutput{0, list, {}};
        };
        KubectlTransport transport(u"/usr/bin/kubectl"_s, {}, u"cmk"_s, &runner, &clock);
        QVERIFY(!transport.isClockKnown());
        Answer answer(transport.get(metadataRequest()));
        QTRY_VERIFY(answer.isThere());
        QCOMPARE(transport.isClockKnown(), isKnown);
        QCOMPARE(transport.serverTime(clock.now()), isKnown ? clock.now().addSecs(-600) : QDateTime());
    }

    void noBodyIsPrintedForTheClockAndItIsReadAgain()
    {
        FakeRunner runner;
        FakeClock clock;
        runner.answer = [](const CommandLine &) {
            return CommandOutput{0, list, "\tDate: Sat, 21 Nov 2026 03:31:00 GMT\n"};
        };
        KubectlTransport transport(u"/usr/bin/kubectl"_s, {}, u"cmk"_s, &runner, &clock);
        const auto get = [&transport] {
            Answer answer(transport.get(metadataRequest()));
            return QTest::qWaitFor([&answer] { return answer.isThere(); }, 20'000);
        };
        const auto readings = [&runner] {
            return std::count_if(
                runner.commands.cbegin(), runner.commands.cend(), [](const CommandLine &one) {
                    return one.arguments.contains(u"-v=8"_s) && one.arguments.contains(u"--raw=/version"_s);
                });
        };
        QVERIFY(get() && get());
        QCOMPARE(readings(), 1);
        QCOMPARE(runner.commands.size(), 3);
        clock.advance(std::chrono::minutes(6));
        QVERIFY(get());
        QCOMPARE(readings(), 2);
        QCOMPARE(transport.clockSkew(), -std::chrono::minutes(6));
    }

    /// A Date is cut off to the second and older than its arrival; a finding and a rollout that are read one
    /// after the other tell the same moment.
    void whatIsNoOtherByTwoSecondsIsTheSameClock()
    {
        const QDateTime date(QDate(2026, 11, 21), QTime(3, 31), Qt::UTC);
        const auto after = [&date](milliseconds by) { return laterBy(date, by); };
        QCOMPARE(skewTold({}, date, after(1900ms)), milliseconds(0));
        QCOMPARE(skewTold({}, date, after(-1900ms)), milliseconds(0));
        QCOMPARE(skewTold({}, date, after(2s)), milliseconds(-2s));
        QCOMPARE(skewTold(-10min, date, after(10min + 900ms)), milliseconds(-10min));
        QCOMPARE(skewTold(-10min, date, after(10min + 2500ms)), milliseconds(-10min - 2500ms));
        QCOMPARE(skewTold(-10min, date, after(100ms)), milliseconds(0)); // a clock was set
    }

    void aWatchStreamsLinesAndEndsCleanlyWithTheServersTimeout()
    {
        FakeRunner runner;
        const FakeClock clock;
        runner.answerWith(list);
        KubectlTransport transport(u"/usr/bin/kubectl"_s, {}, u"cmk"_s, &runner, &clock);
        QObject owner;
        Request request = metadataRequest();
        request.query.addQueryItem(u"resourceVersion"_s, u"7"_s);
        WatchLog log(transport.watch(request, &owner));
        QTRY_COMPARE(log.opened, 1); // the small list was answered
        QVERIFY(runner.commands.first().arguments.last().contains(u"watch=1") ||
                runner.commands.last().arguments.last().contains(u"watch=1"));
        runner.streams.first()->give({eventLine});
        QCOMPARE(log.lines.size(), 1);
        QVERIFY(!log.lines.first().contains("canary"));
        QVERIFY(readWatchLine(log.lines.first()));
        runner.streams.first()->end({Error::Code::Process, u"kubectl ended with exit code 0."_s, {}, {}});
        QCOMPARE(log.stops.size(), 1);
        QCOMPARE(log.stops.first().code, Error::Code::Cancelled);
    }

    void aLogIsStreamedAsKubectlPrintsIt()
    {
        FakeRunner runner;
        const FakeClock clock;
        runner.answerWith("{}"); // the clock is asked for
        KubectlTransport transport(u"/usr/bin/kubectl"_s, {}, u"cmk"_s, &runner, &clock);
        QObject owner;
        Request request;
        request.path = u"/api/v1/namespaces/ops/pods/a/log"_s;
        request.query.addQueryItem(u"follow"_s, u"true"_s);
        WatchLog log(transport.lines(request, &owner));
        QCOMPARE(runner.streams.size(), 1);
        QVERIFY(std::any_of(runner.commands.cbegin(), runner.commands.cend(), [](const CommandLine &command) {
            return command.arguments.last() == u"--raw=/api/v1/namespaces/ops/pods/a/log?follow=true";
        }));
        runner.streams.first()->give({"one", "two"});
        QCOMPARE(log.lines, (QList<QByteArray>{"one", "two"}));
        runner.streams.first()->end({Error::Code::Process, u"kubectl ended with exit code 0."_s, {}, {}});
        QTRY_COMPARE(log.stops.size(), 1);
        QCOMPARE(log.stops.first().code, Error::Code::Cancelled);
    }

    /// As a native one does: see NativeTransport::lines().
    void aLogThatHangsEndsWithASentence()
    {
        FakeRunner runner;
        const FakeClock clock;
        runner.answerWith("{}");
        KubectlTransport transport(u"/usr/bin/kubectl"_s, {}, u"cmk"_s, &runner, &clock);
        QObject owner;
        Request request;
        request.path = u"/api/v1/namespaces/ops/pods/a/log"_s;
        request.timeout = std::chrono::milliseconds(50);
        WatchLog log(transport.lines(request, &owner));
        runner.streams.first()->give({"one"});
        QTRY_COMPARE(log.stops.size(), 1);
        QCOMPARE(log.stops.first().code, Error::Code::Timeout);
        QVERIFY(log.stops.first().message.contains(u"does not respond"));
        QCOMPARE(log.lines, QList<QByteArray>{"one"});
        runner.streams.first()->give({"two"}); // too late
        QCOMPARE(log.lines.size(), 1);
    }

    /// kubectl prints warnings of the server beside what it was asked for.
    void aLogWithAWarningIsReadToItsEnd_data()
    {
        QTest::addColumn<QByteArray>("exitCode");
        QTest::addColumn<Error::Code>("code");
        QTest::newRow("read") << QByteArray("0") << Error::Code::Cancelled;
        QTest::newRow("refused") << QByteArray("1") << Error::Code::Forbidden;
    }
    void aLogWithAWarningIsReadToItsEnd()
    {
        QFETCH(QByteArray, exitCode);
        QTemporaryDir folder;
        QFile kubectl(folder.filePath(u"kubectl"_s));
        QVERIFY(kubectl.open(QIODevice::WriteOnly));
        kubectl.write("#!/bin/sh\necho one\n"
                      "echo 'Error from server (Forbidden): pods is forbidden' >&2\nexit " +
                      exitCode + '\n');
        kubectl.close();
        QVERIFY(kubectl.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
        ProcessRunner runner;
        const FakeClock clock;
        KubectlTransport transport(kubectl.fileName(), {}, u"cmk"_s, &runner, &clock);
        QObject owner;
        Request request;
        request.path = u"/api/v1/namespaces/ops/pods/a/log"_s;
        WatchLog log(transport.lines(request, &owner));
        QTRY_COMPARE(log.stops.size(), 1);
        QCOMPARE(log.lines, QList<QByteArray>{"one"});
        QTEST(log.stops.first().code, "code");
    }

    void aRefusedWatchSaysWhy()
    {
        FakeRunner runner;
        const FakeClock clock;
        runner.answer = [](const CommandLine &) {
            return CommandOutput{1, {}, "Error from server (Forbidden): secrets is forbidden"};
        };
        KubectlTransport transport(u"/usr/bin/kubectl"_s, {}, u"cmk"_s, &runner, &clock);
        QObject owner;
        WatchLog log(transport.watch(metadataRequest(), &owner));
        QTRY_COMPARE(log.stops.size(), 1);
        QCOMPARE(log.stops.first().code, Error::Code::Forbidden);
        QCOMPARE(log.opened, 0);
    }
};

#include "tst_kubectl_transport.moc"
} // namespace tst_kubectl_transport

CHARTROOM_TEST(tst_kubectl_transport, KubectlTransportTest)
