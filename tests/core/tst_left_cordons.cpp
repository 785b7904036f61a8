// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnosis/statements.h"
#include "core/rollout/rollout_adapters.h"
#include "core/rollout/rollout_history.h"
#include "tests/core/diagnosis_scene.h"
#include "tests/support/note_kinds.h"
#include "tests/support/one_node.h"
#include "tests/support/test_main.h"

#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_left_cordons {

/// Whose rollout left a node cordoned, and who uncordons it.
class LeftCordonsTest : public QObject, private DiagnosisBench
{
    Q_OBJECT

private Q_SLOTS:
    void eventsTellWhoseRolloutLeftACordon_data()
    {
        QTest::addColumn<QSet<DriverKind>>("told");
        QTest::addColumn<QStringList>("operands");
        QTest::addColumn<QString>("says");
        const QStringList both{u"gpu-driver"_s, u"ofed-driver"_s};
        QTest::newRow("the GPU driver's") << QSet{DriverKind::Gpu} << QStringList{u"gpu-driver"_s}
                                          << u"only events of the GPU driver rollout"_s;
        QTest::newRow("the InfiniBand driver's")
            << QSet{DriverKind::InfiniBand} << QStringList{u"ofed-driver"_s}
            << u"only events of the InfiniBand driver rollout"_s;
        QTest::newRow("of both") << QSet{DriverKind::Gpu, DriverKind::InfiniBand} << both << u"may have"_s;
        QTest::newRow("of none") << QSet<DriverKind>() << both << u"may have"_s;
    }

    void eventsTellWhoseRolloutLeftACordon()
    {
        QFETCH(QSet<DriverKind>, told);
        QFETCH(QStringList, operands);
        QFETCH(QString, says);
        DiagnosisScene scene;
        for (const char *component : {"gpu", "ib"}) {
            NodeTrack &track = scene.track(u"gpu-2"_s, Verdict::Done, component);
            track.step = RolloutStep::Done;
            track.since = DiagnosisScene::at("2026-11-22T01:00:00Z");
            track.contradictions = {
                {NoteKind::DoneUnschedulable, u"The GPU or the InfiniBand driver may have."_s}};
        }
        scene.evidence.toldRollouts.insert(u"gpu-2"_s, told);
        QStringList found;
        for (const Statement &said : statementsOf(scene.evidence, m_signatures)) {
            if (said.reason != u"doneUnschedulable")
                continue;
            found << said.operand;
            QVERIFY2(said.text.contains(says), qPrintable(said.text));
        }
        QCOMPARE(found, operands);
    }

    /// To uncordon it because the other driver is done would give work to a node without a GPU driver.
    void aNodeThatASwitchedOffRolloutLeftIsNotTheOtherDriversToUncordon()
    {
        DiagnosisScene scene;
        NodeTrack &gpu = scene.track(u"gpu-2"_s, Verdict::Stuck, "gpu");
        gpu.contradictions = {{NoteKind::LeftCordoned, u"The label has gone."_s}};
        NodeTrack &ib = scene.track(u"gpu-2"_s, Verdict::Done, "ib");
        ib.step = RolloutStep::Done;
        ib.contradictions = {{NoteKind::DoneUnschedulable, u"The cordon is not of this rollout."_s}};
        for (const Statement &said : statementsOf(scene.evidence, m_signatures))
            QVERIFY2(said.reason != u"doneUnschedulable", qPrintable(said.operand));
    }

    void whatARolloutToldOfANodeIsReadFromItsEvents()
    {
        const auto read = [](const QByteArray &reason, const QByteArray &kind, const QByteArray &type) {
            KubeObject object;
            object.json = "{\"type\":\"" + type + "\",\"reason\":\"" + reason +
                          "\",\"involvedObject\":{\"name\":\"gpu-2\",\"kind\":\"" + kind + "\"}}";
            return RolloutEvent::read(object);
        };
        QCOMPARE(read("OFEDDriverUpgrade", "Node", "Normal")->driver, DriverKind::InfiniBand);
        QCOMPARE(read("GPUDriverUpgrade", "Node", "Warning")->driver, DriverKind::Gpu);
        QCOMPARE(read("GPUDriverUpgrade", "Node", "Normal")->node, u"gpu-2"_s);
        QVERIFY(!read("GPUDriverUpgrade", "Pod", "Normal"));
        QVERIFY(!read("NodeNotSchedulable", "Node", "Normal"));
    }

    /// The API server drops them after an hour; who watched the rollout has seen it all the same.
    void whatARolloutToldIsKnownWhenItsEventsAreGone()
    {
        ObjectMap<Node> nodes;
        for (const QString &name : {u"gpu-1"_s, u"gpu-2"_s, u"gpu-3"_s}) {
            Node node;
            node.name = name;
            node.unschedulable = name != u"gpu-3";
            nodes.insert(name, node);
        }
        const auto history = [](const TrackKey &key) {
            NodeHistory seen;
            const QDateTime at = DiagnosisScene::at("2026-11-22T01:00:00Z");
            seen.see(u"upgrade-required"_s, RolloutStep::Queued, at, true);
            if (key.component == u"gpu") // the other only waited
                seen.see(u"cordon-required"_s, RolloutStep::Cordon, at.addSecs(5), true);
            seen.see({}, RolloutStep::Idle, at.addSecs(10), true);
            return seen;
        };
        QMap<QString, QSet<DriverKind>> told;
        told.insert(u"gpu-2"_s, QSet{DriverKind::InfiniBand});
        keepSeenRollouts(told, nodes, history);
        QCOMPARE(told.value(u"gpu-1"_s), QSet{DriverKind::Gpu});
        QCOMPARE(told.value(u"gpu-2"_s), QSet{DriverKind::InfiniBand}); // events still tell
        QVERIFY(!told.contains(u"gpu-3"_s));                            // nobody cordoned it
    }

    /// No pod comes to the node, whoever cordoned it: once, though both drivers' rollouts tell of it.
    void aCordonThatIsNoRolloutsIsFoundSinceItCame_data()
    {
        QTest::addColumn<bool>("isBefore");
        QTest::newRow("before the rollout") << true;
        QTest::newRow("after it") << false;
    }
    void aCordonThatIsNoRolloutsIsFoundSinceItCame()
    {
        QFETCH(bool, isBefore);
        DiagnosisScene scene;
        const QDateTime cordoned = scene.evidence.now.addSecs(-3600);
        scene.evidence.nodes[u"gpu-2"_s].unschedulable = true;
        scene.evidence.nodes[u"gpu-2"_s].cordonedAt = cordoned;
        DriverFacts facts;
        facts.isCordoned = true;
        (isBefore ? facts.wasCordonedBefore : facts.wasCordonedAfter) = true;
        for (const char *component : {"gpu", "ib"})
            scene.track(u"gpu-2"_s, Verdict::Done, component).evidence = facts;
        const QList<Finding> findings = judge(scene);
        QCOMPARE(signaturesOf(findings), QStringList{u"cordon-standing"_s});
        QCOMPARE(findings.first().since, cordoned);
        QCOMPARE(findings.first().nodes, QStringList{u"gpu-2"_s});
        scene.evidence.tracks.first().verdict = Verdict::Failed; // it is that rollout's, then
        QVERIFY(!signaturesOf(judge(scene)).contains(u"cordon-standing"));
    }

    /// Events of it are gone after an hour.
    void theOperatorsNoteOfAStepTellsWhoseACordonIs_data()
    {
        QTest::addColumn<int>("cordoned"); // seconds after the note; 999: at an unknown time
        QTest::addColumn<bool>("isFound");
        QTest::addColumn<QString>("label");
        QTest::addColumn<bool>("isLeft");
        QTest::newRow("before the note") << -30 << false << QString() << true;
        QTest::newRow("done by now") << -30 << false << u"upgrade-done"_s << true;
        QTest::newRow("after it") << 30 << false << QString() << false;
        QTest::newRow("at an unknown time") << 999 << false << QString() << false;
        QTest::newRow("found cordoned") << -30 << true << QString() << false;
        QTest::newRow("under way") << -30 << false << u"validation-required"_s << false;
    }
    void theOperatorsNoteOfAStepTellsWhoseACordonIs()
    {
        QFETCH(int, cordoned);
        QFETCH(bool, isFound);
        QFETCH(QString, label);
        QFETCH(bool, isLeft);
        const QDateTime now({2026, 11, 21}, {4, 0}, Qt::UTC);
        for (const DriverKind kind : allDrivers) {
            const DriverKeys &keys = driverKeys(kind);
            Node node;
            node.name = u"gpu-a"_s;
            node.unschedulable = true;
            node.cordonedAt = cordoned == 999 ? QDateTime() : now.addSecs(cordoned);
            node.labels.insert(keys.state, label);
            node.annotations.insert(keys.validationStart, QString::number(now.toSecsSinceEpoch()));
            if (isFound)
                node.annotations.insert(keys.initialUnschedulable, u"true"_s);
            NodeEvidence evidence;
            evidence.node = &node;
            tellPast({}, sightingOf(node, kind), evidence);
            QCOMPARE(evidence.cordon.kind == CordonPlace::Kind::LeftByRun, isLeft);
            QCOMPARE(evidence.stepBefore == RolloutStep::Validate, isLeft);
        }
    }

    /// The name of the writer outlives the events, and a Chartroom that saw them.
    void theWriterOfACordonTellsWhoseItIs_data()
    {
        QTest::addColumn<QString>("writer");
        QTest::addColumn<QString>("label");
        QTest::addColumn<QSet<DriverKind>>("left"); // by whose rollout
        const QString done = u"upgrade-done"_s;
        const QSet gpu{DriverKind::Gpu};
        QTest::newRow("nobody told") << QString() << done << QSet<DriverKind>();
        QTest::newRow("the GPU operator") << u"gpu-operator"_s << done << gpu;
        QTest::newRow("its label has gone") << u"gpu-operator"_s << QString() << gpu;
        QTest::newRow("under way") << u"gpu-operator"_s << u"drain-required"_s << QSet<DriverKind>();
        QTest::newRow("kubectl") << u"kubectl"_s << done << QSet<DriverKind>();
        QTest::newRow("one of many") << u"manager"_s << done << QSet<DriverKind>();
    }
    void theWriterOfACordonTellsWhoseItIs()
    {
        QFETCH(QString, writer);
        QFETCH(QString, label);
        QSet<DriverKind> left;
        for (const DriverKind kind : allDrivers) {
            Node node;
            node.name = u"gpu-a"_s;
            node.unschedulable = true;
            node.cordonedBy = writer;
            node.labels.insert(driverKeys(kind).state, label);
            NodeEvidence evidence;
            evidence.node = &node;
            tellPast({}, sightingOf(node, kind), evidence);
            NodeEvidence others;
            others.node = &node;
            tellOtherCordon({}, kind, others, {});
            QCOMPARE(others.otherCordon.kind, evidence.cordon.kind);
            if (evidence.cordon.kind == CordonPlace::Kind::LeftByRun)
                left.insert(kind);
        }
        QTEST(left, "left");
    }

    void aCordonWithKubectlIsNoRollouts()
    {
        for (const bool isFound : {false, true}) {
            OneNode scene(DriverKind::Gpu, "upgrade-done");
            scene.wasFoundCordoned = isFound; // when, and whether since the wanted template, is unknown
            QCOMPARE(kindsOf(scene.track().contradictions), u"doneUnschedulable"_s);
            scene.node.cordonedBy = u"kubectl"_s;
            const NodeTrack track = scene.track();
            QCOMPARE(kindsOf(track.contradictions), QString());
            QCOMPARE(track.verdict, Verdict::Done);
            QCOMPARE(track.evidence.standingCordon(),
                     isFound ? u"Was already cordoned when the rollout began on it, and stays cordoned."_s
                             : u"Was cordoned with kubectl, not by a rollout, and stays cordoned."_s);
            scene.node.cordonedBy = u"manager"_s;
            QCOMPARE(kindsOf(scene.track().contradictions), u"doneUnschedulable"_s);
            scene.cordon = {CordonPlace::Kind::LeftByRun, RolloutStep::Drain}; // seen
            scene.node.cordonedBy = u"kubectl"_s;
            QCOMPARE(kindsOf(scene.track().contradictions), u"doneUnschedulable"_s);
        }
        OneNode off(DriverKind::Gpu, "");
        off.tellPolicy("{\"autoUpgrade\":false}");
        off.node.cordonedBy = u"kubectl"_s; // the driver pod's own script may have
        QVERIFY(off.track().evidence.lines().contains(
            u"Cordoned by the field manager kubectl; there is no evidence that this rollout did it."_s));
        OneNode idle(DriverKind::Gpu, "");
        idle.node.cordonedBy = u"cluster-autoscaler"_s;
        QVERIFY(idle.track().evidence.lines().contains(
            u"Cordoned by the field manager cluster-autoscaler; there is no evidence that "
            "this rollout did it."_s));
    }

    void aCordonOfUnknownOriginOnADoneNodeIsFoundAtOnce()
    {
        DiagnosisScene scene;
        NodeTrack &track = scene.track(u"gpu-2"_s, Verdict::NotKnown);
        track.step = RolloutStep::Done;
        track.since = scene.evidence.now.addSecs(-5);
        track.contradictions = {{NoteKind::DoneUnschedulable, u"Who cordoned it is unknown."_s}};
        QCOMPARE(signaturesOf(judge(scene)), QStringList{u"cordon-left"_s});
        scene.evidence.tracks.first().verdict = Verdict::Stuck;
        scene.evidence.tracks.first().blockers = {
            {NoteKind::LeftCordoned, u"The rollout cordoned the node."_s}};
        QCOMPARE(signaturesOf(judge(scene)), QStringList{u"left-cordoned"_s});
    }
};

#include "tst_left_cordons.moc"
} // namespace tst_left_cordons

CHARTROOM_TEST(tst_left_cordons, LeftCordonsTest)
