// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ticket/ticket_facts.h"

#include <QFuture>
#include <QObject>

namespace chartroom {

/// What a connected cluster can tell for a ticket: a thin face, so that a screen can be tested without one.
/// Reads only.
class TicketSource : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;

    /// What a ticket is about where nobody says so; see ticketReleases().
    [[nodiscard]] virtual QList<ReleaseKey> suggestion() const = 0;
    /// Everything but events, of now; what cannot be read is among the cluster's notices. To cancel the
    /// future ends the reading.
    [[nodiscard]] virtual QFuture<TicketFacts> read(const QList<ReleaseKey> &releases) = 0;
    /// For the attachments: a cluster has many.
    [[nodiscard]] virtual QFuture<Result<QList<TicketEvent>>> events() = 0;
};

} // namespace chartroom
