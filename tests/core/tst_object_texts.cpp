// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recording/object_texts.h"
#include "core/recording/recording_reader.h"
#include "tests/support/test_main.h"

#include <QRandomGenerator>
#include <QTest>

using namespace chartroom;

namespace HIDDEN_FROM_MOC tst_object_texts {

namespace {

std::string_view view(const QByteArray &bytes)
{
    return {bytes.constData(), size_t(bytes.size())};
}

QByteArray randomText(QRandomGenerator &random, int size)
{
    QByteArray text(size, Qt::Uninitialized);
    for (char &c : text)
        c = char(random.bounded(256));
    return text;
}

/// As a change changes: some bytes replaced, put in and left out, here and there.
QByteArray changed(QByteArray text, QRandomGenerator &random)
{
    for (int i = int(random.bounded(6)); i > 0; --i) {
        const auto at = qsizetype(random.bounded(quint32(text.size()) + 1));
        switch (random.bounded(3)) {
        case 0:
            text.insert(at, randomText(random, int(random.bounded(60))));
            break;
        case 1:
            text.remove(at, random.bounded(60));
            break;
        default:
            text.replace(at, 3, randomText(random, 3));
        }
    }
    return text;
}

} // namespace

class ObjectTextsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyTextComesBackAsItWas()
    {
        QRandomGenerator random(42);
        ObjectTexts texts;
        QList<std::pair<ObjectTexts::Id, QByteArray>> added;
        QByteArrayList families;
        for (int family = 0; family < 20; ++family)
            families.append(randomText(random, int(random.bounded(4000))));
        for (int i = 0; i < 4000; ++i) {
            const auto family = random.bounded(20U);
            QByteArray &text = families[family];
            text = random.bounded(50) == 0 ? randomText(random, int(random.bounded(200)))
                                           : changed(text, random);
            added.append({texts.add(view(text), family, family / 7), text});
        }
        texts.squeeze();
        for (const auto &[id, text] : std::as_const(added))
            QCOMPARE(texts.text(id), text);
    }

    void oneTextAfterTheOtherTakesTheSameRoomUnlessSomebodyKeptIt()
    {
        QRandomGenerator random(2);
        const QByteArray longer = randomText(random, 3000);
        const QByteArray shorter = longer.left(2000) + "other" + longer.mid(2500);
        ObjectTexts texts;
        const auto first = texts.add(view(longer), 0, 0);
        const auto second = texts.add(view(shorter), 0, 0);
        QByteArray room = texts.text(first);
        const char *place = room.constData();
        room = texts.text(second, std::move(room));
        QCOMPARE(room, shorter);
        QCOMPARE(room.constData(), place);
        const QByteArray kept = room;
        room = texts.text(first, std::move(room));
        QCOMPARE(room, longer);
        QCOMPARE(kept, shorter);
    }

    void textsOfAFewBytesAndNoneAreKept()
    {
        ObjectTexts texts;
        QList<ObjectTexts::Id> ids;
        for (const QByteArray &text :
             {QByteArray(), QByteArray("{}"), QByteArray("0123456789abcdef"), QByteArray(3, 'x')})
            ids.append(texts.add(view(text), 0, 0));
        QCOMPARE(texts.text(ids[0]), QByteArray());
        QCOMPARE(texts.text(ids[1]), QByteArray("{}"));
        QCOMPARE(texts.text(ids[2]), QByteArray("0123456789abcdef"));
        QCOMPARE(texts.text(ids[3]), QByteArray("xxx"));
        QCOMPARE(texts.text(ObjectTexts::none), QByteArray());
    }

    void anObjectFoundGoneDoesNotSpoilWhatItsFamilyIsToldBy()
    {
        QRandomGenerator random(1);
        const QByteArray text = randomText(random, 3000);
        ObjectTexts texts;
        Q_UNUSED(texts.add(view(text), 0, 0))
        Q_UNUSED(texts.add("{\"metadata\":{\"name\":\"p\",\"uid\":\"u\"}}", 0, 0))
        const qsizetype before = texts.bytes();
        Q_UNUSED(texts.add(view(text), 0, 0))
        QVERIFY(texts.bytes() - before < 32);
    }

    void aRealRecordingTakesAFractionOfItsText()
    {
        const auto recording =
            loadRecording(QStringLiteral(CHARTROOM_TEST_DATA "/gpu-then-ib-one-node-crashes.jsonl.gz"));
        QVERIFY(recording);
        qsizetype whole = 0;
        for (const RecordingEvent &event : (*recording)->events)
            whole += event.object.json.size();
        QVERIFY(whole > 4'000'000);
        const qsizetype packed = (*recording)->events.packedBytes();
        QVERIFY2(packed * 5 < whole * 2, qPrintable(QString::number(packed)));
    }
};

#include "tst_object_texts.moc"
} // namespace tst_object_texts

CHARTROOM_TEST(tst_object_texts, ObjectTextsTest)
