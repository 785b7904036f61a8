// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnosis/expected_rdma.h"

#include "core/rollout/selector_fit.h"

#include <algorithm>

namespace chartroom {

namespace {

using namespace Qt::StringLiterals;

bool offersAny(const Node &node, const QStringList &resources)
{
    return std::any_of(resources.cbegin(), resources.cend(),
                       [&node](const QString &resource) { return node.devices.value(resource) > 0; });
}

bool isGpuResource(const QString &resource)
{
    return resource.startsWith(u"nvidia.com/gpu") || resource.startsWith(u"nvidia.com/mig-") ||
           isAmdGpu(resource.toStdString());
}

/// Something that no policy names and that may be an RDMA device of a plugin whose names are unknown.
bool offersUnknown(const Node &node)
{
    return std::any_of(node.devices.keyBegin(), node.devices.keyEnd(), [&node](const QString &resource) {
        return node.devices.value(resource) > 0 && !isGpuResource(resource) && !isUsualRdma(resource);
    });
}

QString typeOf(const Node &node)
{
    return node.labels.value(u"node.kubernetes.io/instance-type"_s);
}

} // namespace

ExpectedRdma::ExpectedRdma(const DiagnosisEvidence &evidence)
{
    for (const ResourceStatus &resource : evidence.resources) {
        if (resource.rdma.declaresNothing() || (resource.policy && isPassedOver(*resource.policy, {})))
            continue;
        m_names.add(resource.rdma);
        m_functions.add(resource.rdma.functions);
        // The SR-IOV Network Operator's nodes have a rollout of their own that compares their functions.
        if (resource.kind != u"SriovNetworkNodePolicy")
            m_policies << resource.rdma;
    }
    QSet<QString> usual;
    for (const Node &node : evidence.nodes) {
        for (auto device = node.devices.cbegin(); device != node.devices.cend(); ++device) {
            if (isUsualRdma(device.key()))
                usual.insert(device.key());
            if (*device > 0 && m_names.has(device.key()))
                m_typesWith[device.key()].insert(typeOf(node));
        }
    }
    m_usual = {usual.cbegin(), usual.cend()};
    m_usual.sort();
}

QStringList ExpectedRdma::goneFrom(const Node &node) const
{
    const Declared declared = declaredFor(node);
    const bool isLeftOut = !m_policies.isEmpty() && declared.isKnown && declared.resources.isEmpty();
    QStringList gone;
    for (auto device = node.deviceCapacities.cbegin(); device != node.deviceCapacities.cend(); ++device) {
        if (*device > 0 && node.devices.value(device.key()) == 0 && m_names.has(device.key()) &&
            !(isLeftOut && operandOf(device.key()) == u"rdma-plugin"))
            gone << device.key();
    }
    return gone;
}

/// Where no policy can be seen, the names are those that nodes have by default.
ExpectedRdma::Declared ExpectedRdma::declaredFor(const Node &node) const
{
    if (m_policies.isEmpty())
        return {m_usual, !offersUnknown(node)};
    Declared declared;
    for (const RdmaPolicy &policy : m_policies) {
        const SelectorFit fit = fitOf(node, policy.nodeSelector);
        if (fit == SelectorFit::No)
            continue;
        declared.isKnown =
            declared.isKnown && fit == SelectorFit::Yes && policy.unreadable.isEmpty() && !policy.isElsewhere;
        declared.resources += policy.shared + policy.functions;
    }
    declared.resources.removeDuplicates();
    return declared;
}

QStringList ExpectedRdma::absentFrom(const Node &node, bool wasSeenToGo) const
{
    const Declared declared = declaredFor(node);
    if (!declared.isKnown || declared.resources.isEmpty() || offersAny(node, declared.resources))
        return {};
    if (wasSeenToGo)
        return declared.resources;
    QSet<QString> types;
    for (const QString &resource : declared.resources)
        types.unite(m_typesWith.value(resource));
    return types.isEmpty() || types.contains(typeOf(node)) ? declared.resources : QStringList();
}

QString ExpectedRdma::operandOf(const QString &resource) const
{
    // A usual name is no function unless a policy says so.
    const bool isFunction = m_functions.has(resource) && !resource.startsWith(u"rdma/");
    return isFunction ? u"sriov-plugin"_s : u"rdma-plugin"_s;
}

} // namespace chartroom
