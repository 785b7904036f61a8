// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/upgrade/plan_reader.h"
#include "tests/support/fake_rollout_source.h"
#include "tests/support/test_main.h"

#include <QSignalSpy>
#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace HIDDEN_FROM_MOC tst_plan_reader {

/// What a plan rests on, gathered from what a cluster shows.
class TestPlanReader final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void nodesHoldsTenantsAndTimesAreGathered()
    {
        FakeRolloutSource source;
        fillBeforeWindow(source, 16);
        PlanReader reading;
        QSignalSpy changed(&reading, &PlanReader::changed);
        reading.read(&source, {}, {}, {});
        QVERIFY(reading.facts() || changed.wait(20'000));
        const RolloutFacts &facts = *reading.facts();
        QCOMPARE(facts.component, u"gpu"_s);
        QCOMPARE(reading.components(), QStringList{u"gpu"_s});
        QCOMPARE(facts.nodes.size(), 16);
        QCOMPARE(facts.nodes[5].name, u"gpu-005"_s);
        QVERIFY(facts.nodes[5].hold.contains(u"tenant-c/notebook"_s));
        QVERIFY(facts.areHoldsKnown);
        QCOMPARE(facts.gpusElsewhere, 0);
        QCOMPARE(facts.seen.times, QList<std::chrono::milliseconds>(16, 10min));
        QVERIFY(facts.timesFrom.isEmpty());
        QCOMPARE(facts.tenants.first(), (TenantGpus{u"gpu-000"_s, u"tenant-b"_s, 8}));
        QCOMPARE(facts.policy, std::optional(clusterPolicy()));
        changed.clear();
        reading.read(&source, {}, {}, {});
        QVERIFY(!changed.wait(50) && changed.isEmpty()); // nothing is another
    }

    void aRolloutThatGoesOnIsPlannedAsIfOver()
    {
        FakeRolloutSource source;
        fillMidWindow(source);
        RolloutNode leftOut = source.node(u"gpu-014"_s);
        leftOut.isReady = false;
        source.setNode(u"gpu-014"_s, leftOut);
        PlanReader reading;
        reading.read(&source, u"gpu"_s, {}, {});
        QTRY_VERIFY(reading.facts());
        const RolloutFacts &facts = *reading.facts();
        QCOMPARE(facts.nodes.size(), 15);
        QCOMPARE(facts.skipped, 1);
        QCOMPARE(facts.skippedAway, 1);
        QCOMPARE(facts.underWay, 3); // 4, 7 and 8
        QVERIFY(!facts.nodes[7].isCordoned);
        QCOMPARE(facts.nodes[7].gpus, 8);
        QVERIFY(facts.nodes[11].hold.contains(u"failed"_s));
        QCOMPARE(facts.gpusElsewhere, 8); // the one that is left out
        QCOMPARE(facts.gpusTotal, source.gpuCount().total.gpus);
        QCOMPARE(gpusNow(facts), source.gpuCount().available);
        QVERIFY(!facts.policy);
        QVERIFY(!facts.areHoldsKnown);
        QCOMPARE(reading.components(), QStringList({u"gpu"_s, u"ib"_s}));
    }

    void anOpenRecordingLendsItsTimes()
    {
        FakeRolloutSource source;
        FakeRolloutSource recording;
        FakeRolloutSource empty;
        ShownTrack track;
        source.put(track);
        source.setPolicy(u"gpu"_s, clusterPolicy());
        fillBeforeWindow(recording, 3);
        Pace pace = *recording.pace(u"gpu"_s);
        pace.changeover.median = 5s;
        pace.sample.stuck = 1;
        recording.setPace(pace);
        PlanReader reading;
        reading.read(&source, u"gpu"_s, {}, {{u"idle"_s, &empty}, {u"last window"_s, &recording}});
        QTRY_VERIFY(reading.facts());
        QCOMPARE(reading.facts()->seen, (UsualTimes{{10min, 10min, 10min}, 1}));
        QCOMPARE(reading.facts()->timesFrom, u"last window"_s);
        QCOMPARE(reading.facts()->changeover, std::chrono::milliseconds(5s));
    }

    void manyNodesAreReadInPieces()
    {
        FakeRolloutSource source;
        fillBeforeWindow(source, 5000);
        PlanReader reading;
        QSignalSpy changed(&reading, &PlanReader::changed);
        reading.read(&source, {}, {}, {});
        QTRY_VERIFY(reading.facts());
        QCOMPARE(changed.size(), 1);
        QCOMPARE(reading.facts()->nodes.size(), 5000);
        reading.clear();
        QVERIFY(!reading.facts());
        QCOMPARE(changed.size(), 2);
    }

    void aSourceThatGoesAwayIsForgotten()
    {
        auto source = std::make_unique<FakeRolloutSource>();
        fillBeforeWindow(*source, 5000);
        PlanReader reading;
        reading.read(source.get(), {}, {}, {});
        source.reset();
        QSignalSpy changed(&reading, &PlanReader::changed);
        changed.wait(20);
        reading.clear();
        QVERIFY(!reading.facts());
    }
};

#include "tst_plan_reader.moc"
} // namespace tst_plan_reader

CHARTROOM_TEST(tst_plan_reader, TestPlanReader)
