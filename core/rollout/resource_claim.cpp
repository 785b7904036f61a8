// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/resource_claim.h"

#include "core/kube/lenient_json.h"

#include <string_view>

namespace chartroom {

Result<ResourceClaim> ResourceClaim::read(const KubeObject &object)
{
    return readFields<ResourceClaim>(object, [&](const LenientJson &root) {
        ResourceClaim claim;
        claim.uid = object.uid;
        const LenientJson status = root["status"];
        status["allocation"]["devices"]["results"].forEachItem([&claim](const LenientJson &device) {
            if (device["driver"].view() != "gpu.nvidia.com" || device["adminAccess"].boolean())
                return;
            const bool isSlice = device["device"].view().find("-mig-") != std::string_view::npos;
            ++(isSlice ? claim.gpus.slices : claim.gpus.gpus);
            ++claim.gpus.devices;
        });
        if (claim.gpus.isEmpty())
            return claim;
        status["reservedFor"].forEachItem([&claim](const LenientJson &holder) {
            if (holder["resource"].view() == "pods")
                claim.holders << holder["uid"].text();
        });
        return claim;
    });
}

} // namespace chartroom
