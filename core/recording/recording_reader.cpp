// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recording/recording_reader.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QHash>
#include <QSet>

#include <algorithm>
#include <cmath>
#include <optional>
#include <simdjson.h>
#include <zlib.h>

// A static library's resources are registered by whoever uses them; the macro wants the global namespace.
static void registerResources()
{
    Q_INIT_RESOURCE(recordings);
}

namespace chartroom {

namespace {

using namespace std::chrono_literals;
namespace od = simdjson::ondemand;
using Type = RecordingEvent::Type;

struct Reader
{
    Q_DECLARE_TR_FUNCTIONS(Recording)
};

constexpr qsizetype maxFileBytes = qsizetype(512) * 1024 * 1024;
/// First lists that were complete this early belong to the moment the recording starts.
constexpr std::chrono::milliseconds startOfPlay = 30s;

struct Text
{
    QByteArray bytes;
    bool endsEarly = false;
    bool corrupt = false;
};

/// All that can be unpacked, up to the cut or the damage.
Result<Text> unpack(QByteArrayView gzip, qsizetype maxBytes)
{
    Text text;
    z_stream stream{};
    if (inflateInit2(&stream, 15 + 16) != Z_OK)
        return failure(Error::Code::Damaged, Reader::tr("The recording cannot be unpacked: out of memory."));
    const std::unique_ptr<z_stream, int (*)(z_stream *)> guard(&stream, inflateEnd);
    stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(gzip.data()));
    stream.avail_in = uInt(gzip.size());
    QByteArray chunk(256 * 1024, Qt::Uninitialized);
    for (;;) {
        stream.next_out = reinterpret_cast<Bytef *>(chunk.data());
        stream.avail_out = uInt(chunk.size());
        const int state = ::inflate(&stream, Z_NO_FLUSH);
        text.bytes.append(chunk.constData(), chunk.size() - qsizetype(stream.avail_out));
        if (text.bytes.size() > maxBytes)
            return failure(
                Error::Code::TooLarge,
                Reader::tr("The recording unpacks to more than %1 MiB.").arg(maxBytes / (1024 * 1024)));
        if (state == Z_STREAM_END) {
            if (stream.avail_in == 0)
                return text;
            inflateReset(&stream); // gzip members may follow one another (RFC 1952, section 2.2)
        } else if (state == Z_BUF_ERROR || (state == Z_OK && stream.avail_in == 0 && stream.avail_out > 0)) {
            text.endsEarly = true;
            return text;
        } else if (state != Z_OK) {
            text.corrupt = true;
            return text;
        }
    }
}

QString toText(od::value value)
{
    std::string_view text;
    return value.get_string().get(text) == simdjson::SUCCESS
               ? QString::fromUtf8(text.data(), qsizetype(text.size()))
               : QString();
}

QByteArray toBytes(std::string_view text)
{
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\r'))
        text.remove_suffix(1);
    return QByteArray(text.data(), qsizetype(text.size()));
}

Result<RecordingHeader> readHeader(od::parser &parser, const simdjson::padded_string &line)
{
    const auto unusable = [](const char *why) {
        return failure(Error::Code::Damaged, Reader::tr("This is not a recording of Chartroom."),
                       QString::fromLatin1(why));
    };
    try {
        RecordingHeader header;
        std::optional<int64_t> major;
        od::document document = parser.iterate(line);
        for (auto field : document.get_object()) {
            const std::string_view key = field.unescaped_key();
            if (key == "chartroomRecording")
                major = int64_t(field.value().get_int64());
            else if (key == "cluster")
                header.cluster = toText(field.value());
            else if (key == "serverVersion")
                header.serverVersion = toText(field.value());
            else if (key == "start")
                header.start = QDateTime::fromString(toText(field.value()), Qt::ISODateWithMs).toUTC();
        }
        if (!major)
            return unusable("no chartroomRecording in the first line");
        if (*major != RecordingHeader::currentMajor)
            return failure(Error::Code::Unsupported,
                           Reader::tr("The recording has format version %1; this program reads version %2. "
                                      "Open it with a newer Chartroom.")
                               .arg(*major)
                               .arg(RecordingHeader::currentMajor));
        if (!header.start.isValid())
            return unusable("no start in the first line");
        return header;
    } catch (const simdjson::simdjson_error &error) {
        return unusable(error.what());
    }
}

std::optional<Type> typeOf(const QString &text)
{
    static const QHash<QString, Type> types{
        {QStringLiteral("ADDED"), Type::Added},     {QStringLiteral("MODIFIED"), Type::Modified},
        {QStringLiteral("DELETED"), Type::Deleted}, {QStringLiteral("BOOKMARK"), Type::Bookmark},
        {QStringLiteral("SYNCED"), Type::Synced},   {QStringLiteral("NOTE"), Type::Note},
    };
    const auto found = types.constFind(text);
    return found == types.cend() ? std::nullopt : std::optional(*found);
}

void readMetadata(od::object metadata, KubeObject &object)
{
    for (auto field : metadata) {
        const std::string_view key = field.unescaped_key();
        if (key == "name")
            object.name = toText(field.value());
        else if (key == "namespace")
            object.namespaceName = toText(field.value());
        else if (key == "uid")
            object.uid = toText(field.value());
        else if (key == "resourceVersion")
            object.resourceVersion = toText(field.value());
    }
}

void readObject(od::object object, RecordingEvent &event)
{
    for (auto field : object) {
        const std::string_view key = field.unescaped_key();
        od::value value = field.value();
        if (key == "metadata") {
            od::object metadata;
            if (value.get_object().get(metadata) == simdjson::SUCCESS)
                readMetadata(metadata, event.object);
        } else if (key == "apiVersion") {
            event.apiVersion = toText(value).toUtf8();
        } else if (key == "name") {
            event.object.name = toText(value);
        } else if (key == "namespace") {
            event.object.namespaceName = toText(value);
        } else if (key == "revision") {
            int64_t revision = 0;
            if (value.get_int64().get(revision) == simdjson::SUCCESS && revision > 0 &&
                revision < 1'000'000'000)
                event.revision = int(revision);
        } else if (key == "storage") {
            if (toText(value) == u"configmap")
                event.storage = ReleaseStorage::ConfigMap;
        } else if (key == "text") {
            event.note = toText(value);
        }
    }
}

/// Throws simdjson_error when the line is no JSON object; nothing when it says nothing that this reader
/// knows.
std::optional<RecordingEvent> readEvent(od::parser &parser, const simdjson::padded_string &line)
{
    RecordingEvent event;
    std::optional<Type> type;
    od::document document = parser.iterate(line);
    for (auto field : document.get_object()) {
        const std::string_view key = field.unescaped_key();
        od::value value = field.value();
        if (key == "t") {
            const double seconds = value.get_double();
            event.at = std::chrono::milliseconds(qint64(std::llround(std::clamp(seconds, 0.0, 1e9) * 1000)));
        } else if (key == "resource") {
            event.resource = toText(value);
        } else if (key == "type") {
            type = typeOf(toText(value));
        } else if (key == "resourceVersion") {
            event.object.resourceVersion = toText(value);
        } else if (key == "object") {
            od::object object = value.get_object();
            event.object.json = toBytes(object.raw_json());
            object.reset();
            readObject(object, event);
        }
    }
    if (document.current_location().error() != simdjson::OUT_OF_BOUNDS)
        throw simdjson::simdjson_error(simdjson::TRAILING_CONTENT);
    if (!type)
        return std::nullopt;
    event.type = *type;
    const bool needsName = *type == Type::Added || *type == Type::Modified || *type == Type::Deleted;
    if (needsName && (event.object.name.isEmpty() || event.resource.isEmpty()))
        return std::nullopt;
    return event;
}

/// The objects of a first list came over some time and were true at one moment: half a list is never a state.
void settleFirstLists(QList<RecordingEvent> &events)
{
    QHash<QString, std::chrono::milliseconds> synced;
    for (const RecordingEvent &event : std::as_const(events))
        if (event.type == Type::Synced && !synced.contains(event.resource))
            synced.insert(event.resource, event.at);
    QSet<QString> done;
    for (RecordingEvent &event : events) {
        const auto first = synced.constFind(event.resource);
        if (first == synced.cend() || done.contains(event.resource))
            continue;
        if (event.type == Type::Synced)
            done.insert(event.resource);
        event.at = *first <= startOfPlay ? 0ms : *first;
    }
    std::stable_sort(events.begin(), events.end(),
                     [](const RecordingEvent &a, const RecordingEvent &b) { return a.at < b.at; });
}

QString clock(std::chrono::milliseconds at)
{
    const qint64 seconds = at.count() / 1000;
    return QStringLiteral("%1:%2:%3")
        .arg(seconds / 3600)
        .arg(seconds / 60 % 60, 2, 10, QLatin1Char('0'))
        .arg(seconds % 60, 2, 10, QLatin1Char('0'));
}

} // namespace

Result<Recording> readRecording(QByteArrayView gzip, qsizetype maxBytes)
{
    Result<Text> text = unpack(gzip, maxBytes);
    if (!text)
        return tl::make_unexpected(text.error());
    od::parser parser;
    Recording recording;
    bool hasHeader = false;
    int damagedLines = 0;
    for (qsizetype from = 0; from < text->bytes.size();) {
        qsizetype end = text->bytes.indexOf('\n', from);
        const bool whole = end >= 0;
        if (!whole)
            end = text->bytes.size();
        const simdjson::padded_string line(text->bytes.constData() + from, size_t(end - from));
        from = end + 1;
        if (!hasHeader) {
            Result<RecordingHeader> header = readHeader(parser, line);
            if (!header)
                return tl::make_unexpected(header.error());
            recording.header = *header;
            hasHeader = true;
            continue;
        }
        try {
            if (auto event = readEvent(parser, line))
                recording.events.append(std::move(*event));
        } catch (const simdjson::simdjson_error &) {
            if (whole)
                ++damagedLines;
            else
                text->endsEarly = true;
        }
    }
    if (!hasHeader)
        return failure(Error::Code::Damaged, Reader::tr("This is not a recording of Chartroom."),
                       QStringLiteral("no first line"));
    settleFirstLists(recording.events);
    const QString end = clock(recording.duration());
    if (text->corrupt)
        recording.notices << Reader::tr("The recording is damaged; it plays up to %1.").arg(end);
    else if (text->endsEarly)
        recording.notices << Reader::tr("The recording was cut off; it plays up to %1.").arg(end);
    if (damagedLines > 0)
        recording.notices << Reader::tr("%n damaged line(s) were left out.", nullptr, damagedLines);
    return recording;
}

Result<std::shared_ptr<const Recording>> loadRecording(const QString &path)
{
    registerResources();
    QFile file(path == u"bundled" ? QStringLiteral(":/chartroom/recordings/bundled.jsonl.gz") : path);
    const QFileInfo info(file);
    if (info.exists() && !info.isFile()) // a FIFO would block
        return failure(Error::Code::File, Reader::tr("%1 is not a file.").arg(path));
    if (!file.open(QIODevice::ReadOnly))
        return info.exists()
                   ? failure(Error::Code::File, Reader::tr("The recording %1 cannot be opened.").arg(path),
                             file.errorString())
                   : failure(Error::Code::NotFound, Reader::tr("There is no recording %1.").arg(path));
    if (file.size() > maxFileBytes)
        return failure(Error::Code::TooLarge, Reader::tr("The recording %1 is larger than %2 MiB.")
                                                  .arg(path)
                                                  .arg(maxFileBytes / (1024 * 1024)));
    Result<Recording> recording = readRecording(file.readAll());
    if (!recording)
        return tl::make_unexpected(recording.error());
    return std::make_shared<const Recording>(std::move(*recording));
}

} // namespace chartroom
