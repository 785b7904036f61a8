// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QList>
#include <QString>
#include <Qt>

namespace chartroom {

/// Of a heading's row; invalid on all others.
enum GroupingRole {
    GroupRole = Qt::UserRole + 100, ///< its name
    GroupSizeRole,                  ///< how many rows it has
    GroupClosedRole,                ///< true when its rows are folded away
};

/// One heading of a grouped table.
struct RowGroup
{
    QString rank; ///< its identity, and its place among the groups
    QString title;
    int size = 0; ///< matching rows
    bool closed = false;
};

/// The groups met so far, each by the number it got when it was met; never fewer until they are cleared.
class RowGroups
{
public:
    void clear();
    /// The number of the group of this rank, which is made when it is new.
    int add(const QString &rank, const QString &title);
    [[nodiscard]] qsizetype count() const { return m_groups.size(); }
    [[nodiscard]] RowGroup &operator[](int number) { return m_groups[number]; }
    [[nodiscard]] const RowGroup &operator[](int number) const { return m_groups[number]; }
    /// The numbers, by rank.
    [[nodiscard]] QList<int> inOrder() const;
    /// By number.
    [[nodiscard]] QList<int> sizes() const;

private:
    QList<RowGroup> m_groups;
    QHash<QString, int> m_byRank;
};

} // namespace chartroom
