// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kube/kubeconfig.h"
#include "tests/support/invariants.h"
#include "tests/support/key_pair_sample.h"
#include "tests/support/test_main.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>
#include <unistd.h>

using namespace chartroom;
using namespace chartroom::test;

namespace HIDDEN_FROM_MOC tst_kubeconfig {

namespace {

QString s(const char *text)
{
    return QString::fromUtf8(text);
}

const QByteArray good =
    "clusters:\n- name: c\n  cluster: {server: 'https://a'}\nusers:\n- name: u\n  user: {token: t}\n"
    "contexts:\n- name: x\n  context: {cluster: c, user: u}\ncurrent-context: x\n";

} // namespace

/// What client-go has no word for; how files are read and merged is compared with kubectl in
/// tst_kubeconfig_oracle.
class KubeconfigTest : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;

    QString write(const char *name, const QByteArray &content,
                  QFile::Permissions mode = QFile::ReadOwner | QFile::WriteOwner)
    {
        QFile file(m_folder.filePath(s(name)));
        if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size() ||
            !file.setPermissions(mode))
            qFatal("cannot write a test file");
        return file.fileName();
    }

private Q_SLOTS:
    void faults33And34And40EachBrokenKindHasItsOwnSentence_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<Error::Code>("code");
        QTest::addColumn<QString>("words");
        using Code = Error::Code;
        QTest::newRow("alias cycle") << QByteArray("users: &a [*a]") << Code::Invalid
                                     << s("contains it, line 1, column 12");
        QTest::newRow("tab") << QByteArray("users:\n\t- name: u\n") << Code::Invalid
                             << s("A tab is used for indentation");
        QTest::newRow("not UTF-8") << QByteArray("users: []\n# \xff\xfa\n") << Code::Invalid
                                   << s("not UTF-8");
        QTest::newRow("wrong type") << QByteArray("users:\n- name: u\n  user: {token: 5}\n") << Code::Invalid
                                    << s("users[0].user.token is not text");
        QTest::newRow("wrong base64")
            << QByteArray("clusters:\n- cluster: {certificate-authority-data: '!'}\n") << Code::Invalid
            << s("clusters[0].cluster.certificate-authority-data is not base64");
        QTest::newRow("wrong kind") << QByteArray("kind: Secret\n") << Code::Invalid
                                    << s("This is a Secret of version v1, not a kubeconfig");
        QTest::newRow("nesting") << (QByteArray(200'000, '[') + QByteArray(200'000, ']')) << Code::TooLarge
                                 << s("nested deeper");
        QTest::newRow("a secret of a wrong type") << "users:\n- name: u\n  user: {token: [" + planted + "]}\n"
                                                  << Code::Invalid << s("users[0].user.token is not text");
        QTest::newRow("a secret behind a tab") << "users:\n- user:\n\ttoken: " + planted + "\n"
                                               << Code::Invalid << s("tab");
        QTest::newRow("a secret that is no base64")
            << "users:\n- user: {client-key-data: '" + planted + "!'}\n"
            << Code::Invalid << s("users[0].user.client-key-data is not base64");
        QTest::newRow("a secret that does not end")
            << "users:\n- user: {token: '" + planted << Code::Invalid << s("line ");
        QTest::newRow("name twice") << QByteArray("users: [{name: u}, {name: u}]") << Code::Invalid
                                    << s("users[1]: the name “u” occurs twice");
    }

    void faults33And34And40EachBrokenKindHasItsOwnSentence()
    {
        QFETCH(QByteArray, content);
        QFETCH(Error::Code, code);
        QFETCH(QString, words);
        const QString broken = write("broken", content);
        const Kubeconfig config = loadKubeconfig({broken, write("good", good)}, false);
        QCOMPARE(config.problems.size(), 1);
        QCOMPARE(config.problems.at(0).code, code);
        QVERIFY2(config.problems.at(0).message.startsWith(broken), qPrintable(config.problems.at(0).message));
        QVERIFY2(config.problems.at(0).message.contains(words), qPrintable(config.problems.at(0).message));
        QCOMPARE(config.contexts.size(), 1); // the other file still loads
        Invariants::tellsNothing(config.problems.at(0));
    }

    // S4: a kubeconfig that is a pipe, a folder or a device is refused.
    void faults33And40WhatIsNoRegularFileIsRefusedWithoutWaiting()
    {
        const QString fifo = m_folder.filePath(s("fifo"));
        QCOMPARE(::mkfifo(QFile::encodeName(fifo).constData(), 0600), 0);
        // Nobody ever writes into the pipe: a reader that waited would wait for ever.
        const Kubeconfig config =
            loadKubeconfig({fifo, m_folder.path(), s("/dev/zero"), s("/proc/self/nothing")}, true);
        QCOMPARE(config.problems.size(), 4);
        QVERIFY(config.problems.at(0).message.contains(s("is a pipe")));
        QVERIFY(config.problems.at(1).message.contains(s("is a folder")));
        QVERIFY(config.problems.at(2).message.contains(s("is not a regular file")));
        QCOMPARE(config.problems.at(3).code, Error::Code::NotFound);
    }

    // S7: a kubeconfig is capped before it is read.
    void fault33AHugeFileIsNotRead()
    {
        QFile file(m_folder.filePath(s("huge")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QVERIFY(file.resize(100 * 1024 * 1024));
        const Kubeconfig config = loadKubeconfig({file.fileName()}, true);
        QCOMPARE(config.problems.at(0).code, Error::Code::TooLarge);
        QVERIFY(config.problems.at(0).message.contains(s("larger than 4 MiB")));
    }

    void aFileWithoutPermissionIsNamed()
    {
        if (::geteuid() == 0) { // root reads everything: a path through a file fails in the same place
            const QString path = write("plain", good) + s("/config");
            QCOMPARE(loadKubeconfig({path}, false).problems.at(0).code, Error::Code::File);
            return;
        }
        const Kubeconfig config = loadKubeconfig({write("secret", good, {})}, true);
        QCOMPARE(config.problems.at(0).code, Error::Code::File);
        QVERIFY(config.problems.at(0).message.contains(s("permission denied")));
    }

    void fault40AFileOthersCanReadOrChangeIsWarnedAbout()
    {
        QVERIFY(loadKubeconfig({write("a", good)}, true).warnings.isEmpty());
        const auto owner = QFile::ReadOwner | QFile::WriteOwner;
        QVERIFY(loadKubeconfig({write("b", good, owner | QFile::ReadOther)}, true)
                    .warnings.at(0)
                    .contains(s("can be read by others (mode 0604)")));
        QVERIFY(loadKubeconfig({write("c", good, owner | QFile::WriteGroup)}, true)
                    .warnings.at(0)
                    .contains(s("can be changed by others (mode 0620)")));
    }

    void fault40ALinkLeadsNowhereElse()
    {
        const QString link = m_folder.filePath(s("link"));
        QVERIFY(QFile::link(s("/dev/zero"), link));
        QVERIFY(loadKubeconfig({link}, true).problems.at(0).message.contains(s("is not a regular file")));
        QVERIFY(QFile::remove(link) && QFile::link(s("/proc/self/environ"), link));
        const Kubeconfig environment = loadKubeconfig({link}, true);
        QCOMPARE(environment.problems.size(), 1); // what it says is no kubeconfig
        QVERIFY(environment.contexts.isEmpty());
        QVERIFY(QFile::remove(link) && QFile::link(write("behind", good), link));
        QVERIFY(loadKubeconfig({link}, true).problems.isEmpty());
    }

    void fault40AFileOfAnotherUserIsWarnedAbout()
    {
        const QString path = write("theirs", good);
        // Only root can give a file away; for anybody else a file of root's is as good as one's own.
        const bool given = ::chown(QFile::encodeName(path).constData(), 12345, gid_t(-1)) == 0;
        QCOMPARE(given, ::geteuid() == 0);
        const QStringList warnings = loadKubeconfig({path}, true).warnings;
        QCOMPARE(warnings.size(), given ? 1 : 0);
    }

    void aMissingFileIsAProblemOnlyWhenAskedFor()
    {
        QVERIFY(loadKubeconfig({s("/nowhere/config")}, false).problems.isEmpty());
        QCOMPARE(loadKubeconfig({s("/nowhere/config")}, true).problems.at(0).code, Error::Code::NotFound);
    }

    void theListComesFromTheVariableOrTheHomeFolder()
    {
        QCOMPARE(kubeconfigFiles(s("/a:b")), QStringList{s("/a:b")});
        qputenv("KUBECONFIG", ":/a::/b:/a:");
        QCOMPARE(kubeconfigFiles({}), QStringList({s("/a"), s("/b")}));
        qputenv("KUBECONFIG", "");
        QCOMPARE(kubeconfigFiles({}), QStringList{QDir::home().filePath(s(".kube/config"))});
        qunsetenv("KUBECONFIG");
    }

    void aCommandToTypeNamesTheFilesUnlessEveryShellReadsThem()
    {
        const QStringList usual{QDir::home().filePath(s(".kube/config"))};
        using Variables = QList<std::pair<QString, QString>>;
        QCOMPARE(shellKubeconfig({}), Variables());
        QCOMPARE(shellKubeconfig(usual), Variables());
        QCOMPARE(shellKubeconfig({s("/a"), s("/b")}), (Variables{{s("KUBECONFIG"), s("/a:/b")}}));
        qputenv("KUBECONFIG", "/elsewhere");
        const Variables told = shellKubeconfig(usual);
        qunsetenv("KUBECONFIG");
        QCOMPARE(told, (Variables{{s("KUBECONFIG"), usual.first()}}));
    }

    void aSecretNeverReachesAProblem() // invariant I6
    {
        const Kubeconfig config = loadKubeconfig(
            {write("leak", "users:\n- name: u\n  user: {token: canary, client-key-data: 'canary!'}\n")},
            true);
        QCOMPARE(config.problems.size(), 1);
        QVERIFY(!config.problems.at(0).message.contains(s("canary")));
        QVERIFY(!config.problems.at(0).detail.contains(s("canary")));
    }

    void fault35OneBrokenContextDoesNotHideTheOthers()
    {
        const QByteArray more = "contexts:\n- name: gone\n  context: {cluster: nothing, user: u}\n";
        const Kubeconfig config = loadKubeconfig({write("one", good), write("two", more)}, false);
        QCOMPARE(config.contexts.size(), 2);
        QVERIFY(config.find(s("gone"))->problem.contains(
            s("The cluster “nothing” that the context names is missing.")));
        QVERIFY(config.find(s("x"))->problem.isEmpty());
        QVERIFY(config.find(s("x"))->current);
        QCOMPARE(config.find(s("x"))->authKind(), AuthKind::Token);
        QVERIFY(!config.find(s("nothing")));
    }

    // kubectl reads a file merged by hand so: the last of two equal keys counts.
    void aKeyThatIsThereTwiceCountsAsItsLast_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::newRow("a list") << "contexts: []\n" + good;
        QTest::newRow("the same list, then more") << good + "contexts:\n- name: x\n  context: {cluster: c, "
                                                            "user: u}\n- name: z\n  context: {cluster: c}\n";
        QTest::newRow("current-context") << "current-context: gone\n" + good;
        QTest::newRow("the server") << QByteArray(good).replace("{server", "{server: 'ftp://b', server");
        QTest::newRow("the token") << QByteArray(good).replace("{token", "{token: planted, token");
        QTest::newRow("the user's settings")
            << QByteArray(good).replace("  user: {token", "  user: 5\n  user: {token");
        QTest::newRow("JSON") << QByteArray(
            "{\"users\":5,\"users\":[{\"name\":\"u\",\"user\":{\"token\":\"a\",\"token\":\"t\"}}],"
            "\"clusters\":[{\"name\":\"c\",\"cluster\":{\"server\":\"https://a\"}}],"
            "\"contexts\":[{\"name\":\"x\",\"context\":{\"cluster\":\"c\",\"user\":\"u\"}}],"
            "\"current-context\":\"x\"}");
    }

    void aKeyThatIsThereTwiceCountsAsItsLast()
    {
        QFETCH(QByteArray, content);
        const Kubeconfig config = loadKubeconfig({write("twice", content)}, false);
        QVERIFY2(config.problems.isEmpty(),
                 config.problems.isEmpty() ? "" : qPrintable(config.problems.at(0).message));
        QCOMPARE(config.currentContext, s("x"));
        const KubeContext *context = config.find(s("x"));
        QVERIFY(context && context->problem.isEmpty());
        QCOMPARE(context->clusterEntry.server, s("https://a"));
        QCOMPARE(context->userEntry.token.reveal(), QByteArray("t"));
    }

    // client-go takes both for a user without credentials (clientcmd/client_config.go, getAuthInfo).
    void aContextWithoutItsUserSendsNoCredentials_data()
    {
        QTest::addColumn<QByteArray>("context");
        QTest::addColumn<QByteArray>("server");
        QTest::addColumn<QString>("warning");
        QTest::newRow("no user") << QByteArray("cluster: c") << QByteArray("https://a")
                                 << s("The context names no user");
        QTest::newRow("an empty one") << QByteArray("cluster: c, user: ''") << QByteArray("https://a")
                                      << s("The context names no user");
        QTest::newRow("a missing one") << QByteArray("cluster: c, user: gone") << QByteArray("https://a")
                                       << s("The user “gone” that the context names is missing");
        QTest::newRow("kubectl proxy")
            << QByteArray("cluster: c") << QByteArray("http://127.0.0.1:8001") << s("without TLS");
        QTest::newRow("a missing one, without TLS")
            << QByteArray("cluster: c, user: gone") << QByteArray("http://127.0.0.1:8001")
            << s("The user “gone” that the context names is missing");
    }

    void aContextWithoutItsUserSendsNoCredentials()
    {
        QFETCH(QByteArray, context);
        QFETCH(QByteArray, server);
        QFETCH(QString, warning);
        const QByteArray content =
            "clusters: [{name: c, cluster: {server: '" + server +
            "'}}]\nusers: [{name: u, user: {token: t}}]\ncontexts: [{name: x, context: {" + context + "}}]\n";
        const Kubeconfig config = loadKubeconfig({write("nobody", content)}, true);
        const KubeContext *found = config.find(s("x"));
        QVERIFY(found);
        QCOMPARE(found->problem, QString());
        QCOMPARE(found->authKind(), AuthKind::None);
        QVERIFY2(found->warnings.join(u' ').contains(warning), qPrintable(found->warnings.join(u' ')));
    }

    // An entry whose name is empty is one that a context without a name for it means.
    void emptyNamesLeadToEntriesWithoutAName()
    {
        const Kubeconfig config = loadKubeconfig(
            {write("empty",
                   "clusters: [{name: '', cluster: {server: 'https://a'}}]\nusers: [{name: '', user: "
                   "{token: t}}]\ncontexts: [{name: x, context: {}}]\n")},
            true);
        const KubeContext *found = config.find(s("x"));
        QVERIFY(found && found->problem.isEmpty() && found->warnings.isEmpty());
        QCOMPARE(found->userEntry.token.reveal(), QByteArray("t"));
        const Kubeconfig none = loadKubeconfig({write("none", "contexts: [{name: x, context: {}}]\n")}, true);
        QVERIFY(none.find(s("x"))->problem.contains(s("The context names no cluster.")));
    }

    void aServerIsFoundAsKubectlFindsIt_data()
    {
        QTest::addColumn<QString>("server");
        QTest::addColumn<QString>("url"); ///< empty when it is none
        const auto row = [](const char *server, const char *url) {
            QTest::newRow(server) << s(server) << s(url);
        };
        row("https://a.example:6443", "https://a.example:6443");
        row("HTTPS://a.example", "https://a.example");
        row("http://127.0.0.1:8001", "http://127.0.0.1:8001");
        row("https://a.example/k8s/clusters/c-1", "https://a.example/k8s/clusters/c-1");
        row("127.0.0.1:6443", "http://127.0.0.1:6443");
        row("a.example", "http://a.example");
        row("a.example:6443", "http://a.example:6443");
        row("localhost:8001", "http://localhost:8001");
        row("[fd00::1]:6443", "http://[fd00::1]:6443");
        row("a.example/", "http://a.example/");
        row("https://a.example/#x", "https://a.example/%23x");
        row("a.example/k8s", "");
        row("127.0.0.1:6443/k8s", "");
        row("https://", "");
        row("https:a.example", "");
        row("a.example?x y", "");
        row(" https://a.example", "");
    }

    void aServerIsFoundAsKubectlFindsIt()
    {
        QFETCH(QString, server);
        QFETCH(QString, url);
        ClusterEntry cluster;
        cluster.server = server;
        QCOMPARE(cluster.url().isValid() ? cluster.url().toString() : QString(), url);
        QCOMPARE(cluster.usesTls(), url.startsWith(s("https")));
        const QByteArray content = QByteArray(good).replace("https://a", server.toUtf8());
        const Kubeconfig config = loadKubeconfig({write("server", content)}, true);
        QVERIFY(config.find(s("x")));
        QCOMPARE(config.find(s("x"))->problem.isEmpty(), !url.isEmpty());
        QCOMPARE(config.find(s("x"))->warnings.join(u' ').contains(s("has no scheme")),
                 url.startsWith(s("http://")) && !server.startsWith(s("http://")));
    }

    void eachAuthProviderHasItsAnswer_data()
    {
        QTest::addColumn<QByteArray>("provider");
        QTest::addColumn<QString>("words"); ///< of the problem; empty when there is none
        const auto row = [](const char *name, const char *provider, const char *words) {
            QTest::newRow(name) << QByteArray(provider) << s(words);
        };
        row("oidc", "name: oidc, config: {idp-issuer-url: 'https://i', client-id: c, id-token: a.b.c}", "");
        row("oidc without an issuer", "name: oidc, config: {client-id: c}", "has no idp-issuer-url");
        row("oidc without a client", "name: oidc, config: {idp-issuer-url: 'https://i'}", "has no client-id");
        row("oidc without settings", "name: oidc", "has no client-id");
        row("gcp", "name: gcp, config: {access-token: x}", "gke-gcloud-auth-plugin");
        row("azure", "name: azure", "kubelogin convert-kubeconfig");
        row("another", "name: openstack", "“openstack”, which kubectl does not support");
        row("none", "", "which kubectl does not support");
    }

    void eachAuthProviderHasItsAnswer()
    {
        QFETCH(QByteArray, provider);
        QFETCH(QString, words);
        const auto problem = [&](const QByteArray &server) {
            const QByteArray content = QByteArray(good)
                                           .replace("{token: t}", "{auth-provider: {" + provider + "}}")
                                           .replace("https://a", server);
            const Kubeconfig config = loadKubeconfig({write("provider", content)}, true);
            const KubeContext *found = config.find(s("x"));
            return found && found->authKind() == AuthKind::AuthProvider ? found->problem : s("not read");
        };
        QVERIFY2(words.isEmpty() ? problem("https://a").isEmpty() : problem("https://a").contains(words),
                 qPrintable(problem("https://a")));
        QCOMPARE(problem("http://a"), QString()); // nobody asks it for a server without TLS
    }

    void anAuthProviderOfWrongTypesSpoilsTheFile()
    {
        const Kubeconfig config = loadKubeconfig(
            {write("typed", QByteArray(good).replace("{token: t}",
                                                     "{auth-provider: {name: oidc, config: {shoe: 9}}}"))},
            true);
        QCOMPARE(config.problems.size(), 1);
        QVERIFY(
            config.problems.at(0).message.contains(s("users[0].user.auth-provider.config.shoe is not text")));
    }

    // kubectl refuses to send such a header: there would be another one behind the line end.
    void whoOneActsAsCannotSmuggleHeaders_data()
    {
        QTest::addColumn<QByteArray>("user");
        QTest::addColumn<bool>("isSent");
        QTest::newRow("user") << QByteArray("as: \"jane\\r\\nX-Evil: 1\"") << false;
        QTest::newRow("a line end behind it") << QByteArray("as: \"jane\\n\"") << false;
        QTest::newRow("uid") << QByteArray("as: jane, as-uid: \"7\\n\"") << false;
        QTest::newRow("the second group") << QByteArray("as: jane, as-groups: [a, \"b\\rc\"]") << false;
        QTest::newRow("extra") << QByteArray("as: jane, as-user-extra: {k: [v, \"w\\e\"]}") << false;
        QTest::newRow("a name with a space")
            << QByteArray("as: \"Jane Doe\", as-groups: [\"a\\tb\"]") << true;
        QTest::newRow("a key of extra") << QByteArray("as: jane, as-user-extra: {\"k\\n\": [v]}") << true;
    }

    void whoOneActsAsCannotSmuggleHeaders()
    {
        QFETCH(QByteArray, user);
        QFETCH(bool, isSent);
        const Kubeconfig config = loadKubeconfig(
            {write("acting", QByteArray(good).replace("{token: t}", "{token: t, " + user + "}"))}, true);
        const KubeContext *found = config.find(s("x"));
        QVERIFY(found);
        QCOMPARE(found->problem.isEmpty(), isSent);
        QCOMPARE(found->problem.contains(s("control character")), !isSent);
    }

    void aPasswordThatIsNotUsedIsAWarning()
    {
        const auto warnings = [this](const QByteArray &server, const QByteArray &user) {
            const QByteArray content = "clusters: [{name: c, cluster: {server: '" + server +
                                       "'}}]\nusers: [{name: u, user: {" + user +
                                       "}}]\ncontexts: [{name: x, context: {cluster: c, user: u}}]\n";
            const Kubeconfig config = loadKubeconfig({write("password", content)}, true);
            const KubeContext *found = config.find(s("x"));
            return !found                     ? s("not there")
                   : found->problem.isEmpty() ? found->warnings.join(u' ')
                                              : found->problem;
        };
        QCOMPARE(warnings("https://a", "username: nora, password: canary"), QString());
        QCOMPARE(warnings("https://a", "password: canary"),
                 s("The password of “u” is not used, as it has no username."));
        const QString inAddress = warnings("https://n:canary@a", "token: t");
        QVERIFY2(inAddress.contains(s("in the server address are not used")), qPrintable(inAddress));
        QVERIFY(!inAddress.contains(s("canary")));
    }

    void anExpiredClientCertificateIsAWarning()
    {
        const auto old = KeyPairSample::make(KeyPairSample::Kind::Ec, std::chrono::seconds(-60));
        const auto fresh = KeyPairSample::make(KeyPairSample::Kind::Ec);
        const auto warnings = [this](const QByteArray &user) {
            const QByteArray content = QByteArray(good).replace("{token: t}", "{token: t, " + user + "}");
            const Kubeconfig config = loadKubeconfig({write("certificate", content)}, true);
            const KubeContext *found = config.find(s("x"));
            return !found                     ? s("not there")
                   : found->problem.isEmpty() ? found->warnings.join(u' ')
                                              : found->problem;
        };
        const auto data = [](const KeyPairSample &pair) {
            return QByteArray("client-certificate-data: " + pair.certificate.toBase64() +
                              ", client-key-data: " + pair.key.toBase64());
        };
        QVERIFY(warnings(data(old)).contains(s("The client certificate of “u” expired on")));
        QCOMPARE(warnings(data(fresh)), QString());
        (void)write("old.crt", old.certificate);
        (void)write("old.key", old.key);
        QVERIFY(warnings("client-certificate: old.crt, client-key: old.key").contains(s("expired on")));
    }

    // S4: insecure-skip-tls-verify is told with the context.
    void faults35And39WhatShouldBeKnownIsSaid()
    {
        const Kubeconfig config = loadKubeconfig({write("w", R"({
            clusters: [{name: c, cluster: {server: 'https://a', insecure-skip-tls-verify: true}}],
            users: [{name: u, user: {token: t, exec: {apiVersion: client.authentication.k8s.io/v1, command: p, interactiveMode: Never}}},
                    {name: v, user: {auth-provider: {name: gcp}}}],
            contexts: [{name: x, context: {cluster: c, user: u}}, {name: z, context: {cluster: c, user: v}}]})")},
                                                 true);
        QVERIFY2(config.problems.isEmpty(),
                 config.problems.isEmpty() ? "" : qPrintable(config.problems.at(0).message));
        QCOMPARE(config.find(s("x"))->warnings.size(), 2);
        QVERIFY(config.find(s("x"))->warnings.at(0).contains(s("insecure-skip-tls-verify")));
        QVERIFY(config.find(s("x"))->warnings.at(1).contains(s("the plugin is not used, as with kubectl")));
        QVERIFY(config.find(s("z"))->problem.contains(s("auth-provider")));
    }
};

#include "tst_kubeconfig.moc"
} // namespace tst_kubeconfig

CHARTROOM_TEST(tst_kubeconfig, KubeconfigTest)
