// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QList>
#include <QMap>

namespace chartroom {

/// One block of a PEM file.
struct PemBlock
{
    QByteArray type; ///< "CERTIFICATE", "RSA PRIVATE KEY"
    QMap<QByteArray, QByteArray> headers;
    QByteArray bytes; ///< DER
};

/// All blocks, read as Go reads them (encoding/pem Decode): text between blocks is skipped, as are blanks and
/// tabs at the end of a line; lines end with LF or CRLF; a block that is damaged is left out and the next one
/// counts.
[[nodiscard]] QList<PemBlock> readPem(const QByteArray &pem);

} // namespace chartroom
