// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/process/command_runner.h"

#include <optional>

class QProcess;

namespace chartroom {

/// The lines of one running program. Deleting it ends the program through the reaper, silently.
class ProcessStream final : public CommandStream
{
    Q_OBJECT
public:
    ProcessStream(CommandLine command, QObject *parent);
    ~ProcessStream() override;

    void stop() override;

private:
    void start();
    void readOutput();
    void finish(const Error &error);

    CommandLine m_command;
    QProcess *m_process;
    QByteArray m_partial;
    QByteArray m_errors; ///< the last of stderr
    bool m_finished = false;
};

/// What both runs and streams need: program checked, environment, group, standard input.
[[nodiscard]] std::optional<Error> commandError(const CommandLine &command);
void prepareProcess(QProcess &process, const CommandLine &command);
void startProcess(QProcess &process, const CommandLine &command);
[[nodiscard]] Error startError(const CommandLine &command, const QString &reason);
[[nodiscard]] Error crashError(const CommandLine &command, const QByteArray &errors);
/// How it ended by itself.
[[nodiscard]] Error endError(const CommandLine &command, int exitCode, const QByteArray &errors);

} // namespace chartroom
