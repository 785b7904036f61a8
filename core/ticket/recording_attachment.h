// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recording/recording.h"
#include "core/redaction/redactor.h"

namespace chartroom {

/// Its name among the attachments, and in the report of what was hidden.
[[nodiscard]] QString recordingAttachment();

/// The recording as one that can be played: each text in it as the redactor lets it out, and its first line
/// says so, and when (rule S19): `at` is the ticket's time. Nothing over 256 MiB of text, which nobody
/// attaches. A pure function, for the pool.
[[nodiscard]] std::optional<QByteArray> redactedRecording(const Recording &recording, const QDateTime &at,
                                                          Redactor &redactor);

} // namespace chartroom
