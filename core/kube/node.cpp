// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kube/node.h"

#include "core/kube/cordon_note.h"
#include "core/kube/lenient_json.h"
#include "core/kube/shared_text.h"

#include <algorithm>
#include <array>
#include <utility>

namespace chartroom {

bool isDevice(std::string_view resource)
{
    return resource.find('/') != std::string_view::npos && !resource.starts_with("hugepages");
}

bool isAmdGpu(std::string_view resource)
{
    return resource == "amd.com/gpu" ||
           (resource.starts_with("amd.com/") && resource.find("_nps") != std::string_view::npos);
}

namespace {

bool isGpu(std::string_view resource)
{
    return resource == "nvidia.com/gpu" || resource == "nvidia.com/gpu.shared" ||
           resource.starts_with("nvidia.com/mig-") || isAmdGpu(resource);
}

constexpr std::string_view sharedEnd = ".shared";

/// nvidia.com/gpu is a MIG slice on it (the device plugin's strategy single).
bool isSingleMig(const LabelMap &labels)
{
    return labels.value(QStringLiteral("nvidia.com/gpu.product")).contains(u"-MIG-");
}

int replicasOf(const QString &resource, const LabelMap &labels)
{
    return labels.value(resource + QStringLiteral(".replicas")).toInt();
}

/// Of one resource of the kubelet's: by its name, and by what GPU feature discovery tells of it.
GpuAmount gpuAmount(std::string_view resource, int count, const LabelMap &labels)
{
    if (isAmdGpu(resource))
        return amdGpusOn(gpusAsked(resource, count), labels);
    GpuAmount amount;
    amount.devices = count;
    const bool isRenamed = resource.ends_with(sharedEnd);
    const QString name =
        sharedText(isRenamed ? resource.substr(0, resource.size() - sharedEnd.size()) : resource);
    const int replicas = replicasOf(name, labels);
    const bool isShared = isRenamed || replicas > 1;
    const bool isSliced = resource.starts_with("nvidia.com/mig-") || isSingleMig(labels);
    const bool isCounted =
        replicas > 1 && !isSliced && labels.value(QStringLiteral("nvidia.com/gpu.count")).toInt() > 0;
    if (isCounted)
        amount.gpus = count / replicas;
    else
        (isShared ? amount.shares : isSliced ? amount.slices : amount.gpus) = count;
    return amount;
}

LabelMap keptMembers(const LenientJson &map)
{
    constexpr qsizetype usual = 32; // on a node with both drivers
    LabelMap kept;
    if (map.exists())
        kept.reserve(usual);
    map.forEachMember([&](std::string_view key, const LenientJson &value) {
        if (isKeptNodeKey(key, value.view()))
            kept.insert(sharedText(key), value.text());
    });
    kept.squeeze();
    return kept;
}

void readReady(const LenientJson &condition, Node &node)
{
    const QString status = condition["status"].text();
    node.ready = status == u"True";
    node.isLost = status == u"Unknown";
    node.readySince = condition["lastTransitionTime"].time();
    if (!node.ready)
        node.notReadyText = condition["reason"].text();
}

/// Of Ready True is good, of every other condition False: so it is with the kubelet's and with those of
/// node-problem-detector.
bool isBad(const LenientJson &condition)
{
    const std::string_view status = condition["status"].view();
    return condition["type"].view() == "Ready" ? status != "True" : status == "True";
}

NodeCondition badCondition(const LenientJson &condition)
{
    return {condition["type"].text(), condition["status"].text(), condition["reason"].text(),
            condition["message"].text(), condition["lastTransitionTime"].time()};
}

} // namespace

GpuAmount gpusAsked(std::string_view resource, int count)
{
    GpuAmount amount;
    amount.devices = count;
    if (isAmdGpu(resource))
        (resource == "amd.com/gpu" || resource.starts_with("amd.com/spx_") ? amount.gpus
                                                                           : amount.partitions) = count;
    else if (isGpu(resource))
        (resource.ends_with(sharedEnd)             ? amount.shares
         : resource.starts_with("nvidia.com/mig-") ? amount.slices
                                                   : amount.gpus) = count;
    return amount;
}

GpuAmount amdGpusOn(GpuAmount asked, const LabelMap &labels)
{
    const QString partition = labels.value(QStringLiteral("amd.com/compute-memory-partition"));
    if (!partition.isEmpty() && !partition.startsWith(u"spx"))
        asked.partitions += std::exchange(asked.gpus, 0);
    return asked;
}

GpuAmount gpusOn(GpuAmount asked, const LabelMap &labels)
{
    if (asked.gpus > 0) {
        const bool isShared = replicasOf(QStringLiteral("nvidia.com/gpu"), labels) > 1;
        const int count = std::exchange(asked.gpus, 0);
        (isShared ? asked.shares : isSingleMig(labels) ? asked.slices : asked.gpus) += count;
    }
    const auto isSharedSlice = [](const LabelMap::Entry &label) {
        return label.key.startsWith(u"nvidia.com/mig-") && label.key.endsWith(u".replicas") &&
               label.value.toInt() > 1;
    };
    if (asked.slices > 0 && std::any_of(labels.begin(), labels.end(), isSharedSlice))
        asked.shares += std::exchange(asked.slices, 0);
    return asked;
}

bool isKeptNodeKey(std::string_view key, std::string_view value)
{
    static constexpr auto domains = std::to_array<std::string_view>({
        "nvidia.com/",
        "network.nvidia.com/",
        "crusoe.ai/",
        "sriovnetwork.openshift.io/",
        "operator.amd.com/",
        "amd.com/compute-memory-partition",
        "topology.kubernetes.io/",
        "node.kubernetes.io/",
        "kmm.node.kubernetes.io/version-module.",
        "chartroom.github.io/version.",
        "node-role.kubernetes.io/",
        "kubernetes.io/hostname",
        "feature.node.kubernetes.io/system-os_release.",
        "feature.node.kubernetes.io/network-sriov.",
        "feature.node.kubernetes.io/pci-15b3.",
        "feature.node.kubernetes.io/amd-gpu",
    });
    if (key.starts_with("nvidia.com/gpu.deploy."))
        return value != "true";
    return std::any_of(domains.begin(), domains.end(),
                       [&](std::string_view domain) { return key.starts_with(domain); });
}

QList<GpuKind> Node::gpuKinds() const
{
    QList<GpuKind> kinds;
    for (auto one = deviceCapacities.cbegin(); one != deviceCapacities.cend(); ++one)
        if (*one > 0 && isGpu(one.key().toStdString()))
            kinds.append({one.key(), devices.value(one.key()), *one});
    return kinds;
}

Result<Node> Node::read(const KubeObject &object)
{
    return readFields<Node>(object, [&](const LenientJson &root) {
        Node node;
        node.uid = object.uid;
        node.name = object.name;
        node.created = root["metadata"]["creationTimestamp"].time();
        node.unschedulable = root["spec"]["unschedulable"].boolean();
        const LenientJson status = root["status"];
        node.kubeletVersion = status["nodeInfo"]["kubeletVersion"].text();
        node.kernelVersion = status["nodeInfo"]["kernelVersion"].text();
        node.osImage = status["nodeInfo"]["osImage"].text();
        node.containerRuntime = status["nodeInfo"]["containerRuntimeVersion"].text();
        node.labels = keptMembers(root["metadata"]["labels"]);
        node.annotations = keptMembers(root["metadata"]["annotations"]);
        root["spec"]["taints"].forEachItem([&](const LenientJson &taint) {
            node.taints << taint["key"].text();
            if (node.unschedulable && taint["key"].view() == "node.kubernetes.io/unschedulable")
                node.cordonedAt = taint["timeAdded"].time();
        });
        if (node.unschedulable) {
            const LenientJson kept = root["chartroom"]["cordon"]; // as a recording has it
            const CordonNote note =
                object.cordon ? *object.cordon : CordonNote{kept["by"].text(), kept["at"].time()};
            node.cordonedBy = note.by;
            if (!node.cordonedAt.isValid())
                node.cordonedAt = note.at;
        }
        status["capacity"].forEachMember([&](std::string_view resource, const LenientJson &count) {
            if (isGpu(resource))
                node.gpuCapacity += gpuAmount(resource, count.quantity(), node.labels);
            if (isDevice(resource))
                node.deviceCapacities.insert(sharedText(resource), count.quantity());
        });
        status["allocatable"].forEachMember([&](std::string_view resource, const LenientJson &count) {
            if (isGpu(resource))
                node.gpuAllocatable += gpuAmount(resource, count.quantity(), node.labels);
            if (isDevice(resource))
                node.devices.insert(sharedText(resource), count.quantity());
        });
        status["conditions"].forEachItem([&](const LenientJson &condition) {
            if (condition["type"].view() == "Ready")
                readReady(condition, node);
            if (isBad(condition))
                node.badConditions << badCondition(condition);
        });
        return node;
    });
}

} // namespace chartroom
