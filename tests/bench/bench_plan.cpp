// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// How fast a window of 5,000 nodes is planned, by nodes that were seen and by assumption, from what the
// preflight found to the sentences (at most 100 ms, so that a slider moves the chart).
#include "core/models/window_plan_text.h"

#include <QCoreApplication>
#include <QElapsedTimer>

#include <algorithm>
#include <cstdio>

using namespace chartroom;
using namespace Qt::StringLiterals;

namespace {

constexpr int nodes = 5000;
constexpr int rounds = 9;
constexpr double gate = 100;

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
    for (int i = 0; i < nodes; ++i)
        facts.nodes.append(
            {u"gpu-%1"_s.arg(i, 4, 10, QChar(u'0')), 8, i % 500 == 0, true,
             i % 700 == 1 ? u"PodDisruptionBudget tenant-b/trainer allows none."_s : QString()});
    for (int i = 0; isSeen && i < 1000; ++i)
        facts.times << std::chrono::seconds(300 + i * 7 % 400);
    return facts;
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
        if (!planned.expected.isValid())
            return gate * 1000;
    }
    std::sort(times.begin(), times.end());
    return times[rounds / 2];
}

} // namespace

int main(int argc, char *argv[])
{
    const QCoreApplication application(argc, argv);
    const double seen = measure(true);
    const double assumed = measure(false);
    std::printf("a window of %d nodes: %.1f ms by 1000 nodes seen, %.1f ms by assumption (gate %.0f ms)\n",
                nodes, seen, assumed, gate);
    return seen <= gate && assumed <= gate ? 0 : 1;
}
