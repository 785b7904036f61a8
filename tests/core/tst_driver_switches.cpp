// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/rollout_inputs.h"
#include "core/rollout/slot_policy.h"
#include "tests/support/fake_clock.h"
#include "tests/support/one_node.h"
#include "tests/support/scripted_cluster.h"
#include "tests/support/test_main.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>

#include <algorithm>

using namespace chartroom;
using namespace chartroom::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_driver_switches {

namespace {

const QString driverDeploy = u"nvidia.com/gpu.deploy.driver"_s;
const QString workload = u"nvidia.com/gpu.workload.config"_s;
const QString gpuState = u"nvidia.com/gpu-driver-upgrade-state"_s;

/// Of NVIDIA's kinds; `rest` are its other members.
QJsonObject policy(const char *kind, const QString &name, const QByteArray &spec,
                   const QByteArray &status = "{}", const QString &created = {})
{
    const bool isNic = QLatin1String(kind).startsWith("Nic"_L1);
    QJsonObject object =
        anyObject(isNic ? u"mellanox.com/v1alpha1"_s : u"nvidia.com/v1"_s, QString::fromLatin1(kind), name,
                  toldJson(spec.constData()), toldJson(status.constData()));
    if (!created.isEmpty()) {
        QJsonObject metadata = object[u"metadata"_s].toObject();
        metadata.insert(u"creationTimestamp"_s, created);
        object.insert(u"metadata"_s, metadata);
    }
    return object;
}

/// A node whose label of before says done and that no driver pod runs on.
OneNode leftBehind(DriverKind kind = DriverKind::Gpu, const char *state = "upgrade-done")
{
    OneNode scene(kind, state);
    scene.node.isCordoned = false;
    scene.hasDriver = false;
    return scene;
}

constexpr auto nicPolicies = "/apis/mellanox.com/v1alpha1/nicclusterpolicies";

QJsonObject deleted(QJsonObject object)
{
    QJsonObject metadata = object[u"metadata"_s].toObject();
    metadata.insert(u"deletionTimestamp"_s, u"2026-11-20T23:00:00Z"_s);
    object.insert(u"metadata"_s, metadata);
    return object;
}

/// Nodes that a rollout of before left labels on: done, queued, and at work on the cordoned one. No driver
/// pod runs.
QList<QJsonObject> labelledNodes(DriverKind kind)
{
    QList<QJsonObject> nodes;
    for (const char *state : {"upgrade-done", "upgrade-required", "pod-restart-required"}) {
        NodeSample node;
        node.name = QString::fromLatin1(state).section(u'-', 1, 1);
        node.labels = {{driverKeys(kind).state, QString::fromLatin1(state)}};
        node.isCordoned = node.name == u"restart";
        nodes << node.object();
    }
    return nodes;
}

/// A list of the API.
QByteArray listed(const QList<QJsonObject> &objects)
{
    QJsonArray items;
    for (const QJsonObject &object : objects)
        items.append(object);
    return QJsonDocument(
               QJsonObject{{u"metadata"_s, QJsonObject{{u"resourceVersion"_s, u"1"_s}}}, {u"items"_s, items}})
        .toJson();
}

QString policiesOf(const OneNode &scene)
{
    QStringList names;
    for (const DriverPolicy &one : scene.fleet().policies)
        names << one.name;
    return names.join(u' ');
}

} // namespace

/// Which switches take a node or a driver out of its operator's hands, and which object counts of several.
class TestDriverSwitches : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void aSwitchTakesANodeOutOfTheOperatorsHands_data()
    {
        QTest::addColumn<QString>("label");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QByteArray>("spec");
        QTest::addColumn<QString>("reason"); ///< "": it is managed
        const QByteArray plain = "{'driver':{'upgradePolicy':{'autoUpgrade':true}}}";
        const QByteArray sandbox = "{'driver':{},'sandboxWorkloads':{'enabled':true}}";
        const QByteArray machines =
            "{'driver':{},'sandboxWorkloads':{'enabled':true,'defaultWorkload':'vm-passthrough'}}";
        const QByteArray unused =
            "{'driver':{},'sandboxWorkloads':{'enabled':false,'defaultWorkload':'vm-vgpu'}}";
        const QString byDefault =
            u"sandboxWorkloads.defaultWorkload=vm-passthrough (ClusterPolicy cluster-policy)"_s;
        QTest::newRow("none") << QString() << QString() << plain << QString();
        QTest::newRow("pre-installed")
            << driverDeploy << u"pre-installed"_s << plain << driverDeploy + u"=pre-installed"_s;
        QTest::newRow("driver false") << driverDeploy << u"false"_s << plain << driverDeploy + u"=false"_s;
        QTest::newRow("driver paused")
            << driverDeploy << u"paused-for-driver-upgrade"_s << plain << QString();
        QTest::newRow("driver empty") << driverDeploy << QString() << plain << QString();
        QTest::newRow("operands") << u"nvidia.com/gpu.deploy.operands"_s << u"false"_s << plain
                                  << u"nvidia.com/gpu.deploy.operands=false"_s;
        QTest::newRow("operands on") << u"nvidia.com/gpu.deploy.operands"_s << u"true"_s << plain
                                     << QString();
        QTest::newRow("passthrough") << workload << u"vm-passthrough"_s << sandbox
                                     << workload + u"=vm-passthrough"_s;
        QTest::newRow("vgpu") << workload << u"vm-vgpu"_s << sandbox << workload + u"=vm-vgpu"_s;
        QTest::newRow("passthrough, not sandboxed") << workload << u"vm-passthrough"_s << plain << QString();
        QTest::newRow("default") << QString() << QString() << machines << byDefault;
        QTest::newRow("default, container here") << workload << u"container"_s << machines << QString();
        QTest::newRow("default, no such workload") << workload << u"bare"_s << machines << byDefault;
        QTest::newRow("default, not sandboxed") << QString() << QString() << unused << QString();
        QTest::newRow("driver.enabled")
            << QString() << QString() << QByteArray("{'driver':{'enabled':false}}")
            << u"driver.enabled=false (ClusterPolicy cluster-policy)"_s;
        QTest::newRow("driver.enabled, left to NVIDIADrivers")
            << QString() << QString() << QByteArray("{'driver':{'enabled':false,'useNvidiaDriverCRD':true}}")
            << QString();
    }

    void aSwitchTakesANodeOutOfTheOperatorsHands()
    {
        QFETCH(QString, label);
        QFETCH(QString, value);
        QFETCH(QByteArray, spec);
        QFETCH(QString, reason);
        OneNode scene = leftBehind();
        scene.tellPolicyObject(policy("ClusterPolicy", u"cluster-policy"_s, spec));
        if (!label.isEmpty())
            scene.node.labels[label] = value;
        const NodeTrack track = scene.track();
        QCOMPARE(hasNote(track.contradictions, u"doneWithoutDriver"), reason.isEmpty());
        QCOMPARE(track.verdict, reason.isEmpty() ? Verdict::NotKnown : Verdict::NotPart);
        QCOMPARE(noteText(track.blockers, u"notManaged"),
                 reason.isEmpty()
                     ? QString()
                     : u"Not managed: %1. The label %2=upgrade-done is a leftover."_s.arg(reason, gpuState));
        if (!reason.isEmpty()) {
            QVERIFY(track.contradictions.isEmpty());
            QCOMPARE(track.driverTo, QString());
        }
        scene.hasDriver = true; // what runs in spite of it is judged as ever
        QVERIFY(!hasNote(scene.track().blockers, u"notManaged"));
    }

    void withoutOfedDriverTheNetworkDriverIsNotManaged()
    {
        OneNode scene = leftBehind(DriverKind::InfiniBand);
        scene.tellPolicyObject(policy("NicClusterPolicy", u"nic-cluster-policy"_s,
                                      "{'rdmaSharedDevicePlugin':{'version':'v1.5.3'}}"));
        QVERIFY(noteText(scene.track().blockers, u"notManaged")
                    .contains(u"no ofedDriver (NicClusterPolicy nic-cluster-policy)"));
        QVERIFY(scene.track().contradictions.isEmpty());
        QVERIFY(slotPolicies(scene.fleet()).value({}).standstill.contains(u"no ofedDriver"));
        scene.tellPolicyObject(
            policy("NicClusterPolicy", u"nic-cluster-policy"_s, "{'ofedDriver':{'version':'25.10'}}"));
        QVERIFY(hasNote(scene.track().contradictions, u"doneWithoutDriver"));
    }

    void aNodeThatTheSwitchLeavesCordonedIsStuck()
    {
        OneNode scene = leftBehind(DriverKind::Gpu, "pod-restart-required");
        scene.node.labels[driverDeploy] = u"pre-installed"_s;
        NodeSample other;
        other.name = u"gpu-b"_s;
        other.labels = {{gpuState, u"upgrade-done"_s}};
        scene.tellOther(other);
        scene.tellPolicyObject(policy("ClusterPolicy", u"cluster-policy"_s,
                                      "{'driver':{'upgradePolicy':{'autoUpgrade':true}}}"));
        QCOMPARE(scene.track().verdict, Verdict::NotPart);
        QVERIFY(scene.fleet().shares.first().taken.isEmpty()); // the library no longer sees it
        scene.node.isCordoned = true;
        QCOMPARE(scene.track().verdict, Verdict::Stuck);
        QVERIFY(hasNote(scene.track().blockers, u"leftCordoned"));
    }

    void howLongADriverPodLoadedIsToldByItsOwnTimes()
    {
        for (const char *label : {"", "upgrade-done"}) {
            OneNode scene(DriverKind::Gpu, label);
            scene.node.isCordoned = false;
            scene.driver.created = u"2026-11-21T03:00:00Z"_s;
            scene.driver.readySince = u"2026-11-21T03:02:00Z"_s;
            const std::optional<std::chrono::milliseconds> taken(std::chrono::minutes(2));
            QCOMPARE(scene.track().times.loading, taken);
            QVERIFY(!scene.track().times.loadingSince.isValid());
            scene.driver.restarts = 1; // it was ready before that
            QVERIFY(!scene.track().times.loading);
            scene.driver.restarts = 0;
            scene.driver.isReady = false;
            scene.driver.created = u"2026-11-21T03:59:00Z"_s;
            QVERIFY(!scene.track().times.loading);
            QCOMPARE(scene.track().times.loadingSince, OneNode::now().addSecs(-60));
        }
    }

    void withSandboxWorkloadsNothingStartsByItself()
    {
        OneNode scene(DriverKind::Gpu, "");
        scene.node.isCordoned = false;
        scene.driver.labels[u"controller-revision-hash"_s] = u"old"_s;
        scene.tellPolicyObject(policy("ClusterPolicy", u"cluster-policy"_s,
                                      "{'driver':{'upgradePolicy':{'autoUpgrade':true}},"
                                      "'sandboxWorkloads':{'enabled':true,'defaultWorkload':'container'}}"));
        QCOMPARE(scene.track().verdict, Verdict::Waiting);
        const QString text = noteText(scene.track().blockers, u"autoUpgradeOff");
        QVERIFY2(text.contains(u"sandboxWorkloads") && text.contains(u"nothing starts by itself"),
                 qPrintable(text));
        const SlotPolicy limits = slotPolicies(scene.fleet()).value({});
        QVERIFY(limits.isOff);
        QVERIFY(limits.standstill.contains(u"sandboxWorkloads"));
        scene.tellPolicyObject(policy("ClusterPolicy", u"cluster-policy"_s,
                                      "{'driver':{'upgradePolicy':{'autoUpgrade':true}}}"));
        QVERIFY(!hasNote(scene.track().blockers, u"autoUpgradeOff"));
    }

    /// Up to v26.3.3 that goes for NVIDIADrivers too; later operators name each node's NVIDIADriver.
    void sandboxWorkloadsStopNvidiaDriversOfOlderOperators()
    {
        OneNode scene(DriverKind::Gpu, "upgrade-required");
        scene.tellPolicyObject(policy("ClusterPolicy", u"cluster-policy"_s,
                                      "{'driver':{'useNvidiaDriverCRD':true},"
                                      "'sandboxWorkloads':{'enabled':true}}"));
        scene.tellNvidiaDriver("{'autoUpgrade':true}");
        QVERIFY(noteText(scene.track().blockers, u"autoUpgradeOff").startsWith(u"cluster-policy has"));
        scene.node.labels[u"nvidia.com/gpu-operator.driver.owner"_s] = u"a100"_s;
        QVERIFY(!hasNote(scene.track().blockers, u"autoUpgradeOff"));
    }

    void aNodeWithoutSuchACardIsNotOfTheNetworkOperator()
    {
        OneNode scene = leftBehind(DriverKind::InfiniBand);
        const QString card = u"feature.node.kubernetes.io/pci-15b3.present"_s;
        scene.tellPolicy("{'autoUpgrade':true}");
        scene.node.labels[card] = u"true"_s;
        QVERIFY(hasNote(scene.track().contradictions, u"doneWithoutDriver"));
        scene.node.labels[card] = u"false"_s;
        QVERIFY(noteText(scene.track().blockers, u"notManaged").contains(card + u"=false"_s));
        QVERIFY(scene.track().contradictions.isEmpty());
    }

    void gpusThatAreMeantToBeGoneAreNoContradiction_data()
    {
        QTest::addColumn<QString>("label");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QByteArray>("spec");
        QTest::addColumn<bool>("isAlarm");
        const QByteArray plain = "{'driver':{}}";
        const QString plugin = u"nvidia.com/gpu.deploy.device-plugin"_s;
        QTest::newRow("managed") << plugin << u"true"_s << plain << true;
        QTest::newRow("label") << plugin << u"false"_s << plain << false;
        QTest::newRow("paused") << plugin << u"paused-for-mig-change"_s << plain << true;
        QTest::newRow("devicePlugin.enabled")
            << plugin << u"true"_s << QByteArray("{'driver':{},'devicePlugin':{'enabled':false}}") << false;
        QTest::newRow("pre-installed") << driverDeploy << u"pre-installed"_s << plain << true;
    }

    void gpusThatAreMeantToBeGoneAreNoContradiction()
    {
        QFETCH(QString, label);
        QFETCH(QString, value);
        QFETCH(QByteArray, spec);
        OneNode scene(DriverKind::Gpu, "upgrade-done");
        scene.node.isCordoned = false;
        scene.node.allocatable = 0;
        scene.node.labels[label] = value;
        scene.tellPolicyObject(policy("ClusterPolicy", u"cluster-policy"_s, spec));
        QTEST(hasNote(scene.track().contradictions, u"doneWithoutDevices"), "isAlarm");
    }

    void aToolkitThatTheNodeIsWithoutIsNotWaitedFor()
    {
        OneNode scene(DriverKind::Gpu, "pod-restart-required");
        DaemonSetSample toolkit;
        toolkit.name = u"ops/nvidia-container-toolkit-daemonset"_s;
        scene.tellSet(toolkit);
        QCOMPARE(scene.track().stage, std::optional(5));
        scene.node.labels[u"nvidia.com/gpu.deploy.container-toolkit"_s] = u"false"_s;
        QCOMPARE(scene.track().stage, std::optional(6));
    }

    void aGpuNodeWithoutALabelIsToldToo()
    {
        ToldWindow window;
        for (const char *name : {"gpu-a", "vm-a"}) {
            NodeSample node;
            node.name = QString::fromLatin1(name);
            node.labels = {{u"nvidia.com/gpu.present"_s, u"true"_s}};
            if (node.name == u"gpu-a")
                node.labels[workload] = u"container"_s;
            window.put(u"nodes"_s, node.object());
        }
        window.tell(u"pods"_s);
        window.put(u"clusterpolicies"_s,
                   policy("ClusterPolicy", u"cluster-policy"_s,
                          "{'driver':{},'sandboxWorkloads':{'enabled':true,'defaultWorkload':'vm-vgpu'}}"));
        ToldRollout told(window.recording());
        QTRY_VERIFY(told.rollout.isComplete());
        const NodeTrack track = told.track(u"vm-a"_s, u"gpu"_s);
        QCOMPARE(noteText(track.blockers, u"notManaged"),
                 u"Not managed: sandboxWorkloads.defaultWorkload=vm-vgpu (ClusterPolicy cluster-policy)."_s);
        QCOMPARE(track.verdict, Verdict::NotPart);
        QCOMPARE(told.track(u"gpu-a"_s, u"gpu"_s).node, QString());
    }

    void withoutAPolicyNothingIsManaged_data()
    {
        QTest::addColumn<bool>("isGpu");
        QTest::addColumn<QStringList>("told"); ///< lists that are there
        QTest::addColumn<QList<QJsonObject>>("policies");
        QTest::addColumn<bool>("hasSet");
        QTest::addColumn<QString>("reason"); ///< "": who manages them is unknown, or somebody does
        using Policies = QList<QJsonObject>;
        const QString sets = u"daemonsets"_s;
        const QStringList nic{u"nicclusterpolicies"_s, u"nicnodepolicies"_s, sets};
        const QStringList gpu{u"clusterpolicies"_s, u"nvidiadrivers"_s, sets};
        const QJsonObject other =
            policy("NicClusterPolicy", u"second"_s, "{'ofedDriver':{'upgradePolicy':{'autoUpgrade':true}}}");
        const QJsonObject own = policy("NicClusterPolicy", u"nic-cluster-policy"_s,
                                       "{'ofedDriver':{'upgradePolicy':{'autoUpgrade':true}}}");
        const QByteArray on = "{'driver':{'upgradePolicy':{'autoUpgrade':true}}}";
        const QJsonObject cluster = policy("ClusterPolicy", u"cluster-policy"_s, on);
        const QJsonObject ignored = policy("ClusterPolicy", u"cluster-policy"_s, on, "{'state':'ignored'}");
        const QJsonObject leaves =
            policy("ClusterPolicy", u"cluster-policy"_s, "{'driver':{'useNvidiaDriverCRD':true}}");
        const QJsonObject driver = policy("NVIDIADriver", u"a100"_s, "{'version':'580.95.05'}");
        const QString noNic = u"no NicClusterPolicy nic-cluster-policy"_s;
        QTest::newRow("NIC, another name") << false << nic << Policies{other} << false << noNic;
        QTest::newRow("NIC, none") << false << nic << Policies{} << false << noNic;
        QTest::newRow("NIC, own") << false << nic << Policies{own} << false << QString();
        QTest::newRow("NIC, own and another") << false << nic << Policies{own, other} << false << QString();
        QTest::newRow("NIC, a DaemonSet is left") << false << nic << Policies{other} << true << noNic;
        QTest::newRow("NIC, a NicNodePolicy for all nodes")
            << false << nic
            << Policies{policy("NicNodePolicy", u"all"_s,
                               "{'ofedDriver':{'upgradePolicy':{'autoUpgrade':true}}}")}
            << false << QString();
        QTest::newRow("NIC, a NicNodePolicy for other nodes")
            << false << nic
            << Policies{policy("NicNodePolicy", u"pool"_s,
                               "{'ofedDriver':{'upgradePolicy':{'autoUpgrade':true}},"
                               "'nodeSelector':{'crusoe.ai/nodepool.name':'pool'}}")}
            << false << noNic;
        QTest::newRow("NIC, NicNodePolicies unknown")
            << false << QStringList{nic[0], sets} << Policies{other} << false << QString();
        QTest::newRow("NIC, policies unknown")
            << false << QStringList{sets} << Policies{} << false << QString();
        QTest::newRow("NIC, DaemonSets unknown")
            << false << nic.mid(0, 2) << Policies{other} << false << noNic;
        QTest::newRow("NIC, being deleted") << false << nic << Policies{deleted(own)} << false
                                            << u"being deleted (NicClusterPolicy nic-cluster-policy)"_s;
        QTest::newRow("GPU, none") << true << gpu << Policies{} << false << u"no ClusterPolicy"_s;
        QTest::newRow("GPU, a DaemonSet is left")
            << true << gpu << Policies{} << true << u"no ClusterPolicy"_s;
        QTest::newRow("GPU, ignored")
            << true << gpu << Policies{ignored} << false << u"no ClusterPolicy in use"_s;
        QTest::newRow("GPU, left to no NVIDIADriver") << true << gpu << Policies{leaves} << false
                                                      << u"no NVIDIADriver (ClusterPolicy cluster-policy)"_s;
        QTest::newRow("GPU, NVIDIADriver alone") << true << gpu << Policies{driver} << false << QString();
        QTest::newRow("GPU, NVIDIADrivers unknown")
            << true << QStringList{gpu[0], sets} << Policies{} << false << QString();
        QTest::newRow("GPU, own") << true << gpu << Policies{cluster} << false << QString();
        QTest::newRow("GPU, being deleted") << true << gpu << Policies{deleted(cluster)} << false
                                            << u"being deleted (ClusterPolicy cluster-policy)"_s;
    }

    void withoutAPolicyNothingIsManaged()
    {
        QFETCH(bool, isGpu);
        QFETCH(QStringList, told);
        QFETCH(QList<QJsonObject>, policies);
        QFETCH(bool, hasSet);
        QFETCH(QString, reason);
        const DriverKind kind = isGpu ? DriverKind::Gpu : DriverKind::InfiniBand;
        ToldWindow window;
        for (const QJsonObject &node : labelledNodes(kind))
            window.put(u"nodes"_s, node);
        window.tell(u"pods"_s);
        for (const QString &list : std::as_const(told))
            window.tell(list);
        for (const QJsonObject &one : std::as_const(policies))
            window.put(one[u"kind"_s].toString() == u"NicClusterPolicy" ? u"nicclusterpolicies"_s
                       : one[u"kind"_s].toString() == u"NicNodePolicy"  ? u"nicnodepolicies"_s
                       : one[u"kind"_s].toString() == u"NVIDIADriver"   ? u"nvidiadrivers"_s
                                                                        : u"clusterpolicies"_s,
                       one);
        if (hasSet) {
            DaemonSetSample set;
            set.name = isGpu ? u"ops/nvidia-driver-daemonset"_s : u"ops/mofed-ubuntu"_s;
            window.put(u"daemonsets"_s, set.object());
        }
        ToldRollout rollout(window.recording());
        QTRY_VERIFY(rollout.rollout.isComplete());
        const QString component = componentText(kind);
        const NodeTrack done = rollout.track(u"done"_s, component);
        const NodeTrack queued = rollout.track(u"required"_s, component);
        QCOMPARE(hasNote(done.contradictions, u"doneWithoutDriver"), reason.isEmpty());
        QCOMPARE(done.verdict, reason.isEmpty() ? Verdict::NotKnown : Verdict::NotPart);
        QCOMPARE(queued.verdict, reason.isEmpty() ? Verdict::Waiting : Verdict::NotPart);
        QCOMPARE(noteText(queued.blockers, u"notManaged"),
                 reason.isEmpty() ? QString()
                                  : u"Not managed: %1. The label %2=upgrade-required is a leftover."_s.arg(
                                        reason, driverKeys(kind).state));
        QCOMPARE(hasNote(rollout.track(u"restart"_s, component).blockers, u"leftCordoned"),
                 !reason.isEmpty());
    }

    void anApiThatIsNoLongerServedHasNoPolicies_data()
    {
        QTest::addColumn<Error>("answer");
        QTest::addColumn<bool>("isManaged");
        QTest::newRow("CRD gone") << statusError(404, u"NotFound"_s, u"404 page not found"_s) << false;
        QTest::newRow("forbidden") << statusError(403, u"Forbidden"_s, u"no"_s) << true;
    }

    void anApiThatIsNoLongerServedHasNoPolicies()
    {
        QFETCH(Error, answer);
        QFETCH(bool, isManaged);
        ScriptedTransport transport;
        FakeClock clock;
        transport.setOpensWatches(true);
        transport.answer(u"/api/v1/nodes"_s, listed(labelledNodes(DriverKind::InfiniBand)));
        for (const char *path : {"/api/v1/pods", "/apis/apps/v1/daemonsets"})
            transport.answer(QString::fromLatin1(path), listed({}));
        for (const QString &path :
             {QString::fromLatin1(nicPolicies), u"/apis/mellanox.com/v1alpha1/nicnodepolicies"_s})
            transport.answer(path, answer);
        NodeStore nodes(&transport, everyObject("/api/v1/nodes"), &clock, nullptr);
        PodStore pods(&transport, everyObject("/api/v1/pods"), &clock, nullptr);
        RolloutStore rollout(&transport, &nodes, &pods, &clock);
        rollout.start();
        QTRY_VERIFY(rollout.isComplete());
        const auto unmanaged = [&rollout] {
            const QList<NodeTrack> tracks = rollout.tracks();
            return std::count_if(tracks.cbegin(), tracks.cend(), [](const NodeTrack &track) {
                return hasNote(track.blockers, u"notManaged");
            });
        };
        QTRY_COMPARE(rollout.tracks().size(), 3);
        QTRY_COMPARE(unmanaged(), isManaged ? 0 : 3);
    }

    void oneClusterPolicyCounts_data()
    {
        QTest::addColumn<QByteArray>("status");
        QTest::addColumn<QString>("created");
        QTest::addColumn<QByteArray>("otherStatus");
        QTest::addColumn<QString>("otherCreated");
        QTest::addColumn<QString>("counts");
        const QString early = u"2026-10-01T00:00:00Z"_s;
        const QString late = u"2026-11-01T00:00:00Z"_s;
        const QByteArray ready = "{'state':'ready'}";
        const QByteArray ignored = "{'state':'ignored'}";
        QTest::newRow("ignored") << ready << late << ignored << early << u"b-policy"_s;
        QTest::newRow("older") << ready << early << ready << late << u"b-policy"_s;
        QTest::newRow("younger") << ready << late << ready << early << u"a-policy"_s;
        QTest::newRow("name") << ready << early << ready << early << u"a-policy"_s;
        QTest::newRow("without a state") << ready << late << QByteArray("{}") << early << u"b-policy"_s;
    }

    void oneClusterPolicyCounts()
    {
        QFETCH(QByteArray, status);
        QFETCH(QString, created);
        QFETCH(QByteArray, otherStatus);
        QFETCH(QString, otherCreated);
        OneNode scene(DriverKind::Gpu, "upgrade-required");
        const QByteArray on = "{'driver':{'upgradePolicy':{'autoUpgrade':true}}}";
        scene.tellPolicyObject(policy("ClusterPolicy", u"b-policy"_s, on, status, created));
        scene.tellPolicyObject(policy("ClusterPolicy", u"a-policy"_s, on, otherStatus, otherCreated));
        QTEST(policiesOf(scene), "counts");
    }

    void anIgnoredPolicyPlaysNoPart()
    {
        OneNode gpu(DriverKind::Gpu, "upgrade-required");
        gpu.tellPolicyObject(policy("ClusterPolicy", u"cluster-policy"_s,
                                    "{'driver':{'version':'580.95.05','upgradePolicy':{'autoUpgrade':true}}}",
                                    "{'state':'ready'}"));
        gpu.tellPolicyObject(policy("ClusterPolicy", u"a-second"_s,
                                    "{'driver':{'enabled':false,'useNvidiaDriverCRD':true,'version':'1'},"
                                    "'sandboxWorkloads':{'enabled':true,'defaultWorkload':'vm-vgpu'}}",
                                    "{'state':'ignored'}"));
        gpu.tellNvidiaDriver("{'autoUpgrade':false}"); // which only the ignored one leaves the drivers to
        QCOMPARE(policiesOf(gpu), u"cluster-policy"_s);
        QVERIFY(!hasNote(gpu.track().blockers, u"autoUpgradeOff"));
        gpu.hasDriver = false;
        QVERIFY(!hasNote(gpu.track().blockers, u"notManaged"));

        OneNode nic(DriverKind::InfiniBand, "upgrade-required");
        nic.tellPolicyObject(policy("NicClusterPolicy", u"a-second"_s,
                                    "{'ofedDriver':{'version':'old','upgradePolicy':{'autoUpgrade':false}}}",
                                    "{'state':'ignore'}"));
        QCOMPARE(policiesOf(nic), QString()); // also where it is the only one
        nic.tellPolicyObject(policy("NicClusterPolicy", u"nic-cluster-policy"_s,
                                    "{'ofedDriver':{'version':'new','upgradePolicy':{'autoUpgrade':true,"
                                    "'maxParallelUpgrades':5}}}"));
        QCOMPARE(policiesOf(nic), u"nic-cluster-policy"_s);
        QVERIFY(!hasNote(nic.track().blockers, u"autoUpgradeOff"));
        QCOMPARE(slotPolicies(nic.fleet()).value({}).limit, std::optional(5));
        nic.hideSets(); // what is wanted is then told by the policy alone
        QCOMPARE(nic.track().driverTo, u"new"_s);
    }

    void anNvidiaDriverThatConflictsLeadsNoNodeThatAnotherOneMay()
    {
        OneNode scene(DriverKind::Gpu, "upgrade-required");
        scene.tellPolicy("{'autoUpgrade':true}", true);
        scene.tellPolicyObject(policy("NVIDIADriver", u"a-second"_s,
                                      "{'version':'1','upgradePolicy':{'autoUpgrade':false}}",
                                      "{'state':'notReady','conditions':[{'type':'Error','status':'True',"
                                      "'reason':'ConflictingNodeSelector','message':'conflicting'}]}"));
        scene.tellNvidiaDriver("{'autoUpgrade':true}", u"default"_s);
        QCOMPARE(scene.fleet().policy()->name, u"default"_s);
        QVERIFY(!hasNote(scene.track().blockers, u"autoUpgradeOff"));
        QCOMPARE(scene.fleet().effectivePolicies(), 1);
    }
};

#include "tst_driver_switches.moc"
} // namespace tst_driver_switches

CHARTROOM_TEST(tst_driver_switches, TestDriverSwitches)
