// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/session_recording.h"

#include "core/recording/recording_reader.h"
#include "tests/support/driver_oracle.h"

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

Result<std::shared_ptr<const Recording>> SessionRecording::end()
{
    if (!m_recorder)
        return tl::make_unexpected(m_recorder.error());
    QSignalSpy finished(m_recorder->get(), &Recorder::finished);
    (*m_recorder)->stop();
    if (finished.isEmpty() && !finished.wait(20000))
        return failure(Error::Code::Timeout, QStringLiteral("the recording does not end"));
    return loadRecording(m_path);
}

QString SessionRecording::endAndCompare(int leastMoments)
{
    const auto recording = end();
    if (!recording)
        return recording.error().message;
    const OracleReport report = holdAgainstObjects(*recording);
    return report.differences.isEmpty() && report.moments < leastMoments
               ? QStringLiteral("%1 moments only").arg(report.moments)
               : report.differences.join(u'\n');
}

} // namespace chartroom::test
