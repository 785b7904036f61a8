// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kube/pod.h"

#include "core/kube/json_field.h"

namespace chartroom {

namespace {

/// A waiting reason that only says "not yet" (kubelet's normal start).
bool isNormalWait(const QString &reason)
{
    return reason.isEmpty() || reason == u"ContainerCreating" || reason == u"PodInitializing";
}

/// Reads one list of container statuses; returns the first reason that means trouble.
QString addContainers(const JsonField &statuses, bool init, Pod &pod)
{
    QString trouble;
    statuses.forEachItem([&](const JsonField &status) {
        pod.restarts += status["restartCount"].integer();
        if (!init) {
            ++pod.containers;
            if (status["ready"].boolean())
                ++pod.containersReady;
        }
        const QString waiting = status["state"]["waiting"]["reason"].text();
        if (trouble.isEmpty() && !isNormalWait(waiting))
            trouble = waiting;
        const JsonField ended = status["state"]["terminated"];
        if (trouble.isEmpty() && ended.exists() && ended["exitCode"].integer() != 0)
            trouble = ended["reason"].text();
    });
    return trouble;
}

} // namespace

Result<Pod> Pod::read(const KubeObject &object)
{
    return readFields<Pod>(object, [&](const JsonField &root) {
        Pod pod;
        pod.uid = object.uid;
        pod.namespaceName = object.namespaceName;
        pod.name = object.name;
        const JsonField metadata = root["metadata"];
        pod.instance = metadata["labels"]["app.kubernetes.io/instance"].text();
        pod.created = QDateTime::fromString(metadata["creationTimestamp"].text(), Qt::ISODate);
        metadata["ownerReferences"].forEachItem([&](const JsonField &owner) {
            if (owner["controller"].boolean()) {
                pod.ownerKind = owner["kind"].text();
                pod.ownerName = owner["name"].text();
            }
        });
        pod.node = root["spec"]["nodeName"].text();

        const JsonField status = root["status"];
        const QString phase = status["phase"].text();
        const QString initTrouble = addContainers(status["initContainerStatuses"], true, pod);
        const QString trouble = addContainers(status["containerStatuses"], false, pod);
        if (metadata["deletionTimestamp"].exists()) {
            pod.health = Health::Leaving;
        } else if (phase == u"Succeeded") {
            pod.health = Health::Ready;
        } else if (phase == u"Failed") {
            pod.health = Health::Unhealthy;
            pod.reason = status["reason"].exists() ? status["reason"].text() : QStringLiteral("Failed");
        } else if (!initTrouble.isEmpty() || !trouble.isEmpty()) {
            pod.health = Health::Unhealthy;
            pod.reason = initTrouble.isEmpty() ? trouble : QStringLiteral("Init:") + initTrouble;
        } else if (phase == u"Running" && pod.containers > 0 && pod.containersReady == pod.containers) {
            pod.health = Health::Ready;
        }
        return pod;
    });
}

} // namespace chartroom
