// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Hostile lines of a recording. A line means the same whatever was read before it and however strictly, and
// what was read must be written so that it reads the same.
#include "core/base/gzip.h"
#include "core/recording/event_line.h"
#include "core/recording/gzip_lines.h"
#include "core/recording/json_text.h"
#include "core/recording/recording_line.h"
#include "core/recording/recording_reader.h"
#include "core/secrets/masked_text.h"
#include "tests/support/gzipped.h"

#include <QStringDecoder>

#include <algorithm>
#include <cstdlib>
#include <string>

using namespace chartroom;
using Verdict = EventLineReader::Verdict;

namespace {

/// A line with the room behind it that its reader wants.
class RoomyLine
{
public:
    explicit RoomyLine(const QByteArray &line)
        : m_size(size_t(line.size()))
        , m_bytes(line + QByteArray(GzipLines::padding(), '\0'))
    {}
    [[nodiscard]] std::string_view text() const { return {m_bytes.constData(), m_size}; }

private:
    size_t m_size;
    QByteArray m_bytes;
};

/// What a line says, without views.
struct Told
{
    Verdict verdict = Verdict::Damaged;
    std::chrono::milliseconds at{0};
    RecordingEvent::Type type = RecordingEvent::Type::Note;
    std::string resource;
    std::string apiVersion;
    std::string namespaceName;
    std::string name;
    std::string uid;
    std::string resourceVersion;
    std::string json;
    std::string note;
    int revision = 0;
    ReleaseStorage storage = ReleaseStorage::Secret;

    friend bool operator==(const Told &, const Told &) = default;
};

Told told(EventLineReader &reader, const RoomyLine &line)
{
    RecordingEvents::Line event;
    const Verdict verdict = reader.event(line.text(), event);
    if (verdict != Verdict::Event)
        event = {};
    return {verdict,
            event.at,
            event.type,
            std::string(event.resource),
            std::string(event.apiVersion),
            std::string(event.namespaceName),
            std::string(event.name),
            std::string(event.uid),
            std::string(event.resourceVersion),
            std::string(event.json),
            std::string(event.note),
            event.revision,
            event.storage};
}

/// Other than by QString::fromUtf8, a byte order mark at its start stays.
QString textOf(const std::string &utf8)
{
    QStringDecoder decoder(QStringDecoder::Utf8, QStringDecoder::Flag::ConvertInitialBom);
    return decoder(QByteArrayView(utf8.data(), qsizetype(utf8.size())));
}

/// As the recorder writes it.
QByteArray written(const Told &event, const QByteArray &resource)
{
    switch (event.type) {
    case RecordingEvent::Type::Note:
        return noteLine(event.at, textOf(event.note));
    case RecordingEvent::Type::Synced:
        return syncedLine(event.at, resource, textOf(event.resourceVersion),
                          event.namespaceName.empty() ? QStringList()
                                                      : QStringList(textOf(event.namespaceName)));
    default:
        return objectLine(event.at, resource, event.type, QByteArray::fromStdString(event.json));
    }
}

void checkWritten(const Told &event)
{
    const QByteArray resource = QByteArray::fromStdString(event.resource);
    const bool isPlain = jsonString(textOf(event.resource)) == '"' + resource + '"';
    if (!isPlain || event.type == RecordingEvent::Type::Bookmark) // no recorder writes these
        return;
    EventLineReader reader;
    const Told again = told(reader, RoomyLine(written(event, resource).chopped(1)));
    bool isSame = again.verdict == Verdict::Event && again.at == event.at && again.type == event.type;
    if (event.type == RecordingEvent::Type::Note)
        isSame = isSame && textOf(again.note) == maskedText(textOf(event.note));
    else
        isSame = isSame && again.resource == event.resource && again.namespaceName == event.namespaceName;
    if (event.type == RecordingEvent::Type::Synced)
        isSame = isSame && again.resourceVersion == event.resourceVersion;
    if (RecordingEvent::isChange(event.type))
        isSame = isSame && again.json == event.json && again.name == event.name && again.uid == event.uid &&
                 again.apiVersion == event.apiVersion && again.revision == event.revision &&
                 again.storage == event.storage;
    if (!isSame)
        std::abort();
}

void checkHeader(const RecordingHeader &header)
{
    const int year = header.start.date().year();
    const QStringList texts = QStringList{header.cluster, header.serverVersion} + header.redaction;
    const bool losesMark = std::any_of(texts.cbegin(), texts.cend(), [](const QString &text) {
        return text.startsWith(QChar::ByteOrderMark); // the second of two
    });
    if (losesMark || year < 1 || year > 9999) // RFC 3339 has no other years
        return;
    EventLineReader reader;
    const RoomyLine line(headerLine(header).chopped(1));
    const Result<RecordingHeader> again = reader.header(line.text());
    if (!again || again->cluster != header.cluster || again->serverVersion != header.serverVersion ||
        again->start != header.start || again->redaction != header.redaction)
        std::abort();
}

void checkWhole(const QByteArray &text)
{
    const Result<Recording> recording = readRecording(gzipped(text));
    if (!recording) {
        if (recording.error().message.isEmpty())
            std::abort();
        return;
    }
    std::chrono::milliseconds before{0};
    for (const RecordingEvent &event : recording->events) {
        if (event.at < before || event.at > recording->duration())
            std::abort();
        before = event.at;
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    constexpr qsizetype most = 32 * 1024; // masking takes long for more
    const QByteArray text(reinterpret_cast<const char *>(data), qMin(qsizetype(size), most));
    EventLineReader used;
    EventLineReader thorough;
    thorough.readThoroughly();
    const QList<QByteArray> lines = text.split('\n');
    for (const QByteArray &bytes : lines) {
        const RoomyLine line(bytes);
        EventLineReader fresh;
        if (const Result<RecordingHeader> header = fresh.header(line.text()))
            checkHeader(*header);
        else if (header.error().message.isEmpty())
            std::abort();
        const Told event = told(used, line);
        const Told strict = told(thorough, line);
        if (told(fresh, line) != event || (strict.verdict != Verdict::Damaged && strict != event))
            std::abort();
        if (strict.verdict == Verdict::Event) // a recorder writes no object that is not JSON
            checkWritten(event);
    }
    checkWhole(text);
    return 0;
}
