// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTableView>

namespace chartroom {

class Theme;

/// A table of paths to read row by row, what becomes of each beside it.
class PathTable final : public QTableView
{
    Q_OBJECT
public:
    PathTable(const Theme *theme, QAbstractItemModel *model, QWidget *parent = nullptr);

    /// Puts the cursor on `row` unless there is one.
    void focusRow(int row);
    /// That shows the column's title and its longest text whole.
    [[nodiscard]] int neededWidth(int column) const;

Q_SIGNALS:
    /// Another row, or the same place with other contents.
    void rowChanged();
};

} // namespace chartroom
