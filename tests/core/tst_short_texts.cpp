// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/duration_text.h"
#include "core/base/short_list.h"
#include "tests/support/test_main.h"

#include <QTest>

using namespace chartroom;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_short_texts {

class ShortTextsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anAgeHasOneUnit()
    {
        QCOMPARE(durationText(-1s), u"0 s"_s);
        QCOMPARE(durationText(99'999ms), u"99 s"_s);
        QCOMPARE(durationText(100s), u"1 min"_s);
        QCOMPARE(durationText(100min), u"1 h"_s);
        QCOMPARE(durationText(48h), u"2 d"_s);
    }

    void aStepInProgressHasTwoUnits()
    {
        QCOMPARE(takenText(42s), u"42 s"_s);
        QCOMPARE(takenText(237s), u"3 m 57 s"_s);
        QCOMPARE(takenText(59min + 59s), u"59 m 59 s"_s);
        QCOMPARE(takenText(119min), u"119 min"_s);
        QCOMPARE(elapsedText(-1s), u"0 s"_s);
        QCOMPARE(elapsedText(59'999ms), u"59 s"_s);
        QCOMPARE(elapsedText(62s), u"1 m 02 s"_s);
        QCOMPARE(elapsedText(10min), u"10 min"_s);
        QCOMPARE(elapsedText(119min + 59s), u"119 min"_s);
        QCOMPARE(elapsedText(200min), u"3 h 20 min"_s);
        QCOMPARE(elapsedText(47h + 5min), u"47 h 05 min"_s);
        QCOMPARE(elapsedText(48h), u"2 d"_s);
    }

    void aPlanHasMinutesRoundedUp()
    {
        QCOMPARE(minutesText(0s), u"0 min"_s);
        QCOMPARE(minutesText(1s), u"1 min"_s);
        QCOMPARE(minutesText(89min), u"89 min"_s);
        QCOMPARE(minutesText(130min), u"2 h 10 min"_s);
    }

    void aListNamesTheFirstAndCountsTheRest()
    {
        const QStringList names{u"a"_s, u"b"_s, u"c"_s};
        QCOMPARE(shortList({}), QString());
        QCOMPARE(shortList(names, 3), u"a, b, c"_s);
        QCOMPARE(shortList(names, 1), u"a and 2 more"_s);
    }
};

#include "tst_short_texts.moc"
} // namespace tst_short_texts

CHARTROOM_TEST(tst_short_texts, ShortTextsTest)
