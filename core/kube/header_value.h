// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>

#include <algorithm>

namespace chartroom {

/// Whether the text can be the value of an HTTP header: a line end would start another header. Go's client
/// refuses the same texts (golang.org/x/net/http/httpguts ValidHeaderFieldValue: no control characters except
/// tab).
[[nodiscard]] inline bool isHeaderValue(QByteArrayView text)
{
    return std::none_of(text.cbegin(), text.cend(),
                        [](char c) { return (uchar(c) < 0x20 && c != '\t') || c == 0x7f; });
}

} // namespace chartroom
