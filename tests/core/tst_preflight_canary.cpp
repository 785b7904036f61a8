// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/upgrade/node_hold.h"
#include "core/upgrade/node_impact.h"
#include "core/upgrade/rollout_facts.h"
#include "tests/core/preflight_samples.h"
#include "tests/support/test_main.h"

#include <algorithm>
#include <functional>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_preflight_canary {

namespace {

/// What is otherwise than with a canary that fits.
struct Change
{
    std::function<void(PreflightEvidence &)> make;
};

/// gpu-2 is to go first, and can.
PreflightEvidence canaryEvidence()
{
    PreflightEvidence evidence = contentEvidence();
    evidence.draft.canary = u"gpu-2"_s;
    return evidence;
}

QString skipLabel()
{
    return driverKeys(DriverKind::Gpu).skip;
}

} // namespace

class PreflightCanaryTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void withoutOneNobodyAsks()
    {
        const auto isAbout = [](const PreflightFinding &one) { return one.id == u"canary"; };
        QList<PreflightFinding> findings = preflightFindings(contentEvidence());
        QVERIFY(std::none_of(findings.cbegin(), findings.cend(), isAbout));
        findings = preflightFindings(canaryEvidence());
        QCOMPARE(int(std::count_if(findings.cbegin(), findings.cend(), isAbout)), 1);
    }

    void oneThatCanGoFirstIsNamedWithThoseThatWait()
    {
        const PreflightFinding found = checkCanary(canaryEvidence());
        QCOMPARE(found.severity, Severity::Ok);
        QVERIFY2(found.sentence.contains(u"gpu-2 is the canary node; 3 "_s), qPrintable(found.sentence));
        QVERIFY(found.evidence.first().contains(u"when its driver pod is deleted"_s));
    }

    void oneThatCannotGoFirstSaysWhy_data()
    {
        QTest::addColumn<Change>("change");
        QTest::addColumn<QString>("says");
        QTest::newRow("cordoned") << Change{[](auto &one) { (*one.nodes)[1].unschedulable = true; }}
                                  << u"is cordoned"_s;
        QTest::newRow("not ready") << Change{[](auto &one) {
            (*one.nodes)[1].ready = false;
            (*one.nodes)[1].notReadyText = u"KubeletNotReady"_s;
        }} << u"KubeletNotReady"_s;
        QTest::newRow("left out") << Change{[](auto &one) {
            (*one.nodes)[1].labels.insert(skipLabel(), u"true"_s);
        }} << u"excluded from upgrades"_s;
        QTest::newRow("no node") << Change{[](auto &one) { one.draft.canary = u"cpu-1"_s; }}
                                 << u"Node cpu-1 does not exist"_s;
        QTest::newRow("another driver") << Change{[](auto &one) {
            one.nodes->append(gpuNode(u"cpu-1"_s));
            one.draft.canary = u"cpu-1"_s;
        }} << u"does not have this driver"_s;
        QTest::newRow("switched off") << Change{[](auto &one) { one.policies->first().autoUpgrade = false; }}
                                      << u"autoUpgrade is off"_s;
        QTest::newRow("no policy") << Change{[](auto &one) { one.policies->clear(); }}
                                   << u"upgrade policy is unknown"_s;
        QTest::newRow("no driver") << Change{[](auto &one) { one.changes = ManifestDiff(); }}
                                   << u"reloads no driver"_s;
    }
    void oneThatCannotGoFirstSaysWhy()
    {
        QFETCH(Change, change);
        QFETCH(QString, says);
        PreflightEvidence evidence = canaryEvidence();
        change.make(evidence);
        const PreflightFinding found = checkCanary(evidence);
        QCOMPARE(found.severity, Severity::Severe);
        QVERIFY2(found.sentence.contains(says), qPrintable(found.sentence));
    }

    void whatCouldNotBeReadIsNotGreen()
    {
        for (const Change &change : {Change{[](auto &one) { one.nodes = refused(); }},
                                     Change{[](auto &one) { one.tracks = refused(); }},
                                     Change{[](auto &one) { one.policies = refused(); }}}) {
            PreflightEvidence evidence = canaryEvidence();
            change.make(evidence);
            QCOMPARE(checkCanary(evidence).severity, Severity::Unknown);
        }
    }

    void aNodeThatAPersonLeftOutIsNoneThatWaits()
    {
        PreflightEvidence evidence = canaryEvidence();
        (*evidence.nodes)[2].labels.insert(skipLabel(), u"true"_s); // through with the version of before
        const RolloutFacts facts = rolloutFacts(evidence, u"gpu"_s);
        const auto hold = nodeHold(evidence.draft, nodeImpact(evidence), &facts);
        QVERIFY(hold);
        QCOMPARE(hold->nodes, (QStringList{u"gpu-1"_s, u"gpu-4"_s}));
        const PreflightFinding leftovers = checkLeftovers(evidence);
        QCOMPARE(leftovers.severity, Severity::Warning);
        QCOMPARE(leftovers.evidence, QStringList{u"gpu-3"_s});
    }

    void whomAnOperationHoldsBackIsNamedWithItAndTheWayOut()
    {
        PreflightEvidence evidence = contentEvidence();
        evidence.draft.context = u"cmk"_s;
        (*evidence.nodes)[2].labels.insert(skipLabel(), u"true"_s);
        (*evidence.nodes)[3].labels.insert(skipLabel(), u"true"_s); // a person's
        evidence.held = QList<HeldNode>{{u"gpu-3"_s, DriverKind::Gpu, u"20261121t030000000z-0000000a"_s},
                                        {u"gpu-4"_s, DriverKind::InfiniBand, u"b"_s}};
        const PreflightFinding found = checkLeftovers(evidence);
        QCOMPARE(found.severity, Severity::Warning);
        QCOMPARE(found.evidence,
                 (QStringList{u"gpu-3: on hold by operation 20261121t030000000z-0000000a"_s, u"gpu-4"_s}));
        QVERIFY2(found.whatToDo.contains(
                     u"chartroom recover 20261121t030000000z-0000000a --unhold --context cmk"_s),
                 qPrintable(found.whatToDo));
        // Of a rollout that is not through they are told too.
        (*evidence.tracks)[0].step = RolloutStep::Failed;
        const PreflightFinding moving = checkLeftovers(evidence);
        QCOMPARE(moving.severity, Severity::Severe);
        QVERIFY(moving.evidence.contains(found.evidence.first()));
    }

    void theWindowIsForTheOneThatGoesFirst()
    {
        PreflightEvidence evidence = contentEvidence();
        evidence.draft.window->end = preflightNow.addSecs(35 * 60); // of four nodes, some 10 minutes each
        QVERIFY(checkWindow(evidence).severity != Severity::Ok);
        evidence.draft.canary = u"gpu-2"_s;
        const PreflightFinding found = checkWindow(evidence);
        QCOMPARE(found.severity, Severity::Ok);
        QVERIFY(found.evidence.join(u' ').contains(u"only gpu-2"_s));
        QCOMPARE(checkCapacity(evidence).severity, checkCapacity(contentEvidence()).severity);
    }

    void aDriverThatBakesHoldsAnotherBack()
    {
        PreflightEvidence evidence = contentEvidence();
        Bake bake;
        bake.release = {u"nvidia-network-operator"_s, u"network-operator"_s, ReleaseStorage::Secret};
        bake.component = u"ib"_s;
        bake.version = u"26.4.0"_s;
        bake.length = std::chrono::hours(48);
        bake.begun = preflightNow.addSecs(-3600);
        evidence.bakes = {bake};
        const PreflightFinding found = checkOneAtATime(evidence);
        QCOMPARE(found.severity, Severity::Severe);
        QVERIFY(found.evidence.first().contains(u"network-operator 26.4.0: Bakes until"_s));
        evidence.bakes[0].release = evidence.draft.release; // what comes now takes its place
        QCOMPARE(checkOneAtATime(evidence).severity, Severity::Ok);
        evidence.bakes = {bake};
        evidence.bakes[0].component.clear(); // no driver
        QCOMPARE(checkOneAtATime(evidence).severity, Severity::Ok);
    }
};

#include "tst_preflight_canary.moc"
} // namespace tst_preflight_canary

CHARTROOM_TEST(tst_preflight_canary, PreflightCanaryTest)
