// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kube/node.h"

#include "core/kube/json_field.h"

namespace chartroom {

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
        status["conditions"].forEachItem([&](const JsonField &condition) {
            if (condition["type"].text() == u"Ready")
                node.ready = condition["status"].text() == u"True";
        });
        return node;
    });
}

} // namespace chartroom
