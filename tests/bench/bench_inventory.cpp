// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Chartroom's inventory against `helm list -A` on the same sandbox in the same run. CHARTROOM_SANDBOX names
// the file with the line that tests/sandbox/up printed; fill the sandbox with tests/sandbox/fill first. Each
// side runs in a process of its own and is measured from its start, from outside. Ends with 1 when a gate is
// missed.
#include "core/helm/release_store.h"
#include "tests/bench/child_run.h"
#include "tests/support/counting_transport.h"
#include "tests/support/loop_watch.h"
#include "tests/support/open_cluster.h"

#include <QCoreApplication>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <cstdio>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace {

QJsonObject sandbox()
{
    QFile file(qEnvironmentVariable("CHARTROOM_SANDBOX"));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    return QJsonDocument::fromJson(file.readAll()).object();
}

/// The measured side: one line at the first rows, one at the complete table.
int measure()
{
    const OpenCluster cluster(sandbox()[u"kubeconfig"_s].toString());
    if (!cluster.transport()) {
        std::fprintf(stderr, "bench_inventory: %s\n", qPrintable(cluster.problem()));
        return 2;
    }
    CountingTransport counting(cluster.transport(), nullptr);
    ReleaseStore store(&counting, cluster.clock(), {});
    LoopWatch loop;
    QObject::connect(&store, &ReleaseStore::releasesChanged, &store, [&, first = true]() mutable {
        if (std::exchange(first, false)) {
            std::puts("{}");
            std::fflush(stdout);
        }
    });
    QObject::connect(&store, &ReleaseStore::stateChanged, &store, [&] {
        if (store.state() != ReleaseStore::State::Complete)
            return;
        loop.stop();
        qsizetype decoded = 0;
        for (const ReleaseKey &key : store.keys())
            decoded += store.find(key)->record.has_value();
        const QJsonObject report{{u"releases"_s, qint64(store.keys().size())},
                                 {u"decoded"_s, qint64(decoded)},
                                 {u"requests"_s, counting.requests()},
                                 {u"mostAtOnce"_s, counting.mostAtOnce()},
                                 {u"bytes"_s, counting.wireBytes()},
                                 {u"gapMicroseconds"_s, qint64(loop.longestGap().count())},
                                 {u"workMicroseconds"_s, qint64(loop.longestWork().count())}};
        std::puts(QJsonDocument(report).toJson(QJsonDocument::Compact).constData());
        std::fflush(stdout);
        std::_Exit(0); // the end of the table is the end of the measurement
    });
    loop.start();
    store.start();
    return QCoreApplication::exec();
}

struct Gate
{
    const char *what;
    double value;
    double limit;
    bool atLeast;

    [[nodiscard]] bool passed() const { return atLeast ? value >= limit : value <= limit; }
};

double seconds(std::chrono::microseconds time)
{
    return double(time.count()) / 1e6;
}

double megabytes(qint64 bytes)
{
    return double(bytes) / 1e6;
}

void printRow(const char *name, const ChildRun &run)
{
    std::printf("%-22s %9.3f s %9.3f s %9.2f s %9.0f MB\n", name, seconds(run.firstLine), seconds(run.wall),
                seconds(run.processor), megabytes(run.peakBytes));
}

/// The middle of some runs by wall time.
ChildRun middle(std::vector<ChildRun> runs)
{
    std::sort(runs.begin(), runs.end(), [](const ChildRun &a, const ChildRun &b) { return a.wall < b.wall; });
    return runs[runs.size() / 2];
}

QJsonObject reportOf(const ChildRun &run)
{
    return QJsonDocument::fromJson(run.output.split('\n').value(1)).object();
}

int compare(const QString &self)
{
    const QJsonObject box = sandbox();
    const QString kubeconfig = box[u"kubeconfig"_s].toString();
    std::vector<ChildRun> ours;
    for (int i = 0; i < 5; ++i)
        ours.push_back(runChild(self, {u"--measure"_s}));
    std::vector<ChildRun> theirs;
    for (const QString &major : {u"helm3"_s, u"helm4"_s})
        theirs.push_back(runChild(box[major].toString(), {u"list"_s, u"-A"_s, u"-m"_s, u"0"_s, u"-o"_s,
                                                          u"json"_s, u"--kubeconfig"_s, kubeconfig}));
    const ChildRun chartroom = middle(ours);
    const QJsonObject report = reportOf(chartroom);
    // What the program itself does to its loop shows in every run; what the machine gave to others does not.
    double held = reportOf(ours.front())[u"gapMicroseconds"_s].toDouble();
    for (const ChildRun &run : ours)
        held = std::min(held, reportOf(run)[u"gapMicroseconds"_s].toDouble());
    const qsizetype listed = QJsonDocument::fromJson(theirs[0].output).array().size();
    if (chartroom.exitCode != 0 || theirs[0].exitCode != 0 || theirs[1].exitCode != 0 || listed == 0) {
        std::fputs("bench_inventory: a run failed; is the sandbox up, and filled?\n", stderr);
        return 2;
    }

    std::printf("%lld releases\n%-22s %11s %11s %11s %12s\n", static_cast<long long>(listed), "",
                "first rows", "complete", "processor", "peak memory");
    printRow("chartroom", chartroom);
    printRow("helm 3 list -A", theirs[0]);
    printRow("helm 4 list -A", theirs[1]);
    std::printf(
        "chartroom: %d requests (%d at once), %.1f MB; longest gap of the loop %.1f ms, work %.1f ms\n",
        report[u"requests"_s].toInt(), report[u"mostAtOnce"_s].toInt(),
        megabytes(report[u"bytes"_s].toInteger()), report[u"gapMicroseconds"_s].toDouble() / 1000,
        report[u"workMicroseconds"_s].toDouble() / 1000);

    const double quickest = seconds(std::min(theirs[0].wall, theirs[1].wall));
    const double smallest = megabytes(std::min(theirs[0].peakBytes, theirs[1].peakBytes));
    const Gate gates[] = {
        {"all releases decoded", report[u"decoded"_s].toDouble(), double(listed), true},
        {"first rows, times faster", quickest / seconds(chartroom.firstLine), 100, true},
        {"complete, times faster", quickest / seconds(chartroom.wall), 15, true},
        {"memory, times less", smallest / megabytes(chartroom.peakBytes), 10, true},
        {"event loop held, ms", held / 1000, 16, false},
        {"requests at once", report[u"mostAtOnce"_s].toDouble(), 6, false},
    };
    bool passed = true;
    for (const Gate &gate : gates) {
        passed = passed && gate.passed();
        std::printf("%s  %-26s %8.1f (%s %.0f)\n", gate.passed() ? "ok  " : "MISS", gate.what, gate.value,
                    gate.atLeast ? "at least" : "at most", gate.limit);
    }
    return passed ? 0 : 1;
}

} // namespace

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    if (sandbox().isEmpty()) {
        std::fputs("bench_inventory: CHARTROOM_SANDBOX must name the file with the line that "
                   "tests/sandbox/up printed\n",
                   stderr);
        return 2;
    }
    return app.arguments().contains(u"--measure"_s) ? measure() : compare(app.applicationFilePath());
}
