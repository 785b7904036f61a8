// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/kube/node.h"
#include "core/kube/pod.h"
#include "core/rollout/gpu_sample.h"
#include "core/rollout/history_source.h"
#include "core/rollout/operator_deployment.h"
#include "core/rollout/pace.h"
#include "core/rollout/track_table.h"

#include <QMap>
#include <QObject>
#include <QSet>

#include <functional>
#include <memory>
#include <optional>

namespace chartroom {

struct AmdFleet;
struct DriverFleet;

/// Nodes and what is counted of them, of one moment.
struct RolloutMoment
{
    QList<NodeTrack> tracks; ///< by component and node
    QList<Pace> paces;       ///< one a component that has tracks
};

/// The tracks of all nodes of one cluster, kept current from the nodes and pods of the session and from what
/// only a rollout needs: DaemonSets, their revisions and disruption budgets, and what each adapter reads for
/// its kind of rollout. Works in slices of a few milliseconds, so that five thousand nodes never hold the
/// event loop.
class RolloutStore : public QObject
{
    Q_OBJECT
public:
    /// All outlive the store. `nodes` and `pods` are started by it. `past`, which may be null, knows what
    /// happened before anybody looked: in a recording.
    RolloutStore(Transport *transport, NodeStore *nodes, PodStore *pods, const Clock *clock,
                 HistorySource *past = nullptr, QObject *parent = nullptr);
    ~RolloutStore() override;

    /// Starting a started store does nothing.
    void start();
    void stop();
    void retryNow();

    [[nodiscard]] bool isStarted() const;
    /// Every list has answered, be it with "no such kind" or "forbidden", and all tracks and a first pace of
    /// each component are computed.
    [[nodiscard]] bool isComplete() const;
    /// Calls `then` once, as soon as it is complete: now where it is. It is not while it takes a change over,
    /// which in a rollout is often. Never after `context` is gone.
    void whenComplete(const QObject *context, const std::function<void()> &then);
    /// Complete, and nothing that came since waits to be looked at. Nodes that wait for a slot learn who
    /// holds it up to a second later; until then it is not settled.
    [[nodiscard]] bool isSettled() const;
    /// A list has told what waits for its next batch.
    [[nodiscard]] bool hasNews() const;
    /// More tracks are being computed: what changed is not told to its end.
    [[nodiscard]] bool isComputing() const;
    /// Sentences about what keeps all nodes where they are, and about what cannot be seen, and is then not
    /// judged, or is not news any more.
    [[nodiscard]] QStringList notices() const;
    /// Those of them about a list that cannot be read, or is not news any more.
    [[nodiscard]] QStringList unread() const;
    /// Those about an operator that does not run, or not as its newest template says.
    [[nodiscard]] QStringList operatorNotices() const;
    /// Operators that do not run, by component; "maintenance" where a driver's operator asks that one. None
    /// that is unknown; of AMD's and SR-IOV's none that no node is driven by.
    [[nodiscard]] QMap<QString, OperatorDeployment> goneOperators() const;
    /// What goneOperators() says of the component, a sentence; "" for nothing.
    [[nodiscard]] QString goneOperator(const QString &component) const;
    /// That the own update of the component's operator is not complete, a sentence; "" for nothing, and where
    /// goneOperators() tells of it.
    [[nodiscard]] QString pendingOperator(const QString &component) const;
    /// DaemonSets and Deployments of these namespaces for which pods were not made, as far as they can be
    /// read, a sentence each; without those that goneOperators() tells of.
    [[nodiscard]] QStringList workloadsWithoutPods(const QSet<QString> &namespaces) const;
    /// Components whose nodes are unknown because their list is forbidden.
    [[nodiscard]] QStringList unreadComponents() const;
    /// Why nothing at all can be said: the nodes themselves cannot be read.
    [[nodiscard]] std::optional<Error> refusal() const;

    /// All DaemonSets, namespace/name, each with the component that its rollout is: its own, or the driver
    /// that it brings. Nothing where they cannot be listed.
    [[nodiscard]] std::optional<QMap<QString, QString>> daemonSets() const;
    static constexpr QStringView everyDaemonSet = u"daemonsets";
    /// A plain DaemonSet (namespace/name, or all of them) has tracks also while it does not roll.
    void follow(const QString &daemonSet);

    /// Of all tracks, by component and node.
    [[nodiscard]] QList<TrackKey> keys() const;
    /// By component and node. A node that no rollout concerns has none.
    [[nodiscard]] QList<NodeTrack> tracks() const;
    /// The same as they are now, for the pool.
    [[nodiscard]] SharedTracks sharedTracks() const;
    [[nodiscard]] const NodeTrack *find(const TrackKey &key) const;
    [[nodiscard]] NodeTracks tracksOf(const QString &node) const;
    /// UTC, of the cluster: in a recording the time of its play position.
    [[nodiscard]] QDateTime now() const;
    /// Empty for a node that is not known.
    [[nodiscard]] NodeHistory history(const TrackKey &key) const;
    /// Nodes of drivers' rollouts that are not in the cluster any more, as far as they were seen to go or
    /// Events tell of them (of an hour); by component and node.
    [[nodiscard]] QList<RemovedNode> removedNodes() const;
    /// GPUs available on each node over time; empty where that was not recorded.
    [[nodiscard]] QList<QList<GpuSample>> gpuCourses() const;
    /// Both as they are now, for what is read once: each node is counted as its track says. Some
    /// milliseconds to some tens of them with thousands of nodes; without paces while it is not complete.
    [[nodiscard]] RolloutMoment moment() const;
    /// One a component that has tracks. At most a second behind them.
    [[nodiscard]] QList<Pace> paces() const;
    /// What a driver's rollout goes by; null for another component. Valid until the next change.
    [[nodiscard]] const DriverFleet *fleet(const QString &component) const;
    /// What AMD's rollouts go by: one for each DeviceConfig that leads a node. Valid until the next change.
    [[nodiscard]] QList<const AmdFleet *> amdFleets() const;
    /// What ResourceSlices offer claims, by node; valid until the next change.
    [[nodiscard]] const ClaimableGpusByNode &claimableGpus() const;
    /// Null for one that is not known; valid until the next change.
    [[nodiscard]] const Node *node(const QString &name) const;
    /// That run on the node; valid until the next change.
    [[nodiscard]] QList<const Pod *> pods(const QString &node) const;

Q_SIGNALS:
    /// Came, went or changed; at most one batch every 100 ms and slice.
    void tracksChanged(const QList<chartroom::TrackKey> &keys);
    void pacesChanged();
    /// isComplete() became true.
    void completed();
    /// notices() or refusal() may have changed.
    void noticesChanged();
    /// isComputing() is false; may be said again.
    void rested();
    /// A recording is on the way to another moment; may be said again before it is there.
    void seeking();
    /// A recording shows another moment, whether anything is different there or not.
    void moved();

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace chartroom
