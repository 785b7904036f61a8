// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kube/unpack.h"

#include "core/kube/kube_tr.h"

#include <QLocale>

#include <algorithm>
#include <memory>
#include <zlib.h>

namespace chartroom {

namespace {

constexpr int gzipWindow = 15 + 16;     ///< zlib: the largest window, gzip framing only
constexpr qsizetype trailingSpace = 64; ///< room behind the text for simdjson
constexpr qsizetype firstRoom = 256 * 1024;

tl::unexpected<Error> damaged(const QString &detail)
{
    return failure(Error::Code::Damaged,
                   KubeTr::tr("The cluster's compressed answer is damaged or incomplete."), detail);
}

} // namespace

Error tooLargeError(qint64 maxBytes)
{
    return {Error::Code::TooLarge,
            KubeTr::tr("The cluster's answer is larger than %1 and was given up.")
                .arg(QLocale().formattedDataSize(maxBytes)),
            {},
            {}};
}

Result<QByteArray> unpackedBody(const QByteArray &gzip, qint64 maxBytes)
{
    z_stream stream{};
    if (inflateInit2(&stream, gzipWindow) != Z_OK)
        return damaged(QStringLiteral("inflateInit2"));
    const std::unique_ptr<z_stream, decltype(&inflateEnd)> end(&stream, &inflateEnd);
    stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(gzip.constData()));
    stream.avail_in = uInt(gzip.size());

    QByteArray out;
    out.reserve(std::max(gzip.size() * 4, firstRoom));
    int status = Z_OK;
    while (status == Z_OK) {
        const qsizetype have = out.size();
        if (have > maxBytes)
            return tl::make_unexpected(tooLargeError(maxBytes));
        const qsizetype room = std::max(out.capacity() - have - trailingSpace, firstRoom);
        if (have + room + trailingSpace > out.capacity())
            out.reserve(out.capacity() * 2 + room);
        out.resize(have + room);
        stream.next_out = reinterpret_cast<Bytef *>(out.data() + have);
        stream.avail_out = uInt(room);
        status = inflate(&stream, Z_NO_FLUSH);
        out.resize(have + room - qsizetype(stream.avail_out));
    }
    if (out.size() > maxBytes)
        return tl::make_unexpected(tooLargeError(maxBytes));
    if (status != Z_STREAM_END)
        return damaged(QString::fromLatin1(stream.msg ? stream.msg : "it ends early"));
    if (stream.avail_in > 0)
        return damaged(QStringLiteral("%1 bytes follow the end").arg(stream.avail_in));
    return out;
}

} // namespace chartroom
