// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/sriov_pool.h"
#include "tests/support/test_main.h"
#include "tests/support/told_window.h"

#include <QJsonDocument>
#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_sriov_pools {

namespace {

const QString sriov = u"sriov"_s;
const QString instance = u"crusoe.ai/nodepool.name"_s;

QJsonObject pool(const char *name, const char *spec)
{
    return anyObject(u"sriovnetwork.openshift.io/v1"_s, u"SriovNetworkPoolConfig"_s,
                     u"net/"_s + QString::fromLatin1(name), toldJson(spec), {});
}

/// Four nodes, of which two are of a pool of nodes; one of each is being drained and one waits.
ToldWindow fourNodes()
{
    ToldWindow window;
    window.tell(u"pods"_s);
    window.tell(u"sriovnetworkpoolconfigs"_s);
    for (const char *name : {"h100-1", "h100-2", "a100-1", "a100-2"}) {
        const QString text = QString::fromLatin1(name);
        NodeSample node;
        node.name = text;
        node.isCordoned = text.endsWith(u'1');
        node.labels = {{instance, text.section(u'-', 0, 0)}};
        window.put(u"nodes"_s, node.object());
        window.put(u"sriovnetworknodestates"_s,
                   anyObject(u"sriovnetwork.openshift.io/v1"_s, u"SriovNetworkNodeState"_s, u"net/"_s + text,
                             toldJson("{'interfaces':[{'pciAddress':'0000:1a:00.0','numVfs':8}]}"),
                             toldJson("{'syncStatus':'InProgress'}"),
                             {{u"sriovnetwork.openshift.io/desired-state"_s, u"Drain_Required"_s},
                              {u"sriovnetwork.openshift.io/current-state"_s,
                               node.isCordoned ? u"Draining"_s : u"Idle"_s}}));
    }
    return window;
}

QString blockersOn(const ToldWindow &window, const QString &node)
{
    ToldRollout told(window.recording());
    if (!QTest::qWaitFor([&] { return told.rollout.isComplete(); }, 20'000))
        return u"never complete"_s;
    QStringList texts;
    for (const TrackNote &note : told.track(node, sriov).blockers)
        texts << note.text;
    return texts.join(u'|');
}

} // namespace

/// Which nodes the SR-IOV operator drains beside each other, and which pods it takes.
class SriovPoolsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aPoolsLimitIsOfItsOwnNodes()
    {
        ToldWindow window = fourNodes();
        window.put(u"sriovnetworkpoolconfigs"_s,
                   pool("many", "{'maxUnavailable':'100%','nodeSelector':"
                                "{'matchLabels':{'crusoe.ai/nodepool.name':'h100'}}}"));
        QCOMPARE(blockersOn(window, u"h100-2"_s), QString());
        QCOMPARE(
            blockersOn(window, u"a100-2"_s),
            u"The operator's default pool allows 1 of 2 nodes to be drained at a time (maxUnavailable 1): a100-1."_s);
        ToldRollout told(window.recording());
        QTRY_VERIFY(told.rollout.isComplete());
        QCOMPARE(told.pace(sriov).slotLimit, std::optional(3));
    }

    void withItsOperatorAtZeroNoEndIsForetold()
    {
        ToldWindow window = fourNodes();
        window.put(
            u"deployments"_s,
            anyObject(u"apps/v1"_s, u"Deployment"_s, u"net/sriov-network-operator"_s,
                      {{u"replicas"_s, 0},
                       {u"template"_s,
                        toldJson("{'spec':{'containers':"
                                 "[{'image':'nvcr.io/nvidia/mellanox/sriov-network-operator:v26.4'}]}}")}},
                      {}));
        ToldRollout told(window.recording());
        QTRY_VERIFY(told.rollout.isComplete());
        QTRY_VERIFY(told.pace(sriov).eta.reason.contains(u"net/sriov-network-operator"_s));
    }

    void withoutMaxUnavailableAllOfThemMayGo()
    {
        ToldWindow window = fourNodes();
        window.put(u"sriovnetworkpoolconfigs"_s, pool("all", "{}"));
        QCOMPARE(blockersOn(window, u"h100-2"_s), QString());
        QCOMPARE(blockersOn(window, u"a100-2"_s), QString());
    }

    void whatKeepsANodeFromBeingDrainedAtAllIsSaid()
    {
        ToldWindow none = fourNodes();
        none.put(u"sriovnetworkpoolconfigs"_s, pool("none", "{'maxUnavailable':0}"));
        QCOMPARE(blockersOn(none, u"h100-2"_s),
                 u"The pool none allows none of its 4 nodes to be drained (maxUnavailable 0)."_s);
        ToldWindow two = fourNodes();
        two.put(u"sriovnetworkpoolconfigs"_s, pool("one", "{'maxUnavailable':1}"));
        two.put(u"sriovnetworkpoolconfigs"_s, pool("two", "{'maxUnavailable':1}"));
        QVERIFY(blockersOn(two, u"h100-2"_s)
                    .startsWith(u"Several SriovNetworkPoolConfigs select the node (one, two)"));
    }

    void aPoolThatIsChosenByOtherLabelsIsNotGuessed()
    {
        ToldWindow window = fourNodes();
        window.put(u"sriovnetworkpoolconfigs"_s,
                   pool("workers",
                        "{'maxUnavailable':4,'nodeSelector':"
                        "{'matchExpressions':[{'key':'example.com/worker','operator':'Exists'}]}}"));
        QCOMPARE(blockersOn(window, u"h100-2"_s),
                 u"The operator processes these nodes first: a100-1, h100-1."_s);
    }

    void aPoolThatComesIsThatOfNodesAtRestToo()
    {
        ToldWindow window = fourNodes();
        window.put(u"sriovnetworkpoolconfigs"_s, pool("all", "{'maxUnavailable':2}"), 5);
        window.put(u"sriovnetworknodestates"_s,
                   anyObject(u"sriovnetwork.openshift.io/v1"_s, u"SriovNetworkNodeState"_s, u"net/h100-2"_s,
                             {}, toldJson("{'syncStatus':'Succeeded'}")));
        ToldRollout told(window.recording());
        QTRY_VERIFY(told.rollout.isComplete());
        QCOMPARE(told.track(u"h100-2"_s, sriov).queue, QString());
        told.transport.seek(std::chrono::seconds(10));
        QTRY_COMPARE(told.track(u"h100-2"_s, sriov).queue, u"all"_s);
        QTRY_COMPARE(told.pace(sriov).slotLimit, std::optional(2));
    }

    void expressionsSelectAsLabelsDo()
    {
        const auto named = [](const char *spec) {
            KubeObject object;
            object.name = u"pool"_s;
            object.json = QJsonDocument(pool("pool", spec)).toJson();
            const Result<SriovPool> read = SriovPool::read(object);
            return read ? poolOf({{instance, u"h100"_s}}, {*read}).name : u"damaged"_s;
        };
        QCOMPARE(
            named("{'nodeSelector':{'matchExpressions':[{'key':'crusoe.ai/nodepool.name','operator':'In',"
                  "'values':['a100','h100']}]}}"),
            u"pool"_s);
        QCOMPARE(named("{'nodeSelector':{'matchExpressions':[{'key':'crusoe.ai/nodepool.name',"
                       "'operator':'NotIn','values':['h100']}]}}"),
                 QString());
        QCOMPARE(named("{'nodeSelector':{'matchExpressions':[{'key':'crusoe.ai/other',"
                       "'operator':'DoesNotExist'}]}}"),
                 u"pool"_s);
        QCOMPARE(named("{'ovsHardwareOffloadConfig':{'name':'bridges'}}"), QString()); // bounds no drain
    }

    void onlyAFullDrainTakesPodsWithoutVirtualFunctions()
    {
        const auto kept = [](const char *desired) {
            ToldWindow window;
            NodeSample node;
            node.name = u"h100-1"_s;
            node.isCordoned = true;
            window.put(u"nodes"_s, node.object());
            for (const char *name : {"tenant/trainer", "tenant/gpu", "tenant/web"}) {
                PodSample pod;
                pod.name = QString::fromLatin1(name);
                pod.node = node.name;
                pod.ownerKind = u"ReplicaSet"_s;
                pod.ownerName = u"any"_s;
                pod.labels = {{u"app"_s, u"kept"_s}};
                pod.gpus = pod.name.endsWith(u"web") ? 0 : 1;
                if (pod.name.endsWith(u"trainer"))
                    pod.device = u"openshift.io/mlnxnics"_s;
                window.put(u"pods"_s, pod.object());
            }
            window.put(u"poddisruptionbudgets"_s,
                       anyObject(u"policy/v1"_s, u"PodDisruptionBudget"_s, u"tenant/keeps"_s,
                                 toldJson("{'selector':{'matchLabels':{'app':'kept'}}}"),
                                 toldJson("{'disruptionsAllowed':0,'currentHealthy':2,'desiredHealthy':2}")));
            window.put(
                u"sriovnetworknodestates"_s,
                anyObject(u"sriovnetwork.openshift.io/v1"_s, u"SriovNetworkNodeState"_s, u"net/h100-1"_s, {},
                          toldJson("{'syncStatus':'InProgress'}"),
                          {{u"sriovnetwork.openshift.io/desired-state"_s, QString::fromLatin1(desired)},
                           {u"sriovnetwork.openshift.io/current-state"_s, u"Draining"_s}}));
            return blockersOn(window, node.name);
        };
        QVERIFY(kept("Drain_Required").contains(u"tenant/trainer stays"));
        QVERIFY(kept("Drain_Required").contains(u"tenant/gpu stays")); // where the prefix is nvidia.com
        QVERIFY(!kept("Drain_Required").contains(u"tenant/web"));
        QVERIFY(kept("Reboot_Required").contains(u"tenant/web stays"));
    }
};

#include "tst_sriov_pools.moc"
} // namespace tst_sriov_pools

CHARTROOM_TEST(tst_sriov_pools, SriovPoolsTest)
