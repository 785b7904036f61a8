// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kube/connection_pool.h"

#include <QCoreApplication>
#include <QEvent>

#include <utility>

namespace chartroom {

namespace {

/// A manager has a thread of its own, and no event loop comes to its deleteLater() at the program's end: the
/// thread would still decrypt while OpenSSL and Qt take their statics down, and that breaks the heap.
void deleteLeftManagers()
{
    QCoreApplication::sendPostedEvents(nullptr,
                                       QEvent::DeferredDelete); // the replies, which let go of managers
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
}

} // namespace

bool ServerConnection::mayUse(const QObject *sender)
{
    if (!m_isProved && !m_prover)
        m_prover = sender;
    return m_isProved || m_prover == sender;
}

void ServerConnection::proved()
{
    if (!std::exchange(m_isProved, true))
        Q_EMIT released();
}

void ServerConnection::release(const QObject *sender)
{
    if (m_isProved || m_prover != sender)
        return;
    m_prover.clear();
    Q_EMIT released();
}

ConnectionPool::Connection ConnectionPool::make() const
{
    qRemovePostRoutine(deleteLeftManagers);
    qAddPostRoutine(deleteLeftManagers);
    // deleteLater: the last holder may be a slot of one of its replies
    Connection connection(new ServerConnection, [](ServerConnection *c) { c->deleteLater(); });
    connection->setProxy(m_proxy);
    connection->setRedirectPolicy(QNetworkRequest::ManualRedirectPolicy);
    return connection;
}

ConnectionPool::Connection ConnectionPool::forGet()
{
    if (!m_shared) {
        m_shared = make();
        m_sharedAnswered = false;
    }
    return m_shared;
}

ConnectionPool::Connection ConnectionPool::forWatch()
{
    if (m_http2.value_or(false))
        return forGet();
    std::erase_if(m_watches, [](const auto &watch) { return watch.expired(); });
    for (const auto &watch : m_watches)
        if (watch.use_count() < watchesEach)
            return watch.lock();
    Connection connection = make();
    m_watches.push_back(connection);
    return connection;
}

void ConnectionPool::answered(const Connection &connection, bool http2)
{
    m_http2 = http2;
    if (connection == m_shared)
        m_sharedAnswered = true;
}

void ConnectionPool::retire(const Connection &connection)
{
    if (m_shared == connection)
        m_shared.reset();
    std::erase_if(m_watches, [&](const auto &watch) { return watch.lock() == connection; });
}

void ConnectionPool::retireAll()
{
    m_shared.reset();
    m_watches.clear();
}

} // namespace chartroom
