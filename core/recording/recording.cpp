// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recording/recording.h"

namespace chartroom {

void visitPast(const Recording &recording, QStringView resource, std::chrono::milliseconds until,
               const std::function<void(const RecordingEvent &)> &visit)
{
    const qsizetype count = countAt(recording.events, until);
    for (qsizetype i = 0; i < count; ++i)
        if (RecordingEvent::isChange(recording.events.type(i)) &&
            recording.events.identity(i).resource == resource)
            visit(recording.events[i]);
}

} // namespace chartroom
