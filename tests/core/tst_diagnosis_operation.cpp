// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/on_finished.h"
#include "core/diagnosis/diagnosis_operation.h"
#include "core/recording/recorded_transport.h"
#include "core/recording/recording_reader.h"
#include "core/rollout/rollout_inputs.h"
#include "core/upgrade/journal.h"
#include "tests/support/bundled_rules.h"
#include "tests/support/scripted_releases.h"
#include "tests/support/test_main.h"
#include "tests/support/told_window.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <functional>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace HIDDEN_FROM_MOC tst_diagnosis_operation {

namespace {

/// Two nodes, the driver of one of which cannot be pulled; its validator waits.
ToldWindow brokenCluster()
{
    ToldWindow window;
    for (const QString &name : {u"gpu-a"_s, u"gpu-b"_s}) {
        NodeSample node;
        node.name = name;
        window.put(u"nodes"_s, node.object());
        PodSample driver = driverPod(name);
        if (name == u"gpu-b") {
            driver.isReady = false;
            driver.waiting = u"ImagePullBackOff"_s;
        }
        window.put(u"pods"_s, driver.object());
        PodSample validator;
        validator.name = u"nvidia-gpu-operator/validator-"_s + name;
        validator.node = name;
        validator.ownerName = u"nvidia-operator-validator"_s;
        validator.labels = {{u"app"_s, u"nvidia-operator-validator"_s}};
        if (name == u"gpu-b")
            validator.init = u"running"_s;
        window.put(u"pods"_s, validator.object());
    }
    for (const QString &list : {u"daemonsets"_s, u"controllerrevisions"_s, u"poddisruptionbudgets"_s})
        window.tell(list);
    window.put(
        u"events"_s,
        toldJson("{'metadata':{'name':'e1','namespace':'nvidia-gpu-operator','uid':'e1'},"
                 "'type':'Warning','reason':'Failed','message':'Failed to pull image',"
                 "'involvedObject':{'kind':'Pod','namespace':'nvidia-gpu-operator','name':'driver-gpu-b'},"
                 "'firstTimestamp':'2026-11-20T01:00:00Z','lastTimestamp':'2026-11-20T02:00:00Z'}"));
    return window;
}

/// A recording at its end, and what is read from it.
struct RecordedEnd
{
    explicit RecordedEnd(std::shared_ptr<const Recording> recording)
        : transport(std::move(recording))
        , clock(&transport)
        , nodes(&transport, everyObject("/api/v1/nodes"), &clock, nullptr)
        , pods(&transport, everyObject("/api/v1/pods"), &clock, nullptr)
        , rollout(&transport, &nodes, &pods, &clock)
    {
        transport.seek(transport.recording().duration());
    }

    RecordedTransport transport;
    RecordingClock clock;
    NodeStore nodes;
    PodStore pods;
    RolloutStore rollout;
};

/// Another transport, over which some of what is asked for is forbidden.
class RefusingTransport final : public Transport
{
public:
    using Refuses = std::function<bool(const Request &)>;
    RefusingTransport(Transport *inner, Refuses refuses)
        : m_inner(inner)
        , m_refuses(std::move(refuses))
    {}

    QFuture<Result<Response>> get(const Request &request) override
    {
        if (!m_refuses(request))
            return m_inner->get(request);
        return readyFuture(Result<Response>(
            failure(Error::Code::Forbidden, request.path.section(u'/', -1) + u" is forbidden"_s)));
    }
    WatchStream *watch(const Request &request, QObject *parent) override
    {
        return m_inner->watch(request, parent);
    }
    [[nodiscard]] std::chrono::milliseconds clockSkew() const override { return m_inner->clockSkew(); }

private:
    Transport *m_inner;
    Refuses m_refuses;
};

/// Another transport, over which what is asked for below that path is never answered.
class SilentTransport final : public Transport
{
public:
    SilentTransport(Transport *inner, QString path)
        : m_inner(inner)
        , m_path(std::move(path))
    {}

    QFuture<Result<Response>> get(const Request &request) override
    {
        if (!request.path.startsWith(m_path))
            return m_inner->get(request);
        QPromise<Result<Response>> &open = m_open.emplace_back();
        open.start();
        return open.future();
    }
    WatchStream *watch(const Request &request, QObject *parent) override
    {
        return m_inner->watch(request, parent);
    }

    [[nodiscard]] std::chrono::milliseconds clockSkew() const override { return m_inner->clockSkew(); }

private:
    Transport *m_inner;
    QString m_path;
    std::vector<QPromise<Result<Response>>> m_open;
};

/// Another transport, whose Secrets are those of a third one.
class SecretsBeside final : public Transport
{
public:
    SecretsBeside(Transport *inner, Transport *secrets)
        : m_inner(inner)
        , m_secrets(secrets)
    {}

    QFuture<Result<Response>> get(const Request &request) override
    {
        return (request.path.contains(u"/secrets") ? m_secrets : m_inner)->get(request);
    }
    WatchStream *watch(const Request &request, QObject *parent) override
    {
        return m_inner->watch(request, parent);
    }
    [[nodiscard]] std::chrono::milliseconds clockSkew() const override { return m_inner->clockSkew(); }

private:
    Transport *m_inner;
    Transport *m_secrets;
};

/// What a rollback of a program that was killed wrote: its helm has ended.
void writeCutRollback(const QString &folder, const QDateTime &begun)
{
    const auto journal = Journal::create(folder);
    const Value first(Value::Map{{u"operation"_s, Value(u"20260801t080000z-4f3a9c21"_s)},
                                 {u"kind"_s, Value(u"rollback"_s)},
                                 {u"context"_s, Value(u"cmk"_s)},
                                 {u"namespace"_s, Value(u"tenant-a"_s)},
                                 {u"release"_s, Value(u"gpu-operator"_s)},
                                 {u"storage"_s, Value(u"secret"_s)},
                                 {u"plannedOn"_s, Value(Value::Number{u"2"_s})},
                                 {u"toRevision"_s, Value(Value::Number{u"1"_s})}});
    using Kind = JournalRecord::Kind;
    for (const JournalRecord &record : {JournalRecord{Kind::Intent, u"Lease"_s, begun, first},
                                        JournalRecord{Kind::Intent, u"Helm"_s, begun, Value(Value::Map{})},
                                        JournalRecord{Kind::Outcome, u"Helm"_s, begun, Value(Value::Map{})}})
        QVERIFY((*journal)->append(record).has_value());
}

/// A node that is done and still cordoned, with an event of its GPU driver's rollout.
ToldWindow cordonedNode()
{
    ToldWindow window;
    NodeSample node;
    node.name = u"gpu-a"_s;
    node.labels = {{driverKeys(DriverKind::Gpu).state, u"upgrade-done"_s}};
    node.isCordoned = true;
    window.put(u"nodes"_s, node.object());
    PodSample driver = driverPod(node.name);
    DaemonSetSample set;
    set.name = u"nvidia-gpu-operator/"_s + driver.ownerName;
    set.podLabels = driver.labels;
    set.desired = set.updated = 1;
    driver.labels.insert(u"controller-revision-hash"_s, u"new"_s);
    window.put(u"pods"_s, driver.object());
    window.put(u"daemonsets"_s, set.object());
    window.put(u"controllerrevisions"_s, set.revision(u"new"_s, 1));
    window.tell(u"poddisruptionbudgets"_s);
    window.put(u"events"_s, toldJson("{'metadata':{'name':'e1','namespace':'default','uid':'e1'},"
                                     "'type':'Normal','reason':'GPUDriverUpgrade','message':'done',"
                                     "'involvedObject':{'kind':'Node','name':'gpu-a'},"
                                     "'lastTimestamp':'2026-11-20T23:50:00Z'}"));
    window.put(u"nodes"_s, node.object(), 1200);
    return window;
}

template<typename Cluster>
DiagnosisOperation::Parts partsOver(Cluster &rollout)
{
    DiagnosisOperation::Parts parts;
    parts.transport = &rollout.transport;
    parts.nodes = &rollout.nodes;
    parts.pods = &rollout.pods;
    parts.rollout = &rollout.rollout;
    parts.signatures = Signatures::bundled().value_or(Signatures());
    parts.rules = bundledRules();
    return parts;
}

} // namespace

class DiagnosisOperationTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatAnOperationOfThisMachineLeftPendingIsFoundAtOnce_data()
    {
        QTest::addColumn<QString>("context");
        QTest::addColumn<bool>("isBelow"); // a later revision is deployed
        QTest::addColumn<QString>("signature");
        QTest::addColumn<bool>("isFound");
        const QString here = u"release-interrupted-here"_s;
        const QString below = u"release-pending-below"_s;
        QTest::newRow("this cluster's") << u"cmk"_s << false << here << true;
        QTest::newRow("another cluster's") << u"other"_s << false << here << false;
        QTest::newRow("below, this cluster's") << u"cmk"_s << true << below << false; // nobody runs its helm
        QTest::newRow("below, another cluster's") << u"other"_s << true << below << true;
    }
    void whatAnOperationOfThisMachineLeftPendingIsFoundAtOnce()
    {
        QFETCH(QString, context);
        QFETCH(bool, isBelow);
        QFETCH(QString, signature);
        QTemporaryDir home;
        const QDateTime begun({2026, 8, 1}, {8, 0}, Qt::UTC); // when the record was created
        writeCutRollback(home.filePath(u"operations/one"_s), begun);
        ScriptedTransport secrets;
        ScriptedReleases releases(&secrets);
        ReleaseBuilder newest;
        newest.namespaceName = u"tenant-a"_s;
        newest.revision = 3;
        newest.status = u"pending-rollback"_s;
        newest.description = u"Rollback to 1"_s;
        releases.put(newest);
        ReleaseBuilder later;
        later.namespaceName = newest.namespaceName;
        later.revision = 4;
        if (isBelow)
            releases.put(later);
        RecordedEnd end(brokenCluster().recording());
        SecretsBeside both(&end.transport, &secrets);
        DiagnosisOperation::Parts parts = partsOver(end);
        parts.transport = &both;
        parts.operations = home.filePath(u"operations"_s);
        parts.cluster = context;
        OwnedRelease release;
        release.key = {u"tenant-a"_s, u"gpu-operator"_s, ReleaseStorage::Secret};
        release.standing.revision = 3;
        release.standing.status = ReleaseStatus::PendingRollback;
        release.standing.since = begun;
        if (isBelow) {
            RevisionEntry below;
            below.revision = 3;
            below.status = ReleaseStatus::PendingRollback;
            release.standing.situation.below = below;
            release.standing.revision = 4;
            release.standing.status = ReleaseStatus::Deployed;
        }
        parts.releases = {release};
        DiagnosisOperation operation(std::move(parts));
        const QSignalSpy finished(&operation, &DiagnosisOperation::finished);
        operation.start();
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, 20'000);
        QVERIFY(operation.result().has_value());
        const QList<Finding> &findings = operation.result()->findings;
        QTEST(std::any_of(findings.cbegin(), findings.cend(),
                          [&signature](const Finding &one) { return one.signature == signature; }),
              "isFound");
    }

    void aRecordingIsJudgedToo()
    {
        ToldRollout rollout(brokenCluster().recording());
        DiagnosisOperation operation(partsOver(rollout));
        const QSignalSpy finished(&operation, &DiagnosisOperation::finished);
        operation.start();
        QTRY_COMPARE(finished.size(), 1);
        QVERIFY2(operation.result().has_value(),
                 operation.result() ? "" : qPrintable(operation.result().error().message));
        QCOMPARE(operation.step(), DiagnosisOperation::Step::Over);
        QCOMPARE(operation.result()->findings.size(), 1);
        const Finding &finding = operation.result()->findings.first();
        QCOMPARE(finding.signature, u"image-pull"_s);
        QCOMPARE(finding.nodes, QStringList{u"gpu-b"_s});
        QCOMPARE(finding.consequences.size(), 1);
        QCOMPARE(finding.consequences.first().operand, u"validator"_s);
    }

    void withoutItsNodesTheRestIsJudgedAndNeverCalledClean()
    {
        ToldRollout told(brokenCluster().recording());
        RefusingTransport transport(&told.transport,
                                    [](const Request &request) { return request.path == u"/api/v1/nodes"; });
        NodeStore nodes(&transport, everyObject("/api/v1/nodes"), &told.clock, nullptr);
        PodStore pods(&transport, everyObject("/api/v1/pods"), &told.clock, nullptr);
        RolloutStore rollout(&transport, &nodes, &pods, &told.clock);
        DiagnosisOperation::Parts parts = partsOver(told);
        parts.transport = &transport;
        parts.nodes = &nodes;
        parts.pods = &pods;
        parts.rollout = &rollout;
        DiagnosisOperation operation(std::move(parts));
        const QSignalSpy finished(&operation, &DiagnosisOperation::finished);
        operation.start();
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, 30'000);
        QVERIFY2(operation.result().has_value(),
                 operation.result() ? "" : qPrintable(operation.result().error().message));
        const DiagnosisResult &result = *operation.result();
        QCOMPARE(result.extent.nodes, 0);
        QCOMPARE(result.missing.filter(u"nodes is forbidden"_s).size(), 1);
        QVERIFY(result.notices.contains(result.missing.filter(u"nodes is forbidden"_s).first()));
        const auto pull = std::find_if(result.findings.cbegin(), result.findings.cend(),
                                       [](const Finding &one) { return one.signature == u"image-pull"; });
        QVERIFY(pull != result.findings.cend());
        QCOMPARE(pull->nodes, QStringList{u"gpu-b"_s}); // as the pod says
    }

    void anUnknownVersionIsToldOnceForEachKind()
    {
        ToldWindow window = brokenCluster();
        for (const QString &name : {u"cluster-policy"_s, u"second"_s})
            window.put(u"clusterpolicies"_s,
                       anyObject(u"nvidia.com/v2"_s, u"ClusterPolicy"_s, name, QJsonObject(), QJsonObject()));
        ToldRollout rollout(window.recording());
        DiagnosisOperation operation(partsOver(rollout));
        const QSignalSpy finished(&operation, &DiagnosisOperation::finished);
        operation.start();
        QTRY_COMPARE(finished.size(), 1);
        QVERIFY(operation.result().has_value());
        const QStringList told = operation.result()->notices.filter(u"nvidia.com/v2"_s);
        QCOMPARE(told.size(), 1);
        QVERIFY2(told.first().contains(u"ClusterPolicy"), qPrintable(told.first()));
    }

    void aRealWindowNamesTheNodeWhoseDriverEnds()
    {
        const auto recording = loadRecording(QString::fromUtf8(CHARTROOM_TEST_DATA) +
                                             u"/gpu-then-ib-one-node-crashes.jsonl.gz"_s);
        QVERIFY2(recording.has_value(), recording ? "" : qPrintable(recording.error().message));
        RecordedEnd end(*recording);
        DiagnosisOperation operation(partsOver(end));
        const QSignalSpy finished(&operation, &DiagnosisOperation::finished);
        operation.start();
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, 60'000);
        QVERIFY(operation.result().has_value());
        const QList<Finding> &findings = operation.result()->findings;
        QVERIFY(!findings.isEmpty());
        QCOMPARE(findings.first().signature, u"kernel-headers-unresolved"_s);
        QCOMPARE(findings.first().quote, u"Could not resolve Linux kernel version"_s);
        QCOMPARE(findings.first().since, QDateTime({2026, 11, 21}, {3, 31, 31}, Qt::UTC));
        for (const Finding &finding : findings)
            QVERIFY2(finding.nodes == QStringList{u"gpu-011"_s}, qPrintable(finding.signature));
    }

    void aCancelledOneSaysSoOnce()
    {
        ToldRollout rollout(brokenCluster().recording());
        DiagnosisOperation operation(partsOver(rollout));
        const QSignalSpy finished(&operation, &DiagnosisOperation::finished);
        operation.start();
        operation.cancel();
        operation.cancel();
        QCOMPARE(finished.size(), 1);
        QVERIFY(!operation.result().has_value());
        QCOMPARE(operation.result().error().code, Error::Code::Cancelled);
        QTRY_VERIFY(rollout.rollout.isComplete()); // which does not wake it again
        QCOMPARE(finished.size(), 1);
    }

    void whoseRolloutLeftACordonIsToldByTheEventsOfAllDrivers_data()
    {
        QTest::addColumn<QString>("refused");
        QTest::addColumn<bool>("isTold");
        QTest::newRow("all are read") << QString() << true;
        QTest::newRow("not the GPU driver's") << u"reason=GPUDriverUpgrade"_s << false;
        QTest::newRow("not the InfiniBand driver's") << u"reason=OFEDDriverUpgrade"_s << false;
    }
    void whoseRolloutLeftACordonIsToldByTheEventsOfAllDrivers()
    {
        QFETCH(QString, refused);
        ToldRollout rollout(cordonedNode().recording());
        QTRY_VERIFY(rollout.rollout.isComplete());
        rollout.transport.seek(1200s); // beyond the patience for a cordon
        RefusingTransport transport(&rollout.transport, [&refused](const Request &request) {
            const QString asked = request.query.queryItemValue(u"fieldSelector"_s, QUrl::FullyDecoded);
            return !refused.isEmpty() && asked == refused;
        });
        DiagnosisOperation::Parts parts = partsOver(rollout);
        parts.transport = &transport;
        DiagnosisOperation operation(std::move(parts));
        const QSignalSpy finished(&operation, &DiagnosisOperation::finished);
        operation.start();
        QTRY_COMPARE(finished.size(), 1);
        QVERIFY(operation.result().has_value());
        QString quote;
        for (const Finding &one : operation.result()->findings)
            if (one.signature == u"cordon-left")
                quote = one.quote;
        QVERIFY2(quote.contains(u"still cordoned"), qPrintable(quote));
        QTEST(quote.contains(u"only events of the GPU driver rollout"), "isTold");
    }

    /// The API was slow: what was not read in time is no clean bill.
    void whatWasNotReadInTimeIsMissing_data()
    {
        QTest::addColumn<QString>("silent");
        QTest::addColumn<QString>("named");
        QTest::newRow("warnings") << u"/api/v1/events"_s << u"events"_s;
        QTest::newRow("policies") << u"/apis/nvidia.com/v1/clusterpolicies"_s << u"clusterpolicies"_s;
        QTest::newRow("kinds of operators") << u"/apis"_s << u"operators"_s;
        QTest::newRow("nothing") << u"/none"_s << QString();
    }
    void whatWasNotReadInTimeIsMissing()
    {
        QFETCH(QString, silent);
        QFETCH(QString, named);
        ToldWindow window;
        NodeSample node;
        node.name = u"gpu-a"_s;
        window.put(u"nodes"_s, node.object());
        window.put(u"pods"_s, driverPod(node.name).object());
        for (const QString &list : {u"daemonsets"_s, u"controllerrevisions"_s, u"poddisruptionbudgets"_s,
                                    u"deployments"_s, u"resourceclaims"_s})
            window.tell(list);
        ToldRollout rollout(window.recording());
        SilentTransport transport(&rollout.transport, silent);
        DiagnosisOperation::Parts parts = partsOver(rollout);
        parts.transport = &transport;
        parts.listTime = named.isEmpty() ? 60s : 50ms;
        DiagnosisOperation operation(std::move(parts));
        const QSignalSpy finished(&operation, &DiagnosisOperation::finished);
        operation.start();
        QTRY_COMPARE(finished.size(), 1);
        QVERIFY(operation.result().has_value());
        const QStringList &missing = operation.result()->missing;
        QVERIFY2(named.isEmpty() || !missing.filter(named).isEmpty(), qPrintable(missing.join(u'\n')));
        QVERIFY2(!named.isEmpty() || missing.filter(u"in time"_s).isEmpty(), qPrintable(missing.join(u'\n')));
        for (const QString &one : missing)
            QVERIFY2(operation.result()->notices.contains(one), qPrintable(one));
    }

    void whereNodesCannotBeReadNothingIsSaid()
    {
        ToldWindow window;
        window.tell(u"pods"_s);
        ToldRollout rollout(window.recording());
        DiagnosisOperation operation(partsOver(rollout));
        const QSignalSpy finished(&operation, &DiagnosisOperation::finished);
        operation.start();
        QTRY_COMPARE(finished.size(), 1);
        QVERIFY(!operation.result().has_value());
    }
};

#include "tst_diagnosis_operation.moc"
} // namespace tst_diagnosis_operation

CHARTROOM_TEST(tst_diagnosis_operation, DiagnosisOperationTest)
