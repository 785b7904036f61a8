// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The window on a recording of six hours with 5,000 nodes and 50,000 pods, its rollout page shown: how long
// from opening the file until every node's row says its step at the end, how long after winding to any moment
// until every row says the step of then, forwards and back, first hurried (as soon as the page shows one
// moment the next is asked for), then from rest; how long the event loop is held meanwhile and until all is
// at rest, and the memory of the process. Ends with 1 when a gate is missed.
#include "core/base/translator.h"
#include "core/diagnosis/session_findings.h"
#include "core/fleet/kube_fleet.h"
#include "core/process/process_runner.h"
#include "core/recording/recorded_transport.h"
#include "core/responsibility/rules.h"
#include "core/rollout/rollout_store.h"
#include "core/screens/rollout/rollout_model.h"
#include "core/screens/rollout/rollout_proxy.h"
#include "core/session/rollout_source.h"
#include "core/session/session_factory.h"
#include "core/words/path_notes.h"
#include "tests/bench/child_run.h"
#include "tests/support/loop_watch.h"
#include "tests/support/no_consent.h"
#include "tests/support/recording_generator.h"
#include "ui/theme/theme.h"
#include "ui/widgets/rollout_table.h"
#include "ui/window/main_window.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QFileInfo>
#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QtConcurrentRun>

#include <algorithm>
#include <cstdio>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr auto longestOpening = 3000ms;
constexpr auto longestSeek = 200ms;
constexpr auto longestHold = 16ms;
constexpr qint64 mostBytes = 420'000'000; ///< who hurries leaves what is freed a little later
constexpr int nodeCount = 5000;
constexpr int seeks = 20;   ///< hurried, and as many from rest
constexpr auto atRest = 3s; ///< what follows a seek is over: the course is drawn two seconds later

double milliseconds(std::chrono::microseconds time)
{
    return double(time.count()) / 1000;
}

/// The program as far as it shows a recording.
struct Shown
{
    Shown()
        : factory({&runner, &consent, &*rules, &clock, {}, {}})
        , fleet(services(), {}, true)
        , notes(&*rules)
        , window({&fleet, &clock, &theme, &*rules, nullptr, nullptr, {}, {}, &notes})
    {
        window.resize(1280, 720);
        window.show();
        (void)QTest::qWaitForWindowActive(&window);
        QTest::keyClick(&window, Qt::Key_3, Qt::ControlModifier);
    }
    KubeFleet::Services services()
    {
        KubeFleet::Services made;
        made.replay = [this](const std::shared_ptr<const Recording> &recording) {
            auto connected = factory.forRecording(recording, recording->duration());
            session = connected.get();
            return connected;
        };
        made.findings = [this](ClusterSession *of) {
            return std::make_unique<SessionFindings>(of, *signatures.result(), &*rules);
        };
        made.clock = &clock;
        made.consent = &consent;
        return made;
    }

    const QFuture<Result<Signatures>> signatures = QtConcurrent::run(&Signatures::bundled);
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
};

/// The process that is measured. What it looks up itself to compare with is done while nothing is measured.
class Viewer : public QObject
{
public:
    explicit Viewer(const QString &path)
    {
        connect(&m_rest, &QTimer::timeout, this, &Viewer::arrived);
        m_rest.setSingleShot(true);
        connect(&m_shown.fleet, &Fleet::openFailed, this, [](const Error &error) {
            std::printf("MISS  %s\n", qPrintable(error.message));
            QCoreApplication::exit(2);
        });
        connect(&m_shown.fleet, &Fleet::opened, this, &Viewer::opened, Qt::QueuedConnection);
        connect(&m_limit, &QTimer::timeout, this, &Viewer::giveUp);
        m_limit.setSingleShot(true);
        m_limit.start(60s);
        m_loop.start();
        m_spent.start();
        m_shown.fleet.openRecording(path);
    }

private:
    void opened(const QString &name)
    {
        m_read = m_spent.elapsed();
        m_player = m_shown.fleet.player(name);
        m_transport = qobject_cast<RecordedTransport *>(m_shown.session->transport());
        m_model = m_shown.window.findChild<RolloutTable *>()->proxy()->source();
        connect(m_model, &QAbstractItemModel::rowsInserted, this,
                [this](const QModelIndex &, int first, int last) { look(first, last); });
        connect(m_model, &QAbstractItemModel::dataChanged, this,
                [this](const QModelIndex &first, const QModelIndex &last, const QList<int> &roles) {
                    if (roles.isEmpty())
                        look(first.row(), last.row());
                });
        connect(m_model, &RolloutModel::rowsChanged, this, &Viewer::lookAtPage);
        m_isThere = m_model->rowCount() == nodeCount; // they may have been faster
        lookAtPage();
    }

    /// With an example of what is not shown.
    void giveUp() const
    {
        std::printf("MISS  the page never shows it; seek %d, %lld nodes are awaited\n", m_done,
                    (long long)m_open);
        const auto one = std::find_if(m_awaited.cbegin(), m_awaited.cend(),
                                      [](const QString &label) { return !label.isNull(); });
        if (one != m_awaited.cend()) {
            const RolloutRow &row = m_model->row(int(one - m_awaited.cbegin()));
            const NodeTrack *track = m_model->source()->find({row.node, u"gpu"_s});
            std::printf("%s: recorded %s, computed %s, shown %s\n", qPrintable(row.node), qPrintable(*one),
                        qPrintable(track ? track->label : u"none"_s), qPrintable(row.lanes[0].words));
        }
        std::fflush(stdout);
        std::_Exit(2);
    }

    [[nodiscard]] bool says(const RolloutRow &row, const QString &label) const
    {
        const NodeTrack *track = m_model->source()->find({row.node, u"gpu"_s});
        return track && track->label == label && row.lanes[0].words == rolloutLane(*track).words;
    }

    /// The same in what costs next to nothing, as it is asked while the time runs.
    [[nodiscard]] bool isOf(const RolloutRow &row, const QString &label) const
    {
        const NodeTrack *track = m_model->source()->find({row.node, u"gpu"_s});
        const RolloutLane &lane = row.lanes[0];
        return track && track->label == label && lane.verdict == track->verdict &&
               lane.stage == track->stage && lane.since == track->since;
    }

    void look(int first, int last)
    {
        for (int i = first; i <= last; ++i) {
            const RolloutRow &row = m_model->row(i);
            if (m_done == 0) {
                m_isThere = m_model->rowCount() == nodeCount;
                break;
            }
            QString &awaited = m_awaited[size_t(i)];
            if (!awaited.isNull() && isOf(row, awaited)) {
                awaited = QString();
                --m_open;
            }
        }
    }

    /// Every row says it, has found its place and is painted.
    void lookAtPage()
    {
        const bool isThere = m_done == 0 ? m_isThere : m_open == 0;
        if (m_isShown || !isThere || m_model->isSettling())
            return;
        m_isShown = true;
        QTimer::singleShot(0, this, [this] {
            m_shown.window.findChild<RolloutTable *>()->viewport()->repaint();
            m_late = m_spent.elapsed();
            m_rest.start(m_done < seeks ? 0s : atRest);
        });
    }

    /// By node, as the recording has it.
    [[nodiscard]] QHash<QString, QString> labelsAt(std::chrono::milliseconds at) const
    {
        const Recording &recording = m_transport->recording();
        QHash<QString, QString> labels;
        for (const qsizetype event : recording.index.objects(u"nodes"_s, countAt(recording.events, at))) {
            const Result<Node> node = Node::read(recording.events[event].object);
            if (node)
                labels.insert(node->name, node->labels.value(u"nvidia.com/gpu-driver-upgrade-state"_s));
        }
        return labels;
    }

    /// As hurried as it is, or all at rest.
    void arrived()
    {
        m_loop.stop();
        if (m_done == 0) {
            m_opening = m_late;
            m_openingHold = m_loop.longestWork();
            m_labels = labelsAt(m_player->position());
        } else {
            Seeks &done = m_done <= seeks ? m_hurried : m_fromRest;
            done.times.append(m_late);
            done.hold = std::max(done.hold, m_loop.longestWork());
        }
        if (m_done >= seeks)
            compare();
        if (m_done++ == 2 * seeks)
            report();
        else
            windOn();
    }

    /// Every row, with the recording.
    void compare()
    {
        bool isExact = m_model->rowCount() == m_labels.size() && m_transport->isSettled();
        for (const RolloutRow &row : m_model->rows())
            isExact = isExact && says(row, m_labels.value(row.node));
        m_isExact = m_isExact && isExact;
    }

    void windOn()
    {
        const qint64 duration = m_player->duration().count();
        const int place = m_done % seeks;
        const std::chrono::milliseconds at(place == 1   ? 0
                                           : place == 2 ? duration
                                                        : m_random.bounded(duration));
        const QHash<QString, QString> before = std::exchange(m_labels, labelsAt(at));
        m_awaited.assign(size_t(m_model->rowCount()), QString());
        m_open = 0;
        for (int i = 0; i < m_model->rowCount(); ++i) {
            const QString &node = m_model->row(i).node;
            if (before.value(node) == m_labels.value(node))
                continue;
            m_awaited[size_t(i)] = m_labels.value(node, u""_s);
            ++m_open;
        }
        m_changed += m_open;
        m_isShown = false;
        m_limit.start(20s);
        m_loop.start();
        m_spent.restart();
        m_player->seek(at);
    }

    /// How often it went to another moment.
    struct Seeks
    {
        QList<qint64> times; ///< in milliseconds
        std::chrono::microseconds hold{0};

        /// Whether they keep the limits.
        bool report(const char *what)
        {
            QStringList words;
            for (const qint64 time : std::as_const(times))
                words.append(QString::number(time));
            std::sort(times.begin(), times.end());
            std::printf("%s: on the page after %lld ms (median), %lld ms (longest); loop held for %.1f ms of "
                        "work\n  to the start, to the end, to anywhere: %s ms\n",
                        what, times[times.size() / 2], times.last(), milliseconds(hold),
                        qPrintable(words.join(u", ")));
            return times.last() < longestSeek.count() && hold < longestHold;
        }
    };

    void report()
    {
        std::printf("read after %lld ms, %d nodes on the page after %lld ms; loop held for %.1f ms of work\n",
                    m_read, m_model->rowCount(), m_opening, milliseconds(m_openingHold));
        std::printf("twice %d seeks, %lld nodes at another step each; exact at rest: %s\n", seeks,
                    (long long)(m_changed / seeks / 2), m_isExact ? "yes" : "no");
        const bool areHurriedGood = m_hurried.report("hurried");
        const bool areGood = m_fromRest.report("from rest");
        std::fflush(stdout);
        const bool good = m_isExact && areHurriedGood && areGood && m_opening < longestOpening.count() &&
                          m_openingHold < longestHold;
        std::_Exit(good ? 0 : 1);
    }

    Shown m_shown;
    Player *m_player = nullptr;
    RecordedTransport *m_transport = nullptr;
    RolloutModel *m_model = nullptr;
    QHash<QString, QString> m_labels; ///< by node, where it was wound to
    std::vector<QString> m_awaited;   ///< by row, what it is still to say; null where nothing is
    qint64 m_open = 0;                ///< rows that are awaited
    QElapsedTimer m_spent;
    QTimer m_rest;
    QTimer m_limit;
    LoopWatch m_loop;
    QRandomGenerator m_random{7};
    qint64 m_read = 0;
    qint64 m_opening = 0;
    qint64 m_late = 0;
    qint64 m_changed = 0;
    std::chrono::microseconds m_openingHold{0};
    Seeks m_hurried;
    Seeks m_fromRest;
    int m_done = 0; ///< seeks
    bool m_isThere = false;
    bool m_isShown = false;
    bool m_isExact = true;
};

} // namespace

int main(int argc, char **argv)
{
    QApplication app(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    if (arguments.value(1) == "--view"_L1) {
        const std::unique_ptr<QTranslator> translator = loadTranslator(QLocale::c());
        if (translator)
            QCoreApplication::installTranslator(translator.get());
        const Viewer viewer(arguments.value(2));
        return QCoreApplication::exec();
    }
    const QTemporaryDir folder;
    const QString path = arguments.value(1, folder.filePath(u"six-hours.chartroom"_s));
    GeneratedRecording wanted;
    wanted.source = QStringLiteral(CHARTROOM_TEST_DATA "/gpu-then-ib-one-node-crashes.jsonl.gz");
    wanted.nodes = nodeCount;
    wanted.pods = 50'000;
    wanted.duration = 6h;
    wanted.isWhole = true;
    if (!QFileInfo::exists(path)) {
        if (const Result<void> written = writeRecording(path, wanted); !written) {
            std::printf("MISS  %s\n", qPrintable(written.error().message));
            return 2;
        }
    }
    std::printf("a file of %lld MB\n", QFileInfo(path).size() / 1'000'000);
    const ChildRun run = runChild(QCoreApplication::applicationFilePath(), {u"--view"_s, path});
    std::fwrite(run.output.constData(), 1, size_t(run.output.size()), stdout);
    const bool good = run.started && run.exitCode == 0 && run.peakBytes < mostBytes;
    std::printf("%s  %.0f MB of memory (at most %.0f)\n", good ? "ok  " : "MISS", double(run.peakBytes) / 1e6,
                double(mostBytes) / 1e6);
    return good ? 0 : 1;
}
