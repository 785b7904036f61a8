// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/node_table.h"
#include "tests/support/test_main.h"

#include <QTest>

using namespace chartroom;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_node_table {

namespace {

Pod podOn(const QString &node, const QString &uid, const QString &app = {})
{
    Pod pod;
    pod.uid = uid;
    pod.name = uid;
    pod.node = node;
    pod.app = app;
    return pod;
}

std::shared_ptr<const Node> nodeOf(const QString &name, const QString &uid)
{
    auto node = std::make_shared<Node>();
    node->name = name;
    node->uid = uid;
    return node;
}

QStringList names(const QList<const Pod *> &pods)
{
    QStringList names;
    for (const Pod *pod : pods)
        names << pod->name;
    return names;
}

} // namespace

class NodeTableTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void aNodesPodsAreFoundAndItsDriversToldWithoutALookAtThem();
    void aLabelThatChangesMakesAnotherRole();
    void whatGoesIsForgotten();
    void aPodIsOnItsNodeOnce();
    void aPodThatNoNodeHasYetIsOnNone();
    void revisionsAreThoseOfThePodsThatAreThere();
    void aNodeIsFoundByItsNameUntilItIsGone();
    void aNodeMadeAnewIsFoundAlsoWhenTheOldOneGoesLater();
    void aNameKeepsItsNumber();

private:
    /// It came, or is the next state of one that is there.
    void tell(const Pod &pod)
    {
        PodStore::Change change{m_pods.share(pod.uid), {}};
        m_pods.insert(pod.uid, pod);
        change.now = m_pods.share(pod.uid);
        m_table.update({change}, m_touched);
    }
    void end(const QString &uid)
    {
        const PodStore::Change change{m_pods.share(uid), {}};
        m_pods.remove(uid);
        m_table.update({change}, m_touched);
    }

    ObjectMap<Pod> m_pods;
    /// On the node of that name.
    [[nodiscard]] NodePods on(const QString &node) const { return m_table.pods(m_table.find(node)); }
    /// The names of those touched since the last time.
    [[nodiscard]] QStringList touched()
    {
        QStringList names;
        while (!m_touched.isEmpty())
            names << m_table.name(m_touched.take());
        return names;
    }

    NodeTable m_table;
    NodeQueue m_touched;
};

void NodeTableTest::init()
{
    m_pods = {};
    m_table = {};
    m_touched = {};
    tell(podOn(u"gpu-0"_s, u"trainer"_s));
    tell(podOn(u"gpu-0"_s, u"driver"_s, u"nvidia-driver-daemonset"_s));
    tell(podOn(u"gpu-0"_s, u"validator"_s, u"nvidia-operator-validator"_s));
    tell(podOn(u"gpu-1"_s, u"mofed"_s, u"mofed-ubuntu22.04-abc"_s));
}

void NodeTableTest::aNodesPodsAreFoundAndItsDriversToldWithoutALookAtThem()
{
    const NodePods first = on(u"gpu-0"_s);
    QCOMPARE(names(first.all()), (QStringList{u"trainer"_s, u"driver"_s, u"validator"_s}));
    QCOMPARE(first.find(PodRole::GpuDriver)->name, u"driver"_s);
    QCOMPARE(first.find(PodRole::Validator)->name, u"validator"_s);
    QVERIFY(!first.find(PodRole::Toolkit));
    QVERIFY(first.hasDriver(DriverKind::Gpu));
    QVERIFY(!first.hasDriver(DriverKind::InfiniBand));
    const NodePods second = on(u"gpu-1"_s);
    QVERIFY(!second.hasDriver(DriverKind::Gpu));
    QVERIFY(second.hasDriver(DriverKind::InfiniBand));
    QVERIFY(!on(u"gpu-2"_s).hasDriver(DriverKind::Gpu));
    QVERIFY(NodePods().all().isEmpty());
}

void NodeTableTest::aLabelThatChangesMakesAnotherRole()
{
    tell(podOn(u"gpu-0"_s, u"trainer"_s, u"mofed-rhel9"_s));
    QVERIFY(on(u"gpu-0"_s).hasDriver(DriverKind::InfiniBand));
    QCOMPARE(on(u"gpu-0"_s).find(PodRole::InfiniBandDriver)->name, u"trainer"_s);
    tell(podOn(u"gpu-0"_s, u"driver"_s, u"something-else"_s));
    QVERIFY(!on(u"gpu-0"_s).hasDriver(DriverKind::Gpu));
    QVERIFY(!on(u"gpu-0"_s).find(PodRole::GpuDriver));
    QVERIFY(on(u"gpu-0"_s).find(PodRole::Validator));
}

void NodeTableTest::whatGoesIsForgotten()
{
    (void)touched();
    end(u"driver"_s);
    QCOMPARE(touched(), QStringList{u"gpu-0"_s});
    QVERIFY(!on(u"gpu-0"_s).hasDriver(DriverKind::Gpu));
    QCOMPARE(names(on(u"gpu-0"_s).all()), (QStringList{u"trainer"_s, u"validator"_s}));
    tell(podOn(u"gpu-1"_s, u"validator"_s, u"nvidia-operator-validator"_s)); // moved: never so in life
    QCOMPARE(names(on(u"gpu-0"_s).all()), QStringList{u"trainer"_s});
}

void NodeTableTest::aPodIsOnItsNodeOnce()
{
    (void)touched();
    m_table.put(m_pods.share(u"trainer"_s), m_touched);
    QCOMPARE(touched(), QStringList());
    QCOMPARE(on(u"gpu-0"_s).all().size(), 3);
    m_pods.insert(u"late"_s, podOn(u"gpu-0"_s, u"late"_s)); // there, and not taken in yet
    tell(podOn(u"gpu-0"_s, u"late"_s, u"nvidia-driver-daemonset"_s));
    m_table.put(m_pods.share(u"late"_s), m_touched);
    QCOMPARE(on(u"gpu-0"_s).all().size(), 4);
}

void NodeTableTest::aPodThatNoNodeHasYetIsOnNone()
{
    (void)touched();
    tell(podOn({}, u"pending"_s));
    QCOMPARE(touched(), QStringList());
    tell(podOn(u"gpu-1"_s, u"pending"_s));
    QCOMPARE(names(on(u"gpu-1"_s).all()), (QStringList{u"mofed"_s, u"pending"_s}));
    QCOMPARE(touched(), QStringList{u"gpu-1"_s});
}

void NodeTableTest::revisionsAreThoseOfThePodsThatAreThere()
{
    const auto owned = [](const QString &uid, const QString &revision) {
        Pod pod = podOn(u"gpu-2"_s, uid);
        pod.namespaceName = u"ns"_s;
        pod.ownerKind = u"DaemonSet"_s;
        pod.ownerName = u"driver"_s;
        pod.revisionHash = revision;
        return pod;
    };
    const auto revisions = [this] { return m_table.revisions(u"ns/driver"_s); };
    tell(owned(u"a"_s, u"old"_s));
    tell(owned(u"b"_s, u"old"_s));
    QCOMPARE(revisions(), (QHash<QString, int>{{u"old"_s, 2}}));
    tell(owned(u"a"_s, u"new"_s));
    QCOMPARE(revisions(), (QHash<QString, int>{{u"old"_s, 1}, {u"new"_s, 1}}));
    end(u"b"_s);
    QCOMPARE(revisions(), (QHash<QString, int>{{u"new"_s, 1}}));
    end(u"a"_s);
    QVERIFY(revisions().isEmpty());
}

void NodeTableTest::aNodeIsFoundByItsNameUntilItIsGone()
{
    (void)touched();
    QVERIFY(!m_table.node(m_table.find(u"gpu-0"_s)));
    QVERIFY(!m_table.node(m_table.find(u"unheard-of"_s)));
    QVERIFY(m_table.put(nodeOf(u"gpu-0"_s, u"u1"_s), m_touched));
    QCOMPARE(m_table.node(m_table.find(u"gpu-0"_s))->uid, u"u1"_s);
    QCOMPARE(touched(), QStringList{u"gpu-0"_s});
    const auto again = nodeOf(u"gpu-0"_s, u"u1"_s);
    QVERIFY(!m_table.put(again, m_touched));
    QCOMPARE(m_table.node(m_table.find(u"gpu-0"_s)), again.get());
    (void)touched();
    m_table.remove(*again, m_touched);
    QVERIFY(!m_table.node(m_table.find(u"gpu-0"_s)));
    QCOMPARE(touched(), QStringList{u"gpu-0"_s});
    QCOMPARE(on(u"gpu-0"_s).all().size(), 3); // its pods go by themselves
    QVERIFY(m_table.put(nodeOf(u"gpu-0"_s, u"u1"_s), m_touched));
}

void NodeTableTest::aNodeMadeAnewIsFoundAlsoWhenTheOldOneGoesLater()
{
    const auto old = nodeOf(u"gpu-0"_s, u"u1"_s);
    m_table.put(old, m_touched);
    QVERIFY(m_table.put(nodeOf(u"gpu-0"_s, u"u2"_s), m_touched));
    m_table.remove(*old, m_touched);
    QCOMPARE(m_table.node(m_table.find(u"gpu-0"_s))->uid, u"u2"_s);
}

void NodeTableTest::aNameKeepsItsNumber()
{
    const int first = m_table.find(u"gpu-0"_s);
    const auto node = nodeOf(u"gpu-0"_s, u"u1"_s);
    m_table.put(node, m_touched);
    m_table.remove(*node, m_touched);
    for (const QString &pod : {u"trainer"_s, u"driver"_s, u"validator"_s})
        end(pod);
    QCOMPARE(m_table.number(u"gpu-0"_s), first);
    QCOMPARE(m_table.name(first), u"gpu-0"_s);
    const int next = m_table.size();
    QCOMPARE(m_table.number(u"gpu-9"_s), next);
}

#include "tst_node_table.moc"
} // namespace tst_node_table

CHARTROOM_TEST(tst_node_table, NodeTableTest)
