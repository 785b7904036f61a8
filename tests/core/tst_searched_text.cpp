// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/tables/searched_text.h"
#include "tests/support/test_main.h"

#include <QTest>

using namespace chartroom;

namespace HIDDEN_FROM_MOC tst_searched_text {

class SearchedTextTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void itIsInLowerCaseInAnyLanguage_data();
    void itIsInLowerCaseInAnyLanguage();
    void oneTextDoesNotRunIntoTheNext();
};

void SearchedTextTest::itIsInLowerCaseInAnyLanguage_data()
{
    QTest::addColumn<QString>("text");
    QTest::newRow("English") << QStringLiteral("GPU-011 [@Z] Drain since 12:00");
    QTest::newRow("with an accent") << QStringLiteral("Größe der ÄNDERUNG");
    QTest::newRow("an accent behind capitals") << QStringLiteral("ABC É");
    QTest::newRow("Greek") << QStringLiteral("ΟΔΟΣ");
    QTest::newRow("signs without a case") << QStringLiteral("Evicting · Stuck → 580.65.06 … “GPU”");
    QTest::newRow("a number in letters") << QStringLiteral("Zone Ⅷ");
    QTest::newRow("grows") << QStringLiteral("İstanbul");
    QTest::newRow("nothing") << QString();
}

void SearchedTextTest::itIsInLowerCaseInAnyLanguage()
{
    QFETCH(const QString, text);
    QCOMPARE(searchedText({text}), text.toLower());
}

void SearchedTextTest::oneTextDoesNotRunIntoTheNext()
{
    QCOMPARE(searchedText({QStringLiteral("Pool A"), QString(), QStringLiteral("B")}),
             QStringLiteral("pool a\n\nb"));
}

#include "tst_searched_text.moc"
} // namespace tst_searched_text

CHARTROOM_TEST(tst_searched_text, SearchedTextTest)
