// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/gzip.h"

#include <QtEndian>

#include <algorithm>
#include <simdjson.h>
#include <utility>
#include <zlib.h>

namespace chartroom {

namespace {

constexpr int gzipWindow = 15 + 16; ///< zlib: the largest window, gzip framing only
constexpr int gzipHeader = 10;      ///< bytes, at least
constexpr auto textPadding = qsizetype(simdjson::SIMDJSON_PADDING);

Bytef *inputOf(QByteArrayView bytes)
{
    return reinterpret_cast<Bytef *>(const_cast<char *>(bytes.data())); // zlib only reads it
}

/// The trailer gives the text's length (modulo 2^32); it may lie, so no more than deflate's best ratio.
qsizetype expectedSize(QByteArrayView gzip, qsizetype maxBytes)
{
    constexpr qsizetype bestRatio = 1032;
    constexpr qsizetype least = 4096;
    const qsizetype said = gzip.size() < 18 ? 0 : qFromLittleEndian<quint32>(gzip.data() + gzip.size() - 4);
    return std::min({std::max(said, least), gzip.size() * bestRatio + least, maxBytes}) + 1;
}

} // namespace

GzipReader::GzipReader(qsizetype maxBytes)
    : m_stream(new z_stream{},
               [](z_stream *stream) {
                   inflateEnd(stream);
                   delete stream;
               })
    , m_maxBytes(maxBytes)
{
    if (inflateInit2(m_stream.get(), gzipWindow) != Z_OK)
        m_end = GzipEnd::NoMemory;
}

void GzipReader::feed(QByteArrayView packed)
{
    m_stream->next_in = inputOf(packed);
    m_stream->avail_in = uInt(packed.size());
    m_isHungry = packed.isEmpty();
    if (m_isHungry && m_end == GzipEnd::NotYet)
        m_end = m_isBetweenMembers ? GzipEnd::Whole : GzipEnd::Early;
}

qsizetype GzipReader::read(char *out, qsizetype room)
{
    z_stream &stream = *m_stream;
    if (std::exchange(m_isBetweenMembers, false)) {
        inflateReset(&stream);
        m_isLaterMember = true;
    }
    stream.next_out = reinterpret_cast<Bytef *>(out);
    stream.avail_out = uInt(room);
    const int state = ::inflate(&stream, Z_NO_FLUSH);
    const qsizetype count = room - qsizetype(stream.avail_out);
    m_total += count;
    m_isBetweenMembers = state == Z_STREAM_END;
    m_isHungry = stream.avail_in == 0 && (stream.avail_out > 0 || m_isBetweenMembers);
    if (m_total > m_maxBytes)
        m_end = GzipEnd::TooLong;
    else if (state != Z_OK && state != Z_STREAM_END && state != Z_BUF_ERROR)
        m_end = m_isLaterMember && stream.total_in < gzipHeader ? GzipEnd::Trailing : GzipEnd::Corrupt;
    return count;
}

QString GzipReader::detail() const
{
    return m_stream->msg ? QString::fromLatin1(m_stream->msg)
                         : QStringLiteral("%1 bytes unpacked").arg(m_total);
}

GzipWriter::GzipWriter(const char *comment)
    : m_stream(new z_stream{},
               [](z_stream *stream) {
                   deflateEnd(stream);
                   delete stream;
               })
    , m_header(new gz_header{}, [](gz_header *header) { delete header; })
    , m_isReady(deflateInit2(m_stream.get(), 6, Z_DEFLATED, gzipWindow, 8, Z_DEFAULT_STRATEGY) == Z_OK)
{
    constexpr int unixSystem = 3; // RFC 1952, OS
    m_header->os = unixSystem;
    m_header->comment = reinterpret_cast<Bytef *>(const_cast<char *>(comment)); // zlib only reads it
    if (m_isReady && comment)
        deflateSetHeader(m_stream.get(), m_header.get());
}

QByteArray GzipWriter::pack(QByteArrayView text, Then then)
{
    constexpr qsizetype chunk = 64 * 1024;
    QByteArray out;
    if (!m_isReady)
        return out;
    z_stream &stream = *m_stream;
    stream.next_in = inputOf(text);
    stream.avail_in = uInt(text.size());
    do {
        const qsizetype done = out.size();
        out.resize(done + chunk);
        stream.next_out = reinterpret_cast<Bytef *>(out.data() + done);
        stream.avail_out = uInt(chunk);
        ::deflate(&stream, then == Then::End ? Z_FINISH : Z_SYNC_FLUSH);
        out.chop(qsizetype(stream.avail_out));
    } while (stream.avail_out == 0);
    return out;
}

bool isGzip(QByteArrayView bytes)
{
    return bytes.startsWith("\x1f\x8b\x08");
}

QByteArray gzipped(QByteArrayView text)
{
    return GzipWriter().pack(text, GzipWriter::Then::End);
}

Gunzipped gunzip(QByteArrayView gzip, qsizetype maxBytes, QByteArray &out)
{
    GzipReader reader(maxBytes);
    reader.feed(gzip);
    const qsizetype expected = expectedSize(gzip, maxBytes);
    if (out.capacity() < expected + textPadding)
        out = QByteArray(expected + textPadding, Qt::Uninitialized); // without a copy of what was in it
    out.resize(expected + textPadding);
    qsizetype size = 0;
    while (reader.end() == GzipEnd::NotYet) {
        if (reader.isHungry()) {
            reader.feed({});
            continue;
        }
        if (size == out.size() - textPadding)
            out.resize(std::min(size * 2, maxBytes + 1) + textPadding);
        size += reader.read(out.data() + size, out.size() - textPadding - size);
    }
    out.resize(size);
    return {reader.end(), reader.detail()};
}

} // namespace chartroom
