// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/delegates/finding_delegate.h"

#include "core/screens/findings/findings_columns.h"
#include "ui/theme/owner_chip.h"
#include "ui/theme/state_icon.h"
#include "ui/theme/theme.h"

#include <QPainter>

namespace chartroom {

void FindingDelegate::paintCell(QPainter &painter, const QRect &rect, const QModelIndex &index) const
{
    switch (FindingsColumn(index.column())) {
    case FindingsColumn::Component:
        paintComponent(painter, rect, index);
        break;
    case FindingsColumn::Meaning:
        drawText(painter, rect, index.data().toString());
        break;
    case FindingsColumn::Nodes:
        painter.setFont(theme().identifierFont());
        drawText(painter, rect, index.data().toString());
        break;
    case FindingsColumn::Since:
        painter.setPen(theme().color(Role::Muted));
        drawText(painter, rect, index.data().toString(), Qt::AlignRight);
        break;
    case FindingsColumn::Owner:
        paintOwnerChip(painter, rect, Owner(index.data(FindingOwnerRole).toInt()), theme());
        break;
    }
}

void FindingDelegate::paintComponent(QPainter &painter, const QRect &rect, const QModelIndex &index) const
{
    const auto state = VisualState(index.data(FindingStateRole).toInt());
    paintState(painter, QRectF(rect.left(), rect.center().y() - iconSize / 2.0 + 0.5, iconSize, iconSize),
               state, theme().palette());
    QFont font = theme().font();
    font.setWeight(QFont::DemiBold);
    painter.setFont(font);
    drawText(painter, rect.adjusted(iconSize + gap, 0, 0, 0), index.data().toString());
}

} // namespace chartroom
