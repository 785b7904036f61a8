// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/yaml_scanner.h"

#include <algorithm>

namespace chartroom {

namespace {

constexpr size_t deepestFlow = 10'000;       // max_flow_level
constexpr size_t deepestIndent = 10'000;     // max_indents
constexpr qsizetype longestSimpleKey = 1024; // characters, on one line

bool isDecimalDigit(uchar c)
{
    return c >= '0' && c <= '9';
}

int hexDigit(uchar c)
{
    if (isDecimalDigit(c))
        return c - '0';
    const int letter = (c | 0x20) - 'a';
    return letter >= 0 && letter < 6 ? letter + 10 : -1;
}

/// Bytes of the character that begins with this one.
int widthOf(uchar first)
{
    return first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
}

void appendUtf8(QByteArray &out, uint code)
{
    if (code < 0x80) {
        out += char(code);
        return;
    }
    const int more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    static constexpr uchar leads[] = {0, 0xc0, 0xe0, 0xf0};
    out += char(leads[more] | (code >> (6 * more)));
    for (int i = more - 1; i >= 0; --i)
        out += char(0x80 | ((code >> (6 * i)) & 0x3f));
}

/// What line ends between two parts of a scalar become: one is a space, more are one less.
void appendFolded(QByteArray &out, QByteArray &firstBreak, QByteArray &moreBreaks)
{
    if (firstBreak.startsWith('\n'))
        out += moreBreaks.isEmpty() ? QByteArray(" ") : moreBreaks;
    else
        out += firstBreak + moreBreaks;
    firstBreak.clear();
    moreBreaks.clear();
}

} // namespace

bool YamlScanner::isBreak(qsizetype ahead) const
{
    switch (at(ahead)) {
    case '\r':
    case '\n':
        return true;
    case 0xc2: // U+0085
        return at(ahead + 1) == 0x85;
    case 0xe2: // U+2028, U+2029
        return at(ahead + 1) == 0x80 && (at(ahead + 2) == 0xa8 || at(ahead + 2) == 0xa9);
    default:
        return false;
    }
}

bool YamlScanner::isWordCharacter() const
{
    const uchar c = at();
    return isDecimalDigit(c) || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_' || c == '-';
}

bool YamlScanner::isDocumentIndicator(char c) const
{
    const auto wanted = uchar(c);
    return m_mark.column == 0 && at() == wanted && at(1) == wanted && at(2) == wanted && isBlankOrEnd(3);
}

void YamlScanner::step()
{
    m_mark.offset += widthOf(at());
    ++m_mark.index;
    ++m_mark.column;
}

void YamlScanner::skipLine()
{
    QByteArray ignored;
    readLineTo(ignored);
}

void YamlScanner::skipBlanks()
{
    while (isBlank())
        step();
}

void YamlScanner::skipComment()
{
    if (at() != '#')
        return;
    while (!isBreakOrEnd())
        step();
}

void YamlScanner::readTo(QByteArray &out)
{
    const int width = widthOf(at());
    out.append(m_text.sliced(m_mark.offset, std::min(qsizetype(width), m_text.size() - m_mark.offset)));
    step();
}

void YamlScanner::readLineTo(QByteArray &out)
{
    if (!isBreak())
        return;
    const bool isPair = at() == '\r' && at(1) == '\n';
    if (at() == 0xe2)
        out.append(m_text.sliced(m_mark.offset, 3));
    else
        out += '\n';
    m_mark.offset += isPair ? 2 : widthOf(at());
    m_mark.index += isPair ? 2 : 1;
    m_mark.column = 0;
    ++m_mark.line;
}

void YamlScanner::append(Kind kind, const YamlMark &start)
{
    m_tokens.push_back({kind, start, m_mark, {}, {}});
}

void YamlScanner::insert(qsizetype place, Kind kind, const YamlMark &mark)
{
    m_tokens.insert(m_tokens.begin() + place, YamlToken{kind, mark, mark, {}, {}});
}

const YamlToken &YamlScanner::peek()
{
    while (needsMore())
        fetchNext();
    return m_tokens.front();
}

void YamlScanner::skip()
{
    if (peek().kind == Kind::StreamEnd)
        return;
    m_tokens.pop_front();
    ++m_taken;
}

/// Whether the first token may yet turn out to be a key, or there is none.
bool YamlScanner::needsMore()
{
    if (m_tokens.empty())
        return true;
    const auto key = m_keysByToken.find(m_taken);
    return key != m_keysByToken.end() && isValid(m_simpleKeys[key->second]);
}

void YamlScanner::fetchNext()
{
    skipToNextToken();
    unrollIndent(m_mark.column);
    const uchar c = at();
    if (c == 0)
        return fetchStreamEnd();
    if (m_mark.column == 0 && c == '%')
        return fetchDirective();
    if (isDocumentIndicator('-'))
        return fetchDocumentIndicator(Kind::DocumentStart);
    if (isDocumentIndicator('.'))
        return fetchDocumentIndicator(Kind::DocumentEnd);
    const bool inFlow = m_flowLevel > 0;
    switch (c) {
    case '[':
        return fetchFlowStart(Kind::FlowSequenceStart);
    case '{':
        return fetchFlowStart(Kind::FlowMappingStart);
    case ']':
        return fetchFlowEnd(Kind::FlowSequenceEnd);
    case '}':
        return fetchFlowEnd(Kind::FlowMappingEnd);
    case ',':
        return fetchFlowEntry();
    case '*':
        return fetchAnchor(Kind::Alias);
    case '&':
        return fetchAnchor(Kind::Anchor);
    case '!':
        return fetchTag();
    case '-':
        if (isBlankOrEnd(1))
            return fetchBlockEntry();
        break;
    case '?':
        if (inFlow || isBlankOrEnd(1))
            return fetchKey();
        break;
    case ':':
        if (inFlow || isBlankOrEnd(1))
            return fetchValue();
        break;
    default:
        break;
    }
    fetchScalar();
}

void YamlScanner::fetchStreamEnd()
{
    if (m_mark.column != 0) {
        m_mark.column = 0;
        ++m_mark.line;
    }
    unrollIndent(-1);
    removeSimpleKey();
    m_isKeyAllowed = false;
    append(Kind::StreamEnd, m_mark);
}

void YamlScanner::fetchDirective()
{
    unrollIndent(-1);
    removeSimpleKey();
    m_isKeyAllowed = false;
    YamlToken token;
    token.start = m_mark;
    step();
    QByteArray name;
    while (isWordCharacter())
        readTo(name);
    if (name.isEmpty())
        fail("could not find expected directive name");
    if (!isBlankOrEnd())
        fail("found unexpected non-alphabetical character");
    if (name == "YAML") {
        token.kind = Kind::VersionDirective;
        token.value = scanVersion();
    } else if (name == "TAG") {
        token.kind = Kind::TagDirective;
        skipBlanks();
        token.value = scanTagHandle(true);
        if (!isBlank())
            fail("did not find expected whitespace");
        skipBlanks();
        token.suffix = scanTagUri({});
        if (!isBlankOrEnd())
            fail("did not find expected whitespace or line break");
    } else {
        fail("found unknown directive name");
    }
    token.end = m_mark;
    skipBlanks();
    skipComment();
    if (!isBreakOrEnd())
        fail("did not find expected comment or line break");
    skipLine();
    m_tokens.push_back(token);
}

void YamlScanner::fetchDocumentIndicator(Kind kind)
{
    unrollIndent(-1);
    removeSimpleKey();
    m_isKeyAllowed = false;
    const YamlMark start = m_mark;
    for (int i = 0; i < 3; ++i)
        step();
    append(kind, start);
}

void YamlScanner::fetchFlowStart(Kind kind)
{
    saveSimpleKey();
    m_simpleKeys.push_back({false, false, nextTokenNumber(), m_mark});
    if (size_t(++m_flowLevel) > deepestFlow)
        fail("exceeded max depth of 10000");
    m_isKeyAllowed = true;
    const YamlMark start = m_mark;
    step();
    append(kind, start);
}

void YamlScanner::fetchFlowEnd(Kind kind)
{
    removeSimpleKey();
    if (m_flowLevel > 0) {
        --m_flowLevel;
        m_keysByToken.erase(m_simpleKeys.back().token);
        m_simpleKeys.pop_back();
    }
    m_isKeyAllowed = false;
    const YamlMark start = m_mark;
    step();
    append(kind, start);
}

void YamlScanner::fetchFlowEntry()
{
    removeSimpleKey();
    m_isKeyAllowed = true;
    const YamlMark start = m_mark;
    step();
    append(Kind::FlowEntry, start);
}

void YamlScanner::fetchBlockEntry()
{
    if (m_flowLevel == 0) {
        if (!m_isKeyAllowed)
            fail("block sequence entries are not allowed in this context");
        rollIndent(m_mark.column, -1, Kind::BlockSequenceStart, m_mark);
    }
    removeSimpleKey();
    m_isKeyAllowed = true;
    const YamlMark start = m_mark;
    step();
    append(Kind::BlockEntry, start);
}

void YamlScanner::fetchKey()
{
    if (m_flowLevel == 0) {
        if (!m_isKeyAllowed)
            fail("mapping keys are not allowed in this context");
        rollIndent(m_mark.column, -1, Kind::BlockMappingStart, m_mark);
    }
    removeSimpleKey();
    m_isKeyAllowed = m_flowLevel == 0;
    const YamlMark start = m_mark;
    step();
    append(Kind::Key, start);
}

void YamlScanner::fetchValue()
{
    SimpleKey &key = m_simpleKeys.back();
    if (isValid(key)) {
        insert(key.token - m_taken, Kind::Key, key.mark);
        rollIndent(key.mark.column, key.token, Kind::BlockMappingStart, key.mark);
        key.possible = false;
        m_keysByToken.erase(key.token);
        m_isKeyAllowed = false;
    } else {
        if (m_flowLevel == 0) {
            if (!m_isKeyAllowed)
                fail("mapping values are not allowed in this context");
            rollIndent(m_mark.column, -1, Kind::BlockMappingStart, m_mark);
        }
        m_isKeyAllowed = m_flowLevel == 0;
    }
    const YamlMark start = m_mark;
    step();
    append(Kind::Value, start);
}

void YamlScanner::fetchAnchor(Kind kind)
{
    saveSimpleKey();
    m_isKeyAllowed = false;
    const YamlMark start = m_mark;
    step();
    QByteArray name;
    while (isWordCharacter())
        readTo(name);
    if (name.isEmpty() || !(isBlankOrEnd() || QByteArrayView("?:,]}%@`").contains(char(at()))))
        fail("did not find expected alphabetic or numeric character");
    append(kind, start);
    m_tokens.back().value = name;
}

void YamlScanner::fetchTag()
{
    saveSimpleKey();
    m_isKeyAllowed = false;
    YamlToken token;
    token.kind = Kind::Tag;
    token.start = m_mark;
    if (at(1) == '<') {
        step();
        step();
        token.suffix = scanTagUri({});
        if (at() != '>')
            fail("did not find the expected '>'");
        step();
    } else {
        token.value = scanTagHandle(false);
        if (token.value.size() > 1 && token.value.endsWith('!')) {
            token.suffix = scanTagUri({});
        } else {
            token.suffix = scanTagUri(token.value);
            token.value = "!";
            if (token.suffix.isEmpty())
                token.value.swap(token.suffix);
        }
    }
    if (!isBlankOrEnd())
        fail("did not find expected whitespace or line break");
    token.end = m_mark;
    m_tokens.push_back(token);
}

void YamlScanner::fetchScalar()
{
    const uchar c = at();
    if ((c == '|' || c == '>') && m_flowLevel == 0) {
        removeSimpleKey();
        m_isKeyAllowed = true;
        m_tokens.push_back(scanBlockScalar(c == '|'));
        return;
    }
    const bool isQuoted = c == '\'' || c == '"';
    if (!isQuoted && !startsPlainScalar())
        fail("found character that cannot start any token");
    saveSimpleKey();
    m_isKeyAllowed = false;
    m_tokens.push_back(isQuoted ? scanQuotedScalar(char(c)) : scanPlainScalar());
}

bool YamlScanner::startsPlainScalar() const
{
    const uchar c = at();
    if (c == '-')
        return !isBlank(1);
    if (c == '?' || c == ':')
        return m_flowLevel == 0 && !isBlankOrEnd(1);
    return !isBlankOrEnd() && !QByteArrayView(",[]{}#&*!|>'\"%@`").contains(char(c));
}

/// A key ends on its line and within 1024 characters.
bool YamlScanner::isValid(SimpleKey &key) const
{
    if (!key.possible)
        return false;
    if (key.mark.line >= m_mark.line && key.mark.index + longestSimpleKey >= m_mark.index)
        return true;
    if (key.required)
        fail("could not find expected ':'");
    key.possible = false;
    return false;
}

void YamlScanner::saveSimpleKey()
{
    if (!m_isKeyAllowed)
        return;
    const bool isRequired = m_flowLevel == 0 && m_indent == m_mark.column;
    removeSimpleKey();
    m_simpleKeys.back() = {true, isRequired, nextTokenNumber(), m_mark};
    m_keysByToken[m_simpleKeys.back().token] = m_simpleKeys.size() - 1;
}

void YamlScanner::removeSimpleKey()
{
    SimpleKey &key = m_simpleKeys.back();
    if (!key.possible)
        return;
    if (key.required)
        fail("could not find expected ':'");
    key.possible = false;
    m_keysByToken.erase(key.token);
}

void YamlScanner::rollIndent(int column, int tokenNumber, Kind kind, const YamlMark &mark)
{
    if (m_flowLevel > 0 || m_indent >= column)
        return;
    m_indents.push_back(m_indent);
    m_indent = column;
    if (m_indents.size() > deepestIndent)
        fail("exceeded max depth of 10000");
    insert(tokenNumber < 0 ? qsizetype(m_tokens.size()) : tokenNumber - m_taken, kind, mark);
}

void YamlScanner::unrollIndent(int column)
{
    if (m_flowLevel > 0)
        return;
    while (m_indent > column) {
        append(Kind::BlockEnd, m_mark);
        m_indent = m_indents.back();
        m_indents.pop_back();
    }
}

void YamlScanner::skipToNextToken()
{
    for (;;) {
        while (at() == ' ' || (at() == '\t' && (m_flowLevel > 0 || !m_isKeyAllowed)))
            step();
        skipComment();
        if (!isBreak())
            return;
        skipLine();
        if (m_flowLevel == 0)
            m_isKeyAllowed = true;
    }
}

QByteArray YamlScanner::scanVersion()
{
    skipBlanks();
    const QByteArray major = scanVersionNumber();
    if (at() != '.')
        fail("did not find expected digit or '.' character");
    step();
    return major + '.' + scanVersionNumber();
}

QByteArray YamlScanner::scanVersionNumber()
{
    int number = 0;
    int length = 0;
    for (; isDecimalDigit(at()); step()) {
        if (++length > 2)
            fail("found extremely long version number");
        number = number * 10 + (at() - '0');
    }
    if (length == 0)
        fail("did not find expected version number");
    return QByteArray::number(number);
}

QByteArray YamlScanner::scanTagHandle(bool isDirective)
{
    if (at() != '!')
        fail("did not find expected '!'");
    QByteArray handle;
    readTo(handle);
    while (isWordCharacter())
        readTo(handle);
    if (at() == '!')
        readTo(handle);
    else if (isDirective && handle != "!")
        fail("did not find expected '!'");
    return handle;
}

QByteArray YamlScanner::scanTagUri(const QByteArray &head)
{
    QByteArray uri = head.mid(1);
    bool isThere = !head.isEmpty();
    while (isWordCharacter() || (!isEnd() && QByteArrayView(";/?:@&=+$,.!~*'()[]%").contains(char(at())))) {
        if (at() == '%')
            scanUriEscapes(uri);
        else
            readTo(uri);
        isThere = true;
    }
    if (!isThere)
        fail("did not find expected tag URI");
    return uri;
}

/// The escapes of one character.
void YamlScanner::scanUriEscapes(QByteArray &out)
{
    int left = 1;
    for (bool isFirst = true; left > 0; isFirst = false, --left) {
        const int high = hexDigit(at(1));
        const int low = hexDigit(at(2));
        if (at() != '%' || high < 0 || low < 0)
            fail("did not find URI escaped octet");
        const auto octet = uchar(high << 4 | low);
        if (isFirst) {
            if ((octet & 0xc0) == 0x80 || octet >= 0xf8)
                fail("found an incorrect leading UTF-8 octet");
            left = widthOf(octet);
        } else if ((octet & 0xc0) != 0x80) {
            fail("found an incorrect trailing UTF-8 octet");
        }
        out += char(octet);
        for (int i = 0; i < 3; ++i)
            step();
    }
}

/// The digit of a block scalar's head.
int YamlScanner::scanIndentation()
{
    if (!isDecimalDigit(at()))
        return 0;
    if (at() == '0')
        fail("found an indentation indicator equal to 0");
    const int indentation = at() - '0';
    step();
    return indentation;
}

YamlToken YamlScanner::scanBlockScalar(bool isLiteral)
{
    YamlToken token;
    token.kind = Kind::Scalar;
    token.start = m_mark;
    step();
    int chomping = 0;
    const auto scanChomping = [&] {
        if (at() != '+' && at() != '-')
            return false;
        chomping = at() == '+' ? 1 : -1;
        step();
        return true;
    };
    const bool isChompingFirst = scanChomping();
    const int increment = scanIndentation();
    if (!isChompingFirst && increment > 0)
        scanChomping();
    skipBlanks();
    skipComment();
    if (!isBreakOrEnd())
        fail("did not find expected comment or line break");
    skipLine();

    int indent = increment > 0 ? std::max(m_indent, 0) + increment : 0;
    QByteArray leadingBreak;
    QByteArray trailingBreaks;
    scanBlockBreaks(indent, trailingBreaks);
    bool isLeadingBlank = false;
    while (m_mark.column == indent && !isEnd()) {
        const bool isFolded = !isLiteral && !isLeadingBlank && !isBlank() && leadingBreak.startsWith('\n');
        if (!isFolded)
            token.value += leadingBreak;
        else if (trailingBreaks.isEmpty())
            token.value += ' ';
        token.value += trailingBreaks;
        leadingBreak.clear();
        trailingBreaks.clear();
        isLeadingBlank = isBlank();
        while (!isBreakOrEnd())
            readTo(token.value);
        readLineTo(leadingBreak);
        scanBlockBreaks(indent, trailingBreaks);
    }
    if (chomping != -1)
        token.value += leadingBreak;
    if (chomping == 1)
        token.value += trailingBreaks;
    token.end = m_mark;
    return token;
}

/// Empty lines, and the indentation of the first line that is not when `indent` is 0.
void YamlScanner::scanBlockBreaks(int &indent, QByteArray &breaks)
{
    int widest = 0;
    for (;;) {
        while ((indent == 0 || m_mark.column < indent) && at() == ' ')
            step();
        widest = std::max(widest, m_mark.column);
        if ((indent == 0 || m_mark.column < indent) && at() == '\t')
            fail("found a tab character where an indentation space is expected");
        if (!isBreak())
            break;
        readLineTo(breaks);
    }
    if (indent == 0)
        indent = std::max({widest, m_indent + 1, 1});
}

void YamlScanner::scanEscape(QByteArray &out)
{
    static const std::unordered_map<uchar, const char *> simple{
        {'a', "\a"},           {'b', "\b"},          {'t', "\t"},  {'\t', "\t"},      {'n', "\n"},
        {'v', "\v"},           {'f', "\f"},          {'r', "\r"},  {'e', "\x1b"},     {' ', " "},
        {'"', "\""},           {'\'', "'"},          {'\\', "\\"}, {'N', "\xc2\x85"}, {'_', "\xc2\xa0"},
        {'L', "\xe2\x80\xa8"}, {'P', "\xe2\x80\xa9"}};
    const uchar c = at(1);
    const int digits = c == 'x' ? 2 : c == 'u' ? 4 : c == 'U' ? 8 : 0;
    if (c == '0')
        out += '\0';
    else if (const auto text = simple.find(c); text != simple.end())
        out += text->second;
    else if (digits == 0)
        fail("found unknown escape character");
    step();
    step();
    if (digits == 0)
        return;
    quint64 code = 0;
    for (int i = 0; i < digits; ++i) {
        const int digit = hexDigit(at(i));
        if (digit < 0)
            fail("did not find expected hexdecimal number");
        code = code << 4 | uint(digit);
    }
    if ((code >= 0xd800 && code <= 0xdfff) || code > 0x10ffff)
        fail("found invalid Unicode character escape code");
    appendUtf8(out, uint(code));
    for (int i = 0; i < digits; ++i)
        step();
}

YamlToken YamlScanner::scanQuotedScalar(char quote)
{
    const bool isSingle = quote == '\'';
    YamlToken token;
    token.kind = Kind::Scalar;
    token.start = m_mark;
    step();
    QByteArray firstBreak;
    QByteArray moreBreaks;
    for (;;) {
        if (isDocumentIndicator('-') || isDocumentIndicator('.'))
            fail("found unexpected document indicator");
        if (isEnd())
            fail("found unexpected end of stream");
        bool isAfterBreak = false;
        while (!isBlankOrEnd()) {
            if (isSingle && at() == '\'' && at(1) == '\'') {
                token.value += '\'';
                step();
                step();
            } else if (at() == uchar(quote)) {
                break;
            } else if (!isSingle && at() == '\\' && isBreak(1)) {
                step();
                skipLine();
                isAfterBreak = true;
                break;
            } else if (!isSingle && at() == '\\') {
                scanEscape(token.value);
            } else {
                readTo(token.value);
            }
        }
        if (at() == uchar(quote))
            break;
        QByteArray blanks;
        while (isBlank() || isBreak()) {
            if (isBlank() && !isAfterBreak) {
                readTo(blanks);
            } else if (isBlank()) {
                step();
            } else if (!isAfterBreak) {
                blanks.clear();
                readLineTo(firstBreak);
                isAfterBreak = true;
            } else {
                readLineTo(moreBreaks);
            }
        }
        if (isAfterBreak)
            appendFolded(token.value, firstBreak, moreBreaks);
        else
            token.value += blanks;
    }
    step();
    token.end = m_mark;
    return token;
}

YamlToken YamlScanner::scanPlainScalar()
{
    YamlToken token;
    token.kind = Kind::Scalar;
    token.isPlain = true;
    token.start = m_mark;
    token.end = m_mark;
    const int indent = m_indent + 1;
    QByteArray firstBreak;
    QByteArray moreBreaks;
    QByteArray blanks;
    bool isAfterBreak = false;
    for (;;) {
        if (isDocumentIndicator('-') || isDocumentIndicator('.') || at() == '#')
            break;
        while (!isBlankOrEnd()) {
            if ((at() == ':' && isBlankOrEnd(1)) ||
                (m_flowLevel > 0 && QByteArrayView(",?[]{}").contains(char(at()))))
                break;
            if (isAfterBreak)
                appendFolded(token.value, firstBreak, moreBreaks);
            else
                token.value += blanks;
            blanks.clear();
            isAfterBreak = false;
            readTo(token.value);
            token.end = m_mark;
        }
        if (!isBlank() && !isBreak())
            break;
        while (isBlank() || isBreak()) {
            if (isBlank()) {
                if (isAfterBreak && m_mark.column < indent && at() == '\t')
                    fail("found a tab character that violates indentation");
                if (isAfterBreak)
                    step();
                else
                    readTo(blanks);
            } else if (!isAfterBreak) {
                blanks.clear();
                readLineTo(firstBreak);
                isAfterBreak = true;
            } else {
                readLineTo(moreBreaks);
            }
        }
        if (m_flowLevel == 0 && m_mark.column < indent)
            break;
    }
    if (isAfterBreak)
        m_isKeyAllowed = true;
    return token;
}

} // namespace chartroom
