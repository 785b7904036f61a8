// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/pod_index.h"

#include <QTest>

using namespace chartroom;
using namespace Qt::StringLiterals;

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

QStringList names(const QList<const Pod *> &pods)
{
    QStringList names;
    for (const Pod *pod : pods)
        names << pod->name;
    return names;
}

} // namespace

class PodIndexTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void aNodesPodsAreFoundAndItsDriversToldWithoutALookAtThem();
    void aLabelThatChangesMakesAnotherRole();
    void whatGoesIsForgotten();

private:
    void tell(const Pod &pod, bool isNew)
    {
        m_pods.insert(pod.uid, pod);
        m_index.update(m_pods, isNew ? ObjectDelta{{pod.uid}, {}, {}} : ObjectDelta{{}, {pod.uid}, {}},
                       m_touched);
    }

    ObjectMap<Pod> m_pods;
    PodIndex m_index;
    QSet<QString> m_touched;
};

void PodIndexTest::init()
{
    m_pods = {};
    m_index = {};
    tell(podOn(u"gpu-0"_s, u"trainer"_s), true);
    tell(podOn(u"gpu-0"_s, u"driver"_s, u"nvidia-driver-daemonset"_s), true);
    tell(podOn(u"gpu-0"_s, u"validator"_s, u"nvidia-operator-validator"_s), true);
    tell(podOn(u"gpu-1"_s, u"mofed"_s, u"mofed-ubuntu22.04-abc"_s), true);
}

void PodIndexTest::aNodesPodsAreFoundAndItsDriversToldWithoutALookAtThem()
{
    const NodePods first = m_index.on(u"gpu-0"_s);
    QCOMPARE(names(first.all()), (QStringList{u"trainer"_s, u"driver"_s, u"validator"_s}));
    QCOMPARE(names(first.operands()), (QStringList{u"driver"_s, u"validator"_s}));
    QVERIFY(first.hasDriver(DriverKind::Gpu));
    QVERIFY(!first.hasDriver(DriverKind::InfiniBand));
    const NodePods second = m_index.on(u"gpu-1"_s);
    QVERIFY(!second.hasDriver(DriverKind::Gpu));
    QVERIFY(second.hasDriver(DriverKind::InfiniBand));
    QVERIFY(!m_index.on(u"gpu-2"_s).hasDriver(DriverKind::Gpu));
    QVERIFY(NodePods().all().isEmpty());
}

void PodIndexTest::aLabelThatChangesMakesAnotherRole()
{
    tell(podOn(u"gpu-0"_s, u"trainer"_s, u"mofed-rhel9"_s), false);
    QVERIFY(m_index.on(u"gpu-0"_s).hasDriver(DriverKind::InfiniBand));
    QCOMPARE(m_index.on(u"gpu-0"_s).operands().size(), 3);
    tell(podOn(u"gpu-0"_s, u"driver"_s, u"something-else"_s), false);
    QVERIFY(!m_index.on(u"gpu-0"_s).hasDriver(DriverKind::Gpu));
    QCOMPARE(names(m_index.on(u"gpu-0"_s).operands()), (QStringList{u"trainer"_s, u"validator"_s}));
}

void PodIndexTest::whatGoesIsForgotten()
{
    m_pods.remove(u"driver"_s);
    m_touched.clear();
    m_index.update(m_pods, {{}, {}, {u"driver"_s}}, m_touched);
    QCOMPARE(m_touched, QSet<QString>{u"gpu-0"_s});
    QVERIFY(!m_index.on(u"gpu-0"_s).hasDriver(DriverKind::Gpu));
    QCOMPARE(names(m_index.on(u"gpu-0"_s).all()), (QStringList{u"trainer"_s, u"validator"_s}));
    tell(podOn(u"gpu-1"_s, u"validator"_s, u"nvidia-operator-validator"_s), false); // moved: never so in life
    QCOMPARE(names(m_index.on(u"gpu-0"_s).all()), QStringList{u"trainer"_s});
}

QTEST_GUILESS_MAIN(PodIndexTest)
#include "tst_pod_index.moc"
