// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ticket/ticket_facts.h"

namespace chartroom {

class ResponsibilityRules;

/// The releases that a ticket is about where nobody says which: those that bring drivers to nodes, the
/// provider's, and the customer's own of drivers that the provider does not bring; where there are none, all
/// but the customer's own. Sorted.
[[nodiscard]] QList<ReleaseKey> ticketReleases(const ClusterSession &session);

/// What a session shows now of these releases, of the rollouts that they bring about, and of those of drivers
/// that no release brings. Wants the inventory to be complete; rollouts are left out while
/// session->rollout() is not. Draft, preflight, plan, operation, findings and files are the caller's to add.
/// `previous` are records of revisions before the newest ones, by their releases.
[[nodiscard]] TicketFacts sessionFacts(ClusterSession *session, const ResponsibilityRules &rules,
                                       const QList<ReleaseKey> &releases,
                                       const QHash<ReleaseKey, ReleaseRecord> &previous = {});

} // namespace chartroom
