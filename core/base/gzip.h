// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include <memory>

struct gz_header_s; // zlib.h stays out of other rooms
struct z_stream_s;

namespace chartroom {

/// zlib's state, which must not move in memory.
using ZlibStream = std::unique_ptr<z_stream_s, void (*)(z_stream_s *)>;

enum class GzipEnd {
    NotYet,
    Whole,
    Early,    ///< the stream stops before gzip does
    Corrupt,  ///< from some byte on, or a length or CRC is wrong
    Trailing, ///< something that is not gzip follows
    TooLong,  ///< more text than allowed
    NoMemory,
};

/// Unpacks gzip (RFC 1952) as it arrives, one member after the other as Go's reader does (compress/gzip,
/// Reader.Multistream), and checks lengths and CRCs. What can be unpacked before a cut or damage is returned.
class GzipReader
{
public:
    explicit GzipReader(qsizetype maxBytes);

    /// Whether the next call is feed(): everything in the last piece was unpacked.
    [[nodiscard]] bool isHungry() const { return m_isHungry; }
    /// The next piece, which must live until the reader is hungry again. An empty one is the stream's end.
    void feed(QByteArrayView packed);
    /// Unpacks into `room` bytes at `out`; returns how many were written.
    [[nodiscard]] qsizetype read(char *out, qsizetype room);
    [[nodiscard]] GzipEnd end() const { return m_end; }
    /// zlib's reason or how much was unpacked, for the log.
    [[nodiscard]] QString detail() const;

private:
    ZlibStream m_stream;
    qsizetype m_maxBytes;
    qsizetype m_total = 0;
    GzipEnd m_end = GzipEnd::NotYet;
    bool m_isHungry = true;
    bool m_isBetweenMembers = false;
    bool m_isLaterMember = false;
};

/// Packs text into one gzip member. Its header has no time, so the same text gives the same bytes.
class GzipWriter
{
public:
    enum class Then {
        Flush, ///< all text so far can be read from the bytes so far
        End,   ///< also gzip's trailer; nothing can follow
    };
    /// `comment` goes into gzip's header and lives as long as the writer; nullptr: none.
    explicit GzipWriter(const char *comment = nullptr);

    /// False when there is no memory; pack() then returns nothing.
    [[nodiscard]] bool isReady() const { return m_isReady; }
    [[nodiscard]] QByteArray pack(QByteArrayView text, Then then);

private:
    ZlibStream m_stream;
    std::unique_ptr<gz_header_s, void (*)(gz_header_s *)> m_header; ///< which zlib reads with the first text
    bool m_isReady;
};

[[nodiscard]] bool isGzip(QByteArrayView bytes);

/// Empty when there is no memory.
[[nodiscard]] QByteArray gzipped(QByteArrayView text);

struct Gunzipped
{
    GzipEnd end = GzipEnd::NotYet;
    QString detail; ///< as GzipReader's
};

/// Unpacks all of `gzip` into `out`, whose memory is reused; at most one byte more than `maxBytes`, so a bomb
/// costs no memory (fault 20). simdjson's padding is readable behind the text.
[[nodiscard]] Gunzipped gunzip(QByteArrayView gzip, qsizetype maxBytes, QByteArray &out);

} // namespace chartroom
