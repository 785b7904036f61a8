// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/private_file.h"
#include "core/charts/chart_cache.h"
#include "core/upgrade/helm_process.h"
#include "core/upgrade/rollback_operation.h"
#include "core/upgrade/run_folder.h"
#include "core/upgrade/upgrade_operation.h"
#include "tests/support/test_main.h"
#include "tests/support/upgrade_bench.h"

#include <QDirIterator>
#include <QFile>
#include <QProcess>
#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_upgrade_operation {

class UpgradeOperationTest : public QObject, public UpgradeBench
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        // What the invariants look for after a fault.
        const bool isFault = QByteArrayView(QTest::currentTestFunction()).startsWith("fault");
        setUp(isFault ? plantedValues() : plainValues());
    }
    void cleanup() { tearDown(); }

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
        steps.insert(steps.size() - 1, u"Verify Running"_s); // it says what it waits for
        QCOMPARE(m_steps, steps);
        QCOMPARE(m_cupboard.holder(), QString());
        QCOMPARE(m_output.size(), 2);
        QVERIFY(!m_output[1].contains(u"hunter2"_s));
        const JournalContents reading = journal();
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
        QCOMPARE(bytesOf(folder + u"/chart.tgz"_s), stagedArchive);
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
        // Of each revision the date that its record tells, as helm history does.
        QCOMPARE(bytesOf(folder + u"history.yaml"_s).count("2026-08-02T10:00:00Z"), 2);
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

    void fault54WhoeverWasFasterStopsIt()
    {
        m_releases->put(revision(3, u"deployed"_s, u"v25.10.2"_s));
        startUpgrade();
        const OperationResult end = result();
        QVERIFY(end.end == OperationResult::End::NotStarted);
        QVERIFY(end.text.contains(u"newest is now 3"_s));
        QVERIFY(m_runner->streams.isEmpty());
        QCOMPARE(m_cupboard.holder(), QString());
        holdInvariants(end);
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
            endHelm();
        const OperationResult end = result();
        QVERIFY(end.end == OperationResult::End::NotStarted);
        QVERIFY2(goesOn || end.text.contains(u"Revision 2 is "_s + second), qPrintable(end.text));
        holdInvariants(end);
    }

    void fault54WhoHasTheLeaseStopsIt()
    {
        ReleaseLease other(m_kubectl.get(), &m_clock, std::chrono::milliseconds(0), draft().release,
                           {u"ben"_s, u"desk"_s, 1});
        const auto taken = other.take();
        QTRY_VERIFY(taken.isFinished());
        startUpgrade();
        const OperationResult end = result();
        QVERIFY(end.end == OperationResult::End::NotStarted);
        QVERIFY(end.text.startsWith(u"ben@desk"_s));
        QCOMPARE(m_transport->gets().size(), 1); // which cluster it is
        QCOMPARE(m_cupboard.holder(), u"ben@desk (process 1)"_s);
        holdInvariants(end);
    }

    void fault53AHelmOfAnEarlierOperationStopsIt()
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
        QVERIFY2(end.text.contains(u"is still running"_s), qPrintable(end.text));
        QVERIFY(m_runner->streams.isEmpty());
        holdInvariants(end);
    }

    void aHelmOfSomebodyElseOnThisMachineNeedsAReason_data()
    {
        QTest::addColumn<QString>("reason");
        QTest::newRow("none") << QString();
        QTest::newRow("one") << u"It is mine, and hangs."_s;
    }
    void aHelmOfSomebodyElseOnThisMachineNeedsAReason()
    {
        QFETCH(QString, reason);
        QProcess theirs; // waits for its input under the name of helm
        theirs.start(u"/bin/bash"_s,
                     {u"-c"_s, u"exec -a helm /bin/bash -c read upgrade gpu-operator -n tenant-a"_s});
        QTRY_VERIFY(findHelmOn(draft().release, u"cmk"_s, {}).isRunning());
        UpgradeDraft wish = draft();
        wish.reasons.insert(u"pending"_s, reason);
        start(std::make_unique<UpgradeOperation>(parts(), wish));
        QCOMPARE(helmRuns(), !reason.isEmpty());
        if (!reason.isEmpty())
            endHelm();
        const OperationResult end = result();
        QVERIFY(end.end == OperationResult::End::NotStarted);
        QCOMPARE(end.text.contains(u"(process %1 "_s.arg(theirs.processId())), reason.isEmpty());
        holdInvariants(end);
        theirs.kill();
        QTRY_COMPARE(theirs.state(), QProcess::NotRunning);
    }

    void aHelmOfAnOperationUnderAnotherContextIsWaitedFor()
    {
        const QString file = m_home->filePath(u"kubeconfig"_s);
        QVERIFY(writePrivateFile(file, "clusters: [{name: a, cluster: {server: 'https://a.example'}}]\n"
                                       "users: [{name: u, user: {token: t}}]\ncontexts:\n"
                                       "- {name: cmk, context: {cluster: a, user: u}}\n"
                                       "- {name: again, context: {cluster: a, user: u}}\n")
                    .has_value());
        QProcess theirs; // waits for its input under the name of helm
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(operationVariable.toString(), u"20260101T000000Z-another"_s);
        environment.insert(u"KUBECONFIG"_s, file);
        theirs.setProcessEnvironment(environment);
        theirs.start(u"/bin/bash"_s, {u"-c"_s, u"exec -a helm /bin/bash -c read upgrade gpu-operator "
                                               u"-n tenant-a --kube-context again"_s});
        QTRY_VERIFY(findHelmOn(draft().release, u"cmk"_s, {file}).isRunning());
        OperationParts same = parts();
        same.access.kubeconfigs = {file};
        UpgradeDraft wish = draft();
        wish.reasons.insert(u"pending"_s, u"It is mine, and hangs."_s);
        start(std::make_unique<UpgradeOperation>(same, wish));
        const OperationResult end = result();
        QVERIFY(end.end == OperationResult::End::NotStarted);
        QVERIFY2(end.text.contains(u"is still running"_s), qPrintable(end.text));
        QVERIFY(m_runner->streams.isEmpty());
        holdInvariants(end);
        theirs.kill();
        QTRY_COMPARE(theirs.state(), QProcess::NotRunning);
    }

    void fault58AnotherArchiveStopsIt_data()
    {
        QTest::addColumn<bool>("inSource");
        QTest::newRow("the source has another") << true;
        QTest::newRow("the file was changed") << false;
    }
    // S9: a chart is pinned by its digest.
    void fault58AnotherArchiveStopsIt()
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
        QVERIFY(end.text.contains(u"sha256 differs"_s));
        QVERIFY(m_runner->streams.isEmpty());
        holdInvariants(end);
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

    void faults51And52TheClusterAndNotHelmSaysHowItEnded_data()
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
        QTest::newRow("another's") << u"deployed"_s << false << int(End::Unknown) << u"another operation"_s;
    }
    void faults51And52TheClusterAndNotHelmSaysHowItEnded()
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
        holdInvariants(ended);
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

    void fault61ACancelBeforeHelmChangesNothing()
    {
        startUpgrade();
        QVERIFY(m_operation->cancel().contains(u"Nothing has been changed"_s));
        QVERIFY(result().end == OperationResult::End::Cancelled);
        QVERIFY(m_runner->streams.isEmpty());
        QCOMPARE(m_cupboard.holder(), QString());
        holdInvariants(result());
    }

    void fault61ACancelWhileHelmRunsGoesOnToTheTruth()
    {
        startUpgrade();
        QVERIFY(helmRuns());
        QVERIFY(m_operation->cancel().contains(u"helm keeps running"_s));
        store(revision(3, u"deployed"_s, u"v26.3.0"_s));
        endHelm();
        QVERIFY(result().end == OperationResult::End::Done);
        const QString problems = result().problems.join(u' '); // nothing is waited for
        QVERIFY2(problems.contains(u"was not checked"_s), qPrintable(problems));
        holdInvariants(result());
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

    /// helm/helm pkg/action/upgrade.go@v3.22.0, @v4.3.1 prepareUpgrade
    void afterAFailedRevisionHelmStartsFromTheOneThatIsDeployed()
    {
        m_releases->put(revision(1, u"deployed"_s, u"v25.3.0"_s));
        ReleaseBuilder failed = revision(2, u"failed"_s, u"v25.10.1"_s);
        failed.userValues = {{u"driver"_s, QJsonObject{{u"version"_s, u"595"_s}}}};
        m_releases->put(failed);
        startUpgrade();
        QVERIFY(helmRuns());
        store(revision(3, u"deployed"_s, u"v26.3.0"_s)); // with the values of revision 1
        endHelm();
        const OperationResult end = result();
        QVERIFY(end.end == OperationResult::End::Done);
        QVERIFY2(end.problems.isEmpty(), qPrintable(end.problems.join(u' ')));
    }

    void editsGoByFileAndSecretsNowhereElse() // rules S2, S10, S22
    {
        UpgradeDraft wish = draft();
        wish.edits = Value(Value::Map{{u"adminPassword"_s, Value(u"hunter2"_s)}});
        start(std::make_unique<UpgradeOperation>(parts(), wish));
        QVERIFY(helmRuns());
        const QString values = runFolder(m_operation->folder()) + u"/values.yaml"_s;
        QCOMPARE(bytesOf(values), QByteArray("adminPassword: hunter2\n"));
        QVERIFY(m_runner->commands.last().arguments.contains(values));
        for (const CommandLine &command : m_runner->commands)
            QVERIFY(!command.display().contains(u"hunter2"_s));
        endHelm(u"Error: adminPassword: hunter2 is refused"_s);
        QVERIFY(!result().text.contains(u"hunter2"_s));
        QVERIFY(!bytesOf(m_operation->folder() + u"/journal"_s).contains("hunter2"));
        QVERIFY(!QFile::exists(values)); // helm has ended
    }

    void fault57HostileTextStaysOneArgument_data()
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
    // S2: hostile text stays one argument, and a name that is none is refused.
    void fault57HostileTextStaysOneArgument()
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

    /// It is the way out of several deployed ones; else there is nothing to go back from.
    void aRollbackToTheNewestIsOnlyForSeveralDeployed_data()
    {
        QTest::addColumn<QString>("first");
        QTest::addColumn<bool>("goesOn");
        QTest::newRow("several") << u"deployed"_s << true;
        QTest::newRow("one") << u"superseded"_s << false;
    }
    void aRollbackToTheNewestIsOnlyForSeveralDeployed()
    {
        QFETCH(QString, first);
        QFETCH(bool, goesOn);
        m_releases->put(revision(1, first, u"v25.3.0"_s));
        m_releases->put(revision(2, u"deployed"_s, u"v25.10.1"_s));
        startRollback(2);
        QCOMPARE(helmRuns(), goesOn);
        if (goesOn) {
            QCOMPARE(m_runner->commands.last().arguments.value(2), u"2"_s);
            endHelm();
        }
        const OperationResult end = result();
        QVERIFY(end.end == OperationResult::End::NotStarted);
        QCOMPARE(end.text.contains(u"is the newest; there is nothing to roll back"_s), !goesOn);
    }

    /// As a rollback has it: --reason ownership=TICKET names Support's ticket.
    void theReasonForTheOwnershipIsTheReferenceInTheJournal()
    {
        UpgradeDraft wish = draft();
        wish.supportReference.clear();
        wish.reasons = {{u"ownership"_s, u"CS-2"_s}, {u"crd"_s, u"Tried before."_s}};
        UpgradeBench::start(std::make_unique<UpgradeOperation>(parts(), wish));
        QVERIFY(helmRuns());
        const Value order = journal().records[0].data;
        QCOMPARE(order.at({u"supportReference"_s}).toString(), u"CS-2"_s);
        QCOMPARE(order.at({u"reasons"_s}).map().keys(), QStringList{u"crd"_s});
        store(revision(3, u"deployed"_s, u"v26.3.0"_s));
        endHelm();
        QVERIFY(result().end == OperationResult::End::Done);
    }

    void outsideOfTheWindowItIsRunWithAReasonForThatAlone_data()
    {
        QTest::addColumn<int>("secondsToGo"); // the window has an hour
        QTest::addColumn<QString>("reason");
        QTest::addColumn<QString>("says");
        QTest::newRow("begun") << 0 << QString() << QString();
        QTest::newRow("early") << 60 << QString() << u"The window starts at %1"_s;
        QTest::newRow("early, and too short") << 60 << u"window"_s << u"The window starts at %1"_s;
        QTest::newRow("early with a reason") << 60 << u"windowStart"_s << QString();
        QTest::newRow("the last second") << -3599 << QString() << QString();
        QTest::newRow("over") << -3600 << QString() << u"The window ended at %2"_s;
        QTest::newRow("over, and too short") << -3600 << u"window"_s << u"The window ended at %2"_s;
        QTest::newRow("over with a reason") << -3600 << u"windowEnd"_s << QString();
    }
    void outsideOfTheWindowItIsRunWithAReasonForThatAlone()
    {
        QFETCH(int, secondsToGo);
        QFETCH(QString, reason);
        QFETCH(QString, says);
        UpgradeDraft wish = draft();
        const QDateTime start = m_clock.now().addSecs(secondsToGo);
        wish.window = UpgradeWindow{start, start.addSecs(3600), "UTC"};
        if (!reason.isEmpty())
            wish.reasons[reason] = u"Agreed by phone."_s;
        UpgradeBench::start(std::make_unique<UpgradeOperation>(parts(), wish));
        const bool runs = says.isEmpty();
        QCOMPARE(helmRuns(), runs);
        if (runs) {
            store(revision(3, u"deployed"_s, u"v26.3.0"_s));
            endHelm();
        }
        const OperationResult told = result();
        QVERIFY2(told.end == (runs ? OperationResult::End::Done : OperationResult::End::NotStarted),
                 qPrintable(told.text));
        const auto header = operationHeaderIn(journal());
        QVERIFY(header && header->window);
        QCOMPARE(*header->window, *wish.window);
        says.replace(u"%1"_s, start.toString(Qt::ISODate));
        says.replace(u"%2"_s, wish.window->end.toString(Qt::ISODate));
        QVERIFY2(told.text.contains(says), qPrintable(told.text));
        holdInvariants(told);
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
        holdInvariants(result());
    }

    void asMuchHistoryIsKeptAsThereWas()
    {
        QCOMPARE(keptHistory(3, QString()), 10);
        QCOMPARE(keptHistory(14, QString()), 14);
        QCOMPARE(keptHistory(3, u"25"_s), 25);
        QCOMPARE(keptHistory(3, u"0"_s), 0);
        QCOMPARE(keptHistory(3, u"many"_s), 10);
    }

    void theCommandIsShownWithTheHistoryItWillRunWith_data()
    {
        QTest::addColumn<int>("stored");
        QTest::addColumn<QString>("flag");
        QTest::newRow("few") << 3 << u" --history-max 10 "_s;
        QTest::newRow("more than helm's default") << 14 << u" --history-max 14 "_s;
    }
    void theCommandIsShownWithTheHistoryItWillRunWith()
    {
        QFETCH(int, stored);
        QFETCH(QString, flag);
        OperationParts known = parts();
        known.storedRevisions = stored;
        const RollbackOperation back(known,
                                     RollbackRequest{draft().release, 4, 3, std::chrono::seconds(300), {}});
        QVERIFY2(back.commands().last().contains(flag), qPrintable(back.commands().last()));
        const UpgradeOperation forth(known, draft());
        QVERIFY2(forth.commands().last().contains(flag), qPrintable(forth.commands().last()));
    }
};

#include "tst_upgrade_operation.moc"
} // namespace tst_upgrade_operation

CHARTROOM_TEST(tst_upgrade_operation, UpgradeOperationTest)
