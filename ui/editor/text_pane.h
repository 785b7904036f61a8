// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/editor/line_highlighter.h"

#include <QPlainTextEdit>
#include <QTextBlock>
#include <QTimer>

#include <functional>

namespace chartroom {

class Theme;

/// A text to read, of any length: it comes in by pieces, colours and finds only cost the lines that are seen,
/// and a gutter on the left belongs to whoever derives from it. Keys and selection are those of any text
/// field. Never holds the event loop for longer than a frame.
class TextPane : public QPlainTextEdit
{
    Q_OBJECT
public:
    explicit TextPane(const Theme *theme, QWidget *parent = nullptr);
    ~TextPane() override;

    /// Text as readyText() makes it; anything else would show what a hostile text wants.
    void load(const QString &text);
    [[nodiscard]] bool isLoaded() const { return m_from < 0; }
    /// What is loaded next is prose: no colours, and its lines wrap.
    void setProse(bool prose);
    /// What was loaded, also while it still comes in.
    [[nodiscard]] const QString &text() const { return m_text; }

    /// The text as it may be shown: visibleText(), each line cut at 4,000 characters. For the pool.
    [[nodiscard]] static QString readyText(const QString &text);

    /// Marks what is found; places are positions in the text, ascending.
    void setFound(const QList<int> &places, int length, int current);
    void goToLine(int line, int column = 0);
    [[nodiscard]] int currentLine() const { return textCursor().blockNumber(); }
    /// The line at the top of the view.
    [[nodiscard]] int topLine() const { return firstVisibleBlock().blockNumber(); }

Q_SIGNALS:
    void loaded();

protected:
    /// What the gutter needs, in pixels; ask for it again with updateGutter().
    [[nodiscard]] virtual int gutterWidth() const = 0;
    virtual void paintGutter(QPainter &painter, const QTextBlock &block, const QRect &rect) = 0;
    /// A click into the gutter at a line.
    virtual void gutterClicked(int line);
    virtual void paintGround(QPainter &painter, const QTextBlock &block, const QRect &rect);
    /// A line at or above `line` where highlighting may begin anew.
    [[nodiscard]] virtual int highlightFrom(int line) const;
    /// Else the line is no YAML but a remark: muted.
    [[nodiscard]] virtual bool isHighlighted(int line) const;
    virtual void themeChanged();
    /// Lines first to last are there now; they are all shown.
    virtual void arrived(int first, int last);

    void updateGutter();
    /// Shows or hides lines first to last (inclusive) as `isShown` says.
    void setShown(int first, int last, const std::function<bool(int)> &isShown);
    [[nodiscard]] const Theme *theme() const { return m_theme; }

    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    friend class TextGutter;
    void loadPiece();
    void insertPiece(QTextCursor &end);
    [[nodiscard]] int linesInView() const;
    void keepCursor(bool keep);
    void highlightVisible();
    void forVisible(const QRect &area, const std::function<void(const QTextBlock &, const QRect &)> &visit);
    void paintFound(QPainter &painter, const QTextBlock &block, const QRect &rect);
    void applyTheme();

    const Theme *m_theme;
    QWidget *m_gutter;
    QTimer m_pieces;
    QString m_text;
    bool m_isProse = false;
    qsizetype m_from = -1; ///< where the next piece begins, -1 when all is there
    LineHighlighter m_highlighter;
    int m_generation = 1; ///< blocks of another one are not coloured yet
    QList<int> m_found;
    int m_foundLength = 0;
    int m_foundCurrent = -1;
};

} // namespace chartroom
