// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/document.h"
#include "core/upgrade/preflight_checks.h"

#include <QTest>

namespace chartroom::test {

inline const QDateTime preflightNow(QDate(2026, 11, 21), QTime(3, 0), Qt::UTC);

inline Value yamlValue(const char *text)
{
    const auto value = readYaml(text);
    if (!value)
        qFatal("%s", qPrintable(value.error().message));
    return *value;
}

/// An error as a source that was asked gives it.
inline tl::unexpected<Error> refused()
{
    return failure(Error::Code::Forbidden, QStringLiteral("It is forbidden."));
}

inline ManifestDiff changesBetween(const char *before, const char *after)
{
    return diffManifests({yamlValue(before)}, {yamlValue(after)}, {});
}

inline RevisionEntry revisionEntry(int revision, ReleaseStatus status, int minutesAgo = 60 * 24)
{
    RevisionEntry entry;
    entry.revision = revision;
    entry.status = status;
    entry.statusText = releaseStatusText(status);
    entry.date.created = entry.date.written = preflightNow.addSecs(-60LL * minutesAgo);
    return entry;
}

inline Node gpuNode(const QString &name)
{
    Node node;
    node.name = name;
    node.ready = true;
    node.gpuCapacity = node.gpuAllocatable = 8;
    return node;
}

inline NodeTrack restingTrack(const QString &node, const QString &component = QStringLiteral("gpu"))
{
    NodeTrack track;
    track.node = node;
    track.component = component;
    track.step = RolloutStep::Done;
    track.verdict = Verdict::Done;
    return track;
}

inline Pod tenantPod(const QString &node)
{
    Pod pod;
    pod.uid = QStringLiteral("trainer");
    pod.namespaceName = QStringLiteral("tenant-a");
    pod.name = QStringLiteral("trainer");
    pod.node = node;
    pod.ownerKind = QStringLiteral("Job");
    pod.ownerName = QStringLiteral("trainer");
    pod.phase = QStringLiteral("Running");
    pod.gpus = 8;
    pod.hasEmptyDir = false;
    pod.labels = R"({"app":"trainer"})";
    return pod;
}

/// A driver upgrade of four nodes in which every check is content, or only notes and warns what is so by
/// nature: that drivers are reloaded.
inline PreflightEvidence contentEvidence()
{
    using namespace Qt::StringLiterals;
    PreflightEvidence evidence;
    evidence.now = preflightNow;
    UpgradeDraft &draft = evidence.draft;
    draft.gpuFloor = 24;
    draft.release = {u"nvidia-gpu-operator"_s, u"gpu-operator"_s, ReleaseStorage::Secret};
    draft.plannedOn = 4;
    draft.chart = {u"gpu-operator"_s, u"nvidia"_s, {}, u"v25.10.1"_s, QString(64, u'a')};
    draft.window = UpgradeWindow{preflightNow, preflightNow.addSecs(8 * 3600), "UTC"};
    draft.supportReference = u"CRU-1234"_s;

    evidence.helm = HelmVersion{u"v4.3.1"_s, 4};
    AccessReview review;
    review.verb = u"patch"_s;
    review.resource = u"deployments"_s;
    review.group = u"apps"_s;
    review.namespaceName = u"nvidia-gpu-operator"_s;
    review.isAllowed = true;
    evidence.access = QList<AccessReview>{review};

    Release release;
    release.key = draft.release;
    release.revisions = {revisionEntry(4, ReleaseStatus::Deployed),
                         revisionEntry(3, ReleaseStatus::Superseded)};
    evidence.release = release;
    evidence.fromVersion = u"v25.3.4"_s;
    evidence.lease = std::optional<LeaseState>();
    evidence.inWork = QList<ReleaseInWork>();
    evidence.pending = QList<PendingRelease>();
    evidence.openShift = OpenShiftFacts();
    evidence.recordOwner = FieldOwner{u"helm"_s, u"Update"_s, {}, preflightNow.addDays(-1)};
    LiveObject policy;
    policy.object = {u"nvidia.com/v1"_s, u"ClusterPolicy"_s, {}, u"cluster-policy"_s};
    policy.state = LiveObject::State::Found;
    policy.value = yamlValue("spec: {driver: {version: 580.82.07}}");
    evidence.live = QList<LiveObject>{policy};
    Ownership ownership;
    ownership.owner = Owner::Shared;
    ownership.scope = SupportScope::Supported;
    ownership.confidence = Confidence::Certain;
    ownership.component = u"gpu-operator"_s;
    evidence.ownership = ownership;

    Chart chart;
    chart.metadata.kubeVersion = u">= 1.16.0-0"_s;
    chart.digest = draft.chart.digest;
    evidence.chart = chart;
    ChartVersions versions;
    versions.versions = {{u"v25.10.1"_s, {}, {}, {}, {}, false}, {u"v25.3.4"_s, {}, {}, {}, {}, false}};
    evidence.versions = versions;
    Outcome outcome;
    outcome.strategy = Strategy::ResetThenReuse;
    evidence.outcome = outcome;
    evidence.serverVersion = u"v1.36.3"_s;
    evidence.installedCrds = QList<Value>();

    DryRun record;
    record.storedBytes = 113'000;
    evidence.dryRun = record;
    evidence.changes = changesBetween(
        "{apiVersion: nvidia.com/v1, kind: ClusterPolicy, metadata: {name: cluster-policy}, spec: {driver: "
        "{version: 580.82.07}}}",
        "{apiVersion: nvidia.com/v1, kind: ClusterPolicy, metadata: {name: cluster-policy}, spec: {driver: "
        "{version: 580.105.08}}}");
    evidence.rehearsal = RehearsedApply();

    QList<Node> nodes;
    QList<NodeTrack> tracks;
    for (int i = 1; i <= 4; ++i) {
        nodes << gpuNode(u"gpu-%1"_s.arg(i));
        tracks << restingTrack(u"gpu-%1"_s.arg(i));
    }
    evidence.nodes = nodes;
    evidence.tracks = tracks;
    evidence.pods = QList<Pod>();
    evidence.budgets = QList<DisruptionBudget>();
    evidence.claims = QList<ResourceClaim>();
    DriverPolicy policyTerms;
    policyTerms.kind = u"ClusterPolicy"_s;
    policyTerms.name = u"cluster-policy"_s;
    policyTerms.autoUpgrade = true;
    policyTerms.maxUnavailable = u"25%"_s;
    evidence.policies = QList<DriverPolicy>{policyTerms};
    evidence.nodeTimes[u"gpu"_s].times = {std::chrono::minutes(8), std::chrono::minutes(9),
                                          std::chrono::minutes(10)};
    return evidence;
}

} // namespace chartroom::test
