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
        const ObjectMap<Node> nodes{{QStringLiteral("u1"), node(QStringLiteral("u1"))}};
        NodeIndex index;
        QVERIFY(!index.find(name, nodes));
        QVERIFY(index.add(*nodes.constFind(QStringLiteral("u1"))));
        QVERIFY(!index.add(*nodes.constFind(QStringLiteral("u1"))));
        QCOMPARE(index.find(name, nodes)->uid, QStringLiteral("u1"));
        QCOMPARE(index.names(), QStringList{name});
        QVERIFY(!index.find(name, {})); // its store dropped it already
        QCOMPARE(index.remove(QStringLiteral("u1")), name);
        QVERIFY(!index.find(name, nodes));
        QCOMPARE(index.remove(QStringLiteral("u1")), QString());
    }

    void aNodeMadeAnewIsFoundAlsoWhenTheOldOneGoesLater()
    {
        const ObjectMap<Node> nodes{{QStringLiteral("u1"), node(QStringLiteral("u1"))},
                                    {QStringLiteral("u2"), node(QStringLiteral("u2"))}};
        NodeIndex index;
        index.add(*nodes.constFind(QStringLiteral("u1")));
        QVERIFY(index.add(*nodes.constFind(QStringLiteral("u2"))));
        QCOMPARE(index.remove(QStringLiteral("u1")), name);
        QCOMPARE(index.find(name, nodes)->uid, QStringLiteral("u2"));
        QCOMPARE(index.names(), QStringList{name});
    }
};

QTEST_GUILESS_MAIN(TestNodeIndex)
#include "tst_node_index.moc"
