// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/editor/diff_pane.h"

#include "ui/theme/theme.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>

namespace chartroom {

namespace {

constexpr int gutterPadding = 10;
constexpr int signWidth = 18;
using Kind = DiffLine::Kind;
using Side = DiffLayout::Side;

Role roleOf(Kind kind)
{
    return kind == Kind::Added ? Role::Done : Role::Failed;
}

} // namespace

DiffPane::DiffPane(Side side, const Theme *theme, QWidget *parent)
    : TextPane(theme, parent)
    , m_side(side)
    , m_layout(std::make_shared<const DiffLayout>())
{}

void DiffPane::load(std::shared_ptr<const DiffLayout> layout, bool foldsOpen)
{
    m_layout = std::move(layout);
    m_open.clear();
    for (int fold = 0; foldsOpen && fold < m_layout->folds().size(); ++fold)
        m_open.insert(fold);
    TextPane::load(m_layout->text(m_side));
}

void DiffPane::setFoldOpen(int fold, bool open)
{
    if (fold < 0 || fold >= m_layout->folds().size() || open == isFoldOpen(fold))
        return;
    if (open)
        m_open.insert(fold);
    else
        m_open.remove(fold);
    const DiffLayout::Fold &changed = m_layout->folds()[fold];
    setShown(changed.row, changed.row + changed.lines, [this](int row) { return isRowShown(row); });
}

void DiffPane::arrived(int first, int last)
{
    setShown(first, last, [this](int row) { return isRowShown(row); });
}

bool DiffPane::isRowShown(int row) const
{
    const DiffLayout::Row shown = m_layout->rows().value(row);
    if (shown.fold >= 0)
        return !isFoldOpen(shown.fold);
    return shown.isInFold < 0 || isFoldOpen(shown.isInFold);
}

Side DiffPane::sideOf(int row) const
{
    if (!isUnified())
        return m_side;
    return m_layout->rows().value(row).after >= 0 ? Side::After : Side::Before;
}

int DiffPane::foldAt(int row) const
{
    return m_layout->rows().value(row).fold;
}

int DiffPane::digitsWidth() const
{
    const auto digits = QString::number(std::max(100, m_layout->lastNumber())).size();
    return int(digits) * fontMetrics().horizontalAdvance(u'0');
}

int DiffPane::gutterWidth() const
{
    const int columns = isUnified() ? 2 : 1;
    return columns * (gutterPadding + digitsWidth()) + signWidth;
}

void DiffPane::paintGutter(QPainter &painter, const QTextBlock &block, const QRect &rect)
{
    const int row = block.blockNumber();
    const Side side = sideOf(row);
    const Kind kind = m_layout->kind(row, side);
    if (foldAt(row) >= 0) {
        painter.fillRect(rect, theme()->color(Role::Raised));
        return;
    }
    if (kind != Kind::Same)
        painter.fillRect(rect, theme()->palette().tint(roleOf(kind)));
    else if (m_layout->lineNumber(row, side) == 0)
        painter.fillRect(rect, theme()->color(Role::Window));
    painter.setPen(theme()->color(kind == Kind::Same ? Role::Muted : Role::Text));
    int left = rect.left();
    const auto number = [&](Side of) {
        if (const int n = m_layout->lineNumber(row, of); n > 0)
            painter.drawText(QRect(left, rect.y(), gutterPadding + digitsWidth(), rect.height()),
                             Qt::AlignRight | Qt::AlignVCenter, QString::number(n));
        left += gutterPadding + digitsWidth();
    };
    if (isUnified())
        number(Side::Before);
    number(isUnified() ? Side::After : m_side);
    if (kind == Kind::Same)
        return;
    painter.setPen(theme()->color(roleOf(kind)));
    painter.drawText(QRect(left, rect.y(), signWidth, rect.height()), Qt::AlignCenter,
                     kind == Kind::Added ? QStringLiteral("+") : QStringLiteral("−"));
}

void DiffPane::paintGround(QPainter &painter, const QTextBlock &block, const QRect &rect)
{
    const int row = block.blockNumber();
    const Side side = sideOf(row);
    const Kind kind = m_layout->kind(row, side);
    if (foldAt(row) >= 0) {
        painter.fillRect(rect,
                         theme()->color(hasFocus() && row == currentLine() ? Role::Selection : Role::Raised));
        return;
    }
    if (m_layout->lineNumber(row, side) == 0) {
        painter.fillRect(rect, theme()->color(Role::Window));
        return;
    }
    if (kind == Kind::Same) {
        TextPane::paintGround(painter, block, rect);
        return;
    }
    painter.fillRect(rect, theme()->palette().tint(roleOf(kind)));
    const QTextLine line = block.layout()->lineAt(0);
    if (!line.isValid())
        return;
    const qreal origin = contentOffset().x();
    const QList<DiffLayout::Mark> marks = m_layout->marks(row, side);
    for (const DiffLayout::Mark &mark : marks) {
        const qreal from = line.cursorToX(mark.column);
        const qreal to = line.cursorToX(mark.column + mark.length);
        painter.fillRect(QRectF(origin + from, rect.y(), to - from, rect.height()),
                         theme()->palette().mark(roleOf(kind)));
    }
}

bool DiffPane::isHighlighted(int line) const
{
    return foldAt(line) < 0;
}

void DiffPane::gutterClicked(int line)
{
    if (const int fold = foldAt(line); fold >= 0)
        Q_EMIT foldClicked(fold);
}

void DiffPane::mouseReleaseEvent(QMouseEvent *event)
{
    TextPane::mouseReleaseEvent(event);
    if (event->button() == Qt::LeftButton && !textCursor().hasSelection())
        gutterClicked(cursorForPosition(event->position().toPoint()).blockNumber());
}

void DiffPane::keyPressEvent(QKeyEvent *event)
{
    const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (enter && foldAt(currentLine()) >= 0)
        Q_EMIT foldClicked(foldAt(currentLine()));
    else
        TextPane::keyPressEvent(event);
}

} // namespace chartroom
