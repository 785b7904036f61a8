// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/retry.h"
#include "core/upgrade/preflight_operation.h"
#include "tests/core/preflight_samples.h"
#include "tests/support/bundled_rules.h"
#include "tests/support/fake_clock.h"
#include "tests/support/release_builder.h"
#include "tests/support/scripted_transport.h"
#include "tests/support/test_main.h"

#include <QSignalSpy>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_one_at_a_time {

namespace {

const QString versionsPath = u"/apis/config.openshift.io/v1/clusterversions"_s;
const QString poolsPath = u"/apis/machineconfiguration.openshift.io/v1/machineconfigpools"_s;

QByteArray versionObject(const char *progressing)
{
    return R"({"metadata":{"name":"version","uid":"1"},"status":{"desired":{"version":"4.18.21"},
        "history":[{"state":"Partial","version":"4.18.21"},{"state":"Completed","version":"4.17.5"}],
        "conditions":[{"type":"Progressing","status":")" +
           QByteArray(progressing) + R"("}]}})";
}

QByteArray poolObject(const char *paused, int updated, const char *isUpdated, const char *isUpdating)
{
    return R"({"metadata":{"name":"gpu","uid":"2"},"spec":{"paused":)" + QByteArray(paused) +
           R"(},"status":{"machineCount":16,"updatedMachineCount":)" + QByteArray::number(updated) +
           R"(,"conditions":[{"type":"Updated","status":")" + isUpdated +
           R"("},{"type":"Updating","status":")" + isUpdating + R"("}]}})";
}

/// As gpuNode(), with that kubelet.
Node nodeWith(const QString &name, const QString &kubelet, const QString &pool = {})
{
    Node node = gpuNode(name);
    node.kubeletVersion = kubelet;
    if (!pool.isEmpty())
        node.labels.insert(u"crusoe.ai/nodepool.name"_s, pool);
    return node;
}

} // namespace

/// What the preflight sees of the cluster's own upgrade: OpenShift's, or kubelets that differ.
class OneAtATimeTest final : public QObject
{
    Q_OBJECT

    FakeClock m_clock;
    const ResponsibilityRules m_rules = bundledRules();

    /// By the preflight of a release that is not there, in a cluster that answers so. Served: OpenShift's
    /// group.
    PreflightFinding found(bool isServed, const Result<QByteArray> &versions, const Result<QByteArray> &pools,
                           const QString &version = u"v1"_s) const
    {
        auto transport = std::make_unique<ScriptedTransport>();
        for (const char *path :
             {"/api/v1/nodes", "/api/v1/pods", "/api/v1/secrets", "/api/v1/configmaps",
              "/apis/apps/v1/daemonsets", "/apis/apps/v1/controllerrevisions",
              "/apis/policy/v1/poddisruptionbudgets", "/apis/coordination.k8s.io/v1/leases"})
            transport->answer(QString::fromLatin1(path), listAnswer({}, u"10"_s));
        if (isServed)
            transport->answer(u"/apis/config.openshift.io"_s,
                              "{\"versions\":[{\"version\":\"" + version.toUtf8() + "\"}]}");
        if (isServed)
            for (const auto &[path, resource] :
                 {std::pair("/apis/config.openshift.io/v1", "clusterversions"),
                  std::pair("/apis/machineconfiguration.openshift.io/v1", "machineconfigpools")})
                transport->answer(QString::fromLatin1(path),
                                  QByteArray("{\"kind\":\"APIResourceList\",\"resources\":[{\"name\":\"") +
                                      resource + "\"}]}");
        const auto answer = [&transport](const QString &path, const Result<QByteArray> &objects) {
            if (objects)
                transport->answer(path, listAnswer({*objects}, u"10"_s));
            else
                transport->answer(path, objects.error());
        };
        answer(QString(versionsPath).replace(u"/v1/"_s, u'/' + version + u'/'), versions);
        answer(poolsPath, pools);
        ClusterSession::Parts parts;
        parts.name = u"cmk"_s;
        parts.rules = &m_rules;
        parts.clock = &m_clock;
        parts.transport = std::move(transport);
        ClusterSession session(std::move(parts));
        session.start();
        if (!QTest::qWaitFor([&session] { return session.releases()->lastContact().isValid(); }, 20'000))
            return {};
        PreflightOperation preflight({&session, nullptr, {}, {}}, UpgradeDraft());
        const QSignalSpy over(&preflight, &PreflightOperation::finished);
        preflight.start();
        if (!QTest::qWaitFor([&over] { return over.size() == 1; }, 30'000))
            return {};
        for (const PreflightFinding &one : preflight.report().value().findings)
            if (one.id == u"oneAtATime")
                return one;
        return {};
    }

private Q_SLOTS:
    void whoWaitsForANodeThatFailedForGoodWaitsForEver()
    {
        PreflightEvidence evidence = contentEvidence();
        QList<NodeTrack> tracks = *evidence.tracks;
        NodeTrack other = restingTrack(u"gpu-1"_s, u"ib"_s);
        other.step = RolloutStep::Drain;
        other.verdict = Verdict::Moving;
        evidence.tracks = tracks + QList<NodeTrack>{other};
        QVERIFY(checkOneAtATime(evidence).whatToDo.startsWith(u"Wait"));
        other.step = RolloutStep::Failed;
        other.verdict = Verdict::Failed;
        other.blockers = {{NoteKind::RetryLabel, {}}};
        evidence.tracks = tracks + QList<NodeTrack>{other};
        const QString label = u"nvidia.com/ofed-driver-upgrade-state=upgrade-required --overwrite"_s;
        QVERIFY(checkOneAtATime(evidence).whatToDo.contains(u"kubectl label node gpu-1 "_s + label));
        QVERIFY(!checkOneAtATime(evidence).whatToDo.contains(u"Wait"));
        other.blockers = {{NoteKind::RetryLabelAfterOther, {}}};
        evidence.tracks = tracks + QList<NodeTrack>{other};
        const QString later = checkOneAtATime(evidence).whatToDo;
        QVERIFY2(later.contains(u"another rollout is in progress") && later.endsWith(label),
                 qPrintable(later));
        other.component = u"sriov"_s; // no driver pod's readiness completes it
        other.blockers = {{NoteKind::SyncError, {}}};
        evidence.tracks = tracks + QList<NodeTrack>{other};
        QCOMPARE(checkOneAtATime(evidence).whatToDo, u"Find out what blocks gpu-1."_s);
        RolloutFacts facts;
        other.takesNoSlot = true;
        addPlannedNode(facts, other, {8, 8, false, true, {}, false});
        QCOMPARE(facts.nodes.first().hold, u"Its last driver upgrade failed."_s);
        QVERIFY(facts.nodes.first().isLeftAlone && !facts.nodes.first().keepsSlot());
        tracks[0].step = RolloutStep::Failed; // of the driver itself, with its new pod
        tracks[0].verdict = Verdict::Failed;
        evidence.tracks = tracks;
        const PreflightFinding leftovers = checkLeftovers(evidence);
        QCOMPARE(leftovers.severity, Severity::Severe);
        QVERIFY(leftovers.whatToDo.contains(u"gpu-1"));
        QVERIFY(!leftovers.whatToDo.contains(u"Wait"));
    }

    /// The toolkit and the validator start once the driver is there; the rollback of it waits for none of
    /// them.
    void whatWaitsForTheOwnDriverIsNoOtherRollout()
    {
        PreflightEvidence evidence = contentEvidence();
        QList<NodeTrack> tracks = *evidence.tracks;
        tracks[0].step = RolloutStep::Failed;
        tracks[0].verdict = Verdict::Failed;
        NodeTrack operand = restingTrack(tracks[0].node, evidence.draft.release.namespaceName +
                                                             u"/nvidia-container-toolkit-daemonset"_s);
        operand.step = RolloutStep::DriverRestart;
        operand.verdict = Verdict::Moving;
        evidence.tracks = tracks + QList<NodeTrack>{operand};
        QCOMPARE(checkOneAtATime(evidence).severity, Severity::Ok);
        operand.component = u"other/agent"_s;
        evidence.tracks = tracks + QList<NodeTrack>{operand};
        QVERIFY(checkOneAtATime(evidence).severity != Severity::Ok);
    }

    void openShiftsOwnUpdateIsAnotherChange()
    {
        const PreflightFinding both =
            found(true, versionObject("True"), poolObject("false", 3, "False", "True"));
        QCOMPARE(both.severity, Severity::Severe); // nobody can tell what becomes of the drivers
        QCOMPARE(both.evidence, (QStringList{u"ClusterVersion version: updating from 4.17.5 to 4.18.21"_s,
                                             u"MachineConfigPool gpu: 3 of 16 nodes are updated"_s}));
        const PreflightFinding paused =
            found(true, versionObject("False"), poolObject("true", 3, "False", "False"));
        QCOMPARE(paused.severity, Severity::Severe);
        QCOMPARE(paused.evidence,
                 QStringList{u"MachineConfigPool gpu: 3 of 16 nodes are updated, and it is paused"_s});
        QCOMPARE(found(true, versionObject("False"), poolObject("false", 16, "True", "False")).severity,
                 Severity::Ok);
    }

    void openShiftsUpdateIsReadInTheVersionThatIsServed()
    {
        QCOMPARE(
            found(true, versionObject("True"), poolObject("false", 16, "True", "False"), u"v2"_s).severity,
            Severity::Severe);
    }

    void anotherClusterIsNotAskedAndAHostedOneHasNoPools()
    {
        const auto forbidden = [] { return Result<QByteArray>(refused()); };
        // Without rights that is what one hears of a kind that is not served.
        QCOMPARE(found(false, forbidden(), forbidden()).severity, Severity::Ok);
        const Result<QByteArray> none = failure(Error::Code::NotFound, u"No such kind."_s);
        QCOMPARE(found(true, versionObject("False"), none).severity, Severity::Ok);
        QCOMPARE(found(true, versionObject("True"), none).evidence.size(), 1);
    }

    void whereOpenShiftMayNotBeAskedThatIsNotKnown()
    {
        const PreflightFinding blind = found(true, versionObject("False"), refused());
        QCOMPARE(blind.severity, Severity::Unknown);
        QVERIFY2(blind.sentence.contains(u"OpenShift"), qPrintable(blind.sentence));
        QVERIFY(!blind.evidence.isEmpty());
    }

    void itIsLessWhereNoNodeIsEmptied()
    {
        PreflightEvidence evidence = contentEvidence();
        evidence.openShift->pools = {{u"gpu"_s, 16, 3, false, true, false}};
        QCOMPARE(checkOneAtATime(evidence).severity, Severity::Severe);
        evidence.changes = ManifestDiff();
        QCOMPARE(checkOneAtATime(evidence).severity, Severity::Warning);
    }

    void kubeletsOfOnePoolThatDifferAreAWarning()
    {
        PreflightEvidence evidence = contentEvidence();
        evidence.nodes = QList<Node>{nodeWith(u"gpu-2"_s, u"v1.36.3"_s, u"h100"_s),
                                     nodeWith(u"gpu-3"_s, u"v1.35.1"_s, u"h100"_s),
                                     nodeWith(u"gpu-1"_s, u"v1.36.3"_s, u"h100"_s)};
        const PreflightFinding mixed = checkOneAtATime(evidence);
        QCOMPARE(mixed.severity, Severity::Warning);
        QCOMPARE(mixed.evidence,
                 QStringList{u"Kubelets of node pool h100: v1.35.1 on gpu-3; v1.36.3 on gpu-1, gpu-2"_s});
        (*evidence.nodes)[1].labels[u"crusoe.ai/nodepool.name"_s] = u"a100"_s; // pools may well differ
        QCOMPARE(checkOneAtATime(evidence).severity, Severity::Ok);
        for (Node &node : *evidence.nodes)
            node.labels.clear();
        QCOMPARE(checkOneAtATime(evidence).severity, Severity::Warning);
        evidence.inWork = refused(); // what is not known is not hidden by it
        QCOMPARE(checkOneAtATime(evidence).severity, Severity::Unknown);
    }
};

#include "tst_one_at_a_time.moc"
} // namespace tst_one_at_a_time

CHARTROOM_TEST(tst_one_at_a_time, OneAtATimeTest)
