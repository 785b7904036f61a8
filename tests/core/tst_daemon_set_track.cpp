// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/daemon_set_track.h"
#include "tests/support/fixed_time.h"
#include "tests/support/test_main.h"
#include "tests/support/told_window.h"

#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace HIDDEN_FROM_MOC tst_daemon_set_track {

/// A node in the rollout of a plain DaemonSet: what is usual while a pod is replaced, and what is not.
class TestDaemonSetTrack final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_node.name = u"node-a"_s;
        m_evidence = {};
        m_evidence.node = &m_node;
        m_evidence.now = now;
        m_rolling = {};
        m_rolling.set.namespaceName = u"crusoe-system"_s;
        m_rolling.set.name = u"csi-node"_s;
        m_rolling.set.updateStrategy = u"RollingUpdate"_s;
        m_rolling.set.image = u"csi:v0.5.0"_s;
        m_rolling.newestHash = u"new"_s;
        m_rolling.made = ago(5min);
        m_pod = {};
        m_pod.namespaceName = u"crusoe-system"_s;
        m_pod.name = u"csi-node-a"_s;
        m_pod.image = u"csi:v0.5.0"_s;
        m_pod.revisionHash = u"new"_s;
        m_pod.created = ago(2h);
        m_pod.health = Pod::Health::Ready;
    }

    void aPodThatEndsInItsGracePeriodIsMoving()
    {
        m_pod.revisionHash = u"old"_s;
        m_pod.health = Pod::Health::Leaving;
        m_pod.deleting = now.addSecs(13);
        QCOMPARE(track().step, RolloutStep::DriverRestart);
        QCOMPARE(track().verdict, Verdict::Moving);
        QVERIFY(!track().since.isValid());
        QVERIFY(track().blockers.isEmpty());
        QVERIFY(track().evidence.lines().first().contains(u"being deleted"));
    }

    void aPodThatDoesNotEndIsTold()
    {
        m_pod.health = Pod::Health::Leaving;
        m_pod.deleting = ago(1min);
        QVERIFY(hasNote(track().blockers, u"slowToEnd"));
        QCOMPARE(track().verdict, Verdict::Moving);
        m_pod.deleting = ago(11min);
        QCOMPARE(track().verdict, Verdict::Stuck);
    }

    void aPodThatIsNoLongerReadyCountsFromThen()
    {
        m_pod.health = Pod::Health::Starting;
        m_pod.notReadySince = ago(1min);
        QCOMPARE(track().since, ago(1min));
        QCOMPARE(track().verdict, Verdict::Moving);
        m_pod.notReadySince = ago(11min);
        QCOMPARE(track().verdict, Verdict::Stuck);
    }

    void aPodThatDoesNotComeIsStuck()
    {
        QCOMPARE(daemonSetTrack(m_evidence, m_rolling, nullptr, ago(1min)).verdict, Verdict::Moving);
        QCOMPARE(daemonSetTrack(m_evidence, m_rolling, nullptr, ago(11min)).verdict, Verdict::Stuck);
        QCOMPARE(daemonSetTrack(m_evidence, m_rolling, nullptr).verdict, Verdict::Moving);
    }

    void aReadyPodIsDoneOnceItIsAvailable()
    {
        m_rolling.set.minReadySeconds = 1200;
        m_pod.readySince = ago(15min);
        QCOMPARE(track().step, RolloutStep::DriverRestart);
        QCOMPARE(track().verdict, Verdict::Moving);
        QVERIFY(track().evidence.lines().contains(
            u"Ready, and available once it has been ready for 1200 s (minReadySeconds)."_s));
        m_pod.readySince = ago(20min);
        QCOMPARE(track().verdict, Verdict::Done);
    }

    /// What its controller has not seen yet, no pod can be of.
    void aTemplateThatNobodyTookUpIsOnNoNode()
    {
        m_rolling.set.generation = 3;
        m_rolling.set.observedGeneration = 2;
        m_rolling.newestHash.clear(); // the newest revision is of the template before
        m_pod.image = u"csi:v0.4.9"_s;
        QCOMPARE(track().step, RolloutStep::Queued);
        QVERIFY(hasNote(track().blockers, u"notObserved"));
        QVERIFY(!track().evidence.lines().join(u' ').contains(u"the newest template"));
    }

    /// A rollback takes an old revision again, whose time tells nothing of when that was.
    void whoIsToGoBackWaitsSinceNobodyKnows()
    {
        m_pod.revisionHash = u"between"_s;
        QCOMPARE(track().since, ago(5min));
        m_rolling.made = ago(40 * 24h);
        QCOMPARE(track().step, RolloutStep::Queued);
        QVERIFY(!track().since.isValid());
    }

private:
    [[nodiscard]] NodeTrack track() const { return daemonSetTrack(m_evidence, m_rolling, &m_pod); }

    Node m_node;
    NodeEvidence m_evidence;
    RollingSet m_rolling;
    Pod m_pod;
};

#include "tst_daemon_set_track.moc"
} // namespace tst_daemon_set_track

CHARTROOM_TEST(tst_daemon_set_track, TestDaemonSetTrack)
