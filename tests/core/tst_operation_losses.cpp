// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What an operation may lose on its way: the network (fault 60), the disk (fault 62), rights and tokens. Each
// with the invariants I3 to I6 behind it.
#include "core/upgrade/upgrade_operation.h"
#include "tests/support/test_main.h"
#include "tests/support/upgrade_bench.h"

#include <QFile>
#include <QTest>

#include <csignal>
#include <sys/resource.h>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_operation_losses {

namespace {

using End = OperationResult::End;
using Step = ReleaseOperation::Step;
using StepState = ReleaseOperation::StepState;

const QString deployments = u"/apis/apps/v1/namespaces/tenant-a/deployments"_s;

/// The list of one Deployment of three pods, of which so many are new.
QByteArray rolledOut(int pods)
{
    QByteArray list(
        R"({"kind":"List","metadata":{"resourceVersion":"5"},"items":[{"metadata":{"uid":"d","namespace":"tenant-a","name":"web","resourceVersion":"N","generation":7},"spec":{"replicas":3,"template":{"spec":{"containers":[{"name":"main","image":"web:2"}]}}},"status":{"observedGeneration":7,"replicas":3,"updatedReplicas":N,"availableReplicas":N,"readyReplicas":N}}]})");
    const QByteArray n = QByteArray::number(pods);
    return list.replace(":N", ':' + n).replace("\"N\"", '"' + n + '"');
}

/// A ClusterPolicy that is not ready, and the DaemonSet of its drivers: on five of eight nodes it is new.
const QByteArray policyList(
    R"({"kind":"List","metadata":{"resourceVersion":"5"},"items":[{"metadata":{"uid":"p","name":"cluster-policy","resourceVersion":"4"},"status":{"state":"notReady"}}]})");
const QByteArray driverSetList(
    R"({"kind":"List","metadata":{"resourceVersion":"5"},"items":[{"metadata":{"uid":"s","namespace":"tenant-a","name":"driver","resourceVersion":"4","generation":2,"ownerReferences":[{"uid":"p"}]},"spec":{"updateStrategy":{"type":"OnDelete"}},"status":{"observedGeneration":2,"desiredNumberScheduled":8,"numberAvailable":8,"numberReady":8,"updatedNumberScheduled":5}}]})");

/// No file may grow past this, as on a disk that is full; until it goes.
class FullDisk
{
public:
    explicit FullDisk(qint64 bytes)
    {
        ::signal(SIGXFSZ, SIG_IGN);
        ::getrlimit(RLIMIT_FSIZE, &m_before);
        rlimit full = m_before;
        full.rlim_cur = rlim_t(bytes);
        ::setrlimit(RLIMIT_FSIZE, &full);
    }
    ~FullDisk() { ::setrlimit(RLIMIT_FSIZE, &m_before); }
    Q_DISABLE_COPY_MOVE(FullDisk)

private:
    rlimit m_before = {};
};

} // namespace

class OperationLossesTest : public QObject, public UpgradeBench
{
    Q_OBJECT

private Q_SLOTS:
    void init() { setUp(plantedValues()); }
    void cleanup() { tearDown(); }

    void fault60ANetworkThatDropsWhileItRollsOutIsCaughtUpWith()
    {
        const Error dropped{Error::Code::Unreachable, u"No route."_s, {}, {}};
        m_transport->answer(deployments, rolledOut(1));
        startUpgrade();
        QVERIFY(helmRuns());
        ReleaseBuilder made = revision(3, u"deployed"_s, u"v26.3.0"_s);
        made.manifest =
            u"---\napiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec: {replicas: 3, "
            "template: {spec: {containers: [{name: main, image: \"web:2\"}]}}}\n"_s;
        store(made);
        endHelm();
        QTRY_VERIFY(m_transport->liveWatch(deployments) && m_transport->liveWatch(deployments)->isOpen());
        QVERIFY(m_said.last().contains(u"1 of 3"_s));
        m_transport->answer(deployments, dropped);
        m_transport->refuseWatches(deployments, dropped);
        const qsizetype asked = m_transport->getCount(deployments) + m_transport->watchCount(deployments);
        m_transport->liveWatch(deployments)->end(dropped);
        QTRY_VERIFY(m_transport->getCount(deployments) + m_transport->watchCount(deployments) > asked);
        QVERIFY(m_finished->isEmpty()); // what rolls out goes on without us
        m_transport->refuseWatches(deployments, {});
        m_transport->answer(deployments, rolledOut(3));
        m_transport->onWatch(deployments, [](ScriptedWatch *watch) {
            watch->end({Error::Code::Gone, u"Too old."_s, {}, {}}); // so that it is listed anew
        });
        const OperationResult told = result();
        QVERIFY2(told.end == End::Done, qPrintable(told.text));
        QCOMPARE(told.problems, QStringList());
        QVERIFY(told.facts.join(u' ').contains(u"Deployment web"_s));
        QCOMPARE(m_watch.ran.size(), 1);
        holdInvariants(told);
    }

    /// It is read in the journal while the nodes go on.
    void howFarTheNodesAreIsSaidWithItsTime()
    {
        m_transport->answer(u"/apis/nvidia.com/v1/clusterpolicies"_s, policyList);
        m_transport->answer(u"/apis/apps/v1/namespaces/tenant-a/daemonsets"_s, driverSetList);
        startUpgrade();
        QVERIFY(helmRuns());
        ReleaseBuilder made = revision(3, u"deployed"_s, u"v26.3.0"_s);
        made.manifest =
            u"---\napiVersion: nvidia.com/v1\nkind: ClusterPolicy\nmetadata: {name: cluster-policy}\n"_s;
        store(made);
        endHelm();
        const OperationResult told = result();
        QVERIFY2(told.end == End::Done && told.isVerifying, qPrintable(told.text));
        const QString at = m_clock.now().toString(u"yyyy-MM-dd HH:mm"_s);
        QVERIFY2(told.text.contains(u"as of %1 UTC, 5 of 8 node"_s.arg(at)), qPrintable(told.text));
    }

    void fault62AFullDiskBeforeHelmStopsItThere()
    {
        startUpgrade();
        std::unique_ptr<FullDisk> full;
        at(Step::Stage, StepState::Done, [&] {
            full = std::make_unique<FullDisk>(QFile(m_operation->folder() + u"/journal"_s).size() + 10);
        });
        const OperationResult told = result();
        full.reset();
        QVERIFY(told.end == End::NotStarted);
        QVERIFY2(told.text.contains(u"Nothing is changed without it"_s), qPrintable(told.text));
        QVERIFY(m_watch.ran.isEmpty());
        QVERIFY(recovery().end == End::NotStarted); // although the journal could not say it
        holdInvariants(told);
    }

    void fault62AFullDiskWhileHelmRunsIsToldWithTheTruth()
    {
        startUpgrade();
        QVERIFY(helmRuns());
        store(revision(3, u"deployed"_s, u"v26.3.0"_s));
        OperationResult told;
        {
            const FullDisk full(QFile(m_operation->folder() + u"/journal"_s).size() + 10);
            endHelm();
            told = result();
        }
        QVERIFY(told.end == End::Done);
        QVERIFY(told.problems.join(u' ').contains(u"could not be written"_s));
        QVERIFY(recovery().end == End::Done);
        holdInvariants(told);
    }

    void rightsAndTokensThatAreLostLeaveATrueReport_data()
    {
        QTest::addColumn<Error::Code>("code");
        QTest::addColumn<int>("after"); ///< -1: from the beginning
        QTest::addColumn<int>("end");
        for (const auto &[name, code] : {std::pair("no right", Error::Code::Forbidden),
                                         std::pair("no token", Error::Code::Unauthorized)}) {
            QTest::addRow("%s from the beginning", name) << code << -1 << int(End::NotStarted);
            QTest::addRow("%s after the lease", name) << code << int(Step::Lease) << int(End::NotStarted);
            QTest::addRow("%s while helm runs", name) << code << int(Step::Helm) << int(End::Unknown);
        }
    }
    void rightsAndTokensThatAreLostLeaveATrueReport()
    {
        QFETCH(Error::Code, code);
        QFETCH(int, after);
        QFETCH(int, end);
        const Error lost{code, u"The API server does not let you."_s, {}, {}};
        const auto lose = [this, lost] {
            m_cupboard.fails = lost;
            m_transport->answer(u"/api/v1/namespaces/tenant-a/secrets"_s, lost);
            m_transport->answer(u"/api/v1/nodes"_s, lost);
        };
        if (after < 0)
            lose();
        startUpgrade();
        if (after >= 0)
            at(Step(after), StepState::Done, lose);
        if (after == int(Step::Helm)) {
            QVERIFY(helmRuns());
            store(revision(3, u"deployed"_s, u"v26.3.0"_s));
            endHelm();
        }
        const OperationResult told = result();
        QCOMPARE(int(told.end), end);
        QVERIFY2(told.text.contains(lost.message), qPrintable(told.text));
        QCOMPARE(m_watch.ran.isEmpty(), told.end == End::NotStarted);
        holdInvariants(told);
        if (told.end == End::NotStarted)
            return;
        // The way on: it is told as soon as there are rights again.
        QVERIFY(!recovery().end);
        m_releases = new ScriptedReleases(m_transport.get());
        m_releases->put(revision(2, u"superseded"_s, u"v25.10.1"_s));
        store(revision(3, u"deployed"_s, u"v26.3.0"_s));
        QVERIFY(recovery().end == End::Done);
    }
};

#include "tst_operation_losses.moc"
} // namespace tst_operation_losses

CHARTROOM_TEST(tst_operation_losses, OperationLossesTest)
