// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/rollout_printout.h"
#include "core/rollout/driver_fleet.h"
#include "core/rollout/paused_rollout.h"
#include "tests/support/test_main.h"

#include <QTest>

using namespace chartroom;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_paused_rollout {

namespace {

DriverPolicy policyOf(const QString &kind, const QString &name, bool isOn)
{
    DriverPolicy policy;
    policy.kind = kind;
    policy.name = name;
    policy.autoUpgrade = isOn;
    return policy;
}

NodeTrack trackOf(const char *node, Verdict verdict, const char *queue = "")
{
    NodeTrack track;
    track.node = QString::fromLatin1(node);
    track.component = u"gpu"_s;
    track.verdict = verdict;
    track.queue = QString::fromLatin1(queue);
    track.isDriverCurrent = verdict == Verdict::NotPart;
    return track;
}

QString saidOf(const QList<DriverPolicy> &policies, const QList<NodeTrack> &tracks)
{
    QList<const NodeTrack *> all;
    for (const NodeTrack &track : tracks)
        all << &track;
    return pausedText(pausedPolicies(policies, all));
}

const DriverPolicy on = policyOf(u"ClusterPolicy"_s, u"cluster-policy"_s, true);
const DriverPolicy off = policyOf(u"ClusterPolicy"_s, u"cluster-policy"_s, false);
const QString said = u"Rollout paused (autoUpgrade is off): ClusterPolicy cluster-policy"_s;

} // namespace

class PausedRolloutTest final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void itIsPausedWhileANodeHasToGo()
    {
        const NodeTrack done = trackOf("a", Verdict::NotPart); // the operator took its label away
        const NodeTrack waiting = trackOf("b", Verdict::Waiting);
        QCOMPARE(saidOf({off}, {done, waiting}), said);
        QCOMPARE(saidOf({on}, {done, waiting}), QString());
        QCOMPARE(saidOf({off}, {done}), QString());
        QCOMPARE(saidOf({off}, {done, trackOf("c", Verdict::NotKnown)}), QString());
        QCOMPARE(saidOf({}, {waiting}), QString());
    }

    void aSwitchThatIsOffIsSaidWhetherOrNotItPausesANode()
    {
        const DriverPolicy other = policyOf(u"NVIDIADriver"_s, u"a100"_s, false);
        DriverPolicy sandboxed = off;
        sandboxed.switches.isSandboxed = true;
        QCOMPARE(offPolicies({on, off, sandboxed}), QList{off});
        QCOMPARE(pausedText({}, {off}), u"autoUpgrade is off: ClusterPolicy cluster-policy"_s);
        QCOMPARE(pausedText({off}, {off}), said);
        QCOMPARE(pausedText({off}, {off, other}), said + u"; autoUpgrade is off: NVIDIADriver a100"_s);
        QCOMPARE(pausedText({}), QString());
    }

    void aNodeThatWasLeftCordonedHasToGoToo()
    {
        NodeTrack stuck = trackOf("a", Verdict::Stuck);
        stuck.isDriverCurrent = true;
        QCOMPARE(saidOf({off}, {stuck}), QString()); // a driver that fails, in no rollout
        stuck.isCordoned = true;
        QCOMPARE(saidOf({off}, {stuck}), said);
    }

    void ofSeveralPoliciesTheOneWithNodesToGoIsNamed()
    {
        const QList<DriverPolicy> drivers{policyOf(u"NVIDIADriver"_s, u"a100"_s, false),
                                          policyOf(u"NVIDIADriver"_s, u"h100"_s, false)};
        const NodeTrack done = trackOf("a", Verdict::NotPart, "a100");
        QCOMPARE(saidOf(drivers, {done, trackOf("h", Verdict::Waiting, "h100")}),
                 u"Rollout paused (autoUpgrade is off): NVIDIADriver h100"_s);
        const QList<DriverPolicy> nics{policyOf(u"NicClusterPolicy"_s, u"nic-cluster-policy"_s, false),
                                       policyOf(u"NicNodePolicy"_s, u"pool-a"_s, false)};
        QCOMPARE(saidOf(nics, {trackOf("n", Verdict::Waiting)}),
                 u"Rollout paused (autoUpgrade is off): NicClusterPolicy nic-cluster-policy"_s);
    }

    void aSwitchThatWouldContinueNothingPausesNothing()
    {
        DriverPolicy sandboxed = off;
        sandboxed.switches.isSandboxed = true;
        QCOMPARE(saidOf({sandboxed}, {trackOf("a", Verdict::Waiting)}), QString());
    }

    void theVerbSaysItInTheSameWords()
    {
        DriverFleet fleet;
        fleet.shares[QString()].policy = off;
        QVERIFY(fleet.leading().isEmpty()); // of no node
        fleet.shares[QString()].managed = 1;
        fleet.shares[u"none"_s].policy = on;
        QCOMPARE(fleet.leading(), QList{off});
        RolloutPrintoutParts parts;
        parts.tracks = {trackOf("a", Verdict::Waiting)};
        parts.fleets = {&fleet};
        QVERIFY(rolloutSummary(parts).contains(said));
        parts.tracks = {trackOf("a", Verdict::Done)}; // off, with nothing left to go
        QVERIFY(rolloutSummary(parts).contains(u"autoUpgrade is off: ClusterPolicy cluster-policy\n"_s));
        QVERIFY(!rolloutSummary(parts).contains(u"aused"_s));
        fleet.shares[QString()].policy = on;
        QVERIFY(!rolloutSummary(parts).contains(u"aused"_s));
        QVERIFY(!rolloutSummary(parts).contains(u"autoUpgrade is off"_s));
    }

    void jsonTellsPausedNotPausedAndUnknown()
    {
        DriverFleet fleet;
        fleet.shares[QString()].managed = 1;
        RolloutPrintoutParts parts;
        parts.tracks = {trackOf("a", Verdict::Waiting)};
        parts.history = [](const TrackKey &) { return NodeHistory(); };
        parts.fleets = {&fleet};
        const auto total = [&parts](const QString &key) {
            return rolloutPrintout(parts).data.at({u"totals"_s}).list().first().at({key});
        };
        QVERIFY(total(u"paused"_s).isNull()); // the policy of a node is unknown
        QVERIFY(total(u"pausedBy"_s).isList());
        fleet.shares[QString()].policy = off;
        QCOMPARE(total(u"paused"_s), Value(true));
        QCOMPARE(total(u"pausedBy"_s), Value(Value::List{Value(u"ClusterPolicy cluster-policy"_s)}));
        parts.tracks = {trackOf("a", Verdict::Done)}; // autoUpgrade is off, and nothing is left to pause
        QCOMPARE(total(u"paused"_s), Value(false));
        QCOMPARE(total(u"pausedBy"_s), Value(Value::List()));
        parts.tracks = {trackOf("a", Verdict::Waiting)};
        fleet.shares[QString()].policy = on;
        QCOMPARE(total(u"paused"_s), Value(false));
        QCOMPARE(total(u"pausedBy"_s), Value(Value::List()));
    }

    void aWatchIsToldOnceOfAPauseAndOfItsEnd()
    {
        DriverFleet fleet;
        fleet.shares[QString()].managed = 1;
        fleet.shares[QString()].policy = off;
        const QList<const DriverFleet *> fleets{&fleet};
        const QMap<QString, QList<DriverPolicy>> none;
        const auto paused = pausesOf({trackOf("a", Verdict::Waiting)}, fleets);
        QCOMPARE(pauseLines(none, paused, fleets), QStringList{u"gpu: "_s + said});
        QCOMPARE(pauseLines(paused, paused, fleets), QStringList());
        // The last node is done: nothing was resumed.
        QCOMPARE(pauseLines(paused, pausesOf({trackOf("a", Verdict::Done)}, fleets), fleets), QStringList());
        fleet.shares[QString()].policy = on;
        const auto resumed = pausesOf({trackOf("a", Verdict::Waiting)}, fleets);
        QCOMPARE(pauseLines(paused, resumed, fleets),
                 QStringList{u"gpu: Rollout resumed (autoUpgrade is on): ClusterPolicy cluster-policy"_s});
    }
};

#include "tst_paused_rollout.moc"
} // namespace tst_paused_rollout

CHARTROOM_TEST(tst_paused_rollout, PausedRolloutTest)
