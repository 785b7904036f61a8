// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/helm/release.h"

#include <chrono>

namespace chartroom {

/// What the stored revisions of a release say beyond the newest one's status, and what follows for the next
/// command. Helm has no lock but this status: a killed helm leaves pending-* for ever, and a later upgrade is
/// refused (helm/helm pkg/action/upgrade.go, rollback.go@v4.2.4).
struct ReleaseSituation
{
    enum class Kind {
        Settled,         ///< the newest is deployed, and only it
        AtWork,          ///< pending-*, or uninstalling, and young: someone may be doing it now
        InstallCut,      ///< pending-install for long: nothing was ever deployed
        UpgradeCut,      ///< pending-upgrade or pending-rollback for long
        UninstallCut,    ///< uninstalling for long
        Failed,          ///< the newest failed; see `deployed`
        SeveralDeployed, ///< helm takes the newest of them
        Uninstalled,     ///< the history is kept
        Unclear,         ///< a status no Helm known here writes, or superseded by nothing
    };
    /// Helm waits 5 min unless told otherwise, and a long --timeout is an hour.
    static constexpr std::chrono::hours longAgo{1};

    Kind kind = Kind::Settled;
    std::chrono::milliseconds age{0}; ///< of the newest revision's last change, by the server's clock
    QList<int> deployed;              ///< stored revisions marked deployed, newest first
    /// Stored revisions before the newest that were deployed once, newest first. What a rollback takes has to
    /// decode too: read it before it is offered.
    QList<int> rollbackTargets;
    QList<int> missing; ///< numbers between the oldest and the newest stored revision that are not stored

    /// Whether helm upgrade is not refused for the status alone.
    [[nodiscard]] bool takesUpgrade() const;
};

/// `now` by the server's clock.
[[nodiscard]] ReleaseSituation situationOf(const Release &release, const QDateTime &now);

} // namespace chartroom
