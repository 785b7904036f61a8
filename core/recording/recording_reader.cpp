// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recording/recording_reader.h"

#include "core/recording/event_line.h"
#include "core/recording/gzip_lines.h"
#include "core/recording/recording_tr.h"

#include <QBuffer>
#include <QFile>
#include <QFileInfo>

// A static library's resources are registered by whoever uses them; the macro wants the global namespace.
static void registerResources()
{
    Q_INIT_RESOURCE(recordings);
}

namespace chartroom {

namespace {

constexpr qsizetype maxFileBytes = qsizetype(512) * 1024 * 1024;

QString clock(std::chrono::milliseconds at)
{
    const qint64 seconds = at.count() / 1000;
    return QStringLiteral("%1:%2:%3")
        .arg(seconds / 3600)
        .arg(seconds / 60 % 60, 2, 10, QLatin1Char('0'))
        .arg(seconds % 60, 2, 10, QLatin1Char('0'));
}

tl::unexpected<Error> tooLarge(qsizetype maxBytes)
{
    return failure(
        Error::Code::TooLarge,
        RecordingTr::tr("The recording unpacks to more than %1 MiB.").arg(maxBytes / (1024 * 1024)));
}

struct Flaws
{
    int damagedLines = 0;
    bool endsEarly = false;
    bool corrupt = false;
};

QStringList sentences(const Flaws &flaws, std::chrono::milliseconds duration)
{
    QStringList sentences;
    if (flaws.corrupt)
        sentences << RecordingTr::tr("The recording is damaged; it plays up to %1.").arg(clock(duration));
    else if (flaws.endsEarly)
        sentences << RecordingTr::tr("The recording is truncated; it plays up to %1.").arg(clock(duration));
    if (flaws.damagedLines > 0)
        sentences << RecordingTr::tr("%n damaged line(s) were left out.", nullptr, flaws.damagedLines);
    return sentences;
}

enum class Care { Usual, Thorough };

Result<Recording> readLines(QIODevice *gzip, qsizetype maxBytes, const ReadProgress &progress, Care care)
{
    const qint64 size = std::max<qint64>(gzip->size(), 1);
    qint64 told = 0; // percent
    using Verdict = EventLineReader::Verdict;
    GzipLines lines(gzip, maxBytes);
    EventLineReader reader;
    if (care == Care::Thorough)
        reader.readThoroughly();
    Recording recording;
    Flaws flaws;
    std::string_view line;
    bool hasHeader = false;
    while (lines.next(line)) {
        if (const qint64 percent = gzip->pos() * 100 / size; progress && percent > told)
            progress(int(told = percent));
        if (!hasHeader) {
            Result<RecordingHeader> header = reader.header(line);
            if (!header)
                return tl::make_unexpected(header.error());
            recording.header = std::move(*header);
            hasHeader = true;
            continue;
        }
        RecordingEvents::Line event;
        const Verdict verdict = reader.event(line, event);
        if (verdict == Verdict::Event && !recording.events.append(event))
            return tooLarge(maxBytes);
        if (verdict == Verdict::Damaged && lines.isTerminated())
            ++flaws.damagedLines;
        else if (verdict == Verdict::Damaged)
            flaws.endsEarly = true;
    }
    if (lines.end() == GzipEnd::NoMemory)
        return failure(Error::Code::Damaged,
                       RecordingTr::tr("The recording cannot be unpacked: out of memory."));
    if (lines.end() == GzipEnd::TooLong)
        return tooLarge(maxBytes);
    if (!hasHeader)
        return noRecording(lines.end() == GzipEnd::Corrupt ? RecordingTr::tr("it is not compressed with gzip")
                                                           : RecordingTr::tr("it is empty"));
    flaws.corrupt = lines.end() == GzipEnd::Corrupt;
    // Where it began to be so nobody knows: what was unpacked may be wrong anywhere.
    if (flaws.corrupt && care == Care::Usual && gzip->reset())
        return readLines(gzip, maxBytes, {}, Care::Thorough); // how far it is was told to its end
    flaws.endsEarly = flaws.endsEarly || lines.end() == GzipEnd::Early;
    recording.events.settle();
    recording.index = RecordingIndex(recording.events);
    recording.notices = sentences(flaws, recording.duration());
    return recording;
}

} // namespace

Result<Recording> readRecording(QIODevice *gzip, qsizetype maxBytes, const ReadProgress &progress)
{
    return readLines(gzip, maxBytes, progress, Care::Usual);
}

Result<Recording> readRecording(QByteArrayView gzip, qsizetype maxBytes)
{
    QByteArray bytes = QByteArray::fromRawData(gzip.data(), gzip.size());
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::ReadOnly);
    return readRecording(&buffer, maxBytes);
}

Result<std::shared_ptr<const Recording>> loadRecording(const QString &path, const ReadProgress &progress)
{
    registerResources();
    QFile file(path == u"bundled" ? QStringLiteral(":/chartroom/recordings/bundled.jsonl.gz") : path);
    const QFileInfo info(file);
    if (info.exists() && !info.isFile()) // a FIFO would block
        return failure(Error::Code::File, RecordingTr::tr("%1 is not a file.").arg(path));
    if (!file.open(QIODevice::ReadOnly))
        return info.exists()
                   ? failure(Error::Code::File, RecordingTr::tr("The recording %1 cannot be opened: %2.")
                                                    .arg(path, file.errorString()))
                   : failure(Error::Code::NotFound,
                             RecordingTr::tr("Recording %1 does not exist.").arg(path));
    if (file.size() > maxFileBytes)
        return failure(Error::Code::TooLarge, RecordingTr::tr("The recording %1 is larger than %2 MiB.")
                                                  .arg(path)
                                                  .arg(maxFileBytes / (1024 * 1024)));
    Result<Recording> recording = readRecording(&file, maxRecordingText, progress);
    if (!recording)
        return tl::make_unexpected(recording.error());
    return std::make_shared<const Recording>(std::move(*recording));
}

} // namespace chartroom
