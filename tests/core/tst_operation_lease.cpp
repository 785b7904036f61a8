// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/upgrade/upgrade_operation.h"
#include "tests/support/labelled_nodes.h"
#include "tests/support/test_main.h"
#include "tests/support/upgrade_bench.h"

#include <QTest>

#include <algorithm>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace HIDDEN_FROM_MOC tst_operation_lease {

using End = OperationResult::End;
using Step = ReleaseOperation::Step;
using StepState = ReleaseOperation::StepState;

namespace {

const QString ben = u"ben@desk (process 1)"_s;

} // namespace

/// An operation whose lease is another's by now (fault 54), or may be (fault 65), starts no helm; one whose
/// helm runs already goes on to the truth.
class OperationLeaseTest : public QObject, public UpgradeBench
{
    Q_OBJECT

    LabelledNodes m_nodes;

    /// With a lease that is renewed three times a second.
    void startBriefly(const NodeHold &hold = {})
    {
        OperationParts brief = parts();
        brief.leaseDuration = 1s;
        UpgradeDraft wish = draft();
        wish.canary = hold.canary;
        start(std::make_unique<UpgradeOperation>(brief, wish, hold));
    }
    [[nodiscard]] static NodeHold threeWait()
    {
        return {DriverKind::Gpu, u"gpu-1"_s, {u"gpu-2"_s, u"gpu-3"_s, u"gpu-4"_s}};
    }
    /// Ben takes the lease; waits until the operation has read whose it is.
    void giveToBen()
    {
        const auto reads = [this] {
            return std::count_if(m_runner->commands.cbegin(), m_runner->commands.cend(),
                                 [](const CommandLine &one) { return one.arguments.value(1) == u"get"; });
        };
        const auto before = reads();
        m_cupboard.give(ben);
        QTRY_VERIFY(reads() > before);
    }
    void checkNothingWasRun(const QString &says)
    {
        const OperationResult told = result();
        QVERIFY(told.end == End::NotStarted);
        QVERIFY2(told.text.contains(says), qPrintable(told.text));
        QVERIFY(m_watch.ran.isEmpty());
        QCOMPARE(m_nodes.heldNames(), QStringList());
        holdInvariants(told);
    }

private Q_SLOTS:
    void init()
    {
        setUp(plantedValues());
        m_nodes = {};
        m_nodes.putBehind(*m_transport, *m_runner);
    }
    void cleanup() { tearDown(); }

    void fault54ALeaseThatIsLostBeforeHelmStopsIt_data()
    {
        QTest::addColumn<int>("step");
        QTest::addColumn<bool>("holds");
        QTest::newRow("while the release is read") << int(Step::Check) << false;
        QTest::newRow("while it is captured") << int(Step::Capture) << false;
        QTest::newRow("before nodes are held back") << int(Step::Hold) << true;
    }
    void fault54ALeaseThatIsLostBeforeHelmStopsIt()
    {
        QFETCH(int, step);
        QFETCH(bool, holds);
        startBriefly(holds ? threeWait() : NodeHold());
        at(Step(step), StepState::Running, [this] { m_transport->hold(); });
        QTRY_VERIFY(m_transport->heldCount() > 0);
        giveToBen();
        m_transport->release();
        checkNothingWasRun(ben);
        QVERIFY(m_nodes.ran.isEmpty());
        QCOMPARE(m_cupboard.holder(), ben);
    }

    void fault54ALeaseThatIsLostWhileNodesAreHeldBackLetsThemGo()
    {
        startBriefly(threeWait());
        const auto others = m_runner->answer;
        m_runner->answer = [this, others](const CommandLine &command) {
            if (command.arguments.contains(skipLabel + u"=true"_s))
                m_transport->hold(); // who waits is read next
            return others(command);
        };
        QTRY_VERIFY(m_transport->heldCount() > 0);
        QCOMPARE(m_nodes.heldNames().size(), 3);
        giveToBen();
        m_transport->release();
        checkNothingWasRun(ben);
        QCOMPARE(m_nodes.ran.size(), 2);
        QCOMPARE(m_cupboard.holder(), ben);
    }

    void fault65AMachineThatSleptTooLongStartsNoHelm_data()
    {
        QTest::addColumn<int>("step");
        for (const auto &[name, step] :
             {std::pair("with the lease", Step::Lease), std::pair("when the release was read", Step::Check),
              std::pair("when it was captured", Step::Capture), std::pair("when all was ready", Step::Stage)})
            QTest::newRow(name) << int(step);
    }
    void fault65AMachineThatSleptTooLongStartsNoHelm()
    {
        QFETCH(int, step);
        startUpgrade();
        at(Step(step), StepState::Done, [this] { m_clock.advance(ReleaseLease::defaultDuration + 1s); });
        checkNothingWasRun(u"has expired"_s);
    }

    void aLeaseThatNobodyCanRenewRunsOutAndStopsIt()
    {
        startBriefly();
        at(Step::Check, StepState::Running, [this] { m_transport->hold(); });
        QTRY_VERIFY(m_transport->heldCount() > 0);
        m_cupboard.fails = Error{Error::Code::Unreachable, u"No route."_s, {}, {}};
        m_clock.advance(2s);
        const qsizetype asked = m_runner->commands.size();
        QTRY_VERIFY(m_runner->commands.size() > asked);
        m_transport->release();
        checkNothingWasRun(u"No route."_s);
    }

    void aLeaseThatIsLostWhileHelmRunsIsToldAndTheTruthIsRead()
    {
        startBriefly();
        QVERIFY(helmRuns());
        giveToBen();
        store(revision(3, u"deployed"_s, u"v26.3.0"_s));
        endHelm();
        const OperationResult told = result();
        QVERIFY2(told.end == End::Done, qPrintable(told.text));
        QVERIFY2(told.problems.join(u' ').contains(ben), qPrintable(told.problems.join(u' ')));
        QCOMPARE(m_cupboard.holder(), ben); // it is not taken back
        const Value::List noted = journal().records.last().data.at({u"problems"_s}).list();
        QVERIFY(std::any_of(noted.cbegin(), noted.cend(),
                            [](const Value &one) { return one.toString().contains(ben); }));
        holdInvariants(told);
    }
};

#include "tst_operation_lease.moc"
} // namespace tst_operation_lease

CHARTROOM_TEST(tst_operation_lease, OperationLeaseTest)
