// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diff/word_marks.h"

#include "core/diff/common_runs.h"

#include <QVarLengthArray>

namespace chartroom {

namespace {

constexpr qsizetype mostWords = 4000; // of one side of a block
constexpr int mostEdits = 200;

enum class Class { Word, Space, Sign };

Class classOf(char c)
{
    const auto byte = uchar(c);
    if (byte >= 0x80 || (byte >= '0' && byte <= '9') || (byte >= 'A' && byte <= 'Z') ||
        (byte >= 'a' && byte <= 'z') || byte == '_')
        return Class::Word;
    return byte == ' ' || byte == '\t' || byte == '\r' ? Class::Space : Class::Sign;
}

struct Word
{
    qsizetype line = 0;
    qsizetype begin = 0;
    QByteArrayView text;
    bool isCommon = false;
};
using Words = QVarLengthArray<Word, 64>;

/// Runs of letters and digits, runs of spaces, single signs, and an empty word where a line ends.
Words wordsOf(std::span<const DiffLine> lines)
{
    Words words;
    for (size_t line = 0; line < lines.size() && words.size() <= mostWords; ++line) {
        const QByteArrayView text(lines[line].text);
        for (qsizetype begin = 0; begin < text.size() && words.size() <= mostWords;) {
            const Class first = classOf(text[begin]);
            qsizetype end = begin + 1;
            while (first != Class::Sign && end < text.size() && classOf(text[end]) == first)
                ++end;
            words.append({qsizetype(line), begin, text.sliced(begin, end - begin), false});
            begin = end;
        }
        words.append({qsizetype(line), text.size(), {}, false});
    }
    return words;
}

bool isSpace(const Word &word)
{
    return !word.text.isEmpty() && classOf(word.text.front()) == Class::Space;
}

/// What stands between the parts of a version, an image or a path.
bool isJoint(const Word &word)
{
    return word.text == "." || word.text == "-" || word.text == "/";
}

/// One line's words as marks: neighbours join, also over a space or a joint.
void mark(DiffLine &line, std::span<const Word> words)
{
    qsizetype common = 0;
    qsizetype changed = 0;
    const Word *gap = nullptr;
    for (const Word &word : words) {
        if (word.isCommon && (isSpace(word) || isJoint(word))) {
            common += isJoint(word) ? 1 : 0;
            gap = &word;
            continue;
        }
        (word.isCommon ? common : changed) += word.text.size();
        if (!word.isCommon && !word.text.isEmpty()) {
            const qsizetype end =
                line.marks.isEmpty() ? -1 : line.marks.last().begin + line.marks.last().length;
            const bool joins = end == word.begin || (gap && end == gap->begin);
            if (joins)
                line.marks.last().length = word.begin + word.text.size() - line.marks.last().begin;
            else
                line.marks.append({word.begin, word.text.size()});
        }
        gap = nullptr;
    }
    if (common * 4 < changed) // another line rather than a changed one
        line.marks.clear();
}

void markLines(std::span<DiffLine> lines, const Words &words)
{
    for (qsizetype begin = 0; begin < words.size();) {
        qsizetype end = begin;
        while (end < words.size() && words[end].line == words[begin].line)
            ++end;
        mark(lines[size_t(words[begin].line)], {words.data() + begin, size_t(end - begin)});
        begin = end;
    }
}

void markBlock(std::span<DiffLine> removed, std::span<DiffLine> added)
{
    Words before = wordsOf(removed);
    Words after = wordsOf(added);
    if (before.size() > mostWords || after.size() > mostWords)
        return;
    const auto equal = [&](qsizetype i, qsizetype j) { return before[i].text == after[j].text; };
    for (const CommonRun &run : commonRuns(before.size(), after.size(), equal, mostEdits)) {
        for (qsizetype i = 0; i < run.length; ++i) {
            before[run.before + i].isCommon = true;
            after[run.after + i].isCommon = true;
        }
    }
    markLines(removed, before);
    markLines(added, after);
}

} // namespace

void markWords(std::span<DiffLine> removed, std::span<DiffLine> added)
{
    if (removed.empty() || added.empty())
        return;
    if (removed.size() != added.size()) {
        markBlock(removed, added);
        return;
    }
    for (size_t i = 0; i < removed.size(); ++i)
        markBlock(removed.subspan(i, 1), added.subspan(i, 1));
}

} // namespace chartroom
