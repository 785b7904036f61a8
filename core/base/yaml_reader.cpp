// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/base_tr.h"
#include "core/base/document.h"
#include "core/base/yaml_scalar.h"
#include "core/base/yaml_source.h"

#include <QSet>
#include <QStringDecoder>

#include <limits>
#include <sstream>
#include <unordered_map>
#include <utility>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

namespace chartroom {

namespace {

/// QString::fromUtf8 drops a byte order mark in front, which inside a document is a character like others.
QString asText(const std::string &utf8)
{
    if (!QByteArrayView(utf8).startsWith("\xef\xbb\xbf"))
        return QString::fromStdString(utf8);
    return QStringDecoder(QStringDecoder::Utf8,
                          QStringDecoder::Flag::ConvertInitialBom)(QByteArrayView(utf8));
}

/// Builds a Value from the parser's events on a stack of its own: the depth, the number of nodes and the
/// aliases are checked as they come, so hostile text never becomes a tree. Leaves by throwing an Error.
class ValueBuilder final : public YAML::EventHandler
{
public:
    ValueBuilder(const YamlSource &source, const YamlLimits &limits)
        : m_source(source)
        , m_limits(limits)
    {}

    /// The document read last.
    [[nodiscard]] Value take() { return std::exchange(m_root, Value()); }

    void OnDocumentStart(const YAML::Mark & /*mark*/) override { m_anchors.clear(); }
    void OnDocumentEnd() override {}

    void OnNull(const YAML::Mark &mark, YAML::anchor_t anchor) override { scalar(Value(), mark, anchor, 0); }

    void OnAlias(const YAML::Mark &mark, YAML::anchor_t anchor) override
    {
        const auto found = m_anchors.find(anchor);
        if (found == m_anchors.end())
            fail(BaseTr::tr("An alias refers to the value that contains it"), mark);
        count(found->second.nodes, found->second.bytes, mark);
        const bool collection = found->second.value.isList() || found->second.value.isMap();
        if (isKeyNext() && collection)
            failKey(mark);
        add(found->second.value, mark);
    }

    void OnScalar(const YAML::Mark &mark, const std::string &tag, YAML::anchor_t anchor,
                  const std::string &value) override
    {
        const QString text = asText(value);
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
            fail(BaseTr::tr("%1 is a number that JSON does not know").arg(text), mark);
        if (!typed)
            fail(BaseTr::tr("A value is not of the type that its tag names"), mark);
        scalar(*std::move(typed), mark, anchor, qsizetype(value.size()));
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
        qsizetype bytesBefore = 0;
        Value::List list;
        Value::Map map;
        QSet<QString> written; ///< keys of this map itself, not merged ones
        std::optional<QString> key;
    };
    struct Anchored
    {
        Value value;
        int nodes = 0;
        qsizetype bytes = 0; ///< of its scalars
    };

    [[noreturn]] void fail(const QString &what, const YAML::Mark &mark,
                           Error::Code code = Error::Code::Invalid) const
    {
        throw m_source.error(code, what, mark.line, mark.column);
    }
    [[noreturn]] void failKey(const YAML::Mark &mark) const
    {
        fail(BaseTr::tr("A list or a map cannot be a key"), mark);
    }

    [[nodiscard]] bool isKeyNext() const
    {
        return !m_stack.empty() && m_stack.back().isMap && !m_stack.back().key;
    }

    void count(int nodes, qsizetype bytes, const YAML::Mark &mark)
    {
        m_nodes += nodes;
        m_bytes += bytes;
        if (m_nodes > m_limits.maxNodes)
            fail(BaseTr::tr("The text expands to more than %1 values").arg(m_limits.maxNodes), mark,
                 Error::Code::TooLarge);
        if (m_bytes > m_limits.maxExpandedBytes)
            fail(BaseTr::tr("The text expands to more than %1 bytes").arg(m_limits.maxExpandedBytes), mark,
                 Error::Code::TooLarge);
    }

    void checkIndent(const YAML::Mark &mark) const
    {
        const bool inFlow = !m_stack.empty() && m_stack.back().isFlow;
        if (inFlow || mark.line == m_checkedLine)
            return;
        m_checkedLine = mark.line;
        if (m_source.isIndentedByTab(mark.line))
            fail(BaseTr::tr("A tab is used for indentation; YAML allows spaces only"), mark);
    }

    void open(bool isMap, const YAML::Mark &mark, YAML::anchor_t anchor, YAML::EmitterStyle::value style)
    {
        if (isKeyNext())
            failKey(mark);
        checkIndent(mark);
        count(1, 0, mark);
        if (int(m_stack.size()) >= m_limits.maxDepth)
            fail(BaseTr::tr("The text is nested deeper than %1 levels").arg(m_limits.maxDepth), mark,
                 Error::Code::TooLarge);
        Frame frame;
        frame.isMap = isMap;
        frame.isFlow = style == YAML::EmitterStyle::Flow || (!m_stack.empty() && m_stack.back().isFlow);
        frame.anchor = anchor;
        frame.mark = mark;
        frame.nodesBefore = m_nodes - 1;
        frame.bytesBefore = m_bytes;
        m_stack.push_back(std::move(frame));
    }

    void close()
    {
        Frame frame = std::move(m_stack.back());
        m_stack.pop_back();
        const Value value = frame.isMap ? Value(std::move(frame.map)) : Value(std::move(frame.list));
        if (frame.anchor != 0)
            m_anchors[frame.anchor] = {value, m_nodes - frame.nodesBefore, m_bytes - frame.bytesBefore};
        add(value, frame.mark);
    }

    void scalar(Value value, const YAML::Mark &mark, YAML::anchor_t anchor, qsizetype bytes)
    {
        checkIndent(mark);
        count(1, bytes, mark);
        if (anchor != 0)
            m_anchors[anchor] = {value, 1, bytes};
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
            fail(BaseTr::tr("A key is missing, or null"), mark);
        if (m_limits.uniqueKeys && frame.written.contains(*frame.key))
            fail(BaseTr::tr("The key “%1” is there twice").arg(frame.key->left(100)), mark);
        frame.written.insert(*frame.key);
    }

    void merge(Frame &frame, const Value &value, const YAML::Mark &mark)
    {
        const Value::List sources = value.isList() ? value.list() : Value::List{value};
        for (auto source = sources.crbegin(); source != sources.crend(); ++source) {
            if (!source->isMap())
                fail(BaseTr::tr("Only a map, or a list of maps, can be merged with <<"), mark);
            const Value::Map &map = source->map();
            for (auto entry = map.cbegin(); entry != map.cend(); ++entry)
                frame.map.insert(entry.key(), entry.value());
        }
    }

    const YamlSource &m_source;
    const YamlLimits &m_limits;
    std::vector<Frame> m_stack;
    std::unordered_map<YAML::anchor_t, Anchored> m_anchors;
    Value m_root;
    int m_nodes = 0;
    qsizetype m_bytes = 0;
    mutable int m_checkedLine = -1;
};

Error parserError(const YamlSource &source, const YAML::Exception &exception)
{
    const int line = exception.mark.is_null() ? 0 : exception.mark.line;
    for (const int near : {line, line - 1}) {
        if (near >= 0 && source.isIndentedByTab(near))
            return source.error(Error::Code::Invalid,
                                BaseTr::tr("A tab is used for indentation; YAML allows spaces only"), near,
                                0);
    }
    return source.error(Error::Code::Invalid,
                        BaseTr::tr("This is not YAML: %1").arg(QString::fromStdString(exception.msg)), line,
                        exception.mark.is_null() ? 0 : exception.mark.column);
}

/// Reads up to `most` documents.
Result<QList<Value>> readDocuments(QByteArrayView text, const YamlLimits &limits, int most)
{
    const auto source = YamlSource::read(text, limits);
    if (!source)
        return tl::make_unexpected(source.error());
    ValueBuilder builder(*source, limits);
    QList<Value> documents;
    try {
        std::istringstream stream(source->text().toStdString());
        YAML::Parser parser(stream);
        while (documents.size() < most && parser.HandleNextDocument(builder))
            documents.append(builder.take());
    } catch (const Error &error) {
        return tl::make_unexpected(error);
    } catch (const YAML::Exception &exception) {
        return tl::make_unexpected(parserError(*source, exception));
    }
    return documents;
}

} // namespace

Result<Value> readYaml(QByteArrayView text, const YamlLimits &limits)
{
    auto documents = readDocuments(text, limits, 1);
    if (!documents)
        return tl::make_unexpected(documents.error());
    return documents->value(0);
}

Result<QList<Value>> readYamlDocuments(QByteArrayView text, const YamlLimits &limits)
{
    auto documents = readDocuments(text, limits, std::numeric_limits<int>::max());
    if (documents)
        documents->removeAll(Value());
    return documents;
}

} // namespace chartroom
