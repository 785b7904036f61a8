// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/upgrade/pending_text.h"

#include "core/base/utc_text.h"
#include "core/base/visible_text.h"
#include "core/upgrade/upgrade_tr.h"

namespace chartroom {

QString sinceText(const RevisionEntry &revision)
{
    const QString since = utcText(revision.since());
    if (since.isEmpty())
        return UpgradeTr::tr("an unknown time");
    return revision.isSinceRough() ? UpgradeTr::tr("about %1", "time").arg(since) : since;
}

QString statusText(const RevisionEntry &revision)
{
    const QString status =
        visibleText(revision.statusText.isEmpty() ? releaseStatusText(revision.status) : revision.statusText);
    if (!isPending(revision.status))
        return status;
    return UpgradeTr::tr("%1 since %2", "status, time").arg(status, sinceText(revision));
}

QString belowText(const RevisionEntry &revision)
{
    return UpgradeTr::tr("Revision %1, which a later one replaced, is still %2: its helm may be running, and "
                         "then it deploys that revision too.")
               .arg(QString::number(revision.revision), statusText(revision)) +
           u' ' + belowIsHarmlessText();
}

// helm/helm pkg/action/upgrade.go prepareUpgrade, pkg/storage/storage.go removeLeastRecent@v3.22.0, @v4.3.1
QString belowIsHarmlessText()
{
    return UpgradeTr::tr(
        "If that helm has ended, nothing needs to be fixed: helm upgrade does not look at this "
        "record, and the history limit removes it.");
}

QString revisionsText(const QList<int> &revisions)
{
    QStringList numbers;
    for (const int revision : revisions)
        numbers << QString::number(revision);
    return numbers.join(QStringLiteral(", "));
}

QString severalDeployedText(const QList<int> &deployed)
{
    return UpgradeTr::tr("Revisions %1 are all marked deployed; helm uses revision %2.")
        .arg(revisionsText(deployed), QString::number(deployed.value(0)));
}

QString severalDeployedWayOut(int to)
{
    return UpgradeTr::tr("Compare what runs with these revisions, then roll back to revision %1, which helm "
                         "uses, or to the one that you want: a rollback marks all others as superseded, an "
                         "upgrade only the one that it starts from.")
        .arg(to);
}

QString severalDeployedAdvice(const ReleaseSituation &situation)
{
    const QString text = severalDeployedText(situation.deployed);
    return situation.isBusy() ? text : text + u' ' + severalDeployedWayOut(situation.wayBack);
}

} // namespace chartroom
