// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/delegates/release_delegate.h"

#include "core/models/release_columns.h"
#include "core/models/visual_state.h"
#include "ui/theme/state_icon.h"
#include "ui/theme/theme.h"
#include "ui/widgets/owner_chip.h"
#include "ui/widgets/text_label.h"

#include <QAbstractItemView>
#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

namespace chartroom {

namespace {

constexpr int padding = 9;
constexpr int iconSize = 14;
constexpr int gap = 8;

void drawText(QPainter &painter, const QRect &rect, const QString &text, Qt::Alignment side = Qt::AlignLeft)
{
    painter.drawText(rect, int(Qt::AlignVCenter | side) | Qt::TextSingleLine,
                     painter.fontMetrics().elidedText(text, Qt::ElideRight, rect.width()));
}

} // namespace

ReleaseDelegate::ReleaseDelegate(const Theme *theme, QObject *parent)
    : QStyledItemDelegate(parent)
    , m_theme(theme)
{}

void ReleaseDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                            const QModelIndex &index) const
{
    painter->save();
    paintGround(*painter, option, index);
    if (index.data(GroupRole).isValid()) {
        paintHeading(*painter, option, index);
        painter->restore();
        return;
    }
    const QRect rect = option.rect.adjusted(padding, 0, -padding, -1);
    painter->setFont(m_theme->font());
    painter->setPen(m_theme->color(Role::Text));
    switch (ReleaseColumn(index.column())) {
    case ReleaseColumn::Name:
        paintName(*painter, rect, index);
        break;
    case ReleaseColumn::Chart:
        paintChart(*painter, rect, index);
        break;
    case ReleaseColumn::Revision:
        paintRevision(*painter, rect, index);
        break;
    case ReleaseColumn::Status:
        paintStatus(*painter, rect, index);
        break;
    case ReleaseColumn::Owner:
        paintOwner(*painter, rect, index);
        break;
    default:
        paintPlain(*painter, rect, index);
    }
    painter->restore();
}

QSize ReleaseDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    QSize size = QStyledItemDelegate::sizeHint(option, index);
    const QString more = index.data(SecondaryTextRole).toString();
    const int text =
        QFontMetrics(m_theme->identifierFont())
            .horizontalAdvance(index.data().toString() +
                               (index.column() == int(ReleaseColumn::Revision) ? more + u' ' : QString()));
    size.setWidth(text + 2 * padding + iconSize + gap);
    return size;
}

bool ReleaseDelegate::helpEvent(QHelpEvent *event, QAbstractItemView *view, const QStyleOptionViewItem &,
                                const QModelIndex &index)
{
    if (event->type() != QEvent::ToolTip)
        return false;
    QToolTip::showText(event->globalPos(), plainToolTip(index.data(Qt::ToolTipRole).toString()), view);
    return true;
}

void ReleaseDelegate::paintGround(QPainter &painter, const QStyleOptionViewItem &option,
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
    if (view && view->hasFocus() && view->currentIndex().row() == index.row() && option.rect.left() <= 0)
        painter.fillRect(QRect(option.rect.left(), option.rect.top(), 3, option.rect.height()),
                         m_theme->color(Role::Accent));
}

void ReleaseDelegate::paintHeading(QPainter &painter, const QStyleOptionViewItem &option,
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

void ReleaseDelegate::paintName(QPainter &painter, const QRect &rect, const QModelIndex &index) const
{
    QFont font = m_theme->identifierFont();
    font.setWeight(QFont::DemiBold);
    painter.setFont(font);
    drawText(painter, rect, index.data().toString());
}

void ReleaseDelegate::paintChart(QPainter &painter, const QRect &rect, const QModelIndex &index) const
{
    const QString version = index.data(SecondaryTextRole).toString();
    QString name = index.data().toString();
    painter.setFont(m_theme->identifierFont());
    if (version.isEmpty()) {
        painter.setPen(m_theme->color(Role::Muted));
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
    painter.setPen(m_theme->color(Role::Muted));
    const int left = rect.left() + (nameWidth > 0 ? metrics.horizontalAdvance(shown) + gap : 0);
    drawText(painter, QRect(left, rect.top(), rect.right() - left + 1, rect.height()), version);
}

void ReleaseDelegate::paintRevision(QPainter &painter, const QRect &rect, const QModelIndex &index) const
{
    const QString number = index.data().toString();
    drawText(painter, rect, number, Qt::AlignRight);
    const int taken = painter.fontMetrics().horizontalAdvance(number) + 6;
    painter.setFont(m_theme->secondaryFont());
    painter.setPen(m_theme->color(Role::Muted));
    const QRect before = rect.adjusted(0, 0, -taken, 0);
    const QString words = index.data(SecondaryTextRole).toString();
    const bool fits = painter.fontMetrics().horizontalAdvance(words) <= before.width();
    drawText(painter, before, fits || words.isEmpty() ? words : QStringLiteral("*"), Qt::AlignRight);
}

void ReleaseDelegate::paintStatus(QPainter &painter, const QRect &rect, const QModelIndex &index) const
{
    const auto state = VisualState(index.data(StateRole).toInt());
    paintState(painter, QRectF(rect.left(), rect.center().y() - iconSize / 2.0 + 0.5, iconSize, iconSize),
               state, m_theme->palette());
    if (state == VisualState::Failed)
        painter.setPen(m_theme->color(Role::Failed));
    drawText(painter, rect.adjusted(iconSize + gap, 0, 0, 0), index.data().toString());
}

void ReleaseDelegate::paintOwner(QPainter &painter, const QRect &rect, const QModelIndex &index) const
{
    const int owner = index.data(OwnerRole).toInt();
    if (owner < 0) {
        painter.setPen(m_theme->color(Role::Muted));
        drawText(painter, rect, index.data().toString());
        return;
    }
    paintOwnerChip(painter, rect, Owner(owner), *m_theme);
}

void ReleaseDelegate::paintPlain(QPainter &painter, const QRect &rect, const QModelIndex &index) const
{
    const auto column = ReleaseColumn(index.column());
    if (column == ReleaseColumn::Namespace || column == ReleaseColumn::AppVersion)
        painter.setFont(m_theme->identifierFont());
    const bool plain = column == ReleaseColumn::Diverges && index.data(SortRole).toInt() > 0;
    painter.setPen(m_theme->color(plain ? Role::Text : Role::Muted));
    drawText(painter, rect, index.data().toString());
}

} // namespace chartroom
