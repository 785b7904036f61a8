// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/delegates/release_delegate.h"

#include "core/screens/addons/release_columns.h"
#include "core/session/visual_state.h"
#include "ui/theme/owner_chip.h"
#include "ui/theme/state_icon.h"
#include "ui/theme/theme.h"

#include <QPainter>

namespace chartroom {

ReleaseDelegate::ReleaseDelegate(const Theme *theme, QObject *parent)
    : TableDelegate(theme, parent)
{}

void ReleaseDelegate::paintCell(QPainter &painter, const QRect &rect, const QModelIndex &index) const
{
    switch (ReleaseColumn(index.column())) {
    case ReleaseColumn::Name:
        paintName(painter, rect, index);
        break;
    case ReleaseColumn::Chart:
        paintChart(painter, rect, index);
        break;
    case ReleaseColumn::Revision:
        paintRevision(painter, rect, index);
        break;
    case ReleaseColumn::Status:
        paintStatus(painter, rect, index);
        break;
    case ReleaseColumn::Owner:
        paintOwner(painter, rect, index);
        break;
    default:
        paintPlain(painter, rect, index);
    }
}

QSize ReleaseDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    QSize size = QStyledItemDelegate::sizeHint(option, index);
    const QString more = index.data(SecondaryTextRole).toString();
    const int text =
        QFontMetrics(theme().identifierFont())
            .horizontalAdvance(index.data().toString() +
                               (index.column() == int(ReleaseColumn::Revision) ? more + u' ' : QString()));
    size.setWidth(text + 2 * padding + iconSize + gap);
    return size;
}

void ReleaseDelegate::paintName(QPainter &painter, const QRect &rect, const QModelIndex &index) const
{
    QFont font = theme().identifierFont();
    font.setWeight(QFont::DemiBold);
    painter.setFont(font);
    drawText(painter, rect, index.data().toString());
}

void ReleaseDelegate::paintChart(QPainter &painter, const QRect &rect, const QModelIndex &index) const
{
    const QString version = index.data(SecondaryTextRole).toString();
    QString name = index.data().toString();
    painter.setFont(theme().identifierFont());
    if (version.isEmpty()) {
        painter.setPen(theme().color(Role::Muted));
        drawText(painter, rect, name);
        return;
    }
    name.chop(version.size() + 1);
    // The version is what people compare: the name gives way first.
    const QFontMetrics metrics = painter.fontMetrics();
    const int versionWidth = std::min(metrics.horizontalAdvance(version), rect.width());
    const int nameWidth = std::max(0, rect.width() - versionWidth - gap);
    const QString shown = metrics.elidedText(name, Qt::ElideRight, nameWidth);
    drawText(painter, QRect(rect.left(), rect.top(), nameWidth, rect.height()), shown);
    painter.setPen(theme().color(Role::Muted));
    const int left = rect.left() + (nameWidth > 0 ? metrics.horizontalAdvance(shown) + gap : 0);
    drawText(painter, QRect(left, rect.top(), rect.right() - left + 1, rect.height()), version);
}

void ReleaseDelegate::paintRevision(QPainter &painter, const QRect &rect, const QModelIndex &index) const
{
    const QString number = index.data().toString();
    drawText(painter, rect, number, Qt::AlignRight);
    const int taken = painter.fontMetrics().horizontalAdvance(number) + 6;
    painter.setFont(theme().secondaryFont());
    painter.setPen(theme().color(Role::Muted));
    const QRect before = rect.adjusted(0, 0, -taken, 0);
    const QString words = index.data(SecondaryTextRole).toString();
    const bool fits = painter.fontMetrics().horizontalAdvance(words) <= before.width();
    drawText(painter, before, fits || words.isEmpty() ? words : QStringLiteral("*"), Qt::AlignRight);
}

void ReleaseDelegate::paintStatus(QPainter &painter, const QRect &rect, const QModelIndex &index) const
{
    const auto state = VisualState(index.data(StateRole).toInt());
    paintState(painter, QRectF(rect.left(), rect.center().y() - iconSize / 2.0 + 0.5, iconSize, iconSize),
               state, theme().palette());
    if (state == VisualState::Failed)
        painter.setPen(theme().color(Role::Failed));
    drawText(painter, rect.adjusted(iconSize + gap, 0, 0, 0), index.data().toString());
}

void ReleaseDelegate::paintOwner(QPainter &painter, const QRect &rect, const QModelIndex &index) const
{
    const int owner = index.data(OwnerRole).toInt();
    if (owner < 0) {
        painter.setPen(theme().color(Role::Muted));
        drawText(painter, rect, index.data().toString());
        return;
    }
    paintOwnerChip(painter, rect, Owner(owner), theme());
}

void ReleaseDelegate::paintPlain(QPainter &painter, const QRect &rect, const QModelIndex &index) const
{
    const auto column = ReleaseColumn(index.column());
    if (column == ReleaseColumn::Namespace || column == ReleaseColumn::AppVersion)
        painter.setFont(theme().identifierFont());
    const bool plain = column == ReleaseColumn::Diverges && index.data(SortRole).toInt() > 0;
    painter.setPen(theme().color(plain ? Role::Text : Role::Muted));
    drawText(painter, rect, index.data().toString());
}

} // namespace chartroom
