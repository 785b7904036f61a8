// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/delegates/table_delegate.h"

class QTreeView;

namespace chartroom {

/// Paints the rows of a VersionTree: the component with its state's shape, versions in the fixed font, those
/// that say the same as production quietly, the verdict as a word. Draws the sign that a row unfolds itself:
/// the tree has no indentation, so that a row's ground reaches its start.
class VersionDelegate final : public TableDelegate
{
    Q_OBJECT
public:
    VersionDelegate(const Theme *theme, QTreeView *tree);

    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    /// Of the first column's cell: where a click folds and unfolds.
    [[nodiscard]] static QRect foldRect(const QRect &cell);
    /// What stands in front of a component's name.
    [[nodiscard]] static int leadWidth();

protected:
    void paintCell(QPainter &painter, const QRect &rect, const QModelIndex &index) const override;

private:
    void paintFirst(QPainter &painter, QRect rect, const QModelIndex &index) const;
    void paintVerdict(QPainter &painter, const QRect &rect, const QModelIndex &index) const;

    QTreeView *m_tree;
};

} // namespace chartroom
