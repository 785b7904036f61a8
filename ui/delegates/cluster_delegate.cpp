// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/delegates/cluster_delegate.h"

#include "core/models/cluster_list_model.h"
#include "ui/theme/state_icon.h"
#include "ui/theme/theme.h"
#include "ui/widgets/text_label.h"

#include <QAbstractItemView>
#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

namespace chartroom {

namespace {

constexpr int rowHeight = 28;
constexpr int headingHeight = 30;
constexpr int iconSize = 14;
constexpr int gap = 8;

} // namespace

ClusterDelegate::ClusterDelegate(const Theme *theme, QObject *parent)
    : QStyledItemDelegate(parent)
    , m_theme(theme)
{}

void ClusterDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                            const QModelIndex &index) const
{
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    if (index.data(ClusterListModel::HeadingRole).toBool()) {
        painter->setFont(m_theme->headingFont());
        painter->setPen(m_theme->color(Role::Muted));
        painter->drawText(option.rect.adjusted(16, 0, -8, -5), Qt::AlignLeft | Qt::AlignBottom,
                          index.data().toString());
        painter->restore();
        return;
    }
    const QRectF ground = QRectF(option.rect).adjusted(8, 0.5, -8, -0.5);
    const bool selected = option.state & QStyle::State_Selected;
    if (selected || option.state & QStyle::State_MouseOver) {
        painter->setPen(Qt::NoPen);
        painter->setBrush(m_theme->color(selected ? Role::Selection : Role::Raised));
        painter->drawRoundedRect(ground, 6, 6);
    }
    const auto *view = qobject_cast<const QAbstractItemView *>(option.widget);
    if (selected && view && view->hasFocus()) {
        painter->setPen(QPen(m_theme->color(Role::Accent), 1));
        painter->setBrush(Qt::NoBrush);
        painter->drawRoundedRect(ground.adjusted(0.5, 0.5, -0.5, -0.5), 6, 6);
    }
    const QRect inner = option.rect.adjusted(16, 0, -16, 0);
    paintState(*painter, QRectF(inner.left(), inner.center().y() - iconSize / 2.0 + 0.5, iconSize, iconSize),
               VisualState(index.data(ClusterListModel::StateRole).toInt()), m_theme->palette());
    // The name goes first: where both do not fit, the state's word is left to its shape and the tooltip.
    const QRect line = inner.adjusted(iconSize + gap, 0, 0, 0);
    const QString name = index.data().toString();
    const QFontMetrics metrics(m_theme->font());
    const QFontMetrics small(m_theme->secondaryFont());
    const QString note = index.data(ClusterListModel::SecondaryTextRole).toString();
    painter->setFont(m_theme->secondaryFont());
    painter->setPen(m_theme->color(Role::Muted));
    if (metrics.horizontalAdvance(name) + gap + small.horizontalAdvance(note) <= line.width())
        painter->drawText(line, Qt::AlignRight | Qt::AlignVCenter, note);
    painter->setFont(m_theme->font());
    painter->setPen(m_theme->color(Role::Text));
    painter->drawText(line, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                      metrics.elidedText(name, Qt::ElideMiddle, line.width()));
    painter->restore();
}

QSize ClusterDelegate::sizeHint(const QStyleOptionViewItem &, const QModelIndex &index) const
{
    return {100, index.data(ClusterListModel::HeadingRole).toBool() ? headingHeight : rowHeight};
}

bool ClusterDelegate::helpEvent(QHelpEvent *event, QAbstractItemView *view, const QStyleOptionViewItem &,
                                const QModelIndex &index)
{
    if (event->type() != QEvent::ToolTip)
        return false;
    QToolTip::showText(event->globalPos(), plainToolTip(index.data(Qt::ToolTipRole).toString()), view);
    return true;
}

} // namespace chartroom
