// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/screens/tickets/ticket_controller.h"
#include "ui/context/ui_context.h"
#include "ui/pages/page_actions.h"

#include <QWidget>

#include <functional>

class QStackedWidget;

namespace chartroom {

class ClusterHeader;
class MessageView;
class Segments;
class TextLabel;
class TicketForm;
class TicketView;

/// What Support, or the next shift, is told about one cluster: what a person decides on the left, the ticket
/// as its readers see it on the right. Reads the cluster when it comes into view and when it is asked to.
/// Nothing leaves it but what the preview shows.
class TicketsPage final : public QWidget
{
    Q_OBJECT
public:
    explicit TicketsPage(const UiContext &context, QWidget *parent = nullptr);

    void setCluster(const QString &name);
    /// For the cluster that is shown.
    void open(const TicketRequest &wish);
    /// See TicketController.
    void setReference(const QString &reference, const std::optional<UpgradeWindow> &window);
    void focusContent();
    /// Writes the draft.
    void keepDraft() { m_controller->keep(); }

    /// For menu and palette; enabled while the page is shown.
    [[nodiscard]] const QList<QAction *> &commands() const { return m_commands; }
    void setActions(PageActions actions);

Q_SIGNALS:
    void failed(const chartroom::Error &error);

protected:
    void focusInEvent(QFocusEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
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

    UiContext m_context;
    QString m_cluster;
    TicketController *m_controller;
    ClusterHeader *m_header;
    Segments *m_phase;
    TextLabel *m_asOf;
    QStackedWidget *m_stack;
    QWidget *m_body;
    TicketForm *m_form;
    TicketView *m_view;
    MessageView *m_message;
    QList<QAction *> m_commands;
    PageActions m_actions;
    QTimer m_again; ///< a recording stands at another moment
    QMetaObject::Connection m_played;
    std::function<void(const RedactedDocument &)> m_waiting;
};

} // namespace chartroom
