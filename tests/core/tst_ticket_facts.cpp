// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/on_finished.h"
#include "core/rollout/driver_keys.h"
#include "core/ticket/attachments.h"
#include "core/ticket/facts_operation.h"
#include "core/ticket/open_matters.h"
#include "core/ticket/sections.h"
#include "core/ticket/session_facts.h"
#include "core/ticket/ticket_writers.h"
#include "tests/support/bundled_rules.h"
#include "tests/support/test_main.h"
#include "tests/support/told_window.h"
#include "tests/support/zip_reader.h"

#include <QJsonArray>
#include <QPromise>
#include <QSignalSpy>
#include <QTest>
#include <QUrlQuery>

#include <algorithm>

using namespace chartroom;
using namespace chartroom::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_ticket_facts {

namespace {

/// A recording whose containers still have their logs; `refused` is a list that may not be read.
class LoggingTransport final : public Transport
{
public:
    explicit LoggingTransport(std::shared_ptr<const Recording> told, QString refused)
        : recording(std::move(told))
        , m_refused(std::move(refused))
    {}

    QFuture<Result<Response>> get(const Request &request) override
    {
        if (request.path == m_refused)
            return readyFuture(Result<Response>(failure(Error::Code::Forbidden, u"It is forbidden."_s)));
        if (!request.path.endsWith(u"/log"))
            return recording.get(request);
        Response response;
        response.status = 200;
        response.contentType = "text/plain";
        response.body = request.query.hasQueryItem(u"previous"_s)
                            ? "Installing\nCould not resolve Linux kernel version\n"
                            : "Fetching with password=Zw-canary7kEND\n";
        QPromise<Result<Response>> promise;
        promise.start();
        promise.addResult(response);
        promise.finish();
        return promise.future();
    }
    WatchStream *watch(const Request &request, QObject *parent) override
    {
        return recording.watch(request, parent);
    }
    std::chrono::milliseconds clockSkew() const override { return recording.clockSkew(); }

    RecordedTransport recording;

private:
    QString m_refused;
};

/// One node of two, whose driver crashes.
std::shared_ptr<const Recording> crashing()
{
    ToldWindow window;
    for (const QString &name : {u"gpu-a"_s, u"gpu-b"_s}) {
        NodeSample node;
        node.name = name;
        node.labels.insert(u"crusoe.ai/instance.id"_s, u"f5c9b381-instance-"_s + name);
        window.put(u"nodes"_s, node.object());
        PodSample driver = driverPod(name);
        if (name == u"gpu-b") {
            driver.isReady = false;
            driver.waiting = u"CrashLoopBackOff"_s;
            driver.restarts = 12;
        }
        window.put(u"pods"_s, driver.object());
    }
    for (const QString &list :
         {u"daemonsets"_s, u"controllerrevisions"_s, u"poddisruptionbudgets"_s, u"events"_s, u"releases"_s})
        window.tell(list);
    return window.recording();
}

/// A node of that operator's, whose Deployment is scaled to 0, and the release that brought it.
ToldWindow abandoned(const QString &chart, const QString &image)
{
    ToldWindow window;
    NodeSample node;
    node.name = u"gpu-a"_s;
    window.put(u"nodes"_s, node.object());
    const QJsonObject pod{
        {u"spec"_s, QJsonObject{{u"containers"_s, QJsonArray{QJsonObject{{u"image"_s, image}}}}}}};
    window.put(u"deployments"_s, anyObject(u"apps/v1"_s, u"Deployment"_s, u"operators/controller"_s,
                                           {{u"replicas"_s, 0}, {u"template"_s, pod}}, {}));
    window.put(u"releases"_s, {{u"name"_s, u"drivers"_s},
                               {u"namespace"_s, u"operators"_s},
                               {u"revision"_s, 1},
                               {u"status"_s, u"deployed"_s},
                               {u"chart"_s, chart},
                               {u"chartVersion"_s, u"1.0.0"_s},
                               {u"values"_s, QJsonObject()}});
    for (const QString &list :
         {u"pods"_s, u"daemonsets"_s, u"controllerrevisions"_s, u"poddisruptionbudgets"_s, u"events"_s})
        window.tell(list);
    return window;
}

/// A session on what was told; the transport stays its own.
std::unique_ptr<ClusterSession> sessionOn(std::unique_ptr<LoggingTransport> transport,
                                          const ResponsibilityRules &rules, const QString &server = {})
{
    ClusterSession::Parts parts;
    parts.name = u"told"_s;
    parts.server = server;
    parts.ownClock = std::make_unique<RecordingClock>(&transport->recording);
    parts.clock = parts.ownClock.get();
    parts.transport = std::move(transport);
    parts.rules = &rules;
    auto session = std::make_unique<ClusterSession>(std::move(parts));
    session->start();
    return session;
}

std::unique_ptr<ClusterSession> sessionOn(const std::shared_ptr<const Recording> &told,
                                          const ResponsibilityRules &rules, const QString &server = {},
                                          const QString &refused = {})
{
    return sessionOn(std::make_unique<LoggingTransport>(told, refused), rules, server);
}

FactsOperation::Parts partsOf(ClusterSession *session, const ResponsibilityRules &rules)
{
    FactsOperation::Parts parts;
    parts.session = session;
    parts.rules = &rules;
    return parts;
}

bool isRead(FactsOperation &operation)
{
    const QSignalSpy finished(&operation, &FactsOperation::finished);
    operation.start();
    return QTest::qWaitFor([&finished] { return finished.size() == 1; }, 60'000);
}

} // namespace

/// What a session tells for a ticket.
class TestTicketFacts final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatKeepsPodsOnANodeNeedsAHandOfOurs_data()
    {
        QTest::addColumn<NoteKind>("kind");
        QTest::addColumn<bool>("isAtOnce"); // before the node is slow or stuck
        QTest::newRow("budget") << NoteKind::DisruptionBudget << true;
        QTest::newRow("several budgets") << NoteKind::SeveralBudgets << true;
        QTest::newRow("a DaemonSet's pod") << NoteKind::DaemonSetPod << true;
        QTest::newRow("finalizers") << NoteKind::SlowToEnd << false;
        QTest::newRow("long grace period") << NoteKind::LongGrace << false;
    }
    void whatKeepsPodsOnANodeNeedsAHandOfOurs()
    {
        QFETCH(NoteKind, kind);
        NodeTrack track;
        track.step = RolloutStep::Evict;
        track.verdict = Verdict::Moving;
        QVERIFY(!needsHand(track));
        track.blockers.append({kind, u"tenant-b/a, tenant-b/b (PodDisruptionBudgets)"_s});
        QTEST(needsHand(track), "isAtOnce");
        QCOMPARE(handOf(kind), Hand::Ours);
    }

    void theLogsOfPodsInTroubleAreAttachedWithoutSecrets()
    {
        const ResponsibilityRules rules = bundledRules();
        const std::unique_ptr<ClusterSession> session = sessionOn(crashing(), rules);
        FactsOperation operation(partsOf(session.get(), rules));
        QVERIFY(isRead(operation));

        QStringList names;
        for (const TicketFile &file : operation.facts().files)
            names.append(file.name);
        QCOMPARE(names.size(), 2); // of the pod that runs well none
        QVERIFY2(names.first().startsWith(u"nvidia-gpu-operator_driver-gpu-b") &&
                     names.first().endsWith(u".log"),
                 qPrintable(names.join(u' ')));
        QVERIFY2(names.last().endsWith(u".previous.log"), qPrintable(names.join(u' ')));

        const TicketOptions options{};
        const Ticket ticket = composeTicket(operation.facts(), options);
        const Result<TicketAttachments> attachments = ticketAttachments(ticket, operation.facts(), options);
        QVERIFY(attachments);
        const QList<UnzippedFile> files = unzipped(attachments->zip);
        const auto bytesOf = [&files](const QString &name) {
            const auto found = std::find_if(files.cbegin(), files.cend(), [&name](const UnzippedFile &file) {
                return file.name == u"files/"_s + name;
            });
            return found == files.cend() ? QByteArray() : found->bytes;
        };
        QVERIFY(bytesOf(names.last()).contains("Could not resolve Linux kernel version"));
        QVERIFY2(bytesOf(names.first()).contains("Fetching with password=••••"),
                 bytesOf(names.first()).constData());
    }

    void whereTheClusterIsReachedIsSaidAndReplacedWhereNamesAre()
    {
        const ResponsibilityRules rules = bundledRules();
        const std::unique_ptr<ClusterSession> session =
            sessionOn(crashing(), rules, u"api.prod-eu.example:6443"_s);
        FactsOperation operation(partsOf(session.get(), rules));
        QVERIFY(isRead(operation));
        TicketFacts facts = operation.facts();
        QCOMPARE(facts.cluster.server, u"api.prod-eu.example:6443"_s);
        NodeTrack stuck; // that the ticket says something about its machine
        stuck.node = u"gpu-b"_s;
        stuck.component = u"gpu"_s;
        stuck.verdict = Verdict::Stuck;
        facts.tracks = {stuck};
        facts.machines.insert(stuck.node, u"instance f5c9b381-instance-gpu-b"_s);
        TicketOptions options;
        options.phase = TicketPhase::During;
        const auto text = [&facts, &options] {
            return QString::fromUtf8(ticketText(composeTicket(facts, options).document)).simplified();
        };
        QVERIFY2(text().contains(u"API server: api.prod-eu.example:6443"), qPrintable(text()));
        QVERIFY2(text().contains(u"f5c9b381-instance-gpu-b"), qPrintable(text()));
        options.names = NameTable();
        QVERIFY2(!text().contains(u"prod-eu.example"), qPrintable(text()));
        QVERIFY2(!text().contains(u"f5c9b381"), qPrintable(text()));
    }

    void whatTheFindingsCouldNotReadKeepsTheWindowOpen_data()
    {
        QTest::addColumn<QString>("refused");
        QTest::newRow("all is read") << QString();
        QTest::newRow("not what only the findings read")
            << u"/apis/scheduling.volcano.sh/v1beta1/podgroups"_s;
    }
    void whatTheFindingsCouldNotReadKeepsTheWindowOpen()
    {
        QFETCH(QString, refused);
        ToldWindow window;
        NodeSample node;
        node.name = u"gpu-a"_s;
        window.put(u"nodes"_s, node.object());
        for (const QString &list : {u"pods"_s, u"daemonsets"_s, u"controllerrevisions"_s,
                                    u"poddisruptionbudgets"_s, u"events"_s, u"releases"_s})
            window.tell(list);
        const ResponsibilityRules rules = bundledRules();
        const std::unique_ptr<ClusterSession> session = sessionOn(window.recording(), rules, {}, refused);
        FactsOperation operation(partsOf(session.get(), rules));
        QVERIFY(isRead(operation));
        QCOMPARE(openMatters(operation.facts()).join(u' ').contains(u"It is forbidden."), !refused.isEmpty());
    }

    void everyDriverOfAnOperatorIsInItsTicketAndKeepsTheWindowOpen_data()
    {
        QTest::addColumn<QString>("chart");
        QTest::addColumn<QString>("component");
        QTest::addColumn<bool>("isDone");
        QTest::newRow("SR-IOV, draining") << u"network-operator"_s << u"sriov"_s << false;
        QTest::newRow("SR-IOV, done") << u"network-operator"_s << u"sriov"_s << true;
        QTest::newRow("SR-IOV by its own chart") << u"sriov-network-operator-chart"_s << u"sriov"_s << true;
        QTest::newRow("AMD, done") << u"gpu-operator-charts"_s << u"amd"_s << true;
        QTest::newRow("AMD by another name") << u"amd-gpu-operator"_s << u"amd"_s << true;
        QTest::newRow("AMD without a release") << u"gpu-operator"_s << u"amd"_s << true;
        QTest::newRow("SR-IOV without a release, draining") << u"gpu-operator"_s << u"sriov"_s << false;
    }
    void everyDriverOfAnOperatorIsInItsTicketAndKeepsTheWindowOpen()
    {
        QFETCH(QString, chart);
        QFETCH(QString, component);
        QFETCH(bool, isDone);
        const bool isAmd = component == u"amd";
        ToldWindow window =
            abandoned(chart, isAmd ? u"docker.io/rocm/gpu-operator:v1.4.0"_s
                                   : u"ghcr.io/k8snetworkplumbingwg/sriov-network-operator:v1.6.0"_s);
        if (isAmd)
            window.put(
                u"deviceconfigs"_s,
                anyObject(u"amd.com/v1alpha1"_s, u"DeviceConfig"_s, u"operators/mi300x"_s,
                          toldJson("{'driver':{'version':'30.30.0','upgradePolicy':{'enable':true}}}"),
                          {{u"nodeModuleStatus"_s,
                            toldJson("{'gpu-a':{'status':'Upgrade-Complete',"
                                     "'containerImage':'registry.example/amdgpu:ubuntu-30.30.0'}}")}}));
        else
            window.put(
                u"sriovnetworknodestates"_s,
                anyObject(
                    u"sriovnetwork.openshift.io/v1"_s, u"SriovNetworkNodeState"_s, u"operators/gpu-a"_s, {},
                    toldJson(isDone ? "{'syncStatus':'Succeeded'}" : "{'syncStatus':'InProgress'}"),
                    {{u"sriovnetwork.openshift.io/desired-state"_s, isDone ? u"Idle"_s : u"Drain_Required"_s},
                     {u"sriovnetwork.openshift.io/current-state"_s, isDone ? u"Idle"_s : u"Draining"_s}}));
        const ResponsibilityRules rules = bundledRules();
        const std::unique_ptr<ClusterSession> session = sessionOn(window.recording(), rules);
        FactsOperation::Parts wanted = partsOf(session.get(), rules);
        const ReleaseKey key{u"operators"_s, u"drivers"_s, ReleaseStorage::Secret};
        wanted.releases = {key};
        QTRY_COMPARE_WITH_TIMEOUT(session->releases()->state(), ReleaseStore::State::Complete, 60'000);
        QVERIFY(session->releases()->find(key) && session->releases()->find(key)->record);
        FactsOperation operation(std::move(wanted));
        QVERIFY(isRead(operation));

        const TicketFacts facts = operation.facts();
        QCOMPARE(facts.releases.size(), 1);
        QCOMPARE(facts.tracks.size(), 1);
        QCOMPARE(facts.tracks.first().component, component);
        QCOMPARE(facts.paces.size(), 1);
        const bool isOfRelease = chart != u"gpu-operator";
        QCOMPARE(releaseOfTrack(facts, facts.tracks.first()) != nullptr, isOfRelease);
        QCOMPARE(facts.operators.size(), 1);
        const QString open = openMatters(facts).join(u' ');
        QVERIFY2(open.contains(u"is scaled to 0"), qPrintable(open));
    }

    void theCustomersOwnOperatorsAreChosenWhereTheProviderBringsNoSuchDriver()
    {
        ToldWindow window;
        const auto release = [&window](const QString &space, const QString &chart) {
            window.put(u"releases"_s, {{u"name"_s, u"drivers"_s},
                                       {u"namespace"_s, space},
                                       {u"revision"_s, 1},
                                       {u"status"_s, u"deployed"_s},
                                       {u"chart"_s, chart},
                                       {u"chartVersion"_s, u"1.0.0"_s},
                                       {u"values"_s, QJsonObject()}});
        };
        for (const QString &list : {u"nodes"_s, u"pods"_s})
            window.tell(list);
        release(u"own-amd"_s, u"gpu-operator-charts"_s);
        release(u"own-nvidia"_s, u"gpu-operator"_s);
        release(u"nvidia-gpu-operator"_s, u"gpu-operator"_s);
        const ResponsibilityRules rules = bundledRules();
        const std::unique_ptr<ClusterSession> session = sessionOn(window.recording(), rules);
        QTRY_COMPARE_WITH_TIMEOUT(session->releases()->state(), ReleaseStore::State::Complete, 60'000);
        const auto spaces = [&session] {
            QStringList chosen;
            for (const ReleaseKey &key : ticketReleases(*session))
                chosen.append(key.namespaceName);
            return chosen;
        };
        QTRY_COMPARE_WITH_TIMEOUT(spaces(), (QStringList{u"nvidia-gpu-operator"_s, u"own-amd"_s}), 60'000);
    }

    void aPodThatIsNotReadyKeepsTheWindowOpenWhateverItsContainersSay()
    {
        ToldWindow window = abandoned(u"node-feature-discovery"_s, u"registry.example/nfd:v0.18.3"_s);
        const QJsonObject spec = toldJson("{'nodeName':'gpu-a','containers':[{'name':'main'}]}");
        const auto put = [&](const QString &name, const char *status) {
            window.put(u"pods"_s, anyObject(u"v1"_s, u"Pod"_s, name, spec, toldJson(status)));
        };
        put(u"operators/worker-a"_s,
            "{'phase':'Running','containerStatuses':[{'name':'main','ready':true}],'conditions':[{'type':"
            "'Ready','status':'False','lastTransitionTime':'2026-11-20T00:00:00Z'}]}");
        put(u"operators/worker-b"_s,
            "{'phase':'Running','containerStatuses':[{'name':'main','ready':true}],'conditions':[{'type':"
            "'Ready','status':'True','lastTransitionTime':'2026-11-20T00:00:00Z'}]}");
        put(u"operators/job"_s,
            "{'phase':'Succeeded','containerStatuses':[{'name':'main','ready':false}],'conditions':[{'type':"
            "'Ready','status':'False','lastTransitionTime':'2026-11-20T00:00:00Z'}]}");
        const ResponsibilityRules rules = bundledRules();
        const std::unique_ptr<ClusterSession> session = sessionOn(window.recording(), rules);
        FactsOperation::Parts wanted = partsOf(session.get(), rules);
        wanted.releases = {{u"operators"_s, u"drivers"_s, ReleaseStorage::Secret}};
        QTRY_COMPARE_WITH_TIMEOUT(session->releases()->state(), ReleaseStore::State::Complete, 60'000);
        FactsOperation operation(std::move(wanted));
        QVERIFY(isRead(operation));
        QCOMPARE(operation.facts().notRunning, QStringList{u"operators/worker-a"_s});
    }

    /// In a rollout there is always something that the nodes' store has still to take over.
    void theRolloutIsReadAlsoWhileItChanges()
    {
        ToldWindow window = abandoned(u"node-feature-discovery"_s, u"registry.example/nfd:v0.18.3"_s);
        DaemonSetSample drivers;
        window.put(u"daemonsets"_s, drivers.object());
        window.put(u"pods"_s, driverPod(u"gpu-a"_s).object());
        for (int second = 1; second <= 60; ++second) {
            NodeSample node;
            node.name = u"gpu-a"_s;
            node.isCordoned = second % 2 == 0;
            window.put(u"nodes"_s, node.object(), second);
            drivers.generation = second;
            window.put(u"daemonsets"_s, drivers.object(), second);
        }
        const ResponsibilityRules rules = bundledRules();
        auto transport = std::make_unique<LoggingTransport>(window.recording(), QString());
        RecordedTransport &recording = transport->recording;
        const std::unique_ptr<ClusterSession> session = sessionOn(std::move(transport), rules);
        RolloutStore &rollout = *session->rollout();
        rollout.start();
        QTRY_VERIFY_WITH_TIMEOUT(rollout.isComplete(), 60'000);
        int asked = 0;
        for (int second = 1; second <= 60 && asked < 5; ++second) {
            recording.seek(std::chrono::seconds(second));
            if (!QTest::qWaitFor([&] { return !rollout.isComplete(); }, 200))
                continue;
            ++asked;
            FactsOperation::Parts wanted = partsOf(session.get(), rules);
            wanted.releases = {{u"operators"_s, u"drivers"_s, ReleaseStorage::Secret}};
            FactsOperation operation(std::move(wanted));
            QElapsedTimer time;
            time.start();
            QVERIFY(isRead(operation));
            QVERIFY(time.elapsed() < 10'000); // not only when patience ends
            QVERIFY(operation.facts().areTracksKnown);
            QVERIFY2(!operation.facts().unknown.join(u' ').contains(u"in time"),
                     qPrintable(operation.facts().unknown.join(u' ')));
        }
        QVERIFY(asked > 0);
    }

    /// Paces are computed up to a second after the tracks that they count.
    void aNodeIsCountedOnceInATicket()
    {
        ToldWindow window = abandoned(u"node-feature-discovery"_s, u"registry.example/nfd:v0.18.3"_s);
        NodeSample node;
        node.name = u"gpu-a"_s;
        for (const auto &[second, step] :
             {std::pair(0, "upgrade-required"), std::pair(30, "drain-required")}) {
            node.labels.insert(driverKeys(DriverKind::Gpu).state, QString::fromLatin1(step));
            node.isCordoned = second > 0;
            window.put(u"nodes"_s, node.object(), second);
        }
        window.put(u"pods"_s, driverPod(u"gpu-a"_s).object());
        const ResponsibilityRules rules = bundledRules();
        auto transport = std::make_unique<LoggingTransport>(window.recording(), QString());
        RecordedTransport &recording = transport->recording;
        const std::unique_ptr<ClusterSession> session = sessionOn(std::move(transport), rules);
        RolloutStore &rollout = *session->rollout();
        rollout.start();
        QTRY_VERIFY_WITH_TIMEOUT(rollout.isComplete() && !rollout.paces().isEmpty(), 60'000);
        recording.seek(40s);
        const auto isTaken = [&rollout] {
            const NodeTrack *track = rollout.find({u"gpu-a"_s, u"gpu"_s});
            return rollout.isComplete() && track && track->step == RolloutStep::Drain;
        };
        QVERIFY(QTest::qWaitFor(isTaken, 20'000));
        const TicketFacts facts = sessionFacts(session.get(), rules, {});
        const auto pace = std::find_if(facts.paces.cbegin(), facts.paces.cend(),
                                       [](const Pace &one) { return one.component == u"gpu"; });
        QVERIFY(pace != facts.paces.cend());
        QCOMPARE(pace->nodes, 1);
        QCOMPARE(pace->waiting, 0);
        const QList<ComponentCount> counts = componentCounts(facts.tracks);
        QVERIFY(!counts.isEmpty());
        for (const ComponentCount &count : counts)
            QCOMPARE(count.count(Verdict::Waiting), 0);
    }

    void aPodThatWasNeverMadeKeepsTheWindowOpen()
    {
        ToldWindow window = abandoned(u"node-feature-discovery"_s, u"registry.example/nfd:v0.18.3"_s);
        const auto set = [&](const QString &name, const char *status) {
            window.put(u"daemonsets"_s, anyObject(u"apps/v1"_s, u"DaemonSet"_s, name, {}, toldJson(status)));
        };
        set(u"operators/short"_s, "{'desiredNumberScheduled':3,'currentNumberScheduled':2}");
        set(u"operators/whole"_s, "{'desiredNumberScheduled':3,'currentNumberScheduled':3}");
        set(u"elsewhere/short"_s, "{'desiredNumberScheduled':3,'currentNumberScheduled':2}");
        window.put(u"deployments"_s, anyObject(u"apps/v1"_s, u"Deployment"_s, u"operators/webhook"_s,
                                               toldJson("{'replicas':2}"), {}));
        const ResponsibilityRules rules = bundledRules();
        const std::unique_ptr<ClusterSession> session = sessionOn(window.recording(), rules);
        FactsOperation::Parts wanted = partsOf(session.get(), rules);
        wanted.releases = {{u"operators"_s, u"drivers"_s, ReleaseStorage::Secret}};
        QTRY_COMPARE_WITH_TIMEOUT(session->releases()->state(), ReleaseStore::State::Complete, 60'000);
        FactsOperation operation(std::move(wanted));
        QVERIFY(isRead(operation));
        const TicketFacts facts = operation.facts();
        QVERIFY(facts.notRunning.isEmpty());
        QCOMPARE(facts.withoutPods, (QStringList{u"DaemonSet operators/short: 2 of 3 pods exist."_s,
                                                 u"Deployment operators/webhook: 0 of 2 pods exist."_s}));
        const QStringList open = openMatters(facts);
        QVERIFY(open.contains(facts.withoutPods.first()));
    }
};

#include "tst_ticket_facts.moc"
} // namespace tst_ticket_facts

CHARTROOM_TEST(tst_ticket_facts, TestTicketFacts)
