// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QByteArrayView>
#include <QList>
#include <QString>

namespace chartroom {

/// A plain file of a tar archive; the content is a view into the archive's bytes.
struct TarFile
{
    QString path; ///< as written, not made safe
    QByteArrayView content;
};

/// Reads ustar, pax and GNU archives (POSIX.1-2017 pax, GNU tar manual "Basic Tar Format"), plain files only:
/// folders and global headers are passed over. Damaged when a header's checksum is wrong or the archive ends
/// early, TooLarge over `maxFiles`, Invalid for links, devices and sparse files. A pure function.
/// Not by libarchive, which reads what Helm (Go's archive/tar) refuses: 3.6.2 takes a size that is no octal
/// number for the digits in front, cuts a path at a NUL, passes over a pax header that cannot be parsed, does
/// not tell an unknown type from a plain file, and decodes names by the locale.
[[nodiscard]] Result<QList<TarFile>> readTar(QByteArrayView tar, int maxFiles);

} // namespace chartroom
