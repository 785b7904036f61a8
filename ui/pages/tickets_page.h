// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/screens/tickets/ticket_controller.h"
#include "ui/pages/page.h"

#include <functional>

class QStackedWidget;

namespace chartroom {

class MessageView;
class Segments;
class TextLabel;
class TicketForm;
class TicketView;

/// What Support, or the next shift, is told about one cluster: what a person decides on the left, the ticket
/// as its readers see it on the right. Reads the cluster when it comes into view and when it is asked to.
/// Nothing leaves it but what the preview shows.
class TicketsPage final : public Page
{
    Q_OBJECT
public:
    explicit TicketsPage(const UiContext &context, QWidget *parent = nullptr);

    void setCluster(const QString &name) override;
    /// For the cluster that is shown.
    void open(const TicketRequest &wish);
    /// See TicketController.
    void setReference(const QString &reference, const std::optional<UpgradeWindow> &window);
    void focusContent() override;
    /// Writes the draft.
    void keepDraft() { m_controller->keep(); }

protected:
    void followCluster() override { attach(); }
    void hideEvent(QHideEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    /// Enabled while the page is shown.
    void buildCommands();
    void buildTools(QWidget *tools);
    void attach();
    void refresh();
    void refreshTicket();
    [[nodiscard]] PageMessage message() const;
    void followPlayer();
    /// Acts on the ticket as the person has decided it: now, or as soon as it is made.
    void whenCurrent(std::function<void(const RedactedDocument &)> act);
    void act();
    void copyMarkdown();
    void copyRichText();
    void chooseFile();
    void save(const QString &file);
    void saveAttachments(const QString &file);
    void write(const QString &file, const std::function<QByteArray()> &bytes);
    void print();

    TicketController *m_controller;
    Segments *m_phase;
    TextLabel *m_asOf;
    QStackedWidget *m_stack;
    QWidget *m_body;
    TicketForm *m_form;
    TicketView *m_view;
    MessageView *m_message;
    QTimer m_again; ///< a recording stands at another moment
    QMetaObject::Connection m_played;
    std::function<void(const RedactedDocument &)> m_waiting;
};

} // namespace chartroom
