// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/exit_code.h"
#include "tests/core/recover_fixture.h"
#include "tests/support/cluster_uid.h"
#include "tests/support/test_main.h"

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_recover_cluster {

/// `recover` on a context whose name another cluster has in another kubeconfig.
class RecoverClusterTest : public QObject, private RecoverFixture
{
    Q_OBJECT

private Q_SLOTS:
    void init() { setUp(); }
    void cleanup() { m_verb.reset(); }

    /// Revision 3 is deployed there, by somebody else: on the operation's own cluster that ends it.
    void anOperationOfAnotherClusterIsKeptAsItIs_data()
    {
        QTest::addColumn<QString>("noted"); // in the journal
        QTest::addColumn<QString>("seen");
        QTest::addColumn<QString>("asked");
        QTest::addColumn<bool>("isKept");
        QTest::addColumn<int>("requests"); // for the uid
        const QString release = u"tenant-a/gpu-operator"_s;
        QTest::newRow("the same") << u"uid-a"_s << u"uid-a"_s << QString() << false << 1;
        QTest::newRow("another") << u"uid-a"_s << u"uid-b"_s << QString() << true << 1;
        QTest::newRow("another, and its release") << u"uid-a"_s << u"uid-b"_s << release << true << 1;
        QTest::newRow("it may not be read") << u"uid-a"_s << QString() << QString() << false << 1;
        QTest::newRow("an older journal") << QString() << u"uid-b"_s << QString() << false << 0;
    }
    void anOperationOfAnotherClusterIsKeptAsItIs()
    {
        QFETCH(QString, noted);
        QFETCH(QString, seen);
        QFETCH(QString, asked);
        QFETCH(bool, isKept);
        QFETCH(int, requests);
        m_clusterUid = noted;
        m_asked = asked;
        cutInHelm();
        identify(*m_transport, seen);
        replaceBy(u"deployed"_s);
        start();
        const QJsonArray entries = told();
        QVERIFY2(isAmong(entries) != isKept, m_printed.constData());
        QCOMPARE(isStillOpen(), isKept);
        QCOMPARE(m_printed.contains("does not say which cluster it was on"), noted.isEmpty());
        QCOMPARE(m_printed.contains("of another cluster with the context name cmk"), isKept);
        QVERIFY(m_printed.contains(m_id.toLatin1()));
        QVERIFY(!isKept || !m_printed.contains("No operation of this machine was cut off."));
        QCOMPARE(m_transport->getCount(kubeSystem), requests);
        if (isKept)
            QCOMPARE(m_finished->at(0).at(0).toInt(), int(Done));
    }

    /// Here the same revision is a colleague's.
    void whatIsPendingHereIsNotTakenForItsOwn()
    {
        m_clusterUid = u"uid-a"_s;
        cutInHelm();
        identify(*m_transport, u"uid-b"_s);
        replaceBy(u"pending-upgrade"_s);
        start();
        const QJsonArray entries = told();
        QCOMPARE(entries.size(), 1);
        QVERIFY2(entries[0][u"operation"_s].isNull(), m_printed.constData());
        QCOMPARE(entries[0][u"pending"_s].toString(), u"pending-upgrade"_s);
        QVERIFY2(entries[0][u"known"_s][0].toString().contains( // as helm history has it
                     u"pending-upgrade since 2026-08-02 10:00:00 UTC"_s),
                 m_printed.constData());
        QCOMPARE(m_finished->at(0).at(0).toInt(), int(Found));
        QVERIFY(isStillOpen());
    }

    /// One timeout is all that it costs, and nothing is said of an operation that may be another cluster's.
    void aClusterThatIsAwayIsNotAskedOnceMore()
    {
        m_clusterUid = u"uid-a"_s;
        cutInHelm();
        m_transport->answer(kubeSystem, Error{Error::Code::Timeout, u"It does not answer."_s, {}, {}});
        start();
        const QJsonArray entries = told();
        QCOMPARE(entries.size(), 1);
        QVERIFY2(entries[0][u"end"_s].isNull(), m_printed.constData());
        QVERIFY(m_printed.contains("It does not answer."));
        QCOMPARE(m_transport->gets().size(), 1);
        QVERIFY(isStillOpen());
    }
};

#include "tst_recover_cluster.moc"
} // namespace tst_recover_cluster

CHARTROOM_TEST(tst_recover_cluster, RecoverClusterTest)
