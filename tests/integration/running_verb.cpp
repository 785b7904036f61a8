// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/running_verb.h"

#include "core/upgrade/journal.h"

#include <QDir>
#include <QEventLoop>
#include <QFileSystemWatcher>
#include <QTimer>

#include <csignal>

namespace chartroom::test {

RunningVerb::RunningVerb(const ChartroomProgram &program)
    : m_program(program)
{}

bool RunningVerb::start(const QStringList &arguments)
{
    QDir().mkpath(m_program.operations());
    m_before = operationFolders(m_program.operations());
    m_process.setProcessEnvironment(m_program.home().environment());
    m_process.start(m_program.program(), m_program.onItsCluster(arguments));
    return m_process.waitForStarted();
}

bool RunningVerb::until(const std::function<bool()> &isThere)
{
    QFileSystemWatcher folders;
    QEventLoop loop;
    const auto look = [&] {
        folders.addPath(m_program.operations());
        for (const QString &folder : operationFolders(m_program.operations()))
            folders.addPaths({folder, folder + QStringLiteral("/journal")});
        if (isThere() || m_process.state() == QProcess::NotRunning)
            loop.quit();
    };
    QObject::connect(&folders, &QFileSystemWatcher::directoryChanged, &loop, look);
    QObject::connect(&folders, &QFileSystemWatcher::fileChanged, &loop, look);
    QObject::connect(&m_process, &QProcess::finished, &loop, look);
    QTimer late; // what no folder tells: that a process came or went
    QObject::connect(&late, &QTimer::timeout, &loop, look);
    late.start(5);
    QTimer::singleShot(0, &loop, look);
    loop.exec();
    return isThere();
}

const QString &RunningVerb::operation()
{
    if (m_operation.isEmpty())
        for (const QString &folder : operationFolders(m_program.operations()))
            if (!m_before.contains(folder))
                m_operation = QDir(folder).dirName();
    return m_operation;
}

bool RunningVerb::hasWritten(int records)
{
    if (operation().isEmpty())
        return false;
    const auto reading = readJournal(m_program.operations() + u'/' + m_operation);
    return (reading ? int(reading->records.size()) : 0) >= records;
}

void RunningVerb::kill() const
{
    if (const qint64 pid = m_process.processId(); pid > 0) // 0 is everybody
        ::kill(pid_t(pid), SIGKILL);
}

} // namespace chartroom::test
