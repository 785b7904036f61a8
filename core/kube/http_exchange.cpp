// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kube/http_exchange.h"

#include "core/base/on_finished.h"
#include "core/kube/unpack.h"

namespace chartroom {

namespace {
constexpr qsizetype refusalBytes = 64 * 1024;
/// So much is passed on before the event loop gets its turn (fault 22).
constexpr qint64 sliceBytes = 256 * 1024;
} // namespace

HttpExchange::HttpExchange(ApiServer *server, Request request, ApiServer::Use use, QObject *parent)
    : QObject(parent)
    , m_server(server)
    , m_request(std::move(request))
    , m_use(use)
{
    m_silence.setSingleShot(true);
    connect(&m_silence, &QTimer::timeout, this, &HttpExchange::timedOut);
    m_more.setSingleShot(true);
    connect(&m_more, &QTimer::timeout, this, &HttpExchange::readBytes);
    connect(server, &ApiServer::refused, this, [this](const Error &error) {
        if (m_connection)
            fail(error);
    });
    connect(server, &QObject::destroyed, this, [this] { fail({Error::Code::Cancelled, {}, {}, {}}); });
}

HttpExchange::~HttpExchange()
{
    abort();
}

void HttpExchange::start()
{
    if (!m_server) // asked to go on by one that ends with it, as this does next
        return;
    // Others may wait for the same sign-in, so it is not cancelled; an answer after abort() is let go.
    onFinished(m_server->credential(), this, [this, round = ++m_round](const Result<Credential> &credential) {
        if (round != m_round)
            return;
        if (credential)
            send(*credential);
        else
            fail(credential.error());
    });
}

void HttpExchange::abort()
{
    ++m_round;
    const bool silent = m_reply && !isQuiet() &&
                        m_sinceByte.hasExpired(m_server ? m_server->timing().suspectAfter.count() : 0);
    if (silent && m_server)
        m_server->connections().retire(m_connection);
    dropReply();
}

void HttpExchange::dropReply()
{
    m_silence.stop();
    m_more.stop();
    m_isComplete = false;
    const ConnectionPool::Connection connection = std::exchange(m_connection, nullptr);
    if (QNetworkReply *reply = std::exchange(m_reply, nullptr)) {
        reply->disconnect(this);
        reply->abort();
        reply->deleteLater();
        // The manager must outlive its reply.
        connect(reply, &QObject::destroyed, reply, [connection] {});
    }
    if (connection) {
        connection->disconnect(this);
        connection->release(this);
    }
}

void HttpExchange::send(const Credential &credential)
{
    const auto request = m_server->prepare(m_request, credential, m_use);
    if (!request) {
        fail(request.error());
        return;
    }
    m_generation = m_server->generation();
    m_head = {};
    m_refusal.clear();
    m_sslErrors.clear();
    ConnectionPool &connections = m_server->connections();
    m_connection = m_use == ApiServer::Use::Get ? connections.forGet() : connections.forWatch();
    m_mayBeLeft = !m_sentAgain && connections.mayBeLeft(m_connection);
    m_sinceByte.start();
    m_silence.start(m_mayBeLeft ? std::min(m_request.timeout, m_server->timing().resendAfter)
                                : m_request.timeout);
    if (m_server->verifiesName() && !m_connection->mayUse(this)) {
        connect(m_connection.get(), &ServerConnection::released, this, &HttpExchange::start,
                Qt::SingleShotConnection);
        return;
    }
    m_reply = m_connection->get(*request);
    connect(m_reply, &QNetworkReply::encrypted, this, &HttpExchange::judgeServer);
    connect(m_reply, &QNetworkReply::sslErrors, this,
            [this](const QList<QSslError> &errors) { m_sslErrors = errors; });
    connect(m_reply, &QNetworkReply::metaDataChanged, this, &HttpExchange::readHead);
    connect(m_reply, &QNetworkReply::readyRead, this, &HttpExchange::readBytes);
    connect(m_reply, &QNetworkReply::finished, this, &HttpExchange::replyFinished);
}

/// In the handshake: the connection waits for this.
void HttpExchange::judgeServer()
{
    if (m_server->accepts(m_reply->sslConfiguration().peerCertificate()))
        m_connection->proved();
}

void HttpExchange::readHead()
{
    if (m_head.status != 0)
        return;
    m_head = HttpHead::of(*m_reply);
    if (m_head.status == 0)
        return;
    m_sinceByte.start();
    m_server->sawHead(m_head, m_connection);
    if (m_use == ApiServer::Use::Watch && !m_head.http2)
        m_request.timeout = std::min(m_request.timeout, m_server->timing().http1WatchIdle);
    m_silence.start(m_request.timeout);
    m_accepted = m_head.isSuccess() && !isForeign(m_head, m_request.accept);
    if (m_accepted)
        Q_EMIT headReceived();
}

void HttpExchange::readBytes()
{
    readHead();
    if (!m_reply)
        return;
    m_sinceByte.start();
    m_silence.start(m_request.timeout);
    const QByteArray bytes = m_reply->read(sliceBytes);
    if (!bytes.isEmpty())
        take(bytes);
    if (!m_reply)
        return;
    if (m_reply->bytesAvailable() > 0)
        m_more.start(0);
    else if (m_isComplete)
        conclude();
}

void HttpExchange::take(const QByteArray &bytes)
{
    m_received += bytes.size();
    if (!m_accepted) {
        m_refusal.append(bytes.left(refusalBytes - m_refusal.size()));
        if (m_refusal.size() >= refusalBytes)
            conclude();
    } else if (m_use == ApiServer::Use::Get && m_received > m_request.maxBytes) {
        fail(tooLargeError(m_request.maxBytes));
    } else {
        Q_EMIT bytesReceived(bytes);
    }
}

void HttpExchange::replyFinished()
{
    m_isComplete = true;
    readBytes();
}

void HttpExchange::conclude()
{
    const QNetworkReply::NetworkError code = m_reply->error();
    const QString text = m_reply->errorString();
    const bool cut = m_head.contentLength >= 0 && m_received != m_head.contentLength;
    if (m_head.status == 401) // the server ends the connection (see prepare()), and Qt 6.4.2 sends on into it
        m_server->connections().retire(m_connection);
    if (m_head.status == 401 && !m_renewed && m_server->renewCredential(m_generation)) {
        m_renewed = true;
        m_received = 0;
        dropReply();
        start();
        return;
    }
    if (code == QNetworkReply::SslHandshakeFailedError) {
        m_server->forgetTls();
        fail(m_sslErrors.isEmpty() ? m_server->explained(connectionError(code, text, m_server->host()))
                                   : certificateError(m_sslErrors, m_server->host(), m_server->verifiedName(),
                                                      m_reply->sslConfiguration().caCertificates()));
    } else if (m_head.status == 0) {
        if (sendsAgain())
            return;
        fail(connectionError(code, text, m_server->host()));
    } else if (!m_head.isSuccess()) {
        fail(m_server->explained(refusalError(m_head, m_refusal, m_server->clock()->now())));
    } else if (!m_accepted) {
        fail(foreignError(m_head, m_refusal));
    } else if (code != QNetworkReply::NoError || cut) {
        fail(connectionError(code == QNetworkReply::NoError ? QNetworkReply::RemoteHostClosedError : code,
                             text, m_server->host()));
    } else {
        dropReply();
        Q_EMIT succeeded();
    }
}

/// Whether the request, which got no answer, is on its way a second time over a new connection.
bool HttpExchange::sendsAgain()
{
    if (m_head.status != 0 || !m_mayBeLeft)
        return false;
    m_sentAgain = true;
    m_server->connections().retire(m_connection);
    dropReply();
    start();
    return true;
}

/// A container may have nothing to log for hours: that says nothing about the connection.
bool HttpExchange::isQuiet() const
{
    return m_use == ApiServer::Use::Lines && m_head.status != 0;
}

void HttpExchange::timedOut()
{
    if (sendsAgain())
        return;
    const bool ownSocket = m_use == ApiServer::Use::Watch && m_head.status != 0 && !m_head.http2;
    if (!ownSocket && !isQuiet())
        m_server->connections().retire(m_connection);
    fail(connectionError(QNetworkReply::TimeoutError, tr("no byte for %1 ms").arg(m_request.timeout.count()),
                         m_server->host()));
}

void HttpExchange::fail(const Error &error)
{
    ++m_round;
    dropReply();
    Q_EMIT failed(error);
}

} // namespace chartroom
