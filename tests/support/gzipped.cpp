// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/gzipped.h"

#include <zlib.h>

namespace chartroom::test {

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
