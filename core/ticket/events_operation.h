// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kube/paged_list.h"
#include "core/ticket/ticket_facts.h"

#include <QObject>

namespace chartroom {

/// Reads a cluster's events once, page by page, and keeps those that a ticket attaches. Destroying it ends it
/// in silence.
class EventsOperation final : public QObject
{
    Q_OBJECT
public:
    /// `transport` outlives it.
    explicit EventsOperation(Transport *transport, QObject *parent = nullptr);

    void start();
    /// Once it is over; see newestEvents().
    [[nodiscard]] const Result<QList<TicketEvent>> &result() const { return m_result; }

Q_SIGNALS:
    /// Exactly once; result() has them.
    void finished();

private:
    PagedList m_pages;
    QList<TicketEvent> m_events;
    Result<QList<TicketEvent>> m_result;
};

} // namespace chartroom
