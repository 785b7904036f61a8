// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ticket/ticket_facts.h"
#include "core/ticket/ticket_options.h"

namespace chartroom {

/// What a window was for: the newest upgrade or rollback that came to something, else the newest of these,
/// else the newest of all. `operations` has the newest last.
[[nodiscard]] std::optional<ActivityEntry> mainChange(const QList<ActivityEntry> &operations);

/// The newest revision that the operation saw or made; 0 where that is unknown. One that was interrupted
/// noted none, nor does a journal that was closed later: what it made follows the revision that it was
/// planned on.
[[nodiscard]] int lastRevisionOf(const ActivityEntry &operation);

/// Nobody is at work on it, and somebody has to look: `recover` would name it; see isUnsettled().
[[nodiscard]] bool isLeftUnsettled(const ActivityEntry &operation);

/// What a ticket of that phase tells of the facts: before a window nothing was done yet, and what was done
/// long ago is not what it is about; later what was planned counts no more, but for the window that was
/// agreed on, and Support's reference where the main change names none: all that are named then. Told are all
/// operations of the window: those that are unsettled, and those since the first that was at work in it,
/// shortly before it or in the day after it; where no window is known, since the last rollout began, or
/// within a day. Where nobody gave a window, or one that was over when it began, it is that of the newest of
/// those operations that had one. An operation whose held nodes were released then is of it too, and what
/// others did to the releases. No main change is named where somebody else has made a revision since. What a
/// node's driver fails for is what the findings say of it, and none is to be retried before its cause is
/// gone.
[[nodiscard]] TicketFacts toldFacts(TicketFacts facts, TicketPhase phase);

} // namespace chartroom
