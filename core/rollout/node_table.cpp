// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/node_table.h"

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

int NodeTable::number(const QString &name)
{
    const auto known = m_numbers.constFind(name);
    if (known != m_numbers.cend())
        return *known;
    m_nodes.push_back({name, {}, {}});
    return *m_numbers.insert(name, int(m_nodes.size()) - 1);
}

bool NodeTable::put(const std::shared_ptr<const Node> &node, NodeQueue &touched)
{
    const int number = this->number(node->name);
    touched.add(number);
    const auto before = std::exchange(m_nodes[size_t(number)].node, node);
    return !before || before->uid != node->uid;
}

void NodeTable::remove(const Node &gone, NodeQueue &touched)
{
    const int number = this->number(gone.name);
    touched.add(number);
    std::shared_ptr<const Node> &node = m_nodes[size_t(number)].node;
    if (node && node->uid == gone.uid)
        node.reset();
}

QHash<QString, int> NodeTable::revisions(const QString &daemonSet) const
{
    return m_revisions.value({daemonSet.section(u'/', 0, 0), daemonSet.section(u'/', 1)});
}

void NodeTable::count(const Pod &pod, int more)
{
    if (pod.ownerKind != u"DaemonSet")
        return;
    const std::pair name(pod.namespaceName, pod.ownerName);
    QHash<QString, int> &revisions = m_revisions[name];
    int &pods = revisions[pod.revisionHash];
    pods += more;
    if (pods <= 0)
        revisions.remove(pod.revisionHash);
    if (revisions.isEmpty())
        m_revisions.remove(name);
}

void NodeTable::put(std::shared_ptr<const Pod> pod, NodeQueue &touched)
{
    if (pod->place().isEmpty())
        return;
    const int node = number(pod->place());
    QList<PlacedPod> &onNode = m_nodes[size_t(node)].pods;
    if (placeOf(onNode, pod) < onNode.size())
        return;
    touched.add(node);
    count(*pod, 1);
    onNode.append(placed(std::move(pod)));
}

void NodeTable::remove(const std::shared_ptr<const Pod> &pod, NodeQueue &touched)
{
    const int node = find(pod->place());
    if (node < 0)
        return;
    QList<PlacedPod> &onNode = m_nodes[size_t(node)].pods;
    const qsizetype place = placeOf(onNode, pod);
    if (place == onNode.size())
        return;
    touched.add(node);
    count(*pod, -1);
    onNode.removeAt(place);
}

/// In its place: it is still the same pod on the same node. Most changes are that.
void NodeTable::replace(const PodStore::Change &change, NodeQueue &touched)
{
    const int node = find(change.now->place());
    QList<PlacedPod> *onNode = node < 0 ? nullptr : &m_nodes[size_t(node)].pods;
    const qsizetype place = onNode ? placeOf(*onNode, change.before) : 0;
    if (!onNode || place == onNode->size())
        return put(change.now, touched);
    touched.add(node);
    if (!areOfOneRevision(*change.before, *change.now)) {
        count(*change.before, -1);
        count(*change.now, 1);
    }
    (*onNode)[place] = placed(change.now); // its labels may have changed
}

void NodeTable::update(const std::vector<PodStore::Change> &changes, NodeQueue &touched)
{
    for (const PodStore::Change &change : changes) {
        if (change.before && change.now && change.before->place() == change.now->place()) {
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
