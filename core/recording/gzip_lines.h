// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <memory>
#include <string_view>

class QIODevice;

namespace chartroom {

/// The lines of a gzip stream, unpacked as they are asked for, so that what is read never lies in memory as a
/// whole. What can be unpacked before a cut or a damage is given out.
class GzipLines
{
public:
    enum class End {
        NotYet,
        Whole,
        Early,   ///< the file stops before gzip does
        Corrupt, ///< from some byte on, or a line without end
        TooLong, ///< more than `maxBytes` of text
        NoMemory,
    };
    /// `source` is open and outlives the reader; it is read from front to back.
    GzipLines(QIODevice *source, qsizetype maxBytes);
    ~GzipLines();
    Q_DISABLE_COPY_MOVE(GzipLines)

    /// The next line without its end; false when there is none any more. It lives until the next call, with
    /// padding() readable bytes behind it.
    [[nodiscard]] bool next(std::string_view &line);
    [[nodiscard]] static qsizetype padding();
    /// Whether the line that was given last had an end.
    [[nodiscard]] bool isTerminated() const { return m_isTerminated; }
    [[nodiscard]] End end() const { return m_end; }

private:
    struct Inflater;
    void readOn();

    QIODevice *m_source;
    qsizetype m_maxBytes;
    std::unique_ptr<Inflater> m_inflater;
    QByteArray m_packed;
    QByteArray m_text; ///< what is unpacked and not given out; m_size bytes of it, the rest is room
    qsizetype m_from = 0;
    qsizetype m_size = 0;
    qsizetype m_searched = 0; ///< up to here there is no line end
    qsizetype m_total = 0;
    bool m_isTerminated = true;
    End m_end = End::NotYet;
};

} // namespace chartroom
