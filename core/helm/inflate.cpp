// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/helm/inflate.h"

#include <QCoreApplication>
#include <QtEndian>

#include <algorithm>
#include <cstring>
#include <simdjson.h>
#include <zlib.h>

namespace chartroom {

namespace {

struct Inflate
{
    Q_DECLARE_TR_FUNCTIONS(Inflate)
public:
    z_stream stream{};
    bool ready = inflateInit2(&stream, 15 + 16) == Z_OK; // 15 + 16: the largest window, gzip only

    Inflate() = default;
    ~Inflate()
    {
        if (ready)
            inflateEnd(&stream);
    }
    Q_DISABLE_COPY_MOVE(Inflate)
};

/// The trailer says how long the text is (modulo 2^32); it may lie, so no more than deflate's best ratio.
qsizetype expectedSize(QByteArrayView gzip, qsizetype maxBytes)
{
    constexpr qsizetype bestRatio = 1032;
    constexpr qsizetype least = 4096;
    const qsizetype said = gzip.size() < 18 ? 0 : qFromLittleEndian<quint32>(gzip.data() + gzip.size() - 4);
    return std::min({std::max(said, least), gzip.size() * bestRatio + least, maxBytes}) + 1;
}

tl::unexpected<Error> tooLarge(qsizetype maxBytes)
{
    return failure(Error::Code::TooLarge,
                   Inflate::tr("The record unpacks to more than %1 MiB; it is not a release that Helm wrote.")
                       .arg(maxBytes / (1024 * 1024)));
}

} // namespace

void ScratchBuffer::reserve(qsizetype capacity)
{
    if (capacity <= m_capacity)
        return;
    auto bytes = std::make_unique_for_overwrite<char[]>(size_t(capacity) + simdjson::SIMDJSON_PADDING);
    if (m_capacity > 0)
        std::memcpy(bytes.get(), m_bytes.get(), size_t(m_capacity));
    m_bytes = std::move(bytes);
    m_capacity = capacity;
}

void ScratchBuffer::trim(qsizetype keep)
{
    if (m_capacity > keep) {
        m_bytes.reset();
        m_capacity = 0;
    }
}

bool isGzip(QByteArrayView bytes)
{
    return bytes.startsWith("\x1f\x8b\x08");
}

Result<qsizetype> gunzip(QByteArrayView gzip, ScratchBuffer &out, qsizetype maxBytes)
{
    Inflate inflater;
    z_stream &stream = inflater.stream;
    if (!inflater.ready)
        return failure(Error::Code::Damaged, Inflate::tr("The record cannot be unpacked: out of memory."));
    out.reserve(expectedSize(gzip, maxBytes));
    stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(gzip.data()));
    stream.avail_in = uInt(gzip.size());
    qsizetype size = 0;
    for (;;) {
        stream.next_out = reinterpret_cast<Bytef *>(out.data() + size);
        stream.avail_out = uInt(out.capacity() - size);
        const int state = ::inflate(&stream, Z_NO_FLUSH);
        size = out.capacity() - stream.avail_out;
        if (size > maxBytes)
            return tooLarge(maxBytes);
        if (state == Z_STREAM_END && stream.avail_in == 0)
            return size;
        if (state == Z_STREAM_END) { // as Go's reader does: another member goes on with the text
            if (!isGzip(gzip.last(stream.avail_in)))
                return failure(Error::Code::Damaged, Inflate::tr("Something follows the record's gzip data."),
                               QStringLiteral("%1 bytes follow").arg(stream.avail_in));
            inflateReset(&stream);
            continue;
        }
        if (state != Z_OK && state != Z_BUF_ERROR)
            return failure(Error::Code::Damaged,
                           Inflate::tr("The record's gzip data is corrupt; Helm cannot read it either."),
                           QString::fromLatin1(stream.msg ? stream.msg : "inflate failed"));
        if (stream.avail_out > 0)
            return failure(Error::Code::Damaged,
                           Inflate::tr("The record's gzip data ends early; Helm cannot read it either."),
                           QStringLiteral("%1 bytes in, %2 bytes out").arg(gzip.size()).arg(size));
        out.reserve(std::min(out.capacity() * 2, maxBytes + 1));
    }
}

} // namespace chartroom
