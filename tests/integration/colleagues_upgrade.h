// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/integration/kept_records.h"
#include "tests/integration/outside_helm.h"

namespace chartroom::test {

/// Another person's helm upgrade of a release to the chart that it has: at work until it is killed, as a hook
/// that comes first never ends, and with no change to anything of the release.
class ColleaguesUpgrade
{
public:
    ColleaguesUpgrade(const Sandbox &sandbox, const ReleaseKey &release);

    /// Whether its revision is pending then. `chart` and `version` are those of the release.
    [[nodiscard]] bool start(const QString &chart, const QString &version);
    [[nodiscard]] bool isRunning() const { return m_process.state() == QProcess::Running; }
    /// As if it had begun then.
    [[nodiscard]] bool setBack(const QDateTime &then) const;
    /// Kills it, and takes away what it left.
    [[nodiscard]] bool end();

private:
    [[nodiscard]] int pendingRevision() const; ///< 0 for none

    const Sandbox &m_sandbox;
    ReleaseKey m_release;
    KeptRecords m_kept;
    OutsideHelm m_helm;
    QProcess m_process;
};

} // namespace chartroom::test
