// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/process/command_runner.h"

#include <optional>

class QProcess;

namespace chartroom {

/// The lines of one running program: how it is started, stopped and ends. Where it prints, and what becomes
/// of it when the stream is deleted, is the heirs'; they see to `m_process` in their destructors.
class ProgramStream : public CommandStream
{
    Q_OBJECT
public:
    void stop() final;

protected:
    ProgramStream(CommandLine command, QObject *parent);

    /// Just before the program starts, which it does not after an error.
    [[nodiscard]] virtual std::optional<Error> openOutput() { return std::nullopt; }
    /// Tells what has been printed so far, by tellLines(). Called once more when the program has ended.
    virtual void read() = 0;
    /// The last of what it printed on stderr.
    [[nodiscard]] virtual QByteArray errors() = 0;

    [[nodiscard]] bool isFinished() const { return m_isFinished; }
    /// All whole lines; what is left waits in `m_partial` for its end.
    void tellLines(const QByteArray &bytes);
    void endProgram();
    void finish(const Error &error);

    const CommandLine m_command;
    QProcess *m_process;
    QByteArray m_partial;

private:
    void start();

    bool m_isFinished = false;
};

} // namespace chartroom
