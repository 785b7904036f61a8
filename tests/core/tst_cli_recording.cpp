// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/cli_bench.h"
#include "tests/support/file_bytes.h"
#include "tests/support/gzipped.h"
#include "tests/support/test_main.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <csignal>
#include <fcntl.h>
#include <unistd.h>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_cli_recording {

/// What the verbs say of a recording.
class CliRecordingTest : public QObject, private CliBench
{
    Q_OBJECT

private Q_SLOTS:
    void aRecordingCutBeforeItsFirstNodesSaysSo()
    {
        const Ended ended = run("rollout -A --recording", written(bytesOf(recording()).left(1000)));
        QCOMPARE(ended.code, 3);
        QVERIFY2(ended.err.contains("truncated") && ended.err.contains("contains no nodes"),
                 ended.err.constData());
    }

    void aRecordingWithoutNodesSaysSo()
    {
        const Ended ended = run("replay", recordingWithout("nodes"));
        QCOMPARE(ended.code, 0);
        QVERIFY2(ended.err.contains("The recording contains no nodes."), ended.err.constData());
    }

    void aRecordingIsListedWithItsOwners()
    {
        const Ended ended = run("list -o json --recording", recording());
        QCOMPARE(ended.code, 0);
        QVERIFY2(ended.err.isEmpty(), ended.err.constData());
        const QJsonArray list = QJsonDocument::fromJson(ended.out).array();
        QCOMPARE(list.size(), 2);
        QCOMPARE(list[0][u"name"].toString(), u"gpu-operator"_s);
        QCOMPARE(list[0][u"revision"].toInt(), 4);
        QCOMPARE(list[0][u"status"].toString(), u"deployed"_s);
        QCOMPARE(list[0][u"owner"].toString(), u"shared"_s);
        QCOMPARE(list[0][u"divergence"][u"changedPaths"].toArray().size(), 3);
        QCOMPARE(list[1][u"neverUpgraded"].toBool(), true);
        const QJsonValue rollout = list[0][u"rollout"];
        QCOMPARE(rollout[u"basis"].toString(), u"evidence"_s);
        const QJsonValue gpu = rollout[u"components"][0];
        QCOMPARE(gpu[u"nodes"].toInt(), 16);
        QCOMPARE(gpu[u"failed"].toInt(), 1); // although helm says deployed
    }

    void aReleasesNodesAreCountedAsByTheRollout()
    {
        for (const QString &moment : {u"73s"_s, u"217s"_s, u"300s"_s}) {
            const QStringList at{recording(), u"--at"_s, moment, u"-o"_s, u"json"_s};
            const QJsonValue clocks = jsonOf(run(QStringList{u"replay"_s} + at))[u"releases"][0][u"rollout"];
            QCOMPARE(clocks[u"basis"].toString(), u"evidence"_s);
            const QJsonValue gpu = clocks[u"components"][0];
            const QJsonValue total = jsonOf(run(
                QStringList{u"rollout"_s, u"--component"_s, u"gpu"_s, u"--recording"_s} + at))[u"totals"][0];
            for (const char *count : {"done", "waiting", "stuck", "failed", "lost", "notKnown"})
                QCOMPARE(gpu[QLatin1String(count)].toInt(), total[QLatin1String(count)].toInt());
            QCOMPARE(gpu[u"moving"].toInt(), total[u"moving"].toInt() + total[u"slow"].toInt());
        }
    }

    void aDaemonSetThatIsNotThereIsNoRolloutAtRest()
    {
        const Ended ended = run("rollout --component no/such --recording", recording());
        QCOMPARE(ended.code, 4);
        QVERIFY2(ended.err.contains("no/such") && ended.err.contains("nvidia-gpu-operator/"),
                 ended.err.constData());
    }

    /// As from a program that could not read Secrets.
    void whatIsAboutNodesNeedsNoReleases()
    {
        const QString cut = recordingWithout("releases");
        const auto of = [&](const char *verb, const QString &file) {
            return run(
                {QString::fromLatin1(verb), u"--recording"_s, file, u"--at"_s, u"73s"_s, u"-o"_s, u"json"_s});
        };
        for (const char *verb : {"rollout", "findings"}) {
            const Ended ended = of(verb, cut);
            QCOMPARE(ended.code, of(verb, recording()).code);
            QVERIFY2(ended.err.contains("contains no releases"), ended.err.constData());
        }
        QCOMPARE(jsonOf(of("rollout", cut))[u"nodes"], jsonOf(of("rollout", recording()))[u"nodes"]);
        QCOMPARE(run("replay --at 73s -o json", cut).code, 0);
        const Ended list = run("list --recording", cut);
        QCOMPARE(list.code, 3);
        QVERIFY2(list.err.contains("contains no releases"), list.err.constData());
    }

    void aMomentOfARecordingShowsThatMoment()
    {
        const Ended ended = run("replay --at 73s -o json", recording());
        QCOMPARE(ended.code, 0);
        const QJsonDocument replay = jsonOf(ended);
        QCOMPARE(replay[u"at"].toString(), u"2026-11-21T03:32:17Z"_s);
        QCOMPARE(replay[u"serverVersion"].toString(), u"v1.36.3"_s);
        const QJsonArray nodes = replay[u"nodes"].toArray();
        QCOMPARE(nodes.size(), 16);
        int cordoned = 0;
        for (const QJsonValue node : nodes)
            cordoned += node[u"cordoned"].toBool() ? 1 : 0;
        QCOMPARE(cordoned, 4); // maxParallelUpgrades
        QCOMPARE(run("replay --at 2h", recording()).code, 2);
        QCOMPARE(run("replay", u"/no/such/file.gz"_s).code, 4);
    }

    void aRolloutNamesEachNodesStepAndEndsWithOneWhenANodeFailed()
    {
        const Ended before = run("rollout --component gpu --at 1s --all --recording", recording());
        QVERIFY2(before.code == 0, before.err.constData());
        QCOMPARE(before.out.count(" done "), 32); // step and verdict of 16 nodes
        QVERIFY(!run("rollout --component gpu --at 1s --recording", recording()).out.contains("gpu-000"));

        const Ended ended = run("rollout --component gpu --at 300s -o json --recording", recording());
        QCOMPARE(ended.code, 1);
        const QJsonDocument root = jsonOf(ended);
        const QJsonValue total = root[u"totals"][0];
        QCOMPARE(total[u"nodes"].toInt(), 16);
        QCOMPARE(total[u"failed"].toInt(), 1);
        const QJsonObject node = nodeOf(root, "gpu-011");
        QCOMPARE(node[u"step"].toString(), u"failed"_s);
        QCOMPARE(node[u"label"].toString(), u"upgrade-failed"_s);
        QCOMPARE(node[u"driverTo"].toString(), u"580.82.07"_s);
        QVERIFY(node[u"driverFrom"].isNull()); // the new driver never came up
        QVERIFY(node[u"blockers"][0][u"text"].toString().contains(u"Could not resolve Linux kernel version"));
    }

    void aRolloutOfARecordingKnowsItsPastItsPaceAndItsEnd()
    {
        const Ended told = run("rollout --at 217s -o json --recording", recording());
        const QJsonDocument root = jsonOf(told);
        const QJsonValue pace = root[u"pace"][0];
        QCOMPARE(pace[u"component"].toString(), u"gpu"_s);
        QCOMPARE(pace[u"slots"].toInt(), 4);
        QCOMPARE(pace[u"done"].toInt(), 4);
        const QJsonValue eta = root[u"eta"][0];
        const QString truth = u"2026-11-21T03:41:33Z"_s;
        QVERIFY2(eta[u"earliest"].toString() < truth, told.out.right(2000).constData());
        QVERIFY2(eta[u"latest"].toString() > truth, told.out.right(2000).constData());
        const QJsonObject node = nodeOf(root, "gpu-011");
        QCOMPARE(node[u"since"].toString(), u"2026-11-21T03:32:17Z"_s);
        QCOMPARE(node[u"stage"].toInt(), 4);
        QCOMPARE(node[u"elapsed"][u"driverRestart"].toInt(), 59);
        const Ended shown = run("rollout --at 217s --recording", recording());
        QVERIFY2(shown.out.contains("gpu: 4 of 16 done"), shown.out.constData());
        QVERIFY2(shown.out.contains("excluding gpu-011, gpu-012"), shown.out.constData());
    }

    void watchingARecordingTellsItsChangesAndEndsWithIt()
    {
        QByteArray left;
        for (const QByteArray &line : lines())
            if (QJsonDocument::fromJson(line)[u"t"].toDouble() < 262)
                left += line + '\n';
        const QString cut = written(gzipped(left));
        const Ended watched = run("rollout --component gpu --watch --at 255s --recording", cut);
        const Ended end = run("rollout --component gpu -o json --recording", cut);
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
        QCOMPARE(steps[u"gpu-007"_s].first(), QByteArray("driverRestart"));
        QCOMPARE(steps[u"gpu-007"_s].last(), QByteArray("done"));
        QVERIFY2(watched.out.contains("2026-11-21T03:35:23Z  gpu-007  gpu  done"), watched.out.constData());
        QVERIFY2(watched.out.contains("  gpu: 6 of 16 done"), watched.out.constData());
        for (const QJsonValue node : jsonOf(end)[u"nodes"].toArray()) {
            QList<QByteArray> told = steps[node[u"node"].toString()];
            QCOMPARE(told.last(), node[u"step"].toString().toUtf8());
            // Those that last a fraction of a second, too: cordon, waitForJobs.
            QList<QByteArray> passed;
            for (const QJsonValue step : node[u"history"].toArray())
                if (step[u"start"].toString() > u"2026-11-21T03:35:20Z"_s)
                    passed.append(step[u"step"].toString().toUtf8());
            told.erase(std::unique(told.begin(), told.end()), told.end());
            QCOMPARE(told.last(std::min(told.size(), passed.size())), passed);
        }
    }

    void watchingTellsThatARolloutIsPausedAndResumed()
    {
        QByteArray left;
        QByteArray policy; // the newest
        double before = 0;
        for (const QByteArray &line : lines()) {
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
        const QString file = written(gzipped(left));
        const Ended watched = run("rollout --component gpu --watch --at 255s --recording", file);
        const qsizetype paused =
            watched.out.indexOf("gpu: Rollout paused (autoUpgrade is off): ClusterPolicy cluster-policy\n");
        const qsizetype resumed =
            watched.out.indexOf("gpu: Rollout resumed (autoUpgrade is on): ClusterPolicy cluster-policy\n");
        QVERIFY2(paused >= 0 && resumed > paused, watched.out.constData());
        QCOMPARE(watched.out.count("Rollout paused"), 1);
        const QJsonValue off =
            jsonOf(run("rollout --component gpu --at 258s -o json --recording", file))[u"totals"][0];
        QCOMPARE(off[u"paused"], QJsonValue(true));
        QCOMPARE(off[u"pausedBy"][0].toString(), u"ClusterPolicy cluster-policy"_s);
        QCOMPARE(jsonOf(run("rollout --component gpu --at 261s -o json --recording",
                            file))[u"totals"][0][u"paused"],
                 QJsonValue(false));
    }

    void aWatchThatNobodyReadsOrThatIsInterruptedEnds()
    {
        const QStringList watch = line("rollout --watch --recording", recording());
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
        const Ended history = run("history gpu-operator -o json --recording", recording());
        QCOMPARE(history.code, 0);
        const QJsonArray revisions = QJsonDocument::fromJson(history.out).array();
        QCOMPARE(revisions.size(), 4);
        QCOMPARE(revisions[2][u"changes"][0][u"path"].toString(), u"driver.version"_s);
        const Ended values =
            run("values nvidia-gpu-operator/gpu-operator --revision 2 --recording", recording());
        QCOMPARE(values.code, 0);
        QVERIFY(values.out.contains("version: 570.148.08"));
        QCOMPARE(run("values nothing --recording", recording()).code, 4);
    }

private:
    static QJsonDocument jsonOf(const Ended &ended) { return QJsonDocument::fromJson(ended.out); }

    /// What is told of the node's GPU driver.
    static QJsonObject nodeOf(const QJsonDocument &rollout, const char *name)
    {
        for (const QJsonValue node : rollout[u"nodes"].toArray())
            if (node[u"node"].toString() == QLatin1String(name) && node[u"component"].toString() == u"gpu")
                return node.toObject();
        return {};
    }

    static QList<QByteArray> lines() { return inflatedPrefix(bytesOf(recording())).split('\n'); }

    /// The path of a recording of these bytes.
    QString written(const QByteArray &bytes) const
    {
        QFile file(m_home->filePath(u"cut.jsonl.gz"_s));
        return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() ? file.fileName()
                                                                                    : QString();
    }

    /// The same without what it holds of that resource.
    QString recordingWithout(const char *resource) const
    {
        QByteArray left;
        for (const QByteArray &line : lines())
            if (!line.contains(QByteArray("\"resource\":\"") + resource + '"'))
                left += line + '\n';
        return written(gzipped(left));
    }
};

#include "tst_cli_recording.moc"
} // namespace tst_cli_recording

CHARTROOM_TEST(tst_cli_recording, CliRecordingTest)
