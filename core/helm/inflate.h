// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QByteArrayView>

#include <memory>

namespace chartroom {

/// Room for bytes that is kept between uses. simdjson reads some bytes past the end of a text; this always
/// has them.
class ScratchBuffer
{
public:
    /// At least `capacity` bytes and the padding; what was in before is kept.
    void reserve(qsizetype capacity);
    /// Gives memory over `keep` bytes back.
    void trim(qsizetype keep);

    [[nodiscard]] char *data() { return m_bytes.get(); }
    [[nodiscard]] qsizetype capacity() const { return m_capacity; }

private:
    std::unique_ptr<char[]> m_bytes;
    qsizetype m_capacity = 0;
};

[[nodiscard]] bool isGzip(QByteArrayView bytes);

/// Unpacks gzip (RFC 1952), one member after the other, into `out` and checks their lengths and CRCs; the
/// size of what came out. TooLarge as soon as it exceeds `maxBytes`; Damaged when it ends early, is corrupt,
/// or anything else follows.
[[nodiscard]] Result<qsizetype> gunzip(QByteArrayView gzip, ScratchBuffer &out, qsizetype maxBytes);

} // namespace chartroom
