// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/slot_notes.h"

#include "core/base/short_list.h"
#include "core/rollout/driver_fleet.h"
#include "core/rollout/node_notes.h"
#include "core/rollout/rollout_tr.h"

namespace chartroom {

namespace {

QString unavailableText(const DriverShare &share, int limit)
{
    if (limit == 0)
        return RolloutTr::tr("maxUnavailable %1 allows no node.").arg(share.policy->maxUnavailable);
    QString text =
        RolloutTr::tr(
            "maxUnavailable %1 (%2 of %3 nodes) is used up by nodes that are cordoned or not ready: %4.")
            .arg(share.policy->maxUnavailable)
            .arg(limit)
            .arg(share.managed)
            .arg(shortList(share.unavailable, 8));
    if (!share.foreign.isEmpty())
        text += u' ' + RolloutTr::tr("Not in progress in this rollout: %1.").arg(shortList(share.foreign, 8));
    return text;
}

} // namespace

QList<TrackNote> slotNotes(const DriverShare &share)
{
    NodeNotes notes;
    if (!share.policy)
        return {};
    const int parallel = share.policy->maxParallel;
    if (parallel > 0 && share.taken.size() >= parallel)
        notes.add(NoteKind::ParallelSlots, RolloutTr::tr("%1 of %2 slots in use (maxParallelUpgrades): %3.")
                                               .arg(share.taken.size())
                                               .arg(parallel)
                                               .arg(shortList(share.taken)));
    const std::optional<int> limit = share.policy->unavailableLimit(share.managed);
    if (limit && share.unavailable.size() >= *limit)
        notes.add(NoteKind::MaxUnavailable, unavailableText(share, *limit));
    return notes.list();
}

} // namespace chartroom
