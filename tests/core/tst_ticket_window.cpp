// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/translator.h"
#include "core/signatures/signatures.h"
#include "core/ticket/open_matters.h"
#include "core/ticket/sections.h"
#include "core/ticket/ticket_writers.h"
#include "tests/support/test_main.h"
#include "tests/support/ticket_samples.h"

#include <QTest>

#include <functional>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_ticket_window {

namespace {

/// After a window that nobody's journal tells of: one node is on its way, one waits.
TicketFacts factsOfAnOpenRollout()
{
    TicketFacts facts = factsAfter();
    facts.operation.reset();
    facts.tracks[2].verdict = Verdict::Moving;
    facts.tracks[3].verdict = Verdict::Waiting;
    const QDateTime start = ticketNow.addSecs(-3600);
    facts.window = UpgradeWindow{start, start.addSecs(2LL * 3600), "Europe/Berlin"};
    return facts;
}

} // namespace

/// Whether a window has begun, is over and can be closed.
class TicketWindowTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QCoreApplication::installTranslator(loadTranslator(QLocale::c()).release()); }

    void aNodeThatLeftTheClusterInTheWindowIsNamed()
    {
        TicketFacts facts = factsAfter();
        const auto isNamed = [&facts](TicketPhase phase) {
            const QString text =
                QString::fromUtf8(ticketText(composeTicket(facts, optionsOf(phase)).document)).simplified();
            return text.contains(u"gpu-012: removed from the cluster") && text.count(u"on purpose?") <= 1;
        };
        const RemovedNode gone{{u"gpu-012"_s, u"gpu"_s}, u"drain-required"_s, ticketNow.addSecs(-600), true};
        RemovedNode other = gone;
        other.key.component = u"ib"_s;
        other.label = u"upgrade-done"_s;
        facts.removed = {gone, other};
        QVERIFY(!isNamed(TicketPhase::Before));
        for (const TicketPhase phase : {TicketPhase::During, TicketPhase::After, TicketPhase::Handover})
            QVERIFY(isNamed(phase));
        QStringList asked = questionsOf(facts, TicketPhase::After);
        QVERIFY2(asked.first().startsWith(u"gpu-012: ") &&
                     asked.first().contains(u"GPU driver was drain-required"),
                 qPrintable(asked.join(u'\n')));
        TicketOptions options = optionsOf(TicketPhase::After);
        options.names = NameTable();
        QVERIFY(!QString::fromUtf8(ticketText(composeTicket(facts, options).document)).contains(u"gpu-012"));
        for (RemovedNode &one : facts.removed)
            one.at = ticketNow.addDays(-2);
        QVERIFY(!isNamed(TicketPhase::After));
    }

    void aWindowIsOverWhenItsEndIsPastAndNotBefore()
    {
        const QString nodes =
            u"the nodes are not complete: GPU driver 580.82.07 → 580.105.08: 3 of 5 done, 1 moving, 1 waiting."_s;
        TicketFacts facts = factsOfAnOpenRollout();
        QCOMPARE(sentenceOf(facts, TicketPhase::After),
                 u"The window on prod-eu has not ended yet; "_s + nodes);
        facts.now = facts.window->end;
        QCOMPARE(sentenceOf(facts, TicketPhase::After), u"The window on prod-eu has ended; "_s + nodes);
        facts.window.reset(); // nobody can say then
        QCOMPARE(sentenceOf(facts, TicketPhase::After), u"So far on prod-eu: "_s + nodes);
        facts.tracks.clear();
        QCOMPARE(sentenceOf(facts, TicketPhase::After), u"What was done on prod-eu."_s);
    }

    void aNodeThatIsOnlyCordonedIsNotToGo()
    {
        TicketFacts facts = factsAfter();
        NodeTrack &track = facts.tracks[2]; // gpu-004
        track.verdict = Verdict::NotKnown;
        track.isCordoned = track.isDriverCurrent = track.isDriverReady = true;
        track.contradictions = {{NoteKind::DoneUnschedulable, u"Who cordoned it is unknown."_s}};
        QVERIFY(nodesToGo(facts.tracks).isEmpty());
        const QString asked = questionsOf(facts, TicketPhase::After).join(u'\n');
        QVERIFY2(!asked.contains(u"still to go"), qPrintable(asked));
        QVERIFY2(asked.contains(u"Did you cordon gpu-004? If not, we run: kubectl uncordon gpu-004"),
                 qPrintable(asked));
        QVERIFY2(!asked.contains(u"the window can be closed."), qPrintable(asked));
        const QString doubts = doubtTexts(facts).join(u'\n');
        QVERIFY2(doubts.contains(u"done, but still cordoned: gpu-004"), qPrintable(doubts));
        track.isDriverReady = false; // nobody knows whether it is upgraded
        QCOMPARE(nodesToGo(facts.tracks), QStringList{u"gpu-004"_s});
        track.isDriverReady = true;
        track.isDriverCurrent = false;
        QCOMPARE(nodesToGo(facts.tracks), QStringList{u"gpu-004"_s});
    }

    void aWindowIsClosedOnlyWhenEveryNodeIsThrough()
    {
        const QStringList closed{u"No action is requested: the window can be closed."_s};
        QCOMPARE(questionsOf(factsAfter(), TicketPhase::After), closed);

        TicketFacts facts = factsAfter(); // Helm ended well, and the nodes take their time
        facts.tracks[2].verdict = Verdict::Moving;
        facts.tracks[3].verdict = Verdict::Waiting;
        facts.tracks[4].verdict = Verdict::Slow;
        QCOMPARE(
            questionsOf(facts, TicketPhase::After),
            QStringList{u"3 nodes are still to go (gpu-004, gpu-007, gpu-011): does the window stay open "
                        u"for them?"_s});
        facts = factsAfter();
        facts.tracks[2].verdict = Verdict::NotKnown;
        QCOMPARE(questionsOf(facts, TicketPhase::After),
                 QStringList{u"1 node is still to go (gpu-004): does the window stay open for it?"_s});

        facts = factsAfter();
        facts.tracks.clear();
        QCOMPARE(questionsOf(facts, TicketPhase::After), closed); // of a release without nodes
        facts.areTracksKnown = false;
        QCOMPARE(questionsOf(facts, TicketPhase::After),
                 QStringList{u"The window cannot be closed yet: Whether the nodes are done is unknown."_s});
    }

    /// Once it has ended it is asked for longer, in each phase of it.
    void aWindowThatHasEndedIsToBeExtended()
    {
        TicketFacts facts = factsOfAnOpenRollout();
        const QString extended =
            u"2 nodes are still to go (gpu-004, gpu-007). The window ended at 2026-11-22 00:40 Europe/Berlin "
            u"(2026-11-21 23:40 UTC), %1 ago: may it be extended for them?"_s;
        for (const TicketPhase phase : {TicketPhase::During, TicketPhase::After}) {
            facts.now = facts.window->end.addSecs(-1);
            QVERIFY(!questionsOf(facts, phase).join(u'\n').contains(u"extended"));
            facts.now = facts.window->end.addSecs(1380);
            const QStringList asked = questionsOf(facts, phase);
            QVERIFY2(asked.contains(extended.arg(u"23 min"_s)), qPrintable(asked.join(u'\n')));
            QVERIFY(!asked.join(u'\n').contains(u"stay open"));
            const QString text =
                QString::fromUtf8(ticketText(composeTicket(facts, optionsOf(phase)).document)).simplified();
            QVERIFY2(text.contains(u"; ended 23 min ago"), qPrintable(text));
        }
    }

    void aWindowStaysOpenWhileAnythingWantedDoesNotRun_data()
    {
        QTest::addColumn<TicketFacts>("facts");
        const QString policy = u"ClusterPolicy cluster-policy"_s;
        const auto row = [](const char *name, const std::function<void(TicketFacts &)> &change) {
            TicketFacts facts = factsAfter();
            change(facts);
            QTest::newRow(name) << facts;
        };
        row("operator not ready", [&](TicketFacts &facts) {
            facts.operators = {{u"gpu"_s, policy, u"notReady"_s, u"states not ready: [state-driver]"_s, {}}};
        });
        row("operator without a state", [&](TicketFacts &facts) {
            facts.operators = {{u"gpu"_s, policy, {}, {}, {}}};
        });
        row("operator gone", [&](TicketFacts &facts) {
            facts.operators = {{u"gpu"_s, policy, u"ready"_s, {}, u"The operator is scaled to 0."_s}};
        });
        row("pod not ready",
            [](TicketFacts &facts) { facts.notRunning = {u"nvidia-gpu-operator/driver-x"_s}; });
        row("cordon left", [](TicketFacts &facts) { facts.tracks[0].isCordoned = true; });
        row("on hold", [](TicketFacts &facts) { facts.tracks[0].verdict = Verdict::Skipped; });
        row("label contradicted", [](TicketFacts &facts) {
            facts.tracks[0].contradictions = {{NoteKind::DoneWithOldDriver, u"old"_s}};
        });
        row("a colleague's helm at work", [](TicketFacts &facts) {
            TicketRelease other = facts.releases.first(); // no operation of ours is outdated by it
            other.release.key.name = u"network-operator"_s;
            other.release.revisions.first().status = ReleaseStatus::PendingUpgrade;
            other.release.revisions.first().statusText = u"pending-upgrade"_s;
            facts.releases.append(other);
        });
        row("list unread", [](TicketFacts &facts) { facts.unknown = {u"What pods tell is unknown."_s}; });
        row("failed", [](TicketFacts &facts) { facts.tracks[0].verdict = Verdict::Failed; });
        row("an earlier try was cut off", [](TicketFacts &facts) {
            ActivityEntry cut = *facts.operation;
            cut.order.started = cut.order.started.addSecs(-300);
            cut.end.reset();
            facts.operations = {cut, *facts.operation};
        });
    }
    void aWindowStaysOpenWhileAnythingWantedDoesNotRun()
    {
        QFETCH(TicketFacts, facts);
        const QStringList questions = questionsOf(facts, TicketPhase::After);
        QVERIFY2(questions.last().startsWith(u"The window cannot be closed yet: "),
                 qPrintable(questions.join(u'\n')));
    }

    void whatIsPastKeepsNoWindowOpen()
    {
        TicketFacts facts = factsAfter();
        facts.operators = {{u"gpu"_s, u"ClusterPolicy cluster-policy"_s, u"ready"_s, {}, {}}};
        facts.tracks[0].contradictions = {
            {NoteKind::HealedByItself, u"It failed and recovered automatically."_s}};
        facts.tracks[1].contradictions = {{NoteKind::Relabelled, u"It failed and was relabelled."_s}};
        QCOMPARE(questionsOf(facts, TicketPhase::After),
                 QStringList{u"No action is requested: the window can be closed."_s});
    }

    void beforeTheAgreedWindowThatIsSaid()
    {
        TicketFacts facts = factsOfAnOpenRollout();
        const QString early = u" The agreed window has not started."_s;
        QVERIFY(!sentenceOf(facts, TicketPhase::During).endsWith(early));
        facts.now = facts.window->start.addSecs(-60);
        QVERIFY(sentenceOf(facts, TicketPhase::During).endsWith(early));
        QVERIFY(sentenceOf(facts, TicketPhase::After).startsWith(u"The window on prod-eu has not started; "));
    }

    void whatIsSaidOfAnotherReleaseIsOfNoWindow()
    {
        TicketFacts facts = factsAfter();
        Finding one;
        one.operand = Signatures::release.toString();
        one.component = u"Helm release"_s;
        one.release = u"cluster-autoscaler/cluster-autoscaler"_s;
        one.meaning = u"The newest revision failed."_s;
        one.bearing = Bearing::Symptom;
        one.scope = SupportScope::CustomerOwned;
        const auto isTold = [&] {
            facts.findings = {one};
            return ticketText(composeTicket(facts, optionsOf(TicketPhase::After)).document)
                .contains("The newest revision failed.");
        };
        QVERIFY(!isTold());
        one.scope = SupportScope::Supported;
        QVERIFY(!isTold());
        one.operand = Signatures::addOn.toString();
        QVERIFY(!isTold());
        one.consequences = {Consequence{u"gpu-driver"_s, u"GPU driver"_s, {}, {u"gpu-011"_s}, 1, {}}};
        QVERIFY(isTold());
        one.consequences.clear();
        one.nodes = {u"gpu-011"_s};
        QVERIFY(isTold());
        one.nodes.clear();
        const ReleaseKey &key = facts.releases.first().release.key;
        one.release = key.namespaceName + u'/' + key.name;
        QVERIFY(isTold());
        one.sparesNodes = true; // no rollout waits for it
        QVERIFY(!isTold());
    }

    void whatIsFoundKeepsAWindowOpen()
    {
        TicketFacts facts = factsAfter();
        Finding one;
        one.component = u"NVIDIA device plugin"_s;
        one.nodes = {u"gpu-002"_s};
        one.meaning = u"It sees no GPU."_s;
        one.scope = SupportScope::Supported;
        facts.findings = {one};
        QCOMPARE(
            questionsOf(facts, TicketPhase::After),
            QStringList{u"What should be done about NVIDIA device plugin on gpu-002? It sees no GPU."_s});
        facts.findings.first().scope = SupportScope::CustomerOwned;
        QVERIFY(questionsOf(facts, TicketPhase::After).isEmpty());
        facts.findings.first().nodes.clear(); // elsewhere, and our own
        QCOMPARE(questionsOf(facts, TicketPhase::After).size(), 1);
    }
};

#include "tst_ticket_window.moc"
} // namespace tst_ticket_window

CHARTROOM_TEST(tst_ticket_window, TicketWindowTest)
