// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QStringView>
#include <QTextLayout>

#include <memory>

namespace chartroom {

class Palette;

/// Colours YAML line by line (KSyntaxHighlighting), so that a long text costs only the lines that are seen.
/// Each line goes on where the one before it ended: after restart() at a line that begins a setting.
class LineHighlighter
{
public:
    LineHighlighter();
    ~LineHighlighter();
    LineHighlighter(const LineHighlighter &) = delete;
    LineHighlighter &operator=(const LineHighlighter &) = delete;

    /// Reads the definition of YAML, which takes longer than a frame may: on the pool, before there is a
    /// line.
    static void prepare();

    void setPalette(const Palette &palette);
    void restart();
    /// Only colours, never another font: lines keep their width.
    [[nodiscard]] QList<QTextLayout::FormatRange> highlight(QStringView line);

private:
    class Engine;
    std::unique_ptr<Engine> m_engine;
};

} // namespace chartroom
