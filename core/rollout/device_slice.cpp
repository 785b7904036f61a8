// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/device_slice.h"

#include "core/kube/lenient_json.h"

namespace chartroom {

namespace {

bool isGpuDriver(std::string_view driver)
{
    return driver == "gpu.nvidia.com" || driver == "gpu.amd.com";
}

/// Consumers treat an effect that they do not know like None (resource.k8s.io/v1 DeviceTaint).
QString repellingKey(const LenientJson &taint)
{
    const std::string_view effect = taint["effect"].view();
    return effect == "NoSchedule" || effect == "NoExecute" ? taint["key"].text() : QString();
}

/// An attribute without a domain is of the driver's (resource.k8s.io/v1 QualifiedName).
QString typeOf(const LenientJson &attributes, const QString &driver)
{
    const QString type = attributes["type"]["string"].text();
    return type.isEmpty() ? attributes[(driver + QStringLiteral("/type")).toStdString()]["string"].text()
                          : type;
}

GpuAmount amountOf(const LenientJson &told, const QString &driver)
{
    bool isAlternative = false;
    told["consumesCounters"].forEachItem([&isAlternative](const LenientJson &) { isAlternative = true; });
    GpuAmount amount;
    amount.devices = 1;
    const QString type = typeOf(told["attributes"], driver);
    if (type == u"gpu" || type == u"amdgpu")
        amount.gpus = 1;
    else if (type == u"mig" && !isAlternative)
        amount.slices = 1;
    else if (type == u"amdgpu-partition" && !isAlternative)
        amount.partitions = 1;
    return amount;
}

std::optional<QString> textIfThere(const LenientJson &field)
{
    return field.exists() ? std::optional(field.text()) : std::nullopt;
}

} // namespace

DeviceAccess DeviceAccess::read(const LenientJson &told)
{
    DeviceAccess access;
    access.node = told["nodeName"].text();
    access.isForAll = told["allNodes"].boolean();
    if (told["nodeSelector"].exists())
        access.selector = NodeSelector::read(told["nodeSelector"]);
    return access;
}

Result<DeviceSlice> DeviceSlice::read(const KubeObject &object)
{
    return readFields<DeviceSlice>(object, [](const LenientJson &root) {
        const LenientJson spec = root["spec"];
        DeviceSlice slice;
        if (!isGpuDriver(spec["driver"].view()))
            return slice;
        slice.driver = spec["driver"].text();
        slice.pool = spec["pool"]["name"].text();
        slice.generation = spec["pool"]["generation"].text().toLongLong();
        slice.sliceCount = spec["pool"]["resourceSliceCount"].text().toLongLong();
        slice.isPerDevice = spec["perDeviceNodeSelection"].boolean();
        if (!slice.isPerDevice)
            slice.access = DeviceAccess::read(spec);
        spec["devices"].forEachItem([&slice](const LenientJson &device) {
            const LenientJson basic = device["basic"];
            const LenientJson &told = basic.exists() ? basic : device;
            SlicedDevice one;
            one.name = device["name"].text();
            one.amount = amountOf(told, slice.driver);
            told["taints"].forEachItem([&one](const LenientJson &taint) {
                if (const QString key = repellingKey(taint); !key.isEmpty())
                    one.taints << key;
            });
            if (slice.isPerDevice)
                one.access = DeviceAccess::read(told);
            slice.devices << one;
        });
        return slice;
    });
}

Result<DeviceTaintRule> DeviceTaintRule::read(const KubeObject &object)
{
    return readFields<DeviceTaintRule>(object, [](const LenientJson &root) {
        const LenientJson spec = root["spec"];
        const LenientJson selector = spec["deviceSelector"];
        DeviceTaintRule rule;
        rule.taint = repellingKey(spec["taint"]);
        rule.driver = textIfThere(selector["driver"]);
        rule.pool = textIfThere(selector["pool"]);
        rule.device = textIfThere(selector["device"]);
        rule.isUndecided = !selector.exists();
        selector.forEachMember([&rule](std::string_view key, const LenientJson &) {
            rule.isUndecided = rule.isUndecided || !(key == "driver" || key == "pool" || key == "device");
        });
        return rule;
    });
}

bool DeviceTaintRule::mayTake(const DeviceSlice &slice, const SlicedDevice &one) const
{
    const auto isIt = [](const std::optional<QString> &wanted, const QString &text) {
        return !wanted || *wanted == text;
    };
    return !taint.isEmpty() && isIt(driver, slice.driver) && isIt(pool, slice.pool) && isIt(device, one.name);
}

} // namespace chartroom
