// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/diagnosis/finding.h"
#include "core/diff/diff_export.h"
#include "core/kube/node.h"
#include "core/recording/recording.h"
#include "core/responsibility/path_note.h"
#include "core/rollout/rdma_policy.h"
#include "core/rollout/rollout_history.h"
#include "core/secrets/secret_texts.h"
#include "core/session/fleet_entry.h"
#include "core/session/rollout_source.h"
#include "core/upgrade/preflight_operation.h"
#include "core/versions/audit.h"
#include "core/words/activity_log.h"
#include "core/words/window_plan_text.h"

#include <QMap>

#include <memory>

namespace chartroom {

/// The cluster as Support knows it.
struct TicketCluster
{
    QString name;
    QString server;                   ///< host:port; "" for a recording
    QString serverVersion;            ///< "" until known
    std::optional<int> nodes;         ///< nothing: they may not be listed
    int gpuNodes = 0;                 ///< as far as nodes are known
    GpuCount gpus;                    ///< none where nodes are not known
    QMap<QString, int> accelerators;  ///< nodes by kind of GPU, as labels tell
    int unknownGpus = 0;              ///< nodes with GPUs of which no label says the kind
    QMap<QString, int> fabrics;       ///< nodes by InfiniBand partition
    QMap<QString, int> partitions;    ///< the same by its id
    QMap<QString, int> networks;      ///< nodes by RDMA device that pods can ask for
    QMap<QString, int> instanceTypes; ///< nodes by type
    QMap<QString, int> groups;        ///< nodes by id of their instance group
    QMap<QString, int> pools;         ///< nodes by node pool, "name id"
    QMap<QString, int> kernels;       ///< nodes by kernel
    QStringList projects;             ///< ids of Crusoe projects
    QStringList notices;              ///< what could not be seen, sentences
};
/// Of what the window or a verb knows of it; `nodes` may be empty.
[[nodiscard]] TicketCluster ticketCluster(const FleetEntry &entry, const ObjectMap<Node> &nodes,
                                          const RdmaNames &rdma = {});

/// What the record of a revision says of itself.
struct RevisionWords
{
    QString chartVersion;
    QString description; ///< Helm's own: "Upgrade complete", "Rollback to 6"
};

struct TicketRelease
{
    Release release;
    Ownership ownership;
    QList<PathNote> notes;
    std::optional<ReleaseRecord>
        previous{};                   ///< of the revision before the newest; nothing: none, or not read
    QMap<int, RevisionWords> words{}; ///< by revision, of those of the last day as far as they were read
};

/// A revision that no operation of this machine made.
struct OthersRevision
{
    QDateTime at; ///< as `helm history` has it
    QString release;
    int revision = 0;
    RevisionWords words;
};

struct TicketEvent
{
    QDateTime at; ///< UTC
    QString object;
    QString reason;
    QString text;
    int count = 1;
};

/// Who takes the nodes of a component on, by its own words.
struct TicketOperator
{
    QString component;
    QString policy;    ///< "ClusterPolicy cluster-policy"; "" where none is in force
    QString state;     ///< ready, notReady, ...; "" where the policy does not tell
    QString stateText; ///< why, as far as it says so
    QString gone;      ///< why it moves no node, a sentence; "" while it runs or that is unknown
};

/// A file of text to be attached, such as a log that Support asked for.
struct TicketFile
{
    QString name; ///< of the file, without a folder
    QString text;
};

/// All that a ticket can tell, as it was measured. What is empty was not measured, and is not said.
struct TicketFacts
{
    QDateTime now; ///< UTC, of the cluster
    TicketCluster cluster;
    QList<TicketRelease> releases; ///< that it is about
    std::optional<UpgradeDraft> draft;
    std::optional<UpgradeWindow> window; ///< where there is no draft with one
    QString supportReference;            ///< the same
    std::optional<PreflightReport> preflight;
    std::optional<PlannedWindow> plan;
    QList<NodeTrack> tracks;         ///< of the components that it is about
    bool areTracksKnown = false;     ///< they were read; that there are none says something then
    QList<RemovedNode> removed{};    ///< nodes of those rollouts that left the cluster
    QMap<QString, QString> machines; ///< by node: "instance f5c9..., kernel 5.15.0-153-generic, us-east1-a"
    QMap<QString, QString> kernels;  ///< by node, as far as known
    QList<TicketOperator> operators; ///< of the drivers among those components
    QStringList notRunning;          ///< pods of the releases' namespaces that are not ready: namespace/name
    QStringList withoutPods; ///< their DaemonSets and Deployments for which pods were not made, sentences
    QStringList unknown;     ///< of the rollouts and findings: what could not be seen, sentences
    QList<Pace> paces;
    QList<NodeTenant> tenants; ///< whose pods are on those nodes
    /// All operations of this machine on those releases, the newest last; of a ticket's told facts those of
    /// its window. Empty where only `operation` is known.
    QList<ActivityEntry> operations{};
    std::optional<ActivityEntry> operation;     ///< the main change among them: see mainChange()
    QList<OthersRevision> others{};             ///< of told facts: in the course of its window, by time
    QList<Finding> findings;                    ///< the most urgent first
    std::optional<VersionAudit> versions{};     ///< where somebody audited them for it
    QList<TicketEvent> events;                  ///< for the attachments
    QList<ExportedComparison> comparisons;      ///< for the attachments
    QList<TicketFile> files;                    ///< for the attachments
    std::shared_ptr<const Recording> recording; ///< for the attachments; null: it is of a living cluster
    SecretTexts secrets;                        ///< every credential that is known
    QStringList hosts;                          ///< names to replace where that is asked for
    QStringList namespaces;                     ///< the same; without those of the provider
};

/// The draft's window, else the one given; nothing: none is agreed on.
[[nodiscard]] std::optional<UpgradeWindow> windowOf(const TicketFacts &facts);

} // namespace chartroom
