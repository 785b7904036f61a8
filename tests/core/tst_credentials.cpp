// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kube/credentials.h"
#include "core/kube/kubeconfig_file.h"
#include "tests/support/fake_clock.h"
#include "tests/support/fake_runner.h"
#include "tests/support/invariants.h"
#include "tests/support/key_pair_sample.h"
#include "tests/support/sign_in_samples.h"
#include "tests/support/test_main.h"

#include <QTemporaryDir>
#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace std::chrono_literals;

namespace HIDDEN_FROM_MOC tst_credentials {

namespace {

QString s(const char *text)
{
    return QString::fromUtf8(text);
}

KubeContext oidcContext(const QByteArray &idToken, bool canRefresh)
{
    UserEntry user;
    user.authProvider =
        AuthProvider{s("oidc"), s("https://idp.example"), s("chartroom"), Masked(idToken), canRefresh};
    return contextWith(user);
}

} // namespace

class CredentialsTest : public QObject, SignInBench
{
    Q_OBJECT

private Q_SLOTS:
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
        KubeContext both = contextWith(user);
        both.userEntry.tokenFile = s("/nowhere/token");
        QVERIFY(!usabilityProblem(both, true, true).isEmpty());
        both.clusterEntry.server = s("http://127.0.0.1:1");
        QVERIFY(usabilityProblem(both, true, true).isEmpty());
        user.username.clear(); // client-go sends a password only for somebody
        QVERIFY(credentialOf(contextWith(user))->authorization.isEmpty());
        QCOMPARE(contextWith(user).authKind(), AuthKind::None);
    }

    // S6: a server without TLS gets no token.
    void aServerWithoutTlsGetsNoCredentials()
    {
        UserEntry user;
        user.token = Masked("abc");
        KubeContext context = contextWith(user);
        context.clusterEntry.server = s("http://127.0.0.1:1");
        QVERIFY(credentialOf(context)->authorization.isEmpty());
    }

    void aTokenCannotSmuggleHeaders_data()
    {
        QTest::addColumn<QByteArray>("token");
        QTest::addColumn<bool>("isSent");
        const auto row = [](const char *name, const QByteArray &token, bool isSent) {
            QTest::newRow(name) << token << isSent;
        };
        row("CRLF and a header", planted + "\r\nX-Evil: 1", false);
        row("LF", planted + "\nX-Evil: 1", false);
        row("CR", planted + "\rX", false);
        row("a line end behind it", planted + "\n", false);
        row("NUL", planted + QByteArray("\0x", 2), false);
        row("escape", planted + "\x1b[2J", false);
        row("DEL", planted + "\x7f", false);
        row("a space, which a header may hold", "a b", true); // the server's business, as with kubectl
        row("a tab", "a\tb", true);
        row("letters beyond ASCII", "t\xc3\xb6k", true);
    }

    void aTokenCannotSmuggleHeaders()
    {
        QFETCH(QByteArray, token);
        QFETCH(bool, isSent);
        UserEntry user;
        user.token = Masked(token);
        const auto credential = credentialOf(contextWith(user));
        QCOMPARE(credential.has_value(), isSent);
        if (isSent) {
            QCOMPARE(credential->authorization.reveal(), "Bearer " + token);
            return;
        }
        QCOMPARE(credential.error().code, Error::Code::Invalid);
        QVERIFY(credential.error().message.contains(s("line end or another control character")));
        UserEntry fromFile; // only its ends are trimmed
        fromFile.tokenFile = write("smuggler", "x" + token + "x");
        QCOMPARE(credentialOf(contextWith(fromFile)).error().code, Error::Code::Invalid);
    }

    void aTokenFileIsTrimmed()
    {
        UserEntry user;
        user.tokenFile = write("trimmed", "\r\n abc \t\r\n");
        QCOMPARE(credentialOf(contextWith(user))->authorization.reveal(), QByteArray("Bearer abc"));
    }

    void anIdTokenIsSentWhileItIsGood_data()
    {
        QTest::addColumn<QByteArray>("claims");
        QTest::addColumn<bool>("canRefresh");
        QTest::addColumn<Error::Code>("code");
        const auto row = [](const char *name, const QByteArray &claims, bool canRefresh, Error::Code code) {
            QTest::newRow(name) << claims << canRefresh << code;
        };
        const auto sent = Error::Code::Cancelled; // stands for no error
        const auto in = [](std::chrono::seconds time) -> QByteArray {
            return "{\"exp\":" + QByteArray::number(QDateTime::currentSecsSinceEpoch() + time.count()) + '}';
        };
        row("good for an hour", in(1h), true, sent);
        row("good, nothing to renew it with", in(1h), false, sent);
        row("a fraction", "{\"exp\":4102444800.5}", true, sent);
        row("in exponents", "{\"exp\":4.1e9}", true, sent);
        row("as text", "{\"exp\":\"4102444800\"}", true, sent);
        row("expired", in(-1h), true, Error::Code::Unsupported);
        row("about to expire", in(5s), true, Error::Code::Unsupported);
        row("expired for good", in(-1h), false, Error::Code::Unauthorized);
        row("without an end", "{}", false, Error::Code::Unauthorized);
        row("no time", "{\"exp\":\"soon\"}", true, Error::Code::Invalid);
        row("no claims", "[]", true, Error::Code::Invalid);
        row("no JSON", planted, true, Error::Code::Invalid);
    }

    void anIdTokenIsSentWhileItIsGood()
    {
        QFETCH(QByteArray, claims);
        QFETCH(bool, canRefresh);
        QFETCH(Error::Code, code);
        const QByteArray token =
            "eyJhbGciOiJub25lIn0." +
            claims.toBase64(QByteArray::Base64UrlEncoding | QByteArray::OmitTrailingEquals) + ".c2ln";
        const auto credential = credentialOf(oidcContext(token, canRefresh));
        QCOMPARE(credential ? Error::Code::Cancelled : credential.error().code, code);
        if (credential) {
            QCOMPARE(credential->authorization.reveal(), "Bearer " + token);
            return;
        }
        const QString message = credential.error().message;
        QVERIFY2(message.contains(s("id-token of the user “u”")), qPrintable(message));
        QCOMPARE(message.contains(s("--transport kubectl")), code == Error::Code::Unsupported);
    }

    void whatIsNoIdTokenIsNamed()
    {
        for (const QByteArray &token : {QByteArray("a.b"), QByteArray("a.%%.c"), planted})
            QCOMPARE(credentialOf(oidcContext(token, true)).error().code, Error::Code::Invalid);
        QCOMPARE(credentialOf(oidcContext({}, true)).error().code, Error::Code::Unsupported);
        QCOMPARE(credentialOf(oidcContext({}, false)).error().code, Error::Code::Unauthorized);
        KubeContext plain = oidcContext({}, false); // kubectl asks no provider for a server without TLS
        plain.clusterEntry.server = s("http://127.0.0.1:1");
        QVERIFY(credentialOf(plain)->authorization.isEmpty());
        KubeContext withToken = oidcContext({}, false);
        withToken.userEntry.token = Masked("abc");
        QCOMPARE(credentialOf(withToken)->authorization.reveal(), QByteArray("Bearer abc"));
    }

    void fault37ATokenFileIsReadAgain()
    {
        UserEntry user;
        user.tokenFile = write("token", "one\n");
        FakeRunner runner;
        FakeClock clock;
        CredentialSource source(contextWith(user), &runner, &m_allow, &clock);
        QCOMPARE(waitFor(source.credential())->authorization.reveal(), QByteArray("Bearer one"));
        (void)write("token", "two\n");
        QCOMPARE(waitFor(source.credential())->authorization.reveal(), QByteArray("Bearer one"));
        clock.advance(51s);
        QCOMPARE(waitFor(source.credential())->authorization.reveal(), QByteArray("Bearer two"));
        (void)write("token", "three\n");
        source.invalidate();
        QCOMPARE(waitFor(source.credential())->authorization.reveal(), QByteArray("Bearer three"));
        QVERIFY(QFile::remove(user.tokenFile)); // rotated away for a moment: the last one stays in use
        clock.advance(51s);
        QCOMPARE(waitFor(source.credential())->authorization.reveal(), QByteArray("Bearer three"));
    }

    void anEmptyOrMissingTokenFileIsNamed()
    {
        UserEntry user;
        user.tokenFile = write("empty", "\n");
        QVERIFY(credentialOf(contextWith(user)).error().message.contains(s("is empty")));
        user.tokenFile = s("/nowhere/token");
        QVERIFY(credentialOf(contextWith(user)).error().message.contains(s("/nowhere/token")));
    }

    void fault38RsaAndEcKeysOfBothFormsWork()
    {
        for (const auto kind : {KeyPairSample::Kind::Rsa, KeyPairSample::Kind::Ec}) {
            const auto made = KeyPairSample::make(kind);
            for (const QByteArray &key : {made.key, made.traditionalKey}) {
                const auto pair = readKeyPair(made.certificate, Masked(key));
                QVERIFY2(pair, pair ? "" : qPrintable(pair.error().message));
                QCOMPARE(pair->key.algorithm(), kind == KeyPairSample::Kind::Rsa ? QSsl::Rsa : QSsl::Ec);
                QCOMPARE(pair->certificateChain.size(), 1);
            }
        }
    }

    void fault38KeysThatCannotBeUsedAreNamed()
    {
        const auto rsa = KeyPairSample::make(KeyPairSample::Kind::Rsa);
        const auto other = KeyPairSample::make(KeyPairSample::Kind::Ec);
        const auto words = [](const QByteArray &certificate, const QByteArray &key) {
            const auto pair = readKeyPair(certificate, Masked(key));
            return pair ? s("no error") : pair.error().message;
        };
        QVERIFY(words(rsa.certificate, other.key).contains(s("does not belong to")));
        QVERIFY(words(rsa.certificate, rsa.encryptedKey).contains(s("encrypted with a passphrase")));
        QByteArray traditional = rsa.traditionalKey; // as openssl rsa -aes128 writes it
        traditional.replace("KEY-----\nM", "KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00\n\nM");
        QVERIFY(words(rsa.certificate, traditional).contains(s("encrypted with a passphrase")));
        const QByteArray ssh =
            "-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n-----END OPENSSH PRIVATE KEY-----\n";
        QVERIFY(words(rsa.certificate, ssh).contains(s("“OPENSSH PRIVATE KEY”")));
        QVERIFY(words("nonsense", rsa.key).contains(s("not a certificate")));
        QVERIFY(words(rsa.certificate, "nonsense").contains(s("not a private key")));
        const auto chain = readKeyPair(rsa.certificate + other.certificate, Masked(rsa.key));
        QCOMPARE(chain->certificateChain.size(), 2);
    }

    void anEd25519KeyWorks()
    {
        const auto made = KeyPairSample::make(KeyPairSample::Kind::Ed25519);
        const auto pair = readKeyPair(made.certificate, Masked(made.key));
        QVERIFY2(pair, pair ? "" : qPrintable(pair.error().message));
        QVERIFY(!pair->key.isNull());
        QCOMPARE(pair->key.type(), QSsl::PrivateKey);
    }

    // kubectl uses it too: a server that asks for no certificate, or takes the token beside it, does not
    // mind.
    void anExpiredCertificateIsUsedAndItsEndIsKnown()
    {
        const auto old = KeyPairSample::make(KeyPairSample::Kind::Ec, -60s);
        UserEntry user;
        user.clientCertificateData = old.certificate;
        user.clientKeyData = Masked(old.key);
        user.token = Masked("abc");
        const auto credential = credentialOf(contextWith(user));
        QVERIFY2(credential, credential ? "" : qPrintable(credential.error().message));
        QCOMPARE(credential->authorization.reveal(), QByteArray("Bearer abc"));
        QCOMPARE(credential->certificateChain.size(), 1);
        QVERIFY(certificateEnd(old.certificate) < QDateTime::currentDateTimeUtc());
        QCOMPARE(certificateEnd(old.certificate), credential->expires);
        QVERIFY(certificateEnd("nonsense").isNull());
    }

    void pemIsReadAsGoReadsIt_data()
    {
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<QByteArray>("lineEnd");
        QTest::addColumn<QByteArray>("after");
        QTest::addColumn<bool>("isRead");
        const auto row = [](const char *name, const QByteArray &before, const QByteArray &lineEnd,
                            const QByteArray &after, bool isRead = true) {
            QTest::newRow(name) << before << lineEnd << after << isRead;
        };
        row("as OpenSSL writes it", "", "\n", "");
        row("text in front", "Certificate:\n    Data:\n        Version: 3\n", "\n", "");
        row("text behind", "", "\n", "# the end\n");
        row("CRLF", "", "\r\n", "\r\n");
        row("blanks and tabs at each line's end", "", " \t\n", " \t\n");
        row("blanks and CRLF", "", "  \r\n", "");
        row("empty lines", "\n\n", "\n\n", "\n");
        row("another block in front",
            "-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n", "\n", "");
        row("a damaged block in front", "-----BEGIN CERTIFICATE-----\n%%%\n-----END CERTIFICATE-----\n", "\n",
            "");
        row("a block without an end in front", "-----BEGIN PRIVATE KEY-----\nAAAA\n", "\n", "");
        row("a block with another end in front", "-----BEGIN A-----\nAAAA\n-----END B-----\n", "\n", "");
        row("text on the line of BEGIN", "ca: ", "\n", "", false);
        row("a byte order mark", "\xef\xbb\xbf", "\n", "", false);
    }

    void pemIsReadAsGoReadsIt()
    {
        QFETCH(QByteArray, before);
        QFETCH(QByteArray, lineEnd);
        QFETCH(QByteArray, after);
        QFETCH(bool, isRead);
        const auto changed = [&](QByteArray pem) -> QByteArray {
            pem.replace("\n", lineEnd);
            return before + pem + after;
        };
        for (const auto kind : {KeyPairSample::Kind::Rsa, KeyPairSample::Kind::Ec}) {
            const auto made = KeyPairSample::make(kind);
            QCOMPARE(trustedCertificates(changed(made.certificate)).size(), isRead ? 1 : 0);
            QCOMPARE(trustedCertificates(changed(made.certificate) + '\n' + changed(made.certificate)).size(),
                     isRead ? 2 : 0);
            for (const QByteArray &key : {made.key, made.traditionalKey}) {
                const auto pair = readKeyPair(changed(made.certificate), Masked(changed(key)));
                QVERIFY2(pair.has_value() == isRead, pair ? "" : qPrintable(pair.error().message));
            }
            UserEntry user; // the same from files
            user.clientCertificateFile = write("pem.crt", changed(made.certificate));
            user.clientKeyFile = write("pem.key", changed(made.key));
            QCOMPARE(credentialOf(contextWith(user)).has_value(), isRead);
            ClusterEntry cluster;
            cluster.certificateAuthorityFile = user.clientCertificateFile;
            QCOMPARE(tlsConfiguration(cluster).has_value(), isRead);
        }
    }

    void aKeyBehindItsCertificateInOneFileIsFound()
    {
        const auto made = KeyPairSample::make(KeyPairSample::Kind::Ec);
        const QByteArray both = made.certificate + made.key;
        QVERIFY(readKeyPair(both, Masked(both)).has_value());
        QCOMPARE(trustedCertificates(both).size(), 1);
    }

    void fault39TheCertificateAuthorityReplacesTheSystems() // rule S5
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
};

#include "tst_credentials.moc"
} // namespace tst_credentials

CHARTROOM_TEST(tst_credentials, CredentialsTest)
