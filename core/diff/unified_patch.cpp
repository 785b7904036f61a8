// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/visible_text.h"
#include "core/diff/hunks.h"

#include <algorithm>

namespace chartroom {

namespace {

/// What git takes for the head of a section when no driver is set (git/git xdiff/xemit.c def_ff@v2.39).
bool isSectionHead(const DiffLine &line)
{
    const char c = line.text.isEmpty() ? '\0' : line.text.front();
    return line.kind != DiffLine::Kind::Added &&
           ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$');
}

QByteArray sectionOf(const QByteArray &head)
{
    constexpr qsizetype most = 80;
    QByteArray text = head.first(qMin(head.size(), most));
    while (!text.isEmpty() && QByteArrayView(" \t\r\n\v\f").contains(text.back()))
        text.chop(1);
    return text;
}

QByteArray rangeText(int first, int count)
{
    const QByteArray start = QByteArray::number(count == 0 ? first - 1 : first);
    return count == 1 ? start : start + ',' + QByteArray::number(count);
}

/// A name with spaces ends with a tab, as git and diff write it.
QByteArray nameLine(const char *sign, const QString &name)
{
    const QByteArray text = visibleText(name).replace(u'\t', u' ').toUtf8();
    return sign + text + (text.contains(' ') ? "\t\n" : "\n");
}

class PatchWriter
{
public:
    explicit PatchWriter(const QList<DiffLine> &lines)
        : m_lines(lines)
    {}

    QByteArray out;

    void write(const Hunk &hunk)
    {
        for (; m_at < hunk.begin; ++m_at)
            pass(m_lines[m_at]);
        int before = 0;
        int after = 0;
        for (qsizetype i = hunk.begin; i < hunk.end; ++i) {
            before += m_lines[i].kind != DiffLine::Kind::Added;
            after += m_lines[i].kind != DiffLine::Kind::Removed;
        }
        out += "@@ -" + rangeText(m_before + 1, before) + " +" + rangeText(m_after + 1, after) + " @@";
        const QByteArray section = m_section < 0 ? QByteArray() : sectionOf(m_lines[m_section].text);
        if (!section.isEmpty())
            out += ' ' + section;
        out += '\n';
        for (; m_at < hunk.end; ++m_at) {
            writeLine(m_lines[m_at]);
            pass(m_lines[m_at]);
        }
    }

private:
    void pass(const DiffLine &line)
    {
        m_before += line.kind != DiffLine::Kind::Added;
        m_after += line.kind != DiffLine::Kind::Removed;
        if (isSectionHead(line))
            m_section = m_at;
    }

    void writeLine(const DiffLine &line)
    {
        out += line.kind == DiffLine::Kind::Same ? ' ' : line.kind == DiffLine::Kind::Added ? '+' : '-';
        out += line.text;
        out += line.isUnended ? "\n\\ No newline at end of file\n" : "\n";
    }

    const QList<DiffLine> &m_lines;
    qsizetype m_at = 0;
    qsizetype m_section = -1; ///< the nearest head of a section before
    int m_before = 0;
    int m_after = 0;
};

} // namespace

QList<Hunk> hunksOf(const TextDiff &diff, int context)
{
    QList<Hunk> hunks;
    for (qsizetype i = 0; i < diff.lines.size(); ++i) {
        if (diff.lines[i].kind == DiffLine::Kind::Same)
            continue;
        const qsizetype begin = qMax(qsizetype(0), i - context);
        const qsizetype end = qMin(diff.lines.size(), i + 1 + context);
        if (!hunks.isEmpty() && begin <= hunks.last().end)
            hunks.last().end = end;
        else
            hunks.append({begin, end});
    }
    return hunks;
}

QByteArray unifiedPatch(const TextDiff &diff, const QString &beforeName, const QString &afterName,
                        int context)
{
    const QList<Hunk> hunks = hunksOf(diff, qMax(0, context));
    if (hunks.isEmpty())
        return {};
    PatchWriter writer(diff.lines);
    writer.out = nameLine("--- ", beforeName) + nameLine("+++ ", afterName);
    for (const Hunk &hunk : hunks)
        writer.write(hunk);
    return writer.out;
}

} // namespace chartroom
