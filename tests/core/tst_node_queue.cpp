// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/node_queue.h"
#include "tests/support/test_main.h"

#include <QList>
#include <QTest>

using namespace chartroom;

namespace HIDDEN_FROM_MOC tst_node_queue {

class NodeQueueTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aNodeWaitsOnce()
    {
        NodeQueue queue;
        QVERIFY(queue.isEmpty() && !queue.contains(7));
        for (const int node : {7, 3, 7, 5})
            queue.add(node);
        QVERIFY(queue.contains(7) && !queue.contains(4));
        QCOMPARE(takeAll(queue), (QList<int>{3, 5, 7}));
        QVERIFY(!queue.contains(7));
        queue.add(7);
        QCOMPARE(takeAll(queue), QList<int>{7});
    }

    void thoseThatComeMeanwhileComeAfterwards()
    {
        NodeQueue queue;
        for (const int node : {4, 2, 9})
            queue.add(node);
        QCOMPARE(queue.take(), 2);
        for (const int node : {9, 2, 1}) // 9 waits already
            queue.add(node);
        QCOMPARE(takeAll(queue), (QList<int>{4, 9, 1, 2}));
    }

private:
    static QList<int> takeAll(NodeQueue &queue)
    {
        QList<int> taken;
        while (!queue.isEmpty())
            taken << queue.take();
        return taken;
    }
};

#include "tst_node_queue.moc"
} // namespace tst_node_queue

CHARTROOM_TEST(tst_node_queue, NodeQueueTest)
