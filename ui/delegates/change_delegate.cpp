// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/delegates/change_delegate.h"

#include "core/screens/values/change_tree_model.h"
#include "ui/theme/theme.h"

#include <QPainter>

namespace chartroom {

namespace {

constexpr int rowHeight = 24;
constexpr int signWidth = 16;

struct Sign
{
    QString text;
    Role role = Role::Muted;
};

Sign signOf(const QVariant &kind)
{
    if (!kind.isValid())
        return {};
    switch (ValueChange::Kind(kind.toInt())) {
    case ValueChange::Kind::Added:
        return {QStringLiteral("+"), Role::Done};
    case ValueChange::Kind::Removed:
        return {QStringLiteral("−"), Role::Failed};
    case ValueChange::Kind::Moved:
        return {QStringLiteral("↕"), Role::Muted};
    case ValueChange::Kind::Changed:
        break;
    }
    return {QStringLiteral("~"), Role::Attention};
}

} // namespace

ChangeDelegate::ChangeDelegate(const Theme *theme, QObject *parent)
    : QStyledItemDelegate(parent)
    , m_theme(theme)
{
    connect(theme, &Theme::changed, this, [this] { Q_EMIT sizeHintChanged({}); });
}

QSize ChangeDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    return {QStyledItemDelegate::sizeHint(option, index).width(),
            Theme::lineHeight(m_theme->identifierFont(), rowHeight)};
}

void ChangeDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                           const QModelIndex &index) const
{
    painter->save();
    if (option.state & QStyle::State_Selected)
        painter->fillRect(option.rect, m_theme->color(Role::Selection));
    const Sign sign = signOf(index.siblingAtColumn(0).data(ChangeKindRole));
    const auto column = ChangeColumn(index.column());
    const bool isPath = column == ChangeColumn::Path;
    QRect rect = option.rect.adjusted(isPath ? 4 : 9, 0, -8, 0); // as the header's sections
    painter->setFont(column == ChangeColumn::Kind ? m_theme->secondaryFont() : m_theme->identifierFont());
    if (isPath && !sign.text.isEmpty()) {
        painter->setPen(m_theme->color(sign.role));
        painter->drawText(QRect(rect.left(), rect.top(), signWidth, rect.height()), Qt::AlignCenter,
                          sign.text);
        rect.adjust(signWidth, 0, 0, 0);
    }
    const bool quiet =
        column == ChangeColumn::Kind || (isPath && sign.text.isEmpty()) || column == ChangeColumn::Before;
    painter->setPen(m_theme->color(quiet ? Role::Muted : Role::Text));
    painter->drawText(rect, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine,
                      painter->fontMetrics().elidedText(
                          index.data().toString(), isPath ? Qt::ElideMiddle : Qt::ElideRight, rect.width()));
    painter->restore();
}

} // namespace chartroom
