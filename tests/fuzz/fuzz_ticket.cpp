// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Hostile text in a ticket, in every place and format, with a known credential in the middle of it.
#include "core/base/document.h"
#include "core/base/visible_text.h"
#include "core/ticket/ticket_writers.h"

#include <algorithm>
#include <cstdlib>

using namespace chartroom;
using namespace Qt::StringLiterals;

namespace {

const QByteArray credential = "cnry7Qk-planted-END";

RedactedDocument everywhere(const QString &text)
{
    RedactionRules rules;
    rules.known.add(Masked(credential));
    Redactor redactor(rules);
    return RedactedDocument({text,
                             u"during"_s,
                             {},
                             {TicketHeading{text}, TicketParagraph{text, true}, TicketBullets{{text}},
                              TicketFactList{{{text, text}}}, TicketTable{{text, text}, {{text, text}}},
                              TicketQuote{text, text}, TicketCode{text}}},
                            redactor);
}

void check(const QByteArray &written)
{
    const QString text = QString::fromUtf8(written);
    const bool isVisibleText = std::all_of(text.cbegin(), text.cend(),
                                           [](QChar c) { return c == u'\n' || c == u'\t' || isVisible(c); });
    if (!isVisibleText || written.contains(credential) || written.contains(credential.toBase64()))
        std::abort();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const QByteArray bytes(reinterpret_cast<const char *>(data), qsizetype(size));
    const qsizetype middle = bytes.size() / 2;
    const RedactedDocument ticket =
        everywhere(QString::fromUtf8(bytes.first(middle) + credential + bytes.mid(middle)));
    const QByteArray html = ticketHtml(ticket);
    for (const QByteArray &written : {html, ticketMarkdown(ticket), ticketText(ticket), ticketJson(ticket)})
        check(written);
    if (!readJson(ticketJson(ticket)) || html.contains("<script") || html.contains("<img"))
        std::abort();
    return 0;
}
