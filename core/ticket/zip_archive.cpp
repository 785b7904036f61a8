// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ticket/zip_archive.h"

#include "core/ticket/ticket_tr.h"

#include <QRegularExpression>
#include <QSet>

#include <archive.h>
#include <archive_entry.h>
#include <limits>
#include <memory>

namespace chartroom {

namespace {

bool isSafeName(const QString &name)
{
    static const QRegularExpression safe(
        QStringLiteral("\\A[A-Za-z0-9_-][A-Za-z0-9._-]*(/[A-Za-z0-9_-][A-Za-z0-9._-]*)*\\z"));
    return name.size() <= 255 && safe.match(name).hasMatch();
}

la_ssize_t appendZipped(archive * /*zip*/, void *out, const void *bytes, size_t size)
{
    static_cast<QByteArray *>(out)->append(static_cast<const char *>(bytes), qsizetype(size));
    return la_ssize_t(size);
}

/// False when libarchive says why not.
bool addToZip(archive *zip, const ZipEntry &entry)
{
    const std::unique_ptr<archive_entry, void (*)(archive_entry *)> header(archive_entry_new(),
                                                                           &archive_entry_free);
    archive_entry_set_pathname(header.get(), entry.name.toLatin1().constData());
    archive_entry_set_filetype(header.get(), AE_IFREG);
    archive_entry_set_perm(header.get(), 0600);
    archive_entry_set_size(header.get(), entry.bytes.size());
    return archive_write_header(zip, header.get()) == ARCHIVE_OK &&
           archive_write_data(zip, entry.bytes.constData(), size_t(entry.bytes.size())) == entry.bytes.size();
}

} // namespace

Result<QByteArray> zipArchive(const QList<ZipEntry> &entries)
{
    constexpr qsizetype largest = std::numeric_limits<int32_t>::max(); // some readers take it for signed
    constexpr qsizetype most = std::numeric_limits<uint16_t>::max() - 1;
    QByteArray out; // outlives `zip`, which writes its directory even when it is given up
    const std::unique_ptr<archive, int (*)(archive *)> zip(archive_write_new(), &archive_write_free);
    const auto failed = [&zip] {
        return failure(Error::Code::Invalid, TicketTr::tr("The attachments could not be packed: %1.")
                                                 .arg(QString::fromUtf8(archive_error_string(zip.get()))));
    };
    if (archive_write_set_format_zip(zip.get()) != ARCHIVE_OK ||
        archive_write_set_options(zip.get(), "zip:compression-level=9") != ARCHIVE_OK ||
        archive_write_set_bytes_in_last_block(zip.get(), 1) != ARCHIVE_OK ||
        archive_write_open(zip.get(), &out, nullptr, &appendZipped, nullptr) != ARCHIVE_OK)
        return failed();
    qsizetype size = 0;
    QSet<QString> names;
    for (const ZipEntry &entry : entries) {
        if (!isSafeName(entry.name) || names.contains(entry.name.toLower()))
            return failure(Error::Code::Invalid,
                           TicketTr::tr("%1 is not a valid file name in an archive.").arg(entry.name));
        names.insert(entry.name.toLower());
        size += entry.bytes.size();
        if (names.size() > most || size > largest)
            return failure(Error::Code::TooLarge,
                           TicketTr::tr("The attachments are larger than 2 GB; leave some "
                                        "of them out."));
        if (!addToZip(zip.get(), entry))
            return failed();
    }
    if (archive_write_close(zip.get()) != ARCHIVE_OK)
        return failed();
    return out;
}

} // namespace chartroom
