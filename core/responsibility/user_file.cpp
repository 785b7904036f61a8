// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/responsibility/user_file.h"

#include "core/base/document.h"
#include "core/base/private_file.h"
#include "core/responsibility/responsibility_tr.h"

#include <QFile>
#include <QFileInfo>
#include <QScopeGuard>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace chartroom {

namespace {

constexpr qint64 maxFileBytes = 4LL * 1024 * 1024;

/// A double-quoted JSON string is a YAML one as well.
QByteArray quoted(const QString &text)
{
    return writeJson(Value(text), 0).trimmed();
}

QByteArray itemText(const UserFileItem &item, const QByteArray &indent)
{
    QByteArray text;
    for (const auto &[key, value] : item)
        text += indent + (text.isEmpty() ? "- " : "  ") + key + ": " + quoted(value) + '\n';
    return text;
}

} // namespace

QByteArray withUserFileItem(const QByteArray &file, const QByteArray &list, const UserFileItem &item)
{
    const QList<QByteArray> lines = file.split('\n');
    qsizetype start = -1;
    qsizetype last = -1; // last line that belongs to the block
    QByteArray indent("  ");
    bool sawItem = false;
    for (qsizetype i = 0; i < lines.size(); ++i) {
        const QByteArray &line = lines[i];
        if (start < 0) {
            if (line.startsWith(list + ':'))
                start = last = i;
            continue;
        }
        const QByteArray trimmed = line.trimmed();
        if (trimmed.isEmpty() || trimmed.startsWith('#'))
            continue;
        if (line[0] != ' ' && line[0] != '-')
            break;
        if (!sawItem && trimmed.startsWith("- ")) {
            indent = line.left(line.indexOf('-'));
            sawItem = true;
        }
        last = i;
    }
    if (start < 0) {
        QByteArray text = file.isEmpty() ? QByteArray("chartroomResponsibility: 1\n") : file;
        if (!text.endsWith('\n'))
            text += '\n';
        return text + '\n' + list + ":\n" + itemText(item, indent);
    }
    const QByteArray before = lines.mid(0, last + 1).join('\n');
    const QByteArray after = lines.mid(last + 1).join('\n');
    return before + '\n' + itemText(item, indent) + after;
}

Result<void> changeUserFile(const QString &path,
                            const std::function<Result<QByteArray>(const QByteArray &)> &change)
{
    Result<void> folder = makePrivateFolder(QFileInfo(path).absolutePath());
    if (!folder)
        return folder;
    // The folder itself is the lock, so that no lock file is left behind.
    const int lock = ::open(QFile::encodeName(QFileInfo(path).absolutePath()).constData(),
                            O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    const auto unlock = qScopeGuard([lock] { ::close(lock); });
    if (lock < 0 || ::flock(lock, LOCK_EX | LOCK_NB) != 0)
        return failure(
            Error::Code::File,
            ResponsibilityTr::tr("Nothing was saved, because another Chartroom is saving; retry."));
    const Result<QByteArray> old = readPlainFile(path, maxFileBytes);
    if (!old && old.error().code != Error::Code::NotFound)
        return tl::make_unexpected(old.error());
    const Result<QByteArray> text = change(old.value_or(QByteArray()));
    if (!text)
        return tl::make_unexpected(text.error());
    return writePrivateFile(path, *text);
}

} // namespace chartroom
