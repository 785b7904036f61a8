// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/process/program_stream.h"

#include "core/process/process_start.h"
#include "core/process/process_tr.h"
#include "core/process/reaper.h"

#include <QProcess>

namespace chartroom {

ProgramStream::ProgramStream(CommandLine command, QObject *parent)
    : CommandStream(parent)
    , m_command(std::move(command))
    , m_process(new QProcess)
{
    prepareProcess(*m_process, m_command);
    connect(m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart)
            finish(startError(m_command, m_process->errorString()));
    });
    connect(m_process, &QProcess::finished, this, [this](int exitCode, QProcess::ExitStatus status) {
        read();
        if (!m_isFinished && !m_partial.isEmpty())
            Q_EMIT linesReceived({std::exchange(m_partial, {})});
        if (status == QProcess::NormalExit)
            m_exitCode = exitCode;
        finish(status == QProcess::CrashExit ? crashError(m_command, errors())
                                             : endError(m_command, exitCode, errors()));
    });
    // Later, so that whoever asked for the stream hears of a start that fails.
    QMetaObject::invokeMethod(this, &ProgramStream::start, Qt::QueuedConnection);
}

void ProgramStream::start()
{
    if (m_isFinished)
        return;
    if (const auto error = commandError(m_command))
        return finish(*error);
    if (const auto error = openOutput())
        return finish(*error);
    startProcess(*m_process, m_command);
}

void ProgramStream::stop()
{
    if (m_isFinished)
        return;
    endProgram();
    QMetaObject::invokeMethod(
        this,
        [this] {
            finish({Error::Code::Cancelled, ProcessTr::tr("The command was stopped."), {}, {}});
        },
        Qt::QueuedConnection);
}

void ProgramStream::tellLines(const QByteArray &bytes)
{
    QList<QByteArray> lines = (m_partial + bytes).split('\n');
    m_partial = lines.takeLast();
    if (!lines.isEmpty())
        Q_EMIT linesReceived(lines);
}

void ProgramStream::endProgram()
{
    reap(std::exchange(m_process, new QProcess));
}

void ProgramStream::finish(const Error &error)
{
    if (std::exchange(m_isFinished, true))
        return;
    Q_EMIT stopped(error);
}

} // namespace chartroom
