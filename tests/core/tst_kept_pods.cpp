// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/eviction_holds.h"
#include "tests/support/one_node.h"
#include "tests/support/test_main.h"

#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_kept_pods {

/// Which pods stay on a node that an operator drains, and by what.
class KeptPodsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aBudgetKeepsOnlyPodsThatTheServerWouldNotEvict_data()
    {
        QTest::addColumn<bool>("isReady");
        QTest::addColumn<QString>("phase");
        QTest::addColumn<QString>("policy");
        QTest::addColumn<int>("healthy");
        QTest::addColumn<int>("allowed");
        QTest::addColumn<bool>("isKept");
        QTest::newRow("ready") << true << u"Running"_s << QString() << 5 << 0 << true;
        QTest::newRow("one may go") << true << u"Running"_s << QString() << 6 << 1 << false;
        QTest::newRow("pending") << false << u"Pending"_s << QString() << 5 << 0 << false;
        QTest::newRow("not ready, enough others") << false << u"Running"_s << QString() << 5 << 0 << false;
        QTest::newRow("not ready, too few") << false << u"Running"_s << QString() << 4 << 0 << true;
        QTest::newRow("not ready, always") << false << u"Running"_s << u"AlwaysAllow"_s << 4 << 0 << false;
        QTest::newRow("ready, always") << true << u"Running"_s << u"AlwaysAllow"_s << 4 << 0 << true;
    }

    void aBudgetKeepsOnlyPodsThatTheServerWouldNotEvict()
    {
        QFETCH(bool, isReady);
        QFETCH(QString, phase);
        QFETCH(QString, policy);
        QFETCH(int, healthy);
        QFETCH(int, allowed);
        OneNode scene(DriverKind::Gpu, "pod-deletion-required");
        scene.driver.labels[u"controller-revision-hash"_s] = u"old"_s;
        scene.tellPolicy("{'autoUpgrade':true}");
        PodSample trainer = tenantPod(u"trainer-1"_s, u"trainer"_s);
        trainer.ownerKind = u"StatefulSet"_s;
        trainer.ownerName = u"trainer"_s;
        trainer.gpus = 8;
        trainer.isReady = isReady;
        trainer.phase = phase;
        scene.tell(trainer);
        QJsonObject spec{
            {u"selector"_s, QJsonObject{{u"matchLabels"_s, QJsonObject{{u"app"_s, u"trainer"_s}}}}}};
        if (!policy.isEmpty())
            spec.insert(u"unhealthyPodEvictionPolicy"_s, policy);
        scene.tellBudget(anyObject(u"policy/v1"_s, u"PodDisruptionBudget"_s, u"tenant-b/trainer"_s, spec,
                                   {{u"disruptionsAllowed"_s, allowed},
                                    {u"currentHealthy"_s, healthy},
                                    {u"desiredHealthy"_s, 5},
                                    {u"expectedPods"_s, 6}}));
        QTEST(hasNote(scene.track().blockers, u"disruptionBudget"), "isKept");
    }

    void onlyBudgetsThatSelectThePodAreAsked_data()
    {
        QTest::addColumn<QByteArray>("spec"); // of the first budget; the second one selects app=trainer
        QTest::addColumn<QByteArray>("status");
        QTest::addColumn<QString>("blocker"); // "" for none
        QTest::addColumn<QString>("says");
        const QByteArray open = "{'observedGeneration':1,'disruptionsAllowed':2,'currentHealthy':3,"
                                "'desiredHealthy':1,'expectedPods':3}";
        const auto selecting = [](const char *selector) {
            return QByteArray("{'minAvailable':1,'selector':") + selector + '}';
        };
        const QString several = u"severalBudgets"_s;
        const QString both = u"tenant-b/a, tenant-b/trainer (PodDisruptionBudgets) "_s;
        QTest::newRow("two by labels")
            << selecting("{'matchLabels':{'team':'a'}}") << open << several << both;
        QTest::newRow("an empty selector") << selecting("{}") << open << several << both;
        QTest::newRow("by expressions")
            << selecting("{'matchExpressions':[{'key':'team','operator':'In','values':['a','b']},"
                         "{'key':'tier','operator':'NotIn','values':['x']}]}")
            << open << several << both;
        QTest::newRow("no selector") << QByteArray("{'minAvailable':1}") << open << QString() << QString();
        QTest::newRow("of others") << selecting("{'matchLabels':{'team':'b'}}") << open << QString()
                                   << QString();
        QTest::newRow("none is refused alone") << QByteArray() << open << QString() << QString();
        QTest::newRow("behind") << QByteArray()
                                << QByteArray("{'observedGeneration':0,'disruptionsAllowed':2,"
                                              "'currentHealthy':3,'desiredHealthy':1,'expectedPods':3}")
                                << u"staleBudget"_s << u"observedGeneration is behind"_s;
        QTest::newRow("cannot be evaluated")
            << QByteArray()
            << QByteArray("{'observedGeneration':1,'disruptionsAllowed':0,'conditions':[{'type':"
                          "'DisruptionAllowed','status':'False','reason':'SyncFailed','message':"
                          "'found no controllers for pod trainer-1'}]}")
            << u"disruptionBudget"_s << u"found no controllers for pod trainer-1"_s;
        QTest::newRow("maxUnavailable 0")
            << QByteArray()
            << QByteArray("{'observedGeneration':1,'disruptionsAllowed':0,'currentHealthy':3,"
                          "'desiredHealthy':3,'expectedPods':3}")
            << u"disruptionBudget"_s << u"(3 healthy, 3 needed)"_s;
        QTest::newRow("less than none")
            << QByteArray() << QByteArray("{'observedGeneration':1,'disruptionsAllowed':-1}")
            << u"disruptionBudget"_s << QString();
    }

    void onlyBudgetsThatSelectThePodAreAsked()
    {
        QFETCH(QByteArray, spec);
        QFETCH(QByteArray, status);
        QFETCH(QString, blocker);
        QFETCH(QString, says);
        const auto budget = [&status](const QString &name, const QByteArray &selecting) {
            QJsonObject object = anyObject(u"policy/v1"_s, u"PodDisruptionBudget"_s, name,
                                           toldJson(selecting.constData()), toldJson(status.constData()));
            QJsonObject meta = object.value(u"metadata").toObject();
            meta.insert(u"generation"_s, 1);
            object.insert(u"metadata"_s, meta);
            return object;
        };
        OneNode scene(DriverKind::Gpu, "pod-deletion-required");
        scene.driver.labels[u"controller-revision-hash"_s] = u"old"_s;
        scene.tellPolicy("{'autoUpgrade':true}");
        PodSample trainer = tenantPod(u"trainer-1"_s, u"trainer"_s);
        trainer.labels[u"team"_s] = u"a"_s;
        trainer.ownerKind = u"ReplicaSet"_s;
        trainer.ownerName = u"trainer"_s;
        trainer.gpus = 8;
        scene.tell(trainer);
        scene.tellBudget(budget(u"tenant-b/trainer"_s, "{'selector':{'matchLabels':{'app':'trainer'}}}"));
        if (!spec.isEmpty())
            scene.tellBudget(budget(u"tenant-b/a"_s, spec));
        scene.tellBudget(budget(u"tenant-c/all"_s, "{'selector':{}}"));
        const NodeTrack track = scene.track();
        for (const QString &kind : {u"severalBudgets"_s, u"disruptionBudget"_s, u"staleBudget"_s})
            QCOMPARE(hasNote(track.blockers, kind), kind == blocker);
        QVERIFY2(noteText(track.blockers, blocker).contains(says), qPrintable(says));
        QCOMPARE(track.verdict == Verdict::Stuck, blocker == u"severalBudgets");
    }

    void whatIsNotRetriedEndsInALabel_data()
    {
        QTest::addColumn<QString>("pod");
        QTest::addColumn<QString>("state");
        QTest::addColumn<QByteArray>("policy");
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("label"); ///< "": it is retried, or has come to that
        const QByteArray plain = "{'autoUpgrade':true}";
        const QByteArray drains = "{'autoUpgrade':true,'drain':{'enable':true}}";
        const QString failed = u"upgrade-failed"_s;
        const QString drain = u"drain-required"_s;
        const QString deletion = u"pod-deletion-required"_s;
        const auto row = [](const char *name, const char *pod, const QString &state, const QByteArray &policy,
                            const char *kind, const QString &label) {
            QTest::newRow(name) << QString::fromLatin1(pod) << state << policy << QString::fromLatin1(kind)
                                << label;
        };
        row("several budgets", "budgets", deletion, plain, "severalBudgets", failed);
        row("several budgets, then a drain", "budgets", deletion, drains, "severalBudgets", drain);
        row("several budgets, drain", "budgets", drain, drains, "severalBudgets", failed);
        row("several budgets, failed", "budgets", failed, plain, "severalBudgets", {});
        row("one budget", "budget", deletion, plain, "disruptionBudget", {});
        row("unmanaged", "bare", deletion, plain, "unmanagedPod", failed);
        row("unmanaged, then a drain", "bare", deletion, drains, "unmanagedPod", drain);
        row("unmanaged, drain", "bare", drain, drains, "unmanagedPod", failed);
        row("DaemonSet", "daemonSet", deletion, plain, "daemonSetPod", failed);
        row("DaemonSet, then a drain", "daemonSet", deletion, drains, "daemonSetPod", drain);
        row("emptyDir", "emptyDir", deletion, plain, "emptyDir", failed);
    }

    void whatIsNotRetriedEndsInALabel()
    {
        QFETCH(QString, pod);
        QFETCH(QString, state);
        QFETCH(QByteArray, policy);
        QFETCH(QString, kind);
        QFETCH(QString, label);
        OneNode scene(DriverKind::Gpu, qPrintable(state));
        scene.driver.labels[u"controller-revision-hash"_s] = u"old"_s;
        scene.tellPolicy(policy);
        PodSample trainer = tenantPod(u"trainer-1"_s, u"trainer"_s);
        trainer.gpus = 8;
        trainer.hasEmptyDir = pod == u"emptyDir";
        trainer.ownerKind = pod == u"daemonSet" ? u"DaemonSet"_s : u"ReplicaSet"_s;
        trainer.ownerName = pod == u"bare" ? QString() : u"trainer"_s;
        scene.tell(trainer);
        for (const QString &name : {u"a"_s, u"b"_s})
            if (pod == u"budgets" || (pod == u"budget" && name == u"a"))
                scene.tellBudget(anyObject(u"policy/v1"_s, u"PodDisruptionBudget"_s, u"tenant-b/"_s + name,
                                           toldJson("{'selector':{}}"),
                                           toldJson("{'disruptionsAllowed':0}")));
        const QString text = noteText(scene.track().blockers, kind);
        QVERIFY2(!text.isEmpty(), qPrintable(kind));
        QCOMPARE(text.contains(u"fails without a retry"), !label.isEmpty());
        QVERIFY2(label.isEmpty() || text.endsWith(u"the node's label becomes "_s + label + u'.'),
                 qPrintable(text));
    }

    void noBudgetIsAskedForAPodThatIsNotRunning_data()
    {
        QTest::addColumn<QString>("phase");
        QTest::addColumn<bool>("isDeleted");
        QTest::addColumn<bool>("isRefused");
        QTest::newRow("running") << u"Running"_s << false << true;
        QTest::newRow("being deleted") << u"Running"_s << true << false;
        QTest::newRow("pending") << u"Pending"_s << false << false;
        QTest::newRow("succeeded") << u"Succeeded"_s << false << false;
        QTest::newRow("failed") << u"Failed"_s << false << false;
    }

    void noBudgetIsAskedForAPodThatIsNotRunning()
    {
        QFETCH(QString, phase);
        QFETCH(bool, isDeleted);
        OneNode scene(DriverKind::Gpu, "drain-required");
        scene.driver.labels[u"controller-revision-hash"_s] = u"old"_s;
        scene.tellPolicy("{'autoUpgrade':true,'drain':{'enable':true}}");
        PodSample trainer = tenantPod(u"trainer-1"_s, u"trainer"_s);
        trainer.ownerKind = u"Job"_s;
        trainer.ownerName = u"trainer"_s;
        trainer.phase = phase;
        if (isDeleted)
            trainer.deleting = OneNode::now().addSecs(10).toString(Qt::ISODate);
        scene.tell(trainer);
        for (const QString &name : {u"tenant-b/all"_s, u"tenant-b/too"_s})
            scene.tellBudget(anyObject(u"policy/v1"_s, u"PodDisruptionBudget"_s, name,
                                       {{u"selector"_s, QJsonObject()}}, {{u"disruptionsAllowed"_s, 1}}));
        QTEST(hasNote(scene.track().blockers, u"severalBudgets"), "isRefused");
    }

    void whatKeepsAPodThatIsBeingDeletedIsTold_data()
    {
        QTest::addColumn<QByteArray>("state");
        QTest::addColumn<QString>("phase");
        QTest::addColumn<int>("endsIn"); // seconds
        QTest::addColumn<int>("grace");
        QTest::addColumn<QStringList>("finalizers");
        QTest::addColumn<QString>("blocker"); // "" for none
        QTest::addColumn<QString>("says");
        const QByteArray evict = "pod-deletion-required";
        const QByteArray drain = "drain-required";
        const QStringList finalizer{u"example.com/cleanup"_s};
        const QString running = u"Running"_s;
        const QString slow = u"slowToEnd"_s;
        QTest::newRow("finalizer") << evict << running << -600 << 30 << finalizer << slow
                                   << finalizer.first();
        QTest::newRow("ended, finalizer, drain")
            << drain << u"Failed"_s << -600 << 30 << finalizer << slow << finalizer.first();
        QTest::newRow("ended, finalizer, not counted")
            << evict << u"Failed"_s << -600 << 30 << finalizer << QString() << QString();
        QTest::newRow("no finalizer")
            << evict << running << -600 << 30 << QStringList() << slow << u"is past its grace period."_s;
        QTest::newRow("long grace") << evict << running << 3000 << 3600 << finalizer << u"longGrace"_s
                                    << u"until 2026-11-21T04:50:00Z"_s;
        QTest::newRow("usual grace") << evict << running << 20 << 30 << finalizer << QString() << QString();
    }

    void whatKeepsAPodThatIsBeingDeletedIsTold()
    {
        QFETCH(QByteArray, state);
        QFETCH(QString, phase);
        QFETCH(int, endsIn);
        QFETCH(int, grace);
        QFETCH(QStringList, finalizers);
        QFETCH(QString, blocker);
        QFETCH(QString, says);
        OneNode scene(DriverKind::Gpu, state.constData());
        scene.driver.labels[u"controller-revision-hash"_s] = u"old"_s;
        scene.tellPolicy("{'autoUpgrade':true,'drain':{'enable':true}}");
        PodSample trainer = tenantPod(u"trainer-1"_s, u"trainer"_s);
        trainer.ownerKind = u"Job"_s;
        trainer.ownerName = u"trainer"_s;
        trainer.gpus = 8;
        trainer.phase = phase;
        trainer.deleting = OneNode::now().addSecs(endsIn).toString(Qt::ISODate);
        trainer.deletionGrace = grace;
        trainer.finalizers = finalizers;
        scene.tell(trainer);
        const QList<TrackNote> blockers = scene.track().blockers;
        for (const QString &kind : {u"slowToEnd"_s, u"longGrace"_s})
            QCOMPARE(hasNote(blockers, kind), kind == blocker);
        QVERIFY2(noteText(blockers, blocker).contains(says), qPrintable(noteText(blockers, blocker)));
    }
};

#include "tst_kept_pods.moc"
} // namespace tst_kept_pods

CHARTROOM_TEST(tst_kept_pods, KeptPodsTest)
