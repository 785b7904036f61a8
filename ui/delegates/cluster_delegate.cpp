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
constexpr int clusterSide = 16;
constexpr int belowAir = 6; ///< under a note of its own lines

/// Of name and note in a row of the list.
int lineWidth(const QWidget *list)
{
    const auto *view = qobject_cast<const QAbstractItemView *>(list);
    return (view ? view->viewport()->width() : 0) - 2 * clusterSide - clusterIconSize - clusterGap;
}

QString belowOf(const QModelIndex &index, int width, const Theme &theme)
{
    const auto state = VisualState(index.data(ClusterListModel::StateRole).toInt());
    return noteBelow(index.data().toString(), index.data(ClusterListModel::SecondaryTextRole).toString(),
                     state == VisualState::Failed || state == VisualState::Attention, width, theme);
}

int heightBelow(const QString &note, int width, const Theme &theme)
{
    return QFontMetrics(theme.secondaryFont())
        .boundingRect(0, 0, width, QWIDGETSIZE_MAX, Qt::TextWordWrap, note)
        .height();
}

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

QString noteBelow(const QString &name, const QString &note, bool isTroubled, int width, const Theme &theme)
{
    const ClusterLine beside = clusterLine(name, note, true, width, theme);
    if (!isTroubled || note.isEmpty() || (beside.name == name && beside.note == note))
        return {};
    const QChar gap(QChar::Nbsp);
    return QString(note).replace(u' ', gap).replace(gap + QStringLiteral("·") + gap,
                                                    gap + QStringLiteral("· "));
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
    const QRect whole = option.rect.adjusted(clusterSide, 0, -clusterSide, 0);
    const QString below = belowOf(index, whole.width() - clusterIconSize - clusterGap, *m_theme);
    QRect inner = whole;
    if (!below.isEmpty())
        inner.setHeight(Theme::lineHeight(m_theme->font(), clusterRowHeight));
    const auto state = VisualState(index.data(ClusterListModel::StateRole).toInt());
    paintState(*painter,
               QRectF(inner.left(), inner.center().y() - clusterIconSize / 2.0 + 0.5, clusterIconSize,
                      clusterIconSize),
               state, m_theme->palette());
    const QRect line = inner.adjusted(clusterIconSize + clusterGap, 0, 0, 0);
    const QString note =
        below.isEmpty() ? index.data(ClusterListModel::SecondaryTextRole).toString() : QString();
    const ClusterLine shown =
        clusterLine(index.data().toString(), note, state != VisualState::Done, line.width(), *m_theme);
    painter->setFont(m_theme->secondaryFont());
    painter->setPen(m_theme->color(state == VisualState::Failed      ? Role::Failed
                                   : state == VisualState::Attention ? Role::Attention
                                                                     : Role::Muted));
    painter->drawText(line, Qt::AlignRight | Qt::AlignVCenter, shown.note);
    if (!below.isEmpty())
        painter->drawText(QRect(line.left(), line.bottom() + 1, line.width(), whole.bottom() - line.bottom()),
                          Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, below);
    painter->setFont(m_theme->font());
    painter->setPen(m_theme->color(Role::Text));
    painter->drawText(line, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, shown.name);
    painter->restore();
}

QSize ClusterDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    if (index.data(ClusterListModel::HeadingRole).toBool())
        return {100, Theme::lineHeight(m_theme->headingFont(), headingHeight)};
    const int line = Theme::lineHeight(m_theme->font(), clusterRowHeight);
    const int width = lineWidth(option.widget);
    const QString below = width > 0 ? belowOf(index, width, *m_theme) : QString();
    return {100, below.isEmpty() ? line : line + heightBelow(below, width, *m_theme) + belowAir};
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
