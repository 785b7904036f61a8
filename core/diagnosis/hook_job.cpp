// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnosis/hook_job.h"

#include "core/diagnosis/resource_status.h"
#include "core/kube/lenient_json.h"

namespace chartroom {

std::optional<HookJob> HookJob::read(const KubeObject &object)
{
    const auto read = readFields<HookJob>(object, [&object](const LenientJson &root) {
        HookJob job;
        job.namespaceName = object.namespaceName;
        job.name = object.name;
        job.created = root["metadata"]["creationTimestamp"].time();
        job.queue = root["metadata"]["labels"]["kueue.x-k8s.io/queue-name"].text();
        job.isSuspended = root["spec"]["suspend"].boolean();
        if (job.isSuspended)
            job.words = QStringLiteral("spec.suspend=true");
        const LenientJson status = root["status"];
        job.active = status["active"].integer();
        job.ready = status["ready"].integer();
        job.failed = status["failed"].integer();
        job.succeeded = status["succeeded"].integer();
        status["conditions"].forEachItem([&job](const LenientJson &condition) {
            const std::string_view type = condition["type"].view();
            if (condition["status"].view() != "True" || job.isFailed || job.isComplete ||
                (type != "Failed" && type != "Complete" && type != "Suspended"))
                return;
            job.isFailed = type == "Failed";
            job.isComplete = type == "Complete";
            job.isSuspended = type == "Suspended";
            if (!job.isSuspended)
                job.ended = condition["lastTransitionTime"].time();
            job.words = conditionText({condition["reason"].text(),
                                       condition["message"].text(),
                                       {},
                                       condition["type"].text() + QStringLiteral("=True")});
        });
        return job;
    });
    return read ? std::optional(*read) : std::nullopt;
}

} // namespace chartroom
