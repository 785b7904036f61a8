// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/release_pods.h"

#include "core/base/visible_text.h"

#include <algorithm>

namespace chartroom {

namespace {

/// Kind and name.
using Workload = std::pair<QString, QString>;
using Workloads = QSet<Workload>;

QString withoutLastPart(const QString &name)
{
    const qsizetype dash = name.lastIndexOf(u'-');
    return dash > 0 ? name.left(dash) : name;
}

/// Whether the manifest holds the workload a person knows it by: a ReplicaSet "x-7f9c" belongs to Deployment
/// "x", a Job "y-29384" to CronJob "y".
bool isOwned(const Pod &pod, const Workloads &manifest)
{
    if (pod.ownerKind == u"ReplicaSet")
        return manifest.contains({QStringLiteral("Deployment"), withoutLastPart(pod.ownerName)});
    return manifest.contains({pod.ownerKind, pod.ownerName}) ||
           (pod.ownerKind == u"Job" &&
            manifest.contains({QStringLiteral("CronJob"), withoutLastPart(pod.ownerName)}));
}

bool isInstance(const Pod &pod, const ReleaseKey &release, bool ownNamespace)
{
    return pod.instance.isEmpty() ? ownNamespace && !pod.ownerName.isEmpty() : pod.instance == release.name;
}

int trouble(Pod::Health health)
{
    switch (health) {
    case Pod::Health::Unhealthy:
        return 0;
    case Pod::Health::Starting:
        return 1;
    case Pod::Health::Leaving:
        return 2;
    case Pod::Health::Ready:
        break;
    }
    return 3;
}

ReleasePod shown(const Pod &pod)
{
    ReleasePod row;
    row.namespaceName = visibleText(pod.namespaceName);
    row.name = visibleText(pod.name);
    row.node = visibleText(pod.node);
    row.readyContainers = pod.containersReady;
    row.containers = pod.containers;
    row.restarts = pod.restarts;
    switch (pod.health) {
    case Pod::Health::Ready: // all containers are, and the pod's condition says no
        row.state = VisualState::Attention;
        row.stateText = QStringLiteral("NotReady");
        break;
    case Pod::Health::Starting:
        row.state = VisualState::Moving;
        row.stateText = pod.node.isEmpty() ? QStringLiteral("Pending") : QStringLiteral("Starting");
        break;
    case Pod::Health::Unhealthy:
        row.state = VisualState::Failed;
        row.stateText = visibleText(pod.reason);
        break;
    case Pod::Health::Leaving:
        row.state = VisualState::Moving;
        row.stateText = QStringLiteral("Terminating");
        break;
    }
    return row;
}

} // namespace

ReleasePods podsOfRelease(const ReleaseKey &release, const QList<ObjectRef> &manifest, bool ownNamespace,
                          const ObjectMap<Pod> &pods)
{
    QHash<QString, Workloads> namespaces;
    for (const ObjectRef &object : manifest) {
        const QString where = object.namespaceName.isEmpty() ? release.namespaceName : object.namespaceName;
        namespaces[where].insert({object.kind, object.name});
    }
    ReleasePods found;
    QList<const Pod *> troubled;
    for (const Pod &pod : pods) { // tens of thousands: no text is made of any that is not listed
        const auto workloads = namespaces.constFind(pod.namespaceName);
        if (!(workloads != namespaces.cend() && isOwned(pod, *workloads)) &&
            !(pod.namespaceName == release.namespaceName && isInstance(pod, release, ownNamespace)))
            continue;
        if (pod.phase == u"Succeeded") {
            ++found.completed;
            continue;
        }
        ++found.all;
        found.ready += pod.isReady ? 1 : 0;
        if (!pod.isReady || pod.health == Pod::Health::Leaving)
            troubled.append(&pod);
    }
    found.others = troubled.size();
    const qsizetype listed = std::min(ReleasePods::mostListed, troubled.size());
    std::partial_sort(
        troubled.begin(), troubled.begin() + listed, troubled.end(), [](const Pod *a, const Pod *b) {
            return std::tuple(trouble(a->health), a->name) < std::tuple(trouble(b->health), b->name);
        });
    for (const Pod *pod : troubled.first(listed))
        found.troubled.append(shown(*pod));
    return found;
}

} // namespace chartroom
