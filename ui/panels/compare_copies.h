// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/editor/copy_commands.h"

class QPlainTextEdit;

namespace chartroom {

class ChangeList;
class CompareController;
class DiffView;

/// What a person copies from a comparison, by keys and from menus: of the chosen change where the changes
/// have the focus or no text is shown, else of the line under the cursor. All of it as it is shown: masked.
class CompareCopies final : public QObject
{
    Q_OBJECT
public:
    /// `owner` holds both views.
    CompareCopies(CompareController *controller, ChangeList *list, DiffView *diff, QWidget *owner);

    [[nodiscard]] QList<QAction *> commands() const { return m_commands->actions(); }

private:
    void showTextMenu(QPlainTextEdit *pane, const QPoint &position);
    void showListMenu(const QPoint &position);
    [[nodiscard]] ShownSetting current() const;

    CompareController *m_controller;
    ChangeList *m_list;
    DiffView *m_diff;
    CopyCommands *m_commands;
};

} // namespace chartroom
