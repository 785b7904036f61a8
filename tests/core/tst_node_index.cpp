// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/node_index.h"

#include <QTest>

using namespace chartroom;

namespace {

const QString name = QStringLiteral("gpu-011");

Node node(const QString &uid)
{
    Node node;
    node.uid = uid;
    node.name = name;
    return node;
}

} // namespace

class TestNodeIndex : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void aNodeIsFoundByItsNameUntilItIsGone()
    {
        ObjectMap<Node> nodes{{QStringLiteral("u1"), node(QStringLiteral("u1"))}};
        NodeIndex index;
        QVERIFY(!index.find(name));
        QVERIFY(index.put(nodes.share(QStringLiteral("u1"))));
        QCOMPARE(index.find(name)->uid, QStringLiteral("u1"));
        QCOMPARE(index.names(), QStringList{name});
        Node cordoned = node(QStringLiteral("u1"));
        cordoned.unschedulable = true;
        nodes.insert(cordoned.uid, cordoned);
        QVERIFY(!index.put(nodes.share(cordoned.uid)));
        QVERIFY(index.find(name)->unschedulable);
        QCOMPARE(index.remove(QStringLiteral("u1")), name);
        QVERIFY(!index.find(name));
        QCOMPARE(index.remove(QStringLiteral("u1")), QString());
    }

    void aNodeMadeAnewIsFoundAlsoWhenTheOldOneGoesLater()
    {
        const ObjectMap<Node> nodes{{QStringLiteral("u1"), node(QStringLiteral("u1"))},
                                    {QStringLiteral("u2"), node(QStringLiteral("u2"))}};
        NodeIndex index;
        index.put(nodes.share(QStringLiteral("u1")));
        QVERIFY(index.put(nodes.share(QStringLiteral("u2"))));
        QCOMPARE(index.remove(QStringLiteral("u1")), name);
        QCOMPARE(index.find(name)->uid, QStringLiteral("u2"));
        QCOMPARE(index.names(), QStringList{name});
    }

    void aNodeOutlivesItsStoreUntilItIsToldToBeGone()
    {
        ObjectMap<Node> nodes{{QStringLiteral("u1"), node(QStringLiteral("u1"))}};
        NodeIndex index;
        index.put(nodes.share(QStringLiteral("u1")));
        nodes = {};
        QCOMPARE(index.find(name)->name, name);
    }
};

QTEST_GUILESS_MAIN(TestNodeIndex)
#include "tst_node_index.moc"
