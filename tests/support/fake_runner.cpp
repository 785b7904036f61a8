// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/fake_runner.h"

namespace chartroom::test {

void FakeStream::stop()
{
    end({Error::Code::Cancelled, QStringLiteral("stopped"), {}, {}});
}

void FakeStream::give(const QList<QByteArray> &lines)
{
    if (!m_ended)
        Q_EMIT linesReceived(lines);
}

void FakeStream::end(const Error &error)
{
    if (std::exchange(m_ended, true))
        return;
    if (error.code == Error::Code::Process)
        m_exitCode = error.detail.isEmpty() ? 0 : 1;
    Q_EMIT stopped(error);
}

void FakeRunner::answerWith(const QByteArray &output)
{
    answer = [output](const CommandLine &) { return CommandOutput{0, output, {}}; };
}

void FakeRunner::release()
{
    auto held = std::exchange(m_held, {});
    for (Held &run : held) {
        run.promise.addResult(
            answer ? answer(run.command)
                   : failure(Error::Code::NotFound, QStringLiteral("the test gave no answer")));
        run.promise.finish();
    }
}

bool FakeRunner::isCancelled(qsizetype run) const
{
    return m_futures.at(run).isCanceled();
}

QFuture<Result<CommandOutput>> FakeRunner::run(const CommandLine &command)
{
    commands.append(command);
    m_held.push_back({command, {}});
    m_held.back().promise.start();
    const auto future = m_held.back().promise.future();
    m_futures.append(future);
    if (!holds)
        release();
    return future;
}

CommandStream *FakeRunner::stream(const CommandLine &command, QObject *parent)
{
    commands.append(command);
    auto *stream = new FakeStream(parent);
    streams.append(stream);
    return stream;
}

} // namespace chartroom::test
