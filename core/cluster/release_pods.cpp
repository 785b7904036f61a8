// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/release_pods.h"

#include <QCoreApplication>

#include <algorithm>

namespace chartroom {

namespace {

QString sentence(const char *text)
{
    return QCoreApplication::translate("ReleasePods", text);
}

QString withoutLastPart(const QString &name)
{
    const qsizetype dash = name.lastIndexOf(u'-');
    return dash > 0 ? name.left(dash) : name;
}

/// The workload a person knows: a ReplicaSet "x-7f9c" belongs to Deployment "x", a Job "y-29384" to CronJob
/// "y".
ObjectRef workloadOf(const Pod &pod, const QSet<QString> &inManifest)
{
    if (pod.ownerKind == u"ReplicaSet")
        return {{}, QStringLiteral("Deployment"), pod.namespaceName, withoutLastPart(pod.ownerName)};
    if (pod.ownerKind == u"Job" &&
        inManifest.contains(QStringLiteral("CronJob/") + withoutLastPart(pod.ownerName)))
        return {{}, QStringLiteral("CronJob"), pod.namespaceName, withoutLastPart(pod.ownerName)};
    return {{}, pod.ownerKind, pod.namespaceName, pod.ownerName};
}

QString whyItBelongs(const Pod &pod, const ReleaseKey &release,
                     const QHash<QString, QSet<QString>> &workloads, bool ownNamespace)
{
    const QSet<QString> inManifest = workloads.value(pod.namespaceName);
    const ObjectRef workload = workloadOf(pod, inManifest);
    if (inManifest.contains(workload.kind + u'/' + workload.name))
        return sentence("Owned by %1 %2, which the manifest holds.").arg(workload.kind, workload.name);
    if (pod.namespaceName != release.namespaceName)
        return {};
    if (!pod.instance.isEmpty())
        return pod.instance == release.name
                   ? sentence("Labelled app.kubernetes.io/instance=%1.").arg(pod.instance)
                   : QString();
    if (ownNamespace && !pod.ownerName.isEmpty())
        return sentence("Owned by %1 %2 in the release's own namespace; an operator made it.")
            .arg(workload.kind, workload.name);
    return {};
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

} // namespace

QList<AttributedPod> podsOfRelease(const ReleaseKey &release, const QList<ObjectRef> &manifest,
                                   bool ownNamespace, const ObjectMap<Pod> &pods)
{
    QHash<QString, QSet<QString>> workloads; // namespace -> "Kind/name"
    for (const ObjectRef &object : manifest) {
        const QString where = object.namespaceName.isEmpty() ? release.namespaceName : object.namespaceName;
        workloads[where].insert(object.kind + u'/' + object.name);
    }
    QList<AttributedPod> found;
    for (const Pod &pod : pods) {
        QString why = whyItBelongs(pod, release, workloads, ownNamespace);
        if (!why.isEmpty())
            found.append({pod, std::move(why)});
    }
    std::sort(found.begin(), found.end(), [](const AttributedPod &a, const AttributedPod &b) {
        return std::tuple(trouble(a.pod.health), a.pod.name) < std::tuple(trouble(b.pod.health), b.pod.name);
    });
    return found;
}

} // namespace chartroom
