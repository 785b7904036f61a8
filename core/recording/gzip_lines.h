// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/gzip.h"

#include <string_view>

class QIODevice;

namespace chartroom {

/// The lines of a gzip stream, unpacked as they are asked for, so that what is read never lies in memory as a
/// whole. What can be unpacked before a cut or a damage is given out.
class GzipLines
{
public:
    /// `source` is open and outlives the reader; it is read from front to back.
    GzipLines(QIODevice *source, qsizetype maxBytes);

    /// The next line without its end; false when there is none any more. It lives until the next call, with
    /// padding() readable bytes behind it.
    [[nodiscard]] bool next(std::string_view &line);
    [[nodiscard]] static qsizetype padding();
    /// Whether the line that was given last had an end.
    [[nodiscard]] bool isTerminated() const { return m_isTerminated; }
    /// Corrupt also for a line without end and for anything that follows.
    [[nodiscard]] GzipEnd end() const { return m_end; }

private:
    void readOn();

    QIODevice *m_source;
    GzipReader m_gzip;
    QByteArray m_packed;
    QByteArray m_text; ///< what is unpacked and not given out; m_size bytes of it, the rest is room
    qsizetype m_from = 0;
    qsizetype m_size = 0;
    qsizetype m_searched = 0; ///< up to here there is no line end
    bool m_isTerminated = true;
    GzipEnd m_end = GzipEnd::NotYet;
};

} // namespace chartroom
