// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/context/ui_context.h"

#include <QWidget>

class QAction;
class QPushButton;

namespace chartroom {

class TextLabel;

/// Five steps through the window, each beside the page that it is about. It comes only when it is asked for.
class TourBar : public QWidget
{
    Q_OBJECT
public:
    TourBar(const UiContext &context, QWidget *parent);

    [[nodiscard]] QAction *command() const { return m_start; }

Q_SIGNALS:
    /// The page that a step is about, by Page::chapter().
    void pageWanted(const QString &chapter);

private:
    void show(int step);

    QAction *m_start;
    TextLabel *m_title;
    TextLabel *m_text;
    QPushButton *m_back;
    QPushButton *m_next;
    int m_step = 0;
};

} // namespace chartroom
