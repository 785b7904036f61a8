// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/private_file.h"
#include "core/process/process_runner.h"
#include "core/upgrade/helm_process.h"
#include "tests/support/test_main.h"

#include <QDir>
#include <QScopeGuard>
#include <QTemporaryDir>
#include <QTest>

#include <fcntl.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_helm_search {

namespace {

const QString operation = u"20261121t033100z-4f3a9c21"_s;

/// A folder like /proc.
struct Processes
{
    QTemporaryDir folder;
    QStringList kubeconfigs; ///< ours

    /// The path of a new file, which others may not read.
    QString write(const QString &name, const QByteArray &bytes) const
    {
        if (const auto written = writePrivateFile(folder.filePath(name), bytes); !written)
            qFatal("%s", qPrintable(written.error().message));
        return folder.filePath(name);
    }
    void put(qint64 pid, const QStringList &words, char state = 'S',
             const QByteArray &environment = "HOME=/no/such") const
    {
        const QString own = QString::number(pid);
        QVERIFY(QDir(folder.path()).mkpath(own));
        write(own + u"/cmdline"_s, words.join(QChar(u'\0')).toUtf8() + '\0');
        write(own + u"/environ"_s, environment + '\0');
        write(own + u"/comm"_s, "x\n");
        write(own + u"/stat"_s,
              QByteArray::number(pid) + " (x) " + state + " 1 1 1 0 -1 0 0 0 0 0 0 0 0 0 20 0 1 0 77 0 0");
    }
    void putThisProgram() const { put(QCoreApplication::applicationPid(), {u"tst"_s}); }
    void putTheFirst() const { put(1, {u"init"_s}); }
    [[nodiscard]] HelmSearch search() const
    {
        return findHelmOn({u"tenant-a"_s, u"gpu-operator"_s, ReleaseStorage::Secret}, u"cmk"_s, kubeconfigs,
                          folder.path());
    }
};

} // namespace

/// Which helm is at work, by the processes of a machine.
class HelmSearchTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aHelmOfOursIsFoundByItsOperation()
    {
        ProcessRunner runner;
        CommandLine sleeping;
        sleeping.program = u"/bin/sleep"_s;
        sleeping.arguments = {u"60"_s};
        sleeping.environment = {{operationVariable.toString(), operation}};
        QVERIFY(!findHelm(operation).isRunning());
        std::unique_ptr<CommandStream> stream(runner.stream(sleeping, nullptr));
        QTRY_VERIFY(findHelm(operation).isRunning());
        const auto found = findHelm(operation);
        QVERIFY(found.process->pid > 0 && found.process->started > 0);
        QVERIFY(findHelm(operation) == found);
        QVERIFY(!findHelm(operation.chopped(1)).isRunning());
        stream.reset();
        QTRY_VERIFY(!findHelm(operation).isRunning());
    }

    void whereProcessesCannotBeSeenNothingIsRuledOut_data()
    {
        QTest::addColumn<ProcessIdentity>("origin");
        QTest::addColumn<QString>("processes");
        QTest::addColumn<bool>("isRuledOut");
        const ProcessIdentity here = ProcessIdentity::ofThisProcess();
        ProcessIdentity machine = here;
        machine.machine = machine.boot = u"of-another"_s;
        ProcessIdentity container = here;
        container.space = u"pid:[1]"_s;
        ProcessIdentity boot = here;
        boot.boot = u"the-last"_s;
        QTest::newRow("here") << here << u"/proc"_s << true;
        QTest::newRow("no /proc") << here << u"/no/such"_s << false;
        QTest::newRow("another machine") << machine << u"/proc"_s << false;
        QTest::newRow("another container") << container << u"/proc"_s << false;
        QTest::newRow("not told") << ProcessIdentity() << u"/proc"_s << false;
        QTest::newRow("before a restart of this machine") << boot << u"/proc"_s << true;
    }
    void whereProcessesCannotBeSeenNothingIsRuledOut()
    {
        QFETCH(ProcessIdentity, origin);
        QFETCH(QString, processes);
        const HelmSearch found = findHelm(operation, ProcessIdentity::fromText(origin.text()), processes);
        QTEST(found.isRuledOut(), "isRuledOut");
        QVERIFY(!found.isRunning());
    }

    void aHelmThatChangesTheReleaseIsSeenWhoeverStartedIt_data()
    {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<bool>("isSeen");
        const auto row = [](const char *name, const QString &words, bool isSeen) {
            QTest::newRow(name) << words.split(u' ') << isSeen;
        };
        row("plain", u"/usr/local/bin/helm upgrade gpu-operator nvidia/gpu-operator -n tenant-a"_s, true);
        row("flags first", u"helm3 --kube-context=cmk -ntenant-a upgrade --install gpu-operator c"_s, true);
        row("nothing told", u"helm rollback gpu-operator 2"_s, true);
        row("uninstall", u"helm uninstall gpu-operator --namespace tenant-a"_s, true);
        row("by a plugin", u"helm secrets upgrade gpu-operator c -n=tenant-a"_s, true);
        row("another namespace", u"helm upgrade gpu-operator c -n tenant-b"_s, false);
        row("another context, of no file that can be read",
            u"helm upgrade gpu-operator c --kube-context lab"_s, true);
        row("another release", u"helm upgrade network-operator c -n tenant-a"_s, false);
        row("reads only", u"helm history gpu-operator -n tenant-a"_s, false);
        row("a dry run", u"helm upgrade gpu-operator c -n tenant-a --dry-run=server"_s, false);
        row("a difference", u"helm diff upgrade gpu-operator c -n tenant-a"_s, false);
        row("an editor", u"vim upgrade gpu-operator"_s, false);
    }
    void aHelmThatChangesTheReleaseIsSeenWhoeverStartedIt()
    {
        QFETCH(QStringList, words);
        const Processes processes;
        processes.put(4242, words);
        QTEST(processes.search().isRunning(), "isSeen");
    }

    /// A cluster has as many names as people give it, and a release of one name is in many clusters.
    void aHelmIsOfTheClusterThatItsKubeconfigLeadsTo_data()
    {
        QTest::addColumn<QString>("words");
        QTest::addColumn<bool>("isRunning");
        QTest::addColumn<bool>("isUnclear");
        const auto row = [](const char *name, const char *words, bool isRunning, bool isUnclear) {
            QTest::newRow(name) << QString::fromLatin1(words) << isRunning << isUnclear;
        };
        row("its name, of no file that can be read", "--kube-context cmk", true, true);
        row("its name", "--kubeconfig FILE --kube-context cmk", true, false);
        row("its name in another file, for another server", "--kubeconfig THEIRS --kube-context cmk", false,
            false);
        row("a file that does not know our name", "--kubeconfig THEIRS --kube-context prod", true, false);
        row("the same written otherwise", "--kubeconfig THEIRS --kube-context upper", true, false);
        row("a tunnel", "--kubeconfig THEIRS --kube-context tunnel", true, true);
        row("the same through a proxy", "--kubeconfig THEIRS --kube-context proxied", true, true);
        row("another address, the same authority", "--kubeconfig THEIRS --kube-context alike", true, true);
        row("by its variables", "KUBECONFIG=THEIRS HELM_KUBECONTEXT=prod", true, false);
        row("by its variables another one", "KUBECONFIG=THEIRS HELM_KUBECONTEXT=cmk", false, false);
        row("a server as a flag", "--kube-apiserver https://a.example:443/ --kube-context lab", true, false);
        row("another server as a flag, of an authority that is unknown",
            "--kubeconfig FILE --kube-context cmk --kube-apiserver=https://b.example", true, true);
        row("of another authority", "--kube-apiserver=https://b.example --kube-ca-file OTHER", false, false);
        row("of another authority, by its variables",
            "HELM_KUBEAPISERVER=https://b.example HELM_KUBECAFILE=OTHER", false, false);
        row("of another authority, from its folder",
            "--kube-apiserver=https://b.example --kube-ca-file=other.crt", false, false);
        row("of the same authority", "--kube-apiserver=https://b.example --kube-ca-file OURS", true, true);
        row("of an authority that cannot be read",
            "--kube-apiserver=https://b.example --kube-ca-file /gone.crt", true, true);
        row("another address, of no authority", "--kubeconfig THEIRS --kube-context unchecked", true, true);
        row("another name of it", "--kubeconfig FILE --kube-context anna-cmk", true, false);
        row("another server", "--kubeconfig FILE --kube-context lab", false, false);
        row("the current context of a file", "--kubeconfig=FILE", false, false);
        row("a file that is gone", "--kubeconfig /gone --kube-context lab", true, true);
    }
    void aHelmIsOfTheClusterThatItsKubeconfigLeadsTo()
    {
        QFETCH(QString, words);
        Processes processes;
        const QString file = processes.write(
            u"config"_s, "clusters:\n- {name: a, cluster: {server: 'https://a.example', "
                         "certificate-authority-data: Q0E=}}\n"
                         "- {name: b, cluster: {server: 'https://b.example', "
                         "certificate-authority-data: Q0I=}}\n"
                         "users: [{name: u, user: {token: t}}]\n"
                         "contexts:\n- {name: cmk, context: {cluster: a, user: u}}\n"
                         "- {name: anna-cmk, context: {cluster: a, user: u}}\n"
                         "- {name: lab, context: {cluster: b, user: u}}\ncurrent-context: lab\n");
        const QString theirs = processes.write(
            u"theirs"_s,
            "clusters:\n- {name: a, cluster: {server: 'https://a.example'}}\n"
            "- {name: u, cluster: {server: 'https://A.example:443/'}}\n"
            "- {name: b, cluster: {server: 'https://b.example', certificate-authority-data: Q0I=}}\n"
            "- {name: i, cluster: {server: 'https://i.example', insecure-skip-tls-verify: true}}\n"
            "- {name: t, cluster: {server: 'https://127.0.0.1:6443'}}\n"
            "- {name: p, cluster: {server: 'https://a.example', proxy-url: 'http://p.example:3128'}}\n"
            "- {name: c, cluster: {server: 'https://c.example', certificate-authority-data: Q0E=}}\n"
            "users: [{name: u, user: {token: t}}]\ncontexts:\n"
            "- {name: prod, context: {cluster: a, user: u}}\n"
            "- {name: upper, context: {cluster: u, user: u}}\n"
            "- {name: cmk, context: {cluster: b, user: u}}\n"
            "- {name: tunnel, context: {cluster: t, user: u}}\n"
            "- {name: proxied, context: {cluster: p, user: u}}\n"
            "- {name: unchecked, context: {cluster: i, user: u}}\n"
            "- {name: alike, context: {cluster: c, user: u}}\n");
        words.replace(u"THEIRS"_s, theirs).replace(u" FILE"_s, u' ' + file).replace(u"=FILE"_s, u'=' + file);
        words.replace(u"OURS"_s, processes.write(u"ours.crt"_s, "CA\n"));
        words.replace(u"OTHER"_s, processes.write(u"other.crt"_s, "CB\n"));
        QStringList given = u"helm upgrade gpu-operator c -n tenant-a %1"_s.arg(words).split(u' ');
        QByteArray environment = "HOME=/no/such";
        for (const QString &name :
             {u"KUBECONFIG="_s, u"HELM_KUBECONTEXT="_s, u"HELM_KUBEAPISERVER="_s, u"HELM_KUBECAFILE="_s})
            for (const QString &word : given.filter(name)) {
                environment += '\0' + word.toUtf8();
                given.removeAll(word);
            }
        processes.put(4242, given, 'S', environment);
        QVERIFY(QFile::link(processes.folder.path(), processes.folder.filePath(u"4242/cwd"_s)));
        processes.putThisProgram();
        processes.putTheFirst();
        processes.kubeconfigs = {file};
        const HelmSearch found = processes.search();
        QTEST(found.isRunning(), "isRunning");
        QTEST(found.isRunning() && !found.unknown.isEmpty(), "isUnclear");
    }

    void aHelmsNamespaceMayBeAVariable_data()
    {
        QTest::addColumn<QString>("words");
        QTest::addColumn<QByteArray>("variable");
        QTest::addColumn<bool>("isRunning");
        const QString upgrade = u"helm upgrade gpu-operator c --kubeconfig FILE"_s;
        QTest::newRow("this one") << upgrade << QByteArray("HELM_NAMESPACE=tenant-a") << true;
        QTest::newRow("another") << upgrade << QByteArray("HELM_NAMESPACE=tenant-b") << false;
        QTest::newRow("a flag counts before it")
            << upgrade + u" -n tenant-a"_s << QByteArray("HELM_NAMESPACE=tenant-b") << true;
        QTest::newRow("the kubeconfig's") << upgrade << QByteArray("HELM_NAMESPACE=") << true;
    }
    void aHelmsNamespaceMayBeAVariable()
    {
        QFETCH(QString, words);
        QFETCH(QByteArray, variable);
        Processes processes;
        const QString file =
            processes.write(u"config"_s, "clusters: [{name: a, cluster: {server: 'https://a.example'}}]\n"
                                         "users: [{name: u, user: {token: t}}]\n"
                                         "contexts: [{name: cmk, context: {cluster: a, user: u}}]\n"
                                         "current-context: cmk\n");
        words.replace(u"FILE"_s, file);
        processes.put(4242, words.split(u' '), 'S', QByteArray("HOME=/no/such") + '\0' + variable);
        processes.putThisProgram();
        processes.putTheFirst();
        processes.kubeconfigs = {file};
        QTEST(processes.search().isRunning(), "isRunning");
    }

    void aFileOfAnUnknownFolderIsNotReadInThisProgramsOwn()
    {
        Processes processes;
        processes.kubeconfigs = {
            processes.write(u"config"_s, "clusters: [{name: a, cluster: {server: 'https://a.example', "
                                         "certificate-authority-data: Q0E=}}]\n"
                                         "users: [{name: u, user: {token: t}}]\n"
                                         "contexts: [{name: cmk, context: {cluster: a, user: u}}]\n")};
        processes.write(u"ca.crt"_s, "CB\n");
        processes.putThisProgram();
        processes.putTheFirst();
        processes.put(4242, {u"helm"_s, u"upgrade"_s, u"gpu-operator"_s, u"c"_s,
                             u"--kube-apiserver=https://b.example"_s, u"--kube-ca-file=ca.crt"_s});
        const auto back = qScopeGuard([before = QDir::currentPath()] { QDir::setCurrent(before); });
        QVERIFY(QDir::setCurrent(processes.folder.path()));
        const HelmSearch found = processes.search();
        QVERIFY(found.isRunning() && !found.unknown.isEmpty());
    }

    /// Its kubeconfig may be gone with it: that leaves nothing unknown.
    void aHelmThatEndsWhileItIsLookedAtIsOver()
    {
        const Processes processes;
        processes.putThisProgram();
        processes.putTheFirst();
        processes.put(4242, {u"helm"_s, u"upgrade"_s, u"gpu-operator"_s, u"c"_s});
        const QString folder = processes.folder.filePath(u"4242"_s);
        const QByteArray environment = QFile::encodeName(folder + u"/environ"_s);
        QVERIFY(processes.search().isRunning());

        QVERIFY(QFile::remove(folder + u"/environ"_s));
        QCOMPARE(::mkfifo(environment.constData(), 0600), 0);
        std::thread end([&] {
            const int readFromNow = ::open(environment.constData(), O_WRONLY);
            QDir(folder).removeRecursively();
            ::close(readFromNow);
        });
        const HelmSearch found = processes.search();
        end.join();
        QVERIFY(!found.isRunning());
        QVERIFY(found.isRuledOut());
    }

    void otherUsersMayHideTheirs()
    {
        const Processes processes;
        QVERIFY(!processes.search().isRuledOut()); // not even this process is there
        processes.putThisProgram();
        QVERIFY(!processes.search().isRuledOut()); // hidepid: the first process of the machine is not
        processes.putTheFirst();
        QVERIFY(processes.search().isRuledOut());
        processes.put(4242, {u"helm"_s, u"upgrade"_s, u"gpu-operator"_s}, 'Z');
        QVERIFY(processes.search().isRuledOut()); // it has ended
    }
};

#include "tst_helm_search.moc"
} // namespace tst_helm_search

CHARTROOM_TEST(tst_helm_search, HelmSearchTest)
