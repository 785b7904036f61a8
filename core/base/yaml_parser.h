// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/yaml_scanner.h"

#include <initializer_list>

namespace chartroom {

struct YamlEvent
{
    enum class Kind {
        StreamEnd,
        DocumentStart,
        DocumentEnd,
        Alias,
        Scalar,
        SequenceStart,
        SequenceEnd,
        MappingStart,
        MappingEnd,
    };
    Kind kind = Kind::StreamEnd;
    YamlMark start;
    QByteArray anchor; ///< also the name of an alias
    QByteArray tag;    ///< in full: tag:yaml.org,2002:str
    QByteArray value;
    bool isImplicit = false; ///< a scalar that is plain and has no tag, or that has the tag "!"
};

/// Tells what is in a text, node by node, by the grammar of go.yaml.in/yaml/v2 parserc.go@v2.4.4. Throws
/// YamlProblem. Deep nesting costs no stack.
class YamlParser
{
public:
    /// `text` must outlive this.
    explicit YamlParser(QByteArrayView text)
        : m_scanner(text)
    {}

    [[nodiscard]] YamlEvent next();

private:
    enum class State {
        ImplicitDocumentStart,
        DocumentStart,
        DocumentContent,
        DocumentEnd,
        BlockNode,
        BlockSequenceEntry,
        IndentlessSequenceEntry,
        BlockMappingKey,
        BlockMappingValue,
        FlowSequenceFirstEntry,
        FlowSequenceEntry,
        FlowPairKey,
        FlowPairValue,
        FlowPairEnd,
        FlowMappingFirstKey,
        FlowMappingKey,
        FlowMappingValue,
        FlowMappingEmptyValue,
    };
    using Token = YamlToken::Kind;

    [[nodiscard]] Token token() { return m_scanner.peek().kind; }
    [[nodiscard]] YamlMark mark() { return m_scanner.peek().start; }
    [[nodiscard]] bool isOneOf(std::initializer_list<Token> kinds);
    [[noreturn]] void fail(const char *what) { throw YamlProblem{what, mark()}; }

    void backToOuter();
    [[nodiscard]] YamlEvent emptyScalar(const YamlMark &mark) const;
    /// A collection's end, with its token when it has one.
    YamlEvent end(YamlEvent::Kind kind, bool hasToken);
    /// The node that begins here, then `after`.
    YamlEvent nodeThen(State after, bool isBlock, bool mayBeIndentless);

    YamlEvent documentStart(bool isImplicit);
    YamlEvent documentEnd();
    void readDirectives();
    void addTagDirective(const QByteArray &handle, const QByteArray &prefix);
    YamlEvent node(bool isBlock, bool mayBeIndentless);
    void readProperties(YamlEvent &event);
    [[nodiscard]] QByteArray fullTag(const YamlToken &tag);
    YamlEvent blockSequenceEntry();
    YamlEvent indentlessSequenceEntry();
    YamlEvent blockMappingKey();
    YamlEvent blockMappingValue();
    YamlEvent flowSequenceEntry(bool isFirst);
    YamlEvent flowPairKey();
    YamlEvent flowPairValue();
    YamlEvent flowMappingKey(bool isFirst);
    YamlEvent flowMappingValue(bool isEmpty);

    YamlScanner m_scanner;
    State m_state = State::ImplicitDocumentStart;
    std::vector<State> m_outer;
    std::vector<std::pair<QByteArray, QByteArray>> m_tagDirectives;
};

} // namespace chartroom
