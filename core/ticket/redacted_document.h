// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/secrets/redactor.h"
#include "core/ticket/ticket_document.h"

namespace chartroom {

/// A document every text of which went through a Redactor. Writers take nothing else, so that nothing leaves
/// the program around it.
class RedactedDocument
{
public:
    RedactedDocument() = default;
    /// The places in the report are the headings that the texts stand under.
    RedactedDocument(const TicketDocument &document, Redactor &redactor);

    /// Adds what was hidden so far and why; never what there was.
    void addReport(const Redactor &redactor);

    [[nodiscard]] const QString &title() const { return m_document.title; }
    [[nodiscard]] const QString &phase() const { return m_document.phase; }
    [[nodiscard]] const QDateTime &at() const { return m_document.at; }
    [[nodiscard]] const QList<TicketBlock> &blocks() const { return m_document.blocks; }

    friend bool operator==(const RedactedDocument &, const RedactedDocument &) = default;

private:
    TicketDocument m_document;
};

} // namespace chartroom
