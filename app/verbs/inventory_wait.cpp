// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/verbs/inventory_wait.h"

namespace chartroom {

InventoryWait::InventoryWait(ClusterSession *session, std::chrono::milliseconds timeout, QObject *parent)
    : QObject(parent)
    , m_session(session)
{
    m_timeout.setSingleShot(true);
    m_timeout.setInterval(timeout);
    connect(&m_timeout, &QTimer::timeout, this, [this, timeout] {
        const Error last = m_session->problem();
        end(Error{Error::Code::Timeout,
                  tr("%1 did not answer completely within %n s. Try a longer --timeout.", nullptr,
                     int(timeout.count() / 1000))
                      .arg(m_session->name()),
                  last.message,
                  {}});
    });
    // Queued: owners and nodes follow the signal that is being emitted.
    connect(session, &ClusterSession::stateChanged, this, &InventoryWait::check, Qt::QueuedConnection);
}

void InventoryWait::start()
{
    m_timeout.start();
    m_session->start();
}

void InventoryWait::check()
{
    if (m_session->state() == ClusterSession::State::Failed) {
        end(m_session->problem());
        return;
    }
    const Reflector::State nodes = m_session->nodes()->reflector().state();
    const bool nodesKnown = m_session->nodes()->reflector().hasSynced() ||
                            nodes == Reflector::State::Denied || nodes == Reflector::State::Missing;
    if (nodesKnown && m_session->isSettled() &&
        m_session->releases()->state() == ReleaseStore::State::Complete)
        end(std::nullopt);
}

void InventoryWait::end(const std::optional<Error> &problem)
{
    if (std::exchange(m_isFinished, true))
        return;
    m_timeout.stop();
    Q_EMIT finished(problem);
}

} // namespace chartroom
