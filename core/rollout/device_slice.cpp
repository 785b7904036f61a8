// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/device_slice.h"

#include "core/kube/lenient_json.h"

namespace chartroom {

Result<DeviceSlice> DeviceSlice::read(const KubeObject &object)
{
    return readFields<DeviceSlice>(object, [](const LenientJson &root) {
        const LenientJson spec = root["spec"];
        bool hasDevices = false;
        spec["devices"].forEachItem([&hasDevices](const LenientJson &) { hasDevices = true; });
        DeviceSlice slice;
        if (hasDevices && spec["driver"].view() == "gpu.nvidia.com")
            slice.gpuNode = spec["nodeName"].text();
        return slice;
    });
}

} // namespace chartroom
