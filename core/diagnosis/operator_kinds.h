// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/diagnosis/resource_status.h"

#include <QHash>
#include <QSet>

namespace chartroom {

class LenientJson;

/// A kind of custom resources of an add-on's operator, which is read where the cluster serves it.
struct OperatorKind
{
    const char *path;
    const char *kind;
    bool hasStatus = true; ///< else its metadata is all that is read
};

/// NodeFeature and NodeFeatureRule have no status (kubernetes-sigs/node-feature-discovery
/// api/nfd/v1alpha1/types.go@v0.19.0), and a NodeFeature has all that is known of a node in its spec.
inline constexpr OperatorKind operatorKinds[] = {
    {"/apis/scheduling.volcano.sh/v1beta1/queues", "Queue"},
    {"/apis/scheduling.volcano.sh/v1beta1/podgroups", "PodGroup"},
    {"/apis/monitoring.coreos.com/v1/prometheuses", "Prometheus"},
    {"/apis/monitoring.coreos.com/v1/alertmanagers", "Alertmanager"},
    {"/apis/monitoring.coreos.com/v1/thanosrulers", "ThanosRuler"},
    {"/apis/monitoring.coreos.com/v1alpha1/prometheusagents", "PrometheusAgent"},
    {"/apis/grafana.integreatly.org/v1beta1/grafanas", "Grafana"},
    {"/apis/grafana.integreatly.org/v1beta1/grafanadashboards", "GrafanaDashboard"},
    {"/apis/grafana.integreatly.org/v1beta1/grafanadatasources", "GrafanaDatasource"},
    {"/apis/grafana.integreatly.org/v1beta1/grafanafolders", "GrafanaFolder"},
    {"/apis/grafana.integreatly.org/v1beta1/grafanaalertrulegroups", "GrafanaAlertRuleGroup"},
    {"/apis/grafana.integreatly.org/v1beta1/grafanacontactpoints", "GrafanaContactPoint"},
    {"/apis/grafana.integreatly.org/v1beta1/grafananotificationpolicies", "GrafanaNotificationPolicy"},
    {"/apis/grafana.integreatly.org/v1beta1/grafananotificationpolicyroutes",
     "GrafanaNotificationPolicyRoute"},
    {"/apis/grafana.integreatly.org/v1beta1/grafananotificationtemplates", "GrafanaNotificationTemplate"},
    {"/apis/grafana.integreatly.org/v1beta1/grafanamutetimings", "GrafanaMuteTiming"},
    {"/apis/grafana.integreatly.org/v1beta1/grafanalibrarypanels", "GrafanaLibraryPanel"},
    {"/apis/grafana.integreatly.org/v1beta1/grafanamanifests", "GrafanaManifest"},
    {"/apis/grafana.integreatly.org/v1beta1/grafanaserviceaccounts", "GrafanaServiceAccount"},
    {"/apis/nfd.k8s-sigs.io/v1alpha1/nodefeatures", "NodeFeature", false},
    {"/apis/nfd.k8s-sigs.io/v1alpha1/nodefeaturerules", "NodeFeatureRule", false},
};
[[nodiscard]] bool isOperatorKind(QStringView kind);

/// The objects of one such kind. Of thousands only some are kept.
struct KindCount
{
    static constexpr int mostKept = 500;

    QString kind;
    int all = 0;
    int inTrouble = 0;           ///< with complaints; the first `mostKept` of them are kept
    QMap<QString, int> states;   ///< ResourceStatus::state, of those that have one
    QSet<QString> nodes;         ///< of NodeFeatures
    QHash<QString, int> waiting; ///< of PodGroups: those of inTrouble, by queue
    QSet<QString> queues;        ///< of Queues: their names

    void add(const ResourceStatus &resource);
    friend bool operator==(const KindCount &, const KindCount &) = default;
};

/// Fills in state, complaints, queue and node. Complaints are
/// - of a PodGroup that is Pending, Inqueue or Unknown its condition Unschedulable, since it was last
///   Scheduled, else since it was made: the time of that condition is the one of its newest message
///   (volcano-sh/apis pkg/apis/scheduling/v1beta1/types.go; volcano-sh/volcano
///   pkg/scheduler/plugins/gang/gang.go OnSessionClose, framework/job_updater.go
///   isPodGroupConditionsUpdated@v1.15.1). One whose pods are not made yet has none.
/// - of a Queue any state but Open (types.go QueueState).
/// - of Prometheus, Alertmanager, ThanosRuler and PrometheusAgent an Available or Reconciled that is False or
///   Degraded (prometheus-operator/prometheus-operator pkg/apis/monitoring/v1/types.go@v0.93.0).
/// - of what belongs to a Grafana a ...Synchronized that is False, and NoMatchingInstance, NoMatchingFolder,
///   FolderUIDMismatch, InvalidSpec or NotificationPolicyLoopDetected that is True (grafana/grafana-operator
///   controllers/controller_shared.go, notificationpolicy_controller.go@v5.24.0).
/// - of a Grafana, which loses GrafanaReady while it fails, status.stage and lastMessage
///   (controllers/grafana_controller.go@v5.24.0).
/// Grafana's with spec.suspend have none: the operator returns before it looks at them, so that what their
/// status says is old (grafana_controller.go Reconcile, controller_shared.go setSuspended@v5.24.0).
void readOperatorStatus(const LenientJson &root, ResourceStatus &status);

/// conditionText(), of a PodGroup also that its queue is none of the Queues that were listed: the scheduler
/// ignores it then (volcano-sh/volcano pkg/scheduler/cache/cache.go Snapshot@v1.15.1).
[[nodiscard]] QString complaintText(const ResourceStatus &resource, ResourceStatus::Complaint complaint,
                                    const QList<KindCount> &counts);

} // namespace chartroom
