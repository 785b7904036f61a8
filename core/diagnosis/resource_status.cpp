// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnosis/resource_status.h"

#include "core/diagnosis/operator_kinds.h"
#include "core/kube/condition_type.h"
#include "core/kube/lenient_json.h"
#include "core/kube/shared_text.h"

#include <algorithm>
#include <array>
#include <utility>

namespace chartroom {

namespace {

QString annotatedRelease(const LenientJson &annotations)
{
    const QString space = annotations["meta.helm.sh/release-namespace"].text();
    const QString name = annotations["meta.helm.sh/release-name"].text();
    return space.isEmpty() || name.isEmpty() ? QString() : space + u'/' + name;
}

bool isBadState(std::string_view state)
{
    return state == "notReady" || state == "error";
}

/// NVIDIA/gpu-operator api/nvidia/v1/clusterpolicy_types.go State, Mellanox/network-operator
/// api/v1alpha1/nicclusterpolicy_types.go State; "" before the first look.
bool isKnownState(std::string_view state)
{
    static constexpr auto known = std::to_array<std::string_view>(
        {"", "ready", "notReady", "error", "ignore", "ignored", "disabled", "reset"});
    return std::find(known.begin(), known.end(), state) != known.end();
}

bool isOfWork(std::string_view type)
{
    return type.ends_with("Progressing") || type.ends_with("Draining") || type.ends_with("Reconciling");
}

/// The Ready of a resource in trouble mostly only repeats that it is: one that says nothing of its own is
/// none, nor is an Error that is as good as unset.
bool isComplaint(const LenientJson &condition)
{
    const std::string_view status = condition["status"].view();
    const std::string_view type = condition["type"].view();
    if (isBadWhenTrue(type))
        return status == "True";
    return !isOfWork(type) && (status == "False" || status == "Unknown") && condition["reason"].exists();
}

bool isReadyWithReason(const LenientJson &condition)
{
    return condition["type"].view() == "Ready" && condition["status"].view() == "True" &&
           condition["reason"].exists();
}

void addConditions(const LenientJson &conditions, ResourceStatus &status)
{
    conditions.forEachItem([&status](const LenientJson &condition) {
        const bool isRemark = isReadyWithReason(condition);
        if (!isRemark && !isComplaint(condition))
            return;
        (isRemark ? status.remarks : status.complaints)
            .append({condition["reason"].text(), condition["message"].text(),
                     condition["lastTransitionTime"].time(),
                     condition["type"].text() + u'=' + condition["status"].text()});
    });
}

/// A state that something in the message explains, or that is an error without one.
void addStates(const LenientJson &states, ResourceStatus &status)
{
    states.forEachItem([&status](const LenientJson &state) {
        const QString message = state["message"].text();
        const std::string_view word = state["state"].view();
        if (isBadState(word) && !message.isEmpty())
            status.complaints.append(
                {QStringLiteral("error"), state["name"].text() + QStringLiteral(": ") + message, {}});
        else if (word == "error")
            status.complaints.append(
                {QStringLiteral("error"), state["name"].text() + QStringLiteral(": error"), {}});
        else if (isBadState(word))
            status.notReady.append(state["name"].text());
        else if (!isKnownState(word))
            status.complaints.append(
                {{}, message, {}, state["name"].text() + QStringLiteral(": ") + state["state"].text()});
    });
}

QDateTime notReadySince(const LenientJson &conditions)
{
    QDateTime since;
    conditions.forEachItem([&since](const LenientJson &condition) {
        if (condition["type"].view() == "Ready" && condition["status"].view() != "True")
            since = condition["lastTransitionTime"].time();
    });
    return since;
}

/// By the managedFields, of which a recording keeps this for some kinds.
QDateTime writtenAt(const KubeObject &object, const LenientJson &root)
{
    return object.written.isEmpty() ? root["chartroom"]["written"].time()
                                    : QDateTime::fromString(QString::fromLatin1(object.written), Qt::ISODate);
}

bool isPolicyKind(const QString &kind)
{
    return kind == u"ClusterPolicy" || kind == u"NVIDIADriver" || kind == u"NicClusterPolicy";
}

bool declaresRdma(const QString &kind)
{
    return kind == u"NicClusterPolicy" || kind == u"NicNodePolicy" || kind == u"SriovNetworkNodePolicy";
}

/// A claim that was made for a pod has no devices until the scheduler found some; one without a pod waits for
/// its first (resource.k8s.io/v1, ResourceClaimStatus.allocation).
void addAllocation(const LenientJson &root, ResourceStatus &status)
{
    bool isOfPod = false;
    root["metadata"]["ownerReferences"].forEachItem(
        [&isOfPod](const LenientJson &owner) { isOfPod = isOfPod || owner["kind"].view() == "Pod"; });
    if (isOfPod && !root["status"]["allocation"].exists())
        status.complaints.append({QStringLiteral("NotAllocated"),
                                  QStringLiteral("status.allocation is not set"),
                                  root["metadata"]["creationTimestamp"].time()});
}

} // namespace

QString conditionText(const ResourceStatus::Complaint &complaint)
{
    QStringList words{complaint.type};
    if (!complaint.reason.isEmpty())
        words.append(complaint.reason);
    const QString head = words.join(QStringLiteral(", "));
    return complaint.message.isEmpty()
               ? head
               : head + QStringLiteral(": ") + QString(complaint.message).replace(u'\n', u' ');
}

QString ResourceStatus::fullName() const
{
    return kind + u' ' + (namespaceName.isEmpty() ? name : namespaceName + u'/' + name);
}

Result<ResourceStatus> ResourceStatus::read(const KubeObject &object, const QString &kind)
{
    Result<ResourceStatus> status = readFields<ResourceStatus>(object, [&](const LenientJson &root) {
        ResourceStatus read;
        read.kind = kind;
        read.namespaceName = object.namespaceName;
        read.name = object.name;
        read.release = annotatedRelease(root["metadata"]["annotations"]);
        if (isOperatorKind(kind)) {
            readOperatorStatus(root, read);
            return read;
        }
        if (kind == u"ResourceClaim") {
            addAllocation(root, read);
            return read;
        }
        if (declaresRdma(kind))
            read.rdma = RdmaPolicy::read(root["spec"]);
        if (kind == u"SriovNetworkNodePolicy") {
            root["spec"]["nodeSelector"].forEachMember(
                [&read](std::string_view key, const LenientJson &value) {
                    read.nodeSelector.insert(sharedText(key), value.text());
                });
            return read;
        }
        const LenientJson told = root["status"];
        read.state = told["state"].text();
        read.stateSince = notReadySince(told["conditions"]);
        read.unchanged = writtenAt(object, root);
        addStates(told["appliedStates"], read);
        addConditions(told["conditions"], read);
        // It sums up those of the components (Mellanox/network-operator controllers/conditions.go
        // computePolicyConditions@v26.7.0-rc.2).
        const QString reason = told["reason"].text();
        const bool tellsWhy = isBadState(told["state"].view()) && !reason.isEmpty();
        if (declaresRdma(kind) && (read.complaints.size() > 1 || tellsWhy))
            read.complaints.removeIf([](const Complaint &one) { return one.type == u"Ready=False"; });
        if (tellsWhy)
            read.complaints.append({told["state"].text(), reason, {}});
        else if (!isKnownState(told["state"].view()))
            read.complaints.append({{}, reason, {}, QStringLiteral("state: ") + told["state"].text()});
        read.ownWords = reason;
        for (const ResourceStatus::Complaint &one : std::as_const(read.complaints)) {
            if (read.ownWords.isEmpty() && one.type == u"Error=True")
                read.ownWords = one.message;
        }
        return read;
    });
    if (status && isPolicyKind(kind)) {
        if (const auto policy = DriverPolicy::readAs(kind, object))
            status->policy = *policy;
    }
    if (status && kind == u"DeviceConfig") {
        if (const auto config = DeviceConfig::read(object))
            status->deviceConfig = *config;
    }
    return status;
}

} // namespace chartroom
