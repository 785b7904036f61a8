// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/amd_track.h"
#include "core/rollout/daemon_set_track.h"
#include "core/rollout/driver_track.h"
#include "tests/support/fixed_time.h"
#include "tests/support/test_main.h"

#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace HIDDEN_FROM_MOC tst_server_clock {

/// Fault 27: our clock is ten minutes ahead of the server's, by which objects tell their times.
class TestServerClock final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_evidence = {};
        m_node = {};
        m_node.name = u"node-a"_s;
        m_evidence.node = &m_node;
        m_evidence.now = now;
        m_evidence.skew = -10min;
    }

    void aDaemonSetsNewPodIsLongStartingByItsOwnAge()
    {
        RollingSet rolling;
        rolling.set.namespaceName = u"crusoe-system"_s;
        rolling.set.name = u"csi-node"_s;
        rolling.set.updateStrategy = u"RollingUpdate"_s;
        rolling.newestHash = u"new"_s;
        Pod pod;
        pod.name = u"csi-node-a"_s;
        pod.revisionHash = u"new"_s;
        pod.waitingInit = u"wait-for-module"_s;
        const auto made = [&](std::chrono::seconds span) {
            pod.created = ago(span);
            return daemonSetTrack(m_evidence, rolling, &pod);
        };
        QCOMPARE(made(11min).verdict, Verdict::Moving);
        QVERIFY(made(11min).blockers.isEmpty());
        QCOMPARE(made(13min).blockers.size(), 1);
        QCOMPARE(made(13min).blockers.first().kind, NoteKind::InitContainer);
        QCOMPARE(made(21min).verdict, Verdict::Stuck);
    }

    // Unloading takes its time: two minutes, not two seconds.
    void aDriversInitContainerMayTakeMinutes()
    {
        DriverFleet fleet;
        m_node.labels.insert(u"nvidia.com/gpu-driver-upgrade-state"_s, u"pod-restart-required"_s);
        Pod pod;
        pod.name = u"driver-node-a"_s;
        pod.node = m_node.name;
        pod.waitingInit = u"k8s-driver-manager"_s;
        const auto kinds = [&](std::chrono::seconds age) {
            pod.created = ago(10min + age); // by the server's clock
            const QList<PlacedPod> pods{{std::make_shared<const Pod>(pod), PodRole::GpuDriver}};
            m_evidence.pods = NodePods(&pods);
            QStringList found;
            for (const TrackNote &note : driverTrack(m_evidence, fleet).blockers)
                found << noteWord(note.kind);
            return found;
        };
        QCOMPARE(kinds(3s), QStringList());
        QCOMPARE(kinds(119s), QStringList());
        QCOMPARE(kinds(121s), QStringList{u"initContainer"_s});
    }

    void anAmdNodeIsLongInItsDrainByTheOperatorsOwnNote()
    {
        AmdFleet fleet;
        fleet.config.version = u"30.30.0"_s;
        const auto begun = [&](std::chrono::seconds span) {
            fleet.config.modules[m_node.name] = {u"Upgrade-Started"_s, {}, {}, ago(span)};
            return amdTrack(m_evidence, fleet).verdict;
        };
        QCOMPARE(begun(39min), Verdict::Moving);
        QCOMPARE(begun(41min), Verdict::Stuck);
        m_evidence.since = ago(31min); // seen here, by our clock
        QCOMPARE(begun(39min), Verdict::Stuck);
    }

private:
    Node m_node;
    NodeEvidence m_evidence;
};

#include "tst_server_clock.moc"
} // namespace tst_server_clock

CHARTROOM_TEST(tst_server_clock, TestServerClock)
