// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/compare_copies.h"

#include "core/screens/values/change_tree_model.h"
#include "core/screens/values/compare_controller.h"
#include "ui/editor/diff_pane.h"
#include "ui/editor/diff_view.h"
#include "ui/widgets/change_list.h"

#include <QMenu>
#include <QTreeView>

namespace chartroom {

CompareCopies::CompareCopies(CompareController *controller, ChangeList *list, DiffView *diff, QWidget *owner)
    : QObject(owner)
    , m_controller(controller)
    , m_list(list)
    , m_diff(diff)
    , m_commands(new CopyCommands(owner, [this] { return current(); }))
{
    list->tree()->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(list->tree(), &QWidget::customContextMenuRequested, this, &CompareCopies::showListMenu);
    const QList<DiffPane *> panes = diff->findChildren<DiffPane *>();
    for (DiffPane *pane : panes) {
        pane->setContextMenuPolicy(Qt::CustomContextMenu);
        connect(pane, &QWidget::customContextMenuRequested, this,
                [this, pane](const QPoint &position) { showTextMenu(pane, position); });
    }
}

ShownSetting CompareCopies::current() const
{
    const ShownComparison &shown = m_controller->shown();
    if (m_diff->isVisible() && !m_list->tree()->hasFocus())
        return shown.settingOn(m_diff->currentLine());
    const QModelIndex row = m_list->tree()->currentIndex().siblingAtColumn(0);
    return row.isValid()
               ? shown.settingAt(row.data(ChangeObjectRole).toInt(), row.data(ChangePathRole).toString())
               : ShownSetting();
}

void CompareCopies::showTextMenu(QPlainTextEdit *pane, const QPoint &position)
{
    pane->setFocus(Qt::MouseFocusReason);
    if (!pane->textCursor().hasSelection())
        pane->setTextCursor(pane->cursorForPosition(position));
    auto *menu = new QMenu(pane);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    QAction *copy = menu->addAction(tr("Copy"), QKeySequence::Copy, pane, &QPlainTextEdit::copy);
    copy->setEnabled(pane->textCursor().hasSelection());
    menu->addSeparator();
    m_commands->addTo(menu);
    menu->popup(pane->viewport()->mapToGlobal(position));
}

void CompareCopies::showListMenu(const QPoint &position)
{
    QTreeView *tree = m_list->tree();
    tree->setFocus(Qt::MouseFocusReason);
    auto *menu = new QMenu(tree);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    m_commands->addTo(menu);
    menu->popup(tree->viewport()->mapToGlobal(position));
}

} // namespace chartroom
