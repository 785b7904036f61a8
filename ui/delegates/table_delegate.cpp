// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/delegates/table_delegate.h"

#include "core/screens/tables/finding_badge.h"
#include "core/screens/tables/row_groups.h"
#include "ui/theme/plain_tool_tip.h"
#include "ui/theme/theme.h"

#include <QAbstractItemView>
#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

namespace chartroom {

TableDelegate::TableDelegate(const Theme *theme, QObject *parent)
    : QStyledItemDelegate(parent)
    , m_theme(theme)
{}

void TableDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                          const QModelIndex &index) const
{
    painter->save();
    paintGround(*painter, option, index);
    if (index.data(GroupRole).isValid()) {
        paintHeading(*painter, option, index);
    } else {
        painter->setFont(m_theme->font());
        painter->setPen(m_theme->color(Role::Text));
        QRect cell = option.rect.adjusted(padding, 0, -padding, -1);
        if (const QVariant badge = index.data(FindingBadgeRole); badge.isValid()) {
            paintBadge(*painter, option.rect, badge.value<FindingBadge>().state);
            cell.setRight(badgeRect(option.rect).left() - gap / 2);
        }
        paintCell(*painter, cell, index);
    }
    painter->restore();
}

QRect TableDelegate::badgeRect(const QRect &cell)
{
    return {cell.right() - padding - iconSize, cell.center().y() - iconSize / 2, iconSize, iconSize};
}

void TableDelegate::paintBadge(QPainter &painter, const QRect &cell, VisualState state) const
{
    painter.drawPixmap(badgeRect(cell).topLeft(),
                       m_theme->icon(QStringLiteral("finding"), roleOf(state), iconSize,
                                     painter.device()->devicePixelRatioF()));
}

bool TableDelegate::helpEvent(QHelpEvent *event, QAbstractItemView *view, const QStyleOptionViewItem &,
                              const QModelIndex &index)
{
    if (event->type() != QEvent::ToolTip)
        return false;
    QToolTip::showText(event->globalPos(), plainToolTip(index.data(Qt::ToolTipRole).toString()), view);
    return true;
}

void TableDelegate::paintGround(QPainter &painter, const QStyleOptionViewItem &option,
                                const QModelIndex &index) const
{
    const bool selected = option.state & QStyle::State_Selected;
    Role ground = selected ? Role::Selection : Role::Surface;
    if (!selected && (index.row() == m_hoveredRow || index.data(GroupRole).isValid()))
        ground = index.row() == m_hoveredRow ? Role::Raised : Role::Window;
    painter.fillRect(option.rect, m_theme->color(ground));
    painter.setPen(m_theme->color(Role::Line));
    painter.drawLine(option.rect.bottomLeft(), option.rect.bottomRight());
    // The current row of a focused table carries a bar at its start: focus is always visible.
    const auto *view = qobject_cast<const QAbstractItemView *>(option.widget);
    if (view && view->hasFocus() && option.rect.left() <= 0 &&
        view->currentIndex().siblingAtColumn(0) == index.siblingAtColumn(0))
        painter.fillRect(QRect(option.rect.left(), option.rect.top(), 3, option.rect.height()),
                         m_theme->color(Role::Accent));
}

void TableDelegate::paintHeading(QPainter &painter, const QStyleOptionViewItem &option,
                                 const QModelIndex &index) const
{
    // Every cell paints the whole heading, clipped to itself: a partial repaint cannot cut the text.
    painter.setClipRect(option.rect);
    const QWidget *viewport = option.widget;
    const QRect row(padding, option.rect.top(),
                    viewport ? viewport->width() - 2 * padding : option.rect.width(),
                    option.rect.height() - 1);
    const bool closed = index.siblingAtColumn(0).data(GroupClosedRole).toBool();
    const QPixmap arrow =
        m_theme->icon(closed ? QStringLiteral("chevron-right") : QStringLiteral("chevron-down"), Role::Muted,
                      iconSize, painter.device()->devicePixelRatioF());
    painter.drawPixmap(QPointF(row.left(), row.center().y() - iconSize / 2.0 + 0.5), arrow);
    QRect text = row.adjusted(iconSize + gap, 0, 0, 0);
    QFont font = m_theme->font();
    font.setWeight(QFont::Medium);
    painter.setFont(font);
    painter.setPen(m_theme->color(Role::Text));
    const QString title = index.data(GroupRole).toString();
    drawText(painter, text, title);
    text.setLeft(text.left() + painter.fontMetrics().horizontalAdvance(title) + gap);
    painter.setFont(m_theme->secondaryFont());
    painter.setPen(m_theme->color(Role::Muted));
    drawText(painter, text, QString::number(index.data(GroupSizeRole).toInt()));
}

} // namespace chartroom
