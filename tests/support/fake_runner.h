// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/process/command_runner.h"

#include <QPointer>

#include <functional>
#include <vector>

namespace chartroom::test {

/// A stream whose lines the test gives.
class FakeStream final : public CommandStream
{
    Q_OBJECT
public:
    using CommandStream::CommandStream;
    void stop() override;
    void give(const QList<QByteArray> &lines);
    void end(const Error &error);

private:
    bool m_ended = false;
};

/// Notes the commands it is given; runs nothing. Each is answered by `answer` when release() is called, at
/// once unless `holds` is set.
class FakeRunner final : public CommandRunner
{
public:
    std::function<Result<CommandOutput>(const CommandLine &)> answer;
    bool holds = false;
    QList<CommandLine> commands;
    QList<QPointer<FakeStream>> streams;

    /// Answers every run with this output and exit code 0.
    void answerWith(const QByteArray &output);
    void release();
    [[nodiscard]] bool isCancelled(qsizetype run) const;

    [[nodiscard]] QFuture<Result<CommandOutput>> run(const CommandLine &command) override;
    [[nodiscard]] CommandStream *stream(const CommandLine &command, QObject *parent) override;

private:
    struct Held
    {
        CommandLine command;
        QPromise<Result<CommandOutput>> promise;
    };
    std::vector<Held> m_held;
    QList<QFuture<Result<CommandOutput>>> m_futures;
};

} // namespace chartroom::test
