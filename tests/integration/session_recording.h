// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/cluster/cluster_session.h"
#include "core/recording/recorder.h"

#include <QTemporaryDir>

namespace chartroom::test {

/// Writes down what happens in a session's cluster while a test lasts.
class SessionRecording
{
public:
    /// Begins. `session` outlives it.
    explicit SessionRecording(ClusterSession *session);
    /// Ends it, and is what it holds: null where it could not be written or read, with the reason.
    [[nodiscard]] std::shared_ptr<const Recording> end(QString &reason);

private:
    QTemporaryDir m_folder;
    SystemClock m_clock;
    QString m_path;
    Result<std::unique_ptr<Recorder>> m_recorder;
};

} // namespace chartroom::test
