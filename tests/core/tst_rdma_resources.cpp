// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/rdma_policy.h"
#include "tests/core/diagnosis_scene.h"
#include "tests/support/test_main.h"
#include "tests/support/told_window.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_rdma_resources {

namespace {

QByteArray quoted(QByteArray json)
{
    return json.replace('\'', '"');
}

/// A spec with a plugin's configuration, which is a text within it.
QJsonObject withConfig(const QString &field, const QByteArray &config, const QByteArray &rest = "{}")
{
    QJsonObject spec = toldJson(rest.constData());
    spec.insert(field, QJsonObject{{u"config"_s, QString::fromUtf8(quoted(config))}});
    return spec;
}

ResourceStatus statusOf(const QString &kind, const QString &name, const QJsonObject &spec)
{
    KubeObject object;
    object.uid = kind + name;
    object.name = name;
    object.json = QJsonDocument(QJsonObject{{u"spec"_s, spec}}).toJson();
    return ResourceStatus::read(object, kind).value();
}

ResourceStatus clusterPolicyOf(const QByteArray &config, const QString &name = u"nic-cluster-policy"_s)
{
    return statusOf(u"NicClusterPolicy"_s, name, withConfig(u"rdmaSharedDevicePlugin"_s, config));
}

const QByteArray twoPrefixes = "{'configList':[{'resourceName':'hca_a','rdmaHcaMax':63},"
                               "{'resourcePrefix':'site.example','resourceName':'hca_b'}]}";
const QByteArray ownPrefix = "{'configList':[{'resourcePrefix':'site.example','resourceName':'hca_b'}]}";

} // namespace

/// Which RDMA devices nodes are to offer, by what their policies declare.
class TestRdmaResources : public QObject, private DiagnosisBench
{
    Q_OBJECT

private Q_SLOTS:
    void eachEntryHasItsOwnPrefix_data()
    {
        QTest::addColumn<QString>("field");
        QTest::addColumn<QByteArray>("config");
        QTest::addColumn<QStringList>("resources");
        QTest::addColumn<bool>("isReadable");
        const QString shared = u"rdmaSharedDevicePlugin"_s;
        const QString sriov = u"sriovDevicePlugin"_s;
        QTest::newRow("two prefixes")
            << shared << twoPrefixes << QStringList{u"rdma/hca_a"_s, u"site.example/hca_b"_s} << true;
        QTest::newRow("empty prefix")
            << shared << QByteArray("{'configList':[{'resourcePrefix':'','resourceName':'a'}]}")
            << QStringList{u"rdma/a"_s} << true;
        QTest::newRow("keys as Go takes them")
            << shared << QByteArray("{'configlist':[{'ResourceName':'a','ResourcePrefix':'x.y'}]}")
            << QStringList{u"x.y/a"_s} << true;
        QTest::newRow("functions")
            << sriov
            << QByteArray("{'resourceList':[{'resourcePrefix':'nvidia.com','resourceName':'hostdev'},"
                          "{'resourceName':'vfs'}]}")
            << QStringList{u"nvidia.com/hostdev"_s, u"intel.com/vfs"_s} << true;
        QTest::newRow("no network device")
            << sriov << QByteArray("{'resourceList':[{'resourceName':'fpga','deviceType':'accelerator'}]}")
            << QStringList() << true;
        QTest::newRow("no JSON") << shared << QByteArray("configList: [") << QStringList() << false;
        QTest::newRow("cut") << shared << QByteArray("{'configList':[{'resourceName':'a'}") << QStringList()
                             << false;
        QTest::newRow("no list") << shared << QByteArray("{}") << QStringList() << false;
        QTest::newRow("no name") << shared << QByteArray("{'configList':[{'rdmaHcaMax':63}]}")
                                 << QStringList() << false;
        QTest::newRow("nothing") << shared << QByteArray() << QStringList() << false;
    }

    void eachEntryHasItsOwnPrefix()
    {
        QFETCH(QString, field);
        QFETCH(QByteArray, config);
        QFETCH(QStringList, resources);
        QFETCH(bool, isReadable);
        const RdmaPolicy policy = statusOf(u"NicNodePolicy"_s, u"one"_s, withConfig(field, config)).rdma;
        QCOMPARE(policy.shared + policy.functions, resources);
        QCOMPARE(policy.isElsewhere, config.isEmpty());
        QCOMPARE(policy.unreadable,
                 isReadable || config.isEmpty() ? QStringList() : QStringList{field + u".config"_s});
    }

    void theBoardCountsWhatPoliciesDeclare_data()
    {
        QTest::addColumn<QString>("list"); // of the policy
        QTest::addColumn<QString>("name");
        QTest::addColumn<QJsonObject>("spec");
        QTest::addColumn<QString>("device");
        QTest::addColumn<int>("total");
        const QString shared = u"rdmaSharedDevicePlugin"_s;
        const QByteArray driver = "{'ofedDriver':{'version':'25.10'}}";
        const QJsonObject own = withConfig(shared, ownPrefix, driver);
        const QString cluster = u"nicclusterpolicies"_s;
        const QString node = u"nicnodepolicies"_s;
        const QString functions = u"sriovnetworknodepolicies"_s;
        const QString counting = u"nic-cluster-policy"_s;
        const QJsonObject rdma = toldJson("{'resourceName':'vfs','isRdma':true}");
        QTest::newRow("usual") << cluster << counting << toldJson(driver.constData()) << u"rdma/a"_s << 4;
        QTest::newRow("own prefix") << cluster << counting << own << u"site.example/hca_b"_s << 4;
        QTest::newRow("not declared") << cluster << counting << own << u"github.com/fuse"_s << 0;
        QTest::newRow("ignored policy") << cluster << u"other"_s << own << u"site.example/hca_b"_s << 0;
        QTest::newRow("of some nodes") << node << u"pool-a"_s << own << u"site.example/hca_b"_s << 4;
        QTest::newRow("functions") << functions << u"net/vfs"_s << rdma << u"openshift.io/vfs"_s << 4;
        QTest::newRow("functions, another prefix")
            << functions << u"net/vfs"_s << rdma << u"nvidia.com/vfs"_s << 4;
        QTest::newRow("functions without RDMA")
            << functions << u"net/vfs"_s << toldJson("{'resourceName':'vfs'}") << u"openshift.io/vfs"_s << 0;
    }

    void theBoardCountsWhatPoliciesDeclare()
    {
        QFETCH(QString, list);
        QFETCH(QString, name);
        QFETCH(QJsonObject, spec);
        QFETCH(QString, device);
        QFETCH(int, total);
        NodeSample node{u"gpu-a"_s, {{u"nvidia.com/ofed-driver-upgrade-state"_s, u"upgrade-done"_s}}, {}};
        node.device = device;
        node.devices = 4;
        node.allocatable = 0;
        ToldWindow window;
        window.put(u"nodes"_s, node.object());
        window.tell(u"pods"_s);
        const bool isNic = list.startsWith(u"nic");
        const QString kind = list == u"nicclusterpolicies" ? u"NicClusterPolicy"_s
                             : isNic                       ? u"NicNodePolicy"_s
                                                           : u"SriovNetworkNodePolicy"_s;
        window.put(list, anyObject(isNic ? u"mellanox.com/v1alpha1"_s : u"sriovnetwork.openshift.io/v1"_s,
                                   kind, name, spec, {}));
        ToldRollout told(window.recording());
        QTRY_VERIFY(told.rollout.isComplete());
        QTRY_COMPARE(told.track(node.name, u"ib"_s).devicesTotal, total);
        QCOMPARE(hasNote(told.track(node.name, u"ib"_s).contradictions, u"doneWithoutDevices"), total > 0);
    }

    void onlyWhatIsExpectedIsMissing_data()
    {
        QTest::addColumn<QByteArray>("config"); // of the policy that counts; "": no policy can be seen
        QTest::addColumn<QString>("other");     // what another node offers
        QTest::addColumn<QString>("device");
        QTest::addColumn<int>("count");
        QTest::addColumn<bool>("isMissing");
        const QString own = u"site.example/hca_b"_s;
        const QString usual = u"rdma/hca_a"_s;
        const QString fuse = u"github.com/fuse"_s;
        QTest::newRow("own") << ownPrefix << own << own << 63 << false;
        QTest::newRow("own, gone") << ownPrefix << own << own << 0 << true;
        QTest::newRow("own, unrelated device") << ownPrefix << own << fuse << 8 << true;
        QTest::newRow("own, GPUs only") << ownPrefix << own << u"nvidia.com/gpu"_s << 8 << true;
        QTest::newRow("two prefixes, this one") << twoPrefixes << usual << own << 63 << false;
        QTest::newRow("two prefixes, none") << twoPrefixes << usual << own << 0 << true;
        QTest::newRow("no node offers it") << ownPrefix << fuse << fuse << 8 << true;
        QTest::newRow("usual, not declared") << ownPrefix << own << usual << 63 << true;
        QTest::newRow("no JSON") << QByteArray("{") << usual << fuse << 8 << false;
        QTest::newRow("no policy, usual") << QByteArray() << usual << usual << 63 << false;
        QTest::newRow("no policy, usual gone") << QByteArray() << usual << usual << 0 << true;
        QTest::newRow("no policy, maybe its own") << QByteArray() << usual << own << 63 << false;
        QTest::newRow("no policy, no name known") << QByteArray() << own << own << 0 << false;
    }

    void onlyWhatIsExpectedIsMissing()
    {
        QFETCH(QByteArray, config);
        QFETCH(QString, other);
        QFETCH(QString, device);
        QFETCH(int, count);
        QFETCH(bool, isMissing);
        DiagnosisScene scene;
        scene.add("'app':'rdma-shared-dp'", "rdma", u"gpu-1"_s);
        scene.evidence.nodes[u"gpu-1"_s].devices = {{other, 63}};
        Node &node = scene.evidence.nodes[u"gpu-2"_s];
        node.labels.insert(u"network.nvidia.com/operator.mofed.wait"_s, u"false"_s);
        node.devices = {{device, count}};
        if (!config.isEmpty())
            scene.evidence.resources = {clusterPolicyOf(config),
                                        clusterPolicyOf("{'configList':[{'resourceName':'x'}]}", u"other"_s)};
        QStringList found = signaturesOf(judge(scene));
        found.removeAll(u"policy-ignored"_s); // the other one
        QCOMPARE(found, isMissing ? QStringList{u"rdma-missing"_s} : QStringList());
    }

    /// A plugin's selectors are about cards, which nobody sees from outside.
    void aNodeOfAnotherTypeMayHaveNoSuchCard_data()
    {
        QTest::addColumn<QString>("type");
        QTest::addColumn<int>("capacity");
        QTest::addColumn<bool>("wasSeen");
        QTest::addColumn<bool>("isMissing");
        QTest::newRow("same type") << u"h100"_s << 0 << false << true;
        QTest::newRow("another type") << u"cpu"_s << 0 << false << false;
        QTest::newRow("another type that has devices") << u"cpu"_s << 63 << false << true;
        QTest::newRow("another type that had devices") << u"cpu"_s << 0 << true << true;
    }

    void aNodeOfAnotherTypeMayHaveNoSuchCard()
    {
        QFETCH(QString, type);
        QFETCH(int, capacity);
        QFETCH(bool, wasSeen);
        DiagnosisScene scene;
        scene.evidence.resources = {clusterPolicyOf(ownPrefix)};
        scene.add("'app':'rdma-shared-dp'", "rdma", u"gpu-1"_s);
        const QString key = u"node.kubernetes.io/instance-type"_s;
        Node &good = scene.evidence.nodes[u"gpu-1"_s];
        good.labels.insert(key, u"h100"_s);
        good.devices = {{u"site.example/hca_b"_s, 63}};
        Node &node = scene.evidence.nodes[u"gpu-2"_s];
        node.labels.insert(key, type);
        node.labels.insert(u"network.nvidia.com/operator.mofed.wait"_s, u"false"_s);
        node.devices = {{u"site.example/hca_b"_s, 0}};
        node.deviceCapacities = {{u"site.example/hca_b"_s, capacity}};
        if (wasSeen)
            scene.track(node.name, Verdict::Done, "ib").fewerSince =
                DiagnosisScene::at("2026-11-22T01:00:00Z");
        QTEST(signaturesOf(judge(scene)).contains(u"rdma-missing"_s), "isMissing");
    }

    /// One resource of two is gone: the other one does not make up for it.
    void oneOfSeveralResourcesMayBeGone()
    {
        DiagnosisScene scene;
        scene.evidence.resources = {clusterPolicyOf(twoPrefixes)};
        Node &node = scene.evidence.nodes[u"gpu-2"_s];
        node.labels.insert(u"network.nvidia.com/operator.mofed.wait"_s, u"false"_s);
        node.devices = {{u"rdma/hca_a"_s, 63}, {u"site.example/hca_b"_s, 0}};
        QVERIFY(judge(scene).isEmpty()); // it may have no card for it
        node.deviceCapacities = {{u"rdma/hca_a"_s, 63}, {u"site.example/hca_b"_s, 63}};
        const QList<Finding> findings = judge(scene);
        QCOMPARE(signaturesOf(findings), QStringList{u"rdma-missing"_s});
        QVERIFY2(findings.first().quote.contains(u"site.example/hca_b"), qPrintable(findings.first().quote));
    }

    void aNodePolicyDeclaresForItsNodesOnly_data()
    {
        QTest::addColumn<QByteArray>("selector");
        QTest::addColumn<int>("capacity"); ///< devices that the node had
        QTest::addColumn<bool>("isMissing");
        const QByteArray others = "{'crusoe.ai/nodepool.name':'roce'}";
        QTest::newRow("all nodes") << QByteArray("{}") << 0 << true;
        QTest::newRow("these") << QByteArray("{'crusoe.ai/nodepool.name':'ib'}") << 0 << true;
        QTest::newRow("others") << others << 0 << false;
        QTest::newRow("by a label that is unknown") << QByteArray("{'example.org/pool':'ib'}") << 0 << false;
        QTest::newRow("these, gone") << QByteArray("{'crusoe.ai/nodepool.name':'ib'}") << 63 << true;
        QTest::newRow("others, gone") << others << 63 << false;
        QTest::newRow("by a label that is unknown, gone")
            << QByteArray("{'example.org/pool':'ib'}") << 63 << true;
    }

    void aNodePolicyDeclaresForItsNodesOnly()
    {
        QFETCH(QByteArray, selector);
        QFETCH(int, capacity);
        DiagnosisScene scene;
        const QByteArray rest = "{'nodeSelector':" + selector + "}";
        scene.evidence.resources = {statusOf(u"NicNodePolicy"_s, u"pool"_s,
                                             withConfig(u"rdmaSharedDevicePlugin"_s, ownPrefix, rest))};
        scene.add("'app':'rdma-shared-dp'", "rdma", u"gpu-1"_s);
        Node &node = scene.evidence.nodes[u"gpu-2"_s];
        node.labels.insert(u"network.nvidia.com/operator.mofed.wait"_s, u"false"_s);
        node.labels.insert(u"crusoe.ai/nodepool.name"_s, u"ib"_s);
        node.deviceCapacities = {{u"site.example/hca_b"_s, capacity}};
        QTEST(signaturesOf(judge(scene)).contains(u"rdma-missing"_s), "isMissing");
    }
};

#include "tst_rdma_resources.moc"
} // namespace tst_rdma_resources

CHARTROOM_TEST(tst_rdma_resources, TestRdmaResources)
