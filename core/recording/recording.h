// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recording/recording_events.h"
#include "core/recording/recording_index.h"

#include <QDateTime>
#include <QStringList>

namespace chartroom {

/// The first line of a recording.
struct RecordingHeader
{
    static constexpr int currentMajor = 1;

    QString cluster;
    QString serverVersion; ///< "v1.36.3"
    QDateTime start;       ///< UTC
    /// Who left out or hid what, a sentence each (rule S19); empty where the file does not say.
    QStringList redaction = {};
};

/// A window of a cluster's life. Never changed after it was read.
struct Recording
{
    RecordingHeader header;
    RecordingEvents events; ///< in time's order
    RecordingIndex index;   ///< of the events
    QStringList notices;    ///< sentences: cut off, damaged lines left out

    [[nodiscard]] std::chrono::milliseconds duration() const
    {
        return events.isEmpty() ? std::chrono::milliseconds(0) : events.at(events.size() - 1);
    }
};

/// How far the clock by which the recorded objects tell their times goes ahead of the one that timed the
/// lines: objects come to a watch in the second in which they are made. 0 where no few of them agree, and for
/// less than a second.
[[nodiscard]] std::chrono::milliseconds clockSkew(const Recording &recording);

} // namespace chartroom
