// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What an upgrade leaves on this machine: with a keyring nothing in clear once helm has ended, also where the
// program died; without one only what was announced, and that no longer than it was said.
#include "app/console.h"
#include "app/verbs/capture_verb.h"
#include "app/verbs/operation_verb.h"
#include "core/base/private_file.h"
#include "core/screens/upgrade/operation_run.h"
#include "core/screens/versions/matrix_timeline.h"
#include "core/upgrade/helm_output.h"
#include "core/upgrade/helm_process.h"
#include "core/upgrade/kept_captures.h"
#include "core/upgrade/run_folder.h"
#include "core/upgrade/upgrade_operation.h"
#include "core/words/activity_log.h"
#include "tests/support/invariants.h"
#include "tests/support/test_main.h"
#include "tests/support/upgrade_bench.h"

#include <QBuffer>
#include <QDirIterator>
#include <QSettings>
#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_kept_captures {

using End = OperationResult::End;

namespace {

constexpr std::chrono::days fortnight(14);
const QByteArray given("given-5d1e77-token"); // what the upgrade brings with --set

} // namespace

class KeptCapturesTest : public QObject, public UpgradeBench
{
    Q_OBJECT

    /// Names of the files in which a planted secret is, wherever the program may have put them.
    [[nodiscard]] QStringList openFiles() const
    {
        QStringList found;
        for (QDirIterator files(m_home->path(), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
             files.hasNext();) {
            const QByteArray bytes = bytesOf(files.next());
            if (bytes.contains(planted) || bytes.contains(given) || bytes.contains(planted.toBase64()))
                found << files.fileName();
        }
        found.sort();
        return found;
    }
    [[nodiscard]] std::unique_ptr<UpgradeOperation> upgrade()
    {
        UpgradeDraft wish = draft();
        wish.edits = Value(
            Value::Map{{u"login"_s, Value(Value::Map{{u"password"_s, Value(QString::fromLatin1(given))}})}});
        return std::make_unique<UpgradeOperation>(parts(), wish);
    }
    /// From its start to its end, deployed as planned; its folder.
    QString doUpgrade(const QString &status = u"deployed"_s)
    {
        start(upgrade());
        if (!helmRuns())
            return {};
        m_values.insert(u"login"_s, QJsonObject{{u"password"_s, QString::fromLatin1(given)}});
        store(revision(3, status, u"v26.3.0"_s));
        endHelm();
        (void)result();
        return m_operation->folder();
    }
    QList<Error> tidy(const std::optional<SealingKey> &key = {}, std::chrono::days days = fortnight)
    {
        return tidyOperations(m_home->filePath(u"operations"_s), m_clock, days, key);
    }
    /// All that the verb prints, and its exit code.
    std::pair<QByteArray, int> printed(const Invocation &invocation)
    {
        QByteArray bytes;
        QBuffer device(&bytes);
        device.open(QIODevice::WriteOnly);
        Console console(&device, &device, {false, false, false});
        CaptureVerb verb(invocation, &console, &m_clock, m_keyring.get(), m_home->filePath(u"operations"_s));
        QSignalSpy finished(&verb, &Verb::finished);
        verb.start();
        if (!QTest::qWaitFor([&] { return !finished.isEmpty(); }, 20'000))
            return {"it does not end", -1};
        return {bytes, finished[0][0].toInt()};
    }
    [[nodiscard]] Invocation unsealing(const QString &folder) const
    {
        Invocation invocation;
        invocation.verb = VerbName::Recover;
        invocation.release = QFileInfo(folder).fileName();
        invocation.unsealTo = m_home->filePath(u"out"_s);
        return invocation;
    }

private Q_SLOTS:
    void init() { setUp(plantedValues()); }
    void cleanup() { tearDown(); }

    void withAKeyringNothingIsInClearOnceHelmHasEnded()
    {
        m_keyring = std::make_unique<FakeKeyring>();
        makeHelm("echo 'password: " + planted + "' > /dev/null\necho 'sign in with " + given +
                 "'\nwhile [ ! -e \"$(dirname \"$0\")/go\" ]; do sleep 0.02; done\n");
        start(upgrade());
        QTRY_VERIFY(!m_output.isEmpty());
        const QString folder = m_operation->folder();
        // What helm needs is in memory, and of this person alone.
        const QString run = runFolder(folder);
        QVERIFY(run.startsWith(m_home->filePath(u"runtime"_s)));
        QVERIFY(bytesOf(run + u"/values.yaml"_s).contains(given));
        QCOMPARE(QFileInfo(run + u"/values.yaml"_s).permissions() &
                     (QFile::ReadGroup | QFile::ReadOther | QFile::WriteGroup | QFile::WriteOther),
                 QFile::Permissions());
        m_values.insert(u"login"_s, QJsonObject{{u"password"_s, QString::fromLatin1(given)}});
        store(revision(3, u"deployed"_s, u"v26.3.0"_s));
        QFile go(m_home->filePath(u"go"_s));
        QVERIFY(go.open(QIODevice::WriteOnly));
        at(ReleaseOperation::Step::ReadBack, ReleaseOperation::StepState::Running,
           [this] { QCOMPARE(openFiles(), QStringList{u"helm"_s}); }); // the test's own script
        const OperationResult end = result();
        QVERIFY2(end.end == End::Done && end.problems.isEmpty(),
                 qPrintable(end.text + end.problems.join(u' ')));
        QCOMPARE(openFiles(), QStringList{u"helm"_s});
        QVERIFY(bytesOf(helmOutputFile(folder)).contains("sign in with ••••"));
        QVERIFY(keptCapture(folder) == KeptCapture::Sealed);
        const QByteArray restore = bytesOf(folder + u"/capture/RESTORE.txt"_s);
        QVERIFY(restore.contains("recover " + m_operation->id().toUtf8() + " --unseal"));
        holdInvariants(end);
    }

    void whatIsSealedCanBeWrittenOutToRestoreFrom()
    {
        m_keyring = std::make_unique<FakeKeyring>();
        const QString folder = doUpgrade();
        const auto [text, code] = printed(unsealing(folder));
        QVERIFY2(code == Done, text.constData());
        const QString out = m_home->filePath(u"out/"_s);
        QVERIFY(bytesOf(out + u"values.yaml"_s).contains("password: " + planted));
        QVERIFY(bytesOf(out + u"manifest.yaml"_s).contains("kind: Service"));
        QVERIFY(bytesOf(out + u"record.json"_s).contains("sh.helm.release.v1.gpu-operator.v2"));
        QVERIFY(text.contains(out.toUtf8() + "record.json") && !text.contains(planted));
        QVERIFY(!(QFileInfo(out + u"values.yaml"_s).permissions() & QFile::ReadGroup));
    }

    void aCaptureOfBeforeThatIsInClearCanBeRead()
    {
        const QString folder = doUpgrade();
        QVERIFY(keptCapture(folder) == KeptCapture::Clear);
        QCOMPARE(printed(unsealing(folder)).second, int(Done)); // asks no keyring: there is none
        QVERIFY(bytesOf(m_home->filePath(u"out/values.yaml"_s)).contains(planted));
    }

    void withoutItsKeyItSaysWhatIsLostAndWhatIsLeft_data()
    {
        QTest::addColumn<bool>("hasOther");
        QTest::newRow("no key") << false;
        QTest::newRow("another key") << true;
    }
    void withoutItsKeyItSaysWhatIsLostAndWhatIsLeft()
    {
        QFETCH(bool, hasOther);
        m_keyring = std::make_unique<FakeKeyring>();
        const QString folder = doUpgrade();
        m_keyring->held.reset();
        if (hasOther)
            m_keyring->held = *SealingKey::make();
        const auto [text, code] = printed(unsealing(folder));
        QVERIFY(code != Done);
        QVERIFY2(text.contains(lostKeyText().toUtf8()), text.constData());
        QVERIFY(!QFileInfo::exists(m_home->filePath(u"out"_s)));
        QVERIFY(keptCapture(folder) == KeptCapture::Sealed); // it may come back
    }

    void aCaptureOfAnotherOperationIsNotTakenForThis()
    {
        m_keyring = std::make_unique<FakeKeyring>();
        const QString folder = doUpgrade();
        const QString other = m_home->filePath(u"operations/other"_s);
        QVERIFY(QDir().mkpath(other));
        QVERIFY(QFile::rename(folder + u"/capture"_s, other + u"/capture"_s));
        const auto written = unsealCapture(other, m_keyring->held, m_home->filePath(u"out"_s));
        QVERIFY(!written && written.error().code == Error::Code::Damaged);
    }

    void withoutAKeyringItIsSaidBeforeTheStartWhereAndHowLong()
    {
        m_keyring = std::make_unique<FakeKeyring>();
        m_keyring->refusal = Error{Error::Code::Unreachable, u"There is no keyring here."_s, {}, {}};
        OperationParts its = parts();
        its.clearCaptureFor = std::chrono::days(3);
        OperationRun run(std::make_unique<UpgradeOperation>(its, draft()));
        QTRY_VERIFY(!run.keepingText().isEmpty());
        QVERIFY(run.phase() == OperationRun::Phase::Ready);
        QVERIFY(run.keepingText().startsWith(u"There is no keyring here."_s));
        QVERIFY(run.keepingText().contains(run.folder() + u"/capture"_s));
        QVERIFY(run.keepingText().contains(u'3'));
        QVERIFY(!QFileInfo::exists(run.folder()));
    }

    void aStartWaitsForTheKeyring()
    {
        m_keyring = std::make_unique<FakeKeyring>();
        m_keyring->holds = true;
        start(upgrade());
        QTRY_VERIFY(m_steps.contains(u"Check Done"_s));
        QVERIFY(!m_steps.contains(u"Capture Running"_s));
        m_keyring->release();
        QVERIFY(helmRuns());
        QVERIFY(keptCapture(m_operation->folder()) == KeptCapture::Sealed);
    }

    void whatIsInClearIsNoMoreThanWasAnnouncedAndGoesInTime()
    {
        const QString folder = doUpgrade();
        const QStringList announced{u"manifest.yaml"_s, u"record.json"_s, u"values.yaml"_s};
        QVERIFY(keptCapture(folder) == KeptCapture::Clear);
        for (const QString &name : openFiles())
            QVERIFY2(announced.contains(name), qPrintable(name));
        m_clock.advance(fortnight - std::chrono::minutes(1));
        QVERIFY(tidy().isEmpty());
        QVERIFY(keptCapture(folder) == KeptCapture::Clear);
        m_clock.advance(std::chrono::minutes(1));
        QVERIFY(tidy().isEmpty());
        QVERIFY(keptCapture(folder) == KeptCapture::None);
        QCOMPARE(openFiles(), QStringList());
        const ActivityEntry entry = readActivityEntry(folder); // the journal stays, and says so
        QVERIFY(entry.end == End::Done && !entry.steps.isEmpty());
        QCOMPARE(entry.forgotten, m_clock.now());
        QVERIFY(!isOpen(entry.journal));
    }

    void theDaysAreASetting()
    {
        QSettings settings(m_home->filePath(u"window.ini"_s), QSettings::IniFormat);
        QVERIFY(clearCaptureDays(settings) == fortnight);
        setClearCaptureDays(settings, std::chrono::days(2));
        QVERIFY(clearCaptureDays(settings) == std::chrono::days(2));
        const QString folder = doUpgrade();
        m_clock.advance(std::chrono::days(2));
        QVERIFY(tidy({}, clearCaptureDays(settings)).isEmpty());
        QVERIFY(keptCapture(folder) == KeptCapture::None);
        settings.setValue(u"captures/clearDays"_s, u"soon"_s);
        QVERIFY(clearCaptureDays(settings) == fortnight);
    }

    void whatEndedBadlyIsKeptUntilALaterOneWentWell()
    {
        const QString failed = doUpgrade(u"failed"_s);
        QVERIFY(readActivityEntry(failed).end == End::Failed);
        m_clock.advance(10 * fortnight);
        QVERIFY(tidy().isEmpty());
        QVERIFY(keptCapture(failed) == KeptCapture::Clear);
        startRollback(2, 3);
        QVERIFY(helmRuns());
        m_values = plantedValues();
        store(revision(4, u"deployed"_s, u"v25.10.1"_s, u"Rollback to 2"_s));
        endHelm();
        const OperationResult back = result();
        QVERIFY2(back.end == End::Done && back.problems.isEmpty(), qPrintable(back.text));
        QVERIFY(tidy().isEmpty());
        QVERIFY(keptCapture(failed) == KeptCapture::Clear);
        m_clock.advance(fortnight);
        QVERIFY(tidy().isEmpty());
        QVERIFY(keptCapture(failed) == KeptCapture::None);
        QCOMPARE(openFiles(), QStringList());
    }

    /// It may still have to be taken back; once a person has checked it, its time begins.
    void whatWasNotVerifiedIsKeptUntilAPersonHasCheckedIt()
    {
        const QString folder = doUpgrade();
        {
            const auto journal = Journal::reopen(folder);
            QVERIFY(journal.has_value());
            QVERIFY((*journal)->append(
                {JournalRecord::Kind::Outcome, u"Finish"_s, m_clock.now(),
                 Value(Value::Map{{u"end"_s, Value(u"done"_s)}, {u"verifying"_s, Value(true)}})}));
        }
        QVERIFY(isUnverified(*readJournal(folder)));
        m_clock.advance(10 * fortnight);
        QVERIFY(tidy().isEmpty());
        QVERIFY(keptCapture(folder) == KeptCapture::Clear);
        QVERIFY(confirmCheck(folder, m_clock).has_value());
        m_clock.advance(fortnight - std::chrono::minutes(1));
        QVERIFY(tidy().isEmpty());
        QVERIFY(keptCapture(folder) == KeptCapture::Clear);
        m_clock.advance(std::chrono::minutes(1));
        QVERIFY(tidy().isEmpty());
        QVERIFY(keptCapture(folder) == KeptCapture::None);
    }

    void whatIsAtWorkIsLeftAlone()
    {
        start(upgrade());
        QVERIFY(helmRuns());
        const QString folder = m_operation->folder();
        m_clock.advance(10 * fortnight);
        QVERIFY(tidy(*SealingKey::make()).isEmpty());
        QVERIFY(hasRunFolder(folder));
        QVERIFY(keptCapture(folder) == KeptCapture::Clear);
        const auto removed = removeCapture(folder, m_clock);
        QVERIFY(!removed && removed.error().code == Error::Code::Throttled);
    }

    // The program dies while helm runs; the next start finds what helm has left.
    void afterACrashTheNextStartLeavesNothingInClear_data()
    {
        QTest::addColumn<bool>("hasRuntime");
        QTest::newRow("in memory") << true;
        QTest::newRow("without $XDG_RUNTIME_DIR") << false;
    }
    void afterACrashTheNextStartLeavesNothingInClear()
    {
        QFETCH(bool, hasRuntime);
        if (!hasRuntime)
            qunsetenv("XDG_RUNTIME_DIR");
        m_keyring = std::make_unique<FakeKeyring>();
        makeHelm("echo 'sign in with " + given + " or " + planted +
                 "'\nwhile [ ! -e \"$(dirname \"$0\")/go\" ]; do sleep 0.02; done\n");
        start(upgrade());
        QTRY_VERIFY(!m_output.isEmpty());
        const QString folder = m_operation->folder();
        const QString id = m_operation->id();
        QCOMPARE(runFolder(folder).startsWith(m_home->filePath(u"runtime"_s)), hasRuntime);
        m_operation.reset(); // helm goes on without it
        QVERIFY(tidy().isEmpty());
        QVERIFY(bytesOf(runFolder(folder) + u"/values.yaml"_s).contains(given)); // it is read yet
        QFile go(m_home->filePath(u"go"_s));
        QVERIFY(go.open(QIODevice::WriteOnly));
        QTRY_VERIFY(!findHelm(id).isRunning());
        QVERIFY(tidy().isEmpty());
        QCOMPARE(openFiles(), QStringList{u"helm"_s}); // the test's own script
        QVERIFY(bytesOf(helmOutputFile(folder)).contains("sign in with ••••"));
        const OperationTraces traces = tracesOf(folder, id); // recover still tells all of it
        QVERIFY(isOpen(*traces.journal));
        QVERIFY(traces.helmOutput.join(u' ').contains(u"sign in with ••••"_s));
    }

    void whatOlderVersionsLeftInClearIsSealedOnceThereIsAKey()
    {
        const QString older = doUpgrade(u"failed"_s);
        QVERIFY(writePrivateFile(older + u"/values.yaml"_s, "login: {password: " + given + "}\n"));
        QVERIFY(keptCapture(older) == KeptCapture::Clear);
        const SealingKey key = *SealingKey::make();
        QVERIFY(tidy(key).isEmpty());
        QVERIFY(keptCapture(older) == KeptCapture::Sealed);
        QCOMPARE(openFiles(), QStringList());
        QVERIFY(unsealCapture(older, key, m_home->filePath(u"out"_s)));
        QVERIFY(bytesOf(m_home->filePath(u"out/values.yaml"_s)).contains(planted));
    }

    void anUpgradeWithAKeyringSealsWhatIsThereInClear()
    {
        const QString earlier = doUpgrade(u"failed"_s);
        QVERIFY(keptCapture(earlier) == KeptCapture::Clear);
        m_keyring = std::make_unique<FakeKeyring>();
        startRollback(2, 3);
        QVERIFY(helmRuns());
        QTRY_VERIFY(keptCapture(earlier) == KeptCapture::Sealed);
        QVERIFY(keptCapture(m_operation->folder()) == KeptCapture::Sealed);
    }

    void forgettingIsAskedTwiceAndLeavesTheJournal()
    {
        const QString folder = doUpgrade();
        Invocation invocation = unsealing(folder);
        invocation.unsealTo.clear();
        invocation.forget = true;
        QVERIFY(CaptureVerb::isMeantBy(invocation));
        QCOMPARE(printed(invocation).second, int(Done));
        QVERIFY(keptCapture(folder) == KeptCapture::Clear);
        invocation.yes = true;
        QCOMPARE(printed(invocation).second, int(Done));
        QVERIFY(keptCapture(folder) == KeptCapture::None);
        QCOMPARE(openFiles(), QStringList());
        QVERIFY(QFileInfo::exists(folder + u"/journal"_s));
        invocation.release = u"no-such"_s;
        QVERIFY(printed(invocation).second != Done);
    }

    void anEndThatIsUnknownStaysOpenWhenItsCaptureIsRemoved()
    {
        start(upgrade());
        QVERIFY(helmRuns());
        store(revision(3, u"pending-upgrade"_s, u"v26.3.0"_s));
        endHelm();
        QVERIFY(result().end == End::Unknown);
        const QString folder = m_operation->folder();
        QVERIFY(removeCapture(folder, m_clock));
        QVERIFY(isOpen(journal()));
        // And one that was settled stays settled.
        Recovery recovery;
        recovery.end = End::Failed;
        QVERIFY(closeJournal(folder, recovery, m_clock));
        QVERIFY(removeCapture(folder, m_clock));
        QVERIFY(!isOpen(journal()));
    }

    // The history of a matrix names the version before, which it read from the record in clear.
    void theVersionBeforeIsKnownWithoutTheKey()
    {
        m_keyring = std::make_unique<FakeKeyring>();
        const QString folder = doUpgrade();
        QVERIFY(keptCapture(folder) == KeptCapture::Sealed);
        const QList<MatrixEvent> events = matrixEvents(m_home->filePath(u"operations"_s), u"cmk"_s).newest;
        QCOMPARE(events.size(), 1);
        QVERIFY2(events[0].title.contains(u"from v25.10.1 to v26.3.0"_s), qPrintable(events[0].title));
    }
};

#include "tst_kept_captures.moc"
} // namespace tst_kept_captures

CHARTROOM_TEST(tst_kept_captures, KeptCapturesTest)
