// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/charts/chart_sources.h"
#include "core/diff/manifest_diff.h"
#include "core/helm/helm_client.h"
#include "core/kube/access_review.h"
#include "core/kube/node.h"
#include "core/kube/pod.h"
#include "core/live/field_owner.h"
#include "core/live/live_objects.h"
#include "core/outcomes/outcomes.h"
#include "core/responsibility/ownership.h"
#include "core/rollout/disruption_budget.h"
#include "core/rollout/driver_policy.h"
#include "core/rollout/openshift_facts.h"
#include "core/rollout/pace.h"
#include "core/rollout/resource_claim.h"
#include "core/rollout/track.h"
#include "core/upgrade/bake.h"
#include "core/upgrade/draft.h"
#include "core/upgrade/helm_process.h"
#include "core/upgrade/lease.h"
#include "core/upgrade/node_hold.h"
#include "core/upgrade/value_shift.h"

#include <chrono>

namespace chartroom {

/// What stands in for an answer that nobody asked for.
[[nodiscard]] tl::unexpected<Error> notAsked();

/// Fields of one object that the server's schema does not have.
struct UnknownFields
{
    QString kind;
    QString version; ///< v1
    QStringList fields;
    QString text; ///< what the server said

    friend bool operator==(const UnknownFields &, const UnknownFields &) = default;
};

/// What an API server made of the objects that the upgrade would send, without keeping any.
struct RehearsedApply
{
    QStringList warnings;         ///< of the server and its admission
    QStringList refusals;         ///< a text for each object, with kubectl's lines
    QList<UnknownFields> unknown; ///< objects that are refused for nothing but such fields
};

/// A release that somebody changes, or changed, with Chartroom.
struct ReleaseInWork
{
    QString namespaceName;
    QString name;
    LeaseState lease;
};

/// Another release that is pending or being uninstalled, and that somebody may be at work on.
struct PendingRelease
{
    ReleaseKey key;
    QString chart; ///< by its record; "" while that is not read
    RevisionEntry newest;
};

/// Everything that the preflight judges, as values. What could not be had says why, and is judged Unknown.
struct PreflightEvidence
{
    UpgradeDraft draft;
    int toRevision = 0; ///< of a rollback, for which rollbackDraft() stands in; 0: an upgrade
    QDateTime now;      ///< UTC, by the server's clock as far as it is known
    bool isClockKnown = true;
    /// `now` for what expires: invalid where the server's clock is unknown.
    [[nodiscard]] QDateTime serverNow() const { return isClockKnown ? now : QDateTime(); }
    bool isRunNow = false; ///< the upgrade follows at once; otherwise it is a plan

    QStringList kubeconfigs; ///< that kubectl and helm read
    Result<HelmVersion> helm = notAsked();
    Result<QList<AccessReview>> access = notAsked();

    Result<Release> release = notAsked();
    QString fromVersion; ///< of the chart in the newest record; "" unknown
    /// Of the newest record; where that is pending or failed, of the last one that was deployed.
    std::optional<ReleaseRecord> today;
    std::optional<ValueShift> shift{};                    ///< of a rollback, from `today` to `target`
    Result<FieldOwner> recordOwner = notAsked();          ///< who last wrote the newest record
    Result<std::optional<LeaseState>> lease = notAsked(); ///< on the release; nothing: nobody ever took it
    Result<QList<ReleaseInWork>> inWork = notAsked();     ///< all leases of the cluster, this one's too
    Result<QList<PendingRelease>> pending = notAsked();   ///< besides this one; of what may be seen
    QList<Bake> bakes;                                    ///< that run in the cluster, by our journals
    Result<OpenShiftFacts> openShift = notAsked();        ///< empty where the cluster is another
    Result<QList<LiveObject>> live = notAsked();          ///< of today's manifest
    Result<Ownership> ownership = notAsked();
    Result<ReleaseRecord> target = notAsked(); ///< of a rollback: what it goes back to
    QString maxHistory;                        ///< $HELM_MAX_HISTORY of this machine
    QList<int> ownRemnants;                    ///< revisions; asked where somebody may be at work
    std::optional<HelmSearch> helmHere;        ///< a helm of this machine that changes it; nothing: not asked

    Result<Chart> chart = notAsked();                ///< the target
    Result<ChartVersions> versions = notAsked();     ///< of its source
    Result<Outcome> outcome = notAsked();            ///< of the draft's strategy
    QString serverVersion;                           ///< v1.36.3; "" unknown
    Result<QList<Value>> installedCrds = notAsked(); ///< those of the chart's that the cluster has

    Result<DryRun> dryRun = notAsked();        ///< as helm would store it; of a rollback: the target
    Result<ManifestDiff> changes = notAsked(); ///< from today's manifest to that one
    Result<RehearsedApply> rehearsal = notAsked();

    Result<QList<HeldNode>> held = notAsked(); ///< by operations, of whatever driver
    Result<QList<Node>> nodes = notAsked();
    Result<QList<Pod>> pods = notAsked();
    Result<QList<DisruptionBudget>> budgets = notAsked();
    Result<QList<ResourceClaim>> claims = notAsked(); ///< none where the cluster serves no such kind
    Result<QList<DriverPolicy>> policies = notAsked();
    QStringList versionNotes; ///< a sentence for each kind of policies that is served in an unknown version
    QList<DriverPolicy> plannedPolicies; ///< those that the upgrade sends, as they will be
    Result<QList<NodeTrack>> tracks = notAsked();
    /// How long nodes took from their slot to done, by component, in rollouts that were seen.
    QMap<QString, UsualTimes> nodeTimes;
    /// How long a slot that came free waited for its next node, by component; 0: not seen.
    QMap<QString, std::chrono::milliseconds> changeovers;

    [[nodiscard]] bool isRollback() const { return toRevision > 0; }
};

} // namespace chartroom
