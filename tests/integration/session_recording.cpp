// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/session_recording.h"

#include "core/recording/recording_reader.h"

#include <QSignalSpy>

namespace chartroom::test {

SessionRecording::SessionRecording(ClusterSession *session)
    : m_path(m_folder.filePath(QStringLiteral("session.chartroom")))
    , m_recorder(Recorder::create(m_path, {session->name(), session->serverVersion(), {}},
                                  {session->transport(), session->releases(), &m_clock}))
{
    if (m_recorder)
        (*m_recorder)->start();
}

std::shared_ptr<const Recording> SessionRecording::end(QString &reason)
{
    if (!m_recorder) {
        reason = m_recorder.error().message;
        return nullptr;
    }
    QSignalSpy finished(m_recorder->get(), &Recorder::finished);
    (*m_recorder)->stop();
    if (finished.isEmpty() && !finished.wait(20000)) {
        reason = QStringLiteral("the recording does not end");
        return nullptr;
    }
    const auto read = loadRecording(m_path);
    if (!read) {
        reason = read.error().message;
        return nullptr;
    }
    return *read;
}

} // namespace chartroom::test
