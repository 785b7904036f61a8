// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recording/kind_feed.h"

#include "core/base/on_finished.h"

#include <algorithm>
#include <utility>

namespace chartroom {

namespace {

ResourceQuery queryOf(const RecordedKind &kind, const QString &namespaceName)
{
    ResourceQuery query;
    query.path = QString::fromLatin1(kind.path);
    if (!namespaceName.isEmpty())
        query.path.insert(query.path.lastIndexOf(u'/'), QStringLiteral("/namespaces/") + namespaceName);
    return query;
}

} // namespace

KindFeed::KindFeed(const RecordedKind &kind, Transport *transport, const Clock *clock, Namespaces namespaces)
    : m_kind(kind)
    , m_transport(transport)
    , m_clock(clock)
    , m_namespaces(std::move(namespaces))
{}

KindFeed::~KindFeed() = default;

KindFeed::Part *KindFeed::open(const QString &namespaceName)
{
    auto owned = std::make_unique<Part>();
    Part *part = owned.get();
    part->namespaceName = namespaceName;
    part->reflector = std::make_unique<Reflector>(m_transport, queryOf(m_kind, namespaceName), m_clock);
    connect(part->reflector.get(), &Reflector::eventsReceived, this, &KindFeed::eventsReceived);
    m_parts.push_back(std::move(owned));
    return part;
}

void KindFeed::start()
{
    Reflector *cluster = open({})->reflector.get();
    connect(cluster, &Reflector::synced, this,
            [this, cluster] { Q_EMIT synced(cluster->listVersion(), {}); });
    connect(cluster, &Reflector::stateChanged, this, &KindFeed::clusterChanged);
    cluster->start();
}

std::optional<QDateTime> KindFeed::cutSince() const
{
    std::optional<QDateTime> cut;
    for (const auto &part : m_parts)
        if (part->reflector->state() == Reflector::State::Reconnecting)
            cut = qMin(cut.value_or(part->reflector->lastContact()), part->reflector->lastContact());
    return cut;
}

void KindFeed::clusterChanged()
{
    const Reflector &cluster = *m_parts.front()->reflector;
    if (cluster.state() == Reflector::State::Denied && !m_isNarrowed) {
        const bool isElsewhere =
            m_kind.isNamespaced && !cluster.hasSynced() && cluster.lastError().code == Error::Code::Forbidden;
        if (isElsewhere)
            askNamespaces();
        else
            Q_EMIT missing(tr("%1 could not be recorded: %2")
                               .arg(QString::fromLatin1(m_kind.resource), cluster.lastError().message));
    }
    Q_EMIT stateChanged();
}

void KindFeed::askNamespaces()
{
    m_isNarrowed = true;
    m_why = m_parts.front()->reflector->lastError().message;
    onFinished(m_namespaces(), this, [this](const QStringList &namespaces) {
        m_parts.front()->reflector->stop(); // what may be read at first is what is recorded
        m_isCutShort = namespaces.size() > mostNamespaces;
        narrow(namespaces.mid(0, mostNamespaces));
    });
}

void KindFeed::narrow(const QStringList &namespaces)
{
    for (const QString &name : namespaces) {
        Part *part = open(name);
        connect(part->reflector.get(), &Reflector::synced, this, &KindFeed::partAnswered);
        connect(part->reflector.get(), &Reflector::stateChanged, this, [this, part] { partChanged(part); });
    }
    for (const auto &part : m_parts)
        if (!part->namespaceName.isEmpty())
            part->reflector->start();
    partAnswered(); // there may be none
}

void KindFeed::partChanged(Part *part)
{
    Reflector *reflector = part->reflector.get();
    const bool isDenied = reflector->state() == Reflector::State::Denied;
    const bool hasNone = isDenied || reflector->state() == Reflector::State::Missing;
    if (isDenied && reflector->hasSynced())
        Q_EMIT missing(tr("%1 of %2 could no longer be recorded: %3")
                           .arg(QString::fromLatin1(m_kind.resource), part->namespaceName,
                                reflector->lastError().message));
    else if (hasNone && !reflector->hasSynced() && !std::exchange(part->isRefused, true)) {
        QMetaObject::invokeMethod(reflector, &Reflector::stop, Qt::QueuedConnection); // it is speaking
        partAnswered();
    }
    Q_EMIT stateChanged();
}

void KindFeed::partAnswered()
{
    QStringList seen;
    QString version;
    for (const auto &part : m_parts) {
        if (part->namespaceName.isEmpty() || part->isRefused)
            continue;
        if (!part->reflector->hasSynced())
            return;
        seen.append(part->namespaceName);
        version = version.isEmpty() ? part->reflector->listVersion() : version;
    }
    if (!seen.isEmpty())
        Q_EMIT synced(version, seen);
    if (std::exchange(m_hasSynced, true))
        return;
    const QString resource = QString::fromLatin1(m_kind.resource);
    if (seen.isEmpty())
        Q_EMIT missing(tr("%1 could not be recorded: %2").arg(resource, m_why));
    else
        Q_EMIT missing((m_isCutShort ? tr("%1 are recorded in %2 only, and more namespaces than these were "
                                          "not tried: %3")
                                     : tr("%1 are recorded in %2 only: %3"))
                           .arg(resource, seen.join(QStringLiteral(", ")), m_why));
}

} // namespace chartroom
