// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayView>

#include <deque>
#include <unordered_map>
#include <vector>

namespace chartroom {

/// A place in a text.
struct YamlMark
{
    qsizetype offset = 0; ///< of bytes
    qsizetype index = 0;  ///< of characters
    int line = 0;
    int column = 0; ///< of characters
};

/// Why a text is not YAML; thrown by YamlScanner and YamlParser.
struct YamlProblem
{
    const char *what; ///< in go-yaml's words
    YamlMark at;
};

struct YamlToken
{
    enum class Kind {
        StreamEnd,
        VersionDirective,
        TagDirective,
        DocumentStart,
        DocumentEnd,
        BlockSequenceStart,
        BlockMappingStart,
        BlockEnd,
        FlowSequenceStart,
        FlowSequenceEnd,
        FlowMappingStart,
        FlowMappingEnd,
        BlockEntry,
        FlowEntry,
        Key,
        Value,
        Alias,
        Anchor,
        Tag,
        Scalar,
    };
    Kind kind = Kind::StreamEnd;
    YamlMark start;
    YamlMark end;
    QByteArray value;  ///< of a scalar, the name of an anchor, the handle of a tag, "1.1" of %YAML
    QByteArray suffix; ///< of a tag; the prefix of %TAG
    bool isPlain = false;
};

/// Cuts a text into YAML's tokens with the rules and limits of go.yaml.in/yaml/v2 scannerc.go@v2.4.4, which
/// Helm and kubectl read YAML with; also where it departs from YAML 1.1. The text is UTF-8 without NUL and
/// byte order mark.
class YamlScanner
{
public:
    /// `text` must outlive this.
    explicit YamlScanner(QByteArrayView text)
        : m_text(text)
        , m_simpleKeys(1)
    {}

    [[nodiscard]] const YamlToken &peek();
    void skip();

private:
    using Kind = YamlToken::Kind;

    struct SimpleKey
    {
        bool possible = false;
        bool required = false;
        int token = 0; ///< its number in the text
        YamlMark mark;
    };

    [[noreturn]] void fail(const char *what) const { throw YamlProblem{what, m_mark}; }

    [[nodiscard]] uchar at(qsizetype ahead = 0) const
    {
        const qsizetype place = m_mark.offset + ahead;
        return place < m_text.size() ? uchar(m_text[place]) : 0;
    }
    [[nodiscard]] bool isEnd(qsizetype ahead = 0) const { return at(ahead) == 0; }
    [[nodiscard]] bool isBlank(qsizetype ahead = 0) const { return at(ahead) == ' ' || at(ahead) == '\t'; }
    [[nodiscard]] bool isBreak(qsizetype ahead = 0) const;
    [[nodiscard]] bool isBreakOrEnd(qsizetype ahead = 0) const { return isEnd(ahead) || isBreak(ahead); }
    [[nodiscard]] bool isBlankOrEnd(qsizetype ahead = 0) const
    {
        return isBlank(ahead) || isBreakOrEnd(ahead);
    }
    [[nodiscard]] bool isWordCharacter() const;
    [[nodiscard]] bool isDocumentIndicator(char c) const;
    void step();
    void skipLine();
    void skipBlanks();
    void skipComment();
    void readTo(QByteArray &out);
    void readLineTo(QByteArray &out);

    void append(Kind kind, const YamlMark &start);
    void insert(qsizetype place, Kind kind, const YamlMark &mark);
    [[nodiscard]] int nextTokenNumber() const { return m_taken + int(m_tokens.size()); }

    [[nodiscard]] bool needsMore();
    void fetchNext();
    void fetchStreamEnd();
    void fetchDirective();
    void fetchDocumentIndicator(Kind kind);
    void fetchFlowStart(Kind kind);
    void fetchFlowEnd(Kind kind);
    void fetchFlowEntry();
    void fetchBlockEntry();
    void fetchKey();
    void fetchValue();
    void fetchAnchor(Kind kind);
    void fetchTag();
    void fetchScalar();
    [[nodiscard]] bool startsPlainScalar() const;

    [[nodiscard]] bool isValid(SimpleKey &key) const;
    void saveSimpleKey();
    void removeSimpleKey();
    void rollIndent(int column, int tokenNumber, Kind kind, const YamlMark &mark);
    void unrollIndent(int column);

    void skipToNextToken();
    QByteArray scanVersion();
    QByteArray scanVersionNumber();
    QByteArray scanTagHandle(bool isDirective);
    QByteArray scanTagUri(const QByteArray &head);
    void scanUriEscapes(QByteArray &out);
    YamlToken scanBlockScalar(bool isLiteral);
    [[nodiscard]] int scanIndentation();
    void scanBlockBreaks(int &indent, QByteArray &breaks);
    YamlToken scanQuotedScalar(char quote);
    void scanEscape(QByteArray &out);
    YamlToken scanPlainScalar();

    QByteArrayView m_text;
    YamlMark m_mark;
    std::deque<YamlToken> m_tokens;
    int m_taken = 0;
    std::vector<SimpleKey> m_simpleKeys; ///< one for each flow level and the block
    std::unordered_map<int, size_t> m_keysByToken;
    bool m_isKeyAllowed = true;
    int m_flowLevel = 0;
    int m_indent = -1;
    std::vector<int> m_indents;
};

} // namespace chartroom
