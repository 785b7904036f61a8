// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/process/process_runner.h"
#include "core/upgrade/bystanders.h"
#include "tests/core/recovery_samples.h"
#include "tests/support/test_main.h"

#include <QTemporaryDir>
#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_upgrade_recovery {

using recovery_samples::entry;
using recovery_samples::journalUntil;
using recovery_samples::kindsOf;
using recovery_samples::moment;
using recovery_samples::operation;
using recovery_samples::order;
using recovery_samples::release;

namespace {

using End = OperationResult::End;
using Kind = NextMove::Kind;

constexpr int notYet = -1;

/// The first line of an operation's journal.
JournalRecord firstRecord(const QString &kind)
{
    const Value::Map order{{u"operation"_s, Value(operation)},
                           {u"kind"_s, Value(kind)},
                           {u"context"_s, Value(u"cmk"_s)},
                           {u"namespace"_s, Value(u"tenant-a"_s)},
                           {u"release"_s, Value(u"gpu-operator"_s)},
                           {u"storage"_s, Value(u"secret"_s)},
                           {u"plannedOn"_s, Value(Value::Number{u"2"_s})},
                           {u"toRevision"_s, Value(Value::Number{u"1"_s})},
                           {u"holder"_s, Value(u"anna@laptop (process 4711)"_s)}};
    return {JournalRecord::Kind::Intent, u"Lease"_s, moment(), Value(order)};
}

ReleaseTruth truth(int newest, ReleaseStatus status, const QString &by)
{
    ReleaseTruth now;
    now.revisions = {entry(newest, status),
                     entry(newest - 1, newest == 2 ? ReleaseStatus::Superseded : ReleaseStatus::Deployed)};
    now.record.revision = newest;
    now.record.status = status;
    now.record.description = u"Rollback to 1"_s;
    now.operation = by;
    return now;
}

/// Of one that had begun its helm.
Recovery judged(const Result<ReleaseTruth> &now, const QString &kind = u"upgrade"_s,
                const HelmSearch &helm = {})
{
    return recoveryFrom(order(kind), journalUntil(u"Helm"_s), false, helm, now, moment());
}

} // namespace

class UpgradeRecoveryTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// A fresh cluster has the name of one that is gone.
    void anOperationFromBeforeTheReleaseIsOfAnotherOne()
    {
        ReleaseTruth now = truth(4, ReleaseStatus::Deployed, {});
        const Recovery unknownAge = judged(now);
        now.record.firstDeployed = moment().addDays(-30);
        QCOMPARE(judged(now).known, unknownAge.known);
        now.record.firstDeployed = moment().addSecs(60); // by the clock of another machine
        QVERIFY(!isOfEarlierRelease(order(), now.record));
        now.record.firstDeployed = moment().addSecs(3LL * 3600);
        QVERIFY(isOfEarlierRelease(order(), now.record));
        const Recovery recovery = judged(now);
        QVERIFY(recovery.end == End::Unknown);
        QVERIFY(recovery.moves.isEmpty());
        QVERIFY2(!recovery.known.join(u' ').contains(u"Revision 4"_s), qPrintable(recovery.known.join(u' ')));
        QVERIFY(unknownAge.known.join(u' ').contains(u"Revision 4"_s));
        OperationHeader old = order();
        old.started = {};
        QVERIFY(!isOfEarlierRelease(old, now.record));
    }

    void fault53EachCutSaysWhatIsKnownAndWhatToDo_data()
    {
        QTest::addColumn<QString>("last");
        QTest::addColumn<int>("newest");
        QTest::addColumn<ReleaseStatus>("status");
        QTest::addColumn<QString>("by");
        QTest::addColumn<int>("end");
        QTest::addColumn<int>("move");
        const auto row = [](const char *name, const QString &last, int newest, ReleaseStatus status,
                            const QString &by, int end, Kind move) {
            QTest::newRow(name) << last << newest << status << by << end << int(move);
        };
        const ReleaseStatus deployed = ReleaseStatus::Deployed;
        for (const QString &step : {u"Lease"_s, u"Check"_s, u"Capture"_s, u"Stage"_s})
            row(qPrintable(u"before helm: "_s + step), step, 2, deployed, {}, int(End::NotStarted),
                Kind::PlanAgain);
        row("intent, no helm", u"Helm"_s, 2, deployed, {}, int(End::NotStarted), Kind::PlanAgain);
        row("helm was done", u"Helm"_s, 3, deployed, operation, int(End::Done), Kind::Verify);
        row("helm was done, truth not read", u"ReadBack"_s, 3, deployed, operation, int(End::Done),
            Kind::Verify);
        row("helm had failed", u"Helm"_s, 3, ReleaseStatus::Failed, operation, int(End::Failed),
            Kind::Upgrade);
        row("helm was killed", u"Helm"_s, 3, ReleaseStatus::PendingUpgrade, operation, notYet,
            Kind::Rollback);
        row("another's", u"Helm"_s, 4, ReleaseStatus::PendingUpgrade, u"other"_s, notYet, Kind::Wait);
    }
    void fault53EachCutSaysWhatIsKnownAndWhatToDo()
    {
        QFETCH(QString, last);
        QFETCH(int, newest);
        QFETCH(ReleaseStatus, status);
        QFETCH(QString, by);
        QFETCH(int, end);
        QFETCH(int, move);
        const Recovery recovery =
            recoveryFrom(order(), journalUntil(last), false, {}, truth(newest, status, by), moment());
        QCOMPARE(recovery.end ? int(*recovery.end) : notYet, end);
        QVERIFY(!recovery.moves.isEmpty());
        QCOMPARE(int(recovery.moves[0].kind), move);
        QVERIFY(!recovery.known.isEmpty());
    }

    /// It changed nothing, and it is not run again over somebody else's helm.
    void whatNeverStartedWaitsForWhoeverIsAtWork()
    {
        ReleaseTruth now = truth(2, ReleaseStatus::Deployed, {});
        now.revisions = {entry(2, ReleaseStatus::Deployed), entry(1, ReleaseStatus::PendingUpgrade)};
        for (const QString &last : {u"Stage"_s, u"Helm"_s}) {
            const auto recovery = [&] {
                return recoveryFrom(order(), journalUntil(last), false, {}, now, moment());
            };
            now.revisions[1].date.created = now.revisions[1].date.written = moment().addSecs(-60);
            QVERIFY(recovery().end == End::NotStarted);
            QCOMPARE(kindsOf(recovery().moves), QList<int>{int(Kind::Wait)});
            now.revisions[1].date.created = now.revisions[1].date.written = moment().addDays(-3);
            QVERIFY(recovery().end == End::NotStarted);
            QCOMPARE(kindsOf(recovery().moves), QList<int>{int(Kind::PlanAgain)});
        }
    }

    /// It was killed after helm had ended well: until all that runs was seen, the release is not complete.
    void whatWasNotVerifiedToItsEndIsNotComplete_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("verify"); // what the journal has of that step
        QTest::addColumn<bool>("isVerifying");
        for (const QString &kind : {u"upgrade"_s, u"rollback"_s}) {
            const auto row = [&kind](const char *name, const QString &verify, bool isVerifying) {
                QTest::addRow("%s, %s", qPrintable(kind), name) << kind << verify << isVerifying;
            };
            row("killed in helm", {}, true);
            row("killed while it verified", u"begun"_s, true);
            row("pods were missing at the end", u"verifying"_s, true);
            row("verified", u"verified"_s, false);
        }
    }
    void whatWasNotVerifiedToItsEndIsNotComplete()
    {
        QFETCH(QString, kind);
        QFETCH(QString, verify);
        QFETCH(bool, isVerifying);
        JournalContents journal = journalUntil(verify.isEmpty() ? u"Helm"_s : u"ReadBack"_s);
        if (!verify.isEmpty())
            journal.records.append({JournalRecord::Kind::Intent, u"Verify"_s, moment(), Value(Value::Map{})});
        if (verify.startsWith(u"verif"))
            journal.records.append({JournalRecord::Kind::Outcome, u"Verify"_s, moment(),
                                    Value(Value::Map{{u"verifying"_s, Value(isVerifying)}})});
        const Recovery recovery = recoveryFrom(
            order(kind), journal, false, {},
            truth(3, ReleaseStatus::Deployed, kind == u"upgrade" ? operation : QString()), moment());
        QVERIFY(recovery.end == End::Done);
        QCOMPARE(recovery.isVerifying, isVerifying);
        QCOMPARE(kindsOf(recovery.moves), QList<int>{int(Kind::Verify)});
        QCOMPARE(recovery.moves.first().text.contains(u"not verified"), isVerifying);
        QCOMPARE(recovery.moves.first().text.contains(u"complete;"), !isVerifying);
        QVERIFY(!recovery.moves.first().text.contains(u"chartroom "_s)); // the window has a button
    }

    void aDamagedLineMayHaveBeenHelms_data()
    {
        QTest::addColumn<QString>("last");
        QTest::addColumn<int>("newest");
        QTest::addColumn<ReleaseStatus>("status");
        QTest::addColumn<int>("end");
        QTest::addColumn<int>("move");
        using S = ReleaseStatus;
        QTest::newRow("helm was killed")
            << u"Stage"_s << 3 << S::PendingUpgrade << notYet << int(Kind::Rollback);
        QTest::newRow("helm was done")
            << u"Stage"_s << 3 << S::Deployed << int(End::Done) << int(Kind::Verify);
        QTest::newRow("helm was not")
            << u"Stage"_s << 2 << S::Deployed << int(End::NotStarted) << int(Kind::PlanAgain);
        QTest::newRow("and what followed is there")
            << u"ReadBack"_s << 3 << S::Failed << int(End::Failed) << int(Kind::Upgrade);
    }
    void aDamagedLineMayHaveBeenHelms()
    {
        QFETCH(QString, last);
        QFETCH(int, newest);
        QFETCH(ReleaseStatus, status);
        JournalContents journal = journalUntil(last);
        journal.records.removeIf([](const JournalRecord &record) { return record.step == u"Helm"; });
        journal.damaged = last == u"Stage" ? 1 : 0; // or the line is gone without a trace
        const Recovery recovery =
            recoveryFrom(order(), journal, false, {}, truth(newest, status, operation), moment());
        QTEST(recovery.end ? int(*recovery.end) : notYet, "end");
        QTEST(int(recovery.moves.value(0).kind), "move");
        QVERIFY(!recovery.known.join(u' ').contains(u"never started"_s));
        QVERIFY(!recoveryFrom(order(), journal, false, {}, failure(Error::Code::Unreachable, u"No route."_s),
                              moment())
                     .end);
    }

    void whatWasCutIsClosedOnceSomebodyWentOn()
    {
        ReleaseTruth later = truth(4, ReleaseStatus::Deployed, {});
        later.revisions = {entry(4, ReleaseStatus::Deployed), entry(3, ReleaseStatus::PendingUpgrade),
                           entry(2, ReleaseStatus::Superseded)};
        later.operations = {{3, operation}};
        const Recovery recovery = judged(later);
        QVERIFY(recovery.end == End::Failed);
        QVERIFY(recovery.known.join(u' ').contains(u"the release has been changed since"_s));
        for (RevisionEntry &one : later.revisions) // young, and nobody runs its helm
            one.date.created = one.date.written = moment().addSecs(-60);
        QVERIFY(!judged(later).known.join(u' ').contains(u"its helm may be running"_s));
        later.operations = {{3, u"another"_s}};
        QVERIFY(judged(later).known.join(u' ').contains(u"its helm may be running"_s));
    }

    void fault53AHelmThatStillRunsIsNeverStartedTwice()
    {
        const Recovery recovery = judged(truth(3, ReleaseStatus::PendingUpgrade, operation), u"upgrade"_s,
                                         HelmSearch{HelmProcess{99, 7}, {}});
        QVERIFY(!recovery.end);
        QCOMPARE(kindsOf(recovery.moves), QList<int>{int(Kind::Wait)});
        QVERIFY(recovery.known.join(u' ').contains(u"99"_s));
    }

    void fault55AnOperationUnderWayIsLeftAlone()
    {
        const Recovery recovery = recoveryFrom(order(), journalUntil(u"Helm"_s), true, {},
                                               truth(3, ReleaseStatus::Deployed, operation), moment());
        QVERIFY(!recovery.end);
        QCOMPARE(kindsOf(recovery.moves), QList<int>{int(Kind::Wait)});
    }

    void withoutTheClusterNothingIsClaimed()
    {
        const Recovery recovery = judged(failure(Error::Code::Unreachable, u"No route."_s));
        QVERIFY(!recovery.end);
        QVERIFY(recovery.unknown.join(u' ').contains(u"No route."_s));
    }

    void aCheckThatIsDueIsSaidWithoutTheCluster()
    {
        JournalContents journal = journalUntil(u"Helm"_s);
        const Value::Map finish{{u"end"_s, Value(endText(End::Done))},
                                {u"verifying"_s, Value(true)},
                                {u"recovered"_s, Value(true)}};
        journal.records.append({JournalRecord::Kind::Outcome, u"Finish"_s, moment(), Value(finish)});
        const Recovery recovery = recoveryFrom(order(), journal, false, {},
                                               failure(Error::Code::Unreachable, u"No route."_s), moment());
        QVERIFY(recovery.end == End::Done);
        QVERIFY(recovery.isVerifying);
        QVERIFY(recovery.unknown.join(u' ').contains(u"No route."_s));
        QCOMPARE(kindsOf(recovery.moves), QList<int>{int(Kind::Verify)});
    }

    void aRevisionOfSomebodyElsesIsNoRollbackOfOurs_data()
    {
        QTest::addColumn<ReleaseStatus>("status");
        QTest::addColumn<QString>("description");
        QTest::addColumn<bool>("isOurs");
        using S = ReleaseStatus;
        QTest::newRow("an upgrade at work") << S::PendingUpgrade << u"Preparing upgrade"_s << false;
        QTest::newRow("an upgrade that failed")
            << S::Failed << u"Upgrade \"gpu-operator\" failed: timed out"_s << false;
        QTest::newRow("another rollback") << S::PendingRollback << u"Rollback to 2"_s << false;
        QTest::newRow("an uninstallation") << S::Uninstalling << u"Deletion in progress"_s << false;
        QTest::newRow("ours, cut") << S::PendingRollback << u"Rollback to 1"_s << true;
        QTest::newRow("ours, failed")
            << S::Failed << u"Rollback \"gpu-operator\" failed: timed out"_s << true;
        QTest::newRow("ours, failed otherwise")
            << S::Failed << u"Release \"gpu-operator\" failed: timed out"_s << true;
    }
    void aRevisionOfSomebodyElsesIsNoRollbackOfOurs()
    {
        QFETCH(ReleaseStatus, status);
        QFETCH(QString, description);
        QFETCH(bool, isOurs);
        ReleaseTruth now = truth(3, status, {});
        now.record.description = description;
        now.revisions.front().date.created = moment();
        const Recovery recovery = judged(now, u"rollback"_s);
        QCOMPARE(recovery.known.contains(u"Revision 3 was made by this operation."_s), isOurs);
        QVERIFY(!recovery.moves.isEmpty());
        if (status == ReleaseStatus::PendingUpgrade) // its helm may be alive: nothing is begun over it
            QCOMPARE(kindsOf(recovery.moves), QList<int>{int(Kind::Wait)});
        if (isOurs)
            QVERIFY(kindsOf(recovery.moves).contains(int(Kind::Rollback)));
    }

    /// It has no mark: somebody else may have begun the same one since.
    void aRollbackOfOursWasMadeAsItsHelmBegan()
    {
        ReleaseTruth now = truth(3, ReleaseStatus::PendingRollback, {});
        const auto moves = [&now] { return kindsOf(judged(now, u"rollback"_s).moves); };
        now.revisions.front().date.created = moment().addSecs(-20);
        QCOMPARE(moves(), QList<int>{int(Kind::Rollback)});
        now.revisions.front().date.created = moment().addSecs(-600);
        QCOMPARE(moves(), QList<int>{int(Kind::Wait)});
        now.revisions.front().date.created = {};
        QCOMPARE(moves(), QList<int>{int(Kind::Wait)});
    }

    void aReleaseThatIsUninstalledNowIsNotLeftBehindByUs()
    {
        ReleaseTruth now = truth(3, ReleaseStatus::Uninstalling, operation); // helm keeps number and labels
        now.revisions.front().date.created = now.revisions.front().date.written = moment();
        const Recovery recovery = judged(now);
        QCOMPARE(kindsOf(recovery.moves), QList<int>{int(Kind::Wait)});
    }

    void aRollbackIsKnownByWhatHelmSays()
    {
        QVERIFY(judged(truth(3, ReleaseStatus::Deployed, {}), u"rollback"_s).end == End::Done);
        ReleaseTruth other = truth(3, ReleaseStatus::Deployed, {});
        other.record.description = u"Upgrade complete"_s;
        QVERIFY(judged(other, u"rollback"_s).end == End::NotStarted);
    }

    void whatWasOvertakenDoesNotStayOpen_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QList<RevisionEntry>>("revisions");
        QTest::addColumn<QString>("made3"); // whose label is on revision 3
        QTest::addColumn<int>("end");
        using S = ReleaseStatus;
        const QString up = u"upgrade"_s;
        const QString back = u"rollback"_s;
        const QList<RevisionEntry> later{entry(4, S::Deployed), entry(3, S::Superseded)};
        const QList<RevisionEntry> cut{entry(4, S::Deployed), entry(3, S::PendingUpgrade)};
        const QList<RevisionEntry> taken{entry(3, S::Deployed), entry(2, S::Superseded)};
        const QList<RevisionEntry> pruned{entry(9, S::Deployed), entry(8, S::Superseded)};
        QTest::newRow("deployed, then others") << up << later << operation << int(End::Done);
        QTest::newRow("cut, then others") << up << cut << operation << int(End::Failed);
        QTest::newRow("others only") << up << later << u"other"_s << int(End::NotStarted);
        QTest::newRow("others were faster") << up << taken << u"other"_s << int(End::NotStarted);
        QTest::newRow("no longer kept") << up << pruned << QString() << int(End::Unknown);
        QTest::newRow("rollback, then others") << back << later << QString() << int(End::Unknown);
        QTest::newRow("rollback cut, then others") << back << cut << QString() << int(End::Failed);
    }
    void whatWasOvertakenDoesNotStayOpen()
    {
        QFETCH(QString, kind);
        QFETCH(QList<RevisionEntry>, revisions);
        QFETCH(QString, made3);
        QFETCH(int, end);
        ReleaseTruth now;
        now.revisions = revisions;
        now.record.revision = revisions.first().revision;
        now.record.status = ReleaseStatus::Deployed;
        if (!made3.isEmpty())
            now.operations.insert(3, made3);
        now.operation = now.operations.value(now.newest());
        const Recovery recovery = judged(now, kind);
        QCOMPARE(recovery.end ? int(*recovery.end) : notYet, end);
        QVERIFY(end != int(End::Unknown) || !recovery.unknown.isEmpty());
        // It is told once, and closed by that.
        QTemporaryDir home;
        const QString folder = home.filePath(u"one"_s);
        (*Journal::create(folder)).reset();
        QVERIFY(isOpen(*readJournal(folder)));
        QVERIFY(closeJournal(folder, recovery, FakeClock()).has_value());
        QVERIFY(!isOpen(*readJournal(folder)));
    }

    void aReleaseThatIsGoneLeavesNothingOpen()
    {
        QVERIFY(judged(failure(Error::Code::NotFound, u"None."_s)).end == End::Unknown);
        QVERIFY(!judged(failure(Error::Code::Gone, u"None."_s)).end);
    }

    void whatTheOperationItselfCouldNotTellStaysOpen()
    {
        JournalContents reading = journalUntil(u"ReadBack"_s);
        const Value::Map end{{u"end"_s, Value(endText(End::Unknown))}};
        reading.records.append({JournalRecord::Kind::Outcome, u"Finish"_s, moment(), Value(end)});
        QVERIFY(isOpen(reading));
        reading.records.last().data = Value(Value::Map{{u"end"_s, Value(endText(End::Failed))}});
        QVERIFY(!isOpen(reading));
    }

    void aFirstLineThatIsLostIsNotTakenForNothingDone()
    {
        JournalContents reading = journalUntil(u"Stage"_s);
        QVERIFY(operationHeaderIn(reading).error().message.contains(u"changed nothing"_s));
        reading = journalUntil(u"Helm"_s);
        QVERIFY(operationHeaderIn(reading).error().message.contains(u"histories"_s));
    }

    // Unknown is never "no": what a helm that may live is at is not gone back from.
    void anUnseenHelmOfOursMayBeAtWork()
    {
        const HelmSearch unknown{{}, u"No process can be seen."_s};
        const ReleaseTruth young = truth(3, ReleaseStatus::PendingUpgrade, operation);
        QCOMPARE(kindsOf(judged(young).moves), QList<int>{int(Kind::Rollback)});
        const Recovery recovery = judged(young, u"upgrade"_s, unknown);
        QCOMPARE(kindsOf(recovery.moves), QList<int>{int(Kind::Wait)});
        QVERIFY(recovery.unknown.join(u' ').contains(unknown.unknown));
        QVERIFY(!recovery.known.join(u' ').contains(u"Its helm no longer runs"_s));
        const Recovery before = judged(truth(2, ReleaseStatus::Deployed, {}), u"upgrade"_s, unknown);
        QVERIFY(!before.end); // it may make its revision yet
        QCOMPARE(kindsOf(before.moves), QList<int>{int(Kind::Wait)});
    }

    void whoElseIsAtWorkComesBeforeEveryWayOut()
    {
        Recovery recovery;
        const QList<NextMove> wayOut{{Kind::Rollback, u"Roll back."_s, 2}};
        recovery.moves = wayOut;
        addBystanders(recovery, {}, moment());
        QCOMPARE(recovery.moves.size(), 1);
        QVERIFY(recovery.moves[0].kind == Kind::Rollback);
        QVERIFY(recovery.unknown.join(u' ').contains(u"another machine"_s));
        addBystanders(recovery, {HelmSearch{HelmProcess{99, 7}, {}}, {}}, moment());
        QCOMPARE(kindsOf(recovery.moves), QList<int>{int(Kind::Wait)});
        recovery.moves = wayOut;
        LeaseState held;
        held.holder = u"ben@desk (process 7)"_s;
        held.since = held.renewed = moment();
        held.duration = std::chrono::seconds(60);
        addBystanders(recovery, {{}, std::optional(held)}, moment());
        QCOMPARE(kindsOf(recovery.moves), QList<int>{int(Kind::Wait)});
        recovery.moves = wayOut;
        addBystanders(recovery, {{}, std::optional(held)}, QDateTime()); // the server's clock is unknown
        QCOMPARE(kindsOf(recovery.moves), QList<int>{int(Kind::Wait)});
        recovery.moves = wayOut;
        held.isHolderGone = true;
        addBystanders(recovery, {{}, std::optional(held)}, moment());
        QVERIFY(recovery.moves[0].kind == Kind::Rollback);
    }

    void aJournalIsClosedOnceItsEndIsKnown()
    {
        QTemporaryDir home;
        const QString folder = home.filePath(u"operations/one"_s);
        {
            const auto journal = Journal::create(folder);
            QVERIFY((*journal)->append(firstRecord(u"upgrade"_s)).has_value());
        }
        const JournalContents reading = *readJournal(folder);
        const auto read = operationHeaderIn(reading);
        QVERIFY(read.has_value());
        QCOMPARE(read->id, operation);
        QVERIFY(read->release == release({}).key);
        QCOMPARE(read->plannedOn, 2);
        QVERIFY(!endIn(reading));
        const FakeClock clock;
        Recovery recovery;
        QVERIFY(!closeJournal(folder, recovery, clock).has_value());
        recovery = recoveryFrom(*read, reading, isJournalHeld(folder), {},
                                truth(2, ReleaseStatus::Deployed, {}), moment());
        QVERIFY(closeJournal(folder, recovery, clock).has_value());
        QVERIFY(endIn(*readJournal(folder)) == End::NotStarted);
        QCOMPARE(operationHeaderIn({}).error().code, Error::Code::Damaged);
    }

    void whatAnOperationOfOursLeftIsGoneBackFromAtOnce_data()
    {
        QTest::addColumn<QString>("context");
        QTest::addColumn<bool>("isRunning"); // its helm, when it was looked for; it is gone after that
        QTest::addColumn<int>("move");
        QTest::newRow("our operation's") << u"cmk"_s << false << int(Kind::Rollback);
        QTest::newRow("another cluster's") << u"other"_s << false << int(Kind::Wait);
        QTest::newRow("ended as the record was read") << u"cmk"_s << true << int(Kind::Wait);
    }
    void whatAnOperationOfOursLeftIsGoneBackFromAtOnce()
    {
        QFETCH(QString, context);
        QFETCH(bool, isRunning);
        QFETCH(int, move);
        QTemporaryDir home;
        ProcessRunner runner;
        CommandLine sleeping;
        sleeping.program = u"/bin/sleep"_s;
        sleeping.arguments = {u"60"_s};
        sleeping.environment = {{operationVariable.toString(), operation}};
        std::unique_ptr<CommandStream> helm(isRunning ? runner.stream(sleeping, nullptr) : nullptr);
        QTRY_COMPARE(findHelm(operation).isRunning(), isRunning);
        {
            const auto journal = Journal::create(home.filePath(u"operations/one"_s));
            using Record = JournalRecord::Kind;
            for (const JournalRecord &record :
                 {firstRecord(u"rollback"_s),
                  JournalRecord{Record::Intent, u"Helm"_s, moment(), Value(Value::Map{})},
                  JournalRecord{Record::Outcome, u"Helm"_s, moment(), Value(Value::Map{})}})
                QVERIFY((*journal)->append(record).has_value());
        }
        ReleaseTruth now = truth(3, ReleaseStatus::PendingRollback, {});
        now.revisions.front().date.created = moment();
        const QList<EndedOperation> ended =
            endedOperations(home.filePath(u"operations"_s), context, release({}).key);
        helm.reset();
        QTRY_VERIFY(!findHelm(operation).isRunning());
        const Recovery recovery = recoveryOfRelease(ended, context, release({}).key, now, moment());
        QCOMPARE(kindsOf(recovery.moves), QList<int>{move});
    }

    /// Revision 3 was a colleague's when our rollback made revision 4 over it, and was killed.
    void whoIsAtWorkBelowOurRemnantIsWaitedFor_data()
    {
        QTest::addColumn<bool>("isOurs"); // revision 3
        QTest::addColumn<int>("move");
        QTest::newRow("a colleague's upgrade") << false << int(Kind::Wait);
        QTest::newRow("an upgrade of ours") << true << int(Kind::Rollback);
    }
    void whoIsAtWorkBelowOurRemnantIsWaitedFor()
    {
        QFETCH(bool, isOurs);
        QFETCH(int, move);
        ReleaseTruth now;
        now.revisions = {entry(4, ReleaseStatus::PendingRollback), entry(3, ReleaseStatus::PendingUpgrade),
                         entry(2, ReleaseStatus::Deployed)};
        now.revisions[0].date.created = now.revisions[1].date.created = moment();
        now.record.revision = 4;
        now.record.status = ReleaseStatus::PendingRollback;
        now.record.description = u"Rollback to 1"_s;
        now.operations.insert(3, isOurs ? operation : u"other"_s);
        OperationHeader back = order(u"rollback"_s);
        back.id = u"later"_s;
        back.plannedOn = 3;
        const JournalContents journal = journalUntil(u"Helm"_s);
        const QList<EndedOperation> ended{{order(), journal}, {back, journal}};
        const ReleaseKey key = release({}).key;
        QCOMPARE(kindsOf(recoveryFrom(back, journal, false, {}, now, moment(), ended).moves),
                 QList<int>{move});
        QCOMPARE(kindsOf(recoveryFrom(order(), journal, false, {}, now, moment(), ended).moves),
                 QList<int>{move});
        QCOMPARE(kindsOf(recoveryOfRelease(ended, u"cmk"_s, key, now, moment()).moves), QList<int>{move});
        QCOMPARE(isOwnRemnant(ended, key, now, moment()), isOurs);
    }

    void whoWaitsForAReleaseWaitsForAllOfIt()
    {
        Recovery waits;
        waits.order = order();
        waits.moves = {{Kind::Wait, u"Wait."_s, 0}};
        Recovery goes = waits;
        goes.moves = {{Kind::Rollback, u"Roll back."_s, 2}, {Kind::Unhold, u"Release them."_s, 0}};
        Recovery other = goes;
        other.order.release.name = u"other"_s;
        waitTogether({&goes, &waits, &other});
        QCOMPARE(kindsOf(goes.moves), QList<int>({int(Kind::Wait), int(Kind::Unhold)}));
        QCOMPARE(kindsOf(waits.moves), QList<int>{int(Kind::Wait)});
        QVERIFY(kindsOf(other.moves).contains(int(Kind::Rollback)));
    }
};

#include "tst_upgrade_recovery.moc"
} // namespace tst_upgrade_recovery

CHARTROOM_TEST(tst_upgrade_recovery, UpgradeRecoveryTest)
