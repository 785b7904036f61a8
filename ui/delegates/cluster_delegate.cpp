// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/delegates/cluster_delegate.h"

#include "core/screens/addons/cluster_list_model.h"
#include "ui/theme/plain_tool_tip.h"
#include "ui/theme/state_icon.h"
#include "ui/theme/theme.h"

#include <QAbstractItemView>
#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

namespace chartroom {

namespace {

constexpr int clusterRowHeight = 28;
constexpr int headingHeight = 30;
constexpr int clusterIconSize = 14;
constexpr int clusterGap = 8;
constexpr int leastName = 48;

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
    const auto state = VisualState(index.data(ClusterListModel::StateRole).toInt());
    const bool isWell = state == VisualState::Done;
    paintState(*painter,
               QRectF(inner.left(), inner.center().y() - clusterIconSize / 2.0 + 0.5, clusterIconSize,
                      clusterIconSize),
               state, m_theme->palette());
    const QRect line = inner.adjusted(clusterIconSize + clusterGap, 0, 0, 0);
    const QString name = index.data().toString();
    const QFontMetrics metrics(m_theme->font());
    const QFontMetrics small(m_theme->secondaryFont());
    const QString note = index.data(ClusterListModel::SecondaryTextRole).toString();
    painter->setFont(m_theme->secondaryFont());
    painter->setPen(m_theme->color(state == VisualState::Failed      ? Role::Failed
                                   : state == VisualState::Attention ? Role::Attention
                                                                     : Role::Muted));
    // What is wrong keeps its word, and the name gives way as far as it can be told from others; a number of
    // nodes gives way to the name.
    const int nameWidth = metrics.horizontalAdvance(name);
    const int left = line.width() - clusterGap - small.horizontalAdvance(note);
    const bool isNoted = !note.isEmpty() && left >= (isWell ? nameWidth : std::min(nameWidth, leastName));
    if (isNoted)
        painter->drawText(line, Qt::AlignRight | Qt::AlignVCenter, note);
    painter->setFont(m_theme->font());
    painter->setPen(m_theme->color(Role::Text));
    painter->drawText(line, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                      metrics.elidedText(name, Qt::ElideMiddle, isNoted ? left : line.width()));
    painter->restore();
}

QSize ClusterDelegate::sizeHint(const QStyleOptionViewItem &, const QModelIndex &index) const
{
    return {100, index.data(ClusterListModel::HeadingRole).toBool() ? headingHeight : clusterRowHeight};
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
