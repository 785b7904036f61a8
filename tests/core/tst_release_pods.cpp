// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/release_pods.h"

#include <QTest>

using namespace chartroom;

namespace {

const ReleaseKey release{QStringLiteral("nvidia-gpu-operator"), QStringLiteral("gpu-operator"),
                         ReleaseStorage::Secret};

Pod pod(const char *name, const char *ownerKind, const char *ownerName, const char *instance = "",
        const char *where = "nvidia-gpu-operator")
{
    Pod pod;
    pod.uid = QString::fromLatin1(name);
    pod.name = pod.uid;
    pod.namespaceName = QString::fromLatin1(where);
    pod.ownerKind = QString::fromLatin1(ownerKind);
    pod.ownerName = QString::fromLatin1(ownerName);
    pod.instance = QString::fromLatin1(instance);
    pod.health = Pod::Health::Ready;
    return pod;
}

ObjectMap<Pod> byUid(const QList<Pod> &pods)
{
    ObjectMap<Pod> map;
    for (const Pod &p : pods)
        map.insert(p.uid, p);
    return map;
}

QStringList names(const QList<AttributedPod> &pods)
{
    QStringList list;
    for (const AttributedPod &p : pods)
        list << p.pod.name;
    return list;
}

const QByteArray manifest = R"(---
# Source: gpu-operator/templates/operator.yaml
apiVersion: apps/v1
kind: Deployment
metadata:
  name: gpu-operator
---
apiVersion: batch/v1
kind: CronJob
metadata:
  name: rotate
  namespace: elsewhere
---
not: [closed
---
)";

} // namespace

class ReleasePodsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aManifestIsReadDocumentByDocumentAndADamagedOneIsLeftOut()
    {
        const QList<ObjectRef> objects = manifestObjects(manifest);
        QCOMPARE(objects.size(), 2);
        QCOMPARE(objects[0].kind, QStringLiteral("Deployment"));
        QCOMPARE(objects[1].namespaceName, QStringLiteral("elsewhere"));
    }

    void podsOfWorkloadsInTheManifestBelong()
    {
        const auto found = podsOfRelease(
            release, manifestObjects(manifest), false,
            byUid({pod("op", "ReplicaSet", "gpu-operator-77c44"), pod("other", "ReplicaSet", "portal-12345"),
                   pod("cron", "Job", "rotate-29384", "", "elsewhere")}));
        QCOMPARE(names(found), QStringList({QStringLiteral("cron"), QStringLiteral("op")}));
        QVERIFY(found[1].why.contains(QStringLiteral("Deployment gpu-operator")));
    }

    void podsThatAnOperatorMadeBelongOnlyInItsOwnNamespace()
    {
        const auto pods = byUid({pod("driver", "DaemonSet", "nvidia-driver-daemonset")});
        QCOMPARE(podsOfRelease(release, {}, false, pods).size(), 0);
        QCOMPARE(podsOfRelease(release, {}, true, pods).size(), 1);
    }

    void aPodLabelledForAnotherReleaseDoesNotBelong()
    {
        const auto pods = byUid(
            {pod("x", "DaemonSet", "x", "my-gpu-operator"), pod("y", "DaemonSet", "y", "gpu-operator")});
        QCOMPARE(names(podsOfRelease(release, {}, true, pods)), QStringList{QStringLiteral("y")});
    }

    void troubleComesFirst()
    {
        Pod bad = pod("z", "DaemonSet", "d", "gpu-operator");
        bad.health = Pod::Health::Unhealthy;
        const auto found =
            podsOfRelease(release, {}, true, byUid({pod("a", "DaemonSet", "d", "gpu-operator"), bad}));
        QCOMPARE(names(found), QStringList({QStringLiteral("z"), QStringLiteral("a")}));
    }
};

QTEST_GUILESS_MAIN(ReleasePodsTest)
#include "tst_release_pods.moc"
