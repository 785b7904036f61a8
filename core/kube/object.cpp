// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kube/object.h"

#include "core/kube/cordon_note.h"
#include "core/kube/kube_tr.h"
#include "core/kube/server_status.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <simdjson.h>

namespace chartroom {

namespace {

namespace od = simdjson::ondemand;

/// The bytes with the padding simdjson wants; copies only when the array has no room behind its end.
class PaddedBytes
{
public:
    explicit PaddedBytes(const QByteArray &bytes)
    {
        const auto size = size_t(bytes.size());
        if (size_t(bytes.capacity()) >= size + simdjson::SIMDJSON_PADDING) {
            m_view = simdjson::padded_string_view(bytes.constData(), size, size_t(bytes.capacity()));
        } else {
            m_copy = simdjson::padded_string(bytes.constData(), size);
            m_view = m_copy;
        }
    }
    [[nodiscard]] simdjson::padded_string_view view() const { return m_view; }

private:
    simdjson::padded_string m_copy;
    simdjson::padded_string_view m_view;
};

/// A stretch of the text to leave out.
struct Cut
{
    const char *begin = nullptr;
    const char *end = nullptr;
};

/// managedFields and the last-applied annotation: at most one cut in each of two JSON objects.
struct Cuts
{
    Cut managedFields;
    Cut lastApplied;
};

constexpr std::string_view lastAppliedKey = "kubectl.kubernetes.io/last-applied-configuration";
constexpr std::string_view initialEventsEndKey = "k8s.io/initial-events-end";

bool isSpace(char c)
{
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

std::string_view trimmed(std::string_view text)
{
    while (!text.empty() && isSpace(text.back()))
        text.remove_suffix(1);
    return text;
}

/// The member `"key": value` with one of its commas, so that what remains is JSON.
Cut memberCut(od::field &field, std::string_view value)
{
    Cut cut{field.key().raw() - 1, value.data() + value.size()};
    const char *before = cut.begin - 1; // a member always has '{' or ',' in front of it
    while (isSpace(*before))
        --before;
    if (*before == ',') {
        cut.begin = before;
        return cut;
    }
    const char *after = cut.end; // padding follows the document, so reading on is safe
    while (isSpace(*after))
        ++after;
    if (*after == ',')
        cut.end = after + 1;
    return cut;
}

/// visit(field) for each member, up to the first error.
template<typename Visit>
simdjson::error_code forEachField(od::object &fields, Visit visit)
{
    for (auto result : fields) {
        od::field field;
        if (const auto error = std::move(result).get(field))
            return error;
        if (const auto error = visit(field))
            return error;
    }
    return simdjson::SUCCESS;
}

template<typename Visit>
simdjson::error_code forEachField(simdjson::simdjson_result<od::object> result, Visit visit)
{
    od::object fields;
    if (const auto error = std::move(result).get(fields))
        return error;
    return forEachField(fields, visit);
}

simdjson::error_code readText(od::value value, QString &out)
{
    std::string_view text;
    if (const auto error = value.get_string().get(text))
        return error;
    out = QString::fromUtf8(text.data(), qsizetype(text.size()));
    return simdjson::SUCCESS;
}

simdjson::error_code readAnnotations(od::value value, Cuts &cuts, bool &initialEventsEnd)
{
    return forEachField(value.get_object(), [&](od::field &field) {
        const std::string_view token = trimmed(field.value().raw_json_token());
        if (field.key() == lastAppliedKey && !cuts.lastApplied.begin && token.front() == '"')
            cuts.lastApplied = memberCut(field, token);
        else if (field.key() == initialEventsEndKey)
            initialEventsEnd = token == "\"true\"";
        return simdjson::SUCCESS;
    });
}

/// The youngest "time" of the entries; the sets of fields beside it hold keys such as "f:time" only. Found in
/// the text, because going through the sets costs a list of many pods too much.
QByteArray youngestTime(std::string_view entries)
{
    constexpr std::string_view key = "\"time\"";
    std::string_view youngest;
    const char *const end = entries.data() + entries.size();
    const char *at = entries.data();
    while ((at = static_cast<const char *>(memmem(at, size_t(end - at), key.data(), key.size())))) {
        at += key.size();
        const char *from = at;
        while (from < end && (isSpace(*from) || *from == ':'))
            ++from;
        if (from == at || from == end || *from != '"')
            continue; // a text, no key
        const char *to = std::find(++from, end, '"');
        // RFC 3339 in UTC and whole seconds sorts as text (k8s.io/apimachinery meta/v1 Time.MarshalJSON).
        youngest = std::max(youngest, std::string_view(from, size_t(to - from)));
    }
    return QByteArray(youngest.data(), qsizetype(youngest.size()));
}

simdjson::error_code cutManagedFields(od::field &field, KubeObject &object, Cuts &cuts)
{
    od::array fields;
    if (const auto error = field.value().get_array().get(fields))
        return error;
    std::string_view raw;
    if (const auto error = fields.raw_json().get(raw))
        return error;
    cuts.managedFields = memberCut(field, trimmed(raw));
    object.written = youngestTime(raw);
    object.cordon = cordonNote(trimmed(raw));
    return simdjson::SUCCESS;
}

simdjson::error_code readMetadata(od::value value, KubeObject &object, Cuts &cuts, bool &initialEventsEnd)
{
    return forEachField(value.get_object(), [&](od::field &field) {
        const od::raw_json_string key = field.key();
        if (key == "name")
            return readText(field.value(), object.name);
        if (key == "namespace")
            return readText(field.value(), object.namespaceName);
        if (key == "uid")
            return readText(field.value(), object.uid);
        if (key == "resourceVersion")
            return readText(field.value(), object.resourceVersion);
        if (key == "annotations")
            return readAnnotations(field.value(), cuts, initialEventsEnd);
        if (key == "managedFields" && !cuts.managedFields.begin)
            return cutManagedFields(field, object, cuts);
        return simdjson::SUCCESS;
    });
}

QByteArray withoutCuts(std::string_view raw, const Cuts &cuts)
{
    std::array<Cut, 2> ordered{cuts.managedFields, cuts.lastApplied};
    if (ordered[0].begin > ordered[1].begin)
        std::swap(ordered[0], ordered[1]);
    auto size = qsizetype(raw.size());
    for (const Cut &cut : ordered)
        size -= cut.end - cut.begin;
    QByteArray json(size, Qt::Uninitialized);
    char *to = json.data();
    const char *from = raw.data();
    for (const Cut &cut : ordered) {
        if (!cut.begin)
            continue;
        to = std::copy(from, cut.begin, to);
        from = cut.end;
    }
    std::copy(from, raw.data() + raw.size(), to);
    return json;
}

/// Reads one API object at the iterator: identity and JSON text.
simdjson::error_code readObject(od::value value, KubeObject &object, bool &initialEventsEnd)
{
    od::object fields;
    if (const auto error = value.get_object().get(fields))
        return error;
    std::string_view raw;
    if (const auto error = fields.raw_json().get(raw))
        return error;
    if (const auto error = fields.reset().error())
        return error;
    Cuts cuts;
    const auto error = forEachField(fields, [&](od::field &field) {
        return field.key() == "metadata" ? readMetadata(field.value(), object, cuts, initialEventsEnd)
                                         : simdjson::SUCCESS;
    });
    if (error)
        return error;
    object.json = withoutCuts(trimmed(raw), cuts);
    return simdjson::SUCCESS;
}

simdjson::error_code readItems(od::value value, QList<KubeObject> &items)
{
    od::json_type type{};
    if (const auto error = value.type().get(type))
        return error;
    if (type == od::json_type::null) // an empty Go slice
        return simdjson::SUCCESS;
    od::array array;
    if (const auto error = value.get_array().get(array))
        return error;
    for (auto result : array) {
        od::value item;
        if (const auto error = std::move(result).get(item))
            return error;
        KubeObject object;
        bool ignored = false;
        if (const auto error = readObject(item, object, ignored))
            return error;
        if (object.name.isEmpty())
            return simdjson::NO_SUCH_FIELD;
        items.append(std::move(object));
    }
    return simdjson::SUCCESS;
}

simdjson::error_code readListMetadata(od::value value, ObjectPage &page)
{
    return forEachField(value.get_object(), [&](od::field &field) {
        if (field.key() == "resourceVersion")
            return readText(field.value(), page.resourceVersion);
        if (field.key() == "continue")
            return readText(field.value(), page.continueToken);
        if (field.key() == "remainingItemCount")
            return field.value().get_int64().get(page.remaining);
        return simdjson::SUCCESS;
    });
}

QString rawText(simdjson::error_code error)
{
    return QString::fromLatin1(simdjson::error_message(error));
}

simdjson::error_code endOf(od::document &document)
{
    const auto beyond = document.current_location().error();
    return beyond == simdjson::OUT_OF_BOUNDS ? simdjson::SUCCESS : simdjson::TRAILING_CONTENT;
}

simdjson::error_code readPageFields(od::document &document, ObjectPage &page, bool &isList)
{
    const auto error = forEachField(document.get_object(), [&](od::field &field) {
        if (field.key() == "items") {
            isList = true;
            return readItems(field.value(), page.items);
        }
        return field.key() == "metadata" ? readListMetadata(field.value(), page) : simdjson::SUCCESS;
    });
    return error ? error : endOf(document);
}

struct LineFields
{
    QString type;
    KubeObject object;
    bool hasObject = false;
    bool initialEventsEnd = false;
};

simdjson::error_code readLineFields(od::document &document, LineFields &line)
{
    const auto error = forEachField(document.get_object(), [&](od::field &field) {
        if (field.key() == "type")
            return readText(field.value(), line.type);
        if (field.key() == "object") {
            line.hasObject = true;
            line.object = {}; // of two only the last one counts, as in Go
            line.initialEventsEnd = false;
            return readObject(field.value(), line.object, line.initialEventsEnd);
        }
        return simdjson::SUCCESS;
    });
    return error ? error : endOf(document);
}

std::optional<WatchLine::Kind> kindOf(const QString &type)
{
    if (type == u"ADDED")
        return WatchLine::Kind::Added;
    if (type == u"MODIFIED")
        return WatchLine::Kind::Modified;
    if (type == u"DELETED")
        return WatchLine::Kind::Deleted;
    if (type == u"BOOKMARK")
        return WatchLine::Kind::Bookmark;
    if (type == u"ERROR")
        return WatchLine::Kind::Error;
    return std::nullopt;
}

} // namespace

Result<ObjectPage> readPage(const QByteArray &body, ObjectReader reader)
{
    const PaddedBytes padded(body);
    od::parser parser;
    od::document document;
    ObjectPage page;
    bool isList = false;
    auto error = parser.iterate(padded.view()).get(document);
    if (!error)
        error = readPageFields(document, page, isList);
    if (error)
        return failure(Error::Code::Damaged,
                       KubeTr::tr("The cluster's answer is damaged or incomplete; it is requested again."),
                       rawText(error));
    if (!isList)
        return failure(Error::Code::NotKubernetes,
                       KubeTr::tr("The server's answer is not a list of Kubernetes objects."),
                       QString::fromUtf8(body.left(200)));
    if (page.resourceVersion.isEmpty())
        return failure(Error::Code::Damaged, KubeTr::tr("The cluster's list has no resource version."));
    if (reader) {
        for (KubeObject &item : page.items)
            item.read = reader(item);
    }
    return page;
}

Result<WatchLine> readWatchLine(const QByteArray &line)
{
    static thread_local od::parser parser;
    const PaddedBytes padded(line);
    od::document document;
    LineFields fields;
    auto error = parser.iterate(padded.view()).get(document);
    if (!error)
        error = readLineFields(document, fields);
    const auto kind = kindOf(fields.type);
    if (error || !kind || !fields.hasObject)
        return failure(Error::Code::Damaged, KubeTr::tr("The cluster sent a damaged watch event."),
                       error ? rawText(error) : QStringLiteral("type \"%1\"").arg(fields.type.left(40)));
    WatchLine out{*kind, std::move(fields.object), fields.initialEventsEnd, {}};
    switch (*kind) {
    case WatchLine::Kind::Error:
        out.error = errorFromStatus(readServerStatus(out.object.json));
        out.object = {};
        break;
    case WatchLine::Kind::Bookmark:
        out.object.json.clear();
        [[fallthrough]];
    default:
        if (out.object.resourceVersion.isEmpty() ||
            (*kind != WatchLine::Kind::Bookmark && out.object.name.isEmpty()))
            return failure(Error::Code::Damaged, KubeTr::tr("The cluster sent a damaged watch event."),
                           QStringLiteral("no name or resourceVersion"));
    }
    return out;
}

} // namespace chartroom
