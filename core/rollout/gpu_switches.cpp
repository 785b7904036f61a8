// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/gpu_switches.h"

#include "core/kube/lenient_json.h"

namespace chartroom {

namespace {

using namespace Qt::StringLiterals;

constexpr QStringView operandsLabel = u"nvidia.com/gpu.deploy.operands";
constexpr QStringView driverLabel = u"nvidia.com/gpu.deploy.driver";
constexpr QStringView devicePluginLabel = u"nvidia.com/gpu.deploy.device-plugin";
constexpr QStringView migManagerLabel = u"nvidia.com/gpu.deploy.mig-manager";
constexpr QStringView vgpuManagerLabel = u"nvidia.com/gpu.deploy.vgpu-device-manager";
constexpr QStringView cardLabel = u"feature.node.kubernetes.io/pci-15b3.present";
constexpr QStringView workloadLabel = u"nvidia.com/gpu.workload.config";

bool isForMachines(const QString &workload)
{
    return workload == u"vm-passthrough" || workload == u"vm-vgpu";
}

QString labelSwitch(QStringView label, const QString &value)
{
    return u"%1=%2"_s.arg(label, value);
}

QString ofPolicy(const QString &field, const GpuSwitches &switches)
{
    return u"%1 (ClusterPolicy %2)"_s.arg(field, switches.policy);
}

/// NVIDIA/gpu-operator controllers/state_manager.go getWorkloadConfig: the label counts only where
/// sandboxWorkloads is enabled, and one with another value leaves the node to the default. Where no
/// ClusterPolicy can be seen, the label is all that tells.
QString workloadSwitch(const LabelMap &labels, const GpuSwitches &switches)
{
    const QString own = labels.value(workloadLabel);
    const bool mayCount = switches.policy.isEmpty() || switches.isSandboxed;
    if (mayCount && isForMachines(own))
        return labelSwitch(workloadLabel, own);
    if (switches.isSandboxed && own != u"container" && isForMachines(switches.defaultWorkload))
        return ofPolicy(u"sandboxWorkloads.defaultWorkload="_s + switches.defaultWorkload, switches);
    return {};
}

/// The DaemonSets select nodes whose label is true; the operator keeps any other value that it finds
/// (controllers/state_manager.go updateGPUStateLabels, addGPUStateLabels). k8s-driver-manager writes
/// pre-installed (cmd/driver-manager/main.go disableContainerizedDriver).
QString ownSwitch(const LabelMap &labels, QStringView operand)
{
    if (labels.value(operandsLabel) == u"false")
        return labelSwitch(operandsLabel, u"false"_s);
    const QString own = labels.value(operand);
    const bool isOff = !own.isEmpty() && own != u"true" && !own.contains(u"paused-for-");
    return isOff ? labelSwitch(operand, own) : QString();
}

QString operandSwitch(const LabelMap &labels, const GpuSwitches &switches, QStringView operand)
{
    const QString own = ownSwitch(labels, operand);
    return own.isEmpty() ? workloadSwitch(labels, switches) : own;
}

} // namespace

GpuSwitches GpuSwitches::read(const LenientJson &spec, const QString &name)
{
    GpuSwitches switches;
    switches.policy = name;
    const LenientJson plugin = spec["devicePlugin"]["enabled"];
    switches.hasDevicePlugin = !plugin.exists() || plugin.boolean();
    switches.isSandboxed = spec["sandboxWorkloads"]["enabled"].boolean();
    switches.defaultWorkload = spec["sandboxWorkloads"]["defaultWorkload"].text();
    return switches;
}

QString cardSwitch(const LabelMap &labels)
{
    return labels.value(cardLabel) == u"false" ? labelSwitch(cardLabel, u"false"_s) : QString();
}

LabelMap switchLabels(const LabelMap &labels)
{
    LabelMap found;
    for (const QStringView label :
         {operandsLabel, driverLabel, devicePluginLabel, workloadLabel, cardLabel}) {
        if (labels.contains(label))
            found.insert(label.toString(), labels.value(label));
    }
    return found;
}

QString driverSwitch(const LabelMap &labels, const GpuSwitches &switches)
{
    return operandSwitch(labels, switches, driverLabel);
}

bool hasPartitionManager(const LabelMap &labels, const GpuSwitches &switches, const QString &kind)
{
    if (kind == u"mig")
        return operandSwitch(labels, switches, migManagerLabel).isEmpty();
    // Only a node for vm-vgpu has it (controllers/state_manager.go gpuStateLabels).
    const bool isForVgpu =
        switches.policy.isEmpty() || workloadSwitch(labels, switches).contains(u"=vm-vgpu");
    return isForVgpu && ownSwitch(labels, vgpuManagerLabel).isEmpty();
}

QString deviceSwitch(const LabelMap &labels, const GpuSwitches &switches)
{
    const QString own = operandSwitch(labels, switches, devicePluginLabel);
    return own.isEmpty() && !switches.hasDevicePlugin ? ofPolicy(u"devicePlugin.enabled=false"_s, switches)
                                                      : own;
}

} // namespace chartroom
