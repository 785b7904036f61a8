// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/screens/values/change_tree.h"

#include <QAbstractItemModel>
#include <QHash>

namespace chartroom {

enum class ChangeColumn {
    Path,   ///< the part of the path below the row's parent
    Kind,   ///< a word; on a row that groups others: how many changes are below it
    Before, ///< in one line; empty where there is none
    After,
};
inline constexpr int changeColumnCount = int(ChangeColumn::After) + 1;

enum ChangeRole {
    ChangePathRole = Qt::UserRole + 1, ///< QString: the whole path as it is, to look it up; not for display
    ChangeShownPathRole,               ///< the same for people: masked unless revealed, and visible
    ChangeKindRole,   ///< int of ValueChange::Kind; on a row that only groups others: invalid
    ChangeObjectRole, ///< int: place in the list of ChangeTree::ofObjects(), -1 for values
};

/// A ChangeTree for a table with unfolding rows. Texts are masked and made visible (rules S11, S15) unless
/// they are revealed; they are made when they are asked for.
class ChangeTreeModel : public QAbstractItemModel
{
    Q_OBJECT
public:
    explicit ChangeTreeModel(QObject *parent = nullptr);

    /// Resets the model: another comparison, or other rows of it.
    void setTree(std::shared_ptr<const ChangeTree> tree, bool isRevealed = false);
    [[nodiscard]] bool isRevealed() const { return m_isRevealed; }
    /// All changes of the tree.
    [[nodiscard]] qsizetype count() const { return m_tree->changes().size(); }

    /// The change after and before this row in the order shown, whatever is folded; from an invalid index the
    /// first and the last one. Invalid past the end.
    [[nodiscard]] QModelIndex next(const QModelIndex &from) const;
    [[nodiscard]] QModelIndex previous(const QModelIndex &from) const;
    /// The row that is the change at this path; invalid when there is none.
    [[nodiscard]] QModelIndex find(int object, const QString &path) const;

    [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex &child) const override;
    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    /// Both sides of a change, each in one line.
    struct ShownSides
    {
        QString before;
        QString after;
    };
    [[nodiscard]] const ChangeTree::Row *rowOf(const QModelIndex &index) const;
    [[nodiscard]] QModelIndex indexOf(const ChangeTree::Row *row) const;
    [[nodiscard]] QString text(const ChangeTree::Row &row, ChangeColumn column) const;
    [[nodiscard]] const ShownSides &shownSides(const ChangeTree::Row &row) const;

    std::shared_ptr<const ChangeTree> m_tree;
    mutable QHash<const ChangeTree::Row *, ShownSides> m_shown; ///< those that were asked for
    bool m_isRevealed = false;
};

} // namespace chartroom
