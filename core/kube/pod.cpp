// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kube/pod.h"

#include "core/kube/lenient_json.h"
#include "core/kube/node.h"
#include "core/kube/shared_text.h"

#include <QSet>

#include <algorithm>
#include <map>
#include <utility>

namespace chartroom {

namespace {

/// A waiting reason that only says "not yet" (kubelet's normal start).
bool isNormalWait(const QString &reason)
{
    return reason.isEmpty() || reason == u"ContainerCreating" || reason == u"PodInitializing";
}

struct Trouble
{
    QString reason;
    QString text;
    QString container;
};

/// What one container's status says is wrong, if anything.
Trouble troubleOf(const LenientJson &status)
{
    const LenientJson waiting = status["state"]["waiting"];
    const LenientJson last = status["lastState"]["terminated"];
    const LenientJson ended = status["state"]["terminated"];
    if (QString reason = waiting["reason"].text(); !isNormalWait(reason)) {
        const QString said = last["message"].text();
        // Where memory is what it lacks, that it starts again tells less (kubectl shows the two by turns).
        if (reason == u"CrashLoopBackOff" && last["reason"].view() == "OOMKilled")
            reason = QStringLiteral("OOMKilled");
        return {reason, said.isEmpty() ? waiting["message"].text() : said, status["name"].text()};
    }
    if (ended.exists() && ended["exitCode"].integer() != 0)
        return {ended["reason"].text(), ended["message"].text(), status["name"].text()};
    return {};
}

/// The first container that ended badly.
void readEnding(const LenientJson &statuses, Pod &pod)
{
    statuses.forEachItem([&pod](const LenientJson &status) {
        const LenientJson ended = status["state"]["terminated"];
        const int code = ended["exitCode"].integer();
        if (code == 0 || !pod.ending.isEmpty())
            return;
        pod.endedContainer = status["name"].text();
        const QString reason = ended["reason"].text();
        pod.ending = (reason.isEmpty() ? QString() : reason + QStringLiteral(", ")) +
                     QStringLiteral("exit code %1").arg(code);
    });
}

/// Init containers that go on running beside the others (KEP-753).
QSet<QString> sidecarsOf(const LenientJson &spec)
{
    QSet<QString> sidecars;
    spec["initContainers"].forEachItem([&sidecars](const LenientJson &container) {
        if (container["restartPolicy"].view() == "Always")
            sidecars.insert(container["name"].text());
    });
    return sidecars;
}

/// Reads one list of container statuses; returns the first trouble in it.
Trouble addContainers(const LenientJson &statuses, bool init, const QSet<QString> &sidecars, Pod &pod)
{
    Trouble trouble;
    statuses.forEachItem([&](const LenientJson &status) {
        const int restarts = status["restartCount"].integer();
        pod.restarts += restarts;
        pod.mostRestarts = std::max(pod.mostRestarts, restarts);
        const LenientJson ended = status["state"]["terminated"];
        if (init && pod.waitingInit.isEmpty() && !(ended.exists() && ended["exitCode"].integer() == 0) &&
            !status["ready"].boolean())
            pod.waitingInit = status["name"].text();
        const bool isKept = !init || sidecars.contains(status["name"].text());
        if (isKept && status["ready"].boolean() && !ended.exists() && !status["state"]["waiting"].exists())
            ++pod.containersReady;
        if (trouble.reason.isEmpty())
            trouble = troubleOf(status);
    });
    return trouble;
}

/// NVIDIA's as its GPU Operator counts (cmd/gpu-operator/main.go gpuPodSpecFilter): requests or limits; AMD's
/// likewise.
void readGpus(const LenientJson &containers, Pod &pod)
{
    const auto isNvidia = [](std::string_view resource) {
        return resource.starts_with("nvidia.com/gpu") || resource.starts_with("nvidia.com/mig-");
    };
    containers.forEachItem([&](const LenientJson &container) {
        const LenientJson resources = container["resources"];
        if (!resources.exists())
            return;
        std::map<std::string_view, int> asked;
        for (const char *kind : {"requests", "limits"}) {
            resources[kind].forEachMember([&](std::string_view resource, const LenientJson &count) {
                if (!isNvidia(resource) && !isAmdGpu(resource)) {
                    pod.asksDevices = pod.asksDevices || isDevice(resource);
                    return;
                }
                int &most = asked[resource];
                most = std::max(most, count.quantity());
            });
        }
        for (const auto &[resource, most] : asked)
            (isNvidia(resource) ? pod.gpus : pod.amdGpus) += gpusAsked(resource, most);
    });
}

void readMetadata(const LenientJson &metadata, Pod &pod)
{
    const LenientJson labels = metadata["labels"];
    labels.forEachMember(
        [&pod](std::string_view key, const LenientJson &value) { // once, as there are many pods
            if (key == "app.kubernetes.io/instance")
                pod.instance = value.text();
            else if (key == "app")
                pod.app = value.text();
            else if (key == "app.kubernetes.io/component")
                pod.component = value.text();
            else if (key == "controller-revision-hash")
                pod.revisionHash = value.text();
            else if (key == "pod-template-generation")
                pod.templateGeneration = value.integer();
            else if (key == "nvidia.com/ofed-driver")
                pod.hasOfedLabel = value.exists();
        });
    pod.labels = labels.json();
    pod.created = metadata["creationTimestamp"].time();
    pod.deleting = metadata["deletionTimestamp"].time();
    pod.deletionGrace = metadata["deletionGracePeriodSeconds"].integer();
    metadata["finalizers"].forEachItem([&pod](const LenientJson &one) { pod.finalizers << one.text(); });
    metadata["ownerReferences"].forEachItem([&](const LenientJson &owner) {
        if (owner["controller"].boolean()) {
            pod.ownerKind = owner["kind"].text();
            pod.ownerName = owner["name"].text();
        }
    });
}

/// A recording has no volumes, and says by a word of its own what matters of them.
std::optional<bool> emptyDirOf(const LenientJson &root)
{
    const LenientJson volumes = root["spec"]["volumes"];
    const LenientJson recorded = root["chartroom"]["hasEmptyDir"];
    if (!volumes.exists())
        return recorded.exists() ? std::optional(recorded.boolean()) : std::nullopt;
    bool found = false;
    volumes.forEachItem([&found](const LenientJson &volume) {
        if (volume["emptyDir"].exists())
            found = true;
    });
    return found;
}

/// A DaemonSet's controller asks for its node by a field, which nobody else does.
QString nodeAskedFor(const LenientJson &spec)
{
    QString node;
    const LenientJson required =
        spec["affinity"]["nodeAffinity"]["requiredDuringSchedulingIgnoredDuringExecution"];
    required["nodeSelectorTerms"].forEachItem([&node](const LenientJson &term) {
        term["matchFields"].forEachItem([&node](const LenientJson &field) {
            if (field["key"].view() == "metadata.name")
                field["values"].forEachItem([&node](const LenientJson &value) { node = value.text(); });
        });
    });
    return node;
}

void readSpec(const LenientJson &spec, Pod &pod)
{
    pod.node = spec["nodeName"].text();
    if (pod.node.isEmpty() && pod.ownerKind == u"DaemonSet")
        pod.wantedNode = nodeAskedFor(spec);
    readGpus(spec["containers"], pod);
    bool isFirst = true;
    pod.containers = int(sidecarsOf(spec).size());
    spec["containers"].forEachItem([&](const LenientJson &container) {
        ++pod.containers;
        if (std::exchange(isFirst, false))
            pod.image = container["image"].text();
        // GPUOP assets/state-driver/0500_daemonset.yaml@v26.7.0
        if (const std::string_view name = container["name"].view();
            name == "nvidia-fs-ctr" || name == "nvidia-gdrcopy-ctr")
            pod.sideImages.insert(sharedText(name), container["image"].text());
    });
}

void readStatus(const LenientJson &status, const QSet<QString> &sidecars, bool isLeaving, Pod &pod)
{
    bool isHeldUnready = false; // by a readiness gate, or as the node is lost
    pod.phase = status["phase"].text();
    status["conditions"].forEachItem([&](const LenientJson &condition) {
        const std::string_view type = condition["type"].view();
        const std::string_view is = condition["status"].view();
        if (type == "Ready" && is == "True")
            pod.readySince = condition["lastTransitionTime"].time();
        if (is != "False" || (type != "PodScheduled" && type != "Ready"))
            return;
        isHeldUnready = isHeldUnready || type == "Ready";
        pod.notReadySince = condition["lastTransitionTime"].time(); // one that no node took has no Ready
        if (type == "PodScheduled")
            pod.notScheduledText = condition["message"].text();
    });
    const Trouble init = addContainers(status["initContainerStatuses"], true, sidecars, pod);
    const Trouble main = addContainers(status["containerStatuses"], false, sidecars, pod);
    int reported = 0;
    status["containerStatuses"].forEachItem([&reported](const LenientJson &) { ++reported; });
    pod.containers = std::max(pod.containers, reported); // where there is no spec beside it
    pod.isReady = pod.phase == u"Running" && pod.containers > 0 && pod.containersReady == pod.containers &&
                  !isHeldUnready;
    const Trouble &trouble = init.reason.isEmpty() ? main : init;
    if (isLeaving) {
        pod.health = Pod::Health::Leaving;
        return;
    }
    if (pod.phase == u"Succeeded") {
        pod.health = Pod::Health::Ready;
        return;
    } else if (pod.phase == u"Failed") {
        pod.health = Pod::Health::Unhealthy;
        pod.reason = status["reason"].exists() ? status["reason"].text() : QStringLiteral("Failed");
        pod.reasonText = status["message"].text();
        readEnding(status["initContainerStatuses"], pod);
        readEnding(status["containerStatuses"], pod);
        return;
    } else if (!trouble.reason.isEmpty()) {
        pod.health = Pod::Health::Unhealthy;
    } else if (pod.phase == u"Running" && pod.containers > 0 && pod.containersReady == pod.containers) {
        pod.health = Pod::Health::Ready;
    }
    pod.reason = init.reason.isEmpty() ? main.reason : QStringLiteral("Init:") + init.reason;
    pod.reasonText = trouble.text;
    pod.reasonContainer = trouble.container;
}

} // namespace

Result<Pod> Pod::read(const KubeObject &object)
{
    return readFields<Pod>(object, [&](const LenientJson &root) {
        Pod pod;
        pod.uid = object.uid;
        pod.namespaceName = object.namespaceName;
        pod.name = object.name;
        readMetadata(root["metadata"], pod);
        readSpec(root["spec"], pod);
        pod.hasEmptyDir = emptyDirOf(root);
        readStatus(root["status"], sidecarsOf(root["spec"]), pod.deleting.isValid(), pod);
        return pod;
    });
}

} // namespace chartroom
