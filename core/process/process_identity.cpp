// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/process/process_identity.h"

#include <QCryptographicHash>
#include <QFile>
#include <QStringList>
#include <QSysInfo>

#include <cerrno>
#include <csignal>
#include <unistd.h>

namespace chartroom {

namespace {

constexpr int parts = 5;

QByteArray bytesOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QString statFile(qint64 pid)
{
    return QStringLiteral("/proc/%1/stat").arg(pid);
}

QString machineText()
{
    const QByteArray id = QSysInfo::machineUniqueId();
    if (id.isEmpty())
        return {};
    return QString::fromLatin1(
        QCryptographicHash::hash("chartroom" + id + QSysInfo::machineHostName().toUtf8(),
                                 QCryptographicHash::Sha256)
            .toHex()
            .left(16));
}

} // namespace

std::optional<quint64> startOfLiving(const QByteArray &stat)
{
    constexpr int startField = 19; // the 22nd of all, counted from the state behind the program's name
    const QList<QByteArray> fields = stat.mid(stat.lastIndexOf(')') + 2).split(' ');
    if (fields.size() <= startField || fields[0] == "Z" || fields[0] == "X")
        return {};
    return fields[startField].toULongLong();
}

ProcessIdentity ProcessIdentity::ofThisProcess()
{
    ProcessIdentity identity;
    identity.machine = machineText();
    identity.boot = QString::fromLatin1(bytesOf(QStringLiteral("/proc/sys/kernel/random/boot_id")).trimmed());
    char space[64] = {};
    if (::readlink("/proc/self/ns/pid", space, sizeof space - 1) > 0)
        identity.space = QString::fromLatin1(space);
    identity.pid = ::getpid();
    identity.started = startOfLiving(bytesOf(statFile(identity.pid))).value_or(0);
    return identity;
}

QString ProcessIdentity::text() const
{
    return QStringList{machine, boot, space, QString::number(pid), QString::number(started)}.join(u'/');
}

ProcessIdentity ProcessIdentity::fromText(const QString &text)
{
    const QStringList read = text.split(u'/');
    if (read.size() != parts)
        return {};
    return {read[0], read[1], read[2], read[3].toLongLong(), read[4].toULongLong()};
}

ProcessPlace placeOf(const ProcessIdentity &process)
{
    static const ProcessIdentity self = ProcessIdentity::ofThisProcess();
    if (process.boot.isEmpty() || self.boot.isEmpty())
        return ProcessPlace::Elsewhere;
    if (process.boot == self.boot)
        return !self.space.isEmpty() && process.space == self.space ? ProcessPlace::Here
                                                                    : ProcessPlace::Elsewhere;
    return !self.machine.isEmpty() && process.machine == self.machine ? ProcessPlace::Ended
                                                                      : ProcessPlace::Elsewhere;
}

Aliveness alivenessOf(const ProcessIdentity &process)
{
    switch (placeOf(process)) {
    case ProcessPlace::Elsewhere:
        return Aliveness::Unknown;
    case ProcessPlace::Ended:
        return Aliveness::Gone;
    case ProcessPlace::Here:
        break;
    }
    if (process.pid <= 0 || process.started == 0)
        return Aliveness::Unknown;
    if (const QByteArray stat = bytesOf(statFile(process.pid)); !stat.isEmpty())
        return startOfLiving(stat) == process.started ? Aliveness::Alive : Aliveness::Gone;
    // Another user's may be hidden (proc(5), hidepid); the kernel tells of it all the same.
    return ::kill(pid_t(process.pid), 0) != 0 && errno == ESRCH ? Aliveness::Gone : Aliveness::Unknown;
}

} // namespace chartroom
