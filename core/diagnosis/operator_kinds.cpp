// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnosis/operator_kinds.h"

#include "core/kube/condition_type.h"
#include "core/kube/lenient_json.h"

#include <algorithm>
#include <iterator>

namespace chartroom {

using namespace Qt::StringLiterals;

namespace {

void readPodGroup(const LenientJson &root, ResourceStatus &status)
{
    const QString queue = root["spec"]["queue"].text();
    status.queue = queue.isEmpty() ? u"default"_s : queue;
    status.state = root["status"]["phase"].text();
    if (status.state == u"Running" || status.state == u"Completed")
        return;
    ResourceStatus::Complaint waits;
    waits.type = u"phase=%1, queue=%2"_s.arg(status.state, status.queue);
    waits.since = root["metadata"]["creationTimestamp"].time();
    root["status"]["conditions"].forEachItem([&waits](const LenientJson &condition) {
        if (condition["status"].view() != "True")
            return;
        if (condition["type"].view() == "Scheduled") {
            waits.since = condition["lastTransitionTime"].time();
        } else if (condition["type"].view() == "Unschedulable") {
            waits.reason = condition["reason"].text();
            waits.message = condition["message"].text();
        }
    });
    status.complaints.append(waits);
}

void readQueue(const LenientJson &root, ResourceStatus &status)
{
    status.state = root["status"]["state"].text();
    if (!status.state.isEmpty() && status.state != u"Open")
        status.complaints.append({{}, {}, {}, u"state="_s + status.state});
}

void readStage(const LenientJson &told, ResourceStatus &status)
{
    const QString stage = told["stageStatus"].text();
    const QString message = told["lastMessage"].text();
    if (stage.isEmpty() || stage == u"success")
        return;
    const QString words = u"stage=%1, stageStatus=%2"_s.arg(told["stage"].text(), stage);
    status.state = words;
    if (!message.isEmpty())
        status.complaints.append({{}, message, {}, words});
}

void readConditions(const LenientJson &told, ResourceStatus &status)
{
    QStringList states;
    told["conditions"].forEachItem([&](const LenientJson &condition) {
        const std::string_view type = condition["type"].view();
        const std::string_view value = condition["status"].view();
        const QString words = condition["type"].text() + u'=' + condition["status"].text();
        states.append(words);
        if (isBadWhenTrue(type) ? value == "True" : value == "False" || value == "Degraded")
            status.complaints.append({condition["reason"].text(), condition["message"].text(),
                                      condition["lastTransitionTime"].time(), words});
    });
    states.sort();
    status.state = states.join(u", ");
}

bool isQueueMissing(const QString &queue, const QList<KindCount> &counts)
{
    return std::any_of(counts.cbegin(), counts.cend(), [&queue](const KindCount &count) {
        return !count.queues.isEmpty() && !count.queues.contains(queue);
    });
}

void readGrafana(const LenientJson &root, ResourceStatus &status)
{
    readConditions(root["status"], status);
    if (root["spec"]["suspend"].boolean()) {
        status.state = u"spec.suspend=true"_s;
        status.complaints.clear();
    } else if (status.kind == u"Grafana") {
        readStage(root["status"], status);
    }
}

} // namespace

bool isOperatorKind(QStringView kind)
{
    return std::any_of(std::begin(operatorKinds), std::end(operatorKinds),
                       [kind](const OperatorKind &one) { return kind == QLatin1String(one.kind); });
}

void KindCount::add(const ResourceStatus &resource)
{
    ++all;
    if (!resource.complaints.isEmpty()) {
        ++inTrouble;
        if (!resource.queue.isEmpty())
            ++waiting[resource.queue];
    }
    if (!resource.state.isEmpty())
        ++states[resource.state];
    if (resource.kind == u"Queue")
        queues.insert(resource.name);
    if (!resource.node.isEmpty())
        nodes.insert(resource.node);
}

void readOperatorStatus(const LenientJson &root, ResourceStatus &status)
{
    if (status.kind == u"NodeFeature") {
        status.node = root["metadata"]["labels"]["nfd.node.kubernetes.io/node-name"].text();
    } else if (status.kind == u"PodGroup") {
        readPodGroup(root, status);
    } else if (status.kind == u"Queue") {
        readQueue(root, status);
    } else if (status.kind.startsWith(u"Grafana")) {
        readGrafana(root, status);
    } else {
        readConditions(root["status"], status);
    }
}

QString complaintText(const ResourceStatus &resource, ResourceStatus::Complaint complaint,
                      const QList<KindCount> &counts)
{
    if (resource.kind == u"PodGroup" && isQueueMissing(resource.queue, counts))
        complaint.type += u" (no such Queue)"_s;
    return conditionText(complaint);
}

} // namespace chartroom
