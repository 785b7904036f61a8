// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/upgrade/helm_process.h"

#include <QDir>
#include <QFile>

namespace chartroom {

namespace {

QByteArray bytesOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// State and start time: the fields behind the program's name, which may hold anything.
std::optional<quint64> startOfLiving(const QByteArray &stat)
{
    constexpr int startField = 19; // the 22nd of all, counted from the state
    const QList<QByteArray> fields = stat.mid(stat.lastIndexOf(')') + 2).split(' ');
    if (fields.size() <= startField || fields[0] == "Z" || fields[0] == "X")
        return {};
    return fields[startField].toULongLong();
}

} // namespace

std::optional<HelmProcess> findHelm(const QString &operation, const QString &processes)
{
    const QByteArray mark = operationVariable.toUtf8() + '=' + operation.toUtf8();
    const QStringList names = QDir(processes).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
    for (const QString &name : names) {
        bool isPid = false;
        const qint64 pid = name.toLongLong(&isPid);
        const QString folder = processes + u'/' + name;
        if (!isPid || !bytesOf(folder + QStringLiteral("/environ")).split('\0').contains(mark))
            continue;
        if (const auto started = startOfLiving(bytesOf(folder + QStringLiteral("/stat"))))
            return HelmProcess{pid, *started};
    }
    return {};
}

} // namespace chartroom
