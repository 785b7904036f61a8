// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/upgrade/pause_operation.h"
#include "core/upgrade/recovery.h"
#include "tests/support/invariants.h"
#include "tests/support/upgrade_bench.h"

#include <QDir>
#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;
using End = OperationResult::End;

namespace {

const QString policyPath = u"/apis/nvidia.com/v1/clusterpolicies/cluster-policy"_s;

QByteArray policy(const QByteArray &upgradePolicy)
{
    QByteArray object(
        R"({"metadata":{"name":"cluster-policy","resourceVersion":"41"},"spec":{"driver":{"env":[{"name":"TOKEN","value":"PLANTED"}],POLICY}}})");
    return object.replace("PLANTED", planted).replace("POLICY", upgradePolicy);
}
const QByteArray running = policy(R"("upgradePolicy":{"autoUpgrade":true,"maxParallelUpgrades":4})");
const QByteArray paused = policy(R"("upgradePolicy":{"autoUpgrade":false,"maxParallelUpgrades":4})");

} // namespace

class PauseOperationTest : public QObject, public UpgradeBench
{
    Q_OBJECT

    std::unique_ptr<PauseOperation> m_pause;
    std::unique_ptr<QSignalSpy> m_prepared;
    CommandOutput m_answer;

    void start(const PauseOrder &order)
    {
        m_pause = std::make_unique<PauseOperation>(parts(), order);
        m_prepared = std::make_unique<QSignalSpy>(m_pause.get(), &PauseOperation::prepared);
        m_finished = std::make_unique<QSignalSpy>(m_pause.get(), &PauseOperation::finished);
        m_pause->start();
    }
    [[nodiscard]] JournalReading pauseJournal() const
    {
        return readJournal(m_pause->folder()).value_or(JournalReading());
    }
    [[nodiscard]] bool isJournaled() const { return QDir(m_pause->folder()).exists(); }
    void holdInvariants() { UpgradeBench::holdInvariants(result(), m_pause->folder()); }

private Q_SLOTS:
    void init()
    {
        m_pause.reset();
        setUp();
        m_answer = {0, "patched", {}};
        m_runner->answer = [this](const CommandLine &) -> Result<CommandOutput> {
            if (m_answer.exitCode == 0)
                m_transport->answer(policyPath, paused);
            return m_answer;
        };
        m_transport->answer(policyPath, running);
    }
    void cleanup() { m_pause.reset(); }

    void fault61ThePauseIsTheOperatorsOwnSwitch()
    {
        start({u"ClusterPolicy"_s, u"cluster-policy"_s, true, u"too hot"_s});
        QTRY_COMPARE(m_prepared->size(), 1);
        QVERIFY(m_runner->commands.isEmpty());
        QVERIFY(!isJournaled());
        const QString shown = m_prepared->at(0).at(0).toString();
        m_pause->confirm();
        m_pause->confirm();
        QVERIFY(result().end == End::Done);
        QCOMPARE(result().problems, QStringList());
        QCOMPARE(m_runner->commands.size(), 1);
        QCOMPARE(m_runner->commands[0].display(), shown);
        const QStringList arguments = m_runner->commands[0].arguments;
        QVERIFY(arguments.contains(u"clusterpolicies.nvidia.com"_s));
        QCOMPARE(arguments.last(), u"{\"metadata\":{\"resourceVersion\":\"41\"},\"spec\":{\"driver\":{"
                                   "\"upgradePolicy\":{\"autoUpgrade\":false}}}}"_s);
        QCOMPARE(pauseJournal().records.size(), 3);
        QVERIFY(pauseJournal().records[0].kind == JournalRecord::Kind::Intent);
        QCOMPARE(pauseJournal().records[0].data.at({u"reason"_s}).toString(), u"too hot"_s);
        QVERIFY(endIn(pauseJournal()) == End::Done);
        holdInvariants();
    }

    void whatSomebodyElseWroteIsNotOverwritten()
    {
        start({u"ClusterPolicy"_s, u"cluster-policy"_s, true, {}});
        QTRY_COMPARE(m_prepared->size(), 1);
        m_answer = {1, {}, "Error from server (Conflict): the object has been modified, token: " + planted};
        m_pause->confirm();
        QVERIFY(result().end == End::NotStarted);
        QVERIFY2(result().text.contains(u"in between"_s), qPrintable(result().text));
        holdInvariants();
    }

    void theTruthIsReadWhateverKubectlSays()
    {
        start({u"ClusterPolicy"_s, u"cluster-policy"_s, true, {}});
        QTRY_COMPARE(m_prepared->size(), 1);
        m_transport->answer(policyPath, paused);
        m_answer = {1, {}, "error: connection lost, token: " + planted};
        m_pause->confirm();
        QVERIFY(result().end == End::Done);
        QCOMPARE(result().problems.size(), 1);
        QVERIFY(result().problems.first().contains(u"connection lost"_s));
        holdInvariants();
    }

    void fault61WhatCannotBePausedIsSaid_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("pauses");
        QTest::addColumn<QString>("text");
        QTest::newRow("no switch") << u"DeviceConfig"_s << u"a"_s << true << u"no switch"_s;
        QTest::newRow("an option for a name") << u"ClusterPolicy"_s << u"--all"_s << true << u"no switch"_s;
        QTest::newRow("not there") << u"NVIDIADriver"_s << u"a"_s << true << QString();
        QTest::newRow("not paused") << u"ClusterPolicy"_s << u"cluster-policy"_s << false << u"not paused"_s;
    }
    void fault61WhatCannotBePausedIsSaid()
    {
        QFETCH(QString, kind);
        QFETCH(QString, name);
        QFETCH(bool, pauses);
        QFETCH(QString, text);
        start({kind, name, pauses, {}});
        QVERIFY(result().end == End::NotStarted);
        QVERIFY2(result().text.contains(text), qPrintable(result().text));
        QVERIFY(m_prepared->isEmpty());
        QVERIFY(m_runner->commands.isEmpty());
        holdInvariants();
    }

    void withoutADurableIntentNothingIsWritten()
    {
        QFile inTheWay(m_home->filePath(u"operations"_s));
        QVERIFY(inTheWay.open(QIODevice::WriteOnly));
        start({u"ClusterPolicy"_s, u"cluster-policy"_s, true, {}});
        QTRY_COMPARE(m_prepared->size(), 1);
        m_pause->confirm();
        QVERIFY(result().end == End::NotStarted);
        QVERIFY(m_runner->commands.isEmpty());
        holdInvariants();
    }

    void fault61CancelledBeforeItIsConfirmedNothingIsRun()
    {
        start({u"ClusterPolicy"_s, u"cluster-policy"_s, true, {}});
        QVERIFY(m_pause->cancel().contains(u"Nothing"_s));
        QVERIFY(result().end == End::Cancelled);
        m_pause->confirm();
        QVERIFY(m_runner->commands.isEmpty());
        holdInvariants();
    }

    void aCutPauseIsToldAndClosed()
    {
        JournalReading cut;
        cut.records.append(
            {JournalRecord::Kind::Intent, u"Patch"_s, m_clock.now(),
             Value(Value::Map{{u"operation"_s, Value(u"x"_s)}, {u"kind"_s, Value(u"pause"_s)}})});
        const Recovery recovery = recoveryFrom(orderIn(cut).value_or(OperationOrder()), cut, false, {},
                                               failure(Error::Code::NotFound, u"none"_s), m_clock.now());
        QVERIFY(recovery.end == End::Failed);
        QVERIFY(recovery.unknown.join(u' ').contains(u"switch"_s));
        QVERIFY(!recovery.moves.isEmpty());
    }
};

QTEST_GUILESS_MAIN(PauseOperationTest)
#include "tst_pause_operation.moc"
