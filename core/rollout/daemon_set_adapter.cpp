// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/daemon_set_adapter.h"

#include "core/rollout/driver_fleet.h"
#include "core/rollout/rollout_store.h"

#include <algorithm>

namespace chartroom {

namespace {

using namespace std::chrono_literals;

/// A rollout that ended so long ago is still news.
constexpr std::chrono::seconds news = 10min;

} // namespace

DaemonSetAdapter::DaemonSetAdapter(RolloutSources *sources, QObject *parent)
    : RolloutAdapter(parent)
    , m_sources(sources)
{}

void DaemonSetAdapter::follow(const QString &component)
{
    m_followed << component;
    Q_EMIT termsChanged();
}

/// A count of updated pods that is below the wanted one proves nothing: a pod that was deleted does that too.
bool DaemonSetAdapter::isOn(const DaemonSet &set, const QString &newestHash) const
{
    const QHash<QString, int> pods = m_sources->podIndex.revisions(set.fullName());
    if (pods.isEmpty())
        return false;
    if (newestHash.isEmpty())
        return pods.size() > 1;
    return pods.size() > 1 || !pods.contains(newestHash);
}

bool DaemonSetAdapter::isShown(const DaemonSet &set, const ControllerRevision *newest)
{
    const QDateTime now = m_sources->clock->now();
    const QString name = set.fullName();
    if (isOn(set, newest ? newest->hash : QString()))
        m_lastSeenOn.insert(name, now);
    if (m_followed.contains(name) || m_followed.contains(RolloutStore::everyDaemonSet.toString()))
        return true;
    const auto isNews = [&](const QDateTime &time) {
        return time.isValid() && time <= now && time.addSecs(news.count()) > now;
    };
    // Its first template is no rollout.
    const bool isRenewed = newest && newest->revision > 1 && isNews(newest->created) &&
                           !m_sources->podIndex.revisions(name).isEmpty();
    return isNews(m_lastSeenOn.value(name)) || isRenewed;
}

RolloutAdapter::Reach DaemonSetAdapter::refresh()
{
    const auto newest = newestRevisions(m_sources->revisions.objects());
    QMap<QString, Active> fresh;
    bool isOther = false;
    for (const DaemonSet &set : m_sources->daemonSets.objects()) {
        const bool isDriver = std::any_of(allDrivers.begin(), allDrivers.end(),
                                          [&](DriverKind kind) { return isDriverSet(set, kind); });
        const ControllerRevision *revision = newest.value(set.uid);
        if (isDriver || !isShown(set, revision))
            continue;
        const QString name = set.fullName();
        Active active = m_active.value(name);
        isOther = isOther || !m_active.contains(name) || active.rolling.set.image != set.image ||
                  active.rolling.newestHash != (revision ? revision->hash : QString());
        active.rolling.set = set;
        active.rolling.newestHash = revision ? revision->hash : QString();
        active.rolling.made = revision ? revision->created : QDateTime();
        active.rolling.nodes = int(active.ready.size());
        active.rolling.away.clear();
        for (auto node = active.ready.cbegin(); node != active.ready.cend(); ++node) {
            if (!*node)
                active.rolling.away << node.key();
        }
        active.rolling.away.sort();
        fresh.insert(name, active);
    }
    isOther = isOther || fresh.keys() != m_active.keys();
    m_active = std::move(fresh);
    if (isOther)
        return Reach::Everybody;
    return m_active.isEmpty() ? Reach::Nobody : Reach::Moving;
}

bool DaemonSetAdapter::noteNode(const Node &node, const QList<const Pod *> &pods)
{
    bool isOther = false;
    for (Active &active : m_active) {
        const Pod *pod = podOf(active.rolling.set, pods);
        const auto known = active.ready.constFind(node.name);
        if (!pod && known == active.ready.cend())
            continue;
        const bool isReady = pod && pod->health == Pod::Health::Ready;
        isOther = isOther || known == active.ready.cend() || *known != isReady;
        active.ready.insert(node.name, isReady);
    }
    return isOther;
}

bool DaemonSetAdapter::forgetNode(const QString &name)
{
    bool isOther = false;
    for (Active &active : m_active)
        isOther = active.ready.remove(name) || isOther;
    return isOther;
}

QList<NodeTrack> DaemonSetAdapter::tracks(NodeEvidence evidence, const TellPast &) const
{
    QList<NodeTrack> tracks;
    for (const Active &active : m_active) {
        // One that is being replaced is away for a moment; one too many was never to come back.
        const bool isExpected =
            active.ready.contains(evidence.node->name) && active.ready.size() <= active.rolling.set.desired;
        if (isExpected || podOf(active.rolling.set, evidence.pods))
            tracks << daemonSetTrack(evidence, active.rolling);
    }
    return tracks;
}

std::optional<SlotPolicy> DaemonSetAdapter::slotPolicyOf(const QString &component) const
{
    const auto active = m_active.constFind(component);
    if (active == m_active.cend())
        return std::nullopt;
    SlotPolicy policy;
    const DaemonSet &set = active->rolling.set;
    if (set.updateStrategy == u"OnDelete")
        policy.standstill =
            tr("The update strategy of %1 is OnDelete: an old pod stays until it is deleted.").arg(component);
    else
        policy.limit = limitOf(active->rolling);
    return policy;
}

} // namespace chartroom
