// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/process/process_runner.h"

#include "core/base/on_finished.h"
#include "core/base/visible_text.h"
#include "core/process/kept_stream.h"
#include "core/process/process_start.h"
#include "core/process/process_stream.h"
#include "core/process/process_tr.h"
#include "core/process/reaper.h"

#include <QDir>
#include <QFileInfo>
#include <QProcess>
#include <QTimer>

namespace chartroom {

namespace {

constexpr qsizetype maxErrorOutput = 1024 * 1024;

/// One program under way; deletes itself when it has answered.
class Run final : public QObject
{
    Q_OBJECT
public:
    explicit Run(CommandLine command)
        : m_command(std::move(command))
        , m_process(new QProcess)
    {
        m_promise.start();
        prepareProcess(*m_process, m_command);
        connect(m_process, &QProcess::readyReadStandardOutput, this, &Run::readOutput);
        connect(m_process, &QProcess::readyReadStandardError, this, &Run::readErrors);
        connect(m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
            if (error == QProcess::FailedToStart)
                answer(tl::make_unexpected(startError(m_command, m_process->errorString())));
        });
        connect(m_process, &QProcess::finished, this, &Run::finish);
        connect(&m_watcher, &QFutureWatcherBase::canceled, this, [this] {
            answer(failure(Error::Code::Cancelled, ProcessTr::tr("The command was cancelled.")));
        });
        connect(&m_timer, &QTimer::timeout, this, [this] {
            const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(m_command.timeout);
            answer(failure(Error::Code::Timeout,
                           ProcessTr::tr("%1 did not end within %n second(s); it was stopped.", nullptr,
                                         int(seconds.count()))
                               .arg(QFileInfo(m_command.program).fileName()),
                           visibleText(QString::fromUtf8(m_output.err), true, 4096)));
        });
        m_watcher.setFuture(m_promise.future());
    }

    ~Run() override { reap(m_process); }

    [[nodiscard]] QFuture<Result<CommandOutput>> future() const { return m_promise.future(); }

    void start()
    {
        m_timer.setSingleShot(true);
        m_timer.start(m_command.timeout);
        startProcess(*m_process, m_command);
    }

private:
    void readOutput()
    {
        m_output.out += m_process->readAllStandardOutput();
        if (m_output.out.size() > m_command.maxOutput)
            answer(
                failure(Error::Code::TooLarge, ProcessTr::tr("%1 printed more than %2 bytes; it was stopped.")
                                                   .arg(QFileInfo(m_command.program).fileName())
                                                   .arg(m_command.maxOutput)));
    }

    void readErrors()
    {
        const QByteArray bytes = m_process->readAllStandardError();
        m_output.err += bytes.first(qMin(bytes.size(), maxErrorOutput - m_output.err.size()));
    }

    void finish(int exitCode, QProcess::ExitStatus status)
    {
        readErrors();
        readOutput();
        if (status == QProcess::CrashExit)
            return answer(tl::make_unexpected(crashError(m_command, m_output.err)));
        m_output.exitCode = exitCode;
        answer(std::move(m_output));
    }

    void answer(Result<CommandOutput> result)
    {
        if (m_answered)
            return;
        m_answered = true;
        m_timer.stop();
        m_promise.addResult(std::move(result));
        m_promise.finish();
        deleteLater();
    }

    CommandLine m_command;
    QProcess *m_process;
    QPromise<Result<CommandOutput>> m_promise;
    QFutureWatcher<Result<CommandOutput>> m_watcher;
    QTimer m_timer;
    CommandOutput m_output;
    bool m_answered = false;
};

} // namespace

QFuture<Result<CommandOutput>> ProcessRunner::run(const CommandLine &command)
{
    if (auto error = commandError(command))
        return readyFuture(Result<CommandOutput>(tl::make_unexpected(*std::move(error))));
    auto *run = new Run(command);
    const auto future = run->future();
    run->start();
    return future;
}

CommandStream *ProcessRunner::stream(const CommandLine &command, QObject *parent)
{
    if (command.outputFile.isEmpty())
        return new ProcessStream(command, parent);
    return new KeptStream(command, parent);
}

} // namespace chartroom

#include "process_runner.moc"
