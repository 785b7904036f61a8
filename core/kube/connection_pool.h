// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QNetworkAccessManager>
#include <QNetworkProxy>
#include <QPointer>

#include <memory>
#include <optional>
#include <vector>

namespace chartroom {

/// A manager whose first request proves who the server is. The others wait for it: Qt 6.4.2 tells only the
/// first that an HTTP/2 connection is encrypted, and may send the others before that one is aborted
/// (CVE-2024-39936).
class ServerConnection final : public QNetworkAccessManager
{
    Q_OBJECT
public:
    /// Whether the request of that sender may go out: the server is proved, or this one proves it.
    [[nodiscard]] bool mayUse(const QObject *sender);
    void proved();
    /// The sender's request has ended; another may prove the server.
    void release(const QObject *sender);

Q_SIGNALS:
    /// Those who wait may ask again.
    void released();

private:
    bool m_isProved = false;
    QPointer<const QObject> m_prover;
};

/// The connections to one API server. Over HTTP/2 all requests share one. Over HTTP/1.1 Qt opens six a
/// manager and lets the seventh request wait for ever, so watches get managers of their own, a few each, and
/// never take a GET's place (fault 11). A connection lives as long as someone holds it.
class ConnectionPool
{
public:
    using Connection = std::shared_ptr<ServerConnection>;
    static constexpr long watchesEach = 4;

    void setProxy(const QNetworkProxy &proxy) { m_proxy = proxy; }

    [[nodiscard]] Connection forGet();
    [[nodiscard]] Connection forWatch();
    /// A head came over this connection: the server lives and was seen to speak this.
    void answered(const Connection &connection, bool http2);
    /// An HTTP/2 connection that has answered before. The server may be about to leave it (GOAWAY, which Qt
    /// 6.4.2 does not tell), so a request that gets nothing over it is worth a second try over another.
    [[nodiscard]] bool mayBeLeft(const Connection &connection) const
    {
        return connection == m_shared && m_sharedAnswered && m_http2.value_or(false);
    }
    [[nodiscard]] std::optional<bool> http2() const { return m_http2; }
    /// This connection may be dead: later requests take a new one (a QNetworkAccessManager would go on using
    /// it). Running ones stay.
    void retire(const Connection &connection);
    void retireAll();

private:
    [[nodiscard]] Connection make() const;

    QNetworkProxy m_proxy{QNetworkProxy::NoProxy};
    std::optional<bool> m_http2;
    Connection m_shared;
    bool m_sharedAnswered = false;
    std::vector<std::weak_ptr<ServerConnection>> m_watches;
};

} // namespace chartroom
