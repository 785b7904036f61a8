// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/document.h"
#include "core/base/yaml_scalar.h"

#include <QCoreApplication>
#include <QSet>
#include <QStringDecoder>

#include <simdjson.h>
#include <sstream>
#include <unordered_map>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

namespace chartroom {

namespace {

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(chartroom::Document)
};

/// The text with its line starts, to say where something is wrong.
class Source
{
public:
    explicit Source(QByteArray text)
        : m_text(std::move(text))
    {
        for (qsizetype at = 0; at >= 0; at = nextLine(at))
            m_lineStarts.append(at);
    }

    [[nodiscard]] const QByteArray &text() const { return m_text; }

    [[nodiscard]] QByteArrayView line(int line) const
    {
        if (line < 0 || line >= m_lineStarts.size())
            return {};
        const qsizetype start = m_lineStarts.at(line);
        const qsizetype end = line + 1 < m_lineStarts.size() ? m_lineStarts.at(line + 1) : m_text.size();
        return QByteArrayView(m_text).sliced(start, end - start);
    }

    [[nodiscard]] bool isIndentedByTab(int number) const
    {
        for (const char c : line(number)) {
            if (c == '\t')
                return true;
            if (c != ' ')
                return false;
        }
        return false;
    }

    /// Lines and byte columns count from 0, the sentence from 1 and in characters.
    [[nodiscard]] Error error(Error::Code code, const QString &what, int atLine, qsizetype atColumn) const
    {
        const QByteArrayView bytes = line(atLine);
        const qsizetype column = QString::fromUtf8(bytes.first(qBound(0, atColumn, bytes.size()))).size();
        return {code, Text::tr("%1, line %2, column %3").arg(what).arg(atLine + 1).arg(column + 1), {}, {}};
    }

    [[nodiscard]] Error errorAt(const QString &what, qsizetype offset) const
    {
        const auto next = std::upper_bound(m_lineStarts.cbegin(), m_lineStarts.cend(), offset);
        const qsizetype index = next - m_lineStarts.cbegin() - 1;
        return error(Error::Code::Invalid, what, int(index), offset - m_lineStarts.at(index));
    }

private:
    [[nodiscard]] qsizetype nextLine(qsizetype from) const
    {
        const qsizetype end = m_text.indexOf('\n', from);
        return end < 0 ? -1 : end + 1;
    }

    QByteArray m_text;
    QList<qsizetype> m_lineStarts;
};

/// Builds a Value from the parser's events on a stack of its own: the depth, the number of nodes and the
/// aliases are checked as they come, so hostile text never becomes a tree. Leaves by throwing an Error.
class ValueBuilder final : public YAML::EventHandler
{
public:
    ValueBuilder(const Source &source, const YamlLimits &limits)
        : m_source(source)
        , m_limits(limits)
    {}

    [[nodiscard]] Value take() { return std::move(m_root); }

    void OnDocumentStart(const YAML::Mark & /*mark*/) override {}
    void OnDocumentEnd() override {}

    void OnNull(const YAML::Mark &mark, YAML::anchor_t anchor) override { scalar(Value(), mark, anchor); }

    void OnAlias(const YAML::Mark &mark, YAML::anchor_t anchor) override
    {
        const auto found = m_anchors.find(anchor);
        if (found == m_anchors.end())
            fail(Text::tr("An alias refers to the value that contains it"), mark);
        count(found->second.nodes, mark);
        const bool collection = found->second.value.isList() || found->second.value.isMap();
        if (isKeyNext() && collection)
            failKey(mark);
        add(found->second.value, mark);
    }

    void OnScalar(const YAML::Mark &mark, const std::string &tag, YAML::anchor_t anchor,
                  const std::string &value) override
    {
        const QString text = QString::fromStdString(value);
        const bool plain = tag == "?" || tag.empty();
        if (plain && text == u"<<" && isKeyNext()) {
            checkIndent(mark);
            m_stack.back().merges = true;
            m_stack.back().key = text;
            return;
        }
        auto typed = plain        ? plainScalar(text)
                     : tag == "!" ? std::optional(Value(text))
                                  : taggedScalar(QString::fromStdString(tag), text);
        if (!typed && plain)
            fail(Text::tr("%1 is a number that JSON does not know").arg(text), mark);
        if (!typed)
            fail(Text::tr("A value is not of the type that its tag names"), mark);
        scalar(*std::move(typed), mark, anchor);
    }

    void OnSequenceStart(const YAML::Mark &mark, const std::string & /*tag*/, YAML::anchor_t anchor,
                         YAML::EmitterStyle::value style) override
    {
        open(false, mark, anchor, style);
    }
    void OnSequenceEnd() override { close(); }
    void OnMapStart(const YAML::Mark &mark, const std::string & /*tag*/, YAML::anchor_t anchor,
                    YAML::EmitterStyle::value style) override
    {
        open(true, mark, anchor, style);
    }
    void OnMapEnd() override { close(); }

private:
    struct Frame
    {
        bool isMap = false;
        bool isFlow = false;
        bool merges = false; ///< the pending key is <<
        YAML::anchor_t anchor = 0;
        YAML::Mark mark;
        int nodesBefore = 0;
        Value::List list;
        Value::Map map;
        QSet<QString> written; ///< keys of this map itself, not merged ones
        std::optional<QString> key;
    };
    struct Anchored
    {
        Value value;
        int nodes = 0;
    };

    [[noreturn]] void fail(const QString &what, const YAML::Mark &mark,
                           Error::Code code = Error::Code::Invalid) const
    {
        throw m_source.error(code, what, mark.line, mark.column);
    }
    [[noreturn]] void failKey(const YAML::Mark &mark) const
    {
        fail(Text::tr("A list or a map cannot be a key"), mark);
    }

    [[nodiscard]] bool isKeyNext() const
    {
        return !m_stack.empty() && m_stack.back().isMap && !m_stack.back().key;
    }

    void count(int nodes, const YAML::Mark &mark)
    {
        m_nodes += nodes;
        if (m_nodes > m_limits.maxNodes)
            fail(Text::tr("The text expands to more than %1 values").arg(m_limits.maxNodes), mark,
                 Error::Code::TooLarge);
    }

    void checkIndent(const YAML::Mark &mark) const
    {
        const bool inFlow = !m_stack.empty() && m_stack.back().isFlow;
        if (inFlow || mark.line == m_checkedLine)
            return;
        m_checkedLine = mark.line;
        if (m_source.isIndentedByTab(mark.line))
            fail(Text::tr("A tab is used for indentation; YAML allows spaces only"), mark);
    }

    void open(bool isMap, const YAML::Mark &mark, YAML::anchor_t anchor, YAML::EmitterStyle::value style)
    {
        if (isKeyNext())
            failKey(mark);
        checkIndent(mark);
        count(1, mark);
        if (int(m_stack.size()) >= m_limits.maxDepth)
            fail(Text::tr("The text is nested deeper than %1 levels").arg(m_limits.maxDepth), mark,
                 Error::Code::TooLarge);
        Frame frame;
        frame.isMap = isMap;
        frame.isFlow = style == YAML::EmitterStyle::Flow || (!m_stack.empty() && m_stack.back().isFlow);
        frame.anchor = anchor;
        frame.mark = mark;
        frame.nodesBefore = m_nodes - 1;
        m_stack.push_back(std::move(frame));
    }

    void close()
    {
        Frame frame = std::move(m_stack.back());
        m_stack.pop_back();
        const Value value = frame.isMap ? Value(std::move(frame.map)) : Value(std::move(frame.list));
        if (frame.anchor != 0)
            m_anchors[frame.anchor] = {value, m_nodes - frame.nodesBefore};
        add(value, frame.mark);
    }

    void scalar(Value value, const YAML::Mark &mark, YAML::anchor_t anchor)
    {
        checkIndent(mark);
        count(1, mark);
        if (anchor != 0)
            m_anchors[anchor] = {value, 1};
        add(std::move(value), mark);
    }

    void add(Value value, const YAML::Mark &mark)
    {
        if (m_stack.empty()) {
            m_root = std::move(value);
            return;
        }
        Frame &frame = m_stack.back();
        if (!frame.isMap) {
            frame.list.append(std::move(value));
        } else if (!frame.key) {
            setKey(frame, value, mark);
        } else if (frame.merges) {
            merge(frame, value, mark);
            frame.merges = false;
            frame.key.reset();
        } else {
            frame.map.insert(*frame.key, value);
            frame.key.reset();
        }
    }

    void setKey(Frame &frame, const Value &value, const YAML::Mark &mark)
    {
        frame.key = keyText(value);
        if (!frame.key)
            fail(Text::tr("A key is missing, or null"), mark);
        if (!m_limits.lastKeyWins && frame.written.contains(*frame.key))
            fail(Text::tr("The key “%1” is there twice").arg(frame.key->left(100)), mark);
        frame.written.insert(*frame.key);
    }

    void merge(Frame &frame, const Value &value, const YAML::Mark &mark)
    {
        const Value::List sources = value.isList() ? value.list() : Value::List{value};
        for (auto source = sources.crbegin(); source != sources.crend(); ++source) {
            if (!source->isMap())
                fail(Text::tr("Only a map, or a list of maps, can be merged with <<"), mark);
            const Value::Map &map = source->map();
            for (auto entry = map.cbegin(); entry != map.cend(); ++entry)
                frame.map.insert(entry.key(), entry.value());
        }
    }

    const Source &m_source;
    const YamlLimits &m_limits;
    std::vector<Frame> m_stack;
    std::unordered_map<YAML::anchor_t, Anchored> m_anchors;
    Value m_root;
    int m_nodes = 0;
    mutable int m_checkedLine = -1;
};

Result<QByteArray> asUtf8(QByteArrayView text)
{
    if (text.startsWith("\xef\xbb\xbf"))
        return text.sliced(3).toByteArray();
    const bool little = text.startsWith("\xff\xfe");
    if (!little && !text.startsWith("\xfe\xff"))
        return text.toByteArray();
    QStringDecoder decoder(little ? QStringDecoder::Utf16LE : QStringDecoder::Utf16BE);
    const QString decoded = decoder(text.sliced(2));
    if (decoder.hasError())
        return failure(Error::Code::Invalid, Text::tr("The text is not valid UTF-16; save it as UTF-8"));
    return decoded.toUtf8();
}

/// What neither YAML nor Go's reader of it allows in a text: bytes that are no UTF-8, and control characters.
std::optional<Error> characterError(const Source &source)
{
    const QByteArray &text = source.text();
    for (qsizetype i = 0; i < text.size(); ++i) {
        const auto c = uchar(text.at(i));
        if ((c < 0x20 && c != '\t' && c != '\n' && c != '\r') || c == 0x7f)
            return source.errorAt(
                Text::tr("The text holds the control character 0x%1").arg(c, 2, 16, QLatin1Char('0')), i);
    }
    if (simdjson::validate_utf8(text.constData(), size_t(text.size())))
        return std::nullopt;
    int line = 0;
    while (simdjson::validate_utf8(source.line(line).data(), size_t(source.line(line).size())))
        ++line;
    return source.error(Error::Code::Invalid, Text::tr("The text is not UTF-8; save it as UTF-8"), line, 0);
}

/// The parser looks for the end of a bracket before it reports its start, so very deep nesting costs time
/// before the depth can be seen. Brackets in quoted text count here too, hence the wide margin.
std::optional<Error> bracketError(const Source &source, const YamlLimits &limits)
{
    const int most = 50 * limits.maxDepth;
    int open = 0;
    for (const char c : source.text()) {
        if (c == '[' || c == '{')
            ++open;
        else if ((c == ']' || c == '}') && open > 0)
            --open;
        if (open > most)
            return Error{Error::Code::TooLarge,
                         Text::tr("The text is nested deeper than %1 levels").arg(limits.maxDepth),
                         {},
                         {}};
    }
    return std::nullopt;
}

Error parserError(const Source &source, const YAML::Exception &exception)
{
    const int line = exception.mark.is_null() ? 0 : exception.mark.line;
    for (const int near : {line, line - 1}) {
        if (near >= 0 && source.isIndentedByTab(near))
            return source.error(Error::Code::Invalid,
                                Text::tr("A tab is used for indentation; YAML allows spaces only"), near, 0);
    }
    return source.error(Error::Code::Invalid,
                        Text::tr("This is not YAML: %1").arg(QString::fromStdString(exception.msg)), line,
                        exception.mark.is_null() ? 0 : exception.mark.column);
}

} // namespace

Result<Value> readYaml(QByteArrayView text, const YamlLimits &limits)
{
    if (text.size() > limits.maxBytes)
        return failure(
            Error::Code::TooLarge,
            Text::tr("The text has %1 bytes; at most %2 are read").arg(text.size()).arg(limits.maxBytes));
    auto utf8 = asUtf8(text);
    if (!utf8)
        return tl::make_unexpected(utf8.error());
    const Source source(*std::move(utf8));
    if (auto error = characterError(source))
        return tl::make_unexpected(*std::move(error));
    if (auto error = bracketError(source, limits))
        return tl::make_unexpected(*std::move(error));
    ValueBuilder builder(source, limits);
    try {
        std::istringstream stream(source.text().toStdString());
        YAML::Parser parser(stream);
        parser.HandleNextDocument(builder);
    } catch (const Error &error) {
        return tl::make_unexpected(error);
    } catch (const YAML::Exception &exception) {
        return tl::make_unexpected(parserError(source, exception));
    }
    return builder.take();
}

} // namespace chartroom
