// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/upgrade/dry_run_refusal.h"
#include "tests/core/preflight_samples.h"

namespace chartroom::test {

/// What the cluster has of the object.
inline LiveObject liveObject(const char *apiVersion, const char *kind, const char *namespaceName,
                             const char *name, const char *yaml = "{}")
{
    LiveObject live;
    live.object = {QLatin1String(apiVersion), QLatin1String(kind), QLatin1String(namespaceName),
                   QLatin1String(name)};
    live.state = LiveObject::State::Found;
    live.value = yamlValue(yaml);
    return live;
}

inline PreflightEvidence refusalEvidence(const QString &applyMethod = {})
{
    PreflightEvidence evidence = contentEvidence();
    evidence.draft.release = {QStringLiteral("agents"), QStringLiteral("watch-agent"),
                              ReleaseStorage::Secret};
    evidence.dryRun->applyMethod = applyMethod;
    evidence.live = QList<LiveObject>{
        liveObject(
            "batch/v1", "Job", "agents", "token",
            "status: {conditions: [{type: SuccessCriteriaMet, status: 'True'}, {type: Complete, status: "
            "'True'}]}"),
        liveObject("batch/v1", "Job", "agents", "broken",
                   "status: {conditions: [{type: Failed, status: 'True'}]}"),
        liveObject("batch/v1", "Job", "agents", "index",
                   "status: {active: 1, conditions: [{type: Complete, status: 'False'}]}"),
        liveObject("apps/v1", "Deployment", "agents", "web",
                   "{spec: {selector: {matchLabels: {app: web, tier: a}}}, metadata: {managedFields: "
                   "[{manager: helm}, {manager: kubectl-edit}, {manager: autoscaler}]}}"),
        liveObject("apps/v1", "Deployment", "agents", "cache",
                   "metadata: {managedFields: [{manager: helm}, {manager: kubectl-edit}]}"),
        liveObject("apps/v1", "DaemonSet", "drivers", "driver"),
        liveObject("storage.k8s.io/v1", "StorageClass", "", "fast"),
    };
    return evidence;
}

inline DryRunRefusal onlyRefusal(const QString &said, const PreflightEvidence &evidence)
{
    const QList<DryRunRefusal> all = dryRunRefusals({said}, evidence);
    return all.size() == 1
               ? all.first()
               : DryRunRefusal{QStringLiteral("%1 refusals").arg(all.size()), Severity::Ok, {}, {}, {}};
}

} // namespace chartroom::test
