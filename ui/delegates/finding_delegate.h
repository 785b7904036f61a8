// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/delegates/table_delegate.h"

namespace chartroom {

/// Paints the cells of the findings' table: the component with the finding's shape, nodes in the fixed font,
/// the owner's chip.
class FindingDelegate final : public TableDelegate
{
    Q_OBJECT
public:
    using TableDelegate::TableDelegate;

protected:
    void paintCell(QPainter &painter, const QRect &rect, const QModelIndex &index) const override;

private:
    void paintComponent(QPainter &painter, const QRect &rect, const QModelIndex &index) const;
};

} // namespace chartroom
