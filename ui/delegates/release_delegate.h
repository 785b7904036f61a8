// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/delegates/table_delegate.h"

namespace chartroom {

/// Paints the cells of the releases' table: identifiers in the fixed font, state shapes, owner chips.
class ReleaseDelegate final : public TableDelegate
{
    Q_OBJECT
public:
    explicit ReleaseDelegate(const Theme *theme, QObject *parent = nullptr);

    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

protected:
    void paintCell(QPainter &painter, const QRect &rect, const QModelIndex &index) const override;

private:
    void paintName(QPainter &painter, const QRect &rect, const QModelIndex &index) const;
    void paintChart(QPainter &painter, const QRect &rect, const QModelIndex &index) const;
    void paintRevision(QPainter &painter, const QRect &rect, const QModelIndex &index) const;
    void paintStatus(QPainter &painter, const QRect &rect, const QModelIndex &index) const;
    void paintOwner(QPainter &painter, const QRect &rect, const QModelIndex &index) const;
    void paintPlain(QPainter &painter, const QRect &rect, const QModelIndex &index) const;
};

} // namespace chartroom
