// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/folded_text.h"
#include "app/nearest_word.h"
#include "app/table.h"
#include "tests/support/test_main.h"

#include <QRandomGenerator>
#include <QTest>

using namespace chartroom;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_table {

namespace {

using Fit = Column::Fit;

QStringList linesOf(const QString &text)
{
    return text.split(u'\n', Qt::SkipEmptyParts);
}

QString randomText(QRandomGenerator &random, int longest, bool hasWords)
{
    QString text;
    for (int left = random.bounded(longest + 1); left > 0; --left) {
        if (hasWords && random.bounded(6) == 0)
            text += u' ';
        else if (random.bounded(8) == 0)
            text += u"😀"_s;
        else
            text += QChar(u'a' + random.bounded(26));
    }
    return text.trimmed();
}

bool isWhole(const QString &text)
{
    return QString::fromUtf8(text.toUtf8()) == text && !text.contains(QChar::ReplacementCharacter);
}

} // namespace

class TableTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void noLineIsLongerThanTheTerminal()
    {
        QRandomGenerator random(50);
        const QList<Column> columns{{u"NAME"_s, 0, Fit::Cut, 10},
                                    {u"PATH"_s, 0, Fit::CutStart, 12},
                                    {u"STATUS"_s},
                                    {u"OWNER"_s, 1},
                                    {u"UPDATED"_s, 3},
                                    {u"CHART"_s, 2, Fit::Cut},
                                    {u"MESSAGE"_s, 0, Fit::Below, 10}};
        for (int width = 40; width <= 220; width += 3) {
            QList<QStringList> rows;
            for (int row = 0; row < 8; ++row)
                rows.append({randomText(random, 60, false), randomText(random, 90, false), u"failed"_s,
                             u"customer"_s, u"2026-11-21T12:20:51Z"_s, randomText(random, 30, false),
                             randomText(random, 150, true)});
            const QString text = alignedTable(columns, rows, width, false);
            QVERIFY(isWhole(text));
            const QStringList lines = linesOf(text);
            for (const QString &line : lines) {
                const bool isLongWord = line.startsWith(u"    ") && !line.trimmed().contains(u' ');
                QVERIFY2(columnsOf(line) <= width || isLongWord, qPrintable(line));
            }
            for (const char *title : {"NAME", "PATH", "STATUS"})
                QVERIFY2(lines.first().contains(QLatin1String(title)), qPrintable(lines.first()));
            QCOMPARE(text.count(u" failed"_s), rows.size());   // words and numbers are never cut
            for (const QStringList &row : std::as_const(rows)) // and no sentence is
                QVERIFY2(text.simplified().remove(u' ').contains(QString(row.last()).remove(u' ')),
                         qPrintable(text));
        }
    }

    void columnsAreLeftOutByTheirRank()
    {
        const QList<Column> columns{{u"NAME"_s}, {u"SECOND"_s, 2}, {u"THIRD"_s, 3}, {u"FIRST"_s, 1}};
        const QList<QStringList> rows{
            {u"gpu-operator-of-the-tenant"_s, u"22222222"_s, u"33333333"_s, u"11111111"_s}};
        const auto titles = [&](qsizetype width) {
            return linesOf(alignedTable(columns, rows, width, false)).first().simplified();
        };
        QCOMPARE(titles(0), u"NAME SECOND THIRD FIRST"_s);
        QCOMPARE(titles(56), u"NAME SECOND THIRD FIRST"_s);
        QCOMPARE(titles(55), u"NAME SECOND FIRST"_s);
        QCOMPARE(titles(45), u"NAME FIRST"_s);
        QCOMPARE(titles(30), u"NAME"_s);
    }

    void aNameIsCutLast()
    {
        const QList<Column> columns{{u"NAMESPACE"_s, 0, Fit::Cut, 9},
                                    {u"NAME"_s, 0, Fit::Name},
                                    {u"VERSION"_s, 1},
                                    {u"STATUS"_s},
                                    {u"NODES DONE"_s, 0, Fit::Cut, 12}};
        const QString name = u"crusoe-registry-token-rotator"_s;
        const QStringList row{u"nvidia-gpu-operator"_s, name, u"v25.10.1"_s, u"pending-upgrade"_s,
                              u"gpu 14/16, 2 failed"_s};
        for (int width = 120; width >= 40; --width)
            QVERIFY2(alignedTable(columns, {row}, width, false).contains(name),
                     qPrintable(QString::number(width)));
        const QString narrow = linesOf(alignedTable(columns, {row}, 30, false)).last();
        QVERIFY2(columnsOf(narrow) <= 30 && narrow.contains(u"crusoe-"), qPrintable(narrow));
    }

    void aPathKeepsItsEndAndANameItsStart()
    {
        QCOMPARE(cutText(u"driver.upgradePolicy.maxUnavailable"_s, 16, true), u"….maxUnavailable"_s);
        QCOMPARE(cutText(u"nvidia-network-operator"_s, 10), u"nvidia-ne…"_s);
        QCOMPARE(cutText(u"as it is"_s, 8), u"as it is"_s);
        QCOMPARE(cutText(u"😀😀😀"_s, 2), u"😀…"_s);
        QCOMPARE(cutText(u"😀😀😀"_s, 2, true), u"…😀"_s);
    }

    void aSentenceThatDoesNotFitFollowsItsRowAndAShortOneStays()
    {
        const QList<Column> columns{{u"NODE"_s}, {u"MESSAGE"_s, 0, Fit::Below, 10}};
        const QString text = alignedTable(
            columns,
            {{u"gpu-1"_s, u"short"_s}, {u"gpu-2"_s, u"the driver container is crash-looping, 12 restarts"_s}},
            40, false);
        QCOMPARE(text, u"NODE   MESSAGE\n"
                       "gpu-1  short\n"
                       "gpu-2  …\n"
                       "    the driver container is\n"
                       "      crash-looping, 12 restarts\n"_s);
        QCOMPARE(linesOf(alignedTable(columns, {{u"gpu-2"_s, u"a b"_s.repeated(40)}}, 0, false)).size(), 2);
    }

    void textIsFoldedBetweenWords()
    {
        QCOMPARE(foldedText(u"  one two three four"_s, 12), u"  one two\n    three\n    four"_s);
        QCOMPARE(foldedText(u"one two three four"_s, 9, 0), u"one two\nthree\nfour"_s);
        QCOMPARE(foldedText(u"one two"_s, 0), u"one two"_s);
        QCOMPARE(foldedText(u"averylongwordthatstays whole"_s, 10), u"averylongwordthatstays\n  whole"_s);
    }

    /// Pasted into a shell it is one command, whose arguments are what they were.
    void aFoldedCommandStaysOne()
    {
        const QString line =
            u"Once it is gone, run: kubectl label node gpu-5 nvidia.com/gpu-driver-upgrade-state=x "
            "--overwrite --reason 'a b c d e f g h i j k l m'"_s;
        for (int width = 40; width < 120; width += 7) {
            const QString folded = foldedText(line, width);
            const QString command = folded.mid(folded.indexOf(u"kubectl"));
            QCOMPARE(QString(command).replace(u" \\\n"_s, u" "_s).simplified(),
                     line.mid(line.indexOf(u"kubectl")));
            QVERIFY(!QString(command).replace(u" \\\n"_s, u" "_s).contains(u'\n'));
            QVERIFY2(folded.contains(u"'a b c d e f g h i j k l m'"), qPrintable(folded));
        }
    }

    void aWordIsNearWhereTwoLettersDiffer()
    {
        const QStringList words{u"list"_s, u"rollout"_s, u"rollback"_s, u"findings"_s};
        QCOMPARE(nearestWord(u"lsit"_s, words), u"list"_s);
        QCOMPARE(nearestWord(u"rolback"_s, words), u"rollback"_s);
        QCOMPARE(nearestWord(u"find"_s, words), u"findings"_s);
        QCOMPARE(nearestWord(u"x"_s, words), QString());
        QCOMPARE(nearestWord(u"install"_s, words), QString());
    }
};

#include "tst_table.moc"
} // namespace tst_table

CHARTROOM_TEST(tst_table, TableTest)
