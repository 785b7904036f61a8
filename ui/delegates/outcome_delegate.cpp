// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/delegates/outcome_delegate.h"

#include "core/screens/values/outcome_model.h"
#include "ui/theme/state_icon.h"
#include "ui/theme/theme.h"

#include <QPainter>

namespace chartroom {

namespace {

constexpr int shape = 13;
constexpr int padding = 9;

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
        const QVariant heading = index.data(RowHeadingRole);
        const bool isHeading = heading.toBool();
        painter->setFont(isHeading                        ? m_theme->headingFont()
                         : index.data(ProseRole).toBool() ? m_theme->font()
                                                          : m_theme->identifierFont());
        const bool isPath = column == OutcomeColumn::Path;
        if (isPath && heading.isValid() && !isHeading)
            rect.adjust(12, 0, 0, 0);
        const bool isText = (isPath && !isHeading) || index.data(EmphasisRole).toBool();
        write(rect, index.data().toString(), isText ? Role::Text : Role::Muted,
              isPath ? Qt::ElideMiddle : Qt::ElideRight);
        painter->restore();
        return;
    }
    const auto visual = VisualState(state.toInt());
    paintState(*painter, QRectF(rect.left(), rect.center().y() - shape / 2.0 + 0.5, shape, shape), visual,
               m_theme->palette());
    rect.setLeft(rect.left() + shape + 6);
    painter->setFont(m_theme->font());
    const QString word = index.data(FateWordRole).toString();
    const bool quiet = visual == VisualState::Done || visual == VisualState::Waiting;
    write(rect, word, quiet ? Role::Muted : roleOf(visual), Qt::ElideRight);
    rect.setLeft(rect.left() + painter->fontMetrics().horizontalAdvance(word) + 8);
    painter->setFont(m_theme->identifierFont());
    if (rect.width() > 24)
        write(rect, index.data().toString(), Role::Text, Qt::ElideRight);
    painter->restore();
}

} // namespace chartroom
