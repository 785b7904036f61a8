// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ticket/zip_archive.h"

#include "core/ticket/ticket_tr.h"

#include <QRegularExpression>
#include <QSet>

#include <cstdint>
#include <limits>
#include <zlib.h>

namespace chartroom {

namespace {

constexpr uint16_t stored = 0;
constexpr uint16_t deflated = 8;
constexpr uint16_t utf8Names = 0x0800;             // general purpose bit 11
constexpr uint16_t firstDay = (1 << 5) | 1;        // 1980-01-01
constexpr uint16_t needed = 20;                    // 2.0: deflate and folders
constexpr uint16_t madeByUnix = (3 << 8) | needed; // the mode is Unix's
constexpr uint32_t plainFile = 0100600U << 16;     // S_IFREG, 0600

void put16(QByteArray &out, uint16_t number)
{
    out += char(number & 0xff);
    out += char(number >> 8);
}

void put32(QByteArray &out, uint32_t number)
{
    put16(out, uint16_t(number & 0xffff));
    put16(out, uint16_t(number >> 16));
}

bool isSafeName(const QString &name)
{
    static const QRegularExpression safe(
        QStringLiteral("\\A[A-Za-z0-9_-][A-Za-z0-9._-]*(/[A-Za-z0-9_-][A-Za-z0-9._-]*)*\\z"));
    return name.size() <= 255 && safe.match(name).hasMatch();
}

/// Raw deflate (RFC 1951); empty when it fails.
QByteArray deflatedBytes(const QByteArray &bytes)
{
    z_stream stream{};
    constexpr int rawWindow = -15;
    constexpr int memory = 8;
    if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, rawWindow, memory, Z_DEFAULT_STRATEGY) != Z_OK)
        return {};
    QByteArray out(qsizetype(deflateBound(&stream, uLong(bytes.size()))), Qt::Uninitialized);
    QByteArray in = bytes; // zlib's pointer is not const
    stream.next_in = reinterpret_cast<Bytef *>(in.data());
    stream.avail_in = uInt(in.size());
    stream.next_out = reinterpret_cast<Bytef *>(out.data());
    stream.avail_out = uInt(out.size());
    const int state = ::deflate(&stream, Z_FINISH);
    out.truncate(qsizetype(stream.total_out));
    deflateEnd(&stream);
    return state == Z_STREAM_END ? out : QByteArray();
}

/// What local header and directory have in common, from the version needed to the length of the extra field.
QByteArray sharedHeader(const ZipEntry &entry, uint16_t method, qsizetype packedSize)
{
    const auto *data = reinterpret_cast<const Bytef *>(entry.bytes.constData());
    QByteArray out;
    put16(out, needed);
    put16(out, utf8Names);
    put16(out, method);
    put16(out, 0); // midnight
    put16(out, firstDay);
    put32(out, uint32_t(::crc32(::crc32(0, nullptr, 0), data, uInt(entry.bytes.size()))));
    put32(out, uint32_t(packedSize));
    put32(out, uint32_t(entry.bytes.size()));
    put16(out, uint16_t(entry.name.toUtf8().size()));
    put16(out, 0);
    return out;
}

} // namespace

Result<QByteArray> zipArchive(const QList<ZipEntry> &entries)
{
    constexpr qsizetype largest = std::numeric_limits<int32_t>::max(); // some readers take it for signed
    constexpr qsizetype most = std::numeric_limits<uint16_t>::max() - 1;
    QByteArray out;
    QByteArray directory;
    QSet<QString> names;
    for (const ZipEntry &entry : entries) {
        if (!isSafeName(entry.name) || names.contains(entry.name.toLower()))
            return failure(Error::Code::Invalid,
                           TicketTr::tr("%1 cannot be the name of a file in an archive.").arg(entry.name));
        names.insert(entry.name.toLower());
        if (names.size() > most || out.size() + entry.bytes.size() > largest)
            return failure(Error::Code::TooLarge,
                           TicketTr::tr("The attachments are larger than 2 GB; leave some "
                                        "of them out."));
        const QByteArray small = deflatedBytes(entry.bytes);
        const bool isSmaller = !small.isEmpty() && small.size() < entry.bytes.size();
        const QByteArray &packed = isSmaller ? small : entry.bytes;
        const QByteArray shared = sharedHeader(entry, isSmaller ? deflated : stored, packed.size());
        const auto offset = uint32_t(out.size());
        put32(out, 0x04034b50);
        out += shared + entry.name.toUtf8() + packed;
        put32(directory, 0x02014b50);
        put16(directory, madeByUnix);
        directory += shared;
        put16(directory, 0); // comment
        put16(directory, 0); // disk
        put16(directory, 0); // internal attributes
        put32(directory, plainFile);
        put32(directory, offset);
        directory += entry.name.toUtf8();
    }
    const auto start = uint32_t(out.size());
    out += directory;
    put32(out, 0x06054b50);
    put32(out, 0); // disks
    put16(out, uint16_t(entries.size()));
    put16(out, uint16_t(entries.size()));
    put32(out, uint32_t(directory.size()));
    put32(out, start);
    put16(out, 0); // comment
    return out;
}

} // namespace chartroom
