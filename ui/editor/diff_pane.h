// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/screens/values/diff_layout.h"
#include "ui/editor/text_pane.h"

#include <QSet>

#include <memory>

namespace chartroom {

/// One side of a diff, or both below each other: line numbers and a sign in the gutter, a tint for the line,
/// a stronger one for the changed words, nothing said by colour alone.
class DiffPane final : public TextPane
{
    Q_OBJECT
public:
    DiffPane(DiffLayout::Side side, const Theme *theme, QWidget *parent = nullptr);

    void load(std::shared_ptr<const DiffLayout> layout, bool foldsOpen);
    void setFoldOpen(int fold, bool open);
    [[nodiscard]] bool isFoldOpen(int fold) const { return m_open.contains(fold); }

Q_SIGNALS:
    /// The person asked for what a fold hides.
    void foldClicked(int fold);

protected:
    [[nodiscard]] int gutterWidth() const override;
    void paintGutter(QPainter &painter, const QTextBlock &block, const QRect &rect) override;
    void gutterClicked(int line) override;
    void paintGround(QPainter &painter, const QTextBlock &block, const QRect &rect) override;
    [[nodiscard]] bool isHighlighted(int line) const override;
    void arrived(int first, int last) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    [[nodiscard]] bool isUnified() const { return m_layout->mode() == DiffLayout::Mode::Unified; }
    [[nodiscard]] DiffLayout::Side sideOf(int row) const;
    [[nodiscard]] bool isRowShown(int row) const;
    [[nodiscard]] int foldAt(int row) const;
    [[nodiscard]] int digitsWidth() const;

    DiffLayout::Side m_side;
    std::shared_ptr<const DiffLayout> m_layout;
    QSet<int> m_open;
};

} // namespace chartroom
