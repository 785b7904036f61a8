// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// How long an audit of 2,000 GPU nodes takes, from what was read to its verdicts and the way (at most 1 s),
// with a driver of its own on every tenth node.
#include "core/versions/upgrade_path.h"
#include "tests/support/version_samples.h"

#include <QCoreApplication>
#include <QElapsedTimer>

#include <algorithm>
#include <cstdio>

using namespace chartroom;
using namespace chartroom::test;

namespace {

constexpr int nodes = 2000;
constexpr int rounds = 9;
constexpr double gate = 1000;

} // namespace

int main(int argc, char *argv[])
{
    const QCoreApplication application(argc, argv);
    VersionFacts facts = usualCluster(nodes);
    for (int i = 0; i < nodes; i += 10)
        facts.nodes[i].labels.insert(u"nvidia.com/cuda.driver-version.full"_s, u"580.95.05"_s);
    const AuditParts parts = auditParts(facts, usualMatrix + "next_planned:\n  gpu_operator: \"v26.3.3\"\n");
    UpgradePathInput upgradePath;
    upgradePath.now = parts.at;
    QList<double> times;
    for (int i = 0; i < rounds; ++i) {
        QElapsedTimer timer;
        timer.start();
        const VersionAudit audit = auditVersions(parts);
        const UpgradePath steps = upgradePathOf(*parts.matrix, audit, upgradePath);
        times.append(double(timer.nsecsElapsed()) / 1e6);
        const AuditRow driver = rowOf(audit, u"gpu_driver"_s);
        if (driver.groups.size() != 2 || driver.groups[1].observed.nodes.size() != nodes / 10 ||
            !steps.next())
            return 1;
    }
    std::sort(times.begin(), times.end());
    const double median = times[times.size() / 2];
    std::printf("an audit of %d nodes: %.1f ms (gate %.0f ms)\n", nodes, median, gate);
    return median <= gate ? 0 : 1;
}
