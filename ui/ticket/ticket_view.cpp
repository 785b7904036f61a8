// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/ticket/ticket_view.h"

#include "ui/theme/theme.h"
#include "ui/ticket/ticket_sheet.h"

#include <QContextMenuEvent>
#include <QMenu>
#include <QMimeData>
#include <QScrollBar>
#include <QTextDocument>
#include <QTextDocumentFragment>

#include <utility>

namespace chartroom {

namespace {

constexpr double margin = 16;

} // namespace

TicketView::TicketView(const Theme *theme, QWidget *parent)
    : QTextEdit(parent)
    , m_theme(theme)
{
    setObjectName(QStringLiteral("ticketView"));
    setAccessibleName(tr("The ticket"));
    setReadOnly(true);
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    setAcceptRichText(false);
    setTabChangesFocus(true);
    setFrameShape(QFrame::NoFrame);
    connect(theme, &Theme::changed, this, [this] {
        m_isOutdated = true;
        if (isVisible())
            write();
    });
}

void TicketView::setTicket(const RedactedDocument &ticket)
{
    if (ticket == m_ticket)
        return;
    m_ticket = ticket;
    write();
}

void TicketView::showEvent(QShowEvent *event)
{
    if (m_isOutdated)
        write();
    QTextEdit::showEvent(event);
}

void TicketView::write()
{
    m_isOutdated = false;
    const int position = verticalScrollBar()->value();
    auto *document = new QTextDocument(this);
    document->setDocumentMargin(margin);
    document->setDefaultFont(m_theme->font());
    SheetLook look;
    look.points = m_theme->font().pointSizeF();
    look.text = m_theme->color(Role::Text);
    look.muted = m_theme->color(Role::Muted);
    look.line = m_theme->color(Role::Line);
    (void)writeSheet(*document, m_ticket, look);
    setDocument(document);
    delete std::exchange(m_document, document);
    verticalScrollBar()->setValue(position);
}

/// Plain text alone: what is pasted elsewhere is not this window's look.
QMimeData *TicketView::createMimeDataFromSelection() const
{
    auto *plain = new QMimeData;
    plain->setText(textCursor().selection().toPlainText());
    return plain;
}

QVariant TicketView::loadResource(int /*type*/, const QUrl & /*name*/)
{
    return {};
}

void TicketView::contextMenuEvent(QContextMenuEvent *event)
{
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const bool isSelected = textCursor().hasSelection();
    QAction *copying = menu->addAction(tr("&Copy"), this, &QTextEdit::copy);
    QAction *hiding = menu->addAction(tr("&Hide this in the ticket"), this,
                                      [this] { Q_EMIT hideRequested(selectedText()); });
    copying->setEnabled(isSelected);
    hiding->setEnabled(isSelected);
    menu->popup(event->globalPos());
}

} // namespace chartroom
