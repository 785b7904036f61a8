// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTcpServer>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

namespace {

struct Ended
{
    int code = -1;
    QByteArray out;
    QByteArray err;
};

} // namespace

/// Runs the built program as a script would: no display, a home of its own.
class CliProgramTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_home = std::make_unique<QTemporaryDir>(); }

    void helpAndVersionNeedNoDisplayAndNoCluster()
    {
        for (const char *argument : {"--help", "--version"}) {
            const Ended ended = run({QString::fromLatin1(argument)});
            QCOMPARE(ended.code, 0);
            QVERIFY(ended.out.contains("chartroom"));
            QVERIFY(ended.err.isEmpty());
        }
    }

    void wrongUsageEndsWithTwoAndSaysSoOnStderr()
    {
        const Ended ended = run({QStringLiteral("list"), QStringLiteral("--frobnicate")});
        QCOMPARE(ended.code, 2);
        QVERIFY(ended.out.isEmpty());
        QVERIFY(ended.err.startsWith("chartroom: "));
        QCOMPARE(ended.err.count('\n'), 1);
    }

    void noKubeconfigEndsWithThree()
    {
        QCOMPARE(run({QStringLiteral("list")}).code, 3);
        const Ended contexts =
            run({QStringLiteral("contexts"), QStringLiteral("-o"), QStringLiteral("json")});
        QCOMPARE(contexts.code, 0);
        QCOMPARE(contexts.out.trimmed(), QByteArray("[]"));
    }

    void aServerThatIsNotThereEndsWithThree()
    {
        QFile file(m_home->filePath(QStringLiteral("config")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("apiVersion: v1\nkind: Config\ncurrent-context: gone\n"
                   "clusters: [{name: c, cluster: {server: \"http://127.0.0.1:1\"}}]\n"
                   "users: [{name: u, user: {}}]\n"
                   "contexts: [{name: gone, context: {cluster: c, user: u}}]\n");
        file.close();
        const Ended ended = run({QStringLiteral("list"), QStringLiteral("--kubeconfig"), file.fileName()});
        QCOMPARE(ended.code, 3);
        QVERIFY(ended.out.isEmpty());
        QVERIFY(!ended.err.isEmpty());
        QCOMPARE(run({QStringLiteral("list"), QStringLiteral("--kubeconfig"), file.fileName(),
                      QStringLiteral("--context"), QStringLiteral("other")})
                     .code,
                 2);
    }

    void aRecordingIsListedWithItsOwners()
    {
        const Ended ended = run({QStringLiteral("list"), QStringLiteral("--recording"), recording(),
                                 QStringLiteral("-o"), QStringLiteral("json")});
        QCOMPARE(ended.code, 0);
        QVERIFY2(ended.err.isEmpty(), ended.err.constData());
        const QJsonArray list = QJsonDocument::fromJson(ended.out).array();
        QCOMPARE(list.size(), 2);
        QCOMPARE(list[0][QLatin1String("name")].toString(), QStringLiteral("gpu-operator"));
        QCOMPARE(list[0][QLatin1String("revision")].toInt(), 4);
        QCOMPARE(list[0][QLatin1String("status")].toString(), QStringLiteral("deployed"));
        QCOMPARE(list[0][QLatin1String("owner")].toString(), QStringLiteral("shared"));
        QCOMPARE(list[0][QLatin1String("divergence")][QLatin1String("changedPaths")].toArray().size(), 3);
        QCOMPARE(list[1][QLatin1String("neverUpgraded")].toBool(), true);
    }

    void aMomentOfARecordingShowsThatMoment()
    {
        const Ended ended = run({QStringLiteral("replay"), recording(), QStringLiteral("--at"),
                                 QStringLiteral("73s"), QStringLiteral("-o"), QStringLiteral("json")});
        QCOMPARE(ended.code, 0);
        const QJsonObject replay = QJsonDocument::fromJson(ended.out).object();
        QCOMPARE(replay[QLatin1String("at")].toString(), QStringLiteral("2026-11-21T03:32:17Z"));
        QCOMPARE(replay[QLatin1String("serverVersion")].toString(), QStringLiteral("v1.36.3"));
        const QJsonArray nodes = replay[QLatin1String("nodes")].toArray();
        QCOMPARE(nodes.size(), 16);
        int cordoned = 0;
        for (const QJsonValue &node : nodes)
            cordoned += node[QLatin1String("cordoned")].toBool() ? 1 : 0;
        QCOMPARE(cordoned, 4); // maxParallelUpgrades
        QCOMPARE(
            run({QStringLiteral("replay"), recording(), QStringLiteral("--at"), QStringLiteral("2h")}).code,
            2);
        QCOMPARE(run({QStringLiteral("replay"), QStringLiteral("/no/such/file.gz")}).code, 1);
    }

    void historyAndValuesOfARelease()
    {
        const Ended history =
            run({QStringLiteral("history"), QStringLiteral("gpu-operator"), QStringLiteral("--recording"),
                 recording(), QStringLiteral("-o"), QStringLiteral("json")});
        QCOMPARE(history.code, 0);
        const QJsonArray revisions = QJsonDocument::fromJson(history.out).array();
        QCOMPARE(revisions.size(), 4);
        QCOMPARE(revisions[2][QLatin1String("changes")][0][QLatin1String("path")].toString(),
                 QStringLiteral("driver.version"));

        const Ended values = run(
            {QStringLiteral("values"), QStringLiteral("nvidia-gpu-operator/gpu-operator"),
             QStringLiteral("--revision"), QStringLiteral("2"), QStringLiteral("--recording"), recording()});
        QCOMPARE(values.code, 0);
        QVERIFY(values.out.contains("version: 570.148.08"));
        QCOMPARE(run({QStringLiteral("values"), QStringLiteral("nothing"), QStringLiteral("--recording"),
                      recording()})
                     .code,
                 1);
    }

    void anInterruptEndsWithOneHundredAndThirty()
    {
        QFile file(m_home->filePath(QStringLiteral("config")));
        QTcpServer server; // takes the connection and never answers
        QVERIFY(server.listen(QHostAddress::LocalHost));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("current-context: slow\nclusters: [{name: c, cluster: {server: \"http://127.0.0.1:" +
                   QByteArray::number(server.serverPort()) +
                   "\"}}]\nusers: [{name: u, user: {}}]\n"
                   "contexts: [{name: slow, context: {cluster: c, user: u}}]\n");
        file.close();
        QProcess program;
        prepare(program, {QStringLiteral("list"), QStringLiteral("--kubeconfig"), file.fileName()});
        program.start();
        QTRY_VERIFY(server.hasPendingConnections());
        ::kill(pid_t(program.processId()), SIGINT);
        QTRY_COMPARE(program.state(), QProcess::NotRunning);
        QCOMPARE(program.exitStatus(), QProcess::NormalExit);
        QCOMPARE(program.exitCode(), 130);
    }

    void aFullOutputDeviceIsNoSuccess()
    {
        QProcess program;
        prepare(program, {QStringLiteral("list"), QStringLiteral("--recording"), recording()});
        program.setStandardOutputFile(QStringLiteral("/dev/full"));
        program.start();
        QTRY_COMPARE(program.state(), QProcess::NotRunning);
        QCOMPARE(program.exitCode(), 1);
    }

private:
    static QString recording()
    {
        return QStringLiteral(CHARTROOM_TEST_DATA "/gpu-then-ib-one-node-crashes.jsonl.gz");
    }

    void prepare(QProcess &program, const QStringList &arguments)
    {
        QProcessEnvironment environment;
        environment.insert(QStringLiteral("HOME"), m_home->path());
        environment.insert(QStringLiteral("PATH"), QStringLiteral("/usr/bin:/bin"));
        environment.insert(QStringLiteral("LC_ALL"), QStringLiteral("C.UTF-8"));
        program.setProcessEnvironment(environment);
        program.setProgram(QStringLiteral(CHARTROOM_PROGRAM));
        program.setArguments(arguments);
    }

    Ended run(const QStringList &arguments)
    {
        QProcess program;
        prepare(program, arguments);
        program.start();
        Ended ended;
        if (QTest::qWaitFor([&] { return program.state() == QProcess::NotRunning; }, 30'000) &&
            program.exitStatus() == QProcess::NormalExit)
            ended.code = program.exitCode();
        ended.out = program.readAllStandardOutput();
        ended.err = program.readAllStandardError();
        return ended;
    }

    std::unique_ptr<QTemporaryDir> m_home;
};

QTEST_GUILESS_MAIN(CliProgramTest)
#include "tst_cli_program.moc"
