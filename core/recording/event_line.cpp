// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recording/event_line.h"

#include "core/recording/gzip_lines.h"
#include "core/recording/recording_tr.h"

#include <algorithm>
#include <cmath>
#include <simdjson.h>
#include <string>

namespace chartroom {

namespace {

namespace od = simdjson::ondemand;
using Type = RecordingEvent::Type;
using Line = RecordingEvents::Line;

/// Throws where it is no text.
std::string_view toText(od::value value)
{
    return value.get_string();
}

QString toQString(std::string_view text)
{
    return QString::fromUtf8(text.data(), qsizetype(text.size()));
}

std::string_view trimmed(std::string_view text)
{
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\r'))
        text.remove_suffix(1);
    return text;
}

std::optional<Type> typeOf(std::string_view text)
{
    static constexpr std::pair<std::string_view, Type> types[] = {
        {"MODIFIED", Type::Modified}, {"ADDED", Type::Added},   {"DELETED", Type::Deleted},
        {"BOOKMARK", Type::Bookmark}, {"SYNCED", Type::Synced}, {"NOTE", Type::Note},
    };
    for (const auto &[name, type] : types)
        if (name == text)
            return type;
    return std::nullopt;
}

/// As strict as who reads the object in a list (core/kube/object.cpp): one line that it refuses would spoil
/// the list.
void readMetadata(od::object metadata, Line &line)
{
    for (auto field : metadata) {
        const std::string_view key = field.unescaped_key();
        if (key == "name")
            line.name = toText(field.value());
        else if (key == "namespace")
            line.namespaceName = toText(field.value());
        else if (key == "uid")
            line.uid = toText(field.value());
        else if (key == "resourceVersion")
            line.resourceVersion = toText(field.value());
        else if (key == "annotations")
            for (auto annotation : field.value().get_object())
                (void)std::string_view(annotation.unescaped_key());
        else if (key == "managedFields")
            (void)od::array(field.value().get_array());
    }
}

void readObject(od::object object, Line &line)
{
    for (auto field : object) {
        const std::string_view key = field.unescaped_key();
        od::value value = field.value();
        if (key == "metadata") {
            readMetadata(value.get_object(), line);
        } else if (key == "apiVersion") {
            line.apiVersion = toText(value);
        } else if (key == "name") {
            line.name = toText(value);
        } else if (key == "namespace") {
            line.namespaceName = toText(value);
        } else if (key == "revision") {
            int64_t revision = 0;
            if (value.get_int64().get(revision) == simdjson::SUCCESS && revision > 0 &&
                revision < 1'000'000'000)
                line.revision = int(revision);
        } else if (key == "storage") {
            if (toText(value) == "configmap")
                line.storage = ReleaseStorage::ConfigMap;
        } else if (key == "text") {
            line.note = toText(value);
        }
    }
}

/// Without a zone it is UTC too.
QDateTime utcTime(const QString &text)
{
    QDateTime time = QDateTime::fromString(text, Qt::ISODateWithMs);
    if (time.timeSpec() == Qt::LocalTime)
        time.setTimeSpec(Qt::UTC);
    return time.toUTC();
}

} // namespace

tl::unexpected<Error> noRecording(const QString &why, const QString &detail)
{
    return failure(Error::Code::Damaged,
                   RecordingTr::tr("This is not a recording of Chartroom: %1.").arg(why), detail);
}

struct EventLineReader::Private
{
    static simdjson::padded_string_view padded(std::string_view line)
    {
        return simdjson::padded_string_view(line.data(), line.size(),
                                            line.size() + size_t(GzipLines::padding()));
    }
    std::optional<Type> read(std::string_view text, Line &line);

    od::parser parser;
    std::unique_ptr<simdjson::dom::parser> whole; ///< reads every value; null: only what is needed
    std::string namespaces;                       ///< of the present line
};

EventLineReader::EventLineReader()
    : d(std::make_unique<Private>())
{}

EventLineReader::~EventLineReader() = default;

void EventLineReader::readThoroughly()
{
    d->whole = std::make_unique<simdjson::dom::parser>();
}

Result<RecordingHeader> EventLineReader::header(std::string_view line)
{
    try {
        RecordingHeader header;
        std::optional<int64_t> major;
        od::document document = d->parser.iterate(Private::padded(line));
        for (auto field : document.get_object()) {
            const std::string_view key = field.unescaped_key();
            if (key == "chartroomRecording")
                major = int64_t(field.value().get_int64());
            else if (key == "cluster")
                header.cluster = toQString(toText(field.value()));
            else if (key == "serverVersion")
                header.serverVersion = toQString(toText(field.value()));
            else if (key == "start")
                header.start = utcTime(toQString(toText(field.value())));
            else if (key == "redaction")
                for (auto sentence : field.value().get_array())
                    header.redaction.append(toQString(toText(sentence.value())));
        }
        if (!major)
            return noRecording(RecordingTr::tr("its first line is not that of a recording"));
        if (*major < 1)
            return noRecording(RecordingTr::tr("there is no format version %1").arg(*major));
        if (*major != RecordingHeader::currentMajor)
            return failure(Error::Code::Unsupported,
                           RecordingTr::tr("The recording has format version %1; this program supports "
                                           "version %2. Open it with a newer Chartroom.")
                               .arg(*major)
                               .arg(RecordingHeader::currentMajor));
        if (!header.start.isValid())
            return noRecording(RecordingTr::tr("its first line does not contain the start time"));
        return header;
    } catch (const simdjson::simdjson_error &error) {
        return noRecording(RecordingTr::tr("its first line is damaged"), QString::fromLatin1(error.what()));
    }
}

/// Throws simdjson_error when the line is no JSON object.
std::optional<Type> EventLineReader::Private::read(std::string_view text, Line &line)
{
    std::optional<Type> type;
    od::document document = parser.iterate(padded(text));
    for (auto field : document.get_object()) {
        const std::string_view key = field.unescaped_key();
        od::value value = field.value();
        if (key == "t") {
            const double seconds = value.get_double();
            line.at = std::chrono::milliseconds(qint64(std::llround(std::clamp(seconds, 0.0, 1e9) * 1000)));
        } else if (key == "resource") {
            line.resource = toText(value);
        } else if (key == "type") {
            type = typeOf(toText(value));
        } else if (key == "resourceVersion") {
            line.resourceVersion = toText(value);
        } else if (key == "namespaces") {
            for (auto name : value.get_array())
                namespaces += std::string(namespaces.empty() ? "" : ",") + std::string(toText(name.value()));
        } else if (key == "object") {
            if (!line.json.empty()) // the name could be that of one, the rest that of the other
                throw simdjson::simdjson_error(simdjson::INCORRECT_TYPE);
            od::object object = value.get_object();
            line.json = trimmed(object.raw_json());
            object.reset();
            readObject(object, line);
        }
    }
    if (document.current_location().error() != simdjson::OUT_OF_BOUNDS)
        throw simdjson::simdjson_error(simdjson::TRAILING_CONTENT);
    return type;
}

EventLineReader::Verdict EventLineReader::event(std::string_view line, RecordingEvents::Line &out)
{
    out = {};
    d->namespaces.clear();
    try {
        if (d->whole)
            (void)simdjson::dom::element(d->whole->parse(line.data(), line.size(), false));
        const std::optional<Type> type = d->read(line, out);
        if (!type)
            return Verdict::Unknown;
        out.type = *type;
    } catch (const simdjson::simdjson_error &) {
        return Verdict::Damaged;
    }
    if (RecordingEvent::isChange(out.type) && (out.name.empty() || out.resource.empty()))
        return Verdict::Unknown;
    if (!RecordingEvent::isChange(out.type))
        out.name = out.namespaceName = out.uid = {};
    if (out.type == Type::Synced)
        out.namespaceName = d->namespaces; // those that the list is of, where it is not the whole cluster's
    return Verdict::Event;
}

} // namespace chartroom
