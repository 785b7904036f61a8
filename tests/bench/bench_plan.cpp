// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// How fast a window of 5,000 nodes is planned, by nodes that were seen and by assumption, from what is known
// to the sentences; and on the page: how long after a step of its slider the chart has moved (at most 100 ms
// each), and how long the event loop is held by computing while the nodes are read, and while the slider is
// drawn over its whole length (at most a frame of 60 in a second).
#include "core/base/translator.h"
#include "core/words/window_plan_text.h"
#include "tests/support/fake_clock.h"
#include "tests/support/fake_fleet.h"
#include "tests/support/loop_watch.h"
#include "ui/pages/window_plan_page.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QSlider>

#include <algorithm>
#include <cstdio>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr int nodes = 5000;
constexpr int rounds = 9;
constexpr int steps = 60;
constexpr double gate = 100;
constexpr double frame = 16;
constexpr auto patience = 30s;

RolloutFacts facts(bool isSeen)
{
    RolloutFacts facts;
    facts.component = u"gpu"_s;
    DriverPolicy policy;
    policy.autoUpgrade = true;
    policy.maxParallel = 20;
    policy.maxUnavailable = u"25%"_s;
    policy.jobSelector = u"app=trainer"_s;
    policy.jobTimeout = std::chrono::minutes(30);
    facts.policy = policy;
    facts.areHoldsKnown = true;
    for (int i = 0; i < nodes; ++i) {
        const QString name = u"gpu-%1"_s.arg(i, 4, 10, QChar(u'0'));
        facts.nodes.append(
            {name, 8, i % 500 == 0, true,
             i % 700 == 1 ? u"PodDisruptionBudget tenant-b/trainer allows none."_s : QString()});
        facts.tenants.append({name, u"tenant-%1"_s.arg(i % 40), 8});
    }
    for (int i = 0; isSeen && i < 1000; ++i)
        facts.seen.times << std::chrono::seconds(300 + i * 7 % 400);
    return facts;
}

double median(QList<double> times)
{
    std::sort(times.begin(), times.end());
    return times[times.size() / 2];
}

double measure(bool isSeen)
{
    const RolloutFacts found = facts(isSeen);
    const QDateTime now(QDate(2026, 11, 21), QTime(3, 0), Qt::UTC);
    const UpgradeWindow window{now, now.addDays(2), "Europe/Berlin"};
    QList<double> times;
    for (int i = 0; i < rounds; ++i) {
        QElapsedTimer timer;
        timer.start();
        const PlannedWindow planned = plannedWindow(found, {}, window, 30'000, now);
        times.append(double(timer.nsecsElapsed()) / 1e6);
        if (!planned.plan.expected)
            return gate * 1000;
    }
    return median(times);
}

/// Looks every millisecond; false: it did not come in time.
template<typename Condition>
bool comesTrue(const Condition &condition)
{
    QEventLoop loop;
    QTimer look;
    QObject::connect(&look, &QTimer::timeout, &loop, [&] {
        if (condition())
            loop.quit();
    });
    look.start(1ms);
    QTimer::singleShot(patience, &loop, [&loop] { loop.exit(1); });
    return loop.exec() == 0;
}

/// The page over as many nodes; whether it kept its gates.
bool measurePage()
{
    FakeFleet fleet;
    const QString name = u"prod-eu"_s;
    fleet.addLive(name, nodes);
    fillBeforeWindow(*fleet.rolloutSource(name), nodes);
    const FakeClock clock;
    Theme theme(nullptr);
    WindowPlanPage page({&fleet, &clock, &theme});
    page.resize(1100, 640);
    LoopWatch loop;
    loop.start();
    page.setCluster(name);
    page.show();
    if (!comesTrue([&] { return page.planned().has_value(); }))
        return false;
    loop.stop();
    const double reading = double(loop.longestWork().count()) / 1000;
    auto *slider = page.findChild<QSlider *>(u"nodesAtOnce"_s);
    QList<double> times;
    loop.start();
    for (int i = 1; i <= steps; ++i) {
        const int wanted = i * nodes / 4 / steps; // of which maxUnavailable leaves a quarter
        QElapsedTimer timer;
        timer.start();
        slider->setValue(wanted);
        if (!comesTrue([&] { return page.planned() && page.planned()->plan.atOnce == wanted; }))
            return false;
        times.append(double(timer.nsecsElapsed()) / 1e6);
    }
    loop.stop();
    const double sliding = double(loop.longestWork().count()) / 1000;
    std::printf(
        "its page: a step of the slider moves the chart after %.1f ms (gate %.0f ms); event loop held "
        "by computing for at most %.1f ms while nodes are read, %.1f ms while the slider is drawn "
        "(gate %.0f ms)\n",
        median(times), gate, reading, sliding, frame);
    return median(times) <= gate && reading <= frame && sliding <= frame;
}

} // namespace

int main(int argc, char *argv[])
{
    const QApplication application(argc, argv);
    const auto translator = loadTranslator(QLocale::c());
    QApplication::installTranslator(translator.get());
    const double seen = measure(true);
    const double assumed = measure(false);
    std::printf("a window of %d nodes: %.1f ms by 1000 nodes seen, %.1f ms by assumption (gate %.0f ms)\n",
                nodes, seen, assumed, gate);
    const bool isQuick = seen <= gate && assumed <= gate;
    return measurePage() && isQuick ? 0 : 1;
}
