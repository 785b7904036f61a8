// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/upgrade/journal.h"

#include "core/base/document.h"
#include "core/base/private_file.h"
#include "core/secrets/log.h"
#include "core/secrets/masked_values.h"
#include "core/upgrade/upgrade_tr.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTimeZone>

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <optional>
#include <sys/file.h>
#include <unistd.h>
#include <zlib.h>

namespace chartroom {

namespace {

constexpr int format = 1;
constexpr qint64 maxBytes = 64LL * 1024 * 1024;
constexpr off_t room = 256 * 1024; // of one operation, so that a disk that fills up later does not stop it

QString journalPath(const QString &folder)
{
    return folder + QStringLiteral("/journal");
}

Error notWritten(const QString &folder, int code)
{
    return {Error::Code::File,
            UpgradeTr::tr("The journal in %1 could not be written: %2. Nothing is changed without it.")
                .arg(folder, QString::fromLocal8Bit(std::strerror(code))),
            {},
            {}};
}

QByteArray crcOf(const QByteArray &json)
{
    const uLong crc = ::crc32(0, reinterpret_cast<const Bytef *>(json.constData()), uInt(json.size()));
    return QByteArray::number(qulonglong(crc), 16).rightJustified(8, '0');
}

const QByteArray crcKey(",\"~crc\":\"");

QByteArray lineOf(const JournalRecord &record)
{
    const bool isIntent = record.kind == JournalRecord::Kind::Intent;
    const Value line(Value::Map{
        {QStringLiteral("at"), Value(record.at.toUTC().toString(Qt::ISODateWithMs))},
        {QStringLiteral("data"), maskedValues(record.data)},
        {QStringLiteral("format"), Value(Value::Number{QString::number(format)})},
        {QStringLiteral("kind"), Value(isIntent ? QStringLiteral("intent") : QStringLiteral("outcome"))},
        {QStringLiteral("step"), Value(record.step)}});
    const QByteArray json = writeJson(line, 0);
    return json.chopped(1) + crcKey + crcOf(json) + "\"}\n";
}

/// The record of a line without its end; nothing when the line is damaged.
std::optional<Value> recordIn(const QByteArray &line)
{
    const qsizetype tail = crcKey.size() + 8 + 2;
    if (line.size() <= tail || !line.endsWith("\"}") || line.mid(line.size() - tail, crcKey.size()) != crcKey)
        return {};
    const QByteArray json = line.chopped(tail) + '}';
    if (crcOf(json) != line.mid(line.size() - 10, 8))
        return {};
    const Result<Value> read = readJson(json);
    return read && read->isMap() ? std::optional(*read) : std::nullopt;
}

int syncFolder(const QString &folder)
{
    const int directory = ::open(QFile::encodeName(folder).constData(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (directory < 0)
        return errno;
    const int synced = ::fsync(directory) == 0 || errno == EINVAL ? 0 : errno;
    ::close(directory);
    return synced;
}

int writeAll(int file, const QByteArray &bytes, bool &wroteSome)
{
    for (qsizetype done = 0; done < bytes.size();) {
        const ssize_t n = ::write(file, bytes.constData() + done, size_t(bytes.size() - done));
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return n < 0 ? errno : EIO;
        done += n;
        wroteSome = true;
    }
    return ::fdatasync(file) == 0 ? 0 : errno;
}

} // namespace

Result<std::unique_ptr<Journal>> Journal::create(const QString &folder)
{
    if (QFileInfo::exists(folder))
        return tl::make_unexpected(notWritten(folder, EEXIST));
    if (const Result<void> made = makePrivateFolder(folder); !made)
        return tl::make_unexpected(made.error());
    const int file = ::open(QFile::encodeName(journalPath(folder)).constData(),
                            O_WRONLY | O_APPEND | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (file < 0)
        return tl::make_unexpected(notWritten(folder, errno));
    std::unique_ptr<Journal> journal(new Journal(folder, file, false));
    if (::flock(file, LOCK_EX | LOCK_NB) != 0)
        return tl::make_unexpected(notWritten(folder, errno));
    if (::fallocate(file, FALLOC_FL_KEEP_SIZE, 0, room) != 0 && (errno == ENOSPC || errno == EDQUOT))
        return tl::make_unexpected(notWritten(folder, errno));
    for (const QString &one : {folder, QFileInfo(folder).absolutePath()})
        if (const int synced = syncFolder(one); synced != 0)
            return tl::make_unexpected(notWritten(folder, synced));
    return journal;
}

Result<std::unique_ptr<Journal>> Journal::reopen(const QString &folder)
{
    const int file = ::open(QFile::encodeName(journalPath(folder)).constData(),
                            O_RDWR | O_APPEND | O_NOFOLLOW | O_CLOEXEC);
    if (file < 0 && errno == ENOENT)
        return failure(Error::Code::NotFound, UpgradeTr::tr("There is no journal in %1.").arg(folder));
    if (file < 0)
        return tl::make_unexpected(notWritten(folder, errno));
    std::unique_ptr<Journal> journal(new Journal(folder, file, false));
    if (::flock(file, LOCK_EX | LOCK_NB) != 0)
        return failure(Error::Code::Throttled,
                       UpgradeTr::tr("Another Chartroom is working on this; wait until it completes."));
    const Result<JournalContents> reading = readJournal(folder);
    if (!reading)
        return tl::make_unexpected(reading.error());
    char last = '\n';
    const off_t end = ::lseek(file, 0, SEEK_END);
    if (end > 0 && ::pread(file, &last, 1, end - 1) != 1)
        return tl::make_unexpected(notWritten(folder, errno));
    journal->m_isInLine = last != '\n';
    return journal;
}

Journal::~Journal()
{
    ::close(m_file);
}

Result<void> Journal::append(const JournalRecord &record)
{
    const QByteArray line = (m_isInLine ? QByteArray("\n") : QByteArray()) + lineOf(record);
    bool wroteSome = false;
    const int writing = writeAll(m_file, line, wroteSome);
    m_isInLine = writing != 0 && (m_isInLine || wroteSome);
    if (writing != 0)
        return tl::make_unexpected(notWritten(m_folder, writing));
    return {};
}

Result<JournalContents> readJournalText(const QByteArray &text)
{
    JournalContents reading;
    QList<QByteArray> lines = text.split('\n');
    if (lines.last().isEmpty())
        lines.removeLast();
    for (const QByteArray &line : std::as_const(lines)) {
        const auto found = recordIn(line);
        reading.isTorn = !found;
        if (!found) {
            ++reading.damaged;
            continue;
        }
        if (found->at({QStringLiteral("format")}).scalarText().toInt() > format)
            return failure(
                Error::Code::Unsupported,
                UpgradeTr::tr("A newer Chartroom wrote this journal; use that version to continue."));
        JournalRecord record;
        record.kind = found->at({QStringLiteral("kind")}).toString() == u"intent"
                          ? JournalRecord::Kind::Intent
                          : JournalRecord::Kind::Outcome;
        record.step = found->at({QStringLiteral("step")}).toString();
        record.at = QDateTime::fromString(found->at({QStringLiteral("at")}).toString(), Qt::ISODateWithMs);
        record.data = found->at({QStringLiteral("data")});
        reading.records.append(record);
    }
    return reading;
}

Result<JournalContents> readJournal(const QString &folder)
{
    const Result<QByteArray> text = readPlainFile(journalPath(folder), maxBytes);
    if (!text)
        return tl::make_unexpected(text.error());
    return readJournalText(*text);
}

bool isJournalHeld(const QString &folder)
{
    const int file = ::open(QFile::encodeName(journalPath(folder)).constData(), O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return false;
    const bool isHeld = ::flock(file, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    ::close(file);
    return isHeld;
}

QStringList operationFolders(const QString &folder)
{
    QStringList folders;
    const QStringList names = QDir(folder).entryList(QDir::Dirs | QDir::NoDotAndDotDot | QDir::NoSymLinks,
                                                     QDir::Name | QDir::Reversed);
    for (const QString &name : names)
        if (QFileInfo::exists(journalPath(folder + u'/' + name)))
            folders.append(folder + u'/' + name);
    return folders;
}

QString operationsFolder()
{
    return stateFolder() + QStringLiteral("/operations");
}

} // namespace chartroom
