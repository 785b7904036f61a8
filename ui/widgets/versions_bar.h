// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QAction;
class QHBoxLayout;

namespace chartroom {

class TextLabel;

/// Above the versions: which matrix they stand beside, and what can be done. A button says what its action's
/// icon text says, and its tooltip why it cannot be pressed.
class VersionsBar final : public QWidget
{
    Q_OBJECT
public:
    explicit VersionsBar(QWidget *parent = nullptr);

    void setSubject(const QString &text);
    /// Named as the action, with Button behind it. Seen while the action is, and is offered.
    void add(QAction *action);
    /// One button for several.
    void addMenu(const QString &name, const QString &text, const QList<QAction *> &actions);
    void offer(QAction *action, bool isOffered);

private:
    TextLabel *m_subject;
    QHBoxLayout *m_line;
};

} // namespace chartroom
