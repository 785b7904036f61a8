// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/delegates/history_delegate.h"

#include "ui/theme/state_icon.h"
#include "ui/theme/theme.h"

#include <QAbstractItemView>
#include <QPainter>

namespace chartroom {

namespace {

constexpr int margin = 12;
constexpr int historyPadding = 6;
constexpr int lead = 2; ///< between the two lines
constexpr int iconSize = 14;
constexpr int gap = 8;

} // namespace

HistoryDelegate::HistoryDelegate(const Theme *theme, QObject *parent)
    : QStyledItemDelegate(parent)
    , m_theme(theme)
{}

void HistoryDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                            const QModelIndex &index) const
{
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const bool isSelected = option.state & QStyle::State_Selected;
    if (isSelected || option.state & QStyle::State_MouseOver)
        painter->fillRect(option.rect, m_theme->color(isSelected ? Role::Selection : Role::Raised));
    const auto *view = qobject_cast<const QAbstractItemView *>(option.widget);
    if (isSelected && view && view->hasFocus()) {
        painter->setPen(QPen(m_theme->color(Role::Accent), 1));
        painter->setBrush(Qt::NoBrush);
        painter->drawRect(QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5));
    }
    QRect line = option.rect.adjusted(margin, historyPadding, -margin, 0);
    const QFontMetrics metrics(m_theme->font());
    line.setHeight(metrics.height());
    if (const QVariant state = index.data(stateRole); state.isValid()) {
        const double top = line.top() + (line.height() - iconSize) / 2.0;
        paintState(*painter, QRectF(line.left() + gap, top, iconSize, iconSize), VisualState(state.toInt()),
                   m_theme->palette());
        line.setLeft(line.left() + gap + iconSize + gap);
    }
    const auto draw = [&](const QFont &font, Role role, const QString &text) {
        painter->setFont(font);
        painter->setPen(m_theme->color(role));
        painter->drawText(line, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                          QFontMetrics(font).elidedText(text, Qt::ElideRight, line.width()));
    };
    const QString text = index.data().toString();
    draw(m_theme->font(), Role::Text, text.section(u'\n', 0, 0));
    line.translate(0, line.height() + lead);
    line.setHeight(QFontMetrics(m_theme->secondaryFont()).height());
    draw(m_theme->secondaryFont(), Role::Muted, text.section(u'\n', 1));
    painter->restore();
}

QSize HistoryDelegate::sizeHint(const QStyleOptionViewItem &, const QModelIndex &) const
{
    const int lines =
        QFontMetrics(m_theme->font()).height() + QFontMetrics(m_theme->secondaryFont()).height();
    return {100, historyPadding + lines + lead + historyPadding};
}

} // namespace chartroom
