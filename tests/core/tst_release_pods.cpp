// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/release_pods.h"
#include "tests/support/test_main.h"

#include <QTest>

using namespace chartroom;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_release_pods {

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
    pod.phase = QStringLiteral("Running");
    pod.health = Pod::Health::Ready;
    pod.isReady = true;
    return pod;
}

ObjectMap<Pod> byUid(const QList<Pod> &pods)
{
    ObjectMap<Pod> map;
    for (const Pod &p : pods)
        map.insert(p.uid, p);
    return map;
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
        const auto count = [](const Pod &pod) {
            return podsOfRelease(release, manifestObjects(manifest), false, byUid({pod})).all;
        };
        QCOMPARE(count(pod("op", "ReplicaSet", "gpu-operator-77c44")), 1);
        QCOMPARE(count(pod("other", "ReplicaSet", "portal-12345")), 0);
        QCOMPARE(count(pod("cron", "Job", "rotate-29384", "", "elsewhere")), 1);
        QCOMPARE(count(pod("cron", "Job", "rotate-29384")), 0);
    }

    void podsThatAnOperatorMadeBelongOnlyInItsOwnNamespace()
    {
        const auto pods = byUid({pod("driver", "DaemonSet", "nvidia-driver-daemonset")});
        QCOMPARE(podsOfRelease(release, {}, false, pods).all, 0);
        QCOMPARE(podsOfRelease(release, {}, true, pods).all, 1);
    }

    void aPodLabelledForAnotherReleaseDoesNotBelong()
    {
        const auto count = [](const char *instance) {
            return podsOfRelease(release, {}, true, byUid({pod("x", "DaemonSet", "x", instance)})).all;
        };
        QCOMPARE(count("my-gpu-operator"), 0);
        QCOMPARE(count("gpu-operator"), 1);
    }

    void theWorstAreListedFirstAndTheRestCounted()
    {
        QList<Pod> pods{pod("ready", "DaemonSet", "d", "gpu-operator")};
        for (const char *name : {"z", "y", "a", "b", "c", "d", "e", "f"}) {
            pods.append(pod(name, "DaemonSet", "d", "gpu-operator"));
            pods.last().health = Pod::Health::Starting;
            pods.last().isReady = false;
        }
        pods[1].health = Pod::Health::Unhealthy;
        const ReleasePods found = podsOfRelease(release, {}, true, byUid(pods));
        QCOMPARE(found.all, 9);
        QCOMPARE(found.ready, 1);
        QStringList names;
        for (const ReleasePod &one : found.troubled)
            names.append(one.name);
        QCOMPARE(names, QStringList({u"z"_s, u"a"_s, u"b"_s, u"c"_s, u"d"_s, u"e"_s}));
    }

    void theyAreCountedAsKubectlShowsThem()
    {
        QList<Pod> pods;
        for (const char *name : {"running", "leaving", "completed", "gated"})
            pods.append(pod(name, "DaemonSet", "d", "gpu-operator"));
        pods[1].health = Pod::Health::Leaving; // READY 1/1, STATUS Terminating
        pods[2].phase = u"Succeeded"_s;        // READY 0/1, STATUS Completed
        pods[2].isReady = false;
        pods[3].isReady = false; // its containers are ready, its condition Ready is False
        const ReleasePods found = podsOfRelease(release, {}, true, byUid(pods));
        QCOMPARE(found.all, 3);
        QCOMPARE(found.ready, 2);
        QCOMPARE(found.completed, 1);
        QCOMPARE(found.others, 2);
        QCOMPARE(found.troubled.size(), 2);
        QCOMPARE(found.troubled[0].name, u"leaving"_s);
        QCOMPARE(found.troubled[0].stateText, u"Terminating"_s);
        QCOMPARE(found.troubled[1].name, u"gated"_s);
        QCOMPARE(found.troubled[1].state, VisualState::Attention);
    }
};

#include "tst_release_pods.moc"
} // namespace tst_release_pods

CHARTROOM_TEST(tst_release_pods, ReleasePodsTest)
