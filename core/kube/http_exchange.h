// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kube/api_server.h"

#include <QElapsedTimer>
#include <QPointer>
#include <QTimer>

namespace chartroom {

/// One authenticated GET on the wire: signs in (a 401 renews the credential once), never follows a redirect,
/// asks a second time where the server left the connection (only reads are sent, so that is safe), gives up
/// after a silence, counts bytes, and tells a whole answer from a cut one. Ends with exactly one of
/// succeeded() and failed(), from the event loop; after abort() with neither.
class HttpExchange : public QObject
{
    Q_OBJECT
public:
    HttpExchange(ApiServer *server, Request request, ApiServer::Use use, QObject *parent);
    ~HttpExchange() override;

    void start();
    void abort();
    [[nodiscard]] const HttpHead &head() const { return m_head; }
    [[nodiscard]] qint64 received() const { return m_received; }

Q_SIGNALS:
    /// A 2xx head of the expected type; its bytes follow.
    void headReceived();
    void bytesReceived(const QByteArray &bytes);
    void succeeded();
    void failed(const chartroom::Error &error);

private:
    void send(const Credential &credential);
    void judgeServer();
    void readHead();
    void readBytes();
    void take(const QByteArray &bytes);
    void replyFinished();
    void conclude();
    void timedOut();
    [[nodiscard]] bool isQuiet() const;
    [[nodiscard]] bool sendsAgain();
    void fail(const Error &error);
    void dropReply();

    QPointer<ApiServer> m_server;
    Request m_request;
    ApiServer::Use m_use;
    int m_round = 0; ///< changes with every start and end
    ConnectionPool::Connection m_connection;
    QNetworkReply *m_reply = nullptr;
    QList<QSslError> m_sslErrors;
    HttpHead m_head;
    QByteArray m_refusal; ///< the beginning of a body that is not the one wanted
    QTimer m_silence;
    QTimer m_more;             ///< what arrived and was not passed on yet
    bool m_isComplete = false; ///< the reply is, up to what m_more waits for
    QElapsedTimer m_sinceByte;
    qint64 m_received = 0;
    quint64 m_generation = 0;
    bool m_accepted = false;
    bool m_renewed = false;
    bool m_mayBeLeft = false; ///< see ConnectionPool; false once the request was sent again
    bool m_sentAgain = false;
};

} // namespace chartroom
