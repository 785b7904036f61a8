// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ticket/redacted_document.h"

#include "core/ticket/ticket_tr.h"

namespace chartroom {

namespace {

/// Passes block after block through the redactor and knows where it is.
class Pass
{
public:
    Pass(QString place, Redactor &redactor)
        : m_place(std::move(place))
        , m_redactor(redactor)
    {}

    TicketBlock operator()(const TicketHeading &heading)
    {
        m_place = line(heading.text);
        return TicketHeading{m_place};
    }

    TicketBlock operator()(const TicketParagraph &paragraph)
    {
        return TicketParagraph{m_redactor.text(m_place, paragraph.text, Redactor::Lines::Kept),
                               paragraph.isStrong};
    }

    TicketBlock operator()(const TicketBullets &bullets)
    {
        TicketBullets out;
        for (const QString &item : bullets.items)
            out.items.append(line(item));
        return out;
    }

    TicketBlock operator()(const TicketFactList &list)
    {
        TicketFactList out;
        for (const auto &[name, text] : list.facts) {
            const QString shown = line(name);
            out.facts.append({shown, m_redactor.text(placeOf(shown), text)});
        }
        return out;
    }

    TicketBlock operator()(const TicketTable &table)
    {
        TicketTable out;
        for (const QString &title : table.titles)
            out.titles.append(line(title));
        for (const QStringList &row : table.rows) {
            QStringList cells;
            for (qsizetype i = 0; i < out.titles.size(); ++i)
                cells.append(m_redactor.text(placeOf(out.titles[i]), row.value(i)));
            out.rows.append(cells);
        }
        return out;
    }

    TicketBlock operator()(const TicketQuote &quote)
    {
        return TicketQuote{line(quote.source), m_redactor.text(m_place, quote.text, Redactor::Lines::Kept)};
    }

    TicketBlock operator()(const TicketCode &code)
    {
        return TicketCode{m_redactor.text(m_place, code.text, Redactor::Lines::Kept)};
    }

private:
    [[nodiscard]] QString line(const QString &text) { return m_redactor.text(m_place, text); }
    [[nodiscard]] QString placeOf(const QString &name) const
    {
        return name.isEmpty() ? m_place : m_place + QStringLiteral(", ") + name;
    }

    QString m_place;
    Redactor &m_redactor;
};

} // namespace

RedactedDocument::RedactedDocument(const TicketDocument &document, Redactor &redactor)
{
    const QString top = TicketTr::tr("Request");
    m_document.title = redactor.text(top, document.title);
    m_document.phase = document.phase;
    m_document.at = document.at.toUTC();
    Pass pass(top, redactor);
    for (const TicketBlock &block : document.blocks)
        m_document.blocks.append(std::visit(pass, block));
}

void RedactedDocument::addReport(const Redactor &redactor)
{
    const RedactionReport &report = redactor.report();
    m_document.blocks.append(TicketHeading{TicketTr::tr("What was hidden")});
    if (report.isEmpty()) {
        m_document.blocks.append(
            TicketParagraph{TicketTr::tr("Nothing. Every text was searched for secrets.")});
        return;
    }
    QString words =
        TicketTr::tr("Secrets are shown as dots (••••); each place is listed, but not its value.");
    if (redactor.names())
        words += u' ' + TicketTr::tr(
                            "Names of hosts and namespaces, ids of instances and IP addresses were replaced, "
                            "equally in every ticket; we have the list of replacements. The cluster's name "
                            "and the ids of its project, partitions, pools and groups were not replaced.");
    m_document.blocks.append(TicketParagraph{words});
    TicketTable table{{TicketTr::tr("Where"), TicketTr::tr("Why"), TicketTr::tr("Count")}, {}};
    for (const RedactionEntry &entry : report.entries())
        table.rows.append({entry.place, redactionReasonWords(entry.reason), QString::number(entry.count)});
    m_document.blocks.append(table);
}

} // namespace chartroom
