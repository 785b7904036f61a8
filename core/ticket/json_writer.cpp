// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/document.h"
#include "core/ticket/ticket_writers.h"

namespace chartroom {

namespace {

Value listOf(const QStringList &texts)
{
    Value::List list;
    for (const QString &text : texts)
        list.append(Value(text));
    return Value(list);
}

Value block(const char *kind, Value::Map fields)
{
    fields.insert(QStringLiteral("kind"), Value(QString::fromLatin1(kind)));
    return Value(fields);
}

struct JsonBlocks
{
    Value operator()(const TicketHeading &heading) const
    {
        return block("heading", {{QStringLiteral("text"), Value(heading.text)}});
    }

    Value operator()(const TicketParagraph &paragraph) const
    {
        return block("paragraph", {{QStringLiteral("text"), Value(paragraph.text)},
                                   {QStringLiteral("isStrong"), Value(paragraph.isStrong)}});
    }

    Value operator()(const TicketBullets &bullets) const
    {
        return block("bullets", {{QStringLiteral("items"), listOf(bullets.items)}});
    }

    Value operator()(const TicketFactList &list) const
    {
        Value::List facts;
        for (const auto &[name, text] : list.facts)
            facts.append(Value(
                Value::Map{{QStringLiteral("name"), Value(name)}, {QStringLiteral("text"), Value(text)}}));
        return block("facts", {{QStringLiteral("facts"), Value(facts)}});
    }

    Value operator()(const TicketTable &table) const
    {
        Value::List rows;
        for (const QStringList &row : table.rows)
            rows.append(listOf(row));
        return block("table", {{QStringLiteral("titles"), listOf(table.titles)},
                               {QStringLiteral("rows"), Value(rows)}});
    }

    Value operator()(const TicketQuote &quote) const
    {
        return block("quote", {{QStringLiteral("source"), Value(quote.source)},
                               {QStringLiteral("text"), Value(quote.text)}});
    }

    Value operator()(const TicketCode &code) const
    {
        return block("code", {{QStringLiteral("text"), Value(code.text)}});
    }
};

} // namespace

QByteArray ticketJson(const RedactedDocument &ticket)
{
    Value::List blocks;
    for (const TicketBlock &one : ticket.blocks())
        blocks.append(std::visit(JsonBlocks(), one));
    const QString at = ticket.at().toString(QStringLiteral("yyyy-MM-dd'T'HH:mm:ss'Z'"));
    return writeJson(Value(Value::Map{
               {QStringLiteral("chartroomTicket"), Value(Value::Number{QStringLiteral("1")})},
               {QStringLiteral("title"), Value(ticket.title())},
               {QStringLiteral("phase"), Value(ticket.phase())},
               {QStringLiteral("at"), ticket.at().isValid() ? Value(at) : Value()},
               {QStringLiteral("blocks"), Value(blocks)},
           })) +
           '\n';
}

} // namespace chartroom
