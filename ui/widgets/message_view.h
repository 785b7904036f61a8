// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/screens/addons/page_message.h"

#include <QWidget>

class QPlainTextEdit;
class QPushButton;
class QHBoxLayout;

namespace chartroom {

class StateLabel;
class TextLabel;
class Theme;

/// What stands where a table would be: a shape, a title, a sentence, what to do, and raw details on demand.
class MessageView final : public QWidget
{
    Q_OBJECT
public:
    explicit MessageView(const Theme *theme, QWidget *parent = nullptr);

    /// The first action is the likeliest answer and takes the keyboard, unless it would run a program.
    void setMessage(const PageMessage &message, const QList<QAction *> &actions);

private:
    void rebuildButtons(const QList<QAction *> &actions);
    void setFonts();

    const Theme *m_theme;
    StateLabel *m_state;
    TextLabel *m_title;
    TextLabel *m_text;
    QHBoxLayout *m_buttons;
    QPushButton *m_first = nullptr; ///< of the actions' buttons
    QPushButton *m_detailsButton;
    QPlainTextEdit *m_details;
    QList<QAction *> m_actions;
};

} // namespace chartroom
