// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/process/process_stream.h"

#include "core/base/visible_text.h"
#include "core/process/reaper.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QProcess>

namespace chartroom {

namespace {

constexpr qsizetype keptErrors = 64 * 1024;

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(chartroom::ProcessRunner)
};

QString nameOf(const CommandLine &command)
{
    return QFileInfo(command.program).fileName();
}

} // namespace

std::optional<Error> commandError(const CommandLine &command)
{
    if (!QDir::isAbsolutePath(command.program))
        return Error{Error::Code::Invalid,
                     Text::tr("“%1” is not an absolute path, so it is not run.").arg(command.program),
                     {},
                     {}};
    if (!QFileInfo::exists(command.program))
        return Error{
            Error::Code::NotFound, Text::tr("The program %1 does not exist.").arg(command.program), {}, {}};
    return std::nullopt;
}

void prepareProcess(QProcess &process, const CommandLine &command)
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const auto &[name, value] : command.environment)
        environment.insert(name, value);
    environment.insert(QStringLiteral("LC_ALL"), QStringLiteral("C"));
    process.setProcessEnvironment(environment);
    process.setProgram(command.program);
    process.setArguments(command.arguments);
    leadOwnGroup(process);
    if (command.input.isEmpty())
        process.setStandardInputFile(QProcess::nullDevice());
}

void startProcess(QProcess &process, const CommandLine &command)
{
    process.start(QIODevice::ReadWrite);
    if (command.input.isEmpty() || process.state() == QProcess::NotRunning)
        return;
    process.write(command.input.reveal());
    process.closeWriteChannel();
}

Error startError(const CommandLine &command, const QString &reason)
{
    return {Error::Code::Process, Text::tr("%1 could not be started.").arg(command.program), reason, {}};
}

Error crashError(const CommandLine &command, const QByteArray &errors)
{
    return {Error::Code::Process,
            Text::tr("%1 was ended before it was done.").arg(nameOf(command)),
            visibleText(QString::fromUtf8(errors), true, 4096),
            {}};
}

Error endError(const CommandLine &command, int exitCode, const QByteArray &errors)
{
    return {Error::Code::Process,
            Text::tr("%1 ended with exit code %2.").arg(nameOf(command)).arg(exitCode),
            visibleText(QString::fromUtf8(errors), true, 4096),
            {}};
}

ProcessStream::ProcessStream(CommandLine command, QObject *parent)
    : CommandStream(parent)
    , m_command(std::move(command))
    , m_process(new QProcess)
{
    prepareProcess(*m_process, m_command);
    connect(m_process, &QProcess::readyReadStandardOutput, this, &ProcessStream::readOutput);
    connect(m_process, &QProcess::readyReadStandardError, this,
            [this] { m_errors = (m_errors + m_process->readAllStandardError()).right(keptErrors); });
    connect(m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart)
            finish(startError(m_command, m_process->errorString()));
    });
    connect(m_process, &QProcess::finished, this, [this](int exitCode, QProcess::ExitStatus status) {
        readOutput();
        if (!m_finished && !m_partial.isEmpty())
            Q_EMIT linesReceived({std::exchange(m_partial, {})});
        if (status == QProcess::CrashExit)
            return finish(crashError(m_command, m_errors));
        finish(endError(m_command, exitCode, m_errors));
    });
    // Later, so that whoever asked for the stream hears of a start that fails.
    QMetaObject::invokeMethod(this, &ProcessStream::start, Qt::QueuedConnection);
}

ProcessStream::~ProcessStream()
{
    reap(m_process);
}

void ProcessStream::start()
{
    if (m_finished)
        return;
    if (const auto error = commandError(m_command))
        return finish(*error);
    startProcess(*m_process, m_command);
}

void ProcessStream::stop()
{
    if (m_finished)
        return;
    reap(std::exchange(m_process, new QProcess));
    QMetaObject::invokeMethod(
        this,
        [this] {
            finish({Error::Code::Cancelled, Text::tr("The command was stopped."), {}, {}});
        },
        Qt::QueuedConnection);
}

void ProcessStream::readOutput()
{
    if (m_finished)
        return;
    m_partial += m_process->readAllStandardOutput();
    QList<QByteArray> lines = m_partial.split('\n');
    m_partial = lines.takeLast();
    if (!lines.isEmpty())
        Q_EMIT linesReceived(lines);
    if (m_partial.size() > m_command.maxOutput) {
        reap(std::exchange(m_process, new QProcess));
        finish({Error::Code::TooLarge,
                Text::tr("%1 printed a line of more than %2 bytes; it was stopped.")
                    .arg(nameOf(m_command))
                    .arg(m_command.maxOutput),
                {},
                {}});
    }
}

void ProcessStream::finish(const Error &error)
{
    if (std::exchange(m_finished, true))
        return;
    Q_EMIT stopped(error);
}

} // namespace chartroom
