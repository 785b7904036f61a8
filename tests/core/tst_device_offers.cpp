// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/device_offers.h"
#include "tests/support/test_main.h"
#include "tests/support/told_window.h"

#include <QJsonDocument>
#include <QTest>

#include <algorithm>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_device_offers {

namespace {

const QByteArray v1 = "v1";
const QByteArray allVersions[] = {"v1", "v1beta2", "v1beta1"};
const QByteArray gpu = "'attributes':{'type':{'string':'gpu'}}";

KubeObject objectOf(const QByteArray &spec)
{
    KubeObject object;
    object.name = u"one"_s;
    object.json = QJsonDocument(QJsonObject{{u"spec"_s, toldJson(spec.constData())}}).toJson();
    return object;
}

/// A device of that name with these members, in the form of that version.
QByteArray deviceOf(const QByteArray &version, const QByteArray &name, const QByteArray &members)
{
    return "{'name':'" + name + "'," + (version == "v1beta1" ? "'basic':{" + members + "}" : members) + '}';
}

struct Pool
{
    int generation = 1;
    int slices = 1;
    QByteArray name = "pool-a";
};

DeviceSlice sliceOf(const QByteArray &selection, const QByteArray &devices, const Pool &pool = {})
{
    return DeviceSlice::read(objectOf("{'driver':'gpu.nvidia.com','pool':{'name':'" + pool.name +
                                      "','generation':" + QByteArray::number(pool.generation) +
                                      ",'resourceSliceCount':" + QByteArray::number(pool.slices) + "}," +
                                      selection + ",'devices':[" + devices + "]}"))
        .value();
}

DeviceSlice sliceOfNode(const QByteArray &members, const QByteArray &version = v1)
{
    return sliceOf("'nodeName':'gpu-a'", deviceOf(version, "gpu-0", members));
}

template<typename T>
ObjectMap<T> mapOf(const QList<T> &objects)
{
    ObjectMap<T> map;
    for (qsizetype i = 0; i < objects.size(); ++i)
        map.insert(QString::number(i), objects[i]);
    return map;
}

Node nodeOf(const QString &name, const QString &zone, const QString &count)
{
    Node node;
    node.name = name;
    if (!zone.isEmpty())
        node.labels.insert(u"topology.kubernetes.io/zone"_s, zone);
    if (!count.isEmpty())
        node.labels.insert(u"nvidia.com/gpu.count"_s, count);
    return node;
}

QList<Node> threeNodes()
{
    return {nodeOf(u"gpu-a"_s, u"east"_s, u"8"_s), nodeOf(u"gpu-b"_s, u"west"_s, u"4"_s),
            nodeOf(u"cpu-c"_s, {}, {})};
}

ClaimableGpusByNode gather(const QList<DeviceSlice> &slices, const QList<DeviceTaintRule> &rules = {})
{
    return claimableGpus(mapOf(slices), mapOf(rules), mapOf(threeNodes()));
}

/// "gpu-a gpu-b": of which `is` is true.
QString nodesWhere(const ClaimableGpusByNode &offers, bool (*is)(const ClaimableGpus &))
{
    QStringList nodes;
    for (auto one = offers.cbegin(); one != offers.cend(); ++one)
        if (is(*one))
            nodes << one.key();
    nodes.sort();
    return nodes.join(u' ');
}

QString ownOf(const ClaimableGpusByNode &offers)
{
    return nodesWhere(offers, [](const ClaimableGpus &one) { return !one.own.all.isEmpty(); });
}

QString sharedOf(const ClaimableGpusByNode &offers)
{
    return nodesWhere(offers, [](const ClaimableGpus &one) { return !one.shared.all.isEmpty(); });
}

QString unknownOf(const ClaimableGpusByNode &offers)
{
    return nodesWhere(offers, [](const ClaimableGpus &one) { return one.isUnknown; });
}

QByteArray selector(const QByteArray &terms)
{
    return "'nodeSelector':{'nodeSelectorTerms':[" + terms + "]}";
}

QByteArray label(const QByteArray &key, const QByteArray &kind, const QByteArray &values)
{
    return "{'matchExpressions':[{'key':'" + key + "','operator':'" + kind + "','values':[" + values + "]}]}";
}

QByteArray zone(const QByteArray &kind, const QByteArray &values = {})
{
    return label("topology.kubernetes.io/zone", kind, values);
}

QByteArray count(const QByteArray &kind, const QByteArray &values)
{
    return label("nvidia.com/gpu.count", kind, values);
}

DeviceTaintRule ruleOf(const QByteArray &deviceSelector, const QByteArray &effect = "NoSchedule")
{
    return DeviceTaintRule::read(
               objectOf("{" + deviceSelector + "'taint':{'key':'maintenance','effect':'" + effect + "'}}"))
        .value();
}

} // namespace

/// What ResourceSlices say of the GPUs of each node.
class DeviceOffersTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aSliceIsOfTheNodesThatItSelects_data()
    {
        QTest::addColumn<QByteArray>("selection");
        QTest::addColumn<QString>("own");
        QTest::addColumn<QString>("shared");
        const QString none;
        QTest::newRow("nodeName") << QByteArray("'nodeName':'gpu-b'") << u"gpu-b"_s << none;
        QTest::newRow("allNodes") << QByteArray("'allNodes':true") << none << u"cpu-c gpu-a gpu-b"_s;
        QTest::newRow("not allNodes") << QByteArray("'allNodes':false") << none << none;
        QTest::newRow("nodeSelector") << selector(zone("In", "'east','north'")) << none << u"gpu-a"_s;
        QTest::newRow("a selection of later versions") << QByteArray("'nodeGroup':'x'") << none << none;
    }

    /// Of the slice, and of each device, in all versions.
    void aSliceIsOfTheNodesThatItSelects()
    {
        QFETCH(QByteArray, selection);
        QFETCH(QString, own);
        QFETCH(QString, shared);
        for (const QByteArray &version : allVersions) {
            const ClaimableGpusByNode whole = gather({sliceOf(selection, deviceOf(version, "gpu-0", gpu))});
            QCOMPARE(ownOf(whole), own);
            QCOMPARE(sharedOf(whole), shared);
            QCOMPARE(unknownOf(whole), QString());
            const QByteArray other = deviceOf(version, "gpu-1", gpu + ",'nodeName':'elsewhere'");
            const ClaimableGpusByNode each =
                gather({sliceOf("'perDeviceNodeSelection':true",
                                deviceOf(version, "gpu-0", gpu + ',' + selection) + ',' + other)});
            QCOMPARE(ownOf(each), QString(u"elsewhere "_s + own).trimmed());
            QCOMPARE(sharedOf(each), shared);
        }
    }

    void aNodeSelectorTakesNodesAsTheSchedulerDoes_data()
    {
        QTest::addColumn<QByteArray>("terms");
        QTest::addColumn<QString>("taken");
        QTest::addColumn<QString>("unknown");
        const QString none;
        const QByteArray name = "{'matchFields':[{'key':'metadata.name','operator':'";
        QTest::newRow("In") << zone("In", "'west'") << u"gpu-b"_s << none;
        QTest::newRow("NotIn, also without the label") << zone("NotIn", "'west'") << u"cpu-c gpu-a"_s << none;
        QTest::newRow("Exists") << zone("Exists") << u"gpu-a gpu-b"_s << none;
        QTest::newRow("DoesNotExist") << zone("DoesNotExist") << u"cpu-c"_s << none;
        QTest::newRow("Gt") << count("Gt", "'4'") << u"gpu-a"_s << none;
        QTest::newRow("Lt") << count("Lt", "'8'") << u"gpu-b"_s << none;
        QTest::newRow("Gt of a label that is no number") << zone("Gt", "'4'") << none << none;
        QTest::newRow("Gt of no number") << count("Gt", "'many'") << none << u"cpu-c gpu-a gpu-b"_s;
        QTest::newRow("an operator of later versions")
            << zone("Near", "'west'") << none << u"cpu-c gpu-a gpu-b"_s;
        QTest::newRow("one of the terms")
            << zone("In", "'west'") + ',' + count("Gt", "'4'") << u"gpu-a gpu-b"_s << none;
        QTest::newRow("all of a term")
            << QByteArray("{'matchExpressions':[{'key':'nvidia.com/gpu.count','operator':'Exists'}],"
                          "'matchFields':[{'key':'metadata.name','operator':'NotIn','values':['gpu-a']}]}")
            << u"gpu-b"_s << none;
        QTest::newRow("field In") << name + "In','values':['gpu-a']}]}" << u"gpu-a"_s << none;
        QTest::newRow("field NotIn") << name + "NotIn','values':['gpu-a']}]}" << u"cpu-c gpu-b"_s << none;
        QTest::newRow("field Exists") << name + "Exists'}]}" << none << u"cpu-c gpu-a gpu-b"_s;
        QTest::newRow("an empty term") << QByteArray("{}") << none << none;
        QTest::newRow("a label that is not kept")
            << label("team", "In", "'a'") << none << u"cpu-c gpu-a gpu-b"_s;
        QTest::newRow("decided without that label")
            << label("team", "In", "'a'") + ',' + zone("In", "'west'") << u"gpu-b"_s << u"cpu-c gpu-a"_s;
    }

    void aNodeSelectorTakesNodesAsTheSchedulerDoes()
    {
        QFETCH(QByteArray, terms);
        for (const QByteArray &version : allVersions) {
            const ClaimableGpusByNode offers =
                gather({sliceOf(selector(terms), deviceOf(version, "gpu-0", gpu))});
            QTEST(sharedOf(offers), "taken");
            QTEST(unknownOf(offers), "unknown");
        }
    }

    /// As many nodes may use it, it is not one GPU of each.
    void aDeviceThatManyNodesMayUseIsNobodysOwn()
    {
        const ClaimableGpusByNode offers = gather(
            {sliceOf("'allNodes':true", deviceOf(v1, "net-0", gpu), {1, 1, "network"}), sliceOfNode(gpu)});
        QCOMPARE(offers[u"gpu-a"_s].own.all, GpuAmount(1));
        QCOMPARE(offers[u"gpu-a"_s].shared.all, GpuAmount(1));
        QVERIFY(offers[u"gpu-b"_s].own.all.isEmpty());
        QCOMPARE(claimableLines(offers[u"gpu-b"_s], {}),
                 QStringList{u"ResourceSlices offer claims 1 GPU(s) that other nodes may use too."_s});
    }

    void onlyTheNewestGenerationOfAWholePoolCounts_data()
    {
        QTest::addColumn<QList<int>>("generations"); // of slices that say that there are two of them
        QTest::addColumn<int>("gpus");
        QTest::addColumn<bool>("isUnknown");
        QTest::newRow("whole") << QList<int>{7, 7} << 2 << false;
        QTest::newRow("an old slice is left") << QList<int>{6, 7, 7} << 2 << false;
        QTest::newRow("one is missing") << QList<int>{7} << 0 << true;
        QTest::newRow("one is still old") << QList<int>{6, 7} << 0 << true;
        QTest::newRow("there is one too many") << QList<int>{7, 7, 7} << 0 << true;
    }

    void onlyTheNewestGenerationOfAWholePoolCounts()
    {
        QFETCH(QList<int>, generations);
        QList<DeviceSlice> slices;
        for (const int generation : generations)
            slices << sliceOf("'nodeName':'gpu-a'",
                              deviceOf(v1, "gpu-" + QByteArray::number(slices.size()), gpu), {generation, 2});
        const ClaimableGpus offer = gather(slices).value(u"gpu-a"_s);
        QTEST(offer.own.all.gpus, "gpus");
        QTEST(offer.isUnknown, "isUnknown");
        QVERIFY(!offer.isAllTainted());
    }

    void aDeviceIsWhatItsDriverCallsIt_data()
    {
        QTest::addColumn<QByteArray>("members");
        QTest::addColumn<QString>("text");
        const auto said = [](const char *amount) {
            return u"ResourceSlices offer claims %1 of the node."_s.arg(QString::fromLatin1(amount));
        };
        QTest::newRow("a GPU") << gpu << said("1 GPU(s)");
        QTest::newRow("of AMD") << QByteArray("'attributes':{'type':{'string':'amdgpu'}}")
                                << said("1 GPU(s)");
        QTest::newRow("with its domain")
            << QByteArray("'attributes':{'gpu.nvidia.com/type':{'string':'gpu'}}") << said("1 GPU(s)");
        QTest::newRow("a MIG slice") << QByteArray("'attributes':{'type':{'string':'mig'}}")
                                     << said("1 MIG slice(s)");
        QTest::newRow("a MIG slice that is only possible")
            << QByteArray(
                   "'attributes':{'type':{'string':'mig'}},'consumesCounters':[{'counterSet':'gpu-0'}]")
            << said("GPUs, number unknown");
        QTest::newRow("nothing tells") << QByteArray("'attributes':{}") << said("GPUs, number unknown");
    }

    void aDeviceIsWhatItsDriverCallsIt()
    {
        QFETCH(QByteArray, members);
        QFETCH(QString, text);
        for (const QByteArray &version : allVersions)
            QCOMPARE(claimableLines(gather({sliceOfNode(members, version)}).value(u"gpu-a"_s), {}),
                     QStringList{text});
    }

    void aDeviceThatIsTaintedIsNotForNewClaims_data()
    {
        QTest::addColumn<QByteArray>("effect");
        QTest::addColumn<bool>("isTainted");
        QTest::newRow("NoSchedule") << QByteArray("NoSchedule") << true;
        QTest::newRow("NoExecute") << QByteArray("NoExecute") << true;
        QTest::newRow("None") << QByteArray("None") << false;
        QTest::newRow("of later versions") << QByteArray("Perhaps") << false;
    }

    void aDeviceThatIsTaintedIsNotForNewClaims()
    {
        QFETCH(QByteArray, effect);
        QFETCH(bool, isTainted);
        const QByteArray taint = gpu + ",'taints':[{'key':'gpu.nvidia.com/xid','effect':'" + effect + "'}]";
        for (const QByteArray &version : allVersions) {
            const ClaimableGpus offer = gather({sliceOfNode(taint, version)}).value(u"gpu-a"_s);
            QCOMPARE(offer.own.all, GpuAmount(1));
            QCOMPARE(offer.own.untainted, GpuAmount(isTainted ? 0 : 1));
            QCOMPARE(taintsText(offer), isTainted ? u"gpu.nvidia.com/xid (1)"_s : QString());
            QCOMPARE(offer.isAllTainted(), isTainted);
        }
        const ClaimableGpus offer =
            gather({sliceOfNode(gpu)}, {ruleOf("'deviceSelector':{},", effect)}).value(u"gpu-a"_s);
        QCOMPARE(offer.isAllTainted(), isTainted);
    }

    void aTaintRuleTakesTheDevicesThatItSelects_data()
    {
        QTest::addColumn<QByteArray>("selector");
        QTest::addColumn<bool>("isTainted");
        QTest::addColumn<bool>("isUnknown");
        const auto row = [](const char *name, const QByteArray &told, bool isTainted, bool isUnknown) {
            QTest::newRow(name) << QByteArray("'deviceSelector':{" + told + "},") << isTainted << isUnknown;
        };
        row("all devices", "", true, false);
        row("this one", "'driver':'gpu.nvidia.com','pool':'pool-a','device':'gpu-0'", true, false);
        row("another driver's", "'driver':'gpu.amd.com'", false, false);
        row("of another pool", "'pool':'pool-b'", false, false);
        row("of another name", "'device':'gpu-1'", false, false);
        row("by an expression of v1alpha3", "'selectors':[{'cel':{'expression':'true'}}]", false, true);
        row("another driver's by an expression",
            "'driver':'gpu.amd.com','selectors':[{'cel':{'expression':'true'}}]", false, false);
        QTest::newRow("without a selector") << QByteArray() << false << true;
    }

    void aTaintRuleTakesTheDevicesThatItSelects()
    {
        QFETCH(QByteArray, selector);
        const ClaimableGpus offer = gather({sliceOfNode(gpu)}, {ruleOf(selector)}).value(u"gpu-a"_s);
        QTEST(offer.isAllTainted(), "isTainted");
        QTEST(offer.isUnknown, "isUnknown");
    }

    /// The device plugin and the DRA driver may count the same GPUs.
    void twoCountsOfOneNodeAreBothTold()
    {
        const QByteArray two = deviceOf(v1, "gpu-0", gpu) + ',' + deviceOf(v1, "gpu-1", gpu);
        const ClaimableGpus offer = gather({sliceOf("'nodeName':'gpu-a'", two)}).value(u"gpu-a"_s);
        const QString offered = u"ResourceSlices offer claims 2 GPU(s) of the node."_s;
        QCOMPARE(claimableLines(offer, GpuAmount(2)), QStringList{offered});
        QCOMPARE(claimableLines(offer, GpuAmount(8)),
                 QStringList({offered, u"The device plugin counts 8 GPU(s), ResourceSlices 2 GPU(s). The two "
                                       "are not added: both may count the same GPUs."_s}));
    }

    void whatIsNotFullyKnownIsSaid()
    {
        const ClaimableGpus offer =
            gather({sliceOf("'nodeName':'gpu-a'", deviceOf(v1, "gpu-0", gpu), {1, 2})}).value(u"gpu-a"_s);
        const QStringList lines = claimableLines(offer, {});
        QCOMPARE(lines.size(), 1);
        QVERIFY2(lines.first().startsWith(u"Which GPUs ResourceSlices offer is not fully known"),
                 qPrintable(lines.first()));
        QVERIFY(claimableLines({}, GpuAmount(8)).isEmpty());
    }
};

#include "tst_device_offers.moc"
} // namespace tst_device_offers

CHARTROOM_TEST(tst_device_offers, DeviceOffersTest)
