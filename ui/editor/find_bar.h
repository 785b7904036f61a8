// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/context/ui_context.h"

#include <QPointer>
#include <QWidget>

class QLineEdit;
class QToolButton;

namespace chartroom {

class TextLabel;
class TextPane;

/// Searches a pane's text: next, previous and how many. Hidden until open(); Esc closes it. The text is
/// searched on the pool, the newest question wins.
class FindBar final : public QWidget
{
    Q_OBJECT
public:
    explicit FindBar(const UiContext &context, QWidget *parent = nullptr);

    /// The pane to search, borrowed; searched anew when its text changed.
    void setPane(TextPane *pane);
    void open();
    void close();
    void next();
    void previous();
    [[nodiscard]] int count() const { return int(m_places.size()); }
    [[nodiscard]] int current() const { return m_current; }

Q_SIGNALS:
    /// The line of the current match, for the owner to unfold it first; then the pane goes there.
    void goingTo(int line);
    void closed();

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    QToolButton *button(const QString &icon, const QString &name, void (FindBar::*call)());
    void setIcons();
    void search();
    void goTo(int match);
    void updateCount();

    UiContext m_context;
    QPointer<TextPane> m_pane;
    QLineEdit *m_needle;
    TextLabel *m_count;
    QList<QToolButton *> m_buttons;
    QList<int> m_places;
    int m_current = -1;
    int m_question = 0; ///< answers to an older one are dropped
};

} // namespace chartroom
