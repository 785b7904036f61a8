// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/node_maintenance.h"

#include "core/base/moments.h"
#include "core/kube/lenient_json.h"
#include "core/rollout/node_notes.h"

namespace chartroom {

namespace {

/// No maintenance operator that runs takes so long to hear of a request.
constexpr auto longestSilence = std::chrono::minutes(2);

QStringList texts(const LenientJson &list)
{
    QStringList found;
    list.forEachItem([&](const LenientJson &item) { found << item.text(); });
    return found;
}

void readConditions(const LenientJson &conditions, NodeMaintenance &maintenance)
{
    conditions.forEachItem([&](const LenientJson &condition) {
        const QString type = condition["type"].text();
        const bool isTrue = condition["status"].text() == u"True";
        if (type == u"Ready") {
            maintenance.isReady = isTrue;
            maintenance.reason = condition["reason"].text();
            maintenance.message = condition["message"].text();
        } else if (type == u"RequestorFailed" && isTrue) {
            const QString message = condition["message"].text();
            maintenance.failure = message.isEmpty() ? condition["reason"].text() : message;
        }
    });
}

} // namespace

bool NodeMaintenance::isUnanswered(const QDateTime &now) const
{
    const QDateTime asked = deleting.isValid() ? deleting : reason.isEmpty() ? created : QDateTime();
    return asked.isValid() && timeBetween(asked, now) > longestSilence;
}

Result<NodeMaintenance> NodeMaintenance::read(const KubeObject &object)
{
    return readFields<NodeMaintenance>(object, [&](const LenientJson &root) {
        NodeMaintenance maintenance;
        maintenance.uid = object.uid;
        maintenance.namespaceName = object.namespaceName;
        maintenance.name = object.name;
        const LenientJson metadata = root["metadata"];
        maintenance.created = metadata["creationTimestamp"].time();
        maintenance.deleting = metadata["deletionTimestamp"].time();
        const LenientJson spec = root["spec"];
        maintenance.node = spec["nodeName"].text();
        maintenance.requestor = spec["requestorID"].text();
        maintenance.alsoFor = texts(spec["additionalRequestors"]);
        maintenance.drainsByForce = spec["drainSpec"]["force"].boolean();
        maintenance.drainsEmptyDir = spec["drainSpec"]["deleteEmptyDir"].boolean();
        const LenientJson status = root["status"];
        readConditions(status["conditions"], maintenance);
        maintenance.waitsForCompletion = texts(status["waitForCompletion"]);
        const LenientJson drain = status["drain"];
        maintenance.waitsForEviction = texts(drain["waitForEviction"]);
        if (drain["drainProgress"].exists())
            maintenance.drainProgress = drain["drainProgress"].integer();
        return maintenance;
    });
}

Result<MaintenanceOperatorConfig> MaintenanceOperatorConfig::read(const KubeObject &object)
{
    return readFields<MaintenanceOperatorConfig>(object, [&](const LenientJson &root) {
        MaintenanceOperatorConfig terms;
        terms.uid = object.uid;
        terms.name = object.name;
        const LenientJson spec = root["spec"];
        if (spec["maxParallelOperations"].exists())
            terms.maxParallel = spec["maxParallelOperations"].text();
        terms.maxUnavailable = spec["maxUnavailable"].text();
        return terms;
    });
}

std::optional<int> MaintenanceOperatorConfig::parallelLimit(int nodes) const
{
    const std::optional<int> limit = scaledLimit(maxParallel, nodes);
    return limit.value_or(0) > 0 ? limit : std::nullopt;
}

std::optional<int> MaintenanceOperatorConfig::unavailableLimit(int nodes) const
{
    return scaledLimit(maxUnavailable, nodes, Rounding::Down);
}

} // namespace chartroom
