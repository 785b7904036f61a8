// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/session_side_reader.h"
#include "core/session/session_releases.h"

namespace chartroom {

/// The sides that a verb can read of a session's releases. The session and the charts outlive it.
class ReleaseSides
{
public:
    /// `charts` may be null; `repository` is where they are to come from, "" for any.
    ReleaseSides(ClusterSession *session, ChartSources *charts, const QString &repository)
        : m_releases(session)
        , m_reader({session->name(), &m_releases, session->liveObjects() ? charts : nullptr,
                    session->liveObjects(), session->helm(), repository})
    {}

    [[nodiscard]] SideReader &reader() { return m_reader; }

private:
    SessionReleases m_releases;
    SessionSideReader m_reader;
};

} // namespace chartroom
