// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ticket/ticket_facts.h"

#include <QStringList>

namespace chartroom {

/// Why a maintenance window cannot be said to be over, a sentence each: what is wanted and does not run, what
/// is left cordoned or pending, what contradicts "done", and what is unknown. Without the nodes still to go,
/// which are asked about (nodesToGo()); empty only where all else was seen to be well.
[[nodiscard]] QStringList openMatters(const TicketFacts &facts);

/// Of an operation that isLeftUnsettled(): what is to be done, a sentence.
[[nodiscard]] QString unsettledText(const ActivityEntry &operation);

/// The operation ended before what runs was verified, and all of it was seen to be well since.
[[nodiscard]] bool isDoneNow(const TicketFacts &facts);

/// endWord(), but for one whose nodes tell more by now.
[[nodiscard]] QString endWordNow(const ActivityEntry &operation, const TicketFacts &facts);
/// Its last sentence, with the counts of its nodes by now where they are known.
[[nodiscard]] QString endTextNow(const ActivityEntry &operation, const TicketFacts &facts);

/// Those of them that may still change the cluster, a sentence each: releases that are pending or being
/// uninstalled, and operations of this machine that were interrupted, or whose result is unknown.
[[nodiscard]] QStringList openChanges(const TicketFacts &facts);

/// Of releases that are pending or being uninstalled, as the next shift reads it, a sentence each: whose that
/// is. Without those whose operation a program of this machine still runs.
[[nodiscard]] QStringList pendingTexts(const TicketFacts &facts);
/// What is to be decided about those of somebody else.
[[nodiscard]] QStringList othersPendingQuestions(const TicketFacts &facts);

/// What contradicts nodes that are done, a sentence each.
[[nodiscard]] QStringList doubtTexts(const TicketFacts &facts);

} // namespace chartroom
