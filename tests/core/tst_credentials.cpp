// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kube/credentials.h"
#include "tests/support/fake_clock.h"
#include "tests/support/fake_runner.h"
#include "tests/support/key_pair_sample.h"
#include "tests/support/sign_in_samples.h"

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

    void aTokenCannotSmuggleHeaders()
    {
        UserEntry user;
        user.token = Masked("abc\r\nX-Evil: 1");
        const auto credential = credentialOf(contextWith(user));
        QCOMPARE(credential.error().code, Error::Code::Invalid);
        QVERIFY(!credential.error().message.contains(s("Evil")));
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

    void fault38KeysThatCannotBeUsedAreNamed()
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

QTEST_GUILESS_MAIN(CredentialsTest)
#include "tst_credentials.moc"
