// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace chartroom {

class Theme;

/// Cells of the outcomes' table: shape and word of what becomes of a path, and the value it would have.
class OutcomeDelegate final : public QStyledItemDelegate
{
    Q_OBJECT
public:
    explicit OutcomeDelegate(const Theme *theme, QObject *parent = nullptr);

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override;

private:
    const Theme *m_theme;
};

} // namespace chartroom
