// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/translator.h"
#include "core/ticket/open_matters.h"
#include "core/ticket/sections.h"
#include "core/ticket/ticket_writers.h"
#include "core/upgrade/pending_text.h"
#include "tests/support/test_main.h"
#include "tests/support/ticket_samples.h"

#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_ticket_phases {

/// That each phase of a window is told as what it is.
class TicketPhasesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QCoreApplication::installTranslator(loadTranslator(QLocale::c()).release()); }

    void ofANodeWithoutALabelNobodySaysThatItsLabelIsContradicted()
    {
        TicketFacts facts = factsAfter();
        facts.tracks[0].label.clear(); // autoUpgrade is off
        facts.tracks[0].step = RolloutStep::Idle;
        facts.tracks[0].contradictions = {{NoteKind::PausedLeftBehind, u"The driver was unloaded."_s}};
        const QString node = facts.tracks[0].node;
        QCOMPARE(questionsOf(facts, TicketPhase::After).last(),
                 u"The window cannot be closed yet: %1: The driver was unloaded."_s.arg(node));
        facts.tracks[0].label = u"upgrade-done"_s;
        QVERIFY(questionsOf(facts, TicketPhase::After)
                    .last()
                    .contains(u"Label of the GPU driver says upgrade-done"_s));
        NodeTrack other = facts.tracks[0]; // of the same node, another label
        other.component = u"ib"_s;
        facts.tracks[0].contradictions.clear();
        facts.tracks.append(other);
        QVERIFY(questionsOf(facts, TicketPhase::After)
                    .last()
                    .contains(u"Label of the InfiniBand driver says upgrade-done"_s));
    }

    void aRolloutIsHeldUpOnlyWhereSomebodyHasToAct()
    {
        TicketFacts facts = factsAfter();
        facts.operation.reset();
        const QString done =
            u"No rollout on prod-eu is in progress: GPU driver 580.82.07 → 580.105.08: 5 of 5 done."_s;
        QCOMPARE(sentenceOf(facts, TicketPhase::During), done);

        facts.tracks[4].contradictions = {
            {NoteKind::HealedByItself, u"It failed and recovered automatically at 22:12."_s}};
        QCOMPARE(sentenceOf(facts, TicketPhase::During),
                 done + u" gpu-011 failed before and recovered automatically."_s);
        // Nobody has to look at it: no row.
        const Ticket ticket = composeTicket(facts, optionsOf(TicketPhase::During));
        for (const TicketBlock &block : ticket.document.blocks())
            if (const auto *table = std::get_if<TicketTable>(&block))
                QVERIFY(table->titles.first() != u"Node");

        facts.tracks[0].contradictions = {
            {NoteKind::DoneUnschedulable, u"Label says upgrade-done, but the node is still cordoned."_s}};
        QVERIFY2(sentenceOf(facts, TicketPhase::During).endsWith(u" Other facts contradict that on gpu-001."),
                 qPrintable(sentenceOf(facts, TicketPhase::During)));

        facts.tracks[1].verdict = Verdict::Slow; // may still come
        QVERIFY(sentenceOf(facts, TicketPhase::During).startsWith(u"A rollout on prod-eu is in progress: "));
        facts.tracks[2].verdict = Verdict::Stuck;
        QVERIFY(sentenceOf(facts, TicketPhase::During).startsWith(u"The rollout on prod-eu is blocked: "));
        facts.tracks[1].verdict = Verdict::Moving; // the others go on
        QVERIFY(sentenceOf(facts, TicketPhase::During)
                    .startsWith(u"A rollout on prod-eu is in progress and needs attention: "));

        Pace pace;
        pace.component = u"gpu"_s;
        pace.isOpen = pace.isOff = true;
        facts.paces = {pace};
        QVERIFY(sentenceOf(facts, TicketPhase::During)
                    .startsWith(u"The rollout on prod-eu is paused (autoUpgrade is off): "));
        pace.component = u"ib"_s;
        pace.isOff = false; // another one goes on
        facts.paces.append(pace);
        QVERIFY(!sentenceOf(facts, TicketPhase::During).contains(u"paused"));
    }

    void whatMayStillChangeTheClusterComesFirst()
    {
        TicketFacts facts = factsAfter();
        RevisionEntry &newest = facts.releases.first().release.revisions.first();
        newest.revision = 6; // somebody else's
        newest.status = ReleaseStatus::PendingUpgrade;
        newest.statusText = u"pending-upgrade"_s;
        const QString pending =
            u"Revision 6 of %1/%2 is pending-upgrade: its helm may still be running. "_s.arg(
                facts.releases.first().release.key.namespaceName, facts.releases.first().release.key.name);
        for (const TicketPhase phase : {TicketPhase::During, TicketPhase::Handover})
            QVERIFY2(sentenceOf(facts, phase).startsWith(pending), qPrintable(sentenceOf(facts, phase)));
        facts.tracks[0].isCordoned = true;
        QVERIFY(questionsOf(facts, TicketPhase::After)
                    .last()
                    .startsWith(u"The window cannot be closed yet: "_s + pending.trimmed()));

        facts = factsAfter();
        facts.operation->end.reset();
        facts.operation->ended = {};
        const QString cut = sentenceOf(facts, TicketPhase::During);
        QVERIFY2(cut.startsWith(u"Upgrade of gpu-operator to v25.10.1 was cut off, "_s), qPrintable(cut));
        QVERIFY2(!cut.contains(u"is in progress and needs attention"_s), qPrintable(cut));
    }

    void aBlockedRolloutHasNoEnd()
    {
        TicketFacts facts = factsAfter();
        facts.operation.reset();
        facts.tracks[0].verdict = Verdict::Failed;
        facts.tracks[1].verdict = Verdict::Waiting;
        Pace pace;
        pace.component = u"gpu"_s;
        pace.isOpen = true;
        pace.eta.earliest = facts.now.addSecs(600);
        pace.eta.latest = facts.now.addSecs(900);
        facts.paces = {pace};
        const auto hasEnd = [&facts](TicketPhase phase) {
            return ticketText(composeTicket(facts, optionsOf(phase)).document).contains("GPU driver, end");
        };
        QVERIFY(sentenceOf(facts, TicketPhase::During).contains(u" is blocked: "));
        QVERIFY(!hasEnd(TicketPhase::During) && !hasEnd(TicketPhase::Handover));
        facts.tracks[1].verdict = Verdict::Moving;
        QVERIFY(!sentenceOf(facts, TicketPhase::During).contains(u" is blocked: "));
        QVERIFY(hasEnd(TicketPhase::During) && hasEnd(TicketPhase::Handover));
    }

    void eachSentenceNamesEveryNodeThatItIsTrueOf()
    {
        TicketFacts facts = factsAfter();
        facts.tracks[0].verdict = Verdict::Failed;
        facts.tracks[0].isCordoned = facts.tracks[1].isCordoned = true;
        QStringList cordoned{facts.tracks[0].node, facts.tracks[1].node};
        cordoned.sort();
        const QString asked = questionsOf(facts, TicketPhase::After).last();
        QVERIFY2(asked.contains(u"1 node is failed, stuck or lost: %1."_s.arg(facts.tracks[0].node)),
                 qPrintable(asked));
        QVERIFY2(asked.contains(u"2 nodes are cordoned: %1."_s.arg(cordoned.join(u", "_s))),
                 qPrintable(asked));
    }

    /// Whether the helm of a pending revision still runs is said as far as this machine knows.
    void aHelmThatNoLongerRunsIsNotSaidToRun()
    {
        TicketFacts facts = factsAfter();
        RevisionEntry &newest = facts.releases.first().release.revisions.first();
        newest.status = ReleaseStatus::PendingUpgrade;
        newest.statusText = u"pending-upgrade"_s;
        ActivityEntry &cut = *facts.operation; // planned on revision 4, and made 5
        cut.end.reset();
        cut.ended = {};
        cut.revision = 0;
        cut.order.plannedOn = 4;
        const auto sentence = [&facts] { return sentenceOf(facts, TicketPhase::During); };
        QVERIFY(sentence().contains(u"its helm may still be running."));
        cut.helm = HelmSearch{{}, u"Its processes are out of sight."_s};
        QVERIFY(sentence().contains(u"its helm may still be running."));
        cut.helm = HelmSearch{HelmProcess{12, 1}, {}};
        QVERIFY(sentence().contains(u"its helm is still running on this machine (process 12)."));
        cut.helm = HelmSearch();
        QVERIFY(sentence().contains(u"its helm no longer runs on this machine."));
        newest.revision = 6; // of somebody else
        QVERIFY(sentence().contains(u"its helm may still be running."));
    }

    /// Below the newest too: helm rolls back over whoever is at work.
    void whatTwoHelmsLeftIsNamed()
    {
        TicketFacts facts = factsAfter();
        QList<RevisionEntry> &revisions = facts.releases.first().release.revisions;
        const int newest = revisions.first().revision;
        revisions.first().status = ReleaseStatus::Deployed;
        RevisionEntry other = revisions.first();
        other.revision = newest - 1;
        revisions = {revisions.first(), other};
        const QString named = severalDeployedText({newest, newest - 1});
        QVERIFY(openMatters(facts).join(u' ').contains(named + u' ' + severalDeployedWayOut(newest)));
        RevisionEntry running = other; // its helm may make a third of them
        running.revision = newest - 2;
        running.status = ReleaseStatus::PendingUpgrade;
        running.date = {};
        running.date.created = facts.now.addSecs(-60);
        revisions.append(running);
        QVERIFY(openMatters(facts).join(u' ').contains(named));
        QVERIFY(!openMatters(facts).join(u' ').contains(severalDeployedWayOut(newest)));
        revisions.removeLast();
        revisions[1].status = ReleaseStatus::Superseded;
        QVERIFY(!openMatters(facts).join(u' ').contains(named));
        revisions[0].status = ReleaseStatus::Failed;
        revisions[1].status = ReleaseStatus::PendingUpgrade;
        revisions[1].statusText = u"pending-upgrade"_s;
        QVERIFY(openMatters(facts).join(u' ').contains(u"is pending-upgrade"_s));
        revisions[0].status = ReleaseStatus::Deployed; // over it, while its helm may still run
        revisions[1].date = {};
        revisions[1].date.created = facts.now.addSecs(-60);
        QVERIFY(openMatters(facts).join(u' ').contains(u"is pending-upgrade"_s));
        QVERIFY(openMatters(facts).join(u' ').contains(belowIsHarmlessText()));
        revisions[1].date.created = facts.now.addSecs(-2 * 3600);
        QVERIFY(!openMatters(facts).join(u' ').contains(u"is pending-upgrade"_s));
    }

    /// Helm has stored what it is about to apply: the cluster still runs the values before.
    void theValuesOfAPendingRevisionAreNotNow_data()
    {
        QTest::addColumn<ReleaseStatus>("status");
        QTest::addColumn<bool>("hasDeployed"); // the revision before is still deployed
        QTest::addColumn<QString>("title");
        const auto row = [](ReleaseStatus status, const QString &title, bool hasDeployed = false) {
            QTest::newRow(qPrintable(releaseStatusText(status) + (hasDeployed ? u" after 5"_s : QString())))
                << status << hasDeployed << title;
        };
        row(ReleaseStatus::PendingUpgrade, u"In revision 5, deployed"_s, true);
        row(ReleaseStatus::PendingRollback, u"In revision 5, deployed"_s, true);
        row(ReleaseStatus::Failed, u"In revision 6, failed"_s, true);
        row(ReleaseStatus::Deployed, u"Now"_s);
        row(ReleaseStatus::PendingUpgrade, u"In revision 6, pending-upgrade"_s);
        row(ReleaseStatus::PendingRollback, u"In revision 6, pending-rollback"_s);
        row(ReleaseStatus::Failed, u"In revision 6, failed"_s);
    }
    void theValuesOfAPendingRevisionAreNotNow()
    {
        QFETCH(ReleaseStatus, status);
        QFETCH(bool, hasDeployed);
        QFETCH(QString, title);
        TicketFacts facts = factsAfter();
        Release &release = facts.releases.first().release;
        if (hasDeployed) {
            release.revisions = {release.revisions.first(), release.revisions.first()};
            release.revisions.last().revision = 5;
            release.revisions.last().status = ReleaseStatus::Deployed;
            release.revisions.last().statusText = u"deployed"_s;
        }
        release.revisions.first().revision = release.record->revision = 6;
        release.revisions.first().status = status;
        release.revisions.first().statusText = releaseStatusText(status);
        QStringList titles;
        const Ticket ticket = composeTicket(facts, optionsOf(TicketPhase::Before));
        for (const TicketBlock &block : ticket.document.blocks())
            if (const auto *table = std::get_if<TicketTable>(&block); table && table->titles.size() > 2)
                titles << table->titles[2];
        QVERIFY2(titles.contains(title), qPrintable(titles.join(u'\n')));
        QCOMPARE(titles.contains(u"Now"_s), status == ReleaseStatus::Deployed);
    }

    void allNodesOfTwoDriversAreCountedOnce()
    {
        TicketFacts facts = factsAfter();
        facts.operation.reset();
        NodeTrack ib = facts.tracks.first();
        ib.component = u"ib"_s;
        facts.tracks.append(ib);
        QCOMPARE(sentenceOf(facts, TicketPhase::During),
                 u"No rollout on prod-eu is in progress: all 5 nodes are done."_s);
    }

    void whereTheOperatorDoesNotRunNoNodeIsToBeFixedNorARolloutPaused()
    {
        TicketFacts facts = factsAfter();
        NodeTrack &stuck = facts.tracks.last();
        stuck.verdict = Verdict::Stuck;
        stuck.step = RolloutStep::Cordon;
        stuck.blockers = {
            {NoteKind::OperatorGone, u"The operator (Deployment ops/gpu-operator) is scaled to 0."_s}};
        Pace pace;
        pace.component = u"gpu"_s;
        pace.isOpen = true;
        pace.held = 1;
        pace.safeStop = u"Set autoUpgrade to false."_s;
        facts.paces = {pace};
        const auto asked = [&facts] { return questionsOf(facts, TicketPhase::During).join(u' '); };
        QVERIFY2(asked().contains(u"May we start the operator"), qPrintable(asked()));
        QVERIFY2(!asked().contains(u"reboot"), qPrintable(asked()));
        QVERIFY(asked().contains(pace.safeStop));
        facts.paces.first().isOff = true;
        QVERIFY2(!asked().contains(u"paused meanwhile"), qPrintable(asked()));
        const QString handover =
            QString::fromUtf8(ticketText(composeTicket(facts, optionsOf(TicketPhase::Handover)).document))
                .simplified();
        QVERIFY2(handover.contains(u"is the operator started again") && !handover.contains(u"reboot"),
                 qPrintable(handover));
    }

    void beforeAnythingIsPlannedNothingIsDone()
    {
        TicketFacts facts = factsBefore();
        facts.draft.reset();
        facts.preflight.reset();
        facts.tracks = factsAfter().tracks;
        for (NodeTrack &track : facts.tracks)
            track.driverFrom = track.driverTo;
        QCOMPARE(questionsOf(facts, TicketPhase::Before).first(),
                 u"When can this be done, and should it wait for anything?"_s);
        const QString text =
            QString::fromUtf8(ticketText(composeTicket(facts, optionsOf(TicketPhase::Before)).document))
                .simplified();
        QVERIFY2(text.contains(u"Upgrade: no version is planned yet"), qPrintable(text));
        QVERIFY2(text.contains(u"GPU driver: 580.105.08 on 5 of 5 nodes"), qPrintable(text));
    }

    void aPlanIsToldBeforeTheWindowAlone_data()
    {
        QTest::addColumn<TicketPhase>("phase");
        for (const TicketPhase phase : allTicketPhases)
            QTest::newRow(qPrintable(ticketPhaseText(phase))) << phase;
    }

    void aPlanIsToldBeforeTheWindowAlone()
    {
        QFETCH(TicketPhase, phase);
        TicketFacts facts = factsBefore();
        facts.draft->supportReference = u"CRU-4711"_s;
        facts.now = ticketNow;
        facts.tracks = factsDuring().tracks;
        const Ticket ticket = composeTicket(facts, optionsOf(phase));
        const QString text = QString::fromUtf8(ticketText(ticket.document)).simplified();
        const bool isBefore = phase == TicketPhase::Before;
        QCOMPARE(ticket.document.title().startsWith(u"Planned upgrade"), isBefore);
        QCOMPARE(text.contains(u"v25.10.1"), isBefore); // what the draft would install
        QCOMPARE(text.contains(u"Nodes are cordoned, the driver is unloaded and reloaded"), isBefore);
        QVERIFY2(text.contains(u"CRU-4711"), qPrintable(text));
        QVERIFY2(text.contains(u"2026-11-21 23:00 until 2026-11-22 03:00 Europe/Berlin"), qPrintable(text));
    }

    void nodesWithOneCauseAreAskedAboutTogetherAndNoOthers()
    {
        TicketFacts facts = factsDuring();
        const NodeTrack failed = facts.tracks.last();
        NodeTrack same = failed; // its own pod, its own count
        same.node = u"gpu-012"_s;
        same.driverPod = u"nvidia-gpu-operator/nvidia-driver-b8m4c"_s;
        same.blockers.first().text.replace(failed.driverPod, same.driverPod);
        same.blockers.first().text.replace(u"restarted 12 times"_s, u"restarted 1 time"_s);
        facts.tracks.append(same);
        NodeTrack held = facts.tracks[2]; // another pod of the same budget
        held.node = u"gpu-005"_s;
        held.blockers.first().text.replace(u"trainer-0"_s, u"trainer-1"_s);
        facts.tracks.append(held);
        held.node = u"gpu-006"_s;
        held.blockers.first().text.replace(u"tenant-b/trainer ("_s, u"tenant-c/notebook ("_s);
        facts.tracks.append(held);
        for (int i = 0; i < 9; ++i) { // nothing in common with any
            NodeTrack other = failed;
            other.node = u"gpu-10%1"_s.arg(i);
            other.blockers = {{NoteKind::DriverPod, u"Message number "_s + QString(i + 1, u'x')}};
            facts.tracks.append(other);
        }
        const QStringList asked = questionsOf(facts, TicketPhase::During);
        QCOMPARE(asked.size(), 7);
        QVERIFY2(asked[1].startsWith(u"Please advise on gpu-011, gpu-012 (GPU driver)"),
                 qPrintable(asked[1]));
        QCOMPARE(asked.last(), u"8 more nodes are blocked; all are in the attached table."_s);
        facts.tracks.removeIf([](const NodeTrack &track) { return track.node.startsWith(u"gpu-10"); });
        const QStringList few = questionsOf(facts, TicketPhase::During);
        QCOMPARE(few.size(), 4);
        QVERIFY2(few[2].startsWith(u"For your information: gpu-004, gpu-005 (GPU driver) are waiting for us. "
                                   u"On gpu-004: tenant-b/trainer (PodDisruptionBudget)"),
                 qPrintable(few[2]));
        QVERIFY2(
            few[3].startsWith(u"For your information: gpu-006 (GPU driver) is waiting for us. tenant-c/"),
            qPrintable(few[3]));
    }

    /// What a support engineer looks the cluster up by.
    void theClusterIsNamedByAllThatItsLabelsTell()
    {
        Node labelled;
        labelled.gpuCapacity = 8;
        labelled.labels = {{u"crusoe.ai/project.id"_s, u"2442-project"_s},
                           {u"crusoe.ai/ib.partition.name"_s, u"training"_s},
                           {u"crusoe.ai/ib.partition.id"_s, u"79ad-partition"_s},
                           {u"crusoe.ai/nodepool.name"_s, u"h100"_s},
                           {u"crusoe.ai/nodepool.id"_s, u"f5d6-pool"_s},
                           {u"crusoe.ai/instance.group.id"_s, u"4a6a-group"_s},
                           {u"crusoe.ai/accelerator"_s, u"nvidia-h100-80gb-sxm-ib"_s}};
        labelled.devices = {{u"nvidia.com/gpu"_s, 8},
                            {u"rdma/rdma_shared_device_a"_s, 63},
                            {u"site.example/hca_b"_s, 63},
                            {u"github.com/fuse"_s, 8}};
        RdmaNames declared;
        declared.add(QStringList{u"site.example/hca_b"_s});
        Node bare;
        bare.gpuCapacity = 8;
        FleetEntry entry;
        entry.name = u"prod-eu"_s;
        entry.nodeCount = 3;
        entry.gpuNodeCount = 2;
        TicketFacts facts;
        facts.cluster =
            ticketCluster(entry, {{u"a"_s, labelled}, {u"b"_s, bare}, {u"c"_s, Node()}}, declared);
        const QString text =
            QString::fromUtf8(ticketText(composeTicket(facts, optionsOf(TicketPhase::After)).document))
                .simplified();
        for (const QString &part :
             {u"Project: 2442-project"_s,
              u"Nodes by GPU: nvidia-h100-80gb-sxm-ib (1), not set by a label (1)"_s,
              u"Nodes by RDMA device: rdma/rdma_shared_device_a (1), site.example/hca_b (1)"_s,
              u"Nodes by partition: training (1)"_s, u"Ids of partitions: 79ad-partition (1)"_s,
              u"Nodes by pool: h100 f5d6-pool (1)"_s, u"Nodes by instance group: 4a6a-group (1)"_s})
            QVERIFY2(text.contains(part), qPrintable(part + u" is not in "_s + text));
        NodeTrack failed = factsDuring().tracks.last();
        failed.verdict = Verdict::Failed;
        facts.tracks = {failed};
        facts.machines.insert(failed.node, u"instance f5c9"_s); // by which it is found
        const QString named =
            QString::fromUtf8(ticketText(composeTicket(facts, optionsOf(TicketPhase::After)).document));
        QVERIFY(named.contains(u"instance f5c9") && !named.contains(u"f5d6-pool"));
    }

    /// A budget is no finding in its first minutes, and the question and the table name its node already.
    void aNodeThatWasHeldJustNowIsAmongTheFindings()
    {
        const auto findingsOf = [](const TicketFacts &facts) {
            return QString::fromUtf8(
                       ticketText(composeTicket(facts, optionsOf(TicketPhase::During)).document))
                .simplified();
        };
        TicketFacts facts = factsDuring();
        facts.tracks.last().verdict = Verdict::Done; // gpu-011
        facts.tracks[3].verdict = Verdict::Done;     // gpu-007
        facts.tracks[2].verdict = Verdict::Moving;
        const QString line = u"gpu-004 (GPU driver) since 2026-11-21 23:31:00 Europe/Berlin (22:31:00 UTC): "
                             u"tenant-b/trainer (PodDisruptionBudget) allows no disruption now"_s;
        QVERIFY2(findingsOf(facts).contains(line), qPrintable(findingsOf(facts)));
        Finding one;
        one.signature = u"disruption-budget"_s;
        one.component = u"Disruption budget"_s;
        one.nodes = {u"gpu-004"_s};
        one.quote = u"tenant-b/trainer allows no disruption"_s;
        one.meaning = u"A budget allows no eviction."_s;
        facts.findings = {one};
        QVERIFY2(!findingsOf(facts).contains(line), qPrintable(findingsOf(facts)));
    }

    /// A finding tells of one cause on its node, not of each.
    void aSecondCauseOnANodeWithAFindingIsAmongTheFindingsToo()
    {
        TicketFacts facts = factsDuring();
        facts.tracks = {facts.tracks.last()}; // gpu-011, whose driver does not start
        NodeTrack ib = factsDuring().tracks[2];
        ib.node = u"gpu-011"_s;
        ib.component = u"ib"_s;
        facts.tracks.append(ib);
        Finding headers;
        headers.signature = u"kernel-headers-unresolved"_s;
        headers.operand = headers.concerns = u"gpu-driver"_s;
        headers.component = u"GPU driver"_s;
        headers.nodes = {u"gpu-011"_s};
        headers.quote = u"No package linux-headers-5.15.0-153 available"_s; // of the log, not of the status
        headers.meaning = u"No kernel-header package fits the running kernel."_s;
        facts.findings = {headers};
        const auto alsoFound = [&facts] {
            const Ticket ticket = composeTicket(facts, optionsOf(TicketPhase::During));
            const QList<TicketBlock> blocks = ticket.document.blocks();
            for (qsizetype i = 0; i + 1 < blocks.size(); ++i)
                if (const auto *text = std::get_if<TicketParagraph>(&blocks[i]);
                    text && text->text == u"Also found:")
                    return std::get<TicketBullets>(blocks[i + 1]).items;
            return QStringList();
        };
        const QString budget =
            u"gpu-011 (InfiniBand driver) since 2026-11-21 23:31:00 Europe/Berlin (22:31:00 "
            u"UTC): tenant-b/trainer (PodDisruptionBudget) allows no disruption now (5 "
            u"healthy, 5 needed): tenant-b/trainer-0 stays."_s;
        QCOMPARE(alsoFound(), QStringList{budget});

        Finding held; // once it has lasted; quoted of the node that it was first seen on
        held.signature = u"disruption-budget"_s;
        held.operand = u"ofed-driver"_s;
        held.concerns = u"workload-objects"_s;
        held.component = u"InfiniBand driver"_s;
        held.nodes = {u"gpu-004"_s, u"gpu-011"_s};
        held.quote =
            u"tenant-b/trainer (PodDisruptionBudget) allows no disruption now: tenant-b/trainer-3 stays."_s;
        facts.findings = {headers, held};
        QCOMPARE(alsoFound(), QStringList());
        facts.findings.last().quote.replace(u"tenant-b/trainer"_s, u"tenant-c/notebook"_s); // another budget
        QCOMPARE(alsoFound(), QStringList{budget});

        // The other way round: of the driver's own trouble no finding tells yet.
        facts.tracks.first().blockers.append(ib.blockers);
        facts.findings = {held};
        facts.findings.first().component = u"GPU driver"_s;
        QCOMPARE(alsoFound().size(), 1);
        QVERIFY2(alsoFound().first().startsWith(u"gpu-011 (GPU driver) since"),
                 qPrintable(alsoFound().first()));
        QVERIFY2(alsoFound().first().contains(u"restarted 12 times") &&
                     !alsoFound().first().contains(u"PodDisruptionBudget"),
                 qPrintable(alsoFound().first()));
    }

    void whatIsLeftOutOfAListIsCounted()
    {
        TicketFacts facts = factsDuring();
        NodeTrack held = facts.tracks[2];
        facts.tracks.clear();
        facts.findings.clear();
        for (int i = 0; i < 8; ++i) {
            held.node = u"gpu-10%1"_s.arg(i);
            held.blockers = {
                {NoteKind::DisruptionBudget, u"team-%1/trainer (PodDisruptionBudget) allows none."_s.arg(i)}};
            facts.tracks.append(held);
            facts.tenants.append({u"team-%1"_s.arg(i), u"StatefulSet trainer"_s, 1, 8});
        }
        const Ticket ticket = composeTicket(facts, optionsOf(TicketPhase::During));
        bool isFindings = false; // other parts count their own
        QStringList items;
        for (const TicketBlock &block : ticket.document.blocks()) {
            if (const auto *heading = std::get_if<TicketHeading>(&block))
                isFindings = heading->text == u"Findings";
            if (const auto *bullets = std::get_if<TicketBullets>(&block); bullets && isFindings)
                items += bullets->items;
        }
        QCOMPARE(items.size(), 7);
        QVERIFY2(items.last().startsWith(u"2 more nodes are blocked; all"), qPrintable(items.last()));
        const QString text = QString::fromUtf8(ticketText(ticket.document)).simplified();
        QVERIFY2(text.contains(u"team-5/StatefulSet trainer (8 GPUs) and 2 more"), qPrintable(text));
    }

    void partsOfGpusAreNoGpusInATicket()
    {
        TicketFacts facts = factsDuring();
        const GpuAmount slices = gpusAsked("nvidia.com/mig-1g.5gb", 14);
        facts.cluster.gpus = {slices + 8, slices + 16};
        facts.tenants = {{u"team-a"_s, u"Job train"_s, 1, gpusAsked("nvidia.com/mig-1g.5gb", 2)}};
        const Ticket ticket = composeTicket(facts, optionsOf(TicketPhase::During));
        const QString text = QString::fromUtf8(ticketText(ticket.document)).simplified();
        for (const char *said : {"GPUs available: 8 of 16", "Parts of GPUs available: 14 of 14 MIG slices",
                                 "team-a/Job train (2 MIG slices)"})
            QVERIFY2(text.contains(QLatin1String(said)), qPrintable(text));
    }

    void whatBecomesOfNodesIsSaidOnceAndByThePolicy_data()
    {
        using Kind = NodeImpact::Kind;
        QTest::addColumn<Kind>("kind");
        QTest::addColumn<QString>("component");
        QTest::addColumn<QString>("off");
        QTest::addColumn<bool>("drains");
        QTest::addColumn<QString>("said");
        QTest::newRow("drained") << Kind::DriverReload << u"gpu"_s << QString() << true
                                 << u"where that fails, the node is drained."_s;
        QTest::newRow("not drained") << Kind::DriverReload << u"gpu"_s << QString() << false
                                     << u"the node is not drained."_s;
        QTest::newRow("AMD") << Kind::DriverReload << u"amd"_s << QString() << true
                             << u"Whether other pods are evicted is unknown."_s;
        QTest::newRow("off") << Kind::DriverReload << u"gpu"_s << u"No node is emptied: it is off."_s << true
                             << u"No node is emptied: it is off."_s;
        QTest::newRow("network") << Kind::NicDriver << u"ib"_s << QString() << true
                                 << u"a node may go offline."_s;
        QTest::newRow("restart") << Kind::DriverRestart << u"gpu"_s << QString() << true
                                 << u"Driver pods are recreated with the same driver."_s;
    }

    void whatBecomesOfNodesIsSaidOnceAndByThePolicy()
    {
        QFETCH(NodeImpact::Kind, kind);
        QFETCH(QString, component);
        QFETCH(QString, off);
        QFETCH(bool, drains);
        QFETCH(QString, said);
        TicketFacts facts = factsBefore();
        facts.preflight->impact.kind = kind;
        facts.preflight->impact.component = component;
        facts.preflight->impact.off = off;
        RolloutFacts rollout;
        rollout.component = component;
        if (component != u"amd") {
            rollout.policy = DriverPolicy();
            rollout.policy->driver = component == u"gpu" ? DriverKind::Gpu : DriverKind::InfiniBand;
            rollout.policy->drains = drains;
        }
        facts.preflight->rollout = rollout;
        TicketOptions options = optionsOf(TicketPhase::Before);
        const auto prose = [&] {
            return QString::fromUtf8(ticketText(composeTicket(facts, options).document)).simplified();
        };
        const QString text = prose();
        QVERIFY2(text.contains(said), qPrintable(text));
        QCOMPARE(text.count(u"emptied"), off.isEmpty() ? 0 : 1);
        options.without = {TicketPart::Impact}; // then the preflight says it
        QCOMPARE(prose().count(said), 1);
    }
};

#include "tst_ticket_phases.moc"
} // namespace tst_ticket_phases

CHARTROOM_TEST(tst_ticket_phases, TicketPhasesTest)
