// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/verbs/inventory_wait.h"

namespace chartroom {

InventoryWait::InventoryWait(ClusterSession *session, Need need, std::chrono::milliseconds timeout,
                             QObject *parent)
    : QObject(parent)
    , m_session(session)
    , m_need(need)
{
    m_timeout.setSingleShot(true);
    m_timeout.setInterval(timeout);
    connect(&m_timeout, &QTimer::timeout, this, [this, timeout] {
        if (m_session->releases()->isRead()) {
            end(std::nullopt); // what is still missing shows as unknown
            return;
        }
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
    connect(session, &ClusterSession::releasesChanged, this, &InventoryWait::check, Qt::QueuedConnection);
    connect(session->nodes(), &NodeStore::stateChanged, this, &InventoryWait::check, Qt::QueuedConnection);
}

void InventoryWait::start()
{
    m_timeout.start();
    m_session->start();
}

void InventoryWait::check()
{
    const Reflector &nodes = m_session->nodes()->reflector();
    const bool isHidden =
        nodes.state() == Reflector::State::Denied || nodes.state() == Reflector::State::Missing;
    if (m_session->state() == ClusterSession::State::Failed) {
        const bool mayCome = m_need == Need::Nodes && nodes.state() == Reflector::State::Listing;
        if (m_need == Need::Nodes && nodes.hasSynced())
            end(std::nullopt);
        else if (!mayCome)
            end(m_need == Need::Nodes && isHidden ? nodes.lastError() : m_session->problem());
        return;
    }
    if ((nodes.hasSynced() || isHidden) && m_session->isSettled() && isInventoryKnown())
        end(std::nullopt);
}

/// isRead() speaks of the newest records; the reference for the divergence may come later, and owners and
/// their evidence follow what is told of it.
bool InventoryWait::isInventoryKnown() const
{
    const ReleaseStore &store = *m_session->releases();
    const QList<ReleaseKey> keys = store.keys();
    return store.isRead() && !store.hasNews() &&
           std::all_of(keys.cbegin(), keys.cend(), [&](const ReleaseKey &key) {
               const Release *release = store.find(key);
               return release->divergence || !release->record;
           });
}

void InventoryWait::end(const std::optional<Error> &problem)
{
    if (std::exchange(m_isFinished, true))
        return;
    m_timeout.stop();
    Q_EMIT finished(problem);
}

} // namespace chartroom
