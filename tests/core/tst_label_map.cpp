// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kube/label_map.h"
#include "tests/support/test_main.h"

#include <QMap>
#include <QRandomGenerator>
#include <QTest>

using namespace chartroom;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_label_map {

class LabelMapTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void keysOfOneLengthAreToldApart();
    void theLastValueOfAKeyCounts();
    void whatIsGivenAtOnceEqualsWhatComesOneByOne();
    void itHoldsWhatAnOrdinaryMapHolds();
};

void LabelMapTest::keysOfOneLengthAreToldApart()
{
    const LabelMap labels{{u"nvidia.com/b"_s, u"2"_s}, {u"nvidia.com/a"_s, u"1"_s}, {u"x"_s, u"3"_s}};
    QCOMPARE(labels.value(u"nvidia.com/a"_s), u"1"_s);
    QCOMPARE(labels.value(u"nvidia.com/b"_s), u"2"_s);
    QVERIFY(!labels.contains(u"nvidia.com/c"_s));
    QVERIFY(!labels.contains(u""_s));
    QCOMPARE(labels.value(u"nvidia.com/c"_s, u"none"_s), u"none"_s);
}

void LabelMapTest::theLastValueOfAKeyCounts()
{
    LabelMap labels{{u"a"_s, u"1"_s}};
    labels.insert(u"a"_s, u"2"_s);
    QCOMPARE(labels.value(u"a"_s), u"2"_s);
    labels[u"b"_s] += u"3"_s;
    QCOMPARE(labels.value(u"b"_s), u"3"_s);
    labels.clear();
    QVERIFY(labels.isEmpty());
    QVERIFY(!labels.contains(u"a"_s));
}

void LabelMapTest::whatIsGivenAtOnceEqualsWhatComesOneByOne()
{
    LabelMap labels;
    labels.insert(u"long-key"_s, u"1"_s);
    labels.insert(u"k"_s, u"2"_s);
    QVERIFY(labels == (LabelMap{{u"k"_s, u"2"_s}, {u"long-key"_s, u"1"_s}}));
    labels.insert(u"k"_s, u"3"_s);
    QVERIFY(!(labels == (LabelMap{{u"k"_s, u"2"_s}, {u"long-key"_s, u"1"_s}})));
}

void LabelMapTest::itHoldsWhatAnOrdinaryMapHolds()
{
    QRandomGenerator random(11);
    LabelMap labels;
    QMap<QString, QString> expected;
    for (int i = 0; i < 2000; ++i) {
        const QString key = QString(random.bounded(4), u'k') + QString::number(random.bounded(200));
        const QString value = QString::number(i);
        labels.insert(key, value);
        expected.insert(key, value);
        const QString asked = QString::number(random.bounded(200));
        QCOMPARE(labels.value(asked, u"none"_s), expected.value(asked, u"none"_s));
    }
    QMap<QString, QString> found;
    for (const auto &[key, value] : labels)
        found.insert(key, value);
    QCOMPARE(found, expected);
}

#include "tst_label_map.moc"
} // namespace tst_label_map

CHARTROOM_TEST(tst_label_map, LabelMapTest)
