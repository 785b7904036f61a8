// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/editor/yaml_pane.h"

#include "ui/theme/theme.h"

#include <QPainter>

#include <algorithm>

namespace chartroom {

namespace {

constexpr int foldWidth = 16;
constexpr int yamlGutterPadding = 10;
constexpr int linesBack = 400; ///< to find a line that begins a setting

} // namespace

YamlPane::YamlPane(const Theme *theme, QWidget *parent)
    : TextPane(theme, parent)
{}

void YamlPane::load(const QString &readyText, const YamlOutline &outline)
{
    m_outline = outline;
    m_folded.clear();
    TextPane::load(readyText);
}

int YamlPane::gutterWidth() const
{
    const auto digits = QString::number(std::max(100, m_outline.lineCount())).size();
    return yamlGutterPadding + int(digits) * fontMetrics().horizontalAdvance(u'0') + foldWidth;
}

void YamlPane::paintGutter(QPainter &painter, const QTextBlock &block, const QRect &rect)
{
    const int line = block.blockNumber();
    const bool current = hasFocus() && line == currentLine();
    painter.setPen(theme()->color(current ? Role::Text : Role::Muted));
    // Of a line that wraps, beside the first part of it.
    const QRect first(rect.x(), rect.y(), rect.width() - foldWidth,
                      std::min(rect.height(), fontMetrics().height()));
    painter.drawText(first, Qt::AlignRight | Qt::AlignVCenter, QString::number(line + 1));
    if (m_outline.foldEnd(line) < 0)
        return;
    const QPointF middle(rect.right() - foldWidth / 2.0 + 1, rect.center().y() + 0.5);
    QPolygonF mark;
    if (isFolded(line))
        mark << middle + QPointF(-2, -3.5) << middle + QPointF(1.5, 0) << middle + QPointF(-2, 3.5);
    else
        mark << middle + QPointF(-3.5, -2) << middle + QPointF(0, 1.5) << middle + QPointF(3.5, -2);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme()->color(isFolded(line) ? Role::Accent : Role::Muted), 1.4));
    painter.drawPolyline(mark);
}

void YamlPane::paintGround(QPainter &painter, const QTextBlock &block, const QRect &rect)
{
    TextPane::paintGround(painter, block, rect);
    if (!isFolded(block.blockNumber()))
        return;
    // A folded line says how much it hides.
    const int hidden = m_outline.foldEnd(block.blockNumber()) - block.blockNumber();
    const QString text = tr("⋯ %n line(s)", nullptr, hidden);
    const int left = int(contentOffset().x()) + fontMetrics().horizontalAdvance(block.text()) + 20;
    const QRect chip(left, rect.y() + 2, fontMetrics().horizontalAdvance(text) + 12, rect.height() - 4);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme()->color(Role::Raised));
    painter.drawRoundedRect(chip, 4, 4);
    painter.setPen(theme()->color(Role::Muted));
    painter.setFont(font());
    painter.drawText(chip, Qt::AlignCenter, text);
}

int YamlPane::highlightFrom(int line) const
{
    for (int above = line; above > std::max(0, line - linesBack); --above)
        if (m_outline.beginsSetting(above))
            return above;
    return std::max(0, line - linesBack);
}

void YamlPane::gutterClicked(int line)
{
    setFolded(line, !isFolded(line));
}

void YamlPane::setFolded(int line, bool folded)
{
    const int end = m_outline.foldEnd(line);
    if (end < 0 || folded == isFolded(line) || !isLoaded())
        return;
    if (folded)
        m_folded.insert(line);
    else
        m_folded.remove(line);
    if (folded && currentLine() > line && currentLine() <= end)
        goToLine(line);
    applyFolds(line + 1, end);
}

void YamlPane::toggleFold()
{
    const int line = currentLine();
    const int fold = m_outline.foldEnd(line) >= 0 ? line : m_outline.foldStart(line);
    setFolded(fold, !isFolded(fold));
}

void YamlPane::foldTo(int depth)
{
    if (!isLoaded())
        return;
    m_folded.clear();
    int current = currentLine();
    for (int line = 0; depth >= 0 && line < m_outline.lineCount(); ++line)
        if (m_outline.foldEnd(line) >= 0 && m_outline.depthOf(line) == depth) {
            m_folded.insert(line);
            if (current > line && current <= m_outline.foldEnd(line))
                current = line;
        }
    applyFolds(0, m_outline.lineCount() - 1);
    goToLine(current);
}

void YamlPane::reveal(int line)
{
    if (document()->findBlockByNumber(line).isVisible())
        return;
    const auto hides = [&](int fold) { return fold < line && m_outline.foldEnd(fold) >= line; };
    int first = line;
    int last = line;
    for (auto fold = m_folded.begin(); fold != m_folded.end();) {
        if (!hides(*fold)) {
            ++fold;
            continue;
        }
        first = std::min(first, *fold + 1);
        last = std::max(last, m_outline.foldEnd(*fold));
        fold = m_folded.erase(fold);
    }
    applyFolds(first, last);
}

void YamlPane::applyFolds(int first, int last)
{
    int hiddenTo = -1;
    for (const int fold : std::as_const(m_folded))
        if (fold < first)
            hiddenTo = std::max(hiddenTo, m_outline.foldEnd(fold));
    setShown(first, last, [&](int line) {
        const bool shown = line > hiddenTo;
        if (isFolded(line))
            hiddenTo = std::max(hiddenTo, m_outline.foldEnd(line));
        return shown;
    });
}

} // namespace chartroom
