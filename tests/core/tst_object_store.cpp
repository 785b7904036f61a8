// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kube/object_store.h"
#include "tests/support/reflector_bench.h"
#include "tests/support/test_main.h"

#include <QTest>
#include <QThread>

#include <atomic>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_object_store {

namespace {

std::atomic<int> freedHere = 0;
std::atomic<int> freedElsewhere = 0;

/// Counts where what it belongs to is freed.
struct Mark
{
    Mark() = default;
    Mark(const Mark &) = delete;
    Mark &operator=(const Mark &) = delete;
    ~Mark() { ++(QThread::currentThread() == qApp->thread() ? freedHere : freedElsewhere); }
};

struct Thing
{
    QString name;
    std::shared_ptr<const Mark> mark;
    [[nodiscard]] static Result<Thing> read(const KubeObject &object)
    {
        if (object.name == u"damaged")
            return failure(Error::Code::Damaged, {});
        return Thing{object.name, std::make_shared<const Mark>()};
    }
};

ResourceQuery pagesOf(int size)
{
    return {secrets, {}, {}, false, size};
}

} // namespace

class ObjectStoreTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aStoreMakesRoomForALongListAtOnce()
    {
        ScriptedTransport transport;
        ScriptedCluster cluster(&transport, secrets);
        for (int i = 0; i < 1000; ++i)
            cluster.put(QString::number(i));
        FakeClock clock;
        ObjectStore<Thing> store(&transport, pagesOf(10), &clock, nullptr);
        QList<qsizetype> rooms;
        connect(&store, &ObjectStoreBase::objectsChanged, this, [&] { rooms << store.objects().capacity(); });
        store.start();
        QTRY_COMPARE(store.objects().size(), 1000);
        QVERIFY(rooms.first() >= 1000);
        QCOMPARE(rooms.last(), rooms.first());
    }

    void whatAListBringsAndWhatAWatchBringsIsReadAlike()
    {
        ScriptedTransport transport;
        ScriptedCluster cluster(&transport, secrets);
        for (const char *name : {"a", "b", "damaged"})
            cluster.put(QString::fromLatin1(name));
        FakeClock clock;
        ObjectStore<Thing> store(&transport, pagesOf(500), &clock, nullptr);
        store.start();
        QTRY_COMPARE(store.reflector().state(), Reflector::State::Live);
        cluster.put(QStringLiteral("c"));
        cluster.put(QStringLiteral("a"));
        QTRY_COMPARE(store.objects().size(), 3);
        QCOMPARE(store.damaged(), 1);
        QStringList names;
        for (const Thing &thing : store.objects())
            names << thing.name;
        names.sort();
        QCOMPARE(names, (QStringList{QStringLiteral("a"), QStringLiteral("b"), QStringLiteral("c")}));
    }

    void whatIsReplacedOrGoneIsFreedOnThePoolWhereItIsMuch()
    {
        constexpr int many = 1000;
        ScriptedTransport transport;
        ScriptedCluster cluster(&transport, secrets);
        for (int i = 0; i < 2 * many; ++i)
            cluster.put(u"before"_s + QString::number(i), u"u"_s + QString::number(i));
        FakeClock clock;
        ObjectStore<Thing> store(&transport, pagesOf(500), &clock, nullptr);
        store.start();
        QTRY_COMPARE(store.reflector().state(), Reflector::State::Live);
        QCOMPARE(store.objects().size(), 2 * many);
        freedHere = freedElsewhere = 0;
        QList<ObjectEvent> events;
        QStringList changed;
        QStringList removed;
        for (int i = 0; i < 2 * many; ++i) {
            KubeObject object{u"u"_s + QString::number(i), {}, u"now"_s, u"2000"_s, {}};
            if (i < many)
                object.read = store.reflector().query().reader(object);
            (i < many ? changed : removed) << object.uid;
            events.append({i < many ? ObjectEvent::Type::Modified : ObjectEvent::Type::Deleted, object});
        }
        ObjectDelta told;
        connect(&store, &ObjectStoreBase::objectsChanged, this,
                [&](const ObjectDelta &delta) { told = delta; });
        Q_EMIT transport.liveWatch(secrets)->objectsReceived(events, {});
        QCOMPARE(told.changed, changed); // in the order that they came
        QCOMPARE(told.removed, removed);
        QCOMPARE(store.objects().size(), many);
        QCOMPARE(store.find(u"u0"_s)->name, u"now"_s);
        QTRY_COMPARE(freedElsewhere, 2 * many);
        QCOMPARE(freedHere, 0);
    }
};

#include "tst_object_store.moc"
} // namespace tst_object_store

CHARTROOM_TEST(tst_object_store, ObjectStoreTest)
