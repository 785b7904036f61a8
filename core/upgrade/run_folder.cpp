// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/upgrade/run_folder.h"

#include "core/upgrade/upgrade_tr.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <sys/stat.h>
#include <unistd.h>

namespace chartroom {

namespace {

/// $XDG_RUNTIME_DIR as its specification has it (XDG Base Directory 0.8: owned by the user, mode 0700); ""
/// where there is none.
QString runtimeFolder()
{
    const QString given = qEnvironmentVariable("XDG_RUNTIME_DIR");
    struct stat found = {};
    if (!QDir::isAbsolutePath(given) || ::lstat(QFile::encodeName(given).constData(), &found) != 0 ||
        !S_ISDIR(found.st_mode) || found.st_uid != ::geteuid() || (found.st_mode & 077) != 0 ||
        ::access(QFile::encodeName(given).constData(), W_OK) != 0)
        return {};
    return given;
}

QString inOperation(const QString &operationFolder)
{
    return operationFolder + QStringLiteral("/run");
}

} // namespace

QString runFolder(const QString &operationFolder)
{
    const QString runtime = runtimeFolder();
    if (runtime.isEmpty() || QFileInfo::exists(inOperation(operationFolder)))
        return inOperation(operationFolder);
    return runtime + QStringLiteral("/chartroom/") + QFileInfo(operationFolder).fileName();
}

bool hasRunFolder(const QString &operationFolder)
{
    return QFileInfo::exists(runFolder(operationFolder));
}

Result<void> removeRunFolder(const QString &operationFolder)
{
    for (const auto place : {inOperation, runFolder}) { // the second is another once the first is gone
        const QString folder = place(operationFolder);
        if (QFileInfo::exists(folder) && !QDir(folder).removeRecursively())
            return failure(Error::Code::File, UpgradeTr::tr("%1 could not be removed. It holds values of the "
                                                            "release unencrypted; delete it manually.")
                                                  .arg(folder));
    }
    return {};
}

} // namespace chartroom
