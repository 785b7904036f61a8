// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The window's rollout page over 5,000 nodes and 50,000 pods with 2,000 changes a second, which
// tests/faultserver plays over a real connection, sorted and then filtered on the way, beside
// `kubectl get --watch` on the same server in the same run.
// CHARTROOM_SANDBOX names the file with the line that tests/sandbox/up printed; only its kubectl is used.
// Each side runs in a process of its own. Ends with 1 when a gate is missed.
#include "core/fleet/kube_fleet.h"
#include "core/process/process_runner.h"
#include "core/responsibility/rules.h"
#include "core/rollout/rollout_store.h"
#include "core/screens/rollout/rollout_model.h"
#include "core/screens/rollout/rollout_proxy.h"
#include "core/session/session_factory.h"
#include "core/words/path_notes.h"
#include "tests/bench/child_run.h"
#include "tests/support/fault_program.h"
#include "tests/support/loop_watch.h"
#include "tests/support/no_consent.h"
#include "ui/theme/theme.h"
#include "ui/widgets/rollout_table.h"
#include "ui/window/main_window.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>
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

/// From the moment that a node's step carries to the moment its row says it.
class Latency
{
public:
    Latency(const ClusterSession &session, const RolloutModel &model)
        : m_session(session)
        , m_model(model)
    {
        for (const Node &node : session.nodes()->objects())
            m_uids.insert(node.name, node.uid);
        for (const NodeTrack &track : session.rollout()->tracks())
            m_labels.insert(track.node, track.label);
    }

    void take(const QList<TrackKey> &keys)
    {
        for (const TrackKey &key : keys) {
            const NodeTrack *track = m_session.rollout()->find(key);
            const Node *node = m_session.nodes()->find(m_uids.value(key.node));
            if (!track || !node || m_labels.value(key.node) == track->label)
                continue;
            m_labels[key.node] = track->label;
            if (const qint64 sent = node->annotations.value(u"nvidia.com/sent-at"_s).toLongLong(); sent > 0)
                m_awaited.insert(key.node, {rolloutLane(*track).words, sent});
        }
    }
    void rowsChanged()
    {
        const qint64 now = QDateTime::currentMSecsSinceEpoch();
        m_awaited.removeIf([&](const auto &awaited) {
            const int row = m_model.rowOf(awaited.key());
            const bool isShown = row >= 0 && m_model.row(row).lanes[0].words == awaited->first;
            if (isShown)
                m_late << now - awaited->second;
            return isShown;
        });
    }

    [[nodiscard]] qsizetype count() const { return m_late.size(); }
    [[nodiscard]] qint64 part(double quantile)
    {
        std::sort(m_late.begin(), m_late.end());
        return m_late.isEmpty() ? -1 : m_late[qsizetype(double(m_late.size() - 1) * quantile)];
    }

private:
    const ClusterSession &m_session;
    const RolloutModel &m_model;
    QHash<QString, QString> m_uids;
    QHash<QString, QString> m_labels;
    QHash<QString, std::pair<QString, qint64>> m_awaited; ///< the words, and when they were sent
    QList<qint64> m_late;                                 ///< ms
};

/// The window of one kubeconfig with its rollout page shown.
struct Shown
{
    explicit Shown(const QString &kubeconfig)
        : factory({&runner, &consent, &*rules, &clock, {}, {}})
        , fleet(services(), {kubeconfig}, true)
        , notes(&*rules)
        , window({&fleet, &clock, &theme, &*rules, nullptr, nullptr, {}, {}, &notes})
    {
        window.resize(1280, 720);
        window.show();
        (void)QTest::qWaitForWindowActive(&window);
        fleet.connectTo(fleet.currentContext());
        QTest::keyClick(&window, Qt::Key_3, Qt::ControlModifier);
        table = window.findChild<RolloutTable *>();
    }
    KubeFleet::Services services()
    {
        KubeFleet::Services made;
        made.connect = [this](const KubeContext &context) {
            auto connected = factory.forContext(context);
            session = connected ? connected->get() : nullptr;
            return connected;
        };
        made.consent = &consent;
        return made;
    }

    const SystemClock clock;
    ProcessRunner runner;
    NoConsent consent;
    const Result<ResponsibilityRules> rules = ResponsibilityRules::bundled();
    const SessionFactory factory;
    ClusterSession *session = nullptr;
    KubeFleet fleet;
    Theme theme{nullptr};
    PathNotes notes;
    MainWindow window;
    RolloutTable *table = nullptr;
};

int measure(const QString &kubeconfig)
{
    QElapsedTimer since;
    since.start();
    LoopWatch loading;
    LoopWatch running;
    Shown shown(kubeconfig);
    if (!shown.session || !shown.table)
        return 2;
    loading.start();
    RolloutStore *rollout = shown.session->rollout();
    std::optional<Latency> latency;
    QTimer sorting;
    QTimer filtering;
    QTimer end;
    sorting.setSingleShot(true);
    filtering.setSingleShot(true);
    end.setSingleShot(true);
    qint64 complete = 0;
    QTimer poll;
    QObject::connect(&poll, &QTimer::timeout, &end, [&] {
        const RolloutProxy *proxy = shown.table->proxy();
        if (shown.session->pods()->objects().size() < 50'000 || !rollout->isComplete() || !proxy ||
            proxy->rowCount() < 5'000 || !proxy->source()->isCurrent())
            return;
        poll.stop();
        complete = since.elapsed();
        loading.stop();
        latency.emplace(*shown.session, *proxy->source());
        QObject::connect(rollout, &RolloutStore::tracksChanged, &end,
                         [&](const QList<TrackKey> &keys) { latency->take(keys); });
        QObject::connect(proxy->source(), &RolloutModel::rowsChanged, &end, [&] { latency->rowsChanged(); });
        running.start();
        sorting.start(watched / 3);
        filtering.start(watched / 2);
        end.start(watched);
    });
    poll.start(20ms);
    QObject::connect(&sorting, &QTimer::timeout, &end,
                     [&] { shown.table->proxy()->sort(int(RolloutColumn::Since), Qt::DescendingOrder); });
    QObject::connect(&filtering, &QTimer::timeout, &end, [&] { shown.table->proxy()->setFilter(u"1"_s); });
    QObject::connect(&end, &QTimer::timeout, &end, [&] {
        running.stop();
        const QJsonObject report{{u"rows"_s, shown.table->proxy()->source()->rowCount()},
                                 {u"filtered"_s, shown.table->proxy()->matchCount()},
                                 {u"completeMs"_s, complete},
                                 {u"loadingWork"_s, qint64(loading.longestWork().count())},
                                 {u"runningWork"_s, qint64(running.longestWork().count())},
                                 {u"runningGap"_s, qint64(running.longestGap().count())},
                                 {u"steps"_s, qint64(latency->count())},
                                 {u"median"_s, latency->part(0.5)},
                                 {u"late"_s, latency->part(0.99)}};
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
    std::printf("%d nodes on the page after %.2f s; peak %.0f MB, processor %.1f s in all\n",
                report[u"rows"_s].toInt(), report[u"completeMs"_s].toDouble() / 1000,
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
                        report[u"rows"_s].toInt() == 5000 && report[u"filtered"_s].toInt() < 5000 &&
                        report[u"late"_s].toInt() <= 250;
    std::puts(passed ? "ok" : "MISS: 400 MB, 16 ms, 250 ms are the gates");
    return passed ? 0 : 1;
}

} // namespace

int main(int argc, char **argv)
{
    QApplication app(argc, argv);
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
