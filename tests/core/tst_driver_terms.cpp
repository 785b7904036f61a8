// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recording/recording_line.h"
#include "core/rollout/driver_track.h"
#include "core/rollout/eviction_holds.h"
#include "core/rollout/pod_index.h"
#include "tests/support/told_window.h"

#include <QJsonDocument>
#include <QTest>

#include <algorithm>

using namespace chartroom;
using namespace chartroom::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace {

const QDateTime now = QDateTime({2026, 11, 21}, {4, 0}, Qt::UTC);

KubeObject kubeObject(const QJsonObject &told)
{
    const QJsonObject metadata = told["metadata"_L1].toObject();
    return {metadata["uid"_L1].toString(),
            metadata["namespace"_L1].toString(),
            metadata["name"_L1].toString(),
            {},
            QJsonDocument(told).toJson(QJsonDocument::Compact)};
}

/// The same object as a recording of it gives it back.
KubeObject recorded(const QJsonObject &told)
{
    KubeObject object = kubeObject(told);
    object.json = recordableObject(object.json, "v1", "Pod").value_or(QByteArray());
    return object;
}

/// One node with a pod of each driver, at some step of one of them; the caller gives the rest.
class OneNode
{
public:
    OneNode(DriverKind kind, const char *state)
        : m_kind(kind)
    {
        node.name = u"gpu-a"_s;
        node.labels = {{driverKeys(kind).state, QString::fromLatin1(state)}};
        node.isCordoned = true;
        driver.name = u"ops/driver-gpu-a"_s;
        driver.ownerName = u"driver"_s;
        driver.labels = {
            {kind == DriverKind::Gpu ? u"app.kubernetes.io/component"_s : u"nvidia.com/ofed-driver"_s,
             u"nvidia-driver"_s},
            {u"controller-revision-hash"_s, u"new"_s}};
        DaemonSetSample set;
        set.name = u"ops/driver"_s;
        set.podLabels = driver.labels;
        put(m_sets, kubeObject(set.object()));
        put(m_revisions, kubeObject(set.revision(u"old"_s, 1)));
        put(m_revisions, kubeObject(set.revision(u"new"_s, 2)));
    }

    void tell(const PodSample &pod) { put(m_pods, kubeObject(placed(pod).object())); }
    void tellAsRecorded(const PodSample &pod) { put(m_pods, recorded(placed(pod).object())); }
    void tellPolicy(const QByteArray &upgradePolicy, bool leavesDrivers = false)
    {
        const QJsonObject told{{u"useNvidiaDriverCRD"_s, leavesDrivers},
                               {u"upgradePolicy"_s, toldJson(upgradePolicy.constData())}};
        put(m_policies, kubeObject(anyObject(u"nvidia.com/v1"_s, u"ClusterPolicy"_s, u"cluster-policy"_s,
                                             {{u"driver"_s, told}}, {})));
    }
    void tellNvidiaDriver(const QByteArray &upgradePolicy)
    {
        put(m_policies,
            kubeObject(anyObject(u"nvidia.com/v1alpha1"_s, u"NVIDIADriver"_s, u"a100"_s,
                                 {{u"upgradePolicy"_s, toldJson(upgradePolicy.constData())}}, {})));
    }

    /// After so long in its step.
    [[nodiscard]] NodeTrack track(std::chrono::minutes elapsed = 1min) const
    {
        auto pods = m_pods;
        put(pods, kubeObject(placed(driver).object()));
        const ObjectMap<Node> nodes{{node.name, Node::read(kubeObject(node.object())).value()}};
        const ObjectMap<DisruptionBudget> budgets;
        const DriverFleet fleet =
            driverFleet(m_kind, {&nodes, &pods, &m_sets, &m_revisions, &budgets, &m_policies}, {node.name});
        NodeEvidence evidence;
        evidence.node = &*nodes.cbegin();
        QStringList uids = pods.keys();
        std::sort(uids.begin(), uids.end(), [&](const QString &one, const QString &other) {
            return pods.constFind(one)->name < pods.constFind(other)->name;
        });
        PodIndex index;
        QSet<QString> touched;
        index.update(pods, {uids, {}, {}}, touched);
        evidence.pods = index.on(node.name);
        evidence.operands = evidence.pods.operands();
        evidence.now = now;
        evidence.since = now.addSecs(-std::chrono::seconds(elapsed).count());
        return driverTrack(evidence, fleet);
    }

    NodeSample node;
    PodSample driver;

private:
    [[nodiscard]] PodSample placed(PodSample pod) const
    {
        pod.node = node.name;
        return pod;
    }
    template<typename T>
    static void put(ObjectMap<T> &all, const KubeObject &object)
    {
        all.insert(object.uid, T::read(object).value());
    }

    DriverKind m_kind;
    ObjectMap<Pod> m_pods;
    ObjectMap<DaemonSet> m_sets;
    ObjectMap<ControllerRevision> m_revisions;
    ObjectMap<DriverPolicy> m_policies;
};

PodSample tenant(const QString &name, const QString &app)
{
    PodSample pod;
    pod.name = u"tenant-b/"_s + name;
    pod.labels = {{u"app"_s, app}};
    return pod;
}

} // namespace

/// What NVIDIA's upgrade policies say to the letter, and what a node's objects say of its devices.
class TestDriverTerms : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void anNvidiaDriverCountsWhereTheClusterPolicyLeavesTheDriversToIt()
    {
        OneNode scene(DriverKind::Gpu, "upgrade-required");
        scene.tellPolicy("{'autoUpgrade':true}");
        scene.tellNvidiaDriver("{'autoUpgrade':false}");
        QVERIFY(!hasNote(scene.track().blockers, u"autoUpgradeOff"));
        scene.tellPolicy("{'autoUpgrade':true}", true);
        QVERIFY(noteText(scene.track().blockers, u"autoUpgradeOff").contains(u" a100 "));
    }

    void aTimeoutOfZeroNeverEnds_data()
    {
        QTest::addColumn<QByteArray>("state");
        QTest::addColumn<QByteArray>("policy");
        QTest::newRow("evict") << QByteArray("pod-deletion-required")
                               << QByteArray("{'podDeletion':{'timeoutSeconds':%1}}");
        QTest::newRow("drain") << QByteArray("drain-required")
                               << QByteArray("{'drain':{'enable':true,'timeoutSeconds':%1}}");
    }

    void aTimeoutOfZeroNeverEnds()
    {
        QFETCH(QByteArray, state);
        QFETCH(QByteArray, policy);
        OneNode scene(DriverKind::Gpu, state.constData());
        scene.driver.labels[u"controller-revision-hash"_s] = u"old"_s;
        scene.tellPolicy(QByteArray(policy).replace("%1", "60"));
        QCOMPARE(scene.track(30min).verdict, Verdict::Stuck);
        scene.tellPolicy(policy.replace("%1", "0"));
        QCOMPARE(scene.track(30min).verdict, Verdict::Moving);
    }

    void onlyPodsThatTheDrainSelectsAreBlamed()
    {
        OneNode scene(DriverKind::Gpu, "drain-required");
        scene.tell(tenant(u"trainer-1"_s, u"trainer"_s)); // without a controller
        scene.tellPolicy("{'drain':{'enable':true,'podSelector':'app=web'}}");
        QVERIFY(!hasNote(scene.track().blockers, u"unmanagedPod"));
        QCOMPARE(scene.track().verdict, Verdict::Moving);
        scene.tellPolicy("{'drain':{'enable':true,'podSelector':'app in (web, trainer)'}}");
        QVERIFY(noteText(scene.track().blockers, u"unmanagedPod").contains(u"tenant-b/trainer-1"));
        QCOMPARE(scene.track().verdict, Verdict::Stuck);
    }

    void jobsAreSelectedByAnySelector_data()
    {
        QTest::addColumn<QString>("selector");
        QTest::addColumn<bool>("isSelected");
        QTest::newRow("equal") << u"app=trainer"_s << true;
        QTest::newRow("equal, twice") << u"app == trainer"_s << true;
        QTest::newRow("unequal") << u"app!=trainer"_s << false;
        QTest::newRow("unequal to another") << u"app!=web"_s << true;
        QTest::newRow("one of") << u"app in (web,trainer)"_s << true;
        QTest::newRow("none of") << u"app notin (web,trainer),app"_s << false;
        QTest::newRow("none of others") << u"team notin (a),app"_s << true;
        QTest::newRow("there") << u"app"_s << true;
        QTest::newRow("not there") << u"!app"_s << false;
        QTest::newRow("nothing") << QString() << false;
        QTest::newRow("no selector") << u"app in (trainer"_s << false;
    }

    void jobsAreSelectedByAnySelector()
    {
        QFETCH(QString, selector);
        OneNode scene(DriverKind::Gpu, "wait-for-jobs-required");
        scene.tell(tenant(u"trainer-1"_s, u"trainer"_s));
        scene.tellPolicy("{'waitForCompletion':{'podSelector':'" + selector.toUtf8() + "'}}");
        QTEST(noteText(scene.track().blockers, u"jobs").contains(u"tenant-b/trainer-1"), "isSelected");
    }

    void aDriverThatCrashLoopsIsStuck()
    {
        OneNode scene(DriverKind::Gpu, "pod-restart-required");
        scene.driver.isReady = false;
        scene.driver.waiting = u"CrashLoopBackOff"_s;
        scene.driver.restarts = 2;
        QCOMPARE(scene.track().verdict, Verdict::Moving);
        scene.driver.restarts = 9;
        QCOMPARE(scene.track().verdict, Verdict::Stuck);
        scene.driver.labels[u"controller-revision-hash"_s] = u"old"_s; // the operator deletes it next
        QCOMPARE(scene.track().verdict, Verdict::Moving);
        OneNode failed(DriverKind::Gpu, "upgrade-failed");
        failed.driver = scene.driver;
        QCOMPARE(failed.track().verdict, Verdict::Failed);
    }

    void aReplayBlamesThePodsThatWereBlamedLive_data()
    {
        QTest::addColumn<bool>("hasEmptyDir");
        QTest::newRow("emptyDir") << true;
        QTest::newRow("none") << false;
    }

    void aReplayBlamesThePodsThatWereBlamedLive()
    {
        QFETCH(bool, hasEmptyDir);
        PodSample cache = tenant(u"cache-0"_s, u"cache"_s);
        cache.ownerKind = u"StatefulSet"_s;
        cache.ownerName = u"cache"_s;
        cache.hasEmptyDir = hasEmptyDir;
        OneNode live(DriverKind::Gpu, "drain-required");
        live.tellPolicy("{'drain':{'enable':true}}");
        OneNode replayed = live;
        live.tell(cache);
        replayed.tellAsRecorded(cache);
        QCOMPARE(hasNote(live.track().blockers, u"emptyDir"), hasEmptyDir);
        QCOMPARE(live.track().verdict, hasEmptyDir ? Verdict::Stuck : Verdict::Moving);
        QVERIFY(replayed.track() == live.track());
    }

    void podsWithAmdGpusAreTenantsAndNoneOfNvidiasEviction()
    {
        QJsonObject told = tenant(u"trainer-1"_s, u"trainer"_s).object();
        told[u"spec"_s] = toldJson("{'containers':[{'resources':{'limits':{'amd.com/gpu':8}}}]}");
        const Pod pod = Pod::read(kubeObject(told)).value();
        QVERIFY(losesGpus(pod));
        QCOMPARE(pod.gpus, 0);
        DriverPolicy policy;
        QVERIFY(evictionHolds(policy, {&pod}, {}, now).isEmpty());
        policy.drains = true;
        QVERIFY(!evictionHolds(policy, {&pod}, {}, now).isEmpty()); // which takes every pod
    }

    void doneWithoutRdmaIsAContradiction()
    {
        OneNode scene(DriverKind::InfiniBand, "upgrade-done");
        scene.node.isCordoned = false;
        scene.node.device = u"rdma/rdma_shared_device_a"_s;
        scene.node.devices = 63;
        scene.node.allocatable = 63;
        QVERIFY(scene.track().contradictions.isEmpty());
        QCOMPARE(scene.track().devicesTotal, 63);
        scene.node.allocatable = 0;
        const NodeTrack track = scene.track();
        QCOMPARE(track.devices, 0);
        QCOMPARE(track.devicesTotal, 63);
        QVERIFY(noteText(track.contradictions, u"doneWithoutDevices").contains(u"RDMA"));
        QVERIFY(track.evidence.lines().contains(u"0 of 63 RDMA devices can be allocated."_s));
    }

    void instancesOfMigAreDevices()
    {
        OneNode scene(DriverKind::Gpu, "upgrade-done");
        scene.node.isCordoned = false;
        scene.node.device = u"nvidia.com/mig-1g.10gb"_s;
        scene.node.devices = 56;
        scene.node.allocatable = 28;
        QCOMPARE(scene.track().devices, 28);
        QCOMPARE(scene.track().devicesTotal, 56);
        QVERIFY(scene.track().contradictions.isEmpty());
        scene.node.allocatable = 0;
        QVERIFY(hasNote(scene.track().contradictions, u"doneWithoutDevices"));
    }
};

QTEST_GUILESS_MAIN(TestDriverTerms)
#include "tst_driver_terms.moc"
