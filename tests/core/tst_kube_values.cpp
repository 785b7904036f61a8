// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kube/node.h"
#include "core/kube/pod.h"

#include <QTest>

using namespace chartroom;

namespace {

KubeObject object(const QByteArray &json)
{
    return {QStringLiteral("u1"), QStringLiteral("ns"), QStringLiteral("x"), QStringLiteral("7"), json};
}

} // namespace

class KubeValuesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aNodeIsReadyOnlyWhenItsConditionSaysSo()
    {
        const auto ready =
            Node::read(object(R"({"status":{"conditions":[{"type":"MemoryPressure","status":"False"},
            {"type":"Ready","status":"True"}]}})"));
        QVERIFY(ready.has_value() && ready->ready);
        const auto silent =
            Node::read(object(R"({"status":{"conditions":[{"type":"Ready","status":"Unknown"}]}})"));
        QVERIFY(silent.has_value() && !silent->ready);
        QVERIFY(!Node::read(object("{}"))->ready);
    }

    void gpusOfBothVendorsCount()
    {
        const auto node = Node::read(object(R"({"spec":{"unschedulable":true},"status":{
            "capacity":{"nvidia.com/gpu":"8","cpu":"96"},"allocatable":{"nvidia.com/gpu":"0"}}})"));
        QCOMPARE(node->gpuCapacity, 8);
        QCOMPARE(node->gpuAllocatable, 0);
        QVERIFY(node->unschedulable && node->hasGpu());
        QCOMPARE(Node::read(object(R"({"status":{"capacity":{"amd.com/gpu":"4"}}})"))->gpuCapacity, 4);
    }

    void aMomentIsTheOneThatIsWritten_data()
    {
        QTest::addColumn<QString>("written");
        for (const char *written :
             {"2026-08-01T12:34:56Z", "2024-02-29T00:00:00Z", "2026-02-30T00:00:00Z", "2026-08-01T24:00:00Z",
              "2026-08-01T12:34:56+02:00", "2026-08-01T12:34:56.789Z", "2026-08-01", "2026-08-01T12:34:5xZ",
              "soon", ""})
            QTest::newRow(written) << QString::fromLatin1(written);
    }

    void aMomentIsTheOneThatIsWritten()
    {
        QFETCH(QString, written);
        const QByteArray json =
            QByteArray(R"({"metadata":{"creationTimestamp":"at"}})").replace("at\"", written.toUtf8() + '"');
        QCOMPARE(Pod::read(object(json))->created, QDateTime::fromString(written, Qt::ISODate));
    }

    void wrongTypesReadAsAbsent()
    {
        const auto node = Node::read(object(R"({"spec":[],"status":{"capacity":"x","conditions":{"a":1}}})"));
        QVERIFY(node.has_value());
        QVERIFY(!node->hasGpu() && !node->ready);
    }

    void damagedJsonIsAnError()
    {
        const auto node = Node::read(object(R"({"spec":)"));
        QVERIFY(!node);
        QCOMPARE(node.error().code, Error::Code::Damaged);
    }

    void podHealthFollowsItsContainers_data()
    {
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<int>("health");
        QTest::addColumn<QString>("reason");
        const auto row = [](const char *name, const char *json, Pod::Health health, const char *reason = "") {
            QTest::newRow(name) << QByteArray(json) << int(health) << QString::fromLatin1(reason);
        };
        row("running and ready", R"({"status":{"phase":"Running","containerStatuses":[{"ready":true}]}})",
            Pod::Health::Ready);
        row("one of two ready",
            R"({"status":{"phase":"Running","containerStatuses":[{"ready":true},{"ready":false}]}})",
            Pod::Health::Starting);
        row("succeeded", R"({"status":{"phase":"Succeeded"}})", Pod::Health::Ready);
        row("pulling", R"({"status":{"phase":"Pending","containerStatuses":[
            {"state":{"waiting":{"reason":"ContainerCreating"}}}]}})",
            Pod::Health::Starting);
        row("crash loop", R"({"status":{"phase":"Running","containerStatuses":[
            {"restartCount":14,"state":{"waiting":{"reason":"CrashLoopBackOff"}}}]}})",
            Pod::Health::Unhealthy, "CrashLoopBackOff");
        row("init crash", R"({"status":{"phase":"Pending","initContainerStatuses":[
            {"state":{"waiting":{"reason":"CrashLoopBackOff"}}}],"containerStatuses":[
            {"state":{"waiting":{"reason":"PodInitializing"}}}]}})",
            Pod::Health::Unhealthy, "Init:CrashLoopBackOff");
        row("evicted", R"({"status":{"phase":"Failed","reason":"Evicted"}})", Pod::Health::Unhealthy,
            "Evicted");
        row("leaving",
            R"({"metadata":{"deletionTimestamp":"2026-11-21T03:31:00Z"},"status":{"phase":"Running",
            "containerStatuses":[{"ready":true}]}})",
            Pod::Health::Leaving);
        row("no status yet", R"({})", Pod::Health::Starting);
    }

    void podHealthFollowsItsContainers()
    {
        QFETCH(QByteArray, json);
        QFETCH(int, health);
        QFETCH(QString, reason);
        const auto pod = Pod::read(object(json));
        QVERIFY(pod.has_value());
        QCOMPARE(int(pod->health), health);
        QCOMPARE(pod->reason, reason);
    }

    void onlyTheControllingOwnerCounts()
    {
        const auto pod = Pod::read(object(R"({"metadata":{"ownerReferences":[{"kind":"Node","name":"n"},
            {"kind":"DaemonSet","name":"cilium","controller":true}]}})"));
        QCOMPARE(pod->ownerKind, QStringLiteral("DaemonSet"));
        QCOMPARE(pod->ownerName, QStringLiteral("cilium"));
    }
};

QTEST_GUILESS_MAIN(KubeValuesTest)
#include "tst_kube_values.moc"
