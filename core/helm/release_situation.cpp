// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/helm/release_situation.h"

namespace chartroom {

namespace {

using Kind = ReleaseSituation::Kind;

Kind kindOf(const Release &release, const ReleaseSituation &situation)
{
    const bool young = situation.age < ReleaseSituation::longAgo;
    switch (release.newest().status) {
    case ReleaseStatus::PendingInstall:
        return young ? Kind::AtWork : Kind::InstallCut;
    case ReleaseStatus::PendingUpgrade:
    case ReleaseStatus::PendingRollback:
        return young ? Kind::AtWork : Kind::UpgradeCut;
    case ReleaseStatus::Uninstalling:
        return young ? Kind::AtWork : Kind::UninstallCut;
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

ReleaseSituation situationOf(const Release &release, const QDateTime &now)
{
    ReleaseSituation situation;
    if (release.newest().modified.isValid())
        situation.age =
            std::chrono::milliseconds(std::max<qint64>(release.newest().modified.msecsTo(now), 0));
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
