// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/visible_text.h"
#include "tests/support/test_main.h"

#include <QTest>

using namespace chartroom;

namespace HIDDEN_FROM_MOC tst_visible_text {

class VisibleTextTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void plainTextStaysAsItIs()
    {
        QCOMPARE(visibleText(u"gpu-operator ÄÖ 😀"), QStringLiteral("gpu-operator ÄÖ 😀"));
    }

    // S15: controls of C0 and C1 and carriage returns are made visible.
    void anEscapeSequenceBecomesVisible()
    {
        QCOMPARE(visibleText(u"\x1b[31mred\r"), QStringLiteral("␛[31mred␍"));
        QCOMPARE(visibleText(u"a\u009Bb"), QStringLiteral("a\\u{009B}b"));
    }

    // S15: bidi controls are made visible.
    void aRightToLeftOverrideBecomesVisible()
    {
        QCOMPARE(visibleText(u"x\u202Egpj"), QStringLiteral("x\\u{202E}gpj"));
    }

    void linesStayOnlyWhereAsked()
    {
        QCOMPARE(visibleText(u"a\n\tb", true), QStringLiteral("a\n\tb"));
        QCOMPARE(visibleText(u"a\nb"), QStringLiteral("a␊b"));
    }

    void aLoneSurrogateDoesNotSurvive()
    {
        const QString lone = QStringLiteral("a") + QChar(0xD800) + QStringLiteral("b");
        QCOMPARE(visibleText(lone), QStringLiteral("a\\u{D800}b"));
    }

    void aLongTextIsCutAndSaysSo()
    {
        const QString shown = visibleText(QString(100, u'x'), false, 10);
        QCOMPARE(shown, QString(10, u'x') + u'…');
    }
};

#include "tst_visible_text.moc"
} // namespace tst_visible_text

CHARTROOM_TEST(tst_visible_text, VisibleTextTest)
