// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/process/process_stream.h"

#include "core/process/process_tr.h"
#include "core/process/reaper.h"

#include <QFileInfo>
#include <QProcess>

namespace chartroom {

namespace {

constexpr qsizetype keptErrors = 64 * 1024;

} // namespace

ProcessStream::ProcessStream(CommandLine command, QObject *parent)
    : ProgramStream(std::move(command), parent)
{
    connect(m_process, &QProcess::readyReadStandardOutput, this, &ProcessStream::read);
    connect(m_process, &QProcess::readyReadStandardError, this,
            [this] { m_errors = (m_errors + m_process->readAllStandardError()).right(keptErrors); });
}

ProcessStream::~ProcessStream()
{
    reap(m_process);
}

void ProcessStream::read()
{
    if (isFinished())
        return;
    tellLines(m_process->readAllStandardOutput());
    if (m_partial.size() > m_command.maxOutput) {
        endProgram();
        finish({Error::Code::TooLarge,
                ProcessTr::tr("%1 printed a line of more than %2 bytes; it was stopped.")
                    .arg(QFileInfo(m_command.program).fileName())
                    .arg(m_command.maxOutput),
                {},
                {}});
    }
}

} // namespace chartroom
