// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/versions/way.h"
#include "tests/support/version_samples.h"

#include <QTest>

#include <algorithm>

using namespace chartroom;
using namespace chartroom::test;
using namespace std::chrono_literals;

namespace {

const QDateTime now({2026, 11, 22}, {4, 0}, Qt::UTC);

Bake bakeOf(const QString &component, const QString &version, const QDateTime &begun)
{
    Bake bake;
    bake.component = component;
    bake.version = version;
    bake.length = 48h;
    bake.begun = begun;
    return bake;
}

WayFacts factsWith(const QList<Bake> &bakes = {})
{
    WayFacts facts;
    facts.bakes = bakes;
    facts.now = now;
    return facts;
}

VersionWay wayWith(const QByteArray &entries, const WayFacts &facts = factsWith(),
                   const VersionFacts &cluster = usualCluster(4))
{
    const AuditParts parts = auditParts(cluster, usualMatrix + entries);
    return wayOf(*parts.matrix, auditVersions(parts), facts);
}

WayGate gateOf(const QList<WayGate> &gates, QStringView id)
{
    const auto found =
        std::find_if(gates.cbegin(), gates.cend(), [id](const WayGate &gate) { return gate.id == id; });
    return found == gates.cend() ? WayGate() : *found;
}

QStringList statesOf(const VersionWay &way)
{
    QStringList states;
    for (const WayStep &step : way.steps)
        states << wayStateText(step.state);
    return states;
}

const QByteArray planned = "next_planned:\n"
                           "  sriov_operator: \"v1.6.0\"\n"
                           "  kubernetes: \"v1.34.1\"\n"
                           "  firmware_cx7: \"28.42.1000\"\n"
                           "  network_operator: \"26.1.0\"\n"
                           "  mofed: \"doca3.3.0-26.01-1.0.0.0-0\"\n"
                           "  gpu_driver: \"580.126.20\"\n"
                           "  gpu_operator: \"v26.3.3\"\n";
const QByteArray canary = "canary_testing:\n"
                          "  gpu_operator: \"v25.10.1\"\n"
                          "  gpu_driver: \"580.126.20\"\n"
                          "  network_operator: \"v25.10.0\"\n"
                          "  canary_node: \"gpu-001\"\n";

} // namespace

class VersionWayTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theStepsComeInTheirOrderHoweverTheyAreWritten()
    {
        const VersionWay way = wayWith(planned);
        QCOMPARE(way.entry, u"next_planned"_s);
        QList<MatrixGroup> groups;
        for (const WayStep &step : way.steps)
            groups << step.group;
        using enum MatrixGroup;
        QCOMPARE(groups,
                 (QList<MatrixGroup>{GpuOperator, NetworkOperator, Firmware, Cluster, SriovOperator}));
        QCOMPARE(statesOf(way), (QStringList{u"next"_s, u"later"_s, u"later"_s, u"later"_s, u"later"_s}));
        const WayStep &first = way.steps.first();
        QCOMPARE(first.moves.first(), (WayMove{u"gpu_operator"_s, u"v25.10.1"_s, u"v26.3.3"_s}));
        QCOMPARE(first.moves.size(), 2);
        QVERIFY(gateOf(first.gates, u"oneAtATime").isOpen);
        QCOMPARE(way.next(), &first);
    }

    void noMajorIsSkipped()
    {
        const VersionWay way = wayWith("next_planned:\n  gpu_operator: \"v26.7.0\"\n");
        QCOMPARE(way.steps.size(), 2);
        QVERIFY(way.steps[0].isOnTheWay);
        QCOMPARE(way.steps[0].moves.first().to, u"26.3.3"_s); // the newest of the major between
        QCOMPARE(way.steps[1].moves.first(), (WayMove{u"gpu_operator"_s, u"26.3.3"_s, u"v26.7.0"_s}));
        QCOMPARE(statesOf(way), (QStringList{u"next"_s, u"later"_s}));
    }

    void aVersionThatNeverWasIsInTheWay()
    {
        const VersionWay way =
            wayWith("next_planned:\n  gpu_operator: \"v25.12.0\"\n  kernel: \"6.x TBD\"\n");
        const WayGate exists = gateOf(way.steps[0].gates, u"exists");
        QCOMPARE(exists.id, u"exists"_s);
        QVERIFY(!exists.isOpen);
        QVERIFY(!gateOf(way.steps.last().gates, u"unnamed").id.isEmpty());
    }

    void whatIsDoneIsDoneAndTheNextOneWaitsForItsBake()
    {
        const QByteArray entries =
            "next_planned:\n  gpu_operator: \"v25.10.1\"\n  network_operator: \"26.1.0\"\n";
        VersionWay way = wayWith(entries);
        QCOMPARE(statesOf(way), (QStringList{u"done"_s, u"next"_s}));
        way = wayWith(entries, factsWith({bakeOf(u"gpu"_s, u"v25.10.1"_s, now.addSecs(-3600))}));
        QCOMPARE(statesOf(way), (QStringList{u"baking"_s, u"later"_s}));
        way = wayWith(entries, factsWith({bakeOf(u"gpu"_s, u"v25.10.1"_s, now.addDays(-3))}));
        QCOMPARE(statesOf(way), (QStringList{u"done"_s, u"next"_s}));
    }

    void aRolloutOfAnotherComponentIsInTheWay()
    {
        VersionFacts cluster = usualCluster(4);
        cluster.nodes[2].labels.insert(u"nvidia.com/ofed-driver-upgrade-state"_s, u"drain-required"_s);
        WayFacts facts = factsWith();
        addRollouts(cluster, facts);
        QCOMPARE(facts.rolling.value(MatrixGroup::NetworkOperator), QStringList{gpuNode(2)});
        QVERIFY(facts.failed.isEmpty());
        const VersionWay way = wayWith(planned, facts, cluster);
        const WayGate gate = gateOf(way.steps.first().gates, u"oneAtATime");
        QVERIFY(!gate.isOpen);
        QVERIFY2(gate.text.contains(gpuNode(2)), qPrintable(gate.text));
        QVERIFY(otherChanges(MatrixGroup::NetworkOperator, facts).isEmpty());
        QCOMPARE(otherChanges(MatrixGroup::GpuOperator, facts).size(), 1);
    }

    void aBakeOfAnotherComponentIsInTheWayUntilItIsOver()
    {
        WayFacts facts = factsWith({bakeOf(u"ib"_s, u"25.10.0"_s, now.addSecs(-47 * 3600)),
                                    bakeOf(u"ib"_s, u"25.7.0"_s, now.addSecs(-50 * 3600))});
        QCOMPARE(otherChanges(MatrixGroup::GpuOperator, facts).size(), 1);
        facts.now = now.addSecs(3601);
        QVERIFY(otherChanges(MatrixGroup::GpuOperator, facts).isEmpty());
    }

    void theClockRunsIsInterruptedAndEnds()
    {
        const auto state = [](const WayFacts &facts) {
            return bakeStateText(bakeClock(MatrixGroup::GpuOperator, u"25.10.1"_s, facts).state);
        };
        QCOMPARE(state(factsWith()), u"notStarted"_s);
        const QDateTime begun = now.addSecs(-24 * 3600);
        WayFacts facts = factsWith({bakeOf(u"gpu"_s, u"v25.10.1"_s, begun)});
        QCOMPARE(state(facts), u"running"_s);
        facts.troubles = {{begun.addSecs(-1), u"Was there before."_s}};
        QCOMPARE(state(facts), u"running"_s);
        facts.troubles = {{begun.addSecs(60), u"Came since."_s}};
        QCOMPARE(state(facts), u"interrupted"_s);
        facts.troubles.clear();
        facts.failed = {gpuNode(1)};
        QCOMPARE(state(facts), u"interrupted"_s);
        facts.now = begun.addSecs(48 * 3600);
        QCOMPARE(state(facts), u"over"_s); // what fails later is another matter
        facts.troubles = {{begun.addSecs(60), u"Came while it ran."_s}};
        QCOMPARE(state(facts), u"interrupted"_s);
        QCOMPARE(bakeStateText(bakeClock(MatrixGroup::GpuOperator, u"26.3.0"_s, facts).state),
                 u"notStarted"_s); // of another version
    }

    void theCanaryIsPromotedOnlyWhenAllGatesAreOpen()
    {
        VersionFacts cluster = usualCluster(4);
        for (const char *id : {"canaryRuns", "bake"}) {
            const WayGate gate =
                gateOf(wayWith(canary, factsWith(), cluster).promote, QString::fromLatin1(id));
            QVERIFY2(!gate.id.isEmpty() && !gate.isOpen, id);
        }
        cluster.nodes[1].labels.insert(u"nvidia.com/cuda.driver-version.full"_s, u"580.126.20"_s);
        WayFacts facts = factsWith({bakeOf(u"gpu"_s, u"v25.10.1"_s, now.addSecs(-3600))});
        QVERIFY(!wayWith(canary, facts, cluster).mayPromote());
        facts.bakes.first().begun = now.addDays(-2);
        const VersionWay way = wayWith(canary, facts, cluster);
        for (const WayGate &gate : way.promote)
            QVERIFY2(gate.isOpen, qPrintable(gate.id + u": "_s + gate.text));
        QVERIFY(way.mayPromote());
        facts.failed = {gpuNode(3)};
        QVERIFY(!gateOf(wayWith(canary, facts, cluster).promote, u"failedNodes").isOpen);
    }

    void aCanaryOfTwoComponentsIsNotPromoted()
    {
        QByteArray two = canary;
        two.replace("v25.10.0", "26.1.0");
        const WayGate gate = gateOf(wayWith(two).promote, u"oneComponent");
        QCOMPARE(gate.id, u"oneComponent"_s);
        QVERIFY(!gate.isOpen);
        QByteArray nobody = canary;
        nobody.replace("  canary_node: \"gpu-001\"\n", "");
        QVERIFY(!gateOf(wayWith(nobody).promote, u"canaryNode").isOpen);
        QByteArray gone = canary;
        gone.replace("gpu-001", "gpu-worker-4");
        QVERIFY(!gateOf(wayWith(gone).promote, u"canaryNode").isOpen);
        QVERIFY(!gateOf(wayWith(gone).promote, u"canaryRuns").isOpen);
    }

    void whatIsWrongWithTheStackSpeaksAgainstAPromotion()
    {
        Diagnosis driver;
        driver.operand = driver.concerns = u"gpu-driver"_s;
        driver.component = u"GPU driver"_s;
        driver.nodes = {gpuNode(2)};
        driver.meaning = u"It crashes."_s;
        Diagnosis tenants = driver; // whose budget holds a driver back
        tenants.concerns = u"tenant-a/trainer"_s;
        Diagnosis workload = driver;
        workload.operand = workload.concerns = u"workload"_s;
        const QList<WayTrouble> troubles = troublesIn({workload, driver, tenants});
        QCOMPARE(troubles.size(), 1);
        QCOMPARE(troubles.first().text, u"GPU driver on gpu-002: It crashes."_s);
        WayFacts facts = factsWith({bakeOf(u"gpu"_s, u"v25.10.1"_s, now.addDays(-3))});
        facts.troubles = {{now.addSecs(-60), troubles.first().text}}; // after the bake
        const VersionWay way = wayWith(canary, facts);
        QVERIFY(gateOf(way.promote, u"bake").isOpen);
        QVERIFY2(gateOf(way.promote, u"findings").text.contains(u"It crashes."),
                 qPrintable(gateOf(way.promote, u"findings").text));
        QVERIFY(!gateOf(way.promote, u"findings").isOpen);
    }

    void withNothingPlannedThereIsNoWay()
    {
        const VersionWay way = wayWith({});
        QVERIFY(way.steps.isEmpty());
        QVERIFY(way.promote.isEmpty());
        QVERIFY(!way.next());
        QVERIFY(!way.mayPromote());
    }
};

QTEST_GUILESS_MAIN(VersionWayTest)
#include "tst_version_way.moc"
