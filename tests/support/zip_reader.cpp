// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/zip_reader.h"

#include <archive.h>
#include <archive_entry.h>
#include <memory>

namespace chartroom::test {

QList<UnzippedFile> unzipped(const QByteArray &zip)
{
    const std::unique_ptr<archive, int (*)(archive *)> reader(archive_read_new(), &archive_read_free);
    archive_read_support_format_zip_seekable(reader.get()); // the one that reads the directory
    archive_read_open_memory(reader.get(), zip.constData(), size_t(zip.size()));
    QList<UnzippedFile> files;
    QByteArray chunk(1 << 16, Qt::Uninitialized);
    for (archive_entry *entry = nullptr; archive_read_next_header(reader.get(), &entry) == ARCHIVE_OK;) {
        UnzippedFile file;
        file.name = QString::fromUtf8(archive_entry_pathname(entry));
        file.mode = archive_entry_mode(entry);
        file.time = QDateTime::fromSecsSinceEpoch(archive_entry_mtime(entry));
        la_ssize_t count = 0;
        while ((count = archive_read_data(reader.get(), chunk.data(), size_t(chunk.size()))) > 0)
            file.bytes.append(chunk.constData(), count);
        file.isIntact = count == 0;
        files.append(file);
    }
    return files;
}

} // namespace chartroom::test
