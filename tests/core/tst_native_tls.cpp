// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kube/native_transport.h"
#include "core/kube/server_name.h"
#include "tests/support/key_pair_sample.h"
#include "tests/support/native_bench.h"
#include "tests/support/test_main.h"

#include <QSslCertificate>
#include <QTemporaryFile>
#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_native_tls {

namespace {

const QByteArray loopback = "DNS:localhost,IP:127.0.0.1";

void answerAll(FaultServer &server)
{
    server.onRequest([](FaultConnection *c, const SeenRequest &) { c->answer(200, emptyList); });
}

} // namespace

class NativeTlsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_authority = makeAuthority(); }

    // S17: nobody is impersonated where the kubeconfig does not say so.
    void aTokenGoesToTheServerItIsFor()
    {
        FaultServer server(makeCertificate(m_authority, u"server"_s, loopback));
        answerAll(server);
        NativeBench b(NativeBench::contextFor(server.address(), m_authority, planted));
        Answer answer(b.transport.get(NativeBench::request(pods)));
        QTRY_VERIFY(answer.isThere());
        QCOMPARE(answer.response().body, emptyList);
        QCOMPARE(server.requests().first().headers.value("authorization"), "Bearer " + planted);
        QVERIFY(!server.requests().first().headers.contains("impersonate-user"));
    }

    // S6: a token goes to no server without TLS.
    void aTokenIsNeverSentWithoutTls()
    {
        FaultServer server;
        answerAll(server);
        NativeBench b(NativeBench::contextFor(server.address(), {}, planted));
        Answer answer(b.transport.get(NativeBench::request(pods)));
        QTRY_VERIFY(answer.isThere());
        QVERIFY(!server.requests().first().headers.contains("authorization"));
    }

    // S17: one acts as exactly whom the kubeconfig says, or nothing is asked.
    void impersonationIsSentAsTheKubeconfigSaysOrNotAtAll()
    {
        FaultServer server(makeCertificate(m_authority, u"server"_s, loopback));
        answerAll(server);
        KubeContext context = NativeBench::contextFor(server.address(), m_authority, planted);
        context.userEntry.impersonate = u"jane"_s;
        context.userEntry.impersonateGroups = {u"viewers"_s};
        context.userEntry.impersonateUid = u"7"_s;
        context.userEntry.impersonateExtra = {{u"example.com/scopes"_s, {u"read"_s}}};
        NativeBench one(context);
        Answer answer(one.transport.get(NativeBench::request(pods)));
        QTRY_VERIFY(answer.isThere());
        QCOMPARE(answer.error().message, QString());
        const auto &headers = server.requests().first().headers;
        QCOMPARE(headers.value("impersonate-user"), "jane");
        QCOMPARE(headers.value("impersonate-group"), "viewers");
        QCOMPARE(headers.value("impersonate-uid"), "7");
        QCOMPARE(headers.value("impersonate-extra-example.com%2fscopes"), "read");
        context.userEntry.impersonateGroups.append(
            u"editors"_s); // with only one of them it would be someone else
        NativeBench two(context);
        Answer refused(two.transport.get(NativeBench::request(pods)));
        QTRY_VERIFY(refused.isThere());
        QCOMPARE(refused.error().code, Error::Code::Unsupported);
        context.userEntry.impersonateGroups.removeLast();
        context.userEntry.impersonateExtra = {{u"scopes"_s, {u"read"_s, u"write"_s}}};
        NativeBench three(context);
        Answer refusedToo(three.transport.get(NativeBench::request(pods)));
        QTRY_VERIFY(refusedToo.isThere());
        QCOMPARE(refusedToo.error().code, Error::Code::Unsupported);
        QVERIFY(refusedToo.error().message.contains(u"kubectl"));
        QCOMPARE(server.requests().size(), 1);
    }

    // kubectl does so too: behind `kubectl proxy` one would else act as the user of that.
    void impersonationIsSentWithoutTlsAsWell()
    {
        FaultServer server;
        answerAll(server);
        KubeContext context = NativeBench::contextFor(server.address());
        context.userEntry.impersonate = u"jane"_s;
        NativeBench b(context);
        Answer answer(b.transport.get(NativeBench::request(pods)));
        QTRY_VERIFY(answer.isThere());
        QCOMPARE(answer.error().message, QString());
        QCOMPARE(server.requests().first().headers.value("impersonate-user"), "jane");
    }

    void aServerWithoutASchemeIsReachedWithoutTls()
    {
        FaultServer server;
        answerAll(server);
        NativeBench b(NativeBench::contextFor(server.address().remove(u"http://"_s), {}, planted));
        Answer answer(b.transport.get(NativeBench::request(pods)));
        QTRY_VERIFY(answer.isThere());
        QCOMPARE(answer.error().message, QString());
        QVERIFY(!server.requests().first().headers.contains("authorization"));
    }

    void noTextStartsAnotherHeader_data()
    {
        QTest::addColumn<QString>("where");
        for (const char *where : {"token", "token file", "user", "uid", "group", "extra", "accept"})
            QTest::newRow(where) << QString::fromLatin1(where);
    }

    // S17: a second header on the wire could be anything.
    void noTextStartsAnotherHeader()
    {
        QFETCH(QString, where);
        FaultServer server(makeCertificate(m_authority, u"server"_s, loopback));
        answerAll(server);
        KubeContext context = NativeBench::contextFor(server.address(), m_authority, planted);
        UserEntry &user = context.userEntry;
        const QString evil = u"x\r\nX-Evil: 1"_s;
        QTemporaryFile file;
        QVERIFY(file.open() && file.write(evil.toUtf8()) > 0 && file.flush());
        Request request = NativeBench::request(pods);
        user.impersonate = where == u"user" ? evil : u"jane"_s;
        if (where == u"token")
            user.token = Masked(planted + evil.toUtf8());
        else if (where == u"token file")
            user.tokenFile = file.fileName();
        else if (where == u"uid")
            user.impersonateUid = evil;
        else if (where == u"group")
            user.impersonateGroups = {evil};
        else if (where == u"extra")
            user.impersonateExtra = {{u"k"_s, {evil}}};
        else if (where == u"accept")
            request.accept = evil.toUtf8();
        NativeBench b(context);
        Answer answer(b.transport.get(request));
        QTRY_VERIFY(answer.isThere());
        QCOMPARE(answer.error().code, Error::Code::Invalid);
        QVERIFY2(answer.error().message.contains(u"line end or another control character"),
                 qPrintable(answer.error().message));
        QVERIFY(server.requests().isEmpty());
    }

    void aClientCertificateOfEachKindIsShown_data()
    {
        QTest::addColumn<KeyPairSample::Kind>("kind");
        QTest::newRow("RSA") << KeyPairSample::Kind::Rsa;
        QTest::newRow("EC") << KeyPairSample::Kind::Ec;
        QTest::newRow("Ed25519") << KeyPairSample::Kind::Ed25519;
    }

    void aClientCertificateOfEachKindIsShown()
    {
        QFETCH(KeyPairSample::Kind, kind);
        FaultServer server(makeCertificate(m_authority, u"server"_s, loopback),
                           FaultServer::AsksForCertificate::Yes);
        answerAll(server);
        const auto made = KeyPairSample::make(kind);
        KubeContext context = NativeBench::contextFor(server.address(), m_authority);
        context.userEntry.clientCertificateData = made.certificate;
        context.userEntry.clientKeyData = Masked(made.key);
        NativeBench b(context);
        Answer answer(b.transport.get(NativeBench::request(pods)));
        QTRY_VERIFY(answer.isThere());
        QCOMPARE(answer.error().message, QString());
        QCOMPARE(server.requests().first().clientCertificate, QSslCertificate(made.certificate).digest());
    }

    // The server decides: with a token beside it, or where nobody asks for it, an expired certificate is
    // fine.
    void anExpiredClientCertificateIsNamedOnlyWhenRefused()
    {
        for (const auto asks : {FaultServer::AsksForCertificate::No, FaultServer::AsksForCertificate::Yes}) {
            FaultServer server(makeCertificate(m_authority, u"server"_s, loopback), asks);
            server.onRequest([](FaultConnection *c, const SeenRequest &seen) {
                const bool isKnown = seen.headers.contains("authorization");
                c->answer(isKnown ? 200 : 401, isKnown ? emptyList : QByteArray("{}"));
            });
            const auto old =
                makeCertificate(m_authority, u"me"_s, {}, QDateTime::currentDateTimeUtc().addYears(-1));
            KubeContext context = NativeBench::contextFor(server.address(), m_authority, planted);
            context.userEntry.clientCertificateData = old.certificate;
            context.userEntry.clientKeyData = Masked(old.key);
            NativeBench with(context);
            Answer answer(with.transport.get(NativeBench::request(pods)));
            QTRY_VERIFY(answer.isThere());
            QCOMPARE(answer.error().message, QString());
            context.userEntry.token = {};
            NativeBench without(context);
            Answer refused(without.transport.get(NativeBench::request(pods)));
            QTRY_VERIFY(refused.isThere());
            QCOMPARE(refused.error().code, Error::Code::Unauthorized);
            QVERIFY2(refused.error().message.contains(u"The client certificate expired on"),
                     qPrintable(refused.error().message));
        }
    }

    void fault39EachBadCertificateHasItsSentence_data()
    {
        QTest::addColumn<QByteArray>("names");
        QTest::addColumn<int>("daysLeft");
        QTest::addColumn<bool>("known");
        QTest::addColumn<QString>("says");
        QTest::newRow("unknown authority") << loopback << 1 << false << u"certificate-authority"_s;
        QTest::newRow("expired") << loopback << -3 << true << u"expired"_s;
        QTest::newRow("other name") << QByteArray("DNS:other.example") << 1 << true << u"tls-server-name"_s;
        QTest::newRow("only a Common Name") << QByteArray() << 1 << true << u"legacy Common Name"_s;
        QTest::newRow("the address as a DNS name") << QByteArray("DNS:127.0.0.1") << 1 << true << u"IP SAN"_s;
        QTest::newRow("another address") << QByteArray("IP:127.0.0.2") << 1 << true << u"127.0.0.1"_s;
        QTest::newRow("not yet valid") << loopback << 60 << true << u"clock"_s;
    }

    // S5: a server whose certificate is bad gets no request.
    void fault39EachBadCertificateHasItsSentence()
    {
        QFETCH(QByteArray, names);
        QFETCH(int, daysLeft);
        QFETCH(bool, known);
        QFETCH(QString, says);
        const TestCertificate authority = known ? m_authority : makeAuthority(u"another"_s);
        FaultServer server(makeCertificate(authority, u"127.0.0.1"_s, names,
                                           QDateTime::currentDateTimeUtc().addDays(daysLeft)));
        answerAll(server);
        NativeBench b(NativeBench::contextFor(server.address(), m_authority, planted));
        Answer answer(b.transport.get(NativeBench::request(pods)));
        QTRY_VERIFY(answer.isThere());
        QCOMPARE(answer.error().code, Error::Code::Tls);
        QVERIFY2(answer.error().message.contains(says), qPrintable(answer.error().message));
        QVERIFY(server.requests().isEmpty());
    }

    /// Which kubectl takes, so that it can be gone through.
    void fault39TheServersOwnCertificateAsAuthorityHasItsSentence()
    {
        const TestCertificate own = makeCertificate(m_authority, u"127.0.0.1"_s, loopback);
        FaultServer server(own);
        answerAll(server);
        NativeBench b(NativeBench::contextFor(server.address(), own, planted));
        Answer answer(b.transport.get(NativeBench::request(pods)));
        QTRY_VERIFY(answer.isThere());
        QCOMPARE(answer.error().code, Error::Code::Tls);
        QVERIFY2(answer.error().message.contains(u"--transport kubectl"), qPrintable(answer.error().message));
        QVERIFY(server.requests().isEmpty());
    }

    // S5: tls-server-name is the name that the certificate must have.
    void fault39TlsServerNameIsTheNameThatCounts()
    {
        FaultServer server(makeCertificate(m_authority, u"server"_s, "DNS:kubernetes.internal"));
        answerAll(server);
        KubeContext context = NativeBench::contextFor(server.address(), m_authority);
        context.clusterEntry.tlsServerName = u"kubernetes.internal"_s;
        NativeBench b(context);
        Answer answer(b.transport.get(NativeBench::request(pods)));
        QTRY_VERIFY(answer.isThere());
        QCOMPARE(answer.error().message, QString());
        QCOMPARE(answer.response().body, emptyList);
    }

    // Also of the requests that wait for the first handshake, and of those that come after it.
    void fault39EachRequestToAWrongServerIsRefused()
    {
        FaultServer server(makeCertificate(m_authority, u"localhost"_s, {}));
        answerAll(server);
        NativeBench b(NativeBench::contextFor(server.address(u"localhost"_s), m_authority, planted));
        Answer one(b.transport.get(NativeBench::request(pods)));
        Answer two(b.transport.get(NativeBench::request(pods)));
        QTRY_VERIFY(one.isThere() && two.isThere());
        Answer later(b.transport.get(NativeBench::request(pods)));
        QTRY_VERIFY(later.isThere());
        for (const Answer *answer : {&one, &two, &later})
            QCOMPARE(answer->error().code, Error::Code::Tls);
        QVERIFY(server.requests().isEmpty());
    }

    void fault39ANameCountsAsForKubectl_data()
    {
        QTest::addColumn<QByteArray>("names");
        QTest::addColumn<QString>("host");
        QTest::addColumn<bool>("isFor");
        const auto row = [](const QByteArray &names, const QString &host, bool isFor) {
            QTest::addRow("%s for %s", names.constData(), qPrintable(host)) << names << host << isFor;
        };
        row("DNS:a.example", u"a.example"_s, true);
        row("DNS:A.Example", u"a.exAmple"_s, true);
        row("DNS:a.example", u"a.example."_s, true);
        row("DNS:a.example", u"b.a.example"_s, false);
        row("DNS:*.example", u"a.example"_s, true);
        row("DNS:*.example", u"b.a.example"_s, false);
        row("DNS:*.example", u"example"_s, false);
        row("DNS:*.0.0.1", u"127.0.0.1"_s, false);
        row("DNS:a*.example.org", u"ab.example.org"_s, false);
        row("DNS:*", u"a"_s, false);
        row("IP:10.0.0.1", u"10.0.0.1"_s, true);
        row("DNS:10.0.0.1", u"10.0.0.1"_s, false);
        row("IP:fd00::1", u"fd00::1"_s, true);
        row("IP:fd00::1", u"[fd00:0::1]"_s, true);
        row("IP:10.0.0.1", u"::ffff:10.0.0.1"_s, true);
        row("", u"server"_s, false);
    }

    // crypto/x509 verify.go@go1.24, VerifyHostname
    void fault39ANameCountsAsForKubectl()
    {
        QFETCH(QByteArray, names);
        QFETCH(QString, host);
        QFETCH(bool, isFor);
        const QSslCertificate certificate(makeCertificate(m_authority, u"server"_s, names).certificate);
        QVERIFY(!certificate.isNull());
        QCOMPARE(isCertificateFor(certificate, host), isFor);
    }

    void fault39InsecureSkipTlsVerifyTrustsAnyone()
    {
        FaultServer server(makeCertificate(makeAuthority(u"another"_s), u"server"_s, "DNS:x"));
        answerAll(server);
        KubeContext context = NativeBench::contextFor(server.address());
        context.clusterEntry.insecureSkipTlsVerify = true;
        NativeBench b(context);
        Answer answer(b.transport.get(NativeBench::request(pods)));
        QTRY_VERIFY(answer.isThere());
        QCOMPARE(answer.response().body, emptyList);
    }

    // S6: Authorization never leaves the configured origin.
    void fault28ARedirectDoesNotTakeTheTokenElsewhere()
    {
        FaultServer other(makeCertificate(m_authority, u"other"_s, loopback));
        FaultServer server(makeCertificate(m_authority, u"server"_s, loopback));
        server.onRequest([&](FaultConnection *c, const SeenRequest &) {
            c->answer(307, {}, "application/json",
                      {"Location: " + other.address().toUtf8() + "/api/v1/pods"});
        });
        NativeBench b(NativeBench::contextFor(server.address(), m_authority, planted));
        Answer answer(b.transport.get(NativeBench::request(pods)));
        QTRY_VERIFY(answer.isThere());
        QCOMPARE(answer.error().code, Error::Code::NotKubernetes);
        QTest::qWait(50);
        QCOMPARE(other.connections(), 0);
    }

    void fault29ARejectedTokenIsReadAgainOnce()
    {
        FaultServer server(makeCertificate(m_authority, u"server"_s, loopback));
        QTemporaryFile token;
        QVERIFY(token.open());
        token.write("old");
        token.flush();
        server.onRequest([&](FaultConnection *c, const SeenRequest &seen) {
            if (seen.headers.value("authorization") == "Bearer new") {
                c->answer(200, emptyList);
                return;
            }
            QFile file(token.fileName()); // the cloud's agent writes the next one
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write("new");
            file.close();
            c->answer(401, "{}");
        });
        KubeContext context = NativeBench::contextFor(server.address(), m_authority);
        context.userEntry.tokenFile = token.fileName();
        NativeBench b(context);
        Answer answer(b.transport.get(NativeBench::request(pods)));
        QTRY_VERIFY(answer.isThere());
        QCOMPARE(answer.error().message, QString());
        QCOMPARE(answer.response().body, emptyList);
        QCOMPARE(server.requests().size(), 2);
    }

    void fault29ASecond401StandsAndIsNoLoop()
    {
        FaultServer server(makeCertificate(m_authority, u"server"_s, loopback));
        server.onRequest([](FaultConnection *c, const SeenRequest &) { c->answer(401, "{}"); });
        NativeBench b(NativeBench::contextFor(server.address(), m_authority, planted));
        Answer first(b.transport.get(NativeBench::request(pods)));
        QTRY_VERIFY(first.isThere());
        QCOMPARE(first.error().code, Error::Code::Unauthorized);
        QCOMPARE(server.requests().size(), 2);
        Answer second(b.transport.get(NativeBench::request(pods))); // too soon to renew again
        QTRY_VERIFY(second.isThere());
        QCOMPARE(second.error().code, Error::Code::Unauthorized);
        QCOMPARE(server.requests().size(), 3);
    }

    // S6: a proxy does not get the server's token.
    void aProxyIsGoneThrough()
    {
        FaultServer proxy;
        proxy.onRequest([](FaultConnection *c, const SeenRequest &) {
            c->write("HTTP/1.1 502 No\r\n\r\n");
            c->close();
        });
        FaultServer server(makeCertificate(m_authority, u"server"_s, loopback));
        KubeContext context = NativeBench::contextFor(server.address(), m_authority, planted);
        context.clusterEntry.proxyUrl = proxy.address();
        NativeBench b(context);
        Answer answer(b.transport.get(NativeBench::request(pods)));
        QTRY_VERIFY(answer.isThere());
        QCOMPARE(answer.error().code, Error::Code::Unreachable);
        QCOMPARE(proxy.requests().first().method, "CONNECT");
        QVERIFY(!proxy.requests().first().headers.contains("authorization"));
        QCOMPARE(server.connections(), 0);
    }

private:
    TestCertificate m_authority;
};

#include "tst_native_tls.moc"
} // namespace tst_native_tls

CHARTROOM_TEST(tst_native_tls, NativeTlsTest)
