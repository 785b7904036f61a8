// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/helm/release.h"
#include "core/upgrade/upgrade_operation.h"
#include "tests/support/labelled_nodes.h"
#include "tests/support/test_main.h"
#include "tests/support/upgrade_bench.h"

#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_held_nodes {

using End = OperationResult::End;

/// Whom an upgrade with a canary held back, that stays so: whatever is done to the release next says it.
class HeldNodesTest : public QObject, public UpgradeBench
{
    Q_OBJECT

    LabelledNodes m_nodes;
    const QStringList m_waiting{u"gpu-2"_s, u"gpu-3"_s};

    void startCanary()
    {
        m_nodes.managers.remove(u"gpu-4"_s);
        UpgradeDraft wish = draft();
        wish.canary = u"gpu-1"_s;
        start(std::make_unique<UpgradeOperation>(parts(), wish,
                                                 NodeHold{DriverKind::Gpu, wish.canary, m_waiting}));
    }
    [[nodiscard]] static QString way(const QString &operation)
    {
        return u"chartroom recover %1 --unhold --context cmk"_s.arg(operation);
    }
    [[nodiscard]] static bool names(const QStringList &texts, const QString &operation)
    {
        return std::any_of(texts.cbegin(), texts.cend(), [&operation](const QString &text) {
            return text.contains(u"Operation %1 has put gpu-2, gpu-3 on hold."_s.arg(operation)) &&
                   text.endsWith(way(operation));
        });
    }
    /// kubectl takes no label away.
    void refuseToLetGo()
    {
        m_runner->answer = [others = m_runner->answer](const CommandLine &command) -> Result<CommandOutput> {
            if (command.arguments.last() == skipLabel + u'-')
                return CommandOutput{1, {}, "error: connection lost"};
            return others(command);
        };
    }

private Q_SLOTS:
    void init()
    {
        setUp(plantedValues());
        m_nodes = {};
        m_nodes.putBehind(*m_transport, *m_runner);
    }
    void cleanup() { tearDown(); }

    void aRollbackSaysWhoStaysHeldBackAndHowHeIsLetGo()
    {
        m_nodes.managers[u"gpu-2"_s] = m_nodes.managers[u"gpu-3"_s] = u"chartroom-a"_s;
        m_nodes.managers[u"gpu-4"_s] = u"kubectl-label"_s; // a person's, who knows
        startRollback(1);
        QVERIFY(helmRuns());
        store(revision(3, u"deployed"_s, u"v25.3.0"_s, u"Rollback to 1"_s), false);
        endHelm();
        const OperationResult told = result();
        QVERIFY2(told.end == End::Done, qPrintable(told.text));
        QCOMPARE(told.problems, QStringList());
        QCOMPARE(heldBy(told.held, u"a"_s), m_waiting);
        QCOMPARE(told.held.size(), 2);
        QVERIFY2(names(told.facts, u"a"_s), qPrintable(told.facts.join(u'\n')));
        QVERIFY(m_nodes.ran.isEmpty()); // nobody is let go by itself
        holdInvariants(told);
    }

    void whereNobodyWaitsNothingIsSaid()
    {
        startRollback(1);
        QVERIFY(helmRuns());
        store(revision(3, u"deployed"_s, u"v25.3.0"_s, u"Rollback to 1"_s), false);
        endHelm();
        QVERIFY(result().held.isEmpty());
        QVERIFY(!result().facts.join(u' ').contains(u"hold"_s));
    }

    void anUpgradeWithACanaryThatFailedSaysIt()
    {
        startCanary();
        QVERIFY(helmRuns());
        store(revision(3, u"failed"_s, u"v26.3.0"_s, u"Upgrade \"gpu-operator\" failed: timed out"_s));
        endHelm(u"Error: UPGRADE FAILED: timed out"_s);
        const OperationResult told = result();
        QVERIFY2(told.end == End::Failed, qPrintable(told.text));
        QCOMPARE(heldBy(told.held, m_operation->id()), m_waiting);
        QVERIFY2(names(told.facts, m_operation->id()), qPrintable(told.facts.join(u'\n')));
        holdInvariants(told);
    }

    void oneThatWasCancelledAndCouldNotLetThemGoSaysIt()
    {
        refuseToLetGo();
        startCanary();
        at(ReleaseOperation::Step::Hold, ReleaseOperation::StepState::Done,
           [this] { m_said << m_operation->cancel(); });
        const OperationResult told = result();
        QVERIFY2(told.end == End::Cancelled, qPrintable(told.text));
        QVERIFY2(told.problems.join(u' ').contains(u"Some of gpu-2, gpu-3 may still be on hold"_s),
                 qPrintable(told.problems.join(u' ')));
        QCOMPARE(heldBy(told.held, m_operation->id()), m_waiting);
        QVERIFY2(names(told.facts, m_operation->id()), qPrintable(told.facts.join(u'\n')));
        holdInvariants(told);
    }

    void whatCouldNotBeReadIsNotSilent_data()
    {
        QTest::addColumn<bool>("isRollback");
        QTest::newRow("after a rollback") << true;
        QTest::newRow("after its own hold") << false;
    }
    void whatCouldNotBeReadIsNotSilent()
    {
        QFETCH(bool, isRollback);
        if (isRollback)
            startRollback(1);
        else
            startCanary();
        QVERIFY(helmRuns());
        m_transport->answer(u"/api/v1/nodes"_s, Error{Error::Code::Forbidden, u"It is forbidden."_s, {}, {}});
        store(isRollback ? revision(3, u"deployed"_s, u"v25.3.0"_s, u"Rollback to 1"_s)
                         : revision(3, u"deployed"_s, u"v26.3.0"_s),
              !isRollback);
        endHelm();
        const OperationResult told = result();
        QVERIFY2(told.end == End::Done, qPrintable(told.text));
        // Whoever held nodes back has to know; another may never have had the right to look.
        QCOMPARE(told.problems.isEmpty(), isRollback);
        const QString said = (told.problems + told.facts).join(u' ');
        QVERIFY2(said.contains(u"Which nodes are on hold is unknown"_s) &&
                     said.contains(u"It is forbidden."_s),
                 qPrintable(said));
    }

    void onlyTheReleasesOwnDriverCounts()
    {
        const QList<HeldNode> held{{u"gpu-2"_s, DriverKind::Gpu, u"b"_s},
                                   {u"gpu-3"_s, DriverKind::Gpu, {}},
                                   {u"ib-1"_s, DriverKind::InfiniBand, u"a"_s}};
        QCOMPARE(heldOf(held, u"ib"_s), held.last(1));
        Release release;
        QCOMPARE(heldOf(held, &release), held); // its chart is not known
        QCOMPARE(heldOf(held, nullptr), held);
        release.record.emplace();
        release.record->chartName = u"gpu-operator"_s;
        QCOMPARE(heldOf(held, &release), held.first(2));
        release.record->chartName = u"crusoe-csi-driver"_s;
        QVERIFY(heldOf(held, &release).isEmpty());
        QCOMPARE(holdersOf(held), (QStringList{u"a"_s, u"b"_s}));
        const QStringList texts = stillHeldTexts(held, u"cmk"_s);
        QCOMPARE(texts.size(), 3);
        QVERIFY(texts[0].endsWith(way(u"a"_s)) && texts[1].endsWith(way(u"b"_s)));
        QVERIFY(texts[2].startsWith(u"gpu-3: the label"_s)); // of nobody knows whom: by hand
    }
};

#include "tst_held_nodes.moc"
} // namespace tst_held_nodes

CHARTROOM_TEST(tst_held_nodes, HeldNodesTest)
