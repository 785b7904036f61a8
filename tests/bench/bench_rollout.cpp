// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The rollout board over 5,000 nodes and 50,000 pods with 2,000 changes a second, which tests/faultserver
// plays over a real connection, beside `kubectl get --watch` on the same server in the same run.
// CHARTROOM_SANDBOX names the file with the line that tests/sandbox/up printed; only its kubectl is used.
// Each side runs in a process of its own. Ends with 1 when a gate is missed.
#include "core/cluster/session_factory.h"
#include "core/process/process_runner.h"
#include "core/responsibility/rules.h"
#include "core/rollout/rollout_store.h"
#include "tests/bench/child_run.h"
#include "tests/support/fault_program.h"
#include "tests/support/loop_watch.h"
#include "tests/support/no_consent.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTimer>

#include <algorithm>
#include <cstdio>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr auto watched = 20s;
constexpr const char *size = "5000,10,2000";

/// From the moment that a node's step carries to the moment its track has it.
class Latency
{
public:
    Latency(const RolloutStore *rollout, const NodeStore *nodes)
        : m_rollout(rollout)
        , m_nodes(nodes)
    {}

    /// From now on; what is there already is no step.
    void start()
    {
        for (const Node &node : m_nodes->objects())
            m_names.insert(node.name, node.uid);
        for (const NodeTrack &track : m_rollout->tracks())
            m_labels.insert(track.node, track.label);
    }

    void take(const QList<TrackKey> &keys)
    {
        const qint64 now = QDateTime::currentMSecsSinceEpoch();
        for (const TrackKey &key : keys) {
            const NodeTrack *track = m_rollout->find(key);
            const Node *node = m_nodes->find(m_names.value(key.node));
            if (!track || !node)
                continue;
            QString &label = m_labels[key.node];
            if (label == track->label)
                continue;
            const qint64 sent = node->annotations.value(u"nvidia.com/sent-at"_s).toLongLong();
            if (sent > 0)
                m_late << now - sent;
            label = track->label;
        }
    }

    [[nodiscard]] qsizetype count() const { return m_late.size(); }
    [[nodiscard]] qint64 part(double quantile)
    {
        std::sort(m_late.begin(), m_late.end());
        return m_late.isEmpty() ? -1 : m_late[qsizetype(double(m_late.size() - 1) * quantile)];
    }

private:
    const RolloutStore *m_rollout;
    const NodeStore *m_nodes;
    QHash<QString, QString> m_names;
    QHash<QString, QString> m_labels;
    QList<qint64> m_late; ///< ms
};

int measure(const QString &kubeconfig)
{
    const Kubeconfig loaded = loadKubeconfig({kubeconfig}, true);
    const KubeContext *context = loaded.find(loaded.currentContext);
    const Result<ResponsibilityRules> rules = ResponsibilityRules::bundled();
    if (!context || !rules)
        return 2;
    const SystemClock clock;
    ProcessRunner runner;
    NoConsent consent;
    const SessionFactory factory({&runner, &consent, &*rules, &clock, {}, {}});
    const auto session = factory.forContext(*context);
    if (!session)
        return 2;
    QElapsedTimer since;
    since.start();
    LoopWatch loading;
    LoopWatch running;
    loading.start();
    (*session)->start();
    RolloutStore *rollout = (*session)->rollout();
    Latency latency(rollout, (*session)->nodes());
    QTimer end;
    end.setSingleShot(true);
    qint64 complete = 0;
    QObject::connect(rollout, &RolloutStore::tracksChanged, &end, [&](const QList<TrackKey> &keys) {
        if (complete > 0)
            latency.take(keys);
    });
    const auto isComplete = [&] {
        if (complete > 0 || (*session)->pods()->objects().size() < 50'000 || !rollout->isComplete())
            return;
        complete = since.elapsed();
        loading.stop();
        latency.start();
        running.start();
        end.start(watched);
    };
    QTimer poll;
    QObject::connect(&poll, &QTimer::timeout, &end, isComplete);
    poll.start(20ms);
    QObject::connect(&end, &QTimer::timeout, &end, [&] {
        running.stop();
        const QJsonObject report{{u"tracks"_s, qint64(rollout->tracks().size())},
                                 {u"completeMs"_s, complete},
                                 {u"loadingWork"_s, qint64(loading.longestWork().count())},
                                 {u"runningWork"_s, qint64(running.longestWork().count())},
                                 {u"runningGap"_s, qint64(running.longestGap().count())},
                                 {u"steps"_s, qint64(latency.count())},
                                 {u"median"_s, latency.part(0.5)},
                                 {u"late"_s, latency.part(0.99)}};
        std::puts(QJsonDocument(report).toJson(QJsonDocument::Compact).constData());
        std::fflush(stdout);
        std::_Exit(0);
    });
    return QCoreApplication::exec();
}

double megabytes(qint64 bytes)
{
    return double(bytes) / 1e6;
}

int compare(const QString &self, const QString &kubectl)
{
    const FaultProgram server({}, {u"--fleet"_s, QString::fromLatin1(size), u"--token"_s, u"bench"_s});
    if (!server.problem().isEmpty()) {
        std::fprintf(stderr, "bench_rollout: %s\n", qPrintable(server.problem()));
        return 2;
    }
    const ChildRun ours = runChild(self, {u"--measure"_s, server.kubeconfig()});
    const QJsonObject report = QJsonDocument::fromJson(ours.output).object();
    if (ours.exitCode != 0 || report.isEmpty()) {
        std::fputs("bench_rollout: the measured side failed\n", stderr);
        return 2;
    }
    const auto watchOf = [&](const QString &kind) {
        return runChild(u"/usr/bin/timeout"_s, {QString::number(watched.count()), kubectl, u"--kubeconfig"_s,
                                                server.kubeconfig(), u"get"_s, kind, u"-A"_s, u"--watch"_s});
    };
    const ChildRun nodes = watchOf(u"nodes"_s);
    const ChildRun pods = watchOf(u"pods"_s);
    std::printf("%d nodes on the board after %.2f s; peak %.0f MB, processor %.1f s in all\n",
                report[u"tracks"_s].toInt(), report[u"completeMs"_s].toDouble() / 1000,
                megabytes(ours.peakBytes), double(ours.processor.count()) / 1e6);
    std::printf("loop held for %.1f ms of work while it filled, %.1f ms while it ran (gap %.1f ms); "
                "%d steps shown after %d ms (median), %d ms (99 %%)\n",
                report[u"loadingWork"_s].toDouble() / 1000, report[u"runningWork"_s].toDouble() / 1000,
                report[u"runningGap"_s].toDouble() / 1000, report[u"steps"_s].toInt(),
                report[u"median"_s].toInt(), report[u"late"_s].toInt());
    std::printf("kubectl get --watch for %lld s: nodes %.0f MB, %.1f s of processor; pods %.0f MB, %.1f s\n",
                static_cast<long long>(watched.count()), megabytes(nodes.peakBytes),
                double(nodes.processor.count()) / 1e6, megabytes(pods.peakBytes),
                double(pods.processor.count()) / 1e6);
    const bool passed = megabytes(ours.peakBytes) < 400 && report[u"runningWork"_s].toDouble() < 16'000 &&
                        report[u"loadingWork"_s].toDouble() < 16'000 && report[u"steps"_s].toInt() > 100 &&
                        report[u"late"_s].toInt() <= 250;
    std::puts(passed ? "ok" : "MISS: 400 MB, 16 ms, 250 ms are the gates");
    return passed ? 0 : 1;
}

} // namespace

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    const QStringList words = QCoreApplication::arguments();
    if (words.value(1) == u"--measure")
        return measure(words.value(2));
    QFile file(qEnvironmentVariable("CHARTROOM_SANDBOX"));
    const QString kubectl = file.open(QIODevice::ReadOnly)
                                ? QJsonDocument::fromJson(file.readAll()).object()[u"kubectl"_s].toString()
                                : QString();
    if (kubectl.isEmpty()) {
        std::fputs("bench_rollout: CHARTROOM_SANDBOX must name the file with the line that tests/sandbox/up "
                   "printed\n",
                   stderr);
        return 2;
    }
    return compare(QCoreApplication::applicationFilePath(), kubectl);
}
