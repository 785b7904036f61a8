// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>
#include <QString>
#include <QStringDecoder>

namespace chartroom {

/// The text of a document's part. QString::fromUtf8 drops a byte order mark in front, which inside a document
/// is a character like others.
[[nodiscard]] inline QString utf8Text(QByteArrayView utf8)
{
    if (!utf8.startsWith("\xef\xbb\xbf"))
        return QString::fromUtf8(utf8);
    return QStringDecoder(QStringDecoder::Utf8, QStringDecoder::Flag::ConvertInitialBom)(utf8);
}

} // namespace chartroom
