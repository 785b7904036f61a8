// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/fault_server.h"

#include <QSslConfiguration>
#include <QSslKey>
#include <QSslServer>
#include <QSslSocket>

#include <sys/socket.h>

namespace chartroom::test {

FaultConnection::FaultConnection(QTcpSocket *socket, QObject *parent)
    : QObject(parent)
    , m_socket(socket)
{}

void FaultConnection::write(const QByteArray &bytes)
{
    if (m_socket)
        m_socket->write(bytes);
}

void FaultConnection::writeByByte(const QByteArray &bytes)
{
    m_socket->setSocketOption(QAbstractSocket::LowDelayOption, 1);
    for (const char byte : bytes) {
        m_socket->write(&byte, 1);
        m_socket->flush();
    }
}

void FaultConnection::answer(int status, const QByteArray &body, const QByteArray &contentType,
                             const QList<QByteArray> &headers)
{
    QByteArray head = "HTTP/1.1 " + QByteArray::number(status) + " X\r\nContent-Type: " + contentType +
                      "\r\nContent-Length: " + QByteArray::number(body.size()) + "\r\n";
    for (const QByteArray &header : headers)
        head += header + "\r\n";
    write(head + "\r\n" + body);
}

void FaultConnection::startChunked(const QByteArray &contentType, const QList<QByteArray> &headers)
{
    QByteArray head =
        "HTTP/1.1 200 OK\r\nContent-Type: " + contentType + "\r\nTransfer-Encoding: chunked\r\n";
    for (const QByteArray &header : headers)
        head += header + "\r\n";
    write(head + "\r\n");
}

void FaultConnection::chunk(const QByteArray &bytes)
{
    write(QByteArray::number(bytes.size(), 16) + "\r\n" + bytes + "\r\n");
}

void FaultConnection::lastChunk()
{
    write("0\r\n\r\n");
}

void FaultConnection::close()
{
    if (m_socket)
        m_socket->disconnectFromHost();
}

void FaultConnection::reset()
{
    if (!m_socket)
        return;
    const linger off{1, 0};
    ::setsockopt(int(m_socket->socketDescriptor()), SOL_SOCKET, SO_LINGER, &off, sizeof off);
    m_socket->abort();
}

FaultServer::FaultServer()
    : m_server(std::make_unique<QTcpServer>())
{
    m_server->listen(QHostAddress::LocalHost);
    connect(m_server.get(), &QTcpServer::pendingConnectionAvailable, this, &FaultServer::accept);
}

FaultServer::FaultServer(const TestCertificate &certificate, AsksForCertificate asks)
    : m_tls(true)
{
    auto server = std::make_unique<QSslServer>();
    QSslConfiguration tls = QSslConfiguration::defaultConfiguration();
    tls.setLocalCertificate(QSslCertificate(certificate.certificate));
    tls.setPrivateKey(QSslKey(certificate.key, QSsl::Ec));
    tls.setPeerVerifyMode(asks == AsksForCertificate::Yes ? QSslSocket::QueryPeer : QSslSocket::VerifyNone);
    server->setSslConfiguration(tls);
    server->listen(QHostAddress::LocalHost);
    m_server = std::move(server);
    connect(m_server.get(), &QTcpServer::pendingConnectionAvailable, this, &FaultServer::accept);
}

FaultServer::~FaultServer() = default;

QString FaultServer::address(const QString &host) const
{
    return QStringLiteral("%1://%2:%3")
        .arg(m_tls ? QStringLiteral("https") : QStringLiteral("http"), host)
        .arg(m_server->serverPort());
}

int FaultServer::openConnections() const
{
    return int(std::count_if(m_sockets.cbegin(), m_sockets.cend(), [](const auto &socket) {
        return socket && socket->state() == QAbstractSocket::ConnectedState;
    }));
}

void FaultServer::accept()
{
    while (QTcpSocket *socket = m_server->nextPendingConnection()) {
        ++m_connections;
        m_sockets.append(socket);
        auto *connection = new FaultConnection(socket, socket);
        const auto buffer = std::make_shared<QByteArray>();
        connect(socket, &QTcpSocket::readyRead, this,
                [this, socket, connection, buffer] { read(socket, connection, *buffer); });
        connect(socket, &QTcpSocket::disconnected, socket, &QObject::deleteLater);
        read(socket, connection, *buffer);
    }
}

void FaultServer::read(QTcpSocket *socket, FaultConnection *connection, QByteArray &buffer)
{
    buffer += socket->readAll();
    for (qsizetype end = buffer.indexOf("\r\n\r\n"); end >= 0; end = buffer.indexOf("\r\n\r\n")) {
        const QList<QByteArray> lines = buffer.left(end).split('\n');
        buffer.remove(0, end + 4);
        SeenRequest seen;
        if (const auto *encrypted = qobject_cast<QSslSocket *>(socket);
            encrypted && !encrypted->peerCertificate().isNull())
            seen.clientCertificate = encrypted->peerCertificate().digest();
        const QList<QByteArray> first = lines.first().trimmed().split(' ');
        seen.method = first.value(0);
        seen.url = QUrl::fromEncoded(first.value(1));
        for (const QByteArray &line : lines.mid(1)) {
            const qsizetype colon = line.indexOf(':');
            seen.headers.insert(line.left(colon).trimmed().toLower(), line.mid(colon + 1).trimmed());
        }
        m_requests.append(seen);
        if (m_handler)
            m_handler(connection, seen);
    }
}

} // namespace chartroom::test
