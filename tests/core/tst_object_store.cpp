// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kube/object_store.h"
#include "tests/support/reflector_bench.h"

#include <QTest>

using namespace chartroom;
using namespace chartroom::test;

namespace {

struct Thing
{
    QString name;
    [[nodiscard]] static Result<Thing> read(const KubeObject &object)
    {
        if (object.name == u"damaged")
            return failure(Error::Code::Damaged, {});
        return Thing{object.name};
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

    void whatIsReplacedIsFreedByWhoeverReadTheNewValue()
    {
        ScriptedTransport transport;
        ScriptedCluster cluster(&transport, secrets);
        cluster.put(QStringLiteral("before"), QStringLiteral("u1"));
        FakeClock clock;
        ObjectStore<Thing> store(&transport, pagesOf(500), &clock, nullptr);
        store.start();
        QTRY_COMPARE(store.reflector().state(), Reflector::State::Live);
        KubeObject object{QStringLiteral("u1"), {}, QStringLiteral("now"), QStringLiteral("2000"), {}};
        object.read = store.reflector().query().reader(object);
        Q_EMIT transport.liveWatch(secrets)->objectsReceived({{ObjectEvent::Type::Modified, object}},
                                                             object.resourceVersion);
        QTRY_COMPARE(store.find(object.uid)->name, QStringLiteral("now"));
        const auto &box = *static_cast<const Result<ObjectMap<Thing>::Fresh> *>(object.read.get());
        QCOMPARE((*box)->value.name, QStringLiteral("before"));
    }
};

QTEST_GUILESS_MAIN(ObjectStoreTest)
#include "tst_object_store.moc"
