// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/console.h"
#include "app/exit_code.h"
#include "app/verbs/operation_verb.h"
#include "core/base/document.h"
#include "core/helm/helm_client.h"
#include "core/kube/kubectl_client.h"
#include "tests/support/bundled_rules.h"
#include "tests/support/fake_clock.h"
#include "tests/support/fake_runner.h"
#include "tests/support/scripted_releases.h"
#include "tests/support/test_main.h"

#include <QBuffer>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_rollback_verb {

/// `rollback nvidia-gpu-operator/gpu-operator 1`, whose kubectl lets nobody have the lease.
class RollbackVerbTest : public QObject
{
    Q_OBJECT

    const ResponsibilityRules m_rules = bundledRules();
    FakeClock m_clock{QDateTime(QDate(2026, 8, 2), QTime(10, 10), Qt::UTC)}; ///< 10 min after the revisions
    FakeRunner m_runner;

    [[nodiscard]] std::unique_ptr<ClusterSession> session(const QString &status, const QString &helm)
    {
        auto transport = std::make_unique<ScriptedTransport>();
        auto *releases = new ScriptedReleases(transport.get());
        for (const int number : {1, 2}) {
            ReleaseBuilder builder;
            builder.revision = number;
            builder.manifest = u"---\napiVersion: v1\nkind: Service\nmetadata: {name: web}\n"_s;
            builder.status = number == 2 ? status : u"superseded"_s;
            releases->put(builder);
        }
        for (const QString &path :
             {u"/api/v1/nodes"_s, u"/api/v1/pods"_s, u"/apis/apps/v1/daemonsets"_s,
              u"/apis/apps/v1/controllerrevisions"_s, u"/apis/policy/v1/poddisruptionbudgets"_s,
              u"/apis/coordination.k8s.io/v1/leases"_s})
            transport->answer(path, R"({"kind":"List","metadata":{"resourceVersion":"10"},"items":[]})");
        transport->answer(u"/version"_s, R"({"gitVersion":"v1.36.3"})");
        ClusterSession::Parts parts;
        parts.name = u"cmk"_s;
        parts.rules = &m_rules;
        parts.clock = &m_clock;
        parts.helm = std::make_unique<HelmClient>(helm, HelmClient::Access{{}, u"cmk"_s}, &m_runner, nullptr);
        parts.kubectl = std::make_unique<KubectlClient>(u"/usr/bin/kubectl"_s, QStringList{}, u"cmk"_s,
                                                        &m_runner, nullptr);
        parts.transport = std::move(transport);
        return std::make_unique<ClusterSession>(std::move(parts));
    }

    struct Ran
    {
        QByteArray printed;
        int code = -1;
    };
    /// With that helm, which may be none.
    [[nodiscard]] Ran ran(int revision, const QString &status, const QStringList &reasons, bool yes,
                          const QString &helm, const QString &folder)
    {
        m_runner.commands.clear();
        m_runner.answer = [](const CommandLine &) -> Result<CommandOutput> {
            return failure(Error::Code::Forbidden, u"No lease today."_s);
        };
        QByteArray printed;
        QBuffer device(&printed);
        device.open(QIODevice::WriteOnly);
        Console console(&device, &device, Console::Style{});
        Invocation invocation;
        invocation.verb = VerbName::Rollback;
        invocation.format = OutputFormat::Json;
        invocation.release = u"nvidia-gpu-operator/gpu-operator"_s;
        invocation.revision = revision;
        invocation.confirm = u"gpu-operator@cmk"_s;
        invocation.reasons = reasons;
        invocation.yes = yes;
        invocation.helmTimeout = std::chrono::minutes(10);
        OperationParts parts;
        parts.runner = &m_runner;
        parts.clock = &m_clock;
        parts.access = {helm, {}, u"cmk"_s};
        parts.holder = {u"anna"_s, u"laptop"_s, 4711};
        parts.folder = folder;
        SessionVerb::Sessions sessions;
        sessions.push_back(session(status, helm));
        RollbackVerb verb(invocation, std::move(sessions), &console, parts);
        QSignalSpy finished(&verb, &Verb::finished);
        verb.start();
        if (!QTest::qWaitFor([&finished] { return finished.size() == 1; }, 20'000))
            return {};
        return {printed, finished[0][0].toInt()};
    }

private Q_SLOTS:
    void whatTheWindowAsksForIsAskedForHereToo_data() // rule S18
    {
        QTest::addColumn<int>("revision");
        QTest::addColumn<QString>("status"); // of revision 2, the newest
        QTest::addColumn<QStringList>("reasons");
        QTest::addColumn<bool>("yes");
        QTest::addColumn<QByteArray>("says");
        QTest::addColumn<int>("exit");
        const QString why = u"rollback=It does not come up."_s;
        const QString settled = u"deployed"_s;
        const QString pending = u"pending-upgrade"_s; // somebody may be at work on it
        QTest::newRow("no reason") << 1 << settled << QStringList{} << true
                                   << QByteArray("--reason rollback=TEXT") << int(NoAccess);
        QTest::newRow("all that is missing at once")
            << 1 << settled << QStringList{} << true << QByteArray("--reason ownership=TICKET")
            << int(NoAccess);
        QTest::newRow("an empty one") << 1 << settled << QStringList{u"rollback= "_s, u"ownership=CS-1"_s}
                                      << true << QByteArray("--reason rollback=TEXT") << int(NoAccess);
        QTest::newRow("no ticket") << 1 << settled << QStringList{why} << true
                                   << QByteArray("--reason ownership=TICKET") << int(NoAccess);
        QTest::newRow("both") << 1 << settled << QStringList{why, u"ownership=CS-1"_s} << true
                              << QByteArray("No lease today.") << int(NoAccess);
        QTest::newRow("not to be run")
            << 1 << settled << QStringList{} << false << QByteArray("--reason rollback=TEXT") << int(Done);
        QTest::newRow("a severe finding")
            << 1 << pending << QStringList{why, u"ownership=CS-1"_s} << true
            << QByteArray(
                   "Nothing was run. Severe findings need a reason each, as --reason ID=TEXT: pending.")
            << int(Found);
        QTest::newRow("a severe finding, to be shown")
            << 1 << pending << QStringList{why, u"ownership=CS-1"_s} << false
            << QByteArray("\"severity\": \"severe\"") << int(Found);
        QTest::newRow("what a severe finding needs is said")
            << 1 << pending << QStringList{} << false
            << QByteArray("To run it, add --reason rollback=TEXT --reason ownership=TICKET --reason "
                          "pending=TEXT --yes.")
            << int(Found);
        const QByteArray notStored = "Revision 7 of gpu-operator is not stored. Stored revisions: 2, 1.";
        QTest::newRow("not stored") << 7 << settled << QStringList{} << true << notStored << int(NotDone);
        QTest::newRow("not stored, to be shown")
            << 7 << settled << QStringList{} << false << notStored << int(NotDone);
        QTest::newRow("nodes stay") << 1 << settled << QStringList{why, u"ownership=CS-1"_s} << false
                                    << QByteArray("they are not emptied again") << int(Done);
    }
    void whatTheWindowAsksForIsAskedForHereToo()
    {
        QFETCH(int, revision);
        QFETCH(QString, status);
        QFETCH(QStringList, reasons);
        QFETCH(bool, yes);
        QFETCH(QByteArray, says);
        QFETCH(int, exit);
        const QTemporaryDir home;
        const QString folder = home.filePath(u"operations"_s);
        const auto [printed, code] = ran(revision, status, reasons, yes, u"/opt/helm"_s, folder);
        QVERIFY2(printed.contains(says), printed.constData());
        QVERIFY2(yes || exit == NotDone || printed.contains(" --timeout 600s "), printed.constData());
        QCOMPARE(code, exit);
        const bool isBegun = !operationFolders(folder).isEmpty();
        QCOMPARE(isBegun, says == "No lease today.");
        const bool isLeaseAsked =
            std::any_of(m_runner.commands.cbegin(), m_runner.commands.cend(), [](const CommandLine &command) {
                return command.arguments.contains(u"leases.coordination.k8s.io"_s);
            });
        QCOMPARE(isLeaseAsked, isBegun);
        if (isBegun) {
            const QString order = QString::fromUtf8(
                writeJson(readJournal(operationFolders(folder).first())->records[0].data, 0));
            QVERIFY2(order.contains(u"CS-1"_s) && order.contains(u"It does not come up."_s),
                     qPrintable(order));
        }
    }

    void withoutHelmItSaysSoBelowTheCommand()
    {
        const QTemporaryDir home;
        const QStringList reasons{u"rollback=It does not come up."_s, u"ownership=CS-1"_s, u"helm=I try."_s};
        const QByteArray lack = "helm was not found on this machine";
        const auto [shown, code] = ran(1, u"deployed"_s, reasons, false, {}, home.path());
        const qsizetype command = shown.indexOf(" helm rollback gpu-operator 1 ");
        QVERIFY2(command > 0, shown.constData());
        QVERIFY2(shown.mid(shown.indexOf('\n', command) + 1).startsWith(lack), shown.constData());
        QCOMPARE(code, int(Done));
        const auto [refused, status] = ran(1, u"deployed"_s, reasons, true, {}, home.path());
        QVERIFY2(refused.contains(lack), refused.constData());
        QCOMPARE(status, int(NotDone));
        QCOMPARE(operationFolders(home.path()).size(), 0);
    }
};

#include "tst_rollback_verb.moc"
} // namespace tst_rollback_verb

CHARTROOM_TEST(tst_rollback_verb, RollbackVerbTest)
