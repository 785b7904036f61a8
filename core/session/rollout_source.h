// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/kube/gpu_count.h"
#include "core/rollout/driver_policy.h"
#include "core/rollout/gpu_sample.h"
#include "core/rollout/node_clocks.h"
#include "core/rollout/pace.h"
#include "core/rollout/track_table.h"

#include <QObject>
#include <QSet>

namespace chartroom {

/// What the board needs of a node beside its tracks.
struct RolloutNode
{
    QString pool; ///< raw; "" where no label tells
    QString zone;
    int gpus = 0; ///< that pods can be given now: allocatable, on a node that is ready and not cordoned
    int gpusTotal = 0;
    bool isCordoned = false;
    bool isReady = true;
    QString notReadyText{};  ///< why it is not ready
    QStringList skippedBy{}; ///< components whose operator leaves it out, by a label that is there now
    QString gpuParts{};      ///< gpuPartsText(), which are not among `gpus`
};

/// Pods of one workload on a node, or on several, that ask for GPUs.
struct NodeTenant
{
    QString namespaceName;
    QString workload; ///< "StatefulSet trainer"; the pod's own name where nothing owns it
    int pods = 0;
    GpuAmount gpus;

    friend bool operator==(const NodeTenant &, const NodeTenant &) = default;
};

/// The rollouts of one cluster as models and pages see them: a thin, read-only face of a connected session,
/// so that a screen can be tested without one. Emits from the GUI thread only. What is const may be called on
/// several threads at a time while the GUI thread waits for them.
class RolloutSource : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;

    /// Nothing is read before the first call; later calls do nothing.
    virtual void start() = 0;
    /// How far the nodes of each driver are, from the moment they are listed: by their labels alone before
    /// start(), and until all else is read.
    [[nodiscard]] virtual NodeClocks clocks() const = 0;
    /// See RolloutStore::isComplete.
    [[nodiscard]] virtual bool isComplete() const = 0;
    /// See RolloutStore::isComputing.
    [[nodiscard]] virtual bool isComputing() const { return false; }
    [[nodiscard]] virtual QStringList notices() const = 0;
    /// See RolloutStore::refusal.
    [[nodiscard]] virtual std::optional<Error> refusal() const { return std::nullopt; }
    [[nodiscard]] virtual QList<TrackKey> keys() const = 0;
    /// Null when there is no such track; valid until the next tracksChanged.
    [[nodiscard]] virtual const NodeTrack *find(const TrackKey &key) const = 0;
    /// All of one node, whoever comes first; valid until the next tracksChanged.
    [[nodiscard]] virtual NodeTracks tracksOf(const QString &node) const = 0;
    /// UTC, of the cluster: in a recording the moment that it shows.
    [[nodiscard]] virtual QDateTime now() const = 0;
    /// Empty for a node that is not known.
    [[nodiscard]] virtual NodeHistory history(const TrackKey &key) const = 0;
    /// Nothing while it is not known.
    [[nodiscard]] virtual std::optional<Pace> pace(const QString &component) const = 0;
    [[nodiscard]] virtual RolloutNode node(const QString &name) const = 0;
    /// How many GPUs were available on each node over time; empty where nobody wrote it down: only a
    /// recording knows what was before the first look, and what comes later too.
    [[nodiscard]] virtual QList<QList<GpuSample>> gpuCourses() const { return {}; }
    /// The workloads that lose their GPUs when these nodes are emptied, the largest first.
    [[nodiscard]] virtual QList<NodeTenant> tenants(const QSet<QString> &nodes) const = 0;
    /// Whether these are all: pods and their claims have been read.
    [[nodiscard]] virtual bool knowsTenants() const { return true; }
    /// On all nodes of the cluster, with a driver's rollout or without.
    [[nodiscard]] virtual GpuCount gpuCount() const = 0;
    /// By which the operator of that component goes now; nothing: none is known.
    [[nodiscard]] virtual std::optional<DriverPolicy> policy(const QString & /*component*/) const
    {
        return std::nullopt;
    }
    /// Those that lead its nodes now, as far as they are known: several where nodes have policies of their
    /// own. Of NVIDIA's drivers alone, whose operators have a switch to pause by.
    [[nodiscard]] virtual QList<DriverPolicy> policies(const QString &component) const
    {
        const std::optional<DriverPolicy> only = policy(component);
        return only ? QList{*only} : QList<DriverPolicy>();
    }
    /// What emptying that node by that policy would meet as things are, sentences; nothing: nobody knows.
    [[nodiscard]] virtual std::optional<QStringList> holds(const TrackKey & /*key*/,
                                                           const DriverPolicy & /*policy*/) const
    {
        return std::nullopt;
    }

Q_SIGNALS:
    /// clocks() are others.
    void clocksChanged();
    /// See RolloutStore::tracksChanged.
    void tracksChanged(const QList<chartroom::TrackKey> &keys);
    /// See RolloutStore::rested.
    void rested();
    /// See RolloutStore::pacesChanged.
    void pacesChanged();
    /// isComplete(), notices() or refusal() may have changed.
    void stateChanged();
};

} // namespace chartroom
