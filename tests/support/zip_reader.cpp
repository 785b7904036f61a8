// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/zip_reader.h"

#include <QtEndian>

#include <zlib.h>

namespace chartroom::test {

namespace {

quint32 number(const QByteArray &bytes, qsizetype at, int size)
{
    if (at < 0 || at + size > bytes.size())
        return 0;
    return size == 2 ? qFromLittleEndian<quint16>(bytes.constData() + at)
                     : qFromLittleEndian<quint32>(bytes.constData() + at);
}

QByteArray inflated(const QByteArray &packed, qsizetype size)
{
    z_stream stream{};
    if (inflateInit2(&stream, -15) != Z_OK)
        return {};
    QByteArray in = packed;
    QByteArray out(size + 1, '\0');
    stream.next_in = reinterpret_cast<Bytef *>(in.data());
    stream.avail_in = uInt(in.size());
    stream.next_out = reinterpret_cast<Bytef *>(out.data());
    stream.avail_out = uInt(out.size());
    const int state = ::inflate(&stream, Z_FINISH);
    out.truncate(qsizetype(stream.total_out));
    inflateEnd(&stream);
    return state == Z_STREAM_END ? out : QByteArray();
}

} // namespace

QList<UnzippedFile> unzipped(const QByteArray &zip)
{
    constexpr qsizetype endSize = 22;
    constexpr qsizetype headerSize = 30;
    constexpr qsizetype entrySize = 46;
    const qsizetype end = zip.size() - endSize;
    if (number(zip, end, 4) != 0x06054b50)
        return {};
    QList<UnzippedFile> files;
    qsizetype at = number(zip, end + 16, 4);
    for (quint32 left = number(zip, end + 10, 2); left > 0; --left) {
        if (number(zip, at, 4) != 0x02014b50)
            return {};
        UnzippedFile file;
        const quint32 method = number(zip, at + 10, 2);
        const quint32 packedSize = number(zip, at + 20, 4);
        const quint32 size = number(zip, at + 24, 4);
        const quint32 nameSize = number(zip, at + 28, 2);
        file.dosTime = number(zip, at + 12, 4);
        file.mode = number(zip, at + 38, 4) >> 16;
        file.name = QString::fromUtf8(zip.mid(at + entrySize, nameSize));
        const qsizetype header = number(zip, at + 42, 4);
        const QByteArray packed = zip.mid(header + headerSize + nameSize, packedSize);
        file.bytes = method == 0 ? packed : inflated(packed, size);
        const auto *data = reinterpret_cast<const Bytef *>(file.bytes.constData());
        const bool isSameHeader = number(zip, header, 4) == 0x04034b50 &&
                                  zip.mid(header + 4, 26) == zip.mid(at + 6, 26) &&
                                  zip.mid(header + headerSize, nameSize) == zip.mid(at + entrySize, nameSize);
        file.isIntact = isSameHeader && file.bytes.size() == qsizetype(size) &&
                        ::crc32(0, data, uInt(file.bytes.size())) == number(zip, at + 16, 4);
        files.append(file);
        at += entrySize + nameSize;
    }
    return at == end ? files : QList<UnzippedFile>();
}

} // namespace chartroom::test
