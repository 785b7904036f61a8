// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/masked_text.h"
#include "core/kube/label_selector.h"
#include "core/rollout/driver_view.h"

#include <QCoreApplication>

namespace chartroom {

namespace {

/// Unloading a driver takes its time; an init container that takes longer is worth a word.
constexpr std::chrono::minutes longInit(2);

struct Sentences
{
    Q_DECLARE_TR_FUNCTIONS(Blockers)
};

void addSlots(const DriverFleet &fleet, const DriverPolicy &policy, NodeNotes &notes)
{
    if (policy.maxParallel > 0 && fleet.taken.size() >= policy.maxParallel)
        notes.add("parallelSlots", Sentences::tr("%1 of %2 slots in use (maxParallelUpgrades): %3.")
                                       .arg(fleet.taken.size())
                                       .arg(policy.maxParallel)
                                       .arg(shortList(fleet.taken)));
    const std::optional<int> limit = policy.unavailableLimit(fleet.managed);
    if (!limit || fleet.unavailable.size() < *limit)
        return;
    QString text =
        Sentences::tr(
            "maxUnavailable %1 (%2 of %3 nodes) is used up by nodes that are cordoned or not ready: %4.")
            .arg(policy.maxUnavailable)
            .arg(*limit)
            .arg(fleet.managed)
            .arg(shortList(fleet.unavailable, 8));
    if (!fleet.foreign.isEmpty())
        text += u' ' + Sentences::tr("Not because of this rollout: %1.").arg(shortList(fleet.foreign, 8));
    notes.add("maxUnavailable", text);
}

void addQueue(const DriverView &view, NodeNotes &notes)
{
    const DriverFleet &fleet = view.fleet;
    if (fleet.policy && !fleet.policy->autoUpgrade)
        notes.add("autoUpgradeOff",
                  Sentences::tr("The upgrade policy of %1 has autoUpgrade off: nothing starts by itself.")
                      .arg(fleet.policy->name));
    if (!fleet.unscheduledSet.isEmpty())
        notes.add("unscheduledPods",
                  Sentences::tr("The DaemonSet %1 has fewer pods than nodes; the operator does nothing "
                                "until all are scheduled.")
                      .arg(fleet.unscheduledSet));
    // A maintenance operator has slots of its own; a cordoned node goes on without one.
    if (fleet.policy && !fleet.asksMaintenance && !view.node().unschedulable)
        addSlots(fleet, *fleet.policy, notes);
}

void addJobs(const DriverView &view, NodeNotes &notes)
{
    const DriverPolicy policy = view.fleet.policy.value_or(DriverPolicy());
    const auto selector = LabelSelector::parse(policy.jobSelector);
    const bool isSelecting = selector && !selector->requirements().isEmpty();
    QStringList jobs;
    for (const Pod *pod : view.evidence.pods.all()) {
        const bool runs = pod->phase == u"Running" || pod->phase == u"Pending";
        if (runs && isSelecting && selector->selects(pod->labels))
            jobs << fullName(*pod);
    }
    jobs.sort();
    const auto waited = view.sinceAnnotation(view.keys.jobsStart);
    if (!waited && jobs.isEmpty())
        return;
    QString text = Sentences::tr(
        "Waits for jobs to end, for %n minute(s) now.", nullptr,
        int(std::chrono::duration_cast<std::chrono::minutes>(waited.value_or(std::chrono::seconds(0)))
                .count()));
    if (!jobs.isEmpty())
        text += u' ' + Sentences::tr("Still running: %1.").arg(shortList(jobs));
    notes.add("jobs", text);
}

void addEviction(const DriverView &view, bool isDrain, NodeNotes &notes)
{
    const DriverPolicy policy = view.fleet.policy.value_or(DriverPolicy());
    EvictionTerms terms;
    terms.isDrain = isDrain;
    // Without the policy nothing can be said about what it forbids.
    terms.byForce = !view.fleet.policy || (isDrain ? policy.drainsByForce : policy.evictsByForce);
    terms.withEmptyDir = !view.fleet.policy || (isDrain ? policy.drainsEmptyDir : policy.evictsEmptyDir);
    terms.skipLabel = view.keys.drainSkip;
    if (isDrain)
        terms.podSelector = policy.drainSelector;
    notes.addEviction(view.evidence.pods.all(), terms, view.fleet.budgets, view.evidence.now);
}

void addDriverPod(const DriverView &view, NodeNotes &notes)
{
    if (!view.driver)
        return;
    const Pod &pod = *view.driver;
    notes.addPodTrouble(pod, Sentences::tr("the driver pod"));
    const bool isLong = pod.created.isValid() && pod.created.addSecs(longInit.count()) < view.evidence.now;
    if (pod.reason.isEmpty() && !pod.waitingInit.isEmpty() && !pod.deleting.isValid() && isLong)
        notes.add("initContainer", Sentences::tr("%1 has not ended, the init container of the driver pod %2.")
                                       .arg(pod.waitingInit, fullName(pod)));
}

void addValidation(const DriverView &view, NodeNotes &notes)
{
    const Pod *validator = view.validator;
    if (!view.fleet.known.pods)
        return;
    if (!validator)
        notes.add("validator", Sentences::tr("No validator pod runs on the node yet."));
    else if (validator->health == Pod::Health::Unhealthy)
        notes.add("validator", Sentences::tr("Validation fails: %1, in %2.")
                                   .arg(maskedText(validator->reason), fullName(*validator)));
    else if (!validator->waitingInit.isEmpty())
        notes.add(
            "validator",
            Sentences::tr("Validation is at %1, in %2.").arg(validator->waitingInit, fullName(*validator)));
}

void addSafeLoad(const DriverView &view, NodeNotes &notes)
{
    if (!view.node().annotations.contains(view.keys.safeLoad))
        return;
    const bool isOff = view.fleet.policy && !view.fleet.policy->autoUpgrade;
    notes.add("safeLoad",
              isOff ? Sentences::tr("The driver waits until the node is emptied (safe load), and with "
                                    "autoUpgrade off nothing empties it.")
                    : Sentences::tr("The driver waits until the node is emptied (safe load)."));
}

void addLost(const DriverView &view, RolloutStep step, NodeNotes &notes)
{
    notes.addLost(view.node());
    if (view.node().isLost && !view.isGpu() && isUnderWay(step))
        notes.add("mlx5",
                  Sentences::tr("The InfiniBand driver's modules (mlx5_core) carry Ethernet too: where "
                                "the node's management port is of that kind, reloading them cuts the "
                                "node off, and it has to be rebooted."));
}

} // namespace

QList<TrackNote> blockers(const DriverView &view, RolloutStep step)
{
    NodeNotes notes;
    addLost(view, step, notes);
    if (view.node().labels.value(view.keys.skip) == u"true" && step != RolloutStep::Done)
        notes.add("skipLabel", Sentences::tr("The label %1=true leaves the node out.").arg(view.keys.skip));
    addSafeLoad(view, notes);
    switch (step) {
    case RolloutStep::Queued:
        addQueue(view, notes);
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
    case RolloutStep::Failed:
        if (!view.isNew() &&
            (view.currency() == Currency::Old || view.isReady())) // failed before the new driver
            addEviction(view, view.fleet.policy && view.fleet.policy->drains, notes);
        addDriverPod(view, notes);
        break;
    case RolloutStep::DriverRestart:
        addDriverPod(view, notes);
        break;
    case RolloutStep::Validate:
        addValidation(view, notes);
        break;
    default:
        break;
    }
    return notes.list();
}

} // namespace chartroom
