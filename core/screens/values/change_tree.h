// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/diff/manifest_diff.h"

#include <memory>
#include <optional>
#include <vector>

namespace chartroom {

/// The changes of a comparison as a tree of their paths: what a ChangeTreeModel shows. Parts of a path that
/// lead to one row only are joined with it. With objects the first level is "Kind namespace/name". Values are
/// not masked. 2,000 changes take longer than a frame: made on the pool, never changed afterwards.
class ChangeTree
{
public:
    /// `change` is what the row itself is, when it is a change; its children are changes further down.
    struct Row
    {
        const Row *parent = nullptr;
        int row = 0;
        QString segment; ///< the part of the path below the parent, fit to show
        QString path;    ///< the whole path as it is, to look it up
        int object = -1; ///< place in the list given, -1 for values
        std::optional<ValueChange> change;
        int count = 0;    ///< changes at and below the row
        int position = 0; ///< changes before it, in the order shown
        std::vector<std::unique_ptr<Row>> children;
    };

    /// Only changes that have `filter` in their path, in upper or lower case; of objects in "Kind
    /// namespace/name path".
    [[nodiscard]] static std::shared_ptr<const ChangeTree> ofChanges(const QList<ValueChange> &changes,
                                                                     const QString &filter = {});
    [[nodiscard]] static std::shared_ptr<const ChangeTree> ofObjects(const QList<ObjectChange> &objects,
                                                                     const QString &filter = {});

    ChangeTree() = default;
    ChangeTree(const ChangeTree &) = delete;
    ChangeTree &operator=(const ChangeTree &) = delete;

    [[nodiscard]] const Row *root() const { return &m_root; }
    /// Rows that are changes, in the order shown.
    [[nodiscard]] const QList<const Row *> &changes() const { return m_changes; }

private:
    void number(Row &row);

    Row m_root;
    QList<const Row *> m_changes;
};

} // namespace chartroom
