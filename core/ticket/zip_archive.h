// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QList>
#include <QString>

namespace chartroom {

struct ZipEntry
{
    QString name; ///< letters, digits and -_. in parts joined by /
    QByteArray bytes;
};

/// A zip archive of these entries in this order, by libarchive. An entry without a time gets zip's first,
/// 1980-01-01 00:00 (dos_time() in libarchive/archive_write_set_format_zip.c@v3.6.2), and every mode is 0600,
/// so that the same entries give the same bytes. Invalid for a name that would not unpack into a place of its
/// own, TooLarge where it needs Zip64.
[[nodiscard]] Result<QByteArray> zipArchive(const QList<ZipEntry> &entries);

} // namespace chartroom
