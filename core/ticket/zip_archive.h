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

/// A zip archive (PKWARE APPNOTE 6.3.3, without encryption or Zip64) of these entries in this order. Deflated
/// where that is smaller, else stored; every time is 1980-01-01 00:00 and every mode 0600, so that the same
/// entries give the same bytes. Invalid for a name that would not unpack into a place of its own, TooLarge
/// where it needs Zip64.
[[nodiscard]] Result<QByteArray> zipArchive(const QList<ZipEntry> &entries);

} // namespace chartroom
