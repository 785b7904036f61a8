// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QDateTime>
#include <QList>
#include <QString>

namespace chartroom::test {

/// A file of an archive as its directory tells it.
struct UnzippedFile
{
    QString name;
    QByteArray bytes;
    bool isIntact = false; ///< its length and CRC are right
    quint32 mode = 0;
    QDateTime time; ///< local, as zip's times are
};

/// Reads a zip archive by its directory, as unzip does. Empty when it is none.
[[nodiscard]] QList<UnzippedFile> unzipped(const QByteArray &zip);

} // namespace chartroom::test
