// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/helm/release_situation.h"

#include "core/base/moments.h"

#include <algorithm>

namespace chartroom {

namespace {

using Kind = ReleaseSituation::Kind;

Kind cutKind(ReleaseStatus status)
{
    switch (status) {
    case ReleaseStatus::PendingInstall:
        return Kind::InstallCut;
    case ReleaseStatus::Uninstalling:
        return Kind::UninstallCut;
    default:
        return Kind::UpgradeCut;
    }
}

std::optional<std::chrono::milliseconds> sinceChange(const RevisionEntry &entry, const QDateTime &now)
{
    const QDateTime changed = entry.changed();
    return changed.isValid() && now.isValid() ? std::optional(ageOf(changed, now)) : std::nullopt;
}

/// Whether the first is younger; what has no age is youngest of all.
bool isYounger(const std::optional<std::chrono::milliseconds> &age,
               const std::optional<std::chrono::milliseconds> &than)
{
    return than && (!age || *age < *than);
}

/// Below the last one that was deployed the way out was taken: what is old or of unknown age there counts for
/// nobody.
void findAtWork(ReleaseSituation &situation, const Release &release, const QDateTime &now,
                const QList<int> &over)
{
    bool isBelow = false;
    std::optional<std::chrono::milliseconds> ageBelow = ReleaseSituation::longAgo;
    for (const RevisionEntry &entry : release.revisions) {
        isBelow =
            isBelow || entry.status == ReleaseStatus::Deployed || entry.status == ReleaseStatus::Superseded;
        if (!isPending(entry.status) || over.contains(entry.revision))
            continue;
        const auto age = sinceChange(entry, now);
        if (isBelow) {
            if (!age || !isYounger(age, ageBelow))
                continue;
            situation.below = entry;
            ageBelow = age;
        } else if (!(age && *age >= ReleaseSituation::surelyLongAgo) &&
                   (!situation.atWork || isYounger(age, situation.age))) {
            situation.atWork = entry;
            situation.age = age;
        }
    }
}

Kind kindOf(const Release &release, const ReleaseSituation &situation)
{
    if (situation.atWork && (!situation.age || *situation.age < ReleaseSituation::longAgo))
        return Kind::AtWork;
    if (isPending(release.newest().status))
        return cutKind(release.newest().status);
    switch (release.newest().status) {
    case ReleaseStatus::Failed:
        return Kind::Failed;
    case ReleaseStatus::Uninstalled:
        return Kind::Uninstalled;
    case ReleaseStatus::Deployed:
        return situation.hasSeveralDeployed() ? Kind::SeveralDeployed : Kind::Settled;
    default: // superseded, or unknown
        break;
    }
    return Kind::Unclear;
}

} // namespace

bool ReleaseSituation::outlastsHelm() const
{
    return age && *age >= usualTimeout;
}

int upgradeBase(const QList<RevisionEntry> &revisions)
{
    if (revisions.isEmpty())
        return 0;
    const RevisionEntry &newest = revisions.front();
    const auto deployed = std::find_if(revisions.cbegin(), revisions.cend(),
                                       [](const RevisionEntry &one) { return one.isLabelledDeployed(); });
    return newest.status == ReleaseStatus::Deployed || deployed == revisions.cend() ? newest.revision
                                                                                    : deployed->revision;
}

const RevisionEntry &comparedRevision(const Release &release)
{
    const RevisionEntry &newest = release.newest();
    const bool isPending =
        newest.status == ReleaseStatus::PendingUpgrade || newest.status == ReleaseStatus::PendingRollback;
    const auto deployed = std::find_if(
        release.revisions.cbegin(), release.revisions.cend(),
        [base = upgradeBase(release.revisions)](const RevisionEntry &one) { return one.revision == base; });
    return isPending && deployed != release.revisions.cend() ? *deployed : newest;
}

QList<int> allRevisions(const Release &release)
{
    QList<int> all;
    for (const RevisionEntry &entry : release.revisions)
        all.append(entry.revision);
    return all;
}

ReleaseSituation situationOf(const Release &release, const QDateTime &now, const QList<int> &over)
{
    ReleaseSituation situation;
    const ReleaseStatus newest = release.newest().status;
    situation.age = sinceChange(release.newest(), now);
    situation.isRefused = isPending(newest) || newest == ReleaseStatus::Uninstalled;
    findAtWork(situation, release, now, over);
    int expected = release.newest().revision;
    for (const RevisionEntry &entry : release.revisions) {
        for (; expected > entry.revision; --expected)
            situation.missing.append(expected);
        --expected;
        const bool deployed = entry.status == ReleaseStatus::Deployed;
        if (deployed)
            situation.deployed.append(entry.revision);
        if (entry.revision != release.newest().revision &&
            (deployed || entry.status == ReleaseStatus::Superseded))
            situation.rollbackTargets.append(entry.revision);
    }
    situation.wayBack =
        situation.hasSeveralDeployed() ? situation.deployed.first() : situation.rollbackTargets.value(0);
    situation.kind = kindOf(release, situation);
    return situation;
}

} // namespace chartroom
