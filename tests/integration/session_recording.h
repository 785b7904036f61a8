// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/recording/recorder.h"
#include "core/session/cluster_session.h"

#include <QTemporaryDir>

namespace chartroom::test {

/// Writes down what happens in a session's cluster while a test lasts, to see what the program makes of it.
class SessionRecording
{
public:
    /// Begins. `session` outlives it.
    explicit SessionRecording(ClusterSession *session);
    /// Ends it, plays it and tells how the program's tracks differ from its objects; or why that cannot be
    /// told, such as fewer than so many moments. "" when all is well.
    [[nodiscard]] QString endAndCompare(int leastMoments);

private:
    [[nodiscard]] Result<std::shared_ptr<const Recording>> end();

    QTemporaryDir m_folder;
    SystemClock m_clock;
    QString m_path;
    Result<std::unique_ptr<Recorder>> m_recorder;
};

} // namespace chartroom::test
