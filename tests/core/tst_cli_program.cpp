// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recording/recording_reader.h"
#include "tests/support/fault_server.h"
#include "tests/support/test_main.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMap>
#include <QProcess>
#include <QTcpServer>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

using namespace chartroom;
using namespace chartroom::test;

namespace HIDDEN_FROM_MOC tst_cli_program {

namespace {

struct Ended
{
    int code = -1;
    QByteArray out;
    QByteArray err;
};

/// An API server on the loopback that has nothing.
struct EmptyCluster
{
    EmptyCluster()
    {
        server.onRequest([](FaultConnection *connection, const SeenRequest &request) {
            if (request.isWatch())
                connection->startChunked();
            else if (request.url.path() == QStringLiteral("/version"))
                connection->answer(200, R"({"gitVersion":"v1.36.3"})");
            else
                connection->answer(200, R"({"kind":"List","metadata":{"resourceVersion":"5"},"items":[]})");
        });
    }
    FaultServer server;
};

} // namespace

/// Runs the built program as a script would: no display, a home of its own.
class CliProgramTest : public QObject
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
        const Ended ended = run({QStringLiteral("list"), QStringLiteral("--frobnicate")});
        QCOMPARE(ended.code, 2);
        QVERIFY(ended.out.isEmpty());
        QVERIFY(ended.err.startsWith("chartroom: "));
        QCOMPARE(ended.err.count('\n'), 1);
    }

    void noKubeconfigEndsWithThree()
    {
        QCOMPARE(run({QStringLiteral("list")}).code, 3);
        const Ended contexts =
            run({QStringLiteral("contexts"), QStringLiteral("-o"), QStringLiteral("json")});
        QCOMPARE(contexts.code, 0);
        QCOMPARE(contexts.out.trimmed(), QByteArray("[]"));
    }

    void aKubeconfigThatIsNotThereEndsWithThreeAndIsNamedOnce()
    {
        const Ended ended =
            run({QStringLiteral("list"), QStringLiteral("--kubeconfig"), QStringLiteral("/no/such/config")});
        QCOMPARE(ended.code, 3);
        QCOMPARE(ended.err.count("/no/such/config"), 1);
    }

    void aSignInProgramThatIsNotInstalledEndsWithThree()
    {
        const QString kubeconfig =
            kubeconfigFor(QStringLiteral("https://127.0.0.1:1"),
                          "{exec: {apiVersion: client.authentication.k8s.io/v1, command: no-such-sign-in, "
                          "interactiveMode: Never}}");
        const Ended ended = run({QStringLiteral("list"), QStringLiteral("--kubeconfig"), kubeconfig});
        QCOMPARE(ended.code, 3);
        QVERIFY2(ended.err.contains("no-such-sign-in"), ended.err.constData());
    }

    // S3, S4: a program that a kubeconfig names is shown with its arguments, and not run unasked.
    void aSignInProgramIsShownAndNotRunUnasked()
    {
        const QString mark = m_home->filePath(QStringLiteral("ran"));
        const QString kubeconfig = kubeconfigFor(
            QStringLiteral("https://127.0.0.1:1"),
            "{exec: {apiVersion: client.authentication.k8s.io/v1, command: /bin/sh, "
            "args: [-c, \"touch " +
                mark.toUtf8() +
                "\"], interactiveMode: Never, env: [{name: SIGN_IN_AS, value: the night shift}, "
                "{name: SIGN_IN_PASSWORD, value: planted-hunter2}]}}");
        const QStringList list{QStringLiteral("list"), QStringLiteral("--kubeconfig"), kubeconfig};
        const Ended asked = run(list);
        QCOMPARE(asked.code, 3);
        QVERIFY2(asked.err.contains("/bin/sh -c 'touch "), asked.err.constData());
        QVERIFY2(asked.err.contains("SIGN_IN_AS='the night shift' SIGN_IN_PASSWORD="), asked.err.constData());
        QVERIFY2(!asked.err.contains("planted-hunter2"), asked.err.constData());
        QVERIFY2(asked.err.contains("--allow-exec"), asked.err.constData());
        QVERIFY(!QFile::exists(mark));
        (void)run(list + QStringList{QStringLiteral("--allow-exec")}); // it prints no credential
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
        const QString kubeconfig = kubeconfigFor(QStringLiteral("http://127.0.0.1:1"));
        const Ended ended = run({QStringLiteral("list"), QStringLiteral("--kubeconfig"), kubeconfig});
        QCOMPARE(ended.code, 3);
        QVERIFY(ended.out.isEmpty());
        QVERIFY(!ended.err.isEmpty());
        QCOMPARE(run({QStringLiteral("list"), QStringLiteral("--kubeconfig"), kubeconfig,
                      QStringLiteral("--context"), QStringLiteral("other")})
                     .code,
                 2);
    }

    void anEmptyListSaysSoOnStderr()
    {
        EmptyCluster cluster;
        const QString kubeconfig = kubeconfigFor(cluster.server.address());
        const Ended one = run({QStringLiteral("list"), QStringLiteral("--kubeconfig"), kubeconfig});
        QCOMPARE(one.code, 0);
        const QByteArray warned("The server is reached without TLS, so no credentials are sent to it.\n");
        QCOMPARE(one.err, warned + "No releases in namespace default; -A lists all.\n");
        const Ended all = run({QStringLiteral("list"), QStringLiteral("-A"), QStringLiteral("-o"),
                               QStringLiteral("json"), QStringLiteral("--kubeconfig"), kubeconfig});
        QCOMPARE(all.out.trimmed(), QByteArray("[]"));
        QCOMPARE(all.err, warned + "No releases in this cluster.\n");
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
            const Ended ended = run({QString::fromLatin1(verb), QStringLiteral("--kubeconfig"), kubeconfig});
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
        QTest::newRow("SIGTERM before the set time")
            << SIGTERM << QStringList{QStringLiteral("--for"), QStringLiteral("10m")} << 130;
    }

    void anInterruptedRecordingIsWhole()
    {
        QFETCH(int, signal);
        QFETCH(QStringList, extra);
        QFETCH(int, status);
        EmptyCluster cluster;
        const QString file = m_home->filePath(QStringLiteral("r.jsonl.gz"));
        QProcess program;
        prepare(program,
                QStringList{QStringLiteral("record"), QStringLiteral("-v"), QStringLiteral("-o"), file,
                            QStringLiteral("--kubeconfig"), kubeconfigFor(cluster.server.address())} +
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
        const QString file = m_home->filePath(QStringLiteral("r.jsonl.gz"));
        QProcess program;
        prepare(program, {QStringLiteral("record"), QStringLiteral("-o"), file,
                          QStringLiteral("--kubeconfig"), kubeconfigFor(cluster.server.address())});
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
        const Ended replay = run({QStringLiteral("replay"), file});
        QCOMPARE(replay.code, 0);
        QVERIFY2(replay.err.count("truncated") == 1, replay.err.constData());
    }

    void aDiskThatIsFullFromTheStartKeepsNoEmptyFile()
    {
        EmptyCluster cluster;
        const QString file = m_home->filePath(QStringLiteral("r.jsonl.gz"));
        QProcess program;
        prepare(program, {QStringLiteral("record"), QStringLiteral("-A"), QStringLiteral("-o"), file,
                          QStringLiteral("--kubeconfig"), kubeconfigFor(cluster.server.address())});
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

    void aRecordingCutBeforeItsFirstNodesSaysSo()
    {
        QFile whole(recording());
        QVERIFY(whole.open(QIODevice::ReadOnly));
        QFile head(m_home->filePath(QStringLiteral("head.jsonl.gz")));
        QVERIFY(head.open(QIODevice::WriteOnly));
        head.write(whole.read(1000));
        head.close();
        const Ended ended = run({QStringLiteral("rollout"), QStringLiteral("-A"),
                                 QStringLiteral("--recording"), head.fileName()});
        QCOMPARE(ended.code, 3);
        QVERIFY2(ended.err.contains("truncated") && ended.err.contains("contains no nodes"),
                 ended.err.constData());
    }

    void aRecordingWithoutNodesSaysSo()
    {
        const Ended ended = run({QStringLiteral("replay"), recordingWithout("nodes")});
        QCOMPARE(ended.code, 0);
        QVERIFY2(ended.err.contains("The recording contains no nodes."), ended.err.constData());
    }

    void aRecordingIsListedWithItsOwners()
    {
        const Ended ended = run({QStringLiteral("list"), QStringLiteral("--recording"), recording(),
                                 QStringLiteral("-o"), QStringLiteral("json")});
        QCOMPARE(ended.code, 0);
        QVERIFY2(ended.err.isEmpty(), ended.err.constData());
        const QJsonArray list = QJsonDocument::fromJson(ended.out).array();
        QCOMPARE(list.size(), 2);
        QCOMPARE(list[0][QLatin1String("name")].toString(), QStringLiteral("gpu-operator"));
        QCOMPARE(list[0][QLatin1String("revision")].toInt(), 4);
        QCOMPARE(list[0][QLatin1String("status")].toString(), QStringLiteral("deployed"));
        QCOMPARE(list[0][QLatin1String("owner")].toString(), QStringLiteral("shared"));
        QCOMPARE(list[0][QLatin1String("divergence")][QLatin1String("changedPaths")].toArray().size(), 3);
        QCOMPARE(list[1][QLatin1String("neverUpgraded")].toBool(), true);
        const QJsonValue rollout = list[0][QLatin1String("rollout")];
        QCOMPARE(rollout[QLatin1String("basis")].toString(), QStringLiteral("evidence"));
        const QJsonValue gpu = rollout[QLatin1String("components")][0];
        QCOMPARE(gpu[QLatin1String("nodes")].toInt(), 16);
        QCOMPARE(gpu[QLatin1String("failed")].toInt(), 1); // although helm says deployed
    }

    void aReleasesNodesAreCountedAsByTheRollout()
    {
        for (const char *moment : {"73s", "217s", "300s"}) {
            const QStringList at{QStringLiteral("--at"), QString::fromLatin1(moment), QStringLiteral("-o"),
                                 QStringLiteral("json")};
            const Ended replayed = run(QStringList{QStringLiteral("replay"), recording()} + at);
            const QJsonValue clocks =
                QJsonDocument::fromJson(replayed.out)[u"releases"][0][QLatin1String("rollout")];
            QCOMPARE(clocks[QLatin1String("basis")].toString(), QStringLiteral("evidence"));
            const QJsonValue gpu = clocks[QLatin1String("components")][0];
            const Ended rollout =
                run(QStringList{QStringLiteral("rollout"), QStringLiteral("--recording"), recording(),
                                QStringLiteral("--component"), QStringLiteral("gpu")} +
                    at);
            const QJsonValue total = QJsonDocument::fromJson(rollout.out)[u"totals"][0];
            for (const char *count : {"done", "waiting", "stuck", "failed", "lost", "notKnown"})
                QCOMPARE(gpu[QLatin1String(count)].toInt(), total[QLatin1String(count)].toInt());
            QCOMPARE(gpu[QLatin1String("moving")].toInt(),
                     total[QLatin1String("moving")].toInt() + total[QLatin1String("slow")].toInt());
        }
    }

    void aDaemonSetThatIsNotThereIsNoRolloutAtRest()
    {
        const Ended ended = run({QStringLiteral("rollout"), QStringLiteral("--recording"), recording(),
                                 QStringLiteral("--component"), QStringLiteral("no/such")});
        QCOMPARE(ended.code, 4);
        QVERIFY2(ended.err.contains("no/such") && ended.err.contains("nvidia-gpu-operator/"),
                 ended.err.constData());
    }

    /// As from a program that could not read Secrets.
    void whatIsAboutNodesNeedsNoReleases()
    {
        const QString cut = recordingWithout("releases");
        const QStringList at{QStringLiteral("--at"), QStringLiteral("73s"), QStringLiteral("-o"),
                             QStringLiteral("json")};
        const auto of = [&](const char *verb, const QString &file) {
            return run(QStringList{QString::fromLatin1(verb), QStringLiteral("--recording"), file} + at);
        };
        for (const char *verb : {"rollout", "findings"}) {
            const Ended ended = of(verb, cut);
            QCOMPARE(ended.code, of(verb, recording()).code);
            QVERIFY2(ended.err.contains("contains no releases"), ended.err.constData());
        }
        QCOMPARE(QJsonDocument::fromJson(of("rollout", cut).out)[u"nodes"],
                 QJsonDocument::fromJson(of("rollout", recording()).out)[u"nodes"]);
        QCOMPARE(run(QStringList{QStringLiteral("replay"), cut} + at).code, 0);
        const Ended list = run({QStringLiteral("list"), QStringLiteral("--recording"), cut});
        QCOMPARE(list.code, 3);
        QVERIFY2(list.err.contains("contains no releases"), list.err.constData());
    }

    void aMomentOfARecordingShowsThatMoment()
    {
        const Ended ended = run({QStringLiteral("replay"), recording(), QStringLiteral("--at"),
                                 QStringLiteral("73s"), QStringLiteral("-o"), QStringLiteral("json")});
        QCOMPARE(ended.code, 0);
        const QJsonObject replay = QJsonDocument::fromJson(ended.out).object();
        QCOMPARE(replay[QLatin1String("at")].toString(), QStringLiteral("2026-11-21T03:32:17Z"));
        QCOMPARE(replay[QLatin1String("serverVersion")].toString(), QStringLiteral("v1.36.3"));
        const QJsonArray nodes = replay[QLatin1String("nodes")].toArray();
        QCOMPARE(nodes.size(), 16);
        int cordoned = 0;
        for (const QJsonValue node : nodes)
            cordoned += node[QLatin1String("cordoned")].toBool() ? 1 : 0;
        QCOMPARE(cordoned, 4); // maxParallelUpgrades
        QCOMPARE(
            run({QStringLiteral("replay"), recording(), QStringLiteral("--at"), QStringLiteral("2h")}).code,
            2);
        QCOMPARE(run({QStringLiteral("replay"), QStringLiteral("/no/such/file.gz")}).code, 4);
    }

    void aRolloutNamesEachNodesStepAndEndsWithOneWhenANodeFailed()
    {
        const QStringList rollout{
            QStringLiteral("rollout"),     QStringLiteral("--recording"), recording(),
            QStringLiteral("--component"), QStringLiteral("gpu"),         QStringLiteral("--at")};
        const Ended before = run(rollout + QStringList{QStringLiteral("1s"), QStringLiteral("--all")});
        QVERIFY2(before.code == 0, before.err.constData());
        QCOMPARE(before.out.count(" done "), 32); // step and verdict of 16 nodes
        QVERIFY(!run(rollout + QStringList{QStringLiteral("1s")}).out.contains("gpu-000"));

        const Ended ended =
            run(rollout + QStringList{QStringLiteral("300s"), QStringLiteral("-o"), QStringLiteral("json")});
        QCOMPARE(ended.code, 1);
        const QJsonObject root = QJsonDocument::fromJson(ended.out).object();
        const QJsonObject total = root[u"totals"].toArray().at(0).toObject();
        QCOMPARE(total[u"nodes"].toInt(), 16);
        QCOMPARE(total[u"failed"].toInt(), 1);
        for (const QJsonValue node : root[u"nodes"].toArray()) {
            if (node[u"node"].toString() != u"gpu-011")
                continue;
            QCOMPARE(node[u"step"].toString(), QStringLiteral("failed"));
            QCOMPARE(node[u"label"].toString(), QStringLiteral("upgrade-failed"));
            QCOMPARE(node[u"driverTo"].toString(), QStringLiteral("580.82.07"));
            QVERIFY(node[u"driverFrom"].isNull()); // the new driver never came up
            QVERIFY(node[u"blockers"].toArray().at(0)[u"text"].toString().contains(
                u"Could not resolve Linux kernel version"));
            return;
        }
        QFAIL("gpu-011 is not in the list");
    }

    void aRolloutOfARecordingKnowsItsPastItsPaceAndItsEnd()
    {
        const QStringList rollout{QStringLiteral("rollout"), QStringLiteral("--recording"), recording(),
                                  QStringLiteral("--at"), QStringLiteral("217s")};
        const Ended told = run(rollout + QStringList{QStringLiteral("-o"), QStringLiteral("json")});
        const QJsonObject root = QJsonDocument::fromJson(told.out).object();
        const QJsonObject pace = root[u"pace"].toArray().at(0).toObject();
        QCOMPARE(pace[u"component"].toString(), QStringLiteral("gpu"));
        QCOMPARE(pace[u"slots"].toInt(), 4);
        QCOMPARE(pace[u"done"].toInt(), 4);
        const QJsonObject eta = root[u"eta"].toArray().at(0).toObject();
        const QString truth = QStringLiteral("2026-11-21T03:41:33Z");
        QVERIFY2(eta[u"earliest"].toString() < truth, told.out.right(2000).constData());
        QVERIFY2(eta[u"latest"].toString() > truth, told.out.right(2000).constData());
        for (const QJsonValue node : root[u"nodes"].toArray()) {
            if (node[u"node"].toString() != u"gpu-011" || node[u"component"].toString() != u"gpu")
                continue;
            QCOMPARE(node[u"since"].toString(), QStringLiteral("2026-11-21T03:32:17Z"));
            QCOMPARE(node[u"stage"].toInt(), 4);
            QCOMPARE(node[u"elapsed"][u"driverRestart"].toInt(), 59);
        }
        const Ended shown = run(rollout);
        QVERIFY2(shown.out.contains("gpu: 4 of 16 done"), shown.out.constData());
        QVERIFY2(shown.out.contains("without gpu-011, gpu-012"), shown.out.constData());
    }

    void watchingARecordingTellsItsChangesAndEndsWithIt()
    {
        QFile whole(recording());
        QVERIFY(whole.open(QIODevice::ReadOnly));
        QByteArray left;
        for (const QByteArray &line : inflatedPrefix(whole.readAll()).split('\n'))
            if (QJsonDocument::fromJson(line)[u"t"].toDouble() < 262)
                left += line + '\n';
        const QString cut = m_home->filePath(QStringLiteral("cut.jsonl.gz"));
        QFile file(cut);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(gzipped(left));
        file.close();
        const QStringList rollout{QStringLiteral("rollout"), QStringLiteral("--recording"), cut,
                                  QStringLiteral("--component"), QStringLiteral("gpu")};
        const Ended watched = run(
            rollout + QStringList{QStringLiteral("--watch"), QStringLiteral("--at"), QStringLiteral("255s")});
        const Ended end = run(rollout + QStringList{QStringLiteral("-o"), QStringLiteral("json")});
        QVERIFY2(watched.code == end.code, watched.err.constData());
        QMap<QString, QList<QByteArray>> steps; // by node
        for (const QByteArray &line : watched.out.split('\n')) {
            const QList<QByteArray> words = line.simplified().split(' ');
            const qsizetype component =
                words.indexOf("gpu"); // behind the node, and a time where one is known
            if (component > 0)
                steps[QString::fromUtf8(words[component - 1])].append(words.value(component + 1));
        }
        QCOMPARE(steps.size(), 16);
        for (const QJsonValue node : QJsonDocument::fromJson(end.out)[u"nodes"].toArray())
            QCOMPARE(steps[node[u"node"].toString()].last(), node[u"step"].toString().toUtf8());
        QCOMPARE(steps[QStringLiteral("gpu-007")].first(), QByteArray("driverRestart"));
        QCOMPARE(steps[QStringLiteral("gpu-007")].last(), QByteArray("done"));
        QVERIFY2(watched.out.contains("2026-11-21T03:35:23Z  gpu-007  gpu  done"), watched.out.constData());
        QVERIFY2(watched.out.contains("  gpu: 6 of 16 done"), watched.out.constData());
        // Those that last a fraction of a second, too: cordon, waitForJobs.
        for (const QJsonValue node : QJsonDocument::fromJson(end.out)[u"nodes"].toArray()) {
            QList<QByteArray> passed;
            for (const QJsonValue step : node[u"history"].toArray())
                if (step[u"start"].toString() > QStringLiteral("2026-11-21T03:35:20Z"))
                    passed.append(step[u"step"].toString().toUtf8());
            QList<QByteArray> told = steps[node[u"node"].toString()];
            told.erase(std::unique(told.begin(), told.end()), told.end());
            QCOMPARE(told.last(std::min(told.size(), passed.size())), passed);
        }
    }

    void watchingTellsThatARolloutIsPausedAndResumed()
    {
        QFile whole(recording());
        QVERIFY(whole.open(QIODevice::ReadOnly));
        QByteArray left;
        QByteArray policy; // the newest
        double before = 0;
        for (const QByteArray &line : inflatedPrefix(whole.readAll()).split('\n')) {
            const double at = QJsonDocument::fromJson(line)[u"t"].toDouble();
            for (const auto &[moment, isOn] : {std::pair(257.0, false), std::pair(260.0, true)}) {
                if (before >= moment || at < moment)
                    continue;
                QJsonObject changed = QJsonDocument::fromJson(policy).object();
                changed[u"t"] = moment;
                left += QJsonDocument(changed)
                            .toJson(QJsonDocument::Compact)
                            .replace("\"resourceVersion\":\"",
                                     isOn ? "\"resourceVersion\":\"2" : "\"resourceVersion\":\"1")
                            .replace("\"autoUpgrade\":true",
                                     isOn ? "\"autoUpgrade\":true" : "\"autoUpgrade\":false") +
                        '\n';
            }
            if (line.contains("\"resource\":\"clusterpolicies\"") && line.contains("\"autoUpgrade\":true"))
                policy = line;
            if (at < 262)
                left += line + '\n';
            before = at;
        }
        QFile file(m_home->filePath(QStringLiteral("paused.jsonl.gz")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(gzipped(left));
        file.close();
        const QStringList rollout{QStringLiteral("rollout"), QStringLiteral("--recording"), file.fileName(),
                                  QStringLiteral("--component"), QStringLiteral("gpu")};
        const Ended watched = run(
            rollout + QStringList{QStringLiteral("--watch"), QStringLiteral("--at"), QStringLiteral("255s")});
        const qsizetype paused =
            watched.out.indexOf("gpu: Rollout paused (autoUpgrade is off): ClusterPolicy cluster-policy\n");
        const qsizetype resumed =
            watched.out.indexOf("gpu: Rollout resumed (autoUpgrade is on): ClusterPolicy cluster-policy\n");
        QVERIFY2(paused >= 0 && resumed > paused, watched.out.constData());
        QCOMPARE(watched.out.count("Rollout paused"), 1);
        const auto pauseAt = [&](const char *moment) {
            const Ended told = run(rollout + QStringList{QStringLiteral("--at"), QString::fromLatin1(moment),
                                                         QStringLiteral("-o"), QStringLiteral("json")});
            return QJsonDocument::fromJson(told.out)[u"totals"][0].toObject();
        };
        QCOMPARE(pauseAt("258s")[u"paused"], QJsonValue(true));
        QCOMPARE(pauseAt("258s")[u"pausedBy"][0].toString(), QStringLiteral("ClusterPolicy cluster-policy"));
        QCOMPARE(pauseAt("261s")[u"paused"], QJsonValue(false));
    }

    void aWatchThatNobodyReadsOrThatIsInterruptedEnds()
    {
        const QStringList watch{QStringLiteral("rollout"), QStringLiteral("--watch"),
                                QStringLiteral("--recording"), recording()};
        int ends[2];
        QCOMPARE(::pipe2(ends, O_CLOEXEC), 0);
        QProcess unread;
        prepare(unread, watch);
        unread.setChildProcessModifier([out = ends[1]] { ::dup2(out, STDOUT_FILENO); });
        unread.start();
        char first = 0;
        QCOMPARE(::read(ends[0], &first, 1), 1);
        ::close(ends[0]);
        ::close(ends[1]);
        QTRY_COMPARE_WITH_TIMEOUT(unread.state(), QProcess::NotRunning, 15'000);
        QCOMPARE(unread.exitCode(), 4);
        QVERIFY(unread.readAllStandardError().contains("Not everything could be written"));
        QProcess stopped;
        prepare(stopped, watch);
        stopped.start();
        QVERIFY(stopped.waitForReadyRead());
        ::kill(pid_t(stopped.processId()), SIGINT);
        QTRY_COMPARE(stopped.state(), QProcess::NotRunning);
        QCOMPARE(stopped.exitCode(), 130);
    }

    void historyAndValuesOfARelease()
    {
        const Ended history =
            run({QStringLiteral("history"), QStringLiteral("gpu-operator"), QStringLiteral("--recording"),
                 recording(), QStringLiteral("-o"), QStringLiteral("json")});
        QCOMPARE(history.code, 0);
        const QJsonArray revisions = QJsonDocument::fromJson(history.out).array();
        QCOMPARE(revisions.size(), 4);
        QCOMPARE(revisions[2][QLatin1String("changes")][0][QLatin1String("path")].toString(),
                 QStringLiteral("driver.version"));

        const Ended values = run(
            {QStringLiteral("values"), QStringLiteral("nvidia-gpu-operator/gpu-operator"),
             QStringLiteral("--revision"), QStringLiteral("2"), QStringLiteral("--recording"), recording()});
        QCOMPARE(values.code, 0);
        QVERIFY(values.out.contains("version: 570.148.08"));
        QCOMPARE(run({QStringLiteral("values"), QStringLiteral("nothing"), QStringLiteral("--recording"),
                      recording()})
                     .code,
                 4);
    }

    void aTicketFromARecordingNamesTheNodeThatFailedAndItsText()
    {
        const QStringList ticket{QStringLiteral("ticket"),
                                 QStringLiteral("--phase"),
                                 QStringLiteral("during"),
                                 QStringLiteral("--recording"),
                                 recording(),
                                 QStringLiteral("--at"),
                                 QStringLiteral("300s")};
        const Ended markdown = run(ticket);
        QVERIFY2(markdown.code == 0, markdown.err.constData()); // it is written, although a node failed
        QVERIFY(markdown.out.startsWith("# "));
        for (const char *part :
             {"## Our request to Support", "gpu-011", "Could not resolve Linux kernel version", "shared",
              "supported", "of 16 done", "## What was hidden"})
            QVERIFY2(markdown.out.contains(part), part);
        QCOMPARE(run(ticket).out, markdown.out);

        const auto as = [&](const char *format) {
            return run(ticket + QStringList{QStringLiteral("-o"), QString::fromLatin1(format)});
        };
        QVERIFY(as("html").out.startsWith("<!DOCTYPE html>"));
        QVERIFY(as("txt").out.contains("Our request to Support\n----"));
        const QJsonObject json = QJsonDocument::fromJson(as("json").out).object();
        QCOMPARE(json[u"chartroomTicket"].toInt(), 1);
        QCOMPARE(json[u"phase"].toString(), QStringLiteral("during"));
        QVERIFY(as("pdf").out.startsWith("%PDF-"));
        QCOMPARE(as("patch").code, 2);
        QCOMPARE(run({QStringLiteral("ticket"), QStringLiteral("--recording"), recording()}).code,
                 2); // no phase
    }

    /// The bundled window near its end: one node crashes, one is held by a tenant's budget.
    void aTicketSaysWhoseTurnItIsAndWhatIsAskedOfSupport()
    {
        const Ended ended = run({QStringLiteral("ticket"), QStringLiteral("--phase"),
                                 QStringLiteral("during"), QStringLiteral("--recording"),
                                 QStringLiteral("bundled"), QStringLiteral("--at"), QStringLiteral("455s")});
        const QString text = QString::fromUtf8(ended.out);
        const QString asked = text.section(QStringLiteral("## Our request to Support"), 1)
                                  .section(QStringLiteral("\n## "), 0, 0);
        for (const QString &part :
             {QStringLiteral("Please advise on gpu-011 (GPU driver): fix, retry or reboot?"),
              QStringLiteral("For your information: gpu-005 (GPU driver, InfiniBand driver) is waiting for "
                             "us. tenant-c/notebook (PodDisruptionBudget) allows no disruption")})
            QVERIFY2(asked.contains(part), qPrintable(asked));
        QCOMPARE(asked.count(QStringLiteral("Could not resolve Linux kernel version")), 1);
        const QString findings =
            text.section(QStringLiteral("## Findings"), 1).section(QStringLiteral("\n## "), 0, 0);
        QCOMPARE(findings.count(QStringLiteral("\n```\n")),
                 4); // two quotes: no consequence has one of its own
        for (const QString &part :
             {QStringLiteral("**GPU driver on gpu-011**"), QStringLiteral("**Owner:** shared, supported."),
              QStringLiteral("**GPU driver on gpu-005**"), QStringLiteral("customer, customer-owned."),
              QStringLiteral("**Waiting for it:** InfiniBand driver on gpu-005\n")})
            QVERIFY2(findings.contains(part), qPrintable(findings));
    }

    void aTicketOfAReleaseIsAboutThatOne()
    {
        const Ended ended =
            run({QStringLiteral("ticket"), QStringLiteral("network-operator"), QStringLiteral("--phase"),
                 QStringLiteral("before"), QStringLiteral("--recording"), recording()});
        QVERIFY2(ended.code == 0, ended.err.constData());
        QVERIFY(ended.out.contains("network-operator"));
        QVERIFY(!ended.out.contains("nvidia-gpu-operator/gpu-operator"));
        QCOMPARE(run({QStringLiteral("ticket"), QStringLiteral("nothing"), QStringLiteral("--phase"),
                      QStringLiteral("before"), QStringLiteral("--recording"), recording()})
                     .code,
                 4);
    }

    // S12: a file that a person asks for is for its owner alone, too.
    void theAttachmentsAndTheNamesAreFilesForNobodyElse()
    {
        const QString zip = m_home->filePath(QStringLiteral("ticket.zip"));
        const Ended ended =
            run({QStringLiteral("ticket"), QStringLiteral("--phase"), QStringLiteral("after"),
                 QStringLiteral("--anonymous"), QStringLiteral("--attach"), zip,
                 QStringLiteral("--recording"), recording(), QStringLiteral("--at"), QStringLiteral("300s")});
        QVERIFY2(ended.code == 0, ended.err.constData());
        QVERIFY(!ended.out.contains("gpu-011"));
        QFile names(m_home->filePath(QStringLiteral(".local/state/chartroom/names.json")));
        QVERIFY(names.open(QIODevice::ReadOnly));
        QVERIFY(names.readAll().contains("\"gpu-011\""));
        QFile file(zip);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(file.readAll().startsWith("PK\x03\x04"));
        for (const QFile *one : {&names, &file})
            QCOMPARE(one->permissions() & (QFile::ReadGroup | QFile::ReadOther), QFile::Permissions());
    }

    void anInterruptEndsWithOneHundredAndThirty()
    {
        QTcpServer server; // takes the connection and never answers
        QVERIFY(server.listen(QHostAddress::LocalHost));
        const QString address = QStringLiteral("http://127.0.0.1:%1").arg(server.serverPort());
        QProcess program;
        prepare(program, {QStringLiteral("list"), QStringLiteral("--kubeconfig"), kubeconfigFor(address)});
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
        prepare(program, {QStringLiteral("list"), QStringLiteral("--recording"), recording()});
        program.setStandardOutputFile(QStringLiteral("/dev/full"));
        program.start();
        QTRY_COMPARE(program.state(), QProcess::NotRunning);
        QCOMPARE(program.exitCode(), 4);
    }

private:
    static QString recording()
    {
        return QStringLiteral(CHARTROOM_TEST_DATA "/gpu-then-ib-one-node-crashes.jsonl.gz");
    }

    /// The same without what it holds of that resource; "" when it cannot be made.
    QString recordingWithout(const char *resource)
    {
        QFile whole(recording());
        QFile cut(m_home->filePath(QStringLiteral("cut.jsonl.gz")));
        if (!whole.open(QIODevice::ReadOnly) || !cut.open(QIODevice::WriteOnly))
            return {};
        QByteArray left;
        for (const QByteArray &line : inflatedPrefix(whole.readAll()).split('\n'))
            if (!line.contains(QByteArray("\"resource\":\"") + resource + '"'))
                left += line + '\n';
        cut.write(gzipped(left));
        return cut.fileName();
    }

    QString kubeconfigFor(const QString &server, const QByteArray &user = "{}")
    {
        QFile file(m_home->filePath(QStringLiteral("config")));
        if (!file.open(QIODevice::WriteOnly) ||
            !file.setPermissions(QFile::ReadOwner | QFile::WriteOwner)) // others' rights get a warning
            return {};
        file.write(
            "apiVersion: v1\nkind: Config\ncurrent-context: x\nclusters: [{name: c, cluster: {server: \"" +
            server.toUtf8() + "\"}}]\nusers: [{name: u, user: " + user +
            "}]\n"
            "contexts: [{name: x, context: {cluster: c, user: u}}]\n");
        return file.fileName();
    }

    void prepare(QProcess &program, const QStringList &arguments)
    {
        QProcessEnvironment environment;
        environment.insert(QStringLiteral("HOME"), m_home->path());
        environment.insert(QStringLiteral("PATH"), QStringLiteral("/usr/bin:/bin"));
        environment.insert(QStringLiteral("LC_ALL"), QStringLiteral("C.UTF-8"));
        program.setProcessEnvironment(environment);
        program.setProgram(QStringLiteral(CHARTROOM_PROGRAM));
        program.setArguments(arguments);
    }

    Ended run(const QStringList &arguments)
    {
        QProcess program;
        prepare(program, arguments);
        program.start();
        Ended ended;
        if (QTest::qWaitFor([&] { return program.state() == QProcess::NotRunning; }, 30'000) &&
            program.exitStatus() == QProcess::NormalExit)
            ended.code = program.exitCode();
        ended.out = program.readAllStandardOutput();
        ended.err = program.readAllStandardError();
        return ended;
    }

    std::unique_ptr<QTemporaryDir> m_home;
};

#include "tst_cli_program.moc"
} // namespace tst_cli_program

CHARTROOM_TEST(tst_cli_program, CliProgramTest)
