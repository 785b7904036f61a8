// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kube/connection_pool.h"
#include "core/kube/proxy.h"
#include "tests/support/test_main.h"

#include <QNetworkReply>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTest>

using namespace chartroom;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_proxy {

/// Closes a CONNECT that does not say who it is, as some proxies of companies do, and opens any other.
class StrictProxy
{
public:
    StrictProxy()
    {
        m_server.listen(QHostAddress::LocalHost);
        QObject::connect(&m_server, &QTcpServer::newConnection, &m_server, [this] { accept(); });
    }

    [[nodiscard]] QString address(const QString &user) const
    {
        return u"http://"_s + user + u"127.0.0.1:"_s + QString::number(m_server.serverPort());
    }
    [[nodiscard]] QByteArray told() const
    {
        return m_told;
    } ///< the credentials of the CONNECT that was opened
    [[nodiscard]] bool isOpen() const { return m_isOpen; }

private:
    void accept()
    {
        QTcpSocket *socket = m_server.nextPendingConnection();
        QObject::connect(socket, &QTcpSocket::readyRead, socket, [this, socket] {
            const QByteArray head = socket->readAll();
            if (!head.startsWith("CONNECT "))
                return; // through the tunnel
            const QByteArray name = "\r\nProxy-Authorization: ";
            const qsizetype at = head.indexOf(name);
            if (at < 0)
                return socket->abort();
            const qsizetype start = at + name.size();
            m_told = head.mid(start, head.indexOf("\r\n", start) - start);
            m_isOpen = true;
            socket->write("HTTP/1.1 200 OK\r\n\r\n");
        });
    }

    QTcpServer m_server;
    QByteArray m_told;
    bool m_isOpen = false;
};

class ProxyTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theProxyIsTheOneGoWouldTake_data()
    {
        QTest::addColumn<QString>("server");
        QTest::addColumn<QString>("proxyUrl");
        QTest::addColumn<QString>("variables"); // NAME=value, blank between
        QTest::addColumn<QString>("expected");  // "" for none
        const auto row = [](const char *name, const QString &server, const QString &url,
                            const QString &variables, const QString &expected) {
            QTest::newRow(name) << server << url << variables << expected;
        };
        const QString api = u"https://api.example.com:6443"_s;
        row("none", api, {}, {}, {});
        row("proxy-url", api, u"http://p:8080"_s, {}, u"http p 8080"_s);
        row("proxy-url wins over NO_PROXY", api, u"http://p:8080"_s, u"NO_PROXY=*"_s, u"http p 8080"_s);
        row("socks5", api, u"socks5://p"_s, {}, u"socks p 1080"_s);
        row("environment", api, {}, u"HTTPS_PROXY=http://e:3128"_s, u"http e 3128"_s);
        row("lower case", api, {}, u"https_proxy=e:3128"_s, u"http e 3128"_s);
        row("http only", api, {}, u"HTTP_PROXY=http://e:3128"_s, {});
        row("exempt name", api, {}, u"HTTPS_PROXY=e:1 NO_PROXY=other,example.com"_s, {});
        row("exempt below", api, {}, u"HTTPS_PROXY=e:1 NO_PROXY=.example.com"_s, {});
        row("not exempt: another name's end", api, {}, u"HTTPS_PROXY=e:1 NO_PROXY=ample.com"_s,
            u"http e 1"_s);
        row("exempt with port", api, {}, u"HTTPS_PROXY=e:1 NO_PROXY=example.com:6443"_s, {});
        row("other port", api, {}, u"HTTPS_PROXY=e:1 NO_PROXY=example.com:443"_s, u"http e 1"_s);
        row("exempt network", u"https://10.1.2.3"_s, {}, u"HTTPS_PROXY=e:1 NO_PROXY=10.0.0.0/8"_s, {});
        row("exempt address", u"https://10.1.2.3"_s, {}, u"HTTPS_PROXY=e:1 NO_PROXY=10.1.2.3"_s, {});
        row("all exempt", api, {}, u"HTTPS_PROXY=e:1 NO_PROXY=*"_s, {});
        row("localhost never", u"https://localhost:6443"_s, {}, u"HTTPS_PROXY=e:1"_s, {});
        row("loopback never", u"https://127.0.0.1:6443"_s, {}, u"HTTPS_PROXY=e:1"_s, {});
        row("loopback when told", u"https://127.0.0.1:6443"_s, u"http://p:1"_s, {}, u"http p 1"_s);
    }

    void theProxyIsTheOneGoWouldTake()
    {
        QFETCH(QString, server);
        QFETCH(QString, proxyUrl);
        QFETCH(QString, variables);
        QFETCH(QString, expected);
        QProcessEnvironment environment;
        for (const QString &variable : variables.split(u' ', Qt::SkipEmptyParts))
            environment.insert(variable.section(u'=', 0, 0), variable.section(u'=', 1));
        const auto proxy = proxyFor(QUrl(server), proxyUrl, environment);
        QVERIFY(proxy);
        QString found;
        if (proxy->type() != QNetworkProxy::NoProxy)
            found = u"%1 %2 %3"_s
                        .arg(proxy->type() == QNetworkProxy::Socks5Proxy ? u"socks"_s : u"http"_s,
                             proxy->hostName())
                        .arg(proxy->port());
        QCOMPARE(found, expected);
    }

    void aPasswordIsPassedOnAndNeverShown()
    {
        const auto good = proxyFor(QUrl(u"https://a"_s), u"http://u:p%40ss@p:1"_s, {});
        QVERIFY(good);
        QCOMPARE(good->password(), u"p@ss");
        for (const QString &url :
             {u"https://u:canary@p:1"_s, u"ftp://u:canary@p:1"_s, u"http://u:canary@:1"_s}) {
            const auto bad = proxyFor(QUrl(u"https://a"_s), url, {});
            QVERIFY(!bad);
            QVERIFY(!bad.error().message.contains(u"canary") && !bad.error().detail.contains(u"canary"));
        }
    }

    void aProxyThatWantsThePasswordAtOnceGetsItWithTheConnect()
    {
        StrictProxy server;
        const auto open = [&server](const QString &user) {
            const auto proxy = proxyFor(QUrl(u"https://a"_s), server.address(user), {});
            QVERIFY(proxy);
            ConnectionPool pool;
            pool.setProxy(*proxy);
            const ConnectionPool::Connection connection = pool.forGet();
            const std::unique_ptr<QNetworkReply> reply(
                connection->get(QNetworkRequest(QUrl(u"https://api.example.com:6443/version"_s))));
            QTRY_VERIFY(server.isOpen() || reply->isFinished());
            reply->abort();
        };
        open({});
        QVERIFY(!server.isOpen());
        open(u"u:p%40ss@"_s);
        QVERIFY(server.isOpen());
        QCOMPARE(server.told(), "Basic " + QByteArray("u:p@ss").toBase64());
    }

    void onlyAnHttpProxyWithAUserIsToldOne()
    {
        for (const QString &url : {u"http://p:1"_s, u"socks5://u:p@p:1"_s}) {
            const auto proxy = proxyFor(QUrl(u"https://a"_s), url, {});
            QVERIFY(proxy);
            QVERIFY(!proxy->hasRawHeader("Proxy-Authorization"));
        }
    }

    void aProxyOverTlsIsUnsupportedAndSaysWhatToDo()
    {
        const auto proxy = proxyFor(QUrl(u"https://a"_s), u"https://p:1"_s, {});
        QVERIFY(!proxy);
        QCOMPARE(proxy.error().code, Error::Code::Unsupported);
    }
};

#include "tst_proxy.moc"
} // namespace tst_proxy

CHARTROOM_TEST(tst_proxy, ProxyTest)
