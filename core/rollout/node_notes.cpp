// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/node_notes.h"

#include "core/base/moments.h"
#include "core/base/short_list.h"
#include "core/base/visible_text.h"
#include "core/kube/label_selector.h"
#include "core/rollout/failure_signature.h"
#include "core/rollout/retry.h"
#include "core/rollout/rollout_tr.h"
#include "core/secrets/masked_text.h"

namespace chartroom {

namespace {

/// What a kubelet takes to report an ended pod as gone, on top of the grace period.
constexpr std::chrono::seconds endDelay(15);

/// Of the containers' time to end, beyond the usual 30 seconds.
constexpr int longGraceSeconds = 60;

bool hasEnded(const Pod &pod)
{
    return pod.phase == u"Succeeded" || pod.phase == u"Failed";
}

bool mustGo(const Pod &pod, const EvictionOptions &terms)
{
    // A drain waits until an ended pod is gone too; what is chosen by its GPUs runs or is pending
    // (kubernetes kubectl pkg/drain/drain.go evictPods, NVIDIA/gpu-operator cmd/gpu-operator/main.go
    // gpuPodSpecFilter).
    const bool isLeft = hasEnded(pod) && !(terms.isDrain && pod.deleting.isValid());
    if (isLeft || pod.ownerKind == u"Node")
        return false;
    const bool hasGpus = !pod.gpus.isEmpty() || (terms.claimed && terms.claimed->contains(pod.uid));
    if (pod.ownerKind == u"DaemonSet") // a drain leaves it alone; who deletes pods with GPUs counts it
        return !terms.only && !terms.isDrain && hasGpus;
    if (terms.only)
        return terms.only->contains(fullName(pod));
    if (!terms.isDrain)
        return hasGpus;
    return terms.skipLabel.isEmpty() ||
           !pod.labels.contains(QStringLiteral("\"%1\":\"true\"").arg(terms.skipLabel).toUtf8());
}

/// What comes of a pod that is not tried again: kubectl's drain only waits where the API server answers 429
/// (kubernetes kubectl pkg/drain/drain.go evictPods@v0.36.0), and refuses some pods before it begins
/// (filters.go; k8s-operator-libs pkg/upgrade/pod_manager.go SchedulePodEviction, drain_manager.go
/// ScheduleNodesDrain).
QString outcomeOf(const EvictionOptions &terms)
{
    return terms.failsTo.isEmpty()
               ? QString()
               : u' ' + RolloutTr::tr("The eviction fails without a retry, and the node's label becomes %1.")
                            .arg(terms.failsTo);
}

} // namespace

void NodeNotes::add(NoteKind kind, const QString &text)
{
    m_list.append({kind, visibleText(text)});
}

void NodeNotes::addLost(const Node &node)
{
    if (!node.isLost)
        return;
    QString text = RolloutTr::tr("The node's kubelet has not responded since %1.")
                       .arg(node.readySince.toString(Qt::ISODate));
    // NVIDIA/mig-parted pkg/mig/reconfigure/reconfigure.go (Run): the label outlives the reboot.
    if (node.labels.value(QStringLiteral("nvidia.com/mig.config.state")) == u"rebooting")
        text += u' ' + RolloutTr::tr("Before that the MIG manager began to reboot it for a change of its MIG "
                                     "configuration.");
    add(NoteKind::NodeLost, text);
}

void NodeNotes::addPodTrouble(const Pod &pod, const QString &role, NoteKind kind)
{
    if (pod.reason.isEmpty())
        return;
    const QString container = pod.reasonContainer.isEmpty() ? pod.name : pod.reasonContainer;
    const QString said = maskedText(pod.reasonText.trimmed()); // a container may print anything
    const QString text = said.isEmpty() ? pod.reason : pod.reason + QStringLiteral(": ") + said;
    if (pod.reason.contains(u"Image")) // ErrImagePull, ImagePullBackOff, InvalidImageName
        add(NoteKind::ImagePull, RolloutTr::tr("The image of %1 of %2 %3 cannot be pulled: %4")
                                     .arg(container, role, fullName(pod), text));
    else if (pod.reason.startsWith(u"Init:"))
        add(NoteKind::InitContainer, RolloutTr::tr("The init container %1 of %2 %3 restarted %n time(s): %4",
                                                   nullptr, pod.mostRestarts)
                                         .arg(container, role, fullName(pod), text));
    else
        add(kind, RolloutTr::tr("%1 of %2 %3 restarted %n time(s): %4", nullptr, pod.mostRestarts)
                      .arg(container, role, fullName(pod), text));
    if (const auto signature = failureSignature(said, pod.reason))
        add(NoteKind::Signature, RolloutTr::tr("\"%1\": %2").arg(signature->match, signature->meaning));
}

void NodeNotes::addRetry(const QString &component, const Node &node, Retry retry)
{
    const QString command = retryCommand({component}, {node.name});
    if (const QString other = workOfOthers(component, node); !other.isEmpty() && retry != Retry::ByItself)
        add(NoteKind::RetryLabelAfterOther,
            (retry == Retry::Now
                 ? RolloutTr::tr(
                       "The node is not retried automatically, and another rollout is in progress on "
                       "it (%1). Once that is complete on the node, run: %2")
                 : RolloutTr::tr(
                       "The node is not retried automatically, and another rollout is in progress on "
                       "it (%1). Once that is complete on the node and the cause is removed, run: %2"))
                .arg(other, command));
    else if (retry == Retry::Later)
        add(NoteKind::RetryLabel, laterRetryText(component, node.name));
    else if (retry == Retry::Now)
        add(NoteKind::RetryLabelNow,
            RolloutTr::tr(
                "Nothing known blocks a retry, but the node is not retried automatically. Run now: %1")
                .arg(command));
}

void NodeNotes::addEviction(const QList<const Pod *> &pods, const EvictionOptions &terms,
                            const QList<DisruptionBudget> &budgets, const QDateTime &now)
{
    const auto selector = LabelSelector::parse(terms.podSelector);
    const auto isSelected = [&](const Pod &pod) {
        return terms.podSelector.isEmpty() || (selector && selector->selects(pod.labels));
    };
    for (const Pod *pod : pods) {
        if (mustGo(*pod, terms) && isSelected(*pod))
            addEvicted(*pod, terms, budgets, now);
    }
}

void NodeNotes::addEvicted(const Pod &pod, const EvictionOptions &terms,
                           const QList<DisruptionBudget> &budgets, const QDateTime &now)
{
    if (pod.ownerKind == u"DaemonSet") {
        // k8s-operator-libs pkg/upgrade/pod_manager.go SchedulePodEviction: as many have to be deletable as
        // the filter names, and kubectl's filters leave out those of DaemonSets.
        add(NoteKind::DaemonSetPod,
            RolloutTr::tr("%1 has GPUs and belongs to a DaemonSet: eviction does not remove "
                          "it, and the deletion of pods fails.")
                    .arg(fullName(pod)) +
                outcomeOf(terms));
        return;
    }
    addBudgets(pod, terms, budgets);
    if (pod.ownerKind.isEmpty() && !terms.byForce && !hasEnded(pod))
        add(NoteKind::UnmanagedPod,
            RolloutTr::tr("%1 has no controller, and the policy does not delete such pods (force is off).")
                    .arg(fullName(pod)) +
                outcomeOf(terms));
    if (pod.hasEmptyDir.value_or(false) && !terms.withEmptyDir && !hasEnded(pod))
        add(NoteKind::EmptyDir, RolloutTr::tr("%1 has an emptyDir, and the policy does not delete such pods "
                                              "(deleteEmptyDir is off).")
                                        .arg(fullName(pod)) +
                                    outcomeOf(terms));
    addSlowEnd(pod, now);
}

/// Names come first: where room is short the end is cut.
void NodeNotes::addBudgets(const Pod &pod, const EvictionOptions &terms,
                           const QList<DisruptionBudget> &budgets)
{
    const QList<const DisruptionBudget *> over = budgetsOver(pod, budgets);
    if (over.size() > 1) {
        QStringList names;
        for (const DisruptionBudget *budget : over)
            names << budget->fullName();
        add(NoteKind::SeveralBudgets,
            RolloutTr::tr("%1 (PodDisruptionBudgets) select the same pod: the API server refuses to evict a "
                          "pod with more than one budget, so %2 stays.")
                    .arg(shortList(names), fullName(pod)) +
                outcomeOf(terms));
        return;
    }
    if (over.isEmpty() || !over.first()->keeps(pod))
        return;
    const DisruptionBudget &budget = *over.first();
    const QString name = budget.fullName();
    if (budget.isBehind)
        add(NoteKind::StaleBudget,
            RolloutTr::tr("%1 (PodDisruptionBudget) is not evaluated since its last change "
                          "(observedGeneration is behind), and until the disruption controller has done "
                          "that the API server refuses every eviction: %2 stays.")
                .arg(name, fullName(pod)));
    else if (!budget.problem.isEmpty())
        add(NoteKind::DisruptionBudget,
            RolloutTr::tr("%1 (PodDisruptionBudget) allows no disruption, as it cannot be evaluated (%2): %3 "
                          "stays.")
                .arg(name, budget.problem, fullName(pod)));
    else
        add(NoteKind::DisruptionBudget,
            RolloutTr::tr(
                "%1 (PodDisruptionBudget) allows no disruption now (%2 healthy, %3 needed): %4 stays.")
                .arg(name)
                .arg(budget.healthy)
                .arg(budget.desired)
                .arg(fullName(pod)));
}

bool NodeNotes::addSlowEnd(const Pod &pod, const QDateTime &now)
{
    if (!pod.deleting.isValid())
        return false;
    const bool isPast = laterBy(pod.deleting, endDelay) < now;
    if (isPast && !pod.finalizers.isEmpty())
        add(NoteKind::SlowToEnd, RolloutTr::tr("%1 is terminating, is past its grace period and still has "
                                               "finalizers, which its controllers must remove: %2.")
                                     .arg(fullName(pod), shortList(pod.finalizers)));
    else if (isPast)
        add(NoteKind::SlowToEnd,
            RolloutTr::tr("%1 is terminating and is past its grace period.").arg(fullName(pod)));
    else if (pod.deletionGrace > longGraceSeconds)
        add(NoteKind::LongGrace,
            RolloutTr::tr("%1 is terminating and has until %2 to end (deletionGracePeriodSeconds %3).")
                .arg(fullName(pod), pod.deleting.toUTC().toString(Qt::ISODate))
                .arg(pod.deletionGrace));
    else
        return false;
    return true;
}

bool isOfBudget(const TrackNote &note)
{
    return note.kind == NoteKind::DisruptionBudget || note.kind == NoteKind::SeveralBudgets ||
           note.kind == NoteKind::StaleBudget;
}

QString fullName(const Pod &pod)
{
    return pod.namespaceName + u'/' + pod.name;
}

QString gpuKindsText(const Node &node, bool onlyMissing)
{
    const QList<GpuKind> kinds = node.gpuKinds();
    if (kinds.isEmpty() ||
        (kinds.size() == 1 && kinds.first().isWhole() && node.gpuCapacity.devices == node.gpuCapacity.gpus))
        return {};
    QStringList said;
    for (const GpuKind &kind : kinds)
        if (!onlyMissing || kind.allocatable < kind.capacity)
            said << RolloutTr::tr("%1 of %2 %3", "number, number, resource")
                        .arg(QString::number(kind.allocatable), QString::number(kind.capacity),
                             kind.resource);
    return said.join(QStringLiteral(", "));
}

QString notObserved()
{
    return RolloutTr::tr("The DaemonSet controller has not processed the current DaemonSet yet.");
}

std::optional<int> scaledLimit(const QString &limit, int nodes, Rounding rounding)
{
    if (limit.isEmpty())
        return std::nullopt;
    if (!limit.endsWith(u'%'))
        return limit.toInt();
    return (nodes * limit.chopped(1).toInt() + (rounding == Rounding::Up ? 99 : 0)) / 100;
}

void prefer(const Pod *&chosen, const Pod *pod)
{
    const auto rank = [](const Pod &one) { return std::pair(!one.deleting.isValid(), one.created); };
    if (!chosen || rank(*chosen) < rank(*pod))
        chosen = pod;
}

} // namespace chartroom
