// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/visual_state.h"
#include "ui/delegates/shaped_texts.h"

#include <QStyledItemDelegate>

namespace chartroom {

class Theme;

/// What the delegates of live tables share: the ground of a row with its hover and focus, group headings
/// across the whole row, plain tooltips. Plain text only.
class TableDelegate : public QStyledItemDelegate
{
    Q_OBJECT
public:
    explicit TableDelegate(const Theme *theme, QObject *parent = nullptr);

    /// -1 for none; the view repaints the rows.
    void setHoveredRow(int row) { m_hoveredRow = row; }
    [[nodiscard]] int hoveredRow() const { return m_hoveredRow; }

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const final;
    /// Where a cell carries the mark that something was found about it, see FindingBadgeRole.
    [[nodiscard]] static QRect badgeRect(const QRect &cell);
    bool helpEvent(QHelpEvent *event, QAbstractItemView *view, const QStyleOptionViewItem &option,
                   const QModelIndex &index) override;

protected:
    static constexpr int padding = 9;
    static constexpr int iconSize = 14;
    static constexpr int gap = 8;

    /// Into `rect`, which has the padding off; font and pen are those of plain text.
    virtual void paintCell(QPainter &painter, const QRect &rect, const QModelIndex &index) const = 0;
    [[nodiscard]] const Theme &theme() const { return *m_theme; }
    void drawText(QPainter &painter, const QRect &rect, const QString &text,
                  Qt::Alignment side = Qt::AlignLeft) const
    {
        m_texts.draw(painter, rect, text, side);
    }

private:
    void paintBadge(QPainter &painter, const QRect &cell, VisualState state) const;
    void paintGround(QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index) const;
    void paintHeading(QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index) const;

    const Theme *m_theme;
    mutable ShapedTexts m_texts; ///< those drawn last
    int m_hoveredRow = -1;
};

} // namespace chartroom
