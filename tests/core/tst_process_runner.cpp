// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/on_finished.h"
#include "core/process/process_runner.h"
#include "core/process/program_search.h"

#include <QDir>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

using namespace chartroom;
using namespace std::chrono_literals;

namespace {

CommandLine shell(const QString &script)
{
    CommandLine command;
    command.program = QStringLiteral("/bin/sh");
    command.arguments = {QStringLiteral("-c"), script};
    return command;
}

} // namespace

class ProcessRunnerTest : public QObject
{
    Q_OBJECT

    ProcessRunner m_runner;

    Result<CommandOutput> run(const CommandLine &command)
    {
        const auto future = m_runner.run(command);
        if (!QTest::qWaitFor([&future] { return future.isFinished(); }, 10000))
            return failure(Error::Code::Timeout, QStringLiteral("the test waited too long"));
        return future.result();
    }

private Q_SLOTS:
    void outputErrorsAndExitCodeAreGiven()
    {
        const auto result = run(shell(QStringLiteral("echo out; echo err >&2; exit 3")));
        QVERIFY(result);
        QCOMPARE(result->out, QByteArray("out\n"));
        QCOMPARE(result->err, QByteArray("err\n"));
        QCOMPARE(result->exitCode, 3);
    }

    void inputArrivesAndEnds()
    {
        CommandLine command = shell(QStringLiteral("cat"));
        command.input = Masked(QByteArray(300'000, 'x'));
        const auto result = run(command);
        QVERIFY(result);
        QCOMPARE(result->out.size(), 300'000);
        QVERIFY(run(shell(QStringLiteral("cat")))); // none at all ends at once
    }

    void theLanguageIsAlwaysC()
    {
        CommandLine command = shell(QStringLiteral("echo $LC_ALL $X"));
        command.environment = {{QStringLiteral("X"), QStringLiteral("$(id)")}};
        QCOMPARE(run(command)->out, QByteArray("C $(id)\n"));
    }

    void fault30AHangingProgramTimesOut()
    {
        CommandLine command = shell(QStringLiteral("exec sleep 600"));
        command.timeout = 100ms;
        const auto result = run(command);
        QVERIFY(!result);
        QCOMPARE(result.error().code, Error::Code::Timeout);
    }

    void fault30TooMuchOutputStopsTheProgram() // fault 56
    {
        CommandLine command = shell(QStringLiteral("exec yes"));
        command.maxOutput = 100'000;
        const auto result = run(command);
        QVERIFY(!result);
        QCOMPARE(result.error().code, Error::Code::TooLarge);
    }

    void aMissingProgramIsNamed()
    {
        CommandLine command;
        command.program = QStringLiteral("/nowhere/helm");
        QCOMPARE(run(command).error().code, Error::Code::NotFound);
        command.program = QStringLiteral("helm");
        QCOMPARE(run(command).error().code, Error::Code::Invalid);
        command.program = QStringLiteral("/etc/passwd");
        QCOMPARE(run(command).error().code, Error::Code::Process);
    }

    void aKilledProgramIsAnError()
    {
        QCOMPARE(run(shell(QStringLiteral("kill -9 $$"))).error().code, Error::Code::Process);
    }

    void aCancelledFutureEndsTheProgramAndItsChildren()
    {
        QTemporaryDir folder;
        const QString pidFile = folder.filePath(QStringLiteral("pid"));
        // A child that ignores SIGTERM below a shell that waits for it.
        auto future = m_runner.run(
            shell(QStringLiteral("(trap '' TERM; sleep 600 & echo $! > '%1.tmp'; mv '%1.tmp' '%1'; wait)")
                      .arg(pidFile)));
        QTRY_VERIFY(QFile::exists(pidFile));
        QFile file(pidFile);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const pid_t child = file.readAll().trimmed().toInt();
        QVERIFY(child > 1);
        future.cancel();
        QCOMPARE(::kill(child, 0), 0); // it outlives SIGTERM: nobody waited for its end
        QTRY_VERIFY_WITH_TIMEOUT(::kill(child, 0) != 0 || isZombie(child), 60'000);
    }

    void aStreamGivesLinesAsTheyCome()
    {
        auto *stream = m_runner.stream(shell(QStringLiteral("echo a; echo b; printf c; exit 2")), this);
        QByteArrayList lines;
        connect(stream, &CommandStream::linesReceived, this, [&lines](const auto &some) { lines += some; });
        QSignalSpy stopped(stream, &CommandStream::stopped);
        QTRY_COMPARE(stopped.size(), 1);
        QCOMPARE(lines, QByteArrayList({"a", "b", "c"}));
        QVERIFY(stopped.at(0).at(0).value<Error>().message.contains(u'2'));
        delete stream;
    }

    void aStoppedStreamSaysSoOnce()
    {
        auto *stream = m_runner.stream(shell(QStringLiteral("while :; do echo x; sleep 0.01; done")), this);
        QSignalSpy lines(stream, &CommandStream::linesReceived);
        QSignalSpy stopped(stream, &CommandStream::stopped);
        QTRY_VERIFY(!lines.isEmpty());
        stream->stop();
        stream->stop();
        const auto before = lines.size();
        QTRY_COMPARE(stopped.size(), 1);
        QCOMPARE(stopped.at(0).at(0).value<Error>().code, Error::Code::Cancelled);
        QCOMPARE(lines.size(), before);
        delete stream;
    }

    void deletingARunningStreamDoesNotBlock()
    {
        auto *stream =
            m_runner.stream(shell(QStringLiteral("trap '' TERM; echo $$; while :; do sleep 1; done")), this);
        QSignalSpy lines(stream, &CommandStream::linesReceived);
        QTRY_VERIFY(!lines.isEmpty());
        const pid_t pid = lines.at(0).at(0).value<QList<QByteArray>>().at(0).toInt();
        QVERIFY(pid > 1);
        delete stream;
        QCOMPARE(::kill(pid, 0), 0); // it outlives SIGTERM: nobody waited for its end
        QTRY_VERIFY_WITH_TIMEOUT(::kill(pid, 0) != 0, 60'000);
    }

    void aStreamOfAMissingProgramStops()
    {
        CommandLine command;
        command.program = QStringLiteral("/nowhere/kubectl");
        auto *stream = m_runner.stream(command, this);
        QSignalSpy stopped(stream, &CommandStream::stopped);
        QTRY_COMPARE(stopped.size(), 1);
        QCOMPARE(stopped.at(0).at(0).value<Error>().code, Error::Code::NotFound);
        delete stream;
    }

    void aLineWithoutEndIsRefused()
    {
        CommandLine command = shell(QStringLiteral("exec cat /dev/zero"));
        command.maxOutput = 100'000;
        auto *stream = m_runner.stream(command, this);
        QSignalSpy stopped(stream, &CommandStream::stopped);
        QTRY_COMPARE(stopped.size(), 1);
        QCOMPARE(stopped.at(0).at(0).value<Error>().code, Error::Code::TooLarge);
        delete stream;
    }

    void aCommandIsShownAsTyped()
    {
        CommandLine command;
        command.program = QStringLiteral("/usr/bin/helm");
        command.arguments = {QStringLiteral("list"), QStringLiteral("a b"), QStringLiteral("it's"), QString(),
                             QStringLiteral("$(id)")};
        QCOMPARE(command.display(), QStringLiteral("/usr/bin/helm list 'a b' 'it'\\''s' '' '$(id)'"));
    }

    void programsAreFoundByFolderOrder()
    {
        QTemporaryDir first;
        QTemporaryDir second;
        for (const auto *folder : {&first, &second}) {
            QFile file(folder->filePath(QStringLiteral("plugin")));
            QVERIFY(file.open(QIODevice::WriteOnly));
            QVERIFY(file.setPermissions(folder == &first ? QFile::ReadOwner
                                                         : QFile::ReadOwner | QFile::ExeOwner));
        }
        QCOMPARE(findProgram(QStringLiteral("plugin"), {first.path(), second.path()}),
                 second.filePath(QStringLiteral("plugin")));
        QCOMPARE(findProgram(QStringLiteral("./plugin"), {second.path()}), QString());
        QCOMPARE(findProgram(QStringLiteral("plugin"), {}), QString());
        QVERIFY(programFolders().contains(QDir::home().filePath(QStringLiteral(".krew/bin"))));
    }

private:
    static bool isZombie(pid_t pid)
    {
        QFile stat(QStringLiteral("/proc/%1/stat").arg(pid));
        return !stat.open(QIODevice::ReadOnly) || stat.readAll().contains(") Z ");
    }
};

QTEST_GUILESS_MAIN(ProcessRunnerTest)
#include "tst_process_runner.moc"
