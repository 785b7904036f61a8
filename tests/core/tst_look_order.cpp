// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnosis/session_findings.h"
#include "core/screens/activity/open_operations.h"
#include "core/upgrade/helm_process.h"
#include "core/upgrade/preflight_operation.h"
#include "core/upgrade/rollback_operation.h"
#include "tests/support/bundled_rules.h"
#include "tests/support/fake_fleet.h"
#include "tests/support/fake_upgrades.h"
#include "tests/support/test_main.h"
#include "tests/support/upgrade_bench.h"

#include <QFile>
#include <QProcess>
#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_look_order {

namespace {

const QString earlier = u"20260801t080000z-00000001"_s;
const QDateTime earlierBegun(QDate(2026, 8, 1), QTime(8, 0), Qt::UTC); ///< as the records were made

/// A process under the name of helm, or in the name of an operation, that waits for its input.
class WaitingHelm
{
public:
    explicit WaitingHelm(const QString &operation = {})
    {
        if (!operation.isEmpty()) {
            QProcessEnvironment environment;
            environment.insert(operationVariable.toString(), operation);
            m_process.setProcessEnvironment(environment);
        }
        m_process.start(u"/bin/bash"_s,
                        {u"-c"_s, u"exec -a helm /bin/bash -c read upgrade gpu-operator -n tenant-a"_s});
        // While a process becomes another program, /proc tells nothing of it for a moment.
        const auto isHelm = [this] {
            QFile line(u"/proc/%1/cmdline"_s.arg(m_process.processId()));
            return line.open(QIODevice::ReadOnly) && line.readAll().startsWith(QByteArray("helm\0", 5));
        };
        if (!QTest::qWaitFor(isHelm))
            qFatal("The process that stands for helm does not start.");
    }
    ~WaitingHelm() { end(); }
    void end()
    {
        m_process.kill();
        m_process.waitForFinished();
    }

private:
    QProcess m_process;
};

/// Not those with which a session's store reads what it shows.
bool isOfNewest(const Request &request)
{
    return request.path.contains(u"/secrets/"_s) && request.accept.contains("PartialObjectMetadata");
}
bool isOfRevisions(const Request &request)
{
    return request.path.endsWith(u"/secrets"_s) &&
           request.query.queryItemValue(u"labelSelector"_s, QUrl::FullyDecoded).contains(u"name=gpu"_s);
}

} // namespace

/// Whoever concludes from who is at work and from what is stored looks for helm first: one that ends in
/// between has stored its revision by the time that is read. The same of `recover`: tst_recover_verb.
class LookOrderTest : public QObject, private UpgradeBench
{
    Q_OBJECT

    const ResponsibilityRules m_rules = bundledRules();
    FakeRunner m_refusing; ///< helm and kubectl that do nothing
    std::unique_ptr<ClusterSession> m_session;
    ScriptedTransport *m_cluster = nullptr; ///< of the session
    ScriptedReleases *m_stored = nullptr;   ///< in there

    /// Its newest revision is `number`, and has been open since August.
    void connectSession(int number, const QString &status, const QString &description)
    {
        auto transport = std::make_unique<ScriptedTransport>();
        m_cluster = transport.get();
        m_stored = new ScriptedReleases(m_cluster);
        m_stored->put(revision(number, status, u"v26.3.0"_s, description));
        m_stored->put(revision(number - 1, u"deployed"_s, u"v25.10.1"_s));
        for (const char *path : {"/api/v1/nodes", "/api/v1/pods", "/apis/apps/v1/daemonsets",
                                 "/apis/apps/v1/controllerrevisions", "/apis/policy/v1/poddisruptionbudgets"})
            m_cluster->answer(QString::fromLatin1(path), listAnswer({}, u"10"_s));
        m_cluster->answer(u"/version"_s, R"({"gitVersion":"v1.36.3"})");
        m_refusing.answer = [](const CommandLine &) -> Result<CommandOutput> {
            return failure(Error::Code::Forbidden, u"Not today."_s);
        };
        ClusterSession::Parts parts;
        parts.name = u"cmk"_s;
        parts.rules = &m_rules;
        parts.clock = &m_clock;
        parts.helm =
            std::make_unique<HelmClient>(helmProgram, HelmClient::Access{{}, u"cmk"_s}, &m_refusing, nullptr);
        parts.kubectl =
            std::make_unique<KubectlClient>(kubectlProgram, QStringList{}, u"cmk"_s, &m_refusing, nullptr);
        parts.transport = std::move(transport);
        m_session = std::make_unique<ClusterSession>(std::move(parts));
        m_session->start();
        QTRY_COMPARE(m_session->releases()->state(), ReleaseStore::State::Complete);
    }
    /// What it finds of the pending revision 2.
    [[nodiscard]] PreflightFinding pending(PreflightOperation *preflight)
    {
        QSignalSpy finished(preflight, &PreflightOperation::finished);
        preflight->start();
        if (!QTest::qWaitFor([&] { return finished.size() == 1; }, 30'000) || !preflight->report())
            return {};
        for (const PreflightFinding &one : preflight->report()->findings)
            if (one.id == u"pending")
                return one;
        return {};
    }
    [[nodiscard]] bool isRemnant()
    {
        DiagnosisOperation look(
            diagnosisParts(*m_session, *Signatures::bundled(), m_rules, m_home->filePath(u"operations"_s)));
        QSignalSpy finished(&look, &DiagnosisOperation::finished);
        look.start();
        return QTest::qWaitFor([&] { return finished.size() == 1; }, 30'000) &&
               look.evidence().releases.value(0).standing.isRemnant;
    }

private Q_SLOTS:
    void init() { setUp(); }
    void cleanup()
    {
        tearDown();
        m_session.reset();
    }

    void aPreflightTellsOfAHelmThatEndsAsTheRecordIsRead_data()
    {
        QTest::addColumn<bool>("isRollback");
        QTest::newRow("an upgrade") << false;
        QTest::newRow("a rollback") << true;
    }
    void aPreflightTellsOfAHelmThatEndsAsTheRecordIsRead()
    {
        QFETCH(bool, isRollback);
        WaitingHelm theirs;
        QTRY_VERIFY(findHelmOn(draft().release, u"cmk"_s, {}).isRunning());
        connectSession(2, u"pending-upgrade"_s, {});
        m_cluster->onGet = [&theirs](const Request &request) {
            if (isOfNewest(request))
                theirs.end();
        };
        const PreflightOperation::Sources sources{m_session.get(), nullptr, {}, {}};
        const auto preflight =
            isRollback ? std::make_unique<PreflightOperation>(
                             sources, RollbackRequest{draft().release, 2, 1, std::chrono::seconds(300), {}})
                       : std::make_unique<PreflightOperation>(sources, draft());
        const PreflightFinding found = pending(preflight.get());
        QVERIFY(!findHelmOn(draft().release, u"cmk"_s, {}).isRunning());
        QVERIFY(found.severity == Severity::Severe);
        QVERIFY2(found.sentence.contains(u"helm process on this machine"_s), qPrintable(found.sentence));
    }

    /// The store is told of it a moment later.
    void aPreflightReadsWhatAHelmStoredAsItWasLookedFor()
    {
        connectSession(2, u"pending-upgrade"_s, {});
        m_cluster->onGet = [this](const Request &request) {
            if (request.path != leaseRequest(draft().release).path)
                return;
            m_stored->put(revision(1, u"superseded"_s, u"v25.10.1"_s));
            m_stored->put(revision(2, u"deployed"_s, u"v26.3.0"_s));
        };
        PreflightOperation preflight({m_session.get(), nullptr, {}, {}}, draft());
        const PreflightFinding found = pending(&preflight);
        QVERIFY2(found.severity == Severity::Ok, qPrintable(found.sentence));
    }

    void aRollbackDoesNotRunOverAHelmThatEndsAsTheRecordIsRead()
    {
        WaitingHelm theirs;
        QTRY_VERIFY(findHelmOn(draft().release, u"cmk"_s, {}).isRunning());
        m_releases->put(revision(2, u"pending-upgrade"_s, u"v26.3.0"_s));
        m_transport->onGet = [&theirs](const Request &request) {
            if (isOfRevisions(request))
                theirs.end();
        };
        startRollback(1);
        QTRY_COMPARE(m_finished->size(), 1);
        const OperationResult end = result();
        QVERIFY(end.end == OperationResult::End::NotStarted);
        QVERIFY2(end.text.contains(u"(process "_s), qPrintable(end.text));
        QVERIFY(m_watch.ran.isEmpty());
    }

    void aHelmThatEndsAsTheRecordIsReadHasLeftNoRemnant()
    {
        const Value order(Value::Map{{u"operation"_s, Value(earlier)},
                                     {u"kind"_s, Value(u"rollback"_s)},
                                     {u"context"_s, Value(u"cmk"_s)},
                                     {u"namespace"_s, Value(u"tenant-a"_s)},
                                     {u"release"_s, Value(u"gpu-operator"_s)},
                                     {u"storage"_s, Value(u"secret"_s)},
                                     {u"plannedOn"_s, Value(Value::Number{u"2"_s})},
                                     {u"toRevision"_s, Value(Value::Number{u"1"_s})}});
        {
            const auto journal = Journal::create(m_home->filePath(u"operations/"_s + earlier));
            using Kind = JournalRecord::Kind;
            for (const JournalRecord &record :
                 {JournalRecord{Kind::Intent, u"Lease"_s, earlierBegun, order},
                  JournalRecord{Kind::Intent, u"Helm"_s, earlierBegun, Value(Value::Map{})},
                  JournalRecord{Kind::Outcome, u"Helm"_s, earlierBegun, Value(Value::Map{})}})
                QVERIFY((*journal)->append(record).has_value());
        }
        WaitingHelm ours(earlier);
        QTRY_VERIFY(findHelm(earlier).isRunning());
        connectSession(3, u"pending-rollback"_s, u"Rollback to 1"_s);
        m_cluster->onGet = [&ours](const Request &request) {
            if (isOfRevisions(request))
                ours.end();
        };
        QVERIFY(!isRemnant());
        ours.end();
        QTRY_VERIFY(!findHelm(earlier).isRunning());
        QVERIFY(isRemnant());
    }

    void activityReadsWhatAHelmStoredAsItWasLookedFor_data()
    {
        QTest::addColumn<bool>("isRead"); // the release, by the cluster
        QTest::addColumn<QStringList>("asked");
        QTest::newRow("it answers") << true
                                    << QStringList{u"truth"_s, u"bystanders"_s, u"truth"_s, u"heldNodes"_s};
        QTest::newRow("it does not answer") << false << QStringList{u"truth"_s};
    }
    void activityReadsWhatAHelmStoredAsItWasLookedFor()
    {
        QFETCH(bool, isRead);
        QFETCH(QStringList, asked);
        ActivityEntry entry;
        entry.order.id = earlier;
        entry.order.kind = OperationKind::Upgrade;
        entry.order.context = u"cmk"_s;
        entry.order.release = draft().release;
        entry.order.plannedOn = 2;
        entry.journal.records = {{JournalRecord::Kind::Intent, u"Helm"_s, earlierBegun, Value(Value::Map{})}};
        const OperationTraces traces{false, {}, entry.journal, {}};
        ReleaseTruth truth;
        RevisionEntry newest;
        newest.revision = 3;
        newest.status = ReleaseStatus::PendingUpgrade;
        RevisionEntry before;
        before.revision = 2;
        before.status = ReleaseStatus::Deployed;
        truth.revisions = {newest, before};
        truth.operation = earlier;
        FakeUpgrades upgrades;
        if (isRead)
            upgrades.said = truth;
        upgrades.onLook = [&upgrades, truth]() mutable {
            truth.revisions.first().status = ReleaseStatus::Deployed;
            upgrades.said = truth;
        };
        FakeFleet fleet;
        fleet.setUpgrades(u"cmk"_s, &upgrades);
        const QFuture<Recovery> reading = readRecovery(fleet, m_clock, entry, traces, this);
        QTRY_VERIFY(reading.isFinished());
        const Recovery recovery = reading.result();
        QCOMPARE(upgrades.asked, asked);
        QVERIFY(!recovery.moves.isEmpty());
        QVERIFY(recovery.moves.first().kind == (isRead ? NextMove::Kind::Verify : NextMove::Kind::Wait));
    }
};

#include "tst_look_order.moc"
} // namespace tst_look_order

CHARTROOM_TEST(tst_look_order, LookOrderTest)
