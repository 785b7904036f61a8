// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/gpu_use.h"
#include "tests/support/test_main.h"

#include <QTest>

using namespace chartroom;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_gpu_use {

namespace {

Node nodeOf(const QString &name, const QString &pool, GpuAmount gpus)
{
    Node node;
    node.uid = node.name = name;
    node.ready = true;
    node.gpuCapacity = node.gpuAllocatable = gpus;
    node.labels.insert(u"crusoe.ai/nodepool.name"_s, pool);
    node.labels.insert(u"nvidia.com/gpu.product"_s, u"NVIDIA-H100-80GB-HBM3"_s);
    return node;
}

Pod podOf(const QString &space, const QString &node, GpuAmount gpus)
{
    static int number = 0;
    Pod pod;
    pod.uid = pod.name = QString::number(++number);
    pod.namespaceName = space;
    pod.node = node;
    pod.phase = node.isEmpty() ? u"Pending"_s : u"Running"_s;
    pod.gpus = gpus;
    return pod;
}

template<typename T>
ObjectMap<T> mapOf(const QList<T> &objects)
{
    ObjectMap<T> map;
    for (const T &one : objects)
        map.insert(one.uid, one);
    return map;
}

} // namespace

class GpuUseTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void poolsAreCountedByThemselves()
    {
        const auto nodes = mapOf<Node>({nodeOf(u"a"_s, u"train"_s, 8), nodeOf(u"b"_s, u"train"_s, 8),
                                        nodeOf(u"c"_s, u"infer"_s, 4), nodeOf(u"cpu"_s, {}, 0)});
        const GpuUse use =
            gpuUse(nodes, mapOf<Pod>({podOf(u"x"_s, u"a"_s, 6), podOf(u"x"_s, u"c"_s, 1)}), {});
        QCOMPARE(use.pools.size(), 2);
        QCOMPARE(use.pools[0].pool, u"infer"_s);
        QCOMPARE(use.pools[0].free.gpus, 3);
        QCOMPARE(use.pools[1].nodes, 2);
        QCOMPARE(use.pools[1].total.gpus, 16);
        QCOMPARE(use.pools[1].used.gpus, 6);
        QCOMPARE(use.pools[1].free.gpus, 10);
    }

    /// What is left on a node that takes no pods is not free, and its pods still have what they have.
    void aCordonedNodeHasNothingFree()
    {
        Node cordoned = nodeOf(u"a"_s, u"train"_s, 8);
        cordoned.unschedulable = true;
        Node lost = nodeOf(u"b"_s, u"train"_s, 8);
        lost.ready = false;
        const GpuUse use = gpuUse(mapOf<Node>({cordoned, lost, nodeOf(u"c"_s, u"train"_s, 8)}),
                                  mapOf<Pod>({podOf(u"x"_s, u"a"_s, 3), podOf(u"x"_s, u"c"_s, 8)}), {});
        QCOMPARE(use.pools.size(), 1);
        QCOMPARE(use.pools[0].nodesForPods, 1);
        QCOMPARE(use.pools[0].total.gpus, 24);
        QCOMPARE(use.pools[0].available.gpus, 8);
        QCOMPARE(use.pools[0].used.gpus, 11);
        QCOMPARE(use.pools[0].free.gpus, 0);
    }

    /// Where a device failed under its pods, one node has fewer than they use: the others' are still free.
    void moreUsedThanThereIsTakesNothingFromOtherNodes()
    {
        Node short7 = nodeOf(u"a"_s, u"train"_s, 8);
        short7.gpuAllocatable = 7;
        const GpuUse use = gpuUse(mapOf<Node>({short7, nodeOf(u"b"_s, u"train"_s, 8)}),
                                  mapOf<Pod>({podOf(u"x"_s, u"a"_s, 8)}), {});
        QCOMPARE(use.pools[0].free.gpus, 8);
    }

    void podsThatEndedUseNothingAndThoseWithoutANodeWait()
    {
        Pod ended = podOf(u"x"_s, u"a"_s, 2);
        ended.phase = u"Succeeded"_s;
        Pod first = podOf(u"y"_s, {}, 8);
        first.notScheduledText = u"0/3 nodes are available: 3 Insufficient nvidia.com/gpu."_s;
        Pod second = first;
        second.uid = u"second"_s;
        Pod third = podOf(u"y"_s, {}, 8);
        third.notScheduledText = u"0/3 nodes are available: 3 node(s) had untolerated taint(s)."_s;
        const GpuUse use = gpuUse(mapOf<Node>({nodeOf(u"a"_s, u"train"_s, 8)}),
                                  mapOf<Pod>({ended, third, first, second}), {});
        QCOMPARE(use.pools[0].used.gpus, 0);
        QCOMPARE(use.namespaces.size(), 1);
        QCOMPARE(use.namespaces[0].name, u"y"_s);
        QCOMPARE(use.namespaces[0].pods, 0);
        QCOMPARE(use.namespaces[0].pendingPods, 3);
        QCOMPARE(use.namespaces[0].pending.gpus, 24);
        QCOMPARE(use.namespaces[0].why, first.notScheduledText);
    }

    void whatIsClaimedIsOfItsNamespaceAndOfNoPool()
    {
        const Pod claiming = podOf(u"dra"_s, u"a"_s, 0);
        const GpuUse use = gpuUse(mapOf<Node>({nodeOf(u"a"_s, u"train"_s, 8)}), mapOf<Pod>({claiming}),
                                  {{claiming.uid, GpuAmount(4)}});
        QCOMPARE(use.pools[0].free.gpus, 8);
        QCOMPARE(use.namespaces[0].claimed.gpus, 4);
        QCOMPARE(use.namespaces[0].used.gpus, 0);
        QCOMPARE(use.namespaces[0].pods, 1);
    }

    void whoHasMostIsFirst()
    {
        const GpuUse use = gpuUse(
            mapOf<Node>({nodeOf(u"a"_s, u"train"_s, 8)}),
            mapOf<Pod>({podOf(u"b"_s, u"a"_s, 1), podOf(u"c"_s, u"a"_s, 4), podOf(u"a"_s, u"a"_s, 1)}), {});
        QStringList names;
        for (const GpuNamespace &one : use.namespaces)
            names << one.name;
        QCOMPARE(names, (QStringList{u"c"_s, u"a"_s, u"b"_s}));
    }
};

#include "tst_gpu_use.moc"
} // namespace tst_gpu_use

CHARTROOM_TEST(tst_gpu_use, GpuUseTest)
