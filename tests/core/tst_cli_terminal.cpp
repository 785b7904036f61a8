// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/folded_text.h"
#include "tests/core/cli_bench.h"
#include "tests/support/test_main.h"

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_cli_terminal {

namespace {

struct Ended
{
    int code = -1;
    QString out;
    QString err;

    [[nodiscard]] QStringList lines() const { return out.split(u'\n'); }
};

} // namespace

/// What the program prints on terminals of several widths, told by COLUMNS, of the bundled recording.
class CliTerminalTest : public QObject, private CliBench
{
    Q_OBJECT

private Q_SLOTS:
    void noLineOfAVerbIsLongerThanTheTerminal_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("named"); // what has to be there at any width
        const auto row = [](const QString &line, const QString &named) {
            QTest::newRow(qPrintable(line)) << line << named;
        };
        row(u"list -A --recording bundled"_s, u"14/16, 2 failed"_s);
        row(u"history gpu-operator --recording bundled"_s, u"cannot patch"_s);
        row(u"diff gpu-operator --from user:1 --to user:6 --recording bundled"_s, u"driver.version"_s);
        row(u"rollout --recording bundled"_s, u"gpu-011"_s);
        row(u"rollout --recording bundled --at 73s"_s, u"waiting"_s);
        row(u"rollout --recording bundled --all"_s, u"gpu-000"_s);
        row(u"findings --recording bundled"_s, u"nvidia.com/gpu-driver-upgrade-state=upgrade-required"_s);
        row(u"responsibility --recording bundled"_s, u"CoreDNS"_s);
        row(u"versions audit --recording bundled"_s, u"580.126.20"_s);
        row(u"replay bundled"_s, u"gpu-015"_s);
        row(u"contexts"_s, u"CONTEXT"_s);
        row(u"info"_s, u"kubectl"_s);
        row(u"help rollout"_s, u"--watch"_s);
        row(u"help"_s, u"rollout"_s);
    }
    void noLineOfAVerbIsLongerThanTheTerminal()
    {
        QFETCH(QString, line);
        QFETCH(QString, named);
        for (const int columns : {80, 100, 200}) {
            const Ended ended = run(line.split(u' '), {{u"COLUMNS"_s, QString::number(columns)}});
            QVERIFY2(ended.code == 0 || ended.code == 1, qPrintable(ended.err));
            for (const QString &one : ended.lines() + ended.err.split(u'\n')) {
                const bool isTyped = one.trimmed().startsWith(u"chartroom "); // an example of the help
                QVERIFY2(columnsOf(one) <= columns || isTyped, qPrintable(one));
            }
            QVERIFY2(ended.out.contains(named), qPrintable(ended.out));
        }
    }

    void everyColumnIsInAWideTableAndInAPipe()
    {
        const QStringList list{u"list"_s, u"-A"_s, u"--recording"_s, u"bundled"_s};
        const Ended pipe = run(list);
        const Ended wide = run(list + QStringList{u"-o"_s, u"wide"_s}, {{u"COLUMNS"_s, u"80"_s}});
        QCOMPARE(wide.out, pipe.out);
        QVERIFY(!pipe.out.contains(u'…'));
        const Ended narrow = run(list, {{u"COLUMNS"_s, u"80"_s}});
        const Ended broad = run(list, {{u"COLUMNS"_s, u"100"_s}});
        for (const QString &title : {u"NAMESPACE"_s, u"NAME"_s, u"STATUS"_s, u"NODES DONE"_s})
            QVERIFY2(narrow.lines().first().contains(title), qPrintable(narrow.lines().first()));
        QVERIFY2(narrow.out.contains(u"registry-token-rotator"), qPrintable(narrow.out));
        for (const QString &title : {u"VERSION"_s, u"OWNER"_s})
            QVERIFY2(broad.lines().first().contains(title), qPrintable(broad.lines().first()));
        for (const QString &title : {u"UPDATED"_s, u"SCOPE"_s, u"APP VERSION"_s, u"CHART"_s})
            QVERIFY(pipe.lines().first().contains(title));
    }

    void aRolloutTellsTheTroubleInItsFirstTenLines()
    {
        const QStringList rollout{u"rollout"_s, u"--recording"_s, u"bundled"_s};
        for (const QString &columns : {u"80"_s, u"100"_s, u"200"_s}) {
            const Ended ended = run(rollout, {{u"COLUMNS"_s, columns}});
            QCOMPARE(ended.code, 1);
            const QString top = ended.lines().mid(0, 10).join(u'\n');
            for (const char *part :
                 {"gpu-005 (gpu failed, ib failed)", "gpu-011 (gpu failed)", "14 of 16 done"})
                QVERIFY2(top.contains(QLatin1String(part)), qPrintable(top));
            // The reason is told in full, folded or not, and nodes at rest are a number.
            QVERIFY2(ended.out.simplified().contains(u"Could not resolve Linux kernel version"),
                     qPrintable(ended.out));
            QVERIFY(!ended.out.contains(u"gpu-000"));
            QVERIFY2(ended.out.simplified().contains(u"--all lists them"), qPrintable(ended.out));
        }
        const Ended all = run(rollout + QStringList{u"--all"_s});
        QVERIFY(all.out.contains(u"gpu-000") && !all.out.contains(u"--all lists them"));
        const Ended moving = run(rollout + QStringList{u"--at"_s, u"73s"_s, u"--component"_s, u"gpu"_s});
        QCOMPARE(moving.out.count(u"slots in use"), 1); // what several wait for is one line
    }

    void noteAndErrorAreFoldedToo()
    {
        const Ended ended = run({u"list"_s}, {{u"COLUMNS"_s, u"80"_s}});
        QCOMPARE(ended.code, 3);
        for (const QString &line : ended.err.split(u'\n'))
            QVERIFY2(columnsOf(line) <= 80, qPrintable(line));
        QVERIFY(ended.err.simplified().contains(u"a recording with --recording."));
    }

    void whatIsAboutTheProgramItselfNeedsNothingElse()
    {
        QCOMPARE(run({u"version"_s}).out, run({u"--version"_s}).out);
        QCOMPARE(run({u"help"_s, u"list"_s}).out, run({u"list"_s, u"--help"_s}).out);
        QVERIFY(run({u"man"_s}).out.startsWith(u".TH CHARTROOM 1"));
        QVERIFY(run({u"completion"_s, u"bash"_s}).out.contains(u"complete -F _chartroom chartroom"));
        const Ended info = run({u"info"_s, u"-o"_s, u"json"_s});
        QVERIFY2(info.code == 0, qPrintable(info.err));
        const QJsonObject told = QJsonDocument::fromJson(info.out.toUtf8()).object();
        QVERIFY(!told[u"version"].toString().isEmpty());
        QCOMPARE(told[u"qt"].toString(), QString::fromLatin1(qVersion()));
        QCOMPARE(told[u"folders"][u"log"].toString(),
                 m_home->filePath(u".local/state/chartroom/chartroom.log"_s));
        QCOMPARE(told[u"kubeconfig"][0].toString(), m_home->filePath(u".kube/config"_s));
        QVERIFY(told[u"context"].isNull());
        QVERIFY(told[u"credentialPlugin"].isNull());
    }

    void theCredentialPluginOfTheContextIsNamedAndNotRun_data()
    {
        QTest::addColumn<QString>("command");
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("problem");
        QTest::newRow("there") << u"/bin/false"_s << u"/bin/false"_s << QString();
        QTest::newRow("missing") << u"no-such-plugin"_s << QString() << u"no-such-plugin"_s;
    }
    void theCredentialPluginOfTheContextIsNamedAndNotRun()
    {
        QFETCH(QString, command);
        QFETCH(QString, path);
        QFETCH(QString, problem);
        QFile file(m_home->filePath(u"exec"_s));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("apiVersion: v1\nkind: Config\ncurrent-context: prod\n"
                   "clusters: [{name: c, cluster: {server: \"http://127.0.0.1:1\"}}]\n"
                   "contexts: [{name: prod, context: {cluster: c, user: u}}]\n"
                   "users: [{name: u, user: {exec: {apiVersion: client.authentication.k8s.io/v1, "
                   "interactiveMode: Never, command: ");
        file.write(command.toUtf8() + "}}}]\n");
        file.close();
        const Ended info = run({u"info"_s, u"--kubeconfig"_s, file.fileName(), u"-o"_s, u"json"_s});
        QVERIFY2(info.code == 0, qPrintable(info.err));
        const QJsonObject told = QJsonDocument::fromJson(info.out.toUtf8()).object();
        QCOMPARE(told[u"credentialPlugin"][u"path"].toString(), path);
        QVERIFY2(told[u"credentialPlugin"][u"problem"].toString().contains(problem), qPrintable(info.out));
        QCOMPARE(told[u"credentialPlugin"][u"problem"].isNull(), problem.isEmpty());
        QVERIFY(run({u"info"_s, u"--kubeconfig"_s, file.fileName()}).out.contains(command));
    }

    void aContextOfHelmsEnvironmentIsUsedAndSaid()
    {
        QFile file(m_home->filePath(u"config"_s));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("apiVersion: v1\nkind: Config\ncurrent-context: prod\nusers: [{name: u, user: {}}]\n"
                   "clusters: [{name: c, cluster: {server: \"http://127.0.0.1:1\"}}]\n"
                   "contexts: [{name: prod, context: {cluster: c, user: u}}, "
                   "{name: staging, context: {cluster: c, user: u}}]\n");
        file.close();
        const QStringList list{u"list"_s, u"--kubeconfig"_s, file.fileName()};
        const Ended ended = run(list, {{u"HELM_KUBECONTEXT"_s, u"staging"_s}});
        QCOMPARE(ended.code, 3);
        QVERIFY2(ended.err.contains(u"context staging from HELM_KUBECONTEXT"), qPrintable(ended.err));
        const Ended unknown = run(list, {{u"HELM_KUBECONTEXT"_s, u"none"_s}});
        QCOMPARE(unknown.code, 2);
        QVERIFY(unknown.err.contains(u"There is no context none."));
        QVERIFY(!run(list).err.contains(u"HELM_KUBECONTEXT"));
    }

    /// Qt would end with SIGABRT and a core dump.
    void aDisplayThatDoesNotAnswerGetsASentence()
    {
        const Ended ended = run({}, {{u"DISPLAY"_s, u":4711"_s}});
        QCOMPARE(ended.code, 3);
        QVERIFY2(ended.err.startsWith(u"chartroom: The display cannot be opened (DISPLAY=:4711)."),
                 qPrintable(ended.err));
        QVERIFY2(ended.err.count(u'\n') < 24, qPrintable(ended.err));
        QVERIFY2(ended.err.contains(u"chartroom rollout --recording bundled"), qPrintable(ended.err));
    }

private:
    Ended run(const QStringList &arguments, const QMap<QString, QString> &variables = {})
    {
        const auto ended = CliBench::run(arguments, variables);
        return {ended.code, QString::fromUtf8(ended.out), QString::fromUtf8(ended.err)};
    }
};

#include "tst_cli_terminal.moc"
} // namespace tst_cli_terminal

CHARTROOM_TEST(tst_cli_terminal, CliTerminalTest)
