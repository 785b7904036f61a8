// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/on_finished.h"
#include "core/process/process_runner.h"
#include "core/process/program_search.h"
#include "tests/support/file_bytes.h"
#include "tests/support/test_main.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QScopeGuard>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

using namespace chartroom;
using namespace chartroom::test;
using namespace std::chrono_literals;

namespace HIDDEN_FROM_MOC tst_process_runner {

namespace {

CommandLine shell(const QString &script)
{
    CommandLine command;
    command.program = QStringLiteral("/bin/sh");
    command.arguments = {QStringLiteral("-c"), script};
    return command;
}

void make(const QString &path)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
}

/// All that a stream tells.
struct Told
{
    explicit Told(CommandStream *stream)
        : stopped(stream, &CommandStream::stopped)
    {
        QObject::connect(stream, &CommandStream::linesReceived, stream,
                         [this](const QList<QByteArray> &more) { lines += more; });
    }
    Q_DISABLE_COPY_MOVE(Told)
    [[nodiscard]] Error end() const { return stopped.at(0).at(0).value<Error>(); }

    QList<QByteArray> lines;
    QSignalSpy stopped;
};

/// Starts the script and waits until it is killed itself.
int keep(int argc, char **argv)
{
    const QCoreApplication app(argc, argv);
    CommandLine command;
    command.program = QStringLiteral("/bin/sh");
    command.arguments = {app.arguments().at(2)};
    command.outputFile = app.arguments().at(3);
    ProcessRunner runner;
    const std::unique_ptr<CommandStream> stream(runner.stream(command, nullptr));
    return QCoreApplication::exec();
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

    void fault56TheLanguageIsAlwaysC()
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

    void faults30And56TooMuchOutputStopsTheProgram()
    {
        CommandLine command = shell(QStringLiteral("exec yes"));
        command.maxOutput = 100'000;
        const auto result = run(command);
        QVERIFY(!result);
        QCOMPARE(result.error().code, Error::Code::TooLarge);
    }

    // S2: a program is run by its absolute path only.
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

    void aStreamThatEndsWellMayHaveWarned()
    {
        for (const QString &exitCode : {QStringLiteral("0"), QStringLiteral("1")}) {
            const std::unique_ptr<CommandStream> stream(m_runner.stream(
                shell(QStringLiteral("echo a; echo careful >&2; exit ") + exitCode), nullptr));
            const Told told(stream.get());
            QTRY_COMPARE(told.stopped.size(), 1);
            QCOMPARE(told.lines, QList<QByteArray>{"a"});
            QCOMPARE(stream->exitCode(), exitCode.toInt());
            QVERIFY(told.end().detail.contains(u"careful"));
        }
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

    void whatIsKeptInAFileComesAsLinesToo()
    {
        const QTemporaryDir folder;
        CommandLine command = shell(QStringLiteral("echo one; echo two >&2; until [ -e %1 ]; do sleep 0.02; "
                                                   "done; printf three; exit 4")
                                        .arg(folder.filePath(QStringLiteral("go"))));
        command.outputFile = folder.filePath(QStringLiteral("out"));
        const std::unique_ptr<CommandStream> stream(m_runner.stream(command, nullptr));
        const Told told(stream.get());
        QTRY_COMPARE(told.lines, QList<QByteArray>{"one"});
        make(folder.filePath(QStringLiteral("go")));
        QTRY_COMPARE(told.stopped.size(), 1);
        QCOMPARE(told.lines, (QList<QByteArray>{"one", "three"}));
        QCOMPARE(told.end().code, Error::Code::Process);
        QVERIFY(told.end().message.contains(QStringLiteral("exit code 4")));
        QCOMPARE(told.end().detail.trimmed(), QStringLiteral("two"));
        for (const QString &path : {command.outputFile, command.errorsFile()})
            QCOMPARE(QFile::permissions(path) & (QFile::ReadGroup | QFile::ReadOther | QFile::ExeOwner),
                     QFile::Permissions());
    }

    void fault56AHundredMegabytesAreCutAndTheProgramIsNot()
    {
        const QTemporaryDir folder;
        CommandLine command =
            shell(QStringLiteral("head -c 100000000 /dev/zero | tr '\\0' x; echo; echo end > %1")
                      .arg(folder.filePath(QStringLiteral("end"))));
        command.outputFile = folder.filePath(QStringLiteral("out"));
        command.maxOutput = 1'000'000;
        const std::unique_ptr<CommandStream> stream(m_runner.stream(command, nullptr));
        const Told told(stream.get());
        QVERIFY(QTest::qWaitFor([&] { return told.stopped.size() == 1; }, 60'000));
        QVERIFY(told.end().message.contains(QStringLiteral("exit code 0")));
        QVERIFY(QFile::exists(folder.filePath(QStringLiteral("end"))));
        QCOMPARE(told.lines.size(), 2);
        QCOMPARE(told.lines[0].size(), 1'000'000);
        QVERIFY(told.lines[1].contains("more is in"));
    }

    void fault53AKeptProgramOutlivesAStarterThatIsKilled()
    {
        const QTemporaryDir folder;
        const auto path = [&folder](const char *name) { return folder.filePath(QLatin1String(name)); };
        QFile script(path("script"));
        QVERIFY(script.open(QIODevice::WriteOnly));
        script.write("cd \"$(dirname \"$0\")\"\necho started; until [ -e go ]; do sleep 0.02; done\n"
                     "i=0; while [ $i -lt 20000 ]; do echo \"line $i of many that fill any pipe\"; "
                     "echo error >&2; i=$((i+1)); done\necho last; echo end > end\n");
        script.close();
        QProcess starter;
        starter.start(
            QCoreApplication::applicationFilePath(),
            {QStringLiteral("tst_process_runner"), QStringLiteral("keep"), path("script"), path("out")});
        QTRY_COMPARE_WITH_TIMEOUT(bytesOf(path("out")), QByteArray("started\n"), 20'000);
        ::kill(pid_t(starter.processId()), SIGKILL);
        QTRY_COMPARE_WITH_TIMEOUT(starter.state(), QProcess::NotRunning, 20'000);
        make(path("go"));
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(path("end")), 60'000);
        QVERIFY(bytesOf(path("out")).endsWith("line 19999 of many that fill any pipe\nlast\n"));
    }

    void fault53AKeptProgramIsNotEndedByDeletingItsStream()
    {
        const QTemporaryDir folder;
        const QString go = folder.filePath(QStringLiteral("go"));
        const QString end = folder.filePath(QStringLiteral("end"));
        CommandLine command =
            shell(QStringLiteral("echo a; until [ -e %1 ]; do sleep 0.02; done; echo > %2").arg(go, end));
        command.outputFile = folder.filePath(QStringLiteral("out"));
        std::unique_ptr<CommandStream> stream(m_runner.stream(command, nullptr));
        QTRY_COMPARE(bytesOf(command.outputFile), QByteArray("a\n"));
        stream.reset();
        make(go);
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(end), 20'000);
    }

    // S12: what a program prints is not kept through a symbolic link.
    void whatCannotBeKeptIsNotStarted()
    {
        const QTemporaryDir folder;
        CommandLine command = shell(QStringLiteral("echo > %1").arg(folder.filePath(QStringLiteral("ran"))));
        QVERIFY(
            QFile::link(folder.filePath(QStringLiteral("target")), folder.filePath(QStringLiteral("link"))));
        for (const QString &name : {QStringLiteral("none/out"), QStringLiteral("link")}) {
            command.outputFile = folder.filePath(name);
            const std::unique_ptr<CommandStream> stream(m_runner.stream(command, nullptr));
            const Told told(stream.get());
            QTRY_COMPARE(told.stopped.size(), 1);
            QCOMPARE(told.end().code, Error::Code::File);
        }
        QVERIFY(!QFile::exists(folder.filePath(QStringLiteral("ran"))));
    }

    void aCommandIsShownAsTyped()
    {
        CommandLine command;
        command.program = QStringLiteral("/usr/bin/helm");
        command.arguments = {QStringLiteral("list"), QStringLiteral("a b"), QStringLiteral("it's"), QString(),
                             QStringLiteral("$(id)")};
        QCOMPARE(command.display(), QStringLiteral("/usr/bin/helm list 'a b' 'it'\\''s' '' '$(id)'"));
        // Without its environment it would run on another cluster.
        command.arguments = {QStringLiteral("list")};
        command.environment = {{QStringLiteral("KUBECONFIG"), QStringLiteral("/home/a b/config")}};
        QCOMPARE(command.display(), QStringLiteral("KUBECONFIG='/home/a b/config' /usr/bin/helm list"));
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

    void aChosenProgramIsTheOneThatIsFound()
    {
        QTemporaryDir folder;
        const QStringList folders{folder.path()};
        const auto make = [&folder](const QString &name) {
            QFile file(folder.filePath(name));
            return file.open(QIODevice::WriteOnly) && file.setPermissions(QFile::ReadOwner | QFile::ExeOwner);
        };
        QVERIFY(make(QStringLiteral("helm")) && make(QStringLiteral("helm4")));
        QSettings settings(folder.filePath(QStringLiteral("window.ini")), QSettings::IniFormat);
        const auto restored = qScopeGuard([&settings] {
            settings.clear();
            useChosenPrograms(settings);
        });
        setChosenProgram(settings, QStringLiteral("helm"), folder.filePath(QStringLiteral("helm4")));
        useChosenPrograms(settings);
        QCOMPARE(findProgram(QStringLiteral("helm"), folders), folder.filePath(QStringLiteral("helm4")));
        QCOMPARE(firstProgram(QStringLiteral("helm"), folders), folder.filePath(QStringLiteral("helm")));
        QVERIFY(QFile::remove(folder.filePath(QStringLiteral("helm4"))));
        QCOMPARE(findProgram(QStringLiteral("helm"), folders), QString()); // never another one
        setChosenProgram(settings, QStringLiteral("helm"), {});
        useChosenPrograms(settings);
        QCOMPARE(findProgram(QStringLiteral("helm"), folders), folder.filePath(QStringLiteral("helm")));
    }

private:
    static bool isZombie(pid_t pid)
    {
        QFile stat(QStringLiteral("/proc/%1/stat").arg(pid));
        return !stat.open(QIODevice::ReadOnly) || stat.readAll().contains(") Z ");
    }
};

int runOrKeep(int argc, char **argv)
{
    if (argc == 4 && qstrcmp(argv[1], "keep") == 0)
        return keep(argc, argv);
    return runTest<ProcessRunnerTest>(argc, argv);
}

#include "tst_process_runner.moc"
} // namespace tst_process_runner

CHARTROOM_TEST_MAIN(tst_process_runner, tst_process_runner::runOrKeep)
