// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kube/node.h"

#include "core/kube/json_field.h"

#include <algorithm>
#include <array>

namespace chartroom {

namespace {

/// Resource names of devices, not of cpu, memory and the like.
bool isDevice(QStringView resource)
{
    return resource.contains(u'/') && !resource.startsWith(u"hugepages");
}

QMap<QString, QString> keptMembers(const JsonField &map)
{
    QMap<QString, QString> kept;
    map.forEachMember([&](const QString &key, const JsonField &value) {
        const QString text = value.text();
        if (isKeptNodeKey(key, text))
            kept.insert(key, text);
    });
    return kept;
}

void readReady(const JsonField &condition, Node &node)
{
    const QString status = condition["status"].text();
    node.ready = status == u"True";
    node.isLost = status == u"Unknown";
    node.readySince = QDateTime::fromString(condition["lastTransitionTime"].text(), Qt::ISODate);
    if (!node.ready)
        node.notReadyText = condition["reason"].text();
}

} // namespace

bool isKeptNodeKey(QStringView key, QStringView value)
{
    static constexpr std::array domains{
        QStringView(u"nvidia.com/"),         QStringView(u"network.nvidia.com/"),
        QStringView(u"crusoe.ai/"),          QStringView(u"sriovnetwork.openshift.io/"),
        QStringView(u"operator.amd.com/"),   QStringView(u"topology.kubernetes.io/"),
        QStringView(u"node.kubernetes.io/"), QStringView(u"kmm.node.kubernetes.io/version-module."),
    };
    if (key.startsWith(u"nvidia.com/gpu.deploy."))
        return value != u"true" && value != u"false";
    return std::any_of(domains.begin(), domains.end(),
                       [&](QStringView domain) { return key.startsWith(domain); });
}

Result<Node> Node::read(const KubeObject &object)
{
    return readFields<Node>(object, [&](const JsonField &root) {
        const auto gpus = [](const JsonField &resources) {
            return resources["nvidia.com/gpu"].integer() + resources["amd.com/gpu"].integer();
        };
        Node node;
        node.uid = object.uid;
        node.name = object.name;
        node.unschedulable = root["spec"]["unschedulable"].boolean();
        const JsonField status = root["status"];
        node.gpuCapacity = gpus(status["capacity"]);
        node.gpuAllocatable = gpus(status["allocatable"]);
        node.kubeletVersion = status["nodeInfo"]["kubeletVersion"].text();
        node.kernelVersion = status["nodeInfo"]["kernelVersion"].text();
        node.labels = keptMembers(root["metadata"]["labels"]);
        node.annotations = keptMembers(root["metadata"]["annotations"]);
        root["spec"]["taints"].forEachItem(
            [&](const JsonField &taint) { node.taints << taint["key"].text(); });
        status["allocatable"].forEachMember([&](const QString &resource, const JsonField &count) {
            if (isDevice(resource))
                node.devices.insert(resource, count.integer());
        });
        status["conditions"].forEachItem([&](const JsonField &condition) {
            if (condition["type"].text() == u"Ready")
                readReady(condition, node);
        });
        return node;
    });
}

} // namespace chartroom
