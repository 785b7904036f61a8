// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/screens/tickets/ticket_controller.h"

#include <QScrollArea>

class QCheckBox;
class QGridLayout;
class QListWidget;
class QListWidgetItem;
class QPlainTextEdit;
class QPushButton;
class QVBoxLayout;

namespace chartroom {

class TextLabel;
class Theme;

/// What a person decides about a ticket: which releases and nodes it is about, its parts, the own words, what
/// is hidden beside what is hidden anyway, and a report of all that is.
class TicketForm final : public QScrollArea
{
    Q_OBJECT
public:
    /// `controller` outlives it.
    TicketForm(const Theme *theme, TicketController *controller, QWidget *parent = nullptr);

    /// The controller changed.
    void refresh();
    void focusContent();

private:
    [[nodiscard]] TextLabel *heading(const QString &text);
    [[nodiscard]] QPlainTextEdit *well(const char *name, TextLabel *title);
    void buildAbout(QVBoxLayout *column);
    void buildWords(QVBoxLayout *column);
    void buildHidden(QVBoxLayout *column);
    void refreshReleases();
    void refreshParts();
    void refreshHidden();
    void take(const QListWidgetItem &release);

    const Theme *m_theme;
    TicketController *m_controller;
    QWidget *m_body;
    QListWidget *m_releases;
    QWidget *m_nodesBox;
    TextLabel *m_nodes;
    QPlainTextEdit *m_request;
    TextLabel *m_questionTitle;
    QPlainTextEdit *m_question;
    QGridLayout *m_partsGrid;
    QList<std::pair<TicketPart, QCheckBox *>> m_parts;
    QCheckBox *m_anonymous;
    TextLabel *m_report;
    QListWidget *m_hidden;
    QPushButton *m_showAgain;
    bool m_isFilling = false; ///< what changes now is not a person's doing
};

} // namespace chartroom
