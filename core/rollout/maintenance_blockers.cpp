// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/short_list.h"
#include "core/rollout/driver_view.h"
#include "core/rollout/rollout_tr.h"
#include "core/secrets/masked_text.h"

#include <algorithm>

namespace chartroom {

namespace {

/// What the request's own status says, in its words.
QString progressOf(const NodeMaintenance &maintenance)
{
    QStringList parts;
    if (!maintenance.message.isEmpty())
        parts << maskedText(maintenance.message);
    if (maintenance.reason == u"Draining" && maintenance.drainProgress)
        parts << RolloutTr::tr("drained to %1 %").arg(*maintenance.drainProgress);
    if (!maintenance.waitsForEviction.isEmpty() && maintenance.reason == u"Draining")
        parts << RolloutTr::tr("still to be evicted: %1").arg(shortList(maintenance.waitsForEviction));
    if (!maintenance.waitsForCompletion.isEmpty())
        parts << RolloutTr::tr("still running: %1").arg(shortList(maintenance.waitsForCompletion));
    return parts.join(QStringLiteral("; "));
}

/// Why a request waits that nobody has begun with.
void addTurn(const DriverView &view, NodeNotes &notes)
{
    const DriverFleet &fleet = view.fleet;
    for (const NodeMaintenance *other : view.evidence.maintenances) {
        if (other->holdsSlot())
            notes.add(NoteKind::NodeMaintenance,
                      RolloutTr::tr("The NodeMaintenance %1, requested by %2, uses the node first.")
                          .arg(other->fullName(), other->requestor));
    }
    if (!fleet.maintenanceTerms)
        return;
    const MaintenanceOperatorConfig &terms = *fleet.maintenanceTerms;
    const std::optional<int> parallel = terms.parallelLimit(fleet.clusterNodes);
    if (parallel && fleet.inMaintenance.size() >= *parallel)
        notes.add(
            NoteKind::ParallelSlots,
            RolloutTr::tr("The maintenance operator takes %1 nodes at a time (maxParallelOperations %2): "
                          "%3.")
                .arg(*parallel)
                .arg(terms.maxParallel, shortList(fleet.inMaintenance)));
    // A node that is away already takes nothing more of it (its internal/scheduler/default_scheduler.go).
    const bool isAway = view.node().unschedulable || !view.node().ready;
    const std::optional<int> away = terms.unavailableLimit(fleet.clusterNodes);
    if (away && !isAway && fleet.clusterUnavailable.size() >= *away)
        notes.add(NoteKind::MaxUnavailable,
                  RolloutTr::tr(
                      "maxUnavailable %1 (%2 of %3 nodes) is used up by nodes that are cordoned, not ready "
                      "or in maintenance: %4.")
                      .arg(terms.maxUnavailable)
                      .arg(*away)
                      .arg(fleet.clusterNodes)
                      .arg(shortList(fleet.clusterUnavailable, 8)));
}

void addRequest(const DriverView &view, const NodeMaintenance &maintenance, NodeNotes &notes)
{
    if (!maintenance.failure.isEmpty())
        notes.add(NoteKind::NodeMaintenanceFailed,
                  RolloutTr::tr("The NodeMaintenance %1 has failed: %2")
                      .arg(maintenance.fullName(), maskedText(maintenance.failure)));
    if (maintenance.isReady)
        return;
    const QString untaken =
        view.fleet.isMaintainerUnseen
            ? RolloutTr::tr("not processed, and no Deployment of the maintenance operator was found")
            : RolloutTr::tr("not processed");
    const QString reason = maintenance.reason.isEmpty() ? untaken : maintenance.reason;
    const QString progress = progressOf(maintenance);
    const bool isUnanswered =
        maintenance.reason.isEmpty() && maintenance.isUnanswered(view.evidence.serverNow());
    notes.add(isUnanswered ? NoteKind::MaintenanceUnanswered : NoteKind::NodeMaintenance,
              RolloutTr::tr("The NodeMaintenance %1 is not ready: %2")
                  .arg(maintenance.fullName(),
                       progress.isEmpty() ? reason : reason + QStringLiteral(": ") + progress));
    if (!maintenance.holdsSlot())
        addTurn(view, notes);
    if (maintenance.reason != u"Draining")
        return;
    EvictionOptions terms;
    terms.isDrain = true;
    terms.byForce = maintenance.drainsByForce;
    terms.withEmptyDir = maintenance.drainsEmptyDir;
    if (!maintenance.waitsForEviction.isEmpty())
        terms.only = maintenance.waitsForEviction;
    notes.addEviction(view.evidence.pods.all(), terms, view.fleet.budgets, view.evidence.serverNow());
}

/// Which request is the driver's, where neither its requestor nor its name tells.
QString unknownText(const DriverView &view)
{
    QStringList requests;
    for (const NodeMaintenance *one : view.evidence.maintenances)
        requests
            << RolloutTr::tr("%1 of %2", "NodeMaintenance, requestor").arg(one->fullName(), one->requestor);
    return RolloutTr::tr(
               "Which NodeMaintenance of the node is the driver's is unknown: the operator's "
               "requestor ID could not be read, and no request has the default one (there are: %1).")
        .arg(shortList(requests));
}

} // namespace

void addMaintainer(const DriverView &view, NodeNotes &notes)
{
    const QList<const NodeMaintenance *> asked = view.possibleMaintenances();
    const auto isDone = [](const NodeMaintenance *one) { return one->isReady && !one->deleting.isValid(); };
    const bool isOver = view.areOwnMaintenancesUnknown()
                            ? std::any_of(asked.cbegin(), asked.cend(), isDone)
                            : !asked.isEmpty() && std::all_of(asked.cbegin(), asked.cend(), isDone);
    if (view.fleet.isMaintainerGone && !isOver)
        notes.add(NoteKind::MaintenanceOperatorGone, goneText(*view.fleet.maintainer));
}

void addMaintenanceBlockers(const DriverView &view, NodeNotes &notes)
{
    addMaintainer(view, notes);
    for (const NodeMaintenance *maintenance : view.ownMaintenances())
        addRequest(view, *maintenance, notes);
    if (view.areOwnMaintenancesUnknown()) {
        notes.add(NoteKind::NodeMaintenance, unknownText(view));
        return;
    }
    const bool isAsked = view.node().labels.value(view.keys.state) == u"node-maintenance-required";
    if (view.ownMaintenances().isEmpty() && isAsked && view.fleet.known.maintenances)
        notes.add(
            NoteKind::NodeMaintenance,
            RolloutTr::tr(
                "No NodeMaintenance of the driver's operator for the node exists; without one the operator "
                "queues it again."));
}

} // namespace chartroom
