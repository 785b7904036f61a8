// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/screens/values/yaml_outline.h"
#include "ui/editor/text_pane.h"

#include <QSet>

namespace chartroom {

/// YAML with line numbers that folds by indentation.
class YamlPane final : public TextPane
{
    Q_OBJECT
public:
    explicit YamlPane(const Theme *theme, QWidget *parent = nullptr);

    void load(const QString &readyText, const YamlOutline &outline);
    [[nodiscard]] const YamlOutline &outline() const { return m_outline; }

    [[nodiscard]] bool isFolded(int line) const { return m_folded.contains(line); }
    void setFolded(int line, bool folded);
    /// Folds what the cursor is in, or opens it when its line is folded.
    void toggleFold();
    /// Folds whatever lies deeper than `depth` settings; -1 opens all.
    void foldTo(int depth);
    /// Opens whatever hides the line.
    void reveal(int line);

protected:
    [[nodiscard]] int gutterWidth() const override;
    void paintGutter(QPainter &painter, const QTextBlock &block, const QRect &rect) override;
    void gutterClicked(int line) override;
    void paintGround(QPainter &painter, const QTextBlock &block, const QRect &rect) override;
    [[nodiscard]] int highlightFrom(int line) const override;

private:
    void applyFolds(int first, int last);

    YamlOutline m_outline;
    QSet<int> m_folded;
};

} // namespace chartroom
