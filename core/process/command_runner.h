// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/masked.h"
#include "core/base/result.h"

#include <QFuture>
#include <QList>
#include <QStringList>

#include <chrono>
#include <optional>

namespace chartroom {

/// A program with its arguments, exactly as it will run; never a shell line (rule S2).
struct CommandLine
{
    QString program; ///< absolute path
    QStringList arguments;
    QList<std::pair<QString, QString>> environment; ///< added to the parent's, LC_ALL=C is always set
    Masked input;                                   ///< written to stdin, then closed
    std::chrono::milliseconds timeout{std::chrono::seconds(60)};
    qint64 maxOutput = 64 * 1024 * 1024; ///< bytes of stdout; stderr is cut at 1 MiB
    /// With stream() only. Not empty: the output goes into this file and the errors into errorsFile() instead
    /// of pipes, both made anew with mode 0600. A program that outlives who started it can then go on
    /// printing, and to the end: it is ended by stop() and by nothing else.
    QString outputFile{};

    [[nodiscard]] QString errorsFile() const { return outputFile + QStringLiteral(".err"); }

    /// As a person would type it in a POSIX shell, with its environment, quoted where needed.
    [[nodiscard]] QString display() const;
};

struct CommandOutput
{
    int exitCode = 0;
    QByteArray out;
    QByteArray err;
};

/// A child that prints line after line. Emits on the thread that started it; `stop()` ends the child without
/// blocking.
class CommandStream : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;
    virtual void stop() = 0;
    /// Nothing until it ends by itself.
    [[nodiscard]] std::optional<int> exitCode() const { return m_exitCode; }

Q_SIGNALS:
    void linesReceived(const QList<QByteArray> &lines);
    /// Exactly once, after the last line: Cancelled after stop(), Process otherwise, with what it wrote to
    /// standard error as the detail.
    void stopped(const chartroom::Error &error);

protected:
    std::optional<int> m_exitCode;
};

/// Runs programs. A cancelled future terminates the child (a reaper waits and kills, nothing blocks).
class CommandRunner
{
public:
    virtual ~CommandRunner() = default;
    /// A non-zero exit is a result, not an Error; not found, not started, timed out and over maxOutput are.
    [[nodiscard]] virtual QFuture<Result<CommandOutput>> run(const CommandLine &command) = 0;
    [[nodiscard]] virtual CommandStream *stream(const CommandLine &command, QObject *parent) = 0;
};

} // namespace chartroom
