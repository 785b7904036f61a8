// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace chartroom {

class Theme;

/// Rows of a tree of changed paths: a sign, the path in the fixed-width font, values, what kind of change.
class ChangeDelegate final : public QStyledItemDelegate
{
    Q_OBJECT
public:
    explicit ChangeDelegate(const Theme *theme, QObject *parent = nullptr);

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

private:
    const Theme *m_theme;
};

} // namespace chartroom
