// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/ticket/ticket_files.h"

#include "core/ticket/ticket_writers.h"
#include "ui/ticket/ticket_pdf.h"
#include "ui/ticket/ticket_view_tr.h"

#include <QFileInfo>
#include <QRegularExpression>

#include <array>

namespace chartroom {

namespace {

constexpr std::array formats{TicketFormat::Markdown, TicketFormat::Html, TicketFormat::Text,
                             TicketFormat::Pdf,      TicketFormat::Json, TicketFormat::Zip};

QString title(TicketFormat format)
{
    switch (format) {
    case TicketFormat::Markdown:
        return TicketViewTr::tr("Markdown");
    case TicketFormat::Html:
        return TicketViewTr::tr("HTML page");
    case TicketFormat::Text:
        return TicketViewTr::tr("Plain text");
    case TicketFormat::Pdf:
        return TicketViewTr::tr("PDF");
    case TicketFormat::Json:
        return TicketViewTr::tr("JSON");
    case TicketFormat::Zip:
        break;
    }
    return TicketViewTr::tr("Ticket with all attachments");
}

} // namespace

QString ticketSuffix(TicketFormat format)
{
    static const std::array suffixes{"md", "html", "txt", "pdf", "json", "zip"};
    return QLatin1String(suffixes[size_t(format)]);
}

QStringList ticketFilters()
{
    QStringList filters;
    for (const TicketFormat format : formats)
        filters.append(QStringLiteral("%1 (*.%2)").arg(title(format), ticketSuffix(format)));
    return filters;
}

std::optional<TicketFormat> formatOfFile(const QString &file)
{
    const QString suffix = QFileInfo(file).suffix().toLower();
    for (const TicketFormat format : formats)
        if (ticketSuffix(format) == suffix)
            return format;
    return std::nullopt;
}

QString ticketFileName(const QString &cluster, const RedactedDocument &ticket)
{
    QString name =
        QStringLiteral("ticket-%1-%2-%3")
            .arg(cluster, ticket.phase(), ticket.at().toString(QStringLiteral("yyyy-MM-dd-HHmm'Z'")));
    return name.replace(QRegularExpression(QStringLiteral("[^A-Za-z0-9._-]+")), QStringLiteral("-"));
}

QByteArray ticketBytes(const RedactedDocument &ticket, TicketFormat format)
{
    switch (format) {
    case TicketFormat::Markdown:
        return ticketMarkdown(ticket);
    case TicketFormat::Html:
        return ticketHtml(ticket);
    case TicketFormat::Text:
        return ticketText(ticket);
    case TicketFormat::Pdf:
        return ticketPdf(ticket);
    case TicketFormat::Json:
        return ticketJson(ticket);
    case TicketFormat::Zip:
        break;
    }
    return {};
}

std::unique_ptr<QMimeData> richText(const RedactedDocument &ticket)
{
    auto data = std::make_unique<QMimeData>();
    data->setHtml(QString::fromUtf8(ticketHtml(ticket)));
    data->setText(QString::fromUtf8(ticketText(ticket)));
    return data;
}

} // namespace chartroom
