// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/pod_index.h"

#include "core/rollout/driver_fleet.h"

#include <algorithm>

namespace chartroom {

PodIndex::Role PodIndex::roleOf(const Pod &pod)
{
    return {isDriverOperand(pod), isDriverPod(pod, DriverKind::Gpu),
            isDriverPod(pod, DriverKind::InfiniBand)};
}

/// Labels may change over a pod's life.
void PodIndex::setRole(const QString &uid, Place &place, const Role &role)
{
    place.role = role;
    QList<Member> &members = m_pods[place.node];
    const auto member =
        std::find_if(members.begin(), members.end(), [&](const Member &one) { return one.uid == uid; });
    member->role = role;
}

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
    // The text is mostly the very same one, and where it lies is cheaper to compare than what it says.
    auto member = std::find_if(onNode->cbegin(), onNode->cend(),
                               [&](const Member &one) { return one.uid.constData() == uid.constData(); });
    if (member == onNode->cend())
        member =
            std::find_if(onNode->cbegin(), onNode->cend(), [&](const Member &one) { return one.uid == uid; });
    onNode->erase(member);
    if (onNode->isEmpty())
        m_pods.erase(onNode);
    m_places.erase(place);
}

/// The pods of a large cluster come in one go: each look into a table of tens of thousands counts.
void PodIndex::put(const QString &uid, const Pod &pod, QSet<QString> &touched)
{
    if (pod.node.isEmpty())
        return remove(uid, touched);
    const Role role = roleOf(pod);
    Place &place = m_places[uid];
    if (!place.node.isEmpty() && place.node != pod.node) {
        remove(uid, touched);
        return put(uid, pod, touched);
    }
    touched << pod.node;
    if (!place.node.isEmpty()) {
        if (place.role != role)
            setRole(uid, place, role);
        return;
    }
    place = {pod.node, role, {}, {}};
    if (pod.ownerKind == u"DaemonSet") {
        // Thousands of pods share the text of one key.
        const QString name = pod.namespaceName + u'/' + pod.ownerName;
        auto set = m_revisions.find(name);
        if (set == m_revisions.end())
            set = m_revisions.insert(name, {});
        place.daemonSet = set.key();
        place.revision = pod.revisionHash;
        ++(*set)[place.revision];
    }
    m_pods[pod.node].append({uid, role});
}

void PodIndex::update(const ObjectMap<Pod> &pods, const ObjectDelta &delta, QSet<QString> &touched)
{
    if (m_places.capacity() < pods.capacity()) // the store knows how many are to come
        m_places.reserve(pods.capacity());
    for (const QString &uid : delta.removed)
        remove(uid, touched);
    for (const QStringList &uids : {delta.added, delta.changed}) {
        for (const QString &uid : uids) {
            if (const auto pod = pods.constFind(uid); pod != pods.cend())
                put(uid, *pod, touched);
        }
    }
}

QList<const Pod *> PodIndex::on(const QString &node, const ObjectMap<Pod> &pods) const
{
    QList<const Pod *> found;
    const auto members = m_pods.constFind(node);
    if (members == m_pods.cend())
        return found;
    found.reserve(members->size());
    for (const Member &member : *members) {
        if (const auto pod = pods.constFind(member.uid); pod != pods.cend())
            found << &*pod;
    }
    return found;
}

QList<const Pod *> PodIndex::operandsOn(const QString &node, const ObjectMap<Pod> &pods) const
{
    QList<const Pod *> found;
    const auto members = m_pods.constFind(node);
    if (members == m_pods.cend())
        return found;
    for (const Member &member : *members) {
        const auto pod = member.role.isOperand ? pods.constFind(member.uid) : pods.cend();
        if (pod != pods.cend())
            found << &*pod;
    }
    return found;
}

bool PodIndex::hasDriver(const QString &node, DriverKind kind) const
{
    const auto members = m_pods.constFind(node);
    return members != m_pods.cend() &&
           std::any_of(members->cbegin(), members->cend(), [kind](const Member &member) {
               return kind == DriverKind::Gpu ? member.role.isGpuDriver : member.role.isInfiniBandDriver;
           });
}

} // namespace chartroom
