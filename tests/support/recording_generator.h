// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <chrono>

namespace chartroom::test {

/// What a made recording is like. Its objects look like those of a real one, which is read from `source`.
struct GeneratedRecording
{
    QString source; ///< a recording with nodes and pods
    int nodes = 20;
    int pods = 60;
    int changesEachSecond = 3; ///< on average, 2 to 5
    std::chrono::seconds duration{300};
    quint32 seed = 1;
    bool notes = false;   ///< one every ten minutes
    bool isWhole = false; ///< pods lie on the nodes, and what else the source lists at first is there, too
};

/// Writes it as the recorder does: whole seconds, each flushed. Objects change their labels, heartbeats and
/// status, are deleted, come back under another uid, and come anew.
[[nodiscard]] Result<void> writeRecording(const QString &path, const GeneratedRecording &wanted);

} // namespace chartroom::test
