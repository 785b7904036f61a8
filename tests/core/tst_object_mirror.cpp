// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kube/object_mirror.h"
#include "tests/support/test_main.h"

#include <QTest>

using namespace chartroom;

namespace HIDDEN_FROM_MOC tst_object_mirror {

using Type = ObjectEvent::Type;

namespace {

ObjectEvent told(Type type, const char *uid, const char *name, const char *version)
{
    return {type,
            {QString::fromLatin1(uid), QStringLiteral("ns"), QString::fromLatin1(name),
             QString::fromLatin1(version), QByteArray("{}")}};
}

} // namespace

class ObjectMirrorTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    // No API server gives a uid twice; a made or damaged recording may.
    void aUidThatTwoObjectsShareLosesNoEventAndEndsNoProgram()
    {
        ObjectMirror mirror;
        EventQueue queue;
        queue.append(mirror.apply({told(Type::Added, "u", "a", "1")}));
        queue.append(mirror.apply({told(Type::Added, "u", "b", "2")}));
        QCOMPARE(queue.take().size(), 1);
        queue.append(mirror.apply({told(Type::Deleted, "u", "b", "3")}));
        queue.append(mirror.apply({told(Type::Added, "v", "a", "4")}));
        queue.append(mirror.apply({told(Type::Added, "w", "b", "5")}));
        const QList<ObjectEvent> events = queue.take();
        QCOMPARE(events.size(), 3);
        for (const ObjectEvent &one : events)
            QVERIFY(!one.object.name.isEmpty());
        QVERIFY(queue.isEmpty());
        QCOMPARE(mirror.size(), 2);
    }

    void whatIsTheDifferenceAlreadyIsPassedOnWithoutACopy()
    {
        ObjectMirror mirror;
        const QList<ObjectEvent> added{told(Type::Added, "u", "a", "1"), told(Type::Added, "v", "b", "1")};
        QCOMPARE(mirror.apply(added).constData(), added.constData());
        const QList<ObjectEvent> changed{
            told(Type::Modified, "u", "a", "2"), told(Type::Deleted, "v", "b", "3"),
            told(Type::Added, "w", "b", "4"), // made anew under its name
        };
        QCOMPARE(mirror.apply(changed).constData(), changed.constData());
        QCOMPARE(mirror.size(), 2);
        const QList<ObjectEvent> others = mirror.apply({
            told(Type::Modified, "u", "a", "3"), told(Type::Modified, "u", "a", "3"), // said twice
            told(Type::Modified, "x", "c", "5"),                                      // unknown
            told(Type::Added, "y", "b", "6"),                                         // instead of w
            told(Type::Deleted, "z", "d", "7"),                                       // unknown
        });
        QStringList shown;
        for (const ObjectEvent &one : others)
            shown << QStringLiteral("%1 %2").arg(int(one.type)).arg(one.object.uid);
        QCOMPARE(shown, (QStringList{QStringLiteral("1 u"), QStringLiteral("0 x"), QStringLiteral("2 w"),
                                     QStringLiteral("0 y")}));
        QCOMPARE(mirror.size(), 3);
    }

    void whatIsRecalledIsKnownToTheNextList()
    {
        ObjectMirror mirror;
        const QList<ObjectEvent> added{told(Type::Added, "u", "a", "1"), told(Type::Added, "v", "b", "1")};
        QCOMPARE(mirror.apply(added).size(), 2);
        mirror.forget();
        QCOMPARE(mirror.size(), 0);
        mirror.recall({told(Type::Added, "u", "a", "2").object, told(Type::Added, "w", "b", "4").object,
                       told(Type::Added, "x", "c", "3").object});
        mirror.beginList();
        QCOMPARE(mirror.applyPage({told(Type::Added, "u", "a", "2").object}).size(), 0);
        const QList<ObjectEvent> another = mirror.applyPage({told(Type::Added, "y", "c", "5").object});
        QCOMPARE(another.size(), 2);
        QCOMPARE(another.first().type, Type::Deleted);
        QCOMPARE(another.first().object.uid, QStringLiteral("x"));
        const QList<ObjectEvent> gone = mirror.endList();
        QCOMPARE(gone.size(), 1);
        QCOMPARE(gone.first().object.uid, QStringLiteral("w"));
    }

    void anEventWithoutANameEndsTheQueueNotTheProgram()
    {
        EventQueue queue;
        queue.append(told(Type::Added, "u", "", "1"));
        QVERIFY(queue.take().isEmpty());
        QVERIFY(queue.isEmpty());
    }
};

#include "tst_object_mirror.moc"
} // namespace tst_object_mirror

CHARTROOM_TEST(tst_object_mirror, ObjectMirrorTest)
