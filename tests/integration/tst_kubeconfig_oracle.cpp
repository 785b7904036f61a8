// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/document.h"
#include "core/kube/kubeconfig.h"
#include "core/process/process_runner.h"
#include "core/process/program_search.h"
#include "tests/support/kubeconfig_values.h"
#include "tests/support/test_main.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

using namespace chartroom;
using namespace chartroom::test;

namespace HIDDEN_FROM_MOC tst_kubeconfig_oracle {

namespace {

QString s(const char *text)
{
    return QString::fromUtf8(text);
}

const char *const two =
    "clusters:\n- name: c\n  cluster: {server: 'https://127.0.0.1:1'}\nusers:\n- name: u\n"
    "  user: {token: t}\ncontexts:\n- name: x\n  context: {cluster: c, user: u}\ncurrent-context: x\n";

/// A file whose cluster and user have these fields.
QByteArray with(const char *cluster, const char *user, const char *context = "")
{
    return QByteArray("apiVersion: v1\nkind: Config\nclusters:\n- name: c\n  cluster: {server: "
                      "'https://127.0.0.1:1'") +
           (*cluster ? ", " : "") + cluster + "}\nusers:\n- name: u\n  user: {" + user +
           "}\ncontexts:\n- name: x\n  context: {cluster: c, user: u" + (*context ? ", " : "") + context +
           "}\ncurrent-context: x\n";
}

} // namespace

using Files = QList<std::pair<QString, QByteArray>>;

/// Each kubeconfig is read by this program and by kubectl, which is client-go.
class KubeconfigOracleTest : public QObject
{
    Q_OBJECT

    QString m_kubectl;
    ProcessRunner m_runner;

    Result<CommandOutput> kubectl(const QString &kubeconfig, const QStringList &arguments)
    {
        CommandLine command;
        command.program = m_kubectl;
        command.arguments = arguments;
        command.environment = {{s("KUBECONFIG"), kubeconfig}, {s("KUBERC"), s("off")}};
        const auto future = m_runner.run(command);
        if (!QTest::qWaitFor([&future] { return future.isFinished(); }, 30000))
            return failure(Error::Code::Timeout, s("kubectl took too long"));
        return future.result();
    }

    static void rows()
    {
        QTest::addColumn<Files>("files");
        const auto one = [](const char *name, const QByteArray &content) {
            QTest::newRow(name) << Files{{s("a"), content}};
        };
        one("plain", two);
        one("empty", "");
        one("only a comment", "# nothing\n");
        one("byte order mark and CRLF", QByteArray("\xef\xbb\xbf") + QByteArray(two).replace('\n', "\r\n"));
        const QString wide = u'\uFEFF' + QString::fromUtf8(two);
        one("UTF-16", QByteArray(reinterpret_cast<const char *>(wide.utf16()), wide.size() * 2));
        one("JSON", "{\"clusters\":[{\"name\":\"c\",\"cluster\":{\"server\":\"https://127.0.0.1:1\"}}]"
                    ",\"contexts\":[{\"name\":\"x\",\"context\":{\"cluster\":\"c\",\"user\":\"u\"}}],"
                    "\"users\":[{\"name\":\"u\",\"user\":{\"token\":\"t\"}}]}");
        one("unknown fields", with("colour: blue", "token: t, shoe: 9", "mood: good") + "weather: [sun]\n");
        one("other case of a field", with("TLS-Server-Name: x", "Token: t"));
        one("anchors",
            "clusters:\n- name: c\n  cluster: &c {server: 'https://127.0.0.1:1'}\n- name: d\n  cluster: {<<: "
            "*c, tls-server-name: k}\n"
            "users: [{name: u, user: {token: t}}]\ncontexts: [{name: x, context: {cluster: d, user: u}}]\n");
        one("tls-server-name and proxy",
            with("tls-server-name: k.example, proxy-url: 'socks5://127.0.0.1:9'", "token: t"));
        one("insecure", with("insecure-skip-tls-verify: true", "token: t"));
        one("data", with("certificate-authority-data: aGVsbG8=",
                         "client-certificate-data: Y2VydA==, client-key-data: a2V5"));
        one("relative paths", with("certificate-authority: pki/ca.crt",
                                   "client-certificate: ../c.crt, client-key: ./c.key, tokenFile: t/token"));
        one("absolute paths", with("certificate-authority: /nowhere/ca.crt", "tokenFile: /nowhere/token"));
        one("basic", with("", "username: anna, password: 'p:w'"));
        one("impersonation",
            with("", "token: t, as: anna, as-uid: '7', as-groups: [a, b], as-user-extra: {k: [v, w]}"));
        one("blanks around what becomes a header",
            with("", "token: ' t ', as: ' anna ', as-uid: ' 7 ', as-groups: [' a '], as-user-extra: {k: [' v "
                     "']}"));
        one("exec v1", with("", "exec: {apiVersion: client.authentication.k8s.io/v1, command: plugin, args: "
                                "[a, '1'], env: [{name: A, value: b}], interactiveMode: Never, "
                                "provideClusterInfo: true, installHint: 'get it'}"));
        one("exec v1beta1 with default mode",
            with("", "exec: {apiVersion: client.authentication.k8s.io/v1beta1, command: plugin}"));
        one("exec with relative command", with("", "exec: {apiVersion: client.authentication.k8s.io/v1, "
                                                   "command: bin/plugin, interactiveMode: IfAvailable}"));
        one("exec beside a token", with("", "token: t, exec: {apiVersion: client.authentication.k8s.io/v1, "
                                            "command: plugin, interactiveMode: Never}"));
        one("namespace", with("", "token: t", "namespace: gpu-operator"));
        one("null fields", with("tls-server-name: null, extensions: null", "token: ~, as-groups: null") +
                               "preferences: null\n");
        one("context of a missing cluster",
            "contexts: [{name: x, context: {cluster: gone, user: gone}}]\ncurrent-context: x\n");
        one("current-context is missing",
            QByteArray(two).replace("current-context: x", "current-context: nothing"));
        one("extensions",
            with("extensions: [{name: client.authentication.k8s.io/exec, extension: {a: 1}}]", "token: t"));
        one("second document", QByteArray(two) + "---\nclusters: []\n");
        one("empty names", "clusters: [{name: '', cluster: {server: 'https://127.0.0.1:1'}}]\ncontexts: "
                           "[{name: '', context: {cluster: '', user: ''}}]\n");
        one("block text in a field", with("", "token: t") + "preferences:\n  colors: true\n");
        one("keys twice",
            QByteArray(two) + "users:\n- name: u\n  user: {username: a, username: b, password: c}\n");
        // Files that client-go refuses.
        one("bad: tab", "clusters:\n\t- name: c\n");
        one("bad: alias cycle", "clusters: &a [*a]\n");
        one("bad: a number as token", with("", "token: 123"));
        one("bad: yes as name", QByteArray(two).replace("name: u\n", "name: yes\n"));
        one("bad: not base64", with("certificate-authority-data: '%%%'", "token: t"));
        one("bad: base64 without its end", with("certificate-authority-data: aGVsbG8", "token: t"));
        one("bad: list as document", "- a\n");
        one("bad: text as document", "hello\n");
        one("bad: clusters is a map", "clusters: {c: {server: x}}\n");
        one("bad: the same name twice",
            "clusters: [{name: c, cluster: {server: a}}, {name: c, cluster: {server: b}}]\n");
        one("bad: another kind", "apiVersion: v1\nkind: Pod\n");
        one("bad: another version", "apiVersion: v2\nkind: Config\n");
        one("bad: flag as text", with("insecure-skip-tls-verify: 'true'", "token: t"));
        one("bad: number in an auth-provider", with("", "auth-provider: {name: oidc, config: {a: 5}}"));
        one("bad: unclosed", "clusters: [\n");
        one("bad: null key", "clusters: []\n~: 1\n");
        one("bad: control character", QByteArray("clusters: []\n#\x01\n"));
        // Merging.
        const QByteArray other =
            "clusters:\n- name: c\n  cluster: {server: 'https://second', tls-server-name: second}\n"
            "- name: c2\n  cluster: {server: 'https://c2', certificate-authority: ca.crt}\n"
            "users:\n- name: u\n  user: {username: second, password: p}\n- name: u2\n  user: {token: t2}\n"
            "contexts:\n- name: x\n  context: {cluster: c2, user: u2, namespace: second}\n"
            "- name: z\n  context: {cluster: c2, user: u}\ncurrent-context: z\n";
        QTest::newRow("two files, the first wins") << Files{{s("a"), two}, {s("sub/b"), other}};
        QTest::newRow("two files, the other way") << Files{{s("sub/b"), other}, {s("a"), two}};
        QTest::newRow("current-context from the second")
            << Files{{s("a"), "current-context: ''\n"}, {s("b"), two}};
        QTest::newRow("missing and empty entries")
            << Files{{s("-gone"), {}}, {QString(), {}}, {s("a"), two}, {s("a"), {}}};
        QTest::newRow("three files") << Files{{s("e"), "users: []\n"}, {s("sub/b"), other}, {s("a"), two}};
        QTest::newRow("all missing") << Files{{s("-gone"), {}}};
    }

private Q_SLOTS:
    void initTestCase()
    {
        m_kubectl = qEnvironmentVariable("CHARTROOM_KUBECTL");
        if (m_kubectl.isEmpty())
            m_kubectl = findProgram(s("kubectl"));
        QVERIFY2(!m_kubectl.isEmpty(), "this test needs kubectl: set CHARTROOM_KUBECTL or put it in PATH");
    }

    void faults35And36TheMergedConfigurationIsKubectls_data() { rows(); }

    void faults35And36TheMergedConfigurationIsKubectls()
    {
        QFETCH(Files, files);
        QTemporaryDir folder;
        QStringList paths;
        for (const auto &[name, content] : files) {
            const QString path = name.isEmpty() ? QString() : folder.filePath(name);
            paths.append(path);
            if (name.isEmpty() || name.startsWith(u'-') || QFile::exists(path))
                continue;
            QVERIFY(QDir().mkpath(QFileInfo(path).path()));
            QFile file(path);
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(content);
        }
        const QString list = paths.join(u':');
        qputenv("KUBECONFIG", list.toUtf8());
        const Kubeconfig config = loadKubeconfig(kubeconfigFiles({}), false);
        qunsetenv("KUBECONFIG");
        const auto output = kubectl(list, {s("config"), s("view"), s("--raw"), s("-o"), s("json")});
        QVERIFY(output);
        const bool bad = QByteArray(QTest::currentDataTag()).startsWith("bad:");
        QCOMPARE(output->exitCode != 0, bad);
        QCOMPARE(!config.problems.isEmpty(), bad);
        if (bad) {
            QVERIFY2(config.problems.at(0).message.startsWith(paths.at(0)),
                     qPrintable(config.problems.at(0).message));
            return;
        }
        const auto theirs = readJson(output->out);
        QVERIFY(theirs);
        QCOMPARE(QString::fromUtf8(writeJson(valueOf(config))),
                 QString::fromUtf8(writeJson(valueOfView(*theirs))));
    }

    void relativePathsLeadWhereKubectlReads()
    {
        QTemporaryDir folder;
        QVERIFY(QDir(folder.path()).mkpath(s("sub/pki")));
        const auto write = [&folder](const char *name, const QByteArray &content) {
            QFile file(folder.filePath(s(name)));
            return file.open(QIODevice::WriteOnly) && file.write(content) == content.size();
        };
        QVERIFY(write("sub/pki/ca.crt", "the CA") && write("c.crt", "the certificate") &&
                write("sub/c.key", "the key"));
        QVERIFY(write("sub/config", with("certificate-authority: pki/ca.crt",
                                         "client-certificate: ../c.crt, client-key: ./c.key")));
        const QString list = folder.filePath(s("sub/config"));
        const auto output =
            kubectl(list, {s("config"), s("view"), s("--raw"), s("--flatten"), s("-o"), s("json")});
        QVERIFY(output);
        const auto theirs = readJson(output->out);
        QVERIFY(theirs);
        const Value cluster = theirs->at({s("clusters")}).list().at(0).at({s("cluster")});
        const Value user = theirs->at({s("users")}).list().at(0).at({s("user")});
        const auto content = [](const QString &file) {
            QFile opened(file);
            return opened.open(QIODevice::ReadOnly) ? QString::fromLatin1(opened.readAll().toBase64()) : file;
        };
        const KubeContext context = loadKubeconfig({list}, true).contexts.at(0);
        QCOMPARE(content(context.clusterEntry.certificateAuthorityFile),
                 cluster.at({s("certificate-authority-data")}).toString());
        QCOMPARE(content(context.userEntry.clientCertificateFile),
                 user.at({s("client-certificate-data")}).toString());
        QCOMPARE(content(context.userEntry.clientKeyFile), user.at({s("client-key-data")}).toString());
    }

    void aContextIsUsableWhereKubectlUsesIt_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<bool>("usable");
        const auto row = [](const char *name, const QByteArray &content, bool usable) {
            QTest::newRow(name) << content << usable;
        };
        row("token", with("", "token: t"), true);
        row("basic", with("", "username: u, password: p"), true);
        row("insecure", with("insecure-skip-tls-verify: true", "token: t"), true);
        row("token and tokenFile", with("", "token: t, tokenFile: /nowhere"), true);
        row("token and exec",
            with("", "token: t, exec: {apiVersion: client.authentication.k8s.io/v1, command: /nowhere/p, "
                     "interactiveMode: Never}"),
            true);
        row("token and password", with("", "token: t, username: u, password: p"), false);
        row("missing CA", with("certificate-authority: gone.crt", "token: t"), false);
        row("CA as file and data",
            with("certificate-authority: /etc/hosts, certificate-authority-data: aGVsbG8=", "token: t"),
            false);
        row("CA and insecure",
            with("insecure-skip-tls-verify: true, certificate-authority: /etc/hosts", "token: t"), false);
        row("certificate without key", with("", "client-certificate: /etc/hosts"), false);
        row("missing certificate", with("", "client-certificate: gone.crt, client-key: gone.key"), false);
        row("groups without a user", with("", "token: t, as-groups: [a]"), false);
        row("wrong proxy", with("proxy-url: 'ftp://x'", "token: t"), false);
        // With TLS kubectl asks a person without credentials for a name; other programs send none.
        const QByteArray http = "clusters: [{name: c, cluster: {server: 'http://127.0.0.1:1'}}]\n"
                                "current-context: x\ncontexts: [{name: x, context: {cluster: c";
        row("missing user", http + ", user: u}}]\n", true);
        row("no user", http + "}}]\n", true);
        row("no scheme", QByteArray(two).replace("https://", ""), true);
        row("no scheme and a path", QByteArray(two).replace("https://127.0.0.1:1", "127.0.0.1:1/k8s"), false);
        row("empty cluster name",
            QByteArray(two).replace("name: c\n", "name: ''\n").replace("cluster: c, ", ""), true);
        const auto plain = [](const QByteArray &content) {
            return QByteArray(content).replace("https://127.0.0.1:1", "http://127.0.0.1:1");
        };
        row("CA and insecure without TLS",
            plain(with("insecure-skip-tls-verify: true, certificate-authority: /etc/hosts", "token: t")),
            true);
        row("exec v1alpha1 without TLS",
            plain(with("", "exec: {apiVersion: client.authentication.k8s.io/v1alpha1, command: p, "
                           "interactiveMode: Never}")),
            true);
        row("auth-provider gcp", with("", "auth-provider: {name: gcp}"), false);
        row("auth-provider gcp and a token", with("", "token: t, auth-provider: {name: gcp}"), false);
        row("auth-provider gcp without TLS", plain(with("", "auth-provider: {name: gcp}")), true);
        row("auth-provider azure", with("", "auth-provider: {name: azure}"), false);
        row("unknown auth-provider", with("", "auth-provider: {name: other}"), false);
        row("auth-provider oidc", // {"alg":"none"}.{"exp":4102444800}.sig
            with("",
                 "auth-provider: {name: oidc, config: {idp-issuer-url: 'https://127.0.0.1:2', client-id: k, "
                 "id-token: eyJhbGciOiJub25lIn0.eyJleHAiOjQxMDI0NDQ4MDB9.c2ln}}"),
            true);
        row("auth-provider oidc without an issuer",
            with("", "auth-provider: {name: oidc, config: {client-id: k}}"), false);
        row("as with a line end", with("", "token: t, as: \"a\\nb\""), false);
        row("as with a tab", with("", "token: t, as: \"a\\tb\""), true);
        row("user with two tokens", with("", "token: t, token: t2"), true);
        row("exec v1alpha1",
            with("", "exec: {apiVersion: client.authentication.k8s.io/v1alpha1, command: p}"), false);
        row("exec without mode", with("", "exec: {apiVersion: client.authentication.k8s.io/v1, command: p}"),
            false);
        row("exec without command",
            with("", "exec: {apiVersion: client.authentication.k8s.io/v1, interactiveMode: Never}"), false);
    }

    /// Nothing listens on port 1: kubectl gets as far as "refused" only with a context that it can use.
    void aContextIsUsableWhereKubectlUsesIt()
    {
        QFETCH(QByteArray, content);
        QFETCH(bool, usable);
        QTemporaryDir folder;
        QFile file(folder.filePath(s("config")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(content);
        file.close();
        const Kubeconfig config = loadKubeconfig({file.fileName()}, true);
        QVERIFY2(config.problems.isEmpty(),
                 config.problems.isEmpty() ? "" : qPrintable(config.problems.at(0).message));
        const KubeContext *context = config.find(s("x"));
        QVERIFY(context);
        const auto output =
            kubectl(file.fileName(), {s("get"), s("--raw"), s("/version"), s("--request-timeout=5s")});
        QVERIFY(output);
        QVERIFY2(output->err.contains("refused") == usable, output->err.constData());
        QVERIFY2(context->problem.isEmpty() == usable, qPrintable(context->problem));
    }
};

#include "tst_kubeconfig_oracle.moc"
} // namespace tst_kubeconfig_oracle

CHARTROOM_TEST(tst_kubeconfig_oracle, KubeconfigOracleTest)
