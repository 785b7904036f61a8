// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/helm/release_situation.h"

#include "core/base/moments.h"

#include <QStringList>

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

bool isOpen(ReleaseStatus status)
{
    return status == ReleaseStatus::PendingInstall || status == ReleaseStatus::PendingUpgrade ||
           status == ReleaseStatus::PendingRollback || status == ReleaseStatus::Uninstalling;
}

std::optional<std::chrono::milliseconds> sinceChange(const RevisionEntry &entry, const QDateTime &now)
{
    const QDateTime changed = entry.changed();
    return changed.isValid() && now.isValid() ? std::optional(ageOf(changed, now)) : std::nullopt;
}

/// Above the last one that was deployed, as by then the way out of what is older was taken.
void findAtWork(ReleaseSituation &situation, const Release &release, const QDateTime &now,
                const QList<int> &over)
{
    for (const RevisionEntry &entry : release.revisions) {
        if (entry.status == ReleaseStatus::Deployed || entry.status == ReleaseStatus::Superseded)
            return;
        const auto age = sinceChange(entry, now);
        if (!isOpen(entry.status) || over.contains(entry.revision) ||
            (age && *age >= ReleaseSituation::surelyLongAgo))
            continue;
        if (situation.atWork && (!situation.age || (age && *age >= *situation.age)))
            continue;
        situation.atWork = entry;
        situation.age = age;
    }
}

Kind kindOf(const Release &release, const ReleaseSituation &situation)
{
    if (situation.atWork && (!situation.age || *situation.age < ReleaseSituation::longAgo))
        return Kind::AtWork;
    switch (release.newest().status) {
    case ReleaseStatus::PendingInstall:
    case ReleaseStatus::PendingUpgrade:
    case ReleaseStatus::PendingRollback:
    case ReleaseStatus::Uninstalling:
        return cutKind(release.newest().status);
    case ReleaseStatus::Failed:
        return Kind::Failed;
    case ReleaseStatus::Uninstalled:
        return Kind::Uninstalled;
    case ReleaseStatus::Deployed:
        return situation.deployed.size() > 1 ? Kind::SeveralDeployed : Kind::Settled;
    case ReleaseStatus::Superseded:
    case ReleaseStatus::Unknown:
        break;
    }
    return Kind::Unclear;
}

} // namespace

QString ReleaseSituation::deployedText() const
{
    QStringList revisions;
    for (const int revision : deployed)
        revisions << QString::number(revision);
    return revisions.join(QStringLiteral(", "));
}

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
    situation.isRefused = isOpen(newest) || newest == ReleaseStatus::Uninstalled;
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
    situation.kind = kindOf(release, situation);
    return situation;
}

std::optional<RevisionEntry> pendingBelow(const Release &release, const QDateTime &now,
                                          const QList<int> &over)
{
    std::optional<RevisionEntry> found;
    std::chrono::milliseconds youngest = ReleaseSituation::longAgo;
    bool isBelow = false;
    for (const RevisionEntry &entry : release.revisions) {
        isBelow = isBelow || entry.status == ReleaseStatus::Deployed;
        const auto age = sinceChange(entry, now);
        if (!isBelow || !isOpen(entry.status) || over.contains(entry.revision) || !age || *age >= youngest)
            continue;
        found = entry;
        youngest = *age;
    }
    return found;
}

} // namespace chartroom
