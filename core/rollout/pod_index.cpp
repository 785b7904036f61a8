// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/pod_index.h"

#include "core/rollout/driver_fleet.h"

#include <algorithm>
#include <utility>

namespace chartroom {

namespace {

PlacedPod placed(std::shared_ptr<const Pod> pod)
{
    const PodRole role = roleOf(*pod);
    return {std::move(pod), role};
}

/// Its size where it is not among them.
qsizetype placeOf(const QList<PlacedPod> &pods, const std::shared_ptr<const Pod> &pod)
{
    const auto found =
        std::find_if(pods.cbegin(), pods.cend(), [&](const PlacedPod &one) { return one.pod == pod; });
    return found - pods.cbegin();
}

bool areOfOneRevision(const Pod &a, const Pod &b)
{
    return a.revisionHash == b.revisionHash && a.ownerKind == b.ownerKind && a.ownerName == b.ownerName;
}

} // namespace

void PodIndex::count(const Pod &pod, int more)
{
    if (pod.ownerKind != u"DaemonSet")
        return;
    const QString name = pod.namespaceName + u'/' + pod.ownerName;
    QHash<QString, int> &revisions = m_revisions[name];
    int &pods = revisions[pod.revisionHash];
    pods += more;
    if (pods <= 0)
        revisions.remove(pod.revisionHash);
    if (revisions.isEmpty())
        m_revisions.remove(name);
}

void PodIndex::put(std::shared_ptr<const Pod> pod, QSet<QString> &touched)
{
    if (pod->node.isEmpty())
        return;
    QList<PlacedPod> &onNode = m_pods[pod->node];
    if (placeOf(onNode, pod) < onNode.size())
        return;
    touched << pod->node;
    count(*pod, 1);
    onNode.append(placed(std::move(pod)));
}

void PodIndex::remove(const std::shared_ptr<const Pod> &pod, QSet<QString> &touched)
{
    const auto onNode = m_pods.find(pod->node);
    if (onNode == m_pods.end())
        return;
    const qsizetype place = placeOf(*onNode, pod);
    if (place == onNode->size())
        return;
    touched << pod->node;
    count(*pod, -1);
    onNode->removeAt(place);
    if (onNode->isEmpty())
        m_pods.erase(onNode);
}

/// In its place: it is still the same pod on the same node. Most changes are that.
void PodIndex::replace(const PodStore::Change &change, QSet<QString> &touched)
{
    const auto onNode = m_pods.find(change.now->node);
    const qsizetype place = onNode == m_pods.end() ? 0 : placeOf(*onNode, change.before);
    if (onNode == m_pods.end() || place == onNode->size())
        return put(change.now, touched);
    touched << change.now->node;
    if (!areOfOneRevision(*change.before, *change.now)) {
        count(*change.before, -1);
        count(*change.now, 1);
    }
    (*onNode)[place] = placed(change.now); // its labels may have changed
}

void PodIndex::update(const std::vector<PodStore::Change> &changes, QSet<QString> &touched)
{
    for (const PodStore::Change &change : changes) {
        if (change.before && change.now && change.before->node == change.now->node) {
            replace(change, touched);
            continue;
        }
        if (change.before)
            remove(change.before, touched);
        if (change.now)
            put(change.now, touched);
    }
}

} // namespace chartroom
