// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/yaml_parser.h"

#include <algorithm>

namespace chartroom {

YamlEvent YamlParser::next()
{
    switch (m_state) {
    case State::ImplicitDocumentStart:
        return documentStart(true);
    case State::DocumentStart:
        return documentStart(false);
    case State::DocumentContent:
        if (isOneOf({Token::VersionDirective, Token::TagDirective, Token::DocumentStart, Token::DocumentEnd,
                     Token::StreamEnd})) {
            backToOuter();
            return emptyScalar(mark());
        }
        return node(true, false);
    case State::DocumentEnd:
        return documentEnd();
    case State::BlockNode:
        return node(true, false);
    case State::BlockSequenceEntry:
        return blockSequenceEntry();
    case State::IndentlessSequenceEntry:
        return indentlessSequenceEntry();
    case State::BlockMappingKey:
        return blockMappingKey();
    case State::BlockMappingValue:
        return blockMappingValue();
    case State::FlowSequenceFirstEntry:
        return flowSequenceEntry(true);
    case State::FlowSequenceEntry:
        return flowSequenceEntry(false);
    case State::FlowPairKey:
        return flowPairKey();
    case State::FlowPairValue:
        return flowPairValue();
    case State::FlowPairEnd:
        m_state = State::FlowSequenceEntry;
        return {YamlEvent::Kind::MappingEnd, mark(), {}, {}, {}};
    case State::FlowMappingFirstKey:
        return flowMappingKey(true);
    case State::FlowMappingKey:
        return flowMappingKey(false);
    case State::FlowMappingValue:
        return flowMappingValue(false);
    case State::FlowMappingEmptyValue:
        break;
    }
    return flowMappingValue(true);
}

bool YamlParser::isOneOf(std::initializer_list<Token> kinds)
{
    return std::find(kinds.begin(), kinds.end(), token()) != kinds.end();
}

void YamlParser::backToOuter()
{
    m_state = m_outer.back();
    m_outer.pop_back();
}

YamlEvent YamlParser::emptyScalar(const YamlMark &mark) const
{
    return {YamlEvent::Kind::Scalar, mark, {}, {}, {}, true};
}

YamlEvent YamlParser::end(YamlEvent::Kind kind, bool hasToken)
{
    const YamlMark at = mark();
    backToOuter();
    if (hasToken)
        m_scanner.skip();
    return {kind, at, {}, {}, {}};
}

YamlEvent YamlParser::nodeThen(State after, bool isBlock, bool mayBeIndentless)
{
    m_outer.push_back(after);
    return node(isBlock, mayBeIndentless);
}

YamlEvent YamlParser::documentStart(bool isImplicit)
{
    if (!isImplicit) {
        while (token() == Token::DocumentEnd)
            m_scanner.skip();
    }
    const YamlMark at = mark();
    if (token() == Token::StreamEnd)
        return {YamlEvent::Kind::StreamEnd, at, {}, {}, {}};
    const bool hasIndicator =
        !isImplicit || isOneOf({Token::VersionDirective, Token::TagDirective, Token::DocumentStart});
    readDirectives();
    m_outer.push_back(State::DocumentEnd);
    if (!hasIndicator) {
        m_state = State::BlockNode;
        return {YamlEvent::Kind::DocumentStart, at, {}, {}, {}};
    }
    if (token() != Token::DocumentStart)
        fail("did not find expected <document start>");
    m_state = State::DocumentContent;
    m_scanner.skip();
    return {YamlEvent::Kind::DocumentStart, at, {}, {}, {}};
}

YamlEvent YamlParser::documentEnd()
{
    const YamlMark at = mark();
    if (token() == Token::DocumentEnd)
        m_scanner.skip();
    m_tagDirectives.clear();
    m_state = State::DocumentStart;
    return {YamlEvent::Kind::DocumentEnd, at, {}, {}, {}};
}

void YamlParser::readDirectives()
{
    bool hasVersion = false;
    while (isOneOf({Token::VersionDirective, Token::TagDirective})) {
        const YamlToken &directive = m_scanner.peek();
        if (directive.kind == Token::TagDirective) {
            addTagDirective(directive.value, directive.suffix);
        } else {
            if (hasVersion)
                fail("found duplicate %YAML directive");
            if (directive.value != "1.1")
                fail("found incompatible YAML document");
            hasVersion = true;
        }
        m_scanner.skip();
    }
    // Those that a document names itself stand first, so that they are found first.
    m_tagDirectives.emplace_back("!", "!");
    m_tagDirectives.emplace_back("!!", "tag:yaml.org,2002:");
}

void YamlParser::addTagDirective(const QByteArray &handle, const QByteArray &prefix)
{
    const bool isThere = std::any_of(m_tagDirectives.cbegin(), m_tagDirectives.cend(),
                                     [&handle](const auto &directive) { return directive.first == handle; });
    if (isThere)
        fail("found duplicate %TAG directive");
    m_tagDirectives.emplace_back(handle, prefix);
}

QByteArray YamlParser::fullTag(const YamlToken &tag)
{
    if (tag.value.isEmpty())
        return tag.suffix;
    const auto directive = std::find_if(m_tagDirectives.cbegin(), m_tagDirectives.cend(),
                                        [&tag](const auto &known) { return known.first == tag.value; });
    if (directive == m_tagDirectives.cend() || (directive->second + tag.suffix).isEmpty())
        fail("found undefined tag handle");
    return directive->second + tag.suffix;
}

/// An anchor and a tag, in either order.
void YamlParser::readProperties(YamlEvent &event)
{
    YamlToken tag;
    bool hasTag = false;
    if (token() == Token::Tag) {
        hasTag = true;
        tag = m_scanner.peek();
        m_scanner.skip();
    }
    if (token() == Token::Anchor) {
        event.anchor = m_scanner.peek().value;
        m_scanner.skip();
        if (!hasTag && token() == Token::Tag) {
            hasTag = true;
            tag = m_scanner.peek();
            m_scanner.skip();
        }
    }
    if (hasTag) {
        (void)m_scanner.peek(); // a problem of the next token comes first
        event.tag = fullTag(tag);
    }
}

YamlEvent YamlParser::node(bool isBlock, bool mayBeIndentless)
{
    if (token() == Token::Alias) {
        const YamlEvent alias{YamlEvent::Kind::Alias, mark(), m_scanner.peek().value, {}, {}};
        backToOuter();
        m_scanner.skip();
        return alias;
    }
    YamlEvent event;
    event.start = mark();
    readProperties(event);
    const auto opens = [&event, this](YamlEvent::Kind kind, State state) {
        event.kind = kind;
        m_state = state;
        return event;
    };
    const YamlToken &here = m_scanner.peek();
    switch (here.kind) {
    case Token::BlockEntry:
        if (mayBeIndentless)
            return opens(YamlEvent::Kind::SequenceStart, State::IndentlessSequenceEntry);
        break;
    case Token::Scalar:
        event.kind = YamlEvent::Kind::Scalar;
        event.value = here.value;
        event.isImplicit = (event.tag.isEmpty() && here.isPlain) || event.tag == "!";
        backToOuter();
        m_scanner.skip();
        return event;
    case Token::FlowSequenceStart:
        m_scanner.skip();
        return opens(YamlEvent::Kind::SequenceStart, State::FlowSequenceFirstEntry);
    case Token::FlowMappingStart:
        m_scanner.skip();
        return opens(YamlEvent::Kind::MappingStart, State::FlowMappingFirstKey);
    case Token::BlockSequenceStart:
        if (!isBlock)
            break;
        m_scanner.skip();
        return opens(YamlEvent::Kind::SequenceStart, State::BlockSequenceEntry);
    case Token::BlockMappingStart:
        if (!isBlock)
            break;
        m_scanner.skip();
        return opens(YamlEvent::Kind::MappingStart, State::BlockMappingKey);
    default:
        break;
    }
    if (event.anchor.isEmpty() && event.tag.isEmpty())
        fail("did not find expected node content");
    event.kind = YamlEvent::Kind::Scalar;
    event.isImplicit = event.tag.isEmpty();
    backToOuter();
    return event;
}

YamlEvent YamlParser::blockSequenceEntry()
{
    if (token() == Token::BlockEnd)
        return end(YamlEvent::Kind::SequenceEnd, true);
    if (token() != Token::BlockEntry)
        fail("did not find expected '-' indicator");
    const YamlMark after = m_scanner.peek().end;
    m_scanner.skip();
    if (!isOneOf({Token::BlockEntry, Token::BlockEnd}))
        return nodeThen(State::BlockSequenceEntry, true, false);
    m_state = State::BlockSequenceEntry;
    return emptyScalar(after);
}

YamlEvent YamlParser::indentlessSequenceEntry()
{
    if (token() != Token::BlockEntry)
        return end(YamlEvent::Kind::SequenceEnd, false);
    const YamlMark after = m_scanner.peek().end;
    m_scanner.skip();
    if (!isOneOf({Token::BlockEntry, Token::Key, Token::Value, Token::BlockEnd}))
        return nodeThen(State::IndentlessSequenceEntry, true, false);
    m_state = State::IndentlessSequenceEntry;
    return emptyScalar(after);
}

YamlEvent YamlParser::blockMappingKey()
{
    if (token() == Token::BlockEnd)
        return end(YamlEvent::Kind::MappingEnd, true);
    if (token() != Token::Key)
        fail("did not find expected key");
    const YamlMark after = m_scanner.peek().end;
    m_scanner.skip();
    if (!isOneOf({Token::Key, Token::Value, Token::BlockEnd}))
        return nodeThen(State::BlockMappingValue, true, true);
    m_state = State::BlockMappingValue;
    return emptyScalar(after);
}

YamlEvent YamlParser::blockMappingValue()
{
    YamlMark after = mark();
    if (token() == Token::Value) {
        after = m_scanner.peek().end;
        m_scanner.skip();
        if (!isOneOf({Token::Key, Token::Value, Token::BlockEnd}))
            return nodeThen(State::BlockMappingKey, true, true);
    }
    m_state = State::BlockMappingKey;
    return emptyScalar(after);
}

YamlEvent YamlParser::flowSequenceEntry(bool isFirst)
{
    if (token() != Token::FlowSequenceEnd && !isFirst) {
        if (token() != Token::FlowEntry)
            fail("did not find expected ',' or ']'");
        m_scanner.skip();
    }
    if (token() == Token::FlowSequenceEnd)
        return end(YamlEvent::Kind::SequenceEnd, true);
    if (token() != Token::Key)
        return nodeThen(State::FlowSequenceEntry, false, false);
    const YamlMark at = mark();
    m_state = State::FlowPairKey;
    m_scanner.skip();
    return {YamlEvent::Kind::MappingStart, at, {}, {}, {}};
}

/// [a: b] is a list of one map.
YamlEvent YamlParser::flowPairKey()
{
    if (!isOneOf({Token::Value, Token::FlowEntry, Token::FlowSequenceEnd}))
        return nodeThen(State::FlowPairValue, false, false);
    const YamlMark after = m_scanner.peek().end;
    m_scanner.skip(); // as go-yaml does, also what is no value
    m_state = State::FlowPairValue;
    return emptyScalar(after);
}

YamlEvent YamlParser::flowPairValue()
{
    const YamlMark at = mark();
    if (token() == Token::Value) {
        m_scanner.skip();
        if (!isOneOf({Token::FlowEntry, Token::FlowSequenceEnd}))
            return nodeThen(State::FlowPairEnd, false, false);
    }
    m_state = State::FlowPairEnd;
    return emptyScalar(at);
}

YamlEvent YamlParser::flowMappingKey(bool isFirst)
{
    if (token() != Token::FlowMappingEnd && !isFirst) {
        if (token() != Token::FlowEntry)
            fail("did not find expected ',' or '}'");
        m_scanner.skip();
    }
    if (token() == Token::FlowMappingEnd)
        return end(YamlEvent::Kind::MappingEnd, true);
    if (token() != Token::Key)
        return nodeThen(State::FlowMappingEmptyValue, false, false);
    m_scanner.skip();
    if (!isOneOf({Token::Value, Token::FlowEntry, Token::FlowMappingEnd}))
        return nodeThen(State::FlowMappingValue, false, false);
    m_state = State::FlowMappingValue;
    return emptyScalar(mark());
}

YamlEvent YamlParser::flowMappingValue(bool isEmpty)
{
    if (!isEmpty && token() == Token::Value) {
        m_scanner.skip();
        if (!isOneOf({Token::FlowEntry, Token::FlowMappingEnd}))
            return nodeThen(State::FlowMappingKey, false, false);
    }
    m_state = State::FlowMappingKey;
    return emptyScalar(mark());
}

} // namespace chartroom
