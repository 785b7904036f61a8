// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/editor/text_pane.h"

#include "core/base/visible_text.h"
#include "ui/theme/theme.h"

#include <QElapsedTimer>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QSignalBlocker>

#include <algorithm>
#include <limits>

namespace chartroom {

namespace {

constexpr qsizetype longestLine = 4000;
constexpr qsizetype pieceSize = 2 * 1024;
constexpr std::chrono::milliseconds pieceTime{2}; // two panes may load within a frame of 16
constexpr int textMargin = 6;

} // namespace

/// The strip on the left; painted by the pane.
class TextGutter final : public QWidget
{
public:
    explicit TextGutter(TextPane *pane)
        : QWidget(pane)
        , m_pane(*pane)
    {}

protected:
    void paintEvent(QPaintEvent *event) override
    {
        QPainter painter(this);
        painter.fillRect(event->rect(), m_pane.theme()->color(Role::Surface));
        painter.setFont(m_pane.font());
        m_pane.forVisible(event->rect(), [&](const QTextBlock &block, const QRect &rect) {
            m_pane.paintGutter(painter, block, QRect(0, rect.y(), width(), rect.height()));
        });
    }

    void mousePressEvent(QMouseEvent *event) override
    {
        const QPoint inText(0, event->position().toPoint().y());
        m_pane.gutterClicked(m_pane.cursorForPosition(inText).blockNumber());
    }

    void wheelEvent(QWheelEvent *event) override { m_pane.wheelEvent(event); }

private:
    TextPane &m_pane;
};

TextPane::TextPane(const Theme *theme, QWidget *parent)
    : QPlainTextEdit(parent)
    , m_theme(theme)
    , m_gutter(new TextGutter(this))
{
    setReadOnly(true);
    setUndoRedoEnabled(false);
    setLineWrapMode(NoWrap);
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    setTabChangesFocus(true);
    setCursorWidth(2);
    document()->setDocumentMargin(textMargin);
    m_pieces.setInterval(0);
    connect(&m_pieces, &QTimer::timeout, this, &TextPane::loadPiece);
    connect(this, &QPlainTextEdit::updateRequest, this, [this](const QRect &rect, int dy) {
        if (dy != 0)
            m_gutter->scroll(0, dy);
        else
            m_gutter->update(0, rect.y(), m_gutter->width(), rect.height());
    });
    connect(verticalScrollBar(), &QScrollBar::valueChanged, this, &TextPane::highlightVisible);
    connect(this, &QPlainTextEdit::cursorPositionChanged, viewport(), qOverload<>(&QWidget::update));
    connect(theme, &Theme::changed, this, &TextPane::applyTheme);
    applyTheme();
}

TextPane::~TextPane() = default;

QString TextPane::readyText(const QString &text)
{
    const QString shown = visibleText(text, true, std::numeric_limits<qsizetype>::max());
    QString out;
    qsizetype from = 0;
    qsizetype kept = 0;
    while (from < shown.size()) {
        qsizetype end = shown.indexOf(u'\n', from);
        end = end < 0 ? shown.size() : end;
        if (end - from > longestLine) {
            out += QStringView(shown).sliced(kept, from + longestLine - kept);
            out += u'…';
            kept = end;
        }
        from = end + 1;
    }
    if (kept == 0)
        return shown;
    return out.append(QStringView(shown).sliced(kept));
}

void TextPane::setProse(bool prose)
{
    m_isProse = prose;
    setLineWrapMode(prose ? WidgetWidth : NoWrap);
}

void TextPane::load(const QString &text)
{
    m_text = text;
    m_from = 0;
    m_found.clear();
    ++m_generation;
    clear();
    keepCursor(true);
    m_pieces.start();
    loadPiece();
}

void TextPane::loadPiece()
{
    QTextCursor end(document());
    end.movePosition(QTextCursor::End);
    const int first = end.blockNumber();
    const bool isSeen = end.block().firstLineNumber() <= verticalScrollBar()->value() + linesInView();
    {
        // What comes in below the view is no reason to paint it.
        const QSignalBlocker quiet(isSeen ? nullptr : document()->documentLayout());
        insertPiece(end);
        keepCursor(m_from >= 0);
        arrived(first, end.blockNumber());
    }
    if (isSeen) {
        updateGutter();
        highlightVisible();
    } else {
        Q_EMIT document()->documentLayout()->documentSizeChanged(
            document()->documentLayout()->documentSize());
    }
    if (m_from >= 0)
        return;
    m_pieces.stop();
    Q_EMIT loaded();
}

/// As much as may come in at once; at the very start what about fills the view.
void TextPane::insertPiece(QTextCursor &end)
{
    const bool isFirst = m_from == 0;
    QElapsedTimer timer;
    timer.start();
    do {
        qsizetype to = m_text.size() - m_from > pieceSize ? m_text.indexOf(u'\n', m_from + pieceSize) : -1;
        to = to < 0 ? m_text.size() : to + 1;
        end.insertText(m_text.sliced(m_from, to - m_from));
        m_from = to == m_text.size() ? -1 : to;
    } while (!isFirst && m_from >= 0 && timer.elapsed() < pieceTime.count());
}

int TextPane::linesInView() const
{
    return viewport()->height() / std::max(1, fontMetrics().height()) + 2;
}

void TextPane::keepCursor(bool keep)
{
    QTextCursor cursor = textCursor();
    cursor.setKeepPositionOnInsert(keep);
    cursor.setPosition(cursor.position()); // what comes in behind it is not selected
    setTextCursor(cursor);
}

void TextPane::highlightVisible()
{
    QTextBlock block = firstVisibleBlock();
    const int last = block.blockNumber() + linesInView();
    int dirtyFrom = -1;
    int dirtyTo = -1;
    int next = -1; // the line that the highlighter's state is good for
    for (int shown = block.blockNumber(); block.isValid() && shown <= last; block = block.next()) {
        if (!block.isVisible())
            continue;
        ++shown;
        const int line = block.blockNumber();
        if (block.userState() == m_generation)
            continue;
        block.setUserState(m_generation);
        if (m_isProse)
            continue;
        if (!isHighlighted(line)) {
            QTextLayout::FormatRange muted{0, block.length(), {}};
            muted.format.setForeground(m_theme->color(Role::Muted));
            block.layout()->setFormats({muted});
            continue;
        }
        if (next != line) {
            m_highlighter.restart();
            for (QTextBlock above = document()->findBlockByNumber(highlightFrom(line));
                 above.blockNumber() < line; above = above.next())
                (void)m_highlighter.highlight(above.text());
        }
        block.layout()->setFormats(m_highlighter.highlight(block.text()));
        next = line + 1;
        dirtyFrom = dirtyFrom < 0 ? block.position() : dirtyFrom;
        dirtyTo = block.position() + block.length();
    }
    if (dirtyFrom >= 0)
        document()->markContentsDirty(dirtyFrom, dirtyTo - dirtyFrom);
}

int TextPane::highlightFrom(int line) const
{
    return line;
}

bool TextPane::isHighlighted(int) const
{
    return true;
}

void TextPane::setShown(int first, int last, const std::function<bool(int)> &isShown)
{
    QTextBlock block = document()->findBlockByNumber(first);
    int begin = -1;
    int end = -1;
    for (int line = first; block.isValid() && line <= last; block = block.next(), ++line) {
        const bool shown = isShown(line);
        if (shown == block.isVisible())
            continue;
        block.setVisible(shown);
        begin = begin < 0 ? block.position() : begin;
        end = block.position() + block.length();
    }
    if (begin < 0)
        return;
    document()->markContentsDirty(begin, end - begin);
    if (!isLoaded())
        return;
    viewport()->update();
    m_gutter->update();
    highlightVisible();
}

void TextPane::setFound(const QList<int> &places, int length, int current)
{
    m_found = places;
    m_foundLength = length;
    m_foundCurrent = current;
    viewport()->update();
}

void TextPane::goToLine(int line, int column)
{
    const QTextBlock block = document()->findBlockByNumber(line);
    if (!block.isValid())
        return;
    QTextCursor cursor(block);
    cursor.setPosition(block.position() + std::min(column, block.length() - 1));
    setTextCursor(cursor);
    // Where one is sent to stands a third down, not at the edge.
    QScrollBar *bar = verticalScrollBar();
    const int top = block.firstLineNumber();
    if (top < bar->value() || top >= bar->value() + bar->pageStep() - 1)
        bar->setValue(top - bar->pageStep() / 3);
    highlightVisible();
}

void TextPane::gutterClicked(int) {}

void TextPane::paintGround(QPainter &painter, const QTextBlock &block, const QRect &rect)
{
    if (hasFocus() && block.blockNumber() == currentLine())
        painter.fillRect(rect, m_theme->color(Role::Raised));
}

void TextPane::paintFound(QPainter &painter, const QTextBlock &block, const QRect &rect)
{
    if (m_foundLength == 0)
        return;
    const auto first = std::lower_bound(m_found.cbegin(), m_found.cend(), block.position());
    for (auto at = first; at != m_found.cend() && *at < block.position() + block.length(); ++at) {
        const int column = *at - block.position();
        const QTextLine line = block.layout()->lineForTextPosition(column);
        if (!line.isValid())
            continue;
        const qreal left = line.cursorToX(column);
        const qreal right = line.cursorToX(column + m_foundLength);
        const bool current = at - m_found.cbegin() == m_foundCurrent;
        const QRectF mark(rect.x() + left, rect.y() + line.y(), right - left, line.height());
        painter.fillRect(mark, m_theme->palette().mark(current ? Role::Accent : Role::Attention));
    }
}

void TextPane::forVisible(const QRect &area,
                          const std::function<void(const QTextBlock &, const QRect &)> &visit)
{
    qreal top = blockBoundingGeometry(firstVisibleBlock()).translated(contentOffset()).top();
    for (QTextBlock block = firstVisibleBlock(); block.isValid() && top <= area.bottom();
         block = block.next()) {
        if (!block.isVisible())
            continue;
        const qreal height = blockBoundingRect(block).height();
        // The last one has the document's margin below its line.
        const qreal line = block.layout()->boundingRect().height();
        if (top + height >= area.top())
            visit(block, QRect(int(contentOffset().x()), int(top), viewport()->width(), int(line)));
        top += height;
    }
}

void TextPane::paintEvent(QPaintEvent *event)
{
    {
        QPainter painter(viewport());
        forVisible(event->rect(), [&](const QTextBlock &block, const QRect &rect) {
            paintGround(painter, block, QRect(0, rect.y(), viewport()->width(), rect.height()));
            paintFound(painter, block, rect);
        });
    }
    QPlainTextEdit::paintEvent(event);
}

void TextPane::resizeEvent(QResizeEvent *event)
{
    QPlainTextEdit::resizeEvent(event);
    updateGutter();
    highlightVisible();
}

void TextPane::updateGutter()
{
    const int width = gutterWidth();
    if (viewportMargins().left() != width)
        setViewportMargins(width, 0, 0, 0);
    const QRect inside = contentsRect();
    m_gutter->setGeometry(inside.left(), inside.top(), width, viewport()->height());
    m_gutter->update();
}

void TextPane::themeChanged() {}

void TextPane::arrived(int, int) {}

void TextPane::applyTheme()
{
    m_highlighter.setPalette(m_theme->palette());
    setFont(m_theme->identifierFont());
    setTabStopDistance(4 * fontMetrics().horizontalAdvance(u' '));
    ++m_generation;
    themeChanged();
    viewport()->update();
    m_gutter->update();
    highlightVisible();
}

} // namespace chartroom
