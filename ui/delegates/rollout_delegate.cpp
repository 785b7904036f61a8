// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/delegates/rollout_delegate.h"

#include "core/screens/rollout/rollout_columns.h"
#include "core/words/rollout_lane.h"
#include "ui/delegates/step_strip.h"
#include "ui/theme/state_icon.h"
#include "ui/theme/theme.h"

#include <QPainter>

namespace chartroom {

namespace {

bool isTroubled(VisualState state)
{
    return state == VisualState::Failed || state == VisualState::Attention;
}

} // namespace

void RolloutDelegate::paintCell(QPainter &painter, const QRect &rect, const QModelIndex &index) const
{
    switch (RolloutColumn(index.column())) {
    case RolloutColumn::Node:
        paintNode(painter, rect, index);
        break;
    case RolloutColumn::FirstLane:
    case RolloutColumn::SecondLane:
        paintLane(painter, rect, index);
        break;
    case RolloutColumn::Since:
        painter.setPen(theme().color(Role::Muted));
        drawText(painter, rect, index.data().toString(), Qt::AlignRight);
        break;
    case RolloutColumn::Gpus:
        paintGpus(painter, rect, index);
        break;
    case RolloutColumn::HeldBack:
        paintHeldBack(painter, rect, index);
        break;
    }
}

void RolloutDelegate::paintNode(QPainter &painter, const QRect &rect, const QModelIndex &index) const
{
    const auto state = VisualState(index.data(RolloutStateRole).toInt());
    paintState(painter, QRectF(rect.left(), rect.center().y() - iconSize / 2.0 + 0.5, iconSize, iconSize),
               state, theme().palette());
    QFont font = theme().identifierFont();
    font.setWeight(QFont::DemiBold);
    painter.setFont(font);
    drawText(painter, rect.adjusted(iconSize + gap, 0, 0, 0), index.data().toString());
}

void RolloutDelegate::paintLane(QPainter &painter, const QRect &rect, const QModelIndex &index) const
{
    const auto lane = index.data(RolloutLaneRole).value<RolloutLane>();
    if (!lane.isPresent()) {
        painter.setPen(theme().color(Role::Muted));
        drawText(painter, rect, QStringLiteral("–"));
        return;
    }
    Role role = lane.isUnderWay ? Role::Text : Role::Muted;
    if (isTroubled(lane.state))
        role = roleOf(lane.state);
    if (!m_strips[index.column() == int(RolloutColumn::FirstLane) ? 0 : 1]) {
        paintState(painter, QRectF(rect.left(), rect.center().y() - iconSize / 2.0 + 0.5, iconSize, iconSize),
                   lane.state, theme().palette());
        painter.setPen(theme().color(role));
        drawText(painter, rect.adjusted(iconSize + gap, 0, 0, 0), lane.words);
        return;
    }
    paintStepStrip(painter, QPointF(rect.left(), rect.center().y() + 1), lane, theme().palette(), m_glow);
    painter.setPen(theme().color(role));
    drawText(painter, rect.adjusted(stepStripSize().width() + gap, 0, 0, 0), lane.words);
}

void RolloutDelegate::paintGpus(QPainter &painter, const QRect &rect, const QModelIndex &index) const
{
    const QString text = index.data().toString();
    const qsizetype slash = text.indexOf(u' ');
    if (slash < 0)
        return;
    const QString total = text.mid(slash);
    painter.setPen(theme().color(Role::Muted));
    drawText(painter, rect, total, Qt::AlignRight);
    const int taken = painter.fontMetrics().horizontalAdvance(total);
    painter.setPen(theme().color(Role::Text));
    drawText(painter, rect.adjusted(0, 0, -taken, 0), text.left(slash), Qt::AlignRight);
}

void RolloutDelegate::paintHeldBack(QPainter &painter, const QRect &rect, const QModelIndex &index) const
{
    const auto state = VisualState(index.data(RolloutStateRole).toInt());
    const bool isRemark = index.data(RolloutRemarkRole).toBool();
    QRect text = rect;
    if (isRemark) {
        // Label and evidence disagree: the shape says so even where the row itself looks well.
        paintState(painter, QRectF(rect.left(), rect.center().y() - iconSize / 2.0 + 0.5, iconSize, iconSize),
                   VisualState::Attention, theme().palette());
        text.setLeft(text.left() + iconSize + gap);
    }
    painter.setPen(theme().color(isTroubled(state) || isRemark ? Role::Text : Role::Muted));
    drawText(painter, text, index.data().toString());
}

} // namespace chartroom
