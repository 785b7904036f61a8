// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/process/reaper.h"

#include <QCoreApplication>
#include <QProcess>
#include <QTimer>

#include <csignal>
#include <unistd.h>

namespace chartroom {

namespace {

void signalGroup(qint64 leader, int signal)
{
    if (leader > 1)
        ::kill(-pid_t(leader), signal);
}

} // namespace

void leadOwnGroup(QProcess &process)
{
    process.setChildProcessModifier([] { ::setpgid(0, 0); });
}

void reap(QProcess *process, std::chrono::milliseconds grace)
{
    process->disconnect();
    process->setParent(nullptr);
    // Output nobody reads must not stop the child from ending.
    process->closeReadChannel(QProcess::StandardOutput);
    process->closeReadChannel(QProcess::StandardError);
    if (process->state() == QProcess::NotRunning) {
        process->deleteLater();
        return;
    }
    // What it started and left behind goes with it.
    QObject::connect(process, &QProcess::finished, process, [process, leader = process->processId()] {
        signalGroup(leader, SIGKILL);
        process->deleteLater();
    });
    QObject::connect(process, &QProcess::errorOccurred, process, [process](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart)
            process->deleteLater();
    });
    const auto kill = [process, leader = process->processId()] {
        signalGroup(leader, SIGKILL);
        process->kill();
    };
    signalGroup(process->processId(), SIGTERM);
    process->terminate();
    QTimer::singleShot(grace, process, kill);
    QObject::connect(qApp, &QCoreApplication::aboutToQuit, process, kill);
}

} // namespace chartroom
