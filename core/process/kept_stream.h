// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/process/command_runner.h"

#include <QFile>
#include <QFileSystemWatcher>

class QProcess;

namespace chartroom {

/// The lines of a program that prints into files, read as they grow. Deleting it leaves the program alone: it
/// runs on, also when this program ends or is killed.
class KeptStream final : public CommandStream
{
    Q_OBJECT
public:
    KeptStream(CommandLine command, QObject *parent);
    ~KeptStream() override;

    void stop() override;

private:
    void start();
    void read();
    void take(const QByteArray &bytes);
    void finish(const Error &error);

    CommandLine m_command;
    QProcess *m_process;
    QFile m_output;
    QFileSystemWatcher m_watcher;
    QByteArray m_partial;
    bool m_finished = false;
};

} // namespace chartroom
