// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QList>
#include <QString>

namespace chartroom::test {

/// A file of an archive as its directory tells it.
struct UnzippedFile
{
    QString name;
    QByteArray bytes;
    bool isIntact = false; ///< its length and CRC are right, and the local header says the same
    quint32 mode = 0;
    quint32 dosTime = 0; ///< date in the upper half
};

/// Reads a zip archive by its directory, as unzip does. Empty when it is none.
[[nodiscard]] QList<UnzippedFile> unzipped(const QByteArray &zip);

} // namespace chartroom::test
