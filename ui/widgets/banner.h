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
    enum class Tone { Notice, Warning }; ///< the more serious the greater

    explicit Banner(QWidget *parent = nullptr);

    /// `action` is borrowed and may be null: then there is no button.
    void say(const QString &text, Tone tone, QAction *action);
    [[nodiscard]] bool isSilent() const;
    [[nodiscard]] Tone tone() const { return m_tone; }

    /// A folded one is hidden, whatever it says.
    void setFolded(bool isFolded);
    /// Offers to open so many banners that are folded behind this one, or to fold them again.
    void setOthers(int count, bool areOpen);

Q_SIGNALS:
    void said();
    void othersRequested();

private:
    TextLabel *m_text;
    QPushButton *m_button;
    QPushButton *m_others;
    QPointer<QAction> m_action;
    Tone m_tone = Tone::Notice;
    bool m_isFolded = false;
};

} // namespace chartroom
