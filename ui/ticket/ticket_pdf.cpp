// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/ticket/ticket_pdf.h"

#include "ui/ticket/sheet_rows.h"
#include "ui/ticket/ticket_sheet.h"
#include "ui/ticket/ticket_view_tr.h"

#include <QAbstractTextDocumentLayout>
#include <QBuffer>
#include <QFontDatabase>
#include <QFontMetricsF>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextDocument>
#include <QTextOption>

#include <algorithm>
#include <array>
#include <memory>
#include <numeric>

namespace chartroom {

namespace {

constexpr int dotsPerInch = 600;
constexpr double sideMargin = 10; ///< mm
constexpr double endMargin = 8.5; ///< mm
constexpr double footer = 14;     ///< points, under the text of several pages
/// Points, and how much space of the usual is between; the last one can still be read.
struct Setting
{
    double size;
    double spacing;
};
constexpr std::array settings{Setting{9.5, 1},   Setting{9, 1},      Setting{8.5, 1},
                              Setting{8.5, 0.6}, Setting{8.25, 0.5}, Setting{8, 0.4}};
constexpr double lineHeight = 94; ///< percent: the faces are generous

double dots(const QPagedPaintDevice &paper, double points)
{
    return points * paper.logicalDpiY() / 72;
}

/// The program's own face where the platform has no choice of its own, then narrow ones: a page holds more.
QFont paperFont(QFont font, const QString &wanted)
{
    static const QStringList faces{QStringLiteral("Inter"), QStringLiteral("Noto Sans"),
                                   QStringLiteral("Liberation Sans"), QStringLiteral("Nimbus Sans")};
    const QStringList installed = QFontDatabase::families();
    QStringList families;
    for (const QString &face : wanted.isEmpty() ? faces : QStringList{wanted})
        if (installed.contains(face))
            families.append(face);
    font.setFamilies(families + font.families()); // the last ones for letters that the first have not
    return font;
}

/// No heading is left alone at the foot of a page.
void keepHeadings(QTextDocument &document)
{
    const QAbstractTextDocumentLayout *layout = document.documentLayout();
    const auto pageOf = [&](double y) { return int(y / document.pageSize().height()); };
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
        const QTextBlock next = block.next();
        if (block.blockFormat().headingLevel() == 0 || !next.isValid() || block == document.begin())
            continue;
        const QRectF rect = layout->blockBoundingRect(block);
        if (pageOf(layout->blockBoundingRect(next).top()) == pageOf(rect.top()))
            continue;
        QTextBlockFormat format = block.blockFormat();
        format.setPageBreakPolicy(QTextFormat::PageBreak_AlwaysBefore);
        QTextCursor(block).setBlockFormat(format);
    }
}

/// Lays a ticket out for one paper.
class Press
{
public:
    Press(const RedactedDocument &ticket, QPagedPaintDevice &paper, const QString &face)
        : m_ticket(ticket)
        , m_paper(paper)
        , m_font(paperFont(QTextDocument().defaultFont(), face))
    {}

    /// One below the other on as many pages as it takes, with room below for their numbers.
    [[nodiscard]] std::unique_ptr<QTextDocument> onPages(const Setting &setting) const
    {
        const QSizeF page(m_paper.width(), m_paper.height() - dots(m_paper, footer));
        std::unique_ptr<QTextDocument> document = written(setting, page, measured(setting, 1), {});
        keepHeadings(*document);
        return document;
    }

    /// In the largest size in which it is one page, with parts beside each other where that takes less of it;
    /// null where none of them can be read.
    [[nodiscard]] std::unique_ptr<QTextDocument> onOnePage() const
    {
        constexpr double mostSaved = 0.5;
        const QSizeF page(m_paper.width(), m_paper.height());
        for (const Setting &setting : settings) {
            const QList<SheetBlock> whole = measured(setting, 1);
            const double height =
                std::accumulate(whole.cbegin(), whole.cend(), 0.0,
                                [](double sum, const SheetBlock &block) { return sum + block.height; });
            if (height * mostSaved > page.height())
                continue;
            std::unique_ptr<QTextDocument> document =
                written(setting, page, whole,
                        sheetRows(m_ticket.blocks(), whole, measured(setting, (1 - sheetGap) / 2),
                                  dots(m_paper, setting.size)));
            if (document->pageCount() <= 1)
                return document;
        }
        return nullptr;
    }

private:
    [[nodiscard]] SheetLook look(const Setting &setting, double width) const
    {
        QFont font = m_font;
        font.setPointSizeF(setting.size);
        SheetLook look;
        look.points = setting.size;
        look.lineHeight = lineHeight;
        look.spacing = setting.spacing;
        look.lineLength = width / QFontMetricsF(font, &m_paper).averageCharWidth();
        return look;
    }

    [[nodiscard]] std::unique_ptr<QTextDocument> blank(double size) const
    {
        auto document = std::make_unique<QTextDocument>();
        document->setUndoRedoEnabled(false);
        document->setDocumentMargin(0);
        QFont font = m_font;
        font.setPointSizeF(size);
        document->setDefaultFont(font);
        document->documentLayout()->setPaintDevice(&m_paper);
        wrap(*document, QTextOption::WordWrap);
        return document;
    }

    static void wrap(QTextDocument &document, QTextOption::WrapMode mode)
    {
        QTextOption option = document.defaultTextOption();
        option.setWrapMode(mode);
        document.setDefaultTextOption(option);
    }

    /// What of the page's width is `share`.
    [[nodiscard]] QList<SheetBlock> measured(const Setting &setting, double share) const
    {
        const std::unique_ptr<QTextDocument> document = blank(setting.size);
        const double width = m_paper.width() * share;
        document->setTextWidth(width);
        SheetLook column = look(setting, width);
        column.isNarrow = share < 1;
        const QList<int> starts = writeSheet(*document, m_ticket, column);
        return measuredBlocks(*document, starts);
    }

    [[nodiscard]] std::unique_ptr<QTextDocument> written(const Setting &setting, const QSizeF &page,
                                                         const QList<SheetBlock> &whole,
                                                         const QList<SheetRow> &rows) const
    {
        std::unique_ptr<QTextDocument> document = blank(setting.size);
        document->setPageSize(page);
        const bool fits =
            std::all_of(whole.cbegin(), whole.cend(), [](const SheetBlock &one) { return one.fits; });
        if (!fits) // what is wider than the page would be cut off there
            wrap(*document, QTextOption::WrapAtWordBoundaryOrAnywhere);
        (void)writeSheet(*document, m_ticket, look(setting, page.width()), rows);
        return document;
    }

    const RedactedDocument &m_ticket;
    QPagedPaintDevice &m_paper;
    QFont m_font;
};

void paint(QTextDocument &document, QPagedPaintDevice &paper)
{
    QPainter painter(&paper);
    const QSizeF page = document.pageSize();
    const int pages = document.pageCount();
    QFont small = document.defaultFont();
    small.setPointSizeF(settings.back().size);
    for (int number = 0; number < pages; ++number) {
        if (number > 0)
            paper.newPage();
        painter.save();
        painter.translate(0, -number * page.height());
        QAbstractTextDocumentLayout::PaintContext context;
        context.clip = QRectF(QPointF(0, number * page.height()), page);
        context.palette.setColor(QPalette::Text, Qt::black);
        painter.setClipRect(context.clip);
        document.documentLayout()->draw(&painter, context);
        painter.restore();
        if (pages == 1)
            break;
        painter.setFont(small);
        painter.setPen(Qt::black);
        painter.drawText(QRectF(0, page.height(), page.width(), dots(paper, footer)),
                         Qt::AlignRight | Qt::AlignBottom,
                         TicketViewTr::tr("Page %1 of %2").arg(number + 1).arg(pages));
    }
}

/// Qt writes the time of writing; the length must stay, as the file holds offsets (qpdf.cpp, writeInfo).
QByteArray withDate(QByteArray pdf, const QDateTime &at)
{
    const QByteArray key = QByteArrayLiteral("/CreationDate (D:");
    const qsizetype begin = pdf.indexOf(key) + key.size();
    const qsizetype end = pdf.indexOf(')', begin);
    constexpr qsizetype digits = 14;
    if (begin < key.size() || end - begin < digits || !at.isValid())
        return pdf;
    QByteArray date = at.toUTC().toString(QStringLiteral("yyyyMMddHHmmss")).toLatin1();
    date += QByteArrayLiteral("+00'00'").left(end - begin - digits); // "Z" where the machine's zone is UTC
    if (end - begin == digits + 1)
        date[digits] = 'Z';
    return pdf.replace(begin, date.size(), date);
}

} // namespace

void printTicket(const RedactedDocument &ticket, QPagedPaintDevice &paper, const QString &face)
{
    const Press press(ticket, paper, face);
    std::unique_ptr<QTextDocument> document = press.onOnePage();
    if (!document) // then it may as well be read with ease
        document = press.onPages(settings.front());
    paint(*document, paper);
}

QByteArray ticketPdf(const RedactedDocument &ticket)
{
    return ticketPdf(ticket, {});
}

QByteArray ticketPdf(const RedactedDocument &ticket, const TicketPaper &on)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    {
        QPdfWriter writer(&buffer);
        writer.setResolution(dotsPerInch);
        writer.setPageSize(QPageSize(on.size));
        writer.setPageMargins(QMarginsF(sideMargin, endMargin, sideMargin, endMargin),
                              QPageLayout::Millimeter);
        writer.setTitle(ticket.title());
        writer.setCreator(QStringLiteral("Chartroom"));
        printTicket(ticket, writer, on.face);
    }
    return withDate(bytes, ticket.at());
}

} // namespace chartroom
