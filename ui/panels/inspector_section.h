// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QVBoxLayout;

namespace chartroom {

class TextLabel;
class Theme;

/// A heading and what stands under it; emptied and filled again as a whole.
class InspectorSection final : public QWidget
{
    Q_OBJECT
public:
    InspectorSection(const QString &title, const Theme *theme, QWidget *parent = nullptr);

    void setTitle(const QString &title);
    void clear();
    TextLabel *addText(const QString &text);
    TextLabel *addMuted(const QString &text);
    /// "and 3 more", where there are any.
    void addMore(qsizetype more);
    /// In the fixed font, in the middle cut short when it must be.
    TextLabel *addIdentifier(const QString &text);
    void addWidget(QWidget *widget);

private:
    const Theme *m_theme;
    TextLabel *m_heading;
    QVBoxLayout *m_body;
};

} // namespace chartroom
