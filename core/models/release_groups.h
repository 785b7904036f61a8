// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QList>
#include <QString>

namespace chartroom {

/// One heading of a grouped table of releases.
struct ReleaseGroup
{
    QString rank; ///< its identity, and its place among the groups
    QString title;
    int size = 0; ///< matching rows
    bool closed = false;
};

/// The groups met so far, each by the number it got when it was met; never fewer until they are cleared.
class ReleaseGroups
{
public:
    void clear();
    /// The number of the group of this rank, which is made when it is new.
    int add(const QString &rank, const QString &title);
    [[nodiscard]] qsizetype count() const { return m_groups.size(); }
    [[nodiscard]] ReleaseGroup &operator[](int number) { return m_groups[number]; }
    [[nodiscard]] const ReleaseGroup &operator[](int number) const { return m_groups[number]; }
    /// The numbers, by rank.
    [[nodiscard]] QList<int> inOrder() const;
    /// By number.
    [[nodiscard]] QList<int> sizes() const;

private:
    QList<ReleaseGroup> m_groups;
    QHash<QString, int> m_byRank;
};

} // namespace chartroom
