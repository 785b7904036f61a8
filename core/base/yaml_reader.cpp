// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/base_tr.h"
#include "core/base/document.h"
#include "core/base/utf8_text.h"
#include "core/base/yaml_parser.h"
#include "core/base/yaml_scalar.h"
#include "core/base/yaml_text.h"

#include <QHash>

#include <limits>
#include <unordered_map>
#include <utility>

namespace chartroom {

namespace {

/// Stands for the value of a key that JSON does not have.
QString missingKey()
{
    return QStringLiteral("~");
}

/// The first number of a tree that JSON does not know: .nan, .inf, or the sign of a missing key.
std::optional<QString> unwritableIn(const Value &value)
{
    if (value.kind() == Value::Kind::Number)
        return isJsonNumber(value.scalarText()) ? std::nullopt : std::optional(value.scalarText());
    const auto firstOf = [](const auto &parts) -> std::optional<QString> {
        for (const Value &part : parts) {
            if (const auto found = unwritableIn(part))
                return found;
        }
        return std::nullopt;
    };
    const auto inList = firstOf(value.list());
    return inList ? inList : firstOf(value.map());
}

/// What makes a key another one before it becomes text: 1, 1.0 and "1" are three (map[interface{}]interface{}
/// of Go).
QString keyIdentity(const Value &key)
{
    bool isInteger = false;
    const QString text = key.scalarText();
    (void)text.toLongLong(&isInteger);
    if (key.kind() != Value::Kind::Number)
        return key.isString() ? u's' + text : u'b' + text;
    return isInteger ? u'i' + text : u'f' + QString::number(text.toDouble(), 'g', 17);
}

/// Builds a Value from the parser's events on a stack of its own: the depth, the number of nodes and the
/// aliases are checked as they come, so hostile text never becomes a tree. Leaves by throwing an Error.
class ValueBuilder final
{
public:
    ValueBuilder(const YamlText &source, const YamlLimits &limits)
        : m_source(source)
        , m_limits(limits)
    {}

    void startDocument()
    {
        m_unwritable.reset();
        m_anchors.clear();
        m_anchored.clear();
    }

    /// The document read last. What JSON does not know may have stood there while another value has its
    /// place.
    [[nodiscard]] Value take()
    {
        const auto unwritable = m_unwritable ? unwritableIn(m_root) : std::nullopt;
        if (unwritable == missingKey())
            fail(BaseTr::tr("A key is missing, or null"), *m_unwritable);
        if (unwritable)
            fail(BaseTr::tr("%1 is a number that JSON does not support").arg(*unwritable), *m_unwritable);
        return std::exchange(m_root, Value());
    }

    void add(const YamlEvent &event)
    {
        switch (event.kind) {
        case YamlEvent::Kind::Alias:
            return addAlias(event);
        case YamlEvent::Kind::Scalar:
            return addScalar(event);
        case YamlEvent::Kind::SequenceStart:
            return open(false, event);
        case YamlEvent::Kind::MappingStart:
            return open(true, event);
        case YamlEvent::Kind::SequenceEnd:
        case YamlEvent::Kind::MappingEnd:
            return close();
        case YamlEvent::Kind::StreamEnd:
        case YamlEvent::Kind::DocumentStart:
        case YamlEvent::Kind::DocumentEnd:
            break;
        }
    }

private:
    struct Frame
    {
        bool isMap = false;
        bool merges = false;       ///< the pending key is <<
        bool isKeyMissing = false; ///< JSON has no key for the pending one
        std::optional<int> anchor;
        YamlMark mark;
        int nodesBefore = 0;
        qsizetype bytesBefore = 0;
        Value::List list;
        Value::Map map;
        QHash<QString, QString> written; ///< keys of this map itself, not merged ones, with their identity
        std::optional<QString> key;
    };
    struct Anchored
    {
        Value value;
        int nodes = 0;
        qsizetype bytes = 0; ///< of its scalars
    };

    [[noreturn]] void fail(const QString &what, const YamlMark &mark,
                           Error::Code code = Error::Code::Invalid) const
    {
        throw m_source.errorAt(what, mark.offset, code);
    }
    [[noreturn]] void failKey(const YamlMark &mark) const
    {
        fail(BaseTr::tr("A list or a map cannot be a key"), mark);
    }

    [[nodiscard]] bool isKeyNext() const
    {
        return !m_stack.empty() && m_stack.back().isMap && !m_stack.back().key;
    }

    void count(int nodes, qsizetype bytes, const YamlMark &mark)
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

    /// The number of an anchor, by which its value is found; of one name the last anchor counts.
    std::optional<int> anchorOf(const YamlEvent &event)
    {
        if (event.anchor.isEmpty())
            return std::nullopt;
        m_anchors.insert(event.anchor, ++m_lastAnchor);
        return m_lastAnchor;
    }

    void addAlias(const YamlEvent &event)
    {
        const auto anchor = m_anchors.constFind(event.anchor);
        if (anchor == m_anchors.cend())
            fail(BaseTr::tr("The alias “%1” refers to no anchor before it")
                     .arg(QString::fromUtf8(event.anchor)),
                 event.start);
        const auto found = m_anchored.find(*anchor);
        if (found == m_anchored.end())
            fail(BaseTr::tr("An alias refers to the value that contains it"), event.start);
        count(found->second.nodes, found->second.bytes, event.start);
        const Value &value = found->second.value;
        if (isKeyNext() && (value.isList() || value.isMap()))
            failKey(event.start);
        if (isMerging() && !value.isMap())
            failMerge(event.start);
        add(value, event.start);
    }

    /// go.yaml.in/yaml/v2 decode.go@v2.4.4, isMerge and scalar.
    void addScalar(const YamlEvent &event)
    {
        const QString text = utf8Text(event.value);
        const bool isMergeTag = event.tag == "tag:yaml.org,2002:merge";
        if (isKeyNext() && text == u"<<" && (event.isImplicit || isMergeTag)) {
            m_stack.back().merges = true;
            m_stack.back().key = text;
            return;
        }
        const bool isText = event.tag.isEmpty() && !event.isImplicit;
        const auto typed = isText                ? std::optional(Value(text))
                           : event.tag.isEmpty() ? plainScalar(text)
                                                 : taggedScalar(QString::fromUtf8(event.tag), text);
        if (isKeyNext() && !typed && event.tag.isEmpty())
            return scalar(Value(notANumberKey(text)), event); // JSON has a key for it, no value
        if (!typed && event.tag.isEmpty()) {
            m_unwritable = event.start;
            return scalar(Value(Value::Number{text}), event);
        }
        if (!typed)
            fail(BaseTr::tr("A value is not of the type that its tag names"), event.start);
        scalar(*typed, event);
    }

    void scalar(Value value, const YamlEvent &event)
    {
        count(1, event.value.size(), event.start);
        if (isMerging())
            failMerge(event.start);
        if (const auto anchor = anchorOf(event))
            m_anchored[*anchor] = {value, 1, event.value.size()};
        add(std::move(value), event.start);
    }

    void open(bool isMap, const YamlEvent &event)
    {
        if (isKeyNext())
            failKey(event.start);
        count(1, 0, event.start);
        if (int(m_stack.size()) >= m_limits.maxDepth)
            fail(BaseTr::tr("The text is nested deeper than %1 levels").arg(m_limits.maxDepth), event.start,
                 Error::Code::TooLarge);
        Frame frame;
        frame.isMap = isMap;
        frame.anchor = anchorOf(event);
        frame.mark = event.start;
        frame.nodesBefore = m_nodes - 1;
        frame.bytesBefore = m_bytes;
        m_stack.push_back(std::move(frame));
    }

    void close()
    {
        Frame frame = std::move(m_stack.back());
        m_stack.pop_back();
        const Value value = frame.isMap ? Value(std::move(frame.map)) : Value(std::move(frame.list));
        if (frame.anchor)
            m_anchored[*frame.anchor] = {value, m_nodes - frame.nodesBefore, m_bytes - frame.bytesBefore};
        add(value, frame.mark);
    }

    [[nodiscard]] bool isMerging() const { return !m_stack.empty() && m_stack.back().merges; }

    [[noreturn]] void failMerge(const YamlMark &mark) const
    {
        fail(BaseTr::tr("Only a map, or a list of maps, can be merged with <<"), mark);
    }

    void add(Value value, const YamlMark &mark)
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
            frame.map.insert(*frame.key, frame.isKeyMissing ? Value(Value::Number{missingKey()}) : value);
            frame.isKeyMissing = false;
            frame.key.reset();
        }
    }

    void setKey(Frame &frame, const Value &value, const YamlMark &mark)
    {
        frame.key = keyText(value);
        if (!frame.key) { // as a number that JSON does not know: another value may yet take the place of this
                          // map
            frame.key = value.scalarText();
            frame.isKeyMissing = true;
            m_unwritable = mark;
            return;
        }
        const auto before = frame.written.constFind(*frame.key);
        if (m_limits.uniqueKeys && before != frame.written.cend())
            fail(BaseTr::tr("The key “%1” occurs twice").arg(frame.key->left(100)), mark);
        const QString identity = keyIdentity(value);
        if (before != frame.written.cend() && *before != identity)
            fail(BaseTr::tr("The key “%1” occurs twice, as values of two types; Helm and kubectl use either "
                            "at random")
                     .arg(frame.key->left(100)),
                 mark);
        frame.written.insert(*frame.key, identity);
    }

    void merge(Frame &frame, const Value &value, const YamlMark &mark) const
    {
        const Value::List sources = value.isList() ? value.list() : Value::List{value};
        for (auto source = sources.crbegin(); source != sources.crend(); ++source) {
            if (!source->isMap())
                failMerge(mark);
            const Value::Map &map = source->map();
            for (auto entry = map.cbegin(); entry != map.cend(); ++entry)
                frame.map.insert(entry.key(), entry.value());
        }
    }

    const YamlText &m_source;
    const YamlLimits &m_limits;
    std::vector<Frame> m_stack;
    QHash<QByteArray, int> m_anchors;             ///< by name
    std::unordered_map<int, Anchored> m_anchored; ///< those whose value is complete
    int m_lastAnchor = 0;
    Value m_root;
    std::optional<YamlMark> m_unwritable; ///< the last one
    int m_nodes = 0;
    qsizetype m_bytes = 0;
};

Error parserError(const YamlText &source, const YamlProblem &problem)
{
    const int line = source.lineAt(problem.at.offset);
    for (const int near : {line, line - 1}) {
        if (near >= 0 && source.isIndentedByTab(near))
            return source.error(Error::Code::Invalid,
                                BaseTr::tr("A tab is used for indentation; YAML allows spaces only"), near,
                                0);
    }
    return source.errorAt(BaseTr::tr("This is not YAML: %1").arg(QString::fromLatin1(problem.what)),
                          problem.at.offset);
}

/// Reads up to `most` documents.
Result<QList<Value>> readDocuments(QByteArrayView text, const YamlLimits &limits, int most)
{
    const auto source = YamlText::read(text, limits);
    if (!source)
        return tl::make_unexpected(source.error());
    ValueBuilder builder(*source, limits);
    QList<Value> documents;
    try {
        YamlParser parser(source->text());
        while (documents.size() < most && parser.next().kind == YamlEvent::Kind::DocumentStart) {
            builder.startDocument();
            for (YamlEvent event = parser.next(); event.kind != YamlEvent::Kind::DocumentEnd;
                 event = parser.next())
                builder.add(event);
            documents.append(builder.take());
        }
    } catch (const Error &error) {
        return tl::make_unexpected(error);
    } catch (const YamlProblem &problem) {
        return tl::make_unexpected(parserError(*source, problem));
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
