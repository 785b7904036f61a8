// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recording/recording_file.h"

#include "core/recording/recording_tr.h"

#include <QFile>

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

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

RecordingFile::RecordingFile(int descriptor, QString path)
    : m_descriptor(descriptor)
    , m_path(std::move(path))
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
                       errno == EEXIST ? RecordingTr::tr("%1 already exists; choose another name.").arg(path)
                                       : RecordingTr::tr("%1 cannot be written: %2.").arg(path, reason()));
    std::unique_ptr<RecordingFile> file(new RecordingFile(descriptor, path));
    if (!file->m_gzip.isReady())
        return failure(Error::Code::File, RecordingTr::tr("%1 cannot be written: out of memory.").arg(path));
    return file;
}

Result<void> RecordingFile::begin(const QByteArray &headerLine)
{
    return write(headerLine, GzipWriter::Then::Flush).map_error([this](const Error &why) {
        QFile::remove(m_path); // its name would be taken
        return fileError(RecordingTr::tr("%1 cannot be written: %2.").arg(m_path, why.message));
    });
}

Result<void> RecordingFile::append(const QByteArray &lines)
{
    if (lines.isEmpty())
        return {};
    return write(lines, GzipWriter::Then::Flush).map_error([this](const Error &why) {
        return fileError(RecordingTr::tr("%1 can no longer be written (%2); it plays up to here.")
                             .arg(m_path, why.message));
    });
}

Result<void> RecordingFile::finish()
{
    Result<void> written = write({}, GzipWriter::Then::End);
    if (written && ::fsync(m_descriptor) != 0)
        written = failure(Error::Code::File, reason());
    if (::close(std::exchange(m_descriptor, -1)) != 0 && written)
        written = failure(Error::Code::File, reason());
    return written.map_error([this](const Error &why) {
        return fileError(RecordingTr::tr("%1 could not be written to its end: %2.").arg(m_path, why.message));
    });
}

Result<void> RecordingFile::write(const QByteArray &lines, GzipWriter::Then then)
{
    const QByteArray packed = m_gzip.pack(lines, then);
    for (qsizetype done = 0; done < packed.size();) {
        const ssize_t count = ::write(m_descriptor, packed.constData() + done, size_t(packed.size() - done));
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return failure(Error::Code::File, reason());
        done += count;
        m_bytesWritten += count;
    }
    return {};
}

} // namespace chartroom
