// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/document.h"
#include "core/kube/credentials.h"
#include "core/process/process_runner.h"
#include "core/secrets/masked_text.h"
#include "tests/support/fake_clock.h"
#include "tests/support/fake_runner.h"
#include "tests/support/key_pair_sample.h"
#include "tests/support/no_consent.h"
#include "tests/support/sign_in_samples.h"
#include "tests/support/test_main.h"

#include <QTemporaryDir>
#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace std::chrono_literals;

namespace HIDDEN_FROM_MOC tst_exec_plugin {

namespace {

QString s(const char *text)
{
    return QString::fromUtf8(text);
}

} // namespace

class ExecPluginTest : public QObject, SignInBench
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { qputenv("KUBERC", "off"); }

    void aPluginIsToldAboutTheCluster()
    {
        KubeContext context = execContext();
        context.userEntry.exec->provideClusterInfo = true;
        context.userEntry.exec->arguments = {s("-c"), s("true")};
        context.userEntry.exec->environment = {{s("A"), s("b")}};
        context.clusterEntry.certificateAuthorityFile = write("ca.crt", "the CA");
        context.clusterEntry.execConfig = json("{'audience':'x'}");
        context.clusterEntry.disableCompression = true;
        FakeRunner runner;
        runner.answerWith(execCredential(json("'token':'t'")));
        FakeClock clock;
        CredentialSource source(context, &runner, &m_allow, &clock);
        QCOMPARE(waitFor(source.credential())->authorization.reveal(), QByteArray("Bearer t"));
        const CommandLine command = runner.commands.at(0);
        QCOMPARE(command.program, s("/bin/sh"));
        QCOMPARE(command.arguments, context.userEntry.exec->arguments);
        QVERIFY(command.environment.contains(std::pair(s("A"), s("b"))));
        const auto &[name, text] = command.environment.last();
        QCOMPARE(name, s("KUBERNETES_EXEC_INFO"));
        const auto expected =
            readJson(json("{'kind':'ExecCredential','apiVersion':'client.authentication.k8s.io/v1',"
                          "'spec':{'interactive':false,'cluster':{'server':'https://127.0.0.1:1',"
                          "'certificate-authority-data':'dGhlIENB','disable-compression':true,"
                          "'config':{'audience':'x'}}}}"));
        QCOMPARE(text, QString::fromUtf8(writeJson(*expected, 0)));
    }

    void aPluginIsToldThatItsClusterHasNoConfig()
    {
        KubeContext context = execContext();
        context.userEntry.exec->provideClusterInfo = true;
        FakeRunner runner;
        runner.answerWith(execCredential(json("'token':'t'")));
        FakeClock clock;
        CredentialSource source(context, &runner, &m_allow, &clock);
        QVERIFY(waitFor(source.credential()));
        const QString text = runner.commands.at(0).environment.last().second;
        QVERIFY2(text.contains(s("\"config\":null")), qPrintable(text));
    }

    void fault29OnePluginRunServesAllWhoWait()
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
        QVERIFY(waitFor(first) && waitFor(second));
        QVERIFY(waitFor(source.credential()));
        QCOMPARE(runner.commands.size(), 1);
    }

    void fault29ARefusedCredentialIsFetchedAgainButNotInALoop()
    {
        FakeRunner runner;
        runner.answerWith(execCredential(json("'token':'t'")));
        FakeClock clock;
        CredentialSource source(execContext(), &runner, &m_allow, &clock);
        for (int i = 0; i < 10; ++i) {
            QVERIFY(waitFor(source.credential()));
            source.invalidate();
        }
        QCOMPARE(runner.commands.size(), 2);
        clock.advance(6s);
        source.invalidate();
        QVERIFY(waitFor(source.credential()));
        QCOMPARE(runner.commands.size(), 3);
    }

    void fault31AnExpiredCredentialIsUsedOnceAndNotFetchedInALoop()
    {
        FakeRunner runner;
        FakeClock clock;
        const QByteArray past = clock.now().addSecs(-3600).toString(Qt::ISODate).toUtf8();
        runner.answerWith(execCredential(json("'token':'t','expirationTimestamp':'") + past + '"'));
        CredentialSource source(execContext(), &runner, &m_allow, &clock);
        for (int i = 0; i < 10; ++i)
            QVERIFY(waitFor(source.credential()));
        QCOMPARE(runner.commands.size(), 1);
        clock.advance(6s);
        QVERIFY(waitFor(source.credential()));
        QCOMPARE(runner.commands.size(), 2);
    }

    void aCredentialIsKeptUntilItExpires()
    {
        FakeRunner runner;
        FakeClock clock;
        const QByteArray end = clock.now().addSecs(600).toString(Qt::ISODate).toUtf8();
        runner.answerWith(execCredential(json("'token':'t','expirationTimestamp':'") + end + '"'));
        CredentialSource source(execContext(), &runner, &m_allow, &clock);
        QVERIFY(waitFor(source.credential()));
        clock.advance(599s);
        QVERIFY(waitFor(source.credential()));
        QCOMPARE(runner.commands.size(), 1);
        clock.advance(2s);
        QVERIFY(waitFor(source.credential()));
        QCOMPARE(runner.commands.size(), 2);
    }

    void fault30JunkFromAPluginIsDamaged_data()
    {
        QTest::addColumn<QByteArray>("output");
        QTest::newRow("nothing") << QByteArray();
        QTest::newRow("text") << QByteArray("planted-7f3a9c-token: please log in");
        QTest::newRow("other kind") << json("{'kind':'Pod','apiVersion':'v1'}");
        QTest::newRow("other version")
            << execCredential("\"token\":\"planted-7f3a9c-token\"").replace("k8s.io/v1", "k8s.io/v1beta1");
        QTest::newRow("no status") << QByteArray(
            json("{'kind':'ExecCredential','apiVersion':'client.authentication.k8s.io/v1'}"));
        QTest::newRow("empty status") << execCredential("");
        QTest::newRow("only a key") << execCredential(json("'clientKeyData':'planted-7f3a9c-token'"));
        QTest::newRow("no time") << execCredential(
            json("'token':'planted-7f3a9c-token','expirationTimestamp':'soon'"));
        for (const char *time : {"2030-01-02 03:04:05Z", "2030-01-02T03:04:05", "2030-01-02t03:04:05z",
                                 "2030-01-02T03:04:05+0200", "2030-01-02T24:00:00Z", "2030-01-02"})
            QTest::newRow(time) << execCredential(
                json("'token':'planted-7f3a9c-token','expirationTimestamp':'") + time + '"');
        QTest::newRow("cut") << execCredential(json("'token':'planted-7f3a9c-token'")).chopped(3);
    }

    void fault30JunkFromAPluginIsDamaged()
    {
        QFETCH(QByteArray, output);
        FakeRunner runner;
        runner.answerWith(output);
        FakeClock clock;
        CredentialSource source(execContext(), &runner, &m_allow, &clock);
        const auto credential = waitFor(source.credential());
        QCOMPARE(credential.error().code, Error::Code::Damaged);
    }

    void aPluginMayPrintYaml_data()
    {
        QTest::addColumn<QByteArray>("output");
        QTest::addColumn<QByteArray>("header");
        const QByteArray head = "apiVersion: client.authentication.k8s.io/v1\nkind: ExecCredential\n";
        QTest::newRow("block") << head + "status:\n  token: tok\n" << QByteArray("Bearer tok");
        QTest::newRow("without a kind")
            << QByteArray("apiVersion: client.authentication.k8s.io/v1\nstatus: {token: tok}\n")
            << QByteArray("Bearer tok");
        QTest::newRow("without an apiVersion")
            << QByteArray("kind: ExecCredential\nstatus: {token: tok}\n") << QByteArray();
        QTest::newRow("with a document mark and a comment")
            << "# from a script\n---\n" + head + "status: {token: 'tok'}\n"
            << QByteArray("Bearer tok");
        QTest::newRow("with an unquoted time")
            << head + "status:\n  expirationTimestamp: 2030-01-02T03:04:05Z\n  token: >-\n    tok\n"
            << QByteArray("Bearer tok");
        QTest::newRow("JSON behind blanks")
            << " \n" + execCredential(json("'token':'tok'")) << QByteArray("Bearer tok");
        QTest::newRow("a block text that ends its line") << head + "status:\n  token: |\n    tok\n"
                                                         << QByteArray();
        QTest::newRow("a number as token") << head + "status:\n  token: 5\n" << QByteArray();
        QTest::newRow("another kind") << QByteArray("apiVersion: v1\nkind: Secret\n") << QByteArray();
        QTest::newRow("a sentence") << QByteArray("Please log in: run the login first\n") << QByteArray();
    }

    void aPluginMayPrintYaml()
    {
        QFETCH(QByteArray, output);
        QFETCH(QByteArray, header);
        FakeRunner runner;
        runner.answerWith(output);
        FakeClock clock;
        CredentialSource source(execContext(), &runner, &m_allow, &clock);
        const auto credential = waitFor(source.credential());
        QCOMPARE(credential.has_value(), !header.isEmpty());
        if (credential)
            QCOMPARE(credential->authorization.reveal(), header);
    }

    void aTokenOfAPluginCannotSmuggleHeaders_data()
    {
        QTest::addColumn<QByteArray>("token");
        QTest::newRow("CRLF and a header") << QByteArray("planted-7f3a9c-token\\r\\nX-Evil: 1");
        QTest::newRow("a line end behind it") << QByteArray("planted-7f3a9c-token\\n");
        QTest::newRow("NUL") << QByteArray("planted-7f3a9c-token\\u0000");
    }

    void aTokenOfAPluginCannotSmuggleHeaders()
    {
        QFETCH(QByteArray, token);
        FakeRunner runner;
        runner.answerWith(execCredential("\"token\":\"" + token + '"'));
        FakeClock clock;
        CredentialSource source(execContext(), &runner, &m_allow, &clock);
        const auto credential = waitFor(source.credential());
        QVERIFY(!credential.has_value());
        QCOMPARE(credential.error().code, Error::Code::Invalid);
        QVERIFY(credential.error().message.contains(s("line end or another control character")));
    }

    // kubectl runs no plugin for a server that gets no credentials.
    void aServerWithoutTlsNeedsNoPlugin()
    {
        KubeContext context = execContext();
        context.clusterEntry.server = s("http://127.0.0.1:1");
        FakeRunner runner;
        FakeClock clock;
        NoConsent nobody;
        CredentialSource source(context, &runner, &nobody, &clock);
        QVERIFY(source.permission().has_value());
        QVERIFY(waitFor(source.credential())->authorization.isEmpty());
        QVERIFY(runner.commands.isEmpty());
    }

    void fault30AFailingPluginIsQuotedSafely()
    {
        FakeRunner runner;
        runner.answer = [](const CommandLine &) { return CommandOutput{7, {}, "\x1b[31mno login\n"}; };
        FakeClock clock;
        CredentialSource source(execContext(), &runner, &m_allow, &clock);
        const auto credential = waitFor(source.credential());
        QCOMPARE(credential.error().code, Error::Code::Process);
        QVERIFY(credential.error().message.contains(s("exit code 7")));
        QCOMPARE(credential.error().detail, s("␛[31mno login\n"));
        QCOMPARE(runner.commands.at(0).timeout, std::chrono::milliseconds(60s));
        QCOMPARE(runner.commands.at(0).maxOutput, 1024 * 1024);
    }

    void fault30APluginThatNeedsATerminalIsRefused()
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

    void fault32APluginRunsOnlyWithConsent() // rule S3
    {
        const QString path = m_folder.filePath(s("state/exec-consent.json"));
        StoredExecConsent consent(path);
        FakeRunner runner;
        runner.answerWith(execCredential(json("'token':'t'")));
        FakeClock clock;
        KubeContext context = execContext();
        context.userEntry.exec->arguments = {s("--secret=canary")};
        CredentialSource source(context, &runner, &consent, &clock);
        QCOMPARE(waitFor(source.credential()).error().code, Error::Code::NeedsConsent);
        QVERIFY(runner.commands.isEmpty());
        QCOMPARE(source.pendingConsent()->program, s("/bin/sh"));
        QVERIFY(consent.allow(*source.pendingConsent()));
        QVERIFY(waitFor(source.credential()));
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

    // S3: consent is for the resolved path, not for the name.
    // S4: and no name, quote or length hides what would run.
    void whatWouldRunIsShownWithWhatIsSetForIt()
    {
        ExecRequest request;
        request.program = s("/usr/bin/aws");
        request.arguments = {s("eks"), s("get-token"), s("a b")};
        request.environment = {s("AWS_DEFAULT_REGION=us-east-1"), s("SIGN_IN_PASSWORD=planted-hunter2"),
                               s("/bin/x #=it's")};
        const QString shown = request.display();
        QCOMPARE(shown, QStringLiteral("AWS_DEFAULT_REGION='us-east-1' SIGN_IN_PASSWORD='••••' "
                                       "'/bin/x #=it'\\''s' /usr/bin/aws eks get-token 'a b'"));
        QCOMPARE(maskedText(shown), shown); // where it is shown it is masked once more
        request.environment = {s("LONG=") + QString(5000, u'x')};
        QVERIFY(request.display().size() < 300);
        QVERIFY(request.display().endsWith(s("/usr/bin/aws eks get-token 'a b'")));
    }

    void fault32AProgramThatNowComesFirstInThePathAsksAgain()
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
        QVERIFY(!waitFor(source.credential()));
        QVERIFY(consent.allow(*source.pendingConsent()));
        QVERIFY(waitFor(source.credential()));
        QVERIFY(install("early/plugin"));
        clock.advance(10s);
        source.invalidate();
        const auto shadowed = waitFor(source.credential());
        qputenv("PATH", path);
        QCOMPARE(shadowed.error().code, Error::Code::NeedsConsent);
        QVERIFY(shadowed.error().message.contains(m_folder.filePath(s("early/plugin"))));
    }

    void fault32AProgramThatChangedAsksAgain_data()
    {
        QTest::addColumn<QString>("change");
        for (const char *change : {"another content", "another file", "a link turned"})
            QTest::newRow(change) << s(change);
    }

    void fault32AProgramThatChangedAsksAgain() // rule S3
    {
        QFETCH(QString, change);
        const QString first = write("first", "#!/bin/sh\nexit 0\n");
        const QString second = write("second", "#!/bin/sh\nexit 1\n");
        const QString plugin = m_folder.filePath(s("plugin"));
        QFile::remove(plugin);
        QVERIFY(change == s("a link turned") ? QFile::link(first, plugin) : QFile::copy(first, plugin));
        const ExecRequest request{s("/k"), plugin, plugin, {}, {}};
        const QString path = m_folder.filePath(s("changed.json"));
        QVERIFY(StoredExecConsent(path).allow(request));
        QVERIFY(StoredExecConsent(path).isAllowed(request));
        if (change == s("another content")) { // of the same length, and the time set back
            const QDateTime time = QFileInfo(plugin).lastModified();
            QFile file(plugin);
            QVERIFY(file.open(QIODevice::ReadWrite) && file.write("#!/bin/sh\nexit 2\n") > 0);
            QVERIFY(file.flush() && file.setFileTime(time, QFileDevice::FileModificationTime));
        } else {
            QVERIFY(QFile::remove(plugin));
            QVERIFY(change == s("another file") ? QFile::copy(second, plugin) : QFile::link(second, plugin));
        }
        QVERIFY(!StoredExecConsent(path).isAllowed(request));
        QVERIFY(QFile::remove(plugin));
        QVERIFY(!StoredExecConsent(path).isAllowed(request));
    }

    void fault32KubectlsPolicyIsObeyed_data() // rule S3
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

    void fault32KubectlsPolicyIsObeyed()
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
        const auto credential = waitFor(source.credential());
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
        const auto credential = waitFor(source.credential());
        QVERIFY2(credential, credential ? "" : qPrintable(credential.error().message));
        QCOMPARE(credential->authorization.reveal(), QByteArray("Bearer real"));
        QCOMPARE(credential->key.algorithm(), QSsl::Ec);
    }
};

#include "tst_exec_plugin.moc"
} // namespace tst_exec_plugin

CHARTROOM_TEST(tst_exec_plugin, ExecPluginTest)
