// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/charts/index_scanner.h"

#include "core/base/document.h"
#include "core/charts/charts_tr.h"

#include <cstring>

namespace chartroom {

namespace {

constexpr qsizetype maxLineBytes = 8 * 1024 * 1024;
constexpr qsizetype maxKeyBytes = 1024;

tl::unexpected<Error> noIndex()
{
    return failure(Error::Code::Invalid,
                   ChartsTr::tr("This is not the index of a chart repository: it has no “entries”."));
}

qsizetype indentOf(QByteArrayView line)
{
    qsizetype indent = 0;
    while (indent < line.size() && line.at(indent) == ' ')
        ++indent;
    return indent;
}

bool isBlankOrComment(QByteArrayView line, qsizetype indent)
{
    return indent >= line.size() || line.at(indent) == '#' || line.at(indent) == '\r' ||
           line.at(indent) == '\t';
}

bool isItem(QByteArrayView line, qsizetype indent)
{
    return line.at(indent) == '-' && (indent + 1 == line.size() || line.at(indent + 1) == ' ');
}

} // namespace

void IndexScanner::append(QByteArrayView text)
{
    if (m_isOver || m_version.size() + text.size() > m_maxVersionBytes)
        m_isOver = true;
    else
        m_version.append(text);
}

Result<void> IndexScanner::flush(const QString &chart)
{
    const QByteArray version = std::exchange(m_version, {});
    if (std::exchange(m_isOver, false)) {
        ++m_tooLarge;
        return {};
    }
    return version.isEmpty() ? Result<void>() : m_found(chart, version);
}

Result<void> IndexLines::take(QByteArrayView block)
{
    while (!block.isEmpty()) {
        const void *found = std::memchr(block.data(), '\n', size_t(block.size()));
        if (!found) {
            m_partial.append(block);
            if (m_partial.size() > maxLineBytes)
                return failure(Error::Code::TooLarge,
                               ChartsTr::tr("The index has a line of more than 8 MiB."));
            return {};
        }
        const qsizetype end = static_cast<const char *>(found) - block.data();
        Result<void> taken;
        if (m_partial.isEmpty()) {
            taken = takeLine(block.first(end));
        } else {
            m_partial.append(block.first(end));
            taken = takeLine(std::exchange(m_partial, {}));
        }
        if (!taken)
            return taken;
        block = block.sliced(end + 1);
    }
    return {};
}

Result<void> IndexLines::takeLine(QByteArrayView line)
{
    const qsizetype indent = indentOf(line);
    if (isBlankOrComment(line, indent)) {
        if (!m_chart.isEmpty() && m_itemIndent >= 0) { // may belong to a text of several lines
            append(line);
            append("\n");
        }
        return {};
    }
    if (indent == 0)
        return takeTopLine(line);
    if (!m_inEntries)
        return {};
    const bool item = isItem(line, indent);
    if (m_chartIndent < 0)
        m_chartIndent = indent;
    if (indent <= m_chartIndent && !item)
        return startChart(line);
    if (m_chart.isEmpty())
        return {};
    if (item && m_itemIndent < 0)
        m_itemIndent = indent;
    if (item && indent == m_itemIndent) {
        if (const Result<void> flushed = flush(m_chart); !flushed)
            return flushed;
    }
    append(line);
    append("\n");
    return {};
}

Result<void> IndexLines::takeTopLine(QByteArrayView line)
{
    const Result<void> flushed = flush(m_chart);
    m_chart.clear();
    const QByteArray text = line.toByteArray().trimmed();
    m_inEntries = false;
    for (const char *key : {"entries:", "\"entries\":", "'entries':"}) {
        if (!text.startsWith(key))
            continue;
        const QByteArray rest = text.sliced(qsizetype(std::strlen(key))).trimmed();
        if (!rest.isEmpty() && rest != "{}" && rest != "null" && !rest.startsWith('#'))
            return failure(Error::Code::Unsupported,
                           ChartsTr::tr("The index uses YAML that Chartroom does not support."));
        m_isIndex = true;
        m_inEntries = true;
        m_chartIndent = -1;
    }
    return flushed;
}

Result<void> IndexLines::startChart(QByteArrayView line)
{
    const Result<void> flushed = flush(m_chart);
    m_chart.clear();
    m_itemIndent = -1;
    QByteArray key = line.toByteArray().trimmed();
    const qsizetype end = key.indexOf(": ");
    key = end >= 0 ? key.first(end) : key.endsWith(':') ? key.chopped(1) : key;
    if (key.size() > 1 && (key.front() == '"' || key.front() == '\'') && key.back() == key.front())
        key = key.sliced(1, key.size() - 2);
    if (const QString chart = QString::fromUtf8(key.trimmed()); isWanted(chart))
        m_chart = chart;
    return flushed;
}

Result<void> IndexLines::finish()
{
    if (!m_partial.isEmpty()) {
        if (const Result<void> taken = takeLine(std::exchange(m_partial, {})); !taken)
            return taken;
    }
    if (!m_isIndex)
        return noIndex();
    return flush(m_chart);
}

Result<void> IndexObjects::take(QByteArrayView block)
{
    const char *copiedTo = block.data();
    for (const char *at = block.begin(); at != block.end(); ++at) {
        const char c = *at;
        if (m_inText) {
            const bool ends = c == '"' && !m_isEscaped;
            m_isEscaped = c == '\\' && !m_isEscaped;
            if (ends)
                m_inText = false;
            else if (m_depth <= 2 && m_text.size() < maxKeyBytes)
                m_text += c;
            continue;
        }
        if (const Result<void> taken = takeStructure(c, at, copiedTo); !taken)
            return taken;
    }
    if (m_inVersion)
        append(QByteArrayView(copiedTo, block.end()));
    return {};
}

Result<void> IndexObjects::takeStructure(char c, const char *at, const char *&copiedTo)
{
    switch (c) {
    case '"':
        m_inText = true;
        if (m_depth <= 2)
            m_text.clear();
        break;
    case ':':
        if (m_depth == 1)
            m_topKey = m_text;
        else if (m_depth == 2)
            m_chart = readJson('"' + m_text + '"').value_or(Value()).toString();
        break;
    case '{':
    case '[':
        if (m_depth == 1 && c == '{' && m_topKey == "entries")
            m_isIndex = true;
        if (m_depth == 3 && c == '{' && m_topKey == "entries" && isWanted(m_chart)) {
            m_inVersion = true;
            copiedTo = at;
        }
        ++m_depth;
        break;
    case '}':
    case ']':
        --m_depth;
        if (m_inVersion && m_depth == 3) {
            m_inVersion = false;
            append(QByteArrayView(copiedTo, at + 1));
            return flush(m_chart);
        }
        break;
    default:
        break;
    }
    return {};
}

Result<void> IndexObjects::finish()
{
    if (m_depth != 0 || m_inText)
        return failure(Error::Code::Invalid, ChartsTr::tr("The index is truncated; download it again."));
    return m_isIndex ? Result<void>() : noIndex();
}

} // namespace chartroom
