// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recording/recorded_transport.h"
#include "core/recording/recording_reader.h"
#include "core/responsibility/rules.h"
#include "core/session/session_releases.h"
#include "core/session/session_rollout.h"
#include "tests/support/bundled_rules.h"
#include "tests/support/fake_clock.h"
#include "tests/support/invariants.h"
#include "tests/support/loop_watch.h"
#include "tests/support/scripted_cluster.h"
#include "tests/support/test_main.h"
#include "tests/support/work_gate.h"

#include <QSignalSpy>
#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace std::chrono_literals;

namespace HIDDEN_FROM_MOC tst_cluster_session {

namespace {

const QString secrets = QStringLiteral("/api/v1/secrets");

const QByteArray emptyList = R"({"kind":"List","metadata":{"resourceVersion":"10"},"items":[]})";

/// Metadata of one release Secret as the API lists it.
QByteArray secretMetadata(const char *name, int revision, const char *status)
{
    return QStringLiteral(
               R"({"metadata":{"name":"sh.helm.release.v1.%1.v%2","namespace":"nvidia-gpu-operator",
        "uid":"%1-%2","resourceVersion":"%2","creationTimestamp":"2026-11-01T00:00:00Z",
        "labels":{"owner":"helm","name":"%1","version":"%2","status":"%3"}}})")
        .arg(QString::fromLatin1(name))
        .arg(revision)
        .arg(QString::fromLatin1(status))
        .toUtf8();
}

QByteArray listOf(const QByteArrayList &items)
{
    return R"({"kind":"PartialObjectMetadataList","metadata":{"resourceVersion":"10"},"items":[)" +
           items.join(',') + "]}";
}

/// What a node of a GPU cluster carries, as far as size goes.
QByteArray nodeStatus(const char *ready)
{
    static const QByteArray labels = [] {
        QByteArray text;
        for (int i = 0; i < 60; ++i)
            text += ",\"nvidia.com/gpu.feature-" + QByteArray::number(i) + "\":\"of-a-usual-length\"";
        return text;
    }();
    return R"("spec":{"providerID":"x"},"status":{"capacity":{"nvidia.com/gpu":"8"},"conditions":[{"type":"Ready","status":")" +
           QByteArray(ready) + R"("}],"nodeInfo":{"kubeletVersion":"v1.36.3"},"about":{"kept":"no")" +
           labels + "}}";
}

} // namespace

class ClusterSessionTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_rules = test::bundledRules(); }

    void aRecordedClusterShowsItsReleasesOwnersAndNodes()
    {
        auto recording =
            loadRecording(QStringLiteral(CHARTROOM_TEST_DATA "/gpu-then-ib-one-node-crashes.jsonl.gz"));
        QVERIFY(recording.has_value());
        auto transport = std::make_unique<RecordedTransport>(*recording);
        const RecordingClock clock(transport.get());
        ClusterSession session(parts(std::move(transport), &clock));
        session.start();
        QTRY_COMPARE(session.state(), ClusterSession::State::Live);
        QTRY_COMPARE(session.releases()->state(), ReleaseStore::State::Complete);
        QTRY_COMPARE(session.nodes()->objects().size(), 16);

        const QList<ReleaseKey> keys = session.releases()->keys();
        QVERIFY(!keys.isEmpty());
        for (const ReleaseKey &key : keys)
            QVERIFY2(!session.ownership(key).evidence.isEmpty(), qPrintable(key.name));
    }

    void aClusterIsKnownByTheUidOfItsKubeSystem()
    {
        auto [session, transport] = scriptedSession();
        transport->answer(secrets, emptyList);
        transport->answer(QStringLiteral("/api/v1/namespaces/kube-system"),
                          R"({"metadata":{"uid":"uid-a","creationTimestamp":"2026-11-01T00:00:00Z"}})");
        QCOMPARE(session->identity().uid, QString());
        session->start();
        QTRY_COMPARE(session->identity().uid, QStringLiteral("uid-a"));
        QCOMPARE(session->identity().context, session->name());
    }

    void podsAreAskedForOnlyWhenSomebodyLooks()
    {
        auto [session, transport] = scriptedSession();
        transport->answer(secrets, listOf({secretMetadata("gpu-operator", 1, "deployed")}));
        SessionReleases releases(session.get());
        session->start();
        QTRY_COMPARE(releases.keys().size(), 1);
        QCOMPARE(transport->getCount(QStringLiteral("/api/v1/pods")), 0);

        QSignalSpy podsChanged(&releases, &ReleaseSource::podsChanged);
        QVERIFY(!releases.pods(releases.keys().front()).has_value());
        QTRY_VERIFY(releases.pods(releases.keys().front()).has_value());
        QTRY_VERIFY(!podsChanged.isEmpty());
    }

    void theNodesClocksAreThereBeforeAnyPodIsRead()
    {
        auto [session, transport] = scriptedSession();
        const auto node = [](const char *name, const char *label) {
            return QByteArray(R"({"metadata":{"name":"NAME","uid":"NAME","resourceVersion":"1","labels":{)"
                              R"("nvidia.com/gpu-driver-upgrade-state":"LABEL"}},)"
                              R"("status":{"capacity":{"nvidia.com/gpu":"8"},)"
                              R"("allocatable":{"nvidia.com/gpu":"8"},)"
                              R"("conditions":[{"type":"Ready","status":"True"}]}})")
                .replace("NAME", name)
                .replace("LABEL", label);
        };
        transport->answer(QStringLiteral("/api/v1/nodes"),
                          R"({"kind":"List","metadata":{"resourceVersion":"10"},"items":[)" +
                              node("gpu-1", "upgrade-done") + ',' + node("gpu-2", "upgrade-failed") + "]}");
        SessionRollout rollout(session.get());
        QCOMPARE(rollout.clocks().basis, NodeClocks::Basis::Nothing);
        const QSignalSpy changed(&rollout, &RolloutSource::clocksChanged);
        session->start();
        QTRY_COMPARE(rollout.clocks().basis, NodeClocks::Basis::Labels);
        QVERIFY(!changed.isEmpty());
        QCOMPARE(rollout.clocks().components.first().count(Verdict::Failed), 1);
        QCOMPARE(rollout.gpuCount(), (GpuCount{16, 16}));
        QTRY_COMPARE(session->nodeCounts().gpus, (GpuCount{16, 16}));
        QCOMPARE(transport->getCount(QStringLiteral("/api/v1/pods")), 0);
        rollout.start();
        QTRY_COMPARE(rollout.clocks().basis, NodeClocks::Basis::Evidence);
        QCOMPARE(rollout.clocks().components.first().count(Verdict::Failed), 1);
        QCOMPARE(rollout.clocks().components.first().done(), 0); // no driver pod confirms the label
    }

    void whereNodesMayNotBeListedTheirClocksSayWhy()
    {
        auto [session, transport] = scriptedSession();
        transport->answer(QStringLiteral("/api/v1/nodes"),
                          statusError(403, QStringLiteral("Forbidden"), QStringLiteral("not for you")));
        const SessionRollout rollout(session.get());
        session->start();
        QTRY_VERIFY(rollout.clocks().refusal.has_value());
        QCOMPARE(rollout.clocks().refusal->code, Error::Code::Forbidden);
        QCOMPARE(rollout.clocks().basis, NodeClocks::Basis::Nothing);
    }

    void componentsWhoseListIsForbiddenAreUnread()
    {
        auto [session, transport] = scriptedSession();
        const Error forbidden = statusError(403, QStringLiteral("Forbidden"), QStringLiteral("not for you"));
        for (const char *path : {"/api/v1/pods", "/apis/amd.com/v1alpha1/deviceconfigs",
                                 "/apis/sriovnetwork.openshift.io/v1/sriovnetworknodestates"})
            transport->answer(QString::fromLatin1(path), forbidden);
        for (const char *version : {"/apis/amd.com/v1alpha1", "/apis/sriovnetwork.openshift.io/v1"})
            transport->answer(QString::fromLatin1(version),
                              "{\"kind\":\"APIResourceList\",\"resources\":[{\"name\":\"deviceconfigs\"},"
                              "{\"name\":\"sriovnetworknodestates\"}]}");
        SessionRollout rollout(session.get());
        session->start();
        rollout.start();
        QTRY_COMPARE(rollout.clocks().basis, NodeClocks::Basis::Evidence);
        QStringList unread = rollout.clocks().unread;
        unread.sort();
        QCOMPARE(unread, QStringList({QStringLiteral("amd"), QStringLiteral("gpu"), QStringLiteral("ib"),
                                      QStringLiteral("sriov")}));
    }

    void theOnlyDeviceConfigIsThePolicyOfAmdsNodes()
    {
        auto [session, transport] = scriptedSession();
        const QByteArray config =
            R"({"apiVersion":"amd.com/v1alpha1","kind":"DeviceConfig","metadata":{"name":"mi300x",
            "namespace":"kube-amd-gpu","uid":"d1","resourceVersion":"9"},"spec":{"driver":{"version":"30.30.0",
            "upgradePolicy":{"enable":true,"maxParallelUpgrades":2,"rebootRequired":true}}},
            "status":{"nodeModuleStatus":{"gpu-1":{"status":"Upgrade-Not-Started"}}}})";
        transport->answer(QStringLiteral("/api/v1/nodes"),
                          R"({"kind":"List","metadata":{"resourceVersion":"10"},"items":[)"
                          R"({"metadata":{"name":"gpu-1","uid":"n1","resourceVersion":"9"},)" +
                              nodeStatus("True") + "}]}");
        transport->answer(QStringLiteral("/apis/amd.com/v1alpha1/deviceconfigs"), listOf({config}));
        transport->answer(QStringLiteral("/apis/policy/v1/poddisruptionbudgets"), emptyList);
        SessionRollout rollout(session.get());
        session->start();
        rollout.start();
        const QString amd = QStringLiteral("amd");
        QTRY_VERIFY(rollout.policy(amd).has_value());
        const DriverPolicy policy = *rollout.policy(amd);
        QCOMPARE(policy.name, QStringLiteral("kube-amd-gpu/mi300x"));
        QCOMPARE(policy.maxParallel, 2);
        QCOMPARE(policy.reboots, std::optional(true));
        QVERIFY(rollout.policies(amd).isEmpty()); // it has no switch that a pause knows
        const QStringList unknown{QStringLiteral("unknown")};
        QTRY_COMPARE(rollout.holds({QStringLiteral("gpu-1"), amd}, policy).value_or(unknown), QStringList());
    }

    void fault23WhereOnlyANamespaceMayBeReadItsPodsAreShownAndAnotherOnesAbsenceIsExplained()
    {
        auto [session, transport] = scriptedSession();
        const Error forbidden = statusError(403, QStringLiteral("Forbidden"), QStringLiteral("not for you"));
        const QString own = QStringLiteral("/api/v1/namespaces/nvidia-gpu-operator/pods");
        transport->answer(secrets, listOf({secretMetadata("gpu-operator", 1, "deployed")}));
        transport->answer(QStringLiteral("/api/v1/pods"), forbidden);
        transport->answer(own, forbidden);
        SessionReleases releases(session.get());
        session->start();
        QTRY_COMPARE(releases.keys().size(), 1);
        const ReleaseKey key = releases.keys().front();
        QSignalSpy podsChanged(&releases, &ReleaseSource::podsChanged);
        const auto problem = [&] {
            const auto pods = releases.pods(key);
            return pods ? QString() : pods.error().message;
        };
        QTRY_COMPARE(problem(), forbidden.message);
        QTRY_VERIFY(!podsChanged.isEmpty());

        transport->answer(own, emptyList);
        session->retryNow();
        QTRY_VERIFY(releases.pods(key).has_value());
        QCOMPARE(session->pods()->reflector().state(), Reflector::State::Denied);
    }

    void aServerThatCannotBeReachedFailsWithItsSentenceAndComesBack()
    {
        auto [session, transport] = scriptedSession();
        const Error refused{Error::Code::Unreachable, QStringLiteral("prod-eu does not answer."), {}, {}};
        transport->answer(secrets, refused);
        transport->answer(QStringLiteral("/api/v1/configmaps"), refused);
        session->start();
        QTRY_COMPARE(session->state(), ClusterSession::State::Failed);
        QCOMPARE(session->problem().message, refused.message);
        QVERIFY(!session->dataAge());

        transport->answer(secrets, listOf({secretMetadata("cilium", 1, "deployed")}));
        transport->answer(QStringLiteral("/api/v1/configmaps"), emptyList);
        session->retryNow();
        QTRY_COMPARE(session->state(), ClusterSession::State::Live);
        QVERIFY(session->dataAge().has_value());
    }

    void aSignInThatExpiresWhileConnectedFailsWithItsSentenceAndKeepsTheRows()
    {
        auto [session, transport] = scriptedSession();
        transport->answer(secrets, listOf({secretMetadata("cilium", 1, "deployed")}));
        session->start();
        QTRY_COMPARE(session->state(), ClusterSession::State::Live);
        const Error expired{Error::Code::Invalid, QStringLiteral("The client certificate expired."), {}, {}};
        for (const QString &path : {secrets, QStringLiteral("/api/v1/configmaps")}) {
            transport->answer(path, expired);
            transport->refuseWatches(path, expired);
            QTRY_VERIFY(transport->liveWatch(path));
            transport->liveWatch(path)->end(expired);
        }
        QTRY_COMPARE(session->state(), ClusterSession::State::Failed);
        QCOMPARE(session->problem().message, expired.message);
        QCOMPARE(session->releases()->keys().size(), 1);

        for (const QString &path : {secrets, QStringLiteral("/api/v1/configmaps")}) {
            transport->refuseWatches(path, std::nullopt);
            transport->answer(path, emptyList);
        }
        session->retryNow();
        QTRY_COMPARE(session->state(), ClusterSession::State::Live);
    }

    void anOwnerIsKnownBeforeItsRowIsTold()
    {
        auto [session, transport] = scriptedSession();
        transport->answer(secrets, listOf({secretMetadata("gpu-operator", 2, "deployed")}));
        QList<ReleaseKey> told;
        connect(session.get(), &ClusterSession::releasesChanged, this,
                [&told, s = session.get()](const ReleaseDelta &delta) {
                    for (const ReleaseKey &key : delta.added) {
                        QVERIFY(!s->ownership(key).evidence.isEmpty());
                        told << key;
                    }
                });
        session->start();
        QTRY_COMPARE(told.size(), 1);
    }

    void dataThatGrowsOldIsNotShownAsLive()
    {
        auto [session, transport] = scriptedSession();
        transport->answer(secrets, listOf({secretMetadata("cilium", 1, "deployed")}));
        session->start();
        QTRY_COMPARE(session->state(), ClusterSession::State::Live);
        // Nothing is under way any more that would make it young again.
        QTRY_COMPARE(session->releases()->state(), ReleaseStore::State::Complete);
        QTRY_COMPARE(transport->openWatchCount(), 3);
        m_clock.advance(60s);
        QVERIFY(*session->dataAge() >= 60s);
        QTRY_COMPARE_WITH_TIMEOUT(session->state(), ClusterSession::State::Reconnecting, 60'000);
    }

    void fault48WhatHelm2LeftIsNamed_data()
    {
        QTest::addColumn<bool>("isCut");
        QTest::newRow("all") << false;
        QTest::newRow("the first page") << true;
    }
    void fault48WhatHelm2LeftIsNamed()
    {
        QFETCH(bool, isCut);
        auto [session, transport] = scriptedSession();
        transport->answer(
            QStringLiteral("/api/v1/namespaces/kube-system/configmaps"), [isCut](const Request &request) {
                if (request.query.queryItemValue(QStringLiteral("labelSelector")) != u"OWNER=TILLER")
                    return Result<Response>(jsonResponse(emptyList));
                const auto item = [](const char *release) {
                    return R"({"metadata":{"name":"x","labels":{"OWNER":"TILLER","NAME":")" +
                           QByteArray(release) + R"("}}})";
                };
                QByteArray list = listOf({item("ingress"), item("ingress"), item("prom\u202eetheus")});
                if (isCut)
                    list.replace("\"resourceVersion\":\"10\"",
                                 "\"resourceVersion\":\"10\",\"continue\":\"next\"");
                return Result<Response>(jsonResponse(list));
            });
        session->start();
        QTRY_COMPARE(session->notices().size(), 1);
        QVERIFY2(
            session->notices().first().startsWith(QStringLiteral("Helm 2 left the records of ingress, prom")),
            qPrintable(session->notices().first()));
        QVERIFY(!session->notices().first().contains(QChar(0x202e)));
        QCOMPARE(session->notices().first().contains(u", … in kube-system"), isCut);
        QVERIFY(session->releases()->keys().isEmpty());
    }

    void fault22FiveThousandNodesThatFlapAtOnceAreOneLineAndHoldNothingUp() // I7
    {
        auto [session, transport] = scriptedSession();
        ScriptedCluster nodes(transport, QStringLiteral("/api/v1/nodes"));
        const auto put = [&nodes](const char *ready) {
            for (int i = 0; i < 5000; ++i)
                nodes.put(QStringLiteral("node-%1").arg(i), {}, nodeStatus(ready));
        };
        put("True");
        session->start();
        QTRY_COMPARE_WITH_TIMEOUT(session->nodes()->objects().size(), 5000, 20000);
        QVERIFY(session->notices().isEmpty());
        QSignalSpy changes(session->nodes(), &ObjectStoreBase::objectsChanged);
        put("False"); // what the network brings between two turns of the event loop
        LoopWatch loop;
        loop.start();
        const QString line = QStringLiteral("5000 of 5000 nodes are not ready.");
        QTRY_COMPARE_WITH_TIMEOUT(session->notices(), QStringList{line}, 20000);
        loop.stop();
        VERIFY_WORK(loop.longestWork(), 33ms);
        QVERIFY2(changes.size() <= 50, QByteArray::number(changes.size()).constData());
    }

    void aNodeThatChangesIsNewsWhereACountChanges()
    {
        auto [session, transport] = scriptedSession();
        ScriptedCluster nodes(transport, QStringLiteral("/api/v1/nodes"));
        nodes.put(QStringLiteral("gpu-001"), {}, nodeStatus("True"));
        session->start();
        QTRY_COMPARE(session->nodeCounts(), (NodeCounts{1, 1, 0, {0, 8}})); // none is allocatable
        QTRY_VERIFY(session->isSettled() && transport->liveWatch(nodes.path()));
        QSignalSpy changes(session->nodes(), &ObjectStoreBase::objectsChanged);
        QSignalSpy told(session.get(), &ClusterSession::stateChanged);
        nodes.put(QStringLiteral("gpu-001"), {}, nodeStatus("True"));
        QTRY_COMPARE(changes.size(), 1);
        nodes.put(QStringLiteral("gpu-001"), {}, nodeStatus("False"));
        QTRY_COMPARE(session->nodeCounts(), (NodeCounts{1, 1, 1, {0, 8}}));
        QCOMPARE(changes.size(), 2);
        QCOMPARE(told.size(), 1);
    }

    void nodesAreAsOldAsTheirOwnWatch()
    {
        auto [session, transport] = scriptedSession();
        ScriptedCluster nodes(transport, QStringLiteral("/api/v1/nodes"));
        nodes.put(QStringLiteral("gpu-001"), {}, nodeStatus("True"));
        QVERIFY(!session->nodesAge());
        session->start();
        QTRY_VERIFY(session->isSettled() && transport->liveWatch(nodes.path()));
        QCOMPARE(session->nodesAge(), 0ms);
        QSignalSpy changes(session->nodes(), &ObjectStoreBase::objectsChanged);
        m_clock.advance(18s);
        nodes.put(QStringLiteral("gpu-001"), {}, nodeStatus("False"));
        QTRY_COMPARE(changes.size(), 1);
        QCOMPARE(session->nodesAge(), 0ms);
        QCOMPARE(session->dataAge(), 18s); // of releases that nobody touched
    }

    void newRulesTurnTheOwnerAtOnce()
    {
        auto [session, transport] = scriptedSession();
        transport->answer(secrets, listOf({secretMetadata("gpu-operator", 1, "deployed")}));
        session->start();
        QTRY_COMPARE(session->releases()->keys().size(), 1);
        const ReleaseKey key = session->releases()->keys().front();
        QTRY_COMPARE(session->ownership(key).owner, Owner::Shared);
        QSignalSpy changes(session.get(), &ClusterSession::releasesChanged);
        const auto decided = m_rules.overriddenBy(
            "chartroomResponsibility: 1\ndecisions:\n  - {cluster: prod-eu, namespace: nvidia-gpu-operator, "
            "release: gpu-operator,\n     verdict: diverged, reason: Own branch, author: Ada, date: "
            "2026-11-21T03:31:00Z}\n",
            QStringLiteral("mine.yaml"));
        QVERIFY2(decided, qPrintable(decided ? QString() : decided.error().message));
        m_rules = *decided;
        session->applyRules();
        QCOMPARE(changes.size(), 1);
        QCOMPARE(changes[0][0].value<ReleaseDelta>().changed, QList<ReleaseKey>{key});
        const Ownership ownership = session->ownership(key);
        QCOMPARE(ownership.owner, Owner::Customer);
        QCOMPARE(ownership.scope, SupportScope::CustomerOwned);
        QVERIFY(ownership.evidence.front().text.contains(QStringLiteral("Ada declared")));
        QVERIFY(ownership.evidence.front().text.contains(QStringLiteral("Own branch")));
        session->applyRules();
        QCOMPARE(changes.size(), 1); // nothing new
    }

    void aStoppedSessionIsOff()
    {
        auto [session, transport] = scriptedSession();
        transport->answer(secrets, emptyList);
        session->start();
        QTRY_COMPARE(session->state(), ClusterSession::State::Live);
        session->stop();
        QCOMPARE(session->state(), ClusterSession::State::Off);
        QTRY_COMPARE(transport->liveWatchCount(), 0);
    }

private:
    std::pair<std::unique_ptr<ClusterSession>, ScriptedTransport *> scriptedSession()
    {
        auto transport = std::make_unique<ScriptedTransport>();
        ScriptedTransport *seen = transport.get();
        for (const char *path : {"/api/v1/secrets", "/api/v1/configmaps", "/api/v1/nodes", "/api/v1/pods"})
            transport->answer(QString::fromLatin1(path), emptyList);
        transport->answer(QStringLiteral("/version"), R"({"gitVersion":"v1.36.3"})");
        auto session = std::make_unique<ClusterSession>(parts(std::move(transport), &m_clock));
        m_invariants = std::make_unique<Invariants>(&m_clock);
        m_invariants->follow(session->releases());
        return {std::move(session), seen};
    }

    ClusterSession::Parts parts(std::unique_ptr<Transport> transport, const Clock *clock)
    {
        ClusterSession::Parts parts;
        parts.name = QStringLiteral("prod-eu");
        parts.transport = std::move(transport);
        parts.rules = &m_rules;
        parts.clock = clock;
        return parts;
    }

    FakeClock m_clock;
    std::unique_ptr<Invariants> m_invariants;
    ResponsibilityRules m_rules = test::bundledRules();
};

#include "tst_cluster_session.moc"
} // namespace tst_cluster_session

CHARTROOM_TEST(tst_cluster_session, ClusterSessionTest)
