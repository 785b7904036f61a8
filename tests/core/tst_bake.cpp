// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/upgrade/bake.h"
#include "tests/support/test_main.h"

#include <QTest>
#include <QTimeZone>

using namespace chartroom;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace HIDDEN_FROM_MOC tst_bake {

class BakeTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void bakesAreReadAsPeopleSayThem_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("seconds");
        using Row = std::pair<const char *, int>;
        for (const auto &[text, seconds] :
             {Row{"48h", 172800}, Row{"2d", 172800}, Row{"90m", 5400}, Row{"0h", 0}, Row{"30d", 2592000},
              Row{"31d", -1}, Row{"48", -1}, Row{"-1h", -1}, Row{"1h30m", -1}, Row{"", -1},
              Row{"9999999d", -1}})
            QTest::newRow(text[0] ? text : "nothing") << QString::fromLatin1(text) << seconds;
    }
    void bakesAreReadAsPeopleSayThem()
    {
        QFETCH(QString, text);
        QFETCH(int, seconds);
        const auto length = readBake(text);
        QCOMPARE(int(length.value_or(-1s).count()), seconds);
        if (length)
            QVERIFY(readBake(bakeText(*length)) == length);
    }

    void theEndOfABakeFollowsFromTheJournal()
    {
        const QDateTime begun({2026, 11, 21}, {1, 10}, QTimeZone::utc());
        Bake bake;
        bake.length = 48h;
        bake.begun = begun;
        bake.zone = "Europe/Berlin";
        QCOMPARE(bake.text(begun), u"Bakes until Monday, 23 November 02:10 (Europe/Berlin)."_s);
        QVERIFY(bake.text(begun.addDays(2)).startsWith(u"Baking since"_s));
        bake.zone.clear();
        QVERIFY(bake.text(begun).contains(u"01:10 (UTC)"_s));
    }

    void withANodeThatGoesFirstItCountsFromWhenThatWasDone()
    {
        const QDateTime begun({2026, 11, 21}, {1, 10}, QTimeZone::utc());
        Bake bake;
        bake.length = 48h;
        bake.begun = begun;
        bake.canary = u"gpu-3"_s;
        QVERIFY(bake.text(begun).contains(u"does not record yet when gpu-3 completed"_s));
        bake.seeCanary({});
        QVERIFY(!bake.isCanarySeen);
        bake.seeCanary(begun.addSecs(-60)); // the operation took longer
        QCOMPARE(bake.until(), begun.addDays(2));
        bake.seeCanary(begun.addSecs(60));
        QCOMPARE(bake.until(), begun.addDays(2).addSecs(60));
        QCOMPARE(bake.text(begun), u"Bakes until Monday, 23 November 01:11 (UTC)."_s);
    }

    /// A person's check of what was deployed and not verified is no later end of it.
    void aCheckByHandDoesNotMoveItsBeginning()
    {
        const QDateTime end({2026, 11, 21}, {1, 0}, QTimeZone::utc());
        const auto finish = [](const QString &how, const QDateTime &at, bool isChecked) {
            return JournalRecord{JournalRecord::Kind::Outcome, u"Finish"_s, at,
                                 Value(Value::Map{{u"end"_s, Value(how)},
                                                  {u"verifying"_s, Value(!isChecked)},
                                                  {u"checked"_s, Value(isChecked)},
                                                  {u"recovered"_s, Value(true)}})};
        };
        JournalContents reading;
        reading.records = {{JournalRecord::Kind::Intent, u"Lease"_s, end.addSecs(-600),
                            Value(Value::Map{{u"operation"_s, Value(u"x"_s)},
                                             {u"kind"_s, Value(u"upgrade"_s)},
                                             {u"bakeSeconds"_s, Value(Value::Number{u"3600"_s})}})},
                           finish(u"unknown"_s, end.addSecs(-60), false),
                           finish(u"done"_s, end, false)};
        QCOMPARE(bakeIn(reading).value_or(Bake()).begun, end);
        reading.records << finish(u"done"_s, end.addDays(2), true);
        QCOMPARE(bakeIn(reading).value_or(Bake()).begun, end);
    }

    void whatCameAfterABakeTakesItsPlace()
    {
        const QDateTime end({2026, 11, 21}, {1, 0}, QTimeZone::utc());
        const auto journalOf = [&](const QString &kind, int bakeSeconds, const QString &ended,
                                   const QString &context = u"cmk"_s) {
            JournalContents reading;
            reading.records = {
                {JournalRecord::Kind::Intent, u"Lease"_s, end,
                 Value(Value::Map{{u"operation"_s, Value(u"x"_s)},
                                  {u"kind"_s, Value(kind)},
                                  {u"context"_s, Value(context)},
                                  {u"namespace"_s, Value(u"nvidia"_s)},
                                  {u"release"_s, Value(u"gpu-operator"_s)},
                                  {u"chart"_s, Value(u"gpu-operator"_s)},
                                  {u"bakeSeconds"_s, Value(Value::Number{QString::number(bakeSeconds)})}})},
                {JournalRecord::Kind::Outcome, u"Finish"_s, end,
                 Value(Value::Map{{u"end"_s, Value(ended)}})}};
            return reading;
        };
        const JournalContents baking = journalOf(u"upgrade"_s, 3600, u"done"_s);
        const QDateTime now = end.addSecs(60);
        QCOMPARE(runningBakes({baking}, u"cmk"_s, now).size(), 1);
        QVERIFY(runningBakes({baking}, u"lab"_s, now).isEmpty());
        JournalContents known = baking;
        Value::Map first = known.records.first().data.map();
        first.insert(u"clusterUid"_s, Value(u"uid-a"_s));
        known.records.first().data = Value(first);
        QCOMPARE(runningBakes({known}, {u"cmk"_s, u"uid-a"_s}, now).size(), 1);
        QVERIFY(runningBakes({known}, {u"cmk"_s, u"uid-b"_s}, now).isEmpty()); // another of that name
        QVERIFY(runningBakes({baking}, u"cmk"_s, end.addSecs(3600)).isEmpty());
        QVERIFY(runningBakes({journalOf(u"upgrade"_s, 3600, u"failed"_s)}, u"cmk"_s, now).isEmpty());
        QVERIFY(runningBakes({journalOf(u"rollback"_s, 0, u"done"_s), baking}, u"cmk"_s, now).isEmpty());
        QCOMPARE(runningBakes({journalOf(u"rollback"_s, 0, u"notStarted"_s), baking}, u"cmk"_s, now).size(),
                 1);
    }
};

#include "tst_bake.moc"
} // namespace tst_bake

CHARTROOM_TEST(tst_bake, BakeTest)
