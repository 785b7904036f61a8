// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What can go wrong while a release is changed (faults 51 to 61; 62 in tst_operation_losses), each with the
// invariants I3 to I6 behind it. Where it matters how a program ends, helm is a real process: a script.
#include "core/base/document.h"
#include "core/upgrade/helm_output.h"
#include "core/upgrade/helm_process.h"
#include "core/upgrade/rollback_operation.h"
#include "core/upgrade/upgrade_operation.h"
#include "tests/support/invariants.h"
#include "tests/support/test_main.h"
#include "tests/support/upgrade_bench.h"

#include <QDir>
#include <QFile>
#include <QTest>

#include <csignal>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_operation_faults {

namespace {

using End = OperationResult::End;

/// Printed by a script, and waits until the test makes the file "go" beside it.
const QByteArray untilGo = "cd \"$(dirname \"$0\")\"\necho started $$\n"
                           "until [ -e go ]; do sleep 0.02; done\n";

/// Writes its arguments and its kubeconfig down beside itself.
const QByteArray recordingHelm =
    "cd \"$(dirname \"$0\")\"\nfor a in \"$@\"; do printf '%s\\0' \"$a\"; done > argv\n"
    "while [ $# -gt 1 ]; do [ \"$1\" != --values ] || cp \"$2\" given.yaml; shift; done\n"
    "printf '%s' \"$KUBECONFIG\" > kubeconfig\n";

} // namespace

class OperationFaultsTest : public QObject, public UpgradeBench
{
    Q_OBJECT

    void go() const
    {
        QFile file(m_home->filePath(u"go"_s));
        QVERIFY(file.open(QIODevice::WriteOnly));
    }
    /// Waits until the script said so; its process.
    [[nodiscard]] pid_t scriptRuns()
    {
        const bool runs = QTest::qWaitFor(
            [this] { return !m_output.isEmpty() && m_output[0].startsWith(u"started "); }, 20'000);
        return runs ? pid_t(m_output[0].section(u' ', 1).toInt()) : 0;
    }
    [[nodiscard]] QStringList recordedArguments() const
    {
        QStringList argv = QString::fromUtf8(bytesOf(m_home->filePath(u"argv"_s))).split(QChar(0));
        argv.removeLast(); // each ends with a zero
        return argv;
    }

private Q_SLOTS:
    void init() { setUp(plantedValues()); }
    void cleanup() { tearDown(); }

    void fault51AHelmThatIsAskedToEndCleansUpFirst()
    {
        makeHelm("trap 'echo cleaning up; until [ -e go ]; do sleep 0.02; done; "
                 "echo \"Error: UPGRADE FAILED: context canceled, password: " +
                 planted + "\" >&2; exit 1' TERM\n" + untilGo);
        startUpgrade();
        const pid_t helm = scriptRuns();
        QVERIFY(helm > 0);
        const qsizetype reads = m_transport->gets().size();
        ::kill(helm, SIGTERM);
        QTRY_VERIFY(m_output.contains(u"cleaning up"_s));
        QVERIFY(m_finished->isEmpty());
        QCOMPARE(m_transport->gets().size(), reads); // it is not done yet
        store(revision(3, u"failed"_s, u"v26.3.0"_s, u"Release gpu-operator failed: context canceled"_s));
        go();
        const OperationResult told = result();
        QVERIFY2(told.end == End::Failed, qPrintable(told.text));
        QVERIFY(told.text.contains(u"Release gpu-operator failed"_s));
        holdInvariants(told);
    }

    void fault51TheClusterIsBelievedAndNotTheExitCode()
    {
        makeHelm(untilGo + "echo 'Error: UPGRADE FAILED: context canceled' >&2\nexit 1\n");
        startUpgrade();
        QVERIFY(scriptRuns() > 0);
        store(revision(3, u"deployed"_s, u"v26.3.0"_s));
        go();
        const OperationResult told = result();
        QVERIFY2(told.end == End::Done, qPrintable(told.text));
        holdInvariants(told);
    }

    void fault52AKilledHelmIsUnknownUntilItIsReadAgain()
    {
        makeHelm(untilGo);
        startUpgrade();
        const pid_t helm = scriptRuns();
        QVERIFY(helm > 0);
        store(revision(3, u"pending-upgrade"_s, u"v26.3.0"_s, u"Preparing upgrade"_s));
        ::kill(helm, SIGKILL);
        const OperationResult told = result();
        QVERIFY2(told.end == End::Unknown, qPrintable(told.text));
        QVERIFY(told.text.contains(u"recover"_s));
        holdInvariants(told);
        QTRY_VERIFY(!findHelm(m_operation->id()).isRunning()); // what the script had started
        const Recovery way = recovery();
        QVERIFY(!way.end);
        QCOMPARE(way.moves.size(), 1);
        QVERIFY(way.moves[0].kind == NextMove::Kind::Rollback);
        QCOMPARE(way.moves[0].toRevision, 2);
    }

    void fault53AHelmThatOutlivesItsChartroomIsLeftAloneAndAdopted()
    {
        // As a chart's notes say it: nothing tells that these are passwords.
        const QByteArray given("given-5d1e77-token");
        makeHelm(untilGo + "echo 'password: " + planted + "'\necho 'sign in with " + planted + " or " +
                 given + "'\necho Release has been upgraded\n");
        UpgradeDraft wish = draft();
        wish.edits = Value(
            Value::Map{{u"login"_s, Value(Value::Map{{u"password"_s, Value(QString::fromLatin1(given))}})}});
        start(std::make_unique<UpgradeOperation>(parts(), wish));
        QVERIFY(scriptRuns() > 0);
        const QString id = m_operation->id();
        const QString folder = m_operation->folder();
        store(revision(3, u"pending-upgrade"_s, u"v26.3.0"_s));
        auto gone = std::move(m_operation);
        gone.reset();
        OperationTraces traces = tracesOf(folder, id);
        QVERIFY(traces.helm.isRunning());
        QVERIFY(isOpen(*traces.journal));
        m_operation = std::make_unique<UpgradeOperation>(parts(), draft());
        store(revision(3, u"deployed"_s, u"v26.3.0"_s));
        go();
        QTRY_VERIFY(!findHelm(id).isRunning());
        traces = tracesOf(folder, id);
        QVERIFY(traces.helm.isRuledOut());
        QCOMPARE(traces.helmOutput.last(), u"Release has been upgraded"_s);
        QVERIFY(traces.helmOutput.join(u' ').contains(u"••••"_s));
        Invariants::tellsNothing(traces.helmOutput.join(u' '));
        QVERIFY(traces.helmOutput.join(u' ').contains(u"sign in with"_s));
        QVERIFY(!traces.helmOutput.join(u' ').contains(QString::fromLatin1(given)));
        ReleaseTruth truth;
        RevisionEntry newest;
        newest.revision = 3;
        newest.status = ReleaseStatus::Deployed;
        truth.revisions = {newest};
        truth.operation = id;
        const Recovery known = recoveryFrom(*operationHeaderIn(*traces.journal), *traces.journal, false, {},
                                            truth, m_clock.now());
        QVERIFY(known.end == End::Done);
        QVERIFY(bytesOf(helmOutputFile(folder)).contains(planted)); // as helm printed it
        QVERIFY(closeJournal(folder, known, m_clock).has_value());
        QVERIFY(!bytesOf(helmOutputFile(folder)).contains(planted));
        QVERIFY(!bytesOf(helmOutputFile(folder)).contains(given));
        QVERIFY(bytesOf(helmOutputFile(folder)).contains("Release has been upgraded"));
        QCOMPARE(m_watch.ran, QStringList{id});
        m_clock.advance(ReleaseLease::defaultDuration); // nobody gave it back
        holdInvariants({*known.end, known.known.join(u' '), 3, {}}, folder);
    }

    void fault54OfTwoAtOnceExactlyOneRuns()
    {
        startUpgrade();
        OperationParts bens = parts();
        bens.holder = {u"ben"_s, u"desk"_s, 1};
        UpgradeOperation other(bens, draft());
        QSignalSpy ended(&other, &ReleaseOperation::finished);
        other.start();
        QTRY_VERIFY(!m_watch.ran.isEmpty() && ended.size() + m_finished->size() == 1);
        QCOMPARE(m_watch.ran.size(), 1);
        const auto refused = (ended.isEmpty() ? *m_finished : ended).at(0).at(0).value<OperationResult>();
        QVERIFY(refused.end == End::NotStarted);
        QVERIFY2(refused.text.contains(u"has been working on this release since"_s),
                 qPrintable(refused.text));
        QVERIFY(m_watch.ran[0] == m_operation->id()); // it was first
        store(revision(3, u"deployed"_s, u"v26.3.0"_s));
        endHelm();
        const OperationResult told = result();
        QVERIFY(told.end == End::Done);
        holdInvariants(told);
    }

    void fault54WhoWasFasterIsToldAndWhatHelmDidNot_data()
    {
        QTest::addColumn<QString>("said");
        QTest::addColumn<int>("end");
        const QString failed = u"Error: UPGRADE FAILED: "_s;
        QTest::newRow("at work") << failed + u"another operation (install/upgrade/rollback) is in progress"_s
                                 << int(End::NotStarted);
        QTest::newRow("stored") << failed + u"release: already exists"_s << int(End::NotStarted);
        QTest::newRow("anything else")
            << failed + u"deployments.apps \"web\" already exists"_s << int(End::Unknown);
        QTest::newRow("nothing") << QString() << int(End::Unknown);
    }
    void fault54WhoWasFasterIsToldAndWhatHelmDidNot()
    {
        QFETCH(QString, said);
        QFETCH(int, end);
        startUpgrade();
        QVERIFY(helmRuns());
        const ReleaseBuilder theirs = revision(3, u"pending-upgrade"_s, u"v26.3.0"_s, u"Preparing upgrade"_s);
        store(theirs, false);
        QByteArray object = theirs.object();
        object.replace("\"metadata\":{", "\"metadata\":{\"managedFields\":[{\"manager\":\"flux\","
                                         "\"operation\":\"Update\",\"time\":\"2026-11-21T03:30:00Z\"}],");
        m_transport->answer(u"/api/v1/namespaces/tenant-a/secrets/"_s + theirs.objectName(), object);
        endHelm(said);
        const OperationResult told = result();
        QCOMPARE(int(told.end), end);
        QVERIFY2(told.text.contains(u"another operation by flux at 2026-11-21T03:30:00Z"_s),
                 qPrintable(told.text));
        QCOMPARE(m_watch.ran.size(), 1);
        holdInvariants(told);
    }

    void fault55ASecondCopyOnTheSameJournalsReadsOnly()
    {
        startUpgrade();
        QVERIFY(helmRuns());
        const JournalContents before = journal();
        const Recovery seen = recovery(); // by the second
        QVERIFY(!seen.end && seen.moves.first().kind == NextMove::Kind::Wait);
        Recovery claimed = seen;
        claimed.end = End::Done;
        QVERIFY(closeJournal(m_operation->folder(), claimed, m_clock).error().code == Error::Code::Throttled);
        QCOMPARE(journal().records.size(), before.records.size());
        store(revision(3, u"deployed"_s, u"v26.3.0"_s));
        endHelm();
        const OperationResult told = result();
        QVERIFY(told.end == End::Done);
        holdInvariants(told);
    }

    void fault56WarningsAndNoiseOfHelmAreNoFailure()
    {
        makeHelm(untilGo + "echo 'WARNING: Kubernetes configuration file is group-readable' >&2\n"
                           "echo \"plugin says hello in $LC_ALL\"\nexit 0\n");
        startUpgrade();
        QVERIFY(scriptRuns() > 0);
        store(revision(3, u"deployed"_s, u"v26.3.0"_s));
        go();
        const OperationResult told = result();
        QVERIFY2(told.end == End::Done, qPrintable(told.text));
        QCOMPARE(told.problems, QStringList());
        QVERIFY(m_output.contains(u"plugin says hello in C"_s));
        QVERIFY(m_output.contains(u"WARNING: Kubernetes configuration file is group-readable"_s));
        QVERIFY(!m_said.join(u' ').contains(u"refused"_s));
        holdInvariants(told);
    }

    void fault56AHelmThatIsGoneOrAnotherChangesNothing_data()
    {
        QTest::addColumn<QByteArray>("version");
        QTest::addColumn<QString>("says");
        QTest::addColumn<int>("ran");
        QTest::newRow("gone") << QByteArray("v4.3.1") << u"does not exist"_s << 1;
        QTest::newRow("another major") << QByteArray("v5.0.0") << u"Helm 3 and 4"_s << 0;
        QTest::newRow("another program") << QByteArray("usage: helm") << u"Helm 3 and 4"_s << 0;
    }
    void fault56AHelmThatIsGoneOrAnotherChangesNothing()
    {
        QFETCH(QByteArray, version);
        QFETCH(QString, says);
        QFETCH(int, ran);
        m_helmScript = m_home->filePath(u"no-helm"_s);
        m_runner->answer = [this, version](const CommandLine &command) -> Result<CommandOutput> {
            return command.program == kubectlProgram ? m_cupboard.answer(command)
                                                     : CommandOutput{0, version, {}};
        };
        startUpgrade();
        const OperationResult told = result();
        QVERIFY(told.end == End::NotStarted);
        QVERIFY2(told.text.contains(says), qPrintable(told.text));
        QCOMPARE(m_watch.ran.size(), ran);
        holdInvariants(told);
    }

    void fault57HostileTextsReachHelmAsPlainArguments_data()
    {
        QTest::addColumn<QString>("text");
        QTest::newRow("option") << u"--post-renderer=sh"_s;
        QTest::newRow("shell") << u"; touch hacked"_s;
        QTest::newRow("substitution") << u"$(touch hacked)`touch hacked`"_s;
        QTest::newRow("quotes") << u"'\"\\ \" '"_s;
        QTest::newRow("path") << u"../../x"_s;
        QTest::newRow("newline") << u"a\nb"_s;
        QTest::newRow("override") << u"a\u202Eb"_s;
        QTest::newRow("long") << QString(4096, u'x');
    }
    // S2: hostile text reaches helm as one plain argument, and nothing of it is run.
    void fault57HostileTextsReachHelmAsPlainArguments()
    {
        QFETCH(QString, text);
        makeHelm(recordingHelm);
        OperationParts hostile = parts();
        hostile.access.context = text;
        hostile.access.kubeconfigs = {u"/home/"_s + text};
        // A name may be 255 bytes long, and the operation's folder comes behind it.
        hostile.folder = m_home->filePath(QString(text).replace(u'/', u'_').left(200));
        m_watch.operations = hostile.folder;
        UpgradeDraft wish = draft();
        wish.edits = Value(Value::Map{{text, Value(text)}});
        start(std::make_unique<UpgradeOperation>(hostile, wish));
        const OperationResult told = result();
        QVERIFY2(told.end == End::NotStarted, qPrintable(told.text)); // this helm stores nothing
        QCOMPARE(m_watch.lines.size(), 1);
        const QStringList argv = recordedArguments();
        QCOMPARE(argv, m_watch.lines[0].arguments);
        QCOMPARE(argv.mid(argv.size() - 2), (QStringList{u"--kube-context"_s, text}));
        QCOMPARE(argv[2], m_operation->folder() + u"/chart.tgz"_s);
        QCOMPARE(argv.count(text), 1); // the values go by file
        QCOMPARE(bytesOf(m_home->filePath(u"kubeconfig"_s)), (u"/home/"_s + text).toUtf8());
        QCOMPARE(*readYaml(bytesOf(m_home->filePath(u"given.yaml"_s))), wish.edits);
        QVERIFY(!QFile::exists(m_home->filePath(u"hacked"_s)) && !QFile::exists(u"hacked"_s));
        holdInvariants(told);
    }

    // S2: a rollback gets its text as plain arguments, too.
    void fault57ARollbackTakesThemAsPlainArgumentsToo()
    {
        const QString text = u"--post-renderer=sh; touch hacked $(touch hacked)\n"_s;
        makeHelm(recordingHelm);
        OperationParts hostile = parts();
        hostile.access.context = text;
        start(std::make_unique<RollbackOperation>(
            hostile, RollbackRequest{draft().release, 2, 1, std::chrono::seconds(300), {}}));
        const OperationResult told = result();
        QVERIFY2(told.end == End::NotStarted, qPrintable(told.text));
        QCOMPARE(recordedArguments(), m_watch.lines[0].arguments);
        QCOMPARE(recordedArguments().mid(0, 3), (QStringList{u"rollback"_s, u"gpu-operator"_s, u"1"_s}));
        QCOMPARE(recordedArguments().last(), text);
        QVERIFY(!QFile::exists(m_home->filePath(u"hacked"_s)) && !QFile::exists(u"hacked"_s));
        holdInvariants(told);
    }

    void fault59AFailedUpgradeIsNotRolledBackByItselfAndBothOutcomesAreTold()
    {
        startUpgrade();
        QVERIFY(helmRuns());
        const QStringList arguments = m_watch.lines[0].arguments;
        QVERIFY(arguments.contains(u"--timeout"_s));
        for (const QString &flag :
             {u"--atomic"_s, u"--rollback-on-failure"_s, u"--cleanup-on-fail"_s, u"--force"_s, u"--wait"_s})
            QVERIFY2(!arguments.contains(flag), qPrintable(flag));
        store(revision(3, u"failed"_s, u"v26.3.0"_s,
                       u"Upgrade \"gpu-operator\" failed: pre-upgrade hooks failed: timed out"_s));
        endHelm(u"Error: UPGRADE FAILED: an error occurred while rolling back the release. original upgrade "
                "error: timed out waiting for the condition: no revision"_s);
        const OperationResult told = result();
        QVERIFY(told.end == End::Failed);
        QVERIFY2(told.text.contains(u"hooks failed: timed out"_s), qPrintable(told.text));
        QVERIFY2(told.text.contains(u"error occurred while rolling back"_s), qPrintable(told.text));
        holdInvariants(told);
        const QString first = m_operation->folder();
        QCOMPARE(recovery().moves.size(), 2); // upgrade again, or go back: a person says so

        // A person goes back, and that fails too.
        startRollback(1, 3);
        QVERIFY(helmRuns());
        store(revision(4, u"failed"_s, u"v25.3.0"_s, u"Rollback \"gpu-operator\" failed: timed out"_s),
              false);
        endHelm(u"Error: ROLLBACK FAILED: timed out waiting for the condition"_s);
        const OperationResult back = result();
        QVERIFY(back.end == End::Failed);
        QVERIFY2(back.text.contains(u"Revision 4 failed"_s), qPrintable(back.text));
        holdInvariants(back);
        QVERIFY(endIn(*readJournal(first)) == End::Failed);
        QCOMPARE(m_watch.ran.size(), 2); // and no third helm
    }
};

#include "tst_operation_faults.moc"
} // namespace tst_operation_faults

CHARTROOM_TEST(tst_operation_faults, OperationFaultsTest)
