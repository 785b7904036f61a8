// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace chartroom {

class Theme;

/// Paints the cells of the releases' table: identifiers in the fixed font, state shapes, owner chips, group
/// headings across the whole row. Plain text only.
class ReleaseDelegate final : public QStyledItemDelegate
{
    Q_OBJECT
public:
    explicit ReleaseDelegate(const Theme *theme, QObject *parent = nullptr);

    /// -1 for none; the view repaints the rows.
    void setHoveredRow(int row) { m_hoveredRow = row; }
    [[nodiscard]] int hoveredRow() const { return m_hoveredRow; }

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    bool helpEvent(QHelpEvent *event, QAbstractItemView *view, const QStyleOptionViewItem &option,
                   const QModelIndex &index) override;

private:
    void paintGround(QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index) const;
    void paintHeading(QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index) const;
    void paintName(QPainter &painter, const QRect &rect, const QModelIndex &index) const;
    void paintChart(QPainter &painter, const QRect &rect, const QModelIndex &index) const;
    void paintRevision(QPainter &painter, const QRect &rect, const QModelIndex &index) const;
    void paintStatus(QPainter &painter, const QRect &rect, const QModelIndex &index) const;
    void paintOwner(QPainter &painter, const QRect &rect, const QModelIndex &index) const;
    void paintPlain(QPainter &painter, const QRect &rect, const QModelIndex &index) const;

    const Theme *m_theme;
    int m_hoveredRow = -1;
};

} // namespace chartroom
