// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/helm/revision_mirror.h"

#include "core/base/on_finished.h"
#include "core/helm/stored_revision.h"

#include <algorithm>

namespace chartroom {

namespace {

constexpr int probesAtATime = 2;
constexpr qsizetype namespacesTried = 100;
constexpr size_t namespacesShown = 25; ///< each costs a watch

Request listRequest(const ResourceQuery &query, int limit)
{
    Request request;
    request.path = query.path;
    request.query = query.selectors();
    request.query.addQueryItem(QStringLiteral("limit"), QString::number(limit));
    request.accept = query.listAccept();
    return request;
}

} // namespace

RevisionMirror::RevisionMirror(Transport *transport, const Clock *clock, ReleaseStorage storage,
                               QString contextNamespace, QObject *parent)
    : QObject(parent)
    , m_transport(transport)
    , m_clock(clock)
    , m_storage(storage)
    , m_contextNamespace(contextNamespace.isEmpty() ? QStringLiteral("default") : std::move(contextNamespace))
{}

RevisionMirror::~RevisionMirror() = default;

void RevisionMirror::start()
{
    if (m_cluster)
        return;
    ++m_round;
    m_cluster = openFeed({});
    connect(m_cluster->reflector.get(), &Reflector::synced, this, &RevisionMirror::clusterSynced);
    m_cluster->reflector->start();
}

void RevisionMirror::stop()
{
    ++m_round;
    m_cluster.reset();
    m_namespaces.clear();
    m_toProbe.clear();
    m_probing = 0;
    m_asking = m_probed = m_skipped = false;
}

void RevisionMirror::retryNow()
{
    if (!m_cluster)
        return;
    m_cluster->reflector->retryNow();
    for (const auto &feed : m_namespaces)
        feed->reflector->retryNow();
    if (m_probed && m_namespaces.empty()) {
        m_probed = false;
        askNamespaces();
    }
}

RevisionMirror::State RevisionMirror::state() const
{
    if (!m_cluster)
        return State::Idle;
    if (isLookingForLists())
        return State::Connecting;
    if (m_probed && m_namespaces.empty())
        return State::Denied;
    const std::vector<const Reflector *> feeds = reflectors();
    const auto count = [&](auto condition) {
        return size_t(std::count_if(feeds.begin(), feeds.end(), condition));
    };
    const auto denied = [](const Reflector *r) { return r->state() == Reflector::State::Denied; };
    const auto cut = [](const Reflector *r) {
        return r->state() == Reflector::State::Reconnecting || r->state() == Reflector::State::Missing;
    };
    if (count(denied) == feeds.size())
        return State::Denied;
    if (count([&](const Reflector *r) { return cut(r) && !r->hasSynced(); }) > 0)
        return State::Failed;
    if (count(cut) > 0)
        return State::Reconnecting;
    if (count([&](const Reflector *r) { return !r->hasSynced() && !denied(r); }) > 0)
        return State::Connecting;
    return State::Live;
}

std::vector<const Reflector *> RevisionMirror::reflectors() const
{
    std::vector<const Reflector *> all;
    for (const auto &feed : m_namespaces)
        all.push_back(feed->reflector.get());
    if (all.empty())
        all.push_back(m_cluster->reflector.get());
    return all;
}

bool RevisionMirror::isListed() const
{
    if (!m_cluster || isLookingForLists())
        return false;
    const std::vector<const Reflector *> all = reflectors();
    const auto isRead = [](const Reflector *one) { return one->hasSynced(); };
    return std::any_of(all.begin(), all.end(), isRead) &&
           std::all_of(all.begin(), all.end(), [&](const Reflector *one) {
               return isRead(one) || one->state() == Reflector::State::Denied;
           });
}

const Error &RevisionMirror::lastError() const
{
    static const Error none{Error::Code::Cancelled, {}, {}, {}};
    if (!m_cluster)
        return none;
    for (const auto &feed : m_namespaces) {
        if (feed->reflector->state() != Reflector::State::Live)
            return feed->reflector->lastError();
    }
    return m_namespaces.empty() ? m_cluster->reflector->lastError() : none;
}

QDateTime RevisionMirror::lastContact() const
{
    if (!m_cluster)
        return {};
    if (m_namespaces.empty())
        return m_cluster->reflector->lastContact();
    QDateTime oldest = m_namespaces.front()->reflector->lastContact();
    for (const auto &feed : m_namespaces) {
        const QDateTime contact = feed->reflector->lastContact();
        if (!contact.isValid() || contact < oldest)
            oldest = contact;
    }
    return oldest;
}

QString RevisionMirror::notice() const
{
    if (!m_cluster || m_asking || m_probing > 0)
        return {};
    const QString kind = storageName(m_storage);
    const Reflector &cluster = *m_cluster->reflector;
    if (cluster.hasSynced() && cluster.state() == Reflector::State::Denied)
        return tr("Releases kept in %1 are shown as last read: the permission to list them was revoked.")
            .arg(kind);
    if (!m_probed)
        return {};
    if (m_namespaces.empty())
        return tr("Releases kept in %1 cannot be seen: listing %1 is forbidden, in the whole cluster and in "
                  "namespace %2.")
            .arg(kind, m_contextNamespace);
    QStringList names;
    for (const auto &feed : m_namespaces)
        names.append(feed->namespaceName);
    QString seen = names.mid(0, 5).join(QStringLiteral(", "));
    if (names.size() > 5)
        seen = tr("%1 and %n more namespaces", nullptr, int(names.size() - 5)).arg(seen);
    if (m_skipped)
        return tr("Releases kept in %1 are shown for %2 only: listing %1 of the whole cluster is forbidden, "
                  "and more "
                  "namespaces than these were not tried.")
            .arg(kind, seen);
    return tr("Releases kept in %1 outside of %2 are hidden: listing %1 there is forbidden.").arg(kind, seen);
}

bool RevisionMirror::hides(const QString &namespaceName) const
{
    if (!m_cluster)
        return true;
    if (m_namespaces.empty())
        return m_probed || m_cluster->reflector->state() == Reflector::State::Denied;
    return namespaceName.isEmpty() ||
           std::none_of(m_namespaces.begin(), m_namespaces.end(), [&](const std::unique_ptr<Feed> &feed) {
               return feed->namespaceName == namespaceName &&
                      feed->reflector->state() != Reflector::State::Denied;
           });
}

ResourceQuery RevisionMirror::listOf(const QString &namespaceName) const
{
    return releaseQuery(m_storage, m_namespaces.empty() ? QString() : namespaceName);
}

void RevisionMirror::received(Feed *feed, const QList<ObjectEvent> &events)
{
    for (const ObjectEvent &event : events) {
        if (event.type == ObjectEvent::Type::Deleted)
            feed->uids.remove(event.object.uid);
        else
            feed->uids.insert(event.object.uid);
    }
    Q_EMIT eventsReceived(events);
}

void RevisionMirror::feedChanged(const Feed *feed)
{
    const Reflector &reflector = *feed->reflector;
    const bool refused = feed == m_cluster.get() && reflector.state() == Reflector::State::Denied &&
                         reflector.lastError().code == Error::Code::Forbidden && !reflector.hasSynced();
    if (refused && !isNarrowed())
        askNamespaces();
    Q_EMIT stateChanged();
}

/// The whole cluster may be read: its list replaces those of the namespaces.
void RevisionMirror::clusterSynced()
{
    QList<ObjectEvent> gone;
    for (const auto &feed : m_namespaces) {
        for (const QString &uid : std::as_const(feed->uids)) {
            if (!m_cluster->uids.contains(uid)) {
                ObjectEvent event;
                event.type = ObjectEvent::Type::Deleted;
                event.object.uid = uid;
                event.object.namespaceName = feed->namespaceName;
                gone.append(event);
            }
        }
    }
    m_namespaces.clear();
    m_toProbe.clear();
    m_probed = m_skipped = false;
    if (!gone.isEmpty())
        Q_EMIT eventsReceived(gone);
    Q_EMIT stateChanged();
}

void RevisionMirror::askNamespaces()
{
    m_asking = true;
    ResourceQuery query;
    query.path = QStringLiteral("/api/v1/namespaces");
    query.metadataOnly = true;
    onFinished(m_transport->get(listRequest(query, 500)), this,
               [this, round = m_round](Result<Response> &&answer) {
                   if (round != m_round)
                       return;
                   QStringList names{m_contextNamespace};
                   const Result<ObjectPage> page =
                       answer ? readPage(answer->body) : tl::make_unexpected(answer.error());
                   if (page) {
                       for (const KubeObject &object : page->items) {
                           if (!names.contains(object.name))
                               names.append(object.name);
                       }
                   }
                   m_asking = false;
                   m_skipped = names.size() > namespacesTried || (page && !page->continueToken.isEmpty());
                   probe(names.mid(0, namespacesTried));
               });
}

void RevisionMirror::probe(const QStringList &namespaces)
{
    m_toProbe = namespaces;
    for (int i = 0; i < probesAtATime; ++i)
        probeNext();
}

void RevisionMirror::probeNext()
{
    if (m_toProbe.isEmpty()) {
        if (m_probing == 0 && !m_probed) {
            m_probed = true;
            Q_EMIT stateChanged();
        }
        return;
    }
    const QString name = m_toProbe.takeFirst();
    ++m_probing;
    onFinished(m_transport->get(listRequest(releaseQuery(m_storage, name), 1)), this,
               [this, name, round = m_round](Result<Response> &&answer) {
                   if (round != m_round)
                       return;
                   --m_probing;
                   const bool wanted = answer && !m_cluster->reflector->hasSynced();
                   m_skipped = m_skipped || (wanted && m_namespaces.size() >= namespacesShown);
                   if (wanted && m_namespaces.size() < namespacesShown) {
                       Feed *feed = m_namespaces.emplace_back(openFeed(name)).get();
                       connect(feed->reflector.get(), &Reflector::synced, this,
                               &RevisionMirror::stateChanged);
                       feed->reflector->start();
                   }
                   probeNext();
               });
}

std::unique_ptr<RevisionMirror::Feed> RevisionMirror::openFeed(const QString &namespaceName)
{
    auto owned = std::make_unique<Feed>();
    Feed *feed = owned.get();
    feed->namespaceName = namespaceName;
    feed->reflector =
        std::make_unique<Reflector>(m_transport, releaseQuery(m_storage, namespaceName), m_clock);
    connect(feed->reflector.get(), &Reflector::eventsReceived, this,
            [this, feed](const QList<ObjectEvent> &events) { received(feed, events); });
    connect(feed->reflector.get(), &Reflector::stateChanged, this, [this, feed] { feedChanged(feed); });
    return owned;
}

} // namespace chartroom
