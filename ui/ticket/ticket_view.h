// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ticket/redacted_document.h"

#include <QTextEdit>

namespace chartroom {

class Theme;

/// The ticket as its readers will see it. Reads no markup and loads nothing; what is selected in it can be
/// hidden from the ticket.
class TicketView final : public QTextEdit
{
    Q_OBJECT
public:
    explicit TicketView(const Theme *theme, QWidget *parent = nullptr);

    /// What was scrolled to stays.
    void setTicket(const RedactedDocument &ticket);
    /// The text that is selected; "" for none.
    [[nodiscard]] QString selectedText() const { return textCursor().selectedText(); }

Q_SIGNALS:
    void hideRequested(const QString &text);

protected:
    void showEvent(QShowEvent *event) override;
    QMimeData *createMimeDataFromSelection() const override;
    QVariant loadResource(int type, const QUrl &name) override;
    void contextMenuEvent(QContextMenuEvent *event) override;

private:
    void write();

    const Theme *m_theme;
    RedactedDocument m_ticket;
    QTextDocument *m_document = nullptr;
    bool m_isOutdated = false; ///< the theme has changed while it was hidden
};

} // namespace chartroom
