// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/translator.h"
#include "core/ticket/sections.h"
#include "core/ticket/ticket_writers.h"
#include "tests/core/ticket_texts.h"
#include "tests/support/test_main.h"
#include "tests/support/ticket_samples.h"

#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_ticket_questions {

namespace {

/// All that is asked or to be decided about the node.
QString askedAbout(const QString &node, const TicketFacts &facts, TicketPhase phase)
{
    QStringList texts;
    const Ticket ticket = composeTicket(facts, optionsOf(phase));
    for (const TicketBlock &block : ticket.document.blocks()) {
        if (const auto *bullets = std::get_if<TicketBullets>(&block); bullets && texts.isEmpty())
            texts = bullets->items;
        const auto *table = std::get_if<TicketTable>(&block);
        if (phase == TicketPhase::Handover && table && table->titles.first() == u"Decision") {
            texts.clear();
            for (const QStringList &row : table->rows)
                texts.append(row.first());
            break;
        }
    }
    return texts.filter(node).join(u'\n');
}

const auto ours = u"For your information: gpu-004 (GPU driver) is waiting for us."_s;

} // namespace

/// Who is asked what, by the trouble of a node.
class TicketQuestionsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QCoreApplication::installTranslator(loadTranslator(QLocale::c()).release()); }

    void findingsThatAreNotAskedAboutAreCountedAndNamed()
    {
        TicketFacts facts = factsDuring();
        facts.tracks.clear();
        facts.findings.clear();
        for (int i = 0; i < 8; ++i) {
            Finding one;
            one.signature = u"kernel-headers-unresolved"_s;
            one.component = u"GPU driver"_s;
            one.nodes = {u"gpu-20%1"_s.arg(i)};
            one.meaning = u"No kernel-header package fits the running kernel."_s;
            one.scope = SupportScope::Supported;
            facts.findings.append(one);
        }
        QCOMPARE(askedAbout(u"gpu-20"_s, facts, TicketPhase::During).count(u"GPU driver on gpu-20"), 8);
        const QString last = askedAbout(u"gpu-207"_s, facts, TicketPhase::During);
        QVERIFY2(last.startsWith(u"The same is asked about 2 more findings: GPU driver on gpu-206, "),
                 qPrintable(last));
    }

    void nodesWithAnOldDriverPodInTheWayAreAskedAboutTogether()
    {
        TicketFacts facts = factsAfter();
        NodeTrack stuck = facts.tracks[2];
        stuck.verdict = Verdict::Stuck;
        facts.tracks.clear();
        for (int i = 0; i < 9; ++i) {
            stuck.node = u"gpu-10%1"_s.arg(i);
            stuck.driverPod = u"ops/nvidia-driver-daemonset-rgkc%1"_s.arg(i);
            stuck.blockers = {
                {NoteKind::DriverAntiAffinity,
                 u"The driver pod %1 is not scheduled: pod anti-affinity keeps it off the node of "
                 "the old driver pod ops/nvidia-driver-daemonset-6vdv%2."_s.arg(stuck.driverPod)
                     .arg(i)}};
            facts.tracks.append(stuck);
        }
        const QStringList asked = questionsOf(facts, TicketPhase::During);
        QVERIFY2(asked.first().startsWith(u"gpu-100, gpu-101, gpu-102, gpu-103, gpu-104, gpu-105, gpu-106, "
                                          u"gpu-107 and 1 more (GPU driver): On gpu-100: The driver pod "),
                 qPrintable(asked.first()));
        QVERIFY2(!asked.join(u' ').contains(u"are blocked"), qPrintable(asked.join(u' ')));
    }

    void nobodyIsAskedForAStepThatIsKnown_data()
    {
        QTest::addColumn<NoteKind>("kind");
        QTest::addColumn<Verdict>("verdict");
        QTest::addColumn<bool>("isReady");  // and cordoned
        QTest::addColumn<QString>("begin"); // of what is asked
        QTest::addColumn<QString>("end");
        QTest::addColumn<QString>("decision");
        const auto row = [](const char *name, NoteKind kind, Verdict verdict, const QString &begin,
                            const QString &end, const QString &decision, bool isReady = false) {
            QTest::newRow(name) << kind << verdict << isReady << begin << end << decision;
        };
        const auto of = u"gpu-004 (GPU driver): "_s;
        row("driver failed", NoteKind::DriverPod, Verdict::Failed,
            u"Please advise on gpu-004 (GPU driver): fix, retry or reboot?"_s, u"That is why."_s,
            u"(GPU driver): fix, retry or reboot?"_s);
        row("a tenant's budget", NoteKind::DisruptionBudget, Verdict::Stuck, ours, u"We will unblock it."_s,
            u"What unblocks gpu-004"_s);
        row("operator gone", NoteKind::OperatorGone, Verdict::Stuck, of,
            u"May we start the operator again, or is it stopped on purpose?"_s,
            u"is the operator started again"_s);
        row("maintenance operator gone", NoteKind::MaintenanceOperatorGone, Verdict::Stuck, of,
            u"May we start the operator again, or is it stopped on purpose?"_s,
            u"is the operator started again"_s);
        row("operator hangs", NoteKind::WaitingForOperator, Verdict::Stuck, of,
            u"May we restart the operator, or will you look at its log first?"_s,
            u"is the operator restarted"_s);
        row("autoUpgrade off", NoteKind::AutoUpgradeOff, Verdict::Stuck, ours, u"We will switch it on."_s,
            u"Are upgrades switched on for gpu-004"_s);
        row("cordoned by a person", NoteKind::NodeCordoned, Verdict::Stuck, ours,
            u"Once whoever cordoned it agrees we run: kubectl uncordon gpu-004"_s, u"Who cordoned gpu-004"_s);
        row("cordon left, driver not ready", NoteKind::LeftCordoned, Verdict::Stuck, ours,
            u"Once the driver pods there are ready we run: kubectl uncordon gpu-004"_s,
            u"When is the cordon removed from gpu-004"_s);
        row("cordon left, driver ready", NoteKind::LeftCordoned, Verdict::Stuck, ours,
            u"That is why. We run: kubectl uncordon gpu-004"_s, u"When is the cordon removed from gpu-004"_s,
            true);
        row("lost", NoteKind::NodeLost, Verdict::Lost,
            u"Is gpu-004 reachable for you, and should it be rebooted or replaced?"_s, u"That is why."_s,
            u"With Support: reboot or replace gpu-004?"_s);
        row("reboot", NoteKind::Reboot, Verdict::Stuck, of,
            u"Is it reachable for you, and does its reboot complete?"_s,
            u"With Support: does the reboot of gpu-004 complete?"_s);
        row("old pod in the way", NoteKind::DriverAntiAffinity, Verdict::Stuck, of,
            u"May we delete the old driver pod once the node is empty?"_s,
            u"is the old driver pod deleted"_s);
        row("not scheduled", NoteKind::DriverNotScheduled, Verdict::Stuck, of,
            u"Which of us removes the cause?"_s, u"who removes what keeps"_s);
        row("image", NoteKind::ImagePull, Verdict::Failed, of,
            u"Can you make the image available, or should we use another one?"_s,
            u"which image does gpu-004"_s);
        row("disruption controller", NoteKind::StaleBudget, Verdict::Stuck, of,
            u"Is the disruption controller of the control plane running?"_s,
            u"is the disruption controller running"_s);
    }
    void nobodyIsAskedForAStepThatIsKnown()
    {
        QFETCH(NoteKind, kind);
        QFETCH(Verdict, verdict);
        QFETCH(bool, isReady);
        QFETCH(QString, begin);
        QFETCH(QString, end);
        QFETCH(QString, decision);
        TicketFacts facts = factsAfter();
        NodeTrack &track = facts.tracks[2];
        QCOMPARE(track.node, u"gpu-004"_s);
        track.verdict = verdict;
        track.step = RolloutStep::Evict;
        track.isCordoned = kind == NoteKind::LeftCordoned;
        track.isDriverReady = isReady;
        track.blockers = {{kind, u"That is why."_s}};
        for (const TicketPhase phase : {TicketPhase::During, TicketPhase::After}) {
            const QString asked = askedAbout(track.node, facts, phase).section(u'\n', 0, 0);
            QVERIFY2(asked.startsWith(begin) && asked.endsWith(end), qPrintable(asked));
            QVERIFY2(asked.contains(u"That is why."), qPrintable(asked));
        }
        const QString decided = askedAbout(track.node, facts, TicketPhase::Handover);
        QVERIFY2(decided.contains(decision), qPrintable(decided));
        QCOMPARE(decided.contains(u"fix, retry or reboot?"), kind == NoteKind::DriverPod);
    }

    void severalNodesAreUncordonedNowWhereAllTheirDriversAreReady()
    {
        TicketFacts facts = factsAfter();
        for (NodeTrack *track : {&facts.tracks[2], &facts.tracks[3]}) {
            track->verdict = Verdict::Stuck;
            track->isCordoned = true;
            track->isDriverReady = true;
            track->blockers = {{NoteKind::LeftCordoned, u"That is why."_s}};
        }
        const QString command = u"kubectl uncordon gpu-004 gpu-007"_s;
        QVERIFY(askedAbout(u"gpu-004"_s, facts, TicketPhase::During).contains(u"We run: "_s + command));
        facts.tracks[3].isDriverReady = false;
        QVERIFY(askedAbout(u"gpu-004"_s, facts, TicketPhase::During)
                    .contains(u"Once the driver pods there are ready we run: "_s + command));
    }

    /// The end came, and a cordon stayed: nobody says whose it is.
    void aCordonThatIsLeftAfterTheEndIsAskedAbout()
    {
        TicketFacts facts = factsAfter();
        NodeTrack &track = facts.tracks[2];
        track.isCordoned = true;
        track.contradictions = {
            {NoteKind::DoneUnschedulable, u"Label says upgrade-done, but the node is still cordoned."_s}};
        const QString asked = u"Did you cordon gpu-004? If not, we run: kubectl uncordon gpu-004"_s;
        for (const TicketPhase phase : {TicketPhase::During, TicketPhase::After})
            QCOMPARE(askedAbout(track.node, facts, phase).section(u'\n', 0, 0), asked);
        QCOMPARE(askedAbout(track.node, facts, TicketPhase::Handover),
                 u"Who cordoned gpu-004, and may the cordon be removed?"_s);
        QVERIFY(
            !QString::fromUtf8(ticketText(composeTicket(facts, optionsOf(TicketPhase::Handover)).document))
                 .contains(u"the operator\n"));
        track.verdict = Verdict::Moving; // the rollout's own
        QVERIFY(!askedAbout(track.node, facts, TicketPhase::During).contains(u"cordon"));
    }

    /// Each kind that waits for somebody has a step; none that is known asks for advice.
    void eachKindHasOneStepAndItsHand()
    {
        for (const NoteKind kind : {NoteKind::ParallelSlots, NoteKind::Signature, NoteKind::RetryLabel})
            QCOMPARE(handOf(kind), Hand::Operator);
        for (const NoteKind kind : {NoteKind::UnmanagedPod, NoteKind::RetryLabelNow, NoteKind::SkipLabel})
            QCOMPARE(handOf(kind), Hand::Ours);
        for (const NoteKind kind : {NoteKind::SurplusPods, NoteKind::OperatorBehind, NoteKind::Reboot})
            QCOMPARE(handOf(kind), Hand::Support);
    }

    /// A finding says that the step is not ours alone: then Support is asked for leave, not for advice.
    void whatIsSharedIsAskedForLeave()
    {
        TicketFacts facts = factsDuring();
        NodeTrack &track = facts.tracks[2];
        Finding finding;
        finding.signature = u"any"_s;
        finding.nodes = {track.node};
        finding.quote = u"That is why."_s;
        finding.owner = Owner::Shared;
        finding.nextStep = u"Remove the annotation."_s;
        facts.findings = {finding};
        for (const auto &[kind, end] : {std::pair(NoteKind::SafeLoad, u"next step that the findings name?"_s),
                                        std::pair(NoteKind::AutoUpgradeOff, u"May we switch it on?"_s),
                                        std::pair(NoteKind::NodeCordoned, u"may we remove the cordon?"_s)}) {
            track.blockers = {{kind, u"That is why."_s}};
            const QString asked = askedAbout(track.node, facts, TicketPhase::During);
            QVERIFY2(asked.endsWith(end) && !asked.contains(u"reboot"), qPrintable(asked));
        }
    }

    /// Of a conflict of policies no node tells.
    void whatIsFoundBesideTheNodesHasItsNextStep()
    {
        TicketFacts facts = factsAfter();
        Finding conflict;
        conflict.component = u"NVIDIADriver"_s;
        conflict.release = u"nvidia-gpu-operator/gpu-operator"_s;
        conflict.meaning = u"Two policies select the same node."_s;
        conflict.nextStep = u"Change one node selector."_s;
        conflict.scope = SupportScope::Supported;
        facts.findings = {conflict};
        QVERIFY(askedAbout(u"NVIDIADriver"_s, facts, TicketPhase::After)
                    .startsWith(u"May we take the next step that the findings name for NVIDIADriver"));
        facts.findings.first().scope = SupportScope::CustomerOwned;
        QCOMPARE(askedAbout(u"NVIDIADriver"_s, facts, TicketPhase::After), QString());
    }

    void whatADriverFailsForIsWhatTheFindingSays_data()
    {
        QTest::addColumn<QString>("node"); // of the finding
        QTest::addColumn<QString>("quote");
        QTest::addColumn<QString>("concerns");
        QTest::addColumn<Bearing>("bearing");
        QTest::addColumn<bool>("isFound");
        const QString driver = u"gpu-driver"_s;
        const QString same = u"Could not resolve Linux kernel version"_s;
        QTest::newRow("same words") << u"gpu-011"_s << same << u"x"_s << Bearing::Cause << true;
        QTest::newRow("of its log") << u"gpu-011"_s << u"No package"_s << driver << Bearing::Cause << true;
        QTest::newRow("another node") << u"gpu-012"_s << same << driver << Bearing::Cause << false;
        QTest::newRow("a tenant's") << u"gpu-011"_s << u"budget"_s << u"x"_s << Bearing::Cause << false;
        QTest::newRow("a symptom") << u"gpu-011"_s << same << driver << Bearing::Symptom << false;
    }
    void whatADriverFailsForIsWhatTheFindingSays()
    {
        QFETCH(QString, node);
        QFETCH(QString, quote);
        QFETCH(QString, concerns);
        QFETCH(Bearing, bearing);
        QFETCH(bool, isFound);
        TicketFacts facts = factsAfter();
        facts.tracks = factsDuring().tracks;
        Finding finding;
        finding.operand = u"gpu-driver"_s;
        finding.concerns = concerns;
        finding.component = u"GPU driver"_s;
        finding.nodes = {node};
        finding.quote = quote;
        finding.meaning = u"The package source was not reachable."_s;
        finding.confidence = Confidence::Likely;
        finding.bearing = bearing;
        finding.owner = Owner::Shared;
        facts.findings = {finding};
        const QString own = u"No kernel-header package fits the running kernel"_s;
        for (const TicketPhase phase : {TicketPhase::During, TicketPhase::After}) {
            const QString asked = askedAbout(u"gpu-011"_s, facts, phase);
            QCOMPARE(asked.contains(finding.meaning.chopped(1) + u" (likely)."_s), isFound);
            QCOMPARE(asked.contains(own), !isFound);
        }
        if (isFound)
            for (const TicketPhase phase : {TicketPhase::During, TicketPhase::After, TicketPhase::Handover}) {
                const QByteArray text = ticketText(composeTicket(facts, optionsOf(phase)).document);
                QVERIFY2(!QString::fromUtf8(text).simplified().contains(own), text.constData());
            }
    }

    void whereUpgradesAreOffTheSwitchIsNamed()
    {
        TicketFacts facts = factsAfter();
        NodeTrack &track = facts.tracks[2];
        track.verdict = Verdict::Waiting;
        const QString off = u"None starts until we switch the upgrades on."_s;
        QVERIFY(!askedAbout(track.node, facts, TicketPhase::After).contains(off));
        Pace pace;
        pace.component = track.component;
        pace.isOpen = pace.isOff = true;
        facts.paces = {pace};
        QVERIFY(askedAbout(track.node, facts, TicketPhase::After).contains(off));
        facts.window = UpgradeWindow{ticketNow.addSecs(-7200), ticketNow.addSecs(-60), "UTC"};
        const auto isPausedAndAsked = [&] {
            const bool isAsked = askedAbout(track.node, facts, TicketPhase::During).contains(off);
            return std::pair(sentenceOf(facts, TicketPhase::During).contains(u"is paused"), isAsked);
        };
        // In a step no note tells of the switch.
        for (const Verdict verdict : {Verdict::Waiting, Verdict::Moving}) {
            track.verdict = verdict;
            QCOMPARE(isPausedAndAsked(), std::pair(true, true));
        }
        pace.component = u"ib"_s;
        pace.isOff = false; // another one goes on
        facts.paces.append(pace);
        QCOMPARE(isPausedAndAsked(), std::pair(false, false));
        facts.paces = {pace};
        facts.paces.first().component = u"tenant-a/agent"_s; // an OnDelete DaemonSet
        facts.paces.first().isOff = true;
        QCOMPARE(isPausedAndAsked(), std::pair(false, false));
    }

    void supportIsAskedOnlyWhatIsTheirs()
    {
        const QStringList asked = questions(factsDuring(), optionsOf(TicketPhase::During));
        QCOMPARE(asked.size(), 3);
        QCOMPARE(
            asked[0],
            u"Is gpu-007 reachable for you, and should it be rebooted or replaced? The node's kubelet has not responded since 2026-11-21T22:31:00Z."_s);
        QVERIFY2(asked[1].startsWith(u"Please advise on gpu-011 (GPU driver): fix, retry or reboot? "
                                     u"nvidia-driver-ctr of the driver pod"),
                 qPrintable(asked[1]));
        QVERIFY2(asked[1].endsWith(u"CrashLoopBackOff: Could not resolve Linux kernel version. No "
                                   u"kernel-header package fits the running kernel."),
                 qPrintable(asked[1])); // quoted once
        QVERIFY2(asked[2].startsWith(
                     u"For your information: gpu-004 (GPU driver) is waiting for us. tenant-b/trainer"),
                 qPrintable(asked[2]));
        QVERIFY(asked[2].endsWith(u"We will unblock it."));
    }

    void whatFreesANodeIsSaidWithWhatBlocksIt()
    {
        TicketFacts facts = factsDuring();
        NodeTrack &held = facts.tracks[2];
        held.verdict = Verdict::Failed;
        held.step = RolloutStep::Failed;
        held.blockers.append({NoteKind::RetryLabel, u"later"_s});
        const QString command = u"kubectl label node gpu-004 "
                                "nvidia.com/gpu-driver-upgrade-state=upgrade-required --overwrite"_s;
        QVERIFY(questions(facts, optionsOf(TicketPhase::During)).last().endsWith(command));
        held.blockers = {{NoteKind::RetryLabelNow, u"Run now: "_s + command}};
        const QString told = questions(facts, optionsOf(TicketPhase::During)).last();
        QVERIFY2(told.startsWith(u"For your information: gpu-004"), qPrintable(told));
        QVERIFY2(told.endsWith(u"Run now: "_s + command),
                 qPrintable(told)); // to be pasted, and nothing after it
        const QString left = u"The driver pod ops/driver-a is still of 580.126.20; 580.95.05 is wanted."_s;
        held.blockers.prepend({NoteKind::UnwantedDriverPod, left});
        const QString ofPod = questions(facts, optionsOf(TicketPhase::During)).last();
        QVERIFY2(ofPod.startsWith(u"For your information: gpu-004") &&
                     ofPod.contains(left + u" Run now: "_s + command),
                 qPrintable(ofPod));
        held.blockers = {{NoteKind::RetryLabelAfterOther, u"Once that is complete, run: "_s + command}};
        const QString later = questions(facts, optionsOf(TicketPhase::During)).last();
        QVERIFY2(later.startsWith(u"For your information: gpu-004"), qPrintable(later));
        QCOMPARE(later.count(command), 1);
        QVERIFY2(!later.contains(u"We will unblock it"), qPrintable(later));
    }

    /// A retry would fail again for what stands.
    void noRetryIsDueWhereACauseStands_data()
    {
        QTest::addColumn<bool>("isFound"); // else a note of the node tells
        QTest::newRow("a blocker") << false;
        QTest::newRow("a finding") << true;
    }
    void noRetryIsDueWhereACauseStands()
    {
        QFETCH(bool, isFound);
        TicketFacts facts = factsDuring();
        NodeTrack &held = facts.tracks[2];
        held.verdict = Verdict::Failed;
        held.step = RolloutStep::Failed;
        const QString command = u"kubectl label node gpu-004 "
                                "nvidia.com/gpu-driver-upgrade-state=upgrade-required --overwrite"_s;
        held.blockers = {{NoteKind::RetryLabelNow, u"Run now: "_s + command}};
        Finding finding;
        finding.signature = u"node-pressure"_s;
        finding.operand = finding.concerns = u"node"_s;
        finding.nodes = {held.node};
        finding.quote = u"DiskPressure"_s;
        finding.meaning = u"The disk is full."_s;
        finding.nextStep = u"Free space. Once the cause is removed, run: "_s + command;
        if (isFound)
            facts.findings = {finding};
        else
            held.blockers.prepend({NoteKind::DriverPod, u"The driver pod is crash-looping."_s});
        for (const TicketPhase phase : {TicketPhase::During, TicketPhase::After, TicketPhase::Handover}) {
            const QByteArray text = ticketText(composeTicket(facts, optionsOf(phase)).document);
            QVERIFY2(!text.contains("Run now"), text.constData());
        }
        const QString asked = questions(facts, optionsOf(TicketPhase::During)).filter(held.node).join(u' ');
        QVERIFY2(asked.contains(isFound ? finding.meaning : u"is crash-looping"_s) &&
                     asked.contains(u" Failed nodes are not retried automatically") == isFound &&
                     !asked.contains(u"waiting for us"), // of a blocker Support is asked whether to retry
                 qPrintable(asked));
    }

    /// Of a node whose next step is known nobody is asked for one.
    void aKnownNextStepIsNotAskedFor()
    {
        TicketFacts facts = factsDuring();
        NodeTrack &left = facts.tracks[2];
        left.isCordoned = true;
        left.blockers = {{NoteKind::LeftCordoned, u"The rollout cordoned the node and was switched off."_s}};
        Finding finding; // of the driver, which is shared
        finding.signature = u"left-cordoned"_s;
        finding.nodes = {left.node};
        finding.quote = u"The label was removed."_s;
        finding.owner = Owner::Shared;
        facts.findings = {finding};
        const QString told = questions(facts, optionsOf(TicketPhase::During)).last();
        QVERIFY2(told.startsWith(u"For your information: gpu-004 (GPU driver) is waiting for us.") &&
                     told.endsWith(u"kubectl uncordon gpu-004"),
                 qPrintable(told));
        facts.tracks[2].blockers = {{NoteKind::OperatorGone, u"The operator is scaled to 0."_s}};
        const QString asked = questions(facts, optionsOf(TicketPhase::During)).join(u'\n');
        QVERIFY2(asked.contains(u"gpu-004 (GPU driver): The operator is scaled to 0. May we start the "
                                u"operator"),
                 qPrintable(asked));
        QVERIFY(!asked.contains(u"gpu-004 (GPU driver): fix"));
    }

    void whatSupportIsAskedComesBeforeWhatItIsTold()
    {
        TicketFacts facts = factsDuring();
        for (NodeTrack &track : facts.tracks)
            if (track.node == u"gpu-004")
                track.verdict = Verdict::Lost; // the most urgent there is
        const QStringList asked = questions(facts, optionsOf(TicketPhase::During));
        QCOMPARE(asked.size(), 3);
        QVERIFY2(asked.last().startsWith(u"For your information: gpu-004"), qPrintable(asked.join(u'\n')));
    }

    void whoIsAskedDependsOnTheSupportScope_data()
    {
        QTest::addColumn<SupportScope>("scope");
        QTest::addColumn<QString>("begin");
        QTest::newRow("supported") << SupportScope::Supported << u"Please advise on gpu-011"_s;
        QTest::newRow("best effort") << SupportScope::BestEffort << u"What would you advise for gpu-011"_s;
        QTest::newRow("ours") << SupportScope::CustomerOwned << u"For your information: on gpu-011"_s;
    }

    void whoIsAskedDependsOnTheSupportScope()
    {
        QFETCH(SupportScope, scope);
        QFETCH(QString, begin);
        TicketFacts facts = factsDuring();
        facts.releases.first().ownership.scope = scope;
        const QStringList asked = questions(facts, optionsOf(TicketPhase::During));
        QVERIFY2(asked.value(1).startsWith(begin), qPrintable(asked.value(1)));
        // A node is Support's in any case.
        QVERIFY(asked.value(0).startsWith(u"Is gpu-007 reachable"));
    }

    void aNodesDriverIsOfTheOperatorInItsNamespace()
    {
        TicketFacts facts = factsDuring();
        TicketRelease own = gpuOperatorRelease();
        own.release.key.namespaceName = u"ml-platform"_s;
        own.ownership.owner = Owner::Customer;
        own.ownership.scope = SupportScope::CustomerOwned;
        facts.releases.prepend(own);
        const QString asked = questions(facts, optionsOf(TicketPhase::During)).value(1);
        QVERIFY2(asked.startsWith(u"Please advise on gpu-011"), qPrintable(asked));
    }

    void nodesWithTheSameKernelAreCompared()
    {
        TicketFacts facts = factsDuring();
        const auto asked = [&facts] {
            return questions(facts, optionsOf(TicketPhase::During)).filter(u"gpu-011"_s).value(0);
        };
        facts.kernels = {{u"gpu-011"_s, u"5.15.0-1"_s}};
        for (NodeTrack &track : facts.tracks)
            track.isDriverCurrent = true;
        QVERIFY2(
            asked().endsWith(
                u"No node with its kernel (5.15.0-1) has taken 580.105.08 yet; 2 with another kernel did."),
            qPrintable(asked()));
        facts.kernels.insert(u"gpu-001"_s, u"5.15.0-1"_s);
        QVERIFY2(asked().endsWith(u" 1 other node with the same kernel (5.15.0-1) took 580.105.08."),
                 qPrintable(asked()));
        for (NodeTrack &track : facts.tracks)
            if (track.verdict == Verdict::Done)
                track.verdict = Verdict::Waiting;
        QVERIFY2(!asked().contains(u"took"), qPrintable(asked()));
    }

    void aNodeThatNothingHoldsIsAskedAbout()
    {
        TicketFacts facts = factsDuring();
        for (NodeTrack &track : facts.tracks)
            track.blockers.clear();
        const QString all = questions(facts, optionsOf(TicketPhase::During)).join(u'\n');
        QVERIFY2(all.contains(u"What is the GPU driver waiting for on gpu-004? It has been at \""),
                 qPrintable(all));
    }

    void whatBlocksANodeIsNeverCalledNothing_data()
    {
        QTest::addColumn<NoteKind>("kind");
        QTest::addColumn<QString>("asked");
        QTest::newRow("a pod of our DaemonSet")
            << NoteKind::DaemonSetPod << u"For your information: gpu-004"_s;
        QTest::newRow("safe load") << NoteKind::SafeLoad << u"For your information: gpu-004"_s;
        QTest::newRow("AMD's module") << NoteKind::ModuleFailed << u"Please advise on gpu-004"_s;
        QTest::newRow("toolkit") << NoteKind::Toolkit << u"Please advise on gpu-004"_s;
        QTest::newRow("device plugin") << NoteKind::DevicePlugin << u"Please advise on gpu-004"_s;
        QTest::newRow("the operator")
            << NoteKind::ParallelSlots << u"What is the GPU driver waiting for on gpu-004"_s;
    }
    void whatBlocksANodeIsNeverCalledNothing()
    {
        QFETCH(NoteKind, kind);
        QFETCH(QString, asked);
        TicketFacts facts = factsDuring();
        NodeTrack held = ticketTrack(u"gpu-004"_s, Verdict::Stuck, RolloutStep::Evict);
        held.blockers = {{kind, u"tenant-b/agent keeps a GPU in use"_s}};
        facts.tracks = {held};
        const QStringList all = questions(facts, optionsOf(TicketPhase::During));
        const QString about = all.filter(u"gpu-004"_s).join(u'\n');
        QVERIFY2(about.startsWith(asked), qPrintable(about));
        QVERIFY2(about.contains(u"tenant-b/agent keeps a GPU in use."), qPrintable(about));
        QVERIFY2(!about.contains(u"we see nothing"), qPrintable(about));
    }
};

#include "tst_ticket_questions.moc"
} // namespace tst_ticket_questions

CHARTROOM_TEST(tst_ticket_questions, TicketQuestionsTest)
