// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/diff/manifest_diff.h"

#include <QAbstractItemModel>

#include <memory>

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
    ChangeKindRole,   ///< int of ValueChange::Kind; on a row that only groups others: invalid
    ChangeCountRole,  ///< int: changes at and below the row
    ChangeFilterRole, ///< QString that a filter matches: the path, for manifests after "Kind namespace/name "
    ChangeObjectRole, ///< int: place in the list of setObjects(), -1 with setChanges()
};

/// The changes of a comparison as a tree of their paths, for a table with unfolding rows. Parts of a path
/// that lead to one row only are joined with it. With objects the first level is "Kind namespace/name". Texts
/// are masked and made visible (rules S11, S15) until they are revealed; a new comparison hides them again.
class ChangeTreeModel : public QAbstractItemModel
{
    Q_OBJECT
public:
    explicit ChangeTreeModel(QObject *parent = nullptr);
    ~ChangeTreeModel() override;

    /// Resets the model: another comparison.
    void setChanges(QList<ValueChange> changes);
    void setObjects(QList<ObjectChange> objects);

    void setRevealed(bool revealed);
    [[nodiscard]] bool isRevealed() const { return m_isRevealed; }
    /// All changes.
    [[nodiscard]] qsizetype count() const { return m_changes.size(); }

    /// The change after and before this row in the order shown, whatever is folded; from an invalid index the
    /// first and the last one. Invalid past the end.
    [[nodiscard]] QModelIndex next(const QModelIndex &from) const;
    [[nodiscard]] QModelIndex previous(const QModelIndex &from) const;

    [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex &child) const override;
    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Node;
    struct ShownSides;

    [[nodiscard]] Node *nodeOf(const QModelIndex &index) const;
    [[nodiscard]] QModelIndex indexOf(const Node *node) const;
    static void grow(Node &parent, const QList<ValueChange> &changes);
    static void join(Node &node);
    [[nodiscard]] QString text(const Node &node, ChangeColumn column) const;
    void show(std::unique_ptr<Node> root);
    int finish(Node &node);
    [[nodiscard]] const ShownSides &shownSides(const Node &node) const;

    std::unique_ptr<Node> m_root;
    QList<Node *> m_changes; ///< rows that are changes, in the order shown
    bool m_isRevealed = false;
};

} // namespace chartroom
