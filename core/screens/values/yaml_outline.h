// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/secrets/value_path.h"

#include <QList>
#include <QStringView>

namespace chartroom {

/// Which setting each line of a YAML text belongs to, and what folds under it, by indentation alone: a text
/// with an error in it still has an outline. Lines count from 0. A value; made on the pool.
class YamlOutline
{
public:
    YamlOutline() = default;
    [[nodiscard]] static YamlOutline of(QStringView text);
    /// Of a text that is no YAML: its lines, and no settings.
    [[nodiscard]] static YamlOutline ofPlainText(QStringView text);

    [[nodiscard]] int lineCount() const { return int(m_lines.size()); }
    /// The path of the setting that the line sets or belongs to; comments and blank lines belong to the one
    /// above. Elements of lists by place. Empty outside of any.
    [[nodiscard]] ValuePath pathAt(int line) const;
    /// The document of a multi-document text (parted by "---") that the line is in, from 0.
    [[nodiscard]] int documentAt(int line) const;
    /// The line has a key or a dash of its own: it is not inside a text of several lines, no comment.
    [[nodiscard]] bool beginsSetting(int line) const;
    /// How many settings the line's own one is in; 0 at the top.
    [[nodiscard]] int depthOf(int line) const;
    /// The last line that folds away under this one, or -1.
    [[nodiscard]] int foldEnd(int line) const;
    /// The innermost line that folds and has this one under it, or -1.
    [[nodiscard]] int foldStart(int line) const;
    /// The line that sets the path, or the nearest one above it in the tree; -1 when not even its first step
    /// is there.
    [[nodiscard]] int lineOf(const ValuePath &path, int document = 0) const;

private:
    friend class OutlineBuilder;
    struct Node
    {
        int parent = -1;
        int line = 0;
        PathStep step;
    };
    struct Line
    {
        int node = -1;
        int document = 0;
        int foldEnd = -1;
    };
    [[nodiscard]] const Line *at(int line) const;

    QList<Node> m_nodes;
    QList<Line> m_lines;
};

} // namespace chartroom
