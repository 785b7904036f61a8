// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/translator.h"
#include "core/ticket/ticket_writers.h"
#include "tests/support/test_main.h"
#include "tests/support/ticket_samples.h"

#include <QRegularExpression>
#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_ticket_handover {

namespace {

/// In the middle of a window: one node on its way, one waits, three are in trouble.
TicketFacts factsOfAShift()
{
    TicketFacts facts = factsDuring();
    facts.tracks.append(ticketTrack(u"gpu-003"_s, Verdict::Moving, RolloutStep::Drain));
    facts.tracks.append(ticketTrack(u"gpu-008"_s, Verdict::Waiting, RolloutStep::Queued));
    const QDateTime start = ticketNow.addSecs(-2400);
    facts.window = UpgradeWindow{start, start.addSecs(4LL * 3600), "Europe/Berlin"}; // until 02:00 UTC
    Pace pace;
    pace.component = u"gpu"_s;
    pace.isOpen = true;
    pace.node.samples = 2;
    pace.node.upperQuartile = std::chrono::minutes(20);
    pace.eta.earliest = ticketNow.addSecs(3600);
    pace.eta.latest = ticketNow.addSecs(7200);
    pace.safeStop = u"Set autoUpgrade to false; nodes under way complete."_s;
    facts.paces = {pace};
    return facts;
}

QString proseOf(const TicketFacts &facts, TicketOptions options = optionsOf(TicketPhase::Handover))
{
    return QString::fromUtf8(ticketText(composeTicket(facts, options).document)).simplified();
}

/// The rows of the table whose first title is this.
QList<QStringList> rowsOf(const TicketFacts &facts, const QString &title,
                          const TicketOptions &options = optionsOf(TicketPhase::Handover))
{
    const Ticket ticket = composeTicket(facts, options);
    for (const TicketBlock &block : ticket.document.blocks())
        if (const auto *table = std::get_if<TicketTable>(&block); table && table->titles.first() == title)
            return table->rows;
    return {};
}

} // namespace

class TicketHandoverTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QCoreApplication::installTranslator(loadTranslator(QLocale::c()).release()); }

    void theNextShiftReadsWhatIsDoneRunningAndBlocked()
    {
        const QString text = proseOf(factsOfAShift());
        QVERIFY2(text.startsWith(u"Handover of prod-eu ===="), qPrintable(text));
        QVERIFY2(text.contains(u"2 of 7 nodes, the last one gpu-"), qPrintable(text));
        QVERIFY2(text.contains(u"gpu-003 (draining since 22:31:00 UTC); 1 node queued") ||
                     text.contains(u"gpu-003 ("),
                 qPrintable(text));
        const QList<QStringList> blocked = rowsOf(factsOfAShift(), u"Node"_s);
        QCOMPARE(blocked.size(), 3);
        QCOMPARE(blocked[0].first(), u"gpu-007"_s);
        QCOMPARE(blocked[0].last(), u"Support's"_s);
        QCOMPARE(blocked[1].first(), u"gpu-011"_s);
        TicketFacts earlier = factsOfAShift();
        for (NodeTrack &track : earlier.tracks)
            track.times.target = ticketNow; // since when another driver is wanted
        QVERIFY(!proseOf(earlier).contains(u"the last one"));
        QVERIFY(blocked[1][4].contains(u"Could not resolve Linux kernel version"));
        QCOMPARE(blocked[2].first(), u"gpu-004"_s);
        QCOMPARE(blocked[2].last(), u"ours"_s);
    }

    void whatWasNotDoneIsNotAmongWhatIsDone_data()
    {
        using End = OperationResult::End;
        QTest::addColumn<End>("end");
        QTest::addColumn<QString>("word");
        QTest::newRow("done") << End::Done << u" is deployed"_s;
        QTest::newRow("not started") << End::NotStarted << u"ended (result: not started)"_s;
        QTest::newRow("cancelled") << End::Cancelled << u"ended (result: cancelled)"_s;
        QTest::newRow("failed") << End::Failed << u"ended (result: failed)"_s;
        QTest::newRow("unknown") << End::Unknown << u"ended (result: unknown)"_s;
    }
    void whatWasNotDoneIsNotAmongWhatIsDone()
    {
        QFETCH(OperationResult::End, end);
        QFETCH(QString, word);
        TicketFacts facts = factsAfter();
        facts.operation->end = end;
        JournalRecord &finish = facts.operation->journal.records.last();
        finish = doneRecord(true); // where it is done, its nodes followed
        if (end != OperationResult::End::Done)
            finish.data = Value(Value::Map{{u"end"_s, Value(endText(end))}});
        const QString text = proseOf(facts);
        QCOMPARE(text.contains(u"* Upgrade of gpu-operator to v25.10.1: "),
                 end == OperationResult::End::Done);
        QVERIFY2(text.contains(word), qPrintable(text));
        QVERIFY2(!text.contains(u"not verified"), qPrintable(text)); // no part of it contradicts the first
    }

    /// When it ended is unknown where another program noted it.
    void whenAJournalWasClosedIsNotWhenItEnded()
    {
        TicketFacts facts = factsAfter();
        QVERIFY(proseOf(facts).contains(u"v25.10.1: done at 2026-11-2"));
        facts.operation->wasClosedLater = true;
        const QString text = proseOf(facts);
        QVERIFY2(text.contains(u"v25.10.1: done, noted at 2026-11-2") && text.contains(u"Journal closed: "),
                 qPrintable(text));
    }

    void eachDecisionSaysByWhen()
    {
        const QList<QStringList> rows = rowsOf(factsOfAShift(), u"Decision"_s);
        QCOMPARE(rows.size(), 3);
        QCOMPARE(rows[0][0], u"With Support: reboot or replace gpu-007?"_s);
        QCOMPARE(rows[1][0],
                 u"With Support: what is the decision on gpu-011 (GPU driver): fix, retry or reboot?"_s);
        QCOMPARE(rows[2][0], u"What unblocks gpu-004 (GPU driver), or do we wait?"_s);
        for (const QStringList &row : rows) // the window ends at 02:00 UTC, a node takes 20 min
            QVERIFY2(
                row[1].startsWith(u"2026-11-22 02:40 Europe/Berlin (01:40 UTC): a node takes about 20 min") ||
                    row[1].startsWith(
                        u"2026-11-22 02:40 Europe/Berlin (2026-11-22 01:40 UTC): a node takes about 20 min"),
                qPrintable(row[1]));
    }

    void aNodeThatTakesSecondsTakesTime()
    {
        TicketFacts facts = factsOfAShift();
        facts.paces.first().node.upperQuartile = std::chrono::seconds(40);
        QVERIFY2(rowsOf(facts, u"Decision"_s)[0][1].contains(u"a node takes about 1 min, "),
                 qPrintable(rowsOf(facts, u"Decision"_s)[0][1]));
    }

    void withoutAWindowOrPaceNobodyGuessesATime()
    {
        TicketFacts facts = factsOfAShift();
        facts.paces.clear();
        QVERIFY2(rowsOf(facts, u"Decision"_s)[0][1].endsWith(u"when the window ends"),
                 qPrintable(rowsOf(facts, u"Decision"_s)[0][1]));
        facts.window.reset();
        QCOMPARE(rowsOf(facts, u"Decision"_s)[0][1], u"no known window"_s);
        facts = factsOfAShift();
        facts.now = facts.window->end.addSecs(-60);
        QVERIFY(
            rowsOf(facts, u"Decision"_s)[0][1].startsWith(u"now: too late for this window, which ends at "));
        facts.now = facts.window->end;
        QVERIFY(rowsOf(facts, u"Decision"_s)[0][1].startsWith(u"now: the window ended at "));
    }

    void aRolloutThatMayOverrunIsADecision()
    {
        TicketFacts facts = factsOfAShift();
        facts.paces.first().eta.latest = facts.window->end.addSecs(600);
        QVERIFY(rowsOf(facts, u"Decision"_s)
                    .last()[0]
                    .startsWith(u"The GPU driver may not complete in the window: does it continue after it? "
                                u"Set autoUpgrade"));
        facts.paces.first().eta.earliest = facts.window->end.addSecs(60);
        QVERIFY(rowsOf(facts, u"Decision"_s).last()[0].startsWith(u"The GPU driver will not complete"));
        facts.paces.first().isOpen = false;
        QCOMPARE(rowsOf(facts, u"Decision"_s).size(), 3);
    }

    void endsAndSlotsCannotBeMisread()
    {
        TicketFacts facts = factsOfAShift();
        facts.paces.first().waiting = 1;
        facts.paces.first().slotLimit = 4;
        facts.paces.first().slotsInUse = 5; // it does not count a node whose new pod has no place yet
        const QString text = proseOf(facts, optionsOf(TicketPhase::During));
        QVERIFY2(text.contains(u"5 of 4 slots in use; 1 node waiting (more than allowed: the operator takes "
                               u"a node that was cordoned "
                               "without a slot)"),
                 qPrintable(text));
        QVERIFY2(text.contains(u"GPU driver, end: earliest 2026-11-22 00:40 Europe/Berlin (2026-11-21 23:40 "
                               u"UTC), latest 2026-11-22 01:40 Europe/Berlin (00:40 UTC)"),
                 qPrintable(text));
        facts.paces.first().isOpen = false;
        facts.paces.first().eta = {};
        facts.paces.first().eta.without = {u"gpu-011"_s, u"gpu-013"_s};
        QVERIFY(proseOf(facts, optionsOf(TicketPhase::During))
                    .contains(u"GPU driver, end: unknown: gpu-011, gpu-013 blocked until someone acts"));
    }

    void aPersonsOwnDecisionComesFirst()
    {
        TicketOptions options = optionsOf(TicketPhase::Handover);
        options.question = u"Call Ana about gpu-011 by 02:30."_s;
        QCOMPARE(rowsOf(factsOfAShift(), u"Decision"_s, options).first()[0], options.question);
    }

    void anOperationThatWasCutIsADecisionOfNow()
    {
        TicketFacts facts = factsAfter();
        facts.operation->end.reset();
        facts.operation->ended = {};
        facts.operation->steps.append(
            {u"Verify"_s, ticketNow.addSecs(-600), {}, u"Waits for the nodes."_s, false});
        const QList<QStringList> rows = rowsOf(facts, u"Decision"_s);
        QCOMPARE(rows.size(), 1);
        QVERIFY2(rows[0][0].startsWith(
                     u"Upgrade of gpu-operator to v25.10.1: Compare with the plan since 22:30:00 UTC."),
                 qPrintable(rows[0][0]));
        QCOMPARE(rows[0][1], u"now"_s);
        facts.operation->isHeld = true; // a program is at work on it
        QVERIFY(rowsOf(facts, u"Decision"_s).isEmpty());
        QVERIFY(proseOf(facts).contains(u"It runs at ada@desk-7"));
    }

    /// The machine's words are in the attachments alone.
    void eachStepAndEndIsInWords()
    {
        TicketFacts facts = factsAfter();
        ActivityEntry &operation = *facts.operation;
        operation.end = OperationResult::End::NotStarted;
        operation.endText.clear();
        for (const char *step : {"Lease", "Check", "Capture", "Stage", "Hold", "Helm", "ReadBack", "Verify"})
            operation.steps.append({QLatin1String(step), ticketNow, ticketNow, {}, false});
        for (NodeTrack &track : facts.tracks)
            track.verdict = Verdict::Slow;
        facts.tracks[0].step = RolloutStep::DriverRestart;
        facts.tracks[1].step = RolloutStep::WaitForJobs;
        static const QRegularExpression machine(
            u"\\b(notStarted|driverRestart|waitForJobs|ReadBack|[a-z]+(Restart|Jobs|Started))\\b"_s);
        for (const TicketPhase phase : {TicketPhase::During, TicketPhase::After, TicketPhase::Handover}) {
            const QString text = proseOf(facts, optionsOf(phase));
            QVERIFY2(!text.contains(machine), qPrintable(text));
            QVERIFY(phase == TicketPhase::Handover || text.contains(u"Read back from the cluster"));
        }
        QCOMPARE(stepTitle(u"Helm"_s), u"Run helm"_s);
        QCOMPARE(stepTitle(u"Unhold"_s), u"Release the nodes on hold"_s);
        QCOMPARE(stepTitle(u"Other"_s), u"Other"_s);
    }

    void whatBakesIsDecidedWhenThatIsOver()
    {
        TicketFacts facts = factsAfter();
        facts.operation->order.bake = std::chrono::hours(48);
        const QList<QStringList> rows = rowsOf(facts, u"Decision"_s);
        QCOMPARE(rows.size(), 1);
        QVERIFY(rows[0][0].endsWith(u"is still being observed: does it stay?"));
        QVERIFY2(rows[0][1].contains(u"2026-11-23"), qPrintable(rows[0][1]));
    }

    void whereNothingIsKnownItSaysSoUnderEachHeading()
    {
        TicketFacts facts;
        facts.cluster.name = u"prod-eu"_s;
        const QString text = proseOf(facts);
        QVERIFY2(text.contains(u"prod-eu: no operation in progress is known."), qPrintable(text));
        QCOMPARE(text.count(u"No change observed by this program."), 3);
        QVERIFY(text.contains(u"None known to this program."));
    }

    /// A colleague's helm hangs: the header says so, and so does the rest.
    void whatSomebodyElseRunsIsRunningAndADecision()
    {
        TicketFacts facts;
        facts.cluster.name = u"prod-eu"_s;
        facts.releases = {gpuOperatorRelease()};
        RevisionEntry &newest = facts.releases.first().release.revisions.first();
        newest.status = ReleaseStatus::PendingUpgrade;
        newest.statusText = u"pending-upgrade"_s;
        const QString text = proseOf(facts);
        QVERIFY2(!text.contains(u"no operation in progress is known"), qPrintable(text));
        QVERIFY2(text.contains(u"is pending-upgrade by someone else"_s), qPrintable(text));
        const QList<QStringList> rows = rowsOf(facts, u"Decision"_s);
        QCOMPARE(rows.size(), 1);
        QVERIFY2(rows[0][0].startsWith(u"Who runs the change of nvidia-gpu-operator/gpu-operator"_s),
                 qPrintable(rows[0][0]));
        ActivityEntry own = *factsAfter().operation; // planned on revision 3, and at work
        own.end.reset();
        own.ended = {};
        own.revision = 4;
        own.isHeld = true;
        facts.operations = {own};
        QVERIFY(!proseOf(facts).contains(u"by someone else"_s));
        QVERIFY(rowsOf(facts, u"Decision"_s).isEmpty());
    }

    void whereUpgradesAreOffThatIsADecisionToo()
    {
        TicketFacts facts = factsOfAShift();
        facts.paces.first().isOff = true;
        facts.paces.first().waiting = 1;
        const auto decisions = [&facts] {
            QStringList texts;
            for (const QStringList &row : rowsOf(facts, u"Decision"_s))
                texts.append(row.first());
            return texts.join(u'\n');
        };
        QVERIFY(proseOf(facts).contains(u"1 node queued; paused (autoUpgrade is off): none starts"_s));
        QVERIFY2(decisions().contains(u"The GPU driver is paused (autoUpgrade is off)"_s),
                 qPrintable(decisions()));
        facts.paces.first().isOff = false;
        QVERIFY(!proseOf(facts).contains(u"none starts"_s));
        QVERIFY(!decisions().contains(u"autoUpgrade"_s));
    }

    void whatIsDoneIsNotBlocked()
    {
        TicketFacts facts = factsOfAShift();
        NodeTrack done = ticketTrack(u"gpu-011"_s, Verdict::Done, RolloutStep::Done);
        done.component = u"ib"_s;
        done.isCordoned = true;
        done.contradictions = {{NoteKind::DoneUnschedulable, u"It is still cordoned."_s}};
        facts.tracks.append(done);
        QCOMPARE(rowsOf(facts, u"Node"_s).size(), 3);
        const QString text = proseOf(facts);
        QVERIFY2(text.contains(u"InfiniBand driver: done, but still cordoned: gpu-011"_s), qPrintable(text));
        QVERIFY(!text.contains(u"Label of the InfiniBand driver"_s));
        facts.tracks.last().label = u"upgrade-done"_s;
        facts.tracks.last().contradictions = {{NoteKind::DoneNodeNotReady, u"It is not ready."_s}};
        QVERIFY(proseOf(facts).contains(u"Label of the InfiniBand driver says upgrade-done"_s));
    }

    void aTicketAboutANodeIsAboutThatOne()
    {
        TicketOptions options = optionsOf(TicketPhase::During);
        options.nodes = {u"gpu-004"_s};
        Finding other;
        other.component = u"GPU driver"_s;
        other.nodes = {u"gpu-011"_s};
        Finding all;
        all.component = u"Cluster autoscaler"_s;
        TicketFacts facts = factsOfAShift();
        facts.findings = {other, all};
        const QString text = proseOf(facts, options);
        QVERIFY(text.contains(u"tenant-b/trainer (PodDisruptionBudget)"));
        QVERIFY(!text.contains(u"Could not resolve Linux kernel version"));
        QVERIFY(text.contains(u"Cluster autoscaler"));
        QVERIFY2(text.contains(u"2 of 7 done"), qPrintable(text)); // the counts stay those of all
        options.nodes = {u"gpu-001"_s};                            // told, though nothing is wrong with it
        QCOMPARE(rowsOf(facts, u"Node"_s, options).size(), 1);
    }
};

#include "tst_ticket_handover.moc"
} // namespace tst_ticket_handover

CHARTROOM_TEST(tst_ticket_handover, TicketHandoverTest)
