// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/pod_index.h"

namespace chartroom {

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
    onNode->removeOne(uid);
    if (onNode->isEmpty())
        m_pods.erase(onNode);
    m_places.erase(place);
}

QStringList PodIndex::update(const ObjectMap<Pod> &pods, const ObjectDelta &delta)
{
    QSet<QString> touched;
    if (m_places.capacity() < pods.capacity()) // the store knows how many are to come
        m_places.reserve(pods.capacity());
    for (const QString &uid : delta.removed)
        remove(uid, touched);
    for (const QStringList &uids : {delta.added, delta.changed}) {
        for (const QString &uid : uids) {
            const auto pod = pods.constFind(uid);
            if (pod == pods.cend())
                continue;
            const auto known = m_places.constFind(uid);
            if (known != m_places.cend() && known->node == pod->node) {
                touched << pod->node;
                continue;
            }
            remove(uid, touched);
            if (pod->node.isEmpty())
                continue;
            Place place{pod->node, {}, {}};
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
            m_places.insert(uid, place);
            m_pods[pod->node] << uid;
            touched << pod->node;
        }
    }
    return {touched.cbegin(), touched.cend()};
}

QList<const Pod *> PodIndex::on(const QString &node, const ObjectMap<Pod> &pods) const
{
    QList<const Pod *> found;
    const auto uids = m_pods.constFind(node);
    if (uids == m_pods.cend())
        return found;
    found.reserve(uids->size());
    for (const QString &uid : *uids) {
        if (const auto pod = pods.constFind(uid); pod != pods.cend())
            found << &*pod;
    }
    return found;
}

} // namespace chartroom
