// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ticket/redacted_document.h"

#include <QByteArray>

namespace chartroom {

/// All of them: the same document gives the same bytes, UTF-8 with a newline at the end, and nothing in its
/// texts acts in the format it is written in (fault 64, rule S16). Pure functions for the pool. A PDF is
/// written by ui/ticket, which knows fonts.

/// GitHub's flavour, for a ticket or a chat.
[[nodiscard]] QByteArray ticketMarkdown(const RedactedDocument &ticket);
/// A page on its own: no script, nothing loaded; printed in black on one sheet where it fits.
[[nodiscard]] QByteArray ticketHtml(const RedactedDocument &ticket);
/// For mail and terminals.
[[nodiscard]] QByteArray ticketText(const RedactedDocument &ticket);
/// {"chartroomTicket": 1, title, phase, at, blocks[] {kind
/// (heading|paragraph|bullets|facts|table|quote|code),
/// ...}}: text, isStrong; items[]; facts[] {name, text}; titles[], rows[][]; source.
[[nodiscard]] QByteArray ticketJson(const RedactedDocument &ticket);

} // namespace chartroom
