// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recording/recording.h"
#include "core/secrets/redactor.h"
#include "core/ticket/ticket_options.h"

namespace chartroom {

/// Its name among the attachments, and in the report of what was hidden.
[[nodiscard]] QString recordingAttachment();

/// Whether a ticket with these options goes without the recording, as there is too much of it to look
/// through.
[[nodiscard]] bool isTooLargeToAttach(const Recording &recording, const TicketOptions &options);

/// The recording as one that can be played: each text in it as the redactor lets it out, and its first line
/// says so, and when (rule S19): `at` is the ticket's time. A pure function, for the pool.
[[nodiscard]] QByteArray redactedRecording(const Recording &recording, const QDateTime &at,
                                           Redactor &redactor);

} // namespace chartroom
