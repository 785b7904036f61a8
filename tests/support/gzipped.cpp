// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/gzipped.h"

#include <zlib.h>

namespace chartroom::test {

QByteArray gzipped(const QByteArray &bytes)
{
    z_stream stream{};
    if (deflateInit2(&stream, 9, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK)
        qFatal("deflateInit2 failed");
    QByteArray out(qsizetype(deflateBound(&stream, uLong(bytes.size()))), Qt::Uninitialized);
    stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(bytes.constData()));
    stream.avail_in = uInt(bytes.size());
    stream.next_out = reinterpret_cast<Bytef *>(out.data());
    stream.avail_out = uInt(out.size());
    if (deflate(&stream, Z_FINISH) != Z_STREAM_END)
        qFatal("deflate failed");
    out.truncate(qsizetype(stream.total_out));
    deflateEnd(&stream);
    return out;
}

QByteArray inflatedPrefix(const QByteArray &gzip)
{
    z_stream stream{};
    if (inflateInit2(&stream, 15 + 16) != Z_OK)
        qFatal("inflateInit2 failed");
    stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(gzip.constData()));
    stream.avail_in = uInt(gzip.size());
    QByteArray out;
    QByteArray piece(1 << 16, Qt::Uninitialized);
    int state = Z_OK;
    while (state == Z_OK || (state == Z_STREAM_END && stream.avail_in > 0)) {
        if (state == Z_STREAM_END)
            inflateReset(&stream);
        stream.next_out = reinterpret_cast<Bytef *>(piece.data());
        stream.avail_out = uInt(piece.size());
        state = inflate(&stream, Z_SYNC_FLUSH);
        out.append(piece.constData(), piece.size() - qsizetype(stream.avail_out));
    }
    inflateEnd(&stream);
    return out;
}

} // namespace chartroom::test
