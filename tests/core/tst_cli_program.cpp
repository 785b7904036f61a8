// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recording/recording_reader.h"
#include "tests/core/cli_bench.h"
#include "tests/support/fault_server.h"
#include "tests/support/test_main.h"

#include <QElapsedTimer>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTcpServer>

#include <csignal>
#include <sys/resource.h>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_cli_program {

namespace {

/// An API server on the loopback that has nothing.
struct EmptyCluster
{
    /// Where it has no watches, each ends as it begins.
    explicit EmptyCluster(bool hasWatches = true)
    {
        server.onRequest([hasWatches](FaultConnection *connection, const SeenRequest &request) {
            if (request.isWatch() && !hasWatches)
                connection->answer(200, {});
            else if (request.isWatch())
                connection->startChunked();
            else if (request.url.path() == u"/version"_s)
                connection->answer(200, R"({"gitVersion":"v1.36.3"})");
            else
                connection->answer(200, R"({"kind":"List","metadata":{"resourceVersion":"5"},"items":[]})");
        });
    }
    FaultServer server;
};

} // namespace

/// What the program owes to a script: exit codes, signals, and what it says on which output.
class CliProgramTest : public QObject, private CliBench
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_home = std::make_unique<QTemporaryDir>(); }

    void helpAndVersionNeedNoDisplayAndNoCluster()
    {
        for (const char *argument : {"--help", "--version"}) {
            const Ended ended = run({QString::fromLatin1(argument)});
            QCOMPARE(ended.code, 0);
            QVERIFY(ended.out.contains("chartroom"));
            QVERIFY(ended.err.isEmpty());
        }
    }

    void wrongUsageEndsWithTwoAndSaysSoOnStderr()
    {
        const Ended ended = run({u"list"_s, u"--frobnicate"_s});
        QCOMPARE(ended.code, 2);
        QVERIFY(ended.out.isEmpty());
        QVERIFY(ended.err.startsWith("chartroom: "));
        QCOMPARE(ended.err.count('\n'), 1);
    }

    void noKubeconfigEndsWithThree()
    {
        QCOMPARE(run({u"list"_s}).code, 3);
        const Ended contexts = run({u"contexts"_s, u"-o"_s, u"json"_s});
        QCOMPARE(contexts.code, 0);
        QCOMPARE(contexts.out.trimmed(), QByteArray("[]"));
    }

    void aKubeconfigThatIsNotThereEndsWithThreeAndIsNamedOnce()
    {
        const Ended ended = run({u"list"_s, u"--kubeconfig"_s, u"/no/such/config"_s});
        QCOMPARE(ended.code, 3);
        QCOMPARE(ended.err.count("/no/such/config"), 1);
    }

    void aSignInProgramThatIsNotInstalledEndsWithThree()
    {
        const QString kubeconfig =
            kubeconfigFor(u"https://127.0.0.1:1"_s,
                          "{exec: {apiVersion: client.authentication.k8s.io/v1, command: no-such-sign-in, "
                          "interactiveMode: Never}}");
        const Ended ended = run({u"list"_s, u"--kubeconfig"_s, kubeconfig});
        QCOMPARE(ended.code, 3);
        QVERIFY2(ended.err.contains("no-such-sign-in"), ended.err.constData());
    }

    // S3, S4: a program that a kubeconfig names is shown with its arguments, and not run unasked.
    void aSignInProgramIsShownAndNotRunUnasked()
    {
        const QString mark = m_home->filePath(u"ran"_s);
        const QString kubeconfig = kubeconfigFor(
            u"https://127.0.0.1:1"_s,
            "{exec: {apiVersion: client.authentication.k8s.io/v1, command: /bin/sh, "
            "args: [-c, \"touch " +
                mark.toUtf8() +
                "\"], interactiveMode: Never, env: [{name: SIGN_IN_AS, value: the night shift}, "
                "{name: SIGN_IN_PASSWORD, value: planted-hunter2}]}}");
        const QStringList list{u"list"_s, u"--kubeconfig"_s, kubeconfig};
        const Ended asked = run(list);
        QCOMPARE(asked.code, 3);
        QVERIFY2(asked.err.contains("/bin/sh -c 'touch "), asked.err.constData());
        QVERIFY2(asked.err.contains("SIGN_IN_AS='the night shift' SIGN_IN_PASSWORD="), asked.err.constData());
        QVERIFY2(!asked.err.contains("planted-hunter2"), asked.err.constData());
        QVERIFY2(asked.err.contains("--allow-exec"), asked.err.constData());
        QVERIFY(!QFile::exists(mark));
        (void)run(list + QStringList{u"--allow-exec"_s}); // it prints no credential
        QVERIFY(QFile::exists(mark));
    }

    void withoutADisplayTheWindowSaysWhatToDoInstead()
    {
        const Ended ended = run({});
        QCOMPARE(ended.code, 3);
        QVERIFY2(ended.err.contains("There is no display"), ended.err.constData());
        QVERIFY2(ended.err.count('\n') < 24, ended.err.constData()); // on one screen
        QVERIFY2(ended.err.contains("chartroom rollout --recording bundled"), ended.err.constData());
    }

    void aServerThatIsNotThereEndsWithThree()
    {
        const QString kubeconfig = kubeconfigFor(u"http://127.0.0.1:1"_s);
        const Ended ended = run({u"list"_s, u"--kubeconfig"_s, kubeconfig});
        QCOMPARE(ended.code, 3);
        QVERIFY(ended.out.isEmpty());
        QVERIFY(!ended.err.isEmpty());
        QCOMPARE(run({u"list"_s, u"--kubeconfig"_s, kubeconfig, u"--context"_s, u"other"_s}).code, 2);
    }

    void anEmptyListSaysSoOnStderr()
    {
        EmptyCluster cluster;
        const QString kubeconfig = kubeconfigFor(cluster.server.address());
        const Ended one = run({u"list"_s, u"--kubeconfig"_s, kubeconfig});
        QCOMPARE(one.code, 0);
        const QByteArray warned("The server is reached without TLS, so no credentials are sent to it.\n");
        QCOMPARE(one.err, warned + "No releases in namespace default; -A lists all.\n");
        const Ended all = run({u"list"_s, u"-A"_s, u"-o"_s, u"json"_s, u"--kubeconfig"_s, kubeconfig});
        QCOMPARE(all.out.trimmed(), QByteArray("[]"));
        QCOMPARE(all.err, warned + "No releases in this cluster.\n");
    }

    void aListNeedsNoWatch()
    {
        EmptyCluster cluster(false);
        QElapsedTimer took;
        took.start();
        const Ended ended = run({u"list"_s, u"-A"_s, u"--timeout"_s, u"40s"_s, u"--kubeconfig"_s,
                                 kubeconfigFor(cluster.server.address())});
        QVERIFY2(ended.code == 0, ended.err.constData());
        QVERIFY2(ended.err.endsWith("No releases in this cluster.\n"), ended.err.constData());
        QVERIFY(took.elapsed() < 20'000);
    }

    void severalClustersArePrintedInOneAndADeadOneIsNamed()
    {
        EmptyCluster east;
        EmptyCluster west;
        const QString kubeconfig = kubeconfigOf({{u"prod/east"_s, east.server.address()},
                                                 {u"prod/west"_s, west.server.address()},
                                                 {u"old"_s, u"http://127.0.0.1:1"_s}});
        const QStringList json{u"-o"_s, u"json"_s, u"--kubeconfig"_s, kubeconfig};
        const auto clusters = [](const QByteArray &out) {
            QStringList names;
            for (const auto one : QJsonDocument::fromJson(out).array())
                names << one.toObject()[u"cluster"_s].toString();
            return names;
        };
        const QStringList both{u"prod/east"_s, u"prod/west"_s};
        const Ended rollouts = run(QStringList{u"rollout"_s, u"--all-contexts"_s} + json);
        QCOMPARE(rollouts.code, 3);
        QVERIFY2(rollouts.err.contains("\nold: ") || rollouts.err.startsWith("old: "),
                 rollouts.err.constData());
        QCOMPARE(clusters(rollouts.out), both); // in the order of the contexts, whoever answers first
        QCOMPARE(clusters(run(QStringList{u"versions"_s, u"audit"_s, u"--context"_s, u"prod*"_s} + json).out),
                 both);
        const Ended findings =
            run(QStringList{u"findings"_s, u"--context"_s, u"prod/?est"_s, u"--context"_s, u"prod/east"_s} +
                json);
        QCOMPARE(findings.code, 0);
        QCOMPARE(findings.out.trimmed(), QByteArray("[]"));
        QCOMPARE(findings.err.count("prod/west: Nothing was found to be wrong."), 1);
        QCOMPARE(findings.err.count("prod/east: Nothing was found to be wrong."), 1);
        // One that prints of one cluster never chooses among several.
        const Ended plan =
            run({u"history"_s, u"a"_s, u"--context"_s, u"prod/*"_s, u"--kubeconfig"_s, kubeconfig});
        QCOMPARE(plan.code, 2);
        QVERIFY2(plan.err.contains("prod/east, prod/west"), plan.err.constData());
        QCOMPARE(run({u"list"_s, u"--context"_s, u"none*"_s, u"--kubeconfig"_s, kubeconfig}).code, 2);
    }

    // S13: a kubeconfig is read and not written, not even with what it held.
    void theKubeconfigStaysAsItWas()
    {
        EmptyCluster cluster;
        const QString kubeconfig = kubeconfigFor(cluster.server.address());
        const auto stateNow = [&kubeconfig] {
            QFile file(kubeconfig);
            const QByteArray bytes = file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
            return std::pair(bytes, file.fileTime(QFileDevice::FileModificationTime));
        };
        const auto before = stateNow();
        QVERIFY(!before.first.isEmpty());
        for (const char *verb : {"contexts", "list"}) {
            const Ended ended = run({QString::fromLatin1(verb), u"--kubeconfig"_s, kubeconfig});
            QVERIFY2(ended.code == 0, ended.err.constData());
            QVERIFY2(stateNow() == before, verb);
        }
    }

    /// SIGINT is the usual end of a recording without a set time; SIGTERM before that time cuts it short.
    void anInterruptedRecordingIsWhole_data()
    {
        QTest::addColumn<int>("signal");
        QTest::addColumn<QStringList>("extra");
        QTest::addColumn<int>("status");
        QTest::newRow("SIGINT") << SIGINT << QStringList() << 0;
        QTest::newRow("SIGTERM") << SIGTERM << QStringList() << 0;
        QTest::newRow("SIGTERM before the set time") << SIGTERM << QStringList{u"--for"_s, u"10m"_s} << 130;
    }

    void anInterruptedRecordingIsWhole()
    {
        QFETCH(int, signal);
        QFETCH(QStringList, extra);
        QFETCH(int, status);
        EmptyCluster cluster;
        const QString file = m_home->filePath(u"r.jsonl.gz"_s);
        QProcess program;
        prepare(program, QStringList{u"record"_s, u"-v"_s, u"-o"_s, file, u"--kubeconfig"_s,
                                     kubeconfigFor(cluster.server.address())} +
                             extra);
        program.start();
        QByteArray said;
        QTRY_VERIFY2((said += program.readAllStandardError()).contains("nodes: listed"), said.constData());
        ::kill(pid_t(program.processId()), signal);
        QTRY_COMPARE(program.state(), QProcess::NotRunning);
        QCOMPARE(program.exitStatus(), QProcess::NormalExit);
        QCOMPARE(program.exitCode(), status);
        said += program.readAllStandardError();
        QVERIFY2(said.contains(" lines, ") && !said.contains("line(s)"), said.constData());
        const auto recording = loadRecording(file);
        QVERIFY(recording);
        QCOMPARE((*recording)->notices, QStringList());
        QVERIFY(!(*recording)->events.isEmpty());
    }

    // fault 62
    void aFullDiskEndsARecordingWithASentenceAndItPlays()
    {
        EmptyCluster cluster;
        const QString file = m_home->filePath(u"r.jsonl.gz"_s);
        QProcess program;
        prepare(program,
                {u"record"_s, u"-o"_s, file, u"--kubeconfig"_s, kubeconfigFor(cluster.server.address())});
        program.setChildProcessModifier([] {
            const rlimit full{400, 400}; // its header fits
            setrlimit(RLIMIT_FSIZE, &full);
        });
        program.start();
        QTRY_COMPARE(program.state(), QProcess::NotRunning);
        QCOMPARE(program.exitStatus(), QProcess::NormalExit);
        QCOMPARE(program.exitCode(), 4);
        const QByteArray said = program.readAllStandardError();
        QVERIFY2(said.contains("can no longer be written (File too large); it plays up to here"),
                 said.constData());
        const Ended replay = run({u"replay"_s, file});
        QCOMPARE(replay.code, 0);
        QVERIFY2(replay.err.count("truncated") == 1, replay.err.constData());
    }

    void aDiskThatIsFullFromTheStartKeepsNoEmptyFile()
    {
        EmptyCluster cluster;
        const QString file = m_home->filePath(u"r.jsonl.gz"_s);
        QProcess program;
        prepare(program, {u"record"_s, u"-A"_s, u"-o"_s, file, u"--kubeconfig"_s,
                          kubeconfigFor(cluster.server.address())});
        program.setChildProcessModifier([] {
            const rlimit full{16, 16};
            setrlimit(RLIMIT_FSIZE, &full);
        });
        program.start();
        QTRY_COMPARE(program.state(), QProcess::NotRunning);
        QCOMPARE(program.exitCode(), 4);
        const QByteArray said = program.readAllStandardError();
        QVERIFY2(said.contains("cannot be written: File too large.") && !said.contains("plays"),
                 said.constData());
        QVERIFY(!QFile::exists(file)); // it would be no recording, and its name taken
    }

    void anInterruptEndsWithOneHundredAndThirty()
    {
        QTcpServer server; // takes the connection and never answers
        QVERIFY(server.listen(QHostAddress::LocalHost));
        const QString address = u"http://127.0.0.1:%1"_s.arg(server.serverPort());
        QProcess program;
        prepare(program, {u"list"_s, u"--kubeconfig"_s, kubeconfigFor(address)});
        program.start();
        QTRY_VERIFY(server.hasPendingConnections());
        ::kill(pid_t(program.processId()), SIGINT);
        QTRY_COMPARE(program.state(), QProcess::NotRunning);
        QCOMPARE(program.exitStatus(), QProcess::NormalExit);
        QCOMPARE(program.exitCode(), 130);
    }

    void aFullOutputDeviceIsNoSuccess()
    {
        QProcess program;
        prepare(program, {u"list"_s, u"--recording"_s, recording()});
        program.setStandardOutputFile(u"/dev/full"_s);
        program.start();
        QTRY_COMPARE(program.state(), QProcess::NotRunning);
        QCOMPARE(program.exitCode(), 4);
    }
};

#include "tst_cli_program.moc"
} // namespace tst_cli_program

CHARTROOM_TEST(tst_cli_program, CliProgramTest)
