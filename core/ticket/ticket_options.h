// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/secrets/name_table.h"

#include <QByteArray>
#include <QList>
#include <QStringList>

#include <array>
#include <optional>

namespace chartroom {

enum class TicketPhase {
    Before,   ///< a window is asked for
    During,   ///< something is stuck
    After,    ///< what was done
    Handover, ///< somebody else goes on: for the next shift, not for Support
};
inline constexpr std::array allTicketPhases{TicketPhase::Before, TicketPhase::During, TicketPhase::After,
                                            TicketPhase::Handover};
[[nodiscard]] QString ticketPhaseText(TicketPhase phase); ///< before | during | after | handover
[[nodiscard]] std::optional<TicketPhase> readTicketPhase(QStringView text);

/// What a ticket is made of; each can be left out, and one without facts is.
enum class TicketPart {
    Request,
    Questions,
    Shift, ///< done, running, blocked, the next decision and by when
    Findings,
    Nodes,
    AddOns,
    Impact,
    Plan,
    Preflight,
    Configuration,
    Timeline,
    Versions, ///< an audit against the matrix, where one was made for it
    Cluster,
    Redaction,
};
/// request | questions | shift | findings | nodes | add-ons | impact | plan | preflight | configuration |
/// timeline | versions | cluster | redaction
[[nodiscard]] QString ticketPartText(TicketPart part);
[[nodiscard]] std::optional<TicketPart> readTicketPart(QStringView text);
/// Those of a phase, in the order in which a support engineer wants them.
[[nodiscard]] QList<TicketPart> ticketParts(TicketPhase phase);

/// What a person decides about a ticket.
struct TicketOptions
{
    TicketPhase phase = TicketPhase::Before;
    QList<TicketPart> without;
    QString request;                ///< in place of the first sentence; "" for the program's
    QString question;               ///< comes before the program's questions; in a handover the decision
    QStringList nodes;              ///< that it is about; empty: all that are in trouble
    QByteArray zone;                ///< by IANA, beside UTC; a window's own comes first
    QStringList hidden;             ///< texts that a person hides beside what is hidden anyway
    std::optional<NameTable> names; ///< set: hosts, namespaces and addresses are replaced
    /// Bytes of text, unpacked; a recording of more is not attached, and the ticket says so.
    qint64 largestRecording = qint64(256) * 1024 * 1024;
};

} // namespace chartroom
