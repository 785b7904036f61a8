// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/upgrade/preflight_reading.h"
#include "core/upgrade/server_refusal.h"
#include "tests/core/refusal_samples.h"
#include "tests/support/test_main.h"

namespace HIDDEN_FROM_MOC tst_dry_run_refusal {

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace {

const QString aboutToken =
    u"The Job \"token\" is invalid: spec.template: Invalid value: {}: field is immutable"_s;

/// The dry run by the server that said this and ended with 1.
Result<RehearsedApply> rehearsed(const QByteArray &said)
{
    CommandOutput output;
    output.exitCode = 1;
    output.err = said;
    return readRehearsal(output);
}

} // namespace

/// What follows from refusals: how severe they are together, and the next step as a command.
class DryRunRefusalTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void helm3MeetsNoRefusalOfServerSideApply()
    {
        PreflightEvidence evidence = refusalEvidence(u"ssa"_s);
        const QString said = u"failed to create typed patch object (agents/a; /v1, Kind=ServiceAccount): "
                             ".namespace: field not declared in schema"_s;
        QCOMPARE(onlyRefusal(said, evidence).severity, Severity::Severe);
        evidence.helm = HelmVersion{u"v3.22.0"_s, 3};
        QCOMPARE(onlyRefusal(said, evidence).severity, Severity::Note);
        for (const QString &other :
             {u"Apply failed with 1 conflict: conflict with \"kubectl-edit\" using apps/v1: .spec.replicas"_s,
              u"metadata.managedFields must be nil"_s}) {
            QCOMPARE(onlyRefusal(other, evidence).id, u"onlyServerSide"_s);
            QCOMPARE(onlyRefusal(other, evidence).severity, Severity::Note);
        }
        evidence.helm = refused();
        QCOMPARE(onlyRefusal(said, evidence).severity, Severity::Severe);
    }

    void theObjectOfAConflictIsToldByItsManagers()
    {
        const PreflightEvidence evidence = refusalEvidence(u"ssa"_s);
        const auto said = [&evidence](const char *manager) {
            return onlyRefusal(
                       u"Apply failed with 1 conflict: conflict with \"%1\" using apps/v1: .spec.replicas"_s
                           .arg(QLatin1String(manager)),
                       evidence)
                .said;
        };
        QVERIFY(said("autoscaler").startsWith(u"Deployment agents/web, .spec.replicas"));
        QVERIFY(said("kubectl-edit").startsWith(u"the object, ")); // two have that manager
    }

    void aNamespaceThatComesWithTheUpgradeIsNoRefusal()
    {
        PreflightEvidence evidence = refusalEvidence();
        const QString said =
            u"Error from server (NotFound): error when creating \"STDIN\": namespaces \"new\" not found"_s;
        QCOMPARE(onlyRefusal(said, evidence).id, u"namespaceMissing"_s);
        evidence.dryRun->manifest = "apiVersion: v1\nkind: Namespace\nmetadata: {name: new}\n";
        QCOMPARE(onlyRefusal(said, evidence).id, u"namespaceComes"_s);
        QCOMPARE(onlyRefusal(said, evidence).severity, Severity::Unknown);
    }

    void annotationsThatHelmSendsAreTooLong()
    {
        const QString said =
            u"The ConfigMap \"a\" is invalid: metadata.annotations: Too long: may not be more than "
            "262144 bytes"_s;
        QCOMPARE(onlyRefusal(said, refusalEvidence(u"ssa"_s)).id, u"annotationsTooLong"_s);
        QCOMPARE(onlyRefusal(said, refusalEvidence()).id, u"appliedTooLong"_s);
    }

    void aLongValueIsNotRepeated()
    {
        const QString said =
            u"The Job \"token\" is invalid: spec.template: Invalid value: {\"a\":\"%1\"}: field is immutable"_s
                .arg(QString(5000, u'x'));
        QCOMPARE(onlyRefusal(said, refusalEvidence()).said,
                 u"Job agents/token, spec.template: Invalid value: …: field is immutable"_s);
    }

    void ofSeveralFieldsEachIsTold()
    {
        PreflightEvidence evidence = refusalEvidence();
        evidence.rehearsal = rehearsed("The Deployment \"web\" is invalid: \n"
                                       "* spec.template.spec.containers[0].image: Required value\n"
                                       "* spec.selector: Required value\n");
        const PreflightFinding found = checkRehearsal(evidence);
        QCOMPARE(found.severity, Severity::Severe);
        QCOMPARE(
            found.evidence.mid(0, 3),
            (QStringList{u"Deployment agents/web, spec.template.spec.containers[0].image: Required value"_s,
                         u"Deployment agents/web, spec.selector: Required value"_s,
                         u"Deployment agents/web lacks spec.template.spec.containers[0].image. "
                         "Deployment agents/web lacks spec.selector."_s}));
    }

    void everyRefusalOfTheDryRunHasItsNextStep()
    {
        PreflightEvidence evidence = refusalEvidence();
        evidence.rehearsal = rehearsed(aboutToken.toUtf8() + '\n');
        const PreflightFinding one = checkRehearsal(evidence);
        QCOMPARE(one.severity, Severity::Severe);
        QVERIFY2(one.whatToDo.endsWith(u"kubectl delete job token --namespace agents"),
                 qPrintable(one.whatToDo));
        evidence.rehearsal = rehearsed(
            aboutToken.toUtf8() +
            "\nThe Deployment \"web\" is invalid: spec.selector: Invalid value: {}: field is immutable\n");
        const PreflightFinding two = checkRehearsal(evidence);
        QCOMPARE(two.evidence.filter(u"Next step: "_s).size(), 2);
    }

    void commandsNameTheContext()
    {
        PreflightEvidence evidence = refusalEvidence();
        evidence.draft.context = u"cmk prod"_s;
        const QString way = onlyRefusal(aboutToken, evidence).wayOut;
        QVERIFY2(way.endsWith(u"kubectl delete job token --namespace agents --context 'cmk prod'"),
                 qPrintable(way));
        evidence.kubeconfigs = {u"/a b"_s, u"/c"_s};
        const QString elsewhere = onlyRefusal(aboutToken, evidence).wayOut;
        QVERIFY2(elsewhere.contains(u"KUBECONFIG='/a b:/c' kubectl delete job token "_s),
                 qPrintable(elsewhere));
    }

    void aRollbackIsNotCalledAnUpgrade()
    {
        PreflightEvidence evidence = refusalEvidence(u"ssa"_s);
        evidence.toRevision = 3;
        QVERIFY(onlyRefusal(aboutToken, evidence).wayOut.contains(u"then roll back"));
        QVERIFY(
            onlyRefusal(u"Apply failed with 1 conflict: conflict with \"a\" using apps/v1: .spec.replicas"_s,
                        evidence)
                .wayOut.contains(u"helm rollback %1 3 --force-conflicts"_s.arg(evidence.draft.release.name)));
    }

    void aJobThatIsNamedLikeASecretIsShown()
    {
        PreflightEvidence evidence = refusalEvidence();
        evidence.rehearsal->refusals << u"The Job \"crusoe-monitoring-token-job\" is invalid: spec.template: "
                                        "Invalid value: {}: field is immutable"_s;
        const PreflightFinding found = checkRehearsal(evidence);
        QCOMPARE(found.evidence.first(),
                 u"Job agents/crusoe-monitoring-token-job, spec.template: Invalid value: {}: "
                 "field is immutable"_s);
        QVERIFY2(
            found.whatToDo.endsWith(u"kubectl delete job crusoe-monitoring-token-job --namespace agents"),
            qPrintable(found.whatToDo));
    }

    void onlyWhatTheDryRunMeetsIsUnknown()
    {
        const QByteArray met =
            "Error from server (BadRequest): error when creating \"STDIN\": admission webhook \"v.example\" "
            "does not support dry run\n";
        PreflightEvidence evidence = refusalEvidence();
        evidence.rehearsal = rehearsed(met);
        QCOMPARE(checkRehearsal(evidence).severity, Severity::Unknown);
        evidence.rehearsal = rehearsed(met + aboutToken.toUtf8() + '\n');
        QCOMPARE(checkRehearsal(evidence).severity, Severity::Severe);
    }

    void kubectlsAdviceOnAConflictIsNoRefusal()
    {
        const RehearsedApply rehearsal = *rehearsed(
            QByteArray(
                "error: Apply failed with 2 conflicts: conflicts with \"kubectl-edit\" using apps/v1:\n"
                "- .spec.replicas\n- .spec.paused\n"
                "Please review the fields above--they currently have other managers. Here\n"
                "are the ways you can resolve this warning:\n"
                "* If you intend to manage all of these fields, please re-run the apply\n"
                "  command with the `--force-conflicts` flag.\n"
                "See https://kubernetes.io/docs/reference/using-api/server-side-apply/#conflicts\n") +
            aboutToken.toUtf8() + '\n');
        QCOMPARE(rehearsal.refusals.size(), 2);
        QVERIFY(!rehearsal.refusals.join(u' ').contains(u"Please review"));
        const QList<DryRunRefusal> found = dryRunRefusals(rehearsal.refusals, refusalEvidence(u"ssa"_s));
        QCOMPARE(found.size(), 2);
        QVERIFY(found[0].meaning.contains(u"kubectl-edit (.spec.replicas, .spec.paused)"));
        QCOMPARE(found[1].id, u"jobEnded"_s);
    }

    void theDryRunTakesNoFieldsOver()
    {
        ReleaseRecord record;
        record.applyMethod = u"ssa"_s;
        QVERIFY(rehearsalArguments(record).contains(u"--server-side"_s));
        QVERIFY(!rehearsalArguments(record).contains(u"--force-conflicts"_s));
    }

    void helmsErrorIsPartedByObjects()
    {
        QCOMPARE(refusalTexts(u"cannot patch \"a\" with kind Job: x && cannot patch \"b\" with kind Job: y"_s)
                     .size(),
                 2);
        QCOMPARE(
            refusalTexts(
                u"conflict occurred while applying object n/a v1: x\nserver-side apply failed for object n/b v1: y"_s)
                .size(),
            2);
        QCOMPARE(refusalTexts(u"Error: template: x\n  at line 3"_s).size(), 1);
    }
};

#include "tst_dry_run_refusal.moc"
} // namespace tst_dry_run_refusal

CHARTROOM_TEST(tst_dry_run_refusal, DryRunRefusalTest)
