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

/// Calls `take` with each living process of an operation until it says that it has enough.
template<typename Take>
void eachProcess(const QString &processes, Take take)
{
    const QByteArray mark = operationVariable.toUtf8() + '=';
    const QStringList names = QDir(processes).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
    for (const QString &name : names) {
        bool isPid = false;
        const qint64 pid = name.toLongLong(&isPid);
        const QString folder = processes + u'/' + name;
        const QList<QByteArray> variables =
            isPid ? bytesOf(folder + QStringLiteral("/environ")).split('\0') : QList<QByteArray>();
        for (const QByteArray &variable : variables) {
            if (!variable.startsWith(mark))
                continue;
            const auto started = startOfLiving(bytesOf(folder + QStringLiteral("/stat")));
            if (started && take(QString::fromUtf8(variable.mid(mark.size())), HelmProcess{pid, *started}))
                return;
        }
    }
}

} // namespace

std::optional<HelmProcess> findHelm(const QString &operation, const QString &processes)
{
    std::optional<HelmProcess> found;
    eachProcess(processes, [&](const QString &one, const HelmProcess &process) {
        if (one == operation)
            found = process;
        return found.has_value();
    });
    return found;
}

QStringList runningOperations(const QString &processes)
{
    QStringList found;
    eachProcess(processes, [&found](const QString &one, const HelmProcess &) {
        found.append(one);
        return false;
    });
    return found;
}

} // namespace chartroom
