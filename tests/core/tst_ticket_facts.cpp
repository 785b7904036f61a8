// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ticket/attachments.h"
#include "core/ticket/facts_operation.h"
#include "core/ticket/ticket_writers.h"
#include "tests/support/bundled_rules.h"
#include "tests/support/told_window.h"
#include "tests/support/zip_reader.h"

#include <QPromise>
#include <QSignalSpy>
#include <QTest>
#include <QUrlQuery>

#include <algorithm>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace {

/// A recording whose containers still have their logs.
class LoggingTransport final : public Transport
{
public:
    explicit LoggingTransport(std::shared_ptr<const Recording> told)
        : recording(std::move(told))
    {}

    QFuture<Result<Response>> get(const Request &request) override
    {
        if (!request.path.endsWith(u"/log"))
            return recording.get(request);
        Response response;
        response.status = 200;
        response.contentType = "text/plain";
        response.body = request.query.hasQueryItem(u"previous"_s)
                            ? "Installing\nCould not resolve Linux kernel version\n"
                            : "Fetching with password=Zw-canary7kEND\n";
        QPromise<Result<Response>> promise;
        promise.start();
        promise.addResult(response);
        promise.finish();
        return promise.future();
    }
    WatchStream *watch(const Request &request, QObject *parent) override
    {
        return recording.watch(request, parent);
    }
    std::chrono::milliseconds clockSkew() const override { return recording.clockSkew(); }

    RecordedTransport recording;
};

/// One node of two, whose driver crashes.
std::shared_ptr<const Recording> crashing()
{
    ToldWindow window;
    for (const QString &name : {u"gpu-a"_s, u"gpu-b"_s}) {
        NodeSample node;
        node.name = name;
        node.labels.insert(u"crusoe.ai/instance.id"_s, u"f5c9b381-instance-"_s + name);
        window.put(u"nodes"_s, node.object());
        PodSample driver = driverPod(name);
        if (name == u"gpu-b") {
            driver.isReady = false;
            driver.waiting = u"CrashLoopBackOff"_s;
            driver.restarts = 12;
        }
        window.put(u"pods"_s, driver.object());
    }
    for (const QString &list :
         {u"daemonsets"_s, u"controllerrevisions"_s, u"poddisruptionbudgets"_s, u"events"_s, u"releases"_s})
        window.tell(list);
    return window.recording();
}

/// A session on what was told; the transport stays its own.
std::unique_ptr<ClusterSession> sessionOn(const std::shared_ptr<const Recording> &told,
                                          const ResponsibilityRules &rules, const QString &server = {})
{
    auto transport = std::make_unique<LoggingTransport>(told);
    ClusterSession::Parts parts;
    parts.name = u"told"_s;
    parts.server = server;
    parts.ownClock = std::make_unique<RecordingClock>(&transport->recording);
    parts.clock = parts.ownClock.get();
    parts.transport = std::move(transport);
    parts.rules = &rules;
    auto session = std::make_unique<ClusterSession>(std::move(parts));
    session->start();
    return session;
}

} // namespace

/// What a session tells for a ticket.
class TestTicketFacts final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theLogsOfPodsInTroubleAreAttachedWithoutSecrets()
    {
        const ResponsibilityRules rules = bundledRules();
        const std::unique_ptr<ClusterSession> session = sessionOn(crashing(), rules);
        FactsOperation::Parts wanted;
        wanted.session = session.get();
        wanted.rules = &rules;
        FactsOperation operation(std::move(wanted));
        const QSignalSpy finished(&operation, &FactsOperation::finished);
        operation.start();
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, 60'000);

        QStringList names;
        for (const TicketFile &file : operation.facts().files)
            names.append(file.name);
        QCOMPARE(names.size(), 2); // of the pod that runs well none
        QVERIFY2(names.first().startsWith(u"nvidia-gpu-operator_driver-gpu-b") &&
                     names.first().endsWith(u".log"),
                 qPrintable(names.join(u' ')));
        QVERIFY2(names.last().endsWith(u".previous.log"), qPrintable(names.join(u' ')));

        const TicketOptions options{};
        const Ticket ticket = composeTicket(operation.facts(), options);
        const Result<TicketAttachments> attachments = ticketAttachments(ticket, operation.facts(), options);
        QVERIFY(attachments);
        const QList<UnzippedFile> files = unzipped(attachments->zip);
        const auto bytesOf = [&files](const QString &name) {
            const auto found = std::find_if(files.cbegin(), files.cend(), [&name](const UnzippedFile &file) {
                return file.name == u"files/"_s + name;
            });
            return found == files.cend() ? QByteArray() : found->bytes;
        };
        QVERIFY(bytesOf(names.last()).contains("Could not resolve Linux kernel version"));
        QVERIFY2(bytesOf(names.first()).contains("Fetching with password=••••"),
                 bytesOf(names.first()).constData());
    }

    void whereTheClusterIsReachedIsSaidAndReplacedWhereNamesAre()
    {
        const ResponsibilityRules rules = bundledRules();
        const std::unique_ptr<ClusterSession> session =
            sessionOn(crashing(), rules, u"api.prod-eu.example:6443"_s);
        FactsOperation::Parts wanted;
        wanted.session = session.get();
        wanted.rules = &rules;
        FactsOperation operation(std::move(wanted));
        const QSignalSpy finished(&operation, &FactsOperation::finished);
        operation.start();
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, 60'000);
        TicketFacts facts = operation.facts();
        QCOMPARE(facts.cluster.server, u"api.prod-eu.example:6443"_s);
        NodeTrack stuck; // that the ticket says something about its machine
        stuck.node = u"gpu-b"_s;
        stuck.component = u"gpu"_s;
        stuck.verdict = Verdict::Stuck;
        facts.tracks = {stuck};
        facts.machines.insert(stuck.node, u"instance f5c9b381-instance-gpu-b"_s);
        TicketOptions options;
        options.phase = TicketPhase::During;
        const auto text = [&facts, &options] {
            return QString::fromUtf8(ticketText(composeTicket(facts, options).document)).simplified();
        };
        QVERIFY2(text().contains(u"API server: api.prod-eu.example:6443"), qPrintable(text()));
        QVERIFY2(text().contains(u"f5c9b381-instance-gpu-b"), qPrintable(text()));
        options.names = NameTable();
        QVERIFY2(!text().contains(u"prod-eu.example"), qPrintable(text()));
        QVERIFY2(!text().contains(u"f5c9b381"), qPrintable(text()));
    }
};

QTEST_GUILESS_MAIN(TestTicketFacts)
#include "tst_ticket_facts.moc"
