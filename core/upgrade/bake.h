// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/moments.h"
#include "core/helm/release.h"
#include "core/session/cluster_identity.h"
#include "core/upgrade/journal.h"

#include <algorithm>
#include <chrono>
#include <optional>

namespace chartroom {

inline constexpr std::chrono::seconds longestBake = std::chrono::hours(30 * 24);

/// 48h, 90m, 2d: a whole number and its unit, up to 30 days; nothing for anything else.
[[nodiscard]] std::optional<std::chrono::seconds> readBake(QStringView text);
[[nodiscard]] QString bakeText(std::chrono::seconds length); ///< as readBake() takes it

/// How long something new is only watched before the next thing is changed. No clock runs for it: when it is
/// over follows from the journal alone, so that a restart takes nothing away.
struct Bake
{
    QString operation;
    QString context;
    ReleaseKey release;
    QString component; ///< whose drivers: gpu, ib, ...; "" for a chart that brings none
    QString version;
    std::chrono::seconds length{0};
    QString canary;            ///< which goes first; "" for none
    QByteArray zone;           ///< of the window, by IANA; "" without one
    QDateTime begun;           ///< UTC: when the operation ended well, or when the canary was done after that
    bool isCanarySeen = false; ///< the journal notes when the canary was done
    int revision = 0;          ///< of the release, that the operation made
    QDateTime interrupted;     ///< UTC: when something was last seen to be wrong; invalid for never
    bool isSettled = false;    ///< the journal notes that it ended with nothing wrong
    QString trouble = {};      ///< that was noted last; "" for none

    /// Trouble seen during the bake restarts it.
    [[nodiscard]] QDateTime countsFrom() const
    {
        return interrupted.isValid() ? std::max(begun, interrupted) : begun;
    }
    [[nodiscard]] QDateTime until() const { return laterBy(countsFrom(), length); }
    /// "Bakes until Tuesday, 24 November 03:10 (Europe/Berlin).", or that it is over.
    [[nodiscard]] QString text(const QDateTime &now) const;
    /// It counts from there on.
    void seeCanary(const QDateTime &done);
};

/// Of an upgrade that ended well, with the length 0 where it was not told to bake, and of what else was told
/// to; nothing otherwise. A pure function.
[[nodiscard]] std::optional<Bake> changeIn(const JournalContents &reading);
/// Of an operation that ended well and was told to bake; nothing otherwise. A pure function.
[[nodiscard]] std::optional<Bake> bakeIn(const JournalContents &reading);
/// Whether the journal notes that the canary was done after the operation.
[[nodiscard]] bool isCanaryNoted(const JournalContents &reading);
/// Notes in the journal of an operation that ended well since when its canary is done, so that it stays known
/// and a bake counts from there for everybody; nothing happens where none goes first or it is noted already.
/// Errors: those of readJournal(), Journal::reopen() and append().
[[nodiscard]] Result<void> noteCanary(const QString &folder, const QDateTime &done, const Clock &clock);
/// Notes in the same journal that something was wrong at that time while it baked, so that it counts anew for
/// everybody, or for no `trouble` that it was over with nothing wrong. Errors: as noteCanary().
[[nodiscard]] Result<void> noteBake(const QString &folder, const QString &trouble, const QDateTime &at);
/// Notes in the journal of an operation that ended well by itself how its nodes stand since: `counts` of them
/// ("GPU driver: 11 of 12 nodes done · 1 failed"), whether all are done, and what is not as planned. The last
/// one counts for all that is said of the operation. Errors: as noteCanary().
[[nodiscard]] Result<void> noteNodes(const QString &folder, const QString &counts, bool areDone,
                                     const QStringList &problems, const QDateTime &at);
/// Those that run at `now` in a cluster. Only the newest change of a release counts: what came after it is
/// what bakes now. `newestFirst` as operationFolders() has them.
[[nodiscard]] QList<Bake> runningBakes(const QList<JournalContents> &newestFirst,
                                       const ClusterIdentity &cluster, const QDateTime &now);
/// From the journals below the folder. Reads the disk: for the pool.
[[nodiscard]] QList<Bake> readRunningBakes(const QString &operations, const ClusterIdentity &cluster,
                                           const QDateTime &now);

} // namespace chartroom
