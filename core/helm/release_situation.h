// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/helm/release.h"

#include <chrono>
#include <optional>

namespace chartroom {

/// What the stored revisions of a release say beyond the newest one's status, and what follows for the next
/// command. Helm has no lock but this status: a killed helm leaves pending-* for ever, and a later upgrade is
/// refused. A rollback is not, whoever is at work: then a helm may still be at an older revision than the
/// newest (helm/helm pkg/action/upgrade.go, rollback.go@v4.2.4).
struct ReleaseSituation
{
    enum class Kind {
        Settled,         ///< the newest is deployed, and only it; see `below`
        AtWork,          ///< `atWork` is young or of unknown age: someone may be doing it now
        InstallCut,      ///< pending-install for long: nothing was ever deployed
        UpgradeCut,      ///< pending-upgrade or pending-rollback for long
        UninstallCut,    ///< uninstalling for long
        Failed,          ///< the newest failed; see `deployed`
        SeveralDeployed, ///< helm takes the newest of them
        Uninstalled,     ///< the history is kept
        Unclear,         ///< a status no Helm known here writes, or superseded by nothing
    };
    /// helm/helm pkg/cmd/upgrade.go (--timeout 5m0s)@v4.2.4
    static constexpr std::chrono::minutes usualTimeout{5};
    /// Helm waits 5 min unless told otherwise, and a long --timeout is an hour. A helm with a longer one
    /// still runs after that: that it was cut off is likely, never certain.
    static constexpr std::chrono::hours longAgo{1};
    /// No --timeout that Chartroom takes is longer.
    static constexpr std::chrono::hours surelyLongAgo{24};

    Kind kind = Kind::Settled;
    /// The revision that somebody may be at work on: of the newest and those below it down to the last one
    /// that was deployed, the youngest that is pending or being uninstalled, and not for so long that no helm
    /// can still be at it. Nothing where there is none.
    std::optional<RevisionEntry> atWork;
    /// The youngest pending revision below the last one that was deployed, changed less than `longAgo` ago:
    /// where its helm goes on, it marks that revision deployed beside the other. Nothing where there is none.
    std::optional<RevisionEntry> below;
    /// Of the last change of `atWork`, else of the newest revision, by the server's clock and what makes it
    /// youngest; 0 for one to come; nothing where no date is known.
    std::optional<std::chrono::milliseconds> age;
    QList<int> deployed; ///< stored revisions marked deployed, newest first
    [[nodiscard]] bool hasSeveralDeployed() const { return deployed.size() > 1; }
    /// Stored revisions before the newest that were deployed once, newest first. What a rollback takes has to
    /// decode too: read it before it is offered.
    QList<int> rollbackTargets;
    /// The revision that a rollback is offered to; 0 for none. Where several are deployed that is the one
    /// that Helm uses, also when it is the newest: a rollback supersedes every deployed revision, an upgrade
    /// only the one that it starts from (helm/helm pkg/action/rollback.go performRollback with DeployedAll,
    /// upgrade.go releasingUpgrade@v3.22.0, @v4.3.1). Else it is the first of `rollbackTargets`.
    int wayBack = 0;
    QList<int> missing;     ///< numbers between the oldest and the newest stored revision that are not stored
    bool isRefused = false; ///< helm refuses an upgrade for the newest revision's status alone

    [[nodiscard]] bool mayBeAtWork() const { return atWork || below; }
    /// Likely enough to be waited for before anything else is done.
    [[nodiscard]] bool isBusy() const { return kind == Kind::AtWork || below; }
    /// Probably: it is so for long.
    [[nodiscard]] bool isCut() const
    {
        return kind == Kind::InstallCut || kind == Kind::UpgradeCut || kind == Kind::UninstallCut;
    }
    /// `atWork`, else `below`.
    [[nodiscard]] const std::optional<RevisionEntry> &underWay() const { return atWork ? atWork : below; }
    /// For longer than helm waits by default: from then on it is a finding.
    [[nodiscard]] bool outlastsHelm() const;
    [[nodiscard]] bool takesUpgrade() const { return !isRefused; }
};

/// The revision whose chart, values and manifest helm upgrade starts from: the newest of all where its record
/// says deployed, else the newest that is labelled so, else the newest of all (helm/helm
/// pkg/action/upgrade.go@v3.22.0, @v4.3.1 prepareUpgrade; pkg/storage/storage.go DeployedAll). `revisions`
/// newest first; 0 for none.
[[nodiscard]] int upgradeBase(const QList<RevisionEntry> &revisions);

/// Whose values are compared with the reference: the newest revision's; while an upgrade or a rollback to
/// that one is pending those of the deployed revision, if there is one, which still run.
[[nodiscard]] const RevisionEntry &comparedRevision(const Release &release);

/// Their numbers; as `over` of situationOf(): nobody is at work on any.
[[nodiscard]] QList<int> allRevisions(const Release &release);

/// `now` by the server's clock. `over`: revisions that nobody is at work on, however young; see
/// ownRemnants().
[[nodiscard]] ReleaseSituation situationOf(const Release &release, const QDateTime &now,
                                           const QList<int> &over = {});

} // namespace chartroom
