// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/yaml_parser.h"

#include <QRegularExpression>
#include <QScopeGuard>

#include <algorithm>
#include <cstring>
#include <new>
#include <utility>

namespace chartroom {

namespace {

constexpr qsizetype mostReread = 16 << 20; // bytes

/// A character that stands in the text for one that libyaml reads otherwise than go-yaml.
struct StandIn
{
    QByteArrayView standIn; ///< a noncharacter of Unicode, which is meant for use inside a program
    QByteArrayView meant;
};
constexpr StandIn standIns[] = {{"\xef\xb7\x90", ":"},
                                {"\xef\xb7\x91", "/"},
                                {"\xef\xb7\x92", "\t"},
                                {"\xef\xb7\x93", "\\"}, // nothing in double quotes
                                {"\xef\xb7\x94", "\xef\xbb\xbf"}};

QByteArrayView standInFor(QByteArrayView meant)
{
    return std::find_if(std::begin(standIns), std::end(standIns),
                        [meant](const StandIn &one) { return one.meant == meant; })
        ->standIn;
}

/// Also as an escape in double quotes.
bool holdsStandIns(const QByteArray &text)
{
    const QByteArray lower = text.toLower();
    return lower.contains("\\ufdd") || lower.contains("\\u0000fdd") ||
           std::any_of(std::begin(standIns), std::end(standIns),
                       [&text](const StandIn &one) { return text.contains(one.standIn); });
}

/// Of the escapes \/ and \' in double quotes libyaml knows the first alone, go-yaml the second alone.
void hideEscapes(QByteArray &text)
{
    if (!text.contains("\\/") && !text.contains("\\'"))
        return;
    QByteArray hidden;
    hidden.reserve(text.size());
    bool isEscaped = false;
    for (const char c : std::as_const(text)) {
        if (isEscaped && c == '\'') {
            hidden.chop(1);
            hidden += standInFor("\\");
        }
        if (isEscaped && c == '/')
            hidden += standInFor("/");
        else
            hidden += c;
        isEscaped = c == '\\' && !isEscaped;
    }
    text = hidden;
}

/// libyaml skips one at the start of each line, go-yaml none.
void hideByteOrderMarks(QByteArray &text)
{
    text.replace("\xef\xbb\xbf", standInFor("\xef\xbb\xbf"));
}

QByteArray withoutStandIns(QByteArray text, yaml_scalar_style_t style)
{
    if (!text.contains("\xef\xb7"))
        return text;
    if (style == YAML_DOUBLE_QUOTED_SCALAR_STYLE)
        text.replace(standInFor("\\"), QByteArrayView());
    for (const StandIn &one : standIns)
        text.replace(one.standIn, one.meant);
    return text;
}

bool isContinuation(char c)
{
    return (uchar(c) & 0xc0) == 0x80;
}

qsizetype offsetOf(size_t index, QByteArrayView text)
{
    qsizetype offset = 0;
    for (; index > 0 && offset < text.size(); --index) {
        do
            ++offset;
        while (offset < text.size() && isContinuation(text[offset]));
    }
    return offset;
}

QByteArray bytesOf(const yaml_char_t *text)
{
    return QByteArray(reinterpret_cast<const char *>(text));
}

} // namespace

YamlParser::YamlParser(const QByteArray &text)
    : m_text(text)
    , m_corrected(text)
    , m_mayStandIn(!holdsStandIns(text))
{
    if (m_mayStandIn) {
        hideEscapes(m_corrected);
        hideByteOrderMarks(m_corrected);
    }
    start();
}

YamlParser::~YamlParser()
{
    yaml_parser_delete(&m_parser);
}

void YamlParser::start()
{
    if (!yaml_parser_initialize(&m_parser))
        throw std::bad_alloc();
    yaml_parser_set_encoding(&m_parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&m_parser, reinterpret_cast<const unsigned char *>(m_corrected.constData()),
                                 size_t(m_corrected.size()));
}

/// Reads the corrected text up to where the events were given.
void YamlParser::restart()
{
    yaml_parser_delete(&m_parser);
    start();
    for (int i = 0; i <= m_given; ++i) { // and the start of the stream
        yaml_event_t event;
        if (!yaml_parser_parse(&m_parser, &event))
            fail(m_parser.problem, m_parser.problem_mark);
        yaml_event_delete(&event);
    }
}

void YamlParser::fail(const char *what, const yaml_mark_t &at)
{
    if (m_parser.error == YAML_MEMORY_ERROR)
        throw std::bad_alloc();
    throw YamlProblem{what, markAt(at.index)};
}

YamlEvent YamlParser::next()
{
    for (;;) {
        yaml_event_t event;
        if (!yaml_parser_parse(&m_parser, &event)) {
            if (!correctProblem())
                fail(m_parser.problem, m_parser.problem_mark);
            restart();
            continue;
        }
        const auto freed = qScopeGuard([&event] { yaml_event_delete(&event); });
        if (event.type == YAML_STREAM_START_EVENT)
            continue;
        if (correctTag(event)) {
            restart();
            continue;
        }
        ++m_given;
        check(event);
        followFlow(event);
        return converted(event);
    }
}

void YamlParser::standIn(qsizetype offset, QByteArrayView meant)
{
    m_corrected.replace(offset, 1, standInFor(meant).toByteArray());
}

/// Corrects what libyaml refuses and go-yaml does not. Each correction reads the text anew.
bool YamlParser::correctProblem()
{
    const QByteArrayView what(m_parser.problem);
    const qsizetype at = offsetOf(m_parser.problem_mark.index, m_corrected);
    m_reread += at;
    if (m_parser.error != YAML_SCANNER_ERROR || !m_mayStandIn || m_reread > mostReread)
        return false;
    const char here = at < m_corrected.size() ? m_corrected.at(at) : '\0';
    const char next = at + 1 < m_corrected.size() ? m_corrected.at(at + 1) : '\0';
    if (what == "found unexpected ':'") { // [a:]
        standIn(at, ":");
        return true;
    }
    if (what == "found unknown escape character" && next == '\t') { // a backslash before a tab
        standIn(at + 1, "\t");
        standIn(at, "\\");
        return true;
    }
    const bool isInTag =
        what == "did not find expected tag URI" || what == "did not find expected whitespace or line break";
    if (isInTag && QByteArrayView(",[]").contains(here)) { // !a,b
        m_corrected[at] = ';';                             // such a tag means nothing to go-yaml either way
        return true;
    }
    return false;
}

/// Within brackets libyaml ends a tag at a comma, go-yaml does not.
bool YamlParser::correctTag(const yaml_event_t &event)
{
    if (event.type != YAML_SCALAR_EVENT || !event.data.scalar.tag || event.data.scalar.length > 0 ||
        event.data.scalar.style != YAML_PLAIN_SCALAR_STYLE || m_flowLevel == 0)
        return false;
    const bool isAnchorLast =
        event.data.scalar.anchor && m_text.at(markAt(event.start_mark.index).offset) == '!';
    const qsizetype end = markAt(event.end_mark.index).offset;
    if (isAnchorLast || end >= m_text.size() || m_text.at(end) != ',')
        return false;
    m_reread += end;
    if (m_text.at(end - 1) == '>' || m_reread > mostReread) // !<a>,
        fail("did not find expected whitespace or line break", event.end_mark);
    m_corrected[offsetOf(event.end_mark.index, m_corrected)] = ';';
    return true;
}

/// Refuses what go-yaml refuses and libyaml does not.
void YamlParser::check(const yaml_event_t &event)
{
    if (event.type == YAML_DOCUMENT_START_EVENT && event.data.document_start.version_directive) {
        static const QRegularExpression known(
            QStringLiteral("(?:^|[\\r\\n\\x85\\x{2028}\\x{2029}])%YAML[ \\t]+0?1\\.0?1(?!\\d)"));
        const qsizetype start = markAt(event.start_mark.index).offset;
        const qsizetype end = markAt(event.end_mark.index).offset;
        if (!known.match(QString::fromUtf8(m_text.sliced(start, end - start))).hasMatch())
            fail("found incompatible YAML document", event.start_mark);
    }
    if (event.type == YAML_SCALAR_EVENT && m_flowLevel > 0 &&
        event.data.scalar.style == YAML_PLAIN_SCALAR_STYLE &&
        std::strchr(reinterpret_cast<const char *>(event.data.scalar.value), '?'))
        fail("did not find expected ',' or ']'", event.start_mark);
}

void YamlParser::followFlow(const yaml_event_t &event)
{
    const bool opens =
        (event.type == YAML_SEQUENCE_START_EVENT &&
         event.data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE) ||
        (event.type == YAML_MAPPING_START_EVENT && event.data.mapping_start.style == YAML_FLOW_MAPPING_STYLE);
    const bool closes = event.type == YAML_SEQUENCE_END_EVENT || event.type == YAML_MAPPING_END_EVENT;
    if (opens)
        ++m_flowLevel;
    else if (closes && m_flowLevel > 0)
        --m_flowLevel;
}

YamlMark YamlParser::markAt(size_t index)
{
    for (; m_index < index && m_offset < m_text.size(); ++m_index) {
        do
            ++m_offset;
        while (m_offset < m_text.size() && isContinuation(m_text.at(m_offset)));
    }
    for (; m_index > index; --m_index) {
        do
            --m_offset;
        while (isContinuation(m_text.at(m_offset)));
    }
    return {m_offset};
}

YamlEvent YamlParser::converted(const yaml_event_t &event)
{
    YamlEvent result;
    result.start = markAt(event.start_mark.index);
    switch (event.type) {
    case YAML_DOCUMENT_START_EVENT:
        result.kind = YamlEvent::Kind::DocumentStart;
        break;
    case YAML_DOCUMENT_END_EVENT:
        result.kind = YamlEvent::Kind::DocumentEnd;
        break;
    case YAML_ALIAS_EVENT:
        result.kind = YamlEvent::Kind::Alias;
        result.anchor = bytesOf(event.data.alias.anchor);
        break;
    case YAML_SCALAR_EVENT:
        result.kind = YamlEvent::Kind::Scalar;
        result.anchor = bytesOf(event.data.scalar.anchor);
        result.tag = bytesOf(event.data.scalar.tag);
        result.value = QByteArray(reinterpret_cast<const char *>(event.data.scalar.value),
                                  qsizetype(event.data.scalar.length));
        if (m_mayStandIn)
            result.value = withoutStandIns(result.value, event.data.scalar.style);
        result.isImplicit = event.data.scalar.plain_implicit;
        break;
    case YAML_SEQUENCE_START_EVENT:
        result.kind = YamlEvent::Kind::SequenceStart;
        result.anchor = bytesOf(event.data.sequence_start.anchor);
        result.tag = bytesOf(event.data.sequence_start.tag);
        break;
    case YAML_SEQUENCE_END_EVENT:
        result.kind = YamlEvent::Kind::SequenceEnd;
        break;
    case YAML_MAPPING_START_EVENT:
        result.kind = YamlEvent::Kind::MappingStart;
        result.anchor = bytesOf(event.data.mapping_start.anchor);
        result.tag = bytesOf(event.data.mapping_start.tag);
        break;
    case YAML_MAPPING_END_EVENT:
        result.kind = YamlEvent::Kind::MappingEnd;
        break;
    case YAML_NO_EVENT:
    case YAML_STREAM_START_EVENT:
    case YAML_STREAM_END_EVENT:
        break;
    }
    return result;
}

} // namespace chartroom
