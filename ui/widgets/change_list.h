// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/screens/values/change_tree.h"
#include "ui/context/ui_context.h"

#include <QWidget>

class QLineEdit;
class QTreeView;

namespace chartroom {

class ChangeTreeModel;
class TextLabel;

/// The changed paths of a comparison as a tree with a filter above and what the chosen one says below: as a
/// narrow list beside a text, or with both values in columns.
class ChangeList final : public QWidget
{
    Q_OBJECT
public:
    explicit ChangeList(const UiContext &context, QWidget *parent = nullptr);

    /// `all`: how many changes there are without the filter. The chosen change stays chosen where it is
    /// still there, and is told again.
    void setTree(const std::shared_ptr<const ChangeTree> &tree, int all, bool isRevealed);
    void setShowsValues(bool shows);
    /// One more line below, about the chosen change.
    void setNote(const QString &text);

    /// The next change after the chosen one, or the one before, in the order shown.
    void step(bool forward);
    void focusTree();
    void focusFilter();
    /// Whether there was a filter to clear.
    bool clearFilter();
    [[nodiscard]] QTreeView *tree() const { return m_tree; }

Q_SIGNALS:
    void filterChanged(const QString &pathPart);
    /// A change, or a row that leads to some.
    void chosen(int object, const QString &path);
    /// Enter or a double click on it.
    void opened(int object, const QString &path);

private:
    void buildTree();
    void choose(const QModelIndex &row);
    void fitColumns();

    UiContext m_context;
    QLineEdit *m_filter;
    TextLabel *m_count;
    QTreeView *m_tree;
    ChangeTreeModel *m_model;
    TextLabel *m_detail;
    QStringList m_detailLines; ///< the chosen change in words
    bool m_showsValues = false;
};

} // namespace chartroom
