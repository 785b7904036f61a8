// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/upgrade/helm_process.h"
#include "core/upgrade/journal.h"
#include "core/upgrade/recovery.h"
#include "tests/integration/running_verb.h"
#include "tests/support/test_main.h"

#include <QDateTime>
#include <QJsonArray>
#include <QJsonObject>
#include <QRandomGenerator>
#include <QTest>
#include <QTimer>

#include <csignal>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_kills {

namespace {

const QString chartName = u"tenant-portal"_s;
const QString space = u"kill-trials"_s;
constexpr int leaseSeconds = 60;

enum class Victim { Chartroom, Helm, Both, ApiServer };

/// One release, and what dies while it is changed.
struct Trial
{
    QString name;
    Victim victim = Victim::Chartroom;
    bool isRollback = false;
    int records = 0; ///< of the journal when it strikes; 0: as soon as there is one
    int delay = 0;   ///< milliseconds later
    QString release;
    int plannedOn = 0;
    QString operation;
    bool wasInTime = false;
    qint64 struckAt = 0; ///< seconds since the epoch
    QString said;        ///< how Chartroom itself said that it ended; "" when it could not
};

QString wordOf(Victim victim)
{
    switch (victim) {
    case Victim::Chartroom:
        return u"chartroom"_s;
    case Victim::Helm:
        return u"helm"_s;
    case Victim::Both:
        return u"both"_s;
    case Victim::ApiServer:
        break;
    }
    return u"the API server"_s;
}

} // namespace

/// Chartroom, its helm, both or the API server die while a release is changed (faults 52, 53; invariant I5):
/// what `recover` says afterwards is what the cluster has, nothing was run twice, and the way out leads to a
/// deployed release as soon as the lease has run out. CHARTROOM_KILLS: how many random moments, 2 by default.
class KillTest : public QObject
{
    Q_OBJECT

    std::optional<Sandbox> m_sandbox;
    std::unique_ptr<ChartroomProgram> m_program;
    QList<Trial> m_trials;
    int m_struck = 0;

    [[nodiscard]] QJsonArray historyOf(const QString &release) const
    {
        return QJsonDocument::fromJson(
                   m_sandbox->tool("helm4", {u"history"_s, release, u"-n"_s, space, u"-o"_s, u"json"_s}).out)
            .array();
    }
    [[nodiscard]] QJsonObject newestOf(const QString &release) const
    {
        return historyOf(release).last().toObject();
    }
    /// `install` or `upgrade` by helm itself.
    void make(const QString &release, const QString &how)
    {
        const Ran ran =
            m_sandbox->tool("helm4", {how, release, chartName, u"--repo"_s, m_sandbox->chartRepository(),
                                      u"--version"_s, u"2.3.0"_s, u"-n"_s, space, u"--create-namespace"_s,
                                      u"--set"_s, u"ingress.host=a.example"_s});
        QVERIFY2(ran.exitCode == 0, ran.err.constData());
    }
    [[nodiscard]] QStringList verb(const Trial &trial) const
    {
        const QString name = space + u'/' + trial.release;
        const QStringList both{u"--yes"_s, u"--confirm"_s, trial.release + u'@' + m_sandbox->context(),
                               u"-o"_s, u"json"_s};
        if (trial.isRollback)
            return QStringList{u"rollback"_s, name, u"1"_s} + both + why();
        return QStringList{u"upgrade"_s,         name, u"--to"_s, u"2.4.1"_s, u"--strategy"_s,
                           u"reset-then-reuse"_s} +
               both;
    }
    /// A rollback says why; "pending" is not among it: what an operation of this machine left needs none.
    [[nodiscard]] static QStringList why()
    {
        return {u"--reason"_s, u"rollback=a trial"_s, u"--reason"_s, u"ownership=CS-1"_s};
    }
    void killHelm(const Trial &trial) const
    {
        if (const auto helm = findHelm(trial.operation).process)
            ::kill(pid_t(helm->pid), SIGKILL);
    }
    void strike(Trial &trial, const RunningVerb &program)
    {
        trial.struckAt = QDateTime::currentSecsSinceEpoch();
        if (trial.victim == Victim::ApiServer) {
            QCOMPARE(m_sandbox->ctl({u"kill"_s, u"apiserver"_s}).exitCode, 0);
            QCOMPARE(m_sandbox->ctl({u"start"_s, u"apiserver"_s}).exitCode, 0);
            return;
        }
        if (trial.victim != Victim::Helm)
            program.kill();
        if (trial.victim != Victim::Chartroom)
            killHelm(trial);
    }
    void run(Trial &trial)
    {
        RunningVerb program(*m_program);
        QVERIFY(program.start(verb(trial)));
        const bool needsHelm = trial.victim == Victim::Helm || trial.victim == Victim::Both;
        trial.wasInTime = program.until([&] {
            trial.operation = program.operation();
            return !trial.operation.isEmpty() && program.hasWritten(trial.records) &&
                   (!needsHelm || findHelm(trial.operation).isRunning());
        });
        if (trial.delay > 0) {
            QTimer moment;
            moment.setSingleShot(true);
            moment.start(trial.delay);
            (void)program.until([&moment] { return !moment.isActive(); });
        }
        strike(trial, program);
        QProcess &process = program.process();
        QTRY_COMPARE_WITH_TIMEOUT(process.state(), QProcess::NotRunning, 120'000);
        const QByteArray out = process.readAllStandardOutput();
        trial.said = QJsonDocument::fromJson(out)[u"end"_s].toString();
        // It may have died between its last record and the words on it.
        const auto written = readJournal(m_program->operations() + u'/' + trial.operation);
        if (const auto end = endIn(written.value_or(JournalContents())); end && trial.said.isEmpty())
            trial.said = endText(*end);
        // Or before its first: then there is nothing to recover.
        if (written && written->records.isEmpty())
            trial.said = u"notStarted"_s;
        QVERIFY2(!trial.operation.isEmpty(), process.readAllStandardError().constData());
    }
    /// The entry of `recover` about an operation; empty when it says nothing of it.
    [[nodiscard]] QJsonObject recovered(const Trial &trial) const
    {
        for (const QJsonValue one : m_program->json({u"recover"_s}).array())
            if (one[u"operation"_s] == trial.operation)
                return one.toObject();
        return {};
    }
    [[nodiscard]] static QString firstMove(const QJsonObject &entry)
    {
        return entry[u"moves"_s].toArray().first()[u"move"_s].toString();
    }
    /// What is said of the operation is what the cluster has.
    void compareWithCluster(const Trial &trial, const QJsonObject &entry)
    {
        const QByteArray about = trial.name.toUtf8() + ": " + QJsonDocument(entry).toJson() + ' ' +
                                 trial.said.toUtf8() + ' ' + QJsonDocument(historyOf(trial.release)).toJson();
        const QJsonObject newest = newestOf(trial.release);
        const int revision = newest[u"revision"_s].toInt();
        const QString status = newest[u"status"_s].toString();
        // One helm at most: no second revision.
        QVERIFY2(revision == trial.plannedOn || revision == trial.plannedOn + 1, about.constData());
        const bool isOpen = trial.said.isEmpty() || trial.said == u"unknown";
        const QString end = isOpen ? entry[u"end"_s].toString() : trial.said;
        if (revision == trial.plannedOn)
            QVERIFY2(end == u"notStarted", about.constData());
        else if (status == u"deployed")
            QVERIFY2(end == u"done", about.constData());
        else if (status == u"failed")
            QVERIFY2(end == u"failed", about.constData());
        else
            QVERIFY2(end.isEmpty() && firstMove(entry) == u"rollback", about.constData());
    }
    /// The REVISION of `chartroom rollback RELEASE REVISION`, where that is named; else "".
    [[nodiscard]] static QString wayBack(const QJsonObject &entry)
    {
        for (const QJsonValue move : entry[u"moves"_s].toArray())
            if (move[u"move"_s] == u"rollback"_s)
                return move[u"command"_s].toString().split(u' ').value(3);
        return {};
    }
    /// The way that `recover` names, once the lease has run out: nobody has to wait longer than that.
    void goOn(const Trial &trial, const QJsonObject &entry)
    {
        const QString status = newestOf(trial.release)[u"status"_s].toString();
        if (status == u"deployed")
            return;
        // Of an operation that told itself how it ended, the release is asked about.
        const QJsonDocument asked = m_program->json({u"recover"_s, space + u'/' + trial.release});
        const QString to = wayBack(entry.isEmpty() ? asked[0].toObject() : entry);
        QVERIFY2(to.toInt() > 0, asked.toJson().constData());
        const QStringList back = QStringList{u"rollback"_s,
                                             space + u'/' + trial.release,
                                             to,
                                             u"--yes"_s,
                                             u"--confirm"_s,
                                             trial.release + u'@' + m_sandbox->context()} +
                                 why();
        Ran ran;
        do { // each attempt asks the cluster for the lease
            ran = m_program->run(back);
        } while (ran.exitCode != 0 &&
                 QDateTime::currentSecsSinceEpoch() <= trial.struckAt + leaseSeconds + 5);
        QVERIFY2(ran.exitCode == 0, (ran.out + ran.err).constData());
        QCOMPARE(newestOf(trial.release)[u"status"_s].toString(), u"deployed"_s);
        if (trial.said.isEmpty() || trial.said == u"unknown")
            QVERIFY(recovered(trial)[u"end"_s].isString()); // told once more, and closed
    }

private Q_SLOTS:
    void initTestCase()
    {
        m_sandbox = Sandbox::find();
        QVERIFY(m_sandbox.has_value());
        m_program =
            std::make_unique<ChartroomProgram>(*m_sandbox, "helm4", QStringLiteral(CHARTROOM_PROGRAM));

        // Two records a step: Lease, Check, Capture, Stage, Helm, ReadBack, Verify.
        for (const Victim victim : {Victim::Chartroom, Victim::ApiServer})
            for (int step = 0; step < 7; ++step)
                m_trials.append({{}, victim, step % 2 == 1, 2 * step + 1, 0, {}, 0, {}, false, 0, {}});
        for (const int delay : {0, 300, 600})
            for (const Victim victim : {Victim::Helm, Victim::Both})
                m_trials.append({{}, victim, delay == 300, 9, delay, {}, 0, {}, false, 0, {}});
        const int random = qEnvironmentVariable("CHARTROOM_KILLS", u"2"_s).toInt();
        for (int i = 0; i < random; ++i) {
            QRandomGenerator *dice = QRandomGenerator::global();
            const Victim victim = dice->bounded(3) == 0 ? Victim::Both : Victim::Chartroom;
            m_trials.append({{},
                             victim,
                             dice->bounded(2) == 0,
                             victim == Victim::Both ? 9 : 0,
                             dice->bounded(victim == Victim::Both ? 500 : 3000),
                             {},
                             0,
                             {},
                             false,
                             0,
                             {}});
        }
        for (qsizetype i = 0; i < m_trials.size(); ++i) {
            Trial &trial = m_trials[i];
            trial.release = u"trial-%1"_s.arg(i);
            trial.name = u"%1 of %2 dies after %3 records and %4 ms"_s.arg(
                wordOf(trial.victim), trial.isRollback ? u"a rollback"_s : u"an upgrade"_s,
                QString::number(trial.records), QString::number(trial.delay));
        }
    }

    void faults52And53WhateverDiesTheJournalAndTheClusterAgree()
    {
        for (Trial &trial : m_trials) {
            make(trial.release, u"install"_s);
            if (trial.isRollback)
                make(trial.release, u"upgrade"_s);
            if (QTest::currentTestFailed())
                return;
            trial.plannedOn = newestOf(trial.release)[u"revision"_s].toInt();
            run(trial);
            if (QTest::currentTestFailed())
                return;
            m_struck += trial.wasInTime ? 1 : 0;
            // The next start, while a helm may still run: it is left alone.
            const bool ran = findHelm(trial.operation).isRunning();
            const QJsonObject first = recovered(trial);
            if (ran && findHelm(trial.operation).isRunning())
                QCOMPARE(firstMove(first), u"wait"_s);
            QTRY_VERIFY_WITH_TIMEOUT(!findHelm(trial.operation).isRunning(), 60'000);
            // One that is closed now is not listed again.
            const QJsonObject entry = first[u"end"_s].isString() ? first : recovered(trial);
            compareWithCluster(trial, entry);
            goOn(trial, entry);
            if (QTest::currentTestFailed())
                return;
            qInfo("%s: revision %d to %d, %s", qPrintable(trial.name), trial.plannedOn,
                  newestOf(trial.release)[u"revision"_s].toInt(),
                  qPrintable(trial.said.isEmpty() ? entry[u"end"_s].toString(u"rolled back"_s) : trial.said));
        }
        qInfo("%d moments tried, %d in time, all survived", int(m_trials.size()), m_struck);
        QVERIFY(m_struck >= 7);
        // Nothing is left open; what the last one mended is told once more by this.
        for (const QJsonValue one : m_program->json({u"recover"_s}).array())
            QVERIFY2(one[u"end"_s].isString(), QJsonDocument(one.toObject()).toJson().constData());
        // And what was closed for the dead, unverified, for as long as nobody checked it.
        QSet<QString> named;
        for (const QJsonValue one : m_program->json({u"recover"_s}).array())
            named.insert(one[u"operation"_s].toString());
        QSet<QString> unchecked;
        for (const Trial &trial : m_trials)
            if (const auto journal = readJournal(m_program->operations() + u'/' + trial.operation);
                journal && awaitsCheck(*journal))
                unchecked.insert(trial.operation);
        QCOMPARE(named, unchecked);
    }

    void cleanupTestCase() { QVERIFY(m_sandbox->removeNamespaces({space})); }
};

#include "tst_kills.moc"
} // namespace tst_kills

CHARTROOM_TEST(tst_kills, KillTest)
