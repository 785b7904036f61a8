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
        const LenientJson status = root["status"];
        job.active = status["active"].integer();
        job.ready = status["ready"].integer();
        job.failed = status["failed"].integer();
        job.succeeded = status["succeeded"].integer();
        status["conditions"].forEachItem([&job](const LenientJson &condition) {
            const std::string_view type = condition["type"].view();
            if (condition["status"].view() != "True" || (type != "Failed" && type != "Complete"))
                return;
            job.isFailed = type == "Failed";
            job.isComplete = type == "Complete";
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
