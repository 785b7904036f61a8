// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/child_run.h"

#include <QFile>

#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace chartroom::test {

namespace {

using Clock = std::chrono::steady_clock;

std::chrono::microseconds since(Clock::time_point start)
{
    return std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - start);
}

std::chrono::microseconds of(const timeval &time)
{
    return std::chrono::seconds(time.tv_sec) + std::chrono::microseconds(time.tv_usec);
}

} // namespace

ChildRun runChild(const QString &program, const QStringList &arguments)
{
    std::vector<QByteArray> words{QFile::encodeName(program)};
    for (const QString &argument : arguments)
        words.push_back(QFile::encodeName(argument));
    std::vector<char *> argv;
    for (QByteArray &word : words)
        argv.push_back(word.data());
    argv.push_back(nullptr);

    ChildRun run;
    int ends[2];
    if (pipe(ends) != 0)
        return run;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_addclose(&actions, ends[0]);
    posix_spawn_file_actions_addclose(&actions, ends[1]);
    const Clock::time_point start = Clock::now();
    pid_t pid = 0;
    run.started = posix_spawn(&pid, argv[0], &actions, nullptr, argv.data(), environ) == 0;
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    if (run.started) {
        char block[65536];
        for (ssize_t size = 0; (size = read(ends[0], block, sizeof block)) > 0;) {
            run.output.append(block, size);
            if (run.firstLine.count() == 0 && run.output.contains('\n'))
                run.firstLine = since(start);
        }
        int status = 0;
        rusage usage{};
        wait4(pid, &status, 0, &usage);
        run.wall = since(start);
        run.exitCode = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
        run.processor = of(usage.ru_utime) + of(usage.ru_stime);
        run.peakBytes = qint64(usage.ru_maxrss) * 1024;
    }
    close(ends[0]);
    return run;
}

} // namespace chartroom::test
