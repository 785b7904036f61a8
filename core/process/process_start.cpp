// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/process/process_start.h"

#include "core/base/visible_text.h"
#include "core/process/process_tr.h"
#include "core/process/reaper.h"

#include <QDir>
#include <QFileInfo>
#include <QProcess>

namespace chartroom {

namespace {

QString nameOf(const CommandLine &command)
{
    return QFileInfo(command.program).fileName();
}

} // namespace

std::optional<Error> commandError(const CommandLine &command)
{
    if (!QDir::isAbsolutePath(command.program))
        return Error{Error::Code::Invalid,
                     ProcessTr::tr("“%1” is not an absolute path, so it is not run.").arg(command.program),
                     {},
                     {}};
    if (!QFileInfo::exists(command.program))
        return Error{Error::Code::NotFound,
                     ProcessTr::tr("The program %1 does not exist.").arg(command.program),
                     {},
                     {}};
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
    return {Error::Code::Process, ProcessTr::tr("%1 could not be started.").arg(command.program), reason, {}};
}

Error crashError(const CommandLine &command, const QByteArray &errors)
{
    return {Error::Code::Process,
            ProcessTr::tr("%1 was stopped before it completed.").arg(nameOf(command)),
            visibleText(QString::fromUtf8(errors), true, 4096),
            {}};
}

Error endError(const CommandLine &command, int exitCode, const QByteArray &errors)
{
    return {Error::Code::Process,
            ProcessTr::tr("%1 ended with exit code %2.").arg(nameOf(command)).arg(exitCode),
            visibleText(QString::fromUtf8(errors), true, 4096),
            {}};
}

} // namespace chartroom
