// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/gzip.h"
#include "core/base/result.h"

#include <QByteArray>
#include <QString>

#include <memory>

namespace chartroom {

/// A recording while it grows. Each append is flushed through gzip to the file, so a crash costs no finished
/// append. Mode 0600 from the first byte; an existing file and a symbolic link are refused (rule S12). Used
/// by one thread at a time.
class RecordingFile
{
public:
    /// Error: File.
    [[nodiscard]] static Result<std::unique_ptr<RecordingFile>> create(const QString &path);
    ~RecordingFile();
    Q_DISABLE_COPY_MOVE(RecordingFile)

    /// The first line, without which there is no recording: where it cannot be written no file is left.
    /// Error: File.
    [[nodiscard]] Result<void> begin(const QByteArray &headerLine);
    /// Whole lines. Error: File, also for a full disk (fault 62); what was written before stays playable.
    [[nodiscard]] Result<void> append(const QByteArray &lines);
    /// Writes gzip's end and syncs. Nothing can be appended afterwards.
    [[nodiscard]] Result<void> finish();
    [[nodiscard]] qint64 bytesWritten() const { return m_bytesWritten; }

private:
    RecordingFile(int descriptor, QString path);
    /// The error's message is only why.
    [[nodiscard]] Result<void> write(const QByteArray &lines, GzipWriter::Then then);

    int m_descriptor;
    QString m_path;
    GzipWriter m_gzip{"Chartroom recording"}; // by which installer/*.mime.xml knows the file's type
    qint64 m_bytesWritten = 0;
};

} // namespace chartroom
