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
    void aPodIsOnItsNodeOnce();
    void aPodThatNoNodeHasYetIsOnNone();
    void revisionsAreThoseOfThePodsThatAreThere();

private:
    /// It came, or is the next state of one that is there.
    void tell(const Pod &pod)
    {
        PodStore::Change change{m_pods.share(pod.uid), {}};
        m_pods.insert(pod.uid, pod);
        change.now = m_pods.share(pod.uid);
        m_index.update({change}, m_touched);
    }
    void end(const QString &uid)
    {
        const PodStore::Change change{m_pods.share(uid), {}};
        m_pods.remove(uid);
        m_index.update({change}, m_touched);
    }

    ObjectMap<Pod> m_pods;
    PodIndex m_index;
    QSet<QString> m_touched;
};

void PodIndexTest::init()
{
    m_pods = {};
    m_index = {};
    tell(podOn(u"gpu-0"_s, u"trainer"_s));
    tell(podOn(u"gpu-0"_s, u"driver"_s, u"nvidia-driver-daemonset"_s));
    tell(podOn(u"gpu-0"_s, u"validator"_s, u"nvidia-operator-validator"_s));
    tell(podOn(u"gpu-1"_s, u"mofed"_s, u"mofed-ubuntu22.04-abc"_s));
}

void PodIndexTest::aNodesPodsAreFoundAndItsDriversToldWithoutALookAtThem()
{
    const NodePods first = m_index.on(u"gpu-0"_s);
    QCOMPARE(names(first.all()), (QStringList{u"trainer"_s, u"driver"_s, u"validator"_s}));
    QCOMPARE(first.find(PodRole::GpuDriver)->name, u"driver"_s);
    QCOMPARE(first.find(PodRole::Validator)->name, u"validator"_s);
    QVERIFY(!first.find(PodRole::Toolkit));
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
    tell(podOn(u"gpu-0"_s, u"trainer"_s, u"mofed-rhel9"_s));
    QVERIFY(m_index.on(u"gpu-0"_s).hasDriver(DriverKind::InfiniBand));
    QCOMPARE(m_index.on(u"gpu-0"_s).find(PodRole::InfiniBandDriver)->name, u"trainer"_s);
    tell(podOn(u"gpu-0"_s, u"driver"_s, u"something-else"_s));
    QVERIFY(!m_index.on(u"gpu-0"_s).hasDriver(DriverKind::Gpu));
    QVERIFY(!m_index.on(u"gpu-0"_s).find(PodRole::GpuDriver));
    QVERIFY(m_index.on(u"gpu-0"_s).find(PodRole::Validator));
}

void PodIndexTest::whatGoesIsForgotten()
{
    m_touched.clear();
    end(u"driver"_s);
    QCOMPARE(m_touched, QSet<QString>{u"gpu-0"_s});
    QVERIFY(!m_index.on(u"gpu-0"_s).hasDriver(DriverKind::Gpu));
    QCOMPARE(names(m_index.on(u"gpu-0"_s).all()), (QStringList{u"trainer"_s, u"validator"_s}));
    tell(podOn(u"gpu-1"_s, u"validator"_s, u"nvidia-operator-validator"_s)); // moved: never so in life
    QCOMPARE(names(m_index.on(u"gpu-0"_s).all()), QStringList{u"trainer"_s});
}

void PodIndexTest::aPodIsOnItsNodeOnce()
{
    m_touched.clear();
    m_index.put(m_pods.share(u"trainer"_s), m_touched);
    QVERIFY(m_touched.isEmpty());
    QCOMPARE(m_index.on(u"gpu-0"_s).all().size(), 3);
    m_pods.insert(u"late"_s, podOn(u"gpu-0"_s, u"late"_s)); // there, and not taken in yet
    tell(podOn(u"gpu-0"_s, u"late"_s, u"nvidia-driver-daemonset"_s));
    m_index.put(m_pods.share(u"late"_s), m_touched);
    QCOMPARE(m_index.on(u"gpu-0"_s).all().size(), 4);
}

void PodIndexTest::aPodThatNoNodeHasYetIsOnNone()
{
    m_touched.clear();
    tell(podOn({}, u"pending"_s));
    QVERIFY(m_touched.isEmpty());
    tell(podOn(u"gpu-1"_s, u"pending"_s));
    QCOMPARE(names(m_index.on(u"gpu-1"_s).all()), (QStringList{u"mofed"_s, u"pending"_s}));
    QCOMPARE(m_touched, QSet<QString>{u"gpu-1"_s});
}

void PodIndexTest::revisionsAreThoseOfThePodsThatAreThere()
{
    const auto owned = [](const QString &uid, const QString &revision) {
        Pod pod = podOn(u"gpu-2"_s, uid);
        pod.namespaceName = u"ns"_s;
        pod.ownerKind = u"DaemonSet"_s;
        pod.ownerName = u"driver"_s;
        pod.revisionHash = revision;
        return pod;
    };
    const auto revisions = [this] { return m_index.revisions(u"ns/driver"_s); };
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

QTEST_GUILESS_MAIN(PodIndexTest)
#include "tst_pod_index.moc"
