// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kube/discovering_transport.h"
#include "core/upgrade/pause_operation.h"
#include "core/upgrade/recovery.h"
#include "tests/support/invariants.h"
#include "tests/support/test_main.h"
#include "tests/support/upgrade_bench.h"

#include <QDir>
#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_pause_operation {

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

const QString driverPath = u"/apis/nvidia.com/v1alpha1/nvidiadrivers/gold"_s;

QByteArray driver(const QByteArray &spec)
{
    return R"({"kind":"NVIDIADriver","metadata":{"name":"gold","resourceVersion":"41"},"spec":{)" + spec +
           "}}";
}

} // namespace

class PauseOperationTest : public QObject, public UpgradeBench
{
    Q_OBJECT

    std::unique_ptr<PauseOperation> m_pause;
    std::unique_ptr<QSignalSpy> m_prepared;
    CommandOutput m_answer;

    /// Under the lease of the bench's release.
    void start(PauseRequest order)
    {
        order.release = draft().release;
        m_pause = std::make_unique<PauseOperation>(parts(), order);
        m_prepared = std::make_unique<QSignalSpy>(m_pause.get(), &PauseOperation::prepared);
        m_finished = std::make_unique<QSignalSpy>(m_pause.get(), &PauseOperation::finished);
        m_pause->start();
    }
    /// What changed something beside the lease.
    [[nodiscard]] QList<CommandLine> patches() const
    {
        QList<CommandLine> found;
        for (const CommandLine &command : std::as_const(m_runner->commands))
            if (command.arguments.contains(u"patch"_s))
                found << command;
        return found;
    }
    /// Of a pause that is made for that operation.
    [[nodiscard]] OperationResult pausedDuring(const QString &operation)
    {
        PauseOperation pause(parts(),
                             {u"ClusterPolicy"_s, u"cluster-policy"_s, true, {}, draft().release, operation});
        QSignalSpy prepared(&pause, &PauseOperation::prepared);
        QSignalSpy finished(&pause, &PauseOperation::finished);
        pause.start();
        if (!QTest::qWaitFor([&] { return !prepared.isEmpty(); }, 20'000))
            return {};
        pause.confirm();
        if (!QTest::qWaitFor([&] { return !finished.isEmpty(); }, 20'000))
            return {};
        return finished.at(0).at(0).value<OperationResult>();
    }
    [[nodiscard]] JournalContents pauseJournal() const
    {
        return readJournal(m_pause->folder()).value_or(JournalContents());
    }
    [[nodiscard]] bool isJournaled() const { return QDir(m_pause->folder()).exists(); }
    void holdInvariants() { UpgradeBench::holdInvariants(result(), m_pause->folder()); }

private Q_SLOTS:
    void init()
    {
        m_pause.reset();
        setUp();
        m_answer = {0, "patched", {}};
        m_runner->answer = [this](const CommandLine &command) -> Result<CommandOutput> {
            if (LeaseCupboard::isMeant(command))
                return m_cupboard.answer(command);
            if (command.program != kubectlProgram)
                return CommandOutput{0, "v4.3.1", {}};
            if (m_answer.exitCode == 0)
                m_transport->answer(policyPath, paused);
            return m_answer;
        };
        m_transport->answer(policyPath, running);
    }
    void cleanup()
    {
        m_pause.reset();
        tearDown();
    }

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
        const QList<CommandLine> ran = patches();
        QCOMPARE(ran.size(), 1);
        QCOMPARE(ran[0].display(), shown);
        const QStringList arguments = ran[0].arguments;
        QVERIFY(arguments.contains(u"clusterpolicies.v1.nvidia.com"_s));
        QCOMPARE(arguments.last(), u"{\"metadata\":{\"resourceVersion\":\"41\"},\"spec\":{\"driver\":{"
                                   "\"upgradePolicy\":{\"autoUpgrade\":false}}}}"_s);
        QStringList steps;
        for (const JournalRecord &record : pauseJournal().records)
            steps << record.step;
        QCOMPARE(steps, (QStringList{u"Lease"_s, u"Lease"_s, u"Patch"_s, u"Patch"_s, u"Finish"_s}));
        QVERIFY(pauseJournal().records[0].kind == JournalRecord::Kind::Intent);
        QCOMPARE(pauseJournal().records[0].data.at({u"reason"_s}).toString(), u"too hot"_s);
        QVERIFY(endIn(pauseJournal()) == End::Done);
        holdInvariants();
    }

    /// Mellanox/network-operator api/v1alpha1/nicnodepolicy_types.go@v26.4.1
    void aNicNodePolicyIsPausedByItsOwnSwitch()
    {
        m_transport->answer(
            u"/apis/mellanox.com/v1alpha1/nicnodepolicies/pool-a"_s,
            QByteArray("{'metadata':{'name':'pool-a','resourceVersion':'41'},'spec':{'ofedDriver':"
                       "{'upgradePolicy':{'autoUpgrade':true}}}}")
                .replace('\'', '"'));
        start({u"NicNodePolicy"_s, u"pool-a"_s, true, {}});
        QTRY_COMPARE(m_prepared->size(), 1);
        const QString shown = m_prepared->at(0).at(0).toString();
        QVERIFY2(shown.contains(u"nicnodepolicies.v1alpha1.mellanox.com pool-a") &&
                     shown.contains(u"ofedDriver"),
                 qPrintable(shown));
        QVERIFY(m_runner->commands.isEmpty());
    }

    void anNvidiaDriverIsUpgradedUnlessItSaysOtherwise_data()
    {
        QTest::addColumn<QByteArray>("spec");
        QTest::addColumn<bool>("isOn");
        QTest::newRow("no policy") << QByteArray(R"("version":"580")") << true;
        QTest::newRow("no switch") << QByteArray(R"("upgradePolicy":{"maxParallelUpgrades":4})") << true;
        QTest::newRow("on") << QByteArray(R"("upgradePolicy":{"autoUpgrade":true})") << true;
        QTest::newRow("off") << QByteArray(R"("upgradePolicy":{"autoUpgrade":false})") << false;
    }
    void anNvidiaDriverIsUpgradedUnlessItSaysOtherwise()
    {
        QFETCH(QByteArray, spec);
        QFETCH(bool, isOn);
        m_transport->answer(driverPath, driver(spec));
        start({u"NVIDIADriver"_s, u"gold"_s, isOn, {}});
        QTRY_COMPARE(m_prepared->size(), 1);
        const QString shown = m_prepared->at(0).at(0).toString();
        QVERIFY2(shown.contains(u"nvidiadrivers.v1alpha1.nvidia.com gold"), qPrintable(shown));
        QVERIFY2(shown.contains(u"\"spec\":{\"upgradePolicy\":{\"autoUpgrade\":%1}}"_s.arg(isOn ? u"false"_s
                                                                                                : u"true"_s)),
                 qPrintable(shown));
        start({u"NVIDIADriver"_s, u"gold"_s, !isOn, {}});
        QVERIFY(result().end == End::NotStarted);
        QCOMPARE(result().text, isOn ? u"It is not paused."_s : u"It is paused already."_s);
        QVERIFY(patches().isEmpty());
    }

    void aPauseOfAnNvidiaDriverIsReadBack_data()
    {
        QTest::addColumn<QByteArray>("after");
        QTest::addColumn<bool>("isDone");
        QTest::newRow("set") << QByteArray(R"("upgradePolicy":{"autoUpgrade":false})") << true;
        QTest::newRow("not set") << QByteArray(R"("version":"580")") << false;
    }
    void aPauseOfAnNvidiaDriverIsReadBack()
    {
        QFETCH(QByteArray, after);
        QFETCH(bool, isDone);
        m_transport->answer(driverPath, driver(R"("version":"580")"));
        start({u"NVIDIADriver"_s, u"gold"_s, true, {}});
        QTRY_COMPARE(m_prepared->size(), 1);
        m_transport->answer(driverPath, driver(after));
        m_pause->confirm();
        QCOMPARE(result().end == End::Done, isDone);
        QCOMPARE(result().end == End::NotStarted, !isDone);
        QCOMPARE(patches().size(), 1);
        holdInvariants();
    }

    void itIsDoneUnderTheReleasesLease()
    {
        start({u"ClusterPolicy"_s, u"cluster-policy"_s, true, {}});
        QTRY_COMPARE(m_prepared->size(), 1);
        QCOMPARE(m_cupboard.written, 0);
        QString holder;
        m_runner->answer = [this, &holder, others = m_runner->answer](const CommandLine &command) {
            if (!LeaseCupboard::isMeant(command))
                holder = m_cupboard.holder();
            return others(command);
        };
        m_pause->confirm();
        QVERIFY(result().end == End::Done);
        QCOMPARE(holder, parts().holder.identity()); // when it was patched
        QCOMPARE(m_cupboard.holder(), QString());    // given back
        holdInvariants();
    }

    void whileAnotherHasTheLeaseNothingIsWritten_data()
    {
        QTest::addColumn<QString>("holder");
        QTest::newRow("another") << u"ben@desk (process 7)"_s;
        QTest::newRow("another operation of this program")
            << LeaseHolder{u"anna"_s, u"laptop"_s, 4711}.identity();
    }
    void whileAnotherHasTheLeaseNothingIsWritten()
    {
        QFETCH(QString, holder);
        m_cupboard.holdBy(holder, m_clock.now());
        start({u"ClusterPolicy"_s, u"cluster-policy"_s, true, {}});
        QTRY_COMPARE(m_prepared->size(), 1);
        m_pause->confirm();
        QVERIFY(result().end == End::NotStarted);
        QVERIFY2(result().text.startsWith(holder + u" has been working on this release since 20"_s),
                 qPrintable(result().text));
        QVERIFY(patches().isEmpty());
        QCOMPARE(m_cupboard.holder(), holder);
        QVERIFY(endIn(pauseJournal()) == End::NotStarted);
        if (holder != parts().holder.identity()) // else it is somebody's who is still at work
            holdInvariants();
    }

    /// It could fail on a field that another client changed.
    void underAHelmThatRunsNothingIsPaused()
    {
        startUpgrade();
        QVERIFY(helmRuns());
        const auto own = runningOperation(parts().folder, parts().access.context, draft().release);
        QVERIFY(own);
        QCOMPARE(own->id, m_operation->id());
        QCOMPARE(own->holder, parts().holder.identity());
        QVERIFY(!own->isHelmOver);
        QVERIFY(!runningOperation(parts().folder, u"another"_s, draft().release));
        const OperationResult refused = pausedDuring(own->id);
        QVERIFY(refused.end == End::NotStarted);
        QVERIFY2(refused.text.contains(own->id) && refused.text.contains(u"helm"_s),
                 qPrintable(refused.text));
        QVERIFY(patches().isEmpty());
        store(revision(3, u"deployed"_s, u"v26.3.0"_s));
        endHelm();
        QVERIFY(result().end == End::Done);
        QVERIFY(!runningOperation(parts().folder, parts().access.context, draft().release));
        QCOMPARE(m_cupboard.holder(), QString());
    }

    /// Of the window, or of a verb in a terminal.
    void anUpgradeOfThisMachineThatWatchesTheNodesIsPausedUnderItsLease_data()
    {
        QTest::addColumn<QString>("journaled"); // the holder that its journal names
        QTest::addColumn<bool>("isHelmOver");
        QTest::addColumn<bool>("isAsked");
        QTest::addColumn<bool>("isPaused");
        const QString own = LeaseHolder{u"anna"_s, u"laptop"_s, 4711}.identity();
        const QString other = u"anna@laptop (process 7)"_s;
        QTest::newRow("of this program") << own << true << true << true;
        QTest::newRow("of another program") << other << true << true << true;
        QTest::newRow("its helm is still to end") << other << false << true << false;
        QTest::newRow("another has the lease") << u"ben@desk (process 7)"_s << true << true << false;
        QTest::newRow("another operation is meant") << other << true << false << false;
    }
    void anUpgradeOfThisMachineThatWatchesTheNodesIsPausedUnderItsLease()
    {
        QFETCH(QString, journaled);
        QFETCH(bool, isHelmOver);
        QFETCH(bool, isAsked);
        QFETCH(bool, isPaused);
        const QString id = u"20261121t030000z-00000001"_s;
        const auto journal = Journal::create(parts().folder + u'/' + id); // open while it runs
        QVERIFY(journal);
        const ReleaseKey release = draft().release;
        const Value::Map header{{u"operation"_s, Value(id)},
                                {u"kind"_s, Value(u"upgrade"_s)},
                                {u"context"_s, Value(parts().access.context)},
                                {u"namespace"_s, Value(release.namespaceName)},
                                {u"release"_s, Value(release.name)},
                                {u"holder"_s, Value(journaled)},
                                {u"process"_s, Value(ProcessIdentity::ofThisProcess().text())}};
        using Kind = JournalRecord::Kind;
        QVERIFY((*journal)->append({Kind::Intent, u"Lease"_s, m_clock.now(), Value(header)}));
        QVERIFY((*journal)->append({Kind::Intent, u"Helm"_s, m_clock.now()}));
        if (isHelmOver)
            QVERIFY((*journal)->append({Kind::Outcome, u"Helm"_s, m_clock.now()}));
        const QString holder =
            journaled == parts().holder.identity() ? journaled : u"anna@laptop (process 7)"_s;
        m_cupboard.holdBy(holder, m_clock.now());
        const OperationResult paused = pausedDuring(isAsked ? id : u"20260101t000000z-00000000"_s);
        QVERIFY2((paused.end == End::Done) == isPaused, qPrintable(paused.text));
        QVERIFY(isPaused || paused.end == End::NotStarted);
        QCOMPARE(patches().size(), isPaused ? 1 : 0);
        QCOMPARE(m_cupboard.holder(), holder); // the upgrade keeps it
    }

    void withoutAReleaseThereIsNoLease()
    {
        PauseOperation operation(parts(), {u"ClusterPolicy"_s, u"cluster-policy"_s, true, {}});
        QSignalSpy prepared(&operation, &PauseOperation::prepared);
        QSignalSpy finished(&operation, &PauseOperation::finished);
        operation.start();
        QTRY_COMPARE(prepared.size(), 1);
        operation.confirm();
        QTRY_COMPARE(finished.size(), 1);
        QVERIFY(finished.at(0).at(0).value<OperationResult>().end == End::NotStarted);
        QVERIFY(m_runner->commands.isEmpty());
    }

    void whatSomebodyElseWroteIsNotOverwritten()
    {
        start({u"ClusterPolicy"_s, u"cluster-policy"_s, true, {}});
        QTRY_COMPARE(m_prepared->size(), 1);
        m_answer = {1, {}, "Error from server (Conflict): the object has been modified, token: " + planted};
        m_pause->confirm();
        QVERIFY(result().end == End::NotStarted);
        QVERIFY2(result().text.contains(u"in the meantime"_s), qPrintable(result().text));
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

    void aResumeSaysWhatStartsNothing_data()
    {
        QTest::addColumn<QByteArray>("sandbox");
        QTest::addColumn<bool>("pauses");
        QTest::addColumn<bool>("isSaid");
        const QByteArray on = R"("sandboxWorkloads":{"enabled":true})";
        const QByteArray off = R"("sandboxWorkloads":{"enabled":false})";
        QTest::newRow("resume") << on << false << true;
        QTest::newRow("resume without virtual machines") << off << false << false;
        QTest::newRow("pause") << on << true << false;
    }
    /// By the rule of the board: with sandboxWorkloads the operator upgrades no node by itself.
    void aResumeSaysWhatStartsNothing()
    {
        QFETCH(QByteArray, sandbox);
        QFETCH(bool, pauses);
        QFETCH(bool, isSaid);
        const auto told = [&sandbox](QByteArray object) {
            return object.replace(R"("spec":{)", R"("spec":{)" + sandbox + ',');
        };
        m_transport->answer(policyPath, told(pauses ? running : paused));
        start({u"ClusterPolicy"_s, u"cluster-policy"_s, pauses, {}});
        QTRY_COMPARE(m_prepared->size(), 1);
        QCOMPARE(m_pause->notice().contains(u"sandboxWorkloads"), isSaid);
        m_runner->answer = [this, told, pauses](const CommandLine &command) -> Result<CommandOutput> {
            if (LeaseCupboard::isMeant(command))
                return m_cupboard.answer(command);
            m_transport->answer(policyPath, told(pauses ? paused : running));
            return CommandOutput{0, "patched", {}};
        };
        m_pause->confirm();
        QVERIFY(result().end == End::Done);
        QCOMPARE(result().text.contains(u"sandboxWorkloads"), isSaid);
        QCOMPARE(result().text.contains(u"stay cordoned until they are uncordoned manually"), !isSaid);
    }

    void aPolicyOfAnotherVersionIsPausedWhereItsSwitchIsFound_data()
    {
        QTest::addColumn<QByteArray>("object");
        QTest::addColumn<bool>("isFound");
        QTest::newRow("where it was") << running << true;
        QTest::newRow("elsewhere") << policy(R"("rollout":{"autoUpgrade":true})") << false;
    }
    void aPolicyOfAnotherVersionIsPausedWhereItsSwitchIsFound()
    {
        QFETCH(QByteArray, object);
        QFETCH(bool, isFound);
        auto script = std::make_unique<ScriptedTransport>();
        script->answer(u"/apis/nvidia.com"_s, R"({"versions":[{"version":"v2"}]})");
        script->answer(u"/apis/nvidia.com/v2/clusterpolicies/cluster-policy"_s, object);
        DiscoveringTransport transport(std::move(script));
        OperationParts own = parts();
        own.transport = &transport;
        PauseOperation pause(own, {u"ClusterPolicy"_s, u"cluster-policy"_s, true, {}, draft().release});
        QSignalSpy prepared(&pause, &PauseOperation::prepared);
        QSignalSpy finished(&pause, &PauseOperation::finished);
        pause.start();
        if (isFound) {
            QTRY_COMPARE(prepared.size(), 1);
            const QString shown = prepared.at(0).at(0).toString();
            QVERIFY2(shown.contains(u" clusterpolicies.v2.nvidia.com "_s), qPrintable(shown));
            return;
        }
        QTRY_COMPARE(finished.size(), 1);
        const auto told = finished.at(0).at(0).value<OperationResult>();
        QVERIFY(told.end == End::NotStarted);
        QVERIFY2(told.text.contains(u"nvidia.com/v2"), qPrintable(told.text));
    }

    void whetherAnNvidiaDriverOfAnotherVersionHasAPolicyIsUnknown()
    {
        auto script = std::make_unique<ScriptedTransport>();
        script->answer(u"/apis/nvidia.com"_s, R"({"versions":[{"version":"v2"}]})");
        script->answer(u"/apis/nvidia.com/v2/nvidiadrivers/gold"_s, driver(R"("rollout":{})"));
        DiscoveringTransport transport(std::move(script));
        OperationParts own = parts();
        own.transport = &transport;
        PauseOperation pause(own, {u"NVIDIADriver"_s, u"gold"_s, true, {}, draft().release});
        QSignalSpy finished(&pause, &PauseOperation::finished);
        pause.start();
        QTRY_COMPARE(finished.size(), 1);
        const auto told = finished.at(0).at(0).value<OperationResult>();
        QVERIFY(told.end == End::NotStarted);
        QVERIFY2(told.text.contains(u"nvidia.com/v2"), qPrintable(told.text));
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
        JournalContents cut;
        cut.records.append(
            {JournalRecord::Kind::Intent, u"Patch"_s, m_clock.now(),
             Value(Value::Map{{u"operation"_s, Value(u"x"_s)}, {u"kind"_s, Value(u"pause"_s)}})});
        const Recovery recovery = recoveryFrom(operationHeaderIn(cut).value_or(OperationHeader()), cut, false,
                                               {}, failure(Error::Code::NotFound, u"none"_s), m_clock.now());
        QVERIFY(recovery.end == End::Unknown); // it may have been done
        QVERIFY(recovery.unknown.join(u' ').contains(u"switch"_s));
        QVERIFY(!recovery.moves.isEmpty());
    }
};

#include "tst_pause_operation.moc"
} // namespace tst_pause_operation

CHARTROOM_TEST(tst_pause_operation, PauseOperationTest)
