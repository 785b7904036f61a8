// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/on_finished.h"
#include "core/base/private_file.h"
#include "core/charts/chart_cache.h"
#include "core/helm/helm_client.h"
#include "core/process/process_runner.h"
#include "core/upgrade/helm_process.h"
#include "core/upgrade/rollback_operation.h"
#include "core/upgrade/upgrade_operation.h"
#include "tests/support/fake_clock.h"
#include "tests/support/fake_runner.h"
#include "tests/support/lease_cupboard.h"
#include "tests/support/scripted_releases.h"

#include <QCryptographicHash>
#include <QDirIterator>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace {

const QByteArray archiveBytes("not looked into: the source read it");
const QString kubectlProgram = u"/usr/bin/kubectl"_s;
const QString helmProgram = u"/opt/helm"_s;

/// One chart, and its archive in the cache.
class OneChart final : public ChartSources
{
public:
    Chart held;

    [[nodiscard]] QFuture<Result<QList<ChartSource>>> candidates(const QString &,
                                                                 const ReleaseRecord &) override
    {
        return readyFuture(Result<QList<ChartSource>>(QList<ChartSource>()));
    }
    [[nodiscard]] QFuture<Result<ChartVersions>> versions(const ChartSource &) override
    {
        return readyFuture(Result<ChartVersions>(ChartVersions()));
    }
    [[nodiscard]] QFuture<Result<Chart>> chart(const ChartSource &, const QString &) override
    {
        return readyFuture(Result<Chart>(held));
    }
    [[nodiscard]] Result<void> pin(const QString &, const ReleaseKey &, const ChartSource &) override
    {
        return {};
    }
};

QByteArray bytesOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class UpgradeOperationTest : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_home;
    std::unique_ptr<FakeRunner> m_runner;
    std::unique_ptr<ScriptedTransport> m_transport;
    ScriptedReleases *m_releases = nullptr;
    FakeClock m_clock;
    LeaseCupboard m_cupboard;
    OneChart m_charts;
    std::unique_ptr<HelmClient> m_helm;
    std::unique_ptr<KubectlClient> m_kubectl;
    std::unique_ptr<ReleaseOperation> m_operation;
    std::unique_ptr<QSignalSpy> m_finished;
    QStringList m_steps;
    QStringList m_output;

    [[nodiscard]] ReleaseBuilder revision(int number, const QString &status, const QString &chart,
                                          const QString &description = u"Upgrade complete"_s) const
    {
        ReleaseBuilder builder;
        builder.namespaceName = u"tenant-a"_s;
        builder.revision = number;
        builder.status = status;
        builder.chartVersion = chart;
        builder.description = description;
        builder.manifest = u"---\napiVersion: v1\nkind: Service\nmetadata: {name: web}\n"_s;
        builder.userValues = {{u"driver"_s, QJsonObject{{u"version"_s, u"580"_s}}}};
        return builder;
    }
    [[nodiscard]] UpgradeDraft draft() const
    {
        UpgradeDraft draft;
        draft.context = u"cmk"_s;
        draft.release = {u"tenant-a"_s, u"gpu-operator"_s, ReleaseStorage::Secret};
        draft.plannedOn = 2;
        draft.chart = {
            u"gpu-operator"_s, u"nvidia"_s, u"https://nvidia.example/charts"_s, u"v26.3.0"_s,
            QString::fromLatin1(QCryptographicHash::hash(archiveBytes, QCryptographicHash::Sha256).toHex())};
        return draft;
    }
    [[nodiscard]] OperationParts parts()
    {
        OperationParts parts;
        parts.runner = m_runner.get();
        parts.transport = m_transport.get();
        parts.helm = m_helm.get();
        parts.kubectl = m_kubectl.get();
        parts.charts = &m_charts;
        parts.clock = &m_clock;
        parts.access = {helmProgram, {u"/a"_s, u"/b"_s}, u"cmk"_s};
        parts.holder = {u"anna"_s, u"laptop"_s, 4711};
        parts.chartCache = m_home->filePath(u"cache"_s);
        parts.folder = m_home->filePath(u"operations"_s);
        parts.readBackPause = std::chrono::milliseconds(1);
        parts.readBackTries = 3;
        return parts;
    }
    void start(std::unique_ptr<ReleaseOperation> operation)
    {
        m_operation = std::move(operation);
        m_finished = std::make_unique<QSignalSpy>(m_operation.get(), &ReleaseOperation::finished);
        connect(m_operation.get(), &ReleaseOperation::stepChanged, this,
                [this](ReleaseOperation::Step step, ReleaseOperation::StepState state) {
                    m_steps.append(QVariant::fromValue(step).toString() + u' ' +
                                   QVariant::fromValue(state).toString());
                });
        connect(m_operation.get(), &ReleaseOperation::outputReceived, this,
                [this](const QStringList &lines) { m_output += lines; });
        m_operation->start();
    }
    void startUpgrade() { start(std::make_unique<UpgradeOperation>(parts(), draft())); }
    void startRollback(int toRevision)
    {
        start(std::make_unique<RollbackOperation>(
            parts(), RollbackOrder{draft().release, 2, toRevision, std::chrono::seconds(300), {}}));
    }
    /// Waits for helm to be run.
    [[nodiscard]] bool helmRuns()
    {
        return QTest::qWaitFor([this] { return !m_runner->streams.isEmpty() || !m_finished->isEmpty(); }) &&
               m_runner->streams.size() == 1;
    }
    /// helm stored this revision, ours or another's.
    void store(const ReleaseBuilder &builder, bool ours = true)
    {
        m_releases->put(builder);
        if (!ours)
            return;
        QByteArray object = builder.object();
        object.replace("\"owner\":\"helm\"",
                       "\"owner\":\"helm\",\"chartroom-operation\":\"" + m_operation->id().toLatin1() + "\"");
        m_transport->answer(u"/api/v1/namespaces/tenant-a/secrets/"_s + builder.objectName(), object);
    }
    void endHelm(const QString &standardError = {})
    {
        m_runner->streams[0]->end(
            {Error::Code::Process, u"helm ended with exit code 0."_s, standardError, {}});
    }
    [[nodiscard]] OperationResult result()
    {
        if (!QTest::qWaitFor([this] { return !m_finished->isEmpty(); }) || m_finished->size() != 1)
            return {OperationResult::End::Cancelled, u"it did not end once"_s, 0, {}};
        return m_finished->at(0).at(0).value<OperationResult>();
    }
    [[nodiscard]] JournalReading journal() const
    {
        return readJournal(m_operation->folder()).value_or(JournalReading());
    }

private Q_SLOTS:
    void init()
    {
        m_operation.reset();
        m_home = std::make_unique<QTemporaryDir>();
        m_cupboard = {};
        m_steps.clear();
        m_output.clear();
        m_runner = std::make_unique<FakeRunner>();
        m_runner->answer = [this](const CommandLine &command) -> Result<CommandOutput> {
            if (command.program == kubectlProgram)
                return m_cupboard.answer(command);
            return CommandOutput{0, "v4.3.1", {}};
        };
        m_transport = std::make_unique<ScriptedTransport>();
        m_releases = new ScriptedReleases(m_transport.get());
        m_releases->put(revision(1, u"superseded"_s, u"v25.3.0"_s));
        m_releases->put(revision(2, u"deployed"_s, u"v25.10.1"_s));
        m_transport->answer(
            u"/api/v1/nodes"_s,
            R"({"items":[{"metadata":{"name":"gpu-1","labels":{"nvidia.com/gpu.present":"true"}},"spec":{"unschedulable":true}}]})");
        m_transport->answer(
            u"/api/v1/namespaces/tenant-a/pods"_s,
            R"({"items":[{"metadata":{"name":"p"},"spec":{"containers":[{"image":"nvcr.io/x:1"}]}}]})");
        m_helm = std::make_unique<HelmClient>(helmProgram, HelmClient::Access{{}, u"cmk"_s}, m_runner.get(),
                                              nullptr);
        m_kubectl =
            std::make_unique<KubectlClient>(kubectlProgram, QStringList{}, u"cmk"_s, m_runner.get(), nullptr);
        m_charts.held = {};
        m_charts.held.metadata.name = u"gpu-operator"_s;
        m_charts.held.metadata.version = u"v26.3.0"_s;
        m_charts.held.values = Value(Value::Map{});
        m_charts.held.digest = draft().chart.digest;
        const ChartCache cache(m_home->filePath(u"cache"_s));
        QVERIFY(cache.makeFolder().has_value());
        const ChartTarget chart = draft().chart;
        QVERIFY(writePrivateFile(cache.archivePath(chart.url, chart.name, chart.version), archiveBytes)
                    .has_value());
    }
    void cleanup() { m_operation.reset(); }

    void anUpgradeGoesStepByStep()
    {
        startUpgrade();
        QVERIFY(helmRuns());
        // The intent is on the disk before helm is.
        QCOMPARE(journal().records.last().step, u"Helm"_s);
        QVERIFY(journal().records.last().kind == JournalRecord::Kind::Intent);
        QVERIFY(isJournalHeld(m_operation->folder()));
        QCOMPARE(m_cupboard.holder(), u"anna@laptop (process 4711)"_s);
        m_runner->streams[0]->give({"Release has been upgraded", "token: hunter2"});
        store(revision(3, u"deployed"_s, u"v26.3.0"_s));
        endHelm();
        const OperationResult end = result();
        QVERIFY2(end.end == OperationResult::End::Done, qPrintable(end.text));
        QCOMPARE(end.revision, 3);
        QCOMPARE(end.problems, QStringList());
        QStringList steps;
        for (const QString &step :
             {u"Lease"_s, u"Check"_s, u"Capture"_s, u"Stage"_s, u"Helm"_s, u"ReadBack"_s, u"Verify"_s})
            steps << step + u" Running"_s << step + u" Done"_s;
        QCOMPARE(m_steps, steps);
        QCOMPARE(m_cupboard.holder(), QString());
        QCOMPARE(m_output.size(), 2);
        QVERIFY(!m_output[1].contains(u"hunter2"_s));
        const JournalReading reading = journal();
        QCOMPARE(reading.records.size(), 15);
        for (qsizetype i = 0; i + 1 < reading.records.size(); i += 2) {
            QCOMPARE(reading.records[i].step, reading.records[i + 1].step);
            QVERIFY(reading.records[i].kind == JournalRecord::Kind::Intent);
            QVERIFY(reading.records[i + 1].kind == JournalRecord::Kind::Outcome);
        }
        QCOMPARE(reading.records.last().data.at({u"end"_s}).toString(), u"done"_s);
        QVERIFY(!isJournalHeld(m_operation->folder()));
    }

    void helmGetsArgumentsAndTheStagedArchive()
    {
        startUpgrade();
        QVERIFY(helmRuns());
        const CommandLine command = m_runner->commands.last();
        const QString folder = m_operation->folder();
        QCOMPARE(command.program, helmProgram);
        QCOMPARE(command.arguments,
                 (QStringList{u"upgrade"_s, u"gpu-operator"_s, folder + u"/chart.tgz"_s,
                              u"--reset-then-reuse-values"_s, u"--labels"_s,
                              u"chartroom-operation="_s + m_operation->id(), u"--namespace"_s, u"tenant-a"_s,
                              u"--timeout"_s, u"300s"_s, u"--history-max"_s, u"10"_s, u"--kube-context"_s,
                              u"cmk"_s}));
        QCOMPARE(m_operation->commands(), QStringList{command.display()});
        QVERIFY(command.environment.contains({u"CHARTROOM_OPERATION"_s, m_operation->id()}));
        QVERIFY(command.environment.contains({u"KUBECONFIG"_s, u"/a:/b"_s}));
        QCOMPARE(bytesOf(folder + u"/chart.tgz"_s), archiveBytes);
    }

    void theCaptureCanRestoreByHand()
    {
        startUpgrade();
        QVERIFY(helmRuns());
        const QString folder = m_operation->folder() + u"/capture/"_s;
        QCOMPARE(bytesOf(folder + u"values.yaml"_s), QByteArray("driver:\n  version: \"580\"\n"));
        QVERIFY(bytesOf(folder + u"manifest.yaml"_s).contains("kind: Service"));
        QVERIFY(bytesOf(folder + u"record.json"_s).contains("sh.helm.release.v1.gpu-operator.v2"));
        QVERIFY(!bytesOf(folder + u"record.json"_s).contains("resourceVersion"));
        QVERIFY(bytesOf(folder + u"history.yaml"_s).contains("revision: 1"));
        QVERIFY(bytesOf(folder + u"nodes.yaml"_s).contains("unschedulable: true"));
        QVERIFY(bytesOf(folder + u"images.yaml"_s).contains("nvcr.io/x:1"));
        QVERIFY(bytesOf(folder + u"RESTORE.txt"_s)
                    .contains("helm rollback gpu-operator 2 --namespace tenant-a --kube-context cmk"));
        QDirIterator files(m_operation->folder(), QDir::Files, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            files.next();
            QCOMPARE(files.fileInfo().permissions() & (QFile::ReadGroup | QFile::ReadOther),
                     QFile::Permissions());
        }
    }

    void whoeverWasFasterStopsIt() // fault 54
    {
        m_releases->put(revision(3, u"deployed"_s, u"v25.10.2"_s));
        startUpgrade();
        const OperationResult end = result();
        QVERIFY(end.end == OperationResult::End::NotStarted);
        QVERIFY(end.text.contains(u"newest is now 3"_s));
        QVERIFY(m_runner->streams.isEmpty());
        QCOMPARE(m_cupboard.holder(), QString());
    }

    void faults45And46AReleaseThatTakesNoUpgradeStopsIt_data()
    {
        QTest::addColumn<QString>("first");
        QTest::addColumn<QString>("second");
        QTest::addColumn<bool>("goesOn");
        const auto row = [](const QString &first, const QString &second, bool goesOn) {
            QTest::addRow("%s over %s", qPrintable(second), qPrintable(first)) << first << second << goesOn;
        };
        for (const QString &status : {u"pending-install"_s, u"pending-upgrade"_s, u"pending-rollback"_s,
                                      u"uninstalling"_s, u"uninstalled"_s})
            row(u"superseded"_s, status, false);
        row(u"deployed"_s, u"pending-upgrade"_s, false);
        row(u"deployed"_s, u"failed"_s, true);
        row(u"deployed"_s, u"deployed"_s, true);
    }
    void faults45And46AReleaseThatTakesNoUpgradeStopsIt()
    {
        QFETCH(QString, first);
        QFETCH(QString, second);
        QFETCH(bool, goesOn);
        m_releases->put(revision(1, first, u"v25.3.0"_s));
        m_releases->put(revision(2, second, u"v25.10.1"_s));
        startUpgrade();
        QCOMPARE(helmRuns(), goesOn);
        if (goesOn)
            return endHelm();
        const OperationResult end = result();
        QVERIFY(end.end == OperationResult::End::NotStarted);
        QVERIFY2(end.text.contains(u"Revision 2 is "_s + second), qPrintable(end.text));
    }

    void whoHasTheLeaseStopsIt()
    {
        ReleaseLease other(m_kubectl.get(), &m_clock, {}, draft().release, {u"ben"_s, u"desk"_s, 1});
        const auto taken = other.take();
        QTRY_VERIFY(taken.isFinished());
        startUpgrade();
        const OperationResult end = result();
        QVERIFY(end.end == OperationResult::End::NotStarted);
        QVERIFY(end.text.startsWith(u"ben@desk"_s));
        QCOMPARE(m_transport->gets().size(), 0);
        QCOMPARE(m_cupboard.holder(), u"ben@desk (process 1)"_s);
    }

    void aHelmOfAnEarlierOperationStopsIt() // fault 53
    {
        const QString earlier = u"20261120t220000z-00000001"_s;
        {
            const auto journal = Journal::create(m_home->filePath(u"operations/"_s + earlier));
            const Value order(Value::Map{{u"operation"_s, Value(earlier)},
                                         {u"context"_s, Value(u"cmk"_s)},
                                         {u"namespace"_s, Value(u"tenant-a"_s)},
                                         {u"release"_s, Value(u"gpu-operator"_s)}});
            QVERIFY((*journal)
                        ->append({JournalRecord::Kind::Intent, u"Lease"_s, m_clock.now(), order})
                        .has_value());
        }
        ProcessRunner runner;
        CommandLine sleeping;
        sleeping.program = u"/bin/sleep"_s;
        sleeping.arguments = {u"60"_s};
        sleeping.environment = {{operationVariable.toString(), earlier}};
        const std::unique_ptr<CommandStream> helm(runner.stream(sleeping, nullptr));
        QTRY_VERIFY(runningOperations().contains(earlier));
        startUpgrade();
        const OperationResult end = result();
        QVERIFY(end.end == OperationResult::End::NotStarted);
        QVERIFY2(end.text.contains(u"still runs"_s), qPrintable(end.text));
        QVERIFY(m_runner->streams.isEmpty());
    }

    void anotherArchiveStopsIt_data()
    {
        QTest::addColumn<bool>("inSource");
        QTest::newRow("the source has another") << true;
        QTest::newRow("the file was changed") << false;
    }
    void anotherArchiveStopsIt() // fault 58
    {
        QFETCH(bool, inSource);
        const ChartTarget chart = draft().chart;
        const ChartCache cache(m_home->filePath(u"cache"_s));
        if (inSource)
            m_charts.held.digest = QString(64, u'0');
        else
            QVERIFY(writePrivateFile(cache.archivePath(chart.url, chart.name, chart.version), "other")
                        .has_value());
        startUpgrade();
        const OperationResult end = result();
        QVERIFY(end.end == OperationResult::End::NotStarted);
        QVERIFY(end.text.contains(u"sha256 is another"_s));
        QVERIFY(m_runner->streams.isEmpty());
    }

    void withoutADurableIntentNothingIsDone() // fault 62, invariant I3
    {
        QFile blocker(m_home->filePath(u"operations"_s));
        QVERIFY(blocker.open(QIODevice::WriteOnly));
        startUpgrade();
        QVERIFY(result().end == OperationResult::End::NotStarted);
        QVERIFY(m_runner->commands.isEmpty());
        QVERIFY(m_transport->gets().isEmpty());
    }

    void theClusterAndNotHelmSaysHowItEnded_data() // faults 51, 52
    {
        QTest::addColumn<QString>("status");
        QTest::addColumn<bool>("ours");
        QTest::addColumn<int>("end");
        QTest::addColumn<QString>("says");
        using End = OperationResult::End;
        QTest::newRow("deployed") << u"deployed"_s << true << int(End::Done) << u"as planned"_s;
        QTest::newRow("failed") << u"failed"_s << true << int(End::Failed) << u"timed out"_s;
        QTest::newRow("killed") << u"pending-upgrade"_s << true << int(End::Unknown) << u"recover"_s;
        QTest::newRow("nothing") << QString() << true << int(End::NotStarted) << u"no such host"_s;
        QTest::newRow("another's") << u"deployed"_s << false << int(End::Unknown) << u"somebody else"_s;
    }
    void theClusterAndNotHelmSaysHowItEnded()
    {
        QFETCH(QString, status);
        QFETCH(bool, ours);
        QFETCH(int, end);
        QFETCH(QString, says);
        startUpgrade();
        QVERIFY(helmRuns());
        if (!status.isEmpty())
            store(revision(3, status, u"v26.3.0"_s, u"Upgrade \"x\" failed: timed out"_s), ours);
        endHelm(u"Error: UPGRADE FAILED: dial tcp: lookup api: no such host"_s);
        const OperationResult ended = result();
        QCOMPARE(int(ended.end), end);
        QVERIFY2(ended.text.contains(says), qPrintable(ended.text));
        QCOMPARE(journal().records.last().data.at({u"end"_s}).toString(), endText(ended.end));
    }

    void aClusterThatCannotBeReadAfterwardsIsUnknown()
    {
        startUpgrade();
        QVERIFY(helmRuns());
        const Error gone{Error::Code::Unreachable, u"No route."_s, {}, {}};
        m_transport->answer(u"/api/v1/namespaces/tenant-a/secrets"_s, gone);
        const qsizetype before = m_transport->gets().size();
        endHelm();
        const OperationResult end = result();
        QVERIFY(end.end == OperationResult::End::Unknown);
        QVERIFY(end.text.contains(u"No route."_s));
        QCOMPARE(m_transport->gets().size() - before, 3);
    }

    void aCancelBeforeHelmChangesNothing()
    {
        startUpgrade();
        QVERIFY(m_operation->cancel().contains(u"Nothing has been changed"_s));
        QVERIFY(result().end == OperationResult::End::Cancelled);
        QVERIFY(m_runner->streams.isEmpty());
        QCOMPARE(m_cupboard.holder(), QString());
    }

    void aCancelWhileHelmRunsGoesOnToTheTruth() // fault 61
    {
        startUpgrade();
        QVERIFY(helmRuns());
        QVERIFY(m_operation->cancel().contains(u"helm goes on"_s));
        store(revision(3, u"deployed"_s, u"v26.3.0"_s));
        endHelm();
        QVERIFY(result().end == OperationResult::End::Done);
    }

    void valuesThatAreNotThePlannedOnesAreNamed()
    {
        startUpgrade();
        QVERIFY(helmRuns());
        ReleaseBuilder other = revision(3, u"deployed"_s, u"v26.3.0"_s);
        other.userValues = {{u"driver"_s, QJsonObject{{u"version"_s, u"595"_s}}}};
        store(other);
        endHelm();
        const OperationResult end = result();
        QVERIFY(end.end == OperationResult::End::Done);
        QCOMPARE(end.problems.size(), 1);
        QVERIFY(end.problems[0].contains(u"driver.version"_s));
        QVERIFY(!end.problems[0].contains(u"595"_s));
    }

    void editsGoByFileAndSecretsNowhereElse() // rules S2, S10, S22
    {
        UpgradeDraft wish = draft();
        wish.edits = Value(Value::Map{{u"adminPassword"_s, Value(u"hunter2"_s)}});
        start(std::make_unique<UpgradeOperation>(parts(), wish));
        QVERIFY(helmRuns());
        const QString values = m_operation->folder() + u"/values.yaml"_s;
        QCOMPARE(bytesOf(values), QByteArray("adminPassword: hunter2\n"));
        QVERIFY(m_runner->commands.last().arguments.contains(values));
        for (const CommandLine &command : m_runner->commands)
            QVERIFY(!command.display().contains(u"hunter2"_s));
        endHelm(u"Error: adminPassword: hunter2 is refused"_s);
        QVERIFY(!result().text.contains(u"hunter2"_s));
        QVERIFY(!bytesOf(m_operation->folder() + u"/journal"_s).contains("hunter2"));
    }

    void hostileTextStaysOneArgument_data() // fault 57
    {
        QTest::addColumn<QString>("text");
        QTest::newRow("option") << u"--post-renderer=sh"_s;
        QTest::newRow("shell") << u"; rm -rf /"_s;
        QTest::newRow("substitution") << u"$(id)`id`"_s;
        QTest::newRow("path") << u"../../x"_s;
        QTest::newRow("newline") << u"a\nb"_s;
        QTest::newRow("override") << u"a\u202Eb"_s;
        QTest::newRow("long") << QString(4096, u'x');
    }
    void hostileTextStaysOneArgument()
    {
        QFETCH(QString, text);
        const HelmAccess access{helmProgram, {text}, text};
        UpgradeDraft wish = draft();
        const CommandLine command =
            upgradeCommand(access, {u"id"_s, std::chrono::seconds(60), 0}, wish, u"/f/chart.tgz"_s, {});
        QCOMPARE(command.arguments.count(text), 1);
        QCOMPARE(command.arguments.last(), text);
        QCOMPARE(command.arguments[command.arguments.size() - 2], u"--kube-context"_s);
        // Names that are no names do not get as far as a command.
        wish.release.name = text;
        wish.release.namespaceName = text;
        QCOMPARE(validate(wish).size(), 2);
    }

    void aRollbackIsItsOwnOperation()
    {
        startRollback(1);
        QVERIFY(helmRuns());
        QCOMPARE(m_runner->commands.last().arguments,
                 (QStringList{u"rollback"_s, u"gpu-operator"_s, u"1"_s, u"--namespace"_s, u"tenant-a"_s,
                              u"--timeout"_s, u"300s"_s, u"--history-max"_s, u"10"_s, u"--kube-context"_s,
                              u"cmk"_s}));
        store(revision(3, u"deployed"_s, u"v25.3.0"_s, u"Rollback to 1"_s), false);
        endHelm();
        const OperationResult end = result();
        QVERIFY2(end.end == OperationResult::End::Done, qPrintable(end.text));
        QCOMPARE(end.problems, QStringList());
        QCOMPARE(journal().records[0].data.at({u"toRevision"_s}).scalarText(), u"1"_s);
    }

    void fault47ThereIsNoWayBackToWhatIsNotKept_data()
    {
        QTest::addColumn<int>("revision");
        QTest::newRow("pruned") << 9;
        QTest::newRow("the newest") << 2;
        QTest::newRow("damaged") << 1;
    }
    void fault47ThereIsNoWayBackToWhatIsNotKept()
    {
        QFETCH(int, revision);
        if (revision == 1)
            m_releases->corrupt(this->revision(1, u"superseded"_s, u"v25.3.0"_s), "AAAA");
        startRollback(revision);
        QVERIFY(result().end == OperationResult::End::NotStarted);
        QVERIFY(m_runner->streams.isEmpty());
    }

    void asMuchHistoryIsKeptAsThereWas()
    {
        QCOMPARE(keptHistory(3, QString()), 10);
        QCOMPARE(keptHistory(14, QString()), 14);
        QCOMPARE(keptHistory(3, u"25"_s), 25);
        QCOMPARE(keptHistory(3, u"0"_s), 0);
        QCOMPARE(keptHistory(3, u"many"_s), 10);
    }
};

QTEST_GUILESS_MAIN(UpgradeOperationTest)
#include "tst_upgrade_operation.moc"
