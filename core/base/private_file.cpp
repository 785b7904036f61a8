// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/private_file.h"

#include "core/base/base_tr.h"

#include <QFile>
#include <QFileInfo>
#include <QScopeGuard>
#include <QUuid>

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace chartroom {

namespace {

tl::unexpected<Error> notSaved(const QString &path, int code)
{
    return failure(
        Error::Code::File,
        BaseTr::tr("%1 could not be saved: %2.").arg(path, QString::fromLocal8Bit(std::strerror(code))));
}

int writeAll(int file, const QByteArray &bytes)
{
    for (qsizetype done = 0; done < bytes.size();) {
        const ssize_t n = ::write(file, bytes.constData() + done, size_t(bytes.size() - done));
        if (n < 0 && errno != EINTR)
            return errno;
        if (n > 0)
            done += n;
    }
    return ::fsync(file) == 0 ? 0 : errno;
}

} // namespace

Result<void> writePrivateFile(const QString &path, const QByteArray &bytes)
{
    const QByteArray target = QFile::encodeName(path);
    struct stat found = {};
    if (::lstat(target.constData(), &found) == 0 && !S_ISREG(found.st_mode))
        return failure(
            Error::Code::File,
            BaseTr::tr(
                "%1 was not saved, because it is a link or not a regular file; replace it with a file.")
                .arg(path));

    const QByteArray fresh = target + '.' + QUuid::createUuid().toByteArray(QUuid::Id128) + ".new";
    const int file = ::open(fresh.constData(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (file < 0)
        return notSaved(path, errno);
    auto removeFresh = qScopeGuard([&] { ::unlink(fresh.constData()); });
    const int writing = writeAll(file, bytes);
    const int closing = ::close(file) == 0 ? 0 : errno;
    if (writing != 0 || closing != 0)
        return notSaved(path, writing != 0 ? writing : closing);
    if (::rename(fresh.constData(), target.constData()) != 0)
        return notSaved(path, errno);
    removeFresh.dismiss();

    const QByteArray folder = QFile::encodeName(QFileInfo(path).absolutePath());
    const int directory = ::open(folder.constData(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (directory < 0)
        return notSaved(path, errno);
    const int syncing = ::fsync(directory) == 0 ? 0 : errno;
    ::close(directory);
    // Some file systems cannot sync a folder; the file itself is safe by then.
    if (syncing != 0 && syncing != EINVAL)
        return notSaved(path, syncing);
    return {};
}

Result<QByteArray> readPlainFile(const QString &path, qint64 maxBytes)
{
    const QFileInfo info(path);
    if (!info.exists())
        return failure(Error::Code::NotFound, BaseTr::tr("%1 does not exist.").arg(path));
    QFile file(path);
    if (!info.isFile() || !file.open(QIODevice::ReadOnly))
        return failure(
            Error::Code::File,
            BaseTr::tr("%1 could not be read: %2.")
                .arg(path, info.isFile() ? file.errorString() : BaseTr::tr("it is not a regular file")));
    QByteArray bytes = file.read(maxBytes + 1);
    if (bytes.size() > maxBytes)
        return failure(
            Error::Code::TooLarge,
            BaseTr::tr("%1 is larger than %2 bytes and was not read.").arg(path, QString::number(maxBytes)));
    return bytes;
}

Result<void> makePrivateFolder(const QString &path)
{
    const QFileInfo folder(path);
    if (folder.isDir())
        return {};
    const QString parent = folder.absolutePath();
    if (parent != folder.absoluteFilePath()) {
        Result<void> made = makePrivateFolder(parent);
        if (!made)
            return made;
    }
    if (::mkdir(QFile::encodeName(path).constData(), 0700) != 0 && errno != EEXIST)
        return notSaved(path, errno);
    return {};
}

} // namespace chartroom
