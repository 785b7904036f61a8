// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/helm/release_situation.h"
#include "tests/support/release_bench.h"
#include "tests/support/test_main.h"

#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_release_store {

class ReleaseStoreTest : public QObject, ReleaseBench
{
    Q_OBJECT

    using State = ReleaseStore::State;

private Q_SLOTS:
    void init() { open(); }

    void cleanup() { close(); }

    void anEmptyClusterIsComplete()
    {
        QCOMPARE(m_store->state(), State::Idle);
        m_store->start();
        QTRY_COMPARE(m_store->state(), State::Complete);
        QVERIFY(m_store->keys().isEmpty());
        QVERIFY(m_store->notices().isEmpty());
        QVERIFY(m_store->lastContact().isValid());
    }

    /// As behind a proxy that lets no watch through: a list that is complete needs none.
    void releasesAreReadWithoutAWatch()
    {
        for (const char *path : {"/api/v1/secrets", "/api/v1/configmaps"})
            m_transport->onWatch(QString::fromLatin1(path), [](ScriptedWatch *watch) { watch->end(); });
        const ReleaseBuilder gpu = named(u"gpu-operator"_s, 3);
        m_server->put(gpu);
        QVERIFY(!m_store->isRead());
        m_store->start();
        QTRY_VERIFY(m_store->isRead() && !m_store->hasNews());
        QVERIFY(release(gpu).record.has_value());
        QCOMPARE(m_store->state(), State::Reconnecting); // and nothing claims to be live
        m_store->stop();
        QVERIFY(!m_store->isRead());
    }

    void rowsComeFromLabelsBeforeAnyRecordIsRead()
    {
        m_server->put(named(u"cilium"_s, 3));
        QSignalSpy changed(m_store.get(), &ReleaseStore::releasesChanged);
        bool labelsOnly = false;
        connect(m_store.get(), &ReleaseStore::releasesChanged, this, [&] {
            if (changed.size() == 1)
                labelsOnly = !release(named(u"cilium"_s)).record && m_server->singleGets() == 0;
        });
        m_store->start();
        QTRY_COMPARE(m_store->state(), State::Complete);
        QVERIFY(labelsOnly);
        const Release &cilium = release(named(u"cilium"_s));
        QCOMPARE(cilium.newest().revision, 3);
        QCOMPARE(cilium.newest().status, ReleaseStatus::Deployed);
        QCOMPARE(cilium.newest().date.shown(), cilium.record->lastDeployed);
        QVERIFY(cilium.record);
        QCOMPARE(cilium.record->chartVersion, u"v25.10.1"_s);
    }

    void anEarlierRevisionHasTheDateOfItsRecordOnceThatIsRead()
    {
        for (const int number : {1, 2, 3})
            m_server->put(named(u"a"_s, number, number == 3 ? u"deployed"_s : u"superseded"_s));
        m_store->start();
        QTRY_COMPARE(m_store->state(), State::Complete);
        const QDateTime created(QDate(2026, 8, 1), QTime(8, 0), Qt::UTC);
        QCOMPARE(release(named(u"a"_s)).revisions[1].date.shown(), created);
        QSignalSpy changed(m_store.get(), &ReleaseStore::releasesChanged);
        const auto reading = m_store->record(keyOf(named(u"a"_s)), 2);
        QTRY_VERIFY(reading.isFinished());
        const QDateTime deployed(QDate(2026, 8, 2), QTime(10, 0), Qt::UTC);
        QCOMPARE(release(named(u"a"_s)).revisions[1].date.shown(), deployed);
        QTRY_VERIFY(!changed.isEmpty()); // whoever shows it shows it anew
    }

    /// Somebody may be at work on it: people are told since when.
    void aPendingRevisionBelowTheNewestHasTheDateOfItsRecord()
    {
        m_server->put(named(u"a"_s, 2, u"superseded"_s));
        m_server->put(named(u"a"_s, 3, u"pending-upgrade"_s));
        m_server->put(named(u"a"_s, 4, u"deployed"_s));
        m_store->start();
        const QDateTime deployed(QDate(2026, 8, 2), QTime(10, 0), Qt::UTC);
        QTRY_COMPARE(m_store->state(), State::Complete);
        QTRY_COMPARE(release(named(u"a"_s)).revisions[1].since(), deployed);
        QVERIFY(!release(named(u"a"_s)).revisions[1].isSinceRough());
        QVERIFY(release(named(u"a"_s)).revisions[2].isSinceRough()); // nobody asks for that one
    }

    void theHighestRevisionIsTheNewestWhateverItsStatus()
    {
        m_server->put(named(u"a"_s, 9, u"superseded"_s));
        m_server->put(named(u"a"_s, 10, u"deployed"_s));
        m_server->put(named(u"a"_s, 11, u"failed"_s));
        m_store->start();
        QTRY_COMPARE(m_store->state(), State::Complete);
        const Release &a = release(named(u"a"_s));
        QCOMPARE(m_rows->keys.size(), 1);
        QCOMPARE(a.revisions.size(), 3);
        QCOMPARE(a.newest().status, ReleaseStatus::Failed);
        QCOMPARE(a.record->revision, 11);
        QVERIFY(!a.neverUpgraded());
    }

    void manyRecordsComeByOneChunkedListAndNotOneByOne()
    {
        for (int i = 0; i < 120; ++i) {
            m_server->put(named(u"r%1"_s.arg(i), 1, u"superseded"_s));
            m_server->put(named(u"r%1"_s.arg(i), 2, i % 10 == 0 ? u"failed"_s : u"deployed"_s));
        }
        m_server->put(named(u"odd"_s, 4, u"superseded"_s)); // its newest is not in that list
        m_store->start();
        QTRY_COMPARE(m_store->state(), State::Complete);
        QCOMPARE(m_store->keys().size(), 121);
        for (const ReleaseKey &key : m_store->keys())
            QVERIFY2(m_store->find(key)->record, qPrintable(key.name));
        QCOMPARE(m_server->singleGets(), 1);
        QTRY_VERIFY(release(named(u"r7"_s)).divergence.has_value());
        QVERIFY2(m_server->listsWithData() <= 6, qPrintable(QString::number(m_server->listsWithData())));
        QVERIFY2(m_rows->deltas < 20, qPrintable(QString::number(m_rows->deltas)));
    }

    void whatTheUserLooksAtComesFirst()
    {
        for (int i = 0; i < 100; ++i)
            m_server->put(named(u"r%1"_s.arg(i, 3, 10, QChar(u'0'))));
        bool first = false;
        connect(m_store.get(), &ReleaseStore::releasesChanged, this, [&] {
            m_store->prefer({keyOf(named(u"r090"_s))});
            const bool shown = release(named(u"r090"_s)).record.has_value();
            first = first || (shown && !release(named(u"r089"_s)).record);
        });
        m_store->start();
        QTRY_COMPARE(m_store->state(), State::Complete);
        QCOMPARE(m_server->singleGets(), 1);
    }

    void neverMoreThanFourRecordRequestsAreUnderWay()
    {
        for (int i = 0; i < 7; ++i)
            m_server->put(named(u"r%1"_s.arg(i)));
        m_store->start();
        QTRY_COMPARE(m_store->keys().size(), 7);
        qsizetype most = 0;
        while (m_store->state() != State::Complete) {
            m_transport->hold();
            QTest::qWait(5);
            most = qMax(most, m_transport->heldCount());
            m_transport->release();
            QTest::qWait(5);
        }
        QVERIFY2(most <= 4, qPrintable(QString::number(most)));
    }

    void anUpgradeFromOutsideShowsWithItsRecord()
    {
        m_server->put(named(u"a"_s, 1));
        m_store->start();
        QTRY_COMPARE(m_store->state(), State::Complete);
        QTRY_VERIFY(m_transport->liveWatch(u"/api/v1/secrets"_s));
        m_server->put(named(u"a"_s, 1, u"superseded"_s));
        ReleaseBuilder upgraded = named(u"a"_s, 2);
        upgraded.chartVersion = u"v26.3.0"_s;
        upgraded.userValues.insert(u"replicas"_s, 2);
        m_server->put(upgraded);
        QTRY_COMPARE(release(upgraded).record->chartVersion, u"v26.3.0"_s);
        QCOMPARE(release(upgraded).newest().revision, 2);
        QTRY_VERIFY(release(upgraded).divergence && release(upgraded).divergence->changes.size() == 1);
        QCOMPARE(release(upgraded).divergence->changes[0].path, u"replicas"_s);
        QCOMPARE(release(upgraded).divergence->reference, u"revision 1"_s);
    }

    void aNewStatusOfTheSameRevisionIsReadAgain()
    {
        m_server->put(named(u"a"_s, 1, u"pending-install"_s));
        m_store->start();
        QTRY_COMPARE(m_store->state(), State::Complete);
        QTRY_VERIFY(m_transport->liveWatch(u"/api/v1/secrets"_s));
        m_server->put(named(u"a"_s, 1, u"deployed"_s));
        QTRY_COMPARE(release(named(u"a"_s)).record->status, ReleaseStatus::Deployed);
        QCOMPARE(release(named(u"a"_s)).recordProblem, QString());
        QCOMPARE(m_server->singleGets(), 2);
    }

    void nothingIsReadTwice()
    {
        m_server->put(named(u"a"_s, 1));
        m_store->start();
        QTRY_COMPARE(m_store->state(), State::Complete);
        QTRY_VERIFY(m_transport->liveWatch(u"/api/v1/secrets"_s));
        m_server->put(named(u"b"_s, 1));
        QTRY_VERIFY(release(named(u"b"_s)).record);
        QCOMPARE(m_server->singleGets(), 2);
        auto future = m_store->record(keyOf(named(u"a"_s)), 1);
        QTRY_VERIFY(future.isFinished());
        QVERIFY(future.result());
        QCOMPARE(m_server->singleGets(), 2);
    }

    void anUninstalledReleaseLeavesTheTable()
    {
        m_server->put(named(u"a"_s));
        m_server->put(named(u"b"_s));
        m_store->start();
        QTRY_COMPARE(m_store->state(), State::Complete);
        QTRY_VERIFY(m_transport->liveWatch(u"/api/v1/secrets"_s));
        m_server->remove(named(u"a"_s));
        QTRY_COMPARE(m_rows->keys.size(), 1);
        QCOMPARE(m_store->find(keyOf(named(u"a"_s))), nullptr);
    }

    void releasesInConfigMapsAreRowsOfTheirOwn()
    {
        ReleaseBuilder map = named(u"a"_s);
        map.storage = ReleaseStorage::ConfigMap;
        map.chartVersion = u"v1.0.0"_s;
        m_server->put(named(u"a"_s));
        m_server->put(map);
        m_store->start();
        QTRY_COMPARE(m_store->state(), State::Complete);
        QCOMPARE(m_store->keys().size(), 2);
        QCOMPARE(release(map).record->chartVersion, u"v1.0.0"_s);
        QCOMPARE(release(named(u"a"_s)).record->chartVersion, u"v25.10.1"_s);
    }

    void divergenceIsAgainstRevisionOne()
    {
        ReleaseBuilder first = named(u"a"_s, 1, u"superseded"_s);
        first.userValues = {{u"driver"_s, QJsonObject{{u"version"_s, u"570"_s}}}};
        ReleaseBuilder second = named(u"a"_s, 2);
        second.userValues = {{u"driver"_s, QJsonObject{{u"version"_s, u"580"_s}}}};
        m_server->put(first);
        m_server->put(second);
        m_server->put(named(u"pruned"_s, 12));
        m_server->put(named(u"fresh"_s, 1));
        m_store->start();
        QTRY_COMPARE(m_store->state(), State::Complete);
        QTRY_VERIFY(release(first).divergence);
        QCOMPARE(release(first).divergence->changes.size(), 1);
        QCOMPARE(release(first).divergence->changes[0].path, u"driver.version"_s);
        QVERIFY(!release(named(u"pruned"_s)).divergence->known());
        QVERIFY(release(named(u"fresh"_s)).divergence->known());
        QVERIFY(release(named(u"fresh"_s)).divergence->changes.isEmpty());
        QVERIFY(release(named(u"fresh"_s)).neverUpgraded());
    }

    /// Helm has stored the newest values, and may not have applied them.
    void whileARevisionIsPendingTheDeployedOneIsCompared()
    {
        const auto revision = [](int number, const QString &status, const QJsonObject &values) {
            ReleaseBuilder builder = named(u"a"_s, number, status);
            builder.userValues = values;
            return builder;
        };
        const QJsonObject before{{u"replicas"_s, 2}};
        const QJsonObject after{{u"replicas"_s, 3}, {u"image"_s, u"b"_s}};
        m_server->put(revision(1, u"superseded"_s, {{u"replicas"_s, 1}}));
        m_server->put(revision(2, u"deployed"_s, before));
        m_server->put(revision(3, u"pending-upgrade"_s, after));
        m_store->start();
        QTRY_COMPARE(m_store->state(), State::Complete);
        const ReleaseBuilder any = named(u"a"_s);
        QTRY_VERIFY(release(any).divergence);
        QCOMPARE(release(any).divergence->changes.size(), 1);
        QCOMPARE(release(any).divergence->changes[0].after.scalarText(), u"2"_s);
        QCOMPARE(comparedRevision(release(any)).revision, 2);
        QCOMPARE(release(any).record->revision, 3);
        QTRY_VERIFY(m_transport->liveWatch(u"/api/v1/secrets"_s));
        m_server->put(revision(2, u"superseded"_s, before));
        m_server->put(revision(3, u"deployed"_s, after));
        QTRY_COMPARE(release(any).divergence->changes.size(), 2);
        QCOMPARE(comparedRevision(release(any)).revision, 3);
    }

    void divergenceIsAgainstThePinnedFileWhereThereIsOne()
    {
        ReleaseBuilder pruned = named(u"pruned"_s, 12);
        pruned.userValues = {{u"driver"_s, QJsonObject{{u"version"_s, u"580"_s}}}};
        m_server->put(pruned);
        m_server->put(named(u"broken"_s, 1));
        PinnedReference pinned{u"default"_s, u"pruned"_s, u"pinned/gpu.yaml"_s, {}, {}};
        pinned.values = Value(Value::Map{{u"driver"_s, Value(Value::Map{{u"version"_s, Value(u"570"_s)}})},
                                         {u"own"_s, Value(true)}});
        const PinnedReference broken{u"default"_s, u"broken"_s, u"x.yaml"_s, {}, u"x.yaml is gone."_s};
        m_store->setReferences({pinned, broken});
        m_store->start();
        QTRY_COMPARE(m_store->state(), State::Complete);
        QTRY_VERIFY(release(pruned).divergence);
        QCOMPARE(release(pruned).divergence->reference, u"pinned file gpu.yaml"_s);
        QCOMPARE(release(pruned).divergence->changes.size(), 2);
        QCOMPARE(release(pruned).divergence->changes[0].path, u"driver.version"_s);
        QTRY_VERIFY(release(named(u"broken"_s)).divergence);
        QCOMPARE(release(named(u"broken"_s)).divergence->unknownWhy, u"x.yaml is gone."_s);
        QCOMPARE(m_store->notices(), QStringList{u"x.yaml is gone."_s});

        pinned.values = Value(Value::Map{{u"driver"_s, Value(Value::Map{{u"version"_s, Value(u"580"_s)}})}});
        m_store->setReferences({pinned});
        QTRY_COMPARE(release(pruned).divergence->changes.size(), 0);
        QCOMPARE(release(pruned).divergence->reference, u"pinned file gpu.yaml"_s);
        QCOMPARE(release(named(u"broken"_s)).divergence->reference, u"revision 1"_s);
        QVERIFY(m_store->notices().isEmpty());
        m_store->setReferences({});
        QVERIFY(!release(pruned).divergence->known());
    }

    void olderRevisionsAreReadOnDemand()
    {
        ReleaseBuilder old = named(u"a"_s, 2, u"superseded"_s);
        old.chartVersion = u"v24.9.2"_s;
        m_server->put(old);
        m_server->put(named(u"a"_s, 3));
        m_store->start();
        QTRY_COMPARE(m_store->state(), State::Complete);
        auto found = m_store->record(keyOf(old), 2);
        QTRY_VERIFY(found.isFinished());
        QCOMPARE(found.result()->chartVersion, u"v24.9.2"_s);
        auto pruned = m_store->record(keyOf(old), 1);
        QTRY_VERIFY(pruned.isFinished());
        QCOMPARE(pruned.result().error().code, Error::Code::NotFound);
        QVERIFY(pruned.result().error().message.contains(u"no longer in the history"_s));
        auto never = m_store->record(keyOf(old), 99);
        QTRY_VERIFY(never.isFinished());
        QCOMPARE(never.result().error().code, Error::Code::NotFound);
        QCOMPARE(never.result().error().message, u"Revision 99 of a does not exist: the newest is 3."_s);
    }

    void stoppingEmptiesTheTableAndStartingFillsItAgain()
    {
        m_server->put(named(u"a"_s));
        m_store->start();
        QTRY_COMPARE(m_store->state(), State::Complete);
        m_store->stop();
        QCOMPARE(m_store->state(), State::Idle);
        QVERIFY(m_rows->keys.isEmpty());
        m_store->start();
        QTRY_COMPARE(m_store->state(), State::Complete);
        QCOMPARE(m_rows->keys.size(), 1);
    }

    void goingAwayInTheMiddleIsHarmless()
    {
        for (int i = 0; i < 60; ++i)
            m_server->put(named(u"r%1"_s.arg(i)));
        for (int events = 0; events < 12; ++events) {
            auto store = std::make_unique<ReleaseStore>(m_transport.get(), &m_clock, QString());
            store->start();
            auto pending = store->record(keyOf(named(u"r1"_s)), 1);
            for (int i = 0; i < events; ++i)
                QTest::qWait(1);
            store.reset();
            QTRY_VERIFY(pending.isFinished());
        }
    }
};

#include "tst_release_store.moc"
} // namespace tst_release_store

CHARTROOM_TEST(tst_release_store, ReleaseStoreTest)
