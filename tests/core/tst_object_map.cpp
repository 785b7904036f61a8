// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kube/object_map.h"
#include "tests/support/test_main.h"

#include <QTest>

using namespace chartroom;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_object_map {

class ObjectMapTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aCopyStaysAsItWas()
    {
        ObjectMap<QString> map{{u"a"_s, u"one"_s}, {u"b"_s, u"two"_s}, {u"c"_s, u"three"_s}};
        const ObjectMap<QString> copy = map;
        auto fresh = ObjectMap<QString>::make(u"new"_s, u"a");
        QVERIFY(!map.exchange(u"a"_s, fresh));
        QCOMPARE(fresh->value, u"one"_s);
        map[u"b"_s] += u"!"_s;
        QVERIFY(map.remove(u"c"_s));
        map.insert(u"d"_s, u"four"_s);
        QCOMPARE(texts(map), (QStringList{u"a=new"_s, u"b=two!"_s, u"d=four"_s}));
        QCOMPARE(texts(copy), (QStringList{u"a=one"_s, u"b=two"_s, u"c=three"_s}));
    }

    void aCopySharesWhatDoesNotChange()
    {
        ObjectMap<QString> map{{u"a"_s, u"one"_s}, {u"b"_s, u"two"_s}};
        const ObjectMap<QString> copy = map;
        map[u"a"_s] = u"new"_s;
        QCOMPARE(&*map.constFind(u"b"_s), &*copy.constFind(u"b"_s));
        QVERIFY(&*map.constFind(u"a"_s) != &*copy.constFind(u"a"_s));
    }

    void oneThatIsSharedStaysAsItWas()
    {
        ObjectMap<QString> map{{u"a"_s, u"one"_s}};
        const auto first = map.share(u"a"_s);
        QCOMPARE(first.get(), &*map.constFind(u"a"_s)); // nothing is copied
        map[u"a"_s] = u"two"_s;
        const auto second = map.share(u"a"_s);
        QVERIFY(map.remove(u"a"_s));
        QVERIFY(!map.share(u"a"_s));
        QCOMPARE(*first, u"one"_s);
        QCOMPARE(*second, u"two"_s);
    }

    void whatIsReplacedIsGivenBack()
    {
        ObjectMap<QString> map;
        auto object = ObjectMap<QString>::make(u"one"_s, u"a");
        const QString *place = &object->value;
        QVERIFY(map.exchange(u"a"_s, object));
        QVERIFY(!object);
        QCOMPARE(&*map.constFind(u"a"_s), place); // nothing is copied
        object = ObjectMap<QString>::make(u"two"_s, u"a");
        QVERIFY(!map.exchange(u"a"_s, object));
        QCOMPARE(&object->value, place);
        object.reset(); // and the key with it, were it that one's
        QVERIFY(map.constFind(u"a"_s) != map.cend());
        QCOMPARE(texts(map), QStringList{u"a=two"_s});
    }

    void oneThatComesBackLeavesTheCopiesWhoseKeyItIs()
    {
        const auto uid = [] { return u"uid-"_s + QString::number(1); }; // each a text of its own
        ObjectMap<QString> map;
        const auto one = ObjectMap<QString>::make(u"one"_s, uid());
        auto told = one;
        QVERIFY(map.exchange(uid(), told));
        const ObjectMap<QString> copy = map;
        QVERIFY(map.remove(uid()));
        map.insert(uid(), u"two"_s);
        told = one;
        QVERIFY(!map.exchange(uid(), told));
        QCOMPARE(told->value, u"two"_s);
        told.reset();
        QCOMPARE(texts(map), QStringList{u"uid-1=one"_s});
        QVERIFY(map.remove(uid()));
        told = one;
        QVERIFY(map.exchange(uid(), told));
        map = {};
        QVERIFY(copy.constFind(uid()) != copy.cend());
        QCOMPARE(texts(copy), QStringList{u"uid-1=one"_s});
    }

    void anObjectIsFoundAfterItsUidWasSomebodyElses()
    {
        ObjectMap<QString> map;
        {
            QString uid = u"uid-"_s + QString::number(1);
            map.insert(uid, u"one"_s);
            uid[0] = u'x'; // the caller's text is the caller's
        }
        ObjectMap<QString> copy = map;
        copy[u"uid-1"_s] = u"two"_s;
        map = {};
        QCOMPARE(texts(copy), QStringList{u"uid-1=two"_s});
        QVERIFY(copy.constFind(u"uid-1"_s) != copy.cend());
        QVERIFY(copy.constFind(u"uid-2"_s) == copy.cend());
        QVERIFY(!copy.remove(u"uid-2"_s));
    }

private:
    static QStringList texts(const ObjectMap<QString> &map)
    {
        QStringList texts;
        for (auto object = map.cbegin(); object != map.cend(); ++object)
            texts.append(object.key() + u'=' + *object);
        texts.sort();
        return texts;
    }
};

#include "tst_object_map.moc"
} // namespace tst_object_map

CHARTROOM_TEST(tst_object_map, ObjectMapTest)
