// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/upgrade/pause_operation.h"
#include "core/upgrade/recovery.h"
#include "tests/support/cluster_uid.h"
#include "tests/support/test_main.h"
#include "tests/support/upgrade_bench.h"

#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_operation_cluster {

namespace {

using End = OperationResult::End;

const QString policyPath = u"/apis/nvidia.com/v1/clusterpolicies/cluster-policy"_s;
const QString uid = u"0e9d2f0c-5b7a-4c57-9c1e-6f1f7a0c4d11"_s;
const QByteArray policy =
    "{\"metadata\":{\"name\":\"cluster-policy\",\"resourceVersion\":\"41\"},"
    "\"spec\":{\"driver\":{\"upgradePolicy\":{\"autoUpgrade\":true,\"maxParallelUpgrades\":4}}}}";

} // namespace

/// On which cluster an operation was: two kubeconfigs may give two clusters the same context name.
class OperationClusterTest : public QObject, private UpgradeBench
{
    Q_OBJECT

    static void addMayBeForbidden()
    {
        QTest::addColumn<bool>("isForbidden");
        QTest::newRow("it may be read") << false;
        QTest::newRow("forbidden") << true;
    }
    static void holdsUid(const JournalContents &journal, bool isForbidden)
    {
        QVERIFY(!journal.records.isEmpty());
        QCOMPARE(journal.records.first().data.map().contains(u"clusterUid"_s), !isForbidden);
        const Result<OperationHeader> order = operationHeaderIn(journal);
        QVERIFY(order);
        QCOMPARE(order->context, u"cmk"_s);
        QCOMPARE(order->clusterUid, isForbidden ? QString() : uid);
    }

private Q_SLOTS:
    void init() { setUp(); }
    void cleanup() { tearDown(); }

    void anUpgradeNotesItsCluster_data() { addMayBeForbidden(); }
    void anUpgradeNotesItsCluster()
    {
        QFETCH(bool, isForbidden);
        identify(*m_transport, isForbidden ? QString() : uid);
        startUpgrade();
        QVERIFY(helmRuns());
        QCOMPARE(m_transport->getCount(kubeSystem), 1);
        holdsUid(journal(), isForbidden);
        store(revision(3, u"deployed"_s, u"v26.3.0"_s));
        endHelm();
        QVERIFY(result().end == End::Done);
        holdInvariants(result());
    }

    void aPauseNotesItsCluster_data() { addMayBeForbidden(); }
    void aPauseNotesItsCluster()
    {
        QFETCH(bool, isForbidden);
        identify(*m_transport, isForbidden ? QString() : uid);
        m_transport->answer(policyPath, policy);
        m_runner->answer = [this](const CommandLine &command) -> Result<CommandOutput> {
            return LeaseCupboard::isMeant(command) ? m_cupboard.answer(command)
                                                   : CommandOutput{0, "patched", {}};
        };
        PauseOperation pause(parts(),
                             {u"ClusterPolicy"_s, u"cluster-policy"_s, true, {}, draft().release, {}});
        QSignalSpy prepared(&pause, &PauseOperation::prepared);
        QSignalSpy finished(&pause, &PauseOperation::finished);
        pause.start();
        QTRY_COMPARE(prepared.size(), 1);
        QCOMPARE(m_transport->getCount(kubeSystem), 1);
        pause.confirm();
        QTRY_COMPARE(finished.size(), 1);
        holdsUid(readJournal(pause.folder()).value_or(JournalContents()), isForbidden);
    }

    /// What was cancelled before the cluster had answered is still told by name.
    void whatIsCancelledAtOnceHasAReadableJournal()
    {
        startUpgrade();
        (void)m_operation->cancel();
        QVERIFY(result().end == End::Cancelled);
        QVERIFY(operationHeaderIn(journal()));
        QVERIFY(!isOpen(journal()));
        QVERIFY(m_watch.ran.isEmpty());
        holdInvariants(result());
    }

    void theUidDecidesWhereBothAreKnown_data()
    {
        QTest::addColumn<QString>("noted"); // in the journal, of an operation on cmk
        QTest::addColumn<QString>("seen");
        QTest::addColumn<QString>("context");
        QTest::addColumn<bool>("isThere");
        QTest::addColumn<bool>("isAway");
        const QString a = u"uid-a"_s;
        const QString b = u"uid-b"_s;
        QTest::newRow("the same") << a << a << u"cmk"_s << true << false;
        QTest::newRow("another cluster of that name") << a << b << u"cmk"_s << false << true;
        QTest::newRow("the same under another name") << a << a << u"lab"_s << true << false;
        QTest::newRow("another cluster") << a << b << u"lab"_s << false << false;
        QTest::newRow("an older journal") << QString() << b << u"cmk"_s << true << false;
        QTest::newRow("an older journal, another name") << QString() << b << u"lab"_s << false << false;
        QTest::newRow("it may not be read") << a << QString() << u"cmk"_s << true << false;
    }
    void theUidDecidesWhereBothAreKnown()
    {
        QFETCH(QString, noted);
        QFETCH(QString, seen);
        QFETCH(QString, context);
        QFETCH(bool, isThere);
        QFETCH(bool, isAway);
        const QString operations = m_home->filePath(u"operations"_s);
        {
            const auto journal = Journal::create(operations + u"/one"_s);
            QVERIFY(journal);
            Value::Map first{{u"operation"_s, Value(u"one"_s)},
                             {u"kind"_s, Value(u"rollback"_s)},
                             {u"context"_s, Value(u"cmk"_s)},
                             {u"namespace"_s, Value(draft().release.namespaceName)},
                             {u"release"_s, Value(draft().release.name)}};
            if (!noted.isEmpty())
                first.insert(u"clusterUid"_s, Value(noted));
            for (const JournalRecord &record :
                 {JournalRecord{JournalRecord::Kind::Intent, u"Helm"_s, m_clock.now(), Value(first)},
                  JournalRecord{JournalRecord::Kind::Outcome, u"Helm"_s, m_clock.now(), Value(Value::Map{})}})
                QVERIFY((*journal)->append(record));
        }
        const ClusterIdentity cluster{context, seen};
        const auto order = operationHeaderIn(readJournal(operations + u"/one"_s).value_or(JournalContents()));
        QVERIFY(order);
        QCOMPARE(isOn(cluster, *order), isThere);
        QCOMPARE(isElsewhere(cluster, *order), isAway);
        QCOMPARE(endedOperations(operations, cluster, draft().release).size(), isThere ? 1 : 0);
    }
};

#include "tst_operation_cluster.moc"
} // namespace tst_operation_cluster

CHARTROOM_TEST(tst_operation_cluster, OperationClusterTest)
