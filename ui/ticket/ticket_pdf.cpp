// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/ticket/ticket_pdf.h"

#include "ui/ticket/ticket_sheet.h"

#include <QAbstractTextDocumentLayout>
#include <QBuffer>
#include <QCoreApplication>
#include <QFontDatabase>
#include <QFontMetricsF>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextDocument>

#include <array>
#include <memory>

namespace chartroom {

namespace {

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(chartroom::TicketPdf)
};

constexpr int dotsPerInch = 600;
constexpr double sideMargin = 11; ///< mm
constexpr double endMargin = 10;  ///< mm
constexpr double footer = 14;     ///< points, under the text of several pages
/// Points; the last one can still be read.
constexpr std::array sizes{9.5, 9.25, 9.0, 8.75, 8.5, 8.25, 8.0, 7.75, 7.5};
constexpr double lineHeight = 94; ///< percent: the faces are generous

double dots(const QPagedPaintDevice &paper, double points)
{
    return points * paper.logicalDpiY() / 72;
}

/// The program's own face where the platform has no choice of its own, then narrow ones: a page holds more.
QFont paperFont(QFont font)
{
    static const QStringList faces{QStringLiteral("Inter"), QStringLiteral("Noto Sans"),
                                   QStringLiteral("Liberation Sans"), QStringLiteral("Nimbus Sans")};
    const QStringList installed = QFontDatabase::families();
    QStringList families;
    for (const QString &face : faces)
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

std::unique_ptr<QTextDocument> laidOut(const RedactedDocument &ticket, QPagedPaintDevice &paper, double size,
                                       double foot)
{
    auto document = std::make_unique<QTextDocument>();
    document->setUndoRedoEnabled(false);
    document->setDocumentMargin(0);
    QFont font = paperFont(document->defaultFont());
    font.setPointSizeF(size);
    document->setDefaultFont(font);
    document->documentLayout()->setPaintDevice(&paper);
    document->setPageSize(QSizeF(paper.width(), paper.height() - dots(paper, foot)));
    SheetLook look;
    look.points = size;
    look.lineHeight = lineHeight;
    look.lineLength = paper.width() / QFontMetricsF(font, &paper).averageCharWidth();
    writeSheet(*document, ticket, look);
    return document;
}

void paint(QTextDocument &document, QPagedPaintDevice &paper)
{
    QPainter painter(&paper);
    const QSizeF page = document.pageSize();
    const int pages = document.pageCount();
    QFont small = document.defaultFont();
    small.setPointSizeF(7);
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
                         Text::tr("Page %1 of %2").arg(number + 1).arg(pages));
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

void printTicket(const RedactedDocument &ticket, QPagedPaintDevice &paper)
{
    std::unique_ptr<QTextDocument> document;
    for (const double size : sizes) {
        document = laidOut(ticket, paper, size, 0);
        if (document->pageCount() <= 1)
            break;
    }
    if (document->pageCount() > 1) { // then it may as well be read with ease
        document = laidOut(ticket, paper, sizes.front(), footer);
        keepHeadings(*document);
    }
    paint(*document, paper);
}

QByteArray ticketPdf(const RedactedDocument &ticket)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    {
        QPdfWriter writer(&buffer);
        writer.setResolution(dotsPerInch);
        writer.setPageSize(QPageSize(QPageSize::A4));
        writer.setPageMargins(QMarginsF(sideMargin, endMargin, sideMargin, endMargin),
                              QPageLayout::Millimeter);
        writer.setTitle(ticket.title());
        writer.setCreator(QStringLiteral("Chartroom"));
        printTicket(ticket, writer);
    }
    return withDate(bytes, ticket.at());
}

} // namespace chartroom
