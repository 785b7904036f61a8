// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recording/recording_line.h"

#include "core/base/document.h"
#include "core/kube/cordon_note.h"
#include "core/recording/json_text.h"
#include "core/secrets/masked_values.h"

#include <array>
#include <simdjson.h>

namespace chartroom {

namespace {

namespace od = simdjson::ondemand;

constexpr std::string_view lastApplied = "kubectl.kubernetes.io/last-applied-configuration";

/// Lists of these names hold arguments and environments, in pods as in the operators' own kinds; a map or
/// text of that name (a label selector) is something else.
constexpr std::array<std::string_view, 8> droppedLists{
    "managedFields", "env", "envFrom", "args", "command", "volumes", "volumeMounts", "volumeDevices"};
/// Kinds of Kubernetes itself whose maps hold no settings but annotations; a custom kind's do.
constexpr std::array<std::string_view, 6> plainKinds{
    "Node", "Pod", "Event", "DaemonSet", "ControllerRevision", "PodDisruptionBudget"};
/// Payload at the top of an object (ControllerRevision, and whatever else carries one).
constexpr std::array<std::string_view, 3> droppedPayload{"data", "stringData", "binaryData"};

template<size_t N>
bool isOneOf(std::string_view key, const std::array<std::string_view, N> &names)
{
    return std::find(names.begin(), names.end(), key) != names.end();
}

std::string_view withoutTrailingSpace(std::string_view text)
{
    const size_t end = text.find_last_not_of(" \t\r\n");
    return text.substr(0, end == std::string_view::npos ? 0 : end + 1);
}

/// With values masked by their keys, as those of a release are; nothing when it cannot be read.
std::optional<QByteArray> maskedJson(std::string_view json)
{
    const Result<Value> read = readJson(QByteArrayView(json.data(), qsizetype(json.size())));
    if (!read || !read->isMap())
        return std::nullopt;
    Value::Map map = read->map();
    map.remove(QString::fromLatin1(lastApplied.data(), qsizetype(lastApplied.size())));
    return writeJson(maskedValues(Value(std::move(map))), 0).trimmed();
}

/// Copies JSON and leaves out what must not be kept.
class Filter
{
public:
    explicit Filter(QByteArray &out)
        : m_out(out)
    {}

    /// Of the volumes that were left out; nothing where there were none.
    [[nodiscard]] std::optional<bool> hasEmptyDir() const { return m_hasEmptyDir; }

    void object(od::object object, int depth)
    {
        m_out += '{';
        bool first = true;
        for (auto field : object) {
            const std::string key(std::string_view(field.unescaped_key()));
            od::value value = field.value();
            const bool isList = value.type() == od::json_type::array;
            if (isList && depth == 1 && key == "volumes")
                m_hasEmptyDir = holdsEmptyDir(value.get_array());
            if ((isList && isOneOf(key, droppedLists)) || (depth == 0 && isOneOf(key, droppedPayload)) ||
                (isList && depth == 1 && key == "images") || key == lastApplied)
                continue;
            if (!std::exchange(first, false))
                m_out += ',';
            appendJsonString(m_out, key);
            m_out += ':';
            if (key == "annotations" && value.type() == od::json_type::object) {
                od::object annotations = value.get_object();
                m_out += maskedJson(annotations.raw_json()).value_or("{}");
            } else {
                this->value(value, depth + 1);
            }
        }
        m_out += '}';
    }

private:
    static bool holdsEmptyDir(od::array volumes)
    {
        bool found = false;
        for (auto volume : volumes) {
            od::object kinds;
            if (volume.get_object().get(kinds) != simdjson::SUCCESS)
                continue;
            for (auto field : kinds)
                found = std::string_view(field.unescaped_key()) == "emptyDir" || found;
        }
        return found;
    }

    void value(od::value value, int depth)
    {
        switch (od::json_type(value.type())) {
        case od::json_type::object:
            object(value.get_object(), depth);
            return;
        case od::json_type::array: {
            m_out += '[';
            bool first = true;
            for (auto element : value.get_array()) {
                if (!std::exchange(first, false))
                    m_out += ',';
                this->value(element.value(), depth + 1);
            }
            m_out += ']';
            return;
        }
        case od::json_type::string:
            text(value);
            return;
        default: {
            const std::string_view token = withoutTrailingSpace(value.raw_json_token());
            m_out.append(token.data(), qsizetype(token.size()));
        }
        }
    }

    /// Messages quote addresses with passwords in them; a name or a label may be a token.
    void text(od::value value)
    {
        constexpr size_t shortest = 7; // token=a
        const std::string_view token = withoutTrailingSpace(value.raw_json_token());
        if (token.size() >= shortest + 2) {
            const std::string_view bytes = value.get_string();
            const QString text = QString::fromUtf8(bytes.data(), qsizetype(bytes.size()));
            if (const QString masked = maskedText(text); masked != text) {
                m_out += jsonString(masked);
                return;
            }
        }
        m_out.append(token.data(), qsizetype(token.size()));
    }

    QByteArray &m_out;
    std::optional<bool> m_hasEmptyDir;
};

/// What an object says of its kind.
struct Head
{
    bool hasVersion = false;
    std::optional<QByteArray> kind;
};

Head headOf(const QByteArray &json)
{
    thread_local od::parser parser;
    const simdjson::padded_string padded(json.constData(), size_t(json.size()));
    od::document document = parser.iterate(padded);
    Head head;
    for (auto field : document.get_object()) {
        const std::string_view key = field.unescaped_key();
        if (key == "apiVersion") {
            head.hasVersion = true;
        } else if (key == "kind") {
            const std::string_view text = field.value().get_string();
            head.kind = QByteArray(text.data(), qsizetype(text.size()));
        }
    }
    return head;
}

QByteArray filtered(const QByteArray &json, bool isPod)
{
    thread_local od::parser parser;
    const simdjson::padded_string padded(json.constData(), size_t(json.size()));
    od::document document = parser.iterate(padded);
    QByteArray out;
    out.reserve(json.size());
    Filter filter(out);
    filter.object(document.get_object(), 0);
    if (isPod && filter.hasEmptyDir()) { // what a drain asks of the volumes, which Pod::read() reads back
        out.chop(1);
        out +=
            QByteArray(",\"chartroom\":{\"hasEmptyDir\":") + (*filter.hasEmptyDir() ? "true}}" : "false}}");
    }
    return out;
}

QByteArray seconds(std::chrono::milliseconds at)
{
    return QByteArray::number(double(at.count()) / 1000, 'f', 3);
}

QByteArray start(std::chrono::milliseconds at)
{
    return "{\"t\":" + seconds(at);
}

const char *typeText(RecordingEvent::Type type)
{
    switch (type) {
    case RecordingEvent::Type::Added:
        return "ADDED";
    case RecordingEvent::Type::Modified:
        return "MODIFIED";
    case RecordingEvent::Type::Deleted:
        return "DELETED";
    case RecordingEvent::Type::Bookmark:
        return "BOOKMARK";
    case RecordingEvent::Type::Synced:
        return "SYNCED";
    case RecordingEvent::Type::Note:
        break;
    }
    return "NOTE";
}

Value textOrNull(const QString &text)
{
    return text.isEmpty() ? Value() : Value(text);
}

Value timeOrNull(const QDateTime &time)
{
    return time.isValid() ? Value(time.toUTC().toString(Qt::ISODateWithMs)) : Value();
}

QByteArray cordonJson(const CordonNote &cordon)
{
    const QByteArray by = "{\"by\":" + jsonString(cordon.by);
    return (cordon.at.isValid() ? by + ",\"at\":" + jsonString(cordon.at.toString(Qt::ISODate)) : by) + '}';
}

} // namespace

QByteArray headerLine(const RecordingHeader &header)
{
    QByteArray redaction;
    for (const QString &sentence : header.redaction)
        redaction += (redaction.isEmpty() ? ",\"redaction\":[" : ",") + jsonString(sentence);
    return "{\"chartroomRecording\":" + QByteArray::number(RecordingHeader::currentMajor) +
           ",\"cluster\":" + jsonString(header.cluster) +
           ",\"serverVersion\":" + jsonString(header.serverVersion) +
           ",\"start\":" + jsonString(header.start.toUTC().toString(Qt::ISODateWithMs)) +
           (redaction.isEmpty() ? redaction : redaction + ']') + "}\n";
}

QByteArray objectLine(std::chrono::milliseconds at, const QByteArray &resource, RecordingEvent::Type type,
                      const QByteArray &objectJson)
{
    return start(at) + ",\"resource\":\"" + resource + "\",\"type\":\"" + typeText(type) +
           "\",\"object\":" + objectJson + "}\n";
}

QByteArray syncedLine(std::chrono::milliseconds at, const QByteArray &resource,
                      const QString &resourceVersion, const QStringList &namespaces)
{
    QByteArray names;
    for (const QString &name : namespaces)
        names += (names.isEmpty() ? ",\"namespaces\":[" : ",") + jsonString(name);
    return start(at) + ",\"resource\":\"" + resource +
           "\",\"type\":\"SYNCED\",\"resourceVersion\":" + jsonString(resourceVersion) +
           (names.isEmpty() ? names : names + ']') + "}\n";
}

QByteArray noteLine(std::chrono::milliseconds at, const QString &text)
{
    return start(at) + ",\"type\":\"NOTE\",\"object\":{\"text\":" + jsonString(maskedText(text)) + "}}\n";
}

std::optional<QByteArray> recordableObject(const QByteArray &json, const QByteArray &apiVersion,
                                           const QByteArray &kind, const QByteArray &written,
                                           const CordonNote *cordon)
{
    try {
        const Head head = headOf(json);
        const QByteArray found = head.kind.value_or(kind);
        if (found == "Secret" || found == "ConfigMap")
            return std::nullopt;
        const bool isPlain = isOneOf(std::string_view(found.constData(), size_t(found.size())), plainKinds);
        const auto open =
            isPlain ? json : maskedJson(std::string_view(json.constData(), size_t(json.size())));
        if (!open)
            return std::nullopt;
        QByteArray out = filtered(*open, found == "Pod");
        out.chop(1);
        const auto add = [&out](const char *name, const QByteArray &value) {
            out += out.endsWith('{') ? "\"" : ",\"";
            out += QByteArray(name) + "\":\"" + value + '"';
        };
        if (!head.hasVersion && !apiVersion.isEmpty())
            add("apiVersion", apiVersion);
        if (!head.kind && !kind.isEmpty())
            add("kind", kind);
        if (found == "ControllerRevision" &&
            !written.isEmpty()) // which ControllerRevision::read() reads back
            out += ",\"chartroom\":{\"written\":" + jsonString(QString::fromLatin1(written)) + '}';
        if (found == "Node" && cordon) // which Node::read() reads back
            out += ",\"chartroom\":{\"cordon\":" + cordonJson(*cordon) + '}';
        out += '}';
        return out;
    } catch (const simdjson::simdjson_error &) {
        return std::nullopt;
    }
}

size_t stateHash(QByteArrayView recordable)
{
    // As the filter writes them. Within a text a quote would be escaped, so nothing else looks like this.
    constexpr std::array<std::string_view, 2> ticking{"\"resourceVersion\":\"", "\"lastHeartbeatTime\":\""};
    std::string_view rest(recordable.data(), size_t(recordable.size()));
    size_t hash = 0;
    while (!rest.empty()) {
        size_t begin = std::string_view::npos;
        for (const std::string_view key : ticking)
            if (const size_t found = rest.find(key); found != std::string_view::npos)
                begin = std::min(begin, found + key.size());
        hash = qHashBits(rest.data(), std::min(begin, rest.size()), hash);
        const size_t end = begin == std::string_view::npos ? begin : rest.find('"', begin);
        rest.remove_prefix(std::min(end, rest.size()));
    }
    return hash;
}

QByteArray recordableRelease(const ReleaseKey &key, const RevisionEntry &entry,
                             const std::optional<ReleaseRecord> &record)
{
    Value::Map map{
        {QStringLiteral("name"), Value(key.name)},
        {QStringLiteral("namespace"), Value(key.namespaceName)},
        {QStringLiteral("revision"), Value(Value::Number{QString::number(entry.revision)})},
        {QStringLiteral("status"), Value(entry.statusText)},
        {QStringLiteral("updated"), timeOrNull(entry.date.shown())},
        {QStringLiteral("changed"), timeOrNull(entry.date.youngest())},
    };
    if (key.storage == ReleaseStorage::ConfigMap)
        map.insert(QStringLiteral("storage"), Value(QStringLiteral("configmap")));
    if (record) {
        map.insert(QStringLiteral("chart"), textOrNull(record->chartName));
        map.insert(QStringLiteral("chartVersion"), textOrNull(record->chartVersion));
        map.insert(QStringLiteral("appVersion"), textOrNull(record->appVersion));
        map.insert(QStringLiteral("description"), textOrNull(maskedText(record->description)));
        map.insert(QStringLiteral("values"), maskedValues(record->userValues));
        map.insert(QStringLiteral("firstDeployed"), timeOrNull(record->firstDeployed));
        map.insert(QStringLiteral("chartHome"), textOrNull(maskedText(record->chartHome)));
        Value::List sources;
        for (const QString &source : record->chartSources)
            sources.append(Value(maskedText(source)));
        map.insert(QStringLiteral("chartSources"), Value(sources));
        if (record->lastDeployed.isValid())
            map.insert(QStringLiteral("updated"), timeOrNull(record->lastDeployed));
    }
    return writeJson(Value(map), 0);
}

} // namespace chartroom
