// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kube/object.h"
#include "core/ticket/ticket_facts.h"

namespace chartroom {

/// Of these Events (core/v1) those that a ticket attaches: warnings, and what operators said of nodes in a
/// driver upgrade. A pure function.
[[nodiscard]] QList<TicketEvent> ticketEvents(const QList<KubeObject> &events);

/// The oldest first; of more than five thousand the newest, after one that counts those that are left out.
[[nodiscard]] QList<TicketEvent> newestEvents(QList<TicketEvent> events);

} // namespace chartroom
