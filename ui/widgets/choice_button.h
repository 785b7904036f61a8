// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QToolButton>
#include <QVariant>

class QMenu;

namespace chartroom {

class Theme;

/// One of several, chosen from a menu: the button shows which. Up and Down step through without opening it.
class ChoiceButton final : public QToolButton
{
    Q_OBJECT
public:
    struct Choice
    {
        QString text;
        QVariant data;
        bool startsSection = false; ///< a line stands above it in the menu

        friend bool operator==(const Choice &, const Choice &) = default;
    };

    /// `what` is for screen readers: "Revision".
    ChoiceButton(const Theme *theme, const QString &what, QWidget *parent = nullptr);

    /// Keeps the choice with the same data, else takes the first; tells only a person's choices.
    void setChoices(const QList<Choice> &choices);
    [[nodiscard]] const QList<Choice> &choices() const { return m_choices; }
    void setCurrent(const QVariant &wanted);
    [[nodiscard]] QVariant current() const { return m_choices.value(m_current).data; }

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    void chosen(const QVariant &data);

protected:
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    [[nodiscard]] QRect textRect() const;
    void choose(int index);
    void display(int index);

    const Theme *m_theme;
    QString m_what;
    QMenu *m_menu;
    QList<Choice> m_choices;
    int m_current = -1;
};

} // namespace chartroom
