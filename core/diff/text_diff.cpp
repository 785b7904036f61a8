// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diff/text_diff.h"

#include "core/diff/word_marks.h"

#include <algorithm>
#include <cstring>
#include <git2.h>
#include <optional>

namespace chartroom {

namespace {

/// Lines that took the place of others; places count from 0.
struct Block
{
    int before = 0;
    int removed = 0;
    int after = 0;
    int added = 0;
};

int appendBlock(const git_diff_delta * /*delta*/, const git_diff_hunk *hunk, void *payload)
{
    // An empty side is given as the line before it, a full one as its first line, both counted from 1.
    const auto first = [](int start, int lines) { return lines == 0 ? start : start - 1; };
    static_cast<QList<Block> *>(payload)->append({first(hunk->old_start, hunk->old_lines), hunk->old_lines,
                                                  first(hunk->new_start, hunk->new_lines), hunk->new_lines});
    return 0;
}

/// Nothing when libgit2 cannot compare them: texts of a gigabyte.
std::optional<QList<Block>> changedBlocks(QByteArrayView before, QByteArrayView after)
{
    static const int started = git_libgit2_init();
    git_diff_options options;
    if (started < 0 || git_diff_options_init(&options, GIT_DIFF_OPTIONS_VERSION) != 0)
        return {};
    options.flags = GIT_DIFF_FORCE_TEXT | GIT_DIFF_INDENT_HEURISTIC;
    options.context_lines = 0;
    QList<Block> blocks;
    if (git_diff_buffers(before.data(), size_t(before.size()), nullptr, after.data(), size_t(after.size()),
                         nullptr, &options, nullptr, nullptr, appendBlock, nullptr, &blocks) != 0)
        return {};
    return blocks;
}

/// A text read line by line.
class Lines
{
public:
    explicit Lines(QByteArrayView text)
        : m_rest(text)
    {}

    [[nodiscard]] bool atEnd() const { return m_rest.isEmpty(); }

    DiffLine take(DiffLine::Kind kind)
    {
        const auto *newline = static_cast<const char *>(memchr(m_rest.data(), '\n', size_t(m_rest.size())));
        const qsizetype size = newline ? newline - m_rest.data() : m_rest.size();
        DiffLine line;
        line.kind = kind;
        line.text = m_rest.first(size).toByteArray();
        line.isUnended = !newline;
        m_rest = m_rest.sliced(newline ? size + 1 : size);
        ++m_number;
        (kind == DiffLine::Kind::Added ? line.after : line.before) = m_number;
        return line;
    }

    /// Passes a line that equals one taken elsewhere.
    void skip(const DiffLine &line)
    {
        m_rest = m_rest.sliced(line.text.size() + (line.isUnended ? 0 : 1));
        ++m_number;
    }

    [[nodiscard]] int number() const { return m_number; }

private:
    QByteArrayView m_rest;
    int m_number = 0;
};

void appendSame(TextDiff &diff, Lines &before, Lines &after, int untilBefore)
{
    while (!before.atEnd() && before.number() < untilBefore) {
        DiffLine line = before.take(DiffLine::Kind::Same);
        after.skip(line);
        line.after = after.number();
        diff.lines.append(std::move(line));
    }
}

} // namespace

TextDiff diffText(QByteArrayView before, QByteArrayView after)
{
    const auto count = [](QByteArrayView text) {
        return int(std::count(text.begin(), text.end(), '\n') +
                   (text.isEmpty() || text.endsWith('\n') ? 0 : 1));
    };
    const int linesBefore = count(before);
    const int linesAfter = count(after);
    const QList<Block> blocks =
        changedBlocks(before, after).value_or(QList<Block>{{0, linesBefore, 0, linesAfter}});
    TextDiff diff;
    diff.lines.reserve(linesBefore);
    Lines old(before);
    Lines now(after);
    for (const Block &block : blocks) {
        appendSame(diff, old, now, block.before);
        const qsizetype first = diff.lines.size();
        for (int i = 0; i < block.removed; ++i)
            diff.lines.append(old.take(DiffLine::Kind::Removed));
        for (int i = 0; i < block.added; ++i)
            diff.lines.append(now.take(DiffLine::Kind::Added));
        diff.removed += block.removed;
        diff.added += block.added;
        DiffLine *lines = diff.lines.data() + first;
        markWords({lines, size_t(block.removed)}, {lines + block.removed, size_t(block.added)});
    }
    appendSame(diff, old, now, linesBefore);
    return diff;
}

} // namespace chartroom
