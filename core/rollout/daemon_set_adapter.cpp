// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/daemon_set_adapter.h"

#include "core/base/moments.h"
#include "core/rollout/driver_fleet.h"
#include "core/rollout/rollout_store.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace chartroom {

namespace {

using namespace std::chrono_literals;

/// A rollout that ended so long ago is still news.
constexpr std::chrono::seconds news = 10min;

} // namespace

DaemonSetAdapter::DaemonSetAdapter(RolloutInputs *sources, QObject *parent)
    : RolloutAdapter(parent)
    , m_sources(sources)
{}

void DaemonSetAdapter::follow(const QString &component)
{
    m_followed << component;
    Q_EMIT termsChanged();
}

QDateTime DaemonSetAdapter::serverNow() const
{
    return laterBy(m_sources->clock->now(), m_sources->transport->clockSkew());
}

/// A count of updated pods that is below the wanted one proves nothing: a pod that was deleted does that too.
bool DaemonSetAdapter::isOn(const DaemonSet &set, const QString &newestHash) const
{
    const QHash<QString, int> pods = m_sources->table.revisions(set.fullName());
    if (pods.isEmpty())
        return false;
    if (newestHash.isEmpty())
        return pods.size() > 1;
    return pods.size() > 1 || !pods.contains(newestHash);
}

bool DaemonSetAdapter::isShown(const DaemonSet &set, const ControllerRevision *newest)
{
    const QDateTime now = serverNow();
    const QString name = set.fullName();
    if (isOn(set, newest ? newest->hash : QString()))
        m_lastSeenOn.insert(name, now);
    if (m_followed.contains(name) || m_followed.contains(RolloutStore::everyDaemonSet.toString()))
        return true;
    const auto isNews = [&](const QDateTime &time) {
        return time.isValid() && time <= now && laterBy(time, news) > now;
    };
    // Its first template is no rollout.
    const bool isRenewed = newest && newest->revision > 1 && isNews(newest->created) &&
                           !m_sources->table.revisions(name).isEmpty();
    return isNews(m_lastSeenOn.value(name)) || isRenewed;
}

/// Of nodes without a pod, those that miss it longest are no longer meant for it where there are more than
/// are wanted: a pod that is being replaced is away for a moment.
void DaemonSetAdapter::leaveOutThoseThatLeft(Active &active)
{
    const qsizetype surplus = active.nodes.size() - active.rolling.set.desired;
    QList<std::pair<QDateTime, QString>> missing;
    for (auto node = active.nodes.cbegin(); node != active.nodes.cend() && surplus > 0; ++node) {
        if (node->missing.isValid())
            missing.append({node->missing, node.key()});
    }
    std::sort(missing.begin(), missing.end());
    for (qsizetype i = 0; i < std::min(surplus, missing.size()); ++i)
        active.nodes.remove(missing[i].second);
}

void DaemonSetAdapter::take(const DaemonSet &set, const QString &newestHash, const QDateTime &made)
{
    const QString name = set.fullName();
    Active active = m_before.value(name);
    active.rolling.set = set;
    active.rolling.newestHash = newestHash;
    active.rolling.made = made;
    leaveOutThoseThatLeft(active);
    active.rolling.nodes = int(active.nodes.size());
    active.rolling.away.clear();
    const QDateTime now = serverNow();
    for (auto node = active.nodes.cbegin(); node != active.nodes.cend(); ++node) {
        if (!node->isReady || node->availableFrom > now)
            active.rolling.away << node.key();
    }
    active.rolling.away.sort();
    m_active.insert(name, active);
}

/// A controller makes each pod from the template of that moment, so the youngest pod shows the newest.
void DaemonSetAdapter::takeFromPods()
{
    struct Found
    {
        const Pod *youngest = nullptr;
        bool isDriver = false;
    };
    QHash<QString, Found> sets;
    for (const Pod &pod : m_sources->pods->objects()) {
        if (pod.ownerKind != u"DaemonSet" || pod.node.isEmpty())
            continue;
        Found &found = sets[pod.namespaceName + u'/' + pod.ownerName];
        const PodRole role = roleOf(pod);
        found.isDriver = found.isDriver || role == PodRole::GpuDriver || role == PodRole::InfiniBandDriver;
        if (!found.youngest || pod.created > found.youngest->created)
            found.youngest = &pod;
    }
    for (auto found = sets.cbegin(); found != sets.cend(); ++found) {
        const Pod &youngest = *found->youngest;
        const QHash<QString, int> revisions = m_sources->table.revisions(found.key());
        DaemonSet set;
        set.namespaceName = youngest.namespaceName;
        set.name = youngest.ownerName;
        set.image = youngest.image;
        set.desired = std::accumulate(revisions.cbegin(), revisions.cend(), 0);
        set.updated = revisions.value(youngest.revisionHash);
        if (!found->isDriver && isShown(set, nullptr))
            take(set, youngest.revisionHash, {});
    }
}

RolloutAdapter::Reach DaemonSetAdapter::refresh()
{
    m_before = std::exchange(m_active, {});
    const auto newest = newestRevisions(m_sources->revisions.objects());
    for (const DaemonSet &set : m_sources->daemonSets.objects()) {
        const bool isDriver = std::any_of(allDrivers.begin(), allDrivers.end(),
                                          [&](DriverKind kind) { return isDriverSet(set, kind); });
        const ControllerRevision *revision = newest.value(set.uid);
        if (!isDriver && isShown(set, revision))
            take(set, revision && set.isObserved() ? revision->hash : QString(),
                 revision && set.isObserved() ? revision->created : QDateTime());
    }
    if (hasAnswered(m_sources->daemonSets) && !m_sources->known().daemonSets)
        takeFromPods();
    const bool isOther = m_active.size() != m_before.size() ||
                         std::any_of(m_active.cbegin(), m_active.cend(), [this](const Active &active) {
                             const auto before = m_before.constFind(active.rolling.set.fullName());
                             return before == m_before.cend() ||
                                    active.rolling.set.image != before->rolling.set.image ||
                                    active.rolling.newestHash != before->rolling.newestHash;
                         });
    m_before.clear();
    if (isOther)
        return Reach::Everybody;
    return m_active.isEmpty() ? Reach::Nobody : Reach::Moving;
}

bool DaemonSetAdapter::noteNode(int, const Node &node, const NodePods &pods)
{
    if (m_active.isEmpty())
        return false;
    bool isOther = false;
    const QList<const Pod *> all = pods.all();
    for (Active &active : m_active) {
        const Pod *pod = podOf(active.rolling.set, all);
        const auto known = active.nodes.constFind(node.name);
        if (!pod && known == active.nodes.cend())
            continue;
        Seen seen;
        seen.isReady = pod && pod->health == Pod::Health::Ready;
        if (seen.isReady)
            seen.availableFrom = availableFrom(*pod, active.rolling.set);
        else if (!pod)
            seen.missing = known->missing.isValid() ? known->missing : serverNow();
        isOther = isOther || known == active.nodes.cend() || *known != seen;
        active.nodes.insert(node.name, seen);
    }
    return isOther;
}

bool DaemonSetAdapter::forgetNode(int, const QString &name)
{
    bool isOther = false;
    for (Active &active : m_active)
        isOther = active.nodes.remove(name) || isOther;
    return isOther;
}

void DaemonSetAdapter::addTracks(const NodeEvidence &evidence, const TellPast &,
                                 QList<SharedTrack> &tracks) const
{
    if (m_active.isEmpty())
        return;
    const QList<const Pod *> all = evidence.pods.all();
    for (const Active &active : m_active) {
        const Pod *pod = podOf(active.rolling.set, all);
        const auto seen = active.nodes.constFind(evidence.node->name);
        // One that is being replaced is away for a moment; one too many was never to come back.
        const bool isExpected =
            seen != active.nodes.cend() && active.nodes.size() <= active.rolling.set.desired;
        if (isExpected || pod)
            tracks.append(std::make_shared<const NodeTrack>(
                daemonSetTrack(evidence, active.rolling, pod, isExpected ? seen->missing : QDateTime())));
    }
}

QHash<QString, SlotPolicies> DaemonSetAdapter::slotPolicies() const
{
    QHash<QString, SlotPolicies> policies;
    for (auto active = m_active.cbegin(); active != m_active.cend(); ++active) {
        SlotPolicy policy;
        const DaemonSet &set = active->rolling.set;
        if (set.updateStrategy.isEmpty())
            continue; // only its pods are known
        policy.isOff = set.updateStrategy == u"OnDelete";
        if (policy.isOff)
            policy.standstill =
                tr("The update strategy of %1 is OnDelete: an old pod stays until it is deleted.")
                    .arg(active.key());
        else
            policy.limit = limitOf(active->rolling);
        policies.insert(active.key(), {{QString(), policy}});
    }
    return policies;
}

} // namespace chartroom
