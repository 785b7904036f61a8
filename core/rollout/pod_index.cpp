// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/pod_index.h"

#include "core/rollout/driver_fleet.h"

#include <algorithm>

namespace chartroom {

namespace {

PlacedPod placed(const QString &uid, const std::shared_ptr<const Pod> &pod)
{
    return {uid, pod, isDriverOperand(*pod), isDriverPod(*pod, DriverKind::Gpu),
            isDriverPod(*pod, DriverKind::InfiniBand)};
}

/// One that is there. The text is mostly the very same one, and where it lies is cheaper to compare than what
/// it says.
qsizetype placeOf(const QList<PlacedPod> &pods, const QString &uid)
{
    auto found = std::find_if(pods.cbegin(), pods.cend(),
                              [&](const PlacedPod &one) { return one.uid.constData() == uid.constData(); });
    if (found == pods.cend())
        found =
            std::find_if(pods.cbegin(), pods.cend(), [&](const PlacedPod &one) { return one.uid == uid; });
    return found - pods.cbegin();
}

} // namespace

void PodIndex::remove(const QString &uid, QSet<QString> &touched)
{
    const auto place = m_places.constFind(uid);
    if (place == m_places.cend())
        return;
    touched << place->node;
    if (const auto set = m_revisions.find(place->daemonSet); set != m_revisions.end()) {
        if (--(*set)[place->revision] <= 0)
            set->remove(place->revision);
        if (set->isEmpty())
            m_revisions.erase(set);
    }
    const auto onNode = m_pods.find(place->node);
    onNode->removeAt(placeOf(*onNode, uid));
    if (onNode->isEmpty())
        m_pods.erase(onNode);
    m_places.erase(place);
}

/// The pods of a large cluster come in one go: each look into a table of tens of thousands counts.
void PodIndex::put(const QString &uid, const std::shared_ptr<const Pod> &pod, QSet<QString> &touched)
{
    if (pod->node.isEmpty())
        return remove(uid, touched);
    Place &place = m_places[uid];
    if (!place.node.isEmpty() && place.node != pod->node) {
        remove(uid, touched);
        return put(uid, pod, touched);
    }
    touched << pod->node;
    QList<PlacedPod> &onNode = m_pods[pod->node];
    if (!place.node.isEmpty()) {
        onNode[placeOf(onNode, uid)] = placed(uid, pod); // its labels may have changed
        return;
    }
    place.node = pod->node;
    if (pod->ownerKind == u"DaemonSet") {
        // Thousands of pods share the text of one key.
        const QString name = pod->namespaceName + u'/' + pod->ownerName;
        auto set = m_revisions.find(name);
        if (set == m_revisions.end())
            set = m_revisions.insert(name, {});
        place.daemonSet = set.key();
        place.revision = pod->revisionHash;
        ++(*set)[place.revision];
    }
    onNode.append(placed(uid, pod));
}

void PodIndex::update(const ObjectMap<Pod> &pods, const ObjectDelta &delta, QSet<QString> &touched)
{
    if (m_places.capacity() < pods.capacity()) // the store knows how many are to come
        m_places.reserve(pods.capacity());
    for (const QString &uid : delta.removed)
        remove(uid, touched);
    for (const QStringList &uids : {delta.added, delta.changed}) {
        for (const QString &uid : uids) {
            if (const auto pod = pods.share(uid))
                put(uid, pod, touched);
        }
    }
}

} // namespace chartroom
