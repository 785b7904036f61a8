// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ticket/ticket_writers.h"
#include "tests/support/hostile_texts.h"
#include "tests/support/poisoned_ticket.h"
#include "tests/support/test_main.h"

#include <QTest>
#include <QTextBlock>
#include <QTextDocument>
#include <QTextList>
#include <QTextTable>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_ticket_markdown {

namespace {

/// Markdown as its readers see it: by md4c, which Qt brings, with GitHub's extensions and HTML allowed.
class Reader final : public QTextDocument
{
public:
    explicit Reader(const QByteArray &markdown)
    {
        setMarkdown(QString::fromUtf8(markdown), MarkdownDialectGitHub);
    }

    [[nodiscard]] QStringList headings() const
    {
        QStringList texts;
        for (QTextBlock block = begin(); block.isValid(); block = block.next())
            if (block.blockFormat().headingLevel() > 0)
                texts.append(block.text());
        return texts;
    }
    [[nodiscard]] QList<QTextTable *> tables() const
    {
        QList<QTextTable *> found;
        for (QTextFrame *frame : rootFrame()->childFrames())
            if (auto *table = qobject_cast<QTextTable *>(frame))
                found.append(table);
        return found;
    }
    /// Characters that act, or look as if the ticket itself said them.
    [[nodiscard]] QStringList strange() const
    {
        QStringList texts;
        for (QTextBlock block = begin(); block.isValid(); block = block.next()) {
            const bool isList = block.textList();
            if (block.blockFormat().hasProperty(QTextFormat::BlockQuoteLevel) ||
                block.blockFormat().marker() != QTextBlockFormat::MarkerType::NoMarker ||
                block.blockFormat().hasProperty(QTextFormat::BlockTrailingHorizontalRulerWidth) ||
                (isList && block.textList()->format().style() != QTextListFormat::ListDisc))
                texts.append(u"block "_s + block.text());
            for (auto it = block.begin(); !it.atEnd(); ++it) {
                const QTextCharFormat format = it.fragment().charFormat();
                if (format.isAnchor() || format.isImageFormat() || format.fontStrikeOut() ||
                    format.fontItalic() || format.fontUnderline())
                    texts.append(it.fragment().text());
            }
        }
        return texts;
    }

    mutable int loads = 0;

protected:
    QVariant loadResource(int /*type*/, const QUrl & /*name*/) override
    {
        ++loads;
        return {};
    }
};

/// Without spaces and breaks, whether they are shown as signs or not.
QString wordsOf(const QString &text)
{
    return text.simplified().remove(u' ').remove(QChar(0x240A));
}

} // namespace

/// A ticket as Markdown, read by a real Markdown library: fault 64.
class TestTicketMarkdown final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void itIsReadAsItWasMeant_data()
    {
        QTest::addColumn<TicketPhase>("phase");
        QTest::addColumn<QString>("text");
        for (const TicketPhase phase : allTicketPhases) {
            QTest::addRow("%s, harmless", qPrintable(ticketPhaseText(phase))) << phase << u"harmless"_s;
            for (const auto &[name, text] : hostileTexts())
                QTest::addRow("%s, %s", qPrintable(ticketPhaseText(phase)), name) << phase << text;
        }
    }

    void itIsReadAsItWasMeant()
    {
        QFETCH(TicketPhase, phase);
        QFETCH(QString, text);
        TicketOptions options = optionsOf(phase);
        options.request = text;
        options.question = text;
        const RedactedDocument ticket = composeTicket(poisoned(phase, text), options).document;
        const QByteArray markdown = ticketMarkdown(ticket);
        const Reader read(markdown);
        QStringList headings{ticket.title()};
        QList<TicketTable> tables;
        for (const TicketBlock &block : ticket.blocks()) {
            if (const auto *heading = std::get_if<TicketHeading>(&block))
                headings.append(heading->text);
            if (const auto *table = std::get_if<TicketTable>(&block))
                tables.append(*table);
        }
        QStringList seen = read.headings();
        for (QStringList *all : {&headings, &seen})
            for (QString &one : *all)
                one = wordsOf(one);
        QCOMPARE(seen, headings);
        QCOMPARE(read.strange(), QStringList());
        QCOMPARE(read.tables().size(), tables.size());
        for (qsizetype i = 0; i < tables.size(); ++i) {
            QCOMPARE(read.tables()[i]->columns(), int(tables[i].titles.size()));
            QCOMPARE(read.tables()[i]->rows(), int(tables[i].rows.size()) + 1);
        }
        (void)read.toHtml(); // would ask for what it shows
        QCOMPARE(read.loads, 0);
    }

    /// Letter by letter: nothing of it is taken for markup, and so lost.
    void nothingOfATextIsLost_data()
    {
        QTest::addColumn<QString>("text");
        for (const auto &[name, text] : hostileTexts())
            QTest::newRow(name) << text;
    }

    void nothingOfATextIsLost()
    {
        QFETCH(QString, text);
        Redactor redactor({});
        const RedactedDocument ticket(
            {u"T"_s,
             u"during"_s,
             ticketNow,
             {TicketParagraph{u"P "_s + text, false}, TicketFactList{{{u"F"_s, text}}},
              TicketBullets{{u"B "_s + text}}, TicketTable{{u"C"_s, u"D"_s}, {{u"x"_s, text}}},
              TicketQuote{u"Q"_s, text}}},
            redactor);
        const Reader read(ticketMarkdown(ticket));
        const QString shown = wordsOf(read.toPlainText());
        for (const TicketBlock &block : ticket.blocks()) {
            QString said;
            if (const auto *bullets = std::get_if<TicketBullets>(&block))
                said = bullets->items.first();
            else if (const auto *quote = std::get_if<TicketQuote>(&block))
                said = quote->text;
            else if (const auto *table = std::get_if<TicketTable>(&block))
                said = table->rows.first()[1];
            else if (const auto *list = std::get_if<TicketFactList>(&block))
                said = list->facts.first().second;
            else if (const auto *paragraph = std::get_if<TicketParagraph>(&block))
                said = paragraph->text;
            QVERIFY2(shown.contains(wordsOf(said)), qPrintable(said + u" in "_s + shown));
        }
    }
};

#include "tst_ticket_markdown.moc"
} // namespace tst_ticket_markdown

CHARTROOM_TEST(tst_ticket_markdown, TestTicketMarkdown)
