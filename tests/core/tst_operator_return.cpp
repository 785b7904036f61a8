// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/standing_window.h"
#include "tests/support/test_main.h"
#include "tests/support/told_window.h"

#include <QJsonArray>
#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_operator_return {

namespace {

const QString yesterday = u"2026-11-20T"_s;

void tellLabel(ToldWindow &window, const QString &node, const char *label, const QString &time)
{
    const QString at = yesterday + time + u'Z';
    window.put(u"events"_s,
               {{u"metadata"_s, QJsonObject{{u"name"_s, node + QLatin1String(label)},
                                            {u"namespace"_s, u"default"_s},
                                            {u"uid"_s, u"e-"_s + node + QLatin1String(label)}}},
                {u"reason"_s, u"GPUDriverUpgrade"_s},
                {u"message"_s, u"Successfully updated node state label to "_s + QLatin1String(label)},
                {u"involvedObject"_s, QJsonObject{{u"kind"_s, u"Node"_s}, {u"name"_s, node}}},
                {u"count"_s, 1},
                {u"firstTimestamp"_s, at},
                {u"lastTimestamp"_s, at}});
}

/// The operator, whose condition Available became True at that time.
QJsonObject operatorSince(const QString &available)
{
    const QJsonObject container{{u"image"_s, u"nvcr.io/nvidia/gpu-operator:v25.10.1"_s}};
    const QJsonObject pod{{u"spec"_s, QJsonObject{{u"containers"_s, QJsonArray{container}}}}};
    const QJsonObject condition{{u"type"_s, u"Available"_s},
                                {u"status"_s, u"True"_s},
                                {u"lastTransitionTime"_s, yesterday + available + u'Z'}};
    return anyObject(
        u"apps/v1"_s, u"Deployment"_s, u"ops/gpu-operator"_s, {{u"replicas"_s, 1}, {u"template"_s, pod}},
        {{u"replicas"_s, 1}, {u"availableReplicas"_s, 1}, {u"conditions"_s, QJsonArray{condition}}});
}

/// Node a waited for the operator for minutes; b was taken as it was back, before its pod was ready.
ToldWindow rolledOut()
{
    ToldWindow window;
    for (const QString &name : {u"a"_s, u"b"_s}) {
        NodeSample node;
        node.name = name;
        node.labels = {{u"nvidia.com/gpu-driver-upgrade-state"_s, u"upgrade-done"_s}};
        window.put(u"nodes"_s, node.object());
        window.put(u"pods"_s, driverPod(name).object());
        tellLabel(window, name, "upgrade-required", u"23:50:05"_s);
    }
    for (const QString &list : {u"daemonsets"_s, u"controllerrevisions"_s, u"poddisruptionbudgets"_s})
        window.tell(list);
    tellLabel(window, u"a"_s, "cordon-required", u"23:50:10"_s);
    tellLabel(window, u"a"_s, "validation-required", u"23:50:20"_s);
    tellLabel(window, u"a"_s, "uncordon-required", u"23:54:45"_s);
    tellLabel(window, u"a"_s, "upgrade-done", u"23:54:46"_s);
    tellLabel(window, u"b"_s, "cordon-required", u"23:54:47"_s);
    tellLabel(window, u"b"_s, "validation-required", u"23:54:57"_s);
    tellLabel(window, u"b"_s, "uncordon-required", u"23:55:06"_s);
    tellLabel(window, u"b"_s, "upgrade-done", u"23:55:07"_s);
    return window;
}

} // namespace

/// An operator that was away before anybody looked.
class OperatorReturnTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatWaitedForItTellsNothingOfThePace_data()
    {
        QTest::addColumn<QString>("available"); ///< "": nothing tells
        QTest::addColumn<QString>("owner");     ///< of its pod; "": there is none
        QTest::addColumn<QString>("created");
        QTest::addColumn<int>("restarts");
        QTest::addColumn<int>("samples");
        const QString own = u"gpu-operator-6b688df959"_s;
        QTest::newRow("scaled to 0 and to 1") << u"23:54:58"_s << own << u"23:54:40"_s << 0 << 1;
        QTest::newRow("replaced in seconds") << u"23:54:58"_s << own << u"23:54:46"_s << 0 << 2;
        QTest::newRow("its container restarted") << u"23:54:58"_s << own << u"20:00:00"_s << 3 << 1;
        QTest::newRow("it was always there") << u"20:00:10"_s << own << u"20:00:00"_s << 0 << 2;
        QTest::newRow("updated without a gap") << u"20:00:10"_s << own << u"23:54:40"_s << 0 << 2;
        QTest::newRow("its pods are unknown") << u"23:54:58"_s << QString() << QString() << 0 << 1;
        QTest::newRow("another's pod")
            << u"23:54:58"_s << u"gpu-operator-node-feature-discovery-gc-7d6b9"_s << u"23:55:00"_s << 0 << 1;
        QTest::newRow("nothing tells") << QString() << QString() << QString() << 0 << 2;
    }

    void whatWaitedForItTellsNothingOfThePace()
    {
        QFETCH(QString, available);
        QFETCH(QString, owner);
        QFETCH(QString, created);
        QFETCH(int, restarts);
        QFETCH(int, samples);
        ToldWindow window = rolledOut();
        if (!available.isEmpty())
            window.put(u"deployments"_s, operatorSince(available));
        if (!owner.isEmpty()) {
            PodSample pod;
            pod.name = u"ops/"_s + owner + u"-x7k2p"_s;
            pod.node = u"a"_s;
            pod.ownerKind = u"ReplicaSet"_s;
            pod.ownerName = owner;
            pod.created = yesterday + created + u'Z';
            pod.restarts = restarts;
            window.put(u"pods"_s, pod.object());
        }
        StandingWindow standing(window.recording(), 1s);
        const Pace pace = standing.pace("gpu");
        QCOMPARE(pace.node.samples, samples);
        QCOMPARE(pace.node.upperQuartile > 20s, samples == 2);
        QCOMPARE(pace.steps.value(RolloutStep::Validate).samples, samples);
    }
};

#include "tst_operator_return.moc"
} // namespace tst_operator_return

CHARTROOM_TEST(tst_operator_return, OperatorReturnTest)
