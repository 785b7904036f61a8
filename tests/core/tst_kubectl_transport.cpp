// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kube/kubectl_transport.h"
#include "core/kube/object.h"
#include "tests/support/fake_runner.h"
#include "tests/support/native_bench.h"

#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

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
        runner.answerWith(list);
        KubectlTransport transport(u"/usr/bin/kubectl"_s, {u"/a"_s, u"/b"_s}, u"cmk"_s, &runner);
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
        runner.answerWith(list);
        KubectlTransport transport(u"/usr/bin/kubectl"_s, {}, u"cmk"_s, &runner);
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
        runner.answer = [text](const CommandLine &) { return CommandOutput{1, {}, text}; };
        KubectlTransport transport(u"/usr/bin/kubectl"_s, {}, u"cmk"_s, &runner);
        Answer answer(transport.get(metadataRequest()));
        QTRY_VERIFY(answer.isThere());
        QCOMPARE(answer.error().code, code);
    }

    void aWatchStreamsLinesAndEndsCleanlyWithTheServersTimeout()
    {
        FakeRunner runner;
        runner.answerWith(list);
        KubectlTransport transport(u"/usr/bin/kubectl"_s, {}, u"cmk"_s, &runner);
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

    void aRefusedWatchSaysWhy()
    {
        FakeRunner runner;
        runner.answer = [](const CommandLine &) {
            return CommandOutput{1, {}, "Error from server (Forbidden): secrets is forbidden"};
        };
        KubectlTransport transport(u"/usr/bin/kubectl"_s, {}, u"cmk"_s, &runner);
        QObject owner;
        WatchLog log(transport.watch(metadataRequest(), &owner));
        QTRY_COMPARE(log.stops.size(), 1);
        QCOMPARE(log.stops.first().code, Error::Code::Forbidden);
        QCOMPARE(log.opened, 0);
    }
};

QTEST_GUILESS_MAIN(KubectlTransportTest)
#include "tst_kubectl_transport.moc"
