// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/process/process_runner.h"
#include "core/responsibility/rules.h"
#include "core/session/session_factory.h"
#include "tests/integration/sandbox.h"
#include "tests/support/sign_in_samples.h"
#include "tests/support/test_main.h"

#include <QFile>
#include <QJsonDocument>
#include <QTemporaryDir>
#include <QTest>

using namespace chartroom;
using namespace chartroom::test;

namespace HIDDEN_FROM_MOC tst_kubeconfig_requests {

namespace {

QString s(const char *text)
{
    return QString::fromUtf8(text);
}

/// What a user of the sandbox signs in with, as a kubeconfig of `ctl` holds it.
struct SignIn
{
    QByteArray certificate;
    QByteArray key;
    QByteArray token;

    [[nodiscard]] QByteArray data() const
    {
        return "client-certificate-data: " + certificate.toBase64() + ", client-key-data: " + key.toBase64();
    }
};

} // namespace

/// For each way to reach the sandbox's API server and to sign in: the session is live where kubectl can list
/// release Secrets with the same kubeconfig, and fails with a sentence where kubectl cannot.
class KubeconfigRequestsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        m_sandbox = Sandbox::find();
        QVERIFY(m_sandbox.has_value());
        auto rules = ResponsibilityRules::bundled();
        QVERIFY(rules.has_value());
        m_rules = std::make_unique<ResponsibilityRules>(std::move(*rules));
        m_server = m_sandbox->text("server").toUtf8();
        m_ca = read(m_sandbox->facts()[QLatin1String("admin")][QLatin1String("ca")].toString());
        m_ec = issued(
            {s("issue-cert"), s("--for"), s("1h"), s("--key"), s("ec"), s("--user"), s("requests-ec")});
        m_rsa = issued(
            {s("issue-cert"), s("--for"), s("1h"), s("--key"), s("rsa"), s("--user"), s("requests-rsa")});
        m_gone = issued({s("issue-cert"), s("--for=-10s"), s("--user"), s("requests-gone")});
        m_token = issued({s("kubeconfig"), s("--user"), s("requests-token"), s("--rbac"), s("full"),
                          s("--auth"), s("token")});
        QVERIFY(!m_ca.isEmpty() && !m_ec.key.isEmpty() && !m_rsa.key.isEmpty() && !m_gone.key.isEmpty() &&
                !m_token.token.isEmpty());
        write("ca.crt", m_ca);
        write("other-ca.crt", m_ec.certificate); // signs nothing
        write("ec.crt", m_ec.certificate);
        write("ec.key", m_ec.key);
        write("rsa.crt", m_rsa.certificate);
        write("rsa.key", m_rsa.key);
        write("token", m_token.token + '\n');
        write("plugin", "#!/bin/sh\necho '{\"apiVersion\":\"client.authentication.k8s.io/v1\",\"kind\":"
                        "\"ExecCredential\",\"status\":{\"token\":\"" +
                            m_token.token + "\"}}'\n");
        write("broken-plugin", "#!/bin/sh\nexit 3\n");
    }

    void aSessionIsLiveWhereKubectlCanRead_data()
    {
        QTest::addColumn<QByteArray>("cluster"); // without server and CA when it names them itself
        QTest::addColumn<QByteArray>("user");
        QTest::addColumn<bool>("works");
        signInRows();
        serverRows();
    }

    void aSessionIsLiveWhereKubectlCanRead()
    {
        QFETCH(QByteArray, cluster);
        QFETCH(QByteArray, user);
        QFETCH(bool, works);
        const QString config = kubeconfig(cluster, user);
        const Ran kubectl =
            run(m_sandbox->text("kubectl"), {s("--kubeconfig"), config, s("get"), s("--request-timeout=10s"),
                                             s("--raw=/api/v1/secrets?labelSelector=owner%3Dhelm&limit=1")});
        QVERIFY2((kubectl.exitCode == 0) == works, kubectl.err.constData());
        Error problem;
        QCOMPARE(stateWith(config, problem),
                 works ? ClusterSession::State::Live : ClusterSession::State::Failed);
        QCOMPARE(problem.message.isEmpty(), works);
    }

    void aCertificateThatExpiresWhileConnectedIsNamed()
    {
        const Ran issue =
            m_sandbox->ctl({s("issue-cert"), s("--for"), s("20s"), s("--user"), s("requests-short")});
        const QJsonObject told = QJsonDocument::fromJson(issue.out).object();
        const QDateTime end = QDateTime::fromString(told[QLatin1String("expires")].toString(), Qt::ISODate);
        const auto session = sessionFor(told[QLatin1String("kubeconfig")].toString());
        QVERIFY(session.has_value());
        (*session)->start();
        QTRY_COMPARE_WITH_TIMEOUT((*session)->releases()->state(),
                                  ReleaseStore::State::Complete, // Secrets and ConfigMaps
                                  60000);
        const auto rows = (*session)->releases()->keys().size();
        QTRY_VERIFY_WITH_TIMEOUT(QDateTime::currentDateTimeUtc() > end.addSecs(1), 40000);
        QCOMPARE(m_sandbox->ctl({s("restart"), s("apiserver")}).exitCode, 0); // open watches outlive it
        QTRY_COMPARE_WITH_TIMEOUT((*session)->state(), ClusterSession::State::Failed, 60000);
        QVERIFY2((*session)->problem().message.contains(s("client certificate expired")),
                 qPrintable((*session)->problem().message));
        QCOMPARE((*session)->releases()->keys().size(), rows);
    }

private:
    static void row(const char *name, const QByteArray &cluster, const QByteArray &user, bool works)
    {
        QTest::newRow(name) << cluster << user << works;
    }

    void signInRows()
    {
        const QByteArray here;
        row("client certificate, EC, data", here, m_ec.data(), true);
        row("client certificate, EC, files", here, "client-certificate: ec.crt, client-key: ec.key", true);
        row("client certificate, RSA, data", here, m_rsa.data(), true);
        row("client certificate, RSA, files", here, "client-certificate: rsa.crt, client-key: rsa.key", true);
        row("the key of another certificate", here, "client-certificate: ec.crt, client-key: rsa.key", false);
        row("a client certificate file that is gone", here, "client-certificate: no.crt, client-key: ec.key",
            false);
        row("an expired client certificate", here, m_gone.data(), false);
        row("token", here, "token: " + m_token.token, true);
        row("wrong token", here, "token: wrong", false);
        row("token file", here, "tokenFile: token", true);
        row("token file that is gone", here, "tokenFile: no-token", false);
        row("token file before token", here, "token: wrong, tokenFile: token", true);
        row("basic, which API servers no longer know", here, "username: admin, password: secret", false);
        row("nobody", here, {}, false);
        const QByteArray exec = "exec: {apiVersion: client.authentication.k8s.io/v1, interactiveMode: Never, "
                                "command: ";
        row("plugin", here, exec + "./plugin}", true);
        row("plugin that fails", here, exec + "./broken-plugin}", false);
        row("plugin that is not installed", here, exec + "no-such-plugin}", false);
        // fault 35: any other way to sign in comes before a plugin, which then is not run
        // (k8s.io/client-go plugin/pkg/client/auth/exec/exec.go@v0.36, UpdateTransportConfig).
        row("token before a plugin", here, exec + "./broken-plugin}, token: " + m_token.token, true);
        row("wrong token before a plugin", here, exec + "./plugin}, token: wrong", false);
        row("client certificate before a plugin", here, exec + "./broken-plugin}, " + m_ec.data(), true);
        row("token and password", here, "username: admin, password: p, token: " + m_token.token, false);
        row("acting as one without rights", here, "as: jane, token: " + m_token.token, false);
        row("acting as a member of a group", here, "as: jane, as-groups: ['system:masters'], " + m_ec.data(),
            true);
    }

    void serverRows()
    {
        const QByteArray ca = "certificate-authority-data: " + m_ca.toBase64();
        const QByteArray server = "server: '" + m_server + "'";
        const QByteArray port = m_server.mid(m_server.lastIndexOf(':'));
        const QByteArray user = "token: " + m_token.token;
        row("CA file", server + ", certificate-authority: ca.crt", user, true);
        row("CA file that is gone", server + ", certificate-authority: no.crt", user, false);
        row("another CA", server + ", certificate-authority: other-ca.crt", user, false);
        row("no CA", server, user, false);
        row("no check of the certificate", server + ", insecure-skip-tls-verify: true", user, true);
        row("a name of the server", server + ", tls-server-name: kubernetes.default.svc, " + ca, user, true);
        row("a name that is not the server's", server + ", tls-server-name: other.example, " + ca, user,
            false);
        row("host name", "server: 'https://localhost" + port + "', " + ca, user, true);
        row("slash at the end", "server: '" + m_server + "/', " + ca, user, true);
        row("a path that is not there", "server: '" + m_server + "/nowhere', " + ca, user, false);
        row("nobody listens", "server: 'https://127.0.0.1:1', " + ca, user, false);
        row("HTTP to an HTTPS server", "server: 'http://127.0.0.1" + port + "'", user, false);
        row("dead HTTP proxy", server + ", proxy-url: 'http://127.0.0.1:1', " + ca, user, false);
        row("dead SOCKS proxy", server + ", proxy-url: 'socks5://127.0.0.1:1', " + ca, user, false);
    }

    QString kubeconfig(const QByteArray &cluster, const QByteArray &user)
    {
        const QByteArray given =
            cluster.isEmpty() ? "server: '" + m_server + "', certificate-authority-data: " + m_ca.toBase64()
                              : cluster;
        return write("config", "current-context: x\nclusters: [{name: c, cluster: {" + given +
                                   "}}]\nusers: [{name: u, user: {" + user +
                                   "}}]\ncontexts: [{name: x, context: {cluster: c, user: u}}]\n");
    }

    Result<std::unique_ptr<ClusterSession>> sessionFor(const QString &config)
    {
        const Kubeconfig read = loadKubeconfig({config}, true);
        const KubeContext *context = read.find(read.currentContext);
        if (!context)
            return failure(Error::Code::Invalid, s("no context in ") + config);
        return SessionFactory({&m_runner, &m_consent, m_rules.get(), &m_clock, {}}).forContext(*context);
    }

    /// How the session ends up, and why when it failed.
    ClusterSession::State stateWith(const QString &config, Error &problem)
    {
        const auto session = sessionFor(config);
        if (!session) {
            problem = session.error();
            return ClusterSession::State::Failed;
        }
        (*session)->start();
        const bool settled = QTest::qWaitFor(
            [&] {
                return (*session)->state() == ClusterSession::State::Live ||
                       (*session)->state() == ClusterSession::State::Failed;
            },
            60'000); // a machine that runs other sandboxes signs in slowly
        if (!settled || (*session)->state() == ClusterSession::State::Failed)
            problem = (*session)->problem();
        return (*session)->state();
    }

    SignIn issued(const QStringList &words)
    {
        const Ran ran = m_sandbox->ctl(words);
        const QString file = QJsonDocument::fromJson(ran.out)[QLatin1String("kubeconfig")].toString();
        const Kubeconfig config = loadKubeconfig({file}, true);
        if (config.contexts.isEmpty())
            return {};
        const UserEntry &user = config.contexts.first().userEntry;
        return {user.clientCertificateData, user.clientKeyData.reveal(), user.token.reveal()};
    }

    static QByteArray read(const QString &path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    /// A file of this user alone, which can be run.
    QString write(const char *name, const QByteArray &content)
    {
        QFile file(m_folder.filePath(s(name)));
        if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size() ||
            !file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner))
            qFatal("cannot write %s", name);
        return file.fileName();
    }

    std::optional<Sandbox> m_sandbox;
    std::unique_ptr<ResponsibilityRules> m_rules;
    SystemClock m_clock;
    ProcessRunner m_runner;
    AllowAll m_consent;
    QTemporaryDir m_folder;
    QByteArray m_server;
    QByteArray m_ca;
    SignIn m_ec;
    SignIn m_rsa;
    SignIn m_gone;
    SignIn m_token;
};

#include "tst_kubeconfig_requests.moc"
} // namespace tst_kubeconfig_requests

CHARTROOM_TEST(tst_kubeconfig_requests, KubeconfigRequestsTest)
