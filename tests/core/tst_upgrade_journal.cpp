// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/activity/activity_model.h"
#include "core/ticket/sections.h"
#include "core/upgrade/bake.h"
#include "core/upgrade/journal.h"
#include "core/upgrade/recovery.h"
#include "tests/support/fake_clock.h"
#include "tests/support/file_bytes.h"
#include "tests/support/test_main.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <QTimeZone>

#include <cerrno>
#include <csignal>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_upgrade_journal {

namespace {

JournalRecord record(int n)
{
    JournalRecord one;
    one.kind = n % 2 == 0 ? JournalRecord::Kind::Intent : JournalRecord::Kind::Outcome;
    one.step = u"helm"_s;
    one.at = QDateTime({2026, 11, 21}, {22, 0, n, 125}, QTimeZone::utc());
    one.data = Value(Value::Map{{u"revision"_s, Value(Value::Number{QString::number(n)})},
                                {u"text"_s, Value(u"a \"b\"\nc ü"_s)}});
    return one;
}

/// The journal of an upgrade that ended so.
bool writeEnded(const QString &folder, const Value::Map &end)
{
    const auto journal = Journal::create(folder);
    const Value::Map order{{u"operation"_s, Value(u"x"_s)}, {u"kind"_s, Value(u"upgrade"_s)}};
    return journal &&
           (*journal)->append({JournalRecord::Kind::Intent, u"Lease"_s, record(0).at, Value(order)}) &&
           (*journal)->append({JournalRecord::Kind::Outcome, u"Finish"_s, record(1).at, Value(end)});
}

int modeOf(const QString &path)
{
    struct stat found = {};
    return ::stat(QFile::encodeName(path).constData(), &found) == 0 ? int(found.st_mode & 0777) : -1;
}

/// What was brought to the disk, in its order: the size of a file then, or -1 for a folder.
struct Disk
{
    QList<qint64> synced;
    int error = 0; ///< what it says instead
};
Disk disk;

int sync(int file, long number)
{
    struct stat found = {};
    ::fstat(file, &found);
    disk.synced.append(S_ISDIR(found.st_mode) ? -1 : qint64(found.st_size));
    if (disk.error == 0)
        return int(::syscall(number, file));
    errno = disk.error;
    return -1;
}

} // namespace

// In the place of the C library's.
extern "C" int fdatasync(int file)
{
    return sync(file, SYS_fdatasync);
}
extern "C" int fsync(int file)
{
    return sync(file, SYS_fsync);
}

class UpgradeJournalTest : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_home;
    QString m_folder;

    [[nodiscard]] QString path() const { return m_folder + u"/journal"_s; }
    void overwrite(const QByteArray &bytes) const
    {
        QFile file(path());
        QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
        file.write(bytes);
    }

private Q_SLOTS:
    void init()
    {
        m_home = std::make_unique<QTemporaryDir>();
        m_folder = m_home->filePath(u"operations/20261121-gpu-operator"_s);
        disk = {};
    }

    void aRecordIsOnTheDiskBeforeItCounts() // invariant I3
    {
        const auto journal = Journal::create(m_folder);
        QCOMPARE(disk.synced, (QList<qint64>{-1, -1})); // its folder, and the one that has it
        for (int i = 0; i < 2; ++i) {
            QVERIFY((*journal)->append(record(i)).has_value());
            QCOMPARE(disk.synced.size(), 3 + i);
            QCOMPARE(disk.synced.last(), QFile(path()).size());
        }
        disk.error = EIO; // fault 62
        QCOMPARE((*journal)->append(record(2)).error().code, Error::Code::File);
        QVERIFY(!Journal::create(m_folder + u"-2"_s).has_value());
    }

    void whatIsWrittenIsReadAgain()
    {
        QList<JournalRecord> written;
        {
            const auto journal = Journal::create(m_folder);
            QVERIFY2(journal.has_value(), journal ? "" : qPrintable(journal.error().message));
            for (int i = 0; i < 5; ++i) {
                written.append(record(i));
                QVERIFY((*journal)->append(written.last()).has_value());
            }
        }
        const auto reading = readJournal(m_folder);
        QVERIFY(reading.has_value());
        QVERIFY(reading->records == written);
        QCOMPARE(reading->damaged, 0);
        QVERIFY(!reading->isTorn);
        QCOMPARE(operationFolders(m_home->filePath(u"operations"_s)), QStringList{m_folder});
    }

    // S12: the journal has mode 0600 and its folder 0700.
    void onlyItsOwnerMayReadIt()
    {
        const auto journal = Journal::create(m_folder);
        QVERIFY(journal.has_value());
        QCOMPARE(modeOf(m_folder), 0700);
        QCOMPARE(modeOf(path()), 0600);
    }

    void aTornLastLineIsKeptAndSaid() // fault 63, at every byte
    {
        {
            const auto journal = Journal::create(m_folder);
            for (int i = 0; i < 3; ++i)
                QVERIFY((*journal)->append(record(i)).has_value());
        }
        const QByteArray whole = bytesOf(path());
        const qsizetype second = whole.indexOf('\n', whole.indexOf('\n') + 1) + 1;
        for (qsizetype cut = second; cut < whole.size(); ++cut) {
            overwrite(whole.left(cut));
            const auto reading = readJournal(m_folder);
            QVERIFY(reading.has_value());
            // Only the line's end is missing: the record is whole.
            const bool isWhole = cut == whole.size() - 1;
            QCOMPARE(reading->records.size(), isWhole ? 3 : 2);
            QCOMPARE(reading->isTorn, cut > second && !isWhole);
            const auto again = Journal::reopen(m_folder);
            QVERIFY(again.has_value());
            QVERIFY((*again)->append(record(7)).has_value());
            QVERIFY(bytesOf(path()).startsWith(whole.left(cut)));
            const auto after = readJournal(m_folder);
            QVERIFY(after->records.last() == record(7));
            QCOMPARE(after->records.size(), isWhole ? 4 : 3);
            QCOMPARE(after->damaged, cut > second && !isWhole ? 1 : 0);
            QVERIFY(!after->isTorn);
        }
    }

    void aFlippedBitIsDamage()
    {
        {
            const auto journal = Journal::create(m_folder);
            for (int i = 0; i < 3; ++i)
                QVERIFY((*journal)->append(record(i)).has_value());
        }
        const QByteArray whole = bytesOf(path());
        for (qsizetype at = 0; at < whole.indexOf('\n'); ++at) {
            QByteArray bad = whole;
            bad[at] = char(bad[at] ^ 0x04);
            const auto reading = readJournalText(bad);
            QVERIFY(reading.has_value());
            QVERIFY2(reading->records.size() == 2 && reading->damaged >= 1, qPrintable(QString::number(at)));
        }
    }

    void aNewerJournalIsNotTouched()
    {
        {
            const auto journal = Journal::create(m_folder);
            QVERIFY((*journal)->append(record(0)).has_value());
        }
        overwrite("{\"at\":\"\",\"data\":{},\"format\":2,\"kind\":\"intent\",\"step\":\"helm\",\"~crc\":"
                  "\"4a556fbb\"}\n");
        QCOMPARE(readJournal(m_folder).error().code, Error::Code::Unsupported);
        const QByteArray before = bytesOf(path());
        QCOMPARE(Journal::reopen(m_folder).error().code, Error::Code::Unsupported);
        QCOMPARE(bytesOf(path()), before);
    }

    void fault55WhileItIsOpenASecondCopyReadsOnly()
    {
        auto journal = Journal::create(m_folder);
        QVERIFY((*journal)->append(record(0)).has_value());
        const QByteArray before = bytesOf(path());
        QVERIFY(isJournalHeld(m_folder));
        QCOMPARE(readJournal(m_folder)->records, QList{record(0)});
        Recovery recovery;
        recovery.end = OperationResult::End::Done;
        QCOMPARE(closeJournal(m_folder, recovery, SystemClock()).error().code, Error::Code::Throttled);
        QCOMPARE(bytesOf(path()), before);
        QCOMPARE(Journal::reopen(m_folder).error().code, Error::Code::Throttled);
        QCOMPARE(Journal::create(m_folder).error().code, Error::Code::File);
        journal->reset();
        QVERIFY(!isJournalHeld(m_folder));
        QVERIFY(Journal::reopen(m_folder).has_value());
    }

    void aFullDiskIsAnErrorAndTheNextLineStandsByItself() // fault 62
    {
        const auto journal = Journal::create(m_folder);
        QVERIFY((*journal)->append(record(0)).has_value());
        const qsizetype size = bytesOf(path()).size();
        rlimit before = {};
        ::getrlimit(RLIMIT_FSIZE, &before);
        ::signal(SIGXFSZ, SIG_IGN);
        rlimit full = before;
        full.rlim_cur = rlim_t(size + 10);
        ::setrlimit(RLIMIT_FSIZE, &full);
        const auto refused = (*journal)->append(record(1));
        ::setrlimit(RLIMIT_FSIZE, &before);
        QVERIFY(!refused.has_value());
        QCOMPARE(refused.error().code, Error::Code::File);
        QVERIFY((*journal)->append(record(2)).has_value());
        const auto reading = readJournal(m_folder);
        QCOMPARE(reading->records.size(), 2);
        QVERIFY(reading->records.last() == record(2));
        QCOMPARE(reading->damaged, 1);
    }

    void whereNothingCanBeMadeThereIsNoJournal()
    {
        QFile file(
            m_home->filePath(u"operations"_s)); // a file where the folder should be: root may write anywhere
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(Journal::create(m_folder).error().code, Error::Code::File);
    }

    // S10, S22: the journal masks what it is given.
    void noSecretIsWritten()
    {
        const auto journal = Journal::create(m_folder);
        JournalRecord one = record(0);
        one.data = Value(Value::Map{{u"password"_s, Value(u"hunter2"_s)},
                                    {u"command"_s, Value(u"helm --set token=hunter2"_s)}});
        QVERIFY((*journal)->append(one).has_value());
        QVERIFY(!bytesOf(path()).contains("hunter2"));
    }

    void eachKindOfOperationHasAWordAndAnotherWordIsOnlyShown()
    {
        const QStringList words{u"upgrade"_s, u"rollback"_s, u"unhold"_s,
                                u"pause"_s,   u"resume"_s,   u"matrix"_s};
        for (qsizetype i = 0; i < words.size(); ++i) {
            QCOMPARE(operationWord(OperationKind(i)), words[i]);
            QVERIFY(operationKind(words[i]) == OperationKind(i));
        }
        const Value::Map order{{u"operation"_s, Value(u"x"_s)}, {u"kind"_s, Value(u"uninstall"_s)}};
        JournalContents journal;
        journal.records = {{JournalRecord::Kind::Intent, u"Lease"_s, record(0).at, Value(order)}};
        ActivityEntry entry;
        entry.order = operationHeaderIn(journal).value_or(OperationHeader());
        QVERIFY(!entry.order.kind);
        QVERIFY(activityMarkdown(entry).startsWith(u"## uninstall "));
    }

    void aDeploymentWhoseNodesWereNotSeenIsNotDone()
    {
        const QTemporaryDir home;
        for (const bool isVerifying : {false, true}) {
            const QString folder = home.filePath(isVerifying ? u"verifying"_s : u"verified"_s);
            {
                const auto journal = Journal::create(folder);
                QVERIFY(journal.has_value());
                const Value::Map order{{u"operation"_s, Value(u"x"_s)}, {u"kind"_s, Value(u"rollback"_s)}};
                QVERIFY((*journal)->append(
                    {JournalRecord::Kind::Intent, u"Lease"_s, record(0).at, Value(order)}));
                const Value::Map end{{u"end"_s, Value(u"done"_s)}, {u"verifying"_s, Value(isVerifying)}};
                QVERIFY((*journal)->append(
                    {JournalRecord::Kind::Outcome, u"Finish"_s, record(1).at, Value(end)}));
            }
            const ActivityEntry entry = readActivityEntry(folder);
            QCOMPARE(entry.end, OperationResult::End::Done);
            QCOMPARE(entry.isVerifying, isVerifying);
            QCOMPARE(activityState(entry) == VisualState::Done, !isVerifying);
        }
    }

    /// Helm ended well, and then the rollout failed on nodes.
    void whatWasSeenAfterTheEndIsToldUntilItIsPast()
    {
        const QTemporaryDir home;
        const QString folder = home.filePath(u"one"_s);
        const Value::Map end{{u"end"_s, Value(u"done"_s)}, {u"verifying"_s, Value(true)}};
        QVERIFY(writeEnded(folder, end));
        QVERIFY(troubleText(readActivityEntry(folder)).isEmpty());
        QVERIFY(noteBake(folder, u"The rollout failed on gpu-005."_s, record(2).at).has_value());
        const ActivityEntry failed = readActivityEntry(folder);
        QVERIFY(troubleText(failed).endsWith(u": The rollout failed on gpu-005."));
        QCOMPARE(activityState(failed), VisualState::Attention);
        QCOMPARE(activityWord(failed), u"deployed, but not as planned"_s); // with a failed node none is done
        QCOMPARE(endWord(failed), activityWord(failed));
        QVERIFY(activityMarkdown(failed).contains(u"The rollout failed on gpu-005."));
        QVERIFY(noteBake(folder, {}, record(3).at).has_value());
        QVERIFY(troubleText(readActivityEntry(folder)).isEmpty());
        QVERIFY(activityState(readActivityEntry(folder)) != VisualState::Attention);
    }

    /// Its own last look was of an earlier moment; the last of its nodes counts, a retry's too.
    void whatItsNodesCameToIsTheVerdict()
    {
        const QTemporaryDir home;
        const QString folder = home.filePath(u"one"_s);
        const Value::Map end{{u"end"_s, Value(u"done"_s)},
                             {u"revision"_s, Value(Value::Number{u"7"_s})},
                             {u"text"_s, Value(u"3 of 12 nodes rolled, verifying."_s)},
                             {u"verifying"_s, Value(true)}};
        QVERIFY(writeEnded(folder, end));
        const auto word = [&folder] {
            const ActivityEntry entry = readActivityEntry(folder);
            return endWord(entry) == activityWord(entry) ? activityWord(entry) : u"two words"_s;
        };
        QCOMPARE(word(), u"deployed, not verified"_s);
        const QString failed = u"GPU driver: 11 of 12 nodes done · 1 failed"_s;
        QVERIFY(noteNodes(folder, failed, false, {failed}, record(2).at).has_value());
        const ActivityEntry seen = readActivityEntry(folder);
        QCOMPARE(word(), u"deployed, but not as planned"_s);
        QCOMPARE(activityState(seen), VisualState::Attention);
        QCOMPARE(seen.endText, nodesEndText(7, failed, record(2).at));
        QVERIFY(seen.endText.startsWith(u"Revision 7 is deployed; as of "));
        QVERIFY(!activityMarkdown(seen).contains(u"3 of 12"));
        QVERIFY(isUnverified(seen.journal) && !isUnsettled(seen.journal));
        const QString retried = u"GPU driver: 11 of 12 nodes done · 1 moving"_s;
        QVERIFY(noteNodes(folder, retried, false, {}, record(3).at).has_value());
        QCOMPARE(word(), u"deployed, not verified"_s);
        QVERIFY(noteNodes(folder, u"GPU driver: 12 of 12 nodes done"_s, true, {}, record(4).at).has_value());
        QCOMPARE(word(), u"done"_s);
        QCOMPARE(activityState(readActivityEntry(folder)), VisualState::Done);
    }

    void aPersonsCheckSettlesADeploymentAndVerifiesNothing_data()
    {
        QTest::addColumn<bool>("wasKilled");
        QTest::newRow("killed, then closed") << true;
        QTest::newRow("ended before all was seen") << false;
    }
    void aPersonsCheckSettlesADeploymentAndVerifiesNothing()
    {
        QFETCH(bool, wasKilled);
        const QTemporaryDir home;
        const QString folder = home.filePath(u"one"_s);
        auto journal = Journal::create(folder).value();
        const Value::Map order{{u"operation"_s, Value(u"x"_s)}, {u"kind"_s, Value(u"rollback"_s)}};
        QVERIFY(journal->append({JournalRecord::Kind::Intent, u"Lease"_s, record(0).at, Value(order)}));
        const Value::Map end{{u"end"_s, Value(u"done"_s)},
                             {u"revision"_s, Value(Value::Number{u"3"_s})},
                             {u"verifying"_s, Value(true)}};
        if (!wasKilled)
            QVERIFY(journal->append({JournalRecord::Kind::Outcome, u"Finish"_s, record(1).at, Value(end)}));
        journal.reset();
        Recovery recovery;
        recovery.end = OperationResult::End::Done;
        recovery.isVerifying = true;
        if (wasKilled)
            QVERIFY(closeJournal(folder, recovery, FakeClock()).has_value());
        QVERIFY(isUnverified(*readJournal(folder)));
        QCOMPARE(awaitsCheck(*readJournal(folder)), wasKilled);
        const ActivityEntry unverified = readActivityEntry(folder);
        QCOMPARE(activityWord(unverified), u"deployed, not verified"_s);
        QCOMPARE(endWord(unverified), activityWord(unverified));
        FakeClock later;
        later.advance(std::chrono::hours(48));
        QVERIFY(confirmCheck(folder, later).has_value());
        QVERIFY(!isUnverified(*readJournal(folder)) && !isUnsettled(*readJournal(folder)));
        const ActivityEntry checked = readActivityEntry(folder);
        QVERIFY(wasCheckedByHand(checked.journal) && !wasVerified(checked.journal));
        QCOMPARE(checked.ended, unverified.ended);
        QCOMPARE(checked.revision, unverified.revision);
        QCOMPARE(activityWord(checked), u"deployed, checked by hand"_s);
        QCOMPARE(endWord(checked), activityWord(checked));
        QVERIFY(activityMarkdown(checked).contains(u"- Result: deployed, checked by hand\n"));
        QCOMPARE(activityState(checked), VisualState::Unknown);
        ActivityEntry troubled = checked;
        troubled.trouble = u"The rollout failed on gpu-005."_s;
        QCOMPARE(activityWord(troubled), u"deployed, but not as planned"_s);
        QCOMPARE(activityState(troubled), VisualState::Attention);
        QVERIFY(!confirmCheck(folder, FakeClock()).has_value()); // once is enough
    }

    void whatHoldsBesideTheEndIsSaidWithIt()
    {
        using End = OperationResult::End;
        ActivityEntry entry;
        QCOMPARE(activityWord(entry), u"interrupted"_s);
        entry.problems = {u"gpu-005 failed."_s};
        QCOMPARE(activityWord(entry), u"interrupted · not as planned"_s);
        entry.end = End::Failed;
        QCOMPARE(activityWord(entry), u"failed"_s); // which says as much
        entry.trouble = u"The rollout failed on gpu-005."_s;
        QCOMPARE(activityWord(entry), u"failed · trouble seen afterwards"_s);
        entry.end = End::Cancelled;
        QCOMPARE(activityWord(entry), u"cancelled · not as planned · trouble seen afterwards"_s);
        QCOMPARE(activityState(entry), VisualState::Attention);
        entry.end = End::Unknown;
        QCOMPARE(activityState(entry), VisualState::Attention);
    }

    /// It was killed, and its journal was closed by what the cluster said of the release.
    void whatWasClosedLaterIsDoneOnlyWhereItHadBeenVerified()
    {
        const QTemporaryDir home;
        for (const bool hadVerified : {false, true}) {
            const QString folder = home.filePath(hadVerified ? u"verified"_s : u"killed"_s);
            const QString problem = u"The image is another one."_s;
            {
                const auto journal = Journal::create(folder);
                QVERIFY(journal.has_value());
                const Value::Map order{{u"operation"_s, Value(u"x"_s)}, {u"kind"_s, Value(u"rollback"_s)}};
                QVERIFY((*journal)->append(
                    {JournalRecord::Kind::Intent, u"Lease"_s, record(0).at, Value(order)}));
                QVERIFY((*journal)->append(
                    {JournalRecord::Kind::Intent, u"Verify"_s, record(1).at, Value(Value::Map{})}));
                const Value::Map seen{{u"verifying"_s, Value(false)},
                                      {u"problems"_s, Value(Value::List{Value(problem)})}};
                if (hadVerified)
                    QVERIFY((*journal)->append(
                        {JournalRecord::Kind::Outcome, u"Verify"_s, record(2).at, Value(seen)}));
            }
            Recovery recovery;
            recovery.end = OperationResult::End::Done;
            QVERIFY(closeJournal(folder, recovery, FakeClock()).has_value());
            const ActivityEntry entry = readActivityEntry(folder);
            QCOMPARE(entry.end, OperationResult::End::Done);
            QCOMPARE(entry.isVerifying, !hadVerified);
            QVERIFY(activityState(entry) != VisualState::Done);
            QCOMPARE(entry.problems, hadVerified ? QStringList{problem} : QStringList());
            QCOMPARE(activityMarkdown(entry).contains(u"deployed, not verified"), !hadVerified);
            QVERIFY(activityMarkdown(entry).contains(u"- Journal closed: "));
            ActivityModel model; // when it ended is unknown, and how long it took with that
            model.setEntries({entry});
            QCOMPARE(model.index(0, int(ActivityColumn::Took)).data().toString(), QString());
        }
    }
};

#include "tst_upgrade_journal.moc"
} // namespace tst_upgrade_journal

CHARTROOM_TEST(tst_upgrade_journal, UpgradeJournalTest)
