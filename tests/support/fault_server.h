// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/gzipped.h"
#include "tests/support/test_certificates.h"

#include <QHash>
#include <QPointer>
#include <QTcpSocket>
#include <QUrl>
#include <QUrlQuery>

#include <functional>
#include <memory>

class QTcpServer;

namespace chartroom::test {

/// A request as it came over the wire.
struct SeenRequest
{
    QByteArray method;
    QUrl url;                              ///< path and query
    QHash<QByteArray, QByteArray> headers; ///< lower-case names
    QByteArray clientCertificate;          ///< its digest; empty when there was none

    [[nodiscard]] bool isWatch() const { return QUrlQuery(url).hasQueryItem(QStringLiteral("watch")); }
};

/// The server's end of one connection: writes what it is told, also what no server should.
class FaultConnection : public QObject
{
    Q_OBJECT
public:
    explicit FaultConnection(QTcpSocket *socket, QObject *parent);

    void write(const QByteArray &bytes);
    /// One byte a segment.
    void writeByByte(const QByteArray &bytes);
    /// A whole answer with its true length.
    void answer(int status, const QByteArray &body, const QByteArray &contentType = "application/json",
                const QList<QByteArray> &headers = {});
    /// The head of a chunked answer; then chunk() and lastChunk().
    void startChunked(const QByteArray &contentType = "application/json",
                      const QList<QByteArray> &headers = {});
    void chunk(const QByteArray &bytes);
    void lastChunk();
    /// Sends what is written, then FIN.
    void close();
    /// RST, at once.
    void reset();
    [[nodiscard]] bool isOpen() const
    {
        return m_socket && m_socket->state() == QAbstractSocket::ConnectedState;
    }

private:
    QPointer<QTcpSocket> m_socket;
};

/// An HTTP/1.1 server on the loopback, plain or TLS, whose answers are the test's. (HTTP/2 faults need the
/// fault server of the integration tests.)
class FaultServer : public QObject
{
    Q_OBJECT
public:
    using Handler = std::function<void(FaultConnection *, const SeenRequest &)>;

    /// Plain HTTP.
    FaultServer();
    enum class AsksForCertificate { No, Yes };
    /// TLS with this certificate. A client's certificate is taken as it comes.
    explicit FaultServer(const TestCertificate &certificate,
                         AsksForCertificate asks = AsksForCertificate::No);
    ~FaultServer() override;

    void onRequest(Handler handler) { m_handler = std::move(handler); }
    [[nodiscard]] QString address(const QString &host = QStringLiteral("127.0.0.1")) const;
    [[nodiscard]] const QList<SeenRequest> &requests() const { return m_requests; }
    [[nodiscard]] int connections() const { return m_connections; }
    [[nodiscard]] int openConnections() const;

private:
    void accept();
    void read(QTcpSocket *socket, FaultConnection *connection, QByteArray &buffer);

    std::unique_ptr<QTcpServer> m_server;
    bool m_tls = false;
    Handler m_handler;
    QList<SeenRequest> m_requests;
    QList<QPointer<QTcpSocket>> m_sockets;
    int m_connections = 0;
};

} // namespace chartroom::test
