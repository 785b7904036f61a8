// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/resource_claim.h"

#include "core/kube/json_field.h"

namespace chartroom {

Result<ResourceClaim> ResourceClaim::read(const KubeObject &object)
{
    return readFields<ResourceClaim>(object, [&](const JsonField &root) {
        ResourceClaim claim;
        claim.uid = object.uid;
        const JsonField status = root["status"];
        status["allocation"]["devices"]["results"].forEachItem([&claim](const JsonField &device) {
            if (device["driver"].view() == "gpu.nvidia.com" && !device["adminAccess"].boolean())
                ++claim.gpus;
        });
        if (claim.gpus == 0)
            return claim;
        status["reservedFor"].forEachItem([&claim](const JsonField &holder) {
            if (holder["resource"].view() == "pods")
                claim.holders << holder["uid"].text();
        });
        return claim;
    });
}

} // namespace chartroom
