// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/preflight_samples.h"
#include "tests/support/test_main.h"

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_preflight_checks {

namespace {

using Forbid = void (*)(PreflightEvidence &);

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

    /// A year with a month is a major of NVIDIA's.
    void stepsAreCalledAsTheChartsMakersCallThem()
    {
        PreflightEvidence evidence = contentEvidence();
        ChartVersions published;
        for (const QString &text : {u"v26.7.0"_s, u"v26.3.3"_s, u"v25.10.1"_s}) {
            ChartVersion version;
            version.version = text;
            published.versions.append(version);
        }
        evidence.versions = published;
        const auto step = [&evidence](const QString &chart, const QString &from, const QString &to) {
            evidence.draft.chart.name = chart;
            evidence.draft.chart.version = to;
            evidence.fromVersion = from;
            return only(preflightFindings(evidence), u"versionStep"_s).sentence;
        };
        QCOMPARE(step(u"gpu-operator"_s, u"v25.10.1"_s, u"v26.3.3"_s),
                 u"The step goes to the next major version."_s);
        QCOMPARE(step(u"gpu-operator"_s, u"v25.10.0"_s, u"v25.10.1"_s),
                 u"The step stays within a major version."_s);
        QVERIFY(step(u"network-operator"_s, u"v25.10.1"_s, u"v26.7.0"_s)
                    .startsWith(u"A major version is skipped; "_s));
        QCOMPARE(step(u"cilium"_s, u"1.18.0"_s, u"1.19.2"_s), u"The step goes to the next minor version."_s);
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

    void aRolloutThatIsNotThroughHoldsNoRollbackBack()
    {
        PreflightEvidence evidence = contentEvidence();
        (*evidence.tracks)[0].step = RolloutStep::Failed;
        QCOMPARE(checkLeftovers(evidence).severity, Severity::Severe);
        evidence.toRevision = 3;
        QCOMPARE(checkLeftovers(evidence).severity, Severity::Warning);
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
        QTest::addColumn<Forbid>("forbid");
        QTest::addColumn<QStringList>("ids");
        const auto row = [](const char *name, Forbid forbid, const QStringList &ids) {
            QTest::newRow(name) << forbid << ids;
        };
        using Evidence = PreflightEvidence;
        row("helm", [](Evidence &one) { one.helm = refused(); }, {u"helm"_s});
        row("access", [](Evidence &one) { one.access = refused(); }, {u"rights"_s});
        row("release", [](Evidence &one) { one.release = refused(); },
            {u"revision"_s, u"pending"_s, u"history"_s});
        row("live objects", [](Evidence &one) { one.live = refused(); }, {u"managers"_s, u"unapplied"_s});
        row("dry run", [](Evidence &one) { one.dryRun = refused(); },
            {u"recordSize"_s, u"hooks"_s, u"managers"_s});
        row("values", [](Evidence &one) { one.outcome = refused(); }, {u"values"_s});
        row("chart", [](Evidence &one) { one.chart = refused(); },
            {u"chart"_s, u"kubeVersion"_s, u"deprecated"_s, u"crds"_s});
        row("rehearsal", [](Evidence &one) { one.rehearsal = refused(); }, {u"dryRun"_s});
        row("changes", [](Evidence &one) { one.changes = refused(); }, {u"nodes"_s, u"managers"_s});
        row("pods", [](Evidence &one) { one.pods = refused(); }, {u"blockers"_s});
        row("nodes", [](Evidence &one) { one.nodes = refused(); }, {u"unavailable"_s, u"capacity"_s});
        row("tracks", [](Evidence &one) { one.tracks = refused(); },
            {u"leftovers"_s, u"oneAtATime"_s, u"window"_s});
        row("ownership", [](Evidence &one) { one.ownership = refused(); }, {u"ownership"_s});
        row("versions", [](Evidence &one) { one.versions = refused(); }, {u"versionStep"_s});
    }
    void whatIsForbiddenToReadIsUnknown()
    {
        QFETCH(Forbid, forbid);
        QFETCH(QStringList, ids);
        PreflightEvidence evidence = contentEvidence();
        forbid(evidence);
        const QList<PreflightFinding> findings = preflightFindings(evidence);
        for (const QString &id : ids)
            QVERIFY2(only(findings, id).severity == Severity::Unknown, qPrintable(id));
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
        const auto row = [](const char *name, const QString &chart, const QString &from, const QString &to,
                            Severity severity, const QStringList &between = {}) {
            QTest::newRow(name) << chart << from << to << severity << between;
        };
        using S = Severity;
        row("cilium, far", u"cilium"_s, u"1.17.3"_s, u"1.20.0"_s, S::Severe, {u"1.18.6"_s, u"1.19"_s});
        row("cilium, next", u"cilium"_s, u"1.17.3"_s, u"1.18.6"_s, S::Note);
        row("cilium, within", u"cilium"_s, u"1.17.3"_s, u"1.17.9"_s, S::Ok);
        row("cilium, back", u"cilium"_s, u"1.18.6"_s, u"1.17.3"_s, S::Warning);
        row("cilium, far back", u"cilium"_s, u"1.20.0"_s, u"1.17.3"_s, S::Severe, {u"1.19"_s, u"1.18.6"_s});
        row("cert-manager", u"cert-manager"_s, u"v1.15.0"_s, u"v1.18.0"_s, S::Warning,
            {u"1.16"_s, u"1.17.3"_s});
        row("rook", u"rook-ceph"_s, u"v1.17.1"_s, u"v1.19.0"_s, S::Severe,
            {u"1.18.6"_s}); // as the index has it
        row("of which nobody says anything", u"other"_s, u"1.17.3"_s, u"1.20.0"_s, S::Ok);
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
