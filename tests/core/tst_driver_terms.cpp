// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kube/gpu_count.h"
#include "core/rollout/eviction_holds.h"
#include "core/rollout/retry.h"
#include "tests/support/one_node.h"
#include "tests/support/test_main.h"

#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_driver_terms {

/// What NVIDIA's upgrade policies say to the letter, and what a node's objects say of its devices.
class TestDriverTerms : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void anNvidiaDriverCountsWhereTheClusterPolicyLeavesTheDriversToIt()
    {
        OneNode scene(DriverKind::Gpu, "upgrade-required");
        scene.tellPolicy("{'autoUpgrade':true}");
        scene.tellNvidiaDriver("{'autoUpgrade':false}");
        QVERIFY(!hasNote(scene.track().blockers, u"autoUpgradeOff"));
        scene.tellPolicy("{'autoUpgrade':true}", true);
        QVERIFY(noteText(scene.track().blockers, u"autoUpgradeOff").contains(u" a100 "));
    }

    void aTimeoutOfZeroNeverEnds_data()
    {
        QTest::addColumn<QByteArray>("state");
        QTest::addColumn<QByteArray>("policy");
        QTest::newRow("evict") << QByteArray("pod-deletion-required")
                               << QByteArray("{'podDeletion':{'timeoutSeconds':%1}}");
        QTest::newRow("drain") << QByteArray("drain-required")
                               << QByteArray("{'drain':{'enable':true,'timeoutSeconds':%1}}");
    }

    void aTimeoutOfZeroNeverEnds()
    {
        QFETCH(QByteArray, state);
        QFETCH(QByteArray, policy);
        OneNode scene(DriverKind::Gpu, state.constData());
        scene.driver.labels[u"controller-revision-hash"_s] = u"old"_s;
        scene.tellPolicy(QByteArray(policy).replace("%1", "60"));
        QCOMPARE(scene.track(30min).verdict, Verdict::Stuck);
        scene.tellPolicy(policy.replace("%1", "0"));
        QCOMPARE(scene.track(30min).verdict, Verdict::Moving);
    }

    void onlyPodsThatTheDrainSelectsAreBlamed()
    {
        OneNode scene(DriverKind::Gpu, "drain-required");
        scene.tell(tenantPod(u"trainer-1"_s, u"trainer"_s)); // without a controller
        scene.tellPolicy("{'drain':{'enable':true,'podSelector':'app=web'}}");
        QVERIFY(!hasNote(scene.track().blockers, u"unmanagedPod"));
        QCOMPARE(scene.track().verdict, Verdict::Moving);
        scene.tellPolicy("{'drain':{'enable':true,'podSelector':'app in (web, trainer)'}}");
        QVERIFY(noteText(scene.track().blockers, u"unmanagedPod").contains(u"tenant-b/trainer-1"));
        QCOMPARE(scene.track().verdict, Verdict::Stuck);
    }

    void aPrecompiledImageThatCannotBePulledNamesItsKernel_data()
    {
        QTest::addColumn<QString>("image");
        QTest::addColumn<QString>("kernel"); // of the node
        QTest::addColumn<QString>("waiting");
        QTest::addColumn<QString>("init");
        QTest::addColumn<QString>("says"); // "" for no note
        const QString precompiled = u"nvcr.io/nvidia/driver:535-5.15.0-118-generic-ubuntu22.04"_s;
        const QString rhel = u"nvcr.io/nvidia/driver:580-5.14.0-427.40.1.el9_4.x86_64-rhel9.4"_s;
        const QString pull = u"ImagePullBackOff"_s;
        QTest::newRow("of the node's kernel") << precompiled << u"5.15.0-118-generic"_s << pull << QString()
                                              << u"kernel 5.15.0-118-generic, which the node runs"_s;
        QTest::newRow("of another kernel") << precompiled << u"5.15.0-119-generic"_s << pull << QString()
                                           << u"but the node runs 5.15.0-119-generic"_s;
        QTest::newRow("the node's is unknown")
            << precompiled << QString() << u"ErrImagePull"_s << QString() << u"kernel 5.15.0-118-generic."_s;
        QTest::newRow("rhel") << rhel << u"5.14.0-427.40.1.el9_4.x86_64"_s << pull << QString()
                              << u"5.14.0-427.40.1.el9_4.x86_64, which the node runs"_s;
        QTest::newRow("built on the node") << u"nvcr.io/nvidia/driver:580.82.07-ubuntu22.04"_s
                                           << u"5.15.0-118-generic"_s << pull << QString() << QString();
        QTest::newRow("the driver manager's image")
            << precompiled << u"5.15.0-118-generic"_s << QString() << pull << QString();
        QTest::newRow("a crash") << precompiled << u"5.15.0-118-generic"_s << u"CrashLoopBackOff"_s
                                 << QString() << QString();
    }

    void aPrecompiledImageThatCannotBePulledNamesItsKernel()
    {
        QFETCH(QString, image);
        QFETCH(QString, kernel);
        QFETCH(QString, waiting);
        QFETCH(QString, init);
        QFETCH(QString, says);
        OneNode scene(DriverKind::Gpu, "upgrade-done");
        scene.tellPolicy("{'autoUpgrade':true}");
        scene.node.kernel = kernel;
        scene.driver.image = image;
        scene.driver.waiting = waiting;
        scene.driver.init = init;
        scene.driver.isReady = false;
        const QList<TrackNote> blockers = scene.track().blockers;
        QCOMPARE(hasNote(blockers, u"precompiledKernel"), !says.isEmpty());
        QVERIFY2(noteText(blockers, u"precompiledKernel").contains(says),
                 qPrintable(noteText(blockers, u"precompiledKernel")));
        QCOMPARE(hasNote(blockers, u"imagePull"), waiting.contains(u"Image") || !init.isEmpty());
    }

    void aRegistryThatRefusesIsNoWantOfAKernelsImage_data()
    {
        QTest::addColumn<QString>("said");
        QTest::addColumn<QString>("meaning"); ///< a part of it; "": the image may be missing
        const QString refused = u"registry refuses"_s;
        QTest::newRow("401") << u"unexpected status from HEAD request: 401 Unauthorized"_s << refused;
        QTest::newRow("403") << u"unexpected status from HEAD request: 403 Forbidden"_s << refused;
        QTest::newRow("denied") << u"pull access denied, repository does not exist or may require "
                                   "authorization: server message: insufficient_scope"_s
                                << refused;
        QTest::newRow("CRI-O")
            << u"Requesting bearer token: invalid status code from registry 403 (Forbidden)"_s << refused;
        QTest::newRow("429") << u"429 Too Many Requests"_s << u"throttled"_s;
        QTest::newRow("x509") << u"x509: certificate has expired or is not yet valid"_s
                              << u"TLS certificate"_s;
        QTest::newRow("no such host") << u"dial tcp: lookup nvcr.io: no such host"_s << u"does not reach"_s;
        QTest::newRow("404") << u"nvcr.io/nvidia/driver:580-5.15.0-118-generic: not found"_s << QString();
        QTest::newRow("manifest unknown") << u"manifest unknown: manifest unknown"_s << QString();
        QTest::newRow("nothing said") << u"Back-off pulling image"_s << QString();
    }

    void aRegistryThatRefusesIsNoWantOfAKernelsImage()
    {
        QFETCH(QString, said);
        QFETCH(QString, meaning);
        for (const DriverKind kind : allDrivers) {
            OneNode scene(kind, "pod-restart-required");
            scene.tellPolicy("{'autoUpgrade':true}");
            scene.node.kernel = u"5.15.0-118-generic"_s;
            scene.driver.image = u"nvcr.io/nvidia/driver:535-5.15.0-118-generic-ubuntu22.04"_s;
            scene.driver.waiting = u"ErrImagePull"_s;
            scene.driver.waitingText = said;
            scene.driver.isReady = false;
            const QList<TrackNote> blockers = scene.track().blockers;
            QCOMPARE(hasNote(blockers, u"precompiledKernel"), meaning.isEmpty());
            QCOMPARE(hasNote(blockers, u"signature"), !meaning.isEmpty());
            QVERIFY2(noteText(blockers, u"signature").contains(meaning),
                     qPrintable(noteText(blockers, u"signature")));
            QVERIFY(hasNote(blockers, u"imagePull"));
        }
    }

    void jobsAreWaitedForAsLongAsTheStepIsOn()
    {
        OneNode scene(DriverKind::Gpu, "wait-for-jobs-required");
        scene.tell(tenantPod(u"trainer-1"_s, u"trainer"_s));
        scene.tellPolicy("{'waitForCompletion':{'podSelector':'app=trainer'}}");
        const auto text = [&](std::chrono::minutes elapsed) {
            return noteText(scene.track(elapsed).blockers, u"jobs");
        };
        QVERIFY2(text(3h).contains(u"180 minute(s)"), qPrintable(text(3h)));
        scene.tellPolicy("{'waitForCompletion':{'podSelector':'app=trainer','timeoutSeconds':1800}}");
        const qint64 start = OneNode::now().addSecs(-12 * 60).toSecsSinceEpoch();
        scene.node.annotations[driverKeys(DriverKind::Gpu).jobsStart] = QString::number(start);
        QVERIFY2(text(3h).contains(u"12 minute(s)"), qPrintable(text(3h)));
        QVERIFY2(text(3h).contains(u"30 minute(s)"), qPrintable(text(3h)));
    }

    void whatFollowsTheDriverHoldsTheNodeToo()
    {
        OneNode scene(DriverKind::Gpu, "pod-restart-required");
        PodSample toolkit = tenantPod(u"toolkit"_s, u"nvidia-container-toolkit-daemonset"_s);
        toolkit.isReady = false;
        toolkit.waiting = u"CrashLoopBackOff"_s;
        toolkit.said = u"unable to load containerd config"_s;
        toolkit.restarts = 3;
        scene.tell(toolkit);
        QCOMPARE(scene.track().stage, std::optional(5));
        QVERIFY(noteText(scene.track().blockers, u"toolkit").contains(u"unable to load containerd config"));
        OneNode validation(DriverKind::Gpu, "validation-required");
        PodSample validator = tenantPod(u"validator"_s, u"nvidia-operator-validator"_s);
        validator.isReady = false;
        validator.waiting = u"CrashLoopBackOff"_s;
        validator.said = u"GPU resources are not discovered by the node"_s;
        validator.restarts = 4;
        validation.tell(validator);
        QVERIFY(noteText(validation.track().blockers, u"validator")
                    .contains(u"GPU resources are not discovered by the node"));
    }

    void jobsAreSelectedByAnySelector_data()
    {
        QTest::addColumn<QString>("selector");
        QTest::addColumn<bool>("isSelected");
        QTest::newRow("equal") << u"app=trainer"_s << true;
        QTest::newRow("equal, twice") << u"app == trainer"_s << true;
        QTest::newRow("unequal") << u"app!=trainer"_s << false;
        QTest::newRow("unequal to another") << u"app!=web"_s << true;
        QTest::newRow("one of") << u"app in (web,trainer)"_s << true;
        QTest::newRow("none of") << u"app notin (web,trainer),app"_s << false;
        QTest::newRow("none of others") << u"team notin (a),app"_s << true;
        QTest::newRow("there") << u"app"_s << true;
        QTest::newRow("not there") << u"!app"_s << false;
        QTest::newRow("nothing") << QString() << false;
        QTest::newRow("no selector") << u"app in (trainer"_s << false;
    }

    void jobsAreSelectedByAnySelector()
    {
        QFETCH(QString, selector);
        OneNode scene(DriverKind::Gpu, "wait-for-jobs-required");
        scene.tell(tenantPod(u"trainer-1"_s, u"trainer"_s));
        scene.tellPolicy("{'waitForCompletion':{'podSelector':'" + selector.toUtf8() + "'}}");
        QTEST(noteText(scene.track().blockers, u"jobs").contains(u"tenant-b/trainer-1"), "isSelected");
    }

    void aDriverThatCrashLoopsIsStuck()
    {
        OneNode scene(DriverKind::Gpu, "pod-restart-required");
        scene.driver.isReady = false;
        scene.driver.waiting = u"CrashLoopBackOff"_s;
        scene.driver.restarts = 2;
        QCOMPARE(scene.track().verdict, Verdict::Moving);
        scene.driver.restarts = 9;
        QCOMPARE(scene.track().verdict, Verdict::Stuck);
        scene.driver.labels[u"controller-revision-hash"_s] = u"old"_s; // the operator deletes it next
        QCOMPARE(scene.track().verdict, Verdict::Moving);
        OneNode failed(DriverKind::Gpu, "upgrade-failed");
        failed.driver = scene.driver;
        QCOMPARE(failed.track().verdict, Verdict::Failed);
    }

    // k8s-operator-libs common_manager.go ProcessUpgradeFailedNodes: only a ready pod of the newest revision
    // heals, and nobody replaces the pod of a failed node.
    void aNodeThatFailedBeforeItsNewDriverIsRetriedByItsLabelOnly()
    {
        OneNode scene(DriverKind::Gpu, "upgrade-failed");
        scene.tellPolicy("{'autoUpgrade':true}");
        scene.driver.labels[u"controller-revision-hash"_s] = u"old"_s;
        PodSample bare = tenantPod(u"trainer-1"_s, u"trainer"_s);
        bare.gpus = 8;
        bare.ownerKind.clear();
        bare.ownerName.clear();
        OneNode blocked = scene;
        blocked.tell(bare);
        const QString command =
            u"kubectl label node gpu-a nvidia.com/gpu-driver-upgrade-state=upgrade-required "
            "--overwrite"_s;
        QVERIFY(hasNote(blocked.track().blockers, u"unmanagedPod"));
        QVERIFY(retryOf(blocked.track()) == Retry::Later);
        QVERIFY(noteText(blocked.track().blockers, u"retryLabel").contains(command));
        QVERIFY(retryOf(scene.track()) == Retry::Now); // the cause is gone
        QVERIFY(noteText(scene.track().blockers, u"retryLabelNow").contains(command));
        scene.node.ready = u"False"_s;
        QVERIFY(retryOf(scene.track()) == Retry::Later);
    }

    /// The other driver's step is in progress there.
    void nobodyIsSentToANodeThatAnotherRolloutHas()
    {
        OneNode scene(DriverKind::InfiniBand, "upgrade-failed");
        scene.tellPolicy("{'autoUpgrade':true}");
        scene.driver.labels[u"controller-revision-hash"_s] = u"old"_s;
        QVERIFY(retryOf(scene.track()) == Retry::Now);
        const QString gpu = driverKeys(DriverKind::Gpu).state;
        scene.node.labels[gpu] = u"pod-restart-required"_s;
        QVERIFY(retryOf(scene.track()) == Retry::AfterOther);
        const QString text = noteText(scene.track().blockers, u"retryLabelAfterOther");
        QVERIFY2(text.contains(u"(gpu: driver restart)") && !text.contains(u"the cause"), qPrintable(text));
        OneNode blocked = scene;
        blocked.node.ready = u"False"_s;
        QVERIFY(noteText(blocked.track().blockers, u"retryLabelAfterOther").contains(u"the cause"));
        for (const char *resting : {"upgrade-done", "upgrade-required", "upgrade-failed"}) {
            scene.node.labels[gpu] = QString::fromLatin1(resting);
            QVERIFY2(retryOf(scene.track()) == Retry::Now, resting);
        }
        scene.node.annotations[u"sriovnetwork.openshift.io/state"_s] = u"Draining"_s;
        QVERIFY(retryOf(scene.track()) == Retry::AfterOther);
    }

    void whatCannotBeSeenMayStillBlockARetry()
    {
        OneNode scene(DriverKind::Gpu, "upgrade-failed"); // without a policy
        scene.driver.labels[u"controller-revision-hash"_s] = u"old"_s;
        QVERIFY(retryOf(scene.track()) == Retry::Later);
    }

    void aNodeThatFailedWithItsNewDriverCompletesByItself()
    {
        OneNode scene(DriverKind::Gpu, "upgrade-failed");
        scene.tellPolicy("{'autoUpgrade':true}");
        scene.driver.isReady = false;
        scene.driver.waiting = u"CrashLoopBackOff"_s;
        scene.driver.restarts = 14;
        QVERIFY(retryOf(scene.track()) == Retry::ByItself);
        scene.driver.labels[u"controller-revision-hash"_s] = u"old"_s; // another version is wanted since
        QVERIFY(retryOf(scene.track()) == Retry::Now);
    }

    /// After a rollback what crashes is the pod of the version that was left: its words are no cause of now.
    void theFailingPodOfAVersionThatWasLeftIsToldAsThat()
    {
        OneNode scene(DriverKind::Gpu, "upgrade-failed");
        scene.tellPolicy("{'autoUpgrade':true}");
        DaemonSetSample set;
        set.name = u"ops/driver"_s;
        set.podLabels = scene.driver.labels;
        set.image = u"nvcr.io/nvidia/driver:580.95.05-ubuntu22.04"_s;
        scene.tellSet(set);
        scene.driver.image = u"nvcr.io/nvidia/driver:580.126.20-ubuntu22.04"_s;
        scene.driver.isReady = false;
        scene.driver.waiting = u"CrashLoopBackOff"_s;
        scene.driver.said = u"Could not resolve Linux kernel version"_s;
        scene.driver.restarts = 158;
        QVERIFY(hasNote(scene.track().blockers, u"driverPod"));
        QVERIFY(hasNote(scene.track().blockers, u"signature"));
        scene.driver.labels[u"controller-revision-hash"_s] = u"old"_s;
        const QList<TrackNote> notes = scene.track().blockers;
        QCOMPARE(notes.size(), 2);
        QCOMPARE(notes.first().kind, NoteKind::UnwantedDriverPod);
        QCOMPARE(notes.first().text, u"The driver pod ops/driver-gpu-a (CrashLoopBackOff) is still of "
                                     "580.126.20; 580.95.05 is wanted."_s);
        QCOMPARE(notes.last().kind, NoteKind::RetryLabelNow);
        scene.driver.image = set.image; // other settings, or a version that no image tells
        QCOMPARE(scene.track().blockers.first().text,
                 u"The driver pod ops/driver-gpu-a (CrashLoopBackOff) is not of the DaemonSet's current "
                 "template."_s);
    }

    void aReplayBlamesThePodsThatWereBlamedLive_data()
    {
        QTest::addColumn<bool>("hasEmptyDir");
        QTest::newRow("emptyDir") << true;
        QTest::newRow("none") << false;
    }

    void aReplayBlamesThePodsThatWereBlamedLive()
    {
        QFETCH(bool, hasEmptyDir);
        PodSample cache = tenantPod(u"cache-0"_s, u"cache"_s);
        cache.ownerKind = u"StatefulSet"_s;
        cache.ownerName = u"cache"_s;
        cache.hasEmptyDir = hasEmptyDir;
        OneNode live(DriverKind::Gpu, "drain-required");
        live.tellPolicy("{'drain':{'enable':true}}");
        OneNode replayed = live;
        live.tell(cache);
        replayed.tellAsRecorded(cache);
        QCOMPARE(hasNote(live.track().blockers, u"emptyDir"), hasEmptyDir);
        QCOMPARE(live.track().verdict, hasEmptyDir ? Verdict::Stuck : Verdict::Moving);
        QVERIFY(replayed.track() == live.track());
    }

    void podsWithAmdGpusAreTenantsAndNoneOfNvidiasEviction()
    {
        QJsonObject told = tenantPod(u"trainer-1"_s, u"trainer"_s).object();
        told[u"spec"_s] = toldJson("{'containers':[{'resources':{'limits':{'amd.com/gpu':8}}}]}");
        const Pod pod = Pod::read(kubeObject(told)).value();
        QVERIFY(gpusLost(pod, {}, {}) == 8);
        QCOMPARE(pod.gpus, 0);
        DriverPolicy policy;
        QVERIFY(evictionHolds(policy, {&pod}, {}, {}, OneNode::now()).isEmpty());
        policy.driver = DriverKind::InfiniBand;
        policy.drains = true;
        QVERIFY(!evictionHolds(policy, {&pod}, {}, {}, OneNode::now()).isEmpty()); // which takes every pod
    }

    void aDrainIsForNodesWherePodsCouldNotBeDeleted()
    {
        PodSample web = tenantPod(u"web-1"_s, u"web"_s);
        web.hasEmptyDir = true;
        PodSample trainer = tenantPod(u"trainer-1"_s, u"trainer"_s); // without a controller
        trainer.gpus = 1;
        const Pod plain = Pod::read(kubeObject(web.object())).value();
        const Pod bare = Pod::read(kubeObject(trainer.object())).value();
        DriverPolicy policy;
        policy.drains = true;
        const auto holds = [&policy](const QList<const Pod *> &pods) {
            return evictionHolds(policy, pods, {}, {}, OneNode::now());
        };
        QVERIFY(holds({&plain}).isEmpty()); // no drain is needed
        policy.drainsByForce = true;
        QVERIFY(holds({&bare}).isEmpty()); // the drain takes it
        QVERIFY(holds({&plain, &bare}).join(u' ').contains(u"emptyDir"));
        policy.drains = false;
        QVERIFY(holds({&bare}).join(u' ').contains(u"no controller"));
    }

    void aPodOfADaemonSetWithAGpuHoldsTheNode()
    {
        PodSample checker = tenantPod(u"checker-1"_s, u"checker"_s);
        checker.ownerName = u"checker"_s;
        Pod pod = Pod::read(kubeObject(checker.object())).value();
        DriverPolicy policy;
        QVERIFY(evictionHolds(policy, {&pod}, {}, {}, OneNode::now()).isEmpty());
        checker.gpus = 1;
        pod = Pod::read(kubeObject(checker.object())).value();
        for (const bool drains : {false, true}) {
            policy.drains = drains;
            const QStringList holds = evictionHolds(policy, {&pod}, {}, {}, OneNode::now());
            QCOMPARE(holds.size(), 1);
            QVERIFY(holds.first().startsWith(u"tenant-b/checker-1 has GPUs and belongs to a DaemonSet"));
        }
        OneNode scene(DriverKind::Gpu, "pod-deletion-required");
        scene.tellPolicy("{'autoUpgrade':true}");
        scene.tell(checker);
        QVERIFY(hasNote(scene.track().blockers, u"daemonSetPod"));
        QCOMPARE(scene.track().verdict, Verdict::Stuck);
        scene.tellPolicy("{'autoUpgrade':true,'drain':{'enable':true}}");
        QCOMPARE(scene.track().verdict, Verdict::Moving); // the drain is next
    }

    void aNodeIsInMaintenanceSinceItsCordonAndNotSinceAllWait()
    {
        OneNode scene(DriverKind::InfiniBand, "node-maintenance-required");
        scene.node.isCordoned = true;
        scene.tellMaintenance(
            anyObject(u"maintenance.nvidia.com/v1alpha1"_s, u"NodeMaintenance"_s,
                      u"default/nvidia-operator-"_s + scene.node.name,
                      {{u"nodeName"_s, scene.node.name}, {u"requestorID"_s, u"nvidia.doca-driver-upgrade"_s}},
                      toldJson("{'conditions':[{'type':'Ready','status':'False','reason':'Draining'}]}")));
        QCOMPARE(scene.track(120min).verdict, Verdict::Moving); // nobody knows since when
        scene.node.cordonedAt = OneNode::now().addSecs(-5 * 60);
        QCOMPARE(scene.track(120min).verdict, Verdict::Moving);
        scene.node.cordonedAt = OneNode::now().addSecs(-70 * 60);
        QCOMPARE(scene.track(120min).verdict, Verdict::Stuck);
        QCOMPARE(scene.track(30min).verdict, Verdict::Moving); // cordoned before, by somebody else
    }

    void fault27TimesOfObjectsAreByTheServersClock()
    {
        OneNode scene(DriverKind::Gpu, "validation-required");
        scene.isSinceKnown = false;
        scene.skew = -15min; // ours is ahead
        const auto begun = [&scene](std::chrono::minutes ago) {
            scene.node.annotations[driverKeys(DriverKind::Gpu).validationStart] = QString::number(
                OneNode::now().addSecs(-std::chrono::seconds(15min + ago).count()).toSecsSinceEpoch());
        };
        begun(1min);
        QCOMPARE(scene.track().verdict, Verdict::Moving);
        begun(13min);
        QCOMPARE(scene.track().verdict, Verdict::Stuck);
        PodSample leaving = tenantPod(u"trainer-1"_s, u"trainer"_s);
        leaving.ownerKind = u"Job"_s;
        leaving.ownerName = u"trainer"_s;
        leaving.gpus = 1;
        leaving.deleting = OneNode::now().addSecs(-15 * 60 + 10).toString(Qt::ISODate);
        OneNode evicting(DriverKind::Gpu, "pod-deletion-required");
        evicting.tell(leaving);
        QVERIFY(hasNote(evicting.track().blockers, u"slowToEnd"));
        evicting.skew = -15min;
        QVERIFY(!hasNote(evicting.track().blockers, u"slowToEnd"));
    }

    void podsThatHaveGpusByAClaimAreTenantsAndEvicted_data()
    {
        QTest::addColumn<QByteArray>("status");
        QTest::addColumn<int>("gpus");
        const auto allocated = [](const QByteArray &devices) {
            return "{'allocation':{'devices':{'results':[" + devices +
                   "]}},'reservedFor':[{'resource':'pods','name':'trainer-1','uid':'uid-of-tenant-b/"
                   "trainer-1'}]}";
        };
        const QByteArray gpu = "{'request':'gpu','driver':'gpu.nvidia.com','pool':'gpu-a','device':'gpu-0'}";
        const QByteArray looked =
            "{'request':'gpu','driver':'gpu.nvidia.com','pool':'gpu-a','device':'gpu-1',"
            "'adminAccess':true}";
        const QByteArray nic = "{'request':'nic','driver':'net.example.com','pool':'gpu-a','device':'nic-0'}";
        QTest::newRow("two GPUs") << allocated(gpu + ',' + gpu) << 2;
        QTest::newRow("a GPU and a NIC") << allocated(gpu + ',' + nic) << 1;
        QTest::newRow("only looked at") << allocated(looked) << 0;
        QTest::newRow("of another driver") << allocated(nic) << 0;
        QTest::newRow("not allocated") << QByteArray("{}") << 0;
        QTest::newRow("another pod's")
            << "{'allocation':{'devices':{'results':[" + gpu +
                   "]}},'reservedFor':[{'resource':'pods','name':'other','uid':'other'}]}"
            << 0;
    }
    void podsThatHaveGpusByAClaimAreTenantsAndEvicted()
    {
        QFETCH(QByteArray, status);
        QFETCH(int, gpus);
        const QJsonObject claim = anyObject(u"resource.k8s.io/v1"_s, u"ResourceClaim"_s, u"tenant-b/claim"_s,
                                            {}, toldJson(status.constData()), {});
        PodSample trainer = tenantPod(u"trainer-1"_s, u"trainer"_s); // its containers ask for none
        trainer.gpus = 0;
        const Pod pod = Pod::read(kubeObject(trainer.object())).value();
        const auto lost =
            gpusLost(pod, claimedGpus(QList{ResourceClaim::read(kubeObject(claim)).value()}), {});
        QCOMPARE(lost.has_value(), gpus > 0);
        QCOMPARE(lost.value_or(0), gpus);
        OneNode scene(DriverKind::Gpu, "pod-deletion-required");
        scene.tellPolicy("{'autoUpgrade':true}");
        scene.tell(trainer); // without a controller, as force is off
        scene.tellClaim(claim);
        QCOMPARE(hasNote(scene.track().blockers, u"unmanagedPod"), gpus > 0);
    }

    void gpusOfASharedClaimAreCountedOnceAndAllItsPodsAreTenants()
    {
        Pod first;
        first.uid = u"first"_s;
        Pod second;
        second.uid = u"second"_s;
        const ClaimedGpus claimed = claimedGpus(
            QList<ResourceClaim>{{u"shared"_s, 2, {u"first"_s, u"second"_s}}, {u"own"_s, 1, {u"first"_s}}});
        QVERIFY(gpusLost(first, claimed, {}) == 3);
        QVERIFY(gpusLost(second, claimed, {}) == 0);
        QVERIFY(!gpusLost(Pod(), claimed, {}));
        second.phase = u"Succeeded"_s;
        QVERIFY(!gpusLost(second, claimed, {}));
    }

    void aPodLosesWhatItsResourcesAreOnItsNode()
    {
        const auto lost = [](const char *limits, const LabelMap &labels) {
            QJsonObject told = tenantPod(u"trainer-1"_s, u"trainer"_s).object();
            told[u"spec"_s] =
                toldJson(QByteArray("{'containers':[{'resources':{'limits':" + QByteArray(limits) + "}}]}")
                             .constData());
            const Pod pod = Pod::read(kubeObject(told)).value();
            const std::optional<GpuAmount> amount = gpusLost(pod, {}, labels);
            return amount ? gpuAmountText(*amount) : QString();
        };
        const char *whole = "{'nvidia.com/gpu':2}";
        QCOMPARE(lost(whole, {}), u"2 GPU(s)"_s);
        QCOMPARE(lost(whole, {{u"nvidia.com/gpu.product"_s, u"NVIDIA-A100-SXM4-40GB-MIG-1g.5gb"_s}}),
                 u"2 MIG slice(s)"_s);
        QCOMPARE(lost(whole, {{u"nvidia.com/gpu.replicas"_s, u"4"_s}, {u"nvidia.com/gpu.count"_s, u"8"_s}}),
                 u"2 GPU share(s)"_s);
        const char *slices = "{'nvidia.com/mig-1g.5gb':2}";
        QCOMPARE(lost(slices, {}), u"2 MIG slice(s)"_s);
        QCOMPARE(lost(slices, {{u"nvidia.com/mig-1g.5gb.replicas"_s, u"2"_s}}), u"2 GPU share(s)"_s);
        QCOMPARE(lost("{'nvidia.com/gpu.shared':3}", {}), u"3 GPU share(s)"_s);
        QCOMPARE(lost("{'amd.com/cpx_nps4':4}", {}), u"4 GPU partition(s)"_s);
        QCOMPARE(lost("{'nvidia.com/gpu':1,'nvidia.com/mig-1g.5gb':2}", {}), u"1 GPU(s), 2 MIG slice(s)"_s);
        QCOMPARE(lost("{'nvidia.com/gpumem':3000}", {}), u"GPUs, number unknown"_s);
        QCOMPARE(lost("{'rdma/hca':1}", {}), QString());
    }

    void aMigInstanceOfAClaimIsASlice()
    {
        const ResourceClaim claim =
            ResourceClaim::read(
                kubeObject(anyObject(
                    u"resource.k8s.io/v1"_s, u"ResourceClaim"_s, u"tenant-b/claim"_s, {},
                    toldJson("{'allocation':{'devices':{'results':["
                             "{'driver':'gpu.nvidia.com','pool':'gpu-a','device':'gpu-0-mig-9-0-1'},"
                             "{'driver':'gpu.nvidia.com','pool':'gpu-a','device':'gpu-1'}]}},"
                             "'reservedFor':[{'resource':'pods','name':'p','uid':'p'}]}"),
                    {})))
                .value();
        QCOMPARE(gpuAmountText(claim.gpus), u"1 GPU(s), 1 MIG slice(s)"_s);
    }

    void doneWithoutRdmaIsAContradiction()
    {
        OneNode scene(DriverKind::InfiniBand, "upgrade-done");
        scene.node.isCordoned = false;
        scene.node.device = u"rdma/rdma_shared_device_a"_s;
        scene.node.devices = 63;
        scene.node.allocatable = 63;
        QVERIFY(scene.track().contradictions.isEmpty());
        QCOMPARE(scene.track().devicesTotal, 63);
        scene.node.allocatable = 0;
        const NodeTrack track = scene.track();
        QCOMPARE(track.devices, 0);
        QCOMPARE(track.devicesTotal, 63);
        QVERIFY(noteText(track.contradictions, u"doneWithoutDevices").contains(u"RDMA"));
        QVERIFY(track.evidence.lines().contains(u"0 of 63 RDMA devices can be allocated."_s));
    }

    void instancesOfMigAreDevices()
    {
        OneNode scene(DriverKind::Gpu, "upgrade-done");
        scene.node.isCordoned = false;
        scene.node.device = u"nvidia.com/mig-1g.10gb"_s;
        scene.node.devices = 56;
        scene.node.allocatable = 28;
        QCOMPARE(scene.track().devices, 28);
        QCOMPARE(scene.track().devicesTotal, 56);
        QVERIFY(
            scene.track().evidence.lines().contains(u"28 of 56 nvidia.com/mig-1g.10gb can be allocated."_s));
        QVERIFY(scene.track().contradictions.isEmpty());
        scene.node.allocatable = 0;
        QVERIFY(hasNote(scene.track().contradictions, u"doneWithoutDevices"));
    }
};

#include "tst_driver_terms.moc"
} // namespace tst_driver_terms

CHARTROOM_TEST(tst_driver_terms, TestDriverTerms)
