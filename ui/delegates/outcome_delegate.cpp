// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/delegates/outcome_delegate.h"

#include "core/screens/values/outcome_model.h"
#include "ui/theme/plain_tool_tip.h"
#include "ui/theme/state_icon.h"
#include "ui/theme/theme.h"

#include <QAbstractItemView>
#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

namespace chartroom {

namespace {

constexpr int shape = 13;
constexpr int padding = 9;
constexpr int shapeGap = 6;
constexpr int wordGap = 8;
constexpr int underHeading = 12;
constexpr int leastValue = 24;

bool isIndented(const QModelIndex &index)
{
    const QVariant heading = index.data(RowHeadingRole);
    return OutcomeColumn(index.column()) == OutcomeColumn::Path && heading.isValid() && !heading.toBool();
}

} // namespace

OutcomeDelegate::OutcomeDelegate(const Theme *theme, QObject *parent)
    : QStyledItemDelegate(parent)
    , m_theme(theme)
{}

void OutcomeDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                            const QModelIndex &index) const
{
    painter->save();
    const bool selected = option.state & QStyle::State_Selected;
    if (selected)
        painter->fillRect(option.rect, m_theme->color(Role::Selection));
    painter->setPen(m_theme->color(Role::Line));
    painter->drawLine(option.rect.bottomLeft(), option.rect.bottomRight());
    QRect rect = option.rect.adjusted(padding, 0, -padding, -1);
    const auto column = OutcomeColumn(index.column());
    const QVariant state = index.data(FateStateRole);
    const auto write = [&](const QRect &where, const QString &text, Role role, Qt::TextElideMode elide) {
        painter->setPen(m_theme->color(role));
        painter->drawText(where, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine,
                          painter->fontMetrics().elidedText(text, elide, where.width()));
    };
    if (!state.isValid()) {
        const bool isHeading = index.data(RowHeadingRole).toBool();
        painter->setFont(fontOf(index));
        const bool isPath = column == OutcomeColumn::Path;
        if (isIndented(index))
            rect.adjust(underHeading, 0, 0, 0);
        const bool isText = (isPath && !isHeading) || index.data(EmphasisRole).toBool();
        write(rect, index.data().toString(), isText ? Role::Text : Role::Muted,
              isPath ? Qt::ElideMiddle : Qt::ElideRight);
        painter->restore();
        return;
    }
    const auto visual = VisualState(state.toInt());
    paintState(*painter, QRectF(rect.left(), rect.center().y() - shape / 2.0 + 0.5, shape, shape), visual,
               m_theme->palette());
    rect.setLeft(rect.left() + shape + shapeGap);
    painter->setFont(m_theme->font());
    const QString word = index.data(FateWordRole).toString();
    const bool quiet = visual == VisualState::Done || visual == VisualState::Waiting;
    const QString value = index.data().toString();
    write(rect, wordBeside(word, value, painter->fontMetrics(), rect.width()),
          quiet ? Role::Muted : roleOf(visual), Qt::ElideRight);
    rect.setLeft(rect.left() + painter->fontMetrics().horizontalAdvance(word) + wordGap);
    painter->setFont(m_theme->identifierFont());
    if (rect.width() > leastValue)
        write(rect, value, Role::Text, Qt::ElideRight);
    painter->restore();
}

QString OutcomeDelegate::wordBeside(const QString &word, const QString &value, const QFontMetrics &metrics,
                                    int room)
{
    const bool isShown = room - metrics.horizontalAdvance(word) - wordGap > leastValue;
    return value.isEmpty() || isShown ? word : word + QStringLiteral(" …");
}

QFont OutcomeDelegate::fontOf(const QModelIndex &index) const
{
    if (index.data(RowHeadingRole).toBool())
        return m_theme->headingFont();
    return index.data(ProseRole).toBool() ? m_theme->font() : m_theme->identifierFont();
}

QSize OutcomeDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const QString text = index.data().toString();
    int width = 2 * padding + 1;
    if (!index.data(FateStateRole).isValid()) {
        width += QFontMetrics(fontOf(index)).horizontalAdvance(text) + (isIndented(index) ? underHeading : 0);
    } else {
        width += shape + shapeGap +
                 QFontMetrics(m_theme->font()).horizontalAdvance(index.data(FateWordRole).toString());
        if (!text.isEmpty())
            width += wordGap + QFontMetrics(m_theme->identifierFont()).horizontalAdvance(text);
    }
    return {width, QStyledItemDelegate::sizeHint(option, index).height()};
}

bool OutcomeDelegate::helpEvent(QHelpEvent *event, QAbstractItemView *view,
                                const QStyleOptionViewItem &option, const QModelIndex &index)
{
    if (event->type() != QEvent::ToolTip || index.data(Qt::ToolTipRole).isValid())
        return QStyledItemDelegate::helpEvent(event, view, option, index);
    const bool isCut = sizeHint(option, index).width() > option.rect.width();
    const QString whole =
        QStringList{index.data(FateWordRole).toString(), index.data().toString()}.join(u' ').trimmed();
    QToolTip::showText(event->globalPos(), isCut ? plainToolTip(whole) : QString(), view);
    return true;
}

} // namespace chartroom
