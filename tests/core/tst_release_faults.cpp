// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/release_bench.h"
#include "tests/support/test_main.h"

#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_release_faults {

/// What the table of releases does when the cluster refuses, breaks or lies.
class ReleaseFaultsTest : public QObject, ReleaseBench
{
    Q_OBJECT

    using State = ReleaseStore::State;

private Q_SLOTS:
    void init() { open(); }

    void cleanup()
    {
        Invariants::areFew(m_transport->gets().size(), 60 + 3 * m_server->size()); // I8
        close();
    }

    void fault43aDamagedRecordIsARowWithAReason()
    {
        m_server->put(named(u"good"_s));
        m_server->put(named(u"bad"_s));
        m_server->corrupt(named(u"bad"_s), "@@@@");
        m_store->start();
        QTRY_COMPARE(m_store->state(), State::Complete);
        QVERIFY(!release(named(u"bad"_s)).record);
        QVERIFY(release(named(u"bad"_s)).recordProblem.contains(u"base64"));
        QCOMPARE(release(named(u"bad"_s)).newest().status, ReleaseStatus::Deployed);
        QVERIFY(release(named(u"good"_s)).record);
    }

    void fault44labelsThatContradictTheRecordAreSaid()
    {
        m_server->put(named(u"a"_s, 3, u"deployed"_s));
        ReleaseBuilder other = named(u"a"_s, 2, u"failed"_s);
        m_server->corrupt(named(u"a"_s, 3), other.dataRelease());
        m_store->start();
        QTRY_COMPARE(m_store->state(), State::Complete);
        const Release &a = release(named(u"a"_s));
        QVERIFY(a.record);
        QCOMPARE(a.newest().revision, 2);
        QCOMPARE(a.newest().statusText, u"failed"_s);
        QCOMPARE(a.record->revision, 2);
        QVERIFY2(a.recordProblem.contains(u"revision 3, deployed") &&
                     a.recordProblem.contains(u"revision 2, failed"),
                 qPrintable(a.recordProblem));
        QTRY_VERIFY(m_transport->liveWatch(u"/api/v1/secrets"_s));
        m_server->corrupt(named(u"a"_s, 3), named(u"a"_s, 3, u"deployed"_s).dataRelease());
        m_server->put(named(u"a"_s, 3, u"deployed"_s)); // Helm writes both
        QTRY_COMPARE(release(named(u"a"_s)).newest().revision, 3);
        QTRY_COMPARE(release(named(u"a"_s)).recordProblem, QString());
        QCOMPARE(release(named(u"a"_s)).newest().status, ReleaseStatus::Deployed);
    }

    void fault44OfTwoThatClaimOneRevisionTheNamedOneIsRead()
    {
        ReleaseBuilder second = named(u"a"_s, 2);
        second.userValues.insert(u"of"_s, u"the second"_s);
        m_server->put(second);
        m_server->put(named(u"a"_s, 3));
        m_server->corrupt(named(u"a"_s, 3), named(u"a"_s, 2, u"failed"_s).dataRelease());
        m_store->start();
        QTRY_COMPARE(m_store->state(), State::Complete);
        QTRY_COMPARE(release(named(u"a"_s)).newest().revision, 2);
        const auto future = m_store->record(keyOf(named(u"a"_s)), 2);
        QTRY_VERIFY(future.isFinished());
        QCOMPARE(future.result()->userValues.map().value(u"of"_s), Value(u"the second"_s));
        QTRY_VERIFY(m_transport->liveWatch(u"/api/v1/secrets"_s));
        m_server->remove(named(u"a"_s, 3));
        QTRY_COMPARE(release(named(u"a"_s)).revisions.size(), 1);
    }

    void fault44ANameThatContradictsTheRecordIsTheRecords()
    {
        m_server->put(named(u"a"_s, 3));
        m_server->corrupt(named(u"a"_s, 3), named(u"b"_s, 3).dataRelease());
        m_store->start();
        QTRY_VERIFY(m_store->find(keyOf(named(u"b"_s))));
        QTRY_COMPARE(m_store->state(), State::Complete);
        QVERIFY(!m_store->find(keyOf(named(u"a"_s))));
        QTRY_VERIFY(release(named(u"b"_s)).record);
        const QString problem = release(named(u"b"_s)).recordProblem;
        QVERIFY2(problem.contains(u"labels say default/a"), qPrintable(problem));
        QTRY_VERIFY(m_transport->liveWatch(u"/api/v1/secrets"_s));
        m_server->remove(named(u"a"_s, 3));
        QTRY_VERIFY(m_store->keys().isEmpty());
    }

    /// A label of an old revision is found out once its record is read, and again when its object changes.
    void fault44AnOldRevisionIsTakenFromItsRecordToo()
    {
        m_server->put(named(u"a"_s, 2, u"superseded"_s));
        m_server->put(named(u"a"_s, 3));
        m_server->corrupt(named(u"a"_s, 2), named(u"a"_s, 2, u"failed"_s).dataRelease());
        m_store->start();
        QTRY_COMPARE(m_store->state(), State::Complete);
        QTRY_VERIFY(m_transport->liveWatch(u"/api/v1/secrets"_s));
        const auto status = [this] { return release(named(u"a"_s)).revisions.value(1).statusText; };
        QCOMPARE(status(), u"superseded"_s);
        const auto future = m_store->record(keyOf(named(u"a"_s)), 2);
        QTRY_VERIFY(future.isFinished());
        QCOMPARE(status(), u"failed"_s);
        QVERIFY(release(named(u"a"_s)).revisions[1].contradiction.contains(u"2, failed"));
        QCOMPARE(release(named(u"a"_s)).recordProblem, QString());
        m_server->corrupt(named(u"a"_s, 2), named(u"a"_s, 2, u"superseded"_s).dataRelease());
        m_server->put(named(u"a"_s, 2, u"superseded"_s));
        QTRY_COMPARE(status(), u"superseded"_s);
        QTRY_COMPARE(release(named(u"a"_s)).revisions[1].contradiction, QString());
    }

    void fault47ARevisionToRollBackToMustBeThereAndDecode()
    {
        m_server->put(named(u"a"_s, 2, u"superseded"_s));
        m_server->put(named(u"a"_s, 3, u"superseded"_s));
        m_server->put(named(u"a"_s, 5));
        m_server->corrupt(named(u"a"_s, 2), "@@@@");
        m_store->start();
        QTRY_COMPARE(m_store->state(), State::Complete);
        const auto codeOf = [this](int revision) {
            const auto future = m_store->record(keyOf(named(u"a"_s)), revision);
            return QTest::qWaitFor([&future] { return future.isFinished(); }, 20'000) && !future.result()
                       ? std::optional(future.result().error().code)
                       : std::nullopt;
        };
        QCOMPARE(codeOf(2), std::optional(Error::Code::Damaged));
        QCOMPARE(codeOf(3), std::nullopt);
        QCOMPARE(codeOf(4), std::optional(Error::Code::NotFound));
        m_server->remove(named(u"a"_s, 3)); // pruned meanwhile
        QTRY_COMPARE(release(named(u"a"_s)).revisions.size(), 2);
        QCOMPARE(codeOf(3), std::optional(Error::Code::NotFound));
    }

    void aDamagedRevisionOneMakesTheDivergenceUnknown()
    {
        m_server->put(named(u"a"_s, 1, u"superseded"_s));
        m_server->put(named(u"a"_s, 2));
        m_server->corrupt(named(u"a"_s, 1), "@@@@");
        m_store->start();
        QTRY_VERIFY(release(named(u"a"_s)).divergence);
        QVERIFY(release(named(u"a"_s)).divergence->unknownWhy.contains(u"base64"));
    }

    void aFaultOnARecordIsTriedAgain()
    {
        const ReleaseBuilder a = named(u"a"_s);
        m_server->put(a);
        m_transport->answerOnce(
            u"/api/v1/namespaces/default/secrets/"_s + a.objectName(),
            Error{Error::Code::Unreachable, u"The server is gone."_s, {}, std::chrono::minutes(1)});
        m_store->start();
        QTRY_COMPARE(m_store->lastError().code, Error::Code::Unreachable);
        QCOMPARE(m_store->state(), State::Partial);
        m_store->retryNow();
        QTRY_COMPARE(m_store->state(), State::Complete); // not a minute later
        QVERIFY(release(a).record);
    }

    void aFaultIsTriedAgainWithoutBeingAsked()
    {
        const ReleaseBuilder a = named(u"a"_s);
        m_server->put(a);
        m_transport->answerOnce(
            u"/api/v1/namespaces/default/secrets/"_s + a.objectName(),
            Error{Error::Code::Throttled, u"Too many requests."_s, {}, std::chrono::milliseconds(200)});
        m_store->start();
        QTRY_COMPARE(m_store->state(), State::Complete);
    }

    void fault3aListThatExpiresHalfWayIsBegunAgain()
    {
        for (int i = 0; i < 120; ++i)
            m_server->put(named(u"r%1"_s.arg(i)));
        m_server->failNextPage(
            {Error::Code::Gone, u"The continue token has expired."_s, {}, std::chrono::minutes(1)});
        m_store->start();
        QTRY_COMPARE(m_store->state(), State::Complete); // without a wait
        for (const ReleaseKey &key : m_store->keys())
            QVERIFY2(m_store->find(key)->record, qPrintable(key.name));
        QVERIFY(m_server->singleGets() < 10);
    }

    void aListThatMayNotBeReadIsReplacedBySingleRequests()
    {
        for (int i = 0; i < 60; ++i)
            m_server->put(named(u"r%1"_s.arg(i)));
        m_server->failNextPage({Error::Code::Damaged, u"The page is cut."_s, {}, {}});
        m_store->start();
        QTRY_COMPARE(m_store->state(), State::Complete);
        QCOMPARE(m_server->singleGets(), 10); // what the first page of fifty did not bring
    }

    // S17: rights in some namespaces are enough to read those.
    void fault23whereTheClusterIsForbiddenTheNamespacesAreTried()
    {
        for (const QString &name : {u"default"_s, u"tenant-a"_s, u"tenant-b"_s}) {
            ReleaseBuilder builder = named(u"app"_s);
            builder.namespaceName = name;
            m_server->put(builder);
        }
        m_server->allowOnly({u"tenant-a"_s, u"tenant-b"_s}, true);
        m_store->start();
        QTRY_COMPARE(m_store->state(), State::Complete);
        QCOMPARE(m_store->keys().size(), 2);
        for (const ReleaseKey &key : m_store->keys())
            QVERIFY(m_store->find(key)->record);
        QCOMPARE(m_store->notices().size(), 2); // Secrets and ConfigMaps
        QVERIFY2(m_store->notices()[0].contains(u"tenant-a, tenant-b are hidden"),
                 qPrintable(m_store->notices()[0]));
        QVERIFY(m_store->hides(ReleaseStorage::Secret)); // there may be more than these
        QVERIFY(m_store->hides(ReleaseStorage::Secret, u"default"_s));
        QVERIFY(!m_store->hides(ReleaseStorage::Secret, u"tenant-a"_s));
    }

    // S17: rights in one namespace are enough to read it.
    void fault23withoutTheListOfNamespacesTheContextsOwnIsTried()
    {
        ReleaseBuilder mine = named(u"app"_s);
        mine.namespaceName = u"tenant-a"_s;
        m_server->put(mine);
        m_server->allowOnly({u"tenant-a"_s}, false);
        m_store->start();
        QTRY_COMPARE(m_store->state(), State::Complete);
        QCOMPARE(m_store->keys().size(), 1);
        QVERIFY(m_store->notices()[0].contains(u"tenant-a"));
        mine.revision = 2;
        QTRY_VERIFY(m_transport->liveWatch(u"/api/v1/namespaces/tenant-a/secrets"_s));
        m_server->put(mine);
        QTRY_COMPARE(release(mine).newest().revision, 2);
    }

    void fault23withoutAnyRightItIsDeniedAndNotEmpty()
    {
        m_server->put(named(u"a"_s));
        m_server->allowOnly({}, false);
        m_store->start();
        QTRY_COMPARE(m_store->state(), State::Denied);
        QCOMPARE(m_store->lastError().code, Error::Code::Forbidden);
        QVERIFY2(!m_store->notices().isEmpty() && m_store->notices()[0].contains(u"cannot be seen"),
                 qPrintable(m_store->notices().join(u'\n')));
        QVERIFY(m_store->hides(ReleaseStorage::Secret));
    }

    void rightsGivenLaterWidenTheView()
    {
        ReleaseBuilder mine = named(u"mine"_s);
        mine.namespaceName = u"tenant-a"_s;
        m_server->put(mine);
        m_server->put(named(u"other"_s));
        m_server->allowOnly({u"tenant-a"_s}, false);
        m_store->start();
        QTRY_COMPARE(m_store->state(), State::Complete);
        QCOMPARE(m_store->keys().size(), 1);
        m_server->allowAll();
        m_store->retryNow();
        QTRY_COMPARE(m_store->keys().size(), 2);
        QTRY_COMPARE(m_store->state(), State::Complete);
        QVERIFY(m_store->notices().isEmpty());
        QVERIFY(!m_store->hides(ReleaseStorage::Secret) && !m_store->hides(ReleaseStorage::ConfigMap));
        QTRY_COMPARE(m_rows->keys.size(), 2);
    }

    void fault24aRightTakenAwayKeepsTheRows()
    {
        m_server->put(named(u"a"_s));
        m_store->start();
        QTRY_COMPARE(m_store->state(), State::Complete);
        QTRY_VERIFY(m_transport->liveWatch(u"/api/v1/secrets"_s));
        const Error gone{Error::Code::Forbidden, u"Not any more."_s, {}, {}};
        m_transport->answer(u"/api/v1/secrets"_s, gone);
        m_transport->refuseWatches(u"/api/v1/secrets"_s, gone);
        m_transport->liveWatch(u"/api/v1/secrets"_s)->end(gone);
        QTRY_COMPARE(m_store->state(), State::Denied);
        QCOMPARE(m_store->keys().size(), 1);
        QCOMPARE(m_rows->keys.size(), 1);
        QVERIFY(!m_store->notices().isEmpty());
    }

    void anUnreachableServerIsAFailureThatHeals()
    {
        const Error down{Error::Code::Unreachable, u"No connection."_s, {}, {}};
        m_transport->answerOnce(u"/api/v1/secrets"_s, down);
        m_transport->answerOnce(u"/api/v1/configmaps"_s, down);
        m_server->put(named(u"a"_s));
        m_store->start();
        QTRY_COMPARE(m_store->state(), State::Failed);
        QCOMPARE(m_store->lastError().code, Error::Code::Unreachable);
        m_store->retryNow();
        QTRY_COMPARE(m_store->state(), State::Complete);
    }
};

#include "tst_release_faults.moc"
} // namespace tst_release_faults

CHARTROOM_TEST(tst_release_faults, ReleaseFaultsTest)
