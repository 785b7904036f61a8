// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/values/yaml_outline.h"

#include <algorithm>

namespace chartroom {

namespace {

qsizetype indentOf(QStringView line)
{
    qsizetype at = 0;
    while (at < line.size() && line[at] == u' ')
        ++at;
    return at;
}

bool isDash(QStringView rest)
{
    return rest.startsWith(u'-') && (rest.size() == 1 || rest[1] == u' ');
}

/// Where the key at the start of `rest` ends (its colon), or -1 when there is none.
qsizetype colonOf(QStringView rest)
{
    qsizetype at = 0;
    if (!rest.isEmpty() && (rest[0] == u'"' || rest[0] == u'\'')) {
        at = rest.indexOf(rest[0], 1) + 1;
        if (at == 0)
            return -1;
    }
    for (; at < rest.size(); ++at) {
        if (rest[at] == u'#' && at > 0 && rest[at - 1] == u' ')
            return -1;
        if (rest[at] == u':' && (at + 1 == rest.size() || rest[at + 1] == u' '))
            return at;
    }
    return -1;
}

QString keyOf(QStringView text)
{
    const QStringView key = text.trimmed();
    const bool quoted = key.size() > 1 && (key.front() == u'"' || key.front() == u'\'');
    return (quoted ? key.sliced(1, key.size() - 2) : key).toString();
}

bool opensBlockScalar(QStringView value)
{
    if (value.startsWith(u'&') || value.startsWith(u'!')) // an anchor or a tag stands before it
        value = value.sliced(std::max<qsizetype>(0, value.indexOf(u' '))).trimmed();
    return value.startsWith(u'|') || value.startsWith(u'>');
}

/// How far a flow collection is still open, counting from `depth`; text in quotes does not count.
int flowDepth(QStringView value, int depth)
{
    QChar quote;
    for (const QChar c : value) {
        if (!quote.isNull())
            quote = c == quote ? QChar() : quote;
        else if (c == u'"' || c == u'\'')
            quote = c;
        else if (c == u'{' || c == u'[')
            ++depth;
        else if (c == u'}' || c == u']')
            --depth;
    }
    return std::max(0, depth);
}

} // namespace

/// Goes through the lines once, with the settings that are open at each indentation on a stack.
class OutlineBuilder
{
public:
    explicit OutlineBuilder(YamlOutline *outline)
        : m_outline(*outline)
    {}

    void add(QStringView line)
    {
        const int number = int(m_outline.m_lines.size());
        const qsizetype indent = indentOf(line);
        const QStringView rest = line.sliced(indent);
        const bool blank = rest.isEmpty();
        qsizetype depth = indent * 2; // a dash stands half a step deeper than the key it is level with
        if (!blank && !isInside(indent, rest)) {
            if (line.startsWith(u"---")) {
                m_open.clear();
                m_roots = 0;
                m_node = -1;
                m_document += m_started ? 1 : 0;
            } else if (rest[0] != u'#') {
                depth += isDash(rest) ? 1 : 0;
                m_started = true;
                readTokens(rest, indent, number);
            }
        }
        m_outline.m_lines.append({m_node, m_document, -1});
        if (!blank)
            fold(number, depth);
    }

    void finish()
    {
        while (!m_folds.isEmpty())
            closeFold();
    }

private:
    struct Open
    {
        qsizetype indent = 0;
        int node = -1;
        bool dash = false;
        qsizetype elements = 0; ///< of the list under it, so far
    };
    struct Fold
    {
        int line = 0;
        qsizetype depth = 0;
    };

    /// The line continues a block scalar or a flow collection.
    bool isInside(qsizetype indent, QStringView rest)
    {
        if (m_flow > 0) {
            m_flow = flowDepth(rest, m_flow);
            return true;
        }
        if (m_scalarIndent < 0)
            return false;
        if (indent > m_scalarIndent)
            return true;
        m_scalarIndent = -1;
        return false;
    }

    void readTokens(QStringView rest, qsizetype column, int line)
    {
        qsizetype scalarIndent = column;
        while (isDash(rest)) {
            close(column, true);
            qsizetype &elements = m_open.isEmpty() ? m_roots : m_open.last().elements;
            open({PathStep::Kind::Index, {}, elements++}, column, line, true);
            scalarIndent = column;
            const QStringView after = rest.sliced(1);
            const qsizetype gap = 1 + indentOf(after);
            column += gap;
            rest = rest.sliced(std::min(gap, rest.size()));
        }
        const qsizetype colon = colonOf(rest);
        if (colon < 0 || rest.startsWith(u'{') || rest.startsWith(u'[')) {
            readValue(rest, scalarIndent);
            return;
        }
        close(column, false);
        open({PathStep::Kind::Key, keyOf(rest.first(colon)), 0}, column, line, false);
        readValue(rest.sliced(colon + 1).trimmed(), column);
    }

    void readValue(QStringView value, qsizetype indent)
    {
        if (opensBlockScalar(value))
            m_scalarIndent = indent;
        else if (value.startsWith(u'{') || value.startsWith(u'['))
            m_flow = flowDepth(value, 0);
    }

    void close(qsizetype column, bool dash)
    {
        const auto ends = [&](const Open &open) {
            return open.indent > column || (open.indent == column && (!dash || open.dash));
        };
        while (!m_open.isEmpty() && ends(m_open.last()))
            m_open.removeLast();
    }

    void open(PathStep step, qsizetype column, int line, bool dash)
    {
        const int parent = m_open.isEmpty() ? -1 : m_open.last().node;
        m_node = int(m_outline.m_nodes.size());
        m_outline.m_nodes.append({parent, line, std::move(step)});
        m_open.append({column, m_node, dash, 0});
    }

    void fold(int number, qsizetype depth)
    {
        while (!m_folds.isEmpty() && m_folds.last().depth >= depth)
            closeFold();
        m_folds.append({number, depth});
        m_lastFilled = number;
    }

    void closeFold()
    {
        const int line = m_folds.takeLast().line;
        if (m_lastFilled > line)
            m_outline.m_lines[line].foldEnd = m_lastFilled;
    }

    YamlOutline &m_outline;
    QList<Open> m_open;
    QList<Fold> m_folds;
    qsizetype m_roots = 0; ///< elements of a list at the root
    qsizetype m_scalarIndent = -1;
    int m_flow = 0;
    int m_node = -1;
    int m_document = 0;
    int m_lastFilled = 0;
    bool m_started = false; ///< a first "---" opens the first document, it does not end one
};

YamlOutline YamlOutline::ofPlainText(QStringView text)
{
    YamlOutline outline;
    outline.m_lines.resize(text.count(u'\n') + 1);
    return outline;
}

YamlOutline YamlOutline::of(QStringView text)
{
    YamlOutline outline;
    OutlineBuilder builder(&outline);
    qsizetype from = 0;
    while (from <= text.size()) {
        qsizetype end = text.indexOf(u'\n', from);
        end = end < 0 ? text.size() : end;
        builder.add(text.sliced(from, end - from));
        from = end + 1;
    }
    builder.finish();
    return outline;
}

const YamlOutline::Line *YamlOutline::at(int line) const
{
    return line >= 0 && line < m_lines.size() ? &m_lines[line] : nullptr;
}

ValuePath YamlOutline::pathAt(int line) const
{
    ValuePath path;
    const Line *found = at(line);
    for (int node = found ? found->node : -1; node >= 0; node = m_nodes[node].parent)
        path.prepend(m_nodes[node].step);
    return path;
}

int YamlOutline::documentAt(int line) const
{
    const Line *found = at(line);
    return found ? found->document : 0;
}

bool YamlOutline::beginsSetting(int line) const
{
    const Line *found = at(line);
    return found && found->node >= 0 && m_nodes[found->node].line == line;
}

int YamlOutline::depthOf(int line) const
{
    const Line *found = at(line);
    int depth = -1;
    for (int node = found ? found->node : -1; node >= 0; node = m_nodes[node].parent)
        ++depth;
    return std::max(0, depth);
}

int YamlOutline::foldEnd(int line) const
{
    const Line *found = at(line);
    return found ? found->foldEnd : -1;
}

int YamlOutline::foldStart(int line) const
{
    for (int above = std::min(line, lineCount()) - 1; above >= 0; --above)
        if (m_lines[above].foldEnd >= line)
            return above;
    return -1;
}

int YamlOutline::lineOf(const ValuePath &path, int document) const
{
    int parent = -1;
    int line = -1;
    int node = 0;
    for (const PathStep &step : path) {
        const auto isStep = [&](const Node &candidate) {
            return candidate.parent == parent && candidate.step == step &&
                   m_lines[candidate.line].document == document;
        };
        const auto found = std::find_if(m_nodes.cbegin() + node, m_nodes.cend(), isStep);
        if (found == m_nodes.cend())
            return line;
        node = int(found - m_nodes.cbegin());
        parent = node;
        line = found->line;
    }
    return line;
}

} // namespace chartroom
