// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/rollout/track.h"

namespace chartroom::test {

/// Their words, one after another.
[[nodiscard]] inline QString kindsOf(const QList<TrackNote> &notes)
{
    QStringList kinds;
    for (const TrackNote &note : notes)
        kinds << noteWord(note.kind);
    return kinds.join(u' ');
}

} // namespace chartroom::test
