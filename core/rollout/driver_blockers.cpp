// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/masked_text.h"
#include "core/base/visible_text.h"
#include "core/rollout/driver_view.h"

#include <QCoreApplication>

#include <algorithm>

namespace chartroom {

namespace {

/// What a kubelet takes to report an ended pod as gone, on top of the grace period.
constexpr std::chrono::seconds endDelay(15);

struct Notes
{
    Q_DECLARE_TR_FUNCTIONS(Blockers)
public:
    const DriverView &view;
    QList<TrackNote> list;

    void add(const char *kind, const QString &text)
    {
        list.append({QString::fromLatin1(kind), visibleText(text)});
    }

    void ofQueue();
    void ofEviction(bool isDrain);
    void ofPod(const Pod &pod, bool byForce, bool withEmptyDir);
    void ofDriverPod();
    void ofValidation();
};

QString fullName(const Pod &pod)
{
    return pod.namespaceName + u'/' + pod.name;
}

QString shortList(const QStringList &names)
{
    constexpr qsizetype shown = 4;
    if (names.size() <= shown)
        return names.join(QStringLiteral(", "));
    return QCoreApplication::translate("Blockers", "%1 and %n more", nullptr, int(names.size() - shown))
        .arg(names.first(shown).join(QStringLiteral(", ")));
}

void Notes::ofQueue()
{
    const DriverFleet &fleet = view.fleet;
    if (!fleet.policy)
        return;
    const DriverPolicy &policy = *fleet.policy;
    if (!policy.autoUpgrade)
        add("autoUpgradeOff",
            tr("The upgrade policy of %1 has autoUpgrade off: nothing starts by itself.").arg(policy.name));
    if (!fleet.unscheduledSet.isEmpty())
        add("unscheduledPods", tr("The DaemonSet %1 has fewer pods than nodes; the operator does nothing "
                                  "until all are scheduled.")
                                   .arg(fleet.unscheduledSet));
    if (policy.maxParallel > 0 && fleet.taken.size() >= policy.maxParallel)
        add("parallelSlots", tr("All parallel upgrades (maxParallelUpgrades %1) are taken: %2.")
                                 .arg(policy.maxParallel)
                                 .arg(shortList(fleet.taken)));
    const std::optional<int> limit = policy.unavailableLimit(fleet.managed);
    if (limit && fleet.unavailable.size() >= *limit)
        add("maxUnavailable",
            tr("maxUnavailable %1 (%2 of %3 nodes) is used up by nodes that are cordoned or not ready: %4.")
                .arg(policy.maxUnavailable)
                .arg(*limit)
                .arg(fleet.managed)
                .arg(shortList(fleet.unavailable)));
}

/// Pods that the step has to get rid of: those with GPUs, and with a drain every pod that no DaemonSet owns.
bool mustGo(const Pod &pod, const DriverView &view, bool isDrain)
{
    if (pod.phase == u"Succeeded" || pod.phase == u"Failed" || pod.ownerKind == u"DaemonSet" ||
        pod.ownerKind == u"Node")
        return false;
    if (isDrain)
        return !pod.labels.contains(QStringLiteral("\"%1\":\"true\"").arg(view.keys.drainSkip).toUtf8());
    return pod.gpus > 0;
}

void Notes::ofPod(const Pod &pod, bool byForce, bool withEmptyDir)
{
    for (const DisruptionBudget &budget : view.fleet.budgets) {
        if (budget.allowed == 0 && budget.selects(pod) && !pod.deleting.isValid())
            add("disruptionBudget",
                tr("The PodDisruptionBudget %1 allows no disruption now (%2 healthy, %3 needed): %4 stays.")
                    .arg(budget.fullName())
                    .arg(budget.healthy)
                    .arg(budget.desired)
                    .arg(fullName(pod)));
    }
    if (pod.ownerKind.isEmpty() && !byForce)
        add("unmanagedPod",
            tr("%1 has no controller, and the policy does not delete such pods (force is off).")
                .arg(fullName(pod)));
    if (pod.hasEmptyDir.value_or(false) && !withEmptyDir)
        add("emptyDir",
            tr("%1 has an emptyDir, and the policy does not delete such pods (deleteEmptyDir is off).")
                .arg(fullName(pod)));
    if (pod.deleting.isValid() && pod.deleting.addSecs(endDelay.count()) < view.evidence.now)
        add("slowToEnd", tr("%1 was told to end and is past its grace period.").arg(fullName(pod)));
}

void Notes::ofEviction(bool isDrain)
{
    const DriverPolicy policy = view.fleet.policy.value_or(DriverPolicy());
    for (const Pod *pod : view.evidence.pods) {
        if (mustGo(*pod, view, isDrain))
            ofPod(*pod, isDrain ? policy.drainsByForce : policy.evictsByForce,
                  isDrain ? policy.drainsEmptyDir : policy.evictsEmptyDir);
    }
}

void Notes::ofDriverPod()
{
    if (view.node().annotations.contains(view.keys.safeLoad))
        add("safeLoad", tr("The driver waits until the node is emptied (safe load)."));
    if (!view.driver || view.driver->reason.isEmpty())
        return;
    const Pod &pod = *view.driver;
    const QString container = pod.reasonContainer.isEmpty() ? pod.name : pod.reasonContainer;
    const QString text = pod.reasonText.isEmpty()
                             ? pod.reason
                             : pod.reason + QStringLiteral(": ") + maskedText(pod.reasonText.trimmed());
    const bool isImage = pod.reason.contains(u"Image");
    add(isImage ? "imagePull" : "driverPod",
        tr("%1 of the driver pod %2 restarted %n time(s): %3", nullptr, pod.mostRestarts)
            .arg(container, fullName(pod), text));
}

void Notes::ofValidation()
{
    const Pod *validator = view.validator;
    if (!validator)
        add("validator", tr("No validator pod runs on the node yet."));
    else if (validator->health == Pod::Health::Unhealthy)
        add("validator",
            tr("The validator pod %1 fails: %2").arg(fullName(*validator), maskedText(validator->reason)));
}

} // namespace

QList<TrackNote> blockers(const DriverView &view, RolloutStep step)
{
    Notes notes{view, {}};
    if (view.node().isLost)
        notes.add("nodeLost", Notes::tr("The node's kubelet has not answered since %1.")
                                  .arg(view.node().readySince.toString(Qt::ISODate)));
    if (view.node().labels.value(view.keys.skip) == u"true" && step != RolloutStep::Done)
        notes.add("skipLabel", Notes::tr("The label %1=true leaves the node out.").arg(view.keys.skip));
    switch (step) {
    case RolloutStep::Queued:
        notes.ofQueue();
        break;
    case RolloutStep::WaitForJobs:
        if (const auto waited = view.sinceAnnotation(view.keys.jobsStart))
            notes.add("jobs",
                      Notes::tr("Waits for jobs to end, for %n minute(s) now.", nullptr,
                                int(std::chrono::duration_cast<std::chrono::minutes>(*waited).count())));
        break;
    case RolloutStep::Evict:
    case RolloutStep::Drain:
    case RolloutStep::Maintenance:
        notes.ofEviction(step != RolloutStep::Evict);
        break;
    case RolloutStep::Failed:
        if (!view.isCurrent()) // it did not get as far as the new driver
            notes.ofEviction(view.fleet.policy && view.fleet.policy->drains);
        notes.ofDriverPod();
        break;
    case RolloutStep::DriverRestart:
        notes.ofDriverPod();
        break;
    case RolloutStep::Validate:
        notes.ofValidation();
        break;
    default:
        break;
    }
    return notes.list;
}

} // namespace chartroom
