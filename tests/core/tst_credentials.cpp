// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/document.h"
#include "core/kube/credentials.h"
#include "core/process/process_runner.h"
#include "tests/support/fake_clock.h"
#include "tests/support/fake_runner.h"
#include "tests/support/key_pair_sample.h"

#include <QTemporaryDir>
#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace std::chrono_literals;

namespace {

QString s(const char *text)
{
    return QString::fromUtf8(text);
}

/// JSON with single quotes for double ones: moc of Qt 6.4 loses its way in raw strings.
QByteArray json(const char *text)
{
    return QByteArray(text).replace('\'', '"');
}

class AllowAll final : public ExecConsent
{
public:
    [[nodiscard]] bool isAllowed(const ExecRequest & /*request*/) const override { return true; }
    [[nodiscard]] Result<void> allow(const ExecRequest & /*request*/) override { return {}; }
};

KubeContext contextWith(const UserEntry &user)
{
    KubeContext context;
    context.name = s("x");
    context.clusterEntry.name = s("c");
    context.clusterEntry.server = s("https://127.0.0.1:1");
    context.userEntry = user;
    context.userEntry.name = s("u");
    context.userEntry.file = s("/home/u/.kube/config");
    return context;
}

KubeContext execContext(const char *command = "/bin/sh")
{
    UserEntry user;
    user.exec = ExecPlugin();
    user.exec->apiVersion = s("client.authentication.k8s.io/v1");
    user.exec->command = s(command);
    user.exec->interactiveMode = s("Never");
    return contextWith(user);
}

QByteArray execCredential(const QByteArray &status)
{
    return json("{'kind':'ExecCredential','apiVersion':'client.authentication.k8s.io/v1','status':{") +
           status + "}}";
}

} // namespace

class CredentialsTest : public QObject
{
    Q_OBJECT

    AllowAll m_allow;
    QTemporaryDir m_folder;

    static Result<Credential> wait(const QFuture<Result<Credential>> &future)
    {
        if (!QTest::qWaitFor([&future] { return future.isFinished(); }, 10000) || future.resultCount() == 0)
            return failure(Error::Code::Timeout, s("no answer"));
        return future.result();
    }

    Result<Credential> credentialOf(const KubeContext &context)
    {
        FakeRunner runner;
        FakeClock clock(QDateTime::currentDateTimeUtc());
        CredentialSource source(context, &runner, &m_allow, &clock);
        return wait(source.credential());
    }

    QString write(const char *name, const QByteArray &content)
    {
        QFile file(m_folder.filePath(s(name)));
        if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
            qFatal("cannot write a test file");
        return file.fileName();
    }

private Q_SLOTS:
    void initTestCase() { qputenv("KUBERC", "off"); }

    void tokensAndPasswordsBecomeHeaders()
    {
        UserEntry user;
        QVERIFY(credentialOf(contextWith(user))->authorization.isEmpty());
        user.token = Masked("abc");
        QCOMPARE(credentialOf(contextWith(user))->authorization.reveal(), QByteArray("Bearer abc"));
        user = {};
        user.username = s("anna");
        user.password = Masked("p:w");
        QCOMPARE(credentialOf(contextWith(user))->authorization.reveal(),
                 "Basic " + QByteArray("anna:p:w").toBase64());
    }

    void aServerWithoutTlsGetsNoCredentials()
    {
        UserEntry user;
        user.token = Masked("abc");
        KubeContext context = contextWith(user);
        context.clusterEntry.server = s("http://127.0.0.1:1");
        QVERIFY(credentialOf(context)->authorization.isEmpty());
    }

    void aTokenCannotSmuggleHeaders()
    {
        UserEntry user;
        user.token = Masked("abc\r\nX-Evil: 1");
        const auto credential = credentialOf(contextWith(user));
        QCOMPARE(credential.error().code, Error::Code::Invalid);
        QVERIFY(!credential.error().message.contains(s("Evil")));
    }

    void aTokenFileIsReadAgain() // fault 37
    {
        UserEntry user;
        user.tokenFile = write("token", "one\n");
        FakeRunner runner;
        FakeClock clock;
        CredentialSource source(contextWith(user), &runner, &m_allow, &clock);
        QCOMPARE(wait(source.credential())->authorization.reveal(), QByteArray("Bearer one"));
        write("token", "two\n");
        QCOMPARE(wait(source.credential())->authorization.reveal(), QByteArray("Bearer one"));
        clock.advance(51s);
        QCOMPARE(wait(source.credential())->authorization.reveal(), QByteArray("Bearer two"));
        write("token", "three\n");
        source.invalidate();
        QCOMPARE(wait(source.credential())->authorization.reveal(), QByteArray("Bearer three"));
        QVERIFY(QFile::remove(user.tokenFile)); // rotated away for a moment: the last one stays in use
        clock.advance(51s);
        QCOMPARE(wait(source.credential())->authorization.reveal(), QByteArray("Bearer three"));
    }

    void anEmptyOrMissingTokenFileIsNamed()
    {
        UserEntry user;
        user.tokenFile = write("empty", "\n");
        QVERIFY(credentialOf(contextWith(user)).error().message.contains(s("is empty")));
        user.tokenFile = s("/nowhere/token");
        QVERIFY(credentialOf(contextWith(user)).error().message.contains(s("/nowhere/token")));
    }

    void rsaAndEcKeysOfBothFormsWork() // fault 38
    {
        const QDateTime now = QDateTime::currentDateTimeUtc();
        for (const auto kind : {KeyPairSample::Kind::Rsa, KeyPairSample::Kind::Ec}) {
            const auto made = KeyPairSample::make(kind);
            for (const QByteArray &key : {made.key, made.traditionalKey}) {
                const auto pair = readKeyPair(made.certificate, Masked(key), now);
                QVERIFY2(pair, pair ? "" : qPrintable(pair.error().message));
                QCOMPARE(pair->key.algorithm(), kind == KeyPairSample::Kind::Rsa ? QSsl::Rsa : QSsl::Ec);
                QCOMPARE(pair->certificateChain.size(), 1);
            }
        }
    }

    void keysThatCannotBeUsedAreNamed() // fault 38
    {
        const QDateTime now = QDateTime::currentDateTimeUtc();
        const auto rsa = KeyPairSample::make(KeyPairSample::Kind::Rsa);
        const auto other = KeyPairSample::make(KeyPairSample::Kind::Ec);
        const auto ed = KeyPairSample::make(KeyPairSample::Kind::Ed25519);
        const auto old = KeyPairSample::make(KeyPairSample::Kind::Ec, -60s);
        const auto words = [&now](const QByteArray &certificate, const QByteArray &key) {
            const auto pair = readKeyPair(certificate, Masked(key), now);
            return pair ? s("no error") : pair.error().message;
        };
        QVERIFY(words(rsa.certificate, other.key).contains(s("does not belong to")));
        QVERIFY(words(rsa.certificate, rsa.encryptedKey).contains(s("encrypted with a passphrase")));
        QVERIFY(words(ed.certificate, ed.key).contains(s("of the kind ED25519")));
        QVERIFY(words(old.certificate, old.key).contains(s("expired on")));
        QVERIFY(words("nonsense", rsa.key).contains(s("not a certificate")));
        QVERIFY(words(rsa.certificate, "nonsense").contains(s("not a private key")));
        const auto chain = readKeyPair(rsa.certificate + other.certificate, Masked(rsa.key), now);
        QCOMPARE(chain->certificateChain.size(), 2);
    }

    void theCertificateAuthorityReplacesTheSystems() // fault 39, rule S5
    {
        const auto made = KeyPairSample::make(KeyPairSample::Kind::Ec);
        ClusterEntry cluster;
        cluster.certificateAuthorityData = made.certificate;
        const auto tls = tlsConfiguration(cluster);
        QCOMPARE(tls->caCertificates(), QSslCertificate::fromData(made.certificate));
        QCOMPARE(tls->peerVerifyMode(), QSslSocket::VerifyPeer);
        QCOMPARE(tls->protocol(), QSsl::TlsV1_2OrLater);
        cluster.certificateAuthorityData = "nonsense";
        QCOMPARE(tlsConfiguration(cluster).error().code, Error::Code::Invalid);
        cluster.certificateAuthorityData.clear();
        cluster.certificateAuthorityFile = s("/nowhere/ca.crt");
        QCOMPARE(tlsConfiguration(cluster).error().code, Error::Code::NotFound);
        cluster.certificateAuthorityFile.clear();
        cluster.insecureSkipTlsVerify = true;
        QCOMPARE(tlsConfiguration(cluster)->peerVerifyMode(), QSslSocket::VerifyNone);
    }

    void aPluginIsToldAboutTheCluster()
    {
        KubeContext context = execContext();
        context.userEntry.exec->provideClusterInfo = true;
        context.userEntry.exec->arguments = {s("-c"), s("true")};
        context.userEntry.exec->environment = {{s("A"), s("b")}};
        context.clusterEntry.certificateAuthorityFile = write("ca.crt", "the CA");
        context.clusterEntry.execConfig = json("{'audience':'x'}");
        FakeRunner runner;
        runner.answerWith(execCredential(json("'token':'t'")));
        FakeClock clock;
        CredentialSource source(context, &runner, &m_allow, &clock);
        QCOMPARE(wait(source.credential())->authorization.reveal(), QByteArray("Bearer t"));
        const CommandLine command = runner.commands.at(0);
        QCOMPARE(command.program, s("/bin/sh"));
        QCOMPARE(command.arguments, context.userEntry.exec->arguments);
        QVERIFY(command.environment.contains(std::pair(s("A"), s("b"))));
        const auto &[name, text] = command.environment.last();
        QCOMPARE(name, s("KUBERNETES_EXEC_INFO"));
        const auto expected =
            readJson(json("{'kind':'ExecCredential','apiVersion':'client.authentication.k8s.io/v1',"
                          "'spec':{'interactive':false,'cluster':{'server':'https://127.0.0.1:1',"
                          "'certificate-authority-data':'dGhlIENB','config':{'audience':'x'}}}}"));
        QCOMPARE(text, QString::fromUtf8(writeJson(*expected, 0)));
    }

    void onePluginRunServesAllWhoWait() // fault 29
    {
        FakeRunner runner;
        runner.holds = true;
        runner.answerWith(execCredential(json("'token':'t'")));
        FakeClock clock;
        CredentialSource source(execContext(), &runner, &m_allow, &clock);
        const auto first = source.credential();
        const auto second = source.credential();
        source.invalidate(); // what is under way is newer
        runner.release();
        QVERIFY(wait(first) && wait(second));
        QVERIFY(wait(source.credential()));
        QCOMPARE(runner.commands.size(), 1);
    }

    void aRefusedCredentialIsFetchedAgainButNotInALoop() // fault 29
    {
        FakeRunner runner;
        runner.answerWith(execCredential(json("'token':'t'")));
        FakeClock clock;
        CredentialSource source(execContext(), &runner, &m_allow, &clock);
        for (int i = 0; i < 10; ++i) {
            QVERIFY(wait(source.credential()));
            source.invalidate();
        }
        QCOMPARE(runner.commands.size(), 2);
        clock.advance(6s);
        source.invalidate();
        QVERIFY(wait(source.credential()));
        QCOMPARE(runner.commands.size(), 3);
    }

    void anExpiredCredentialIsUsedOnceAndNotFetchedInALoop() // fault 31
    {
        FakeRunner runner;
        FakeClock clock;
        const QByteArray past = clock.now().addSecs(-3600).toString(Qt::ISODate).toUtf8();
        runner.answerWith(execCredential(json("'token':'t','expirationTimestamp':'") + past + '"'));
        CredentialSource source(execContext(), &runner, &m_allow, &clock);
        for (int i = 0; i < 10; ++i)
            QVERIFY(wait(source.credential()));
        QCOMPARE(runner.commands.size(), 1);
        clock.advance(6s);
        QVERIFY(wait(source.credential()));
        QCOMPARE(runner.commands.size(), 2);
    }

    void aCredentialIsKeptUntilItExpires()
    {
        FakeRunner runner;
        FakeClock clock;
        const QByteArray end = clock.now().addSecs(600).toString(Qt::ISODate).toUtf8();
        runner.answerWith(execCredential(json("'token':'t','expirationTimestamp':'") + end + '"'));
        CredentialSource source(execContext(), &runner, &m_allow, &clock);
        QVERIFY(wait(source.credential()));
        clock.advance(599s);
        QVERIFY(wait(source.credential()));
        QCOMPARE(runner.commands.size(), 1);
        clock.advance(2s);
        QVERIFY(wait(source.credential()));
        QCOMPARE(runner.commands.size(), 2);
    }

    void junkFromAPluginIsDamaged_data() // fault 30
    {
        QTest::addColumn<QByteArray>("output");
        QTest::newRow("nothing") << QByteArray();
        QTest::newRow("text") << QByteArray("canary: please log in");
        QTest::newRow("other kind") << json("{'kind':'Pod','apiVersion':'v1'}");
        QTest::newRow("other version")
            << execCredential("\"token\":\"canary\"").replace("k8s.io/v1", "k8s.io/v1beta1");
        QTest::newRow("no status") << QByteArray(
            json("{'kind':'ExecCredential','apiVersion':'client.authentication.k8s.io/v1'}"));
        QTest::newRow("empty status") << execCredential("");
        QTest::newRow("only a key") << execCredential(json("'clientKeyData':'canary'"));
        QTest::newRow("no time") << execCredential(json("'token':'canary','expirationTimestamp':'soon'"));
        QTest::newRow("cut") << execCredential(json("'token':'canary'")).chopped(3);
    }

    void junkFromAPluginIsDamaged()
    {
        QFETCH(QByteArray, output);
        FakeRunner runner;
        runner.answerWith(output);
        FakeClock clock;
        CredentialSource source(execContext(), &runner, &m_allow, &clock);
        const auto credential = wait(source.credential());
        QCOMPARE(credential.error().code, Error::Code::Damaged);
        QVERIFY(!(credential.error().message + credential.error().detail).contains(s("canary"))); // I6
    }

    void aFailingPluginIsQuotedSafely() // fault 30
    {
        FakeRunner runner;
        runner.answer = [](const CommandLine &) { return CommandOutput{7, {}, "\x1b[31mno login\n"}; };
        FakeClock clock;
        CredentialSource source(execContext(), &runner, &m_allow, &clock);
        const auto credential = wait(source.credential());
        QCOMPARE(credential.error().code, Error::Code::Process);
        QVERIFY(credential.error().message.contains(s("exit code 7")));
        QCOMPARE(credential.error().detail, s("␛[31mno login\n"));
        QCOMPARE(runner.commands.at(0).timeout, std::chrono::milliseconds(60s));
        QCOMPARE(runner.commands.at(0).maxOutput, 1024 * 1024);
    }

    void aPluginThatNeedsATerminalIsRefused() // fault 30
    {
        KubeContext context = execContext();
        context.userEntry.exec->interactiveMode = s("Always");
        QVERIFY(credentialOf(context).error().message.contains(s("needs a terminal")));
    }

    void aMissingPluginBringsItsHint()
    {
        KubeContext context = execContext("no-such-plugin");
        context.userEntry.exec->installHint = s("apt install it");
        const auto credential = credentialOf(context);
        QCOMPARE(credential.error().code, Error::Code::NotFound);
        QCOMPARE(credential.error().detail, s("apt install it"));
    }

    void aPluginRunsOnlyWithConsent() // fault 32, rule S3
    {
        const QString path = m_folder.filePath(s("state/exec-consent.json"));
        StoredExecConsent consent(path);
        FakeRunner runner;
        runner.answerWith(execCredential(json("'token':'t'")));
        FakeClock clock;
        KubeContext context = execContext();
        context.userEntry.exec->arguments = {s("--secret=canary")};
        CredentialSource source(context, &runner, &consent, &clock);
        QCOMPARE(wait(source.credential()).error().code, Error::Code::NeedsConsent);
        QVERIFY(runner.commands.isEmpty());
        QCOMPARE(source.pendingConsent()->program, s("/bin/sh"));
        QVERIFY(consent.allow(*source.pendingConsent()));
        QVERIFY(wait(source.credential()));
        QVERIFY(!source.pendingConsent());
        const StoredExecConsent later(path); // remembered, in a private file, without what is in it
        ExecRequest request{
            context.userEntry.file, s("/bin/sh"), s("/bin/sh"), context.userEntry.exec->arguments, {}};
        QVERIFY(later.isAllowed(request));
        QCOMPARE(QFile::permissions(path) & (QFile::ReadGroup | QFile::ReadOther), QFile::Permissions());
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly) && !file.readAll().contains("canary"));
        for (const auto &change : std::initializer_list<std::function<void(ExecRequest &)>>{
                 [](ExecRequest &r) { r.program = s("/home/u/bin/sh"); },
                 [](ExecRequest &r) { r.kubeconfig = s("/tmp/k"); },
                 [](ExecRequest &r) { r.arguments.append(s("x")); },
                 [](ExecRequest &r) { r.environment.append(s("A=b")); }}) {
            ExecRequest other = request;
            change(other);
            QVERIFY(!later.isAllowed(other));
        }
    }

    void aProgramThatNowComesFirstInThePathAsksAgain() // fault 32
    {
        const QByteArray path = qgetenv("PATH");
        QVERIFY(QDir(m_folder.path()).mkpath(s("early")) && QDir(m_folder.path()).mkpath(s("late")));
        const auto install = [this](const char *name) {
            return QFile::setPermissions(write(name, "#!/bin/sh\n"), QFile::ReadOwner | QFile::ExeOwner);
        };
        QVERIFY(install("late/plugin"));
        qputenv("PATH", (m_folder.filePath(s("early")) + u':' + m_folder.filePath(s("late"))).toUtf8());
        StoredExecConsent consent(m_folder.filePath(s("shadow.json")));
        FakeRunner runner;
        runner.answerWith(execCredential(json("'token':'t'")));
        FakeClock clock;
        CredentialSource source(execContext("plugin"), &runner, &consent, &clock);
        QVERIFY(!wait(source.credential()));
        QVERIFY(consent.allow(*source.pendingConsent()));
        QVERIFY(wait(source.credential()));
        QVERIFY(install("early/plugin"));
        clock.advance(10s);
        source.invalidate();
        const auto shadowed = wait(source.credential());
        qputenv("PATH", path);
        QCOMPARE(shadowed.error().code, Error::Code::NeedsConsent);
        QVERIFY(shadowed.error().message.contains(m_folder.filePath(s("early/plugin"))));
    }

    void kubectlsPolicyIsObeyed_data() // fault 32, rule S3
    {
        QTest::addColumn<QByteArray>("kuberc");
        QTest::addColumn<Error::Code>("code");
        const auto row = [](const char *name, const QByteArray &policy, Error::Code code) {
            QTest::newRow(name) << "apiVersion: kubectl.config.k8s.io/v1beta1\nkind: Preference\n" + policy
                                << code;
        };
        const auto allowed = Error::Code::Cancelled; // stands for no error
        row("nothing said", "", allowed);
        row("allow all", "credentialPluginPolicy: AllowAll\n", allowed);
        row("deny all", "credentialPluginPolicy: DenyAll\n", Error::Code::Forbidden);
        const QByteArray list = "credentialPluginPolicy: Allowlist\ncredentialPluginAllowlist: ";
        row("listed by name", list + "[{name: sh}]\n", allowed);
        row("listed by command", list + "[{command: /bin/sh}]\n", allowed);
        row("not listed", list + "[{name: other}]\n", Error::Code::Forbidden);
        row("empty list", list + "[]\n", Error::Code::Invalid);
        row("empty entry", list + "[{}]\n", Error::Code::Invalid);
        row("unknown", "credentialPluginPolicy: Perhaps\n", Error::Code::Invalid);
        row("list without policy", "credentialPluginAllowlist: [{name: sh}]\n", Error::Code::Invalid);
        row("not YAML", "[\n", Error::Code::Invalid);
    }

    void kubectlsPolicyIsObeyed()
    {
        QFETCH(QByteArray, kuberc);
        QFETCH(Error::Code, code);
        qputenv("KUBERC", write("kuberc", kuberc).toUtf8());
        const QByteArray path = qgetenv("PATH");
        qputenv("PATH", "/bin");
        FakeRunner runner;
        runner.answerWith(execCredential(json("'token':'t'")));
        FakeClock clock;
        CredentialSource source(execContext(), &runner, &m_allow, &clock);
        const auto credential = wait(source.credential());
        qputenv("PATH", path);
        qputenv("KUBERC", "off");
        QCOMPARE(credential ? Error::Code::Cancelled : credential.error().code, code);
        QCOMPARE(runner.commands.size(), credential ? 1 : 0);
    }

    void aSourceThatGoesAwayEndsItsPlugin()
    {
        FakeRunner runner;
        runner.holds = true;
        FakeClock clock;
        auto source = std::make_unique<CredentialSource>(execContext(), &runner, &m_allow, &clock);
        const auto future = source->credential();
        source.reset();
        QVERIFY(runner.isCancelled(0));
        QVERIFY(future.isCanceled());
    }

    void aRealPluginSignsIn()
    {
        KubeContext context = execContext();
        const auto made = KeyPairSample::make(KeyPairSample::Kind::Ec);
        const Value status(
            Value::Map{{s("token"), Value(s("real"))},
                       {s("clientCertificateData"), Value(QString::fromUtf8(made.certificate))},
                       {s("clientKeyData"), Value(QString::fromUtf8(made.key))}});
        const QByteArray text = writeJson(status, 0);
        const QString answer = write("answer", execCredential(text.sliced(1, text.size() - 2)));
        context.userEntry.exec->arguments = {s("-c"),
                                             s("test -n \"$KUBERNETES_EXEC_INFO\" && cat '%1'").arg(answer)};
        ProcessRunner runner;
        FakeClock clock(QDateTime::currentDateTimeUtc());
        CredentialSource source(context, &runner, &m_allow, &clock);
        const auto credential = wait(source.credential());
        QVERIFY2(credential, credential ? "" : qPrintable(credential.error().message));
        QCOMPARE(credential->authorization.reveal(), QByteArray("Bearer real"));
        QCOMPARE(credential->key.algorithm(), QSsl::Ec);
    }
};

QTEST_GUILESS_MAIN(CredentialsTest)
#include "tst_credentials.moc"
