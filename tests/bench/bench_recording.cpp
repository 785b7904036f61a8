// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A recording of six hours with 5,000 nodes and 50,000 pods: how long it takes until its end is on the
// stores, how long they take to follow to any moment, forwards and back, how long the event loop is held
// meanwhile, and the memory of the process.
#include "core/kube/node.h"
#include "core/kube/pod.h"
#include "core/recording/recorded_transport.h"
#include "core/recording/recording_reader.h"
#include "tests/bench/child_run.h"
#include "tests/support/loop_watch.h"
#include "tests/support/recording_generator.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QFileInfo>
#include <QFutureWatcher>
#include <QRandomGenerator>
#include <QTemporaryDir>
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
constexpr qint64 mostBytes = 400'000'000;
constexpr int seeks = 40;

/// The process that is measured: opens the file, then seeks here and there.
class Viewer : public QObject
{
public:
    explicit Viewer(const QString &path)
    {
        m_spent.start();
        m_quiet.setSingleShot(true);
        m_quiet.setInterval(250ms);
        connect(&m_quiet, &QTimer::timeout, this, [this] { arrived(); });
        connect(&m_reading, &QFutureWatcherBase::finished, this, [this] { opened(m_reading.result()); });
        m_reading.setFuture(QtConcurrent::run([path] { return loadRecording(path); }));
        m_loop.start();
    }

private:
    void opened(const Result<std::shared_ptr<const Recording>> &recording)
    {
        if (!recording) {
            std::printf("MISS  %s\n", qPrintable(recording.error().message));
            QCoreApplication::exit(2);
            return;
        }
        m_read = m_spent.elapsed();
        m_recording = *recording;
        m_transport = std::make_unique<RecordedTransport>(m_recording);
        m_transport->seek(m_recording->duration());
        m_clock = std::make_unique<RecordingClock>(m_transport.get());
        const auto all = [](const char *path) {
            return ResourceQuery{QString::fromLatin1(path), {}, {}, false, 500};
        };
        m_nodes =
            std::make_unique<NodeStore>(m_transport.get(), all("/api/v1/nodes"), m_clock.get(), nullptr);
        m_pods = std::make_unique<PodStore>(m_transport.get(), all("/api/v1/pods"), m_clock.get(), nullptr);
        for (ObjectStoreBase *store :
             {static_cast<ObjectStoreBase *>(m_nodes.get()), static_cast<ObjectStoreBase *>(m_pods.get())}) {
            connect(store, &ObjectStoreBase::objectsChanged, this, [this] {
                m_lastChange = m_spent.elapsed();
                m_quiet.start();
            });
            store->start();
        }
    }

    /// Between two seeks; its own looking is none of what is measured.
    void arrived()
    {
        m_loop.stop();
        m_longestHold = std::max(m_longestHold, m_loop.longestWork());
        const auto count = countAt(m_recording->events, m_transport->position());
        const auto there = [&](const char *resource) {
            return m_recording->index.objects(QLatin1String(resource), count).size();
        };
        m_isExact = m_isExact && m_nodes->objects().size() == there("nodes") &&
                    m_pods->objects().size() == there("pods");
        if (m_done == 0) {
            m_isFastToOpen = m_lastChange < longestOpening.count();
            std::printf("read after %lld ms, all objects on the stores after %lld ms\n", m_read,
                        m_lastChange);
        }
        if (m_done > 0)
            m_times.append(m_lastChange);
        if (m_done++ == seeks) {
            report();
            return;
        }
        m_loop.start();
        const qint64 duration = m_recording->duration().count();
        const qint64 at = m_done == 1 ? 0 : m_done == 2 ? duration : m_random.bounded(duration);
        m_lastChange = 0;
        m_quiet.start();
        m_spent.restart();
        m_transport->seek(std::chrono::milliseconds(at));
    }

    void report()
    {
        std::sort(m_times.begin(), m_times.end());
        std::printf(
            "%d seeks: %lld ms the median, %lld ms the longest; packed in %lld MB; event loop held for "
            "%.1f ms of computing; exact: %s\n",
            seeks, m_times[m_times.size() / 2], m_times.last(),
            (long long)(m_recording->events.packedBytes() / 1'000'000), double(m_longestHold.count()) / 1000,
            m_isExact ? "yes" : "no");
        const bool good = m_isExact && m_isFastToOpen && m_times.last() < longestSeek.count() &&
                          m_longestHold < longestHold;
        QCoreApplication::exit(good ? 0 : 1);
    }

    QElapsedTimer m_spent;
    QFutureWatcher<Result<std::shared_ptr<const Recording>>> m_reading;
    std::shared_ptr<const Recording> m_recording;
    std::unique_ptr<RecordedTransport> m_transport;
    std::unique_ptr<RecordingClock> m_clock;
    std::unique_ptr<NodeStore> m_nodes;
    std::unique_ptr<PodStore> m_pods;
    QRandomGenerator m_random{7};
    LoopWatch m_loop;
    std::chrono::microseconds m_longestHold{0};
    QTimer m_quiet;
    qint64 m_read = 0;
    qint64 m_lastChange = 0;
    int m_done = 0;
    bool m_isExact = true;
    bool m_isFastToOpen = false;
    QList<qint64> m_times;
};

} // namespace

int main(int argc, char **argv)
{
    const QCoreApplication app(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    if (arguments.value(1) == "--view"_L1) {
        const Viewer viewer(arguments.value(2));
        return QCoreApplication::exec();
    }
    const QTemporaryDir folder;
    const QString path = arguments.value(1, folder.filePath(u"six-hours.chartroom"_s));
    GeneratedRecording wanted;
    wanted.source = QStringLiteral(CHARTROOM_TEST_DATA "/gpu-then-ib-one-node-crashes.jsonl.gz");
    wanted.nodes = 5000;
    wanted.pods = 50'000;
    wanted.duration = 6h;
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
