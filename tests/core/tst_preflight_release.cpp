// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/upgrade/overwritten_fields.h"
#include "tests/core/preflight_samples.h"
#include "tests/support/test_main.h"

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace HIDDEN_FROM_MOC tst_preflight_release {

namespace {

PreflightEvidence withNewest(ReleaseStatus status, int minutesAgo)
{
    PreflightEvidence evidence = contentEvidence();
    evidence.release->revisions.first() = revisionEntry(4, status, minutesAgo);
    return evidence;
}

} // namespace

/// Checks of the release: its revisions, who may be at work on it, and what others set in its objects.
class PreflightReleaseTest final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void itIsSaidWhichRevisionsHelmRemoves_data()
    {
        QTest::addColumn<int>("stored");
        QTest::addColumn<int>("deployed");
        QTest::addColumn<QString>("environment");
        QTest::addColumn<int>("back");
        QTest::addColumn<QString>("removed"); // the sentence's end
        QTest::addColumn<QString>("says");
        const auto row = [](const char *name, int stored, int deployed, const char *environment, int back,
                            const char *removed, const char *says) {
            QTest::newRow(name) << stored << deployed << QString::fromLatin1(environment) << back
                                << QString::fromLatin1(removed) << QString::fromLatin1(says);
        };
        row("fourteen", 14, 14, "", 0, ": 1.", "--history-max 14; stored now: 14");
        row("room is left", 3, 3, "", 0, "", "--history-max 10; stored now: 3");
        row("no limit", 14, 14, "0", 0, "", "--history-max 0: no limit");
        row("the oldest is the deployed one", 10, 1, "", 0, ": 2.",
            "Revision 1, which you can roll back to afterwards");
        row("none is deployed", 10, 0, "", 0, ": 1.", "--history-max 10; stored now: 10");
        row("back to what goes", 12, 12, "", 1, ": 1.", "Revision 1 is read first and then removed");
        row("back to what stays", 12, 12, "", 5, ": 1.", "Revision 5, the target, stays");
    }
    void itIsSaidWhichRevisionsHelmRemoves()
    {
        QFETCH(int, stored);
        QFETCH(int, deployed);
        QFETCH(QString, environment);
        QFETCH(int, back);
        QFETCH(QString, removed);
        QFETCH(QString, says);
        PreflightEvidence evidence = contentEvidence();
        evidence.maxHistory = environment;
        evidence.toRevision = back;
        evidence.release->revisions.clear();
        for (int number = stored; number > 0; --number)
            evidence.release->revisions << revisionEntry(
                number, number == deployed ? ReleaseStatus::Deployed : ReleaseStatus::Superseded);
        const PreflightFinding said = checkHistory(evidence);
        QCOMPARE(said.severity, removed.isEmpty() ? Severity::Ok : Severity::Note);
        QVERIFY2(removed.isEmpty() || said.sentence.endsWith(removed), qPrintable(said.sentence));
        QVERIFY2(said.evidence.join(u' ').contains(says), qPrintable(said.evidence.join(u' ')));
    }

    void aRollbackLeadsOutOfWhatHoldsAnUpgradeBack_data() // fault 45
    {
        QTest::addColumn<ReleaseStatus>("status");
        QTest::addColumn<int>("minutes");
        QTest::addColumn<bool>("isOwn");
        QTest::addColumn<Severity>("severity");
        QTest::newRow("settled") << ReleaseStatus::Deployed << 1 << false << Severity::Ok;
        QTest::newRow("failed") << ReleaseStatus::Failed << 1 << false << Severity::Note;
        QTest::newRow("cut off") << ReleaseStatus::PendingUpgrade << 60 * 24 << false << Severity::Warning;
        QTest::newRow("somebody's") << ReleaseStatus::PendingUpgrade << 1 << false << Severity::Severe;
        QTest::newRow("left by us") << ReleaseStatus::PendingUpgrade << 1 << true << Severity::Note;
    }
    void aRollbackLeadsOutOfWhatHoldsAnUpgradeBack()
    {
        QFETCH(ReleaseStatus, status);
        QFETCH(int, minutes);
        QFETCH(bool, isOwn);
        QFETCH(Severity, severity);
        PreflightEvidence evidence = withNewest(status, minutes);
        evidence.toRevision = 3;
        if (isOwn)
            evidence.ownRemnants = {evidence.release->newest().revision};
        QCOMPARE(checkPending(evidence).severity, severity);
        evidence.lease = LeaseState{u"ben@desk (process 7)"_s, false, preflightNow, preflightNow, 60s, 0, {}};
        QCOMPARE(checkPending(evidence).severity, Severity::Severe);
    }

    /// A rollback of ours that was killed hides nobody's helm.
    void aHelmBelowOurRemnantNeedsAReason_data()
    {
        QTest::addColumn<ReleaseStatus>("status");
        QTest::addColumn<QList<int>>("own");
        QTest::addColumn<int>("toRevision");
        QTest::addColumn<Severity>("severity");
        const ReleaseStatus cut = ReleaseStatus::PendingRollback;
        QTest::newRow("rollback") << cut << QList<int>{5} << 3 << Severity::Severe;
        QTest::newRow("both are ours") << cut << QList<int>{5, 4} << 3 << Severity::Note;
        QTest::newRow("rollback over a failed one")
            << ReleaseStatus::Failed << QList<int>{} << 3 << Severity::Severe;
        QTest::newRow("upgrade over a failed one")
            << ReleaseStatus::Failed << QList<int>{} << 0 << Severity::Severe;
        const ReleaseStatus deployed = ReleaseStatus::Deployed;
        QTest::newRow("rollback after one over it") << deployed << QList<int>{} << 3 << Severity::Severe;
        QTest::newRow("upgrade after a rollback over it")
            << deployed << QList<int>{} << 0 << Severity::Severe;
        QTest::newRow("ours below a deployed one") << deployed << QList<int>{4} << 0 << Severity::Ok;
    }
    void aHelmBelowOurRemnantNeedsAReason()
    {
        QFETCH(ReleaseStatus, status);
        QFETCH(QList<int>, own);
        QFETCH(int, toRevision);
        QFETCH(Severity, severity);
        PreflightEvidence evidence = withNewest(ReleaseStatus::PendingUpgrade, 1);
        evidence.release->revisions.prepend(revisionEntry(5, status, 1));
        evidence.toRevision = toRevision;
        evidence.ownRemnants = own;
        const PreflightFinding found = checkPending(evidence);
        QCOMPARE(found.severity, severity);
        if (severity == Severity::Severe)
            QVERIFY2(found.sentence.startsWith(u"Revision 4") &&
                         found.sentence.contains(u"pending-upgrade since about 2026-11-21"_s),
                     qPrintable(found.sentence));
    }

    void whoMayBeAtWorkNeedsAReason_data()
    {
        QTest::addColumn<bool>("isRollback");
        QTest::newRow("rollback") << true;
        QTest::newRow("upgrade") << false;
    }
    void whoMayBeAtWorkNeedsAReason()
    {
        QFETCH(bool, isRollback);
        PreflightEvidence evidence = contentEvidence();
        evidence.toRevision = isRollback ? 3 : 0;
        const HelmSearch seen{HelmProcess{99, 7}, {}};
        evidence.helmHere = seen;
        QCOMPARE(checkPending(evidence).severity, Severity::Severe); // helm has not written its revision yet
        QVERIFY(checkPending(evidence).evidence.join(u'\n').contains(u"process 99"_s));
        RevisionEntry &newest = evidence.release->revisions[0];
        newest = revisionEntry(4, ReleaseStatus::PendingUpgrade, 60 * 24);
        QCOMPARE(checkPending(evidence).severity, Severity::Severe); // with a --timeout of a day
        evidence.helmHere = HelmSearch{{}, u"Nothing can be read."_s};
        QVERIFY(checkPending(evidence).evidence.join(u'\n').contains(u"Nothing can be read."_s));
        newest.date = {};
        QCOMPARE(checkPending(evidence).severity, Severity::Severe); // since nobody knows when
        newest.date.deployed = preflightNow.addDays(-3);             // by a clock that is behind
        newest.date.created = preflightNow.addSecs(-20);
        QCOMPARE(checkPending(evidence).severity, Severity::Severe);
        QCOMPARE(findingsWithoutReason({checkPending(evidence)}, {}), QStringList{u"pending"_s});
        QVERIFY(findingsWithoutReason({checkPending(evidence)}, {{u"pending"_s, u"It was me."_s}}).isEmpty());
    }

    void nothingIsLeftBehindByAnUnknownClock_data()
    {
        QTest::addColumn<bool>("isPending");
        QTest::newRow("a lease that looks expired") << false;
        QTest::newRow("a pending revision that looks old") << true;
    }
    void nothingIsLeftBehindByAnUnknownClock()
    {
        QFETCH(bool, isPending);
        PreflightEvidence evidence = contentEvidence();
        const QDateTime longAgo = preflightNow.addDays(-2);
        if (isPending)
            evidence.release->revisions[0] = revisionEntry(4, ReleaseStatus::PendingUpgrade, 60 * 48);
        else
            evidence.lease = LeaseState{u"ben@desk (process 7)"_s, false, longAgo, longAgo, 60s, 0, {}};
        evidence.isClockKnown = false;
        const PreflightFinding unknown = checkPending(evidence);
        QCOMPARE(unknown.severity, Severity::Severe);
        QVERIFY(!unknown.sentence.contains(u"interrupted"));
        QVERIFY(unknown.evidence.contains(unknownClockText()));
        evidence.isClockKnown = true;
        const PreflightFinding known = checkPending(evidence);
        QVERIFY(!known.evidence.contains(unknownClockText()));
        QVERIFY(isPending ? known.sentence.contains(u"interrupted") : known.severity == Severity::Ok);
    }

    void aLeaseOfADeadProcessHoldsNobodyBack()
    {
        PreflightEvidence evidence = contentEvidence();
        LeaseState left{u"ben@desk (process 7)"_s, true, preflightNow, preflightNow, 60s, 0, {}};
        for (const bool isGone : {true, false}) {
            left.isHolderGone = isGone;
            evidence.lease = left;
            QCOMPARE(checkPending(evidence).severity, isGone ? Severity::Ok : Severity::Severe);
        }
    }

    void fault54AnotherRevisionThanThePlannedOneIsSevere()
    {
        PreflightEvidence evidence = contentEvidence();
        QCOMPARE(checkRevision(evidence).severity, Severity::Ok);
        evidence.release->revisions.prepend(revisionEntry(5, ReleaseStatus::Deployed, 2));
        const PreflightFinding moved = checkRevision(evidence);
        QCOMPARE(moved.severity, Severity::Severe);
        QVERIFY(moved.evidence.join(u' ').contains(u"Last written by helm"_s));
        evidence.draft.plannedOn = 0;
        QCOMPARE(checkRevision(evidence).severity, Severity::Unknown);
        evidence.release = failure(Error::Code::NotFound, u"Gone."_s);
        QCOMPARE(checkRevision(evidence).severity, Severity::Severe);
    }

    void faults45And46AReleaseThatTakesNoUpgradeIsSevere_data()
    {
        QTest::addColumn<ReleaseStatus>("status");
        QTest::addColumn<int>("minutesAgo");
        QTest::addColumn<Severity>("severity");
        QTest::newRow("deployed") << ReleaseStatus::Deployed << 100 << Severity::Ok;
        QTest::newRow("at work") << ReleaseStatus::PendingUpgrade << 3 << Severity::Severe;
        QTest::newRow("cut") << ReleaseStatus::PendingUpgrade << 3 * 24 * 60 << Severity::Severe;
        QTest::newRow("install") << ReleaseStatus::PendingInstall << 3 * 24 * 60 << Severity::Severe;
        QTest::newRow("uninstalling") << ReleaseStatus::Uninstalling << 3 << Severity::Severe;
        QTest::newRow("uninstalled") << ReleaseStatus::Uninstalled << 100 << Severity::Severe;
        QTest::newRow("failed, none deployed") << ReleaseStatus::Failed << 100 << Severity::Warning;
        QTest::newRow("unknown") << ReleaseStatus::Unknown << 100 << Severity::Unknown;
    }
    void faults45And46AReleaseThatTakesNoUpgradeIsSevere()
    {
        QFETCH(ReleaseStatus, status);
        QFETCH(int, minutesAgo);
        QTEST(checkPending(withNewest(status, minutesAgo)).severity, "severity");
    }

    void fault45WhoBeganAPendingRevisionIsNamedWithTheWayOut()
    {
        PreflightEvidence evidence = withNewest(ReleaseStatus::PendingUpgrade, 3);
        evidence.recordOwner =
            FieldOwner{u"terraform-provider-helm"_s, u"Update"_s, {}, evidence.now.addSecs(-180)};
        const PreflightFinding young = checkPending(evidence);
        QVERIFY2(young.sentence.contains(u"An operation on this release may be in progress"_s),
                 qPrintable(young.sentence));
        QVERIFY2(young.evidence.last().contains(u"Last written by terraform-provider-helm at"_s),
                 qPrintable(young.evidence.last()));
        QVERIFY(young.whatToDo.contains(u"wait until it completes"_s));

        evidence.release->revisions.first() = revisionEntry(4, ReleaseStatus::PendingUpgrade, 3 * 24 * 60);
        const PreflightFinding old = checkPending(evidence);
        QVERIFY2(old.sentence.contains(u"probably interrupted"_s), qPrintable(old.sentence));
        QVERIFY(old.evidence.first().startsWith(u"Revision 4 is pending-upgrade since "_s));
        QVERIFY2(old.whatToDo.contains(u"roll back to revision 3."_s), qPrintable(old.whatToDo));
        QVERIFY(!old.whatToDo.contains(u"delet"_s)); // no record is ever deleted
    }

    void theWayOutFitsWhatWasInterrupted_data()
    {
        QTest::addColumn<ReleaseStatus>("status");
        QTest::addColumn<QString>("way");
        QTest::newRow("upgrade") << ReleaseStatus::PendingUpgrade << u"roll back to revision 3."_s;
        QTest::newRow("rollback") << ReleaseStatus::PendingRollback << u"roll back to revision 3."_s;
        QTest::newRow("install") << ReleaseStatus::PendingInstall << u"helm uninstall"_s;
        QTest::newRow("uninstall") << ReleaseStatus::Uninstalling << u"helm uninstall"_s;
        QTest::newRow("uninstalled") << ReleaseStatus::Uninstalled << u"helm install --replace"_s;
    }
    void theWayOutFitsWhatWasInterrupted()
    {
        QFETCH(ReleaseStatus, status);
        QFETCH(QString, way);
        const QString advice = checkPending(withNewest(status, 3 * 24 * 60)).whatToDo;
        QVERIFY2(advice.contains(way), qPrintable(advice));
        QCOMPARE(advice.contains(u"uninstall"), way.contains(u"uninstall"));
    }

    void whoHoldsTheReleasesLeaseIsNamedUntilItRunsOut()
    {
        PreflightEvidence evidence = contentEvidence();
        LeaseState lease{u"anna@laptop (process 4711)"_s,
                         false,
                         preflightNow.addSecs(-90),
                         preflightNow.addSecs(-10),
                         60s,
                         0,
                         {}};
        evidence.lease = std::optional(lease);
        const PreflightFinding held = checkPending(evidence);
        QCOMPARE(held.severity, Severity::Severe);
        QVERIFY2(
            held.evidence.first().contains(
                u"anna@laptop (process 4711) has been working on this release since 2026-11-21 02:58:30 UTC"_s),
            qPrintable(held.evidence.first()));
        lease.renewed = preflightNow.addSecs(-61);
        evidence.lease = std::optional(lease);
        QCOMPARE(checkPending(evidence).severity, Severity::Ok);
        evidence.lease = refused();
        QCOMPARE(checkPending(evidence).severity, Severity::Unknown);
    }

    void fault46OfTwoDeployedRevisionsTheOneHelmTakesIsNamed()
    {
        PreflightEvidence evidence = contentEvidence();
        evidence.release->revisions = {revisionEntry(4, ReleaseStatus::Deployed),
                                       revisionEntry(2, ReleaseStatus::Deployed)};
        const PreflightFinding two = checkPending(evidence);
        QCOMPARE(two.severity, Severity::Warning);
        QVERIFY2(two.sentence.contains(u"helm uses revision 4"_s), qPrintable(two.sentence));
    }

    void afterAFailedUpgradeTheDeployedRevisionIsNamed()
    {
        PreflightEvidence evidence = contentEvidence();
        evidence.release->revisions = {revisionEntry(4, ReleaseStatus::Failed),
                                       revisionEntry(3, ReleaseStatus::Deployed)};
        const PreflightFinding failed = checkPending(evidence);
        QCOMPARE(failed.severity, Severity::Warning);
        QVERIFY(failed.sentence.contains(u"revision 3"_s));
    }

    void aGitOpsToolIsSevere()
    {
        PreflightEvidence evidence = contentEvidence();
        QCOMPARE(checkManagers(evidence).severity, Severity::Ok);
        evidence.live->first().value =
            yamlValue("metadata: {labels: {argocd.argoproj.io/instance: gpu}}\nspec: {driver: {version: 1}}");
        const PreflightFinding argo = checkManagers(evidence);
        QCOMPARE(argo.severity, Severity::Severe);
        QVERIFY(argo.evidence.first().contains(u"Argo CD"_s));
    }

    void whoSetWhatTheUpgradeChangesIsNamed()
    {
        PreflightEvidence evidence = contentEvidence();
        const QByteArray policy = "apiVersion: nvidia.com/v1\nkind: ClusterPolicy\n";
        evidence.dryRun->manifest =
            policy + "metadata: {name: cluster-policy}\nspec: {driver: {version: 580.105.08}}\n";
        const QByteArray live =
            policy +
            "metadata:\n  name: cluster-policy\n  annotations: {meta.helm.sh/release-name: gpu-operator}\n"
            "  managedFields:\n"
            "  - {manager: helm4, operation: Apply, time: '2026-11-01T00:00:00Z', fieldsV1: {'f:metadata': "
            "{'f:annotations': {'f:meta.helm.sh/release-name': {}}}}}\n"
            "  - {manager: kubectl-edit, operation: Update, time: '2026-11-20T00:00:00Z', fieldsV1: "
            "{'f:spec': {'f:driver': {'f:version': {}}}}}\nspec: {driver: {version: 580.82.07}}";
        evidence.live->first().value = yamlValue(live.constData());
        const PreflightFinding edited = checkManagers(evidence);
        QCOMPARE(edited.severity, Severity::Warning);
        QVERIFY(edited.evidence.first().contains(u"spec.driver.version was last set by kubectl-edit"_s));
        QVERIFY2(edited.sentence.contains(u"are overwritten"_s), qPrintable(edited.sentence));
        evidence.dryRun->applyMethod = u"ssa"_s;
        const PreflightFinding refused = checkManagers(evidence);
        QCOMPARE(refused.severity, Severity::Warning);
        QVERIFY2(refused.sentence.contains(u"fails on the conflict"_s), qPrintable(refused.sentence));
        evidence.dryRun->applyMethod.clear();
        evidence.live->first().notice = u"Read as nvidia.com/v2."_s;
        QCOMPARE(checkManagers(evidence).severity, Severity::Unknown);
        evidence.live->first().state = LiveObject::State::Forbidden;
        QCOMPARE(checkManagers(evidence).severity, Severity::Unknown);
    }

    // Helm 3, and 4 by patches, as the server's apply: none and ssa.
    void whatHelmWritesOverAnotherManagersValueIsNamed_data()
    {
        QTest::addColumn<QByteArray>("kind");
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<QByteArray>("after");
        QTest::addColumn<QByteArray>("live");
        QTest::addColumn<QByteArray>("theirs"); // managedFields of spec
        QTest::addColumn<QString>("byPatch");
        QTest::addColumn<QString>("byServer");
        const auto inPod = [](const QByteArray &container) -> QByteArray {
            return "{template: {spec: {containers: [{name: agent, " + container + "}]}}}";
        };
        const auto inPods = [](const QByteArray &fields) -> QByteArray {
            return "{'f:template': {'f:spec': {'f:containers': {'k:{\"name\":\"agent\"}': " + fields + "}}}}";
        };
        const auto cpu = [&inPod](const QByteArray &requests, const QByteArray &limits) -> QByteArray {
            return inPod("resources: {requests: {cpu: " + requests + "}, limits: {cpu: " + limits + "}}");
        };
        const QString container = u"spec.template.spec.containers[name=agent]."_s;
        const QString limit = container + u"resources.limits.cpu"_s;
        const QByteArray limits = inPods("{'f:resources': {'f:limits': {'f:cpu': {}}}}");
        const QByteArray pods = "Deployment";
        QTest::newRow("the same in both manifests") << pods << cpu("100m", "200m") << cpu("200m", "200m")
                                                    << cpu("200m", "500m") << limits << limit << limit;
        QTest::newRow("the target has their value")
            << pods << cpu("200m", "200m") << cpu("200m", "500m") << cpu("200m", "500m") << limits
            << QString() << QString();
        QTest::newRow("written in another way") << pods << cpu("200m", "200m") << cpu("200m", "'0.5'")
                                                << cpu("200m", "500m") << limits << QString() << QString();
        QTest::newRow("no longer in the target")
            << pods << cpu("200m", "200m") << inPod("resources: {requests: {cpu: 200m}}")
            << cpu("200m", "500m") << limits << limit << QString();
        QTest::newRow("never in a manifest")
            << pods << inPod("image: 'a:1'") << inPod("image: 'a:2'")
            << inPod("image: 'a:1', resources: {limits: {cpu: 500m}}") << limits << QString() << QString();
        QTest::newRow("a list that is one value")
            << pods << inPod("args: [a, b]") << inPod("args: [a, b]") << inPod("args: [a, b, c]")
            << inPods("{'f:args': {}}") << container + u"args"_s << container + u"args"_s;
        QTest::newRow("an element of a list by its name")
            << pods << inPod("env: [{name: A, value: x}]") << inPod("env: [{name: A, value: y}]")
            << inPod("env: [{name: A, value: x}, {name: B, value: z}]")
            << inPods("{'f:env': {'k:{\"name\":\"B\"}': {'.': {}, 'f:name': {}, 'f:value': {}}}}")
            << QString() << QString();
        QTest::newRow("replicas") << pods << QByteArray("{replicas: 2}") << QByteArray("{replicas: 2}")
                                  << QByteArray("{replicas: 5}") << QByteArray("{'f:replicas': {}}")
                                  << u"spec.replicas"_s << u"spec.replicas"_s;

        const auto driver = [](const char *version) -> QByteArray {
            return QByteArray("{driver: {version: 'V'}}").replace("V", version);
        };
        const QByteArray policy = "ClusterPolicy";
        const QByteArray version = "{'f:driver': {'f:version': {}}}";
        const QString path = u"spec.driver.version"_s;
        QTest::newRow("a custom resource, the same in both")
            << policy << driver("1") << driver("1") << driver("2") << version << QString() << path;
        QTest::newRow("a custom resource")
            << policy << driver("1") << driver("3") << driver("2") << version << path << path;
        QTest::newRow("a custom resource that has the target's")
            << policy << driver("1") << driver("2") << driver("2") << version << QString() << QString();
        QTest::newRow("a custom resource without it in the target")
            << policy << driver("1") << QByteArray("{driver: {enabled: true}}") << driver("2") << version
            << path << QString();
        QTest::newRow("a list of a custom resource")
            << policy << QByteArray("{driver: {env: [{name: A, value: x}]}}")
            << QByteArray("{driver: {env: [{name: A, value: y}]}}")
            << QByteArray("{driver: {env: [{name: A, value: x}, {name: B, value: z}]}}")
            << QByteArray("{'f:driver': {'f:env': {}}}") << u"spec.driver.env"_s << u"spec.driver.env"_s;
    }
    void whatHelmWritesOverAnotherManagersValueIsNamed()
    {
        QFETCH(QByteArray, kind);
        QFETCH(QByteArray, before);
        QFETCH(QByteArray, after);
        QFETCH(QByteArray, live);
        QFETCH(QByteArray, theirs);
        const bool isPolicy = kind == "ClusterPolicy";
        const QByteArray head =
            (isPolicy ? "apiVersion: nvidia.com/v1\nkind: " : "apiVersion: apps/v1\nkind: ") + kind +
            "\nmetadata:\n  name: cluster-policy\n";
        const QByteArray managers = "  managedFields: [{manager: kubectl-set, operation: Update, time: "
                                    "'2026-11-20T00:00:00Z', fieldsV1: {'f:spec': " +
                                    theirs + "}}]\n";
        PreflightEvidence evidence = contentEvidence();
        evidence.live->first().object.apiVersion = isPolicy ? u"nvidia.com/v1"_s : u"apps/v1"_s;
        evidence.live->first().object.kind = QString::fromLatin1(kind);
        evidence.live->first().value = yamlValue((head + managers + "spec: " + live).constData());
        const QByteArray target = head + "spec: " + after + '\n';
        evidence.dryRun->manifest = target;
        evidence.changes = changesBetween((head + "spec: " + before).constData(), target.constData());
        for (const auto &[method, column] : {std::pair{u""_s, "byPatch"}, std::pair{u"ssa"_s, "byServer"}}) {
            evidence.dryRun->applyMethod = method;
            QStringList paths;
            const OverwrittenFields found = overwrittenFields(evidence);
            for (const OverwrittenField &one : found.fields)
                paths << one.path;
            QTEST(paths.join(u' '), column);
            QVERIFY(found.unread.isEmpty());
        }
    }

    // The cluster has it, made by kubectl with Helm's annotation, and the manifest before has not.
    void whatHelmTakesOverIsNeverSilent_data()
    {
        QTest::addColumn<bool>("isPolicy");
        QTest::addColumn<bool>("isRollback");
        QTest::addColumn<QString>("byPatch");
        QTest::addColumn<QString>("says"); // of the patch
        QTest::addColumn<Severity>("severity");
        const QString named = u"spec.replicas"_s;
        const QString all = u"spec.paused spec.replicas"_s;
        const QString stay = u"Fields that the target's manifest does not name stay."_s;
        const QString go = u"removes the fields that the target's manifest does not name."_s;
        QTest::newRow("a built-in kind") << false << false << named << stay << Severity::Warning;
        QTest::newRow("a custom resource")
            << true << false << QString() << u"changes no field of it."_s << Severity::Note;
        QTest::newRow("a built-in kind, rolled back") << false << true << all << go << Severity::Warning;
        QTest::newRow("a custom resource, rolled back") << true << true << all << go << Severity::Warning;
    }
    void whatHelmTakesOverIsNeverSilent()
    {
        QFETCH(bool, isPolicy);
        QFETCH(bool, isRollback);
        QFETCH(QString, byPatch);
        QFETCH(QString, says);
        const QByteArray head = isPolicy
                                    ? "apiVersion: nvidia.com/v1\nkind: ClusterPolicy\nmetadata:\n  name: a\n"
                                    : "apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: a\n";
        const QByteArray target = head + "spec: {replicas: 2}\n";
        const QByteArray managers =
            "  annotations: {meta.helm.sh/release-name: gpu-operator}\n"
            "  managedFields:\n"
            "  - {manager: kubectl-create, operation: Update, time: '2026-11-01T00:00:00Z', fieldsV1: {"
            "'f:metadata': {'f:annotations': {'f:meta.helm.sh/release-name': {}}}, 'f:spec': {'f:replicas': "
            "{}}}}\n"
            "  - {manager: hotfix, operation: Update, time: '2026-11-20T00:00:00Z', fieldsV1: {'f:spec': "
            "{'f:paused': {}}}}\n";
        const QByteArray spec = "spec: {replicas: 5, paused: true}\n";
        PreflightEvidence evidence = contentEvidence();
        evidence.toRevision = isRollback ? 3 : 0;
        LiveObject &live = evidence.live->first();
        live.object = objectRef(yamlValue(target.constData()));
        live.value = yamlValue((head + managers + spec).constData());
        evidence.dryRun->manifest = target;
        evidence.changes = diffManifests({}, {yamlValue(target.constData())}, {});
        const auto pathsOf = [&evidence] {
            QStringList paths;
            const OverwrittenFields found = overwrittenFields(evidence);
            for (const OverwrittenField &one : found.fields)
                paths << one.path;
            paths.sort();
            return paths.join(u' ');
        };
        for (const HelmVersion &helm : {HelmVersion{u"v3.22.0"_s, 3}, HelmVersion{u"v4.3.1"_s, 4}}) {
            evidence.helm = helm;
            evidence.dryRun->applyMethod = helm.major == 3 ? QString() : u"csa"_s;
            QCOMPARE(pathsOf(), byPatch);
            const PreflightFinding found = checkManagers(evidence);
            QTEST(found.severity, "severity");
            QVERIFY2(found.evidence.join(u'\n').contains(says), qPrintable(found.evidence.join(u'\n')));
            const PreflightFinding left = checkUnapplied(evidence); // helm sends nothing
            QCOMPARE(left.severity == Severity::Ok, !isPolicy || isRollback);
            QCOMPARE(left.evidence.join(u'\n').contains(u"is taken over"_s), isPolicy && !isRollback);
        }
        evidence.dryRun->applyMethod = u"ssa"_s;
        QCOMPARE(pathsOf(), u"spec.replicas"_s);
        QVERIFY(checkManagers(evidence).sentence.contains(u"fails on the conflict"_s));
        live.value = yamlValue( // as an upgrade of this release left it that failed
            (QByteArray(head + managers).replace("kubectl-create", "helm") + spec).constData());
        QCOMPARE(pathsOf(), QString());
        QCOMPARE(checkManagers(evidence).severity, Severity::Note);
        evidence.dryRun->applyMethod.clear();
        QCOMPARE(pathsOf(), isRollback ? u"spec.paused"_s : QString());
        live.value = yamlValue((head + "spec: {replicas: 5}\n").constData()); // no manager is told
        QCOMPARE(checkManagers(evidence).evidence.join(u'\n').contains(u"who set it is unknown"_s),
                 !byPatch.isEmpty());
        live.state = LiveObject::State::Gone; // it is created
        QCOMPARE(checkManagers(evidence).severity, Severity::Ok);
        evidence.live->clear();
        QCOMPARE(checkManagers(evidence).severity, Severity::Unknown);
        QVERIFY(checkManagers(evidence).evidence.join(u'\n').contains(u"was not read"_s));
    }

    // From a killed rollback's record to the same revision there is nothing to send, whatever the cluster
    // has.
    void whatHelmLeavesAsItIsInTheClusterIsTold_data()
    {
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<QByteArray>("after");
        QTest::addColumn<QByteArray>("live");
        QTest::addColumn<QString>("applyMethod");
        QTest::addColumn<Severity>("severity");
        const QByteArray old = "{driver: {version: '580.95.05', rdma: {enabled: true}}}";
        const QByteArray other = "{driver: {version: '580.126.20', rdma: {enabled: true}}}";
        const QByteArray noRdma = "{driver: {version: '580.95.05', rdma: {enabled: false}}}";
        const QByteArray none = "{toolkit: {enabled: true}}";
        const QByteArray more = "{toolkit: {enabled: true}, driver: {version: '580.95.05'}}";
        QTest::newRow("all the same") << old << old << old << QString() << Severity::Ok;
        QTest::newRow("another driver runs") << old << old << other << QString() << Severity::Severe;
        QTest::newRow("no driver is named") << old << old << none << QString() << Severity::Severe;
        const QByteArray limits =
            "{driver: {version: '580.95.05', rdma: {enabled: true}, upgradePolicy: SLOTS}}";
        const QByteArray oneSlot = QByteArray(limits).replace("SLOTS", "{maxParallelUpgrades: 1}");
        const QByteArray twoSlots = QByteArray(limits).replace("SLOTS", "{maxParallelUpgrades: 2}");
        QTest::newRow("another switch of a driver") << old << old << noRdma << QString() << Severity::Severe;
        QTest::newRow("another limit") << oneSlot << oneSlot << twoSlots << QString() << Severity::Warning;
        QTest::newRow("the manifests differ there") << other << old << other << QString() << Severity::Ok;
        QTest::newRow("the manifests differ elsewhere")
            << noRdma << old << other << QString() << Severity::Severe;
        QTest::newRow("more in the cluster") << none << none << more << QString() << Severity::Ok;
        QTest::newRow("by the server, a driver") << old << old << other << u"ssa"_s << Severity::Severe;
        QTest::newRow("by the server, a switch of a driver")
            << old << old << noRdma << u"ssa"_s << Severity::Severe;
        QTest::newRow("by the server, a limit")
            << oneSlot << oneSlot << twoSlots << u"ssa"_s << Severity::Note;
    }
    void whatHelmLeavesAsItIsInTheClusterIsTold()
    {
        QFETCH(QByteArray, before);
        QFETCH(QByteArray, after);
        QFETCH(QByteArray, live);
        QFETCH(QString, applyMethod);
        const auto policy = [](const QByteArray &spec) -> QByteArray {
            return "apiVersion: nvidia.com/v1\nkind: ClusterPolicy\nmetadata: {name: "
                   "cluster-policy}\nspec: " +
                   spec + '\n';
        };
        PreflightEvidence evidence = contentEvidence();
        evidence.toRevision = 3;
        evidence.draft.context = u"cmk"_s;
        evidence.dryRun->manifest = policy(after);
        evidence.dryRun->applyMethod = applyMethod;
        evidence.changes = changesBetween(policy(before).constData(), policy(after).constData());
        evidence.live->first().value = yamlValue(policy(live).constData());
        const PreflightFinding found = checkUnapplied(evidence);
        QTEST(found.severity, "severity");
        if (found.severity == Severity::Severe)
            QVERIFY2(found.evidence.join(u'\n').contains(u"ClusterPolicy cluster-policy: spec.driver."),
                     qPrintable(found.evidence.join(u'\n')));
    }

    void whatHelmLeavesIsSetByTheCommandShown()
    {
        const char *policy = "apiVersion: nvidia.com/v1\nkind: ClusterPolicy\n"
                             "metadata: {name: cluster-policy}\nspec: {driver: {version: '580.95.05'}}\n";
        PreflightEvidence evidence = contentEvidence();
        evidence.draft.context = u"cmk"_s;
        evidence.dryRun->manifest = policy;
        evidence.changes = ManifestDiff();
        evidence.live->first().value = yamlValue("apiVersion: nvidia.com/v1\nkind: ClusterPolicy\nmetadata: "
                                                 "{name: cluster-policy}\nspec: {driver: "
                                                 "{version: '580.126.20'}}\n");
        const QStringList lines = checkUnapplied(evidence).evidence;
        QCOMPARE(lines.size(), 3);
        QVERIFY2(lines[1].contains(u"580.126.20"_s) && lines[1].contains(u"580.95.05"_s),
                 qPrintable(lines[1]));
        QCOMPARE(lines[2],
                 u"kubectl --context cmk patch ClusterPolicy.v1.nvidia.com cluster-policy --type=merge -p "
                 "'{\"spec\":{\"driver\":{\"version\":\"580.95.05\"}}}'"_s);
        QVERIFY(checkUnapplied(evidence).whatToDo.contains(u"autoUpgrade"_s)); // which begins a rollout
        evidence.kubeconfigs = {u"/etc/kube/cmk.yaml"_s};
        QVERIFY2(checkUnapplied(evidence).evidence[2].startsWith(
                     u"KUBECONFIG=/etc/kube/cmk.yaml kubectl --context cmk patch"_s),
                 qPrintable(checkUnapplied(evidence).evidence[2]));
        evidence.live->first().notice = u"Read as nvidia.com/v2."_s;
        QCOMPARE(checkUnapplied(evidence).severity, Severity::Unknown);
        QCOMPARE(checkUnapplied(evidence).evidence, QStringList{u"Read as nvidia.com/v2."_s});
        evidence.live->first().state = LiveObject::State::Forbidden;
        QCOMPARE(checkUnapplied(evidence).severity, Severity::Unknown);
        evidence.live->clear();
        QCOMPARE(checkUnapplied(evidence).severity, Severity::Unknown);
    }
};

#include "tst_preflight_release.moc"
} // namespace tst_preflight_release

CHARTROOM_TEST(tst_preflight_release, PreflightReleaseTest)
