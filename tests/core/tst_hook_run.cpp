// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnosis/diagnosis_operation.h"
#include "core/diagnosis/log_choice.h"
#include "core/diagnosis/release_statements.h"
#include "core/screens/findings/finding_report.h"
#include "core/ticket/composer.h"
#include "core/ticket/ticket_writers.h"
#include "tests/core/diagnosis_scene.h"
#include "tests/support/test_main.h"
#include "tests/support/told_window.h"

#include <QSignalSpy>
#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_hook_run {

namespace {

constexpr auto started = "2026-11-22T02:40:00Z";

/// As helm/helm pkg/release/v1/hook.go@v4.3.1 writes it.
QByteArray hookJson(const QByteArray &event, const char *phase, const char *completed = "",
                    const char *kind = "Job", const char *policy = "before-hook-creation")
{
    return QByteArray("{'name':'migrate','kind':'") + kind +
           "','path':'web/templates/migrate.yaml','manifest':'kind: Job\\nmetadata:\\n  name: migrate\\n',"
           "'events':['" +
           event + "'],'last_run':{'started_at':'2026-11-22T03:40:00.123456789+01:00','completed_at':'" +
           completed + "','phase':'" + phase + "'},'weight':1,'delete_policies':['" + policy + "']}";
}

ReleaseRecord record(const QByteArray &hooks, const char *deployed = "2026-11-22T02:39:59Z")
{
    ReleaseRecord made;
    made.name = u"web"_s;
    made.namespaceName = u"ops"_s;
    made.revision = 4;
    made.lastDeployed = DiagnosisScene::at(deployed);
    made.hooksJson = QByteArray("[" + hooks + ']').replace('\'', '"');
    return made;
}

HookJob job(const QByteArray &status)
{
    KubeObject object;
    object.namespaceName = u"ops"_s;
    object.name = u"migrate"_s;
    object.json = QByteArray("{'status':" + status + '}').replace('\'', '"');
    return HookJob::read(object).value_or(HookJob());
}

constexpr auto backoff = "{'failed':3,'conditions':[{'type':'Failed','status':'True',"
                         "'reason':'BackoffLimitExceeded','message':'Job has reached the specified backoff "
                         "limit','lastTransitionTime':'2026-11-22T02:45:00Z'}]}";

} // namespace

/// A hook that failed or hangs, with all that is known of it in one value.
class HookRunTest : public QObject, private DiagnosisBench
{
    Q_OBJECT

private:
    /// A release whose newest revision ran the hook.
    static DiagnosisScene sceneOf(const QByteArray &hook, ReleaseStatus status)
    {
        DiagnosisScene scene;
        OwnedRelease web;
        web.key.namespaceName = u"ops"_s;
        web.key.name = u"web"_s;
        RevisionEntry newest;
        newest.revision = 4;
        newest.status = status;
        newest.date.created = newest.date.written = DiagnosisScene::at(started);
        RevisionEntry deployed;
        deployed.revision = 3;
        deployed.status =
            status == ReleaseStatus::Deployed ? ReleaseStatus::Superseded : ReleaseStatus::Deployed;
        web.standing = standingOf({web.key, {newest, deployed}, {}, {}, {}}, scene.evidence.now);
        web.standing.words = u"pre-upgrade hooks failed"_s;
        web.standing.hooks = openHooks(record(hook));
        scene.evidence.releases.append(web);
        return scene;
    }

    static Pod &addPod(DiagnosisScene &scene, const char *name, const char *created)
    {
        Pod &pod = scene.add("", name, u"gpu-1"_s);
        pod.namespaceName = u"ops"_s;
        pod.ownerKind = u"Job"_s;
        pod.ownerName = u"migrate"_s;
        pod.created = DiagnosisScene::at(created);
        pod.phase = u"Failed"_s;
        pod.health = Pod::Health::Unhealthy;
        return pod;
    }

    Finding findingOf(const DiagnosisScene &scene, const QString &signature) const
    {
        const QList<Finding> findings = judge(scene);
        for (const Finding &one : findings)
            if (one.signature == signature)
                return one;
        return {};
    }

private Q_SLOTS:
    void eachKindOfHookIsReadFromTheRecord_data()
    {
        QTest::addColumn<QString>("event");
        for (const char *event : {"pre-install", "post-install", "pre-upgrade", "post-upgrade",
                                  "pre-rollback", "post-rollback", "pre-delete", "post-delete", "test"})
            QTest::newRow(event) << QString::fromLatin1(event);
    }

    void eachKindOfHookIsReadFromTheRecord()
    {
        QFETCH(QString, event);
        const QByteArray name = event.toLatin1();
        const QList<ReleaseHook> open = openHooks(
            record(hookJson(name, "Failed", "2026-11-22T02:45:00Z") + ',' +
                   hookJson(name, "Succeeded", "2026-11-22T02:45:00Z") + ',' + hookJson(name, "Running")));
        QCOMPARE(open.size(), 2);
        QVERIFY(open[0].isFailed && !open[1].isFailed);
        QCOMPARE(open[0].events, QStringList{event});
        QCOMPARE(open[0].started, DiagnosisScene::at(started));
        QCOMPARE(open[0].completed, DiagnosisScene::at("2026-11-22T02:45:00Z"));
        QVERIFY(!open[1].completed.isValid());
        QCOMPARE(open[0].namespaceName, u"ops"_s);
        QCOMPARE(open[0].name, u"migrate"_s);
        const DiagnosisScene scene = sceneOf(hookJson(name, "Failed"), ReleaseStatus::Failed);
        const Finding finding =
            findingOf(scene, event == u"test" ? u"release-test-failed"_s : u"hook-failed"_s);
        QCOMPARE(finding.release, u"ops/web"_s);
        QVERIFY2(finding.quote.startsWith(event + u" hook Job ops/migrate: "_s), qPrintable(finding.quote));
    }

    /// pkg/action/rollback.go prepareRollback@v4.2.4 copies them.
    void aRunOfTheRevisionThatWasRolledBackToIsNotToldAgain()
    {
        QVERIFY(openHooks(record(hookJson("post-upgrade", "Failed"), "2026-11-22T02:50:00Z")).isEmpty());
        QCOMPARE(openHooks(record(hookJson("post-upgrade", "Failed"), "2026-11-22T02:40:00Z")).size(), 1);
        QVERIFY(openHooks(record({})).isEmpty());
        ReleaseRecord damaged = record({});
        damaged.hooksJson = "[{\"Failed\"";
        QVERIFY(openHooks(damaged).isEmpty());
    }

    void aFailedHookIsToldInOnePlace()
    {
        DiagnosisScene scene =
            sceneOf(hookJson("pre-upgrade", "Failed", "2026-11-22T02:45:00Z"), ReleaseStatus::Failed);
        scene.evidence.hookJobs.insert(u"ops/migrate"_s, job(backoff));
        addPod(scene, "first", "2026-11-22T02:40:10Z");
        Pod &last = addPod(scene, "last", "2026-11-22T02:44:00Z");
        last.reason = u"Error"_s;
        last.reasonText = u"password=hunter2"_s;
        last.reasonContainer = u"migrate"_s;
        WarningEvent event;
        event.kind = u"Job"_s;
        event.namespaceName = u"ops"_s;
        event.name = u"migrate"_s;
        event.reason = u"BackoffLimitExceeded"_s;
        event.message = u"Job has reached the specified backoff limit"_s;
        event.last = DiagnosisScene::at("2026-11-22T02:45:00Z");
        scene.evidence.events.append(event);
        const LogRequest ofLast{u"ops"_s, u"last-gpu-1"_s, u"migrate"_s, false};
        QCOMPARE(logsToRead(scene.evidence, m_signatures).value(0), ofLast);
        scene.evidence.logs.append({ofLast, u"connecting\nschema 12 is newer than 11\n"_s});

        const Finding finding = findingOf(scene, u"hook-failed"_s);
        QCOMPARE(finding.since, DiagnosisScene::at("2026-11-22T02:45:00Z"));
        QVERIFY2(finding.quote.contains(u"Failed=True, BackoffLimitExceeded: Job has reached"),
                 qPrintable(finding.quote));
        QVERIFY(!signaturesOf(judge(scene)).contains(u"release-failed"_s)); // it is said beside it
        QCOMPARE(finding.hooks, hookRuns(scene.evidence));
        QCOMPARE(finding.hooks.size(), 1);
        const HookRun &run = finding.hooks.first();
        QCOMPARE(run.state, HookRun::State::Failed);
        QCOMPARE(run.object, u"Job ops/migrate"_s);
        QCOMPARE(run.revision, 4);
        QVERIFY2(run.job.contains(u"failed=3"), qPrintable(run.job));
        QCOMPARE(run.pods.size(), 2);
        QVERIFY2(run.pods.first().contains(u"ops/last-gpu-1, migrate on gpu-1: Error: "),
                 qPrintable(run.pods.first()));
        QVERIFY(!run.pods.first().contains(u"hunter2"));
        QCOMPARE(run.warnings.size(), 1);
        QVERIFY(run.warnings.first().startsWith(u"Job ops/migrate: BackoffLimitExceeded: "));
        QCOMPARE(run.logOf, u"ops/last-gpu-1, migrate"_s);
        QCOMPARE(run.log, u"connecting\nschema 12 is newer than 11"_s);

        // The same value in the text for a chat and in the ticket.
        QVERIFY(markdownFinding(finding, u"prod"_s, scene.evidence.now).contains(u"schema 12 is newer"));
        TicketFacts facts;
        facts.now = scene.evidence.now;
        facts.findings = {finding};
        facts.findings.first().scope = SupportScope::Supported; // a customer's own chart is none of Support's
        facts.findings.first().nodes = {u"gpu-1"_s}; // of another release what holds no node is left out
        const QString ticket =
            QString::fromUtf8(ticketText(composeTicket(facts, {TicketPhase::During}).document)).simplified();
        for (const QString &part : {u"schema 12 is newer than 11"_s, u"failed=3"_s, u"last-gpu-1"_s})
            QVERIFY2(ticket.contains(part), qPrintable(ticket));
    }

    void ofManyPodsAndEventsTheRestIsCounted()
    {
        DiagnosisScene scene = sceneOf(hookJson("pre-upgrade", "Failed"), ReleaseStatus::Failed);
        for (char i = 'a'; i < 'h'; ++i) {
            const Pod pod = addPod(scene, QByteArray(1, i).constData(), "2026-11-22T02:40:10Z");
            WarningEvent event;
            event.kind = u"Pod"_s;
            event.namespaceName = u"ops"_s;
            event.name = pod.name;
            event.reason = u"BackOff"_s;
            scene.evidence.events.append(event);
        }
        const HookRun run = hookRuns(scene.evidence).value(0);
        QCOMPARE(run.pods.size(), 6);
        QCOMPARE(run.pods.last(), u"and 2 more"_s);
        QCOMPARE(run.warnings.size(), 6);
        QCOMPARE(run.warnings.last(), u"and 2 more"_s);
    }

    void aHangingHookSaysSinceWhenAndWhatItsPodWaitsFor()
    {
        DiagnosisScene scene = sceneOf(hookJson("post-upgrade", "Running"), ReleaseStatus::PendingUpgrade);
        scene.evidence.hookJobs.insert(u"ops/migrate"_s, job("{'active':1,'ready':0}"));
        Pod &pod = addPod(scene, "pod", "2026-11-22T02:40:10Z");
        pod.phase = u"Pending"_s;
        pod.health = Pod::Health::Starting;
        pod.node.clear();
        pod.notScheduledText = u"0/3 nodes are available: 3 Insufficient nvidia.com/gpu."_s;
        const Finding finding = findingOf(scene, u"hook-hangs"_s);
        QCOMPARE(finding.since, DiagnosisScene::at(started));
        QVERIFY2(finding.quote.contains(u"Unschedulable: 0/3 nodes are available"),
                 qPrintable(finding.quote));
        QCOMPARE(finding.hooks.value(0).state, HookRun::State::Hanging);
        QVERIFY(!finding.hooks.value(0).ended.isValid());
        scene.evidence.now = DiagnosisScene::at("2026-11-22T02:41:00Z"); // it may still begin
        QCOMPARE(findingOf(scene, u"hook-hangs"_s).signature, QString());
        scene.evidence.now = DiagnosisScene::at("2026-11-22T03:00:00Z");
        pod.notScheduledText.clear();
        pod.node = u"gpu-1"_s;
        pod.phase = u"Running"_s;
        pod.health = Pod::Health::Ready;
        QCOMPARE(hookRuns(scene.evidence).value(0).state, HookRun::State::Running);
        QCOMPARE(findingOf(scene, u"hook-runs"_s).hooks, hookRuns(scene.evidence));
    }

    /// pkg/action/uninstall.go Run@v4.2.4 returns before it records how a pre-delete hook ended.
    void aJobKnowsOfAnEndThatHelmDidNotRecord()
    {
        DiagnosisScene scene = sceneOf(hookJson("pre-delete", "Running"), ReleaseStatus::Uninstalling);
        scene.evidence.hookJobs.insert(u"ops/migrate"_s, job(backoff));
        const Finding failed = findingOf(scene, u"hook-failed"_s);
        QCOMPARE(failed.hooks.value(0).state, HookRun::State::Failed);
        QCOMPARE(failed.since, DiagnosisScene::at("2026-11-22T02:45:00Z"));
        scene.evidence.hookJobs[u"ops/migrate"_s] =
            job("{'succeeded':1,'conditions':[{'type':'Complete','status':'True'}]}");
        scene.evidence.releases.last().standing.situation.kind = ReleaseSituation::Kind::UpgradeCut;
        QCOMPARE(findingOf(scene, u"hook-unrecorded"_s).hooks.value(0).state, HookRun::State::Unrecorded);
    }

    /// helm/helm pkg/action/hooks.go execHook, upgrade.go releasingUpgrade@v4.2.4: the end of the last hook
    /// is recorded when the operation ends, and with --wait that may take long.
    void aHookThatEndedIsNoFindingWhileHelmMayBeAtWork_data()
    {
        QTest::addColumn<QByteArray>("kind");
        QTest::addColumn<QByteArray>("status"); // of its Job; "": gone
        QTest::addColumn<HookRun::State>("state");
        QTest::newRow("complete") << QByteArray("Job")
                                  << QByteArray("{'conditions':[{'type':'Complete','status':'True'}]}")
                                  << HookRun::State::Unrecorded;
        QTest::newRow("gone") << QByteArray("Job") << QByteArray() << HookRun::State::Unknown;
        QTest::newRow("a Pod that is gone") << QByteArray("Pod") << QByteArray() << HookRun::State::Unknown;
        QTest::newRow("of a kind that helm does not wait for")
            << QByteArray("Secret") << QByteArray() << HookRun::State::Unrecorded;
    }
    void aHookThatEndedIsNoFindingWhileHelmMayBeAtWork()
    {
        QFETCH(QByteArray, kind);
        QFETCH(QByteArray, status);
        DiagnosisScene scene =
            sceneOf(hookJson("pre-upgrade", "Running", "", kind.constData(), "hook-succeeded"),
                    ReleaseStatus::PendingUpgrade);
        if (kind == "Job")
            scene.evidence.hookJobs.insert(u"ops/migrate"_s,
                                           status.isEmpty() ? std::nullopt : std::optional(job(status)));
        QTEST(hookRuns(scene.evidence).value(0).state, "state");
        const QStringList found = signaturesOf(judge(scene));
        QVERIFY2(found.filter(u"hook-"_s).isEmpty(), qPrintable(found.join(u' ')));
        scene.evidence.releases.last().standing.situation.kind = ReleaseSituation::Kind::UpgradeCut;
        QVERIFY(signaturesOf(judge(scene)).contains(u"hook-unrecorded"_s));
    }

    /// helm/helm pkg/action/upgrade.go handleContext@v4.2.4: a signal makes the release failed while the hook
    /// goes on.
    void whatHelmRecordedAsUnknownIsToldByItsJob_data()
    {
        QTest::addColumn<QByteArray>("status"); // of its Job; "": it may not be read
        QTest::addColumn<HookRun::State>("state");
        QTest::addColumn<QString>("signature");
        QTest::newRow("not read") << QByteArray() << HookRun::State::Unknown << u"hook-unrecorded"_s;
        QTest::newRow("it goes on") << QByteArray("{'active':1,'ready':1}") << HookRun::State::Unknown
                                    << u"hook-unrecorded"_s;
        QTest::newRow("it ended") << QByteArray("{'conditions':[{'type':'Complete','status':'True'}]}")
                                  << HookRun::State::Unrecorded << u"hook-unrecorded"_s;
        QTest::newRow("it failed") << QByteArray(backoff) << HookRun::State::Failed << u"hook-failed"_s;
    }
    void whatHelmRecordedAsUnknownIsToldByItsJob()
    {
        QFETCH(QByteArray, status);
        QFETCH(QString, signature);
        DiagnosisScene scene = sceneOf(hookJson("pre-upgrade", "Unknown"), ReleaseStatus::Failed);
        if (!status.isEmpty())
            scene.evidence.hookJobs.insert(u"ops/migrate"_s, job(status));
        QTEST(hookRuns(scene.evidence).value(0).state, "state");
        QCOMPARE(findingOf(scene, signature).hooks, hookRuns(scene.evidence));
        QVERIFY(openHooks(record(hookJson("pre-upgrade", ""))).isEmpty()); // it has no run
    }

    void ofPodsThatAreUnknownNoneIsSaidNotToBeReady()
    {
        DiagnosisScene scene = sceneOf(hookJson("pre-upgrade", "Running"), ReleaseStatus::PendingUpgrade);
        QCOMPARE(hookRuns(scene.evidence).value(0).state, HookRun::State::Hanging);
        scene.evidence.hookJobs.insert(u"ops/migrate"_s, job("{'active':1,'ready':1}"));
        QCOMPARE(hookRuns(scene.evidence).value(0).state, HookRun::State::Running);
        scene.evidence.hookJobs.clear();
        scene.evidence.pods = ObjectMap<Pod>();
        QCOMPARE(hookRuns(scene.evidence).value(0).state, HookRun::State::Running);
    }

    void aJobThatIsReadTellsOfItsPodsWhereThoseAreUnknown_data()
    {
        QTest::addColumn<QByteArray>("status");
        QTest::addColumn<HookRun::State>("state");
        QTest::addColumn<QString>("signature");
        QTest::newRow("none is ready")
            << QByteArray("{'active':1,'ready':0}") << HookRun::State::Hanging << u"hook-hangs"_s;
        QTest::newRow("one is ready")
            << QByteArray("{'active':1,'ready':1}") << HookRun::State::Running << u"hook-runs"_s;
    }
    void aJobThatIsReadTellsOfItsPodsWhereThoseAreUnknown()
    {
        QFETCH(QByteArray, status);
        QFETCH(QString, signature);
        DiagnosisScene scene = sceneOf(hookJson("pre-upgrade", "Running"), ReleaseStatus::PendingUpgrade);
        scene.evidence.hookJobs.insert(u"ops/migrate"_s, job(status));
        scene.evidence.pods = ObjectMap<Pod>();
        QTEST(hookRuns(scene.evidence).value(0).state, "state");
        QCOMPARE(findingOf(scene, signature).hooks, hookRuns(scene.evidence));
        scene.evidence.now = DiagnosisScene::at("2026-11-22T02:41:00Z"); // it may still begin
        QCOMPARE(findingOf(scene, u"hook-hangs"_s).signature, QString());
    }

    void aJobThatIsGoneIsToldFromOneThatWasNotRead()
    {
        DiagnosisScene scene =
            sceneOf(hookJson("pre-install", "Failed", "", "Job", "hook-failed"), ReleaseStatus::Failed);
        QCOMPARE(hookRuns(scene.evidence).value(0).job, QString()); // it may not be read
        scene.evidence.hookJobs.insert(u"ops/migrate"_s, std::nullopt);
        const HookRun gone = hookRuns(scene.evidence).value(0);
        QVERIFY2(gone.job.contains(u"hook-failed"), qPrintable(gone.job));
        QVERIFY(gone.pods.isEmpty() && gone.log.isEmpty());
        QCOMPARE(findingOf(scene, u"hook-failed"_s).hooks, QList<HookRun>{gone});
    }

    /// helm/helm pkg/action/hooks.go execHook@v4.2.4
    void whyAHookFailedIsToldByTheRecordWhereItsObjectDoesNot_data()
    {
        QTest::addColumn<QString>("description");
        QTest::addColumn<QByteArray>("object"); ///< "": there is no Job
        QTest::addColumn<QString>("quote");     ///< a part
        QTest::addColumn<QString>("job");       ///< the same
        const QString refused =
            u"Upgrade \"web\" failed: pre-upgrade hooks failed: warning: Hook pre-upgrade "
            "web/templates/migrate.yaml failed: "_s;
        const QByteArray old("{'metadata':{'creationTimestamp':'2026-11-21T02:40:00Z'},'status':");
        QTest::newRow("a quota") << refused + u"jobs.batch \"migrate\" is forbidden: exceeded quota: q"_s
                                 << QByteArray() << u"exceeded quota: q"_s << u"Job was not created."_s;
        QTest::newRow("it exists")
            << refused + u"jobs.batch \"migrate\" already exists"_s
            << old + "{'succeeded':1,'conditions':[{'type':'Complete','status':'True'}]}}"
            << u"already exists"_s << u"not of this run: Complete=True"_s;
        QTest::newRow("it exists, and failed")
            << refused + u"jobs.batch \"migrate\" already exists"_s << old + backoff + '}'
            << u"already exists"_s << u"not of this run: Failed=True"_s;
        QTest::newRow("it completed after helm's timeout")
            << u"pre-upgrade hooks failed: timed out waiting for the condition"_s
            << QByteArray("{'status':{'conditions':[{'type':'Complete','status':'True'}]}}")
            << u"timed out waiting for the condition"_s << u"Complete=True"_s;
        QTest::newRow("its policy deleted it")
            << u"pre-upgrade hooks failed: job ops/migrate failed: BackoffLimitExceeded"_s << QByteArray()
            << u"job ops/migrate failed: BackoffLimitExceeded"_s << u"Job does not exist"_s;
    }
    void whyAHookFailedIsToldByTheRecordWhereItsObjectDoesNot()
    {
        QFETCH(QString, description);
        QFETCH(QByteArray, object);
        QFETCH(QString, quote);
        QFETCH(QString, job);
        DiagnosisScene scene =
            sceneOf(hookJson("pre-upgrade", "Failed", "2026-11-22T02:40:01Z"), ReleaseStatus::Failed);
        scene.evidence.releases.last().standing.words = description;
        KubeObject read;
        read.json = object.replace('\'', '"');
        scene.evidence.hookJobs.insert(u"ops/migrate"_s,
                                       object.isEmpty() ? std::nullopt : HookJob::read(read));
        const Finding finding = findingOf(scene, u"hook-failed"_s);
        QVERIFY2(finding.quote.contains(quote), qPrintable(finding.quote));
        QVERIFY2(finding.hooks.value(0).job.startsWith(job), qPrintable(finding.hooks.value(0).job));
        QVERIFY2(finding.hooks.value(0).record.contains(quote), qPrintable(finding.hooks.value(0).record));
    }

    void howTheContainerOfAHookEndedIsTold()
    {
        KubeObject object;
        object.json =
            R"({"status":{"phase":"Failed","containerStatuses":[{"name":"done","state":{"terminated":
{"exitCode":0,"reason":"Completed"}}},{"name":"migrate","state":{"terminated":{"exitCode":137,
"reason":"OOMKilled"}}}]}})";
        const Pod read = Pod::read(object).value_or(Pod());
        DiagnosisScene scene =
            sceneOf(hookJson("pre-upgrade", "Failed", "2026-11-22T02:45:00Z"), ReleaseStatus::Failed);
        scene.evidence.hookJobs.insert(u"ops/migrate"_s, job(backoff));
        Pod &pod = addPod(scene, "pod", "2026-11-22T02:40:10Z");
        pod.endedContainer = read.endedContainer;
        pod.ending = read.ending;
        const Finding finding = findingOf(scene, u"hook-failed"_s);
        QVERIFY2(finding.quote.endsWith(u"; OOMKilled, exit code 137"), qPrintable(finding.quote));
        const QString told = finding.hooks.value(0).pods.value(0);
        QVERIFY2(told.contains(u", migrate on gpu-1: ") && told.endsWith(u"OOMKilled, exit code 137"),
                 qPrintable(told));
        QCOMPARE(hookLogs(scene.evidence).value(0).container, u"migrate"_s);
    }

    void theAdviceFollowsTheDeletePolicy_data()
    {
        QTest::addColumn<QByteArray>("policy");
        QTest::addColumn<QByteArray>("status"); ///< of its Job; "": there is none
        QTest::addColumn<bool>("isRead");
        QTest::addColumn<QString>("advice"); ///< a part
        QTest::addColumn<QString>("log");    ///< the same
        const QByteArray failed(backoff);
        const QString none = u"so there is no log"_s;
        QTest::newRow("deleted before") << QByteArray("before-hook-creation") << failed << true
                                        << u"helm then deletes and recreates the hook."_s << none;
        QTest::newRow("left") << QByteArray("hook-succeeded") << failed << true
                              << u"(kubectl delete -n ops job migrate), because helm does not: its "
                                 "hook-delete-policy is hook-succeeded."_s
                              << none;
        QTest::newRow("deleted as it failed") << QByteArray("hook-failed") << QByteArray() << true
                                              << u"helm then creates the hook again."_s << none;
        QTest::newRow("not read") << QByteArray("hook-failed") << QByteArray() << false
                                  << u"if the object of the hook still exists, delete it"_s << none;
    }
    void theAdviceFollowsTheDeletePolicy()
    {
        QFETCH(QByteArray, policy);
        QFETCH(bool, isRead);
        QFETCH(QString, advice);
        QFETCH(QString, log);
        DiagnosisScene scene =
            sceneOf(hookJson("pre-upgrade", "Failed", "2026-11-22T02:45:00Z", "Job", policy.constData()),
                    ReleaseStatus::Failed);
        scene.add("", "other", u"gpu-1"_s); // so that pods are known
        QFETCH(QByteArray, status);
        if (isRead)
            scene.evidence.hookJobs.insert(u"ops/migrate"_s,
                                           status.isEmpty() ? std::nullopt : std::optional(job(status)));
        const QString told = findingOf(scene, u"hook-failed"_s).nextStep;
        QVERIFY2(told.contains(advice), qPrintable(told));
        QVERIFY2(told.contains(log), qPrintable(told));
        QVERIFY(!told.contains(u"%hook"));
        addPod(scene, "pod", "2026-11-22T02:40:10Z");
        QVERIFY(findingOf(scene, u"hook-failed"_s).nextStep.startsWith(u"Read its log, "));
        scene.evidence.pods = ObjectMap<Pod>();
        QVERIFY(findingOf(scene, u"hook-failed"_s).nextStep.contains(u"if its pod still exists"));
    }

    void aSuspendedJobIsToBeResumed()
    {
        DiagnosisScene scene = sceneOf(hookJson("pre-upgrade", "Running"), ReleaseStatus::PendingUpgrade);
        KubeObject object;
        object.json = R"({"spec":{"suspend":true}})";
        scene.evidence.hookJobs.insert(u"ops/migrate"_s, HookJob::read(object));
        Finding finding = findingOf(scene, u"hook-suspended"_s);
        QVERIFY2(finding.quote.contains(u"spec.suspend=true"), qPrintable(finding.quote));
        QVERIFY2(finding.nextStep.contains(u"kubectl patch -n ops job migrate"),
                 qPrintable(finding.nextStep));
        object.json = R"({"metadata":{"labels":{"kueue.x-k8s.io/queue-name":"night"}},"status":{"conditions":[
{"type":"Suspended","status":"True","reason":"JobSuspended","message":"Job suspended"}]}})";
        scene.evidence.hookJobs[u"ops/migrate"_s] = HookJob::read(object);
        finding = findingOf(scene, u"hook-suspended"_s);
        QVERIFY2(finding.quote.contains(u"Suspended=True, JobSuspended"), qPrintable(finding.quote));
        QVERIFY2(finding.nextStep.contains(u"queue night"), qPrintable(finding.nextStep));
        scene.evidence.hookJobs[u"ops/migrate"_s] = job("{'active':1,'ready':0}");
        QCOMPARE(findingOf(scene, u"hook-suspended"_s).signature, QString());
    }

    void aTestPodIsItsOwnObject()
    {
        DiagnosisScene scene =
            sceneOf(hookJson("test", "Failed", "2026-11-22T02:41:00Z", "Pod"), ReleaseStatus::Deployed);
        Pod &pod = addPod(scene, "migrate", "2026-11-22T02:40:00Z");
        pod.name = u"migrate"_s;
        pod.ownerKind.clear();
        pod.ownerName.clear();
        const LogRequest log{u"ops"_s, u"migrate"_s, {}, false};
        QCOMPARE(hookLogs(scene.evidence), QList<LogRequest>{log});
        const Finding finding = findingOf(scene, u"release-test-failed"_s);
        QCOMPARE(finding.hooks.value(0).object, u"Pod ops/migrate"_s);
        QCOMPARE(finding.hooks.value(0).pods.size(), 1);
        QCOMPARE(finding.confidence, Confidence::Likely);
    }

    void theJobOfAHookIsReadByItsName()
    {
        ToldWindow window;
        NodeSample node;
        node.name = u"gpu-a"_s;
        window.put(u"nodes"_s, node.object());
        window.put(u"pods"_s, driverPod(node.name).object());
        for (const QString &list :
             {u"daemonsets"_s, u"controllerrevisions"_s, u"poddisruptionbudgets"_s, u"events"_s})
            window.tell(list);
        for (const char *told :
             {"{'metadata':{'name':'migrate','namespace':'ops','uid':'j1'},'status':{'active':1}}",
              "{'metadata':{'name':'other','namespace':'ops','uid':'j2'},'status':{'active':7}}"})
            window.put(u"jobs"_s, toldJson(told));
        ToldRollout rollout(window.recording());
        DiagnosisOperation::Parts parts;
        parts.transport = &rollout.transport;
        parts.nodes = &rollout.nodes;
        parts.pods = &rollout.pods;
        parts.rollout = &rollout.rollout;
        parts.signatures = m_signatures;
        parts.rules = m_rules;
        for (const QString &name : {u"migrate"_s, u"cleanup"_s, u"../../secrets"_s}) {
            ReleaseHook hook;
            hook.kind = u"Job"_s;
            hook.namespaceName = u"ops"_s;
            hook.name = name;
            hook.events = QStringList{u"post-upgrade"_s};
            hook.isFailed = true;
            hook.started = DiagnosisScene::at("2026-11-20T20:00:00Z");
            OwnedRelease release;
            release.key.namespaceName = u"ops"_s;
            release.key.name = u"web-%1"_s.arg(parts.releases.size());
            release.standing.status = ReleaseStatus::Failed;
            release.standing.hooks = {hook};
            parts.releases.append(release);
        }
        DiagnosisOperation operation(std::move(parts));
        const QSignalSpy finished(&operation, &DiagnosisOperation::finished);
        operation.start();
        QTRY_COMPARE(finished.size(), 1);
        QVERIFY(operation.result().has_value());
        QMap<QString, QString> jobs;
        for (const Finding &one : operation.result()->findings)
            for (const HookRun &run : one.hooks)
                jobs.insert(run.object, run.job);
        QCOMPARE(jobs.size(), 3);
        QCOMPARE(jobs.value(u"Job ops/../../secrets"_s), QString()); // no name: it is not asked for
        QVERIFY(jobs.value(u"Job ops/cleanup"_s).startsWith(u"Job does not exist"));
        QCOMPARE(jobs.value(u"Job ops/migrate"_s), u"active=1, ready=0, failed=0, succeeded=0"_s);
    }
};

#include "tst_hook_run.moc"
} // namespace tst_hook_run

CHARTROOM_TEST(tst_hook_run, HookRunTest)
