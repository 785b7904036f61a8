// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnosis/resource_status.h"

#include "core/kube/json_field.h"

namespace chartroom {

namespace {

bool isBadState(std::string_view state)
{
    return state == "notReady" || state == "error";
}

bool isComplaint(const JsonField &condition)
{
    const std::string_view status = condition["status"].view();
    return condition["type"].view() == "Error" ? status == "True" : status == "False";
}

/// One that says nothing (the Error of a resource that is well keeps an empty reason) is none.
void addConditions(const JsonField &conditions, ResourceStatus &status)
{
    conditions.forEachItem([&status](const JsonField &condition) {
        if (isComplaint(condition) && condition["reason"].exists())
            status.complaints.append({condition["reason"].text(), condition["message"].text(),
                                      condition["lastTransitionTime"].time()});
    });
}

/// A state that something in the message explains.
void addStates(const JsonField &states, ResourceStatus &status)
{
    states.forEachItem([&status](const JsonField &state) {
        const QString message = state["message"].text();
        if (isBadState(state["state"].view()) && !message.isEmpty())
            status.complaints.append(
                {QStringLiteral("error"), state["name"].text() + QStringLiteral(": ") + message, {}});
    });
}

/// A claim that was made for a pod has no devices until the scheduler found some; one without a pod waits for
/// its first (resource.k8s.io/v1, ResourceClaimStatus.allocation).
void addAllocation(const JsonField &root, ResourceStatus &status)
{
    bool isOfPod = false;
    root["metadata"]["ownerReferences"].forEachItem(
        [&isOfPod](const JsonField &owner) { isOfPod = isOfPod || owner["kind"].view() == "Pod"; });
    if (isOfPod && !root["status"]["allocation"].exists())
        status.complaints.append({QStringLiteral("NotAllocated"),
                                  QStringLiteral("status.allocation is not set"),
                                  root["metadata"]["creationTimestamp"].time()});
}

} // namespace

Result<ResourceStatus> ResourceStatus::read(const KubeObject &object, const QString &kind)
{
    return readFields<ResourceStatus>(object, [&](const JsonField &root) {
        ResourceStatus read;
        read.kind = kind;
        read.namespaceName = object.namespaceName;
        read.name = object.name;
        if (kind == u"ResourceClaim") {
            addAllocation(root, read);
            return read;
        }
        if (kind == u"SriovNetworkNodePolicy") {
            root["spec"]["nodeSelector"].forEachMember([&read](std::string_view key, const JsonField &value) {
                read.nodeSelector.insert(sharedText(key), value.text());
            });
            return read;
        }
        const JsonField status = root["status"];
        addStates(status["appliedStates"], read);
        addConditions(status["conditions"], read);
        const QString reason = status["reason"].text();
        if (isBadState(status["state"].view()) && !reason.isEmpty())
            read.complaints.append({status["state"].text(), reason, {}});
        return read;
    });
}

} // namespace chartroom
