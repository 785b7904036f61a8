// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ticket/redacted_document.h"

#include <QMimeData>
#include <QStringList>

#include <memory>
#include <optional>

namespace chartroom {

/// What a ticket can be written as, in the order in which a dialog offers them.
enum class TicketFormat { Markdown, Html, Text, Pdf, Json, Zip };

/// "md", "html", "txt", "pdf", "json", "zip".
[[nodiscard]] QString ticketSuffix(TicketFormat format);
/// "Markdown (*.md)", of each.
[[nodiscard]] QStringList ticketFilters();
/// By the file's ending; nothing for one that is none of them.
[[nodiscard]] std::optional<TicketFormat> formatOfFile(const QString &file);
/// "ticket-prod-eu-during-2026-11-21-2240Z", of what may stand in a file's name.
[[nodiscard]] QString ticketFileName(const QString &cluster, const RedactedDocument &ticket);

/// All but Zip. For the pool.
[[nodiscard]] QByteArray ticketBytes(const RedactedDocument &ticket, TicketFormat format);
/// A page with plain text beside it, for a mail.
[[nodiscard]] std::unique_ptr<QMimeData> richText(const RedactedDocument &ticket);

} // namespace chartroom
