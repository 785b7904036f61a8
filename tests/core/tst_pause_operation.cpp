// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/upgrade/pause_operation.h"
#include "core/upgrade/recovery.h"
#include "tests/support/fake_clock.h"
#include "tests/support/fake_runner.h"
#include "tests/support/scripted_transport.h"

#include <QDir>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;
using End = OperationResult::End;

namespace {

const QString kubectlProgram = u"/usr/bin/kubectl"_s;
const QString policyPath = u"/apis/nvidia.com/v1/clusterpolicies/cluster-policy"_s;

QByteArray policy(const QByteArray &upgradePolicy)
{
    QByteArray object(
        R"({"metadata":{"name":"cluster-policy","resourceVersion":"41"},"spec":{"driver":{POLICY}}})");
    return object.replace("POLICY", upgradePolicy);
}
const QByteArray running = policy(R"("upgradePolicy":{"autoUpgrade":true,"maxParallelUpgrades":4})");
const QByteArray paused = policy(R"("upgradePolicy":{"autoUpgrade":false,"maxParallelUpgrades":4})");

} // namespace

class PauseOperationTest : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_home;
    std::unique_ptr<FakeRunner> m_runner;
    std::unique_ptr<ScriptedTransport> m_transport;
    std::unique_ptr<KubectlClient> m_kubectl;
    FakeClock m_clock;
    std::unique_ptr<PauseOperation> m_operation;
    std::unique_ptr<QSignalSpy> m_prepared;
    std::unique_ptr<QSignalSpy> m_finished;
    CommandOutput m_answer;

    void start(const PauseOrder &order)
    {
        OperationParts parts;
        parts.transport = m_transport.get();
        parts.kubectl = m_kubectl.get();
        parts.clock = &m_clock;
        parts.access.context = u"cmk"_s;
        parts.holder = {u"anna"_s, u"laptop"_s, 4711};
        parts.folder = m_home->filePath(u"operations"_s);
        m_operation = std::make_unique<PauseOperation>(parts, order);
        m_prepared = std::make_unique<QSignalSpy>(m_operation.get(), &PauseOperation::prepared);
        m_finished = std::make_unique<QSignalSpy>(m_operation.get(), &PauseOperation::finished);
        m_operation->start();
    }
    [[nodiscard]] OperationResult result() const
    {
        if (!QTest::qWaitFor([this] { return !m_finished->isEmpty(); }) || m_finished->size() != 1)
            return {End::Unknown, u"it did not end once"_s, 0, {}};
        return m_finished->at(0).at(0).value<OperationResult>();
    }
    [[nodiscard]] JournalReading journal() const
    {
        return readJournal(m_operation->folder()).value_or(JournalReading());
    }
    [[nodiscard]] bool isJournaled() const { return QDir(m_operation->folder()).exists(); }

private Q_SLOTS:
    void init()
    {
        m_operation.reset();
        m_home = std::make_unique<QTemporaryDir>();
        m_answer = {0, "patched", {}};
        m_runner = std::make_unique<FakeRunner>();
        m_runner->answer = [this](const CommandLine &) -> Result<CommandOutput> {
            if (m_answer.exitCode == 0)
                m_transport->answer(policyPath, paused);
            return m_answer;
        };
        m_transport = std::make_unique<ScriptedTransport>();
        m_transport->answer(policyPath, running);
        m_kubectl =
            std::make_unique<KubectlClient>(kubectlProgram, QStringList{}, u"cmk"_s, m_runner.get(), nullptr);
    }
    void cleanup() { m_operation.reset(); }

    void fault61ThePauseIsTheOperatorsOwnSwitch()
    {
        start({u"ClusterPolicy"_s, u"cluster-policy"_s, true, u"too hot"_s});
        QTRY_COMPARE(m_prepared->size(), 1);
        QVERIFY(m_runner->commands.isEmpty());
        QVERIFY(!isJournaled());
        const QString shown = m_prepared->at(0).at(0).toString();
        m_operation->confirm();
        m_operation->confirm();
        QVERIFY(result().end == End::Done);
        QCOMPARE(result().problems, QStringList());
        QCOMPARE(m_runner->commands.size(), 1);
        QCOMPARE(m_runner->commands[0].display(), shown);
        const QStringList arguments = m_runner->commands[0].arguments;
        QVERIFY(arguments.contains(u"clusterpolicies.nvidia.com"_s));
        QCOMPARE(arguments.last(), u"{\"metadata\":{\"resourceVersion\":\"41\"},\"spec\":{\"driver\":{"
                                   "\"upgradePolicy\":{\"autoUpgrade\":false}}}}"_s);
        QCOMPARE(journal().records.size(), 3);
        QVERIFY(journal().records[0].kind == JournalRecord::Kind::Intent);
        QCOMPARE(journal().records[0].data.at({u"reason"_s}).toString(), u"too hot"_s);
        QVERIFY(endIn(journal()) == End::Done);
    }

    void whatSomebodyElseWroteIsNotOverwritten()
    {
        start({u"ClusterPolicy"_s, u"cluster-policy"_s, true, {}});
        QTRY_COMPARE(m_prepared->size(), 1);
        m_answer = {1, {}, "Error from server (Conflict): the object has been modified"};
        m_operation->confirm();
        QVERIFY(result().end == End::NotStarted);
        QVERIFY2(result().text.contains(u"in between"_s), qPrintable(result().text));
    }

    void theTruthIsReadWhateverKubectlSays()
    {
        start({u"ClusterPolicy"_s, u"cluster-policy"_s, true, {}});
        QTRY_COMPARE(m_prepared->size(), 1);
        m_transport->answer(policyPath, paused);
        m_answer = {1, {}, "error: connection lost"};
        m_operation->confirm();
        QVERIFY(result().end == End::Done);
        QCOMPARE(result().problems.size(), 1);
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
    }

    void withoutADurableIntentNothingIsWritten()
    {
        QFile inTheWay(m_home->filePath(u"operations"_s));
        QVERIFY(inTheWay.open(QIODevice::WriteOnly));
        start({u"ClusterPolicy"_s, u"cluster-policy"_s, true, {}});
        QTRY_COMPARE(m_prepared->size(), 1);
        m_operation->confirm();
        QVERIFY(result().end == End::NotStarted);
        QVERIFY(m_runner->commands.isEmpty());
    }

    void cancelledBeforeItIsConfirmedNothingIsRun()
    {
        start({u"ClusterPolicy"_s, u"cluster-policy"_s, true, {}});
        QVERIFY(m_operation->cancel().contains(u"Nothing"_s));
        QVERIFY(result().end == End::Cancelled);
        m_operation->confirm();
        QVERIFY(m_runner->commands.isEmpty());
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
