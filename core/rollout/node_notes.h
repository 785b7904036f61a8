// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kube/node.h"
#include "core/kube/pod.h"
#include "core/rollout/disruption_budget.h"
#include "core/rollout/resource_claim.h"
#include "core/rollout/retry.h"
#include "core/rollout/track.h"

namespace chartroom {

/// Which pods a step has to get rid of, and what it may do to them.
struct EvictionOptions
{
    bool isDrain = false; ///< every pod that no DaemonSet owns; else those with GPUs only
    bool byForce = false; ///< also pods without a controller
    bool withEmptyDir = false;
    QString skipLabel;               ///< of pods that a drain leaves alone when it is "true"; "": none
    std::optional<QStringList> only; ///< namespace/name: these and no others
    /// Of the pods that a drain takes (k8s-operator-libs pkg/upgrade/drain_manager.go); "": all. One that
    /// cannot be read selects none.
    QString podSelector = {};
    const ClaimedGpus *claimed = nullptr; ///< null: no pod has any
    /// The label that the node gets where it fails for a pod that cannot be taken; "": unknown.
    QString failsTo = {};
};

/// Collects notes; the texts are made safe to show.
class NodeNotes
{
public:
    void add(NoteKind kind, const QString &text);
    /// Made safe already.
    void add(const QList<TrackNote> &notes) { m_list += notes; }
    [[nodiscard]] const QList<TrackNote> &list() const { return m_list; }
    [[nodiscard]] bool isEmpty() const { return m_list.isEmpty(); }

    /// The kubelet's silence.
    void addLost(const Node &node);
    /// What a container ended with, or waits for, and what that text is known to mean. Nothing for a pod
    /// that nothing is wrong with. `role` is what the pod is: "the driver pod"; `kind` names what is neither
    /// its image nor an init container.
    void addPodTrouble(const Pod &pod, const QString &role, NoteKind kind = NoteKind::DriverPod);
    /// A pod that is being deleted and is past its grace period, or has a long one. Whether it said so.
    bool addSlowEnd(const Pod &pod, const QDateTime &now);
    /// That the failed node waits for its label, which it does whatever else may block it; so it comes last.
    /// Nobody is to act while another rollout is at work on the node.
    void addRetry(const QString &component, const Node &node, Retry retry);
    /// What keeps pods on the node.
    void addEviction(const QList<const Pod *> &pods, const EvictionOptions &terms,
                     const QList<DisruptionBudget> &budgets, const QDateTime &now);

private:
    void addEvicted(const Pod &pod, const EvictionOptions &terms, const QList<DisruptionBudget> &budgets,
                    const QDateTime &now);
    void addBudgets(const Pod &pod, const EvictionOptions &terms, const QList<DisruptionBudget> &budgets);

    QList<TrackNote> m_list;
};

/// For the budgets over a pod.
[[nodiscard]] bool isOfBudget(const TrackNote &note);
[[nodiscard]] QString fullName(const Pod &pod);
/// Each resource apart where the node has other than whole GPUs of one kind, as whole GPUs and their parts
/// make no sum: "4 of 4 nvidia.com/gpu, 21 of 28 nvidia.com/mig-1g.10gb". "" for whole GPUs alone.
[[nodiscard]] QString gpuKindsText(const Node &node, bool onlyMissing = false);
/// Of a DaemonSet whose controller is behind.
[[nodiscard]] QString notObserved();
/// What becomes of a percentage that is no whole number of nodes; each operator has its own way.
enum class Rounding { Up, Down };
/// A limit as Kubernetes writes it, of so many nodes. Nothing for "".
[[nodiscard]] std::optional<int> scaledLimit(const QString &limit, int nodes,
                                             Rounding rounding = Rounding::Up);
/// Of two pods of one DaemonSet on a node the living one counts, of two living ones the younger.
void prefer(const Pod *&chosen, const Pod *pod);

} // namespace chartroom
