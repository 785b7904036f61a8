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

namespace chartroom {

namespace {

constexpr int clusterRowHeight = 28;
constexpr int headingHeight = 30;
constexpr int clusterIconSize = 14;
constexpr int clusterGap = 8;
constexpr int leastName = 12; ///< characters
constexpr int leastNote = 8;

} // namespace

ClusterLine clusterLine(const QString &name, const QString &note, bool isTrouble, int width,
                        const Theme &theme)
{
    const QFontMetrics metrics(theme.font());
    const int whole =
        metrics.horizontalAdvance(name) + 1; // it is rounded, and the name is cut by the fraction
    // A name that no note would make whole leaves room for what is wrong.
    const int least = isTrouble && whole > width ? leastName * metrics.averageCharWidth() : whole;
    const QFontMetrics small(theme.secondaryFont());
    const int left = width - clusterGap - small.horizontalAdvance(note);
    // Beside a whole name the start of what is wrong says more than nothing.
    if (const int rest = width - clusterGap - whole;
        isTrouble && left < whole && rest >= leastNote * small.averageCharWidth())
        return {name, small.elidedText(note, Qt::ElideRight, rest)};
    const bool isNoted = !note.isEmpty() && left >= least;
    return {metrics.elidedText(name, Qt::ElideRight, isNoted ? left : width), isNoted ? note : QString()};
}

ClusterDelegate::ClusterDelegate(const Theme *theme, QObject *parent)
    : QStyledItemDelegate(parent)
    , m_theme(theme)
{
    connect(theme, &Theme::changed, this, [this] { Q_EMIT sizeHintChanged({}); });
}

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
    paintState(*painter,
               QRectF(inner.left(), inner.center().y() - clusterIconSize / 2.0 + 0.5, clusterIconSize,
                      clusterIconSize),
               state, m_theme->palette());
    const QRect line = inner.adjusted(clusterIconSize + clusterGap, 0, 0, 0);
    const ClusterLine shown =
        clusterLine(index.data().toString(), index.data(ClusterListModel::SecondaryTextRole).toString(),
                    state != VisualState::Done, line.width(), *m_theme);
    painter->setFont(m_theme->secondaryFont());
    painter->setPen(m_theme->color(state == VisualState::Failed      ? Role::Failed
                                   : state == VisualState::Attention ? Role::Attention
                                                                     : Role::Muted));
    painter->drawText(line, Qt::AlignRight | Qt::AlignVCenter, shown.note);
    painter->setFont(m_theme->font());
    painter->setPen(m_theme->color(Role::Text));
    painter->drawText(line, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, shown.name);
    painter->restore();
}

QSize ClusterDelegate::sizeHint(const QStyleOptionViewItem &, const QModelIndex &index) const
{
    return {100, index.data(ClusterListModel::HeadingRole).toBool()
                     ? Theme::lineHeight(m_theme->headingFont(), headingHeight)
                     : Theme::lineHeight(m_theme->font(), clusterRowHeight)};
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
