// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/moments.h"
#include "core/base/short_list.h"
#include "core/kube/label_selector.h"
#include "core/rollout/driver_view.h"
#include "core/rollout/eviction_holds.h"
#include "core/rollout/failure_signature.h"
#include "core/rollout/operator_limits.h"
#include "core/rollout/retry.h"
#include "core/rollout/rollout_tr.h"
#include "core/secrets/masked_text.h"

#include <QRegularExpression>

#include <algorithm>

namespace chartroom {

namespace {

/// Unloading a driver takes its time; an init container that takes longer is worth a word.
constexpr std::chrono::minutes longDriverInit(2);

/// With the switch off the operator takes its labels away: such nodes wait without one
/// (NVIDIA/gpu-operator controllers/upgrade_controller.go removeNodeUpgradeStateLabels).
void addSwitch(const DriverView &view, NodeNotes &notes)
{
    if (view.isOff())
        notes.add(NoteKind::AutoUpgradeOff, offText(*view.share.policy));
}

/// An old label of such a node is a leftover: the library knows nodes by their driver pods alone.
void addUnmanaged(const DriverView &view, RolloutStep step, NodeNotes &notes)
{
    const QString label = view.node().labels.value(view.keys.state);
    QString text = RolloutTr::tr("Not managed: %1.", "a switch").arg(view.unmanagedBy);
    if (!label.isEmpty())
        text += u' ' + RolloutTr::tr("The label %1=%2 is a leftover.").arg(view.keys.state, label);
    notes.add(NoteKind::NotManaged, text);
    if (view.isAbandoned(step) && view.isCordonDoubtful())
        notes.add(NoteKind::CordonedByUnknown,
                  RolloutTr::tr("No operator uncordons the node now, and who cordoned it is unknown."));
    else if (view.isAbandoned(step))
        notes.add(NoteKind::LeftCordoned,
                  RolloutTr::tr("The rollout cordoned the node, and no operator uncordons it now."));
}

/// Of a DaemonSet that keeps the library from doing anything.
void addUnscheduled(const DriverView &view, NodeNotes &notes)
{
    const DriverShare &share = view.share;
    if (!share.unscheduledSet.isEmpty())
        notes.add(NoteKind::UnscheduledPods,
                  RolloutTr::tr("The DaemonSet %1 has fewer pods than nodes; the operator does nothing "
                                "until all are scheduled.")
                      .arg(share.unscheduledSet));
    if (!share.surplusSet.isEmpty())
        notes.add(NoteKind::SurplusPods,
                  RolloutTr::tr("The DaemonSet %1 has pods on nodes that it does not target, such as newly "
                                "tainted ones, or that no longer exist; the operator does nothing until "
                                "these pods are gone.")
                      .arg(share.surplusSet));
}

void addQueue(const DriverView &view, NodeNotes &notes)
{
    const DriverFleet &fleet = view.fleet;
    addSwitch(view, notes);
    addUnscheduled(view, notes);
    // A maintenance operator has slots of its own; a cordoned node goes on without one.
    if (!fleet.asksMaintenance && !view.node().unschedulable)
        notes.add(view.share.usedUp);
}

void addJobs(const DriverView &view, NodeNotes &notes)
{
    const DriverPolicy policy = view.share.policy.value_or(DriverPolicy());
    const auto selector = LabelSelector::parse(policy.jobSelector);
    const bool isSelecting = selector && !selector->requirements().isEmpty();
    QStringList jobs;
    for (const Pod *pod : view.evidence.pods.all()) {
        const bool runs = pod->phase == u"Running" || pod->phase == u"Pending";
        if (runs && isSelecting && selector->selects(pod->labels))
            jobs << fullName(*pod);
    }
    jobs.sort();
    // The operator notes when it began to wait only where it will not wait for ever.
    const auto noted = view.sinceAnnotation(view.keys.jobsStart);
    if (!noted && jobs.isEmpty())
        return;
    const auto waited = noted ? noted : view.atLeast();
    QString text = waited ? RolloutTr::tr("Waiting for jobs to complete, for %n minute(s) now.", nullptr,
                                          int(std::chrono::floor<std::chrono::minutes>(*waited).count()))
                          : RolloutTr::tr("Waiting for jobs to complete.");
    if (policy.jobTimeout.count() > 0)
        text += u' ' + RolloutTr::tr("Their timeout is %n minute(s).", nullptr,
                                     int(std::chrono::ceil<std::chrono::minutes>(policy.jobTimeout).count()));
    if (!jobs.isEmpty())
        text += u' ' + RolloutTr::tr("Still running: %1.").arg(shortList(jobs));
    notes.add(NoteKind::Jobs, text);
}

void addEviction(const DriverView &view, bool isDrain, NodeNotes &notes)
{
    DriverPolicy policy = view.share.policy.value_or(DriverPolicy());
    policy.driver = view.fleet.kind;
    EvictionOptions terms = evictionTerms(policy, isDrain, view.fleet.claimed);
    if (!view.share.policy) { // nothing can be said about what it forbids
        terms.byForce = terms.withEmptyDir = true;
        terms.failsTo = isDrain ? terms.failsTo : QString();
    }
    if (readStep(view.node().labels.value(view.keys.state)) == RolloutStep::Failed)
        terms.failsTo.clear(); // it has come to that
    notes.addEviction(view.evidence.pods.all(), terms, view.fleet.budgets, view.evidence.serverNow());
}

/// Of each other node the scheduler says that the pod is not for it; what is left is about this one.
QString constraintOf(const QString &said)
{
    QStringList clauses =
        said.section(QStringLiteral("are available: "), 1).section(QStringLiteral(". "), 0, 0).split(u',');
    clauses.removeIf([](const QString &clause) {
        return clause.contains(u"node affinity") || clause.contains(u"NodeAffinity");
    });
    const QString left = clauses.join(u',').trimmed().remove(QRegularExpression(QStringLiteral("[.]$")));
    return left.isEmpty() ? said : left;
}

void addScheduling(const DriverView &view, NodeNotes &notes)
{
    if (!view.isUnschedulable())
        return;
    const Pod &pod = *view.driver;
    QStringList others;
    for (const Pod *other : view.otherDrivers)
        others << fullName(*other);
    // kubernetes pkg/scheduler/framework/plugins/interpodaffinity/filtering.go
    const bool isApart = pod.notScheduledText.contains(u"anti-affinity rules") && !others.isEmpty();
    if (isApart)
        notes.add(NoteKind::DriverAntiAffinity,
                  RolloutTr::tr("The driver pod %1 is not scheduled: pod anti-affinity "
                                "keeps it off the node of the old driver pod %2.")
                      .arg(fullName(pod), shortList(others)));
    else
        notes.add(NoteKind::DriverNotScheduled, RolloutTr::tr("The driver pod %1 is not scheduled: %2.")
                                                    .arg(fullName(pod), constraintOf(pod.notScheduledText)));
}

QString waitText(const DriverShare &share)
{
    const QString text =
        RolloutTr::tr("Everything is ready for the next step, but the operator has not set the label for "
                      "more than two reconcile intervals of %1 min.")
            .arg(controllerBeat.count());
    if (share.otherStoppedSet.isEmpty())
        return text;
    return text + u' ' +
           RolloutTr::tr(
               "The DaemonSet %1 of another NicNodePolicy ends some of its passes before they reach "
               "this one.")
               .arg(share.otherStoppedSet);
}

/// Of what its operator has yet to do.
void addOperator(const DriverView &view, RolloutStep step, NodeNotes &notes)
{
    if (view.fleet.isControllerGone)
        notes.add(NoteKind::OperatorGone, goneText(*view.fleet.controller));
    else if (view.waitsForOperator(step) &&
             !(view.share.unscheduledSet.isEmpty() && view.share.surplusSet.isEmpty()))
        addUnscheduled(view, notes);
    else if (view.waitsForOperator(step))
        notes.add(NoteKind::WaitingForOperator, waitText(view.share));
}

void addBehindPolicy(const DriverView &view, NodeNotes &notes)
{
    if (!view.isBehindPolicy())
        return;
    const DriverPolicy &policy = *view.source();
    QString text =
        RolloutTr::tr("%1 wants driver %2, but the DaemonSet %3 has %4: its operator has not processed it.")
            .arg(policy.fullName(), policy.version, view.set->set.fullName(), view.set->version);
    if (policy.isRefused)
        text += u' ' + RolloutTr::tr("The operator reports: %1").arg(maskedText(policy.stateText));
    notes.add(NoteKind::OperatorBehind, text);
}

/// Nothing begins with the pods of a template that nobody has taken up.
void addUnobserved(const DriverView &view, NodeNotes &notes)
{
    if (view.driver && view.set && !view.set->set.isObserved() && !view.isCurrent())
        notes.add(NoteKind::NotObserved, notObserved());
}

/// The kubelet says why the image cannot be pulled, and it is not for want of one.
bool isPullRefused(const Pod &pod)
{
    const auto known = failureSignature(pod.reasonText, pod.reason);
    return known && known->rulesOut.contains(noteWord(NoteKind::PrecompiledKernel));
}

/// Of a driver image that cannot be pulled: none was published for the kernel that the node has booted, or
/// its DaemonSet is for another kernel (NVIDIA/cloud-native-docs gpu-operator/precompiled-drivers.rst). The
/// images of init containers have no kernel.
void addPrecompiled(const DriverView &view, NodeNotes &notes)
{
    const Pod &pod = *view.driver;
    const QString kernel = driverTag(pod.image).kernel;
    if (kernel.isEmpty() || !pod.reason.contains(u"Image") || pod.reason.startsWith(u"Init:") ||
        isPullRefused(pod))
        return;
    const QString running = view.node().kernelVersion;
    if (running.isEmpty())
        notes.add(NoteKind::PrecompiledKernel,
                  RolloutTr::tr("%1 has a driver precompiled for kernel %2.").arg(fullName(pod), kernel));
    else if (running == kernel)
        notes.add(NoteKind::PrecompiledKernel,
                  RolloutTr::tr("%1 has a driver precompiled for kernel %2, which the node runs.")
                      .arg(fullName(pod), kernel));
    else
        notes.add(NoteKind::PrecompiledKernel,
                  RolloutTr::tr("%1 has a driver precompiled for kernel %2, but the node runs %3.")
                      .arg(fullName(pod), kernel, running));
}

/// The DaemonSet's controller makes no new pod while the one before still runs (kubernetes
/// pkg/controller/daemon/daemon_controller.go podsShouldBeOnNode). One with finalizers stays until they are
/// gone, however long that takes.
void addOldPods(const DriverView &view, NodeNotes &notes)
{
    if (view.isCurrent() && view.isReady())
        return;
    for (const Pod *pod : QList<const Pod *>{view.driver} + view.otherDrivers) {
        const bool isOld = pod != view.driver || view.currency == Currency::Old;
        const QString finalizers = shortList(pod->finalizers);
        if (pod->deleting.isValid() && !finalizers.isEmpty())
            notes.add(NoteKind::SlowToEnd,
                      RolloutTr::tr("The old driver pod %1 is terminating and has finalizers, which its "
                                    "controllers must remove before a new one takes its place: %2.")
                          .arg(fullName(*pod), finalizers));
        else if (isOld && !finalizers.isEmpty())
            notes.add(NoteKind::SlowToEnd,
                      RolloutTr::tr("The old driver pod %1 has finalizers: once deleted, it stays until its "
                                    "controllers remove them: %2.")
                          .arg(fullName(*pod), finalizers));
        else if (pod->deleting.isValid() && !notes.addSlowEnd(*pod, view.evidence.serverNow()))
            notes.add(NoteKind::LongGrace, RolloutTr::tr("The old driver pod %1 is terminating; a new one "
                                                         "takes its place once it is gone.")
                                               .arg(fullName(*pod)));
    }
}

void addDriverPod(const DriverView &view, NodeNotes &notes)
{
    if (!view.driver)
        return;
    const Pod &pod = *view.driver;
    addOldPods(view, notes);
    addScheduling(view, notes);
    notes.addPodTrouble(pod, RolloutTr::tr("the driver pod"));
    addPrecompiled(view, notes);
    const bool isLong =
        pod.created.isValid() && laterBy(pod.created, longDriverInit) < view.evidence.serverNow();
    if (pod.reason.isEmpty() && !pod.waitingInit.isEmpty() && !pod.deleting.isValid() && isLong)
        notes.add(NoteKind::InitContainer,
                  RolloutTr::tr("%1 is still running, the init container of the driver pod %2.")
                      .arg(pod.waitingInit, fullName(pod)));
}

/// The pods that follow the driver's: one that does not come up holds the node as the driver would.
void addOperands(const DriverView &view, NodeNotes &notes)
{
    if (!view.isNew())
        return;
    for (const Pod *follower : view.brokenFollowers()) {
        if (follower != view.validator)
            notes.addPodTrouble(*follower, view.roleOf(follower), view.kindOf(follower));
    }
}

void addValidation(const DriverView &view, NodeNotes &notes)
{
    const Pod *validator = view.validator;
    if (!view.fleet.known.pods)
        return;
    if (!validator)
        notes.add(NoteKind::Validator, RolloutTr::tr("No validator pod runs on the node yet."));
    else if (validator->health == Pod::Health::Unhealthy)
        notes.addPodTrouble(*validator, view.roleOf(validator), view.kindOf(validator));
    else if (!validator->waitingInit.isEmpty())
        notes.add(
            NoteKind::Validator,
            RolloutTr::tr("Validation is at %1, in %2.").arg(validator->waitingInit, fullName(*validator)));
}

/// What does not come up on a node that no step is at work on.
void addBroken(const DriverView &view, NodeNotes &notes)
{
    if (view.driver &&
        (view.driver->health == Pod::Health::Unhealthy || view.driver->health == Pod::Health::Leaving ||
         view.isUnschedulable() || view.isReloading()))
        addDriverPod(view, notes);
    for (const Pod *follower : view.brokenFollowers())
        notes.addPodTrouble(*follower, view.roleOf(follower), view.kindOf(follower));
}

/// Whether all could be seen that an eviction fails for. What is not listed proves nothing.
bool isEvictionSeen(const DriverView &view)
{
    const KnownLists &known = view.fleet.known;
    const auto &policy = view.share.policy;
    if (!policy || !known.pods || !known.budgets || (view.isGpu() && !known.claims))
        return false;
    const QList<const Pod *> pods = view.evidence.pods.all();
    const bool takesEmptyDir = policy->drains ? policy->drainsEmptyDir : policy->evictsEmptyDir;
    return takesEmptyDir || std::all_of(pods.cbegin(), pods.cend(), [](const Pod *pod) {
               return pod->hasEmptyDir.has_value() || pod->ownerKind == u"DaemonSet" ||
                      pod->ownerKind == u"Node";
           });
}

/// What that pod fails for blocks no retry, which replaces it.
void addUnwantedPod(const DriverView &view, NodeNotes &notes)
{
    const Pod &pod = *view.driver;
    const QString name =
        pod.reason.isEmpty() ? fullName(pod) : QStringLiteral("%1 (%2)").arg(fullName(pod), pod.reason);
    const QString wanted = view.set ? view.set->version : QString();
    const bool isOtherVersion = !view.version.isEmpty() && !wanted.isEmpty() && view.version != wanted;
    notes.add(NoteKind::UnwantedDriverPod,
              isOtherVersion
                  ? RolloutTr::tr("The driver pod %1 is still of %2; %3 is wanted.", "pod, version, version")
                        .arg(name, view.version, wanted)
                  : RolloutTr::tr("The driver pod %1 is not of the DaemonSet's current template.").arg(name));
}

/// One that failed before its new driver keeps the old pod, which nobody replaces; so does one whose driver
/// was changed after it failed, as by a rollback.
void addFailure(const DriverView &view, NodeNotes &notes)
{
    const bool keepsOldPod = !view.isNew() && (view.currency == Currency::Old || view.isReady());
    if (keepsOldPod)
        addEviction(view, view.share.policy && view.share.policy->drains, notes);
    const bool isFree =
        notes.isEmpty() && view.node().ready && !view.fleet.isControllerGone && isEvictionSeen(view);
    const bool isUnwanted = view.currency == Currency::Old && !view.driver->deleting.isValid();
    const bool isBlocked = !notes.isEmpty();
    if (isUnwanted) {
        addOldPods(view, notes);
        addScheduling(view, notes);
    } else {
        addDriverPod(view, notes);
    }
    if (view.isGpu() && view.isNew() && view.isReady())
        addValidation(view, notes);
    addOperands(view, notes);
    if (notes.isEmpty()) // a cause of its own comes first
        addOperator(view, RolloutStep::Failed, notes);
    if (isUnwanted && !(isBlocked && view.isReady()))
        addUnwantedPod(view, notes);
    if (keepsOldPod)
        notes.addRetry(componentText(view.fleet.kind), view.node(), isFree ? Retry::Now : Retry::Later);
}

void addSafeLoad(const DriverView &view, NodeNotes &notes)
{
    if (!view.node().annotations.contains(view.keys.safeLoad))
        return;
    notes.add(NoteKind::SafeLoad,
              view.isOff() ? RolloutTr::tr("The driver waits until the node is emptied (safe load), and with "
                                           "autoUpgrade off nothing empties it.")
                           : RolloutTr::tr("The driver waits until the node is emptied (safe load)."));
}

/// k8s-operator-libs pkg/upgrade/upgrade_inplace.go ProcessUncordonRequiredNodes passes it over.
void addLeftover(const DriverView &view, NodeNotes &notes)
{
    const auto &controller = view.fleet.controller;
    if (controller && controller->asksMaintenance == false &&
        view.node().annotations.contains(view.keys.requestorMode))
        notes.add(
            NoteKind::RequestorLeftover,
            RolloutTr::tr("The annotation %1 is left over from requestor mode: the operator (Deployment %2) "
                          "does not run in this mode, and does not uncordon nodes with the annotation.")
                .arg(view.keys.requestorMode, controller->fullName()));
}

/// The library goes through the states that it knows, and a node of another one is in none of its lists; one
/// without the label it takes for new (k8s-operator-libs pkg/upgrade/upgrade_state.go BuildState, ApplyState,
/// common_manager.go ProcessDoneOrUnknownNodes, which leaves a cordon that it finds).
void addUnknownState(const DriverView &view, NodeNotes &notes)
{
    QString text =
        RolloutTr::tr("The label %1 has the value %2, which is not a known state: the operator "
                      "ignores the node. If it was set manually, remove it: kubectl label node %3 %1-")
            .arg(view.keys.state, view.node().labels.value(view.keys.state), view.node().name);
    if (view.node().unschedulable && workOfOthers(componentText(view.fleet.kind), view.node()).isEmpty())
        text += QStringLiteral(". ") + RolloutTr::tr("The operator does not remove the cordon that it finds "
                                                     "then: if the rollout set it, uncordon the node too.");
    notes.add(NoteKind::UnknownState, text);
}

void addLost(const DriverView &view, RolloutStep step, NodeNotes &notes)
{
    notes.addLost(view.node());
    if (view.node().isLost && !view.isGpu() && isUnderWay(step))
        notes.add(
            NoteKind::Mlx5,
            RolloutTr::tr(
                "The InfiniBand driver's modules (mlx5_core) carry Ethernet too: if the node's management "
                "port uses them, reloading them disconnects the node, and it must be rebooted."));
}

} // namespace

QList<TrackNote> blockers(const DriverView &view, RolloutStep step)
{
    NodeNotes notes;
    if (!view.unmanagedBy.isEmpty()) {
        addUnmanaged(view, step, notes);
        return notes.list();
    }
    addLost(view, step, notes);
    // The library looks at the label only before it begins with a node (ProcessUpgradeRequiredNodes).
    const bool isSkipped = view.node().labels.value(view.keys.skip) == u"true" &&
                           (step == RolloutStep::Queued || step == RolloutStep::Idle);
    if (isSkipped)
        notes.add(NoteKind::SkipLabel,
                  RolloutTr::tr("The label %1=true excludes the node.").arg(view.keys.skip));
    addSafeLoad(view, notes);
    const bool isAtRest = step == RolloutStep::Idle || step == RolloutStep::Done;
    if (isAtRest) {
        addBehindPolicy(view, notes);
        addUnobserved(view, notes);
    }
    if (step != RolloutStep::Failed && (!isAtRest || view.isBehindPolicy()))
        addOperator(view, step, notes);
    switch (step) {
    case RolloutStep::Idle:
        if (view.isLeftCordoned(step))
            notes.add(NoteKind::LeftCordoned,
                      // With the switch on again the operator takes the cordon for one of before and leaves
                      // it so (k8s-operator-libs pkg/upgrade/common_manager.go ProcessDoneOrUnknownNodes).
                      RolloutTr::tr("The rollout cordoned the node and was switched off (%1): no operator "
                                    "uncordons it, even if autoUpgrade is on again.")
                          .arg(view.lastStepText(*view.evidence.stepBefore)));
        if (!isSkipped && view.currency == Currency::Old)
            addSwitch(view, notes);
        addBroken(view, notes);
        break;
    case RolloutStep::Queued:
        if (!isSkipped)
            addQueue(view, notes);
        addBroken(view, notes);
        break;
    case RolloutStep::Done:
        if (view.isLeftCordoned(step))
            notes.add(NoteKind::LeftCordoned,
                      RolloutTr::tr("The rollout cordoned the node and ended without uncordoning it (%1): no "
                                    "operator uncordons it.")
                          .arg(view.lastStepText(view.evidence.cordon.last)));
        addBroken(view, notes);
        break;
    case RolloutStep::WaitForJobs:
        addJobs(view, notes);
        break;
    case RolloutStep::Evict:
    case RolloutStep::Drain:
        addEviction(view, step == RolloutStep::Drain, notes);
        break;
    case RolloutStep::Maintenance:
        addMaintenanceBlockers(view, notes);
        break;
    case RolloutStep::Uncordon:
        addLeftover(view, notes);
        if (!view.possibleMaintenances().isEmpty())
            addMaintainer(view, notes);
        break;
    case RolloutStep::Failed:
        addFailure(view, notes);
        break;
    case RolloutStep::DriverRestart:
        addDriverPod(view, notes);
        addOperands(view, notes);
        break;
    case RolloutStep::Validate:
        addValidation(view, notes);
        addOperands(view, notes);
        break;
    case RolloutStep::Unknown:
        addUnknownState(view, notes);
        addBroken(view, notes);
        break;
    default:
        break;
    }
    return notes.list();
}

} // namespace chartroom
