// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_main.h"
#include "ui/delegates/shaped_texts.h"

#include <QImage>
#include <QPainter>
#include <QTest>

#include <functional>

using namespace chartroom;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_shaped_texts {

namespace {

const QRect cell(7, 5, 130, 27);

QImage painted(const QFont &font, const std::function<void(QPainter &)> &paint)
{
    QImage image(150, 40, QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    painter.setFont(font);
    painter.setPen(Qt::darkBlue);
    paint(painter);
    return image;
}

QImage plain(const QFont &font, const QString &text, Qt::Alignment side)
{
    return painted(font, [&](QPainter &painter) {
        painter.drawText(cell, int(Qt::AlignVCenter | side) | Qt::TextSingleLine,
                         painter.fontMetrics().elidedText(text, Qt::ElideRight, cell.width()));
    });
}

} // namespace

/// Texts that are shaped once look as if they were shaped each time.
class TestShapedTexts final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void looksLikeTextDrawnAnew_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("isRight");
        QTest::addColumn<bool>("isBold");
        QTest::newRow("short") << u"gpu-007"_s << false << false;
        QTest::newRow("at the right") << u"12 min"_s << true << false;
        QTest::newRow("bold") << u"gpu-007"_s << false << true;
        QTest::newRow("elided") << u"PodDisruptionBudget tenant-c/notebook allows none"_s << false << false;
        QTest::newRow("elided at the right") << u"PodDisruptionBudget tenant-c/notebook"_s << true << false;
        QTest::newRow("two lines") << u"one\ntwo"_s << false << false;
        QTest::newRow("no markup") << u"<b>bold</b> &amp;"_s << false << false;
        QTest::newRow("none") << QString() << false << false;
    }

    void looksLikeTextDrawnAnew()
    {
        QFETCH(const QString, text);
        QFETCH(const bool, isRight);
        QFETCH(const bool, isBold);
        const Qt::Alignment side = isRight ? Qt::AlignRight : Qt::AlignLeft;
        QFont font;
        font.setBold(isBold);
        ShapedTexts texts;
        for (int turn = 0; turn < 2; ++turn) // the second time it is kept
            QCOMPARE(painted(font, [&](QPainter &painter) { texts.draw(painter, cell, text, side); }),
                     plain(font, text, side));
        QCOMPARE(texts.kept(), text.isEmpty() ? 0 : 1);
    }

    void aTextOfAnotherFontOrWidthIsAnother()
    {
        const QString text = u"a budget that allows nothing for now"_s;
        const QFont font;
        QFont large = font;
        large.setPointSizeF(font.pointSizeF() * 1.5);
        ShapedTexts texts;
        const auto shaped = [&](const QFont &of) {
            return painted(of, [&](QPainter &painter) { texts.draw(painter, cell, text, Qt::AlignLeft); });
        };
        QCOMPARE(shaped(font), plain(font, text, Qt::AlignLeft));
        QCOMPARE(shaped(large), plain(large, text, Qt::AlignLeft));
        QCOMPARE(shaped(font), plain(font, text, Qt::AlignLeft));
        painted(font, [&](QPainter &painter) {
            texts.draw(painter, cell.adjusted(0, 0, -50, 0), text, Qt::AlignLeft);
        });
        QCOMPARE(texts.kept(), 3);
    }

    void theColourIsThatOfTheMoment()
    {
        ShapedTexts texts;
        const auto drawn = [&](const QColor &color) {
            return painted({}, [&](QPainter &painter) {
                painter.setPen(color);
                texts.draw(painter, cell, u"failed"_s, Qt::AlignLeft);
            });
        };
        const QImage red = drawn(Qt::red);
        QVERIFY(red != drawn(Qt::black));
        QCOMPARE(drawn(Qt::red), red);
    }

    void theOldestAreForgotten()
    {
        ShapedTexts texts;
        painted({}, [&](QPainter &painter) {
            for (int number = 0; number < 2 * ShapedTexts::mostKept; ++number)
                texts.draw(painter, cell, QString::number(number), Qt::AlignLeft);
        });
        QCOMPARE(texts.kept(), ShapedTexts::mostKept);
    }
};

#include "tst_shaped_texts.moc"
} // namespace tst_shaped_texts

CHARTROOM_TEST(tst_shaped_texts, TestShapedTexts)
