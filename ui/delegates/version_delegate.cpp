// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/delegates/version_delegate.h"

#include "core/screens/versions/versions_model.h"
#include "ui/theme/state_icon.h"
#include "ui/theme/theme.h"

#include <QPainter>
#include <QTreeView>

namespace chartroom {

namespace {

using Kind = VersionsModel::Kind;

constexpr int versionRowHeight = 28;
constexpr int fold = 12;
constexpr int foldGap = 6;

} // namespace

VersionDelegate::VersionDelegate(const Theme *theme, QTreeView *tree)
    : TableDelegate(theme, tree)
    , m_tree(tree)
{
    connect(theme, &Theme::changed, this, [this] { Q_EMIT sizeHintChanged({}); });
}

QSize VersionDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    return {TableDelegate::sizeHint(option, index).width(),
            Theme::lineHeight(theme().font(), versionRowHeight)};
}

QRect VersionDelegate::foldRect(const QRect &cell)
{
    return {cell.left(), cell.top(), padding + fold + foldGap, cell.height()};
}

int VersionDelegate::leadWidth()
{
    return fold + foldGap + iconSize + gap;
}

void VersionDelegate::paintCell(QPainter &painter, const QRect &rect, const QModelIndex &index) const
{
    const auto column = VersionColumn(index.column());
    if (column == VersionColumn::Component) {
        paintFirst(painter, rect, index);
    } else if (column == VersionColumn::Verdict) {
        paintVerdict(painter, rect, index);
    } else {
        const bool isQuiet = index.data(VersionSameRole).toBool();
        const auto state = VisualState(index.data(VersionStateRole).toInt());
        painter.setFont(theme().identifierFont());
        if (isQuiet)
            painter.setPen(theme().color(Role::Muted));
        else if (column == VersionColumn::Observed && state == VisualState::Attention)
            painter.setPen(theme().color(Role::Attention));
        drawText(painter, rect, index.data().toString());
    }
}

void VersionDelegate::paintFirst(QPainter &painter, QRect rect, const QModelIndex &index) const
{
    const Kind kind = VersionsModel::kindOf(index);
    const double middle = rect.center().y() + 0.5;
    if (index.model()->hasChildren(index))
        painter.drawPixmap(QPointF(rect.left(), middle - fold / 2.0),
                           theme().icon(m_tree->isExpanded(index) ? QStringLiteral("chevron-down")
                                                                  : QStringLiteral("chevron-right"),
                                        Role::Muted, fold, painter.device()->devicePixelRatioF()));
    rect.setLeft(rect.left() + fold + foldGap);
    QFont font = theme().font();
    if (kind == Kind::Heading) {
        font.setWeight(QFont::Medium);
        painter.setFont(font);
        drawText(painter, rect, index.data().toString());
        return;
    }
    if (kind == Kind::Group)
        rect.setLeft(rect.left() + iconSize + gap);
    // No shape without a word: without a matrix no version of several is better than another.
    if (kind != Kind::Group || !index.data(VersionWordRole).toString().isEmpty())
        paintState(painter, QRectF(rect.left(), middle - iconSize / 2.0, iconSize, iconSize),
                   VisualState(index.data(VersionStateRole).toInt()), theme().palette());
    rect.setLeft(rect.left() + iconSize + gap);
    if (kind == Kind::Component)
        font.setWeight(QFont::DemiBold);
    painter.setFont(kind == Kind::Group ? theme().secondaryFont() : font);
    if (kind == Kind::Group)
        painter.setPen(theme().color(Role::Muted));
    drawText(painter, rect, index.data().toString());
}

void VersionDelegate::paintVerdict(QPainter &painter, const QRect &rect, const QModelIndex &index) const
{
    const auto state = VisualState(index.data(VersionStateRole).toInt());
    const bool isLoud = state == VisualState::Attention || state == VisualState::Failed;
    painter.setPen(isLoud ? theme().palette().color(state) : theme().color(Role::Muted));
    drawText(painter, rect, index.data().toString());
}

} // namespace chartroom
