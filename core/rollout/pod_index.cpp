// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/pod_index.h"

namespace chartroom {

namespace {

std::optional<DriverKind> driverOf(const Pod &pod)
{
    for (const DriverKind kind : {DriverKind::Gpu, DriverKind::InfiniBand}) {
        if (isDriverPod(pod, kind))
            return kind;
    }
    return std::nullopt;
}

} // namespace

void PodIndex::remove(const QString &uid, QSet<QString> &touched)
{
    const auto place = m_places.constFind(uid);
    if (place == m_places.cend())
        return;
    touched << place->node;
    if (place->driver) {
        QHash<QString, int> &hosts = m_hosts[*place->driver];
        if (--hosts[place->node] == 0)
            hosts.remove(place->node);
    }
    QSet<QString> &onNode = m_pods[place->node];
    onNode.remove(uid);
    if (onNode.isEmpty())
        m_pods.remove(place->node);
    m_places.erase(place);
}

QStringList PodIndex::update(const QHash<QString, Pod> &pods, const ObjectDelta &delta)
{
    QSet<QString> touched;
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
            const std::optional<DriverKind> driver = driverOf(*pod);
            m_places.insert(uid, {pod->node, driver});
            m_pods[pod->node] << uid;
            if (driver)
                ++m_hosts[*driver][pod->node];
            touched << pod->node;
        }
    }
    return {touched.cbegin(), touched.cend()};
}

QList<const Pod *> PodIndex::on(const QString &node, const QHash<QString, Pod> &pods) const
{
    QList<const Pod *> found;
    for (const QString &uid : m_pods.value(node)) {
        if (const auto pod = pods.constFind(uid); pod != pods.cend())
            found << &*pod;
    }
    return found;
}

QSet<QString> PodIndex::hosts(DriverKind kind) const
{
    const QStringList names = m_hosts.value(kind).keys();
    return {names.cbegin(), names.cend()};
}

} // namespace chartroom
