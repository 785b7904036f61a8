// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/process/kept_stream.h"

#include "core/process/process_tr.h"

#include <QProcess>

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

namespace chartroom {

namespace {

constexpr qint64 maxErrors = 4096; // the last of them: how it ended

/// 0, or the error's number.
int makeFile(const QString &path)
{
    const int file = ::open(QFile::encodeName(path).constData(),
                            O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (file < 0)
        return errno;
    ::close(file);
    return 0;
}

} // namespace

KeptStream::KeptStream(CommandLine command, QObject *parent)
    : ProgramStream(std::move(command), parent)
    , m_output(m_command.outputFile)
{
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, &KeptStream::read);
}

KeptStream::~KeptStream()
{
    m_process->disconnect();
    if (m_process->state() == QProcess::NotRunning) {
        m_process->deleteLater();
        return;
    }
    // A QProcess that is deleted kills its program, so this one goes when the program has ended.
    connect(m_process, &QProcess::finished, m_process, &QObject::deleteLater);
}

std::optional<Error> KeptStream::openOutput()
{
    for (const QString &path : {m_command.outputFile, m_command.errorsFile()})
        if (const int problem = makeFile(path); problem != 0)
            return Error{Error::Code::File,
                         ProcessTr::tr("%1 was not started, because its output cannot be saved in %2: %3.")
                             .arg(m_command.program, path, QString::fromLocal8Bit(std::strerror(problem))),
                         {},
                         {}};
    m_process->setStandardOutputFile(m_command.outputFile, QIODevice::Append);
    m_process->setStandardErrorFile(m_command.errorsFile(), QIODevice::Append);
    (void)m_output.open(QIODevice::ReadOnly | QIODevice::Unbuffered);
    m_watcher.addPath(m_command.outputFile);
    return std::nullopt;
}

/// What is there, as far as it is told.
void KeptStream::read()
{
    constexpr qint64 atOnce = 256 * 1024;
    while (!isFinished() && m_output.isOpen()) {
        const qint64 left = m_command.maxOutput - m_output.pos();
        const QByteArray bytes = left > 0 ? m_output.read(qMin(left, atOnce)) : QByteArray();
        if (!bytes.isEmpty()) {
            tellLines(bytes);
        } else if (left > 0) {
            return;
        } else {
            m_output.close();
            m_watcher.removePath(m_command.outputFile);
            Q_EMIT linesReceived({std::exchange(m_partial, {}),
                                  ProcessTr::tr("(more is in %1)").arg(m_command.outputFile).toUtf8()});
        }
    }
}

QByteArray KeptStream::errors()
{
    QFile file(m_command.errorsFile());
    if (!file.open(QIODevice::ReadOnly))
        return {};
    file.seek(qMax<qint64>(0, file.size() - maxErrors));
    return file.read(maxErrors);
}

} // namespace chartroom
