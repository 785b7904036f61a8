// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointer>
#include <QWidget>

class QAction;
class QPushButton;

namespace chartroom {

class TextLabel;

/// One strip of sentences below a page that go with what it shows, and what to do about them. Hidden while it
/// has nothing to say.
class Banner : public QWidget
{
    Q_OBJECT
public:
    enum class Tone { Notice, Warning };

    explicit Banner(QWidget *parent = nullptr);

    /// `action` is borrowed and may be null: then there is no button.
    void say(const QString &text, Tone tone, QAction *action);

private:
    TextLabel *m_text;
    QPushButton *m_button;
    QPointer<QAction> m_action;
};

} // namespace chartroom
