// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/upgrade/node_impact.h"
#include "core/upgrade/rollback_operation.h"
#include "tests/core/preflight_samples.h"
#include "tests/support/test_main.h"

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace HIDDEN_FROM_MOC tst_preflight_checks {

namespace {

PreflightFinding only(const QList<PreflightFinding> &findings, const QString &id)
{
    for (const PreflightFinding &one : findings)
        if (one.id == id)
            return one;
    qFatal("no finding %s", qPrintable(id));
}

PathFate fate(PathFate::Kind kind)
{
    return {kind, u"driver.version"_s, {}, {}, u"A sentence."_s, {}};
}

} // namespace

class TestPreflightChecks final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void contentEvidenceHasNothingSevereOrUnknown()
    {
        const QList<PreflightFinding> findings = preflightFindings(contentEvidence());
        for (const PreflightFinding &one : findings)
            QVERIFY2(one.severity != Severity::Severe && one.severity != Severity::Unknown,
                     qPrintable(one.id + u": "_s + one.sentence + one.evidence.join(u"; ")));
        QCOMPARE(only(findings, u"nodes"_s).severity, Severity::Warning); // drivers are reloaded
        QVERIFY(findingsWithoutReason(findings, contentEvidence().draft.reasons).isEmpty());
    }

    void aRollbackIsJudgedByWhatSpeaksOfOne()
    {
        PreflightEvidence evidence = contentEvidence();
        evidence.toRevision = 3;
        evidence.target = ReleaseRecord();
        QStringList ids;
        for (const PreflightFinding &one : preflightFindings(evidence)) {
            ids << one.id;
            QVERIFY2(one.severity != Severity::Severe && one.severity != Severity::Unknown,
                     qPrintable(one.id + u": "_s + one.sentence));
        }
        QCOMPARE(ids, (QStringList{u"helm"_s, u"rights"_s, u"revision"_s, u"target"_s, u"pending"_s,
                                   u"managers"_s, u"unapplied"_s, u"history"_s, u"versionStep"_s, u"crds"_s,
                                   u"hooks"_s, u"dryRun"_s, u"nodes"_s, u"blockers"_s, u"unavailable"_s,
                                   u"leftovers"_s, u"oneAtATime"_s, u"capacity"_s, u"ownership"_s}));
        evidence = PreflightEvidence();
        evidence.toRevision = 3;
        for (const PreflightFinding &one : preflightFindings(evidence))
            QVERIFY2(one.severity == Severity::Unknown, qPrintable(one.id + u": "_s + one.sentence));
    }

    void aRollbackGoesByTheSameStepsAsAnUpgrade_data()
    {
        QTest::addColumn<QString>("chart");
        QTest::addColumn<QString>("from");
        QTest::addColumn<QString>("to");
        QTest::addColumn<Severity>("severity");
        QTest::addColumn<QString>("says");
        QTest::newRow("minors back, unsupported")
            << u"cilium"_s << u"1.19.2"_s << u"1.17.0"_s << Severity::Severe
            << u"This is a downgrade to an older chart. A minor"_s;
        QTest::newRow("one minor back") << u"cilium"_s << u"1.19.2"_s << u"1.18.0"_s << Severity::Warning
                                        << u"This is a downgrade to an older chart."_s;
        QTest::newRow("majors back, no rule") << u"fabric"_s << u"4.0.0"_s << u"2.0.0"_s << Severity::Warning
                                              << u"This is a downgrade to an older chart."_s;
        QTest::newRow("the same") << u"cilium"_s << u"1.19.2"_s << u"1.19.2"_s << Severity::Ok
                                  << u"The step stays within a minor version."_s;
        QTest::newRow("to a revision with a newer chart, over a minor")
            << u"cilium"_s << u"1.17.0"_s << u"1.19.2"_s << Severity::Severe
            << u"A minor version is skipped"_s;
        QTest::newRow("no version") << u"cilium"_s << u""_s << u"1.19.2"_s << Severity::Unknown << u""_s;
    }
    void aRollbackGoesByTheSameStepsAsAnUpgrade()
    {
        QFETCH(QString, chart);
        QFETCH(QString, from);
        QFETCH(QString, to);
        QFETCH(Severity, severity);
        QFETCH(QString, says);
        PreflightEvidence evidence = contentEvidence();
        evidence.draft.chart.name = chart;
        evidence.draft.chart.version = to;
        evidence.fromVersion = from;
        const PreflightFinding upgrade = only(preflightFindings(evidence), u"versionStep"_s);
        evidence.toRevision = 3;
        const PreflightFinding back = only(preflightFindings(evidence), u"versionStep"_s);
        QCOMPARE(back.severity, severity);
        QVERIFY2(back.sentence.startsWith(says), qPrintable(back.sentence));
        QCOMPARE(back.sentence, upgrade.sentence);
    }

    void crdsThatStayNewerAreTold_data()
    {
        QTest::addColumn<QByteArray>("installed");
        QTest::addColumn<QString>("from");
        QTest::addColumn<Severity>("severity");
        QTest::addColumn<QString>("line");
        const QByteArray crd = "kind: CustomResourceDefinition\nmetadata: {name: a.x.io}\nspec: {versions: [";
        const QByteArray v1 = "{name: v1, schema: {openAPIV3Schema: {properties: {a: {type: string}}}}}";
        const QByteArray v2 = "{name: v2, schema: {openAPIV3Schema: {properties: {a: {type: string}}}}}";
        const QByteArray more =
            "{name: v1, schema: {openAPIV3Schema: {properties: {a: {type: string}, b: {type: string}}}}}";
        QTest::newRow("a field") << crd + more + "]}" << u"v26.3.0"_s << Severity::Note << u"a.x.io v1: b"_s;
        QTest::newRow("a version") << crd + v1 + "," + v2 + "]}" << u"v26.3.0"_s << Severity::Note
                                   << u"a.x.io: version v2 is not in the chart"_s;
        QTest::newRow("the same") << crd + v1 + "]}" << u"v26.3.0"_s << Severity::Ok << QString();
        QTest::newRow("not back") << crd + more + "]}" << u"v25.3.4"_s << Severity::Ok << QString();
        QTest::newRow("the old field is gone")
            << crd + "{name: v1, schema: {openAPIV3Schema: {properties: {b: {type: string}}}}}]}"
            << u"v26.3.0"_s << Severity::Warning << u"a.x.io v1: a"_s;
    }
    void crdsThatStayNewerAreTold()
    {
        QFETCH(QByteArray, installed);
        QFETCH(QString, from);
        QFETCH(Severity, severity);
        QFETCH(QString, line);
        PreflightEvidence evidence = contentEvidence();
        evidence.toRevision = 3;
        evidence.target = ReleaseRecord();
        evidence.fromVersion = from;
        evidence.chart->crds = {
            {u"crds/a.yaml"_s,
             "kind: CustomResourceDefinition\nmetadata: {name: a.x.io}\nspec: {versions: "
             "[{name: v1, schema: {openAPIV3Schema: {properties: {a: {type: string}}}}}]}"}};
        evidence.installedCrds = QList<Value>{yamlValue(installed.constData())};
        const PreflightFinding found = only(preflightFindings(evidence), u"crds"_s);
        QCOMPARE(found.severity, severity);
        QVERIFY2(line.isEmpty() || found.evidence.contains(line), qPrintable(found.evidence.join(u'\n')));
    }

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

    void theRevisionThatItGoesBackToHasToBeReadable_data() // fault 47
    {
        QTest::addColumn<Error::Code>("code");
        QTest::addColumn<Severity>("severity");
        QTest::newRow("gone") << Error::Code::NotFound << Severity::Severe;
        QTest::newRow("damaged") << Error::Code::Damaged << Severity::Severe;
        QTest::newRow("too large") << Error::Code::TooLarge << Severity::Severe;
        QTest::newRow("forbidden") << Error::Code::Forbidden << Severity::Unknown;
    }
    void theRevisionThatItGoesBackToHasToBeReadable()
    {
        QFETCH(Error::Code, code);
        QFETCH(Severity, severity);
        PreflightEvidence evidence = contentEvidence();
        evidence.toRevision = 3;
        evidence.target = failure(code, u"So it is."_s);
        QCOMPARE(only(preflightFindings(evidence), u"target"_s).severity, severity);
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
        PreflightEvidence evidence = contentEvidence();
        evidence.toRevision = 3;
        evidence.isOwnRemnant = isOwn;
        evidence.release->revisions[0] = revisionEntry(4, status, minutes);
        QCOMPARE(checkPending(evidence).severity, severity);
        evidence.lease = LeaseState{u"ben@desk (process 7)"_s, false, preflightNow, preflightNow, 60s, 0, {}};
        QCOMPARE(checkPending(evidence).severity, Severity::Severe);
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
        evidence.lease = left;
        QCOMPARE(checkPending(evidence).severity, Severity::Ok);
        left.isHolderGone = false;
        evidence.lease = left;
        QCOMPARE(checkPending(evidence).severity, Severity::Severe);
    }

    void aRolloutThatIsNotThroughHoldsNoRollbackBack()
    {
        PreflightEvidence evidence = contentEvidence();
        (*evidence.tracks)[0].step = RolloutStep::Failed;
        QCOMPARE(checkLeftovers(evidence).severity, Severity::Severe);
        evidence.toRevision = 3;
        QCOMPARE(checkLeftovers(evidence).severity, Severity::Warning);
    }

    void theSecondDrainIsWhatTheManifestsSay_data()
    {
        QTest::addColumn<NodeImpact::Kind>("kind");
        QTest::addColumn<QString>("says");
        QTest::newRow("none") << NodeImpact::Kind::None << u"Nothing on the nodes changes"_s;
        QTest::newRow("pods") << NodeImpact::Kind::PodsOnly << u"there is no second drain"_s;
        QTest::newRow("restart") << NodeImpact::Kind::DriverRestart << u"with the same driver"_s;
        QTest::newRow("reload") << NodeImpact::Kind::DriverReload << u"with a second drain."_s;
        QTest::newRow("network") << NodeImpact::Kind::NicDriver << u"a node may go offline"_s;
        QTest::newRow("unknown") << NodeImpact::Kind::Unknown << u"assume that there is one. Why."_s;
    }
    void theSecondDrainIsWhatTheManifestsSay()
    {
        QFETCH(NodeImpact::Kind, kind);
        QFETCH(QString, says);
        const QStringList notes = rollbackNotes({kind, {}, {}, u"Why."_s});
        QCOMPARE(notes.size(), 3);
        QVERIFY2(notes.last().contains(says), qPrintable(notes.last()));
    }

    void withoutEvidenceNothingIsGreen()
    {
        const QList<PreflightFinding> findings = preflightFindings(PreflightEvidence());
        QCOMPARE(findings.size(), 24);
        QSet<QString> ids;
        for (const PreflightFinding &one : findings) {
            ids << one.id;
            // That no window is set is known.
            QVERIFY2(one.severity == (one.id == u"window" ? Severity::Note : Severity::Unknown),
                     qPrintable(one.id + u": "_s + one.sentence));
            QVERIFY(one.id == u"window" || !one.evidence.isEmpty());
        }
        QCOMPARE(ids.size(), findings.size());
    }

    void whatIsForbiddenToReadIsUnknown_data()
    {
        QTest::addColumn<QString>("id");
        QTest::addColumn<int>("what");
        const auto row = [](const char *id, int what) {
            QTest::newRow(id) << QString::fromLatin1(id) << what;
        };
        row("helm", 0);
        row("rights", 1);
        row("revision", 2);
        row("pending", 2);
        row("managers", 3);
        row("unapplied", 3);
        row("recordSize", 4);
        row("history", 2);
        row("values", 5);
        row("chart", 6);
        row("kubeVersion", 6);
        row("deprecated", 6);
        row("crds", 6);
        row("hooks", 4);
        row("dryRun", 7);
        row("nodes", 8);
        row("blockers", 9);
        row("unavailable", 10);
        row("leftovers", 11);
        row("oneAtATime", 11);
        row("capacity", 10);
        row("window", 11);
        row("ownership", 12);
        row("versionStep", 13);
    }
    void whatIsForbiddenToReadIsUnknown()
    {
        QFETCH(QString, id);
        QFETCH(int, what);
        PreflightEvidence evidence = contentEvidence();
        switch (what) {
        case 0:
            evidence.helm = refused();
            break;
        case 1:
            evidence.access = refused();
            break;
        case 2:
            evidence.release = refused();
            break;
        case 3:
            evidence.live = refused();
            break;
        case 4:
            evidence.dryRun = refused();
            break;
        case 5:
            evidence.outcome = refused();
            break;
        case 6:
            evidence.chart = refused();
            break;
        case 7:
            evidence.rehearsal = refused();
            break;
        case 8:
            evidence.changes = refused();
            break;
        case 9:
            evidence.pods = refused();
            break;
        case 10:
            evidence.nodes = refused();
            break;
        case 11:
            evidence.tracks = refused();
            break;
        case 12:
            evidence.ownership = refused();
            break;
        case 13:
            evidence.versions = refused();
            break;
        }
        QCOMPARE(only(preflightFindings(evidence), id).severity, Severity::Unknown);
    }

    void helmHasToBeThereAndSafe_data()
    {
        QTest::addColumn<QString>("version");
        QTest::addColumn<Severity>("severity");
        QTest::newRow("4") << u"v4.3.1"_s << Severity::Ok;
        QTest::newRow("3") << u"v3.18.5"_s << Severity::Ok;
        QTest::newRow("4 with unsafe plugins") << u"v4.1.3"_s << Severity::Warning;
        QTest::newRow("4 with safe plugins") << u"v4.1.4"_s << Severity::Ok;
        QTest::newRow("known bad") << u"v3.18.4"_s << Severity::Severe;
        QTest::newRow("old") << u"v3.9.0"_s << Severity::Severe;
        QTest::newRow("candidate") << u"v4.4.0-rc.1"_s << Severity::Warning;
        QTest::newRow("no version") << u"main"_s << Severity::Unknown;
    }
    // S8: a helm below 3.18.5 or 4.1.4 is warned of.
    void helmHasToBeThereAndSafe()
    {
        QFETCH(QString, version);
        QFETCH(Severity, severity);
        PreflightEvidence evidence = contentEvidence();
        evidence.helm = HelmVersion{version, version.startsWith(u"v3") ? 3 : 4};
        QCOMPARE(checkHelm(evidence).severity, severity);
        evidence.helm = failure(Error::Code::NotFound, u"There is no helm."_s);
        QCOMPARE(checkHelm(evidence).severity, Severity::Severe);
    }

    // S17: a right that is denied is severe, and one without an answer is not taken for granted.
    void oneDeniedRightIsSevereAndOneUnansweredIsUnknown()
    {
        PreflightEvidence evidence = contentEvidence();
        QCOMPARE(checkRights(evidence).severity, Severity::Ok);
        AccessReview other = evidence.access->first();
        other.verb = u"create"_s;
        other.isAllowed.reset();
        evidence.access->append(other);
        QCOMPARE(checkRights(evidence).severity, Severity::Unknown);
        evidence.access->last().isAllowed = false;
        const PreflightFinding denied = checkRights(evidence);
        QCOMPARE(denied.severity, Severity::Severe);
        QCOMPARE(denied.evidence, QStringList{u"create deployments.apps in nvidia-gpu-operator"_s});
        evidence.access = QList<AccessReview>();
        QCOMPARE(checkRights(evidence).severity, Severity::Unknown);
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
        PreflightEvidence evidence = contentEvidence();
        evidence.release->revisions.first() = revisionEntry(4, status, minutesAgo);
        QTEST(checkPending(evidence).severity, "severity");
    }

    void fault45WhoBeganAPendingRevisionIsNamedWithTheWayOut()
    {
        PreflightEvidence evidence = contentEvidence();
        evidence.recordOwner =
            FieldOwner{u"terraform-provider-helm"_s, u"Update"_s, {}, evidence.now.addSecs(-180)};
        evidence.release->revisions.first() = revisionEntry(4, ReleaseStatus::PendingUpgrade, 3);
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
        QVERIFY(old.whatToDo.contains(u"rollback"_s));
        QVERIFY(!old.whatToDo.contains(u"delet"_s)); // no record is ever deleted
    }

    void theWayOutFitsWhatWasInterrupted_data()
    {
        QTest::addColumn<ReleaseStatus>("status");
        QTest::addColumn<QString>("way");
        QTest::newRow("upgrade") << ReleaseStatus::PendingUpgrade << u"rollback"_s;
        QTest::newRow("rollback") << ReleaseStatus::PendingRollback << u"rollback"_s;
        QTest::newRow("install") << ReleaseStatus::PendingInstall << u"helm uninstall"_s;
        QTest::newRow("uninstall") << ReleaseStatus::Uninstalling << u"helm uninstall"_s;
        QTest::newRow("uninstalled") << ReleaseStatus::Uninstalled << u"helm install --replace"_s;
    }
    void theWayOutFitsWhatWasInterrupted()
    {
        QFETCH(ReleaseStatus, status);
        QFETCH(QString, way);
        PreflightEvidence evidence = contentEvidence();
        evidence.release->revisions.first() = revisionEntry(4, status, 3 * 24 * 60);
        const QString advice = checkPending(evidence).whatToDo;
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
                         std::chrono::seconds(60),
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
        QVERIFY2(two.sentence.contains(u"helm uses the newest"_s), qPrintable(two.sentence));
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
        evidence.live->first().value = yamlValue(
            "metadata:\n  annotations: {meta.helm.sh/release-name: gpu-operator}\n  managedFields:\n"
            "  - {manager: helm4, operation: Apply, time: '2026-11-01T00:00:00Z', fieldsV1: {'f:metadata': "
            "{'f:annotations': {'f:meta.helm.sh/release-name': {}}}}}\n"
            "  - {manager: kubectl-edit, operation: Update, time: '2026-11-20T00:00:00Z', fieldsV1: "
            "{'f:spec': "
            "{'f:driver': {'f:version': {}}}}}\nspec: {driver: {version: 580.82.07}}");
        const PreflightFinding edited = checkManagers(evidence);
        QCOMPARE(edited.severity, Severity::Warning);
        QVERIFY(edited.evidence.first().contains(u"spec.driver.version was last set by kubectl-edit"_s));
        evidence.live->first().state = LiveObject::State::Forbidden;
        QCOMPARE(checkManagers(evidence).severity, Severity::Unknown);
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

    void fault41ARecordOverOneMebibyteIsSevere()
    {
        PreflightEvidence evidence = contentEvidence();
        QCOMPARE(checkRecordSize(evidence).severity, Severity::Ok);
        evidence.dryRun->storedBytes = 1'048'576; // what a Secret just takes
        QCOMPARE(checkRecordSize(evidence).severity, Severity::Warning);
        evidence.dryRun->storedBytes = 1'048'577;
        const PreflightFinding tooLong = checkRecordSize(evidence);
        QCOMPARE(tooLong.severity, Severity::Severe);
        QCOMPARE(tooLong.evidence, QStringList{u"1048577 of at most 1048576 bytes."_s});
        QVERIFY(!tooLong.whatToDo.isEmpty());
        evidence.dryRun->storedBytes = 0;
        QCOMPARE(checkRecordSize(evidence).severity, Severity::Unknown);
    }

    void fault50NothingOfTheValuesIsLostUnnoticed()
    {
        PreflightEvidence evidence = contentEvidence();
        evidence.outcome->fates = {fate(PathFate::Kind::Kept), fate(PathFate::Kind::DefaultMoved)};
        QCOMPARE(checkValues(evidence).severity, Severity::Ok);
        for (const auto kind : {PathFate::Kind::StaleDefault, PathFate::Kind::NewDefaultMissing,
                                PathFate::Kind::Gone, PathFate::Kind::TypeChanged}) {
            evidence.outcome->fates = {fate(kind)};
            QCOMPARE(checkValues(evidence).severity, Severity::Warning);
        }
        evidence.outcome->fates = {fate(PathFate::Kind::LostOverride)};
        QCOMPARE(checkValues(evidence).severity, Severity::Severe);
        QCOMPARE(checkValues(evidence).evidence, QStringList{u"driver.version: A sentence."_s});
        PathFate edit = fate(PathFate::Kind::Set);
        edit.isEdit = true;
        edit.before = Value(u"580.95.05"_s);
        edit.after = Value(u"595.71.05"_s);
        evidence.outcome->fates = {fate(PathFate::Kind::Kept), edit};
        QCOMPARE(checkValues(evidence).severity, Severity::Note); // "every value of today stays" is false
        QVERIFY(checkValues(evidence).evidence.contains(u"driver.version: 580.95.05 → 595.71.05"_s));
        evidence.outcome->fates.last().after = edit.before;
        QCOMPARE(checkValues(evidence).severity, Severity::Ok);
        evidence.outcome->fates.clear();
        evidence.outcome->problem.message = u"It does not fit."_s;
        QCOMPARE(checkValues(evidence).severity, Severity::Severe);
    }

    // S9: a chart is pinned by its digest.
    void fault58AnotherArchiveOfTheSameVersionIsSevere()
    {
        PreflightEvidence evidence = contentEvidence();
        QCOMPARE(checkPin(evidence).severity, Severity::Ok);
        evidence.chart->digest = QString(64, u'b');
        QCOMPARE(checkPin(evidence).severity, Severity::Severe);
        evidence.draft.chart.digest.clear();
        QCOMPARE(checkPin(evidence).severity, Severity::Unknown);
    }

    void theChartsKubernetesRangeCounts()
    {
        PreflightEvidence evidence = contentEvidence();
        QCOMPARE(checkKubeVersion(evidence).severity, Severity::Ok);
        evidence.chart->metadata.kubeVersion = u"< 1.30.0"_s;
        QCOMPARE(checkKubeVersion(evidence).severity, Severity::Severe);
        evidence.serverVersion.clear();
        QCOMPARE(checkKubeVersion(evidence).severity, Severity::Unknown);
        evidence.chart->metadata.kubeVersion.clear();
        QCOMPARE(checkKubeVersion(evidence).severity, Severity::Note);
    }

    void aSkippedMajorVersionIsSevereForOperatorsByCalendar_data()
    {
        QTest::addColumn<QString>("from");
        QTest::addColumn<QString>("to");
        QTest::addColumn<Severity>("severity");
        QTest::newRow("within") << u"v25.3.2"_s << u"v25.3.4"_s << Severity::Ok;
        QTest::newRow("next") << u"v25.3.4"_s << u"v25.10.1"_s << Severity::Note;
        QTest::newRow("skipped") << u"v24.9.2"_s << u"v25.10.1"_s << Severity::Severe;
        QTest::newRow("back") << u"v25.10.1"_s << u"v25.3.4"_s << Severity::Warning;
        QTest::newRow("no version") << u""_s << u"v25.10.1"_s << Severity::Unknown;
    }
    void aSkippedMajorVersionIsSevereForOperatorsByCalendar()
    {
        QFETCH(QString, from);
        QFETCH(QString, to);
        PreflightEvidence evidence = contentEvidence();
        evidence.fromVersion = from;
        evidence.draft.chart.version = to;
        QTEST(checkVersionStep(evidence).severity, "severity");
        if (from == u"v24.9.2") {
            evidence.draft.chart.name = u"other"_s; // 24 to 25 is a step of one there
            QCOMPARE(checkVersionStep(evidence).severity, Severity::Note);
        }
    }

    /// Each chart by what its makers say (resources/versions/steps.yaml).
    void aChartGoesAsFarInOneStepAsItsMakersSay_data()
    {
        QTest::addColumn<QString>("chart");
        QTest::addColumn<QString>("from");
        QTest::addColumn<QString>("to");
        QTest::addColumn<Severity>("severity");
        QTest::addColumn<QStringList>("between");
        const QStringList none;
        QTest::newRow("cilium, far") << u"cilium"_s << u"1.17.3"_s << u"1.20.0"_s << Severity::Severe
                                     << QStringList{u"1.18.6"_s, u"1.19"_s};
        QTest::newRow("cilium, next") << u"cilium"_s << u"1.17.3"_s << u"1.18.6"_s << Severity::Note << none;
        QTest::newRow("cilium, within") << u"cilium"_s << u"1.17.3"_s << u"1.17.9"_s << Severity::Ok << none;
        QTest::newRow("cilium, back")
            << u"cilium"_s << u"1.18.6"_s << u"1.17.3"_s << Severity::Warning << none;
        QTest::newRow("cilium, far back") << u"cilium"_s << u"1.20.0"_s << u"1.17.3"_s << Severity::Severe
                                          << QStringList{u"1.19"_s, u"1.18.6"_s};
        QTest::newRow("cert-manager") << u"cert-manager"_s << u"v1.15.0"_s << u"v1.18.0"_s
                                      << Severity::Warning << QStringList{u"1.16"_s, u"1.17.3"_s};
        QTest::newRow("rook") << u"rook-ceph"_s << u"v1.17.1"_s << u"v1.19.0"_s << Severity::Severe
                              << QStringList{u"1.18.6"_s}; // as the index has it
        QTest::newRow("of which nobody says anything")
            << u"other"_s << u"1.17.3"_s << u"1.20.0"_s << Severity::Ok << none;
    }
    void aChartGoesAsFarInOneStepAsItsMakersSay()
    {
        QFETCH(QString, chart);
        QFETCH(QString, from);
        QFETCH(QString, to);
        QFETCH(QStringList, between);
        PreflightEvidence evidence = contentEvidence();
        evidence.draft.chart.name = chart;
        evidence.fromVersion = from;
        evidence.draft.chart.version = to;
        evidence.versions = ChartVersions();
        for (const QString &version : {u"1.20.0"_s, u"1.18.6"_s, u"1.18.2"_s, u"1.17.3"_s})
            evidence.versions->versions.append({version, {}, {}, {}, {}, false});
        const PreflightFinding found = checkVersionStep(evidence);
        QTEST(found.severity, "severity");
        QCOMPARE(found.evidence.mid(1, between.size()), between);
        QCOMPARE(found.evidence.join(u' ').contains(u"Source: "), !between.isEmpty());
        evidence.versions = failure(Error::Code::Unreachable, u"No index."_s);
        if (chart == u"cilium") // its minors follow each other: no index is needed
            QTEST(checkVersionStep(evidence).severity, "severity");
    }

    void aDeprecatedChartIsAWarning()
    {
        PreflightEvidence evidence = contentEvidence();
        QCOMPARE(checkDeprecated(evidence).severity, Severity::Ok);
        evidence.versions->versions.first().deprecated = true;
        QCOMPARE(checkDeprecated(evidence).severity, Severity::Warning);
    }

    void ownershipAsksForSupportFirst_data()
    {
        QTest::addColumn<Owner>("owner");
        QTest::addColumn<QString>("component");
        QTest::addColumn<bool>("isAgreed");
        QTest::addColumn<Severity>("severity");
        QTest::newRow("Crusoe's") << Owner::Crusoe << u"coredns"_s << false << Severity::Severe;
        QTest::newRow("Crusoe's, agreed") << Owner::Crusoe << u"coredns"_s << true << Severity::Ok;
        QTest::newRow("core") << Owner::Shared << u"network-operator"_s << false << Severity::Severe;
        QTest::newRow("core, agreed") << Owner::Shared << u"network-operator"_s << true << Severity::Ok;
        QTest::newRow("shared") << Owner::Shared << u"cluster-autoscaler"_s << false << Severity::Warning;
        QTest::newRow("own") << Owner::Customer << u"third-party-charts"_s << false << Severity::Note;
    }
    // S18: to change the provider's add-ons without Support's agreement is a severe finding.
    void ownershipAsksForSupportFirst()
    {
        QFETCH(Owner, owner);
        QFETCH(QString, component);
        QFETCH(bool, isAgreed);
        PreflightEvidence evidence = contentEvidence();
        evidence.ownership->owner = owner;
        evidence.ownership->component = component;
        evidence.draft.consent = isAgreed ? u"J. Doe of Support, on Friday"_s : QString();
        if (!isAgreed)
            evidence.draft.supportReference.clear();
        QTEST(checkOwnership(evidence).severity, "severity");
        evidence.ownership->confidence = Confidence::Guess;
        QCOMPARE(checkOwnership(evidence).severity, Severity::Unknown);
    }

    void aTicketAloneIsNoAgreement()
    {
        PreflightEvidence evidence = contentEvidence();
        evidence.ownership->owner = Owner::Crusoe;
        evidence.draft.consent.clear();
        QCOMPARE(checkOwnership(evidence).severity, Severity::Note);
        QVERIFY(!checkOwnership(evidence).sentence.startsWith(u"Agreed"_s));
    }

    void aSevereFindingHoldsTheDraftBackUntilAReasonIsGiven()
    {
        const QList<PreflightFinding> findings{finding("rights", Severity::Severe, u"No."_s),
                                               finding("hooks", Severity::Unknown, u"?"_s)};
        UpgradeDraft draft;
        draft.reasons[u"rights"_s] = u"  "_s;
        QCOMPARE(findingsWithoutReason(findings, draft.reasons), QStringList{u"rights"_s});
        draft.reasons[u"rights"_s] = u"The cluster's owner stands beside me."_s;
        QVERIFY(findingsWithoutReason(findings, draft.reasons).isEmpty());
    }

    // S11, S15: a finding is masked and visible.
    void hostileTextAndSecretsDoNotGetIntoFindings()
    {
        const PreflightFinding made =
            finding("x", Severity::Note, u"a\u202e\x1b[31mb"_s, {u"https://user:hunter2@example.org/"_s});
        QVERIFY(!made.sentence.contains(u'\x1b') && !made.sentence.contains(u'\u202e'));
        QVERIFY(!made.evidence.first().contains(u"hunter2"_s));
        QCOMPARE(finding("x", Severity::Note, {}, QStringList(50, u"l"_s)).evidence.size(), 21);
    }
};

#include "tst_preflight_checks.moc"
} // namespace tst_preflight_checks

CHARTROOM_TEST(tst_preflight_checks, TestPreflightChecks)
