// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recording/recording_file.h"

#include "core/recording/recording_tr.h"

#include <QFile>

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>
#include <zlib.h>

namespace chartroom {

namespace {

/// Why the last call of the system failed.
QString reason()
{
    return QString::fromLocal8Bit(std::strerror(errno));
}

Error fileError(const QString &message)
{
    return {Error::Code::File, message, {}, {}};
}

} // namespace

struct RecordingFile::Deflater
{
    Deflater() { ready = deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) == Z_OK; }
    ~Deflater()
    {
        if (ready)
            deflateEnd(&stream);
    }
    Q_DISABLE_COPY_MOVE(Deflater)

    z_stream stream{};
    bool ready = false;
};

RecordingFile::RecordingFile(int descriptor, QString path)
    : m_descriptor(descriptor)
    , m_path(std::move(path))
    , m_deflater(std::make_unique<Deflater>())
{}

RecordingFile::~RecordingFile()
{
    if (m_descriptor >= 0)
        ::close(m_descriptor);
}

Result<std::unique_ptr<RecordingFile>> RecordingFile::create(const QString &path)
{
    const int descriptor = ::open(QFile::encodeName(path).constData(),
                                  O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (descriptor < 0)
        return failure(Error::Code::File,
                       errno == EEXIST ? RecordingTr::tr("%1 exists already; choose another name.").arg(path)
                                       : RecordingTr::tr("%1 cannot be written: %2.").arg(path, reason()));
    std::unique_ptr<RecordingFile> file(new RecordingFile(descriptor, path));
    if (!file->m_deflater->ready)
        return failure(Error::Code::File, RecordingTr::tr("%1 cannot be written: out of memory.").arg(path));
    return file;
}

Result<void> RecordingFile::begin(const QByteArray &headerLine)
{
    return write(headerLine, Z_SYNC_FLUSH).map_error([this](const Error &why) {
        QFile::remove(m_path); // its name would be taken
        return fileError(RecordingTr::tr("%1 cannot be written: %2.").arg(m_path, why.message));
    });
}

Result<void> RecordingFile::append(const QByteArray &lines)
{
    if (lines.isEmpty())
        return {};
    return write(lines, Z_SYNC_FLUSH).map_error([this](const Error &why) {
        return fileError(RecordingTr::tr("%1 cannot be written any more (%2); it plays up to here.")
                             .arg(m_path, why.message));
    });
}

Result<void> RecordingFile::finish()
{
    Result<void> written = write({}, Z_FINISH);
    if (written && ::fsync(m_descriptor) != 0)
        written = failure(Error::Code::File, reason());
    if (::close(std::exchange(m_descriptor, -1)) != 0 && written)
        written = failure(Error::Code::File, reason());
    return written.map_error([this](const Error &why) {
        return fileError(RecordingTr::tr("%1 could not be written to its end: %2.").arg(m_path, why.message));
    });
}

Result<void> RecordingFile::write(const QByteArray &lines, int flush)
{
    z_stream &stream = m_deflater->stream;
    stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(lines.constData()));
    stream.avail_in = uInt(lines.size());
    QByteArray chunk(64 * 1024, Qt::Uninitialized);
    do {
        stream.next_out = reinterpret_cast<Bytef *>(chunk.data());
        stream.avail_out = uInt(chunk.size());
        deflate(&stream, flush);
        const qsizetype size = chunk.size() - qsizetype(stream.avail_out);
        for (qsizetype done = 0; done < size;) {
            const ssize_t count = ::write(m_descriptor, chunk.constData() + done, size_t(size - done));
            if (count < 0 && errno == EINTR)
                continue;
            if (count < 0)
                return failure(Error::Code::File, reason());
            done += count;
            m_bytesWritten += count;
        }
    } while (stream.avail_out == 0);
    return {};
}

} // namespace chartroom
