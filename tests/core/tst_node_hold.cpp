// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/track.h"
#include "core/upgrade/bake.h"
#include "core/upgrade/node_impact.h"
#include "core/upgrade/recovery.h"
#include "core/upgrade/rollout_facts.h"
#include "core/upgrade/unhold_operation.h"
#include "core/upgrade/upgrade_operation.h"
#include "tests/support/labelled_nodes.h"
#include "tests/support/test_main.h"
#include "tests/support/upgrade_bench.h"

#include <QTest>
#include <QTimeZone>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace HIDDEN_FROM_MOC tst_node_hold {

using End = OperationResult::End;

namespace {

NodeHold threeWait()
{
    return {DriverKind::Gpu, u"gpu-1"_s, {u"gpu-2"_s, u"gpu-3"_s, u"gpu-4"_s}};
}

} // namespace

class NodeHoldTest : public QObject, public UpgradeBench
{
    Q_OBJECT

    LabelledNodes m_nodes;

    void startCanary(const NodeHold &hold = threeWait())
    {
        UpgradeDraft wish = draft();
        wish.canary = u"gpu-1"_s;
        wish.bake = 48h;
        wish.window = UpgradeWindow{m_clock.now(), m_clock.now().addSecs(4LL * 3600), "Europe/Berlin"};
        start(std::make_unique<UpgradeOperation>(parts(), wish, hold));
    }
    [[nodiscard]] QList<HeldNode> held()
    {
        Request request;
        request.query.addQueryItem(u"labelSelector"_s, skipLabel);
        return heldNodesIn(m_nodes.list(request)->body, DriverKind::Gpu).value_or(QList<HeldNode>());
    }
    /// The journal as a program that died after that many records left it.
    [[nodiscard]] Recovery recoveredAfter(qsizetype records)
    {
        JournalContents cut = journal();
        cut.records = cut.records.first(records);
        ReleaseTruth truth;
        RevisionEntry newest;
        newest.revision = 2;
        newest.status = ReleaseStatus::Deployed;
        truth.revisions = {newest};
        const OperationHeader order = operationHeaderIn(cut).value_or(OperationHeader());
        Recovery recovery = recoveryFrom(order, cut, false, {}, truth, m_clock.now());
        addHold(recovery, cut, held());
        return recovery;
    }
    /// The journal of an upgrade with a canary, by when helm was run and how it ended a minute later.
    [[nodiscard]] static JournalContents ended(const QDateTime &helm, const QString &end, int bakeSeconds = 0)
    {
        JournalContents reading;
        reading.records = {
            {JournalRecord::Kind::Intent, u"Lease"_s, helm,
             Value(Value::Map{{u"operation"_s, Value(u"x"_s)},
                              {u"kind"_s, Value(u"upgrade"_s)},
                              {u"chart"_s, Value(u"gpu-operator"_s)},
                              {u"canary"_s, Value(u"gpu-1"_s)},
                              {u"bakeSeconds"_s, Value(Value::Number{QString::number(bakeSeconds)})}})},
            {JournalRecord::Kind::Intent, u"Helm"_s, helm, Value(Value::Map())},
            {JournalRecord::Kind::Outcome, u"Finish"_s, helm.addSecs(60),
             Value(Value::Map{{u"end"_s, Value(end)}})}};
        return reading;
    }
    [[nodiscard]] static bool offersUnhold(const Recovery &recovery)
    {
        return std::any_of(recovery.moves.cbegin(), recovery.moves.cend(),
                           [](const NextMove &one) { return one.kind == NextMove::Kind::Unhold; });
    }
    [[nodiscard]] OperationResult unhold(const UnholdRequest &order,
                                         const std::function<void()> &between = {})
    {
        UnholdOperation operation(parts(), order);
        QSignalSpy prepared(&operation, &ConfirmedOperation::prepared);
        QSignalSpy finished(&operation, &ConfirmedOperation::finished);
        operation.start();
        if (!QTest::qWaitFor([&] { return !prepared.isEmpty() || !finished.isEmpty(); }, 20'000))
            return {};
        if (between)
            between();
        operation.confirm();
        if (!QTest::qWaitFor([&] { return !finished.isEmpty(); }, 20'000))
            return {};
        return finished.at(0).at(0).value<OperationResult>();
    }

private Q_SLOTS:
    void init()
    {
        setUp(plantedValues());
        m_nodes = {};
        m_nodes.putBehind(*m_transport, *m_runner);
    }
    void cleanup() { tearDown(); }

    void theOthersAreHeldBackBeforeHelmRuns()
    {
        startCanary();
        const QStringList shown = m_operation->commands();
        QVERIFY(helmRuns());
        QCOMPARE(shown.size(), 2);
        QVERIFY2(shown[0].endsWith(u"label nodes gpu-2 gpu-3 gpu-4 "_s + skipLabel +
                                   u"=true --field-manager=chartroom-"_s + m_operation->id()),
                 qPrintable(shown[0]));
        QCOMPARE(m_nodes.heldNames(), (QStringList{u"gpu-2"_s, u"gpu-3"_s, u"gpu-4"_s}));
        QStringList steps;
        for (const JournalRecord &record : journal().records)
            if (record.kind == JournalRecord::Kind::Intent)
                steps << record.step;
        QCOMPARE(steps,
                 (QStringList{u"Lease"_s, u"Check"_s, u"Capture"_s, u"Stage"_s, u"Hold"_s, u"Helm"_s}));
        store(revision(3, u"deployed"_s, u"v26.3.0"_s));
        endHelm();
        QVERIFY(result().end == End::Done);
        QVERIFY(result().facts.join(u' ').contains(u"gpu-1 is the canary node"_s));
        QCOMPARE(m_nodes.heldNames().size(), 3); // nothing lets them go by itself
        const auto bake = bakeIn(journal());
        QVERIFY(bake && bake->length == 48h && bake->canary == u"gpu-1"_s && bake->component == u"gpu"_s);
        const QDateTime through = bake->begun.addSecs(600);
        QVERIFY(noteCanary(m_operation->folder(), through, m_clock));
        QVERIFY(noteCanary(m_operation->folder(), through.addSecs(60), m_clock)); // it is noted already
        QVERIFY(endIn(journal()) == End::Done && !isOpen(journal()));
        QCOMPARE(bakeIn(journal())->begun, through);
        holdInvariants(result());
    }

    void howManyWaitAtTheEndIsWhatTheClusterSays()
    {
        startCanary();
        QVERIFY(helmRuns());
        m_nodes.managers[u"gpu-2"_s].clear(); // a person let it go meanwhile
        store(revision(3, u"deployed"_s, u"v26.3.0"_s));
        endHelm();
        const QString facts = result().facts.join(u' ');
        QVERIFY2(facts.contains(u"2 node"_s) && !facts.contains(u"3 node"_s), qPrintable(facts));
    }

    void whoWaitsAtTheEndIsNotGuessed()
    {
        startCanary();
        QVERIFY(helmRuns());
        m_transport->answer(u"/api/v1/nodes"_s, Error{Error::Code::Unreachable, u"No route."_s, {}, {}});
        store(revision(3, u"deployed"_s, u"v26.3.0"_s));
        endHelm();
        const QString facts = result().facts.join(u' ');
        QVERIFY2(facts.contains(u"whether the others still wait"_s), qPrintable(facts));
    }

    void whenNothingComesOfHelmNobodyHasToWait()
    {
        m_nodes.managers[u"gpu-4"_s] = u"kubectl-label"_s; // by a person
        NodeHold hold = threeWait();
        hold.nodes.removeLast();
        startCanary(hold);
        QVERIFY(helmRuns());
        endHelm(u"Error: UPGRADE FAILED: no"_s);
        QVERIFY(result().end == End::NotStarted);
        QCOMPARE(m_nodes.heldNames(), QStringList{u"gpu-4"_s});
        QCOMPARE(m_nodes.ran.last(), (QStringList{u"gpu-2"_s, u"gpu-3"_s, skipLabel + u'-'}));
        holdInvariants(result());
    }

    void whatCouldBeHeldOnlyInPartIsLetGoAndHelmIsNotRun()
    {
        m_nodes.mostLabels = 1;
        startCanary();
        QVERIFY(result().end == End::NotStarted);
        QVERIFY2(result().text.contains(u"gpu-3, gpu-4"_s), qPrintable(result().text));
        QVERIFY(m_runner->streams.isEmpty());
        QCOMPARE(m_nodes.heldNames(), QStringList());
        holdInvariants(result());
    }

    void nodesThatAreOthersByNowStopItBeforeALabelIsSet()
    {
        m_nodes.managers.insert(u"gpu-5"_s, {});
        startCanary();
        QVERIFY(result().end == End::NotStarted);
        QVERIFY2(result().text.contains(u"gpu-5"_s), qPrintable(result().text));
        m_nodes.managers.remove(u"gpu-5"_s);
        m_nodes.managers[u"gpu-3"_s] = u"kubectl-label"_s;
        startCanary();
        QVERIFY(result().end == End::NotStarted);
        QVERIFY2(result().text.contains(u"gpu-3"_s), qPrintable(result().text));
        QVERIFY(m_nodes.ran.isEmpty());
        holdInvariants(result());
    }

    void withoutAHoldThatFitsNothingIsRun()
    {
        startCanary({});
        QVERIFY(result().end == End::NotStarted);
        QVERIFY(m_runner->streams.isEmpty());
    }

    void fault61ACancelWhileNodesAreHeldBackLetsThemGo()
    {
        startCanary();
        connect(m_operation.get(), &ReleaseOperation::stepChanged, this,
                [this](ReleaseOperation::Step step, ReleaseOperation::StepState state) {
                    if (step == ReleaseOperation::Step::Hold && state == ReleaseOperation::StepState::Done)
                        m_said << m_operation->cancel();
                });
        QVERIFY(result().end == End::Cancelled);
        QVERIFY(m_said.last().contains(u"released"_s));
        QVERIFY(m_runner->streams.isEmpty());
        QCOMPARE(m_nodes.heldNames(), QStringList());
        holdInvariants(result());
    }

    void killedAnywhereTheWayToLetThemGoIsKnown() // invariant I5
    {
        startCanary();
        QVERIFY(helmRuns());
        const QList<JournalRecord> records = journal().records;
        qsizetype beforeHold = 0;
        while (records[beforeHold].step != u"Hold"_s)
            ++beforeHold;
        // Amid and after the labels, and with helm's intent: the journal and the cluster say who waits.
        for (qsizetype cut = beforeHold + 1; cut <= records.size(); ++cut) {
            const Recovery recovery = recoveredAfter(cut);
            QVERIFY(offersUnhold(recovery));
            QCOMPARE(recovery.heldNodes.size(), 3);
            QVERIFY(recovery.known.join(u' ').contains(u"gpu-1 is the canary node"_s));
        }
        m_nodes.managers[u"gpu-3"_s].clear(); // as if kubectl was cut off there
        QCOMPARE(recoveredAfter(beforeHold + 1).heldNodes, (QStringList{u"gpu-2"_s, u"gpu-4"_s}));
        m_nodes = {}; // before the first label
        const Recovery before = recoveredAfter(beforeHold + 1);
        QVERIFY(!offersUnhold(before) && before.heldNodes.isEmpty());
        QVERIFY(!offersUnhold(recoveredAfter(beforeHold)));
        m_operation.reset();
        QVERIFY(m_nodes.ran.isEmpty()); // nothing is let go by itself
    }

    void onlyWhatTheOperationHeldBackIsLetGo()
    {
        m_nodes.managers = {{u"gpu-1"_s, {}},
                            {u"gpu-2"_s, u"chartroom-a"_s},
                            {u"gpu-3"_s, u"chartroom-b"_s},
                            {u"gpu-4"_s, u"kubectl-label"_s}};
        QCOMPARE(heldBy(held(), u"a"_s), QStringList{u"gpu-2"_s});
        const OperationResult end = unhold({u"a"_s, draft().release, {}, {}});
        QVERIFY2(end.end == End::Done, qPrintable(end.text));
        QCOMPARE(m_nodes.heldNames(), (QStringList{u"gpu-3"_s, u"gpu-4"_s}));
        const QStringList folders = operationFolders(m_home->filePath(u"operations"_s));
        QCOMPARE(folders.size(), 1);
        const JournalContents reading = readJournal(folders[0]).value_or(JournalContents());
        QCOMPARE(operationHeaderIn(reading)->kind, OperationKind::Unhold);
        QCOMPARE(reading.records[0].data.at({u"holds"_s}).toString(), u"a"_s);
        QVERIFY(endIn(reading) == End::Done);
    }

    void aLabelThatTheClusterNoLongerTracesIsSaidAndLeft()
    {
        startCanary();
        QVERIFY(helmRuns());
        store(revision(3, u"deployed"_s, u"v26.3.0"_s));
        endHelm();
        QVERIFY(result().end == End::Done);
        m_nodes.managers[u"gpu-3"_s] = u"ancient-changes"_s; // more than ten have written it since
        const Recovery recovery = recoveredAfter(journal().records.size());
        QCOMPARE(recovery.heldNodes, (QStringList{u"gpu-2"_s, u"gpu-4"_s}));
        QVERIFY2(recovery.unclaimed.startsWith(u"gpu-3: "_s) &&
                     recovery.unclaimed.endsWith(u"kubectl label nodes gpu-3 "_s + skipLabel + u'-'),
                 qPrintable(recovery.unclaimed));
        QVERIFY(recovery.unknown.contains(recovery.unclaimed));
        const UnholdRequest order{m_operation->id(), draft().release, {}, {}};
        const OperationResult rest = unhold(order);
        QVERIFY2(rest.end == End::Failed && rest.text.contains(u"gpu-3: the label"_s), qPrintable(rest.text));
        QCOMPARE(m_nodes.heldNames(), QStringList{u"gpu-3"_s});
        const OperationResult none = unhold(order);
        QVERIFY2(none.end == End::NotStarted && none.text.contains(u"gpu-3: the label"_s),
                 qPrintable(none.text));
        QCOMPARE(m_nodes.heldNames(), QStringList{u"gpu-3"_s});
        m_nodes.managers[u"gpu-3"_s] = u"kubectl-label"_s; // a person's
        QVERIFY(recoveredAfter(journal().records.size()).unclaimed.isEmpty());
        QVERIFY(!unhold(order).text.contains(u"gpu-3"_s));
    }

    void againstADoubtItTakesAReason()
    {
        m_nodes.managers[u"gpu-2"_s] = u"chartroom-a"_s;
        QVERIFY(unhold({u"a"_s, draft().release, u"gpu-1 is not done."_s, {}}).end == End::NotStarted);
        QVERIFY(m_nodes.ran.isEmpty());
        QVERIFY(unhold({u"a"_s, draft().release, u"gpu-1 is not done."_s, u"the window ends"_s}).end ==
                End::Done);
    }

    void nodesThatSomebodyWroteInBetweenAreNotLetGo()
    {
        m_nodes.managers[u"gpu-2"_s] = u"chartroom-a"_s;
        m_nodes.managers[u"gpu-3"_s] = u"chartroom-a"_s;
        const OperationResult end = unhold({u"a"_s, draft().release, {}, {}},
                                           [this] { m_nodes.managers[u"gpu-3"_s] = u"kubectl-label"_s; });
        QVERIFY(end.end == End::NotStarted);
        QVERIFY(m_nodes.ran.isEmpty());
    }

    void theyAreLetGoUnderTheReleasesLease()
    {
        m_nodes.managers[u"gpu-2"_s] = u"chartroom-a"_s;
        m_cupboard.holdBy(u"ben@desk (process 7)"_s, m_clock.now());
        const UnholdRequest order{u"a"_s, draft().release, {}, {}};
        const OperationResult refused = unhold(order);
        QVERIFY(refused.end == End::NotStarted);
        QVERIFY2(refused.text.startsWith(u"ben@desk (process 7) has been working"_s),
                 qPrintable(refused.text));
        QVERIFY(m_nodes.ran.isEmpty());
        m_cupboard.give({});
        QVERIFY(unhold(order).end == End::Done);
        QCOMPARE(m_cupboard.holder(), QString());
        QVERIFY(m_cupboard.written >= 2); // taken and given back
    }

    void theDoubtIsTheCanarysStateOrTheBake()
    {
        const QDateTime now({2026, 11, 21}, {12, 0}, QTimeZone::utc());
        const QDateTime helm = now.addSecs(-3 * 3600);
        const JournalContents done = ended(helm, u"done"_s);
        NodeTrack track;
        track.verdict = Verdict::Moving;
        QVERIFY(unholdDoubt({}, &track, now).contains(u"do not name"_s));
        QVERIFY(unholdDoubt(done, nullptr, now).contains(u"is unknown"_s));
        QVERIFY(unholdDoubt(done, &track, now).contains(u"is not done"_s));
        track.verdict = Verdict::Done;
        track.step = RolloutStep::Done;
        QVERIFY(unholdDoubt(done, &track, now).contains(u"not the newest"_s));
        track.isDriverCurrent = true;
        track.since = now.addSecs(-3600);
        QCOMPARE(unholdDoubt(done, &track, now), QString());
        track.since = helm.addSecs(-1); // the operator has not looked yet: all is as it was
        QVERIFY(unholdDoubt(done, &track, now).contains(u"has not upgraded the canary node gpu-1"_s));
        track.since = {}; // the cluster does not tell: nobody goes by that
        QVERIFY(unholdDoubt(done, &track, now).contains(u"since when is unknown"_s));
        JournalContents noted = done;
        noted.records << JournalRecord{JournalRecord::Kind::Outcome, u"Canary"_s, now, Value(Value::Map())};
        QCOMPARE(unholdDoubt(noted, &track, now), QString());
        track.since = helm.addSecs(-1); // what was noted proves nothing against what is seen
        QVERIFY(unholdDoubt(noted, &track, now).contains(u"has not upgraded the canary node gpu-1"_s));
        track.since = now.addSecs(-3600);
        const QString doubt = unholdDoubt(ended(helm, u"done"_s, 2 * 3600), &track, now);
        QVERIFY2(doubt.contains(u"Bakes until Saturday, 21 November 13:00"_s), qPrintable(doubt));
        QCOMPARE(unholdDoubt(ended(helm, u"done"_s, 3600), &track, now), QString());
        track.contradictions = {{NoteKind::LoadedVersionDiffers, u"It shows something else."_s}};
        QVERIFY(unholdDoubt(done, &track, now).contains(u"something else"_s));
        QCOMPARE(unholdDoubt(ended(helm, u"notStarted"_s), nullptr, now), QString());
    }

    void whatIsAtWorkKeepsItsNodes()
    {
        startCanary();
        QVERIFY(helmRuns());
        const OperationResult end = unhold({m_operation->id(), draft().release, {}, {}});
        QVERIFY(end.end == End::NotStarted);
        QVERIFY2(end.text.contains(u"is working on it"_s), qPrintable(end.text));
        QCOMPARE(m_nodes.heldNames().size(), 3);
    }

    void aHoldIsOnlyMadeWhereTheOperatorHeedsIt()
    {
        UpgradeDraft wish = draft();
        wish.canary = u"gpu-2"_s;
        NodeImpact impact;
        impact.kind = NodeImpact::Kind::DriverReload;
        impact.component = u"gpu"_s;
        RolloutFacts facts;
        for (const QString &name : {u"gpu-1"_s, u"gpu-2"_s, u"gpu-3"_s})
            facts.nodes.append({name, 8, false, true, {}});
        facts.policy = DriverPolicy();
        QVERIFY(nodeHold(wish, impact, &facts).error().code == Error::Code::Unsupported); // autoUpgrade off
        facts.policy->autoUpgrade = true;
        QCOMPARE(nodeHold(wish, impact, &facts)->nodes, (QStringList{u"gpu-1"_s, u"gpu-3"_s}));
        wish.canary = u"cpu-1"_s;
        QVERIFY(nodeHold(wish, impact, &facts).error().code == Error::Code::NotFound);
        impact.component = u"amd"_s;
        QVERIFY(!holdRefusal(impact, &facts).isEmpty());
        impact.kind = NodeImpact::Kind::PodsOnly;
        QVERIFY(holdRefusal(impact, &facts).contains(u"reloads no driver"_s));
        wish.canary.clear();
        QVERIFY(nodeHold(wish, impact, nullptr)->isEmpty());
    }

    void manyNodesGoInSeveralCommands()
    {
        NodeHold hold;
        for (int i = 0; i < 250; ++i)
            hold.nodes << u"gpu-%1"_s.arg(i);
        const QList<QStringList> commands = holdArguments(hold, u"a"_s);
        QCOMPARE(commands.size(), 3);
        QCOMPARE(commands[2].size(), 50 + 4);
        QVERIFY(holdArguments({}, u"a"_s).isEmpty());
    }
};

#include "tst_node_hold.moc"
} // namespace tst_node_hold

CHARTROOM_TEST(tst_node_hold, NodeHoldTest)
