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

Kind kindOf(const Release &release, const ReleaseSituation &situation)
{
    const bool isYoung = !situation.age || *situation.age < ReleaseSituation::longAgo;
    switch (release.newest().status) {
    case ReleaseStatus::PendingInstall:
    case ReleaseStatus::PendingUpgrade:
    case ReleaseStatus::PendingRollback:
    case ReleaseStatus::Uninstalling:
        return isYoung ? Kind::AtWork : cutKind(release.newest().status);
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

bool ReleaseSituation::mayBeAtWork() const
{
    const bool isCut = kind == Kind::InstallCut || kind == Kind::UpgradeCut || kind == Kind::UninstallCut;
    return kind == Kind::AtWork || (isCut && !isNobodyAtWork && (!age || *age < surelyLongAgo));
}

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

bool ReleaseSituation::takesUpgrade() const
{
    switch (kind) {
    case Kind::Settled:
    case Kind::Failed:
    case Kind::SeveralDeployed:
    case Kind::Unclear:
        return true;
    case Kind::AtWork:
    case Kind::InstallCut:
    case Kind::UpgradeCut:
    case Kind::UninstallCut:
    case Kind::Uninstalled:
        break;
    }
    return false;
}

ReleaseSituation ReleaseSituation::withNobodyAtWork(ReleaseStatus newest) const
{
    ReleaseSituation settled = *this;
    settled.isNobodyAtWork = true;
    if (kind == Kind::AtWork)
        settled.kind = cutKind(newest);
    return settled;
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

ReleaseSituation situationOf(const Release &release, const QDateTime &now)
{
    ReleaseSituation situation;
    if (const QDateTime changed = release.newest().changed(); changed.isValid() && now.isValid())
        situation.age = ageOf(changed, now);
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

} // namespace chartroom
