// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QPushButton;
class QToolButton;
class QVBoxLayout;

namespace chartroom {

class FlowLayout;
class TextLabel;
class Theme;

/// What every inspector is made of: a name with a button that closes it, a column that scrolls, a foot with
/// what can be done; and a hint while there is nothing to inspect.
class InspectorShell : public QWidget
{
    Q_OBJECT
Q_SIGNALS:
    void closeRequested();
    /// See offerDescription().
    void descriptionRequested();

protected:
    /// `about` names the column for screen readers.
    InspectorShell(const Theme *theme, const QString &hint, const QString &about, QWidget *parent);

    [[nodiscard]] QWidget *content() const { return m_content; }
    /// Below the head; a stretch ends it.
    [[nodiscard]] QVBoxLayout *column() const { return m_column; }
    /// Its first line is the title.
    [[nodiscard]] QVBoxLayout *head() const { return m_head; }
    [[nodiscard]] TextLabel *title() const { return m_title; }
    void addToColumn(QWidget *widget, Qt::Alignment alignment = {});
    [[nodiscard]] QPushButton *addToFoot(const QString &text, const char *name, const QString &toolTip);
    /// A button beside the name asks for the description of what is inspected.
    void offerDescription();
    /// Shows the column, or else the hint.
    void setFilled(bool isFilled);
    /// Shows the column with what `fill` puts there, laid out once for all of it.
    void refill(const std::function<void()> &fill);

private:
    void buildHead();
    void setFonts();

    const Theme *m_theme;
    QWidget *m_content;
    QWidget *m_foot;
    TextLabel *m_hint;
    TextLabel *m_title;
    QToolButton *m_describe;
    QToolButton *m_close;
    QVBoxLayout *m_column;
    QVBoxLayout *m_head;
    FlowLayout *m_buttons; ///< at the foot
};

} // namespace chartroom
