// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/operator_deployment.h"

#include "core/base/moments.h"
#include "core/base/visible_text.h"
#include "core/kube/lenient_json.h"
#include "core/rollout/rollout_tr.h"

#include <algorithm>

namespace chartroom {

namespace {

/// A ReplicaSet is called after its Deployment and a hash without a dash.
bool isPodOf(const Pod &pod, const OperatorDeployment &one)
{
    return pod.namespaceName == one.namespaceName && pod.ownerKind == u"ReplicaSet" &&
           pod.health != Pod::Health::Leaving && pod.ownerName.startsWith(one.name) &&
           pod.ownerName.lastIndexOf(u'-') == one.name.size();
}

/// As its image is called.
constexpr QStringView maintenanceImage = u"maintenance-operator";

QString maintainerGoneText(const OperatorDeployment &one)
{
    const QString name = visibleText(one.fullName());
    if (one.wanted == 0)
        return RolloutTr::tr("The maintenance operator (Deployment %1) is scaled to 0: no node is drained or "
                             "released until it runs again.")
            .arg(name);
    return RolloutTr::tr("No pod of the maintenance operator (Deployment %1) has been available since %2: no "
                         "node is drained or released until one is.")
        .arg(name, one.unavailableSince.toString(Qt::ISODate));
}

void readMode(const LenientJson &environment, OperatorDeployment &deployment)
{
    if (!environment.exists())
        return;
    deployment.asksMaintenance = false;
    environment.forEachItem([&deployment](const LenientJson &variable) {
        if (variable["name"].view() == "MAINTENANCE_OPERATOR_ENABLED")
            deployment.asksMaintenance = variable["valueFrom"].exists()
                                             ? std::nullopt
                                             : std::optional(variable["value"].view() == "true");
        else if (variable["name"].view() == "MAINTENANCE_OPERATOR_REQUESTOR_ID")
            deployment.requestorId = variable["value"].text(); // none where it is from elsewhere
    });
}

QString componentOf(QStringView image)
{
    image = image.left(image.indexOf(u'@') < 0 ? image.size() : image.indexOf(u'@'));
    const qsizetype slash = image.lastIndexOf(u'/');
    QStringView name = image.mid(slash + 1);
    if (const qsizetype colon = name.indexOf(u':'); colon >= 0)
        name.truncate(colon);
    const bool isAmds = image.contains(u"rocm/") || image.contains(u"amd");
    if (name == u"gpu-operator")
        return isAmds ? QStringLiteral("amd") : QStringLiteral("gpu");
    if (name == u"network-operator")
        return QStringLiteral("ib");
    if (name == maintenanceImage)
        return QStringLiteral("maintenance");
    return name == u"sriov-network-operator" ? QStringLiteral("sriov") : QString();
}

/// Not Node Feature Discovery, which the chart of the GPU Operator and that of the Network Operator bring
/// along (nvcr.io/nvidia/cloud-native/..., registry.k8s.io/nfd/node-feature-discovery).
bool mayLead(const OperatorDeployment &one, const QString &component, const QStringList &namespaces)
{
    return namespaces.contains(one.namespaceName) &&
           (one.component == component ||
            (one.component.isEmpty() && !one.name.contains(u"node-feature-discovery")));
}

} // namespace

Result<OperatorDeployment> OperatorDeployment::read(const KubeObject &object)
{
    return readFields<OperatorDeployment>(object, [&](const LenientJson &root) {
        OperatorDeployment deployment;
        deployment.uid = object.uid;
        deployment.namespaceName = object.namespaceName;
        deployment.name = object.name;
        const LenientJson spec = root["spec"];
        if (spec["replicas"].exists())
            deployment.wanted = spec["replicas"].integer();
        spec["template"]["spec"]["containers"].forEachItem([&deployment](const LenientJson &container) {
            if (!deployment.component.isEmpty())
                return;
            deployment.component = componentOf(container["image"].text());
            if (deployment.component == u"ib")
                readMode(container["env"], deployment);
        });
        const LenientJson status = root["status"];
        deployment.made = status["replicas"].integer();
        deployment.available = status["availableReplicas"].integer();
        deployment.updated = status["updatedReplicas"].integer();
        deployment.generation = root["metadata"]["generation"].integer();
        deployment.observedGeneration = status["observedGeneration"].integer();
        status["conditions"].forEachItem([&deployment](const LenientJson &condition) {
            if (condition["type"].view() != "Available")
                return;
            if (condition["status"].view() == "False")
                deployment.unavailableSince = condition["lastTransitionTime"].time();
            else if (condition["status"].view() == "True")
                deployment.availableSince = condition["lastTransitionTime"].time();
        });
        return deployment;
    });
}

bool OperatorDeployment::isGone(const QDateTime &now) const
{
    if (isMissing || wanted == 0)
        return true;
    return available == 0 && unavailableSince.isValid() &&
           timeBetween(unavailableSince, now) > longestRestart;
}

bool OperatorDeployment::isPending() const
{
    if (generation == 0 || wanted == 0)
        return false;
    return observedGeneration < generation || updated < wanted || made > updated || available < updated;
}

std::optional<OperatorDeployment> operatorOf(const QString &component, const QStringList &namespaces,
                                             const ObjectMap<OperatorDeployment> &all, const QDateTime &now)
{
    std::optional<OperatorDeployment> found;
    for (const OperatorDeployment &one : all) {
        const bool isMeant =
            one.component == component && (namespaces.isEmpty() || namespaces.contains(one.namespaceName));
        if (isMeant && (!found || (found->isGone(now) && !one.isGone(now))))
            found = one;
    }
    if (!found && !namespaces.isEmpty() && !all.isEmpty() &&
        std::none_of(all.begin(), all.end(),
                     [&](const OperatorDeployment &one) { return mayLead(one, component, namespaces); })) {
        found.emplace();
        found->namespaceName = namespaces.first();
        found->component = component;
        found->isMissing = true;
        found->wanted = 0;
    }
    return found;
}

std::optional<Outage> returnOf(const OperatorDeployment &one, const ObjectMap<Pod> &pods)
{
    if (!one.availableSince.isValid())
        return std::nullopt;
    const Pod *oldest = nullptr;
    for (const Pod &pod : pods)
        if (isPodOf(pod, one) && (!oldest || pod.created < oldest->created))
            oldest = &pod;
    if (!oldest || oldest->restarts > 0)
        return Outage{laterBy(one.availableSince, -longestRestart), one.availableSince};
    return oldest->created <= one.availableSince ? std::optional(Outage::until(oldest->created))
                                                 : std::nullopt;
}

QString goneText(const OperatorDeployment &one)
{
    if (one.component == u"maintenance")
        return maintainerGoneText(one);
    if (one.isMissing)
        return RolloutTr::tr("The operator has no Deployment in namespace %1: no node continues until it is "
                             "installed again.")
            .arg(visibleText(one.namespaceName));
    const QString name = visibleText(one.fullName());
    if (one.wanted == 0)
        return RolloutTr::tr(
                   "The operator (Deployment %1) is scaled to 0: no node continues until it runs again.")
            .arg(name);
    return RolloutTr::tr("No pod of the operator (Deployment %1) has been available since %2: no node "
                         "continues until one is.")
        .arg(name, one.unavailableSince.toString(Qt::ISODate));
}

QString pendingText(const OperatorDeployment &one)
{
    const QString name = visibleText(one.fullName());
    if (one.observedGeneration < one.generation)
        return RolloutTr::tr("The newest template of the operator (Deployment %1) has not been observed yet.")
            .arg(name);
    return RolloutTr::tr("The operator's own update (Deployment %1) is not complete: of %2 pods wanted, %3 "
                         "are of the newest template; %4 exist, %5 are available.")
        .arg(name)
        .arg(one.wanted)
        .arg(one.updated)
        .arg(one.made)
        .arg(one.available);
}

} // namespace chartroom
