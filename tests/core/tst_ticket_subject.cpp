// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/translator.h"
#include "core/ticket/sections.h"
#include "core/ticket/ticket_writers.h"
#include "core/ticket/told_facts.h"
#include "core/upgrade/recovery.h"
#include "tests/support/test_main.h"
#include "tests/support/ticket_samples.h"

#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_ticket_subject {

/// What a ticket is about: the drivers, operations, window and reference that it names.
class TicketSubjectTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QCoreApplication::installTranslator(loadTranslator(QLocale::c()).release()); }

    void itIsNamedByTheDriverThatMoves()
    {
        TicketFacts facts = factsAfter();
        facts.operation.reset();
        facts.operations.clear();
        NodeTrack ib = facts.tracks.first();
        ib.component = u"ib"_s;
        ib.driverFrom = u"25.07"_s;
        ib.driverTo = u"25.10"_s;
        facts.tracks.append(ib);
        Pace gpu;
        gpu.component = u"gpu"_s;
        gpu.end = ticketNow.addDays(-1);
        Pace network;
        network.component = u"ib"_s;
        network.end = ticketNow.addSecs(-60);
        facts.paces = {gpu, network};
        const auto titleOf = [&facts](TicketPhase phase) {
            return composeTicket(facts, optionsOf(phase)).document.title();
        };
        QVERIFY2(!titleOf(TicketPhase::After).contains(u"GPU driver"),
                 qPrintable(titleOf(TicketPhase::After)));
        facts.paces.first().end = ticketNow; // of both the last
        QVERIFY(titleOf(TicketPhase::After).startsWith(u"GPU driver"));
        facts.paces = {};
        facts.tracks.last().verdict = Verdict::Moving;
        QVERIFY(!titleOf(TicketPhase::During).contains(u"GPU driver"));
        facts.tracks.first().verdict = Verdict::Failed;
        QVERIFY(titleOf(TicketPhase::During).startsWith(u"GPU driver"));
        QVERIFY(titleOf(TicketPhase::During).contains(u", "));
    }

    void aTitleNamesNoDriverThatDoesNotMove_data()
    {
        QTest::addColumn<QString>("moving"); // "": none
        QTest::addColumn<QString>("resting");
        QTest::addColumn<Verdict>("rest");
        QTest::addColumn<QString>("title");
        QTest::newRow("InfiniBand") << u"ib"_s << u"gpu"_s << Verdict::Done
                                    << u"InfiniBand driver on prod-eu"_s;
        QTest::newRow("GPU waits for a switch")
            << u"ib"_s << u"gpu"_s << Verdict::Waiting << u"InfiniBand driver on prod-eu"_s;
        QTest::newRow("GPU in trouble of its own")
            << u"ib"_s << u"gpu"_s << Verdict::Lost << u"InfiniBand driver on prod-eu"_s;
        QTest::newRow("SR-IOV") << u"sriov"_s << u"gpu"_s << Verdict::Done << u"SR-IOV on prod-eu"_s;
        QTest::newRow("AMD") << u"amd"_s << u"ib"_s << Verdict::Done << u"AMD GPU driver on prod-eu"_s;
        QTest::newRow("trouble alone")
            << QString() << u"gpu"_s << Verdict::Failed << u"GPU driver on prod-eu"_s;
        QTest::newRow("none") << QString() << u"gpu"_s << Verdict::Done << u"gpu-operator on prod-eu"_s;
    }

    void aTitleNamesNoDriverThatDoesNotMove()
    {
        QFETCH(QString, moving);
        QFETCH(QString, resting);
        QFETCH(Verdict, rest);
        TicketFacts facts = factsAfter();
        facts.operation.reset();
        facts.tracks.clear();
        const auto add = [&facts](const QString &component, Verdict verdict, RolloutStep step) {
            NodeTrack track = ticketTrack(u"gpu-001"_s, verdict, step);
            track.component = component;
            track.driverFrom.clear();
            track.driverTo.clear();
            facts.tracks.append(track);
        };
        add(resting, rest, RolloutStep::Idle);
        add(moving.isEmpty() ? u"ib"_s : moving, moving.isEmpty() ? Verdict::Done : Verdict::Moving,
            moving.isEmpty() ? RolloutStep::Done : RolloutStep::Evict);
        for (const TicketPhase phase : {TicketPhase::During, TicketPhase::After})
            QTEST(composeTicket(facts, optionsOf(phase)).document.title(), "title");
    }

    /// A driver that no release brings is in every ticket.
    void aChartWithoutDriversIsNamedItself()
    {
        TicketFacts facts = factsAfter();
        facts.operation.reset();
        facts.releases.first().release.key.name = u"cert-manager"_s;
        facts.releases.first().release.record->chartName = u"cert-manager"_s;
        for (NodeTrack &track : facts.tracks)
            track.driverFrom = track.driverTo;
        QCOMPARE(composeTicket(facts, optionsOf(TicketPhase::After)).document.title(),
                 u"cert-manager on prod-eu"_s);
        facts.tracks[0].verdict = Verdict::Moving;
        QVERIFY(
            composeTicket(facts, optionsOf(TicketPhase::After)).document.title().startsWith(u"GPU driver"));
    }

    void howAnOperationEndedIsSaidInWords()
    {
        ActivityEntry entry = *factsAfter().operation;
        entry.end = OperationResult::End::NotStarted;
        QCOMPARE(endWord(entry), u"not started"_s);
    }

    void whatWasDoneLongAgoIsNotWhatItIsAbout()
    {
        const QString title = u"Upgrade of gpu-operator to v25.10.1 on prod-eu"_s;
        const auto titleOf = [](const TicketFacts &facts, TicketPhase phase) {
            return composeTicket(facts, optionsOf(phase)).document.title();
        };
        const auto after = [&titleOf](const TicketFacts &facts) {
            return titleOf(facts, TicketPhase::After);
        };
        TicketFacts facts = factsAfter();
        QCOMPARE(after(facts), title);
        QVERIFY(titleOf(facts, TicketPhase::Before) != title);

        facts.now = facts.now.addDays(2); // nothing tells when the nodes went
        QCOMPARE(after(facts), u"GPU driver 580.82.07 → 580.105.08 on prod-eu"_s);
        facts.operation->order.bake = std::chrono::hours(72); // and is still watched
        QCOMPARE(after(facts), title);
        facts.operation->order.bake = {};
        Pace pace;
        pace.component = u"gpu"_s;
        pace.start = ticketNow.addSecs(-2300); // it began with this
        pace.isEndKnown = true;
        facts.paces = {pace};
        QCOMPARE(after(facts), title);
        facts.paces.first().start = ticketNow.addDays(1);
        QVERIFY(after(facts) != title);

        facts = factsAfter();
        facts.window = UpgradeWindow{ticketNow.addSecs(-3000), ticketNow, "UTC"};
        QCOMPARE(after(facts), title);
        facts.window = UpgradeWindow{ticketNow.addDays(-1), ticketNow.addSecs(-7200), "UTC"};
        QCOMPARE(after(facts), title); // a rollback after it is what was done
        facts.window = UpgradeWindow{ticketNow.addSecs(3600), ticketNow.addSecs(7200), "UTC"};
        QVERIFY(after(facts) != title);
        facts.operation->end.reset(); // it is open, and so is now
        QCOMPARE(after(facts), title);

        facts = factsAfter();
        facts.releases.first().release.revisions.first().revision = 6; // somebody else's
        QVERIFY(after(facts) != title);
    }

    /// It was killed, and its journal was closed later or not at all: neither notes a revision.
    void whatSomebodyElseChangedSinceIsNotTheKilledOperations_data()
    {
        QTest::addColumn<bool>("isClosed");
        QTest::addColumn<int>("newest"); // planned on 4
        QTest::addColumn<bool>("isNamed");
        for (const bool isClosed : {false, true}) {
            QTest::addRow("nothing was made, %d", isClosed) << isClosed << 4 << true;
            QTest::addRow("its own, %d", isClosed) << isClosed << 5 << true;
            QTest::addRow("a colleague's, %d", isClosed) << isClosed << 6 << false;
        }
    }

    void whatSomebodyElseChangedSinceIsNotTheKilledOperations()
    {
        QFETCH(bool, isClosed);
        QFETCH(int, newest);
        TicketFacts facts = factsAfter();
        facts.operation->order.kind = OperationKind::Rollback;
        facts.operation->order.toRevision = 2;
        facts.operation->order.plannedOn = 4;
        facts.operation->revision = 0;
        if (!isClosed) {
            facts.operation->end.reset();
            facts.operation->ended = {};
        }
        facts.releases.first().release.revisions.first().revision = newest;
        for (const TicketPhase phase : {TicketPhase::During, TicketPhase::After}) {
            const QString title = composeTicket(facts, optionsOf(phase)).document.title();
            QTEST(title.contains(u"Rollback of gpu-operator to revision 2"), "isNamed");
        }
        facts.operation->isHeld = !isClosed; // it is at work: then it is what the ticket is about
        if (!isClosed)
            QVERIFY(toldFacts(facts, TicketPhase::During).operation);
    }

    /// The rollback of a colleague's upgrade had a ticket of its own an hour before.
    void theReferenceIsThatOfTheMainChange()
    {
        TicketFacts facts = factsAfter();
        facts.operation->journal.records.first().data =
            Value(Value::Map{{u"supportReference"_s, Value(u"CS-4712"_s)}});
        facts.supportReference = u"CS-4711"_s;
        QCOMPARE(toldFacts(facts, TicketPhase::During).supportReference, u"CS-4712"_s);
        facts.operation->journal.records.first().data = Value(Value::Map());
        QCOMPARE(toldFacts(facts, TicketPhase::During).supportReference, u"CS-4711"_s);
    }

    /// A colleague ran helm by hand while the window was open.
    void whatOthersDidInTheWindowIsInItsTimeline()
    {
        TicketFacts facts = factsAfter();
        facts.operation->order.plannedOn = 4; // and made revision 5
        TicketRelease &release = facts.releases.first();
        QList<RevisionEntry> revisions;
        for (int revision = 7; revision >= 3; --revision) {
            RevisionEntry entry = release.release.newest();
            entry.revision = revision;
            entry.date.deployed = ticketNow.addSecs(-2400 + 600LL * (revision - 5)); // ours began then
            revisions.append(entry);
        }
        release.release.revisions = revisions;
        release.release.record->revision = 7;
        release.release.record->description = u"Upgrade complete"_s;
        release.words.insert(6, {u"v26.3.3"_s, u"Rollback to 3"_s});
        facts.window = UpgradeWindow{ticketNow.addSecs(-2700), ticketNow.addSecs(3600), "UTC"};
        const auto othersIn = [&facts](TicketPhase phase) {
            QList<int> numbers;
            for (const OthersRevision &one : toldFacts(facts, phase).others)
                numbers.append(one.revision);
            return numbers;
        };
        QCOMPARE(othersIn(TicketPhase::Before), QList<int>());
        QCOMPARE(othersIn(TicketPhase::After), QList<int>({6, 7})); // 3 and 4 were before the window
        QString text =
            QString::fromUtf8(ticketText(composeTicket(facts, optionsOf(TicketPhase::After)).document))
                .simplified();
        const qsizetype sixth =
            text.indexOf(u"revision 6 of gpu-operator, v26.3.3, by someone else (helm): Rollback to 3");
        QVERIFY2(sixth > text.indexOf(facts.operation->order.id), qPrintable(text));
        QVERIFY2(text.indexOf(u"revision 7 of gpu-operator, v25.3.4, by someone else") > sixth,
                 qPrintable(text));
        facts.operation->order.started = ticketNow; // the others first
        text = QString::fromUtf8(ticketText(composeTicket(facts, optionsOf(TicketPhase::After)).document))
                   .simplified();
        QVERIFY(text.indexOf(u"revision 7 of") < text.indexOf(facts.operation->order.id));
        facts.operation->steps.clear(); // it never came to run helm: revision 5 was not its own
        QCOMPARE(othersIn(TicketPhase::After), QList<int>({5, 6, 7}));
    }

    /// A ticket about a change by somebody else is none of those that our changes had.
    void noOtherChangeGivesTheTicketItsReference()
    {
        TicketFacts facts = factsAfter();
        const auto referred = [&facts](const QString &reference) {
            ActivityEntry one = *facts.operation;
            one.order.id += reference;
            one.journal.records.first().data = Value(Value::Map{{u"supportReference"_s, Value(reference)}});
            return one;
        };
        facts.operations = {referred(u"CS-4711"_s), referred({}), referred(u"CS-10"_s), referred(u"CS-11"_s)};
        QCOMPARE(toldFacts(facts, TicketPhase::After).supportReference, u"CS-11"_s);
        facts.operations.append(referred({}));
        QCOMPARE(toldFacts(facts, TicketPhase::After).supportReference, QString());
        facts.operations.removeLast();
        facts.releases.first().release.revisions.first().revision = 6; // somebody else's
        QCOMPARE(toldFacts(facts, TicketPhase::After).supportReference, QString());
        facts.supportReference = u"CS-4712"_s; // of the ticket itself
        QCOMPARE(toldFacts(facts, TicketPhase::After).supportReference, u"CS-4712"_s);
    }

    void theWindowOfTheOperationStandsInWhereNobodyGaveOne()
    {
        TicketFacts facts = factsAfter();
        const UpgradeWindow given{ticketNow.addSecs(-3000), ticketNow.addSecs(3600), "UTC"};
        const UpgradeWindow kept{ticketNow.addSecs(-7200), ticketNow.addSecs(600), "UTC"};
        facts.operation->order.window = kept;
        facts.window = given;
        QCOMPARE(toldFacts(facts, TicketPhase::After).window, std::optional(given));
        facts.window.reset();
        QCOMPARE(toldFacts(facts, TicketPhase::After).window, std::optional(kept));
        QVERIFY(toldFacts(facts, TicketPhase::After).operation);
        QVERIFY(!toldFacts(facts, TicketPhase::Before).window);
        facts.window = UpgradeWindow{ticketNow.addDays(-1), ticketNow.addSecs(-7200), "UTC"}; // of yesterday
        QCOMPARE(toldFacts(facts, TicketPhase::After).window, std::optional(kept));
        facts.window.reset();
        facts.operation->order.window.reset(); // of an older journal
        QVERIFY(!toldFacts(facts, TicketPhase::After).window);
    }

    /// helm is done long before the nodes are.
    void whatWasNotVerifiedIsNotCalledDone()
    {
        TicketFacts facts = factsAfter();
        facts.operation->journal.records.last() = doneRecord(true);
        facts.tracks[2].verdict = Verdict::Moving;
        for (const TicketPhase phase : {TicketPhase::After, TicketPhase::Handover}) {
            const QString text = sentenceOf(facts, phase);
            QVERIFY2(text.contains(u"ended (result: deployed, not verified)"), qPrintable(text));
        }
        facts.operation->problems = QStringList{u"The driver is not what the manifest says."_s};
        QVERIFY(
            sentenceOf(facts, TicketPhase::After).contains(u"ended (result: deployed, but not as planned)"));
    }

    /// Its journal has a look from before the failure, and no window was there to note a later one.
    void aFailedNodeMakesTheUpgradeNotAsPlanned()
    {
        const auto textOf = [](const TicketFacts &facts) {
            return QString::fromUtf8(
                       ticketText(composeTicket(facts, optionsOf(TicketPhase::Handover)).document))
                .simplified();
        };
        TicketFacts facts = factsAfter();
        facts.operation->journal.records.last() = doneRecord(true);
        facts.operation->endText = u"Revision 5 is deployed; 0 of 5 nodes rolled, verifying."_s;
        facts.operations = {*facts.operation};
        facts.tracks[4].verdict = Verdict::Failed;
        const QString word = u"deployed, but not as planned"_s;
        for (const TicketPhase phase : {TicketPhase::After, TicketPhase::Handover})
            QVERIFY2(sentenceOf(facts, phase).contains(word), qPrintable(sentenceOf(facts, phase)));
        QVERIFY2(!textOf(facts).contains(u"0 of 5 nodes rolled"), qPrintable(textOf(facts)));
        QVERIFY2(textOf(facts).contains(u"4 of 5 done, 1 failed"), qPrintable(textOf(facts)));
        const auto after = [&facts] { return sentenceOf(facts, TicketPhase::After); };
        facts.tracks[4].component = u"ib"_s; // another release's driver
        QVERIFY2(after().contains(u"deployed, nodes done since"), qPrintable(after()));
        facts.tracks[4].component = u"gpu"_s;
        facts.operation->ended = facts.now.addSecs(-30); // it may have failed before
        facts.operations = {*facts.operation};
        QVERIFY2(after().contains(u"deployed, not verified"), qPrintable(after()));
    }

    /// In the ticket and where the operation ends.
    void oneEndHasOneWord()
    {
        using End = OperationResult::End;
        for (const bool isVerifying : {false, true})
            for (const QStringList &problems : {QStringList(), QStringList{u"Another driver runs."_s}}) {
                ActivityEntry entry = *factsAfter().operation;
                entry.journal.records.last() = doneRecord(isVerifying);
                entry.isVerifying = isVerifying;
                entry.problems = problems;
                const QString word = endPhrase(End::Done, isVerifying, !problems.isEmpty());
                QCOMPARE(endWord(entry), word);
                QVERIFY(activityMarkdown(entry).contains(u"- Result: "_s + word + u'\n'));
                QCOMPARE(word == endText(End::Done), !isVerifying && problems.isEmpty());
            }
        QCOMPARE(endPhrase(End::Failed, true, true), endText(End::Failed));
    }

    /// The sentence, the nodes and what is asked agree.
    void whatWasVerifiedByItsNodesSinceIsNotCalledUnverified()
    {
        const QStringList closed{u"No action is requested: the window can be closed."_s};
        TicketFacts facts = factsAfter();
        facts.operation->journal.records.last() = doneRecord(true);
        for (const TicketPhase phase : {TicketPhase::After, TicketPhase::Handover}) {
            const QString text = sentenceOf(facts, phase);
            QVERIFY2(text.contains(u" is deployed; ") && !text.contains(u"not verified"), qPrintable(text));
        }
        QCOMPARE(questionsOf(facts, TicketPhase::After), closed);
        const auto isOpen = [&facts] {
            return sentenceOf(facts, TicketPhase::After).contains(u"deployed, not verified") &&
                   questionsOf(facts, TicketPhase::After)
                       .last()
                       .startsWith(u"The window cannot be closed yet: ");
        };
        facts.operation->ended = facts.now.addSecs(-30); // nobody has taken it up yet
        QVERIFY(isOpen());
        facts = factsAfter();
        facts.operation->journal.records.last() = doneRecord(true);
        facts.tracks[0].isCordoned = true;
        QVERIFY(!isOpen());
        QVERIFY(sentenceOf(facts, TicketPhase::After).contains(u"deployed, nodes done since"));
        QVERIFY(
            questionsOf(facts, TicketPhase::After).last().startsWith(u"The window cannot be closed yet: "));
        facts.tracks.clear(); // of a release without nodes nothing was seen
        QVERIFY(isOpen());
    }

    /// What `recover` names keeps the window open, and nothing else that the nodes do not contradict.
    void aTicketAndRecoverAgreeOnWhatIsVerified_data()
    {
        using End = OperationResult::End;
        QTest::addColumn<End>("end");
        QTest::addColumn<bool>("isVerifying");
        QTest::addColumn<bool>("wasClosedLater");
        QTest::addColumn<bool>("isNamed"); // by recover
        QTest::newRow("verified") << End::Done << false << false << false;
        QTest::newRow("its nodes followed it") << End::Done << true << false << false;
        QTest::newRow("killed, then closed") << End::Done << true << true << true;
        QTest::newRow("checked by a person") << End::Done << false << true << false;
        QTest::newRow("unknown") << End::Unknown << false << false << true;
        QTest::newRow("unknown, then closed") << End::Unknown << false << true << false;
    }

    void aTicketAndRecoverAgreeOnWhatIsVerified()
    {
        QFETCH(OperationResult::End, end);
        QFETCH(bool, isVerifying);
        QFETCH(bool, wasClosedLater);
        QFETCH(bool, isNamed);
        TicketFacts facts = factsAfter();
        ActivityEntry &operation = *facts.operation;
        Value::Map last = doneRecord(isVerifying, wasClosedLater).data.map();
        last.insert(u"end"_s, Value(endText(end)));
        operation.journal.records.last().data = Value(last);
        operation.end = end;
        operation.wasClosedLater = wasClosedLater;
        operation.isVerifying = true; // what it saw itself: a person may have checked since
        QCOMPARE(isUnsettled(operation.journal), isNamed);
        const auto isKeptOpen = [&facts] {
            return questionsOf(facts, TicketPhase::After).join(u' ').contains(u"cannot be closed yet");
        };
        QCOMPARE(isKeptOpen(), isNamed);
        QCOMPARE(sentenceOf(facts, TicketPhase::After).contains(u"not verified"),
                 awaitsCheck(operation.journal));
        const QString handover =
            QString::fromUtf8(ticketText(composeTicket(facts, optionsOf(TicketPhase::Handover)).document))
                .simplified();
        QCOMPARE(handover.contains(u"None known to this program."), !isNamed);
        for (const TicketPhase phase : {TicketPhase::After, TicketPhase::Handover})
            QCOMPARE(sentenceOf(facts, phase).contains(u"ended (result: deployed, checked by hand)"),
                     wasCheckedByHand(operation.journal));
        // So does one of an earlier window, beside a change that went well.
        ActivityEntry earlier = operation;
        earlier.order.id = u"20261101t220013z-0"_s;
        earlier.order.release.name = u"network-operator"_s;
        earlier.order.started = ticketNow.addDays(-20);
        earlier.ended = earlier.order.started.addSecs(60);
        facts.operations = {earlier, *factsAfter().operation};
        facts.operation = facts.operations.last();
        QCOMPARE(isKeptOpen(), isNamed);
    }

    /// A canary baked for two days, then the other nodes were released: the ticket is about the upgrade.
    void aWindowIsToldWhole()
    {
        TicketFacts facts = factsAfter();
        ActivityEntry upgrade = *facts.operation;
        upgrade.order.started = ticketNow.addDays(-2);
        upgrade.ended = upgrade.order.started.addSecs(60);
        upgrade.journal.records.first().data = Value(Value::Map{
            {u"supportReference"_s, Value(u"CS-4711"_s)},
            {u"reasons"_s, Value(Value::Map{{u"versionStep"_s, Value(u"agreed with Support"_s)}})}});
        ActivityEntry earlier = upgrade;
        earlier.order.id = u"20261101t220013z-0"_s;
        earlier.order.started = ticketNow.addDays(-20);
        earlier.ended = earlier.order.started.addSecs(60);
        ActivityEntry unhold = upgrade;
        unhold.order.id = u"20261121t220013z-2"_s;
        unhold.order.kind = OperationKind::Unhold;
        unhold.order.started = ticketNow.addSecs(-600);
        unhold.ended = ticketNow.addSecs(-590);
        unhold.revision = 0;
        unhold.commands = {u"kubectl label node gpu-002 nvidia.com/gpu-driver-upgrade.skip-"_s};
        unhold.journal.records.first().data =
            Value(Value::Map{{u"holds"_s, Value(upgrade.order.id)}, {u"reason"_s, Value(u"it baked"_s)}});
        facts.operations = {earlier, upgrade, unhold};
        facts.operation = mainChange(facts.operations);
        Pace pace; // of the nodes that were released
        pace.component = u"gpu"_s;
        pace.start = ticketNow.addSecs(-580);
        facts.paces = {pace};

        const TicketFacts told = toldFacts(facts, TicketPhase::After);
        QStringList ids;
        for (const ActivityEntry &one : told.operations)
            ids << one.order.id;
        QCOMPARE(ids, QStringList({upgrade.order.id, unhold.order.id})); // the newest last
        QCOMPARE(told.operation->order.id, upgrade.order.id);
        QCOMPARE(told.supportReference, u"CS-4711"_s);
        const Ticket ticket = composeTicket(facts, optionsOf(TicketPhase::After));
        QCOMPARE(ticket.document.title(), u"Upgrade of gpu-operator to v25.10.1 on prod-eu"_s);
        const QString text = QString::fromUtf8(ticketText(ticket.document)).simplified();
        for (const char *part : {"helm upgrade gpu-operator", "CS-4711", "agreed with Support",
                                 "kubectl label node gpu-002", "it baked"})
            QVERIFY2(text.contains(QLatin1String(part)), qPrintable(text));
        QVERIFY(text.indexOf(u"helm upgrade") < text.indexOf(u"kubectl label"));
        QVERIFY(!text.contains(earlier.order.id));
    }

    void theMainChangeIsTheNewestThatCameToSomething()
    {
        using End = OperationResult::End;
        ActivityEntry upgrade = *factsAfter().operation;
        ActivityEntry rollback = upgrade;
        rollback.order.kind = OperationKind::Rollback;
        ActivityEntry pause = upgrade;
        pause.order.kind = OperationKind::Pause;
        QCOMPARE(mainChange({upgrade, rollback, pause})->order.kind, OperationKind::Rollback);
        rollback.end = End::NotStarted; // it was only tried
        QCOMPARE(mainChange({upgrade, rollback, pause})->order.kind, OperationKind::Upgrade);
        QCOMPARE(mainChange({rollback, pause})->order.kind, OperationKind::Rollback);
        QCOMPARE(mainChange({pause})->order.kind, OperationKind::Pause);
        QVERIFY(!mainChange({}));
    }
};

#include "tst_ticket_subject.moc"
} // namespace tst_ticket_subject

CHARTROOM_TEST(tst_ticket_subject, TicketSubjectTest)
